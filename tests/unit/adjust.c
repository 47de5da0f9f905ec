/*
 * Selection adjustment: published figures, and counting by pruned walks
 * against visiting every ordering.
 */
#include "compute/adjust.h"
#include "compute/orbit.h"
#include "tap.h"

#define LEN(v)	(sizeof(v) / sizeof((v)[0]))

static struct bh_arena a = BH_ARENA_INIT;

static void
two_levels(double *v, size_t n, size_t t, double x, double y)
{
	size_t i;

	for (i = 0; i < n; i++)
		v[i] = i < t ? x : y;
}

static void
bounds(void)
{
	double v[20];
	struct bh_ranks r;
	size_t i;

	for (i = 0; i < LEN(v); i++)
		v[i] = (double)i;
	bh_stat_rank(v, 20, &a, &r);
	is_near(bh_adjust_kl(.25, .5), .13081203594113697, 1e-12, "KL");
	is_near(bh_adjust_kl(.2, .4), .09151622184943578, 1e-12, "KL");
	is_near(bh_adjust_kl(0, .5), log(2), 1e-12, "KL at zero");
	is_near(bh_adjust_serfling(20, 5, .2), .6065306597126334, 1e-12,
	    "Serfling");
	is_near(bh_adjust_tail(&r, 5, 59, true), .4806158480801048, 1e-12,
	    "lower tail");
	is_near(bh_adjust_tail(&r, 5, 151, false), .4806158480801048, 1e-12,
	    "upper tail");
	is_near(bh_adjust_tail(&r, 5, 100, false), 1, 0, "wrong side");
	is_int((long)bh_adjust_nearest(20, 5, r.tie, .05), 59,
	    "nearest rejecting sum");
	bh_stat_rank(v, 12, &a, &r);
	is_int((long)bh_adjust_exact(12, 5), 6, "all sizes of 12 are exact");
	is_near(bh_adjust_analytic(&r, 5, 6, .01, &a), .03, 1e-12,
	    "two admissible sizes");
	is_near(bh_adjust_analytic(&r, 6, 6, .01, &a), .01, 1e-12,
	    "one admissible size");
	ok(bh_adjust_exact(1000, 5) == 6 && bh_adjust_exact(100, 5) == 13 &&
	    bh_adjust_exact(1000, 7) == 0, "exact sizes");
	is_near(bh_adjust_settle(.02, .01, .025), -1, 0, "goes on");
	is_near(bh_adjust_settle(.02, .02, .025), .02, 0, "analytic is less");
	is_near(bh_adjust_settle(.5, .025, .025), 1, 0, "rejected");
}

static void
positions(size_t n, size_t g, const size_t *want)
{
	size_t pos[16], i;
	int bad = 0;

	bh_orbit_positions(n, g, pos, &a);
	for (i = 0; i < g; i++)
		bad += pos[i] != want[i];
	is_int(bad, 0, "positions of buckets");
}

static void
group(size_t n, uint64_t budget, const char *factors, size_t moved,
    uint64_t order)
{
	char text[64] = "";
	struct bh_orbit o;
	size_t i, at = 0;

	bh_orbit_group(n, budget, &o);
	for (i = 0; i < o.nf; i++)
		at += (size_t)sprintf(text + at, "%s%zu", i > 0 ? "," : "",
		    o.f[i]);
	ok(strcmp(text, factors) == 0 && o.moved == moved && o.order == order,
	    "n %zu: factors %s", n, factors);
}

static void
groups(void)
{
	double v[10];
	struct bh_ranks r;
	struct bh_orbit o;
	size_t i;

	ok(bh_orbit_key(0) == 0xe220a8397b1dcdaf, "key of bucket 0");
	positions(10, 4, (size_t[]){ 7, 2, 5, 0 });
	positions(12, 12,
	    (size_t[]){ 11, 6, 7, 1, 5, 3, 10, 4, 8, 9, 0, 2 });
	positions(20, 16, (size_t[]){ 18, 10, 12, 1, 7, 3, 16, 5, 13, 15, 0, 2,
	    11, 17, 6, 8 });
	group(1000, 500000, "4,4,4,3,3", 576, 497664);
	group(10, 600, "5,2", 10, 240);
	group(12, 24, "3,2,2", 12, 24);
	group(20, 259200, "8,2", 16, 80640);
	group(50, 500000, "8,3,2", 48, 483840);
	group(100, 259200, "7,4,2", 56, 241920);
	group(150, 500000, "7,4,2,2", 112, 483840);
	group(200, 259200, "7,3,2,2,2", 168, 241920);
	group(1000, 259200, "4,4,3,3,3,2", 864, 248832);
	group(16, 500000, "", 12, 259200);
	group(24, 500000, "", 12, 259200);
	group(16, 259200, "8,2", 16, 80640);
	group(11, 259200, "8", 8, 40320);
	for (i = 0; i < 10; i++)
		v[i] = (double)i;
	bh_stat_rank(v, 10, &a, &r);
	bh_orbit_choose(&r, 600, &o);
	ok(o.moved > 0 && o.order == 240, "ten values: a group of 240");
	two_levels(v, 10, 5, 1, 2);
	bh_stat_rank(v, 10, &a, &r);
	bh_orbit_choose(&r, 600, &o);
	ok(o.moved == 0 && o.order == 252, "five and five: all 252");
	bh_orbit_group(1000, 500000, &o);
	ok(1 / ((double)o.order * .9) < .1 / (2 * 22394.) &&
	    1 / ((double)o.order * .9) >= .1 / (2 * 22395.),
	    "the greatest family with room for one extreme ordering");
}

static struct bh_adjusted
adjust(const double *v, size_t n, size_t t, uint64_t budget, double weight,
    double accept, double reject)
{
	struct bh_adjust how = { 5, budget, weight, accept, reject };
	struct bh_adjusted out;
	struct bh_ranks r;
	struct bh_split s;

	bh_arena_reset(&a);
	bh_stat_rank(v, n, &a, &r);
	s = bh_stat_pettitt(r.r, n);
	is_int((long)s.t, (long)t, "the split");
	bh_adjust(&how, &r, s, &a, &out);
	return out;
}

static void
vectors(void)
{
	static const double s12[] = { 98, 100, 102, 99, 101, 100, 148, 150,
	    152, 149, 151, 150 };
	struct bh_adjusted x;
	double v[1000];
	size_t i;

	two_levels(v, 12, 6, 1, 2);
	x = adjust(v, 12, 6, 10, 1e-10, 1e-300, 1);
	is_near(x.adjusted, .1250000000125, 1e-12, "tiny budget");
	two_levels(v, 1000, 500, 1, 2);
	x = adjust(v, 1000, 500, 10, .1, 1, 1);
	is_near(x.adjusted, 1.6688482933768554e-10, 1e-12, "analytic alone");
	x = adjust(s12, 12, 6, 259200, .1, .1 / 14, .025);
	is_near(x.tainted, .0021645021645021645, 1e-12, "S12 tainted");
	is_near(x.analytic, .006493506493506494, 1e-12, "S12 analytic");
	ok(x.extreme == 1296 && x.order == 259200, "S12: 1296 of 259200");
	is_near(x.adjusted, .005555555555555556, 1e-12, "S12 adjusted");
	two_levels(v, 12, 6, 10, 20);
	x = adjust(v, 12, 6, 2000, .1, 1e-300, .025);
	ok(x.extreme == 2 && x.order == 924, "2 of 924");
	is_near(x.adjusted, .002405002405002405, 1e-12, "all orderings");
	two_levels(v, 20, 10, 10, 20);
	x = adjust(v, 20, 10, 2000, .1, 1e-300, .025);
	is_near(x.tainted, 1.082508822446903e-05, 1e-12, "tainted");
	is_near(x.analytic, 1.1907597046915933e-04, 1e-12, "analytic");
	is_near(x.adjusted, .0011907597046915933, 1e-12, "analytic is less");
	ok(x.extreme <= 2, "decided after two extreme orderings");
	for (i = 0; i < 25; i++) {
		v[i] = (double)(13 * i % 17);
		v[i + 25] = v[i] + 9;
	}
	x = adjust(v, 50, 26, 500000, .1, 2.5e-6, .025);
	is_near(x.tainted, 6.630157829459619e-08, 1e-12, "50 tainted");
	is_near(x.analytic, 2.718364710078444e-06, 1e-12, "50 analytic");
	ok(x.extreme == 2 && x.order == 483840, "2 of 483840");
	is_near(x.adjusted, 4.592886537330982e-06, 1e-12, "50 adjusted");
}

/* The clamp: rearrangements of a strong step tie with it at 1e-15. */
static void
saturated(void)
{
	struct bh_adjusted x;
	double v[150];
	size_t i;

	for (i = 0; i < 150; i++)
		v[i] = i < 75 ? .01 * (double)(7 * i % 75) :
		    100 + .01 * (double)(5 * i % 75) + 1e-6 * (double)i;
	x = adjust(v, 150, 75, 259200, .1, .05, .025);
	is_near(x.tainted, 1e-15, 0, "at the floor");
	is_near(x.analytic, .00375673, 1e-5, "analytic bound at the floor");
	ok(x.adjusted < .05, "accepted early where asked for .05");
	x = adjust(v, 150, 75, 259200, .1, .025, .025);
	ok(x.extreme == 5444 && x.order == 241920, "5444 extreme");
	is_near(x.adjusted, 1, 0, "declined");
}

/* --- counting against visiting ----------------------------------------- */

struct visit {
	const struct bh_ranks *r;
	const struct bh_orbit_bars *bars;
	const struct bh_orbit *o;
	size_t	 pos[256], n;
	uint64_t e, all;
	size_t	 p[12][12];	/* permutation of each coordinate */
};

static void
judge(struct visit *v, const int32_t *x)
{
	struct bh_split s = bh_stat_pettitt(x, v->n);

	v->all++;
	v->e += s.u <= v->bars->lo[s.t] || s.u >= v->bars->hi[s.t];
}

static void
apply(struct visit *v)
{
	int32_t x[256];
	size_t b, c, to, unit, rest;

	memcpy(x, v->r->r, v->n * sizeof(*x));
	for (b = 0; b < v->o->moved; b++) {
		for (to = 0, unit = 1, rest = b, c = 0; c < v->o->nf; c++) {
			to += unit * v->p[c][rest % v->o->f[c]];
			rest /= v->o->f[c];
			unit *= v->o->f[c];
		}
		if (v->o->balanced)
			to = b < 6 ? v->p[0][b] : 6 + v->p[1][b - 6];
		x[v->pos[to]] = v->r->r[v->pos[b]];
	}
	judge(v, x);
}

/* Permutations of coordinate c from place i on, then of the next ones. */
static void
permute(struct visit *v, size_t c, size_t i, int odd)
{
	size_t nc = v->o->balanced ? 2 : v->o->nf, n, j, t;

	if (c == nc) {
		apply(v);
		return;
	}
	n = v->o->balanced ? 6 : v->o->f[c];
	if (i == n) {
		if (!v->o->balanced || c == 1 || !odd)
			permute(v, c + 1, 0, 0);
		return;
	}
	for (j = i; j < n; j++) {
		t = v->p[c][i], v->p[c][i] = v->p[c][j], v->p[c][j] = t;
		permute(v, c, i + 1, odd ^ (j != i));
		t = v->p[c][i], v->p[c][i] = v->p[c][j], v->p[c][j] = t;
	}
}

static void
orderings(struct visit *v, int32_t *x, size_t at, const int32_t *sorted,
    unsigned used)
{
	size_t i;

	if (at == v->n) {
		judge(v, x);
		return;
	}
	for (i = 0; i < v->n; i++) {
		if ((used >> i & 1) != 0 || (i > 0 &&
		    sorted[i] == sorted[i - 1] && (used >> (i - 1) & 1) == 0))
			continue;
		x[at] = sorted[i];
		orderings(v, x, at + 1, sorted, used | 1u << i);
	}
}

static void
visit(size_t n, size_t levels, int step, uint64_t budget, uint64_t seed)
{
	struct bh_orbit_bars bars;
	struct bh_orbit o;
	struct bh_ranks r;
	struct visit v = { .r = &r, .bars = &bars, .o = &o, .n = n };
	double x[256];
	int32_t lo[257], hi[257], bar, out[256];
	uint64_t got;
	size_t i, j;

	bh_arena_reset(&a);
	for (i = 0; i < n; i++)
		x[i] = (double)(bh_stat_next64(&seed) % levels) +
		    (i >= n / 2 ? step : 0);
	bh_stat_rank(x, n, &a, &r);
	bh_orbit_choose(&r, budget, &o);
	bars.lo = lo;
	bars.hi = hi;
	for (i = 0; i <= n; i++) {	/* skewed, some splits barred */
		bar = (int32_t)(i * (n - i)) * 3 / 5;
		lo[i] = i < 3 ? -BH_ORBIT_NEVER : -bar;
		hi[i] = i < 3 || i > n - 3 ? BH_ORBIT_NEVER : bar - 2;
	}
	for (i = 0; i < 12; i++)
		for (j = 0; j < 12; j++)
			v.p[i][j] = j;
	if (o.moved > 0) {
		bh_orbit_positions(n, o.moved, v.pos, &a);
		permute(&v, 0, 0, 0);
	} else
		orderings(&v, out, 0, bh_stat_ascending(&r, &a), 0);
	got = bh_orbit_count(&r, &o, &bars, UINT64_MAX, &a);
	ok(got == v.e && v.all == o.order, "n %zu, %zu moved: %lu of %lu", n,
	    o.moved, (unsigned long)got, (unsigned long)o.order);
	if (got > 2)
		is_int((long)bh_orbit_count(&r, &o, &bars, got / 2, &a),
		    (long)(got / 2), "stops at the limit");
}

int
main(void)
{
	bounds();
	groups();
	vectors();
	saturated();
	visit(20, 1000, 400, 100000, 1);	/* 8,2 */
	visit(16, 50, 20, 480000, 2);		/* balanced */
	visit(40, 1000, 300, 480000, 3);
	visit(40, 12, 5, 30000, 4);
	visit(100, 1000, 150, 20000, 5);
	visit(60, 1000, 300, 400000, 6);	/* balanced, long segments */
	visit(150, 1000, 100, 10000, 7);
	visit(23, 1000, 5000, 300, 8);
	visit(14, 2, 1, 259200, 9);		/* every ordering */
	visit(13, 3, 1, 259200, 10);
	visit(11, 1000, 500, 259200, 11);
	bh_arena_free(&a);
	return tap_done();
}
