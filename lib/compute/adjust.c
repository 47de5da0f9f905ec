#include "compute/adjust.h"

#include <math.h>

#include "compute/orbit.h"

size_t
bh_adjust_exact(size_t n, size_t g)
{
	size_t k = g;

	while (k <= n / 2 && bh_stat_choose(n, k) > 0)
		k++;
	return k > g ? k - 1 : 0;
}

double
bh_adjust_kl(double t, double mu)
{
	double a = t > 0 ? t * log(t / mu) : 0;
	double b = t < 1 ? (1 - t) * log((1 - t) / (1 - mu)) : 0;

	return a + b;
}

double
bh_adjust_serfling(size_t n, size_t k, double dev)
{
	return exp(-2 * (double)k * dev * dev /
	    (1 - (double)(k - 1) / (double)n));
}

/* Least and greatest rank. */
struct span {
	int32_t	min, max;
};

static struct span
span(const struct bh_ranks *r)
{
	struct span s = { r->r[0], r->r[0] };
	size_t i;

	for (i = 1; i < r->n; i++) {
		if (r->r[i] < s.min)
			s.min = r->r[i];
		if (r->r[i] > s.max)
			s.max = r->r[i];
	}
	return s;
}

static double
tail(struct span s, size_t n, size_t k, int64_t sum, bool lower)
{
	double range = s.max - s.min, min = s.min, mu, t;

	if (range == 0)
		return 1;
	mu = ((double)(n + 1) - min) / range;
	t = fmin(fmax(((double)sum / (double)k - min) / range, 0), 1);
	if (lower ? t > mu : t < mu)
		return 1;
	return fmin(exp(-(double)k * bh_adjust_kl(t, mu)),
	    bh_adjust_serfling(n, k, t - mu));
}

double
bh_adjust_tail(const struct bh_ranks *r, size_t k, int64_t sum, bool lower)
{
	return tail(span(r), r->n, k, sum, lower);
}

int64_t
bh_adjust_nearest(size_t n, size_t k, double tie, double p)
{
	int64_t lo = (int64_t)(k * (k + 1)), hi = (int64_t)(k * (n + 1)), mid;

	if (bh_stat_mw_normal(k, n - k, lo, tie) > p)
		return -1;
	if (bh_stat_mw_normal(k, n - k, hi, tie) <= p)
		return hi;
	while (hi - lo > 1) {
		mid = lo + (hi - lo) / 2;
		if (bh_stat_mw_normal(k, n - k, mid, tie) <= p)
			lo = mid;
		else
			hi = mid;
	}
	return lo;
}

double
bh_adjust_analytic(const struct bh_ranks *r, size_t g, size_t exact,
    double p, struct bh_arena *tmp)
{
	int32_t *v = bh_stat_ascending(r, tmp);
	struct span s = span(r);
	size_t n = r->n, k;
	int64_t min = 0, max = 0, at, mirror;
	double sum = 0, c;

	for (k = 1; k <= n / 2 && sum < 1; k++) {
		min += v[k - 1];
		max += v[n - k];
		if (k < g)
			continue;
		if (k <= exact)
			c = p;
		else {
			at = bh_adjust_nearest(n, k, r->tie,
			    p * (1 + 64 * 0x1p-52));
			mirror = 2 * (int64_t)(k * (n + 1)) - at;
			c = at >= min ? tail(s, n, k, at, true) : 0;
			if (at >= 0 && mirror <= max)
				c += tail(s, n, k, mirror, false);
			c = fmin(c, 1);
		}
		sum += 2 * k == n ? c : 2 * c;
	}
	return fmin(sum, 1);
}

/* Rank sums of k at or beyond which p <= bar: low <= lo, or >= hi. */
struct reach {
	int64_t	lo, hi;
};

static struct reach
reach_exact(const double *row, size_t top, double tot, double bar)
{
	struct reach x = { -1, INT64_MAX };
	double c = 0;
	size_t s;

	for (s = 0; s <= top; s++) {
		c += row[s];
		if (bh_stat_clamp(fmin(1, 2 * c / tot)) > bar)
			break;
		x.lo = (int64_t)s;
	}
	for (c = 0, s = top + 1; s-- > 0;) {
		c += row[s];
		if (bh_stat_clamp(fmin(1, 2 * c / tot)) > bar)
			break;
		x.hi = (int64_t)s;
	}
	return x;
}

static struct reach
reach_normal(const struct bh_ranks *r, size_t k, double bar)
{
	struct reach x = { -1, INT64_MAX };
	int64_t at = bh_adjust_nearest(r->n, k, r->tie, bar);

	if (at >= 0) {
		x.lo = at;
		x.hi = 2 * (int64_t)(k * (r->n + 1)) - at;
	}
	return x;
}

/* The bars of u at splits k and n - k. */
static void
set_bar(struct bh_orbit_bars *b, size_t n, size_t k, struct reach x)
{
	int64_t mean = (int64_t)(k * (n + 1));

	if (x.lo >= 0) {
		b->lo[k] = (int32_t)(x.lo - mean);
		b->hi[n - k] = (int32_t)(mean - x.lo);
	}
	if (x.hi < INT64_MAX) {
		b->hi[k] = (int32_t)(x.hi - mean);
		b->lo[n - k] = (int32_t)(mean - x.hi);
	}
}

/* Where an ordering scores p <= bar. */
static void
set_bars(const struct bh_ranks *r, size_t g, size_t exact, double bar,
    struct bh_arena *tmp, struct bh_orbit_bars *b)
{
	struct bh_rank_sums w;
	size_t n = r->n, k, t;
	struct reach x;

	b->lo = bh_alloc(tmp, (n + 1) * sizeof(*b->lo));
	b->hi = bh_alloc(tmp, (n + 1) * sizeof(*b->hi));
	for (t = 0; t <= n; t++) {
		b->lo[t] = -BH_ORBIT_NEVER;
		b->hi[t] = BH_ORBIT_NEVER;
	}
	if (exact > 0)
		bh_stat_rank_sums(bh_stat_ascending(r, tmp), n, exact,
		    SIZE_MAX, tmp, &w);
	for (k = g; k <= n / 2; k++) {
		if (k <= exact)
			x = reach_exact(w.row[k], w.row_top[k],
			    bh_stat_choose(n, k), bar);
		else
			x = reach_normal(r, k, bar);
		set_bar(b, n, k, x);
	}
}

double
bh_adjust_settle(double wa, double part, double reject)
{
	if (part >= wa)
		return wa;
	return part >= reject ? 1 : -1;
}

static double
share(uint64_t e, uint64_t order, double weight)
{
	return (double)e / (double)order / (1 - weight);
}

static bool
settled(const struct bh_adjust *how, double wa, uint64_t e, uint64_t order)
{
	return bh_adjust_settle(wa, share(e, order, how->weight),
	    how->reject) >= 0;
}

/* The least count that settles the matter; above order: none does. */
static uint64_t
enough(const struct bh_adjust *how, double wa, uint64_t order)
{
	double near = fmin(wa, how->reject) * (1 - how->weight);
	uint64_t e = (uint64_t)(fmin(near, 1) * (double)order);

	while (e > 0 && settled(how, wa, e - 1, order))
		e--;
	while (e <= order && !settled(how, wa, e, order))
		e++;
	return e;
}

void
bh_adjust(const struct bh_adjust *how, const struct bh_ranks *r,
    struct bh_split s, struct bh_arena *tmp, struct bh_adjusted *out)
{
	size_t n = r->n, k = s.t <= n - s.t ? s.t : n - s.t;
	size_t exact = bh_adjust_exact(n, how->g);
	int64_t mean = (int64_t)(k * (n + 1));
	int64_t sum = s.t <= n - s.t ? mean + s.u : mean - s.u;
	struct bh_orbit_bars bars;
	struct bh_orbit o;
	double p, wa, part, end;

	*out = (struct bh_adjusted){ .analytic = -1, .adjusted = 1 };
	out->tainted = p = k <= exact ? bh_stat_mw_exact(r, k, sum, tmp) :
	    bh_stat_mw_normal(k, n - k, sum, r->tie);
	if (p >= how->reject)
		return;
	out->adjusted = p;
	if (n == 2 * how->g && exact >= how->g)
		return;
	out->analytic = bh_adjust_analytic(r, how->g, exact, p, tmp);
	wa = fmin(1, out->analytic / how->weight);
	out->adjusted = fmax(wa, p);
	if (wa < how->accept)
		return;
	bh_orbit_choose(r, how->budget, &o);
	set_bars(r, how->g, exact, p, tmp, &bars);
	out->order = o.order;
	out->extreme = bh_orbit_count(r, &o, &bars,
	    enough(how, wa, o.order), tmp);
	part = share(out->extreme, o.order, how->weight);
	end = bh_adjust_settle(wa, part, how->reject);
	out->adjusted = fmax(end >= 0 ? end : fmin(part, 1), p);
}
