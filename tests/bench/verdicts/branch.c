/* Branch mode: suites of mixed noise, and every noise by itself. */
#include <string.h>

#include "bench.h"

enum { SIZES = 4, KINDS = QUIET_SHAPES + 1, PER = 100 };

static const double size_of[SIZES] = { 0, .05, .10, .25 };

/* the ten quiet noises, and a base that moved eight commits ago */
static void
fill_kinds(struct suite *s, size_t n, uint64_t seed)
{
	struct gen g = { seed };
	size_t i = 0, k, z, j, t;
	double *v;

	suite_init(s, BH_BRANCH, n, KINDS * SIZES * PER);
	for (k = 0; k < KINDS; k++)
		for (z = 0; z < SIZES; z++)
			for (j = 0; j < PER; j++, i++) {
				v = suite_row(s, i);
				noise_fill(k < QUIET_SHAPES ? (enum noise)k :
				    NORMAL1, &g, v, n + 1);
				for (t = n - 8; k == QUIET_SHAPES && t <= n;
				    t++)
					v[t] *= 1.1;
				v[n] *= 1 + size_of[z];
				s->size[i] = size_of[z];
				s->change[i] = s->second[i] = n;
			}
}

static void
kinds(FILE *f)
{
	double hit[METHODS][KINDS][SIZES], lost[METHODS][KINDS];
	double wrong[METHODS] = { 0 }, all[METHODS] = { 0 };
	struct suite s;
	size_t i, k, z;
	int q;

	memset(hit, 0, sizeof(hit));
	memset(lost, 0, sizeof(lost));
	for (q = 0; q < METHODS; q++) {
		fill_kinds(&s, 60, 61);
		suite_run(&s, (enum bh_detection)q);
		for (i = 0; i < s.m; i++) {
			k = i / (SIZES * PER);
			z = i / PER % SIZES;
			hit[q][k][z] += s.answer[i].found;
			lost[q][k] += z == 0 && s.answer[i].unjudged;
			all[q] += s.answer[i].found;
			wrong[q] += s.answer[i].found && z == 0;
		}
		suite_free(&s);
	}
	fprintf(f, "\n### Every noise, 60 base commits, %d series a cell\n\n"
	    "Share found by the size of the move, compat / scan; three "
	    "quarters of the suite moved.\n\n| noise | 0 | +5 %% | +10 %% | "
	    "+25 %% | unchanged and unjudged |\n|---|---|---|---|---|---|\n",
	    PER);
	for (k = 0; k < KINDS; k++) {
		fprintf(f, "| %s |", k < QUIET_SHAPES ?
		    noise_name((enum noise)k) : "base moved 8 ago");
		for (z = 0; z < SIZES; z++)
			fprintf(f, " %.2f / %.2f |", hit[0][k][z] / PER,
			    hit[1][k][z] / PER);
		fprintf(f, " %.2f / %.2f |\n", lost[0][k] / PER,
		    lost[1][k] / PER);
	}
	fprintf(f, "\nFalse discovery rate: %.3f / %.3f.\n",
	    wrong[0] / all[0], wrong[1] / all[1]);
}

/* three noises, a quarter of the series with an old step in the base */
static void
fill_mixed(struct suite *s, struct gen *g, double moved, double size)
{
	size_t i, j, k, n = s->n;
	double part, *v;

	for (i = 0; i < s->m; i++) {
		part = (double)i / (double)s->m;
		v = suite_row(s, i);
		noise_fill(part < .6 ? NORMAL3 : part < .8 ? SKEWED4 : RARE8,
		    g, v, n + 1);
		if (gen_uniform(g) < .25) {
			k = n / 4 + gen_below(g, n / 2 - n / 4);
			for (j = k; j <= n; j++)
				v[j] *= 1.12;
		}
		s->size[i] = gen_uniform(g) < moved ? size : 0;
		s->change[i] = s->second[i] = n;
		v[n] *= 1 + s->size[i];
	}
}

static void
mixed(FILE *f, size_t n, double moved, double size, int runs)
{
	struct gen g = { 71 + n };
	double rate[METHODS] = { 0 }, hits[METHODS] = { 0 }, planted = 0;
	double wrong[METHODS] = { 0 }, lost[METHODS] = { 0 }, right, bad;
	struct suite s;
	size_t i;
	int r, q;

	for (r = 0; r < runs; r++) {
		suite_init(&s, BH_BRANCH, n, 400);
		fill_mixed(&s, &g, moved, size);
		for (q = 0; q < METHODS; q++) {
			suite_run(&s, (enum bh_detection)q);
			right = bad = 0;
			for (i = 0; i < s.m; i++) {
				right += s.answer[i].found && s.size[i] > 0;
				bad += s.answer[i].found && s.size[i] == 0;
				lost[q] += s.answer[i].unjudged;
				planted += q == 0 && s.size[i] > 0;
			}
			rate[q] += right + bad > 0 ? bad / (right + bad) : 0;
			hits[q] += right;
			wrong[q] += bad;
		}
		suite_free(&s);
	}
	fprintf(f, "| %zu | %s%.0f %% |", n, moved > 0 ? "+" : "",
	    moved > 0 ? 100 * size : 0);
	for (q = 0; q < METHODS; q++) {
		if (planted > 0)
			fprintf(f, " %.2f |", hits[q] / planted);
		else
			fprintf(f, " |");
		fprintf(f, " %.3f | %.2f | %.3f |", rate[q] / runs,
		    wrong[q] / runs, lost[q] / runs / 400);
	}
	fprintf(f, "\n");
}

void
branch_suites(FILE *f)
{
	static const size_t n[] = { 10, 20, 40, 120 };
	static const double size[] = { .10, .15, .25 };
	size_t i, z;

	kinds(f);
	fprintf(f, "\n### Mixed suite of 400 series, 5 %% moved or none, 40 "
	    "runs\n\n60 %% normal noise of 3 %%, 20 %% skewed of 4 %%, 20 %% "
	    "with a rare second mode; a quarter with an old step.\n\n"
	    "| base commits | moved by | compat power | false discovery rate "
	    "| false a run | unjudged | scan power | false discovery rate | "
	    "false a run | unjudged |\n"
	    "|---|---|---|---|---|---|---|---|---|---|\n");
	for (i = 0; i < 4; i++) {
		mixed(f, n[i], 0, 0, 40);
		for (z = 0; z < 3; z++)
			mixed(f, n[i], .05, size[z], 40);
	}
}
