#include "edge/lag.h"

#include <stdlib.h>

#include "base/log.h"
#include "edge/load.h"

/* "E/T/" of "E/T/M". */
static struct bh_str
family(struct bh_str set)
{
	while (set.n > 0 && set.p[set.n - 1] != '/')
		set.n--;
	return set;
}

/* The newest base topo at which one of pools has (set, id, kind); or -1. */
static long
newest(struct bh_pool *pools, size_t npool, const int32_t *topo, size_t set,
    struct bh_id id, enum bh_kind kind, struct bh_arena *a)
{
	struct bh_pool_bench **part = bh_calloc(a, npool, sizeof(*part));
	struct bh_pool_row row = { set, id, part };
	struct bh_obs *o;
	long best = -1;
	size_t i, n;

	for (i = 0; i < npool; i++)
		part[i] = bh_pool_find(&pools[i], set, id);
	n = bh_pool_count(&row, npool, kind);
	if (n == 0)
		return -1;
	o = bh_calloc(a, n, sizeof(*o));
	bh_pool_read(&row, npool, kind, o);
	for (i = 0; i < n; i++)
		if (topo[o[i].rank] > best)
			best = topo[o[i].rank];
	return best;
}

/* Mark what another of these sets has newer. */
static void
look(struct bh_series_plan *plan, const struct bh_series_input *in,
    struct bh_pool *pools, size_t npool, const int32_t *topo,
    const struct bh_str *sets, size_t nsets)
{
	struct bh_arena a = BH_ARENA_INIT;
	struct bh_slot *s;
	struct bh_str own;
	size_t k;

	for (s = plan->slot; s < plan->slot + plan->nslot; s++) {
		if (!s->has_lag || s->lag == BH_LAG_MISMATCH)
			continue;
		own = in->sets[s->row->set];
		for (k = 0; k < nsets; k++) {
			if (bh_str_eq(sets[k], own) ||
			    !bh_str_eq(family(sets[k]), family(own)))
				continue;
			if (newest(pools, npool, topo, k, s->row->id, s->kind,
			    &a) > s->newest)
				s->lag = BH_LAG_MISMATCH;
		}
		bh_arena_reset(&a);
	}
	bh_arena_free(&a);
}

static void
look_loaded(const struct bh_series_input *in, struct bh_series_plan *plan,
    size_t nplace, struct bh_arena *a)
{
	int32_t *topo = bh_calloc(a, nplace, sizeof(*topo));
	size_t i;

	for (i = 0; i < nplace; i++)
		topo[i] = in->place[i].dirty || in->place[i].bad ? -1 :
		    in->place[i].base_topo;
	look(plan, in, in->pools, in->npool, topo, in->sets, in->nsets);
}

/* The oldest place behind which some series of this family still waits. */
static long
gap(const struct bh_series_plan *plan, const struct bh_series_input *in,
    struct bh_str fam)
{
	const struct bh_slot *s;
	long least = INT32_MAX;

	for (s = plan->slot; s < plan->slot + plan->nslot; s++)
		if (s->has_lag && s->lag != BH_LAG_MISMATCH &&
		    s->newest < least &&
		    bh_str_eq(family(in->sets[s->row->set]), fam))
			least = s->newest;
	return least;
}

static size_t
number_of(struct bh_str *sets, size_t *n, struct bh_str set)
{
	size_t i;

	for (i = *n; i > 0; i--)
		if (bh_str_eq(sets[i - 1], set))
			return i - 1;
	sets[*n] = set;
	return (*n)++;
}

static void
look_siblings(const struct bh_placed *p, const struct bh_series_input *in,
    struct bh_series_plan *plan, size_t nplace, const struct bh_store *store,
    int jobs, struct bh_arena *a)
{
	size_t n = p->nobject - nplace, i, k = 0, nsets = 0;
	struct bh_load_object *o = bh_calloc(a, n, sizeof(*o));
	struct bh_str *sets = bh_calloc(a, n, sizeof(*sets)), last;
	int32_t *topo = bh_calloc(a, n, sizeof(*topo));
	struct bh_load l = { .store = store, .jobs = jobs };
	const struct bh_placed_object *x;
	long least = 0;

	last = BH_STR_NONE;
	for (i = 0; i < n; i++) {
		x = &p->object[nplace + i];
		if (last.p == NULL || !bh_str_eq(family(last), family(x->set)))
			least = gap(plan, in, family(x->set));
		last = x->set;
		if (x->base_topo <= least || x->base_topo > in->base_topo)
			continue;
		o[k].key = x->key;
		o[k].set = number_of(sets, &nsets, x->set);
		topo[k++] = (int32_t)x->base_topo;
	}
	bh_load(&l, o, k, true);
	for (i = 0; i < k; i++)
		if (o[i].why.p != NULL) {
			bh_note("lag evidence left out: %.*s",
			    BH_FMT(o[i].why));
			topo[i] = -1;
		}
	look(plan, in, l.pools, (size_t)jobs, topo, sets, nsets);
	bh_load_free(&l);
}

void
bh_lag(const struct bh_placed *p, const struct bh_series_input *in,
    struct bh_series_plan *plan, const struct bh_store *store, int jobs)
{
	struct bh_arena a = BH_ARENA_INIT;
	size_t nplace = 0;

	while (nplace < p->nobject && !p->object[nplace].sibling)
		nplace++;
	look_loaded(in, plan, nplace, &a);
	if (nplace < p->nobject)
		look_siblings(p, in, plan, nplace, store, jobs, &a);
	bh_arena_free(&a);
}
