#include "compute/series.h"

#include <stdlib.h>
#include <string.h>

#include "model/bless.h"

/* --- blessings -------------------------------------------------------------- */

const struct bh_blessing *
bh_series_blessing(const struct bh_blessing *b, size_t n, struct bh_str set,
    struct bh_id id)
{
	const struct bh_blessing *best = NULL;
	size_t i;

	for (i = 0; i < n; i++) {
		if (b[i].line_topo < 0 || !bh_bless_matches(&b[i], set, id))
			continue;
		if (best == NULL || b[i].line_topo > best->line_topo ||
		    (b[i].line_topo == best->line_topo &&
		    bh_str_cmp(b[i].key, best->key) > 0))
			best = &b[i];
	}
	return best;
}

/* --- one series -------------------------------------------------------------- */

/* Where a base level stands on the base line; -1: the observation is none. */
static long
level(const struct bh_series_input *in, const struct bh_obs *o)
{
	const struct bh_place *p = &in->place[o->rank];

	return p->dirty ? -1 : p->base_topo;
}

struct walk {
	long	last;		/* topo of the last point */
	bool	at_tip;
	size_t	before;		/* points before the blessing */
	size_t	cut;		/* base levels before it */
};

/* Count what the slot's observations are. */
static void
measure(const struct bh_series_input *in, struct bh_slot *s,
    const struct bh_obs *o, struct walk *w)
{
	long blessed = s->blessing == NULL ? -1 : s->blessing->line_topo, t;
	size_t i;

	*w = (struct walk){ .last = -1 };
	s->newest = -1;
	for (i = 0; i < s->nobs; i++) {
		if (in->place[o[i].rank].bad)
			continue;
		if ((t = in->place[o[i].rank].topo) >= 0) {
			s->npoints++;
			w->last = t;
			w->before += t < blessed;
		}
		if (in->mode == BH_BRANCH && (t = level(in, &o[i])) >= 0) {
			s->available++;
			s->newest = t;
			w->cut += t < blessed;
		}
	}
	w->at_tip = w->last == in->tip_topo;
}

static enum bh_reason
history_reason(const struct bh_slot *s)
{
	if (s->npoints - s->active >= BH_SERIES_LEAST)
		return BH_JUDGED;
	return s->active > 0 ? BH_TOO_FEW_POINTS_SINCE_BLESSING :
	    BH_TOO_FEW_POINTS;
}

static enum bh_reason
branch_reason(const struct bh_slot *s, bool at_tip)
{
	if (!at_tip)
		return BH_NOT_MEASURED_ON_BRANCH;
	if (s->available - s->skip >= BH_SERIES_LEAST)
		return BH_JUDGED;
	return s->blessing != NULL && s->available >= BH_SERIES_LEAST ?
	    BH_TOO_FEW_BASE_COMMITS_SINCE_BLESSING : BH_TOO_FEW_BASE_COMMITS;
}

/* The evidence of a series that is neither ghost nor ignored. */
static void
judge(const struct bh_series_input *in, struct bh_slot *s,
    const struct walk *w)
{
	if (in->mode == BH_HISTORY) {
		s->active = w->before;
		s->reason = history_reason(s);
		return;
	}
	s->skip = s->available > BH_BASE_WINDOW ?
	    s->available - BH_BASE_WINDOW : 0;
	if (w->cut > s->skip)
		s->skip = w->cut;
	if (s->skip == s->available)
		s->newest = -1;
	s->reason = branch_reason(s, w->at_tip);
	if (s->reason == BH_JUDGED && in->base_topo > s->newest) {
		s->has_lag = true;
		s->behind = in->base_topo - s->newest;
		s->lag = BH_LAG_NO_RECENT;
	}
}

/* --- all of them ------------------------------------------------------------- */

struct planner {
	const struct bh_series_input *in;
	struct bh_arena		*a;
	struct bh_series_plan	*p;
	size_t			 cap;
	struct bh_obs		*obs;	/* of one series */
	size_t			 capobs;
};

static const struct bh_obs *
observations(struct planner *pl, const struct bh_slot *s)
{
	if (s->nobs > pl->capobs) {
		pl->capobs = s->nobs * 2;
		pl->obs = bh_xrealloc(pl->obs, pl->capobs * sizeof(*pl->obs));
	}
	bh_pool_read(s->row, pl->in->npool, s->kind, pl->obs);
	return pl->obs;
}

static bool
ignored(const struct bh_series_input *in, struct bh_id id)
{
	size_t i;

	for (i = 0; i < in->ignore.n; i++)
		if (bh_id_starts(id, in->ignore.v[i]))
			return true;
	return false;
}

/*
 * The slots of one benchmark.  Any metric at the tip rescues all of them from
 * being ghosts, so the fate of the first is known only after the last.
 */
static void
plan_row(struct planner *pl, const struct bh_pool_row *row)
{
	const struct bh_series_input *in = pl->in;
	struct walk walk[BH_KINDS];
	struct bh_slot *s, *first;
	bool alive = in->raw || in->no_ghosts, skip = false;
	size_t n = 0, i;
	int k;

	for (k = 0; k < BH_KINDS; k++) {
		pl->p->slot = bh_more(pl->a, pl->p->slot, pl->p->nslot + n,
		    &pl->cap, sizeof(*pl->p->slot));
		s = &pl->p->slot[pl->p->nslot + n];
		*s = (struct bh_slot){ .row = row, .kind = (enum bh_kind)k,
		    .reason = BH_JUDGED, .newest = -1, .n = -1 };
		s->nobs = bh_pool_count(row, in->npool, s->kind);
		if (s->nobs == 0)
			continue;
		s->blessing = bh_series_blessing(in->bless, in->nbless,
		    in->sets[row->set], row->id);
		measure(in, s, observations(pl, s), &walk[n]);
		if (s->npoints == 0 || (in->no_ghosts && !walk[n].at_tip))
			continue;	/* on the base line alone: no series */
		alive |= walk[n].at_tip;
		n++;
	}
	skip = !in->raw && ignored(in, row->id);
	first = &pl->p->slot[pl->p->nslot];
	for (i = 0; i < n; i++) {
		s = &first[i];
		if (!alive)
			s->reason = BH_GHOST;
		else if (skip)
			s->reason = BH_IGNORED;
		else if (!in->raw)
			judge(in, s, &walk[i]);
	}
	if (n > 0 && !alive)
		pl->p->ghosts_excluded++;
	else if (n > 0 && skip)
		pl->p->ignored_excluded++;
	pl->p->nslot += n;
}

static void
count(struct bh_series_plan *p)
{
	struct bh_slot *s;

	for (s = p->slot; s < p->slot + p->nslot; s++) {
		p->count.total++;
		if (s->reason == BH_JUDGED)
			p->count.judged++;
		else
			p->count.reason[s->reason]++;
		if (s->reason == BH_GHOST || s->reason == BH_IGNORED)
			continue;
		s->n = p->series++;
		p->set_series[s->row->set]++;
		p->lagging += s->has_lag;
	}
	p->count.unjudged = p->count.total - p->count.judged;
	p->count.in_scope = p->count.total - p->count.reason[BH_GHOST] -
	    p->count.reason[BH_IGNORED];
}

void
bh_series_plan(const struct bh_series_input *in, struct bh_arena *a,
    struct bh_series_plan *p)
{
	struct planner pl = { in, a, p, 0, NULL, 0 };
	struct bh_pool_row *rows;
	size_t n, i;

	*p = (struct bh_series_plan){ 0 };
	p->set_series = bh_calloc(a, in->nsets, sizeof(*p->set_series));
	rows = bh_pool_join(in->pools, in->npool, a, &n);
	for (i = 0; i < n; i++)
		plan_row(&pl, &rows[i]);
	free(pl.obs);
	count(p);
}

void
bh_series_split(const struct bh_series_input *in, const struct bh_slot *s,
    struct bh_obs *tmp, struct bh_obs *points, size_t *npoints,
    struct bh_obs *base, size_t *nbase)
{
	size_t i, levels = 0;

	*npoints = *nbase = 0;
	bh_pool_read(s->row, in->npool, s->kind, tmp);
	for (i = 0; i < s->nobs; i++) {
		if (in->place[tmp[i].rank].bad)
			continue;
		if (in->place[tmp[i].rank].topo >= 0)
			points[(*npoints)++] = tmp[i];
		if (in->mode == BH_BRANCH && !in->raw &&
		    level(in, &tmp[i]) >= 0 && levels++ >= s->skip)
			base[(*nbase)++] = tmp[i];
	}
}
