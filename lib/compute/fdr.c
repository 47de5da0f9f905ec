#include "compute/fdr.h"

#include <stdlib.h>

struct place {
	double	p;
	size_t	i;
};

static int
by_p(const void *va, const void *vb)
{
	const struct place *a = va, *b = vb;

	if (a->p != b->p)
		return a->p < b->p ? -1 : 1;
	return (a->i > b->i) - (a->i < b->i);
}

size_t
bh_fdr_bh(const double *p, size_t n, size_t m, double q, struct bh_arena *tmp,
    bool *keep, size_t *rank)
{
	struct place *v = bh_alloc(tmp, (n + 1) * sizeof(*v));
	size_t i, k = 0;

	for (i = 0; i < n; i++)
		v[i] = (struct place){ p[i], i };
	if (n > 0)
		qsort(v, n, sizeof(*v), by_p);
	for (i = 0; i < n; i++)
		if (v[i].p <= (double)(i + 1) / (double)m * q)
			k = i + 1;
	for (i = 0; i < n; i++) {
		keep[v[i].i] = i < k;
		rank[v[i].i] = i + 1;
	}
	return k;
}
