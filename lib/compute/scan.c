#include <math.h>
#include <string.h>

#include "compute/compat.h"
#include "compute/scan.h"
#include "compute/stat.h"

#define STEP_NOISE	2	/* median absolute residuals a step exceeds */
#define LINE_NOISE	3	/* the same for the rise of a line */
#define STEP_LEVEL	.05	/* one-sided, only logged: cuts are below it */
#define TOKEN		0x1p-60	/* of a floor that does not apply */
#define LEAVING		.6	/* part of the step that counts as a visit */
#define NEW_LEVEL	.95	/* least P(after > all before), if modes cross */
enum { VISITS = 3, CROSSINGS = 2, RUN = 5 };

/* values above this are judged divided by BIG: no sum overflows */
#define BIG		0x1p500

/* One series judged in history mode. */
struct hist {
	const struct bh_series	*series;
	size_t			 first;	/* its point at position 0 */
	const int32_t		*topo;	/* from there */
	struct bh_scan		 s;
	double			 floor, unit;	/* of x; value = unit * x */
	struct bh_ladder	 step, drift;
	struct bh_arena		*a;
	struct bh_finding	*cand;
	size_t			 ncand;
};

/* A step between two levels: [lo, mid) and [mid, hi). */
struct step {
	size_t	k, lo, mid, hi;
	double	shift, low, high;
	bool	has_interval;
	bool	unstable;
};

/*
 * Spells, of a running median, on the far side of a step: at the level after
 * it before its time, or at the level before it afterwards.
 */
static size_t
visits(const struct bh_scan *s, const struct step *t)
{
	double b = s->center[t->k], move = s->center[t->k + 1] - b, run[RUN];
	size_t count = 0, i, j;
	bool out = false, now;

	for (i = 0; i + RUN <= s->n; i++) {
		if (i + RUN > t->mid && i < t->mid) {
			out = false;
			continue;
		}
		for (j = 0; j < RUN; j++)
			run[j] = (s->x[i + j] - b) / move;
		run[0] = bh_stat_median_of(run, RUN);
		now = (i < t->mid ? run[0] : 1 - run[0]) > LEAVING;
		count += now && !out;
		out = now;
	}
	return count;
}

/*
 * Runs of points of one level of a step that sit in the other one, if next to
 * none sit half way: then the levels are modes that were there all along.
 */
static size_t
crossings(const struct bh_scan *s, const struct step *t)
{
	double b = s->center[t->k], move = s->center[t->k + 1] - b, at;
	size_t runs = 0, over = 0, between = 0, i;
	bool in = false, now;

	for (i = t->lo; move != 0 && i < t->hi; i++) {
		at = (s->x[i] - b) / move;	/* 0 before, 1 after */
		if (i >= t->mid)
			at = 1 - at;
		now = at > .5 && at < 1.6;
		over += now;
		runs += now && (!in || i == t->mid);
		in = now;
		between += fabs(at - .5) < .125;
	}
	return over > 4 * between + 3 ? runs : 0;
}

static double
residual(struct bh_scan *s, const struct step *t)
{
	size_t i;

	for (i = t->lo; i < t->hi; i++)
		s->tmp[0][i - t->lo] = fabs(s->x[i] -
		    s->center[t->k + (i >= t->mid)]);
	return bh_stat_median_of(s->tmp[0], t->hi - t->lo);
}

/* the move against the level before, and the noise of both levels */
static bool
large(struct hist *h, const struct step *t)
{
	double move = fabs(t->shift), ps, noise;
	double rel = fabs(bh_stat_relative(move, h->s.center[t->k]));
	struct bh_ladder *l = &h->step;

	if (!bh_ladder_num(l, BH_G_NON_ZERO_DELTA, move, 0, move > 0) ||
	    !bh_ladder_num(l, BH_G_RELATIVE_FLOOR, rel, BH_SCAN_RELATIVE,
	    rel >= BH_SCAN_RELATIVE) ||
	    !bh_ladder_num(l, BH_G_ABSOLUTE_FLOOR, move * h->unit,
	    h->floor * h->unit, move >= h->floor))
		return false;
	noise = STEP_NOISE * residual(&h->s, t);
	if (!bh_ladder_num(l, BH_G_RESIDUAL_NOISE, move, noise, move > noise))
		return false;
	ps = bh_scan_superiority(&h->s, t->lo, t->mid, t->hi);
	ps = t->shift > 0 ? ps : 1 - ps;
	return bh_ladder_num(l, BH_G_REGIME_SEPARATION, ps, BH_SCAN_SEPARATION,
	    ps >= BH_SCAN_SEPARATION);
}

/* intervals of the points are a veto where both levels have them */
static bool
disjoint(struct hist *h, const struct step *t)
{
	const struct bh_points *p = &h->series->points;
	struct bh_interval b, c;

	b = bh_points_interval(p, h->first + t->lo, h->first + t->mid, h->a);
	c = bh_points_interval(p, h->first + t->mid, h->first + t->hi, h->a);
	if (!b.has || !c.has)
		return true;
	return bh_ladder_bool(&h->step, BH_G_INTERVAL_DISJOINT,
	    c.high < b.low || c.low > b.high);
}

/* whether the step is still there, and its levels are levels at all */
static bool
lasting(struct hist *h, struct step *t)
{
	struct bh_scan *s = &h->s;
	double move = fabs(t->shift), left = t->shift, low, high, ps;
	size_t end = bh_scan_from(s, s->ncut), away, across;
	double demand;

	if (t->hi < s->n)
		bh_scan_shift(s->x + t->lo, t->mid - t->lo, s->x + end,
		    s->n - end, h->a, &left, &low, &high);
	left *= t->shift > 0 ? 1 : -1;
	if (!bh_ladder_num(&h->step, BH_G_STILL_THERE, left, move / 2,
	    left >= move / 2))
		return false;
	away = visits(s, t);
	across = crossings(s, t);
	if (away < VISITS && across < CROSSINGS)
		return bh_ladder_num(&h->step, BH_G_STABLE_LEVEL,
		    (double)(away > across ? away : across), VISITS, true);
	/* a level that was never seen before is one all the same */
	ps = bh_scan_superiority(s, 0, t->mid, t->hi);
	ps = t->shift > 0 ? ps : 1 - ps;
	demand = across < CROSSINGS ? BH_SCAN_SEPARATION : NEW_LEVEL;
	t->unstable = !bh_ladder_num(&h->step, BH_G_STABLE_LEVEL, ps, demand,
	    ps >= demand);
	return !t->unstable;
}

static bool
step_holds(struct hist *h, struct step *t)
{
	const struct bh_scan_cut *c = &h->s.cut[t->k];

	t->lo = bh_scan_from(&h->s, t->k);
	t->mid = c->at;
	t->hi = bh_scan_to(&h->s, t->k + 1);
	t->unstable = false;
	t->has_interval = bh_scan_shift(h->s.x + t->lo, t->mid - t->lo,
	    h->s.x + t->mid, t->hi - t->mid, h->a, &t->shift, &t->low,
	    &t->high);
	if (!large(h, t) || !disjoint(h, t) || !lasting(h, t))
		return false;
	bh_gate_log_add(h->step.log, BH_STAGE_CHANGE_POINT,
	    BH_G_SELECTION_ADJUSTMENT, true, c->free / 2, c->p / 2, true);
	return bh_ladder_num(&h->step, BH_G_SIGNIFICANCE, c->p / 2,
	    STEP_LEVEL, c->p / 2 < STEP_LEVEL);
}

static struct bh_finding *
candidate(struct hist *h, enum bh_method method, double before, double shift,
    double p)
{
	struct bh_finding *f = &h->cand[h->ncand++];

	*f = *bh_candidate(h->a, h->series, method, before * h->unit,
	    (before + shift) * h->unit);
	f->has_p = true;
	f->p = bh_stat_clamp(p);
	return f;
}

static void
add_boundaries(struct hist *h, struct bh_finding *f)
{
	const struct bh_scan *s = &h->s;
	size_t k;

	f->has_boundaries = true;
	f->nboundary = s->ncut;
	f->boundary = bh_calloc(h->a, s->ncut + 1, sizeof(*f->boundary));
	for (k = 0; k < s->ncut; k++)
		f->boundary[k] = (struct bh_boundary){
		    .topo = h->topo[s->cut[k].at],
		    .before = s->center[k] * h->unit,
		    .after = s->center[k + 1] * h->unit,
		    .p = bh_stat_clamp(s->cut[k].p) };
}

static void
add_effect(struct bh_finding *f, double before, double low, double high)
{
	double a = bh_stat_relative(low, before);
	double b = bh_stat_relative(high, before);

	f->has_effect = true;
	f->effect_low = fmin(a, b);
	f->effect_high = fmax(a, b);
	f->effect_level = BH_SCAN_CONFIDENCE;
}

static void
add_step(struct hist *h, const struct step *t)
{
	struct bh_scan *s = &h->s;
	double before = s->center[t->k];
	struct bh_finding *f = candidate(h, BH_CHANGE_POINT, before,
	    s->center[t->k + 1] - before, s->cut[t->k].p / 2);

	if (t->unstable)
		f->list = BH_LIST_UNSTABLE;
	f->topo = h->topo[t->mid];
	add_boundaries(h, f);
	f->has_suspect = true;
	bh_scan_suspect(s, t->lo, t->mid, t->hi, h->topo, &f->suspect);
	if (t->has_interval)
		add_effect(f, before, t->low, t->high);
}

/*
 * The newest boundary this way that holds.  The log keeps the gates of the
 * one reported, or else of the newest.
 */
static bool
judge_step(struct hist *h, bool up)
{
	struct bh_gate_log *log = h->step.log;
	size_t start = log == NULL ? 0 : log->n, mark, i, k;
	int declined = -1;
	bool tried = false;
	struct step t;

	for (k = h->s.ncut; k-- > 0;) {
		if ((h->s.center[k + 1] > h->s.center[k]) != up)
			continue;
		t.k = k;
		mark = log == NULL ? 0 : log->n;
		if (step_holds(h, &t) || t.unstable) {
			for (i = mark; log != NULL && i < log->n; i++)
				log->v[start + i - mark] = log->v[i];
			if (log != NULL)
				log->n -= mark - start;
			if (!t.unstable)
				h->step.v->declined[h->step.stage] = -1;
			add_step(h, &t);
			return true;
		}
		if (!tried)
			declined = h->step.v->declined[h->step.stage];
		else if (log != NULL)
			log->n = mark;
		tried = true;
	}
	if (tried)
		h->step.v->declined[h->step.stage] = declined;
	return tried;
}

/* half-widths of the points that have an interval, doubled, are a veto */
static bool
beyond_band(struct hist *h, double move)
{
	const struct bh_points *p = &h->series->points;
	double *w, demand;
	size_t i, n = 0;

	if (p->has == NULL)
		return true;
	w = bh_alloc(h->a, (h->s.n + 1) * sizeof(*w));
	for (i = h->first; i < p->n; i++)
		if (p->has[i])
			w[n++] = (p->high[i] - p->low[i]) / 2;
	if (n == 0)
		return true;
	demand = BH_COMPAT_NOISE_BAND * bh_stat_median_of(w, n);
	return bh_ladder_num(&h->drift, BH_G_INTERVAL_NOISE_BAND,
	    move * h->unit, demand, move * h->unit > demand);
}

static double
line_chance(struct hist *h, const struct bh_scan_line *line)
{
	double *r = bh_alloc(h->a, h->s.n * sizeof(*r));
	size_t i;

	for (i = 0; i < h->s.n; i++)
		r[i] = h->s.x[i] - line->intercept - line->slope * (double)i;
	return bh_scan_whole(&h->s, bh_scan_correlation(&h->s, r, 1));
}

static bool
judge_drift(struct hist *h)
{
	struct bh_ladder *l = &h->drift;
	struct bh_scan_line line;
	struct bh_finding *f;
	double p, delta, move, rel;

	if (!bh_scan_is_line(&h->s, &line))
		return false;
	p = line_chance(h, &line);
	delta = line.slope * (double)(h->s.n - 1);
	move = fabs(delta);
	rel = fabs(bh_stat_relative(delta, line.intercept));
	if (!bh_ladder_num(l, BH_G_SIGNIFICANCE, p, h->s.level,
	    p < h->s.level) ||
	    !bh_ladder_num(l, BH_G_NON_ZERO_DELTA, move, 0, move > 0) ||
	    !bh_ladder_num(l, BH_G_RELATIVE_FLOOR, rel, BH_SCAN_RELATIVE,
	    rel >= BH_SCAN_RELATIVE) ||
	    !bh_ladder_num(l, BH_G_ABSOLUTE_FLOOR, move * h->unit,
	    h->floor * h->unit, move >= h->floor) ||
	    !bh_ladder_num(l, BH_G_RESIDUAL_NOISE, move, LINE_NOISE *
	    line.residual, move > LINE_NOISE * line.residual) ||
	    !beyond_band(h, move))
		return false;
	l->v->declined[l->stage] = -1;
	f = candidate(h, BH_DRIFT, line.intercept, delta, p / 2);
	f->topo = h->topo[h->s.n - 1];
	f->window_start_topo = h->topo[0];
	add_boundaries(h, f);
	return true;
}

/* the newest points, too few for a level of their own */
static void
judge_tip(struct hist *h)
{
	struct bh_scan *s = &h->s;
	size_t lo = bh_scan_from(s, s->ncut), mid, k;
	double p, shift, low, high, before;
	struct bh_finding *f;
	bool has;

	k = bh_scan_tip(s, 1, h->floor, &p);
	if (k == 0)
		return;
	mid = s->n - k;
	has = bh_scan_shift(s->x + lo, mid - lo, s->x + mid, k, h->a, &shift,
	    &low, &high);
	before = bh_stat_median(s->x + lo, mid - lo, h->a);
	f = candidate(h, BH_CHANGE_POINT, before,
	    bh_stat_median(s->x + mid, k, h->a) - before, p);
	f->list = BH_LIST_PROVISIONAL;
	f->topo = h->topo[mid];
	add_boundaries(h, f);
	f->has_suspect = true;
	bh_scan_suspect(s, lo, mid, s->n, h->topo, &f->suspect);
	if (has)
		add_effect(f, before, low, high);
}

double
bh_scan_floor(enum bh_kind kind, const double *x, size_t n)
{
	double floor = bh_kind_floor(kind), most = 0;
	size_t i;

	for (i = 0; i < n; i++)
		most = fmax(most, fabs(x[i]));
	return most > 0 && most < floor &&
	    strcmp(bh_kind_unit(kind), "ns") == 0 ? floor * TOKEN : floor;
}

/* x: the values, or where they are huge, a smaller copy */
static const double *
values(struct hist *h, const double *v, size_t n)
{
	double most = 0, *x;
	size_t i;

	h->unit = 1;
	for (i = 0; i < n; i++)
		most = fmax(most, fabs(v[i]));
	if (most < BIG)
		return v;
	h->unit = BIG;
	h->floor /= BIG;
	x = bh_alloc(h->a, n * sizeof(*x));
	for (i = 0; i < n; i++)
		x[i] = v[i] / BIG;
	return x;
}

static void
judge_cuts(struct hist *h)
{
	struct bh_gate_log *log = h->step.log;
	size_t found;

	if (judge_drift(h))
		return;
	if (log != NULL)
		log->n = h->s.mark;
	h->drift.v->declined[BH_STAGE_DRIFT] = -1;
	bh_scan_settle(&h->s);
	if (!bh_ladder_bool(&h->step, BH_G_SPLIT_LOCATED, h->s.ncut > 0) ||
	    judge_drift(h))
		return;
	found = h->ncand;
	if (judge_step(h, true))
		h->step.log = NULL;	/* one ladder a stage */
	judge_step(h, false);
	h->step.log = log;
	if (h->ncand > found)
		h->step.v->declined[BH_STAGE_CHANGE_POINT] = -1;
}

void
bh_scan_history(const struct bh_judge *j, const struct bh_series *s,
    struct bh_arena *a, struct bh_gate_log *log, struct bh_verdict *v,
    struct bh_finding **cand, size_t *ncand)
{
	struct hist h = { .series = s, .first = s->active, .a = a,
	    .step = { BH_STAGE_CHANGE_POINT, log, v },
	    .drift = { BH_STAGE_DRIFT, log, v } };
	size_t n = s->points.n - s->active;

	(void)j;
	bh_verdict_init(v, s);
	if (n > BH_SCAN_WINDOW) {
		h.first += n - BH_SCAN_WINDOW;
		n = BH_SCAN_WINDOW;
	}
	h.topo = s->points.topo + h.first;
	h.floor = bh_scan_floor(s->kind, s->points.value + h.first, n);
	h.cand = bh_calloc(a, 3, sizeof(*h.cand));
	*cand = h.cand;
	*ncand = 0;
	if (!bh_ladder_num(&h.step, BH_G_MIN_SERIES_POINTS, (double)n,
	    BH_COMPAT_POINTS, n >= BH_COMPAT_POINTS))
		return;
	bh_scan_init(&h.s, values(&h, s->points.value + h.first, n), n,
	    BH_SCAN_LEVEL, log, a);
	bh_scan_cuts(&h.s);
	if (h.s.ncut > 0)
		judge_cuts(&h);
	else
		bh_ladder_bool(&h.step, BH_G_SPLIT_LOCATED, false);
	if (h.ncand == 0)
		judge_tip(&h);
	v->outcome = h.ncand > 0 ? BH_CANDIDATE : BH_QUIET;
	*ncand = h.ncand;
}
