#include <math.h>

#include "gen.h"

uint64_t
gen_u64(struct gen *g)
{
	uint64_t z = g->state += 0x9e3779b97f4a7c15;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z ^ z >> 31;
}

double
gen_uniform(struct gen *g)
{
	return (double)(gen_u64(g) >> 11) * 0x1p-53;
}

size_t
gen_below(struct gen *g, size_t n)
{
	return (size_t)(gen_uniform(g) * (double)n);
}

double
gen_normal(struct gen *g)
{
	double u, v, s;

	do {
		u = 2 * gen_uniform(g) - 1;
		v = 2 * gen_uniform(g) - 1;
		s = u * u + v * v;
	} while (s >= 1 || s == 0);
	return u * sqrt(-2 * log(s) / s);
}

const char *
noise_name(enum noise k)
{
	static const char *const name[NOISES] = {
		"normal1", "normal3", "normal5", "heavy", "twomode", "rare15",
		"spikes", "ar7", "counts", "pool",
		"laplace5", "lognormal4", "ar3", "ar9", "sticky", "rare8",
		"skewed4", "ticks", "normal2.5", "ar6", "ar7 5 %"
	};

	return name[k];
}

static double
student3(struct gen *g)
{
	double z = gen_normal(g), c = 0;

	for (int i = 0; i < 3; i++) {
		double e = gen_normal(g);

		c += e * e;
	}
	return z / sqrt(c / 3) / sqrt(3);
}

static void
fill_ar(struct gen *g, double *v, size_t n, double rho, double sd)
{
	double x = 0, e = sd * sqrt(1 - rho * rho);

	for (size_t i = 0; i < n; i++) {
		x = rho * x + e * gen_normal(g);
		v[i] = 1000 * (1 + x);
	}
}

/* a level out of k, drawn anew with probability p at each point */
static void
fill_pool(struct gen *g, double *v, size_t n, const double *level, size_t k,
    double p, double sd)
{
	size_t cur = 0;

	for (size_t i = 0; i < n; i++) {
		if (gen_uniform(g) < p)
			cur = gen_below(g, k);
		v[i] = level[cur] * (1 + sd * gen_normal(g));
	}
}

static double
mode(struct gen *g, double p, double high, double sd)
{
	double m = gen_uniform(g) < p ? high : 1;

	return 1000 * m * (1 + sd * gen_normal(g));
}

static double
laplace(struct gen *g)
{
	double u = gen_uniform(g) - .5;

	return copysign(log1p(-2 * fabs(u)), -u) / sqrt(2);
}

static double
one(enum noise k, struct gen *g)
{
	switch (k) {
	case NORMAL1:
		return 1000 * (1 + .01 * gen_normal(g));
	case NORMAL25:
		return 1000 * (1 + .025 * gen_normal(g));
	case NORMAL3:
		return 1000 * (1 + .03 * gen_normal(g));
	case NORMAL5:
		return 1000 * (1 + .05 * gen_normal(g));
	case HEAVY2:
		return 1000 * (1 + .02 * student3(g));
	case TWOMODE:
		return mode(g, .5, 1.08, .005);
	case RARE15:
		return mode(g, .15, 1.15, .01);
	case SPIKES:
		return mode(g, .03, 1.4, .01);
	case RARE8:
		return mode(g, .08, 1.15, .01);
	case COUNTS:
		return round(100 + gen_normal(g));
	case LAPLACE5:
		return 1000 * (1 + .05 * laplace(g));
	case LOGNORMAL4:
	case SKEWED4:
		return 1000 * (1 + .04 * (exp(.8 * gen_normal(g)) - exp(.32)) /
		    1.3);
	default:	/* TICKS */
		return round(20 + .6 * gen_normal(g));
	}
}

void
noise_fill(enum noise k, struct gen *g, double *v, size_t n)
{
	static const double pool[] = { 258, 293, 310 };
	static const double sticky[] = { 1000, 1150 };

	switch (k) {
	case AR3:
		fill_ar(g, v, n, .3, .02);
		break;
	case AR6:
		fill_ar(g, v, n, .6, .025);
		break;
	case AR7_5:
		fill_ar(g, v, n, .7, .05);
		break;
	case AR7:
		fill_ar(g, v, n, .7, .02);
		break;
	case AR9:
		fill_ar(g, v, n, .9, .02);
		break;
	case POOL:
		fill_pool(g, v, n, pool, 3, .3, .01);
		break;
	case STICKY:
		fill_pool(g, v, n, sticky, 2, .2, .01);
		break;
	default:
		for (size_t i = 0; i < n; i++)
			v[i] = one(k, g);
	}
}

const struct shape moved_shapes[] = {
	{ "step3_1", NORMAL1, STEP, .03, .7 },
	{ "step5_1", NORMAL1, STEP, .05, .7 },
	{ "step10_1", NORMAL1, STEP, .10, .7 },
	{ "step10_1_mid", NORMAL1, STEP, .10, .5 },
	{ "step5_2", HEAVY2, STEP, .05, .7 },
	{ "step10_5", NORMAL5, STEP, .10, .7 },
	{ "step10_last10", NORMAL1, STEP, .10, -10 },
	{ "step10_last4", NORMAL1, STEP, .10, -4 },
	{ "two5", NORMAL1, TWO, .05, .4 },
	{ "step10_twomode", TWOMODE, STEP, .10, .7 },
	{ "step10_spikes", SPIKES, STEP, .10, .7 },
	{ "drift10", NORMAL1, DRIFT, .10, 0 },
	{ "cameback", NORMAL1, BACK, .10, .5 },
	{ "regained", NORMAL3, DIP, .10, .35 },
	{ "step10_counts", COUNTS, STEP, .10, .7 },
};
const size_t moved_count = sizeof(moved_shapes) / sizeof(moved_shapes[0]);

static void
scale(double *v, size_t from, size_t to, double f)
{
	for (size_t i = from; i < to; i++)
		v[i] *= f;
}

size_t
shape_plant(const struct shape *s, double *v, size_t n, size_t *second)
{
	size_t k = s->at < 0 ? n - (size_t)-s->at :
	    (size_t)((double)n * s->at);

	*second = n;
	switch (s->move) {
	case NONE:
		return n;
	case STEP:
		scale(v, k, n, 1 + s->size);
		return k;
	case TWO:
		*second = (size_t)((double)n * .75);
		scale(v, k, n, 1 + s->size);
		scale(v, *second, n, 1 + s->size);
		return k;
	case DRIFT:
		for (size_t i = 0; i < n; i++)
			v[i] *= 1 + s->size * (double)i / (double)(n - 1);
		return n;
	case BACK:
		*second = k + n / 5;
		scale(v, k, *second, 1 + s->size);
		return k;
	default:	/* DIP */
		*second = k;
		k = (size_t)((double)n * .7);
		scale(v, *second, k, 1 - s->size);
		return k;
	}
}
