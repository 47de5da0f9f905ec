/*
 * Counting extreme orderings of a permutation group without visiting them all.
 *
 * The moved positions cut the splits into segments inside which u only shifts
 * by what the moved ranks before it sum to.  So an ordering is a vector of such
 * sums, one lane a segment, and each lane has bars of its own.  All but one
 * coordinate of the group are stepped through; the permutations of that one are
 * walked digit by digit, where every choice adds one vector.  What the digits
 * left can add at best to each lane is known exactly for every set of them, so
 * a branch ends as soon as no lane can reach a bar.
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
	int32_t	*rank;		/* rank less n + 1 of the value in bucket b */
	int32_t	*base;		/* base[t]: ranks of unmoved places before t */
	size_t	*before;	/* before[t]: moved places before t */
	int32_t	*lane_lo, *lane_hi; /* bars of segment i: i + 1 places before */

	size_t	 f;		/* digits of the walked coordinate */
	uint8_t	*digit;		/* of place i; f: it is not walked */
	size_t	*src;		/* the value of place i comes from bucket */
				/* src[i] + source of its digit */
	size_t	 stride, blocks;  /* vectors of WIDE lanes: room, in use */
	lanes	*v;		/* [a][e]: what digit e adds if from a */
	lanes	*sum;		/* [d]: sums with d digits placed */
	lanes	*lo, *hi;	/* [set of sources left]: bars less the best */
				/* that these can add; [0]: the true ones */
	uint8_t	 from[DIGITS];	/* source of each digit */
	uint64_t e, limit;
};

static lanes *
vec(const struct walk *w, size_t a, size_t e)
{
	return w->v + (a * w->f + e) * w->stride;
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
	int32_t u, moved = 0, best_u = 0, k = -1;
	size_t i = 0, t, best = 1, b;

	for (t = 1; t < w->n; t++) {
		if (w->before[t] > i) {
			b = w->src[i];
			if (w->digit[i] < w->f)
				b += w->from[w->digit[i]];
			moved += w->rank[b];
			i++;
		}
		u = w->base[t] + moved;
		if (abs(u) > k) {
			k = abs(u);
			best = t;
			best_u = u;
		}
	}
	w->e += best_u <= w->bars->lo[best] || best_u >= w->bars->hi[best];
}

/* Digits below d have their sources; left is the set of the others. */
static void
inner(struct walk *w, size_t d, unsigned left)
{
	lanes *from = w->sum + d * w->stride, *to = from + w->stride;
	unsigned more, then;
	size_t a;

	if (d == w->f) {
		leaf(w);
		return;
	}
	for (more = left; more != 0 && w->e < w->limit; more &= more - 1) {
		a = (size_t)__builtin_ctz(more);
		w->from[d] = (uint8_t)a;
		then = left & ~(1u << a);
		if (add(to, from, vec(w, a, d), w->lo + then * w->stride,
		    w->hi + then * w->stride, w->blocks))
			inner(w, d + 1, then);
	}
}

/* hi = min(hi, from_hi - x), lo = max(lo, from_lo - x) */
static void
tighten(lanes *lo, lanes *hi, const lanes *from_lo, const lanes *from_hi,
    const lanes *x, size_t blocks)
{
	lanes y;
	size_t i;

	for (i = 0; i < blocks; i++) {
		y = from_hi[i] - x[i];
		hi[i] += (y - hi[i]) & (y < hi[i]);
		y = from_lo[i] - x[i];
		lo[i] += (y - lo[i]) & (y > lo[i]);
	}
}

/*
 * Bars of every set of sources from those of its subsets: the digit placed
 * first takes one, the later ones the others at their best.
 */
static void
set_bars(struct walk *w)
{
	unsigned set, more, then;
	lanes *lo, *hi;
	size_t d, a, i;

	for (set = 1; set < 1u << w->f; set++) {
		lo = w->lo + set * w->stride;
		hi = w->hi + set * w->stride;
		for (i = 0; i < w->blocks; i++) {
			lo[i] = (lanes){ 0 } - 2 * BH_ORBIT_NEVER;
			hi[i] = (lanes){ 0 } + 2 * BH_ORBIT_NEVER;
		}
		d = w->f - (size_t)__builtin_popcount(set);
		for (more = set; more != 0; more &= more - 1) {
			a = (size_t)__builtin_ctz(more);
			then = set & ~(1u << a);
			tighten(lo, hi, w->lo + then * w->stride,
			    w->hi + then * w->stride, vec(w, a, d),
			    w->blocks);
		}
	}
}

/* Lane number k: the segment behind place i, or (run == NULL) none. */
static void
set_lane(struct walk *w, size_t k, size_t i, int32_t start,
    int32_t (*run)[DIGITS])
{
	size_t a, e;

	((int32_t *)w->sum)[k] = start;
	((int32_t *)w->lo)[k] =
	    run != NULL ? w->lane_lo[i] : -BH_ORBIT_NEVER;
	((int32_t *)w->hi)[k] =
	    run != NULL ? w->lane_hi[i] : BH_ORBIT_NEVER;
	for (a = 0; a < w->f; a++)
		for (e = 0; e < w->f; e++)
			((int32_t *)vec(w, a, e))[k] =
			    run != NULL ? run[e][a] : 0;
}

/* Count the orderings of digit and src: all permutations of the digits. */
static void
walk(struct walk *w)
{
	int32_t run[DIGITS][DIGITS] = { { 0 } };	/* [e][a], up to i */
	int32_t most[DIGITS] = { 0 }, least[DIGITS] = { 0 };
	int32_t top = 0, end = 0, start = 0, hi, lo;
	const int32_t *rank;
	size_t i, a, e, k = 0;

	for (i = 0; i < w->g; i++) {
		rank = w->rank + w->src[i];
		e = w->digit[i];
		if (e == w->f) {
			start += rank[0];
			top += rank[0];
			end += rank[0];
		} else {
			hi = lo = run[e][0] += rank[0];
			for (a = 1; a < w->f; a++) {
				run[e][a] += rank[a];
				hi = run[e][a] > hi ? run[e][a] : hi;
				lo = run[e][a] < lo ? run[e][a] : lo;
			}
			top += hi - most[e];
			end += lo - least[e];
			most[e] = hi;
			least[e] = lo;
		}
		if (top >= w->lane_hi[i] || end <= w->lane_lo[i])
			set_lane(w, k++, i, start, run);
	}
	if (k == 0)
		return;
	for (; k % WIDE != 0; k++)
		set_lane(w, k, 0, 0, NULL);
	w->blocks = k / WIDE;
	set_bars(w);
	inner(w, 0, (1u << w->f) - 1);
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

/* Buckets 0 - 5 by even permutations, stepped; 6 - 11 by all, walked. */
static void
balanced(struct walk *w)
{
	uint8_t p[6] = { 0, 1, 2, 3, 4, 5 };
	size_t i;

	do {
		if (!even(p, 6))
			continue;
		for (i = 0; i < w->g; i++)
			if (w->bucket[i] < 6) {
				w->digit[i] = 6;
				w->src[i] = p[w->bucket[i]];
			} else {
				w->digit[i] = (uint8_t)(w->bucket[i] - 6);
				w->src[i] = 6;
			}
		walk(w);
	} while (next_perm(p, 6) && w->e < w->limit);
}

/* The first coordinate is walked, the others are stepped. */
static void
grid(struct walk *w, const struct bh_orbit *o, struct bh_arena *tmp)
{
	uint8_t p[BH_ORBIT_FACTORS][DIGITS];
	uint8_t *digit = bh_alloc(tmp, o->nf * w->g);	/* [c][place] */
	size_t unit[BH_ORBIT_FACTORS] = { 1 }, c, i, b;

	for (c = 0; c < o->nf; c++) {
		if (c > 0)
			unit[c] = unit[c - 1] * o->f[c - 1];
		for (i = 0; i < o->f[c]; i++)
			p[c][i] = (uint8_t)i;
		for (i = 0; i < w->g; i++)
			digit[c * w->g + i] =
			    (uint8_t)(w->bucket[i] / unit[c] % o->f[c]);
	}
	memcpy(w->digit, digit, w->g);
	do {
		for (i = 0; i < w->g; i++) {
			for (b = 0, c = 1; c < o->nf; c++)
				b += unit[c] * p[c][digit[c * w->g + i]];
			w->src[i] = b;
		}
		walk(w);
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
	int32_t *lo = w->lane_lo, *hi = w->lane_hi, x;
	const struct bh_orbit_bars *b = w->bars;
	size_t t, i;

	for (i = 0; i < w->g; i++) {
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
	size_t n = r->n, *pos = bh_alloc(tmp, w->g * sizeof(*pos)), t, b;
	int32_t mean = (int32_t)(n + 1);

	bh_orbit_positions(n, w->g, pos, tmp);
	for (b = 0; b < w->g; b++) {
		w->before[pos[b] + 1] = 1;
		w->rank[b] = r->r[pos[b]] - mean;
	}
	w->base[0] = 0;
	for (t = 0; t < n; t++) {
		w->base[t + 1] = w->base[t] +
		    (w->before[t + 1] != 0 ? 0 : r->r[t] - mean);
		w->before[t + 1] += w->before[t];
	}
	for (b = 0; b < w->g; b++)
		w->bucket[w->before[pos[b]]] = b;
}

uint64_t
bh_orbit_count_group(const struct bh_ranks *r, const struct bh_orbit *o,
    const struct bh_orbit_bars *bars, uint64_t limit, struct bh_arena *tmp)
{
	size_t n = r->n, g = o->moved;
	struct walk w = { .bars = bars, .n = n, .g = g, .limit = limit,
	    .f = o->balanced ? 6 : o->nf > 0 ? o->f[0] : 1,
	    .stride = (g + WIDE - 1) / WIDE };

	w.bucket = bh_alloc(tmp, g * sizeof(*w.bucket));
	w.rank = bh_alloc(tmp, g * sizeof(*w.rank));
	w.base = bh_alloc(tmp, (n + 1) * sizeof(*w.base));
	w.before = bh_calloc(tmp, n + 1, sizeof(*w.before));
	w.lane_lo = bh_alloc(tmp, g * sizeof(*w.lane_lo));
	w.lane_hi = bh_alloc(tmp, g * sizeof(*w.lane_hi));
	w.digit = bh_alloc(tmp, g);
	w.src = bh_alloc(tmp, g * sizeof(*w.src));
	w.v = bh_alloc(tmp, w.f * w.f * w.stride * sizeof(lanes));
	w.sum = bh_alloc(tmp, (w.f + 1) * w.stride * sizeof(lanes));
	w.lo = bh_alloc(tmp, (w.stride << w.f) * sizeof(lanes));
	w.hi = bh_alloc(tmp, (w.stride << w.f) * sizeof(lanes));
	set_positions(&w, r, tmp);
	set_segments(&w);
	if (o->balanced)
		balanced(&w);
	else
		grid(&w, o, tmp);
	return w.e;
}
