/* Verdicts of scan on a history: shapes whose answer is known, and edges. */
#include <float.h>

#include "compute/scan.h"
#include "levels.h"
#include "tap.h"

#define NS	BH_WALL_TIME
#define COUNT	BH_INSTRUCTION_COUNT

static struct bh_arena a = BH_ARENA_INIT;
static struct bh_series s;
static struct bh_verdict v;
static struct bh_finding *cand;
static size_t ncand;
static struct bh_gate_log gates;

static void
judge(void)
{
	struct bh_judge j = { BH_SCAN, BH_HISTORY, 100, 0 };

	gates = (struct bh_gate_log){ .arena = &a };
	bh_judge(&j, &s, &a, &gates, &v, &cand, &ncand);
}

static void
series(const double *x, size_t n, enum bh_kind kind, double half)
{
	s = (struct bh_series){ .n = 4, .kind = kind, .judged = true,
	    .reason = BH_JUDGED, .points = points(&a, x, n, 3, half) };
	judge();
}

static void
text(const char *levels_text, const char *name, double cv)
{
	size_t n;
	double *x = levels(&a, levels_text, name, cv, &n);

	series(x, n, NS, -1);
}

/* the one of this list, or NULL */
static const struct bh_finding *
listed(enum bh_list list, bool regression)
{
	size_t i;

	for (i = 0; i < ncand; i++)
		if (cand[i].list == list && cand[i].regression == regression)
			return &cand[i];
	return NULL;
}

static const struct bh_finding *
step_at(const char *what, long at)
{
	const struct bh_finding *f = listed(BH_LIST_FINDINGS, true);

	ok(f != NULL && f->method == BH_CHANGE_POINT && f->topo == 3 * at,
	    "%s: a step at %ld", what, at);
	if (f == NULL)
		printf("# %zu candidates\n", ncand);
	else if (f->topo != 3 * at)
		printf("# got %ld / 3\n", f->topo);
	return f;
}

static void
quiet(const char *what)
{
	ok(ncand == 0 && v.outcome == BH_QUIET, "%s: quiet", what);
}

static void
one_step(void)
{
	const struct bh_finding *f;
	size_t i;
	double sum = 0;

	text("70x100 30x110", "ten per cent", .01);
	f = step_at("10 % in 1 %", 70);
	if (f == NULL)
		return;
	ok(f->n == 4 && f->kind == NS, "it is of the series");
	ok(fabs(f->relative_delta - .1) < .01, "its size");
	is_near(f->latest - f->baseline, f->delta, 1e-12, "its delta");
	ok(f->has_p && f->p < 1e-10 && f->p > 0, "its p, %g", f->p);
	is_int((long)f->nboundary, 1, "one boundary");
	is_int(f->boundary[0].topo, 210, "the same place");
	ok(f->has_suspect && f->suspect.good_topo == 207 &&
	    f->suspect.bad_topo == 210, "last good and first bad point");
	for (i = 0; i < f->suspect.ncand; i++)
		sum += f->suspect.cand[i].weight;
	is_near(sum, 1, 1e-12, "weights of suspects sum to 1");
	ok(f->has_effect && f->effect_low < .1 && f->effect_high > .095 &&
	    f->effect_low > .08 && f->effect_high < .12, "effect interval");
	is_int(f->window_start_topo, -1, "no window");
	text("30x110 70x100", "the other way", .01);
	ok(listed(BH_LIST_FINDINGS, true) == NULL &&
	    listed(BH_LIST_FINDINGS, false) != NULL,
	    "an improvement is a candidate of its direction");
}

static void
where_compat_fails(void)
{
	double x[150];
	size_t i;

	for (i = 0; i < 150; i++)
		x[i] = i < 75 ? .01 * (double)(7 * i % 75) :
		    100 + .01 * (double)(5 * i % 75) + 1e-6 * (double)i;
	for (i = 0; i < 150; i++)
		x[i] += 1000;
	series(x, 150, NS, -1);
	step_at("150 points, all distinct", 75);
	text("340x100 60x130", "long", .025);
	step_at("30 % in 2.5 %, 400 points", 340);
	text("35x100 5x200", "recent", .03);
	step_at("a doubling five points ago", 35);
	text("20x100 25x90 15x100", "dip", .01);
	step_at("an improvement lost again", 45);
	text("96x100 4x110", "newest", .01);
	ok(listed(BH_LIST_FINDINGS, true) != NULL ||
	    listed(BH_LIST_PROVISIONAL, true) != NULL,
	    "four points ago: found, or provisional");
	ok(ncand == 1 && cand[0].topo == 288, "and exactly");
	text("40x100 35x105 25x110", "twice", .01);
	if (step_at("two steps, the newer", 75) != NULL)
		ok(cand[0].nboundary == 2 && cand[0].boundary[0].topo == 120,
		    "both in the boundaries");
	ok(fabs(cand[0].baseline - 105) < 1, "against the level before");
}

static void
what_is_no_step(void)
{
	const struct bh_finding *f;
	double x[100];
	size_t i;

	text("50x100 20x110 30x100", "came back", .01);
	ok(listed(BH_LIST_FINDINGS, true) == NULL, "came back: no regression");
	f = listed(BH_LIST_FINDINGS, false);
	ok(f != NULL && f->nboundary >= 2, "the visit is in the boundaries");
	for (i = 0; i < 100; i++)
		x[i] = 100 + .2 * (double)i + (double)(i * 37 % 11) / 5;
	series(x, 100, NS, -1);
	f = listed(BH_LIST_FINDINGS, true);
	ok(f != NULL && f->method == BH_DRIFT && f->topo == 297 &&
	    f->window_start_topo == 0, "a line is a drift");
	text(BIM, NULL, 0);
	quiet("two modes of a machine");
	text(CONT8 CONT_MID CONT_END, NULL, 0);
	ok(listed(BH_LIST_FINDINGS, true) == NULL,
	    "a contended run is no regression");
	text("100x100", "nothing", .03);
	quiet("nothing");
	text("50x1000 50x1002", "small", .0001);
	quiet("below the relative floor");
	ok(v.declined[BH_STAGE_CHANGE_POINT] == BH_G_RELATIVE_FLOOR,
	    "and says so");
	text("30x10 30x10.5", "tiny", .001);
	quiet("below a nanosecond");
	ok(v.declined[BH_STAGE_CHANGE_POINT] == BH_G_ABSOLUTE_FLOOR,
	    "and says so");
	text("30x.010 30x.015", "seconds", .001);
	step_at("times that never reach a nanosecond", 30);
}

static void
tips(void)
{
	const struct bh_finding *f;

	text("90x100 3x120", "three", .01);
	f = listed(BH_LIST_PROVISIONAL, true);
	ok(f != NULL && f->topo == 270 && f->has_p && f->p < .001,
	    "three newest points: provisional");
	text("90x100 2x120", "two", .01);
	f = listed(BH_LIST_PROVISIONAL, true);
	ok(f != NULL && f->topo == 270, "two of them");
	text("93x100 120", "one", .01);
	quiet("one newest point");
	text("90x100 3x104", "little", .005);
	quiet("less than five per cent");
}

static void
intervals(void)
{
	size_t n;
	double *x = levels(&a, "20x100 20x130", "halves", .01, &n);

	series(x, n, NS, 2);
	step_at("narrow intervals", 20);
	series(x, n, NS, 60);
	quiet("wide ones");
	ok(v.declined[BH_STAGE_CHANGE_POINT] == BH_G_INTERVAL_DISJOINT,
	    "are a veto");
}

static void
windows(void)
{
	size_t n;
	double *x = levels(&a, "40x100 20x130", "blessed", .01, &n);

	series(x, n, NS, -1);
	s.active = 40;
	judge();
	quiet("a step at a blessing");
	x = levels(&a, "300x100 700x100 400x130", "cap", .01, &n);
	series(x, n, NS, -1);
	step_at("1,400 points, the newest 1,000", 1000);
	s.points.n = 10;
	judge();
	ok(v.outcome == BH_QUIET, "ten points");
}

/* every edge must come back finite, whatever it says */
static void
all_finite(const char *what)
{
	size_t i, k;
	bool good = true;

	for (i = 0; i < ncand; i++) {
		good &= isfinite(cand[i].baseline) &&
		    isfinite(cand[i].latest) && isfinite(cand[i].delta) &&
		    isfinite(cand[i].relative_delta) && cand[i].p > 0 &&
		    cand[i].p <= 1 && isfinite(cand[i].effect_low) &&
		    isfinite(cand[i].effect_high);
		for (k = 0; k < cand[i].suspect.ncand; k++)
			good &= isfinite(cand[i].suspect.cand[k].weight);
	}
	for (i = 0; i < gates.n; i++)
		good &= isfinite(gates.v[i].value) &&
		    isfinite(gates.v[i].demand);
	ok(good, "%s: finite", what);
}

static void
edges(void)
{
	static const struct {
		const char *what, *text;
		long at;	/* -1: no step */
	} t[] = {
		{ "five and five", "5x100 5x130", 5 },
		{ "ten distinct", "100 101 99 102 98 130 131 129 132 128", 5 },
		{ "constant", "40x7", -1 },
		{ "zeros", "40x0", -1 },
		{ "two values", "20x100 20x130", 20 },
		{ "two values mixed", "1 2 2 1 1 2 1 2 2 1 2 1 1 2 1 2", -1 },
		{ "from zero", "20x0 20x50", 20 },
		{ "below zero", "20x-100 20x-50", 20 },
		{ "huge", "20x1e300 20x1.3e300", 20 },
		{ "from end to end", "20x-1.7e308 20x1.7e308", 20 },
		{ "denormal", "20x4.9e-324 20x9.9e-324", -1 },
		{ "one outlier", "39x100 1e300", -1 },
		{ "an outlier inside", "20x100 1e308 19x100", -1 },
		{ "twenty-one", "10x100 11x130", 10 },
	};
	size_t i;

	for (i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
		text(t[i].text, NULL, 0);
		all_finite(t[i].what);
		if (t[i].at >= 0)
			step_at(t[i].what, t[i].at);
		else
			quiet(t[i].what);
	}
}

static void
the_same_again(void)
{
	struct bh_finding f;
	size_t n = gates.n;

	text("50x100 10x103 40x112", "again", .02);
	if (!ok(ncand > 0, "a finding to compare"))
		return;
	f = cand[0];
	n = gates.n;
	judge();
	ok(f.p == cand[0].p && f.topo == cand[0].topo &&
	    f.delta == cand[0].delta && n == gates.n,
	    "the same series, the same verdict");
}

int
main(void)
{
	one_step();
	where_compat_fails();
	what_is_no_step();
	tips();
	intervals();
	windows();
	edges();
	the_same_again();
	bh_arena_free(&a);
	return tap_done();
}
