#include "compute/family.h"

#include <stdlib.h>
#include <string.h>

/*
 * Correct the cases of one list together.  What is not kept goes to the list
 * that the rest belongs to, or is dropped.
 */
static void
correct(struct bh_family_case **c, size_t n, long m, bool drop,
    enum bh_list rest, struct bh_arena *tmp)
{
	double *p = bh_calloc(tmp, n, sizeof(*p));
	bool *keep = bh_calloc(tmp, n, sizeof(*keep));
	size_t *rank = bh_calloc(tmp, n, sizeof(*rank)), i;

	for (i = 0; i < n; i++)
		p[i] = c[i]->f.p;
	bh_fdr_bh(p, n, (size_t)m, BH_FDR_TARGET, tmp, keep, rank);
	for (i = 0; i < n; i++) {
		c[i]->corrected = true;
		c[i]->bar = (double)rank[i] / (double)m * BH_FDR_TARGET;
		c[i]->f.has_rank = true;
		c[i]->f.rank = (long)rank[i];
		c[i]->f.threshold = c[i]->bar;
		if (keep[i])
			continue;
		if (drop || (rest == BH_LIST_RANGE &&
		    c[i]->f.branch.excess == 0))
			c[i]->fate = BH_DROPPED_RANK; /* inside the range */
		else
			c[i]->f.list = rest;
	}
}

/* Ranks of equal p go by the order of the cases: it must be theirs alone. */
static int
by_series(const void *x, const void *y)
{
	const struct bh_finding *a = &((const struct bh_family_case *)x)->f;
	const struct bh_finding *b = &((const struct bh_family_case *)y)->f;
	int c;

	if ((c = bh_set_cmp(a->set, b->set)) != 0 ||
	    (c = bh_id_cmp(a->id, b->id)) != 0)
		return c;
	if (a->kind != b->kind)
		return (a->kind > b->kind) - (a->kind < b->kind);
	return (a->list > b->list) - (a->list < b->list);
}

static int
by_report(const void *x, const void *y)
{
	const struct bh_family_case *a = x, *b = y;

	if (a->fate != b->fate)
		return (a->fate > b->fate) - (a->fate < b->fate);
	if (a->f.list != b->f.list)
		return (a->f.list > b->f.list) - (a->f.list < b->f.list);
	return bh_finding_cmp(&a->f, &b->f);
}

static size_t
screen(enum bh_detection method, struct bh_family_case *c, size_t n)
{
	size_t i, passed = 0;

	for (i = 0; i < n; i++) {
		c[i].fate = BH_FOUND;
		if (c[i].f.list == BH_LIST_FINDINGS && !c[i].f.regression) {
			if (method == BH_COMPAT)
				c[i].fate = BH_DROPPED_DIRECTION;
			else
				c[i].f.list = BH_LIST_IMPROVED;
		}
		passed += c[i].fate == BH_FOUND;
	}
	return passed;
}

static void
correct_list(struct bh_family_case *c, size_t n, enum bh_list list, long m,
    bool drop, struct bh_arena *tmp)
{
	struct bh_family_case **v = bh_calloc(tmp, n, sizeof(*v));
	size_t i, k = 0;

	for (i = 0; i < n; i++)
		if (c[i].fate == BH_FOUND && c[i].f.list == list &&
		    c[i].f.has_p)
			v[k++] = &c[i];
	if (k > 0)
		correct(v, k, m, drop, BH_LIST_RANGE, tmp);
}

size_t
bh_family(enum bh_detection method, enum bh_mode mode,
    struct bh_family_case *c, size_t n, long m, struct bh_arena *tmp)
{
	size_t passed = n;

	if (n > 0)
		qsort(c, n, sizeof(*c), by_series);
	if (mode == BH_HISTORY) {
		passed = screen(method, c, n);
		correct_list(c, n, BH_LIST_FINDINGS, m, true, tmp);
		correct_list(c, n, BH_LIST_IMPROVED, m, true, tmp);
	} else if (method == BH_SCAN)
		correct_list(c, n, BH_LIST_FINDINGS, m, false, tmp);
	if (n > 0)
		qsort(c, n, sizeof(*c), by_report);
	return passed;
}

const char *
bh_family_outcome(const struct bh_count *c, long findings)
{
	const char *state = bh_coverage_state(c);

	if (findings > 0)
		return "findings";
	if (strcmp(state, "full") == 0)
		return "clean";
	if (strcmp(state, "partial") == 0)
		return "partial";
	return strcmp(state, "nothing_judged") == 0 ?
	    "insufficient_baseline" : "nothing_in_scope";
}
