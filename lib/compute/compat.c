/*
 * History verdicts as cargo-bench-history 0.5.0 gives them: a rank step and a
 * Theil-Sen drift on the newest points of a series, gated, one of them kept.
 */
#include "compute/compat.h"

#include <math.h>

#include "compute/adjust.h"
#include "compute/stat.h"

#define RELATIVE	0.03	/* least move */
#define RESIDUALS	3.0	/* median absolute residuals */
#define SEPARATION	0.85	/* probability of superiority */
#define DETECTORS	2	/* two chances for one series */

enum {
	WINDOW = 1000,		/* newest points looked at */
	ORDERINGS_EACH = 600,	/* budget a judged series */
	ORDERINGS_MOST = 500000
};

struct window {
	const struct bh_judge *j;
	const struct bh_series *s;
	struct bh_points p;		/* its newest points, lent */
	struct bh_ranks	 r;
	struct bh_arena	*tmp;
};

struct step {
	bool	alive;
	struct bh_split split;
	double	before, after, residual;
	double	p;
};

struct drift {
	bool	alive;
	double	slope, intercept, residual;
	double	p;
};

static void
set_window(struct window *w)
{
	const struct bh_points *p = &w->s->points;
	size_t from = w->s->active;

	if (p->n - from > WINDOW)
		from = p->n - WINDOW;
	w->p.n = p->n - from;
	w->p.topo = p->topo + from;
	w->p.value = p->value + from;
	if (p->has != NULL) {
		w->p.has = p->has + from;
		w->p.low = p->low + from;
		w->p.high = p->high + from;
	}
	bh_stat_rank(w->p.value, w->p.n, w->tmp, &w->r);
}

/* Whether the levels' intervals are apart; not asked where one is missing. */
static bool
intervals_apart(struct window *w, size_t t, struct bh_ladder *l)
{
	struct bh_interval a = bh_points_interval(&w->p, 0, t, w->tmp);
	struct bh_interval b = bh_points_interval(&w->p, t, w->p.n, w->tmp);

	if (!a.has || !b.has)
		return true;
	return bh_ladder_bool(l, BH_G_INTERVAL_DISJOINT,
	    b.high < a.low || b.low > a.high);
}

/* Whether a move of d from base is large enough to speak of. */
static bool
large(const struct window *w, double d, double base, struct bh_ladder *l)
{
	double size = fabs(d), rel = fabs(bh_stat_relative(d, base));
	double floor = bh_kind_floor(w->s->kind);

	return bh_ladder_num(l, BH_G_NON_ZERO_DELTA, size, 0, size > 0) &&
	    bh_ladder_num(l, BH_G_RELATIVE_FLOOR, rel, RELATIVE,
	    rel >= RELATIVE) &&
	    bh_ladder_num(l, BH_G_ABSOLUTE_FLOOR, size, floor, size >= floor);
}

static void
find_step(struct window *w, struct bh_ladder *l, struct step *x)
{
	size_t n = w->p.n, t, least;
	double d, sep;

	x->split = bh_stat_pettitt(w->r.r, n);
	t = x->split.t;
	if (!bh_ladder_bool(l, BH_G_SPLIT_LOCATED, t > 0))
		return;
	least = t < n - t ? t : n - t;
	if (!bh_ladder_num(l, BH_G_MIN_REGIME, (double)least,
	    BH_COMPAT_REGIME, least >= BH_COMPAT_REGIME))
		return;
	x->before = bh_stat_median(w->p.value, t, w->tmp);
	x->after = bh_stat_median(w->p.value + t, n - t, w->tmp);
	d = x->after - x->before;
	if (!large(w, d, x->before, l))
		return;
	x->residual = bh_stat_step_residual(w->p.value, n, t, w->tmp);
	sep = bh_stat_superiority(t, n - t,
	    x->split.u + (int64_t)(t * (n + 1)));
	if (d < 0)
		sep = 1 - sep;
	x->alive = bh_ladder_num(l, BH_G_RESIDUAL_NOISE, fabs(d),
	    RESIDUALS * x->residual, fabs(d) > RESIDUALS * x->residual) &&
	    bh_ladder_num(l, BH_G_REGIME_SEPARATION, sep, SEPARATION,
	    sep >= SEPARATION) && intervals_apart(w, t, l);
}

/* Median half-width against the rise; not asked without an interval. */
static bool
beyond_band(struct window *w, double d, struct bh_ladder *l)
{
	double *half, band;
	size_t i, n = 0;

	if (w->p.has == NULL)
		return true;
	half = bh_alloc(w->tmp, w->p.n * sizeof(*half));
	for (i = 0; i < w->p.n; i++)
		if (w->p.has[i])
			half[n++] = (w->p.high[i] - w->p.low[i]) / 2;
	if (n == 0)
		return true;
	band = BH_COMPAT_NOISE_BAND * bh_stat_median_of(half, n);
	return bh_ladder_num(l, BH_G_INTERVAL_NOISE_BAND, fabs(d), band,
	    fabs(d) > band);
}

static void
find_drift(struct window *w, struct bh_ladder *l, struct drift *x)
{
	size_t n = w->p.n;
	double d;

	if (!bh_ladder_num(l, BH_G_MIN_SERIES_POINTS, (double)n,
	    BH_COMPAT_POINTS, n >= BH_COMPAT_POINTS))
		return;
	x->p = fmin(1, DETECTORS * bh_stat_mann_kendall(&w->r));
	if (!bh_ladder_num(l, BH_G_SIGNIFICANCE, x->p, BH_COMPAT_LEVEL,
	    x->p < BH_COMPAT_LEVEL))
		return;
	bh_stat_theil_sen(w->p.value, n, w->tmp, &x->slope, &x->intercept);
	d = x->slope * (double)(n - 1);
	if (!large(w, d, x->intercept, l))
		return;
	x->residual = bh_stat_line_residual(w->p.value, n, x->slope,
	    x->intercept, w->tmp);
	x->alive = bh_ladder_num(l, BH_G_RESIDUAL_NOISE, fabs(d),
	    RESIDUALS * x->residual, fabs(d) > RESIDUALS * x->residual) &&
	    beyond_band(w, d, l);
}

/* The last two gates of a step: the price of having chosen the split. */
static bool
calibrate(struct window *w, struct bh_ladder *l, struct step *x)
{
	double m = (double)w->j->family, reject = BH_COMPAT_LEVEL / DETECTORS;
	struct bh_adjust how = { .g = BH_COMPAT_REGIME,
	    .weight = BH_COMPAT_WEIGHT, .reject = reject };
	struct bh_adjusted out;

	how.accept = fmin(BH_COMPAT_FDR / (DETECTORS * m), reject);
	how.budget = (uint64_t)fmin(fmax(ORDERINGS_EACH * m,
	    BH_COMPAT_ORDERINGS), ORDERINGS_MOST);
	bh_adjust(&how, &w->r, x->split, w->tmp, &out);
	bh_ladder_num(l, BH_G_SELECTION_ADJUSTMENT, out.tainted, out.adjusted,
	    true);
	x->p = fmin(1, DETECTORS * out.adjusted);
	return bh_ladder_num(l, BH_G_SIGNIFICANCE, x->p, BH_COMPAT_LEVEL,
	    x->p < BH_COMPAT_LEVEL);
}

static struct bh_finding *
of_step(struct window *w, const struct step *x, struct bh_arena *a)
{
	struct bh_finding *f = bh_candidate(a, w->s, BH_CHANGE_POINT,
	    x->before, x->after);

	f->topo = w->p.topo[x->split.t];
	f->p = x->p;
	return f;
}

static struct bh_finding *
of_drift(struct window *w, const struct drift *x, struct bh_arena *a)
{
	struct bh_finding *f = bh_candidate(a, w->s, BH_DRIFT, x->intercept,
	    x->intercept + x->slope * (double)(w->p.n - 1));

	f->topo = w->p.topo[w->p.n - 1];
	f->window_start_topo = w->p.topo[0];
	f->p = x->p;
	return f;
}

void
bh_compat_history(const struct bh_judge *j, const struct bh_series *s,
    struct bh_arena *a, struct bh_gate_log *log, struct bh_verdict *v,
    struct bh_finding **cand, size_t *ncand)
{
	struct bh_arena tmp = BH_ARENA_INIT;
	struct window w = { .j = j, .s = s, .tmp = &tmp };
	struct bh_ladder up = { BH_STAGE_CHANGE_POINT, log, v };
	struct bh_ladder along = { BH_STAGE_DRIFT, log, v };
	struct step step = { .alive = false };
	struct drift drift = { .alive = false };
	struct bh_finding *f = NULL;

	bh_verdict_init(v, s);
	set_window(&w);
	find_step(&w, &up, &step);
	find_drift(&w, &along, &drift);
	if (step.alive && !(drift.alive && drift.residual < step.residual) &&
	    calibrate(&w, &up, &step))
		f = of_step(&w, &step, a);
	else if (drift.alive)
		f = of_drift(&w, &drift, a);
	*cand = f;
	*ncand = f != NULL;
	if (f != NULL) {
		f->has_p = true;
		v->outcome = BH_CANDIDATE;
	}
	bh_arena_free(&tmp);
}
