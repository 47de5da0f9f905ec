#include <math.h>
#include <string.h>

#include "compute/scan.h"
#include "compute/stat.h"

#define LOSS_BEND	25	/* squared scales at which the loss is halved */
enum { PLACE_ROUNDS = 6 };

static double
median(const double *x, size_t n, double *tmp)
{
	memcpy(tmp, x, n * sizeof(*tmp));
	return bh_stat_median_of(tmp, n);
}

double
bh_scan_scale(const double *x, size_t n, size_t t, double before, double after,
    double *tmp)
{
	size_t i, m = (9 * n + 9) / 10;
	double sum = 0, s;

	for (i = 0; i < n; i++)
		tmp[i] = fabs(x[i] - (i < t ? before : after));
	bh_stat_select(tmp, n, m - 1);
	for (i = 0; i < m; i++)
		sum += tmp[i];
	s = 1.4826 * bh_stat_median_of(tmp, n);
	s = fmax(s, 1.521 * sum / (double)m);
	return fmax(s, fabs(after - before) / 50);
}

static double
loss(double r)
{
	double z = r * r;

	return .5 * z / (1 + z / LOSS_BEND);
}

void
bh_scan_profile(const double *x, size_t n, double before, double after,
    double scale, double *cost)
{
	double c = 0;
	size_t i;

	cost[0] = 0;
	for (i = 0; i < n; i++) {
		if (scale > 0)
			c += loss((x[i] - before) / scale) -
			    loss((x[i] - after) / scale);
		cost[i + 1] = c;
	}
}

/* where e goes behind equal values of k sorted ones */
static size_t
rank_of(const double *v, size_t k, double e)
{
	size_t a = 0, m;

	while (a < k) {
		m = a + (k - a) / 2;
		if (v[m] <= e)
			a = m + 1;
		else
			k = m;
	}
	return a;
}

/*
 * dev[k] = sum of the absolute deviations of the first k values, each stride
 * apart, about their median: the sum of the upper half less that of the lower.
 * v holds them sorted.
 */
static void
deviations(const double *x, size_t n, ptrdiff_t stride, double *v, double *dev)
{
	double low = 0, high = 0, e;
	size_t a, k, half;

	dev[0] = 0;
	for (k = 0; k < n; k++) {
		e = x[(ptrdiff_t)k * stride];
		a = rank_of(v, k, e);
		memmove(v + a + 1, v + a, (k - a) * sizeof(*v));
		v[a] = e;
		half = k / 2;		/* values in low so far */
		if (a < half)
			low += e;
		else
			high += e;
		if (a < half && (k + 1) / 2 == half) {
			low -= v[half];
			high += v[half];
		} else if (a >= half && (k + 1) / 2 > half) {
			low += v[half];
			high -= v[half];
		}
		dev[k + 1] = high - low;
		if (k % 2 == 0)
			dev[k + 1] -= v[k / 2];
	}
}

static size_t
least_deviation(const double *x, size_t n, size_t side, size_t last,
    double *tmp[3])
{
	double *left = tmp[1], *right = tmp[2];
	size_t best = side, t;

	deviations(x, n, 1, tmp[0], left);
	deviations(x + n - 1, n, -1, tmp[0], right);
	for (t = side; t + last <= n; t++)
		if (left[t] + right[n - t] < left[best] + right[n - best])
			best = t;
	return best;
}

size_t
bh_scan_place(const double *x, size_t n, size_t side, size_t last,
    double *tmp[3])
{
	size_t best = least_deviation(x, n, side, last, tmp), t, i;
	double before, after, *cost = tmp[1];
	int round;

	for (round = 0; round < PLACE_ROUNDS; round++) {
		t = best;
		before = median(x, t, tmp[0]);
		after = median(x + t, n - t, tmp[0]);
		bh_scan_profile(x, n, before, after,
		    bh_scan_scale(x, n, t, before, after, tmp[0]), cost);
		best = side;
		for (i = side; i + last <= n; i++)
			if (cost[i] < cost[best])
				best = i;
		if (best == t)
			break;
	}
	return best;
}
