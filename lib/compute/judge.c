#include "compute/judge.h"

#include "base/arena.h"

void
bh_gate_log_add(struct bh_gate_log *g, enum bh_stage stage,
    enum bh_gate_id gate, bool has_num, double value, double demand,
    bool pass)
{
	if (g == NULL)
		return;
	g->v = bh_more(g->arena, g->v, g->n, &g->cap, sizeof(*g->v));
	g->v[g->n++] = (struct bh_gate){ stage, gate, has_num, value, demand,
	    pass };
}
