#include "edge/hist.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/log.h"

/* --- commits by id -------------------------------------------------------- */

static size_t
slot_of(const struct bh_hist *h, struct bh_str hex)
{
	size_t i = (size_t)bh_fnv1a(hex) & (h->nslot - 1);

	while (h->slot[i] != NULL &&
	    !bh_str_eq(bh_str_of(h->slot[i]->hex), hex))
		i = (i + 1) & (h->nslot - 1);
	return i;
}

struct bh_hist_commit *
bh_hist_find(const struct bh_hist *h, struct bh_str hex)
{
	return h->nslot == 0 ? NULL : h->slot[slot_of(h, hex)];
}

/* Know the commits of l too. */
static void
know(struct bh_hist *h, const struct bh_hist_list *l)
{
	struct bh_hist_commit **old = h->slot;
	size_t nold = h->nslot, i;

	if ((h->nused + l->n) * 2 >= h->nslot) {
		if (h->nslot == 0)
			h->nslot = 1024;
		while ((h->nused + l->n) * 2 >= h->nslot)
			h->nslot *= 2;
		h->slot = bh_calloc(h->a, h->nslot, sizeof(*h->slot));
		for (i = 0; i < nold; i++)
			if (old[i] != NULL)
				h->slot[slot_of(h, bh_str_of(old[i]->hex))] =
				    old[i];
	}
	for (i = 0; i < l->n; i++)
		h->slot[slot_of(h, bh_str_of(l->v[i]->hex))] = l->v[i];
	h->nused += l->n;
}

void
bh_hist_list_add(struct bh_hist *h, struct bh_hist_list *l, const char *hex,
    int64_t time, struct bh_str title)
{
	struct bh_hist_commit *c = bh_alloc(h->a, sizeof(*c));

	*c = (struct bh_hist_commit){ hex, time, title.p == NULL ?
	    BH_STR("") : bh_str_dup(h->a, title), -1, -1 };
	l->v = bh_more(h->a, l->v, l->n, &l->cap, sizeof(*l->v));
	l->v[l->n++] = c;
}

/* --- lines ---------------------------------------------------------------- */

static int
context_line(struct bh_hist *h, struct bh_hist_topo *t, struct bh_err *err)
{
	struct bh_hist_list l = { NULL, 0, 0 };
	struct bh_hist_commit *meet;
	size_t i;

	if (bh_hist_walk(h, t->context, &l, &meet, err) == -1)
		return -1;
	know(h, &l);
	t->line = (struct bh_hist_line){ bh_calloc(h->a, l.n,
	    sizeof(*t->line.v)), l.n };
	for (i = 0; i < l.n; i++) {
		t->line.v[i] = l.v[l.n - 1 - i];
		t->line.v[i]->topo = (int32_t)i;
	}
	return 0;
}

/* As far as it is not the context line's too; meet: its newest that is. */
static int
base_line(struct bh_hist *h, struct bh_hist_topo *t, long *meet,
    struct bh_err *err)
{
	struct bh_hist_list l = { NULL, 0, 0 };
	struct bh_hist_commit *c;
	struct bh_hist_line *b = &t->base_line;
	size_t i, shared;

	if (bh_hist_walk(h, t->base, &l, &c, err) == -1)
		return -1;
	know(h, &l);
	*meet = c == NULL ? -1 : c->topo;
	shared = (size_t)(*meet + 1);
	*b = (struct bh_hist_line){ bh_calloc(h->a, shared + l.n,
	    sizeof(*b->v)), shared + l.n };
	for (i = 0; i < b->n; i++) {
		b->v[i] = i < shared ? t->line.v[i] : l.v[b->n - 1 - i];
		b->v[i]->base_topo = (int32_t)i;
	}
	return 0;
}

bool
bh_hist_is_cut(const struct bh_hist *h, const struct bh_hist_line *l)
{
	struct bh_str rest = h->cut, line;

	while (rest.n > 0) {
		bh_str_cut(&rest, '\n', &line);
		if (bh_str_is(bh_str_trim(line), l->v[0]->hex))
			return true;
	}
	return false;
}

/* --- refs ----------------------------------------------------------------- */

static int
context(struct bh_hist *h, const char *ref, struct bh_hist_topo *t,
    struct bh_err *err)
{
	const char *head;
	int r;

	t->context_ref = ref != NULL ? ref : "HEAD";
	r = bh_hist_resolve(h, t->context_ref, &t->context, err);
	if (r != 0)
		return bh_err_at(err, "context");
	if (ref == NULL) {
		t->context_is_head = true;
		return 0;
	}
	if ((r = bh_hist_resolve(h, "HEAD", &head, err)) == -1)
		return -1;
	t->context_is_head = r == 0 && strcmp(head, t->context) == 0;
	return 0;
}

/* The branch of that name, here or at origin: 0 found, 1, -1 */
static int
branch(struct bh_hist *h, struct bh_str name, const char *how,
    struct bh_hist_topo *t, struct bh_err *err)
{
	static const char *const where[] = { "refs/heads/",
	    "refs/remotes/origin/" };
	size_t i;
	int r = 1;

	for (i = 0; i < 2 && r == 1; i++)
		r = bh_hist_resolve(h, bh_strf(h->a, "%s%.*s", where[i],
		    BH_FMT(name)).p, &t->base, err);
	if (r == 0) {
		t->base_ref = bh_str_z(h->a, name);
		t->how = how;
	}
	return r;
}

static int
configured(struct bh_hist *h, struct bh_str name, struct bh_hist_topo *t,
    struct bh_err *err)
{
	int r;

	if (name.p == NULL)
		return 1;
	r = branch(h, name, "config", t, err);
	if (r == 1) {	/* "origin/main", a tag */
		t->base_ref = bh_str_z(h->a, name);
		t->how = "config";
		r = bh_hist_resolve(h, t->base_ref, &t->base, err);
	}
	if (r == 1)
		bh_warn("project.defaultBranch: '%.*s' names no commit",
		    BH_FMT(name));
	return r;
}

static int
detect(struct bh_hist *h, struct bh_str config, struct bh_hist_topo *t,
    struct bh_err *err)
{
	struct bh_str name;
	int r;

	if ((r = configured(h, config, t, err)) != 1)
		return r;
	if (bh_hist_origin_head(h, &name, err) == -1)
		return -1;
	if (name.n > 0 && (r = branch(h, name, "origin-head", t, err)) != 1)
		return r;
	if ((r = branch(h, BH_STR("main"), "main", t, err)) != 1 ||
	    (r = branch(h, BH_STR("master"), "master", t, err)) != 1)
		return r;
	return bh_fail(err, BH_SYS, "base_unavailable: no base for %s (%s): "
	    "neither project.defaultBranch, origin/HEAD, main nor master names "
	    "a commit: in a shallow clone fetch more (git fetch --unshallow, "
	    "fetch-depth: 0), else give --base or set project.defaultBranch",
	    t->context_ref, t->context);
}

static int
base(struct bh_hist *h, const char *ref, struct bh_str config,
    struct bh_hist_topo *t, struct bh_err *err)
{
	const char *other;
	char why[256];

	if (ref == NULL)
		return detect(h, config, t, err);
	t->base_ref = ref;
	t->how = "option";
	if (bh_hist_resolve(h, ref, &t->base, err) == 0)
		return 0;
	snprintf(why, sizeof(why), "%.255s", err->msg);
	if (bh_hist_resolve(h, bh_strf(h->a, "refs/remotes/origin/%s",
	    ref).p, &other, err) == 0)
		return bh_fail(err, BH_SYS, "base_unavailable: --base for %s "
		    "(%s): %s, but origin/%s is one", t->context_ref,
		    t->context, why, ref);
	return bh_fail(err, BH_SYS, "base_unavailable: --base for %s (%s): "
	    "%s: in a shallow clone fetch more (git fetch --unshallow, "
	    "fetch-depth: 0), else give another --base", t->context_ref,
	    t->context, why);
}

int
bh_hist_unrelated(const struct bh_hist_topo *t, struct bh_err *err)
{
	return bh_fail(err, BH_SYS, "merge_base_unavailable: %s (%s) and base "
	    "%s (%s) have no common ancestor here: most likely a shallow "
	    "clone: fetch more (git fetch --unshallow, fetch-depth: 0); %s",
	    t->context_ref, t->context, t->base_ref, t->base,
	    strcmp(t->how, "option") == 0 ?
	    "in a complete history the --base given is unrelated" :
	    "or give --base or set project.defaultBranch");
}

int
bh_hist_topo(struct bh_hist *h, const char *context_ref,
    const char *base_ref, struct bh_str config, struct bh_hist_topo *t,
    struct bh_err *err)
{
	long meet;
	int r;

	*t = (struct bh_hist_topo){ .fork = -1 };
	if (context(h, context_ref, t, err) != 0 ||
	    base(h, base_ref, config, t, err) != 0 ||
	    context_line(h, t, err) == -1 ||
	    base_line(h, t, &meet, err) == -1)
		return -1;
	t->fork = meet;
	if ((size_t)meet + 1 == t->line.n ||	/* the tip is one */
	    (meet >= 0 && (size_t)meet + 1 == t->base_line.n))
		return 0;	/* the base is on the line: none above it is */
	if (meet == -1) {
		if ((r = bh_hist_related(h, t->context, t->base, err)) == -1 &&
		    h->cut.n == 0)
			return -1;
		if (r != 1) {
			t->unrelated = true;
			return 0;
		}
	}
	return bh_hist_fork(h, &t->line, t->base, &t->fork, err);
}

/* --- untracked files ------------------------------------------------------ */

static bool
is_below(struct bh_str path, struct bh_str dir)
{
	return path.n > dir.n && bh_str_starts(path, dir) &&
	    (path.p[dir.n] == '/' || dir.p[dir.n - 1] == '/');
}

/* 1 path lies in an exception, -1 an exception lies in path, 0 neither */
static int
relation(struct bh_str path, const struct bh_str *except, size_t nexcept)
{
	int r = 0;
	size_t i;

	for (i = 0; i < nexcept; i++) {
		if (bh_str_eq(path, except[i]) || is_below(path, except[i]))
			return 1;
		if (is_below(except[i], path))
			r = -1;
	}
	return r;
}

static bool any_file(struct bh_str, const struct bh_str *, size_t, int);

/* Is there a file in the directory that is in no exception? */
static bool
any_below(struct bh_str dir, const struct bh_str *except, size_t nexcept,
    int depth)
{
	struct bh_arena a = BH_ARENA_INIT;
	const struct dirent *e;
	bool found = false;
	DIR *d;

	if ((d = opendir(bh_str_z(&a, dir))) == NULL)
		found = true;
	while (!found && (e = readdir(d)) != NULL)
		if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
			found = any_file(bh_strf(&a, "%.*s/%s", BH_FMT(dir),
			    e->d_name), except, nexcept, depth + 1);
	if (d != NULL)
		closedir(d);
	bh_arena_free(&a);
	return found;
}

static bool
any_file(struct bh_str path, const struct bh_str *except, size_t nexcept,
    int depth)
{
	int r = relation(path, except, nexcept);
	struct stat st;

	if (r == 1)
		return false;
	if (depth > 100 || lstat(path.p, &st) == -1 || !S_ISDIR(st.st_mode))
		return true;
	return any_below(path, except, nexcept, depth);
}

bool
bh_hist_counts(const struct bh_hist *h, struct bh_str path,
    const struct bh_str *except, size_t nexcept)
{
	struct bh_arena a = BH_ARENA_INIT;
	struct bh_str full;
	bool counts;
	int r;

	if (path.n > 0 && path.p[path.n - 1] == '/')
		path.n--;
	full = bh_strf(&a, "%s/%.*s", h->top, BH_FMT(path));
	r = relation(full, except, nexcept);
	counts = r == 0 || (r == -1 && any_below(full, except, nexcept, 0));
	bh_arena_free(&a);
	return counts;
}

size_t
bh_hist_ours(struct bh_arena *a, struct bh_str top, struct bh_str store,
    struct bh_str except[2])
{
	const char *target = getenv("CARGO_TARGET_DIR");
	struct bh_str path[2] = { BH_STR("target"), store };
	char real[PATH_MAX];
	size_t i, n = 0;

	if (target != NULL && *target != '\0')
		path[0] = bh_str_of(target);
	if (path[0].p[0] != '/' && top.p != NULL)
		path[0] = bh_strf(a, "%.*s/%.*s", BH_FMT(top),
		    BH_FMT(path[0]));
	for (i = 0; i < 2; i++)
		if (path[i].n > 0 &&
		    realpath(bh_str_z(a, path[i]), real) != NULL)
			except[n++] = bh_str_dup(a, bh_str_of(real));
	return n;
}
