/* candidate, finding, dropped: one shape. */
#include "edge/json_record.h"

/* --- members that are objects ---------------------------------------------- */

#define M(...)	BH_M(struct bh_branch_range, __VA_ARGS__)
static const struct bh_member branch_members[] = {
	M("reference_count", LONG, 0, reference_count),
	M("reference_min", DOUBLE, 0, reference_min),
	M("reference_max", DOUBLE, 0, reference_max),
	M("excess", DOUBLE, 0, excess),
	M("relative_excess", DOUBLE, 0, relative_excess),
	M("current_regime_start", STR, BH_LAX, regime_start),
	M("matches_previous_regime", BOOL, 0, matches_previous_regime),
	M("included_in_historical_comparison", BOOL, BH_HAS, included,
	    .has = offsetof(struct bh_branch_range, has_included)),
};
static const struct bh_shape branch = BH_SHAPE(struct bh_branch_range,
    "branch", branch_members);
#undef M

#define M(...)	BH_M(struct bh_boundary, __VA_ARGS__)
static const struct bh_member boundary_members[] = {
	M("commit", STR, BH_LAX, commit),
	M("topo", LONG, 0, topo),
	M("before", DOUBLE, 0, before),
	M("after", DOUBLE, 0, after),
	M("p", DOUBLE, 0, p),
};
static const struct bh_boundary no_boundary = { .topo = -1 };
static const struct bh_shape boundary = BH_SHAPE(struct bh_boundary,
    "boundary", boundary_members, .empty = &no_boundary);
#undef M

#define M(...)	BH_M(struct bh_suspect_candidate, __VA_ARGS__)
static const struct bh_member candidate_members[] = {
	M("commit", STR, BH_LAX, commit),
	M("weight", DOUBLE, 0, weight),
};
static const struct bh_suspect_candidate no_candidate = { .topo = -1 };
static const struct bh_shape candidate = BH_SHAPE(struct bh_suspect_candidate,
    "candidate", candidate_members, .empty = &no_candidate);
#undef M

#define M(...)	BH_M(struct bh_suspect, __VA_ARGS__)
static const struct bh_member suspect_members[] = {
	M("good", STR, BH_LAX, good),
	M("bad", STR, BH_LAX, bad),
	M("unmeasured", OWN, 0, unmeasured, .by = &bh_json_strings),
	M("candidates", ARRAY, 0, cand, .by = &candidate,
	    .count = offsetof(struct bh_suspect, ncand)),
	M("coverage", DOUBLE, 0, coverage),
};
static const struct bh_shape suspect = BH_SHAPE(struct bh_suspect, "suspect",
    suspect_members);
#undef M

/* --- the finding ----------------------------------------------------------- */

#define M(...)	BH_M(struct bh_finding, __VA_ARGS__)
#define HAS(field)	.has = offsetof(struct bh_finding, field)

static const struct bh_member effect_members[] = {
	M("low", DOUBLE, 0, effect_low),
	M("high", DOUBLE, 0, effect_high),
	M("level", DOUBLE, 0, effect_level),
};
static const struct bh_shape effect = BH_SHAPE(struct bh_finding, "effect",
    effect_members);

const struct bh_either bh_json_directions = { "regression", "improvement",
    "unknown direction" };

static bool
read_type(struct bh_tok *t, void *at)
{
	enum bh_rtype *type = at;
	struct bh_str s;
	int r;

	if (!bh_tok_str(t, &s))
		return false;
	for (r = BH_R_CANDIDATE; r <= BH_R_DROPPED; r++)
		if (bh_str_is(s, bh_rtype_name((enum bh_rtype)r)))
			*type = (enum bh_rtype)r;
	return true;
}

static const struct bh_own type = { read_type, NULL };

enum { SCAN = 19, BEHIND = SCAN + 3 };

/* of a bh_finding, which begins the record */
_Static_assert(offsetof(struct bh_finding_rec, f) == 0, "f is first");
static const struct bh_member finding_members[] = {
	BH_M(struct bh_finding_rec, "type", OWN, 0, type, .by = &type),
	M("n", LONG, BH_MUST, n),
	M("set", STR, BH_MUST, set),
	M("id", OWN, BH_MUST, id, .by = &bh_json_segments),
	M("kind", NAME, BH_MUST, kind, .by = &bh_kind_names),
	M("list", NAME, BH_SOME, list, .by = &bh_list_names),
	M("method", NAME, BH_MUST, method, .by = &bh_method_names),
	M("direction", EITHER, BH_MUST, regression, .by = &bh_json_directions),
	M("baseline", DOUBLE, BH_MUST, baseline),
	M("latest", DOUBLE, BH_MUST, latest),
	M("delta", DOUBLE, BH_MUST, delta),
	M("relative_delta", DOUBLE, BH_MUST, relative_delta),
	M("p", DOUBLE, BH_HAS, p, HAS(has_p)),
	M("topo", LONG, BH_FROM_0, topo),
	M("commit", STR, BH_LAX, commit),
	M("window_start", STR, BH_LAX, window_start),
	M("base_commit", STR, BH_LAX, base_commit),
	M("median_delta", DOUBLE, BH_HAS, median_delta,
	    HAS(has_median_delta)),
	M("branch", OBJECT, BH_HAS, branch, .by = &branch, HAS(has_branch)),
	[SCAN] = M("boundaries", ARRAY, BH_HAS, boundary, .by = &boundary,
	    .count = offsetof(struct bh_finding, nboundary),
	    HAS(has_boundaries)),
	M("suspect", OBJECT, BH_HAS, suspect, .by = &suspect,
	    HAS(has_suspect)),
	BH_M0("effect", OBJECT, BH_HAS, .by = &effect, HAS(has_effect)),
	[BEHIND] = M("rank", LONG, BH_HAS, rank, HAS(has_rank)),
	M("threshold", DOUBLE, BH_IF, threshold, HAS(has_rank)),
	BH_M(struct bh_finding_rec, "why", STR, 0, why),
};
#undef HAS
#undef M

static const struct bh_finding_rec no_finding = { .type = BH_R_CANDIDATE,
    .f = { .topo = -1, .window_start_topo = -1, .base_commit_topo = -1,
	.branch = { .regime_start_topo = -1 } } };
static const struct bh_shape finding = BH_SHAPE(struct bh_finding_rec, NULL,
    finding_members, .empty = &no_finding);
static const struct bh_shape scan = { .member = &finding_members[SCAN],
    .n = BEHIND - SCAN };

int
bh_json_read_finding(struct bh_str line, struct bh_arena *a,
    struct bh_finding_rec *x, struct bh_err *err)
{
	if (bh_shape_read_text(line, a, &finding, x, err) == -1)
		return bh_err_at(err, "%s", bh_rtype_name(x->type));
	return 0;
}

void
bh_json_put_finding(struct bh_buf *b, const struct bh_finding_rec *x)
{
	struct bh_emit e = bh_json_open(b, x->type);

	bh_shape_put(&e, &finding, x);
	bh_emit_close(&e, '}');
}

void
bh_json_emit_branch(struct bh_emit *e, const struct bh_finding *f)
{
	bh_emit_open(e, "branch", '{');
	bh_shape_put(e, &branch, &f->branch);
	bh_emit_close(e, '}');
}

void
bh_json_emit_scan(struct bh_emit *e, const struct bh_finding *f)
{
	bh_shape_put(e, &scan, f);
}
