#include <math.h>
#include <string.h>

#include "compute/scan.h"
#include "compute/stat.h"

#define CLEAR	1e-9	/* a step of which nothing more need be known */

size_t
bh_scan_from(const struct bh_scan *s, size_t k)
{
	return k == 0 ? 0 : s->cut[k - 1].at;
}

size_t
bh_scan_to(const struct bh_scan *s, size_t k)
{
	return k == s->ncut ? s->n : s->cut[k].at;
}

/* positions by value, equal ones by position; tmp: room for n / 2 */
static void
sort_order(const double *x, size_t *v, size_t n, size_t *tmp)
{
	size_t mid = n / 2, i, j, k = 0, e;

	if (n <= 8) {
		for (i = 1; i < n; i++) {
			e = v[i];
			for (j = i; j > 0 && x[v[j - 1]] > x[e]; j--)
				v[j] = v[j - 1];
			v[j] = e;
		}
		return;
	}
	sort_order(x, v, mid, tmp);
	sort_order(x, v + mid, n - mid, tmp);
	memcpy(tmp, v, mid * sizeof(*tmp));
	for (i = 0, j = mid; i < mid && j < n;)
		v[k++] = x[v[j]] < x[tmp[i]] ? v[j++] : tmp[i++];
	memcpy(v + k, tmp + i, (mid - i) * sizeof(*v));
}

static size_t *
order_of(const double *x, size_t n, struct bh_arena *a)
{
	size_t *v = bh_alloc(a, 2 * (n + 1) * sizeof(*v)), i;

	for (i = 0; i < n; i++)
		v[i] = i;
	sort_order(x, v, n, v + n);
	return v;
}

void
bh_scan_init(struct bh_scan *s, const double *x, size_t n, double level,
    struct bh_gate_log *log, struct bh_arena *a)
{
	size_t cuts = n / BH_SCAN_SIDE + 2;
	int i;

	*s = (struct bh_scan){ .x = x, .n = n, .level = level, .log = log,
	    .arena = a };
	s->mark = log == NULL ? 0 : log->n;
	s->order = order_of(x, n, a);
	s->rank = bh_alloc(a, (n + 1) * sizeof(*s->rank));
	s->sum = bh_alloc(a, (n + 1) * sizeof(*s->sum));
	for (i = 0; i < 3; i++)
		s->tmp[i] = bh_alloc(a, (n + 1) * sizeof(double));
	s->cut = bh_alloc(a, cuts * sizeof(*s->cut));
	s->center = bh_alloc(a, cuts * sizeof(*s->center));
}

/*
 * The step at t of m values against their scatter about two means, as a normal
 * deviate (D. L. Wallace, Ann. Math. Statist. 30 (1959) 1124).  Unlike ranks
 * it has no upper end, so that a clear step in few points stays clear whatever
 * the correlation; scatter that is itself made of visits keeps it low.
 */
static double
deviate(const double *x, size_t m, size_t t)
{
	double sum[2] = { 0, 0 }, ss = 0, n[2] = { (double)t, (double)(m - t) };
	double d, df = (double)m - 2, r;
	size_t i;

	for (i = 0; i < m; i++)
		sum[i >= t] += x[i];
	for (i = 0; i < m; i++) {
		d = x[i] - sum[i >= t] / n[i >= t];
		ss += d * d;
	}
	d = sum[1] / n[1] - sum[0] / n[0];
	r = d * d * n[0] * n[1] / (double)m / (ss / df);
	return sqrt(df * log1p(r / df));
}

/* chance of the scan of [lo, hi): exchangeable, and for correlation rho */

static double
chance(struct bh_scan *s, size_t lo, size_t hi, double rho, double *free)
{
	size_t m = hi - lo, t;
	double tie = bh_scan_ranks(s->x, s->order, s->n, lo, hi, s->rank), b, p, d;

	if (!(tie > 0))
		return *free = 1;
	b = bh_scan_max(s->rank, m, NULL, &t) / sqrt(tie);
	*free = bh_scan_chance(b, m, t);
	if (!(rho > 0) || *free >= s->level)
		return *free;
	bh_scan_spread(rho, m, s->tmp[0]);
	b = bh_scan_max(s->rank, m, s->tmp[0], &t) / sqrt(tie);
	p = bh_scan_chance(b, m, t);
	if (p >= s->level) {
		d = deviate(s->x + lo, m, t) / s->tmp[0][t];
		p = fmin(p, bh_scan_tail(d, m));
	}
	return fmax(*free, p);
}

double
bh_scan_whole(struct bh_scan *s, double rho)
{
	double free;

	return chance(s, 0, s->n, rho, &free);
}

/* What the tests of a piece say. */
struct test {
	double	step;		/* chance of its strongest step */
	double	visit;		/* of its strongest visit, [from, to) */
	double	p, free;	/* of any change */
	size_t	from, to;
};

/* the visit in the ranks of the piece that chance has left */
static void
test_visit(struct bh_scan *s, size_t m, struct test *t)
{
	double tie = bh_scan_ranks(s->x, s->order, s->n, t->from, t->to,
	    s->rank), b, free, share = 1 - BH_SCAN_STEP_SHARE;

	b = bh_scan_visit(s->rank, m, NULL, s->sum, &t->from, &t->to) /
	    sqrt(tie);
	free = bh_scan_visit_chance(b, m, t->to - t->from) / share;
	t->visit = free;
	if (s->rho > 0 && free < s->level) {
		bh_scan_visit_spread(s->rho, m, s->tmp[0]);
		b = bh_scan_visit(s->rank, m, s->tmp[0], s->sum, &t->from,
		    &t->to) / sqrt(tie);
		t->visit = fmax(free, bh_scan_visit_chance(b, m,
		    t->to - t->from) / share);
	}
	t->p = fmin(t->p, t->visit);
	t->free = fmin(t->free, free);
}

static struct test
test(struct bh_scan *s, size_t lo, size_t hi)
{
	struct test t = { .visit = 1, .from = lo, .to = hi };

	t.step = chance(s, lo, hi, s->rho, &t.free);
	if (hi - lo >= 3 * BH_SCAN_SIDE) {
		t.step /= BH_SCAN_STEP_SHARE;
		t.free /= BH_SCAN_STEP_SHARE;
	}
	t.p = t.step;
	if (hi - lo >= 3 * BH_SCAN_SIDE && t.step > CLEAR &&
	    s->x[s->order[0]] < s->x[s->order[s->n - 1]])
		test_visit(s, hi - lo, &t);
	t.p = fmin(t.p, 1);
	t.free = fmin(t.free, 1);
	return t;
}

/* parent: the greatest chance of the cuts that led here */
static void
split(struct bh_scan *s, size_t lo, size_t hi, double parent)
{
	double level = parent > 0 ? BH_SCAN_NESTED * s->level : s->level;
	struct bh_scan_cut c, d;
	struct test t;

	if (hi - lo < 2 * BH_SCAN_SIDE)
		return;
	t = test(s, lo, hi);
	bh_gate_log_add(s->log, BH_STAGE_REGIME, BH_G_SIGNIFICANCE, true, t.p,
	    level, t.p < level);
	if (!(t.p < level))
		return;
	c.free = t.free;
	c.p = fmax(t.p, parent);
	c.at = lo + t.from;
	if (t.step < level)
		c.at = lo + bh_scan_place(s->x + lo, hi - lo, BH_SCAN_SIDE,
		    BH_SCAN_SIDE, s->tmp);
	split(s, lo, c.at, c.p);
	s->cut[s->ncut++] = c;
	if (!(t.step < level)) {
		d = c;
		d.at = lo + t.to;
		split(s, c.at, d.at, c.p);
		s->cut[s->ncut++] = d;
		c.at = d.at;
	}
	split(s, c.at, hi, c.p);
}

static void
centers(struct bh_scan *s)
{
	size_t k, lo, m;

	for (k = 0; k <= s->ncut; k++) {
		lo = bh_scan_from(s, k);
		m = bh_scan_to(s, k) - lo;
		memcpy(s->tmp[0], s->x + lo, m * sizeof(double));
		s->center[k] = bh_stat_median_of(s->tmp[0], m);
	}
}

/* place every cut anew between its neighbours */
static void
refit(struct bh_scan *s)
{
	size_t k, lo, last;
	int sweep;

	for (sweep = 0; sweep < 2; sweep++)
		for (k = 0; k < s->ncut; k++) {
			last = sweep > 0 && k + 1 == s->ncut ? BH_SCAN_LAST :
			    BH_SCAN_SIDE;
			lo = bh_scan_from(s, k);
			s->cut[k].at = lo + bh_scan_place(s->x + lo,
			    bh_scan_to(s, k + 1) - lo, BH_SCAN_SIDE, last,
			    s->tmp);
		}
	centers(s);
}

void
bh_scan_cuts(struct bh_scan *s)
{
	if (s->log != NULL)
		s->log->n = s->mark;	/* an earlier round's */
	s->ncut = 0;
	split(s, 0, s->n, 0);
	centers(s);
}

double
bh_scan_correlation(struct bh_scan *s, const double *r, size_t levels)
{
	double sum = 0, var = 0, rho, n = (double)s->n, d, last = 0;
	size_t i;

	bh_scan_ranks(r, order_of(r, s->n, s->arena), s->n, 0, s->n, s->rank);
	for (i = 0; i < s->n; i++) {
		d = (double)s->rank[i] - (n + 1);
		var += d * d;
		sum += d * last;
		last = d;
	}
	if (!(var > 0))
		return 0;
	/* of normal values with these ranks; then its bias */
	rho = 2 * sin(M_PI / 6 * sum / var);
	rho += (.5 + (double)levels) * (1 + 4 * rho) / n;
	return fmin(fmax(rho, 0), .95);
}

void
bh_scan_settle(struct bh_scan *s)
{
	double *r = bh_alloc(s->arena, (s->n + 1) * sizeof(*r));
	size_t k, i, was;
	int round;

	for (round = 0; round < BH_SCAN_ROUNDS && s->ncut > 0; round++) {
		for (k = 0; k <= s->ncut; k++)
			for (i = bh_scan_from(s, k); i < bh_scan_to(s, k); i++)
				r[i] = s->x[i] - s->center[k];
		s->rho = fmax(s->rho, bh_scan_correlation(s, r, s->ncut));
		was = s->ncut;
		bh_scan_cuts(s);
		if (s->ncut == was)
			break;
	}
	refit(s);
}

double
bh_scan_superiority(struct bh_scan *s, size_t lo, size_t mid, size_t hi)
{
	int64_t sum = 0;
	size_t i;

	bh_scan_ranks(s->x, s->order, s->n, lo, hi, s->rank);
	for (i = 0; i < mid - lo; i++)
		sum += s->rank[i];
	return bh_stat_superiority(mid - lo, hi - mid, sum);
}
