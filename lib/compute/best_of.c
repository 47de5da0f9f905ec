#include "compute/best_of.h"

#include <stdlib.h>

#include "base/num.h"

/*
 * Results sorted by engine, id and run, so that those of one benchmark are a
 * slice; start is where that of a result begins.
 */
struct table {
	const struct bh_result *v;
	size_t		 n;
	long		 runs;
	const struct bh_result **sorted;
	size_t		*start;
};

static int
cmp(const void *va, const void *vb, void *ctx)
{
	const struct bh_result *v = ctx;
	size_t x = *(const size_t *)va, y = *(const size_t *)vb;
	int c = bh_str_cmp(v[x].engine, v[y].engine);

	if (c == 0)
		c = bh_id_cmp(v[x].id, v[y].id);
	if (c == 0)
		c = (v[x].rep > v[y].rep) - (v[x].rep < v[y].rep);
	return c != 0 ? c : (x > y) - (x < y);
}

static bool
same(const struct bh_result *x, const struct bh_result *y)
{
	return bh_str_eq(x->engine, y->engine) &&
	    bh_id_cmp(x->id, y->id) == 0;
}

static int
fail(struct bh_arena *a, const struct bh_result *r, const char *what,
    struct bh_str kind, long run, struct bh_err *err)
{
	return bh_fail(err, BH_DATA, "%.*s: %.*s%s%.*s: %s run %ld",
	    BH_FMT(r->engine), BH_FMT(bh_id_join(a, r->id)),
	    kind.n > 0 ? ": " : "", BH_FMT(kind), what, run);
}

static int
missing(struct bh_arena *a, const struct bh_result *r, struct bh_str kind,
    long run, struct bh_err *err)
{
	return fail(a, r, "missing from", kind, run, err);
}

static int
build(struct bh_arena *a, struct table *t, struct bh_err *err)
{
	size_t *order = bh_calloc(a, t->n, sizeof(*order)), i, start = 0;
	const struct bh_result *r;

	t->sorted = bh_calloc(a, t->n, sizeof(*t->sorted));
	t->start = bh_calloc(a, t->n, sizeof(*t->start));
	for (i = 0; i < t->n; i++)
		order[i] = i;
	qsort_r(order, t->n, sizeof(*order), cmp, (void *)t->v);
	for (i = 0; i < t->n; i++) {
		r = t->sorted[i] = &t->v[order[i]];
		if (i > 0 && !same(t->sorted[i - 1], r))
			start = i;
		else if (i > 0 && t->sorted[i - 1]->rep == r->rep)
			return fail(a, r, "twice in", BH_STR_NONE, r->rep,
			    err);
		t->start[order[i]] = start;
	}
	return 0;
}

/* The same benchmark in a run, or NULL. */
static const struct bh_result *
in_run(const struct table *t, size_t i, long run)
{
	size_t low = t->start[i], high, mid;

	/* at most one a run, so not behind the run-th; see build */
	high = t->n - low < (size_t)run ? t->n : low + (size_t)run;
	while (low < high) {
		mid = low + (high - low) / 2;
		if (!same(t->sorted[mid], &t->v[i]) ||
		    t->sorted[mid]->rep > run)
			high = mid;
		else if (t->sorted[mid]->rep < run)
			low = mid + 1;
		else
			return t->sorted[mid];
	}
	return NULL;
}

/* By run, in the order of input: what one lacks, then what it has besides. */
static int
check_cases(struct bh_arena *a, const struct table *t, struct bh_err *err)
{
	size_t *order = bh_calloc(a, t->n, sizeof(*order)), i, n = 0;
	long run;

	for (i = 0; i < t->n; i++)
		if (t->v[i].rep == 1)
			order[n++] = i;
	for (run = 2; run <= t->runs; run++)
		for (i = 0; i < n; i++)
			if (in_run(t, order[i], run) == NULL)
				return missing(a, &t->v[order[i]],
				    BH_STR_NONE, run, err);
	for (i = 0; i < t->n; i++)
		if (in_run(t, i, 1) == NULL)
			return missing(a, &t->v[i], BH_STR_NONE, 1, err);
	return 0;
}

static const struct bh_metric *
metric_of(const struct bh_result *r, struct bh_str kind)
{
	size_t i;

	for (i = 0; i < r->nmetric; i++)
		if (bh_str_eq(r->metric[i].kind, kind))
			return &r->metric[i];
	return NULL;
}

static int
check_kinds(struct bh_arena *a, const struct bh_result *ref,
    const struct bh_result *r, struct bh_err *err)
{
	size_t i;

	for (i = 0; i < ref->nmetric; i++)
		if (metric_of(r, ref->metric[i].kind) == NULL)
			return missing(a, ref, ref->metric[i].kind, r->rep,
			    err);
	for (i = 0; i < r->nmetric; i++)
		if (metric_of(ref, r->metric[i].kind) == NULL)
			return missing(a, ref, r->metric[i].kind, 1, err);
	return 0;
}

static int
value_of(const struct bh_metric *m, double *v, struct bh_err *err)
{
	return bh_num_read(m->value, v) ? 0 :
	    bh_fail(err, BH_DATA, "%.*s: value is not finite",
	    BH_FMT(m->kind));
}

static int
reduce(struct bh_arena *a, const struct table *t, size_t at,
    struct bh_best *b, struct bh_err *err)
{
	const struct bh_result *ref = &t->v[at];
	const struct bh_metric *m;
	double best, v;
	size_t i;
	long run;

	b->run = &t->sorted[t->start[at]];
	b->result = *ref;
	b->result.rep = 0;
	b->result.metric = bh_calloc(a, ref->nmetric, sizeof(*m));
	b->kept = bh_calloc(a, ref->nmetric, sizeof(*b->kept));
	for (i = 0; i < ref->nmetric; i++)
		for (run = 1; run <= t->runs; run++) {
			m = metric_of(b->run[run - 1], ref->metric[i].kind);
			if (value_of(m, &v, err) == -1)
				return -1;
			if (run > 1 && v >= best)
				continue;
			best = v;
			b->result.metric[i] = *m;
			b->kept[i] = run;
		}
	return 0;
}

/* What no list can show without a run: one that nothing came from. */
static int
check_runs(struct bh_arena *a, const struct bh_result *v, size_t n,
    long *runs, struct bh_err *err)
{
	bool *seen = bh_calloc(a, n + 2, sizeof(*seen));
	long run, most = 0;
	size_t i;

	for (i = 0; i < n; i++) {
		if (v[i].rep > most)
			most = v[i].rep;
		if ((size_t)v[i].rep <= n)
			seen[v[i].rep] = true;
	}
	if (*runs == 0)
		*runs = most;
	if (most > *runs)
		return bh_fail(err, BH_DATA, "run %ld of %ld", most, *runs);
	for (run = 1; run <= *runs && n > 0; run++)
		if ((size_t)run > n || !seen[run])
			return missing(a, &v[0], BH_STR_NONE, run, err);
	return 0;
}

int
bh_best_of(struct bh_arena *a, const struct bh_result *v, size_t n,
    long runs, struct bh_best_of *out, struct bh_err *err)
{
	struct table t = { .v = v, .n = n };
	size_t i;
	long run;

	*out = (struct bh_best_of){ .v = NULL };
	if (n == 0)
		return 0;
	if (check_runs(a, v, n, &runs, err) == -1)
		return -1;
	t.runs = out->runs = runs;
	if (build(a, &t, err) == -1 || check_cases(a, &t, err) == -1)
		return -1;
	out->v = bh_calloc(a, n / (size_t)runs, sizeof(*out->v));
	for (run = 2; run <= runs; run++)
		for (i = 0; i < n; i++)
			if (v[i].rep == 1 && check_kinds(a, &v[i],
			    in_run(&t, i, run), err) == -1)
				return -1;
	for (i = 0; i < n; i++)
		if (v[i].rep == 1 &&
		    reduce(a, &t, i, &out->v[out->n++], err) == -1)
			return -1;
	return 0;
}
