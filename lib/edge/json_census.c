/* Records of bh-series: census and query; the counts of a census. */
#include "edge/json_record.h"

/* --- counts ----------------------------------------------------------------- */

struct reason {
	enum bh_reason	reason;
	long		count;
};

#define M(...)	BH_M(struct reason, __VA_ARGS__)
static const struct bh_member reason_members[] = {
	M("reason", NAME, BH_MUST, reason, .by = &bh_reason_names),
	M("count", LONG, BH_MUST, count),
};
static const struct bh_shape reason = BH_SHAPE(struct reason, "reason",
    reason_members);
#undef M

static bool
read_reasons(struct bh_tok *t, void *at)
{
	struct bh_count *c = at;
	struct reason x;

	bh_tok_arr(t);
	while (bh_tok_elem(t))
		if (bh_shape_read(t, &reason, &x))
			c->reason[x.reason] = x.count;
	return bh_tok_ok(t);
}

static void
put_reasons(struct bh_emit *e, const char *key, const void *at)
{
	const struct bh_count *c = at;
	struct reason x;
	int r;

	bh_emit_open(e, key, '[');
	for (r = 0; r < BH_REASONS; r++) {
		if (c->reason[r] == 0)
			continue;
		x = (struct reason){ (enum bh_reason)r, c->reason[r] };
		bh_emit_open(e, NULL, '{');
		bh_shape_put(e, &reason, &x);
		bh_emit_close(e, '}');
	}
	bh_emit_close(e, ']');
}

static void
put_coverage(struct bh_emit *e, const char *key, const void *at)
{
	bh_emit_z(e, key, bh_coverage_state(at));
}

const struct bh_own bh_json_reasons = { read_reasons, put_reasons };
const struct bh_own bh_json_coverage = { NULL, put_coverage };

static const struct bh_member count_members[] = { BH_JSON_COUNT(0) };
static const struct bh_shape count = BH_SHAPE(struct bh_count, "count",
    count_members);

void
bh_json_emit_count(struct bh_emit *e, const struct bh_count *c)
{
	bh_shape_put(e, &count, c);
}

/* --- census, query ---------------------------------------------------------- */

#define M(...)	BH_M(struct bh_set_count, __VA_ARGS__)
static const struct bh_member set_members[] = {
	M("set", STR, BH_MUST, set),
	M("runs", LONG, 0, runs),
	M("series", LONG, 0, series),
};
static const struct bh_shape set = BH_SHAPE(struct bh_set_count, "set",
    set_members);
#undef M

#define M(...)	BH_M(struct bh_census, __VA_ARGS__)
static const struct bh_member census_members[] = {
	M("mode", NAME, BH_MUST, mode, .by = &bh_mode_names),
	M("final", BOOL, 0, final),
	BH_JSON_COUNT(offsetof(struct bh_census, count)),
	M("series", LONG, 0, series),
	M("ghosts_excluded", LONG, 0, ghosts_excluded),
	M("ignored_excluded", LONG, 0, ignored_excluded),
	M("objects_bad", LONG, BH_SOME, objects_bad),
	M("runs", LONG, 0, runs),
	M("first", STR, BH_NULL, first),
	M("last", STR, BH_NULL, last),
	M("sets", ARRAY, 0, sets, .by = &set,
	    .count = offsetof(struct bh_census, nsets)),
};
static const struct bh_shape census = BH_SHAPE(struct bh_census, "census",
    census_members);
#undef M

BH_JSON_RECORD(census, bh_census, BH_R_CENSUS)

#define M(...)	BH_M(struct bh_query, __VA_ARGS__)
static const struct bh_member query_members[] = {
	M("benchmark", STR, 0, benchmark),
	M("metric", STR, 0, metric),
	M("unit", STR, 0, unit),
	M("runs", LONG, BH_MUST, runs),
	M("series", LONG, 0, series),
};
static const struct bh_shape query = BH_SHAPE(struct bh_query, "query",
    query_members);
#undef M

BH_JSON_RECORD(query, bh_query, BH_R_QUERY)
