/* Mann-Whitney: exact by counting subsets of ranks, normal beyond. */
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

/* The doubled ranks in ascending order: a counting sort. */
static int32_t *
ascending(const struct bh_ranks *r, struct bh_arena *tmp)
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

/* to[s] += from[s] over n sums: separate rows, so it may run in lanes. */
static void
add(double *restrict to, const double *restrict from, size_t n)
{
	size_t s;

	for (s = 0; s < n; s++)
		to[s] += from[s];
}

void
bh_stat_rank_sums(const struct bh_ranks *r, size_t k, struct bh_arena *tmp,
    struct bh_rank_sums *out)
{
	int32_t *v = ascending(r, tmp);
	size_t *lo = bh_calloc(tmp, k + 1, sizeof(*lo));
	size_t *hi = bh_calloc(tmp, k + 1, sizeof(*hi));
	size_t i, j;

	out->k = k;
	out->top = 0;
	for (i = 0; i < k; i++)
		out->top += (size_t)v[r->n - 1 - i];
	out->row = bh_alloc(tmp, (k + 1) * sizeof(*out->row));
	for (j = 0; j <= k; j++)
		out->row[j] = bh_calloc(tmp, out->top + 1, sizeof(double));
	out->row[0][0] = 1;
	for (i = 0; i < r->n; i++)
		for (j = i + 1 < k ? i + 1 : k; j >= 1; j--) {
			/* row j - 1 holds sums lo .. hi, others are 0 */
			add(out->row[j] + lo[j - 1] + v[i],
			    out->row[j - 1] + lo[j - 1],
			    hi[j - 1] - lo[j - 1] + 1);
			if (j == i + 1)
				lo[j] = lo[j - 1] + (size_t)v[i];
			hi[j] = hi[j - 1] + (size_t)v[i];
		}
}

double
bh_stat_mw_exact(const struct bh_ranks *r, size_t k, int64_t sum,
    struct bh_arena *tmp)
{
	struct bh_rank_sums w;
	double lo = 0, up = 0, tot = bh_stat_choose(r->n, k);
	size_t s;

	bh_stat_rank_sums(r, k, tmp, &w);
	for (s = 0; s <= w.top; s++) {
		if ((int64_t)s <= sum)
			lo += w.row[k][s];
		if ((int64_t)s >= sum)
			up += w.row[k][s];
	}
	return bh_stat_clamp(fmin(1, 2 * fmin(lo, up) / tot));
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
