#include "show/chart.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "show/fmt.h"

/* --- columns ----------------------------------------------------------- */

static int
column_of(const struct bh_chart *c, long topo)
{
	int64_t span = (int64_t)c->last - c->first;

	if (span == 0)
		return 0;
	return (int)(((int64_t)topo - c->first) * (c->n - 1) / span);
}

/* The mean of k values that add up to sum; v is one of them. */
static double
mean(double sum, int k, double v)
{
	double m = sum / k;

	return isfinite(m) ? m : v;
}

/*
 * Put points from position i on into the columns; topo never decreases, so the
 * points of a column are neighbours.
 */
static void
fill(struct bh_chart *c, const struct bh_points *p, size_t i, int shift)
{
	double sum = 0;
	int col, k = 0, at = -1;

	for (; i < p->n && p->topo[i] <= c->last; i++) {
		col = column_of(c, p->topo[i]) + shift;
		if (col != at)
			sum = k = 0;
		at = col;
		sum += p->value[i];
		c->v[col] = mean(sum, ++k, p->value[i]);
		c->has[col] = true;
	}
}

void
bh_chart_history(struct bh_chart *c, const struct bh_points *p, long tip)
{
	int64_t span;

	memset(c, 0, sizeof(*c));
	if (p->n == 0)
		return;
	c->first = p->topo[0];
	c->last = p->topo[p->n - 1];
	if (tip > c->last)
		c->last = tip;
	span = (int64_t)c->last - c->first + 1;
	c->n = span < BH_CHART_COLS ? (int)span : BH_CHART_COLS;
	fill(c, p, 0, 0);
}

void
bh_chart_branch(struct bh_chart *c, const double *baseline,
    const struct bh_points *base, long base_topo, double latest)
{
	int shift = baseline != NULL;
	long last = base_topo + 1, from = last - (BH_CHART_BRANCH_COLS - 2);
	size_t i = 0;

	memset(c, 0, sizeof(*c));
	while (i < base->n && base->topo[i] < from)
		i++;
	/* fill() sees the columns of the commits alone */
	c->first = i < base->n && base->topo[i] < last ? base->topo[i] : last;
	c->last = last;
	c->n = (int)(c->last - c->first + 1);
	fill(c, base, i, shift);
	if (baseline != NULL) {
		c->v[0] = *baseline;
		c->has[0] = true;
		c->mark[0] = BH_MARK_BASELINE;
		c->n++;
	}
	c->v[c->n - 1] = latest;
	c->has[c->n - 1] = true;
	c->mark[c->n - 1] = BH_MARK_AT;
}

void
bh_chart_at(struct bh_chart *c, long topo)
{
	if (c->n > 0 && topo >= c->first && topo <= c->last)
		c->mark[column_of(c, topo)] = BH_MARK_AT;
}

/* --- drawing ----------------------------------------------------------- */

enum glyph { NONE, ALONG, TAIL, HEAD, DOWN_LEFT, UP_RIGHT, UP_LEFT,
    DOWN_RIGHT, BAR, AXIS, ORIGIN, FOOT, GAP, SEEN, AT, BASELINE, GLYPHS };

static const char *const fancy[GLYPHS] = {
	" ", "─", "╴", "╶", "╯", "╭", "╮", "╰", "│", "┤", "┼", "└", "·", "•",
	"▲", "="
};
static const char *const plain[GLYPHS] = {
	" ", "-", "-", "-", "/", "/", "\\", "\\", "|", "|", "+", "+", ".", "*",
	"^", "="
};

struct picture {
	double		lo, hi;
	int		top;			/* the highest row, lo's is 0 */
	int		row[BH_CHART_COLS];
	unsigned char	cell[2 * BH_CHART_ROWS + 1][BH_CHART_COLS];
};

/* Lowest and highest value; returns how many there are. */
static int
extremes(struct picture *p, const struct bh_chart *c)
{
	int i, k = 0;

	for (i = 0; i < c->n; i++) {
		if (!c->has[i])
			continue;
		if (k++ == 0)
			p->lo = p->hi = c->v[i];
		p->lo = c->v[i] < p->lo ? c->v[i] : p->lo;
		p->hi = c->v[i] > p->hi ? c->v[i] : p->hi;
	}
	return k;
}

/* The row of v; held in 0..top where doubles are too coarse for the scale. */
static int
row_of(const struct picture *p, double v, double scale, int top)
{
	double r = round(v * scale) - round(p->lo * scale);

	return r >= 0 && r <= top ? (int)r : r > top ? top : 0;
}

static void
rows(struct picture *p, const struct bh_chart *c)
{
	double scale = p->hi > p->lo ? BH_CHART_ROWS / (p->hi - p->lo) : 1;
	int i;

	p->top = p->hi > p->lo ?
	    row_of(p, p->hi, scale, 2 * BH_CHART_ROWS) : 0;
	for (i = 0; i < c->n; i++)
		p->row[i] = c->has[i] ? row_of(p, c->v[i], scale, p->top) : 0;
}

/* The cell between two columns, both measured, on different rows. */
static void
corner(struct picture *p, int x, int from, int to)
{
	bool up = to > from;
	int r;

	p->cell[from][x] = up ? DOWN_LEFT : UP_LEFT;
	p->cell[to][x] = up ? UP_RIGHT : DOWN_RIGHT;
	for (r = (up ? from : to) + 1; r < (up ? to : from); r++)
		p->cell[r][x] = BAR;
}

static void
cells(struct picture *p, const struct bh_chart *c)
{
	int x;

	memset(p->cell, NONE, sizeof(p->cell));
	for (x = 0; x + 1 < c->n; x++) {
		if (c->has[x] && !c->has[x + 1])
			p->cell[p->row[x]][x] = TAIL;
		else if (!c->has[x] && c->has[x + 1])
			p->cell[p->row[x + 1]][x] = HEAD;
		else if (c->has[x] && p->row[x] == p->row[x + 1])
			p->cell[p->row[x]][x] = ALONG;
		else if (c->has[x])
			corner(p, x, p->row[x], p->row[x + 1]);
	}
}

/* Decimals of all labels, by the larger end of the scale. */
static int
decimals(double lo, double hi)
{
	double m = fmax(fabs(lo), fabs(hi)), l = m == 0 ? -1 : log10(m);

	if (l > 2)
		return 0;
	if (l >= 0)
		return 2;
	return 2 + (int)floor(-l) - (l == floor(l));
}

/* A label, right-aligned; -0 is shown as 0. */
static void
label(struct bh_buf *b, size_t width, int places, double v)
{
	struct bh_buf t = BH_BUF_INIT;
	struct bh_str s;

	bh_buf_f(&t, "%.*f", places, v);
	s = bh_buf_of(&t);
	if (s.p[0] == '-' && strspn(s.p + 1, "0.") == s.n - 1)
		s = bh_str_from(s, 1);
	bh_buf_f(b, "%*s", width > s.n ? (int)(width - s.n) : 0, "");
	bh_buf_str(b, s);
	bh_buf_free(&t);
}

static size_t
label_width(const struct picture *p, int places)
{
	struct bh_buf t = BH_BUF_INIT;
	size_t lo, hi;

	label(&t, 0, places, p->lo);
	lo = t.n;
	label(&t, 0, places, p->hi);
	hi = t.n - lo;
	bh_buf_free(&t);
	return (lo > hi ? lo : hi) + 1;
}

static void
draw_row(struct bh_buf *b, const struct picture *p, const struct bh_chart *c,
    const char *const *glyph, int r)
{
	size_t from = b->n;
	int x;

	bh_buf_z(b, glyph[c->has[0] && p->row[0] == r ? ORIGIN : AXIS]);
	for (x = 0; x + 1 < c->n; x++)
		bh_buf_z(b, glyph[p->cell[r][x]]);
	bh_fmt_trim(b, from);
	bh_buf_c(b, '\n');
}

static void
draw_rug(struct bh_buf *b, const struct bh_chart *c, const char *const *glyph,
    size_t width)
{
	static const enum glyph marked[] = { NONE, AT, BASELINE };
	int x;

	bh_buf_f(b, "%*s%s", (int)width, "", glyph[FOOT]);
	for (x = 0; x < c->n; x++)
		bh_buf_z(b, glyph[c->mark[x] != BH_MARK_NONE ?
		    marked[c->mark[x]] : c->has[x] ? SEEN : GAP]);
	bh_buf_c(b, '\n');
}

bool
bh_chart_draw(struct bh_buf *b, const struct bh_chart *c, bool ascii)
{
	const char *const *glyph = ascii ? plain : fancy;
	struct picture p;
	size_t width;
	int places, r;

	if (extremes(&p, c) < 2)
		return false;
	rows(&p, c);
	cells(&p, c);
	places = decimals(p.lo, p.hi);
	width = label_width(&p, places);
	for (r = p.top; r >= 0; r--) {
		label(b, width, places, p.top == 0 ? p.hi :
		    p.hi - (p.top - r) * (p.hi - p.lo) / p.top);
		bh_buf_c(b, ' ');
		draw_row(b, &p, c, glyph, r);
	}
	draw_rug(b, c, glyph, width + 1);
	return true;
}
