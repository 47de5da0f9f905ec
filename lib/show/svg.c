#include "show/svg.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "show/svg_put.h"

enum { LEFT = 84, RIGHT = 14, TITLE = 14, ROW = 15, ROWS = 3, FOOT = 46,
    LABEL = 84,		/* the width of a short commit */
    FAR = 36 };		/* from a level, too far for its label */

/* Where values and positions go.  The quarters of huge values are finite. */
struct field {
	double	top, bottom;
	double	lo, quarter;		/* lowest value, (highest - lowest) / 4 */
	long	first, last;
};

static double
x_of(const struct field *f, double at)
{
	double width = BH_SVG_WIDTH - LEFT - RIGHT - 12;

	if (f->first == f->last)
		return LEFT + 6 + width / 2;
	return LEFT + 6 + (at - f->first) / ((double)f->last - f->first) *
	    width;
}

static double
y_of(const struct field *f, double v)
{
	double share = f->quarter > 0 ? (v / 4 - f->lo / 4) / f->quarter : 0.5;

	return f->bottom - share * (f->bottom - f->top);
}

/* --- the range of values ----------------------------------------------- */

static void
widen(double v, double *lo, double *hi)
{
	*lo = v < *lo ? v : *lo;
	*hi = v > *hi ? v : *hi;
}

/* Lowest and highest of all that is shown; false: nothing is. */
static bool
extremes(const struct bh_plot *p, double *lo, double *hi)
{
	size_t i;

	*lo = INFINITY;
	*hi = -INFINITY;
	for (i = 0; i < p->p->n; i++) {
		widen(p->p->value[i], lo, hi);
		if (p->p->has != NULL && p->p->has[i]) {
			widen(p->p->low[i], lo, hi);
			widen(p->p->high[i], lo, hi);
		}
	}
	for (i = 0; i < p->nlevel; i++) {
		widen(p->level[i].v, lo, hi);
		widen(p->level[i].w, lo, hi);
	}
	if (p->has_range) {
		widen(p->low, lo, hi);
		widen(p->high, lo, hi);
	}
	if (p->has_latest)
		widen(p->latest, lo, hi);
	return *lo <= *hi;
}

/*
 * Room above and below; no less than a hundredth of the values, so that noise
 * of nothing does not fill the picture.
 */
static void
set_range(struct field *f, double lo, double hi)
{
	double least = fmax(fabs(lo), fabs(hi)) / 400, quarter = hi / 4 - lo / 4;

	if (quarter >= least) {
		f->lo = lo - quarter / 4;
		f->quarter = quarter + quarter / 8;
	} else {
		f->lo = lo - (least - quarter) * 2;
		f->quarter = least;
	}
	if (!isfinite(f->lo))
		f->lo = lo;
}

/* --- axes -------------------------------------------------------------- */

/* v as digit * 10^return, 1 <= digit < 10; v > 0 and finite. */
static int
exponent(double v)
{
	char text[64];

	snprintf(text, sizeof(text), "%.17e", v);
	return atoi(strchr(text, 'e') + 1);
}

static double
power(int e)
{
	char text[32];

	snprintf(text, sizeof(text), "1e%d", e);
	return strtod(text, NULL);
}

/* The next of 1, 2, 5 times a power of ten from v on; its power. */
static double
nice(double v, int *e)
{
	double unit;

	*e = exponent(v);
	unit = power(*e);
	if (v <= unit)
		return unit;
	if (v <= 2 * unit)
		return 2 * unit;
	if (v <= 5 * unit)
		return 5 * unit;
	return power(++*e);
}

/* A unit in which the ticks are short: values are divided by 10^e. */
struct unit {
	int		 e;
	const char	*name;
};

static struct unit
unit_of(enum bh_kind kind, double most)
{
	static const struct unit ns[] = { { 0, "ns" }, { 3, "µs" },
	    { 6, "ms" }, { 9, "s" } };
	static const struct unit bytes[] = { { 0, "bytes" }, { 3, "kB" },
	    { 6, "MB" }, { 9, "GB" } };
	static const struct unit count[] = { { 0, "count" },
	    { 3, "thousands" }, { 6, "millions" }, { 9, "billions" } };
	const char *u = bh_kind_unit(kind);
	const struct unit *t = strcmp(u, "ns") == 0 ? ns :
	    strcmp(u, "bytes") == 0 ? bytes : count;
	int e = most > 0 ? exponent(most) : 0, i = e < 4 ? 0 : e / 3;

	return t[i > 3 ? 3 : i];
}

static void
tick_label(struct bh_buf *b, double y, double v, int e, struct unit u)
{
	char text[64];
	int places = u.e - e;

	v /= power(u.e);
	if (places < 0)
		places = 0;
	if (places > 6 || fabs(v) >= 1e9)
		snprintf(text, sizeof(text), "%.4g", v);
	else
		snprintf(text, sizeof(text), "%.*f", places, v == 0 ? 0 : v);
	bh_svg_text(b, LEFT - 8, y + 4, "t", "end", bh_str_of(text));
}

static void
y_axis(struct bh_buf *b, const struct field *f, const struct bh_plot *p,
    double most)
{
	struct unit u = unit_of(p->kind, most);
	struct bh_buf t = BH_BUF_INIT;
	double step, k, v;
	int e, n = 0;

	bh_buf_f(&t, "%s (%s)", bh_kind_name(p->kind), u.name);
	bh_svg_text(b, 0, TITLE, "t", "start", bh_buf_of(&t));
	bh_buf_free(&t);
	if (f->quarter < 1e-300) {
		tick_label(b, y_of(f, f->lo), f->lo, 0, u);
		return;
	}
	step = nice(f->quarter * 0.6, &e);
	for (k = ceil(f->lo / step); n < 9; k++, n++) {
		v = k * step;
		if (!isfinite(v) || y_of(f, v) < f->top)
			break;
		bh_svg_path(b, "g");
		bh_svg_to(b, 'M', LEFT, y_of(f, v));
		bh_svg_to(b, 'L', BH_SVG_WIDTH - RIGHT, y_of(f, v));
		bh_svg_end(b);
		tick_label(b, y_of(f, v), v, e, u);
	}
}

static void
x_axis(struct bh_buf *b, const struct field *f, const struct bh_plot *p)
{
	double span = (double)f->last - f->first, x;
	long step = span > 8 ? (long)nice(span / 8, &(int){ 0 }) : 1, k;
	char text[32];

	bh_svg_path(b, "a");
	bh_svg_to(b, 'M', LEFT, f->bottom);
	bh_svg_to(b, 'L', BH_SVG_WIDTH - RIGHT, f->bottom);
	bh_svg_end(b);
	k = f->first + (step - f->first % step) % step;
	for (; k <= f->last; k += step) {
		x = x_of(f, (double)k);
		bh_svg_path(b, "a");
		bh_svg_to(b, 'M', x, f->bottom);
		bh_svg_to(b, 'L', x, f->bottom + 4);
		bh_svg_end(b);
		snprintf(text, sizeof(text), "%ld", k);
		bh_svg_text(b, x, f->bottom + 17, "t", "middle",
		    bh_str_of(text));
	}
	bh_svg_text(b, (LEFT + BH_SVG_WIDTH - RIGHT) / 2.0, f->bottom + 36,
	    "t", "middle", p->has_latest ?
	    BH_STR("first-parent position of the base, then the branch") :
	    BH_STR("first-parent position"));
	if (p->left.p != NULL)
		bh_svg_text(b, LEFT, f->bottom + 36, "c", "start",
		    bh_fmt_short(p->left));
	if (p->right.p != NULL)
		bh_svg_text(b, BH_SVG_WIDTH - RIGHT, f->bottom + 36, "c", "end",
		    bh_fmt_short(p->right));
}

/* --- data -------------------------------------------------------------- */

/* Lines between neighbours in history; a gap is never bridged. */
static void
lines(struct bh_buf *b, const struct field *f, const struct bh_points *p)
{
	size_t i, from = b->n, none;
	bool on = false;

	bh_svg_path(b, "l");
	none = b->n;
	for (i = 1; i < p->n; i++) {
		if ((long)p->topo[i] - p->topo[i - 1] > 1) {
			on = false;
			continue;
		}
		if (!on)
			bh_svg_to(b, 'M', x_of(f, p->topo[i - 1]),
			    y_of(f, p->value[i - 1]));
		bh_svg_to(b, 'L', x_of(f, p->topo[i]), y_of(f, p->value[i]));
		on = true;
	}
	if (b->n == none)
		b->n = from;
	else
		bh_svg_end(b);
}

static void
intervals(struct bh_buf *b, const struct field *f, const struct bh_points *p)
{
	size_t i;

	if (p->has == NULL)
		return;
	bh_svg_path(b, "i");
	for (i = 0; i < p->n; i++) {
		if (!p->has[i])
			continue;
		bh_svg_to(b, 'M', x_of(f, p->topo[i]), y_of(f, p->low[i]));
		bh_svg_to(b, 'L', x_of(f, p->topo[i]), y_of(f, p->high[i]));
	}
	bh_svg_end(b);
}

static void
dots(struct bh_buf *b, const struct field *f, const struct bh_points *p,
    bool dirty)
{
	bool some = false;
	size_t i;

	for (i = 0; i < p->n; i++) {
		if ((p->dirty != NULL && p->dirty[i]) != dirty)
			continue;
		if (!some)
			bh_buf_f(b, "<path class=\"%s\" stroke-width=\"%d\" "
			    "d=\"", dirty ? "p u" : "p", p->n > 200 ? 3 : 5);
		some = true;
		bh_svg_to(b, 'M', x_of(f, p->topo[i]), y_of(f, p->value[i]));
		bh_buf_z(b, "h0");
	}
	if (some)
		bh_svg_end(b);
}

static void
band(struct bh_buf *b, const struct field *f, const struct bh_plot *p)
{
	double x = x_of(f, (double)p->good), y = y_of(f, p->high);

	if (p->good >= 0 && p->bad > p->good)
		bh_svg_rect(b, "s", x, f->top, x_of(f, (double)p->bad) - x,
		    f->bottom - f->top);
	if (p->has_range)
		bh_svg_rect(b, "r", LEFT, y, BH_SVG_WIDTH - LEFT - RIGHT,
		    fmax(y_of(f, p->low) - y, 1));
}

static void
levels(struct bh_buf *b, const struct field *f, const struct bh_plot *p)
{
	const struct bh_plot_level *l;
	size_t i;

	for (i = 0; i < p->nlevel; i++) {
		l = &p->level[i];
		bh_svg_path(b, "v");
		bh_svg_to(b, 'M', x_of(f, (double)l->from) - 3, y_of(f, l->v));
		bh_svg_to(b, 'L', x_of(f, (double)l->to) + 3, y_of(f, l->w));
		bh_svg_end(b);
	}
}

/*
 * Where a label from x to end stands clear of the level and its points: above,
 * or below where that is outside; on the level where both are too far away to
 * tell what it is of.  *at: no point before it is of this level.
 */
static double
clear_of(const struct field *f, const struct bh_plot *p,
    const struct bh_plot_level *l, double end, size_t *at)
{
	double level = y_of(f, l->v), high = level, low = level, y;
	size_t i;

	while (*at < p->p->n && p->p->topo[*at] < l->from)
		(*at)++;
	for (i = *at; i < p->p->n && p->p->topo[i] <= l->to &&
	    x_of(f, p->p->topo[i]) < end; i++) {
		y = y_of(f, p->p->value[i]);
		high = y < high ? y : high;
		low = y > low ? y : low;
	}
	y = high - 19 > f->top || low + 18 > f->bottom ? high - 7 : low + 17;
	return fabs(y - level) > FAR ? level - 7 : y;
}

static void
level_labels(struct bh_buf *b, const struct field *f, const struct bh_plot *p)
{
	const struct bh_plot_level *l;
	struct bh_buf t = BH_BUF_INIT;
	double x, width;
	size_t i, at = 0;

	for (i = 0; i < p->nlevel; i++) {
		l = &p->level[i];
		bh_buf_reset(&t);
		bh_fmt_value(&t, l->v);
		width = 8.0 * (double)t.n;
		x = x_of(f, (double)l->from) + 5;
		if (x_of(f, (double)l->to) - x >= width)
			bh_svg_text(b, x, clear_of(f, p, l, x + width, &at),
			    "n", "start", bh_buf_of(&t));
	}
	bh_buf_free(&t);
}

/* --- marks ------------------------------------------------------------- */

/* A row for the label of a mark where none is in its way; ROWS: nowhere. */
static int
row_for(double x, double end[ROWS])
{
	int r;

	for (r = 0; r < ROWS; r++)
		if (x - LABEL / 2.0 >= end[r]) {
			end[r] = x + LABEL / 2.0 + 8;
			break;
		}
	return r;
}

/* A label stands above its mark, but inside the picture. */
static double
label_at(const struct field *f, long at)
{
	double x = x_of(f, (double)at);
	double most = BH_SVG_WIDTH - RIGHT - LABEL / 2.0;

	return x > most ? most : x < LEFT + LABEL / 2.0 ? LEFT + LABEL / 2.0 : x;
}

/* Rows of labels that the marks need. */
static int
rows_of(const struct field *f, const struct bh_plot *p)
{
	double end[ROWS] = { 0 };
	int r, most = 0;
	size_t i;

	for (i = 0; i < p->nmark; i++) {
		r = row_for(label_at(f, p->mark[i].at), end);
		if (r < ROWS && r + 1 > most)
			most = r + 1;
	}
	return most;
}

static void
marks(struct bh_buf *b, const struct field *f, const struct bh_plot *p)
{
	double end[ROWS] = { 0 }, x, at;
	const struct bh_plot_mark *m;
	size_t i;
	int r;

	for (i = 0; i < p->nmark; i++) {
		m = &p->mark[i];
		x = x_of(f, (double)m->at);
		at = label_at(f, m->at);
		r = row_for(at, end);
		bh_svg_path(b, m->own ? "m" : "m o");
		bh_svg_to(b, 'M', x, r < ROWS ? TITLE + 8 + ROW * (r + 1.0) : f->top);
		bh_svg_to(b, 'L', x, f->bottom);
		bh_svg_end(b);
		if (r < ROWS && m->commit.p != NULL)
			bh_svg_text(b, at, TITLE + 4 + ROW * (r + 1.0),
			    m->own ? "c w" : "c", "middle",
			    bh_fmt_short(m->commit));
	}
}

/* --- the whole --------------------------------------------------------- */

void
bh_svg_plot(struct bh_buf *b, const struct bh_plot *p)
{
	struct field f = { .bottom = BH_SVG_HEIGHT - FOOT,
	    .first = p->first, .last = p->last };
	double lo, hi;

	if (!extremes(p, &lo, &hi))
		return;
	f.top = TITLE + 12 + ROW * rows_of(&f, p);
	set_range(&f, lo, hi);
	y_axis(b, &f, p, fmax(fabs(lo), fabs(hi)));
	band(b, &f, p);
	x_axis(b, &f, p);
	marks(b, &f, p);
	levels(b, &f, p);
	lines(b, &f, p->p);
	intervals(b, &f, p->p);
	dots(b, &f, p->p, false);
	dots(b, &f, p->p, true);
	level_labels(b, &f, p);
	if (p->has_latest) {
		bh_buf_z(b, "<path class=\"p w\" stroke-width=\"9\" d=\"");
		bh_svg_to(b, 'M', x_of(&f, (double)p->last), y_of(&f, p->latest));
		bh_buf_z(b, "h0\"/>\n");
	}
}

void
bh_svg_words(struct bh_buf *b, const struct bh_plot *p)
{
	double lo = INFINITY, hi = -INFINITY;
	size_t i;

	bh_fmt_count(b, (long)p->p->n, p->has_latest ? "base point" : "point");
	for (i = 0; i < p->p->n; i++)
		widen(p->p->value[i], &lo, &hi);
	if (p->p->n > 0) {
		bh_buf_z(b, ", ");
		bh_fmt_value(b, lo);
		bh_buf_z(b, " to ");
		bh_fmt_value(b, hi);
		bh_buf_f(b, " %s, positions %ld to %ld",
		    bh_kind_unit(p->kind), p->first, p->last);
	}
	if (p->has_latest) {
		bh_buf_z(b, "; the branch: ");
		bh_fmt_value(b, p->latest);
	}
}
