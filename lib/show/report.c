#include "show/report.h"

#include <stdlib.h>
#include <string.h>

static const unsigned needed = BH_WANT(BH_R_TOPOLOGY) |
    BH_WANT(BH_R_SELECTION) | BH_WANT(BH_R_CENSUS) |
    BH_WANT(BH_R_DETECTION) | BH_WANT(BH_R_COVERAGE);

/* --- sets -------------------------------------------------------------- */

static int
by_set(const void *a, const void *b)
{
	const struct bh_rset *x = a, *y = b;

	return bh_set_cmp(x->name, y->name);
}

static void
make_sets(struct bh_report *r)
{
	const struct bh_census *c = &r->g->census;
	struct bh_rset *s;
	size_t i;

	r->set = bh_calloc(&r->g->arena, c->nsets, sizeof(*r->set));
	for (i = 0; i < c->nsets; i++) {
		if (c->sets[i].series == 0)
			continue;	/* all of it left out: no set */
		s = &r->set[r->nset++];
		s->name = c->sets[i].set;
		s->part = bh_fmt_set(s->name);
		s->runs = c->sets[i].runs;
		s->series = c->sets[i].series;
	}
	if (r->nset > 1)
		qsort(r->set, r->nset, sizeof(*r->set), by_set);
}

static struct bh_rset *
find_set(const struct bh_report *r, struct bh_str name)
{
	struct bh_rset key = { .name = name };

	return r->nset == 0 ? NULL :
	    bsearch(&key, r->set, r->nset, sizeof(*r->set), by_set);
}

/* Counts by set and kind stand in the order of both. */
static int
put_kinds(struct bh_report *r, struct bh_err *err)
{
	const struct bh_coverage *c = &r->g->coverage;
	const struct bh_kind_count *k;
	struct bh_rset *s;

	for (k = c->kind; k < c->kind + c->nkind; k++) {
		if ((s = find_set(r, k->set)) == NULL)
			return bh_fail(err, BH_DATA,
			    "coverage: set %.*s is not in the census",
			    BH_FMT(k->set));
		if (s->nkind == 0)
			s->kind = k;
		else if (s->kind + s->nkind != k)
			return bh_fail(err, BH_DATA,
			    "coverage: two counts of set %.*s", BH_FMT(k->set));
		s->nkind++;
	}
	return 0;
}

static int
put_comparisons(struct bh_report *r, struct bh_err *err)
{
	const struct bh_comparison *c;
	struct bh_rset *s;
	size_t i;

	for (i = 0; i < r->g->ncomparison; i++) {
		c = &r->g->comparison[i];
		if ((s = find_set(r, c->set)) == NULL)
			return bh_fail(err, BH_DATA,
			    "comparison: set %.*s is not in the census",
			    BH_FMT(c->set));
		if (s->comparison != NULL)
			return bh_fail(err, BH_DATA,
			    "two comparisons of set %.*s", BH_FMT(c->set));
		s->comparison = c;
	}
	return 0;
}

/* --- findings ---------------------------------------------------------- */

static int
by_finding(const void *a, const void *b)
{
	const struct bh_hit *x = a, *y = b;

	return bh_finding_cmp(x->f, y->f);
}

static int
make_hit(struct bh_report *r, const struct bh_finding *f, struct bh_hit *h,
    struct bh_err *err)
{
	const struct bh_rset *s = find_set(r, f->set);

	h->f = f;
	h->id = bh_id_join(&r->g->arena, f->id);
	if (s == NULL)
		return bh_fail(err, BH_DATA,
		    "finding: set %.*s is not in the census", BH_FMT(f->set));
	h->set = (size_t)(s - r->set);
	if ((h->s = bh_gather_series(r->g, f->n)) == NULL)
		return bh_fail(err, BH_DATA, "finding: no series %ld", f->n);
	if (!bh_str_eq(h->s->set, f->set) || h->s->kind != f->kind ||
	    bh_id_cmp(h->s->id, f->id) != 0)
		return bh_fail(err, BH_DATA,
		    "finding: series %ld is of another name", f->n);
	if (r->branch && !f->has_branch)
		return bh_fail(err, BH_DATA, "finding: no branch range");
	h->gate = bh_gather_gates(r->g, f->n, &h->ngate);
	return 0;
}

/* Sort the findings of all lists apart, each in report order. */
static int
make_hits(struct bh_report *r, struct bh_err *err)
{
	const struct bh_coverage *c = &r->g->coverage;
	const struct bh_finding_rec *x;
	size_t i, n[BH_LISTS] = { 0 };
	int l;

	for (i = 0; i < r->g->nfinding; i++)
		n[r->g->finding[i].f.list] +=
		    r->g->finding[i].type == BH_R_FINDING;
	for (l = 0; l < BH_LISTS; l++) {
		if ((long)n[l] != c->findings[l])
			return bh_fail(err, BH_DATA,
			    "%zu findings of list %s, the account says %ld",
			    n[l], bh_list_name((enum bh_list)l),
			    c->findings[l]);
		r->hit[l] = bh_calloc(&r->g->arena, n[l], sizeof(**r->hit));
	}
	for (i = 0; i < r->g->nfinding; i++) {
		x = &r->g->finding[i];
		l = x->f.list;
		if (x->type != BH_R_FINDING ||
		    !bh_gather_wants(r->g, x->f.id, x->f.kind))
			continue;
		if (make_hit(r, &x->f, &r->hit[l][r->nhit[l]++], err) == -1)
			return -1;
	}
	for (l = 0; l < BH_LISTS; l++)
		if (r->nhit[l] > 1)
			qsort(r->hit[l], r->nhit[l], sizeof(**r->hit),
			    by_finding);
	return 0;
}

static void
put_lag(struct bh_report *r, struct bh_rset *set, const struct bh_series *s)
{
	if (!s->has_lag)
		return;
	set->lag = bh_more(&r->g->arena, set->lag, set->nlag, &set->caplag,
	    sizeof(*set->lag));
	set->lag[set->nlag++] =
	    (struct bh_lag){ s->lag_behind, s->lag_reason };
}

static int
by_lag(const void *a, const void *b)
{
	const struct bh_lag *x = a, *y = b;

	if (x->behind != y->behind)
		return (x->behind < y->behind) - (x->behind > y->behind);
	return (x->why > y->why) - (x->why < y->why);
}

/* In order, each once. */
static void
sort_lags(struct bh_rset *s)
{
	size_t i, k = 0;

	if (s->nlag < 2)
		return;
	if (s->nlag > 0)
		qsort(s->lag, s->nlag, sizeof(*s->lag), by_lag);
	for (i = 1; i < s->nlag; i++)
		if (by_lag(&s->lag[k], &s->lag[i]) != 0)
			s->lag[++k] = s->lag[i];
	s->nlag = k + 1;
}

/* Counts and lags of the sets, from the controlled list. */
static void
account(struct bh_report *r)
{
	const struct bh_hit *h;
	struct bh_rset *s;
	size_t i;

	for (i = 0; i < r->nhit[BH_LIST_FINDINGS]; i++) {
		h = &r->hit[BH_LIST_FINDINGS][i];
		s = &r->set[h->set];
		s->hit = bh_more(&r->g->arena, s->hit, s->nhit, &s->caphit,
		    sizeof(*s->hit));
		s->hit[s->nhit++] = h;
		s->regressions += h->f->regression;
		s->improvements += !h->f->regression;
		r->regressions += h->f->regression;
		r->improvements += !h->f->regression;
		put_lag(r, s, h->s);
	}
	for (i = 0; i < r->nset; i++)
		sort_lags(&r->set[i]);
}

static struct bh_str
notices(struct bh_gather *g, enum bh_rtype type)
{
	struct bh_buf b = BH_BUF_INIT;
	struct bh_str s;

	bh_gather_notices(g, type, &b);
	s = bh_str_dup(&g->arena, bh_buf_of(&b));
	bh_buf_free(&b);
	return s;
}

int
bh_report_make(struct bh_report *r, struct bh_gather *g, struct bh_err *err)
{
	memset(r, 0, sizeof(*r));
	r->g = g;
	if (bh_gather_need(g, needed, err) == -1 ||
	    bh_gather_index(g, err) == -1)
		return -1;
	r->branch = g->census.mode == BH_BRANCH;
	r->scan = g->method == BH_SCAN;
	r->tip_dirty = g->topology.tree_dirty && g->topology.context_is_head;
	make_sets(r);
	if (put_kinds(r, err) == -1 || put_comparisons(r, err) == -1 ||
	    make_hits(r, err) == -1)
		return -1;
	account(r);
	r->hint = notices(g, BH_R_HINT);
	r->warning = notices(g, BH_R_WARNING);
	return 0;
}

bool
bh_report_inside(const struct bh_report *r, const struct bh_hit *h)
{
	return r->set[h->set].comparison != NULL && h->f->branch.included;
}

void
bh_report_chart(const struct bh_report *r, const struct bh_hit *h,
    struct bh_chart *c)
{
	const struct bh_finding *f = h->f;
	const struct bh_topology *t = &r->g->topology;
	long at;

	if (r->branch) {
		bh_chart_branch(c, &f->baseline, &h->s->base, t->base_topo,
		    f->latest);
		return;
	}
	bh_chart_history(c, &h->s->points, t->tip_topo);
	at = f->topo >= 0 ? f->topo : bh_gather_topo(r->g, f->commit);
	if (f->method == BH_DRIFT) {
		bh_chart_at(c, bh_gather_topo(r->g, f->commit));
		at = bh_gather_topo(r->g, f->window_start);
	}
	if (at >= 0)
		bh_chart_at(c, at);
}
