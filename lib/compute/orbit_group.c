/*
 * Counting extreme orderings of a permutation group without visiting them all.
 *
 * The moved positions cut the splits into segments inside which u only shifts
 * by what the moved ranks before it sum to.  So an ordering is a vector: these
 * sums, one lane a segment, each with its own bars.  The permutations of one
 * coordinate are walked digit by digit, where every choice adds one vector, and
 * a branch is left as soon as not even the best further choices reach a bar.
 */
#include <stdlib.h>
#include <string.h>

#include "compute/orbit.h"

enum { WIDE = 4, DIGITS = 9 };	/* 9! is the greatest factorial in budget */

typedef int32_t lanes
    __attribute__((vector_size(WIDE * sizeof(int32_t)), may_alias));

struct walk {
	const struct bh_orbit_bars *bars;
	size_t	 n, g;
	size_t	*bucket;	/* of the i-th moved place */
	size_t	*pos;		/* position by bucket */
	int32_t	*r;		/* ranks less n + 1, input order */
	int32_t	*base;		/* base[t]: those of unmoved places before t */
	size_t	*before;	/* before[t]: moved places before t */
	size_t	 blocks;	/* vectors of WIDE lanes; lane i: i + 1 before */
	size_t	 f;		/* digits of the walked coordinate */
	lanes	*v;		/* [a][e]: what digit a moved to e adds */
	lanes	*sum;		/* [d]: sums with d digits placed */
	lanes	*lo, *hi;	/* [d]: bars less the best further choices */
	uint64_t e, limit;
};

static lanes *
vectors(struct bh_arena *tmp, size_t count, size_t blocks)
{
	/* an arena aligns for any object of the language, 16 bytes here */
	return bh_calloc(tmp, count * blocks, sizeof(lanes));
}

static lanes *
vec(const struct walk *w, size_t a, size_t e)
{
	return w->v + (a * w->f + e) * w->blocks;
}

/* to = x + y; whether some lane reaches a bar. */
static bool
add(lanes *to, const lanes *x, const lanes *y, const lanes *lo,
    const lanes *hi, size_t blocks)
{
	lanes hit = { 0 };
	int64_t any[2];
	size_t i;

	for (i = 0; i < blocks; i++) {
		to[i] = x[i] + y[i];
		hit |= (to[i] <= lo[i]) | (to[i] >= hi[i]);
	}
	memcpy(any, &hit, sizeof(any));
	return (any[0] | any[1]) != 0;
}

/* Judge one ordering by the definition. */
static void
leaf(struct walk *w)
{
	const int32_t *c = (const int32_t *)(w->sum + w->f * w->blocks);
	int32_t u, best_u = 0, k = -1;
	size_t t, best = 1;

	for (t = 1; t < w->n; t++) {
		u = w->base[t] + c[w->before[t] - 1];
		if (abs(u) > k) {
			k = abs(u);
			best = t;
			best_u = u;
		}
	}
	w->e += best_u <= w->bars->lo[best] || best_u >= w->bars->hi[best];
}

/* Digits below d have their sources; used is the set of these. */
static void
inner(struct walk *w, size_t d, unsigned used)
{
	lanes *from = w->sum + d * w->blocks, *to = from + w->blocks;
	size_t a;

	if (d == w->f) {
		leaf(w);
		return;
	}
	for (a = 0; a < w->f && w->e < w->limit; a++)
		if ((used >> a & 1) == 0 && add(to, from, vec(w, a, d),
		    w->lo + (d + 1) * w->blocks, w->hi + (d + 1) * w->blocks,
		    w->blocks))
			inner(w, d + 1, used | 1u << a);
}

/* Bars of every depth from the vectors; the last row holds the true bars. */
static void
set_bars(struct walk *w)
{
	lanes most, least, x, *lo, *hi;
	size_t d, a, i;

	for (d = w->f; d-- > 0;) {
		lo = w->lo + d * w->blocks;
		hi = w->hi + d * w->blocks;
		for (i = 0; i < w->blocks; i++) {
			most = least = vec(w, 0, d)[i];
			for (a = 1; a < w->f; a++) {
				x = vec(w, a, d)[i];
				most += (x - most) & (x > most);
				least += (x - least) & (x < least);
			}
			lo[i] = lo[i + w->blocks] - least;
			hi[i] = hi[i + w->blocks] - most;
		}
	}
}

/* The lexicographic successor; false, and p ascending, behind the last. */
static bool
next_perm(uint8_t *p, size_t n)
{
	size_t i = n - 1, a, b;
	uint8_t t;

	while (i > 0 && p[i - 1] > p[i])
		i--;
	for (a = i, b = n - 1; a < b; a++, b--) {
		t = p[a];
		p[a] = p[b];
		p[b] = t;
	}
	if (i == 0)
		return false;
	for (a = i; p[a] < p[i - 1]; a++)
		;
	t = p[a];
	p[a] = p[i - 1];
	p[i - 1] = t;
	return true;
}

static bool
even(const uint8_t *p, size_t n)
{
	size_t i, j;
	bool odd = false;

	for (i = 0; i < n; i++)
		for (j = i + 1; j < n; j++)
			odd ^= p[i] > p[j];
	return !odd;
}

/*
 * The balanced group: buckets 0 - 5 by even permutations, one after another as
 * the start of the sums; 6 - 11 by all, walked.
 */
static void
balanced(struct walk *w)
{
	uint8_t p[6] = { 0, 1, 2, 3, 4, 5 };
	int32_t *lane, sum;
	size_t i, a, b;
	bool have[6] = { false };

	for (i = 0; i < w->g; i++) {
		if (w->bucket[i] >= 6)
			have[w->bucket[i] - 6] = true;
		for (a = 0; a < 6; a++)
			for (b = 0; b < 6; b++) {
				lane = (int32_t *)vec(w, a, b) + i;
				*lane = have[b] ? w->r[w->pos[6 + a]] : 0;
			}
	}
	set_bars(w);
	do {
		if (!even(p, 6))
			continue;
		lane = (int32_t *)w->sum;
		for (sum = 0, i = 0; i < w->g; i++) {
			if (w->bucket[i] < 6)
				sum += w->r[w->pos[p[w->bucket[i]]]];
			lane[i] = sum;
		}
		inner(w, 0, 0);
	} while (next_perm(p, 6) && w->e < w->limit);
}

/* Vectors of the first coordinate; rest[i]: source of place i but for it. */
static void
grid_vectors(struct walk *w, const size_t *rest)
{
	int32_t run[DIGITS][DIGITS] = { { 0 } };
	size_t i, a, e;

	for (i = 0; i < w->g; i++) {
		e = w->bucket[i] % w->f;
		for (a = 0; a < w->f; a++)
			run[a][e] += w->r[w->pos[rest[i] + a]];
		for (a = 0; a < w->f; a++)
			for (e = 0; e < w->f; e++)
				((int32_t *)vec(w, a, e))[i] = run[a][e];
	}
}

static void
grid(struct walk *w, const struct bh_orbit *o, struct bh_arena *tmp)
{
	uint8_t p[BH_ORBIT_FACTORS][DIGITS];
	size_t *rest = bh_alloc(tmp, w->g * sizeof(*rest));
	size_t c, i, b, unit;

	for (c = 0; c < o->nf; c++)
		for (i = 0; i < o->f[c]; i++)
			p[c][i] = (uint8_t)i;
	do {
		for (i = 0; i < w->g; i++) {
			b = w->bucket[i] / w->f;
			rest[i] = 0;
			for (unit = w->f, c = 1; c < o->nf; c++) {
				rest[i] += unit * p[c][b % o->f[c]];
				b /= o->f[c];
				unit *= o->f[c];
			}
		}
		grid_vectors(w, rest);
		set_bars(w);
		inner(w, 0, 0);
		for (c = 1; c < o->nf && !next_perm(p[c], o->f[c]); c++)
			;
	} while (w->e < w->limit && c < o->nf);
}

/*
 * Bars of the segments: the easiest of each, less its unmoved part.  Behind the
 * last moved place all orderings sum to the same.
 */
static void
set_segments(struct walk *w)
{
	int32_t *lo = (int32_t *)(w->lo + w->f * w->blocks), x;
	int32_t *hi = (int32_t *)(w->hi + w->f * w->blocks);
	const struct bh_orbit_bars *b = w->bars;
	size_t t, i;

	for (i = 0; i < w->blocks * WIDE; i++) {
		lo[i] = -BH_ORBIT_NEVER;
		hi[i] = BH_ORBIT_NEVER;
	}
	for (t = 1; t < w->n; t++) {
		i = w->before[t] - 1;
		if (w->before[t] == w->g) {
			x = w->base[t] - w->base[w->n];
			if (x <= b->lo[t] || x >= b->hi[t])
				hi[i] = -BH_ORBIT_NEVER;
			continue;
		}
		x = b->lo[t] - w->base[t];
		if (b->lo[t] > -BH_ORBIT_NEVER && x > lo[i])
			lo[i] = x;
		x = b->hi[t] - w->base[t];
		if (b->hi[t] < BH_ORBIT_NEVER && x < hi[i])
			hi[i] = x;
	}
}

/* What is known of the positions before any ordering. */
static void
set_positions(struct walk *w, const struct bh_ranks *r, struct bh_arena *tmp)
{
	size_t n = r->n, t, b;

	w->pos = bh_alloc(tmp, w->g * sizeof(*w->pos));
	w->bucket = bh_alloc(tmp, w->g * sizeof(*w->bucket));
	w->r = bh_alloc(tmp, n * sizeof(*w->r));
	w->base = bh_alloc(tmp, (n + 1) * sizeof(*w->base));
	w->before = bh_calloc(tmp, n + 1, sizeof(*w->before));
	bh_orbit_positions(n, w->g, w->pos, tmp);
	for (b = 0; b < w->g; b++)
		w->before[w->pos[b] + 1] = 1;
	w->base[0] = 0;
	for (t = 0; t < n; t++) {
		w->r[t] = r->r[t] - (int32_t)(n + 1);
		w->base[t + 1] = w->base[t] +
		    (w->before[t + 1] != 0 ? 0 : w->r[t]);
		w->before[t + 1] += w->before[t];
	}
	for (b = 0; b < w->g; b++)
		w->bucket[w->before[w->pos[b]]] = b;
}

uint64_t
bh_orbit_count_group(const struct bh_ranks *r, const struct bh_orbit *o,
    const struct bh_orbit_bars *bars, uint64_t limit, struct bh_arena *tmp)
{
	struct walk w = { .bars = bars, .n = r->n, .g = o->moved,
	    .limit = limit, .f = o->balanced ? 6 : o->nf > 0 ? o->f[0] : 1 };

	w.blocks = (w.g + WIDE - 1) / WIDE;
	w.v = vectors(tmp, w.f * w.f, w.blocks);
	w.sum = vectors(tmp, w.f + 1, w.blocks);
	w.lo = vectors(tmp, w.f + 1, w.blocks);
	w.hi = vectors(tmp, w.f + 1, w.blocks);
	set_positions(&w, r, tmp);
	set_segments(&w);
	if (o->balanced)
		balanced(&w);
	else
		grid(&w, o, tmp);
	return w.e;
}
