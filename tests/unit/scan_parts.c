/*
 * The scan and its parts: the statistic against its strongest cuts, its chance
 * against simulated quantiles, the spread of correlated noise against plain
 * sums, places and shifts of known steps.
 */
#include "compute/scan.h"
#include "compute/stat.h"
#include "levels.h"
#include "tap.h"

static struct bh_arena a = BH_ARENA_INIT;

/*
 * Quantiles of the scan of n exchangeable values without ties, from 4 to 6
 * million draws at small n, and the strongest cut there is.
 */
static const double chances[] = { .05, .025, .01, .001, 1e-4 };
static const struct {
	size_t	n;
	double	b[5];
	double	most;
} table[] = {
	{ 10, { 1.98, 2.19, 2.40, 0, 0 }, 2.611 },
	{ 12, { 2.19, 2.40, 2.68, 0, 0 }, 2.882 },
	{ 15, { 2.357, 2.572, 2.817, 3.18, 0 }, 3.240 },
	{ 20, { 2.545, 2.734, 2.969, 3.381, 3.628 }, 3.780 },
	{ 30, { 2.672, 2.868, 3.118, 3.594, 3.955 }, 4.666 },
	{ 40, { 2.751, 2.964, 3.208, 3.709, 4.103 }, 5.410 },
	{ 60, { 2.846, 3.059, 3.307, 3.835, 4.282 }, 6.653 },
	{ 100, { 2.940, 3.155, 3.411, 3.965, 4.445 }, 8.617 },
	{ 200, { 3.041, 3.257, 3.516, 4.079, 4.58 }, 12.22 },
	{ 500, { 3.143, 3.359, 3.622, 4.205, 4.68 }, 19.35 },
	{ 1000, { 3.208, 3.424, 3.684, 4.26, 4.77 }, 27.37 },
};

/* ranks 1 .. n in order: the strongest cut is in the middle */
static void
strongest_cuts(void)
{
	struct bh_ranks r;
	double v[1000], b;
	size_t i, k, at;

	for (i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		for (k = 0; k < table[i].n; k++)
			v[k] = (double)k;
		bh_stat_rank(v, table[i].n, &a, &r);
		b = bh_scan_max(r.r, table[i].n, NULL, &at);
		ok(fabs(b - table[i].most) < .006 &&
		    at == table[i].n / 2, "n %zu: the strongest cut, %.3f",
		    table[i].n, b);
		bh_arena_reset(&a);
	}
}

static void
quantiles(void)
{
	size_t i, k;
	double p;

	for (i = 0; i < sizeof(table) / sizeof(table[0]); i++)
		for (k = 0; k < 5; k++) {
			if (table[i].b[k] == 0)
				continue;
			p = bh_scan_chance(table[i].b[k], table[i].n,
			    table[i].n / 2);
			ok(p > .75 * chances[k] && p < 1.9 * chances[k],
			    "n %zu: chance %g of %g is %.3g", table[i].n,
			    chances[k], table[i].b[k], p);
		}
	p = bh_scan_chance(3.780, 20, 10) / (2 / 184756.);
	ok(p >= 1 && p < 3, "that of the strongest cut of 20, times %.2f", p);
	is_near(bh_scan_chance(4.36, 20, 5), 2 / 15504., 1e-12,
	    "no chance below that of a perfect cut");
	ok(bh_scan_chance(.5, 50, 20) == 1, "nothing is certain");
	ok(bh_scan_chance(27.3, 1000, 500) < 1e-200,
	    "far into the tail of a long series");
}

/* shares of shuffled ranks beyond a chance */
static void
shuffled(size_t n, int rounds)
{
	int32_t r[1000], w;
	uint64_t state = 7;
	int hits[2] = { 0, 0 }, k;
	size_t i, j, at;
	double b, p;

	for (i = 0; i < n; i++)
		r[i] = (int32_t)(2 * (i + 1));
	for (k = 0; k < rounds; k++) {
		for (i = n - 1; i > 0; i--) {
			j = (size_t)((bh_stat_next64(&state) >> 32) *
			    (i + 1) >> 32);
			w = r[i];
			r[i] = r[j];
			r[j] = w;
		}
		b = bh_scan_max(r, n, NULL, &at);
		p = bh_scan_chance(b, n, at);
		hits[0] += p <= .05;
		hits[1] += p <= .01;
	}
	ok(hits[0] > .04 * rounds && hits[0] < .06 * rounds,
	    "n %zu: %d of %d shuffles at .05", n, hits[0], rounds);
	ok(hits[1] > .006 * rounds && hits[1] < .014 * rounds,
	    "n %zu: %d at .01", n, hits[1]);
}

/* the same from all covariances, one by one */
static double
plain_spread(double rho, int n, int t)
{
	double cov, w[2], sum = 0, all = 0;
	int i, j;

	for (i = 0; i < n; i++)
		for (j = 0; j < n; j++) {
			cov = pow(rho, abs(i - j));
			w[0] = (i < t) - (double)t / n;
			w[1] = (j < t) - (double)t / n;
			sum += cov * w[0] * w[1];
			all += cov;
		}
	return sqrt(sum * n / ((double)t * (n - t)) /
	    ((n - all / n) / (n - 1)));
}

static void
spreads(void)
{
	double s[101];
	int t;

	bh_scan_spread(0, 40, s);
	for (t = 1; t < 40 && fabs(s[t] - 1) < 1e-12; t++)
		;
	is_int(t, 40, "no correlation, no spread");
	bh_scan_spread(.6, 50, s);
	is_near(s[5], plain_spread(.6, 50, 5), 1e-9, "spread at a side");
	is_near(s[25], plain_spread(.6, 50, 25), 1e-9, "in the middle");
	bh_scan_spread(.95, 100, s);
	is_near(s[90], plain_spread(.95, 100, 90), 1e-8, "nearly a walk");
}

static size_t
place(const char *text, const char *name, double cv, size_t last)
{
	double *tmp[3], *v;
	size_t n, i;

	v = levels(&a, text, name, cv, &n);
	for (i = 0; i < 3; i++)
		tmp[i] = bh_alloc(&a, (n + 1) * sizeof(double));
	return bh_scan_place(v, n, BH_SCAN_SIDE, last, tmp);
}

static void
places(void)
{
	is_int((long)place("11x200 5x100", NULL, 0, 5), 11, "11 and 5");
	is_int((long)place("35x100 5x200", "late", .05, 5), 35, "35 and 5");
	is_int((long)place("90x100 10x110", "tenth", .01, 5), 90,
	    "90 and 10");
	is_int((long)place("96x100 4x110", "four", .01, 5), 95,
	    "a side is five");
	is_int((long)place("96x100 4x110", "four", .01, 2), 96, "or two");
	is_int((long)place("40x100 140 29x100 30x110", "spike", .01, 5), 70,
	    "a spike does not move it");
	is_int((long)place("40x7", NULL, 0, 5), 5, "a flat series");
}

static void
correlations(void)
{
	double v[400], x = 0, rho;
	uint64_t state = 3;
	struct bh_scan s;
	size_t i;

	for (i = 0; i < 400; i++)
		v[i] = x = .6 * x + (double)(bh_stat_next64(&state) >> 40);
	bh_scan_init(&s, v, 400, BH_SCAN_LEVEL, NULL, &a);
	rho = bh_scan_correlation(&s, v, 0);
	ok(fabs(rho - .6) < .1, "correlation .6 is seen as %.2f", rho);
	for (i = 0; i < 400; i++)
		v[i] = (double)(bh_stat_next64(&state) >> 40);
	bh_scan_init(&s, v, 400, BH_SCAN_LEVEL, NULL, &a);
	ok(bh_scan_correlation(&s, v, 0) < .1, "none is seen as none");
	for (i = 0; i < 400; i++)
		v[i] = 5;
	bh_scan_init(&s, v, 400, BH_SCAN_LEVEL, NULL, &a);
	ok(bh_scan_correlation(&s, v, 0) == 0, "a constant has none");
}

static void
lines(void)
{
	struct bh_scan_line line;
	double v[30], tmp[31];
	size_t i;

	for (i = 0; i < 30; i++)
		v[i] = 100 + 2 * (double)i;
	v[7] = 900;
	bh_scan_line(v, 30, tmp, &line);
	ok(fabs(line.slope - 2) < .002, "slope past an outlier");
	ok(fabs(line.intercept - 100) < .1, "intercept");
	ok(line.residual < .05, "what is left");
	for (i = 0; i < 30; i++)
		v[i] = 4;
	bh_scan_line(v, 30, tmp, &line);
	ok(line.slope == 0 && line.intercept == 4 && line.cost == 0,
	    "a level is a line");
}

static void
shifts(void)
{
	static const double x[] = { 1, 2, 3, 4, 5 };
	static const double y[] = { 11, 12, 13, 14, 15 };
	double shift, low, high;

	ok(bh_scan_shift(x, 5, y, 5, &a, &shift, &low, &high),
	    "five and five give an interval");
	is_near(shift, 10, 0, "median of the differences");
	/* 3rd smallest and greatest of 25: 7 or 8 ..., .968 by the test */
	is_near(low, 7, 0, "its lower end");
	is_near(high, 13, 0, "its upper end");
	ok(!bh_scan_shift(x, 2, y, 2, &a, &shift, &low, &high),
	    "two and two do not");
	is_near(shift, 10, 0, "but a shift");
}

int
main(void)
{
	strongest_cuts();
	quantiles();
	shuffled(20, 20000);
	shuffled(60, 20000);
	spreads();
	places();
	correlations();
	lines();
	shifts();
	bh_arena_free(&a);
	return tap_done();
}
