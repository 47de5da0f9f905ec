#include "engine/harvest_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/log.h"
#include "edge/pack.h"
#include "io/file.h"

enum { SLACK = 2 };	/* seconds; file systems round their times down */

/* An operand that is being read. */
struct operand {
	struct bh_harvest *h;
	const char	*name;
	size_t		 at;
	struct bh_arena	 arena;		/* its files */
	struct bh_arena	 scratch;	/* one document */
	struct bh_buf	 text[2];
	struct bh_tree	 tree;
};

static bool
fresh(const struct bh_harvest *h, struct bh_time t)
{
	int64_t sec = h->since.sec - SLACK;

	if (!h->gate)
		return true;
	if (sec < 0)
		return t.sec >= 0;
	return t.sec != sec ? t.sec > sec : t.nsec >= h->since.nsec;
}

/* A failure that --keep-going passes over is told and counted. */
static int
skip(struct bh_harvest *h, struct bh_err *err)
{
	if (!h->keep_going || err->status != BH_DATA)
		return -1;
	bh_warn("%s: skipped", err->msg);
	*err = (struct bh_err)BH_ERR_INIT;
	h->bad = true;
	return 0;
}

static int
parse(struct operand *o, struct bh_doc *d, struct bh_err *err)
{
	struct bh_take *t = &o->h->take;
	size_t n = t->n, i;
	int r;

	d->scratch = &o->scratch;
	d->where = bh_str_dup(t->a, d->where);
	t->nsay = 0;
	r = o->h->reader->parse(o->h->ctx, d, t, err);
	bh_arena_reset(&o->scratch);
	for (i = 0; i < t->nsay; i++)
		(t->say[i].warn ? bh_warn : bh_note)("%.*s: %.*s",
		    BH_FMT(d->where), BH_FMT(t->say[i].text));
	if (r == -1) {
		t->n = n;
		bh_err_at(err, "%.*s", BH_FMT(d->where));
		return skip(o->h, err);
	}
	for (i = n; i < t->n; i++) {
		t->v[i].where = d->where;
		t->v[i].mtime = d->mtime;
		t->v[i].result.src = bh_str_dup(t->a, d->src);
	}
	return 0;
}

/* --- files of a tree ---------------------------------------------------- */

static struct bh_str
where(struct operand *o, struct bh_str path)
{
	return bh_strf(&o->scratch, "%s%c%.*s", o->name,
	    o->tree.fd == -1 ? ':' : '/', BH_FMT(path));
}

/* 1: it has vanished */
static int
load(struct operand *o, const struct bh_tree_file *f, int at,
    struct bh_doc *d, struct bh_err *err)
{
	int r;

	d->text[at] = f->data;
	if (f->data.p != NULL)
		return 0;
	r = bh_file_read(AT_FDCWD, where(o, f->path).p, o->h->reader->max,
	    &o->text[at], err);
	d->text[at] = bh_buf_of(&o->text[at]);
	return r;
}

/* Is it older than this run, or still that of the harvest before? */
static bool
stale(struct operand *o, const struct bh_tree_file *f, struct bh_str where)
{
	struct bh_seen_file now = { f->path, f->mtime, f->size };

	if (!fresh(o->h, f->mtime)) {
		bh_note("%.*s: older than this run, left out",
		    BH_FMT(where));
		return true;
	}
	if (o->h->seen_file == NULL || f->data.p != NULL ||
	    !bh_seen_before(&o->h->seen, &now))
		return false;
	bh_note("%.*s: not written anew, left out", BH_FMT(where));
	return true;
}

/* The document at f, of n files. */
static int
document(struct operand *o, const struct bh_tree_file *f, size_t n,
    struct bh_err *err)
{
	struct bh_doc d = { .mtime = f[n - 1].mtime, .operand = o->at + 1 };
	size_t i;
	int r;

	d.name = bh_path_base(f->path);
	d.src = n == 2 ? bh_path_dir(f->path) : f->path;
	d.where = where(o, d.src);
	if (stale(o, &f[n - 1], d.where))
		return 0;
	for (i = 0; i < n; i++) {
		r = load(o, &f[i], (int)i, &d, err);
		if (r == -1)
			return skip(o->h, err);
		if (r == 1)
			return 0;
	}
	return parse(o, &d, err);
}

static int
documents(struct operand *o, struct bh_err *err)
{
	const struct bh_engine_reader *e = o->h->reader;
	struct bh_tree *t = &o->tree;
	bool pair = e->pair[0] != NULL;
	size_t i, n;

	bh_tree_sort(t, pair);
	for (i = 0; i < t->n; i += n) {
		n = pair && i + 1 < t->n && bh_str_eq(
		    bh_path_dir(t->file[i].path),
		    bh_path_dir(t->file[i + 1].path)) ? 2 : 1;
		if (pair && n == 1) {
			bh_note("%s/%.*s: alone, left out", o->name,
			    BH_FMT(t->file[i].path));
			continue;
		}
		if (document(o, &t->file[i], n, err) == -1)
			return -1;
	}
	return 0;
}

/* --- a single file ------------------------------------------------------ */

static struct bh_time
mtime_of(const struct stat *st)
{
	return (struct bh_time){ st->st_mtim.tv_sec,
	    (int32_t)st->st_mtim.tv_nsec };
}

static int
single(struct operand *o, const struct stat *st, struct bh_pack *p,
    struct bh_err *err)
{
	struct bh_doc d = { .where = bh_str_of(o->name) };

	if (o->h->reader->pair[0] != NULL)
		return bh_fail(err, BH_DATA, "%s: neither an archive nor "
		    "a %s or %s", o->name, o->h->reader->pair[0],
		    o->h->reader->pair[1]);
	d.src = d.where;
	d.name = bh_path_base(d.where);
	d.mtime = mtime_of(st);
	if (!fresh(o->h, d.mtime)) {
		bh_note("%s: older than this run, left out", o->name);
		return 0;
	}
	d.text[0] = bh_buf_of(&p->data);
	return parse(o, &d, err);
}

/*
 * A file that is one of a pair ("estimates.json", "x.estimates.json") brings
 * the other one from beside it; naming both reads them once.
 *	returns	0, -1; 1: its name is of no pair
 */
static int
paired(struct operand *o, struct bh_err *err)
{
	const char *const *pair = o->h->reader->pair;
	struct bh_doc d = { .where = bh_str_of(o->name) };
	struct bh_str name = d.where, stem;
	struct bh_tree_file f[2] = { { .data = BH_STR_NONE } };
	struct stat st;
	int i;

	if (pair[0] == NULL)
		return 1;
	for (i = 0; i < 2 && !bh_str_ends(name, bh_str_of(pair[i])); i++)
		;
	if (i == 2)
		return 1;
	stem = (struct bh_str){ name.p, name.n - strlen(pair[i]) };
	name = bh_strf(o->h->take.a, "%.*s%s", BH_FMT(stem), pair[1]);
	if (bh_str_eq(name, o->h->pair))
		return 0;
	o->h->pair = name;
	for (i = 0; i < 2; i++) {
		f[i].path = bh_strf(&o->arena, "%.*s%s", BH_FMT(stem),
		    pair[i]);
		if (stat(f[i].path.p, &st) == -1)
			return bh_fail_errno(err, "%s", f[i].path.p);
		d.mtime = mtime_of(&st);
		if (bh_file_read_user(f[i].path.p, o->h->reader->max,
		    &o->text[i], err) != 0)
			return -1;
		d.text[i] = bh_buf_of(&o->text[i]);
	}
	d.src = d.name = f[1].path;
	return fresh(o->h, d.mtime) ? parse(o, &d, err) : 0;
}

/* --- operands ----------------------------------------------------------- */

static int
stream(struct operand *o, int fd, const struct stat *st, struct bh_err *err)
{
	struct bh_pack p;
	int r = bh_pack_open(&p, fd, o->h->reader->max, err);

	if (r == 0) {
		r = bh_tree_unpack(&o->tree, o->h->reader->dirs, &p,
		    o->h->reader->max, err);
		if (r == 0)
			r = documents(o, err);
		else
			r = bh_err_at(err, "%s", o->name);
	} else if (r == 1)
		r = single(o, st, &p, err);
	else
		r = bh_err_at(err, "%s", o->name);
	bh_pack_close(&p);
	return r;
}

static int
open_operand(struct operand *o, struct bh_err *err)
{
	struct stat st;
	int fd = STDIN_FILENO, r;

	if (strcmp(o->name, "-") == 0)
		o->name = "stdin";
	else if ((r = paired(o, err)) != 1)
		return r;
	else if ((fd = open(o->name, O_RDONLY | O_CLOEXEC)) == -1)
		return bh_fail_errno(err, "%s", o->name);
	if (fstat(fd, &st) == -1)
		r = bh_fail_errno(err, "%s", o->name);
	else if (S_ISDIR(st.st_mode)) {
		o->tree.fd = fd;
		r = bh_tree_walk(&o->tree, o->h->reader->dirs, err);
		if (r == 0)
			r = documents(o, err);
	} else
		r = stream(o, fd, &st, err);
	if (fd != STDIN_FILENO)
		close(fd);
	return r;
}

int
bh_harvest_operand(struct bh_harvest *h, const char *path, size_t at,
    struct bh_err *err)
{
	struct operand o = { .h = h, .name = path, .at = at };
	int r;

	o.tree = (struct bh_tree){ .a = &o.arena, .root = path, .fd = -1 };
	r = open_operand(&o, err);
	bh_arena_free(&o.arena);
	bh_arena_free(&o.scratch);
	bh_buf_free(&o.text[0]);
	bh_buf_free(&o.text[1]);
	return r == -1 ? skip(h, err) : r;
}
