/* The records of selection: read and written back, byte for byte. */
#include "edge/json.h"
#include "tap.h"

static struct bh_arena arena;
static struct bh_buf out;

#define H1 "7683dfb67974896c15dd4efc066c358f4e11dbce"
#define H2 "3c78f29d60b441a0682790fbdcfda64715db2b53"
#define SET "callgrind/x86_64-unknown-linux-gnu/4ffd697efb295d32"

#define ROUND(what, type, text, name) do { \
	struct bh_##type x; \
	struct bh_err err = BH_ERR_INIT; \
	bh_buf_reset(&out); \
	if (bh_json_read_##what(bh_str_of(text), &arena, &x, &err) == 0) \
		bh_json_put_##what(&out, &x); \
	else \
		bh_buf_z(&out, err.msg); \
	bh_buf_c(&out, '\0'); \
	is_text(out.p, text, name); \
} while (0)

#define REFUSED(what, type, text, why) do { \
	struct bh_##type x; \
	struct bh_err err = BH_ERR_INIT; \
	ok(bh_json_read_##what(bh_str_of(text), &arena, &x, &err) == -1 && \
	    err.status == BH_DATA, "refused: %s", why); \
	is_text(err.msg, why, "and says so"); \
} while (0)

static void
rounds(void)
{
	ROUND(topology, topology,
	    "{\"type\":\"topology\",\"context\":{\"ref\":\"HEAD\",\"commit\":\""
	    H1 "\"},\"base\":{\"ref\":\"main\",\"commit\":\"" H1 "\",\"how\":"
	    "\"origin-head\"},\"fork_topo\":15,\"tip_topo\":15,\"base_topo\":15,"
	    "\"tip_is_merge_base\":true,\"tree_dirty\":false,"
	    "\"context_is_head\":true,\"shallow\":false}", "topology");
	ROUND(topology, topology,
	    "{\"type\":\"topology\",\"context\":{\"ref\":\"a\\u202eb\","
	    "\"commit\":\"" H1 "\"},\"base\":{\"ref\":\"m\",\"commit\":\"" H2
	    "\",\"how\":\"option\"},\"fork_topo\":null,\"tip_topo\":0,"
	    "\"base_topo\":3,\"tip_is_merge_base\":false,\"tree_dirty\":true,"
	    "\"context_is_head\":false,\"shallow\":true}",
	    "topology without a fork point");
	ROUND(commit, commit,
	    "{\"type\":\"commit\",\"line\":\"context\",\"topo\":8,\"commit\":\""
	    H2 "\",\"time\":\"2026-01-09T00:00:00Z\",\"side\":\"base\","
	    "\"title\":\"rework \\\"parser\\\"\"}", "commit");
	ROUND(commit, commit,
	    "{\"type\":\"commit\",\"line\":\"base\",\"topo\":0,\"commit\":\""
	    H2 "\",\"time\":\"2026-01-09T00:00:00Z\",\"title\":\"\"}",
	    "commit of the base line");
	ROUND(selection, selection,
	    "{\"type\":\"selection\",\"project\":\"textproc\",\"mode\":"
	    "\"history\",\"since\":\"2025-09-30T12:00:00Z\",\"since_why\":"
	    "\"history default\",\"filters\":{\"engine\":null,"
	    "\"target_triple\":[\"x86_64-unknown-linux-gnu\"],\"machine_key\":"
	    "[\"a\",\"b\"]},\"auto\":[\"target_triple\",\"machine_key\"],"
	    "\"candidates\":14,\"kept\":13,\"dropped\":{\"history\":0,"
	    "\"dirty\":1,\"since\":2},\"skipped_keys\":3,"
	    "\"base_exception\":false}", "selection");
	ROUND(selection, selection,
	    "{\"type\":\"selection\",\"project\":\"p\",\"mode\":\"branch\","
	    "\"since\":null,\"since_why\":\"no default\",\"filters\":{"
	    "\"engine\":null,\"target_triple\":null,\"machine_key\":null},"
	    "\"auto\":[],\"candidates\":0,\"kept\":0,\"dropped\":{\"history\":0,"
	    "\"dirty\":0,\"since\":0},\"skipped_keys\":0,"
	    "\"base_exception\":true}", "selection without limits");
	ROUND(object, object,
	    "{\"type\":\"object\",\"key\":\"k\",\"what\":\"clean\",\"set\":\""
	    SET "\",\"commit\":\"" H1 "\",\"role\":\"both\",\"topo\":15,"
	    "\"base_topo\":0,\"ordinal\":12}", "placed object");
	ROUND(object, object,
	    "{\"type\":\"object\",\"key\":\"k\",\"what\":\"dirty\",\"set\":\""
	    SET "\",\"commit\":\"" H1 "\",\"status\":\"stored\",\"cases\":0}",
	    "stored object");
	ROUND(blessing, blessing,
	    "{\"type\":\"blessing\",\"key\":\"k\",\"commit\":\"" H1
	    "\",\"set\":\"" SET "\",\"line_topo\":8}", "blessing");
	ROUND(blessing, blessing,
	    "{\"type\":\"blessing\",\"key\":\"k\",\"commit\":\"" H1
	    "\",\"line_topo\":8,\"issued_at\":\"2026-03-31T12:00:00Z\","
	    "\"prefixes\":[\"textproc/http\"],\"scope\":{\"engine\":[],"
	    "\"target_triple\":[],\"machine_key\":[\"m\"]},"
	    "\"status\":\"removed\"}", "blessing with its body");
	ROUND(notice, notice,
	    "{\"type\":\"warning\",\"code\":\"shallow_history\",\"text\":"
	    "\"Warning: shallow clone.\"}", "warning");
	ROUND(notice, notice,
	    "{\"type\":\"hint\",\"code\":\"all_dropped\",\"text\":"
	    "\"Hint:\\n  2 runs\"}", "hint");
	ROUND(notice, notice,
	    "{\"type\":\"bad\",\"key\":\"v1/p\",\"why\":\"gzip: data error\"}",
	    "bad");
	ROUND(removal, removal,
	    "{\"type\":\"removal\",\"dry_run\":true,\"objects\":3,"
	    "\"blessings\":1}", "removal");
}

static void
skipped(void)
{
	struct bh_err err = BH_ERR_INIT;
	struct bh_object x;

	ok(bh_json_read_object(bh_str_of("{\"type\":\"object\",\"key\":\"k\","
	    "\"what\":\"clean\",\"set\":\"s\",\"commit\":\"c\",\"body\":{\"a\":"
	    "[1,{}]},\"new\":null}"), &arena, &x, &err) == 0,
	    "unknown members are skipped");
	ok(x.topo == -1 && x.base_topo == -1 && x.ordinal == -1 &&
	    x.cases == -1 && x.role == BH_ROLE_NONE && x.status.p == NULL,
	    "absent members are absent");
}

static void
refusals(void)
{
	REFUSED(object, object, "{\"type\":\"object\",\"key\":\"k\","
	    "\"what\":\"clean\",\"set\":\"s\"}",
	    "object: member 'commit' is missing");
	REFUSED(object, object, "{\"type\":\"object\",\"key\":\"k\","
	    "\"what\":\"clean\",\"set\":\"s\",\"commit\":\"c\",\"body\":{\"a\":"
	    "01}}", "object: malformed number at byte 78");
	REFUSED(commit, commit, "{\"type\":\"commit\",\"line\":\"side\"}",
	    "commit: unknown line at byte 30");
	REFUSED(topology, topology, "{\"context\":{\"ref\":\"HEAD\"}}",
	    "topology: context: member 'commit' is missing at byte 25");
	REFUSED(notice, notice, "{\"type\":\"bad\",\"key\":\"k\"}",
	    "bad: member 'why' is missing");
	REFUSED(removal, removal, "{\"type\":\"removal\",\"dry_run\":false,"
	    "\"objects\":1.5,\"blessings\":0}",
	    "removal: an integer was expected at byte 47");
	REFUSED(selection, selection, "{\"mode\":\"both\"}",
	    "selection: unknown mode at byte 14");
}

/* No prefix of a line is taken for the line. */
static void
torn(void)
{
	const char *line = "{\"type\":\"blessing\",\"key\":\"k\",\"commit\":"
	    "\"c\",\"set\":\"s\",\"line_topo\":8,\"scope\":{\"engine\":[\"a\"]}}";
	struct bh_err err = BH_ERR_INIT;
	struct bh_blessing x;
	size_t n, bad = 0;

	for (n = 0; n < strlen(line); n++)
		bad += bh_json_read_blessing((struct bh_str){ line, n },
		    &arena, &x, &err) == 0;
	is_int((long)bad, 0, "every prefix of a line is refused");
}

int
main(void)
{
	rounds();
	skipped();
	refusals();
	torn();
	bh_arena_free(&arena);
	bh_buf_free(&out);
	return tap_done();
}
