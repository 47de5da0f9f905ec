#include "compute/stat.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

double
bh_stat_clamp(double p)
{
	if (!isfinite(p) || p > 1)
		return 1;
	return p < 1e-15 ? 1e-15 : p;
}

double
bh_stat_finite(double v)
{
	if (isnan(v))
		return 0;
	return fmin(fmax(v, -DBL_MAX), DBL_MAX);
}

double
bh_stat_relative(double delta, double base)
{
	if (fabs(base) <= 0x1p-52)
		return (delta > 0) - (delta < 0);
	return bh_stat_finite(delta / base);
}

static void
swap(double *a, double *b)
{
	double t = *a;

	*a = *b;
	*b = t;
}

/* Split [l, r] around v[k]; returns its place. */
static long
partition(double *v, long l, long r, long k)
{
	double t = v[k];
	long i = l, j = r;

	swap(&v[l], &v[k]);
	if (v[r] > t)
		swap(&v[r], &v[l]);
	while (i < j) {
		swap(&v[i++], &v[j--]);
		while (v[i] < t)
			i++;
		while (v[j] > t)
			j--;
	}
	if (v[l] == t)
		swap(&v[l], &v[j]);
	else
		swap(&v[++j], &v[r]);
	return j;
}

static void
floyd_rivest(double *v, long l, long r, long k)
{
	double n, i, z, s, sd;
	long j, a, b;

	while (l < r) {
		if (r - l > 600) {	/* a sample finds a good pivot */
			n = r - l + 1;
			i = k - l + 1;
			z = log(n);
			s = .5 * exp(2 * z / 3);
			sd = .5 * sqrt(z * s * (n - s) / n);
			if (i < n / 2)
				sd = -sd;
			a = (long)(k - i * s / n + sd);
			b = (long)(k + (n - i) * s / n + sd);
			floyd_rivest(v, a > l ? a : l, b < r ? b : r, k);
		}
		j = partition(v, l, r, k);
		if (j <= k)
			l = j + 1;
		if (k <= j)
			r = j - 1;
	}
}

double
bh_stat_select(double *v, size_t n, size_t k)
{
	floyd_rivest(v, 0, (long)n - 1, (long)k);
	return v[k];
}

double
bh_stat_median_of(double *v, size_t n)
{
	double hi, lo;
	size_t i;

	if (n == 0)
		return 0;
	hi = bh_stat_select(v, n, n / 2);
	if (n % 2 == 1)
		return hi;
	lo = v[0];
	for (i = 1; i < n / 2; i++)
		if (v[i] > lo)
			lo = v[i];
	return isfinite(lo + hi) ? (lo + hi) / 2 : lo / 2 + hi / 2;
}

double
bh_stat_median(const double *v, size_t n, struct bh_arena *tmp)
{
	double *w = bh_alloc(tmp, (n + 1) * sizeof(*w));

	memcpy(w, v, n * sizeof(*w));
	return bh_stat_median_of(w, n);
}

struct item {
	double	v;
	int32_t	i;
};

/*
 * Merge two sorted runs; returns how many pairs had the greater value first.
 */
static int64_t
merge(const struct item *a, size_t na, const struct item *b, size_t nb,
    struct item *out)
{
	int64_t inv = 0;
	size_t i = 0, j = 0;

	while (i < na && j < nb)
		if (b[j].v < a[i].v) {
			*out++ = b[j++];
			inv += (int64_t)(na - i);
		} else
			*out++ = a[i++];
	while (i < na)
		*out++ = a[i++];
	while (j < nb)
		*out++ = b[j++];
	return inv;
}

/* Sort in place with room for n more behind; returns the inversions. */
static int64_t
sort(struct item **v, struct item **tmp, size_t n)
{
	struct item *t;
	int64_t inv = 0;
	size_t w, i, na, nb;

	for (w = 1; w < n; w *= 2) {
		for (i = 0; i < n; i += 2 * w) {
			na = w < n - i ? w : n - i;
			nb = w < n - i - na ? w : n - i - na;
			inv += merge(*v + i, na, *v + i + na, nb, *tmp + i);
		}
		t = *v;
		*v = *tmp;
		*tmp = t;
	}
	return inv;
}

void
bh_stat_rank(const double *v, size_t n, struct bh_arena *tmp,
    struct bh_ranks *out)
{
	struct item *w = bh_alloc(tmp, (n + 1) * sizeof(*w));
	struct item *x = bh_alloc(tmp, (n + 1) * sizeof(*x));
	int64_t inv, same = 0;
	size_t i, s, e;
	double c;

	out->n = n;
	out->r = bh_alloc(tmp, (n + 1) * sizeof(*out->r));
	out->tie = out->tie_mk = 0;
	for (i = 0; i < n; i++)
		w[i] = (struct item){ v[i], (int32_t)i };
	inv = sort(&w, &x, n);
	for (s = 0; s < n; s = e) {
		for (e = s + 1; e < n && w[e].v == w[s].v; e++)
			;
		c = (double)(e - s);
		out->tie += c * c * c - c;
		out->tie_mk += c * (c - 1) * (2 * c + 5);
		same += (int64_t)(e - s) * (int64_t)(e - s - 1) / 2;
		for (i = s; i < e; i++)
			out->r[w[i].i] = (int32_t)(s + 1 + e);
	}
	out->s = (n < 2 ? 0 : (int64_t)n * (int64_t)(n - 1) / 2) - same -
	    2 * inv;
}

struct bh_split
bh_stat_pettitt(const int32_t *r, size_t n)
{
	struct bh_split best = { 0, 0 };
	int64_t u = 0, k = -1;
	size_t t;

	for (t = 1; t < n; t++) {
		u += r[t - 1] - (int64_t)(n + 1);
		if (llabs(u) > k) {
			k = llabs(u);
			best.t = t;
			best.u = u;
		}
	}
	return best;
}

double
bh_stat_pettitt_p(int64_t u, size_t n)
{
	double k = (double)u, m = (double)n;

	return bh_stat_clamp(2 * exp(-6 * k * k / (m * m * m + m * m)));
}

double
bh_stat_mann_kendall(const struct bh_ranks *r)
{
	double n = (double)r->n, var, z;

	if (r->n < 3)
		return 1;
	var = (n * (n - 1) * (2 * n + 5) - r->tie_mk) / 18;
	if (var <= 0)
		return 1;
	z = r->s == 0 ? 0 : ((double)llabs(r->s) - 1) / sqrt(var);
	return bh_stat_clamp(erfc(z / sqrt(2)));
}

void
bh_stat_theil_sen(const double *v, size_t n, struct bh_arena *tmp,
    double *slope, double *intercept)
{
	double *w = bh_alloc(tmp, (n * (n - 1) / 2 + n) * sizeof(*w)), *p = w;
	size_t i, d;

	for (d = 1; d < n; d++)
		for (i = 0; i + d < n; i++)
			*p++ = (v[i + d] - v[i]) / (double)d;
	*slope = bh_stat_median_of(w, (size_t)(p - w));
	for (i = 0; i < n; i++)
		w[i] = v[i] - *slope * (double)i;
	*intercept = bh_stat_median_of(w, n);
}

double
bh_stat_step_residual(const double *v, size_t n, size_t t,
    struct bh_arena *tmp)
{
	double *w = bh_alloc(tmp, (n + 1) * sizeof(*w)), before, after;
	size_t i;

	memcpy(w, v, n * sizeof(*w));
	before = bh_stat_median_of(w, t);
	after = bh_stat_median_of(w + t, n - t);
	for (i = 0; i < n; i++)
		w[i] = fabs(v[i] - (i < t ? before : after));
	return bh_stat_median_of(w, n);
}

double
bh_stat_line_residual(const double *v, size_t n, double slope,
    double intercept, struct bh_arena *tmp)
{
	double *w = bh_alloc(tmp, (n + 1) * sizeof(*w));
	size_t i;

	for (i = 0; i < n; i++)
		w[i] = fabs(v[i] - (intercept + slope * (double)i));
	return bh_stat_median_of(w, n);
}

uint64_t
bh_stat_mix64(uint64_t z)
{
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

uint64_t
bh_stat_next64(uint64_t *state)
{
	*state += 0x9e3779b97f4a7c15u;
	return bh_stat_mix64(*state);
}
