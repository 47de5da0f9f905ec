/*
 * Record readers: a line is refused with a message, or what is written of it
 * reads the same again.
 */
#include "edge/json.h"

#include "fuzz.h"

static struct bh_arena arena = BH_ARENA_INIT;

/* Read, write, read, write: the two texts are one. */
#define RECORD(what, type) \
	static void \
	try_##what(struct bh_str line) \
	{ \
		static struct bh_buf one, two; \
		struct bh_err err = BH_ERR_INIT; \
		struct type x; \
	\
		if (bh_json_read_##what(line, &arena, &x, &err) != 0) { \
			MUST(err.status == BH_DATA && err.msg[0] != '\0'); \
			return; \
		} \
		bh_buf_reset(&one); \
		bh_json_put_##what(&one, &x); \
		MUST(bh_json_read_##what(bh_buf_of(&one), &arena, &x, \
		    &err) == 0); \
		bh_buf_reset(&two); \
		bh_json_put_##what(&two, &x); \
		MUST(bh_str_eq(bh_buf_of(&one), bh_buf_of(&two))); \
	}

RECORD(result, bh_result)
RECORD(context, bh_context)
RECORD(topology, bh_topology)
RECORD(commit, bh_commit)
RECORD(selection, bh_selection)
RECORD(object, bh_object)
RECORD(blessing, bh_blessing)
RECORD(notice, bh_notice)
RECORD(removal, bh_removal)
RECORD(census, bh_census)
RECORD(query, bh_query)
RECORD(unjudged, bh_unjudged)
RECORD(detection, bh_detection_rec)
RECORD(gate, bh_gate_rec)
RECORD(verdict, bh_verdict)
RECORD(finding, bh_finding_rec)
RECORD(comparison, bh_comparison)
RECORD(coverage, bh_coverage)

static void
try_series(struct bh_str line)
{
	static struct bh_buf one, two;
	struct bh_err err = BH_ERR_INIT;
	struct bh_series x;
	size_t i;
	bool raw;

	if (bh_json_read_series(line, &arena, true, &x, &err) != 0) {
		MUST(err.status == BH_DATA && err.msg[0] != '\0');
		return;
	}
	for (i = 1; i < x.points.n; i++)
		MUST(x.points.topo[i] >= x.points.topo[i - 1]);
	raw = !x.judged && x.reason == BH_JUDGED;
	bh_buf_reset(&one);
	bh_json_put_series(&one, &x, raw);
	MUST(bh_json_read_series(bh_buf_of(&one), &arena, true, &x, &err) ==
	    0);
	bh_buf_reset(&two);
	bh_json_put_series(&two, &x, raw);
	MUST(bh_str_eq(bh_buf_of(&one), bh_buf_of(&two)));
}

static void (*const tries[])(struct bh_str) = {
	try_result, try_context, try_topology, try_commit, try_selection,
	try_object, try_blessing, try_notice, try_removal, try_census,
	try_query, try_unjudged, try_detection, try_gate, try_verdict,
	try_finding, try_comparison, try_coverage, try_series
};

static const char *const names[] = {
	"result", "context", "topology", "commit", "selection", "object",
	"blessing", "warning", "removal", "census", "query", "unjudged",
	"detection", "gate", "verdict", "finding", "comparison", "coverage",
	"series"
};

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bh_str s = fuzz_str(data, size);
	char head[64];
	size_t i;

	for (i = 0; i < sizeof(tries) / sizeof(tries[0]); i++) {
		snprintf(head, sizeof(head), "{\"type\":\"%s\"", names[i]);
		if (bh_str_starts(s, bh_str_of(head)))
			break;
	}
	if (i == sizeof(tries) / sizeof(tries[0]))
		i = size > 0 ? data[size - 1] % i : 0;
	tries[i](s);
	bh_arena_reset(&arena);
	return 0;
}
