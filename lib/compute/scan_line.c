#include <math.h>
#include <string.h>

#include "compute/scan.h"
#include "compute/stat.h"

#define LINE_NET	.75	/* of all that the steps go, up and down */
enum { LINE_STEPS = 18 };	/* of the section: slope to 1 part in 5,000 */

/* cost of the best line with this slope; tmp: what is left, then its median */
static double
cost_at(const double *x, size_t n, double slope, double *tmp, double *intercept)
{
	double c = 0;
	size_t i;

	for (i = 0; i < n; i++)
		tmp[i] = x[i] - slope * (double)i;
	*intercept = bh_stat_median_of(tmp, n);
	for (i = 0; i < n; i++)
		c += fabs(tmp[i] - *intercept);
	return c;
}

/* from the medians of the outer thirds */
static double
rough_slope(const double *x, size_t n, double *tmp)
{
	size_t m = n / 3;
	double left, right;

	memcpy(tmp, x, m * sizeof(*tmp));
	left = bh_stat_median_of(tmp, m);
	memcpy(tmp, x + n - m, m * sizeof(*tmp));
	right = bh_stat_median_of(tmp, m);
	return (right - left) / (double)(n - m);
}

/* The cost is convex in the slope: golden section about a rough one. */
void
bh_scan_line(const double *x, size_t n, double *tmp, struct bh_scan_line *line)
{
	static const double g = 0.6180339887498949;
	double mid = rough_slope(x, n, tmp), lo = mid - 2 * fabs(mid);
	double hi = mid + 2 * fabs(mid), a = hi - g * (hi - lo);
	double b = lo + g * (hi - lo), ca, cb;
	size_t i;
	int step;

	ca = cost_at(x, n, a, tmp, &line->intercept);
	cb = cost_at(x, n, b, tmp, &line->intercept);
	for (step = 0; step < LINE_STEPS; step++) {
		if (ca <= cb) {
			hi = b;
			b = a;
			cb = ca;
			a = hi - g * (hi - lo);
			ca = cost_at(x, n, a, tmp, &line->intercept);
		} else {
			lo = a;
			a = b;
			ca = cb;
			b = lo + g * (hi - lo);
			cb = cost_at(x, n, b, tmp, &line->intercept);
		}
	}
	line->slope = ca <= cb ? a : b;
	line->cost = cost_at(x, n, line->slope, tmp, &line->intercept);
	for (i = 0; i < n; i++)
		tmp[i] = fabs(tmp[i] - line->intercept);
	line->residual = bh_stat_median_of(tmp, n);
}

bool
bh_scan_is_line(struct bh_scan *s, struct bh_scan_line *line)
{
	double steps = 0, cuts = (double)s->ncut, noise, way = 0;
	size_t k, i;

	for (k = 0; k < s->ncut; k++)
		way += fabs(s->center[k + 1] - s->center[k]);
	if (s->ncut == 0 ||
	    fabs(s->center[s->ncut] - s->center[0]) < LINE_NET * way)
		return false;
	for (k = 0; k <= s->ncut; k++)
		for (i = bh_scan_from(s, k); i < bh_scan_to(s, k); i++)
			steps += fabs(s->x[i] - s->center[k]);
	for (i = 1; i < s->n; i++)
		s->tmp[0][i - 1] = fabs(s->x[i] - s->x[i - 1]);
	noise = bh_stat_median_of(s->tmp[0], s->n - 1) / 1.35;
	bh_scan_line(s->x, s->n, s->tmp[0], line);
	/* two numbers a step against two of the line */
	return line->cost < steps +
	    (2 * cuts - 1) * log((double)s->n) * .8 * noise;
}
