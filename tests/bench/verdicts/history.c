/* History mode: the acceptance shapes, and grids of noise and steps. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

static const char *const method_name[METHODS] = { "compat", "scan" };

struct tally {
	double	n, found, exact, near, drift, provisional, improved, both;
	double	held, suspects, steps, inside, effects, seconds, worst;
};

static void
count(struct tally *t, const struct suite *s, size_t i, bool first_counts)
{
	const struct answer *a = &s->answer[i];
	long d = labs(a->at - (long)s->change[i]);
	bool hit = a->found || a->provisional;
	bool planted = s->change[i] < s->n && !a->drift && hit;

	t->n++;
	t->seconds += a->seconds;
	t->worst = fmax(t->worst, a->seconds);
	t->improved += a->improved;
	t->found += hit;
	t->drift += a->drift && a->found;
	t->provisional += a->provisional;
	t->exact += planted && (d == 0 || (first_counts && a->first));
	t->near += planted && (d <= 2 || (first_counts && a->first));
	t->both += hit && a->first && a->second;
	if (planted && a->suspects > 0) {
		t->steps++;
		t->held += a->held || (first_counts && a->first);
		t->suspects += (double)a->suspects;
	}
	t->effects += planted && a->effect;
	t->inside += planted && a->effect && a->inside;
}

/* quiet shapes first, then the moved ones */
static size_t
fill_shapes(struct suite *s, size_t n, size_t quiet, size_t moved,
    uint64_t seed)
{
	struct gen g = { seed };
	size_t i = 0, k, j, m = QUIET_SHAPES * quiet + moved_count * moved;
	const struct shape *sh;

	suite_init(s, BH_HISTORY, n, m);
	for (k = 0; k < QUIET_SHAPES; k++)
		for (j = 0; j < quiet; j++, i++) {
			noise_fill((enum noise)k, &g, suite_row(s, i), n);
			s->change[i] = s->second[i] = n;
			s->size[i] = 0;
		}
	for (k = 0; k < moved_count; k++)
		for (j = 0; j < moved; j++, i++) {
			sh = &moved_shapes[k];
			noise_fill(sh->noise, &g, suite_row(s, i), n);
			s->change[i] = shape_plant(sh, suite_row(s, i), n,
			    &s->second[i]);
			s->size[i] = sh->move == DIP ? 1 / (1 - sh->size) - 1 :
			    sh->size;
		}
	return m;
}

static void
put_shape(FILE *f, const char *name, const struct tally t[METHODS])
{
	int k;

	fprintf(f, "| %s |", name);
	for (k = 0; k < METHODS; k++)
		fprintf(f, " %.2f / %.2f / %.2f | %.2f |",
		    t[k].found / t[k].n, t[k].exact / t[k].n,
		    t[k].near / t[k].n, t[k].drift / t[k].n);
	fprintf(f, " %.2f | %.2f | %.2f | ", t[1].provisional / t[1].n,
	    t[1].improved / t[1].n, t[1].both / t[1].n);
	if (t[1].steps > 0)
		fprintf(f, "%.2f (%.1f) | ", t[1].held / t[1].steps,
		    t[1].suspects / t[1].steps);
	else
		fprintf(f, "| ");
	if (t[1].effects > 0)
		fprintf(f, "%.2f |\n", t[1].inside / t[1].effects);
	else
		fprintf(f, "|\n");
}

static void
shapes(FILE *f, size_t n, size_t quiet, size_t moved, uint64_t seed)
{
	struct tally t[METHODS][QUIET_SHAPES + 32], sum[METHODS][2];
	size_t m = 0, i, k, total = QUIET_SHAPES + moved_count;
	double wrong[METHODS] = { 0 }, all[METHODS] = { 0 };
	struct suite s;
	int q;

	memset(t, 0, sizeof(t));
	memset(sum, 0, sizeof(sum));
	for (q = 0; q < METHODS; q++) {
		m = fill_shapes(&s, n, quiet, moved, seed);
		suite_run(&s, (enum bh_detection)q);
		for (i = 0; i < m; i++) {
			k = i < QUIET_SHAPES * quiet ? i / quiet :
			    QUIET_SHAPES + (i - QUIET_SHAPES * quiet) / moved;
			count(&t[q][k], &s, i, k >= QUIET_SHAPES &&
			    moved_shapes[k - QUIET_SHAPES].move == TWO);
			count(&sum[q][k >= QUIET_SHAPES], &s, i, false);
			all[q] += s.answer[i].found;
			wrong[q] += s.answer[i].found && k < QUIET_SHAPES;
		}
		suite_free(&s);
	}
	fprintf(f, "\n%zu points, %zu series a quiet and %zu a moved shape, "
	    "one family of %zu, seed %llu.\n\n", n, quiet, moved, m,
	    (unsigned long long)seed);
	fprintf(f, "| shape | compat found / exact / within 2 | drift | "
	    "scan found / exact / within 2 | drift | provisional | improved | "
	    "both ends | suspects hold it (how many) | effect interval holds "
	    "it |\n|---|---|---|---|---|---|---|---|---|---|\n");
	for (k = 0; k < total; k++) {
		struct tally row[METHODS] = { t[0][k], t[1][k] };

		put_shape(f, k < QUIET_SHAPES ? noise_name((enum noise)k) :
		    moved_shapes[k - QUIET_SHAPES].name, row);
	}
	fprintf(f, "\n| method | false discovery rate |\n|---|---|\n");
	for (q = 0; q < METHODS; q++)
		fprintf(f, "| %s | %.3f |\n", method_name[q],
		    all[q] > 0 ? wrong[q] / all[q] : 0);
	for (q = 0; q < METHODS; q++)
		fprintf(stderr, "%s, %zu points: %.0f us a quiet series, "
		    "%.0f us a series, worst %.0f us\n", method_name[q], n,
		    1e6 * sum[q][0].seconds / sum[q][0].n,
		    1e6 * (sum[q][0].seconds + sum[q][1].seconds) /
		    (double)m, 1e6 * fmax(sum[q][0].worst, sum[q][1].worst));
}

void
history_shapes(FILE *f)
{
	fprintf(f, "\n### Shapes\n");
	shapes(f, 100, 100, 100, 11);
	shapes(f, 100, 900, 100, 12);
	shapes(f, 40, 100, 100, 13);
	shapes(f, 24, 100, 100, 14);
}

/* a family of its own for every series: the bare error rate and power */
static void
cell(enum noise k, size_t n, size_t at, double size, size_t m, uint64_t seed,
    enum bh_detection method, struct tally *t)
{
	struct gen g = { seed };
	struct suite s;
	size_t i, j;

	memset(t, 0, sizeof(*t));
	for (i = 0; i < m; i++) {
		suite_init(&s, BH_HISTORY, n, 1);
		noise_fill(k, &g, suite_row(&s, 0), n);
		for (j = at; j < n; j++)
			suite_row(&s, 0)[j] *= 1 + size;
		s.change[0] = at;
		s.second[0] = n;
		s.size[0] = size;
		suite_run(&s, method);
		count(t, &s, 0, false);
		suite_free(&s);
	}
}

static void
false_alarms(FILE *f)
{
	static const size_t n[] = { 10, 12, 16, 20, 30, 40, 60, 100, 150, 200,
		400, 1000 };
	static const enum noise k[] = { NORMAL3, NORMAL5, LAPLACE5, LOGNORMAL4,
		AR3, AR7, AR9, TWOMODE, RARE15, STICKY, POOL, COUNTS, TICKS };
	struct tally t[METHODS];
	size_t i, j, most;
	int q;

	fprintf(f, "\n### Unchanged series alarmed, compat / scan\n\nEach a "
	    "family of its own, after all gates, regressions only; 200 "
	    "series, from 400 points on 40 and compat not above 200.\n\n"
	    "| noise |");
	for (i = 0; i < sizeof(n) / sizeof(n[0]); i++)
		fprintf(f, " %zu |", n[i]);
	fprintf(f, "\n|---|");
	for (i = 0; i < sizeof(n) / sizeof(n[0]); i++)
		fprintf(f, "---|");
	for (j = 0; j < sizeof(k) / sizeof(k[0]); j++) {
		fprintf(f, "\n| %s |", noise_name(k[j]));
		for (i = 0; i < sizeof(n) / sizeof(n[0]); i++) {
			most = n[i] >= 400 ? 40 : 200;
			for (q = n[i] > 200; q < METHODS; q++)
				cell(k[j], n[i], n[i], 0, most, 21 + i,
				    (enum bh_detection)q, &t[q]);
			if (n[i] > 200)
				fprintf(f, " - /");
			else
				fprintf(f, " %.3f /", t[0].found / t[0].n);
			fprintf(f, " %.3f |", t[1].found / t[1].n);
		}
	}
	fprintf(f, "\n");
}

static void
powers(FILE *f)
{
	static const size_t n[] = { 20, 40, 100, 200, 400 };
	static const double part[] = { .5, .75, .85, .95 };
	static const double sigma[] = { 1, 1.5, 2, 3, 6, 12 };
	struct tally t;
	size_t i, j, k, at;
	int q;

	fprintf(f, "\n### Power and place of a step, compat, then scan\n\n"
	    "Normal noise of 3 %%, a step of so many standard deviations at "
	    "so large a part of the series, a family of its own; found / "
	    "exact of 60 (compat: 20, not above 200 points).\n\n"
	    "| points | at | method |");
	for (k = 0; k < 6; k++)
		fprintf(f, " %g |", sigma[k]);
	fprintf(f, "\n|---|---|---|---|---|---|---|---|---|\n");
	for (i = 0; i < 5; i++)
		for (j = 0; j < 4; j++)
			for (q = n[i] > 200; q < METHODS; q++) {
				at = (size_t)((double)n[i] * part[j] + .5);
				fprintf(f, "| %zu | %zu | %s |", n[i], at,
				    method_name[q]);
				for (k = 0; k < 6; k++) {
					cell(NORMAL3, n[i], at, .03 * sigma[k],
					    q == 0 ? 20 : 60, 31 + k,
					    (enum bh_detection)q, &t);
					fprintf(f, " %.2f / %.2f |",
					    t.found / t.n, t.exact / t.n);
				}
				fprintf(f, "\n");
			}
}

/* how many of m series of one step each are found among quiet ones */
static double
isolated(size_t n, double sigma, size_t m, enum bh_detection method)
{
	struct gen g = { 41 + n };
	struct suite s;
	size_t i, j, r, hits = 0, runs = m >= 1000 ? 4 : m >= 100 ? 20 : 100;

	for (r = 0; r < runs; r++) {
		suite_init(&s, BH_HISTORY, n, m);
		for (i = 0; i < m; i++) {
			noise_fill(NORMAL3, &g, suite_row(&s, i), n);
			s.change[i] = s.second[i] = n;
			s.size[i] = 0;
		}
		for (j = n * 7 / 10; j < n; j++)
			suite_row(&s, 0)[j] *= 1 + .03 * sigma;
		suite_run(&s, method);
		hits += s.answer[0].found || s.answer[0].provisional;
		suite_free(&s);
	}
	return (double)hits / (double)runs;
}

static void
families(FILE *f)
{
	static const size_t n[] = { 10, 12, 16, 20, 30, 40 };
	static const size_t m[] = { 1, 20, 100, 1000 };
	size_t i, j;

	fprintf(f, "\n### One step of 8 standard deviations in a suite, "
	    "compat / scan\n\nAt seven tenths of the series, among quiet "
	    "ones; 100, 100, 20, 4 suites.\n\n| points | m = 1 | 20 | 100 | "
	    "1000 |\n|---|---|---|---|---|\n");
	for (i = 0; i < 6; i++) {
		fprintf(f, "| %zu |", n[i]);
		for (j = 0; j < 4; j++)
			fprintf(f, " %.2f / %.2f |",
			    isolated(n[i], 8, m[j], BH_COMPAT),
			    isolated(n[i], 8, m[j], BH_SCAN));
		fprintf(f, "\n");
	}
}

static void
delays(FILE *f)
{
	static const enum noise k[] = { NORMAL1, NORMAL3, AR7, SPIKES };
	struct tally t;
	size_t j, after;
	int q;

	fprintf(f, "\n### How soon a step of 15 %% is found\n\nShare found, "
	    "provisional ones included, by the number of points behind the "
	    "step, 60 points in all.\n\n| noise | method | 1 | 2 | 3 | 4 | "
	    "5 | 6 | 8 | 10 |\n|---|---|---|---|---|---|---|---|---|---|\n");
	for (j = 0; j < 4; j++)
		for (q = 0; q < METHODS; q++) {
			fprintf(f, "| %s | %s |", noise_name(k[j]),
			    method_name[q]);
			for (after = 1; after <= 10; after++) {
				if (after == 7 || after == 9)
					continue;
				cell(k[j], 60, 60 - after, .15,
				    q == 0 ? 20 : 100, 51,
				    (enum bh_detection)q, &t);
				fprintf(f, " %.2f |", t.found / t.n);
			}
			fprintf(f, "\n");
		}
}

void
history_grids(FILE *f)
{
	false_alarms(f);
	powers(f);
	families(f);
	delays(f);
}
