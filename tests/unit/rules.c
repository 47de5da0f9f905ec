/* Rules over a report: what counts, what is enough; the report read again. */
#include "compute/rules.h"

#include <stdlib.h>

#include "edge/report_in.h"
#include "tap.h"

static struct bh_arena arena;

static struct bh_str id_of[] = { { "bench", 5 }, { "parse", 5 } };

/* A regression of the set c/t/k, or an improvement. */
static struct bh_finding
found(enum bh_kind kind, double change, bool regression, enum bh_list list)
{
	return (struct bh_finding){ .set = BH_STR("callgrind/t/k"),
	    .id = { id_of, 2 }, .kind = kind, .list = list,
	    .regression = regression, .relative_delta = change };
}

/* How many rulings of a rule are broken. */
static long
broken(const struct bh_rules *r, const struct bh_gated *g, enum bh_rule rule)
{
	struct bh_ruling *v;
	size_t i, n = bh_rules_judge(r, g, &arena, &v);
	long k = 0;

	for (i = 0; i < n; i++)
		k += v[i].rule == rule && v[i].broken;
	return k;
}

static void
sizes(void)
{
	struct bh_finding f[] = {
		found(BH_WALL_TIME, .05, true, BH_LIST_FINDINGS),
		found(BH_WALL_TIME, -.25, true, BH_LIST_FINDINGS),
		found(BH_WALL_TIME, .9, false, BH_LIST_FINDINGS),
		found(BH_WALL_TIME, -.9, false, BH_LIST_FINDINGS),
		found(BH_ALLOCATED_BYTES, .10, true, BH_LIST_FINDINGS),
		found(BH_WALL_TIME, .5, true, BH_LIST_PROVISIONAL),
		found(BH_WALL_TIME, .6, true, BH_LIST_UNSTABLE)
	};
	struct bh_gated g = { .in_scope = 7, .judged = 7, .finding = f,
	    .nfinding = 7 };
	struct bh_rules r = BH_RULES_INIT;

	is_int(broken(&r, &g, BH_RULE_REGRESSION), 3,
	    "regressions of the controlled list, whatever their sign");
	r.has_limit = true;
	r.limit = .05;
	is_int(broken(&r, &g, BH_RULE_REGRESSION), 2, "the limit is within");
	r.limit = .25;
	is_int(broken(&r, &g, BH_RULE_REGRESSION), 0, "none over it");
	r.own[BH_ALLOCATED_BYTES] = true;
	r.own_limit[BH_ALLOCATED_BYTES] = .09;
	is_int(broken(&r, &g, BH_RULE_REGRESSION), 1, "a limit of one kind");
	r.list[BH_LIST_UNSTABLE] = true;
	is_int(broken(&r, &g, BH_RULE_REGRESSION), 2, "a list beside");

	r = (struct bh_rules)BH_RULES_INIT;
	r.max_findings = 3;
	is_int(broken(&r, &g, BH_RULE_REGRESSION), 0,
	    "a number alone limits no size");
	is_int(broken(&r, &g, BH_RULE_FINDINGS), 0, "as many as that");
	r.max_findings = 2;
	is_int(broken(&r, &g, BH_RULE_FINDINGS), 1, "one more");
	r.ignore = (struct bh_strs){ &id_of[0], 1 };
	is_int(broken(&r, &g, BH_RULE_FINDINGS), 0, "none that is ignored");
	r.ignore.n = 0;
	r.own[BH_WALL_TIME] = true;
	is_int(broken(&r, &g, BH_RULE_REGRESSION), 2,
	    "a limit of one kind beside a number");
}

static long
enough(double min, bool share, long judged, long of)
{
	struct bh_gated g = { .in_scope = of, .judged = judged };
	struct bh_rules r = BH_RULES_INIT;

	r.min_judged = min;
	r.share = share;
	return !broken(&r, &g, BH_RULE_JUDGED);
}

static void
coverage(void)
{
	struct bh_kind_count k[] = {
		{ BH_STR("callgrind/t/k"), BH_INSTRUCTION_COUNT, 4, 0 },
		{ BH_STR("criterion/t/k"), BH_WALL_TIME, 4, 4 }
	};
	struct bh_gated g = { .in_scope = 8, .judged = 4, .has_kinds = true,
	    .kind = k, .nkind = 2 };
	struct bh_str engine = BH_STR("callgrind");
	struct bh_rules r = BH_RULES_INIT;

	ok(enough(1, false, 1, 9), "one is enough by default");
	ok(!enough(1, false, 0, 9), "none is not");
	ok(!enough(1, false, 0, 0), "none of none is not");
	ok(enough(0, false, 0, 0), "but where it is asked for");
	ok(enough(0, true, 0, 0), "as a share, too");
	ok(!enough(1e-9, true, 0, 0), "no share of nothing");
	ok(enough(70, true, 7, 10) && !enough(70, true, 6, 10), "a share");
	ok(enough(100, true, 3, 3) && !enough(100, true, 2, 3), "all");
	ok(enough(3, false, 3, 9) && !enough(4, false, 3, 9), "a number");

	ok(!bh_rules_narrow(&r), "all series");
	is_int(broken(&r, &g, BH_RULE_JUDGED), 0, "of which some were judged");
	r.scope.axis[BH_AXIS_ENGINE] = (struct bh_strs){ &engine, 1 };
	ok(bh_rules_narrow(&r), "one engine");
	is_int(broken(&r, &g, BH_RULE_JUDGED), 1, "of which none was");
	r = (struct bh_rules)BH_RULES_INIT;
	r.some_kinds = r.kind[BH_WALL_TIME] = true;
	is_int(broken(&r, &g, BH_RULE_JUDGED), 0, "one metric that was");
	r.kind[BH_WALL_TIME] = false;
	r.kind[BH_GPU_TIME] = true;
	is_int(broken(&r, &g, BH_RULE_JUDGED), 1, "one that is not there");
}

/* --- the report -------------------------------------------------------- */

static const char report[] =
    "{\"report_version\":1,\"project\":\"p\",\"mode\":\"branch\","
    "\"outcome\":\"findings\",\"notable\":true,\"regressions\":1,"
    "\"census\":{\"total\":3,\"in_scope\":2,\"judged\":2,\"unjudged\":1,"
    "\"coverage\":\"full\",\"reasons\":[{\"reason\":\"ghost\",\"count\":1}]},"
    "\"findings\":[{\"engine\":\"callgrind\",\"target_triple\":\"t\","
    "\"machine_key\":\"k\",\"segments\":[\"a\",\"b\\u0041\"],"
    "\"kind\":\"instruction_count\",\"method\":\"branch_excursion\","
    "\"direction\":\"regression\",\"relative_delta\":0.125,"
    "\"commit\":\"c0ffee\",\"branch\":{\"excess\":1}}],\"range\":[],"
    "\"sets\":[{\"engine\":\"callgrind\",\"target_triple\":\"t\","
    "\"machine_key\":\"k\",\"kinds\":[{\"kind\":\"instruction_count\","
    "\"series\":2,\"judged\":2}]}]}";

static int
read_report(const char *p, size_t n, struct bh_gated *g, struct bh_err *err)
{
	*err = (struct bh_err)BH_ERR_INIT;
	bh_arena_reset(&arena);
	return bh_report_in((struct bh_str){ p, n }, &arena, g, err);
}

static void
whole(void)
{
	struct bh_gated g;
	struct bh_err err;

	is_int(read_report(report, sizeof(report) - 1, &g, &err), 0, "a report");
	is_text(err.msg, "", "without complaint");
	ok(g.mode == BH_BRANCH && g.in_scope == 2 && g.judged == 2,
	    "mode and counts");
	if (!ok(g.nfinding == 1 && g.nkind == 1 && g.has_kinds,
	    "a finding, a kind"))
		return;
	ok(bh_str_is(g.finding[0].set, "callgrind/t/k") &&
	    bh_str_is(g.kind[0].set, "callgrind/t/k"), "their set");
	ok(g.finding[0].regression && g.finding[0].relative_delta == .125 &&
	    g.finding[0].kind == BH_INSTRUCTION_COUNT &&
	    g.finding[0].method == BH_BRANCH_EXCURSION &&
	    bh_str_is(g.finding[0].id.seg[1], "bA") &&
	    bh_str_is(g.finding[0].commit, "c0ffee"), "its members");
}

/* Nothing shorter is one, and each is refused with a reason. */
static void
prefixes(void)
{
	struct bh_gated g;
	struct bh_err err;
	long passed = 0, silent = 0;
	size_t n;
	char *p;

	for (n = 0; n + 1 < sizeof(report) - 1; n++) {
		p = malloc(n + 1);
		memcpy(p, report, n);
		if (read_report(p, n, &g, &err) == 0)
			passed++;
		else if (err.status != BH_DATA || err.msg[0] == '\0')
			silent++;
		free(p);
	}
	is_int(passed, 0, "no prefix is a report");
	is_int(silent, 0, "each is told what it lacks");
}

/* A byte lost, doubled or another: never a finding less that goes unnoticed. */
static void
damaged(void)
{
	static const char other[] = "\"{}[]:,01-x\\ ";
	char text[sizeof(report)];
	struct bh_gated g;
	struct bh_err err;
	long lost = 0;
	size_t i, k;

	for (i = 0; i < sizeof(report) - 1; i++)
		for (k = 0; k < sizeof(other) - 1; k++) {
			memcpy(text, report, sizeof(report));
			text[i] = other[k];
			if (read_report(text, sizeof(report) - 1, &g,
			    &err) == 0)
				lost += g.nfinding != 1 || g.judged != 2;
		}
	is_int(lost, 0, "no damage hides a finding");
}

int
main(void)
{
	sizes();
	coverage();
	whole();
	prefixes();
	damaged();
	bh_arena_free(&arena);
	return tap_done();
}
