#include "compute/judge.h"

#include "compute/stat.h"

void
bh_gate_log_add(struct bh_gate_log *g, enum bh_stage stage,
    enum bh_gate_id gate, bool has_num, double value, double demand,
    bool pass)
{
	if (g == NULL)
		return;
	g->v = bh_more(g->arena, g->v, g->n, &g->cap, sizeof(*g->v));
	g->v[g->n++] = (struct bh_gate){ stage, gate, has_num,
	    bh_stat_finite(value), bh_stat_finite(demand), pass };
}

void
bh_judge(const struct bh_judge *j, const struct bh_series *s,
    struct bh_arena *a, struct bh_gate_log *log, struct bh_verdict *v,
    struct bh_finding **cand, size_t *ncand)
{
	if (j->method == BH_COMPAT && j->mode == BH_HISTORY)
		bh_compat_history(j, s, a, log, v, cand, ncand);
	else if (j->method == BH_COMPAT)
		bh_compat_branch(j, s, a, log, v, cand, ncand);
	else if (j->mode == BH_HISTORY)
		bh_scan_history(j, s, a, log, v, cand, ncand);
	else
		bh_scan_branch(j, s, a, log, v, cand, ncand);
}
