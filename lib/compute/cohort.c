#include "compute/cohort.h"

#include <stdlib.h>
#include <string.h>

enum {
	SEEDS = 1024,		/* distinct intersections followed up */
	PAIR_SEEDS = SEEDS / 2,	/* of these from pairs */
	SLOTS = 4 * SEEDS	/* of the table of seeds */
};

/* A set of commits or of groups: bits. */
typedef uint64_t word;

/* Series with equal lists. */
struct group {
	const int32_t	*list;
	size_t		 len;
	size_t		 i;		/* place in the input */
	size_t		 size;		/* series; the others follow it */
	word		*commits;	/* its list as a set */
};

struct search {
	struct bh_arena	*a;
	struct group	*g;
	size_t		 ng;
	int32_t		*commit;	/* every commit of a list, ascending */
	size_t		 nc;
	size_t		 cw, gw;	/* words of a set */
	word		*groups;	/* [commit]: groups that have it */
	word		*queue;		/* seeds, cw words each */
	size_t		 nqueue;
	uint16_t	*slot;		/* hashed: place in queue + 1 */
	word		*m, *k;		/* scratch: members, their commits */
	word		*best;		/* members of the best cohort */
	size_t		 best_m, best_k, best_newest;
};

static int
by_list(const void *va, const void *vb)
{
	const struct group *a = va, *b = vb;
	size_t i;

	for (i = 0; i < a->len && i < b->len; i++)
		if (a->list[i] != b->list[i])
			return a->list[i] < b->list[i] ? -1 : 1;
	if (a->len != b->len)
		return a->len < b->len ? -1 : 1;
	return (a->i > b->i) - (a->i < b->i);
}

static int
by_topo(const void *va, const void *vb)
{
	int32_t a = *(const int32_t *)va, b = *(const int32_t *)vb;

	return (a > b) - (a < b);
}

static size_t
count(const word *s, size_t nw)
{
	size_t i, c = 0;

	for (i = 0; i < nw; i++)
		c += (size_t)__builtin_popcountll(s[i]);
	return c;
}

static void
both(word *to, const word *x, const word *y, size_t nw)
{
	size_t i;

	for (i = 0; i < nw; i++)
		to[i] = x[i] & y[i];
}

/* Take the groups that have every commit of seed, if they make the best. */
static void
consider(struct search *w, const word *seed)
{
	size_t i, b, m = 0, k, newest = 0;
	word x;

	memset(w->m, 0xff, w->gw * sizeof(word));
	for (i = 0; i < w->cw; i++)
		for (x = seed[i]; x != 0; x &= x - 1) {
			b = 64 * i + (size_t)__builtin_ctzll(x);
			both(w->m, w->m, w->groups + b * w->gw, w->gw);
		}
	memset(w->k, 0xff, w->cw * sizeof(word));
	for (i = 0; i < w->gw; i++)
		for (x = w->m[i]; x != 0; x &= x - 1) {
			b = 64 * i + (size_t)__builtin_ctzll(x);
			m += w->g[b].size;
			both(w->k, w->k, w->g[b].commits, w->cw);
		}
	if (m == 0 || m < w->best_m)
		return;
	k = count(w->k, w->cw);
	for (i = 0; i < w->cw; i++)
		if (w->k[i] != 0)
			newest = 64 * i + 63 -
			    (size_t)__builtin_clzll(w->k[i]);
	if (m == w->best_m && (k < w->best_k ||
	    (k == w->best_k && newest <= w->best_newest)))
		return;
	w->best_m = m;
	w->best_k = k;
	w->best_newest = newest;
	memcpy(w->best, w->m, w->gw * sizeof(word));
}

/* Queue a seed; false: it was there. */
static bool
enqueue(struct search *w, const word *seed)
{
	uint64_t h = 0xcbf29ce484222325u;
	size_t i;

	for (i = 0; i < w->cw; i++) {
		h = (h ^ seed[i]) * 0x9e3779b97f4a7c15u;
		h ^= h >> 29;
	}
	for (h %= SLOTS; w->slot[h] != 0; h = (h + 1) % SLOTS)
		if (memcmp(w->queue + (w->slot[h] - 1u) * w->cw, seed,
		    w->cw * sizeof(word)) == 0)
			return false;
	memcpy(w->queue + w->nqueue * w->cw, seed, w->cw * sizeof(word));
	w->slot[h] = (uint16_t)++w->nqueue;
	return true;
}

static size_t
place_of(const struct search *w, int32_t commit)
{
	const int32_t *p = bsearch(&commit, w->commit, w->nc, sizeof(*p),
	    by_topo);

	return (size_t)(p - w->commit);
}

static void
set_bit(word *s, size_t b)
{
	s[b / 64] |= (word)1 << (b % 64);
}

/* Sort series into groups. */
static void
set_groups(struct search *w, const int32_t *const *list, const size_t *len,
    size_t n)
{
	size_t i;

	w->g = bh_calloc(w->a, n + 1, sizeof(*w->g));
	for (i = 0; i < n; i++)
		w->g[i] = (struct group){ list[i], len[i], i, 1, NULL };
	if (n > 0)
		qsort(w->g, n, sizeof(*w->g), by_list);
}

/* Merge neighbours with equal lists; order keeps their places. */
static void
merge_groups(struct search *w, size_t n, size_t *order)
{
	struct group *last = NULL, *g;
	size_t i;

	for (i = 0; i < n; i++) {
		g = &w->g[i];
		order[i] = g->i;
		if (last != NULL && last->len == g->len && (g->len == 0 ||
		    memcmp(last->list, g->list, g->len * sizeof(*g->list)) ==
		    0)) {
			last->size++;
			continue;
		}
		last = &w->g[w->ng++];
		*last = *g;
		last->i = i;	/* from here on: the first in order */
	}
}

static void
set_commits(struct search *w)
{
	size_t i, j, n = 0, b;

	for (i = 0; i < w->ng; i++)
		n += w->g[i].len;
	w->commit = bh_alloc(w->a, (n + 1) * sizeof(*w->commit));
	for (n = i = 0; i < w->ng; i++)
		for (j = 0; j < w->g[i].len; j++)
			w->commit[n++] = w->g[i].list[j];
	if (n > 0)
		qsort(w->commit, n, sizeof(*w->commit), by_topo);
	for (i = 0; i < n; i++)
		if (w->nc == 0 || w->commit[w->nc - 1] != w->commit[i])
			w->commit[w->nc++] = w->commit[i];
	w->cw = w->nc / 64 + 1;
	w->gw = w->ng / 64 + 1;
	w->groups = bh_calloc(w->a, w->nc * w->gw + 1, sizeof(word));
	for (i = 0; i < w->ng; i++) {
		w->g[i].commits = bh_calloc(w->a, w->cw, sizeof(word));
		for (j = 0; j < w->g[i].len; j++) {
			b = place_of(w, w->g[i].list[j]);
			set_bit(w->g[i].commits, b);
			set_bit(w->groups + b * w->gw, i);
		}
	}
}

static void
consider_runs(struct search *w, word *seed)
{
	const struct group *g;
	size_t i, j, k;

	for (i = 0; i < w->ng; i++) {
		g = &w->g[i];
		for (j = 0; j + BH_COHORT_COMMITS <= g->len; j++) {
			memset(seed, 0, w->cw * sizeof(word));
			for (k = 0; k < BH_COHORT_COMMITS; k++)
				set_bit(seed, place_of(w, g->list[j + k]));
			consider(w, seed);
		}
	}
}

static void
consider_pairs(struct search *w, word *seed)
{
	size_t i, j;

	for (i = 0; i < w->ng; i++)
		for (j = i + 1; j < w->ng; j++) {
			both(seed, w->g[i].commits, w->g[j].commits, w->cw);
			if (count(seed, w->cw) < BH_COHORT_COMMITS)
				continue;
			if (w->nqueue < PAIR_SEEDS)
				enqueue(w, seed);
			consider(w, seed);
		}
}

static void
consider_queue(struct search *w, word *seed)
{
	size_t q, i;

	for (q = 0; q < w->nqueue; q++)
		for (i = 0; i < w->ng; i++) {
			if (w->nqueue == SEEDS)
				return;
			both(seed, w->queue + q * w->cw, w->g[i].commits,
			    w->cw);
			if (count(seed, w->cw) >= BH_COHORT_COMMITS &&
			    enqueue(w, seed))
				consider(w, seed);
		}
}

/* The best members as places in the input, and what they share. */
static void
set_cohort(struct search *w, const size_t *order, struct bh_cohort *out)
{
	size_t i, j;

	out->member = bh_alloc(w->a, w->best_m * sizeof(*out->member));
	memset(w->k, 0xff, w->cw * sizeof(word));
	for (i = 0; i < w->ng; i++) {
		if ((w->best[i / 64] >> (i % 64) & 1) == 0)
			continue;
		both(w->k, w->k, w->g[i].commits, w->cw);
		for (j = 0; j < w->g[i].size; j++)
			out->member[out->nmember++] = order[w->g[i].i + j];
	}
	out->commit = bh_alloc(w->a, w->best_k * sizeof(*out->commit));
	for (i = 0; i < w->nc; i++)
		if ((w->k[i / 64] >> (i % 64) & 1) != 0)
			out->commit[out->ncommit++] = w->commit[i];
}

bool
bh_cohort_find(const int32_t *const *list, const size_t *len, size_t n,
    struct bh_arena *a, struct bh_cohort *out)
{
	struct search w = { .a = a };
	size_t *order = bh_alloc(a, (n + 1) * sizeof(*order));
	word *seed;

	*out = (struct bh_cohort){ .nmember = 0 };
	set_groups(&w, list, len, n);
	merge_groups(&w, n, order);
	set_commits(&w);
	w.queue = bh_alloc(a, SEEDS * w.cw * sizeof(word));
	w.slot = bh_calloc(a, SLOTS, sizeof(*w.slot));
	w.m = bh_calloc(a, w.gw, sizeof(word));
	w.k = bh_calloc(a, w.cw, sizeof(word));
	w.best = bh_calloc(a, w.gw, sizeof(word));
	seed = bh_calloc(a, w.cw, sizeof(word));
	consider_runs(&w, seed);
	consider_pairs(&w, seed);
	consider_queue(&w, seed);
	if (w.best_m == 0)
		return false;
	set_cohort(&w, order, out);
	return true;
}
