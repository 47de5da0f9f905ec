/*
 * Primitives against the figures of another implementation, re-derived with
 * exact integers; tables of ranks and tails by hand.
 */
#include <stdlib.h>

#include "compute/stat.h"
#include "tap.h"

#define LEN(v)	(sizeof(v) / sizeof((v)[0]))
#define V(...)	(const double[]){ __VA_ARGS__ }, \
    sizeof((const double[]){ __VA_ARGS__ }) / sizeof(double)

enum { ANY = -99 };

static struct bh_arena a = BH_ARENA_INIT;

static void
median(void)
{
	double v[2000], w[2000];
	size_t n, i;
	uint64_t s = 1;
	int bad = 0;

	is_near(bh_stat_median(V(3, 1, 2), &a), 2, 0, "median of three");
	is_near(bh_stat_median(V(1, 2, 3, 4), &a), 2.5, 0, "median of four");
	is_near(bh_stat_median(v, 0, &a), 0, 0, "median of none");
	is_near(bh_stat_median(V(1.5e308, 1.7e308), &a), 1.6e308, 1e-15,
	    "median near the largest double");
	for (n = 1; n < LEN(v); n += 97) {
		for (i = 0; i < n; i++)
			v[i] = (double)(bh_stat_next64(&s) % n);
		for (i = 0; i < n; i++)
			w[i] = v[i];
		bh_stat_select(v, n, n / 3);
		for (i = 0; i < n; i++)
			bad += i < n / 3 ? v[i] > v[n / 3] : v[i] < v[n / 3];
		for (i = 0; i < n; i++)
			bad += bh_stat_median(w, n, &a) !=
			    bh_stat_median(v, n, &a);
		bh_arena_reset(&a);
	}
	is_int(bad, 0, "select partitions, median ignores order");
}

static void
ranks(const double *v, size_t n, const int *want, const char *what)
{
	struct bh_ranks r;
	size_t i;
	int bad = 0;

	bh_stat_rank(v, n, &a, &r);
	for (i = 0; i < n; i++)
		bad += r.r[i] != want[i];
	is_int(bad, 0, what);
}

static void
pettitt(const double *v, size_t n, long t, long k, const char *what)
{
	struct bh_ranks r;
	struct bh_split p;

	bh_stat_rank(v, n, &a, &r);
	p = bh_stat_pettitt(r.r, n);
	ok((long)p.t == t && labs((long)p.u) == k, "pettitt %s", what);
}

static void
mw(const double *l, size_t nl, const double *r, size_t nr, double p,
    double ps, const char *what)
{
	double s;

	is_near(bh_stat_mw(l, nl, r, nr, &a, &s), p, 1e-12, what);
	if (ps != ANY)
		is_near(s, ps, 1e-15, what);
}

static void
mann_whitney(void)
{
	double v[64], w[64], s;
	size_t i;

	mw(V(1, 2, 3, 4, 5), V(11, 12, 13, 14, 15), 2. / 252, 1,
	    "mw: apart");
	mw(V(3, 4, 4, 5), V(1, 2, 2, 3), 2. / 35, .03125, "mw: ties");
	mw(V(1, 2, 3), V(4, 5, 6), .1, 1, "mw: three and three");
	mw(V(1, 2, 3, 4, 5), V(3, 4, 5, 6, 7), .12698412698412698, .82,
	    "mw: overlap");
	mw(V(1, 2, 3), V(2, 3, 4), .5, ANY, "mw: small overlap");
	mw(V(10, 10, 10, 10), V(10, 10, 10, 20), 1, ANY, "mw: one odd");
	mw(V(1, 2, 3, 4, 5, 6), V(3, 3, 3, 7, 8, 9), .2554112554112554, ANY,
	    "mw: ties across");
	mw(V(1, 3), V(2, 4), 2. / 3, .75, "superiority .75");
	mw(V(10, 20), V(10, 20), 1, .5, "superiority .5");
	is_near(bh_stat_mw(v, 0, V(1), &a, &s), 1, 0, "mw: an empty side");
	for (i = 0; i < 64; i++) {
		v[i] = (double)i;
		w[i] = 1 + (i >= 5);
	}
	is_near(bh_stat_mw(v, 26, v + 26, 26, &a, &s), 4.032920463993413e-15,
	    1e-12, "mw: 26 and 26 is exact");
	is_near(bh_stat_mw(w, 5, w + 5, 52, &a, &s), 4.776568828207358e-07,
	    1e-12, "mw: 5 and 52 is exact");
	is_near(bh_stat_mw(v, 29, v + 29, 29, &a, &s), 6.509474642778e-11,
	    1e-12, "mw: 29 and 29 is normal");
	is_near(bh_stat_mw_normal(8, 12, 120, 30), .06929646402982227, 1e-12,
	    "normal with ties, low side");
	is_near(bh_stat_mw_normal(8, 12, 216, 30), .06929646402982227, 1e-12,
	    "normal with ties, high side");
	ok(bh_stat_choose(1000, 6) > 0 && bh_stat_choose(1000, 7) == 0 &&
	    bh_stat_choose(56, 28) > 0 && bh_stat_choose(58, 29) == 0,
	    "where counting stays exact");
}

static void
kendall(const double *v, size_t n, long s, double p, double tol,
    const char *what)
{
	struct bh_ranks r;
	long plain = 0;
	size_t i, j;

	bh_stat_rank(v, n, &a, &r);
	for (i = 0; i < n; i++)
		for (j = i + 1; j < n; j++)
			plain += (v[j] > v[i]) - (v[j] < v[i]);
	ok(r.s == plain, "kendall's S by merging and by pairs, %s", what);
	if (s != ANY)
		is_int((long)r.s, s, what);
	if (p >= 0)
		is_near(bh_stat_mann_kendall(&r), p, tol, what);
}

static void
mann_kendall(void)
{
	double v[501];
	uint64_t s = 7;
	size_t i;

	kendall(V(1, 2, 3, 4, 5, 6), 15, .00853492041422708, 1e-12, "1 to 6");
	kendall(V(1, 2, 3), 3, .2962698714842864, 1e-12, "1 2 3");
	kendall(V(2, 4, 1, 3), 0, 1, 0, "no trend");
	kendall(V(1, 1, 2, 3, 3), 8, .06757726305587, 1e-12, "ties at the ends");
	kendall(V(1, 1, 1, 2, 3), 7, .09609232945567, 1e-12, "three equal");
	kendall(V(1, 2, 3, 4, 5, 6, 7, 8, 9, 10), 45, 8.303070332645e-05,
	    1e-12, "1 to 10");
	kendall(V(0, 0, 0, 0, 0, 1, 1, 1, 1, 1), 25, .0121857803553, 1e-11,
	    "zeros and ones");
	kendall(V(1, 2), 1, 1, 0, "two");
	kendall(V(5, 5, 5, 5), 0, 1, 0, "flat");
	for (i = 0; i < LEN(v); i++)
		v[i] = (double)(bh_stat_next64(&s) % 100);
	kendall(v, LEN(v), ANY, -1, 0, "501 with ties");
}

static void
theil_sen(const double *v, size_t n, double slope, double intercept)
{
	double s, i;

	bh_stat_theil_sen(v, n, &a, &s, &i);
	ok(s == slope && i == intercept, "line %g + %g i", intercept, slope);
}

static void
tail(double z, double want)
{
	is_near(bh_stat_clamp(erfc(z / sqrt(2))), want, 1e-12, "normal tail");
}

static void
small(void)
{
	is_near(bh_stat_relative(5, 0), 1, 0, "relative from zero, up");
	is_near(bh_stat_relative(-5, 0), -1, 0, "relative from zero, down");
	is_near(bh_stat_relative(5, 10), .5, 0, "relative");
	is_near(bh_stat_clamp(NAN), 1, 0, "no number is no evidence");
	is_near(bh_stat_clamp(0), 1e-15, 0, "no p is zero");
	is_near(bh_stat_step_residual(V(1, 7, 40, 40), 2, &a), 1.5, 0,
	    "step residual");
	is_near(bh_stat_line_residual(V(10, 13, 14, 18), 2, 10, &a), .5, 0,
	    "line residual");
	tail(1, .3173105078629141);
	tail(1.96, .04999579029644087);
	tail(3, .0026997960632601913);
	tail(5, 5.733031437583891e-07);
	tail(6, 1.9731752900754e-09);
	tail(8, 1.24419211485436e-15);
	tail(50, 1e-15);
}

int
main(void)
{
	median();
	ranks(V(1, 1, 1, 5, 5, 5), (int[]){ 4, 4, 4, 10, 10, 10 },
	    "ranks of ties");
	ranks(V(30, 10, 20), (int[]){ 6, 2, 4 }, "ranks");
	pettitt(V(1, 1, 1, 5, 5, 5), 3, 9, "step");
	pettitt(V(10, 10, 40, 40, 40, 40), 2, 8, "early step");
	pettitt(V(1, 2), 1, 1, "two");
	pettitt(V(5, 5, 5, 5), 1, 0, "flat");
	pettitt(V(1, 2, 1, 2), 1, 2, "first of equal maxima");
	pettitt(V(1, 1, 9, 1, 1), 2, 2, "tied maxima");
	pettitt(V(1), 0, 0, "one");
	is_near(bh_stat_pettitt_p(9, 6), .2907114024676932, 1e-12,
	    "pettitt's p");
	mann_whitney();
	mann_kendall();
	theil_sen(V(1, 2, 3, 4, 5), 1, 1);
	theil_sen(V(10, 8, 6, 4, 2), -2, 10);
	theil_sen(V(1, 2, 3, 999, 5), 1, 1);
	theil_sen(V(2, 5), 3, 2);
	small();
	bh_arena_free(&a);
	return tap_done();
}
