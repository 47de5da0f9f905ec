#include "compute/orbit.h"

#include <stdlib.h>
#include <string.h>

enum { BALANCED = 12, BALANCED_ORDER = 259200 };

uint64_t
bh_orbit_key(uint64_t bucket)
{
	return bh_stat_mix64(bucket + 0x9e3779b97f4a7c15u);
}

/* The distinct orderings of r, or a number above budget. */
static uint64_t
distinct(const struct bh_ranks *r, uint64_t budget)
{
	size_t c, left = r->n, i;
	int32_t rank, last = 0;
	double m = 1, ways;

	for (; left > 0; left -= c, last = rank) {
		rank = INT32_MAX;
		for (c = i = 0; i < r->n; i++)
			if (r->r[i] > last && r->r[i] < rank) {
				rank = r->r[i];
				c = 1;
			} else if (r->r[i] == rank)
				c++;
		ways = bh_stat_choose(left, c);
		m *= ways;
		if (ways == 0 || m > (double)budget)
			return budget + 1;
	}
	return (uint64_t)m;
}

struct search {
	size_t		 n;
	uint64_t	 budget;
	struct bh_orbit	 now, best;
};

/* Grids of which now is the start, further factors at most f. */
static void
grids(struct search *s, size_t f)
{
	struct bh_orbit *now = &s->now;
	uint64_t order = now->order, fact = 1;
	size_t grid = now->moved, i;

	if (order > s->best.order ||
	    (order == s->best.order && grid > s->best.moved))
		s->best = *now;
	if (now->nf == BH_ORBIT_FACTORS)
		return;
	if (f > s->n / grid)
		f = s->n / grid;
	for (i = 2; i <= f; i++) {
		fact *= i;
		if (fact > s->budget / order)
			return;
		now->f[now->nf++] = i;
		now->order = order * fact;
		now->moved = grid * i;
		grids(s, i);
		now->nf--;
		now->order = order;
		now->moved = grid;
	}
}

void
bh_orbit_group(size_t n, uint64_t budget, struct bh_orbit *o)
{
	struct search s = { n, budget, { .order = 1, .moved = 1 },
	    { .order = 0 } };

	grids(&s, n);
	*o = s.best;
	if (n >= BALANCED && budget >= BALANCED_ORDER && o->moved < BALANCED)
		*o = (struct bh_orbit){ .order = BALANCED_ORDER,
		    .moved = BALANCED, .balanced = true };
}

void
bh_orbit_choose(const struct bh_ranks *r, uint64_t budget, struct bh_orbit *o)
{
	uint64_t m = distinct(r, budget);

	if (m <= budget)
		*o = (struct bh_orbit){ .order = m };
	else
		bh_orbit_group(r->n, budget, o);
}

struct bucket {
	uint64_t key;
	size_t	 b;
};

static int
by_key(const void *va, const void *vb)
{
	const struct bucket *a = va, *b = vb;

	return (a->key > b->key) - (a->key < b->key);
}

void
bh_orbit_positions(size_t n, size_t g, size_t *pos, struct bh_arena *tmp)
{
	struct bucket *v = bh_alloc(tmp, g * sizeof(*v));
	size_t i;

	for (i = 0; i < g; i++)
		v[i] = (struct bucket){ bh_orbit_key(i), i };
	qsort(v, g, sizeof(*v), by_key);
	for (i = 0; i < g; i++)
		pos[v[i].b] = i * n / g;
}

/* --- every distinct ordering ------------------------------------------- */

struct full {
	const struct bh_orbit_bars *bars;
	size_t	 n, nv;
	int32_t	*v;		/* distinct ranks less n + 1 */
	size_t	*count;		/* of each, not yet placed */
	int32_t	*lo, *hi;	/* bars of the easiest split from here on */
	uint64_t e, limit;
};

/* t placed, their sum u, what is left adds at most up or down. */
struct full_at {
	size_t	t, best;
	int32_t	u, up, down, best_u;
};

static bool
extreme(const struct bh_orbit_bars *b, size_t t, int32_t u)
{
	return t > 0 && (u <= b->lo[t] || u >= b->hi[t]);
}

/* Whether some completion may still be extreme. */
static bool
hopeful(const struct full *f, const struct full_at *s)
{
	int32_t top = s->u + s->up, end = s->u - s->down;

	if (extreme(f->bars, s->best, s->best_u))
		return true;
	if (s->t >= f->n || (top <= abs(s->best_u) && -end <= abs(s->best_u)))
		return false;
	return top >= f->hi[s->t] || end <= f->lo[s->t];
}

static void
full_walk(struct full *f, const struct full_at *at)
{
	struct full_at s;
	size_t i;

	if (at->t == f->n) {
		f->e += extreme(f->bars, at->best, at->best_u);
		return;
	}
	for (i = 0; i < f->nv && f->e < f->limit; i++) {
		if (f->count[i] == 0)
			continue;
		s = *at;
		s.t++;
		s.u += f->v[i];
		if (f->v[i] > 0)
			s.up -= f->v[i];
		else
			s.down += f->v[i];
		if (s.t < f->n && (s.best == 0 || abs(s.u) > abs(s.best_u))) {
			s.best = s.t;
			s.best_u = s.u;
		}
		if (!hopeful(f, &s))
			continue;
		f->count[i]--;
		full_walk(f, &s);
		f->count[i]++;
	}
}

static uint64_t
full_count(const struct bh_ranks *r, const struct bh_orbit_bars *bars,
    uint64_t limit, struct bh_arena *tmp)
{
	struct full f = { .bars = bars, .n = r->n, .limit = limit };
	struct full_at at = { 0 };
	size_t n = r->n, *seen = bh_calloc(tmp, 2 * n + 1, sizeof(*seen)), i;
	int32_t c;

	f.v = bh_alloc(tmp, n * sizeof(*f.v));
	f.count = bh_alloc(tmp, n * sizeof(*f.count));
	f.lo = bh_alloc(tmp, (n + 1) * sizeof(*f.lo));
	f.hi = bh_alloc(tmp, (n + 1) * sizeof(*f.hi));
	for (i = 0; i < n; i++)
		seen[r->r[i]]++;
	for (i = 0; i <= 2 * n; i++) {
		if (seen[i] == 0)
			continue;
		c = (int32_t)i - (int32_t)(n + 1);
		f.count[f.nv] = seen[i];
		f.v[f.nv++] = c;
		*(c > 0 ? &at.up : &at.down) += abs(c) * (int32_t)seen[i];
	}
	f.lo[n] = -BH_ORBIT_NEVER;
	f.hi[n] = BH_ORBIT_NEVER;
	for (i = n; i-- > 0;) {
		f.lo[i] = f.lo[i + 1];
		f.hi[i] = f.hi[i + 1];
		if (i > 0 && bars->lo[i] > f.lo[i])
			f.lo[i] = bars->lo[i];
		if (i > 0 && bars->hi[i] < f.hi[i])
			f.hi[i] = bars->hi[i];
	}
	full_walk(&f, &at);
	return f.e;
}

uint64_t
bh_orbit_count(const struct bh_ranks *r, const struct bh_orbit *o,
    const struct bh_orbit_bars *bars, uint64_t limit, struct bh_arena *tmp)
{
	if (o->moved == 0)
		return full_count(r, bars, limit, tmp);
	return bh_orbit_count_group(r, o, bars, limit, tmp);
}
