/* Records of bh-detect and bh-fdr but for findings. */
#include "edge/json_record.h"

/* --- detection, gate ---------------------------------------------------------- */

#define M(...)	BH_M(struct bh_detection_rec, __VA_ARGS__)
static const struct bh_member detection_members[] = {
	M("method", NAME, BH_MUST, method, .by = &bh_detection_names),
};
static const struct bh_shape detection = BH_SHAPE(struct bh_detection_rec,
    "detection", detection_members);
#undef M

BH_JSON_RECORD(detection, bh_detection_rec, BH_R_DETECTION)

/* A gate, and which of its two numbers are there. */
struct gate {
	struct bh_gate_rec x;
	bool		value, demand;
};

#define M(...)	BH_M(struct gate, __VA_ARGS__)
#define VALUE(name, flags) \
	M(name, DOUBLE, BH_LAX | BH_HAS | (flags), x.gate.value, \
	    .has = offsetof(struct gate, value))
#define DEMAND(name, flags) \
	M(name, DOUBLE, BH_LAX | BH_HAS | (flags), x.gate.demand, \
	    .has = offsetof(struct gate, demand))
#define HEAD \
	M("n", LONG, BH_MUST, x.n), \
	M("stage", NAME, BH_MUST, x.gate.stage, .by = &bh_stage_names), \
	M("gate", NAME, BH_MUST, x.gate.gate, .by = &bh_gate_names)
#define TAIL \
	M("pass", BOOL, 0, x.gate.pass)

static const struct bh_member gate_members[] = {
	HEAD, VALUE("value", 0), DEMAND("demand", 0), TAIL,
	VALUE("from", BH_READ), DEMAND("to", BH_READ),
};
static const struct bh_shape gate = BH_SHAPE(struct gate, "gate",
    gate_members);
/* one that moves a number says from what to what */
static const struct bh_member move_members[] = {
	HEAD, VALUE("from", 0), DEMAND("to", 0), TAIL,
};
static const struct bh_shape move = BH_SHAPE(struct gate, "gate",
    move_members);
#undef TAIL
#undef HEAD
#undef DEMAND
#undef VALUE
#undef M

int
bh_json_read_gate(struct bh_str line, struct bh_arena *a,
    struct bh_gate_rec *x, struct bh_err *err)
{
	struct gate g;

	if (bh_shape_read_text(line, a, &gate, &g, err) == -1)
		return -1;
	*x = g.x;
	x->gate.has_num = g.value && g.demand;
	return 0;
}

void
bh_json_put_gate(struct bh_buf *b, const struct bh_gate_rec *x)
{
	struct gate g = { *x, x->gate.has_num, x->gate.has_num };
	struct bh_emit e = bh_json_open(b, BH_R_GATE);

	bh_shape_put(&e, x->gate.gate == BH_G_SELECTION_ADJUSTMENT ? &move :
	    &gate, &g);
	bh_emit_close(&e, '}');
}

/* --- verdict --------------------------------------------------------------- */

static bool
read_declined(struct bh_tok *t, void *at)
{
	int *declined = at, s;
	struct bh_str key, name;

	bh_tok_obj(t);
	while (bh_tok_member(t, &key)) {
		if ((s = bh_stage_of(key)) == -1)
			bh_tok_skip(t);
		else if (bh_tok_str(t, &name) &&
		    (declined[s] = bh_gate_of(name)) == -1)
			bh_tok_fail(t, bh_gate_names.unknown);
	}
	return bh_tok_ok(t);
}

static void
put_declined(struct bh_emit *e, const char *key, const void *at)
{
	const int *declined = at;
	bool some = false;
	int s;

	for (s = 0; s < BH_STAGES; s++) {
		if (declined[s] == -1)
			continue;
		if (!some)
			bh_emit_open(e, key, '{');
		some = true;
		bh_emit_z(e, bh_stage_name((enum bh_stage)s),
		    bh_gate_name((enum bh_gate_id)declined[s]));
	}
	if (some)
		bh_emit_close(e, '}');
}

static bool
read_boundaries(struct bh_tok *t, void *at)
{
	struct bh_verdict *x = at;
	size_t cap = 0;

	x->boundary = NULL;
	x->nboundary = 0;
	bh_tok_arr(t);
	while (bh_tok_elem(t)) {
		x->boundary = bh_more(t->arena, x->boundary, x->nboundary,
		    &cap, sizeof(*x->boundary));
		if (!bh_tok_long(t, &x->boundary[x->nboundary]))
			break;
		x->nboundary++;
	}
	return bh_tok_ok(t);
}

static void
put_boundaries(struct bh_emit *e, const char *key, const void *at)
{
	const struct bh_verdict *x = at;
	size_t i;

	bh_emit_open(e, key, '[');
	for (i = 0; i < x->nboundary; i++)
		bh_emit_i(e, NULL, x->boundary[i]);
	bh_emit_close(e, ']');
}

static bool
read_previous(struct bh_tok *t, void *at)
{
	struct bh_verdict *x = at;
	double v[2] = { 0, 0 };
	int n = 0;

	if (bh_tok_null(t))
		return true;
	bh_tok_arr(t);
	while (bh_tok_elem(t))
		if (n == 2)
			bh_tok_skip(t);
		else if (bh_tok_double(t, &v[n]))
			n++;
	if (n != 2)
		return bh_tok_fail(t, "two numbers were expected");
	x->has_previous = true;
	x->previous_low = v[0];
	x->previous_high = v[1];
	return bh_tok_ok(t);
}

static void
put_previous(struct bh_emit *e, const char *key, const void *at)
{
	const struct bh_verdict *x = at;

	if (!x->has_previous) {
		bh_emit_null(e, key);
		return;
	}
	bh_emit_open(e, key, '[');
	bh_emit_n(e, NULL, x->previous_low);
	bh_emit_n(e, NULL, x->previous_high);
	bh_emit_close(e, ']');
}

static const struct bh_own declined = { read_declined, put_declined };
static const struct bh_own boundaries = { read_boundaries, put_boundaries };
static const struct bh_own previous = { read_previous, put_previous };

#define M(...)	BH_M(struct bh_verdict, __VA_ARGS__)
#define BRANCH	.has = offsetof(struct bh_verdict, branch)
static const struct bh_member verdict_members[] = {
	M("n", LONG, BH_MUST, n),
	M("outcome", NAME, BH_MUST, outcome, .by = &bh_outcome_names),
	M("reason", NAME, BH_FROM_0, reason, .by = &bh_reason_names),
	M("declined", OWN, 0, declined, .by = &declined),
	M("start", LONG, BH_HAS, start, BRANCH),
	BH_M0("boundaries", OWN, BH_IF, .by = &boundaries, BRANCH),
	BH_M0("previous", OWN, BH_IF, .by = &previous, BRANCH),
	M("stable", BOOL, BH_IF, stable, BRANCH),
};
static const struct bh_verdict no_verdict = { .reason = BH_JUDGED,
    .declined = { -1, -1, -1, -1, -1 } };
_Static_assert(BH_STAGES == 5, "as many in no_verdict");
static const struct bh_shape verdict = BH_SHAPE(struct bh_verdict, "verdict",
    verdict_members, .empty = &no_verdict);
#undef BRANCH
#undef M

int
bh_json_read_verdict(struct bh_str line, struct bh_arena *a,
    struct bh_verdict *x, struct bh_err *err)
{
	if (bh_shape_read_text(line, a, &verdict, x, err) == -1)
		return -1;
	if (x->outcome == BH_UNJUDGED && x->reason == BH_JUDGED)
		return bh_fail(err, BH_DATA, "verdict: member 'reason' is "
		    "missing");
	return 0;
}

void
bh_json_put_verdict(struct bh_buf *b, const struct bh_verdict *v)
{
	struct bh_emit e = bh_json_open(b, BH_R_VERDICT);
	struct bh_verdict x = *v;

	if (x.outcome == BH_UNJUDGED)
		x.branch = false;
	else
		x.reason = BH_JUDGED;
	bh_shape_put(&e, &verdict, &x);
	bh_emit_close(&e, '}');
}

/* --- comparison ------------------------------------------------------------ */

/* While it is read: how many base scores there were. */
struct comparison {
	struct bh_comparison x;
	size_t		nbase;
};

static bool
read_base(struct bh_tok *t, void *at)
{
	struct comparison *c = at;
	size_t cap = 0;

	c->x.base_score = NULL;
	c->nbase = 0;
	bh_tok_arr(t);
	while (bh_tok_elem(t)) {
		c->x.base_score = bh_more(t->arena, c->x.base_score, c->nbase,
		    &cap, sizeof(*c->x.base_score));
		if (!bh_tok_double(t, &c->x.base_score[c->nbase]))
			break;
		c->nbase++;
	}
	return bh_tok_ok(t);
}

static void
put_base(struct bh_emit *e, const char *key, const void *at)
{
	const struct comparison *c = at;
	size_t i;

	bh_emit_open(e, key, '[');
	for (i = 0; i < c->nbase; i++)
		bh_emit_n(e, NULL, c->x.base_score[i]);
	bh_emit_close(e, ']');
}

static const struct bh_own base_scores = { read_base, put_base };

#define M(...)	BH_M(struct comparison, __VA_ARGS__)
static const struct bh_member score_members[] = {
	M("branch", DOUBLE, 0, x.branch_score),
	BH_M0("base", OWN, 0, .by = &base_scores),
};
static const struct bh_shape scores = BH_SHAPE(struct comparison, "scores",
    score_members);

static const struct bh_member comparison_members[] = {
	M("set", STR, BH_MUST, x.set),
	M("evaluated_base_commits", LONG, BH_MUST, x.evaluated),
	M("at_least_as_much", LONG, BH_MUST, x.at_least),
	M("series", LONG, BH_MUST, x.series),
	BH_M0("scores", OBJECT, BH_HAS, .by = &scores,
	    .has = offsetof(struct comparison, x.has_scores)),
};
static const struct bh_shape comparison = BH_SHAPE(struct comparison,
    "comparison", comparison_members);
#undef M

int
bh_json_read_comparison(struct bh_str line, struct bh_arena *a,
    struct bh_comparison *x, struct bh_err *err)
{
	struct comparison c;

	if (bh_shape_read_text(line, a, &comparison, &c, err) == -1)
		return -1;
	*x = c.x;
	if (x->has_scores && c.nbase != (size_t)x->evaluated)
		return bh_fail(err, BH_DATA, "comparison: %zu base scores for "
		    "%ld commits", c.nbase, x->evaluated);
	return 0;
}

void
bh_json_put_comparison(struct bh_buf *b, const struct bh_comparison *x)
{
	struct comparison c = { *x, x->has_scores ? (size_t)x->evaluated : 0 };
	struct bh_emit e = bh_json_open(b, BH_R_COMPARISON);

	bh_shape_put(&e, &comparison, &c);
	bh_emit_close(&e, '}');
}

/* --- coverage -------------------------------------------------------------- */

#define M(...)	BH_M(struct bh_kind_count, __VA_ARGS__)
static const struct bh_member kind_members[] = {
	M("set", STR, BH_MUST, set),
	M("kind", NAME, BH_MUST, kind, .by = &bh_kind_names),
	M("series", LONG, 0, series),
	M("judged", LONG, 0, judged),
};
static const struct bh_shape kind = BH_SHAPE(struct bh_kind_count, "kinds",
    kind_members);
const struct bh_shape bh_json_kind_count = { .record = "kinds",
    .member = kind_members + 1,
    .n = sizeof(kind_members) / sizeof(kind_members[0]) - 1,
    .size = sizeof(struct bh_kind_count) };
#undef M

#define M(...)	BH_M(struct bh_coverage, __VA_ARGS__)
#define LIST(name, flags, list) \
	M(name, LONG, flags, findings[list], \
	    .has = offsetof(struct bh_coverage, scan))
#define FAMILY	.has = offsetof(struct bh_coverage, has_family)
static const struct bh_member coverage_members[] = {
	BH_JSON_COUNT(offsetof(struct bh_coverage, count)),
	M("outcome", STR, BH_MUST, outcome),
	M("verdicts", LONG, BH_MUST, verdicts),
	M("candidates", LONG, 0, candidates),
	M("screened", LONG, 0, screened),
	LIST("findings", BH_MUST, BH_LIST_FINDINGS),
	LIST("provisional", BH_HAS, BH_LIST_PROVISIONAL),
	LIST("improved", BH_HAS, BH_LIST_IMPROVED),
	LIST("unstable", BH_HAS, BH_LIST_UNSTABLE),
	LIST("range", BH_HAS, BH_LIST_RANGE),
	M("family", LONG, BH_NULL | BH_HAS, family, FAMILY),
	M("target", DOUBLE, BH_NULL | BH_IF, target, FAMILY),
	M("kinds", ARRAY, BH_HAS, kind, .by = &kind,
	    .count = offsetof(struct bh_coverage, nkind),
	    .has = offsetof(struct bh_coverage, has_kinds)),
};
static const struct bh_shape coverage = BH_SHAPE(struct bh_coverage,
    "coverage", coverage_members);
#undef FAMILY
#undef LIST
#undef M

BH_JSON_RECORD(coverage, bh_coverage, BH_R_COVERAGE)
