/* Mann-Whitney's test: exact by counting subsets of ranks, normal beyond. */
#include <math.h>
#include <string.h>

#include "compute/stat.h"

double
bh_stat_choose(size_t n, size_t k)
{
	double c = 1;
	size_t i;

	for (i = 1; i <= k; i++) {
		c = c * (double)(n - k + i) / (double)i;
		if (c >= 0x1p53)
			return 0;
	}
	return c;
}

int32_t *
bh_stat_ascending(const struct bh_ranks *r, struct bh_arena *tmp)
{
	int32_t *count = bh_calloc(tmp, 2 * r->n + 1, sizeof(*count));
	int32_t *v = bh_alloc(tmp, (r->n + 1) * sizeof(*v)), c;
	size_t i, n = 0;

	for (i = 0; i < r->n; i++)
		count[r->r[i]]++;
	for (i = 0; i <= 2 * r->n; i++)
		for (c = count[i]; c > 0; c--)
			v[n++] = (int32_t)i;
	return v;
}

typedef double pair __attribute__((vector_size(16), aligned(8), may_alias));

/* to[s] += from[s] over n sums. */
static void
add(double *to, const double *from, size_t n)
{
	size_t s;

	for (s = 0; s + 2 <= n; s += 2)
		*(pair *)(to + s) += *(const pair *)(from + s);
	if (s < n)
		to[s] += from[s];
}

void
bh_stat_rank_sums(const int32_t *v, size_t n, size_t k, size_t cap,
    struct bh_arena *tmp, struct bh_rank_sums *out)
{
	/* row j holds sums lo .. hi; what is above top cannot end under cap */
	size_t *lo = bh_calloc(tmp, k + 1, sizeof(*lo));
	size_t *hi = bh_calloc(tmp, k + 1, sizeof(*hi));
	size_t *top = bh_calloc(tmp, k + 1, sizeof(*top));
	size_t i, j, most = 0, least = 0, end;

	out->row = bh_alloc(tmp, (k + 1) * sizeof(*out->row));
	out->row_top = top;
	for (i = 0; i < k; i++)
		most += (size_t)v[n - 1 - i];
	out->top = most < cap ? most : cap;
	for (j = k + 1; j-- > 0;) {
		top[j] = out->top < least ? 0 : out->top - least;
		out->row[j] = bh_calloc(tmp, top[j] + 1, sizeof(double));
		least += (size_t)v[k - j];
	}
	out->row[0][0] = 1;
	for (i = 0; i < n; i++)
		for (j = i + 1 < k ? i + 1 : k; j >= 1; j--) {
			if (j == i + 1)
				lo[j] = lo[j - 1] + (size_t)v[i];
			end = hi[j - 1] + (size_t)v[i];
			if (end > top[j])
				end = top[j];
			if (end < lo[j - 1] + (size_t)v[i])
				continue;
			add(out->row[j] + lo[j - 1] + v[i],
			    out->row[j - 1] + lo[j - 1],
			    end - lo[j - 1] - (size_t)v[i] + 1);
			hi[j] = end;
		}
}

double
bh_stat_mw_exact(const struct bh_ranks *r, size_t k, int64_t sum,
    struct bh_arena *tmp)
{
	struct bh_rank_sums w;
	double lo = 0, tot = bh_stat_choose(r->n, k);
	int32_t *v = bh_stat_ascending(r, tmp), x, all = 2 * ((int32_t)r->n + 1);
	int64_t mean = (int64_t)(k * (r->n + 1));
	size_t s, i;

	if (sum > mean) {	/* the mirror image: count the short tail */
		sum = 2 * mean - sum;
		for (i = 0; i < r->n - 1 - i; i++) {
			x = v[i];
			v[i] = all - v[r->n - 1 - i];
			v[r->n - 1 - i] = all - x;
		}
		if (r->n % 2 == 1)
			v[i] = all - v[i];
	}
	bh_stat_rank_sums(v, r->n, k, (size_t)sum, tmp, &w);
	for (s = 0; s <= w.top; s++)
		lo += w.row[k][s];
	return bh_stat_clamp(fmin(1, 2 * fmin(lo, tot - lo + w.row[k][w.top]) /
	    tot));
}

double
bh_stat_mw_normal(size_t n1, size_t n2, int64_t r1, double tie)
{
	double a = (double)n1, b = (double)n2, n = a + b, u, var, z;

	if (n1 == 0 || n2 == 0)
		return 1;
	u = (double)r1 / 2 - a * (a + 1) / 2;
	u = fmin(u, a * b - u);
	var = a * b / 12 * ((n + 1) - tie / (n * (n - 1)));
	if (!(var > 0))
		return 1;
	z = fmax(0, a * b / 2 - u - .5) / sqrt(var);
	return bh_stat_clamp(erfc(z / sqrt(2)));
}

double
bh_stat_mw_p(const struct bh_ranks *r, size_t n1, int64_t r1,
    struct bh_arena *tmp)
{
	size_t n2 = r->n - n1, k = n1 <= n2 ? n1 : n2;
	int64_t all = (int64_t)r->n * (int64_t)(r->n + 1);

	if (k == 0)
		return 1;
	if (bh_stat_choose(r->n, k) > 0)
		return bh_stat_mw_exact(r, k, n1 <= n2 ? r1 : all - r1, tmp);
	return bh_stat_mw_normal(n1, n2, r1, r->tie);
}

double
bh_stat_superiority(size_t n1, size_t n2, int64_t r1)
{
	double a = (double)n1, b = (double)n2;

	return (a * b - ((double)r1 / 2 - a * (a + 1) / 2)) / (a * b);
}

double
bh_stat_mw(const double *left, size_t n1, const double *right, size_t n2,
    struct bh_arena *tmp, double *superiority)
{
	double *v = bh_alloc(tmp, (n1 + n2 + 1) * sizeof(*v));
	struct bh_ranks r;
	int64_t r1 = 0;
	size_t i;

	*superiority = 0;
	if (n1 == 0 || n2 == 0)
		return 1;
	memcpy(v, left, n1 * sizeof(*v));
	memcpy(v + n1, right, n2 * sizeof(*v));
	bh_stat_rank(v, n1 + n2, tmp, &r);
	for (i = 0; i < n1; i++)
		r1 += r.r[i];
	*superiority = bh_stat_superiority(n1, n2, r1);
	return bh_stat_mw_p(&r, n1, r1, tmp);
}
