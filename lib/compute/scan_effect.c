#include <math.h>

#include "compute/scan.h"
#include "compute/stat.h"

bool
bh_scan_shift(const double *x, size_t nx, const double *y, size_t ny,
    struct bh_arena *a, double *shift, double *low, double *high)
{
	size_t all = nx * ny, i, j, c;
	double *d = bh_alloc(a, all * sizeof(*d)), n = (double)all, at;

	for (i = 0; i < nx; i++)
		for (j = 0; j < ny; j++)
			d[i * ny + j] = y[j] - x[i];
	*shift = bh_stat_median_of(d, all);
	at = n / 2 - 1.959963984540054 * sqrt(n * (double)(nx + ny + 1) / 12);
	if (at < 1)
		return false;
	c = (size_t)at;
	*low = bh_stat_select(d, all, c - 1);
	*high = bh_stat_select(d, all, all - c);
	return true;
}
