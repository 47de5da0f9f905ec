#include <math.h>

#include "compute/stat.h"
#include "compute/turns.h"

#define FINE	4.	/* cells a unit of distance is parted in */

/* most cells a side; what lies beyond shares the last one */
static const size_t most[BH_TURN_LOOKS] = { 160, 96, 32 };

/* cells from, up to but not including to, a side each */
struct box {
	size_t	from[BH_TURN_LOOKS], to[BH_TURN_LOOKS];
};

static size_t
cell(const struct bh_turn_index *x, const struct bh_turn *t, int k)
{
	double c = floor((t->look[k] - x->low[k]) * FINE);

	if (c <= 0)
		return 0;
	return c >= (double)x->side[k] - 1 ? x->side[k] - 1 : (size_t)c;
}

static size_t
place(const struct bh_turn_index *x, const struct bh_turn *t)
{
	return (cell(x, t, 2) * x->side[1] + cell(x, t, 1)) * x->side[0] +
	    cell(x, t, 0);
}

static void
bounds(struct bh_turn_index *x, const struct bh_turn *v, size_t n)
{
	double high, c;
	size_t i;
	int k;

	for (k = 0; k < BH_TURN_LOOKS; k++) {
		high = x->low[k] = n > 0 ? v[0].look[k] : 0;
		for (i = 1; i < n; i++) {
			x->low[k] = fmin(x->low[k], v[i].look[k]);
			high = fmax(high, v[i].look[k]);
		}
		c = floor((high - x->low[k]) * FINE) + 1;
		x->side[k] = c >= (double)most[k] ? most[k] : (size_t)c;
	}
}

static size_t
corner(const struct bh_turn_index *x, size_t i, size_t j, size_t k)
{
	return (k * (x->side[1] + 1) + j) * (x->side[0] + 1) + i;
}

/* sums over all cells below each corner */
static void
sum_up(struct bh_turn_index *x)
{
	const size_t *s = x->side;
	size_t i, j, k, at = 0, row, plane, *c = x->sum;

	for (k = 1; k <= s[2]; k++)
		for (j = 1; j <= s[1]; j++) {
			row = 0;
			for (i = 1; i <= s[0]; i++, at++) {
				row += x->start[at + 1] - x->start[at];
				plane = row + c[corner(x, i, j - 1, k)];
				c[corner(x, i, j, k)] = plane +
				    c[corner(x, i, j, k - 1)] -
				    c[corner(x, i, j - 1, k - 1)];
			}
		}
}

void
bh_turn_index(struct bh_turn_index *x, const struct bh_turn *v, size_t n,
    struct bh_arena *a)
{
	struct bh_turn *w = bh_alloc(a, (n + 1) * sizeof(*w));
	size_t i, cells;

	bounds(x, v, n);
	cells = x->side[0] * x->side[1] * x->side[2];
	x->v = w;
	x->n = n;
	x->tmp = bh_alloc(a, (n + 1) * sizeof(double));
	x->dist = bh_alloc(a, (n + 1) * sizeof(double));
	x->size = bh_alloc(a, (n + 1) * sizeof(double));
	x->start = bh_calloc(a, cells + 2, sizeof(*x->start));
	for (i = 0; i < n; i++)
		x->start[place(x, &v[i]) + 2]++;
	for (i = 2; i < cells + 2; i++)
		x->start[i] += x->start[i - 1];
	for (i = 0; i < n; i++)
		w[x->start[place(x, &v[i]) + 1]++] = v[i];
	x->sum = bh_calloc(a, corner(x, 0, 0, x->side[2] + 1),
	    sizeof(*x->sum));
	sum_up(x);
}

/* the cells at most r away from that of t */
static struct box
around(const struct bh_turn_index *x, const struct bh_turn *t, size_t r)
{
	struct box b;
	size_t c;
	int k;

	for (k = 0; k < BH_TURN_LOOKS; k++) {
		c = cell(x, t, k);
		b.from[k] = c > r ? c - r : 0;
		b.to[k] = c + r + 1 < x->side[k] ? c + r + 1 : x->side[k];
	}
	return b;
}

static size_t
held(const struct bh_turn_index *x, const struct box *b)
{
	const size_t *f = b->from, *t = b->to, *c = x->sum;

	return c[corner(x, t[0], t[1], t[2])] -
	    c[corner(x, f[0], t[1], t[2])] - c[corner(x, t[0], f[1], t[2])] -
	    c[corner(x, t[0], t[1], f[2])] + c[corner(x, f[0], f[1], t[2])] +
	    c[corner(x, f[0], t[1], f[2])] + c[corner(x, t[0], f[1], f[2])] -
	    c[corner(x, f[0], f[1], f[2])];
}

/* cells that surely hold the want nearest turns */
static struct box
reach(const struct bh_turn_index *x, const struct bh_turn *t, size_t want)
{
	size_t far = x->side[0] + x->side[1] + x->side[2], r = 0;
	struct box b = around(x, t, r);
	double at;
	int k;

	/* outside, or where a cell has no end, distances are not bounded */
	for (k = 0; k < BH_TURN_LOOKS; k++) {
		at = (t->look[k] - x->low[k]) * FINE;
		if (at < 0 || at >= (double)x->side[k] ||
		    cell(x, t, k) + 1 >= most[k])
			return around(x, t, far);
	}
	while (r < far && held(x, &b) < want)
		b = around(x, t, ++r);
	/* a nearer one may sit a cell further out than the farthest inside */
	return around(x, t, r + 1);
}

static double
distance(const struct bh_turn *a, const struct bh_turn *b)
{
	return fmax(fmax(fabs(a->look[0] - b->look[0]),
	    fabs(a->look[1] - b->look[1])), fabs(a->look[2] - b->look[2]));
}

void
bh_turn_count(const struct bh_turn_index *x, const struct bh_turn *t,
    size_t want, size_t *in, size_t *far)
{
	struct box b = reach(x, t, want);
	const struct bh_turn *u, *end;
	size_t n = 0, i, j, k, row;
	double bar = INFINITY;

	for (k = b.from[2]; k < b.to[2]; k++)
		for (j = b.from[1]; j < b.to[1]; j++) {
			row = (k * x->side[1] + j) * x->side[0];
			u = x->v + x->start[row + b.from[0]];
			end = x->v + x->start[row + b.to[0]];
			for (; u < end; u++, n++) {
				x->tmp[n] = x->dist[n] = distance(u, t);
				x->size[n] = u->size;
			}
		}
	if (n > want)
		bar = bh_stat_select(x->tmp, n, want - 1);
	*in = *far = 0;
	for (i = 0; i < n; i++)
		if (x->dist[i] <= bar) {
			++*in;
			*far += x->size[i] >= t->size;
		}
}
