#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compute/fdr.h"
#include "compute/scan.h"
#include "compute/stat.h"
#include "compute/turns.h"

/* differences that make neighbours equally unlike */
#define NOISE_UNIT	.5
#define REACH_UNIT	.5
#define TILT_UNIT	1.2
#define MARGIN		1.06	/* of p: neighbours only look alike */
enum { POOL_PER_LEVEL = 40 };	/* turns asked for a level of the base */

/* One member of the set while its turns are taken. */
struct member {
	const double	*x;
	size_t		 n, start;	/* levels, first of the current regime */
	double		 floor, center;
	double		*old;		/* residuals before start, sorted */
	double		*now;		/* levels from start on, sorted */
	double		*all, *tmp;	/* room for n */
};

static int
by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* quantile of n sorted values, between neighbours in proportion */
static double
quantile(const double *v, size_t n, double q)
{
	double at = q * (double)(n - 1);
	size_t i = (size_t)at;

	return i + 1 < n ? v[i] + (at - (double)i) * (v[i + 1] - v[i]) : v[i];
}

/* half the distance of two quantiles, in standard deviations of a normal */
static double
half(const double *v, size_t n, double q, double normal)
{
	return (quantile(v, n, 1 - q) - quantile(v, n, q)) / (2 * normal);
}

/* mean size of the smaller nine tenths, of n sorted residuals, as above */
static double
inner_mean(const double *v, size_t n)
{
	size_t m = (9 * n + 5) / 10, a = 0, b = n - 1, k;
	double sum = 0;

	for (k = m; k < n; k++)
		if (-v[a] > v[b])
			a++;
		else
			b--;
	for (k = a; k <= b; k++)
		sum += fabs(v[k]);
	return 1.521 * sum / (double)m;
}

/* what n sorted residuals about center look like; returns their noise */
static double
look(const double *v, size_t n, double center, double floor, struct bh_turn *t)
{
	double c = fmax(fabs(center), floor), s, up, down;

	s = (half(v, n, .25, .6745) + half(v, n, .1587, 1) +
	    half(v, n, .1, 1.2816)) / 3;
	s = (s + inner_mean(v, n)) / 2;
	s = fmax(s, 1e-3 * c);
	up = log2(1 + fmax(0, v[n - 1]) / s);
	down = log2(1 + fmax(0, -v[0]) / s);
	t->look[BH_TURN_NOISE] = log2(s / c) / NOISE_UNIT;
	t->look[BH_TURN_REACH] = fmax(up, down) / REACH_UNIT;
	t->look[BH_TURN_TILT] = fabs(up - down) / TILT_UNIT;
	return s;
}

/* the levels about their centers, those of the current regime kept apart */
static void
init(struct member *o, const struct bh_fdr_member *m, struct bh_arena *a)
{
	const struct bh_verdict *v = m->verdict;
	size_t lo = 0, hi, k, i;
	double c;

	o->x = m->series->base.value;
	o->n = m->series->base.n;
	o->start = (size_t)v->start;
	o->floor = bh_scan_floor(m->series->kind, o->x, o->n);
	o->old = bh_alloc(a, (o->n + 1) * sizeof(double));
	o->now = bh_alloc(a, (o->n + 1) * sizeof(double));
	o->all = bh_alloc(a, (o->n + 1) * sizeof(double));
	o->tmp = bh_alloc(a, (o->n + 1) * sizeof(double));
	for (k = 0; k < v->nboundary; k++) {
		hi = (size_t)v->boundary[k];
		memcpy(o->tmp, o->x + lo, (hi - lo) * sizeof(double));
		c = bh_stat_median_of(o->tmp, hi - lo);
		for (i = lo; i < hi; i++)
			o->old[i] = o->x[i] - c;
		lo = hi;
	}
	memcpy(o->now, o->x + o->start, (o->n - o->start) * sizeof(double));
	qsort(o->old, o->start, sizeof(double), by_value);
	qsort(o->now, o->n - o->start, sizeof(double), by_value);
}

/* middle of k sorted values without that at place skip (k: none is) */
static double
middle(const double *v, size_t k, size_t skip)
{
	size_t n = k - (skip < k), i = n / 2, j = (n - 1) / 2;
	double a = v[i + (i >= skip)], b = v[j + (j >= skip)];

	return b + (a - b) / 2;
}

/* all residuals sorted, without the level at place skip of the regime */
static size_t
merge(struct member *o, size_t skip)
{
	size_t k = o->n - o->start, i = 0, j = 0, n = 0;
	double r;

	o->center = middle(o->now, k, skip);
	for (; j < k; j++) {
		if (j == skip)
			continue;
		r = o->now[j] - o->center;
		while (i < o->start && o->old[i] <= r)
			o->all[n++] = o->old[i++];
		o->all[n++] = r;
	}
	while (i < o->start)
		o->all[n++] = o->old[i++];
	return n;
}

/* every level of the current regime in the context's place */
static size_t
take_turns(struct member *o, struct bh_turn *out)
{
	size_t k = o->n - o->start, j, n;
	double s, move;

	if (k < 2)
		return 0;
	for (j = 0; j < k; j++) {
		n = merge(o, j);
		s = look(o->all, n, o->center, o->floor, &out[j]);
		move = fabs(o->now[j] - o->center);
		out[j].size = move >= o->floor &&
		    fabs(bh_stat_relative(move, o->center)) >=
		    BH_SCAN_BASE_RELATIVE ? move / s : 0;
	}
	return k;
}

void
bh_turns(struct bh_fdr_member *m, size_t n, long tip_topo, struct bh_arena *a)
{
	struct bh_turn *pool, tip;
	struct bh_turn_index index;
	struct member o;
	size_t total = 0, count = 0, i, far, in, k;
	double s;

	(void)tip_topo;
	for (i = 0; i < n; i++)
		total += m[i].series->base.n;
	pool = bh_alloc(a, (total + 1) * sizeof(*pool));
	for (i = 0; i < n; i++) {
		init(&o, &m[i], a);
		count += take_turns(&o, pool + count);
	}
	bh_turn_index(&index, pool, count, a);
	for (i = 0; i < n; i++) {
		if (m[i].cand == NULL)
			continue;
		init(&o, &m[i], a);
		k = merge(&o, o.n);
		s = look(o.all, k, o.center, o.floor, &tip);
		tip.size = fabs(m[i].cand->latest - m[i].cand->baseline) / s;
		bh_turn_count(&index, &tip, POOL_PER_LEVEL * o.n, &in, &far);
		m[i].cand->has_p = true;
		m[i].cand->p = bh_stat_clamp(MARGIN * (1 + (double)far) /
		    (1 + (double)in));
	}
}
