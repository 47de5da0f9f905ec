#include <math.h>
#include <string.h>

#include "compute/stat.h"
#include "compute/turns.h"

/* cells a unit of distance is parted in; most cells a side */
#define FINE	8.
enum { SIDE = 512 };

static size_t
cell(double v, double low, size_t n)
{
	double c = floor((v - low) * FINE);

	return c <= 0 ? 0 : c >= (double)n - 1 ? n - 1 : (size_t)c;
}

static size_t
side(double low, double high)
{
	double c = floor((high - low) * FINE) + 1;

	return c >= SIDE ? SIDE : (size_t)c;
}

static size_t
place(const struct bh_turn_index *x, const struct bh_turn *t)
{
	return cell(t->reach, x->low_reach, x->high) * x->wide +
	    cell(t->scale, x->low_scale, x->wide);
}

static void
bounds(struct bh_turn_index *x, const struct bh_turn *v, size_t n)
{
	double s = n > 0 ? v[0].scale : 0, r = n > 0 ? v[0].reach : 0;
	size_t i;

	x->low_scale = s;
	x->low_reach = r;
	for (i = 0; i < n; i++) {
		x->low_scale = fmin(x->low_scale, v[i].scale);
		x->low_reach = fmin(x->low_reach, v[i].reach);
		s = fmax(s, v[i].scale);
		r = fmax(r, v[i].reach);
	}
	x->wide = side(x->low_scale, s);
	x->high = side(x->low_reach, r);
}

void
bh_turn_index(struct bh_turn_index *x, struct bh_turn *v, size_t n,
    struct bh_arena *a)
{
	struct bh_turn *w = bh_alloc(a, (n + 1) * sizeof(*w));
	size_t i, j, at, row, *sum;

	bounds(x, v, n);
	x->v = w;
	x->n = n;
	x->tmp = bh_alloc(a, (n + 1) * sizeof(*x->tmp));
	x->near = bh_alloc(a, (n + 1) * sizeof(*x->near));
	x->start = bh_calloc(a, x->wide * x->high + 2, sizeof(*x->start));
	for (i = 0; i < n; i++)
		x->start[place(x, &v[i]) + 2]++;
	for (i = 2; i < x->wide * x->high + 2; i++)
		x->start[i] += x->start[i - 1];
	for (i = 0; i < n; i++)
		w[x->start[place(x, &v[i]) + 1]++] = v[i];
	row = x->wide + 1;
	x->sum = sum = bh_calloc(a, row * (x->high + 1), sizeof(*sum));
	for (j = 0; j < x->high; j++)
		for (i = 0; i < x->wide; i++) {
			at = j * x->wide + i;
			sum[(j + 1) * row + i + 1] = x->start[at + 1] -
			    x->start[at] + sum[j * row + i + 1] +
			    sum[(j + 1) * row + i] - sum[j * row + i];
		}
}

/* cells at most r from the middle: [x0, x1) x [y0, y1) */
struct box {
	size_t	x0, x1, y0, y1;
};

static struct box
around(const struct bh_turn_index *x, size_t cx, size_t cy, size_t r)
{
	return (struct box){ cx > r ? cx - r : 0,
	    cx + r + 1 < x->wide ? cx + r + 1 : x->wide,
	    cy > r ? cy - r : 0,
	    cy + r + 1 < x->high ? cy + r + 1 : x->high };
}

static size_t
held(const struct bh_turn_index *x, struct box b)
{
	size_t row = x->wide + 1;

	return x->sum[b.y1 * row + b.x1] - x->sum[b.y0 * row + b.x1] -
	    x->sum[b.y1 * row + b.x0] + x->sum[b.y0 * row + b.x0];
}

/* how many cells around t surely hold the want nearest turns */
static size_t
reach(const struct bh_turn_index *x, const struct bh_turn *t, size_t want,
    size_t cx, size_t cy)
{
	size_t most = x->wide > x->high ? x->wide : x->high, r = 0;
	double i = (t->scale - x->low_scale) * FINE;
	double j = (t->reach - x->low_reach) * FINE;

	/* in the last cell of a side, or outside, distances are not bounded */
	if (x->n <= want || i < 0 || j < 0 || i >= SIDE - 1 || j >= SIDE - 1 ||
	    i >= (double)x->wide || j >= (double)x->high)
		return most;
	while (r < most && held(x, around(x, cx, cy, r)) < want)
		r++;
	return r + 1;
}

void
bh_turn_count(const struct bh_turn_index *x, const struct bh_turn *t,
    size_t want, size_t *in, size_t *far)
{
	size_t cx = cell(t->scale, x->low_scale, x->wide), n = 0, i, j;
	size_t cy = cell(t->reach, x->low_reach, x->high);
	struct box b = around(x, cx, cy, reach(x, t, want, cx, cy));
	const struct bh_turn *u, *end;
	double bar = INFINITY;

	for (j = b.y0; j < b.y1; j++) {
		u = x->v + x->start[j * x->wide + b.x0];
		end = x->v + x->start[j * x->wide + b.x1];
		for (; u < end; u++) {
			x->near[n].scale = fmax(fabs(u->scale - t->scale),
			    fabs(u->reach - t->reach));
			x->near[n].size = u->size;
			x->tmp[n] = x->near[n].scale;
			n++;
		}
	}
	if (n > want)
		bar = bh_stat_select(x->tmp, n, want - 1);
	*in = *far = 0;
	for (i = 0; i < n; i++)
		if (x->near[i].scale <= bar) {
			++*in;
			*far += x->near[i].size >= t->size;
		}
}
