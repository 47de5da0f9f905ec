/*
 * How often a base commit, put in the branch's place, would have moved as much:
 * one score for the branch, one for each base commit of a common cohort.
 */
#include <math.h>

#include "compute/excursion.h"
#include "compute/cohort.h"
#include "compute/fdr.h"
#include "compute/stat.h"

#define EDGE_SHARE	0.05	/* floor / share: least level moves count by */

/* A member as the scores need it. */
struct part {
	const struct bh_series *s;
	struct bh_finding *cand;
	struct bh_reading context;
	size_t	from;			/* regime start */
};

/* Reference-lane commits of the regime. */
static size_t
candidates(const struct part *p, int32_t *commit)
{
	size_t i, n = 0;

	for (i = p->from | 1; i < p->s->base.n; i += 2)
		commit[n++] = p->s->base.topo[i];
	return n;
}

/* The weight of one reading against its references; 0 inside. */
static double
weight(const struct part *p, const struct bh_reading *x,
    const struct bh_references *refs, struct bh_arena *tmp)
{
	struct bh_excursion e;

	if (!bh_excursion(x, refs, p->s->kind, NULL, tmp, &e))
		return 0;
	return fabs(e.excess) / fmax(fabs(e.edge),
	    bh_kind_floor(p->s->kind) / EDGE_SHARE);
}

/* The level at one base commit in the context's place. */
static double
turn(const struct part *p, int32_t commit, struct bh_arena *tmp)
{
	struct bh_references refs = { &p->s->base, p->from, p->from,
	    &p->context };
	struct bh_reading x;
	size_t lo = p->from, hi = p->s->base.n, mid;

	while (hi - lo > 1) {
		mid = lo + (hi - lo) / 2;
		if (p->s->base.topo[mid] <= commit)
			lo = mid;
		else
			hi = mid;
	}
	refs.skip = lo;
	x = bh_base_reading(&p->s->base, lo);
	return weight(p, &x, &refs, tmp);
}

static void
score(const struct part *part, const struct bh_cohort *f, struct bh_arena *a,
    struct bh_comparison *out)
{
	struct bh_arena tmp = BH_ARENA_INIT;
	const struct part *p;
	size_t i, k;

	out->evaluated = (long)f->ncommit;
	out->series = (long)f->nmember;
	out->has_scores = true;
	out->base_score = bh_calloc(a, f->ncommit, sizeof(*out->base_score));
	for (i = 0; i < f->nmember; i++) {
		p = &part[f->member[i]];
		out->branch_score += weight(p, &p->context,
		    &(struct bh_references){ &p->s->base, p->from, SIZE_MAX,
		    NULL }, &tmp);
		for (k = 0; k < f->ncommit; k++)
			out->base_score[k] += turn(p, f->commit[k], &tmp);
		if (p->cand != NULL)
			p->cand->branch.included = true;
		bh_arena_reset(&tmp);
	}
	out->branch_score = bh_stat_finite(out->branch_score);
	for (k = 0; k < f->ncommit; k++) {
		out->base_score[k] = bh_stat_finite(out->base_score[k]);
		out->at_least += out->base_score[k] >= out->branch_score;
	}
	bh_arena_free(&tmp);
}

bool
bh_comparison(struct bh_fdr_member *m, size_t n, long tip_topo,
    struct bh_arena *a, struct bh_comparison *out)
{
	struct part *part = bh_calloc(a, n + 1, sizeof(*part));
	const int32_t **list = bh_calloc(a, n + 1, sizeof(*list));
	size_t *len = bh_calloc(a, n + 1, sizeof(*len)), i, np = 0;
	struct bh_cohort f;
	struct part *p;
	int32_t *commit;

	*out = (struct bh_comparison){ .evaluated = 0 };
	for (i = 0; i < n; i++) {
		if (m[i].cand != NULL) {
			m[i].cand->branch.has_included = true;
			m[i].cand->branch.included = false;
		}
		if (!m[i].verdict->stable || m[i].series->base.n == 0)
			continue;
		p = &part[np];
		p->s = m[i].series;
		p->cand = m[i].cand;
		p->from = (size_t)m[i].verdict->start;
		if (!bh_context_reading(&p->s->points, tip_topo, a,
		    &p->context))
			continue;
		commit = bh_alloc(a, p->s->base.n * sizeof(*commit));
		len[np] = candidates(p, commit);
		list[np++] = commit;
	}
	if (!bh_cohort_find(list, len, np, a, &f))
		return false;
	out->set = part[0].s->set;
	score(part, &f, a, out);
	return true;
}
