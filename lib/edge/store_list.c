#include "edge/store.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/file.h"
#include "model/key.h"

enum { BLOCK = 65536 };

/*
 * One stack of names for all levels of the walk: a level adds its own, sorts
 * them, visits them by index, and drops them.  A directory's name ends in '/',
 * so byte order of names is byte order of keys.
 */
struct entry {
	size_t	at;		/* in names */
	size_t	n;
	bool	odd;		/* neither file nor directory */
};

struct walk {
	const struct bh_store	*store;
	const struct bh_store_lister *lister;
	struct bh_buf		 names;
	struct bh_buf		 entries;	/* struct entry */
	struct bh_buf		 key;		/* of where we are */
	char			*block;		/* getdents64 */
	struct bh_err		*err;
};

static struct entry *
entry(struct walk *w, size_t i)
{
	return (struct entry *)(void *)w->entries.p + i;
}

static size_t
count(const struct walk *w)
{
	return w->entries.n / sizeof(struct entry);
}

static int
by_name(const void *x, const void *y, void *names)
{
	const struct entry *a = x, *b = y;
	const char *p = names;

	return bh_str_cmp((struct bh_str){ p + a->at, a->n },
	    (struct bh_str){ p + b->at, b->n });
}

/* DT_REG, DT_DIR, or anything else: not ours. */
static int
kind(int dir, const struct dirent64 *d)
{
	struct stat st;

	if (d->d_type != DT_UNKNOWN)
		return d->d_type;
	if (fstatat(dir, d->d_name, &st, AT_SYMLINK_NOFOLLOW) == -1)
		return DT_UNKNOWN;
	return S_ISREG(st.st_mode) ? DT_REG : S_ISDIR(st.st_mode) ? DT_DIR :
	    DT_UNKNOWN;
}

static void
add(struct walk *w, int dir, const struct dirent64 *d)
{
	struct bh_str name = bh_str_of(d->d_name);
	struct entry e = { w->names.n, name.n, false };
	int k;

	if (bh_str_is(name, ".") || bh_str_is(name, "..") ||
	    bh_str_starts(name, BH_STR(BH_FILE_TMP)) || !bh_utf8_ok(name))
		return;
	k = kind(dir, d);
	e.odd = k != DT_REG && k != DT_DIR;
	if (e.odd && (w->lister == NULL || w->lister->odd == NULL))
		return;
	bh_buf_str(&w->names, name);
	if (k == DT_DIR) {
		bh_buf_c(&w->names, '/');
		e.n++;
	}
	bh_buf_put(&w->entries, &e, sizeof(e));
}

/* Put the names of dir on the stack, sorted; -1 and errno. */
static int
read_names(struct walk *w, int dir)
{
	size_t first = count(w);
	const struct dirent64 *d;
	ssize_t n, at;

	while ((n = getdents64(dir, w->block, BLOCK)) > 0)
		for (at = 0; at < n; at += d->d_reclen) {
			d = (const void *)(w->block + at);
			add(w, dir, d);
		}
	if (count(w) - first > 1)
		qsort_r(entry(w, first), count(w) - first,
		    sizeof(struct entry), by_name, w->names.p);
	return n == -1 ? -1 : 0;
}

static int level(struct walk *, int, enum bh_store_depth);

/* One directory below dir, whose key is w->key; name: its last segment. */
static int
descend(struct walk *w, int dir, size_t name, enum bh_store_depth depth)
{
	const struct bh_store_lister *l = w->lister;
	enum bh_store_way way = BH_STORE_LOOK;
	int fd, r;

	if (l->dir != NULL)
		way = l->dir(l->arg, bh_buf_of(&w->key), depth);
	if (way == BH_STORE_SKIP)
		return 0;
	if (way == BH_STORE_ASSUME && depth == BH_STORE_COMMIT) {
		bh_buf_z(&w->key, "clean.json");
		return l->key(l->arg, bh_buf_of(&w->key), w->err);
	}
	w->key.p[w->key.n - 1] = '\0';	/* "link/" would be followed */
	fd = openat(dir, w->key.p + name, O_RDONLY | O_DIRECTORY | O_CLOEXEC |
	    O_NOFOLLOW);
	w->key.p[w->key.n - 1] = '/';
	if (fd == -1)	/* gone, or no directory any more */
		return errno == ENOENT || errno == ENOTDIR || errno == ELOOP ?
		    0 : bh_fail_errno(w->err, "%s/%.*s", w->store->path,
		    BH_FMT(bh_buf_of(&w->key)));
	r = level(w, fd, depth);
	close(fd);
	return r;
}

/* May a directory whose parent is the first n bytes of the key hold keys? */
static bool
deeper(const struct walk *w, size_t n, enum bh_store_depth depth)
{
	static const char blessings[] = "/objects/blessings/";
	struct bh_str key = { w->key.p, n }, head;

	if (depth < BH_STORE_TRIPLE)
		return true;
	bh_str_cut(&key, '/', &head);
	bh_str_cut(&key, '/', &head);
	key.p--;	/* the '/' behind the project */
	key.n++;
	return depth < (bh_str_starts(key, bh_str_of(blessings)) ?
	    BH_STORE_TRIPLE : BH_STORE_COMMIT);
}

/* One entry of dir, whose key is w->key; name: its last segment. */
static int
visit(struct walk *w, int dir, size_t name, enum bh_store_depth depth,
    bool odd)
{
	const struct bh_store_lister *l = w->lister;
	struct bh_str key = bh_buf_of(&w->key);
	bool directory = key.p[key.n - 1] == '/';

	if (directory && deeper(w, name, depth))
		return descend(w, dir, name, depth + 1);
	if (odd || directory) {
		key.n -= directory;
		return l->odd == NULL ? 0 : l->odd(l->arg, key, w->err);
	}
	return l->key(l->arg, key, w->err);
}

/* Everything below the open directory dir, which is w->key. */
static int
level(struct walk *w, int dir, enum bh_store_depth depth)
{
	size_t names = w->names.n, entries = w->entries.n, i, last;
	size_t base = w->key.n;
	struct entry e;
	int r = 0;

	if (read_names(w, dir) == -1)
		r = bh_fail_errno(w->err, "%s/%.*s", w->store->path,
		    BH_FMT(bh_buf_of(&w->key)));
	i = entries / sizeof(e);
	for (last = count(w); i < last && r == 0; i++) {
		e = *entry(w, i);
		bh_buf_put(&w->key, w->names.p + e.at, e.n);
		r = visit(w, dir, base, depth, e.odd);
		w->key.n = base;
	}
	w->names.n = names;
	w->entries.n = entries;
	return r;
}

static void
walk_init(struct walk *w, const struct bh_store *s,
    const struct bh_store_lister *l, struct bh_err *err)
{
	*w = (struct walk){ .store = s, .lister = l, .names = BH_BUF_INIT,
	    .entries = BH_BUF_INIT, .key = BH_BUF_INIT, .err = err };
	w->block = bh_xmalloc(BLOCK);
}

static void
walk_free(struct walk *w)
{
	bh_buf_free(&w->names);
	bh_buf_free(&w->entries);
	bh_buf_free(&w->key);
	free(w->block);
}

/* Open a directory to list: 1, 0 where there is none, -1. */
static int
open_dir(const struct bh_store *s, const char *path, int *fd,
    struct bh_err *err)
{
	*fd = bh_store_beneath(s->root, path, O_RDONLY | O_DIRECTORY);
	if (*fd != -1)
		return 1;
	return errno == ENOENT || errno == ENOTDIR || errno == ELOOP ? 0 :
	    bh_fail_errno(err, "%s/%s", s->path, path);
}

int
bh_store_list(const struct bh_store *s, struct bh_str project,
    const struct bh_store_lister *l, struct bh_err *err)
{
	struct walk w;
	int fd, r;

	walk_init(&w, s, l, err);
	bh_buf_f(&w.key, "v1/%.*s/objects", BH_FMT(project));
	if (!bh_key_ok(bh_buf_of(&w.key)))
		r = bh_fail(err, BH_DATA, "invalid project '%.*s'",
		    BH_FMT(project));
	else {
		bh_buf_c(&w.key, '\0');
		r = open_dir(s, w.key.p, &fd, err);
		w.key.p[w.key.n - 1] = '/';
		if (r == 1) {
			r = level(&w, fd, BH_STORE_PROJECT);
			close(fd);
		}
	}
	walk_free(&w);
	return r;
}

int
bh_store_projects(const struct bh_store *s, struct bh_arena *a,
    struct bh_str **names, size_t *n, struct bh_err *err)
{
	struct walk w;
	struct entry e;
	size_t i, cap = 0;
	int fd, r;

	*names = NULL;
	*n = 0;
	walk_init(&w, s, NULL, err);
	if ((r = open_dir(s, "v1", &fd, err)) == 1) {
		if ((r = read_names(&w, fd)) == -1)
			bh_fail_errno(err, "%s/v1", s->path);
		close(fd);
	}
	for (i = 0; i < count(&w) && r != -1; i++) {
		e = *entry(&w, i);
		if (w.names.p[e.at + e.n - 1] != '/')
			continue;
		*names = bh_more(a, *names, *n, &cap, sizeof(**names));
		(*names)[(*n)++] = bh_str_dup(a, (struct bh_str){
		    w.names.p + e.at, e.n - 1 });
	}
	walk_free(&w);
	return r;
}
