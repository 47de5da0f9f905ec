/*
 * History verdicts against the figures of cargo-bench-history 0.5.0: its own
 * tests and reports, the rest re-derived by an independent program.
 */
#include "compute/compat.h"
#include "compute/fdr.h"
#include "levels.h"
#include "tap.h"

#define COUNT	BH_INSTRUCTION_COUNT
#define NS	BH_WALL_TIME
#define ANY	-1e99

static struct bh_arena a = BH_ARENA_INIT;
static struct bh_verdict v;
static struct bh_finding *cand;
static size_t ncand;
static struct bh_gate_log gates;
static char what[128];

static void
judge(const double *x, size_t n, enum bh_kind kind, double half, long m,
    size_t active)
{
	struct bh_judge j = { BH_COMPAT, BH_HISTORY, m, (long)n - 1 };
	struct bh_series s = { .n = 7, .kind = kind, .judged = true,
	    .reason = BH_JUDGED, .active = active,
	    .points = points(&a, x, n, 1, half) };

	gates = (struct bh_gate_log){ .arena = &a };
	bh_compat_history(&j, &s, &a, &gates, &v, &cand, &ncand);
}

static void
text(const char *t, enum bh_kind kind, double half, long m)
{
	size_t n;
	double *x = levels(&a, t, NULL, 0, &n);

	snprintf(what, sizeof(what), "%.100s", t);
	judge(x, n, kind, half, m, 0);
}

/* The last record of a gate is this. */
static void
gate(enum bh_stage stage, enum bh_gate_id id, double value, double demand,
    bool pass)
{
	size_t i = gates.n;

	while (i > 0 && (gates.v[i - 1].stage != stage ||
	    gates.v[i - 1].gate != id))
		i--;
	ok(i > 0 && gates.v[i - 1].pass == pass, "%s: %s", what,
	    bh_gate_name(id));
	if (i == 0)
		return;
	if (value != ANY)
		is_near(gates.v[i - 1].value, value, 1e-12, what);
	if (demand != ANY)
		is_near(gates.v[i - 1].demand, demand, 1e-12, what);
}

static void
declined(enum bh_stage stage, enum bh_gate_id id, double value, double demand)
{
	is_int(v.declined[stage], (int)id, what);
	gate(stage, id, value, demand, false);
}

static void
silent(void)
{
	ok(ncand == 0 && v.outcome == BH_QUIET, "%s: silent", what);
}

static void
found(enum bh_method method, long topo, double from, double to, double p)
{
	if (!ok(ncand == 1 && v.outcome == BH_CANDIDATE && v.n == 7,
	    "%s: found", what))
		return;
	is_text(bh_method_name(cand->method), bh_method_name(method), what);
	is_int(cand->topo, topo, what);
	is_near(cand->baseline, from, 1e-14, what);
	is_near(cand->latest, to, 1e-14, what);
	is_int(cand->regression, to > from, what);
	is_near(cand->delta, to - from, 1e-12, what);
	ok(cand->has_p, "%s: p", what);
	if (p != ANY)
		is_near(cand->p, p, 1e-12, what);
	is_int(cand->window_start_topo, method == BH_DRIFT ? 0 : -1, what);
}

#define STEP	BH_STAGE_CHANGE_POINT
#define DRIFT	BH_STAGE_DRIFT

static void
steps(void)
{
	text("5x100 5x130", COUNT, -1, 1);
	found(BH_CHANGE_POINT, 5, 100, 130, .015873015873015872);
	gate(STEP, BH_G_SELECTION_ADJUSTMENT, 1. / 126, 1. / 126, true);
	gate(DRIFT, BH_G_RESIDUAL_NOISE, 33.75, 16.875, true);
	text("5x100 10x130", COUNT, -1, 1);
	found(BH_CHANGE_POINT, 5, 100, 130, .0014800014800014799);
	text("10x130 5x100", COUNT, -1, 1);
	found(BH_CHANGE_POINT, 10, 130, 100, .0014800014800014799);
	text("100 104 100 104 102 130 134 130 134 132", COUNT, -1, 1);
	found(BH_CHANGE_POINT, 5, 102, 132, ANY);
	gate(STEP, BH_G_RESIDUAL_NOISE, 30, 6, true);
	text("5x1000 5x1001", COUNT, -1, 1);
	declined(STEP, BH_G_RELATIVE_FLOOR, .001, .03);
	text("5x1000 5x1030", COUNT, -1, 1);
	found(BH_CHANGE_POINT, 5, 1000, 1030, ANY);
	text("5x60 5x64", COUNT, -1, 1);
	declined(STEP, BH_G_ABSOLUTE_FLOOR, 4, 5);
	text("5x60 5x65", COUNT, -1, 1);
	found(BH_CHANGE_POINT, 5, 60, 65, ANY);
	text("5x2.49 5x3.12", NS, .05, 1);
	declined(STEP, BH_G_ABSOLUTE_FLOOR, 3.12 - 2.49, 1);
	text("10x100 4x130", COUNT, -1, 1);
	declined(STEP, BH_G_MIN_REGIME, 4, 5);
	declined(DRIFT, BH_G_NON_ZERO_DELTA, 0, 0);
	text("5x100 200 4x100", COUNT, -1, 1);
	declined(STEP, BH_G_NON_ZERO_DELTA, 0, 0);
	text("1000 1000 950 900 900 1100 1100 1050 1001 1001", COUNT, -1, 1);
	declined(STEP, BH_G_RESIDUAL_NOISE, 100, 150);
	text("4x130 16x100 16x130 4x100", COUNT, -1, 1);
	declined(STEP, BH_G_REGIME_SEPARATION, .8, .85);
	gate(DRIFT, BH_G_SIGNIFICANCE, .2665663414986399, .05, false);
	text(BIM, NS, -1, 1);
	declined(STEP, BH_G_REGIME_SEPARATION, .7226666666666667, .85);
	gate(STEP, BH_G_MIN_REGIME, 15, 5, true);
	gate(STEP, BH_G_RESIDUAL_NOISE, 11.74, 6.81, true);
	silent();
	text("100 5x130", COUNT, -1, 1);
	declined(STEP, BH_G_MIN_REGIME, 1, 5);
	text("18x100 130 100", NS, -1, 1);
	declined(STEP, BH_G_MIN_REGIME, 2, 5);
	text("5x100 5x130 5x100", COUNT, -1, 1);
	declined(STEP, BH_G_RESIDUAL_NOISE, 15, 45);
	silent();
	text("100 101 102 103 104 160 161 162 163 164", COUNT, -1, 1);
	found(BH_CHANGE_POINT, 5, 102, 162, ANY);
}

static void
drifts(void)
{
	text("90 90 100 110 110 120 120 130 140 140", COUNT, -1, 1);
	declined(STEP, BH_G_RESIDUAL_NOISE, 30, 30);
	found(BH_DRIFT, 9, 88, 142, 5.530278312762315e-04);
	text("100 104 108 112 116 120 124 128 132 136", COUNT, -1, 1);
	found(BH_DRIFT, 9, 100, 136, 1.660614066529e-04);
	gate(STEP, BH_G_RESIDUAL_NOISE, 20, 12, true);
	ok(gates.n > 0 && gates.v[gates.n - 1].stage == DRIFT,
	    "the step is not calibrated where drift fits better");
	text("100 104 108 112 116 120 124 128 132 136", NS, 20, 1);
	declined(DRIFT, BH_G_INTERVAL_NOISE_BAND, 36, 40);
	text("300 301 302 303 304 305 306 307 308 309", COUNT, -1, 1);
	found(BH_DRIFT, 9, 300, 309, ANY);
	is_near(cand->relative_delta, .03, 0, what);
	text("100 100 101 101 102 102 103 103 104 104", COUNT, -1, 1);
	declined(DRIFT, BH_G_ABSOLUTE_FLOOR, 4.5, 5);
	text("100 100 101 101 102 102 103 103 104 104 105", COUNT, -1, 1);
	gate(DRIFT, BH_G_ABSOLUTE_FLOOR, 5, 5, true);
	found(BH_DRIFT, 10, 100, 105, ANY);
	text("96 105 98 107 100 109 102 111 104 113 106 115", COUNT, -1, 1);
	declined(DRIFT, BH_G_RESIDUAL_NOISE, 11, 12);
	ok(fabs(gates.v[gates.n - 5].value - .0223496) < 5e-7,
	    "its p before the residual gate");
	declined(STEP, BH_G_RESIDUAL_NOISE, 9, 12);
	text("5x100 5x130 5x160", COUNT, -1, 1);
	declined(STEP, BH_G_RESIDUAL_NOISE, 45, 45);
	found(BH_DRIFT, 14, 95, 165, ANY);
}

#define JUMP "98 100 102 99 101 128 130 132 129 131"
#define S12 "98 100 102 99 101 100 148 150 152 149 151 150"

static void
intervals(void)
{
	text(JUMP, NS, 60, 1);
	declined(STEP, BH_G_INTERVAL_DISJOINT, ANY, ANY);
	declined(DRIFT, BH_G_INTERVAL_NOISE_BAND, 34.875, 120);
	text(JUMP, NS, 2, 1);
	found(BH_CHANGE_POINT, 5, 100, 130, 2. / 126);
	text("5x20 5x40", NS, 10, 1);
	declined(STEP, BH_G_INTERVAL_DISJOINT, ANY, ANY);
	text(S12, NS, 2, 7);
	found(BH_CHANGE_POINT, 6, 100, 150, .011111111111111112);
}

static void
interval_medians(void)
{
	struct bh_points p = points(&a, (double[]){ 10, 20, 30 }, 3, 1, 4);
	struct bh_interval x = bh_points_interval(&p, 0, 3, &a);

	ok(x.has && x.low == 16 && x.high == 24, "medians of lows and highs");
	p.has[1] = false;
	x = bh_points_interval(&p, 1, 2, &a);
	ok(!x.has, "no interval among the points");
	x = bh_points_interval(&p, 0, 3, &a);
	ok(x.low == 16 && x.high == 24, "points without one are left out");
}

static void
scattered(const char *levels_text, const char *name, long m)
{
	size_t n;
	double *x = levels(&a, levels_text, name, .025, &n);

	snprintf(what, sizeof(what), "%s", name);
	judge(x, n, NS, -1, m, 0);
}

static void
seeded(void)
{
	char ramp[1024] = "";
	size_t i, at = 0;

	scattered("10x100 10x130", "clean_step", 1);
	found(BH_CHANGE_POINT, 10, 100.36830218253652, 130.05171405014943,
	    .0023815194093831865);
	is_near(cand->relative_delta, .29574488381430086, 1e-12, what);
	gate(STEP, BH_G_RESIDUAL_NOISE, ANY, 7.732202602179989, true);
	gate(STEP, BH_G_SELECTION_ADJUSTMENT, 1.082508822446903e-05,
	    .0011907597046915933, true);
	scattered("10x100 10x130", "clean_step", 50);
	is_near(cand->p, 8.818342151675485e-04, 1e-9, what);
	for (i = 0; i < 30; i++)
		at += (size_t)snprintf(ramp + at, sizeof(ramp) - at, "%.17g ",
		    100 * fma(.003, (double)i, 1));
	scattered(ramp, "slow_ramp", 1);
	found(BH_DRIFT, 29, 98.50313347697937, 108.7433855201543, ANY);
	is_near(cand->relative_delta, .10395864254986495, 1e-12, what);
	is_int(v.declined[STEP], BH_G_RESIDUAL_NOISE, what);
	scattered("30x100", "flat_noisy", 1);
	is_int(v.declined[STEP], BH_G_RESIDUAL_NOISE, what);
	gate(STEP, BH_G_MIN_REGIME, 14, 5, true);
	ok(fabs(gates.v[5].value - 3.3293) < 5e-5 &&
	    fabs(gates.v[5].demand - 5.3019) < 5e-5, "its residual gate");
	silent();
	scattered("21x100", "flat3", 1);
	found(BH_DRIFT, 20, cand->baseline, cand->latest,
	    .017221573590108903);
	scattered("10x100 10x200", "doubling_step", 1);
	is_near(cand->p, .0023815194093831865, 1e-12, what);
	scattered("10x100 10x200", "doubling_step", 50);
	is_near(cand->p, 8.818342151675485e-04, 1e-9, what);
	scattered("10x100 9x200 100", "branch_with_regression_then_fix", 1);
	is_near(cand->p, .009526077637532746, 1e-12, what);
	scattered("10x100 9x200 100", "branch_with_regression_then_fix", 50);
	is_near(cand->p, 8.818342151675485e-04, 1e-9, what);
	scattered("5x100 5x108",
	    "a_marginal_step_does_not_survive_a_crowd", 50);
	is_near(cand->p, 2. / 126, 1e-12, what);
}

static void
windows(void)
{
	size_t n;
	double *x = levels(&a, "7x999 500x900 500x100 500x200", NULL, 0, &n);

	snprintf(what, sizeof(what), "newest thousand");
	judge(x, n, COUNT, -1, 1, 7);
	found(BH_CHANGE_POINT, 1007, 100, 200, 2 * 1.6688482933768554e-10);
	gate(STEP, BH_G_SELECTION_ADJUSTMENT, ANY, 1.6688482933768554e-10,
	    true);
	snprintf(what, sizeof(what), "since a blessing");
	x = levels(&a, "5x100 10x130", NULL, 0, &n);
	judge(x, n, COUNT, -1, 1, 5);
	silent();
}

/* The first judged series among m, the others silent. */
static bool
kept(long m)
{
	bool keep;
	size_t rank;

	return ncand == 1 && bh_fdr_bh(&cand->p, 1, (size_t)m, .1, &a, &keep,
	    &rank) == 1;
}

static void
families(void)
{
	char name[16];
	int i, alone = 0, crowd = 0;

	text(JUMP, NS, 2, 6);
	ok(kept(6), "five and five in a family of six");
	text(JUMP, NS, 2, 7);
	ok(!kept(7), "not in one of seven");
	text(S12, NS, 2, 7);
	ok(kept(7), "six and six in a family of seven");
	scattered("21x100", "flat3", 40);
	ok(!kept(40), "a chance drift in a family of forty");
	for (i = 0; i < 40; i++) {
		snprintf(name, sizeof(name), "flat%d", i);
		scattered("21x100", name, 1);
		alone += ncand == 1 && cand->regression;
		scattered("21x100", name, 40);
		crowd += kept(40) && cand->regression;
	}
	ok(alone == 1 && crowd == 0, "forty flat series: one alone, none here");
}

/* Levels whose difference or ratio no double holds. */
static void
huge(void)
{
	size_t i;
	int bad = 0;

	text("5x1e-10 5x1e308", NS, -1, 1);
	for (i = 0; i < gates.n; i++)
		bad += !isfinite(gates.v[i].value) ||
		    !isfinite(gates.v[i].demand);
	ok(bad == 0 && ncand == 1 && isfinite(cand->relative_delta),
	    "a ratio beyond the doubles stays finite");
	text("-1.7e308 -1.6e308 -1.5e308 -1.2e308 -1e308 1e308 1.1e308 "
	    "1.2e308 1.3e308 1.7e308", NS, -1, 1);
	for (i = 0; i < gates.n; i++)
		bad += !isfinite(gates.v[i].value) ||
		    !isfinite(gates.v[i].demand);
	ok(bad == 0 && (ncand == 0 || (isfinite(cand->delta) &&
	    isfinite(cand->latest) && isfinite(cand->baseline))),
	    "so does a difference");
}

int
main(void)
{
	huge();
	steps();
	drifts();
	intervals();
	interval_medians();
	seeded();
	windows();
	families();
	bh_arena_free(&a);
	return tap_done();
}
