/*
 * Branch verdicts as cargo-bench-history 0.5.0 gives them: the context against
 * the observed range of the base's current regime.
 */
#include "compute/compat.h"
#include "compute/excursion.h"
#include "compute/regime.h"
#include "compute/stat.h"

static void
unjudged(struct bh_verdict *v, enum bh_reason reason)
{
	v->outcome = BH_UNJUDGED;
	v->reason = reason;
}

static void
set_verdict(struct bh_verdict *v, const struct bh_points *base,
    const struct bh_regime *r, struct bh_arena *tmp)
{
	v->branch = true;
	v->start = (long)r->start;
	v->boundary = r->boundary;
	v->nboundary = r->nboundary;
	v->has_previous = r->has_previous;
	v->previous_low = r->previous_low;
	v->previous_high = r->previous_high;
	v->stable = bh_regime_stable(base->value + r->start,
	    base->n - r->start, tmp);
}

static struct bh_finding *
finding(const struct bh_judge *j, const struct bh_series *s,
    const struct bh_regime *r, const struct bh_reading *x,
    const struct bh_excursion *e, struct bh_arena *a, struct bh_arena *tmp)
{
	struct bh_finding *f = bh_candidate(a, s, BH_BRANCH_EXCURSION,
	    e->edge, x->value);
	const struct bh_points *base = &s->base;
	double med = bh_stat_median(base->value + r->start,
	    base->n - r->start, tmp);
	struct bh_branch_range *b = &f->branch;

	f->topo = j->tip_topo;
	f->base_commit_topo = base->topo[base->n - 1];
	f->has_median_delta = true;
	f->median_delta = bh_stat_relative(x->value - med, med);
	f->has_branch = true;
	b->reference_count = (long)e->count;
	b->reference_min = e->low;
	b->reference_max = e->high;
	b->excess = e->excess;
	b->relative_excess = e->relative;
	if (r->nboundary > 0)
		b->regime_start_topo = base->topo[r->start];
	else
		b->regime_start = s->blessed;
	b->matches_previous_regime = r->has_previous &&
	    r->previous_low <= x->value && x->value <= r->previous_high;
	return f;
}

void
bh_compat_branch(const struct bh_judge *j, const struct bh_series *s,
    struct bh_arena *a, struct bh_gate_log *log, struct bh_verdict *v,
    struct bh_finding **cand, size_t *ncand)
{
	struct bh_arena tmp = BH_ARENA_INIT;
	struct bh_ladder l = { BH_STAGE_BRANCH, log, v };
	struct bh_references refs = { &s->base, 0, SIZE_MAX, NULL };
	struct bh_excursion e;
	struct bh_reading x;
	struct bh_regime r;

	bh_verdict_init(v, s);
	*cand = NULL;
	*ncand = 0;
	if (!bh_ladder_num(&l, BH_G_MIN_BASE_COMMITS, (double)s->base.n,
	    BH_COMPAT_POINTS, s->base.n >= BH_COMPAT_POINTS)) {
		unjudged(v, BH_TOO_FEW_BASE_COMMITS);
		goto out;
	}
	if (!bh_context_reading(&s->points, j->tip_topo, &tmp, &x)) {
		unjudged(v, BH_NOT_MEASURED_ON_BRANCH);
		goto out;
	}
	bh_regime_find(s->base.value, s->base.n, s->kind, a, &tmp, log, &r);
	if (r.unresolved) {
		unjudged(v, BH_CURRENT_BASE_REGIME_UNRESOLVED);
		goto out;
	}
	set_verdict(v, &s->base, &r, &tmp);
	refs.from = r.start;
	if (bh_excursion(&x, &refs, s->kind, &l, &tmp, &e)) {
		*cand = finding(j, s, &r, &x, &e, a, &tmp);
		*ncand = 1;
		v->outcome = BH_CANDIDATE;
	}
out:
	bh_arena_free(&tmp);
}
