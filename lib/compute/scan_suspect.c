#include <math.h>
#include <stdlib.h>

#include "compute/scan.h"
#include "compute/stat.h"

/* likelihoods are too sure of a noise scale that is itself estimated */
#define TEMPER	.8

static int
by_weight(const void *a, const void *b)
{
	const struct bh_suspect_candidate *x = a, *y = b;

	if (x->weight != y->weight)
		return x->weight > y->weight ? -1 : 1;
	return (x->topo > y->topo) - (x->topo < y->topo);
}

static int
by_topo(const void *a, const void *b)
{
	const struct bh_suspect_candidate *x = a, *y = b;

	return (x->topo > y->topo) - (x->topo < y->topo);
}

/* the fewest that hold the coverage, oldest first */
static void
keep(struct bh_suspect *s, double sum)
{
	double held = 0;
	size_t n = 0, i;

	qsort(s->cand, s->ncand, sizeof(*s->cand), by_weight);
	while (n < s->ncand && held < BH_SCAN_COVERAGE * sum)
		held += s->cand[n++].weight;
	s->ncand = n;
	for (i = 0; i < n; i++)
		s->cand[i].weight /= held;
	qsort(s->cand, n, sizeof(*s->cand), by_topo);
}

void
bh_scan_suspect(struct bh_scan *s, size_t lo, size_t mid, size_t hi,
    const int32_t *topo, struct bh_suspect *out)
{
	size_t n = hi - lo, t = mid - lo, i;
	const double *x = s->x + lo;
	double before = bh_stat_median(x, t, s->arena), sum = 0, w;
	double after = bh_stat_median(x + t, n - t, s->arena);
	double *cost = s->tmp[1], least;

	bh_scan_profile(x, n, before, after,
	    bh_scan_scale(x, n, t, before, after, s->tmp[0]), cost);
	*out = (struct bh_suspect){ .good_topo = topo[mid - 1],
	    .bad_topo = topo[mid], .coverage = BH_SCAN_COVERAGE };
	for (least = cost[1], i = 2; i < n; i++)
		least = fmin(least, cost[i]);
	out->cand = bh_calloc(s->arena, n, sizeof(*out->cand));
	for (i = 1; i < n; i++) {
		w = exp(TEMPER * (least - cost[i]));
		sum += w;
		out->cand[out->ncand++] = (struct bh_suspect_candidate){
			.topo = topo[lo + i], .weight = w };
	}
	keep(out, sum);
}
