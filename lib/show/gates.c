#include "show/gates.h"

#include <stdio.h>
#include <string.h>

#include "show/fmt.h"

/* How the numbers of a gate are compared, and shown. */
enum form { PLAIN, RATIO, CHANCE, ADJUST };

static const struct {
	const char	*op;
	enum form	 form;
	const char	*why;	/* it declines */
} look[BH_GATES] = {
	[BH_G_MIN_SERIES_POINTS] = { ">=", PLAIN,
	    "fewer points than the test needs" },
	[BH_G_MIN_BASE_COMMITS] = { ">=", PLAIN,
	    "fewer base commits than the comparison needs" },
	[BH_G_SPLIT_LOCATED] = { "", PLAIN, "no split stands out" },
	[BH_G_MIN_REGIME] = { ">=", PLAIN,
	    "too few points on one side of the split" },
	[BH_G_NON_ZERO_DELTA] = { ">", PLAIN, "the level has not moved" },
	[BH_G_RELATIVE_FLOOR] = { ">=", RATIO,
	    "the move is small against the level before" },
	[BH_G_ABSOLUTE_FLOOR] = { ">=", PLAIN,
	    "the move is small for its unit" },
	[BH_G_RESIDUAL_NOISE] = { ">", PLAIN,
	    "the move is lost in the scatter about the levels" },
	[BH_G_REGIME_SEPARATION] = { ">=", PLAIN, "the two levels overlap" },
	[BH_G_INTERVAL_DISJOINT] = { "", PLAIN,
	    "the measured intervals overlap" },
	[BH_G_SELECTION_ADJUSTMENT] = { "->", ADJUST, "" },
	[BH_G_SIGNIFICANCE] = { "<", CHANCE,
	    "chance alone gives as much too often" },
	[BH_G_INTERVAL_NOISE_BAND] = { ">", PLAIN,
	    "the move is lost in the width of the measured intervals" },
	[BH_G_SUPPORTED] = { ">=", PLAIN, "no change of level there" },
	[BH_G_UNRESOLVED] = { "", PLAIN,
	    "the newest base levels may be a new level, too short to tell" },
	[BH_G_STABLE_LEVEL] = { "?", PLAIN,
	    "the level moves as much elsewhere" },
	[BH_G_STILL_THERE] = { ">=", PLAIN, "the move is gone again" },
	[BH_G_DIRECTION] = { "", PLAIN,
	    "an improvement, and history reports regressions alone" },
	[BH_G_FALSE_DISCOVERY] = { "<=", CHANCE,
	    "it does not pass the correction over all judged series" }
};

/* The gates of compat, stage by stage; -1 ends a row. */
static const signed char order[BH_STAGES][12] = {
	[BH_STAGE_CHANGE_POINT] = { BH_G_SPLIT_LOCATED, BH_G_MIN_REGIME,
	    BH_G_NON_ZERO_DELTA, BH_G_RELATIVE_FLOOR, BH_G_ABSOLUTE_FLOOR,
	    BH_G_RESIDUAL_NOISE, BH_G_REGIME_SEPARATION,
	    BH_G_INTERVAL_DISJOINT, BH_G_SELECTION_ADJUSTMENT,
	    BH_G_SIGNIFICANCE, -1 },
	[BH_STAGE_DRIFT] = { BH_G_MIN_SERIES_POINTS, BH_G_SIGNIFICANCE,
	    BH_G_NON_ZERO_DELTA, BH_G_RELATIVE_FLOOR, BH_G_ABSOLUTE_FLOOR,
	    BH_G_RESIDUAL_NOISE, BH_G_INTERVAL_NOISE_BAND, -1 },
	[BH_STAGE_BRANCH] = { BH_G_MIN_BASE_COMMITS, BH_G_NON_ZERO_DELTA,
	    BH_G_RELATIVE_FLOOR, BH_G_ABSOLUTE_FLOOR, BH_G_INTERVAL_DISJOINT,
	    BH_G_INTERVAL_NOISE_BAND, -1 },
	[BH_STAGE_REGIME] = { -1 },
	[BH_STAGE_FAMILY] = { -1 }
};

/* The order in which the stages ran. */
static const enum bh_stage stages[BH_STAGES] = {
	BH_STAGE_REGIME, BH_STAGE_CHANGE_POINT, BH_STAGE_DRIFT,
	BH_STAGE_BRANCH, BH_STAGE_FAMILY
};

const char *
bh_gates_why(enum bh_stage stage, enum bh_gate_id gate)
{
	if (stage == BH_STAGE_BRANCH && gate == BH_G_NON_ZERO_DELTA)
		return "the value lies inside the base range";
	return look[gate].why;
}

const struct bh_gate *
bh_gates_stop(enum bh_stage stage, const struct bh_gate_rec *g, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (g[i].gate.stage == stage && !g[i].gate.pass)
			return &g[i].gate;
	return NULL;
}

/* Of a gate with two tests: which one it was. */
static const char *
op_of(const struct bh_gate *g)
{
	if (look[g->gate].op[0] != '?')
		return look[g->gate].op;
	return (g->value >= g->demand) == g->pass ? ">=" : "<";
}

static void
number(struct bh_buf *b, enum form form, double v)
{
	if (form == RATIO)
		bh_buf_f(b, "%.1f%%", 100 * v);
	else
		bh_fmt_value(b, v);
}

static void
row_start(struct bh_buf *b, enum bh_gate_id gate, int width)
{
	bh_buf_f(b, "  %-*s  ", width, bh_gate_name(gate));
}

static void
row(struct bh_buf *b, const struct bh_gate *g, int width)
{
	enum form form = look[g->gate].form;

	row_start(b, g->gate, width);
	if (!g->has_num || look[g->gate].op[0] == '\0') {
		bh_buf_z(b, g->pass ? "held" : "not held");
		if (g->has_num) {
			bh_buf_z(b, ": ");
			number(b, form, g->value);
			bh_buf_z(b, " against ");
			number(b, form, g->demand);
		}
	} else {
		bh_buf_z(b, form == CHANCE || form == ADJUST ? "p " : "");
		number(b, form, g->value);
		bh_buf_f(b, " %s ", op_of(g));
		number(b, form, g->demand);
	}
	bh_buf_z(b, g->pass ? "\n" : "  DECLINED\n");
}

static bool
in_order(const signed char *o, enum bh_gate_id gate)
{
	for (; *o != -1; o++)
		if (*o == (int)gate)
			return true;
	return false;
}

/* All records of one gate; returns how many there are. */
static size_t
rows_of(struct bh_buf *b, enum bh_stage stage, enum bh_gate_id gate,
    const struct bh_gate_rec *g, size_t n, int width)
{
	size_t i, k = 0;

	for (i = 0; i < n; i++)
		if (g[i].gate.stage == stage && g[i].gate.gate == gate) {
			row(b, &g[i].gate, width);
			k++;
		}
	return k;
}

static int
widest(const signed char *o, enum bh_stage stage, const struct bh_gate_rec *g,
    size_t n)
{
	size_t i, len, most = 0;

	for (; *o != -1; o++) {
		len = strlen(bh_gate_name((enum bh_gate_id)*o));
		most = len > most ? len : most;
	}
	for (i = 0; i < n; i++) {
		len = strlen(bh_gate_name(g[i].gate.gate));
		if (g[i].gate.stage == stage && len > most)
			most = len;
	}
	return (int)most;
}

static void
ladder(struct bh_buf *b, enum bh_stage stage, bool fixed,
    const struct bh_gate_rec *g, size_t n)
{
	const signed char *o = order[fixed ? stage : BH_STAGE_REGIME], *at;
	int width = widest(o, stage, g, n);
	size_t i;

	for (at = o; *at != -1; at++)
		if (rows_of(b, stage, (enum bh_gate_id)*at, g, n, width) == 0) {
			row_start(b, (enum bh_gate_id)*at, width);
			bh_buf_z(b, "not run\n");
		}
	/* what has no place there stands as it was evaluated */
	for (i = 0; i < n; i++)
		if (g[i].gate.stage == stage && !in_order(o, g[i].gate.gate))
			row(b, &g[i].gate, width);
}

void
bh_gates_put(struct bh_buf *b, enum bh_detection method, struct bh_str id,
    enum bh_kind kind, const struct bh_gate_rec *g, size_t n)
{
	enum bh_stage stage;
	size_t i;
	int s;

	for (s = 0; s < BH_STAGES; s++) {
		stage = stages[s];
		for (i = 0; i < n && g[i].gate.stage != stage; i++)
			;
		if (i == n)
			continue;
		bh_buf_f(b, "gates %s ", bh_stage_name(stage));
		bh_fmt_str(b, BH_FMT_TEXT, id);
		bh_buf_f(b, " %s\n", bh_kind_name(kind));
		ladder(b, stage, method == BH_COMPAT, g, n);
	}
}
