#include <math.h>

#include "compute/compat.h"
#include "compute/scan.h"
#include "compute/stat.h"

/* One series judged in branch mode. */
struct branch {
	const struct bh_series	*series;
	const double		*x;	/* base levels */
	const int32_t		*topo;	/* theirs */
	struct bh_scan		 s;
	size_t			 start;	/* of the current regime */
	double			 center;	/* nearest level to the value */
	double			 low, high;	/* of the current regime */
	size_t			 tip;	/* the context point */
	double			 value, floor;
	struct bh_ladder	 l;
	struct bh_arena		*a;
};

/* the context point: the newest of those at the tip */
static bool
context(struct branch *b, long tip_topo)
{
	const struct bh_points *p = &b->series->points;
	size_t i;

	for (i = p->n; i-- > 0;)
		if (p->topo[i] == tip_topo) {
			b->tip = i;
			b->value = p->value[i];
			return true;
		}
	return false;
}

static void
range(const double *x, size_t lo, size_t hi, double *low, double *high)
{
	*low = *high = x[lo];
	for (; lo < hi; lo++) {
		*low = fmin(*low, x[lo]);
		*high = fmax(*high, x[lo]);
	}
}

/* levels of the base window: the verdict of a series has them all */
static void
regimes(struct branch *b, struct bh_verdict *v, struct bh_gate_log *log)
{
	struct bh_scan *s = &b->s;
	size_t k;

	bh_scan_init(s, b->x, b->series->base.n, BH_SCAN_BASE_LEVEL, log,
	    b->a);
	bh_scan_cuts(s);
	bh_scan_settle(s);
	b->start = bh_scan_from(s, s->ncut);
	b->center = s->center[s->ncut];
	range(b->x, b->start, s->n, &b->low, &b->high);
	v->branch = v->stable = true;
	v->start = (long)b->start;
	v->nboundary = s->ncut;
	v->boundary = bh_calloc(b->a, s->ncut + 1, sizeof(*v->boundary));
	for (k = 0; k < s->ncut; k++)
		v->boundary[k] = (long)s->cut[k].at;
	v->has_previous = s->ncut > 0;
	if (s->ncut > 0)
		range(b->x, bh_scan_from(s, s->ncut - 1), b->start,
		    &v->previous_low, &v->previous_high);
}

/*
 * The newest levels may be a regime too short to be cut off.  Then the value
 * is held against the nearer of both: it must be news to either.
 */
static void
nearer(struct branch *b)
{
	double p, level;
	size_t k = bh_scan_tip(&b->s, 1, b->floor, &p);

	if (k == 0)
		k = bh_scan_tip(&b->s, -1, b->floor, &p);
	if (k == 0)
		return;
	level = bh_stat_median(b->x + b->s.n - k, k, b->a);
	if (fabs(b->value - level) < fabs(b->value - b->center))
		b->center = level;
}

static bool
interval_gates(struct branch *b, double move)
{
	const struct bh_points *p = &b->series->base, *q = &b->series->points;
	struct bh_interval r, c;
	double *w, demand;
	size_t i, n = 0;

	c = bh_points_interval(q, b->tip, b->tip + 1, b->a);
	r = bh_points_interval(p, b->start, p->n, b->a);
	if (c.has && r.has && !bh_ladder_bool(&b->l, BH_G_INTERVAL_DISJOINT,
	    c.low > r.high || c.high < r.low))
		return false;
	w = bh_alloc(b->a, (p->n + 1) * sizeof(*w));
	for (i = b->start; p->has != NULL && i < p->n; i++)
		if (p->has[i])
			w[n++] = (p->high[i] - p->low[i]) / 2;
	if (c.has)
		w[n++] = (c.high - c.low) / 2;
	if (n == 0)
		return true;
	demand = BH_COMPAT_NOISE_BAND * bh_stat_median_of(w, n);
	return bh_ladder_num(&b->l, BH_G_INTERVAL_NOISE_BAND, move, demand,
	    move > demand);
}

static bool
gates(struct branch *b)
{
	double move = bh_stat_finite(fabs(b->value - b->center));
	double rel = fabs(bh_stat_relative(move, b->center));

	return bh_ladder_num(&b->l, BH_G_NON_ZERO_DELTA, move, 0, move > 0) &&
	    bh_ladder_num(&b->l, BH_G_RELATIVE_FLOOR, rel,
	    BH_SCAN_BASE_RELATIVE, rel >= BH_SCAN_BASE_RELATIVE) &&
	    bh_ladder_num(&b->l, BH_G_ABSOLUTE_FLOOR, move, b->floor,
	    move >= b->floor) &&
	    interval_gates(b, move);
}

static void
add_boundaries(struct branch *b, struct bh_finding *f)
{
	const struct bh_scan *s = &b->s;
	size_t k;

	f->has_boundaries = true;
	f->nboundary = s->ncut;
	f->boundary = bh_calloc(b->a, s->ncut + 1, sizeof(*f->boundary));
	for (k = 0; k < s->ncut; k++)
		f->boundary[k] = (struct bh_boundary){
		    .topo = b->topo[s->cut[k].at], .before = s->center[k],
		    .after = s->center[k + 1],
		    .p = bh_stat_clamp(s->cut[k].p) };
}

/*
 * The move against one more reading of the base: between the order statistics
 * that hold the next of n exchangeable values with the stated chance.
 */
static void
add_effect(struct branch *b, struct bh_finding *f)
{
	size_t n = b->s.n - b->start, j;
	double *v, one, two;

	j = (size_t)((1 - BH_SCAN_CONFIDENCE) / 2 * (double)(n + 1) + 1e-9);
	if (j == 0)
		return;
	v = bh_alloc(b->a, n * sizeof(*v));
	range(b->x, b->start, b->s.n, &one, &two);
	for (size_t i = 0; i < n; i++)
		v[i] = b->x[b->start + i];
	one = bh_stat_relative(b->value - bh_stat_select(v, n, n - j),
	    b->center);
	two = bh_stat_relative(b->value - bh_stat_select(v, n, j - 1),
	    b->center);
	f->has_effect = true;
	f->effect_low = fmin(one, two);
	f->effect_high = fmax(one, two);
	f->effect_level = BH_SCAN_CONFIDENCE;
}

static void
add_range(struct branch *b, struct bh_finding *f, const struct bh_verdict *v)
{
	double edge = b->value > b->high ? b->high :
	    b->value < b->low ? b->low : b->value;

	f->has_branch = true;
	f->branch.reference_count = (long)(b->s.n - b->start);
	f->branch.reference_min = b->low;
	f->branch.reference_max = b->high;
	f->branch.excess = bh_stat_finite(b->value - edge);
	f->branch.relative_excess = f->branch.excess == 0 ? 0 :
	    bh_stat_relative(f->branch.excess, edge);
	if (b->s.ncut > 0)
		f->branch.regime_start_topo = b->topo[b->start];
	f->branch.matches_previous_regime = v->has_previous &&
	    b->value >= v->previous_low && b->value <= v->previous_high;
}

void
bh_scan_branch(const struct bh_judge *j, const struct bh_series *s,
    struct bh_arena *a, struct bh_gate_log *log, struct bh_verdict *v,
    struct bh_finding **cand, size_t *ncand)
{
	struct branch b = { .series = s, .x = s->base.value,
	    .topo = s->base.topo, .floor = bh_scan_floor(s->kind, s->base.value, s->base.n),
	    .l = { BH_STAGE_BRANCH, log, v }, .a = a };
	struct bh_finding *f;
	size_t n = s->base.n;

	bh_verdict_init(v, s);
	*cand = NULL;
	*ncand = 0;
	if (!bh_ladder_num(&b.l, BH_G_MIN_BASE_COMMITS, (double)n,
	    BH_COMPAT_POINTS, n >= BH_COMPAT_POINTS) ||
	    !context(&b, j->tip_topo))
		return;
	regimes(&b, v, log);
	nearer(&b);
	if (!gates(&b))
		return;
	f = bh_candidate(a, s, BH_BRANCH_EXCURSION, b.center, b.value);
	f->topo = j->tip_topo;
	f->base_commit_topo = b.topo[n - 1];
	f->has_median_delta = true;
	f->median_delta = f->relative_delta;
	add_range(&b, f, v);
	add_boundaries(&b, f);
	add_effect(&b, f);
	v->outcome = BH_CANDIDATE;
	*cand = f;
	*ncand = 1;
}
