#include "edge/current.h"

#include <string.h>

#include "compute/pool.h"
#include "edge/json_record.h"
#include "edge/runscan.h"
#include "edge/token.h"
#include "io/file.h"
#include "model/key.h"

enum { LARGEST = 1 << 30 };

/* --- the context of a run, decoded strictly ---------------------------------- */

struct context {
	struct bh_str	observed, version, where;
	struct bh_str	commit, triple, fingerprint;
	bool		dirty;
	long		best_of;
};

static const struct bh_member git_members[] = {
	BH_M(struct context, "commit", STR, 0, commit),
	BH_M(struct context, "dirty", BOOL, BH_MUST, dirty),
};
static const struct bh_shape git = BH_SHAPE(struct context, "git",
    git_members);

static const struct bh_member toolchain_members[] = {
	BH_M(struct context, "target_triple", STR, 0, triple),
};
static const struct bh_shape toolchain = BH_SHAPE(struct context,
    "toolchain", toolchain_members);

static const struct bh_member machine_members[] = {
	BH_M(struct context, "fingerprint", STR, 0, fingerprint),
};
static const struct bh_shape machine = BH_SHAPE(struct context, "machine",
    machine_members);

#define M(...)	BH_M(struct context, __VA_ARGS__)
static const struct bh_member context_members[] = {
	M("observation", STR, 0, observed),
	M("observed_at", STR, 0, observed),
	M("env", OWN, 0, where, .by = &bh_json_object),
	M("environment", OWN, 0, where, .by = &bh_json_object),
	BH_M0("git", OBJECT, BH_MUST, .by = &git),
	BH_M0("toolchain", OBJECT, BH_MUST, .by = &toolchain),
	M("tool_version", STR, BH_MUST, version),
	BH_M0("machine", OBJECT, 0, .by = &machine),
	M("best_of", LONG, BH_MUST, best_of),
};
static const struct bh_shape context_shape = BH_SHAPE(struct context,
    "context", context_members);
#undef M

static bool
context(struct bh_tok *t, void *at)
{
	struct context *c = at;

	if (!bh_shape_read(t, &context_shape, c))
		return false;
	if (c->observed.p == NULL || c->where.p == NULL || c->best_of < 1)
		return bh_tok_fail(t, "context lacks a member it must have");
	return !c->dirty || bh_tok_fail(t, "run of a dirty tree");
}

/* --- results ---------------------------------------------------------------------- */

/* Their members are closed, those of metrics are not (they may say more). */
static bool
some(struct bh_tok *t, void *at)
{
	size_t n = 0;

	(void)at;
	if (bh_tok_peek(t) != BH_TOK_ARRAY)
		return bh_tok_skip(t);
	bh_tok_arr(t);
	for (; bh_tok_elem(t); n++)
		bh_tok_skip(t);
	return n > 0 || bh_tok_fail(t, "result without metrics");
}

static const struct bh_own skipped = { NULL, NULL };
static const struct bh_own some_metrics = { some, NULL };
static const struct bh_member result_members[] = {
	BH_M0("id", OWN, 0, .by = &skipped),
	BH_M0("metrics", OWN, 0, .by = &some_metrics),
};
static const struct bh_shape result = { .record = "result",
    .member = result_members, .n = 2,
    .closed = "unknown member of a result" };

static bool
results(struct bh_tok *t, void *at)
{
	size_t n = 0;

	bh_tok_arr(t);
	for (; bh_tok_elem(t); n++)
		bh_shape_read(t, &result, at);
	return n > 0 || bh_tok_fail(t, "run without results");
}

/* --- a run ------------------------------------------------------------------------ */

struct run {
	struct bh_str	engine;
	struct context	context;
};

static const struct bh_own own_context = { context, NULL };
static const struct bh_own own_results = { results, NULL };
static const struct bh_member run_members[] = {
	BH_M(struct run, "engine", STR, BH_MUST, engine),
	BH_M(struct run, "context", OWN, BH_MUST, context,
	    .by = &own_context),
	BH_M0("results", OWN, BH_MUST, .by = &own_results),
};
static const struct bh_shape run_shape = BH_SHAPE(struct run, "run",
    run_members, .closed = "unknown member of a run");

static void
run(struct bh_tok *t, struct bh_current_run *r, struct context *c)
{
	struct run x = { .engine = BH_STR_NONE };
	const char *from;
	int e;

	bh_tok_peek(t);
	from = t->p;
	if (!bh_shape_read(t, &run_shape, &x))
		return;
	if ((e = bh_engine_of(x.engine)) == -1) {
		bh_tok_fail(t, "unknown engine");
		return;
	}
	r->engine = (enum bh_engine)e;
	r->text = (struct bh_str){ from, (size_t)(t->p - from) };
	*c = x.context;
}

/* --- the document ------------------------------------------------------------------ */

static bool
hex(struct bh_str s, size_t n)
{
	size_t i;

	for (i = 0; i < s.n; i++)
		if (strchr("0123456789abcdef", s.p[i]) == NULL ||
		    s.p[i] == '\0')
			return false;
	return s.n == n;
}

static void
check_run(struct bh_tok *t, const struct bh_current *c, size_t i,
    const struct context *x)
{
	size_t k;

	for (k = 0; k < i; k++)
		if (c->run[k].engine == c->run[i].engine)
			bh_tok_fail(t, "an engine twice");
	if (!bh_str_eq(x->commit, c->commit))
		bh_tok_fail(t, "run of another commit");
	else if (!bh_str_eq(bh_key_sanitize(t->arena, x->triple), c->triple))
		bh_tok_fail(t, "run of another target triple");
	else if (!bh_str_eq(x->fingerprint, c->machine))
		bh_tok_fail(t, "run of another machine");
}

/* A document, and what its runs say of their context. */
struct document {
	struct bh_current c;
	struct context	*x;
	long		version;
};

static bool
runs(struct bh_tok *t, void *at)
{
	struct document *d = at;
	struct bh_current *c = &d->c;
	size_t cap = 0, xcap = 0;

	c->nrun = 0;
	bh_tok_arr(t);
	while (bh_tok_elem(t)) {
		c->run = bh_more(t->arena, c->run, c->nrun, &cap,
		    sizeof(*c->run));
		d->x = bh_more(t->arena, d->x, c->nrun, &xcap, sizeof(*d->x));
		run(t, &c->run[c->nrun], &d->x[c->nrun]);
		if (!bh_tok_ok(t))
			break;
		c->nrun++;
	}
	return bh_tok_ok(t);
}

static const struct bh_own own_runs = { runs, NULL };

#define M(...)	BH_M(struct document, __VA_ARGS__)
static const struct bh_member document_members[] = {
	M("version", LONG, BH_MUST, version),
	M("project", STR, BH_MUST, c.project),
	M("commit", STR, BH_MUST, c.commit),
	M("target_triple", STR, BH_MUST, c.triple),
	M("machine_key", STR, BH_MUST, c.machine),
	BH_M0("runs", OWN, BH_MUST, .by = &own_runs),
};
static const struct bh_shape document_shape = BH_SHAPE(struct document,
    "collection", document_members, .closed = "unknown member");
#undef M

static bool
sanitized(struct bh_arena *a, struct bh_str s)
{
	return s.n > 0 && bh_str_eq(bh_key_sanitize(a, s), s);
}

static void
check(struct bh_tok *t, struct document *d)
{
	struct bh_current *c = &d->c;
	size_t i;

	if (d->version != 1)
		bh_tok_fail(t, "version is not 1");
	else if (!sanitized(t->arena, c->project) ||
	    !sanitized(t->arena, c->triple))
		bh_tok_fail(t, "project or target_triple not sanitized");
	else if (!hex(c->commit, 40) && !hex(c->commit, 64))
		bh_tok_fail(t, "commit is no full id");
	else if (!hex(c->machine, 16))
		bh_tok_fail(t, "machine_key is not of 16 digits");
	for (i = 0; i < c->nrun; i++) {
		check_run(t, c, i, &d->x[i]);
		c->run[i].set = bh_strf(t->arena, "%s/%.*s/%.*s",
		    bh_engine_name(c->run[i].engine), BH_FMT(c->triple),
		    BH_FMT(c->machine));
	}
}

static void
document(struct bh_tok *t, struct bh_current *c)
{
	struct document d = { .version = 0 };

	if (!bh_shape_read(t, &document_shape, &d))
		return;
	check(t, &d);
	*c = d.c;
}

int
bh_current_read(const char *path, struct bh_arena *a, struct bh_current *c,
    struct bh_err *err)
{
	struct bh_buf b = BH_BUF_INIT;
	struct bh_str text;
	struct bh_tok t;
	int r;

	*c = (struct bh_current){ 0 };
	r = bh_file_read_user(path, LARGEST, &b, err);
	text = bh_str_dup(a, bh_buf_of(&b));
	bh_buf_free(&b);
	if (r == 1)
		return bh_fail(err, BH_SYS, "%s: no such file", path);
	if (r == -1)
		return -1;
	bh_tok_init(&t, text, a);
	document(&t, c);
	if (bh_tok_done(&t))
		return 0;
	bh_tok_err(&t, err);
	return bh_err_at(err, "%s", path);
}

/* --- several ------------------------------------------------------------------------ */

struct unique {
	struct bh_pool	pool;
	size_t		set;
	long		metrics;
};

static int
once(void *ctx, struct bh_run_scan *s, struct bh_err *err)
{
	struct unique *u = ctx;
	struct bh_pool_bench *b;
	struct bh_arena a = BH_ARENA_INIT;
	struct bh_obs o = { .rank = 0 };
	bool fresh;
	size_t i;

	b = bh_pool_bench(&u->pool, u->set, s->id, &fresh);
	for (i = 0; i < s->nmetric; i++) {
		if (b->chain[s->metric[i].kind] != NULL) {
			bh_fail(err, BH_DATA, "%.*s %s is measured twice",
			    BH_FMT(bh_id_join(&a, s->id)),
			    bh_kind_name(s->metric[i].kind));
			bh_arena_free(&a);
			return -1;
		}
		o.value = s->metric[i].value;
		bh_pool_add(&u->pool, b, s->metric[i].kind, &o);
		u->metrics++;
	}
	return 0;
}

static size_t
set_number(const struct bh_current *c, size_t file, size_t run)
{
	size_t i, k, n = 0;

	for (i = 0; i <= file; i++)
		for (k = 0; k < c[i].nrun; k++, n++)
			if (bh_str_eq(c[i].run[k].set, c[file].run[run].set))
				return n;
	return n;
}

static int
check_all(const struct bh_current *c, struct bh_strs paths,
    struct unique *u, struct bh_run_scan *s, struct bh_err *err)
{
	size_t i, k;

	for (i = 0; i < paths.n; i++) {
		if (!bh_str_eq(c[i].project, c[0].project) ||
		    !bh_str_eq(c[i].commit, c[0].commit))
			return bh_fail(err, BH_DATA, "%.*s: of another project "
			    "or commit than %.*s", BH_FMT(paths.v[i]),
			    BH_FMT(paths.v[0]));
		for (k = 0; k < c[i].nrun; k++) {
			u->set = set_number(c, i, k);
			if (bh_run_scan(s, c[i].run[k].text, once, u,
			    err) == -1)
				return bh_err_at(err, "%.*s",
				    BH_FMT(paths.v[i]));
			if (s->unknown > 0 || s->repeated > 0)
				return bh_fail(err, BH_DATA, "%.*s: a metric "
				    "kind unknown or twice",
				    BH_FMT(paths.v[i]));
		}
	}
	if (u->metrics == 0)
		return bh_fail(err, BH_DATA, "%.*s: no measurement",
		    BH_FMT(paths.v[0]));
	return 0;
}

int
bh_current_read_all(struct bh_strs paths, struct bh_arena *a,
    struct bh_current *c, struct bh_err *err)
{
	struct bh_run_scan s = BH_RUN_SCAN_INIT;
	struct unique u = { .set = 0 };
	size_t i;
	int r;

	for (i = 0; i < paths.n; i++)
		if (bh_current_read(bh_str_z(a, paths.v[i]), a, &c[i],
		    err) == -1)
			return -1;
	bh_pool_init(&u.pool, 0);
	r = check_all(c, paths, &u, &s, err);
	bh_pool_free(&u.pool);
	bh_run_scan_free(&s);
	return r;
}
