/*
 * The report as a gate reads it: refused with a message, or one whose parts
 * agree, of which the rules can be judged.
 */
#include "edge/report_in.h"

#include "fuzz.h"

static struct bh_arena arena = BH_ARENA_INIT;

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	struct bh_rules rules = BH_RULES_INIT;
	struct bh_err err = BH_ERR_INIT;
	struct bh_ruling *v;
	struct bh_gated g;
	size_t i, k, worse = 0;

	bh_arena_reset(&arena);
	if (bh_report_in(fuzz_str(data, n), &arena, &g,
	    &err) != 0) {
		MUST(err.status == BH_DATA && err.msg[0] != '\0');
		return 0;
	}
	MUST(g.judged >= 0 && g.judged <= g.in_scope);
	for (i = 0; i < g.nfinding; i++)
		worse += g.finding[i].list == BH_LIST_FINDINGS &&
		    g.finding[i].regression &&
		    g.finding[i].relative_delta != 0;
	k = bh_rules_judge(&rules, &g, &arena, &v);
	MUST(v[0].rule == BH_RULE_JUDGED && v[0].broken == (g.judged == 0));
	MUST(worse == 0 ? k == 2 && !v[1].broken : k == worse + 1);
	return 0;
}
