/* Cohorts, series measured together, and their comparison. */
#include "compute/cohort.h"
#include "compute/fdr.h"
#include "levels.h"
#include "tap.h"

#define LIST(...)	(const int32_t[]){ __VA_ARGS__ }

static struct bh_arena a = BH_ARENA_INIT;

static void
cohort(const int32_t *const *list, const size_t *len, size_t n,
    const char *want, const char *what)
{
	struct bh_cohort f;
	char got[256];
	size_t i, at = 0;

	if (!bh_cohort_find(list, len, n, &a, &f)) {
		is_text("none", want, what);
		return;
	}
	for (i = 0; i < f.nmember; i++)
		at += (size_t)snprintf(got + at, sizeof(got) - at, "%zu ",
		    f.member[i]);
	at += (size_t)snprintf(got + at, sizeof(got) - at, "at");
	for (i = 0; i < f.ncommit; i++)
		at += (size_t)snprintf(got + at, sizeof(got) - at, " %d",
		    (int)f.commit[i]);
	is_text(got, want, what);
}

static void
published(void)
{
	cohort((const int32_t *[]){ LIST(11, 31, 51, 91, 111, 131, 171),
	    LIST(11, 51, 71, 91, 131, 151, 171) }, (size_t[]){ 7, 7 }, 2,
	    "0 1 at 11 51 91 131 171", "two lists that share five");
	cohort((const int32_t *[]){ LIST(1, 3, 5, 7, 9),
	    LIST(1, 3, 5, 7, 11) }, (size_t[]){ 5, 5 }, 2,
	    "1 at 1 3 5 7 11", "the newer last commit wins");
	cohort((const int32_t *[]){ LIST(10, 15, 20, 30, 35, 40, 50),
	    LIST(10, 15, 20, 30, 40, 45, 50),
	    LIST(10, 20, 30, 35, 40, 45, 50) }, (size_t[]){ 7, 7, 7 }, 3,
	    "0 1 2 at 10 20 30 40 50", "three lists that share five");
	cohort((const int32_t *[]){ LIST(10, 15, 20, 30, 35, 40, 50, 60),
	    LIST(10, 15, 20, 30, 40, 45, 50, 60),
	    LIST(10, 20, 30, 35, 40, 45, 50, 60) }, (size_t[]){ 8, 8, 8 }, 3,
	    "0 1 2 at 10 20 30 40 50 60", "three lists that share six");
}

static void
grouped(void)
{
	const int32_t *x = LIST(2, 4, 6, 8, 10, 12), *y = LIST(1, 3, 5, 7, 9);

	cohort((const int32_t *[]){ x, y, x, y, y }, (size_t[]){ 6, 5, 6, 5,
	    5 }, 5, "1 3 4 at 1 3 5 7 9", "the larger group");
	cohort((const int32_t *[]){ x, y, x, y }, (size_t[]){ 6, 5, 6, 5 }, 4,
	    "0 2 at 2 4 6 8 10 12", "equal groups: more commits");
	cohort((const int32_t *[]){ x, x, y }, (size_t[]){ 4, 0, 3 }, 3,
	    "none", "nothing has five commits");
	cohort(NULL, NULL, 0, "none", "nothing at all");
	cohort((const int32_t *[]){ x, x, x }, (size_t[]){ 6, 6, 5 }, 3,
	    "2 0 1 at 2 4 6 8 10", "a prefix comes first");
}

/* Against trying every set of series: small random lists. */
static void
exhaustive(void)
{
	enum { N = 7, U = 12 };
	int32_t v[N][U];
	const int32_t *list[N];
	size_t len[N], i, round, members, commits;
	uint64_t seed = 3, bits[N], all;
	struct bh_cohort f;
	unsigned m;
	int bad = 0;

	for (round = 0; round < 300; round++) {
		for (i = 0; i < N; i++) {
			bits[i] = (bh_stat_next64(&seed) |
			    bh_stat_next64(&seed)) & ((1u << U) - 1);
			list[i] = v[i];
			len[i] = 0;
			for (m = 0; m < U; m++)
				if ((bits[i] >> m & 1) != 0)
					v[i][len[i]++] = (int32_t)m;
		}
		members = commits = 0;
		for (m = 1; m < 1u << N; m++) {
			all = (1u << U) - 1;
			for (i = 0; i < N; i++)
				if ((m >> i & 1) != 0)
					all &= bits[i];
			i = (size_t)__builtin_popcount(m);
			if (__builtin_popcountll(all) < 5 || i < members ||
			    (i == members && (size_t)__builtin_popcountll(all)
			    <= commits))
				continue;
			members = i;
			commits = (size_t)__builtin_popcountll(all);
		}
		if (!bh_cohort_find(list, len, N, &a, &f))
			bad += members != 0;
		else
			bad += f.nmember != members || f.ncommit != commits;
		bh_arena_reset(&a);
	}
	is_int(bad, 0, "the best of all sets where they are few");
}

/* Two series of one set, one of them missing at some base commits. */
static void
compared(void)
{
	static const double x[20] = { [0] = 0 };
	struct bh_series s[3] = { { .kind = BH_INSTRUCTION_COUNT } };
	struct bh_verdict v[3] = { { .stable = true } };
	struct bh_finding cand = { .n = 0 };
	struct bh_fdr_member m[3];
	struct bh_comparison c;
	size_t i, k;

	for (i = 0; i < 3; i++) {
		s[i].kind = BH_INSTRUCTION_COUNT;
		s[i].set = BH_STR("e/t/m");
		s[i].base = points(&a, x, 20, 1, -1);
		for (k = 0; k < 20; k++)
			s[i].base.value[k] = 1000 + (double)(k % 3);
		s[i].points = points(&a, x, 1, 1, -1);
		s[i].points.topo[0] = 50;
		s[i].points.value[0] = i == 0 ? 1202 : 1000;
		v[i] = (struct bh_verdict){ .stable = i != 2 };
		m[i] = (struct bh_fdr_member){ &s[i], &v[i],
		    i == 0 ? &cand : NULL };
	}
	s[1].base.value[7] = 1303;
	ok(bh_comparison(m, 3, 50, &a, &c) && c.series == 2 &&
	    c.evaluated == 10, "two stable series, ten reference commits");
	is_near(c.branch_score, 200. / 1002, 1e-15, "the branch's score");
	is_near(c.base_score[3], 301. / 1002, 1e-15, "one base commit's");
	ok(c.at_least == 1 && cand.branch.has_included &&
	    cand.branch.included, "one moved more");
	ok(bh_str_is(c.set, "e/t/m") && c.has_scores, "named by its set");
	v[0].stable = false;
	v[1].start = 12;
	ok(!bh_comparison(m, 3, 50, &a, &c) && cand.branch.has_included &&
	    !cand.branch.included, "four commits are no comparison");
}

static void
fdr(const double *p, size_t n, size_t m, double q, size_t want,
    const char *what)
{
	bool keep[16];
	size_t rank[16], i, k = bh_fdr_bh(p, n, m, q, &a, keep, rank);
	int bad = k != want;

	for (i = 0; i < n; i++)
		bad += keep[i] != (rank[i] <= want);
	is_int(bad, 0, what);
}

static void
false_discovery(void)
{
	static const double book[] = { .0001, .0004, .0019, .0095, .0201,
	    .0278, .0298, .0344, .0459, .324, .4262, .5719, .6528, .759, 1 };
	static const double five[] = { .002, .011, .031, .033, .045 };
	static const double mixed[] = { .5, .02, .01 };
	static const double ties[] = { .02, .01, .02, .01 };
	bool keep[4];
	size_t rank[4];

	fdr((const double[]){ .01, .02, .5 }, 3, 3, .1, 2, "two of three");
	fdr((const double[]){ .001, .03, .031, .049 }, 4, 4, .05, 4,
	    "step-up: all");
	fdr((const double[]){ .002, .025, .0299 }, 3, 10, .1, 3,
	    "three of ten");
	fdr((const double[]){ .125 }, 1, 4, .5, 1, "the bar itself passes");
	fdr(book, 15, 15, .05, 4, "the table of Benjamini and Hochberg");
	fdr(five, 5, 12, .1, 4, "four of twelve");
	fdr((const double[]){ .001, .006 }, 2, 12, .1, 2, "rank 2 of 12");
	fdr((const double[]){ .00001, .006 }, 2, 2000, .1, 1,
	    "rank 2 of 2000");
	fdr((const double[]){ .015 }, 1, 10, .1, 0,
	    "without the screened improvement");
	fdr(mixed, 3, 3, .1, 2, "any order of input");
	fdr(mixed, 0, 3, .1, 0, "none");
	bh_fdr_bh(ties, 4, 4, .1, &a, keep, rank);
	ok(rank[0] == 3 && rank[1] == 1 && rank[2] == 4 && rank[3] == 2,
	    "ties rank by index");
}

int
main(void)
{
	published();
	grouped();
	exhaustive();
	compared();
	false_discovery();
	bh_arena_free(&a);
	return tap_done();
}
