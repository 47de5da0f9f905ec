#include <math.h>

#include "compute/scan.h"
#include "compute/stat.h"

#define TIP_LEVEL	.001
#define TIP_NOISE	3	/* scaled median absolute deviations */
enum { TIP_MOST = 4, TIP_LEAST = 2, TIP_BEFORE = 20 };

/* that k given values of n + k are the greatest, for each k that is tried */
static double
chance(size_t n, size_t k)
{
	double c = 1;
	size_t i;

	for (i = 1; i <= k; i++)
		c = c * (double)(n + i) / (double)i;
	return (TIP_MOST - TIP_LEAST + 1) / c;
}

/* the k newest of n + k values, all turned by sign */
static bool
stands(const double *x, size_t n, size_t k, double sign, double floor,
    double *tmp)
{
	double top = sign * x[0], low = sign * x[n], before, delta;
	size_t i;

	for (i = 1; i < n; i++)
		top = fmax(top, sign * x[i]);
	for (i = n; i < n + k; i++)
		low = fmin(low, sign * x[i]);
	if (low <= top)
		return false;
	for (i = 0; i < n; i++)
		tmp[i] = x[i];
	before = bh_stat_median_of(tmp, n);
	for (i = 0; i < n; i++)
		tmp[i] = fabs(x[i] - before);
	top = TIP_NOISE * 1.4826 * bh_stat_median_of(tmp, n);
	for (i = 0; i < k; i++)
		tmp[i] = x[n + i];
	delta = sign * (bh_stat_median_of(tmp, k) - before);
	return delta > top && delta >= floor &&
	    fabs(bh_stat_relative(delta, before)) >= BH_SCAN_BASE_RELATIVE;
}

size_t
bh_scan_tip(struct bh_scan *s, double sign, double floor, double *p)
{
	size_t from = bh_scan_from(s, s->ncut), k;

	for (k = TIP_MOST; k >= TIP_LEAST; k--) {
		if (s->n < from + k + TIP_BEFORE)
			continue;
		*p = chance(s->n - from - k, k);
		if (*p < TIP_LEVEL && stands(s->x + from, s->n - from - k, k,
		    sign, floor, s->tmp[0]))
			return k;
	}
	return 0;
}
