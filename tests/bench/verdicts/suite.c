/* A suite in memory: judged and corrected as bh-detect and bh-fdr do. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench.h"
#include "compute/family.h"

void
suite_init(struct suite *s, enum bh_mode mode, size_t n, size_t m)
{
	*s = (struct suite){ .mode = mode, .n = n, .m = m };
	s->value = bh_xmalloc(m * (n + 1) * sizeof(*s->value));
	s->change = bh_xmalloc(m * sizeof(*s->change));
	s->second = bh_xmalloc(m * sizeof(*s->second));
	s->size = bh_xmalloc(m * sizeof(*s->size));
	s->answer = bh_xmalloc(m * sizeof(*s->answer));
}

void
suite_free(struct suite *s)
{
	free(s->value);
	free(s->change);
	free(s->second);
	free(s->size);
	free(s->answer);
}

double *
suite_row(const struct suite *s, size_t i)
{
	return s->value + i * (s->n + 1);
}

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void
describe(const struct suite *s, const struct bh_finding *f)
{
	struct answer *a = &s->answer[f->n];
	long first = (long)s->change[f->n], second = (long)s->second[f->n];
	double size = s->size[f->n];
	size_t i;

	a->p = f->p;
	a->at = f->topo;
	a->drift = f->method == BH_DRIFT;
	a->cuts = f->nboundary;
	for (i = 0; i < f->nboundary; i++) {
		a->first |= f->boundary[i].topo == first;
		a->second |= f->boundary[i].topo == second;
	}
	a->suspects = f->has_suspect ? f->suspect.ncand : 0;
	for (i = 0; i < a->suspects; i++)
		a->held |= f->suspect.cand[i].topo == first;
	a->effect = f->has_effect;
	a->inside = f->effect_low <= size && size <= f->effect_high;
}

static void
note(const struct suite *s, const struct bh_family_case *c)
{
	const struct bh_finding *f = &c->f;
	struct answer *a = &s->answer[f->n];

	if (c->fate != BH_FOUND)
		return;
	a->improved |= f->list == BH_LIST_IMPROVED;
	a->unstable |= f->list == BH_LIST_UNSTABLE;
	a->ranged |= f->list == BH_LIST_RANGE;
	a->provisional |= f->list == BH_LIST_PROVISIONAL;
	a->found |= f->list == BH_LIST_FINDINGS;
	if (f->list == BH_LIST_FINDINGS || f->list == BH_LIST_PROVISIONAL)
		describe(s, f);
}

/* row i as a series of its own name, all measured at every commit */
static void
series_of(const struct suite *s, size_t i, int32_t *topo, struct bh_arena *a,
    struct bh_series *out)
{
	struct bh_str *seg = bh_alloc(a, sizeof(*seg));
	bool branch = s->mode == BH_BRANCH;

	*seg = bh_strf(a, "s%06zu", i);
	*out = (struct bh_series){ .n = (long)i,
	    .set = BH_STR("criterion/triple/machine"), .id = { seg, 1 },
	    .kind = BH_WALL_TIME, .judged = true, .reason = BH_JUDGED };
	out->points = (struct bh_points){ .n = branch ? 1 : s->n,
	    .topo = branch ? topo + s->n : topo,
	    .value = suite_row(s, i) + (branch ? s->n : 0) };
	out->has_base = branch;
	if (branch)
		out->base = (struct bh_points){ .n = s->n, .topo = topo,
		    .value = suite_row(s, i) };
	out->base_available = out->base.n;
}

static size_t
judge_all(struct suite *s, const struct bh_judge *j, int32_t *topo,
    struct bh_arena *a, struct bh_family_case *cases,
    struct bh_fdr_member *member, long *judged)
{
	struct bh_series *series = bh_calloc(a, s->m, sizeof(*series));
	struct bh_verdict *v = bh_calloc(a, s->m, sizeof(*v));
	struct bh_finding *f;
	size_t i, k, n = 0, nf;
	double start;

	for (i = 0; i < s->m; i++) {
		series_of(s, i, topo, a, &series[i]);
		start = now();
		bh_judge(j, &series[i], a, NULL, &v[i], &f, &nf);
		s->answer[i] = (struct answer){ .at = -1, .p = 1,
		    .seconds = now() - start,
		    .unjudged = v[i].outcome == BH_UNJUDGED };
		*judged += v[i].outcome != BH_UNJUDGED;
		member[i] = (struct bh_fdr_member){ &series[i], &v[i], NULL };
		for (k = 0; k < nf; k++)
			cases[n++].f = f[k];
	}
	return n;
}

void
suite_run(struct suite *s, enum bh_detection method)
{
	struct bh_arena a = BH_ARENA_INIT;
	int32_t *topo = bh_alloc(&a, (s->n + 1) * sizeof(*topo));
	struct bh_family_case *c = bh_calloc(&a, 3 * s->m, sizeof(*c));
	struct bh_fdr_member *member = bh_calloc(&a, s->m, sizeof(*member));
	struct bh_judge j = { method, s->mode, (long)s->m, 0 };
	long judged = 0;
	size_t i, n;
	double start;

	for (i = 0; i <= s->n; i++)
		topo[i] = (int32_t)i;
	j.tip_topo = s->mode == BH_BRANCH ? (long)s->n : (long)s->n - 1;
	n = judge_all(s, &j, topo, &a, c, member, &judged);
	start = now();
	if (s->mode == BH_BRANCH && method == BH_SCAN) {
		for (i = 0; i < n; i++)
			member[c[i].f.n].cand = &c[i].f;
		bh_turns(member, s->m, j.tip_topo, &a);
	}
	bh_family(method, s->mode, c, n, judged, &a);
	s->seconds = now() - start;
	for (i = 0; i < n; i++)
		note(s, &c[i]);
	bh_arena_free(&a);
}
