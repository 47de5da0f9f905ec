#include "show/plot.h"

#include <string.h>

void
bh_plot_points(struct bh_plot *to, const struct bh_points *p,
    enum bh_kind kind, long tip)
{
	memset(to, 0, sizeof(*to));
	to->p = p;
	to->kind = kind;
	to->good = to->bad = -1;
	to->first = p->n > 0 ? p->topo[0] : tip;
	to->last = p->n > 0 && p->topo[p->n - 1] > tip ? p->topo[p->n - 1] :
	    tip;
	if (to->last < to->first)
		to->first = to->last;
}

/* Where a commit stands; -1 where it is not on the line, or there is none. */
static long
place(const struct bh_report *r, struct bh_str commit)
{
	return commit.p == NULL ? -1 : bh_gather_topo(r->g, commit);
}

static void
add_level(struct bh_plot *to, long from, long last, double v, double w)
{
	if (from < to->first)
		from = to->first;
	if (last > to->last)
		last = to->last;
	if (from <= last)
		to->level[to->nlevel++] =
		    (struct bh_plot_level){ from, last, v, w };
}

static void
add_mark(struct bh_plot *to, long at, struct bh_str commit, bool own)
{
	if (at >= to->first && at <= to->last)
		to->mark[to->nmark++] =
		    (struct bh_plot_mark){ at, commit, own };
}

/* Every level between the boundaries; end: where the last one ends. */
static void
boundaries(struct bh_plot *to, const struct bh_finding *f, long end)
{
	const struct bh_boundary *b = f->boundary;
	size_t i, n = f->nboundary;
	long from = to->first;

	for (i = 0; i < n; i++) {
		add_level(to, from, b[i].topo - 1, b[i].before, b[i].before);
		add_mark(to, b[i].topo, b[i].commit, f->commit.p != NULL &&
		    bh_str_eq(b[i].commit, f->commit));
		from = b[i].topo;
	}
	if (n > 0)
		add_level(to, from, end, b[n - 1].after, b[n - 1].after);
}

static void
step(struct bh_plot *to, const struct bh_report *r, const struct bh_finding *f,
    const struct bh_series *s)
{
	long at = f->topo >= 0 ? f->topo : place(r, f->commit);

	if (f->nboundary > 0) {
		boundaries(to, f, to->last);
		return;
	}
	if (at < 0)
		return;
	add_level(to, s->points.topo[s->active < s->points.n ? s->active : 0],
	    at - 1, f->baseline, f->baseline);
	add_level(to, at, s->points.topo[s->points.n - 1], f->latest,
	    f->latest);
	add_mark(to, at, f->commit, true);
}

static void
drift(struct bh_plot *to, const struct bh_report *r,
    const struct bh_finding *f)
{
	long from = place(r, f->window_start), end = place(r, f->commit);

	if (from >= 0 && end >= from) {
		add_level(to, from, end, f->baseline, f->latest);
		add_mark(to, from, f->window_start, true);
	}
	if (end >= 0)
		add_mark(to, end, f->commit, true);
}

/* The base line, and room for the branch right of it. */
static void
base(struct bh_plot *to, const struct bh_series *s, long tip)
{
	bh_plot_points(to, &s->base, s->kind, tip);
	if (to->first < 0)
		to->first = 0;
	to->last = to->last < 0 ? 1 : to->last + 1;
}

void
bh_plot_branch(struct bh_plot *to, const struct bh_series *s,
    const struct bh_topology *t)
{
	const struct bh_points *p = &s->points;

	base(to, s, t->base_topo);
	to->has_latest = p->n > 0 && p->topo[p->n - 1] == t->tip_topo;
	if (to->has_latest)
		to->latest = p->value[p->n - 1];
}

static void
branch(struct bh_plot *to, const struct bh_report *r,
    const struct bh_finding *f, const struct bh_series *s)
{
	base(to, s, r->g->topology.base_topo);
	to->has_latest = true;
	to->latest = f->latest;
	to->has_range = true;
	to->low = f->branch.reference_min;
	to->high = f->branch.reference_max;
}

void
bh_plot_finding(struct bh_plot *to, const struct bh_report *r,
    const struct bh_finding *f, const struct bh_series *s)
{
	struct bh_arena *a = &r->g->arena;
	bool of_branch = r->branch && f->has_branch;

	if (of_branch)
		branch(to, r, f, s);
	else
		bh_plot_points(to, &s->points, f->kind,
		    r->g->topology.tip_topo);
	to->level = bh_calloc(a, f->nboundary + 2, sizeof(*to->level));
	to->mark = bh_calloc(a, f->nboundary + 3, sizeof(*to->mark));
	if (of_branch) {
		boundaries(to, f, to->last - 1);
		add_mark(to, to->last, f->commit, true);
	} else if (f->method == BH_DRIFT)
		drift(to, r, f);
	else if (s->points.n > 0)
		step(to, r, f, s);
	if (!of_branch && f->has_suspect) {
		to->good = place(r, f->suspect.good);
		to->bad = place(r, f->suspect.bad);
	}
}
