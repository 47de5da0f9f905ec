/* What the detectors have in common: gate ladders, candidates, intervals. */
#include "compute/compat.h"
#include "compute/stat.h"

bool
bh_ladder_num(struct bh_ladder *l, enum bh_gate_id gate, double value,
    double demand, bool pass)
{
	bh_gate_log_add(l->log, l->stage, gate, true, value, demand, pass);
	if (!pass)
		l->v->declined[l->stage] = (int)gate;
	return pass;
}

bool
bh_ladder_bool(struct bh_ladder *l, enum bh_gate_id gate, bool pass)
{
	bh_gate_log_add(l->log, l->stage, gate, false, 0, 0, pass);
	if (!pass)
		l->v->declined[l->stage] = (int)gate;
	return pass;
}

void
bh_verdict_init(struct bh_verdict *v, const struct bh_series *s)
{
	int i;

	*v = (struct bh_verdict){ .n = s->n, .outcome = BH_QUIET,
	    .reason = BH_JUDGED };
	for (i = 0; i < BH_STAGES; i++)
		v->declined[i] = -1;
}

struct bh_finding *
bh_candidate(struct bh_arena *a, const struct bh_series *s,
    enum bh_method method, double baseline, double latest)
{
	struct bh_finding *f = bh_calloc(a, 1, sizeof(*f));

	f->n = s->n;
	f->set = s->set;
	f->id = s->id;
	f->kind = s->kind;
	f->method = method;
	f->baseline = bh_stat_finite(baseline);
	f->latest = bh_stat_finite(latest);
	f->delta = bh_stat_finite(latest - baseline);
	f->relative_delta = bh_stat_relative(f->delta, baseline);
	f->regression = f->delta > 0;
	f->topo = f->window_start_topo = f->base_commit_topo = -1;
	f->branch.regime_start_topo = -1;
	return f;
}

struct bh_interval
bh_points_interval(const struct bh_points *p, size_t from, size_t to,
    struct bh_arena *tmp)
{
	struct bh_interval x = { false, 0, 0 };
	double *low, *high;
	size_t i, n = 0;

	if (p->has == NULL || from >= to)
		return x;
	low = bh_alloc(tmp, (to - from) * sizeof(*low));
	high = bh_alloc(tmp, (to - from) * sizeof(*high));
	for (i = from; i < to; i++)
		if (p->has[i]) {
			low[n] = p->low[i];
			high[n++] = p->high[i];
		}
	x.has = n > 0;
	x.low = bh_stat_median_of(low, n);
	x.high = bh_stat_median_of(high, n);
	return x;
}
