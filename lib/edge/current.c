#include "edge/current.h"

#include <string.h>

#include "compute/pool.h"
#include "edge/runscan.h"
#include "edge/token.h"
#include "io/file.h"
#include "model/key.h"

enum { LARGEST = 1 << 30 };

/* --- the context of a run, decoded strictly ---------------------------------- */

struct context {
	struct bh_str	commit, triple, fingerprint;
	bool		observed, environment, git, toolchain, version, dirty,
			has_dirty, best_of;
};

static void
git(struct bh_tok *t, struct context *c)
{
	struct bh_str key;

	c->git = true;
	bh_tok_obj(t);
	while (bh_tok_member(t, &key))
		if (bh_str_is(key, "commit"))
			bh_tok_str(t, &c->commit);
		else if (bh_str_is(key, "dirty"))
			c->has_dirty = bh_tok_bool(t, &c->dirty);
		else
			bh_tok_skip(t);
}

/* The one string member of an object that is looked at. */
static void
one_string(struct bh_tok *t, const char *name, struct bh_str *s)
{
	struct bh_str key;

	bh_tok_obj(t);
	while (bh_tok_member(t, &key))
		if (bh_str_is(key, name))
			bh_tok_str(t, s);
		else
			bh_tok_skip(t);
}

static void
context_member(struct bh_tok *t, struct bh_str key, struct context *c)
{
	struct bh_str s;
	long v;

	if (bh_str_is(key, "observation") || bh_str_is(key, "observed_at"))
		c->observed = bh_tok_str(t, &s);
	else if (bh_str_is(key, "env") || bh_str_is(key, "environment"))
		c->environment = bh_tok_peek(t) == BH_TOK_OBJECT &&
		    bh_tok_skip(t);
	else if (bh_str_is(key, "git"))
		git(t, c);
	else if (bh_str_is(key, "toolchain")) {
		c->toolchain = true;
		one_string(t, "target_triple", &c->triple);
	} else if (bh_str_is(key, "tool_version"))
		c->version = bh_tok_str(t, &s);
	else if (bh_str_is(key, "machine"))
		one_string(t, "fingerprint", &c->fingerprint);
	else if (bh_str_is(key, "best_of"))
		c->best_of = bh_tok_long(t, &v) && v >= 1;
	else
		bh_tok_skip(t);
}

static void
context(struct bh_tok *t, struct context *c)
{
	struct bh_str key;

	*c = (struct context){ 0 };
	bh_tok_obj(t);
	while (bh_tok_member(t, &key))
		context_member(t, key, c);
	if (!c->observed || !c->environment || !c->git || !c->toolchain ||
	    !c->version || !c->best_of || !c->has_dirty)
		bh_tok_fail(t, "context lacks a member it must have");
	else if (c->dirty)
		bh_tok_fail(t, "run of a dirty tree");
}

/* --- results ---------------------------------------------------------------------- */

/* Results and metrics are closed, or not (a metric may say more). */
static void
check_result(struct bh_tok *t)
{
	struct bh_str key;

	bh_tok_obj(t);
	while (bh_tok_member(t, &key)) {
		if (!bh_str_is(key, "id") && !bh_str_is(key, "metrics"))
			bh_tok_fail(t, "unknown member of a result");
		if (bh_str_is(key, "metrics") &&
		    bh_tok_peek(t) == BH_TOK_ARRAY) {
			bh_tok_arr(t);
			if (!bh_tok_elem(t)) {
				bh_tok_fail(t, "result without metrics");
				return;
			}
			do
				bh_tok_skip(t);
			while (bh_tok_elem(t));
		} else
			bh_tok_skip(t);
	}
}

static void
check_results(struct bh_tok *t)
{
	size_t n = 0;

	bh_tok_arr(t);
	for (; bh_tok_elem(t); n++)
		check_result(t);
	if (n == 0)
		bh_tok_fail(t, "run without results");
}

static void
run(struct bh_tok *t, struct bh_current_run *r, struct context *c)
{
	bool have_context = false, have_results = false;
	struct bh_str key, s;
	const char *from;
	int e = -1;

	bh_tok_peek(t);
	from = t->p;
	bh_tok_obj(t);
	while (bh_tok_member(t, &key))
		if (bh_str_is(key, "engine")) {
			if (bh_tok_str(t, &s) && (e = bh_engine_of(s)) == -1)
				bh_tok_fail(t, "unknown engine");
		} else if (bh_str_is(key, "context")) {
			have_context = true;
			context(t, c);
		} else if (bh_str_is(key, "results")) {
			have_results = true;
			check_results(t);
		} else
			bh_tok_fail(t, "unknown member of a run");
	if (e == -1 || !have_context || !have_results)
		bh_tok_fail(t, "run without engine, context or results");
	else
		r->engine = (enum bh_engine)e;
	r->text = (struct bh_str){ from, (size_t)(t->p - from) };
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

static void
runs(struct bh_tok *t, struct bh_current *c, struct context **x)
{
	size_t cap = 0, xcap = 0;

	bh_tok_arr(t);
	while (bh_tok_elem(t)) {
		c->run = bh_more(t->arena, c->run, c->nrun, &cap,
		    sizeof(*c->run));
		*x = bh_more(t->arena, *x, c->nrun, &xcap, sizeof(**x));
		run(t, &c->run[c->nrun], &(*x)[c->nrun]);
		c->nrun++;
	}
}

static void
document(struct bh_tok *t, struct bh_current *c)
{
	struct context *x = NULL;
	bool have_runs = false;
	struct bh_str key;
	long version = 0;
	size_t i;

	bh_tok_obj(t);
	while (bh_tok_member(t, &key))
		if (bh_str_is(key, "version"))
			bh_tok_long(t, &version);
		else if (bh_str_is(key, "project"))
			bh_tok_str(t, &c->project);
		else if (bh_str_is(key, "commit"))
			bh_tok_str(t, &c->commit);
		else if (bh_str_is(key, "target_triple"))
			bh_tok_str(t, &c->triple);
		else if (bh_str_is(key, "machine_key"))
			bh_tok_str(t, &c->machine);
		else if (bh_str_is(key, "runs")) {
			have_runs = true;
			runs(t, c, &x);
		} else
			bh_tok_fail(t, "unknown member");
	if (!bh_tok_ok(t))
		return;
	if (version != 1)
		bh_tok_fail(t, "version is not 1");
	else if (!have_runs || c->project.n == 0 || c->triple.n == 0 ||
	    !bh_str_eq(bh_key_sanitize(t->arena, c->project), c->project) ||
	    !bh_str_eq(bh_key_sanitize(t->arena, c->triple), c->triple))
		bh_tok_fail(t, "project, target_triple or runs missing, or "
		    "not sanitized");
	else if (!hex(c->commit, 40) && !hex(c->commit, 64))
		bh_tok_fail(t, "commit is no full id");
	else if (!hex(c->machine, 16))
		bh_tok_fail(t, "machine_key is not of 16 digits");
	for (i = 0; i < c->nrun; i++) {
		check_run(t, c, i, &x[i]);
		c->run[i].set = bh_strf(t->arena, "%s/%.*s/%.*s",
		    bh_engine_name(c->run[i].engine), BH_FMT(c->triple),
		    BH_FMT(c->machine));
	}
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
check_all(const struct bh_current *c, struct bh_axis_values paths,
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
bh_current_read_all(struct bh_axis_values paths, struct bh_arena *a,
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
