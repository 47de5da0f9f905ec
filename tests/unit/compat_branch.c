/*
 * Branch verdicts against the figures of cargo-bench-history 0.5.0: its own
 * tests, the rest re-derived by an independent program.
 */
#include "compute/compat.h"
#include "compute/fdr.h"
#include "compute/regime.h"
#include "levels.h"
#include "tap.h"

#define COUNT	BH_INSTRUCTION_COUNT
#define NS	BH_WALL_TIME
#define BYTES	BH_ALLOCATED_BYTES
#define STAGE	BH_STAGE_BRANCH
#define ANY	-1e99

enum { TIP = 1000 };

static struct bh_arena a = BH_ARENA_INIT;
static struct bh_series s;
static struct bh_verdict v;
static struct bh_finding *cand;
static size_t ncand;
static struct bh_gate_log gates;
static struct bh_comparison cmp;
static bool compared;
static char what[128];

static void
judge(void)
{
	struct bh_judge j = { BH_COMPAT, BH_BRANCH, 1, TIP };
	struct bh_fdr_member m = { &s, &v, NULL };

	gates = (struct bh_gate_log){ .arena = &a };
	bh_judge(&j, &s, &a, &gates, &v, &cand, &ncand);
	m.cand = cand;
	compared = v.outcome != BH_UNJUDGED &&
	    bh_comparison(&m, 1, TIP, &a, &cmp);
	if (cand != NULL)
		ok(cand->branch.has_included &&
		    cand->branch.included == compared,
		    "%s: said whether it was compared", what);
}

static void
series(const double *x, size_t n, enum bh_kind kind, double half, double tip,
    double tip_half)
{
	s = (struct bh_series){ .n = 3, .kind = kind, .judged = true,
	    .reason = BH_JUDGED, .has_base = true, .base_available = n };
	s.base = points(&a, x, n, 2, half);
	s.points = points(&a, &tip, 1, 1, tip_half);
	s.points.topo[0] = TIP;
	judge();
}

static void
text(const char *base, double tip, enum bh_kind kind)
{
	size_t n;
	double *x = levels(&a, base, NULL, 0, &n);

	snprintf(what, sizeof(what), "%.80s; %g", base, tip);
	series(x, n, kind, -1, tip, -1);
}

static void
scattered(const char *base, const char *name, double tip)
{
	size_t n;
	double *x = levels(&a, base, name, .025, &n);

	snprintf(what, sizeof(what), "%s; %g", name, tip);
	series(x, n, NS, -1, tip, -1);
}

/* As scattered, the tip being the last of the drawn values. */
static void
drawn(const char *base, const char *name)
{
	size_t n;
	double *x = levels(&a, base, name, .025, &n);

	snprintf(what, sizeof(what), "%s", name);
	series(x, n - 1, NS, -1, x[n - 1], -1);
}

static void
reported(double edge, double rel, long refs)
{
	const struct bh_branch_range *b;

	if (!ok(ncand == 1 && v.outcome == BH_CANDIDATE &&
	    cand->method == BH_BRANCH_EXCURSION && cand->has_branch,
	    "%s: reported", what))
		return;
	b = &cand->branch;
	is_near(cand->relative_delta, rel, 1e-12, what);
	is_near(b->relative_excess, rel, 1e-12, what);
	is_int(cand->regression, rel > 0, what);
	is_int(b->reference_count, refs, what);
	is_int(cand->base_commit_topo, 2 * (long)(s.base.n - 1), what);
	if (edge == ANY)
		return;
	is_near(cand->baseline, edge, 1e-14, what);
	is_near(rel > 0 ? b->reference_max : b->reference_min, edge, 1e-14,
	    what);
}

static void
inside(double low, double high)
{
	ok(ncand == 0 && v.outcome == BH_QUIET, "%s: quiet", what);
	is_int(v.declined[STAGE], BH_G_NON_ZERO_DELTA, what);
	if (low == ANY)
		return;
	double *x = s.base.value, lo = x[v.start], hi = lo;
	size_t i;

	for (i = (size_t)v.start; i < s.base.n; i++) {
		lo = fmin(lo, x[i]);
		hi = fmax(hi, x[i]);
	}
	is_near(lo, low, 1e-14, what);
	is_near(hi, high, 1e-14, what);
}

static void
declined(enum bh_gate_id id, double value, double demand)
{
	const struct bh_gate *g;

	is_int(v.declined[STAGE], (int)id, what);
	ok(ncand == 0, "%s: not reported", what);
	g = &gates.v[gates.n - 1];
	ok(g->stage == STAGE && g->gate == id && !g->pass,
	    "%s: the last record says why", what);
	if (value != ANY)
		is_near(g->value, value, 1e-12, what);
	if (demand != ANY)
		is_near(g->demand, demand, 1e-12, what);
}

static void
unresolved(void)
{
	ok(ncand == 0 && v.outcome == BH_UNJUDGED && v.reason ==
	    BH_CURRENT_BASE_REGIME_UNRESOLVED && !v.branch,
	    "%s: unresolved", what);
}

/* Boundaries (selector positions), start and previous range. */
static void
regime(const char *boundaries, double low, double high)
{
	char got[64] = "";
	size_t i, n = 0;

	for (i = 0; i < v.nboundary; i++)
		n += (size_t)snprintf(got + n, sizeof(got) - n, "%s%ld",
		    i > 0 ? " " : "", v.boundary[i]);
	is_text(got, boundaries, what);
	is_int(v.start, v.nboundary > 0 ?
	    2 * v.boundary[v.nboundary - 1] : 0, what);
	is_int(v.has_previous, v.nboundary > 0, what);
	if (low == ANY)
		return;
	is_near(v.previous_low, low, 1e-14, what);
	is_near(v.previous_high, high, 1e-14, what);
}

static void
matching(bool want)
{
	if (ok(cand != NULL, "%s: found", what))
		is_int(cand->branch.matches_previous_regime, want, what);
}

static void
comparison(long commits, long at_least)
{
	ok(compared && cmp.evaluated == commits && cmp.at_least == at_least &&
	    cmp.series == 1, "%s: %ld of %ld moved as much", what, at_least,
	    commits);
	if (!compared || cmp.evaluated != commits || cmp.at_least != at_least)
		printf("# got %d: %ld of %ld\n", compared, cmp.at_least,
		    cmp.evaluated);
}

/* Figures of the n-th calibration that was recorded. */
static void
calibrated(int nth, double tainted, double adjusted, double level)
{
	size_t i;

	for (i = 0; i + 1 < gates.n; i++)
		if (gates.v[i].gate == BH_G_SELECTION_ADJUSTMENT && nth-- == 0)
			break;
	if (!ok(i + 1 < gates.n, "%s: calibrated", what))
		return;
	if (tainted != ANY)
		is_near(gates.v[i].value, tainted, 1e-12, what);
	is_near(gates.v[i].demand, adjusted, 1e-12, what);
	is_near(gates.v[i + 1].demand, level, 1e-12, what);
}

static void
floors(void)
{
	text("10x100", 130, COUNT);
	reported(100, .3, 10);
	comparison(5, 0);
	is_near(cmp.branch_score, .3, 1e-15, what);
	is_near(cand->median_delta, .3, 1e-15, what);
	text("10x100", 70, COUNT);
	reported(100, -.3, 10);
	text("10x60", 64, COUNT);
	declined(BH_G_ABSOLUTE_FLOOR, 4, 5);
	text("10x60", 65, COUNT);
	reported(60, .08333333333333333, 10);
	is_near(cmp.branch_score, .05, 1e-15, what);
	text("10x0", 48, BYTES);
	reported(0, 1, 10);
	is_near(cmp.branch_score, 2.4, 1e-15, what);
	text("10x20", 40, NS);
	reported(20, 1, 10);
	text("19.8 20.2 19.8 20.2 19.8 20.2 19.8 20.2 19.8 20.2", 21.2, NS);
	declined(BH_G_RELATIVE_FLOOR, .04950495049504951, .05);
	text("19.8 20.2 19.8 20.2 19.8 20.2 19.8 20.2 19.8 20.2", 21.21, NS);
	reported(20.2, .05000000000000008, 10);
	text("19.8 20.2 19.8 20.2 19.8 20.2 19.8 20.2 19.8 20.2", 21.6, NS);
	reported(20.2, .06930693069306941, 10);
	text("9x100 140", 140, COUNT);
	inside(100, 140);
	text("9x100 140", 200, COUNT);
	reported(140, .42857142857142855, 10);
	text("10 30 10 30 10 30 10 30 10 30", 30, NS);
	inside(10, 30);
	text("10 30 10 30 10 30 10 30 10 30", 60, NS);
	reported(30, 1, 10);
	text("8x100 70 130", 120, COUNT);
	inside(70, 130);
	comparison(5, 5);
	is_near(cmp.base_score[4], 10. / 120, 1e-15, what);
	text("8x100 70 130", 160, COUNT);
	reported(130, .23076923076923078, 10);
	comparison(5, 0);
}

static void
bands(void)
{
	size_t n;
	double *x = levels(&a, "99.8 100.2 99.8 100.2 99.8 100.2 99.8 100.2 "
	    "99.8 100.2", NULL, 0, &n);

	snprintf(what, sizeof(what), "intervals");
	series(x, n, NS, 20, 130, 20);
	declined(BH_G_INTERVAL_DISJOINT, ANY, ANY);
	series(x, n, NS, 20, 130, .1);
	declined(BH_G_INTERVAL_NOISE_BAND, 29.8, 40);
	series(x, n, NS, 20, 140.5, .1);
	reported(100.2, .4021956087824351, 10);
	series(x, n, NS, .5, 105, .5);
	declined(BH_G_RELATIVE_FLOOR, .047904191616766435, .05);
	series(x, n, NS, .5, 105.25, .5);
	reported(100.2, .05039920159680636, 10);
	series(x, n, NS, .5, 110, .5);
	reported(100.2, .09780439121756485, 10);
}

static void
windows(void)
{
	is_near(bh_regime_level(10), .05, 0, "one search");
	is_near(bh_regime_level(40), .05 / 28, 0, "28 searches");
	is_near(bh_regime_level(64), .05 / 66, 0, "66 searches");
	text("11x200 5x100", 130, COUNT);
	inside(100, 200);
	regime("", ANY, ANY);
	text("15x200 5x100", 130, COUNT);
	unresolved();
	text("10x200 10x100", 130, COUNT);
	reported(100, .3, 10);
	regime("5", 200, 200);
	calibrated(0, 1. / 126, 1. / 126, .05);
	comparison(5, 0);
	matching(false);
	is_int(cand->branch.regime_start_topo, 20, "the boundary's commit");
	text("10x200 10x100", 200, COUNT);
	reported(100, 1, 10);
	matching(true);
	text("10x200 10x100", 230, COUNT);
	reported(100, 1.3, 10);
	matching(false);
	text("9x200 150 10x100", 150, COUNT);
	regime("5", 200, 200);
	reported(100, .5, 10);
	matching(false);
	text("9x200 11x100", 130, COUNT);
	regime("5", 200, 200);
	reported(100, .3, 10);
	text("16x100 4x200", 220, COUNT);
	unresolved();
	text("15x100 5x200", 220, COUNT);
	unresolved();
	text("12x100 8x200", 220, COUNT);
	unresolved();
	text("11x100 9x200", 220, COUNT);
	unresolved();
	text("17x100 3x200", 220, COUNT);
	reported(200, .1, 20);
	comparison(10, 0);
}

static void
boundaries(void)
{
	text("50x100 10x200 68x100", 150, COUNT);
	regime("25 30", 200, 200);
	reported(100, .5, 68);
	calibrated(0, 1.4034496793117482e-05, 1.559388532568609e-05,
	    .05 / 66);
	calibrated(1, 3.473687684214e-06, 5.511463844797178e-04, .05 / 66);
	text("20x100 10x200 24x100 62x102", 150, COUNT);
	regime("10 15", 200, 200);
	reported(102, .47058823529411764, 86);
	text("10x90 30x100 30x100.5", 90, COUNT);
	regime("5", 90, 90);
	reported(100, -.1, 60);
	calibrated(0, ANY, 1.433321866758399e-04, .05 / 21);
	matching(true);
	comparison(30, 0);
	text("20x100 20x104 10x130", 130, COUNT);
	regime("20", 100, 104);
	inside(130, 130);
	calibrated(0, ANY, 7.400007400007399e-04, .05 / 10);
	text("20x10000 20x11000 20x30000 20x33000", 40000, COUNT);
	regime("10 20 30", 30000, 30000);
	reported(33000, .21212121212121213, 20);
	text("10x10000 10x10200", 11000, COUNT);
	regime("", ANY, ANY);
	reported(10200, .0784313725490196, 20);
	text("100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 "
	    "116 117 118 119", 140, COUNT);
	regime("5", 100, 108);
	reported(119, .17647058823529413, 10);
	ok(!v.stable && !compared, "%s: unstable, not compared", what);
	text("100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 "
	    "116 117 118 119", 122, COUNT);
	declined(BH_G_RELATIVE_FLOOR, .025210084033613446, .05);
}

#define TWICE(x)	x " " x
#define FLIPS		"100 150 100 150 100 150 100 150 100 150"

static void
noises(void)
{
	text(TWICE(FLIPS), 150, COUNT);
	regime("", ANY, ANY);
	inside(100, 150);
	comparison(10, 10);
	text(BIM19, 24.97, NS);
	inside(13.14, 25.54);
	comparison(9, 9);
	text(BIM, 40, NS);
	regime("", ANY, ANY);
	reported(28.98, .3802622498274672, 40);
	comparison(20, 0);
	text(CONT_MID, 1045, NS);
	inside(1034.325, 1581.042);
	is_near(cmp.base_score[4], .49925465979866335, 1e-12, what);
	text(CONT_MID, 1149.5, NS);
	inside(ANY, ANY);
	is_near(cmp.base_score[4], .3754171378860373, 1e-12, what);
	text(CONT_MID, 1740, NS);
	reported(1581.042, .10054002360468609, 19);
	text(CONT8 CONT_MID CONT_END, 1149.5, NS);
	regime("", ANY, ANY);
	inside(ANY, ANY);
	comparison(16, 16);
	text("82.5 3x100 135 2x100 117.5 2x100 135 3x100 117.5 82.5", 135, NS);
	inside(82.5, 135);
	text("76 124 6x100 135 5x100 76 124", 135, NS);
	inside(76, 135);
	text("19x10000 13000", 10000, COUNT);
	inside(10000, 13000);
	is_near(cmp.base_score[9], .3, 1e-15, what);
	comparison(10, 10);
	text("19x10000 13000", 14000, COUNT);
	reported(13000, .07692307692307693, 20);
	comparison(10, 0);
	text("15x0 5x10", 100, COUNT);
	unresolved();
}

static void
seeded(void)
{
	char name[16];
	int i, quiet = 0;

	scattered("10x100 10x130", "clean_step", 160);
	regime("5", 96.92714627070083, 103.37691473090972);
	reported(135.09007559015703, .1843949253934533, 10);
	scattered("20x100 20x110", "base_step40", 125);
	regime("10", ANY, ANY);
	calibrated(0, 1.082508822446903e-05, .0011907597046915933, .05 / 6);
	reported(114.32151173915601, .09340751445982258, 20);
	comparison(10, 0);
	scattered("68x100 60x107", "base_step128", 125);
	regime("34", 95.74123381811938, 104.26822488859688);
	calibrated(0, 8.51030870350335e-11, 9.185773074661964e-06, .05 / 66);
	reported(111.45937626536636, .1214848332041232, 60);
	comparison(30, 0);
	scattered("128x100", "noisy_base", 100);
	inside(95.71473103507529, 104.20655649819072);
	scattered("128x100", "noisy_base", 111);
	reported(104.20655649819072, .06519209280202277, 128);
	comparison(64, 0);
	for (i = 0; i < 40; i++) {
		size_t n;
		double *x;

		snprintf(name, sizeof(name), "noise%d", i);
		snprintf(what, sizeof(what), "%s", name);
		x = levels(&a, "17x40", name, .03, &n);
		series(x, 16, NS, -1, x[16], -1);
		quiet += ncand == 0;
	}
	is_int(quiet, 40, "forty quiet benchmarks");
}

/* Whole suites: base levels, then one measured commit on the branch. */
static void
suites(void)
{
	static const struct {
		const char	*name, *base;
		double		 rel;	/* 0: quiet */
	} t[] = {
		{ "tip_spike", "10x100 200", .8523860838044952 },
		{ "tip_drop", "10x200 100", -.4782913720421321 },
		{ "a_branch_tip_above_a_freshly_shifted_base_is_reported",
		    "10x200 10x100 130", .2994486472293472 },
		{ "a_branch_tip_matching_a_freshly_shifted_base_is_quiet",
		    "10x200 10x100 100", 0 },
	};
	static const struct {
		const char	*name;
		double		 base, tip, rel;
	} tail[] = {	/* ten on the base, ten on the branch */
		{ "doubling_step", 100, 200, .9618481754155739 },
		{ "halving_step", 200, 100, -.4655750215040526 },
		{ "flat_line", 100, 100, 0 },
		{ "a_clean_step_survives_a_crowd", 100, 130,
		    .21358012827550124 },
	};
	char base[64];
	double *x;
	size_t i, n;

	for (i = 0; i < sizeof(t) / sizeof(*t); i++) {
		drawn(t[i].base, t[i].name);
		if (t[i].rel != 0)
			reported(ANY, t[i].rel, 10);
		else
			ok(ncand == 0, "%s: quiet", what);
	}
	for (i = 0; i < sizeof(tail) / sizeof(*tail); i++) {
		snprintf(base, sizeof(base), "10x%g 10x%g", tail[i].base,
		    tail[i].tip);
		snprintf(what, sizeof(what), "%s", tail[i].name);
		x = levels(&a, base, tail[i].name, .025, &n);
		series(x, 10, NS, -1, x[19], -1);
		if (tail[i].rel != 0)
			reported(ANY, tail[i].rel, 10);
		else
			ok(ncand == 0, "%s: quiet", what);
	}
}

static void
tips(void)
{
	static const double three[] = { 100, 100, 130 };
	static const double two[] = { 160, 100 };
	bool dirty[3] = { true, true, true };
	size_t n;
	double *x = levels(&a, "20x100", NULL, 0, &n);
	int i;

	snprintf(what, sizeof(what), "three dirty snapshots");
	s = (struct bh_series){ .kind = COUNT, .judged = true,
	    .has_base = true, .base = points(&a, x, n, 1, -1) };
	s.points = points(&a, three, 3, 0, -1);
	s.points.dirty = dirty;
	for (i = 0; i < 3; i++)
		s.points.topo[i] = TIP;
	judge();
	inside(100, 100);
	snprintf(what, sizeof(what), "clean and dirty");
	s.points = points(&a, two, 2, 0, -1);
	s.points.topo[0] = s.points.topo[1] = TIP;
	dirty[0] = false;
	s.points.dirty = dirty;
	judge();
	inside(100, 100);
	s.points.topo[0] = s.points.topo[1] = TIP - 1;
	judge();
	ok(v.outcome == BH_UNJUDGED && v.reason == BH_NOT_MEASURED_ON_BRANCH,
	    "no point at the context");
}

static void
blessed(void)
{
	size_t n;
	double *x = levels(&a, "12x100", NULL, 0, &n);

	snprintf(what, sizeof(what), "blessed");
	s = (struct bh_series){ .kind = COUNT, .judged = true,
	    .has_base = true, .base = points(&a, x, n, 1, -1),
	    .blessed = BH_STR("c0ffee") };
	s.points = points(&a, (double[]){ 150 }, 1, 0, -1);
	s.points.topo[0] = TIP;
	judge();
	ok(cand != NULL && cand->branch.regime_start_topo == -1 &&
	    bh_str_is(cand->branch.regime_start, "c0ffee"),
	    "without a boundary the regime starts where it was blessed");
}

static bool
stable(const char *list)
{
	size_t n;
	double *x = levels(&a, list, NULL, 0, &n);

	return bh_regime_stable(x, n, &a);
}

/* A trend about zero has no proportion: the peer calls each a whole one. */
static void
zeros(void)
{
	ok(stable("20x0"), "zeros are stable");
	ok(!stable("14x0 6x1"), "zeros with a trend of slope 0 are not");
	ok(stable("1 13x0 5 5x0"), "zeros without a trend are");
	ok(stable("14x100 6x101"), "a trend of 1 %% is none");
	ok(!stable("10x100 10x106 10x112"), "one of 12 %% is");
}

int
main(void)
{
	zeros();
	floors();
	bands();
	windows();
	boundaries();
	noises();
	seeded();
	suites();
	tips();
	blessed();
	bh_arena_free(&a);
	return tap_done();
}
