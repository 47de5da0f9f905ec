#include <math.h>
#include <stdlib.h>

#include "compute/scan.h"

double
bh_scan_ranks(const double *x, const size_t *order, size_t n, size_t lo,
    size_t hi, int32_t *rank)
{
	size_t done = 0, i = 0, j, first, in;
	double ties = 0, m = (double)(hi - lo), c;

	while (i < n && done < hi - lo) {
		first = i;
		in = 0;
		for (; i < n && x[order[i]] == x[order[first]]; i++)
			in += order[i] >= lo && order[i] < hi;
		for (j = first; in > 0 && j < i; j++)
			if (order[j] >= lo && order[j] < hi)
				rank[order[j] - lo] =
				    (int32_t)(2 * done + in + 1);
		c = (double)in;
		ties += c * c * c - c;
		done += in;
	}
	return 1 - ties / (m * m * m - m);
}

double
bh_scan_max(const int32_t *rank, size_t n, const double *spread, size_t *at)
{
	int64_t sum = 0, mean = (int64_t)n + 1;
	double best = 0, z;
	size_t t;

	*at = BH_SCAN_SIDE;
	for (t = 1; t + BH_SCAN_SIDE <= n; t++) {
		sum += rank[t - 1] - mean;
		if (t < BH_SCAN_SIDE)
			continue;
		z = (double)sum * (double)sum /
		    ((double)t * (double)(n - t));
		if (spread != NULL)
			z /= spread[t] * spread[t];
		if (z > best) {
			best = z;
			*at = t;
		}
	}
	return sqrt(best * 3 / (double)mean);
}

/* 2 / C(n, t): chance of the strongest cut that t and n - t points can show */
static double
strongest(size_t n, size_t t)
{
	double p = 2;
	size_t i;

	if (t > n - t)
		t = n - t;
	for (i = 1; i <= t; i++)
		p *= (double)i / (double)(n - t + i);
	return p;
}

double
bh_scan_tail(double b, size_t n)
{
	double e = BH_SCAN_SIDE / (double)n;

	if (b < 1)
		return 1;
	return fmin(1, exp(-b * b / 2) / sqrt(2 * M_PI) *
	    ((b - 1 / b) * 2 * log((1 - e) / e) + 4 / b));
}

double
bh_scan_chance(double b, size_t n, size_t t)
{
	double m = (double)n, x = b * b / m;
	double stretch = 1.111 - .0102 * log(m) + .09 * x + .55 * x * x * x;

	if (n < 30)
		stretch -= .007 * (30 - m) * x;
	return fmax(bh_scan_tail(b * stretch, n), strongest(n, t));
}

void
bh_scan_spread(double rho, size_t n, double *spread)
{
	double q = 1 - rho, g = rho / (q * q), m = (double)n, c, v, both;
	double all, variance, rest = pow(rho, m), power = 1;
	size_t t;

	/* of the sum of all; the expected variance about their own mean */
	all = m * (1 + rho) / q - 2 * g * (1 - rest);
	variance = (m - all / m) / (m - 1);
	for (t = 1; 2 * t <= n; t++) {
		c = (double)t;
		power *= rho;
		v = c * (1 + rho) / q - 2 * g * (1 - power);
		both = v + g * (1 - power) *
		    (1 - (rest > 0 ? rest / power : 0));
		v += c / m * (c / m * all - 2 * both);
		spread[t] = sqrt(v * m / (c * (m - c)) / variance);
		spread[n - t] = spread[t];
	}
}

/* greatest |sum over len| of an inner interval */
static int32_t
widest(const int32_t *sum, size_t n, size_t len)
{
	const int32_t *from = sum + BH_SCAN_SIDE, *to = from + len;
	int32_t most = 0, least = 0, d;
	size_t i, m = n - len - 2 * BH_SCAN_SIDE + 1;

	for (i = 0; i < m; i++) {
		d = to[i] - from[i];
		most = d > most ? d : most;
		least = d < least ? d : least;
	}
	return most > -least ? most : -least;
}

double
bh_scan_visit(const int32_t *rank, size_t n, const double *spread,
    int32_t *sum, size_t *from, size_t *to)
{
	int32_t most, high = 0, low = 0, mean = (int32_t)n + 1;
	double best = 0, z, whole;
	size_t len, i;

	*from = *to = sum[0] = 0;
	for (i = 0; i < n; i++) {
		sum[i + 1] = sum[i] + rank[i] - mean;
		high = sum[i + 1] > high ? sum[i + 1] : high;
		low = sum[i + 1] < low ? sum[i + 1] : low;
	}
	whole = ((double)high - low) * ((double)high - low);
	for (len = BH_SCAN_SIDE; len + 2 * BH_SCAN_SIDE <= n; len++) {
		z = 1 / ((double)len * (double)(n - len));
		if (spread != NULL)
			z /= spread[len] * spread[len];
		if (whole * z <= best)
			continue;	/* no interval of it can do better */
		most = widest(sum, n, len);
		z *= (double)most * (double)most;
		if (z <= best)
			continue;
		best = z;
		for (i = BH_SCAN_SIDE; most != abs(sum[i + len] - sum[i]); i++)
			;
		*from = i;
		*to = i + len;
	}
	return sqrt(best * 3 / (double)mean);
}

double
bh_scan_visit_chance(double b, size_t n, size_t len)
{
	double m = (double)n, ways = fmax(2.1 * m - 46, .69 * m);

	return fmin(1, fmax(ways * erfc(b / sqrt(2)), strongest(n, len)));
}

void
bh_scan_visit_spread(double rho, size_t n, double *spread)
{
	double q = 1 - rho, g = rho / (q * q), m = (double)n, c, v;
	double all = m * (1 + rho) / q - 2 * g * (1 - pow(rho, m)), power = 1;
	double variance = (m - all / m) / (m - 1);
	size_t len;

	for (len = 1; len < n; len++) {
		c = (double)len;
		power *= rho;
		v = c * (1 + rho) / q - 2 * g * (1 - power);
		/* both ends inside: each end correlates with what is outside */
		v += c / m * (c / m * all - 2 * (v + 2 * g * (1 - power)));
		spread[len] = sqrt(fmax(v, 0) * m / (c * (m - c)) / variance);
	}
}
