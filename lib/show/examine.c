/* bh-render --as examine: the measurements of one series, a row each. */
#include <stdlib.h>
#include <string.h>

#include "show/csv.h"
#include "show/picture.h"
#include "show/view.h"

enum { TITLE = 50 };		/* characters of a title in text, Markdown */

/* The commits shown: from the earliest observation of any set on. */
struct range {
	const struct bh_commit	*commit;
	size_t			 n;
};

/* A row: point -1, not measured there. */
typedef void row_fn(void *ctx, const struct bh_series *s,
    const struct bh_commit *c, long point);

static int
by_topo(const void *a, const void *b)
{
	const struct bh_commit *x = a, *y = b;

	return (x->topo > y->topo) - (x->topo < y->topo);
}

static int
by_series(const void *a, const void *b)
{
	return bh_series_cmp(a, b);
}

/* All rows of one set. */
static void
rows(const struct range *r, const struct bh_series *s, row_fn *row, void *ctx)
{
	const struct bh_points *p = &s->points;
	size_t i, k = 0;

	for (i = 0; i < r->n; i++) {
		if (k >= p->n || p->topo[k] != r->commit[i].topo)
			row(ctx, s, &r->commit[i], -1);
		while (k < p->n && p->topo[k] == r->commit[i].topo)
			row(ctx, s, &r->commit[i], (long)k++);
	}
}

/* Every point has its commit. */
static int
check(const struct range *r, const struct bh_series *s, struct bh_err *err)
{
	const struct bh_points *p = &s->points;
	size_t i, k = 0;

	for (i = 0; i < r->n; i++)
		while (k < p->n && p->topo[k] == r->commit[i].topo)
			k++;
	return k == p->n ? 0 : bh_fail(err, BH_DATA,
	    "series %ld: no commit at position %d", s->n, p->topo[k]);
}

static int
prepare(struct bh_gather *g, struct range *r, struct bh_err *err)
{
	long first = 0;
	bool any = false;
	size_t i;

	if (bh_gather_need(g, BH_WANT(BH_R_TOPOLOGY) |
	    BH_WANT(BH_R_SELECTION) | BH_WANT(BH_R_QUERY), err) == -1)
		return -1;
	if (g->ncommit > 1)
		qsort(g->commit, g->ncommit, sizeof(*g->commit), by_topo);
	if (g->nseries > 1)
		qsort(g->series, g->nseries, sizeof(*g->series), by_series);
	for (i = 0; i < g->nseries; i++)
		if (g->series[i].points.n > 0 &&
		    (!any || g->series[i].points.topo[0] < first)) {
			first = g->series[i].points.topo[0];
			any = true;
		}
	for (i = 0; i < g->ncommit && (!any || g->commit[i].topo < first); i++)
		;
	r->commit = g->commit + i;
	r->n = g->ncommit - i;
	for (i = 0; i < g->nseries; i++)
		if (check(r, &g->series[i], err) == -1)
			return -1;
	return 0;
}

static bool
dirty(const struct bh_series *s, long point)
{
	return s->points.dirty != NULL && s->points.dirty[point];
}

static void
chart(struct bh_buf *b, const struct bh_gather *g, const struct bh_series *s,
    const struct bh_look *look)
{
	struct bh_chart c;

	bh_chart_history(&c, &s->points, g->topology.tip_topo);
	bh_chart_draw(b, &c, look->ascii);
}

/* --- text -------------------------------------------------------------- */

struct text {
	struct bh_buf	*b;
	size_t		 commit, value;		/* widths */
};

static void
put_value(struct bh_buf *b, const struct bh_series *s, long point)
{
	if (point < 0)
		bh_buf_z(b, "n/a");
	else
		bh_fmt_value(b, s->points.value[point]);
}

static void
measure(void *ctx, const struct bh_series *s, const struct bh_commit *c,
    long point)
{
	struct text *t = ctx;
	struct bh_buf v = BH_BUF_INIT;
	size_t n = bh_fmt_width(bh_fmt_short(c->hash));

	put_value(&v, s, point);
	t->value = v.n > t->value ? v.n : t->value;
	t->commit = n > t->commit ? n : t->commit;
	bh_buf_free(&v);
}

static void
text_row(void *ctx, const struct bh_series *s, const struct bh_commit *c,
    long point)
{
	struct text *t = ctx;
	struct bh_str hash = bh_fmt_short(c->hash);
	struct bh_buf v = BH_BUF_INIT;
	size_t from = t->b->n;

	put_value(&v, s, point);
	bh_buf_z(t->b, "  ");
	bh_fmt_str(t->b, BH_FMT_TEXT, hash);
	bh_buf_f(t->b, "%*s  %*s", (int)(t->commit - bh_fmt_width(hash)), "",
	    (int)(t->value - v.n), "");
	bh_buf_str(t->b, bh_buf_of(&v));
	bh_buf_z(t->b, "  ");
	bh_fmt_str(t->b, BH_FMT_TEXT, bh_fmt_cut(c->title, TITLE));
	if (point >= 0 && dirty(s, point))
		bh_buf_z(t->b, "  (dirty)");
	bh_fmt_trim(t->b, from);
	bh_buf_c(t->b, '\n');
	bh_buf_free(&v);
}

static void
text(struct bh_buf *b, const struct bh_gather *g, const struct range *r,
    const struct bh_look *look)
{
	struct text t;
	size_t i;

	bh_buf_z(b, "Data points for ");
	bh_fmt_str(b, BH_FMT_TEXT, g->query.benchmark);
	bh_buf_c(b, ' ');
	bh_fmt_str(b, BH_FMT_TEXT, g->query.metric);
	bh_buf_z(b, " (");
	bh_fmt_str(b, BH_FMT_TEXT, g->query.unit);
	bh_buf_z(b, ") in project ");
	bh_fmt_str(b, BH_FMT_TEXT, g->selection.project);
	bh_buf_c(b, '\n');
	for (i = 0; i < g->nseries; i++) {
		t = (struct text){ b, 0, 0 };
		bh_buf_c(b, '\n');
		bh_fmt_str(b, BH_FMT_TEXT, g->series[i].set);
		bh_buf_c(b, '\n');
		chart(b, g, &g->series[i], look);
		bh_buf_c(b, '\n');
		rows(r, &g->series[i], measure, &t);
		rows(r, &g->series[i], text_row, &t);
	}
	bh_view_notices(b, g, &bh_format_text);
}

/* --- Markdown ---------------------------------------------------------- */

static void
markdown_row(void *ctx, const struct bh_series *s, const struct bh_commit *c,
    long point)
{
	struct bh_buf *b = ctx;

	bh_buf_z(b, "| ");
	bh_fmt_str(b, BH_FMT_CELL, bh_fmt_short(c->hash));
	bh_buf_z(b, " | ");
	put_value(b, s, point);
	bh_buf_f(b, " | %s | ", point < 0 ? "n/a" :
	    dirty(s, point) ? "dirty" : "clean");
	bh_fmt_str(b, BH_FMT_CELL, bh_fmt_cut(c->title, TITLE));
	bh_buf_z(b, " |\n");
}

static void
markdown(struct bh_buf *b, const struct bh_gather *g, const struct range *r,
    const struct bh_look *look)
{
	struct bh_buf t = BH_BUF_INIT;
	size_t i;

	bh_buf_z(b, "# Data points for ");
	bh_fmt_str(b, BH_FMT_MARKDOWN, g->query.benchmark);
	bh_buf_z(b, " in ");
	bh_fmt_str(b, BH_FMT_MARKDOWN, g->selection.project);
	bh_buf_z(b, "\n\n**Metric:** ");
	bh_fmt_str(b, BH_FMT_MARKDOWN, g->query.metric);
	bh_buf_z(b, " (");
	bh_fmt_str(b, BH_FMT_MARKDOWN, g->query.unit);
	bh_buf_z(b, ")\n");
	for (i = 0; i < g->nseries; i++) {
		bh_buf_z(b, "\n## ");
		bh_fmt_str(b, BH_FMT_MARKDOWN, g->series[i].set);
		bh_buf_c(b, '\n');
		bh_buf_reset(&t);
		chart(&t, g, &g->series[i], look);
		if (t.n > 0) {
			bh_buf_c(b, '\n');
			bh_fmt_fence(b, bh_buf_of(&t));
		}
		bh_buf_z(b, "\n| Commit | Value | Kind | Title |\n"
		    "| --- | --- | --- | --- |\n");
		rows(r, &g->series[i], markdown_row, b);
	}
	bh_buf_free(&t);
	bh_view_notices(b, g, &bh_format_markdown);
}

/* --- JSON -------------------------------------------------------------- */

static void
json_row(void *ctx, const struct bh_series *s, const struct bh_commit *c,
    long point)
{
	struct bh_emit *e = ctx;

	bh_emit_open(e, NULL, '{');
	bh_emit_s(e, "commit", c->hash);
	if (point < 0)
		bh_emit_null(e, "value");
	else {
		bh_emit_t(e, "value", s->points.text[point]);
		bh_emit_b(e, "dirty", dirty(s, point));
	}
	bh_emit_s(e, "title", c->title);
	if (point >= 0 && s->points.has != NULL && s->points.has[point]) {
		bh_emit_n(e, "low", s->points.low[point]);
		bh_emit_n(e, "high", s->points.high[point]);
	}
	bh_emit_i(e, "topo", c->topo);
	bh_emit_close(e, '}');
}

static void
json(struct bh_buf *b, const struct bh_gather *g, const struct range *r)
{
	struct bh_emit e = { .b = b, .indent = true };
	size_t i;

	bh_emit_open(&e, NULL, '{');
	bh_emit_s(&e, "project", g->selection.project);
	bh_emit_s(&e, "benchmark", g->query.benchmark);
	bh_emit_s(&e, "metric", g->query.metric);
	bh_emit_s(&e, "unit", g->query.unit);
	bh_emit_open(&e, "sets", '[');
	for (i = 0; i < g->nseries; i++) {
		bh_emit_open(&e, NULL, '{');
		bh_view_emit_set(&e, bh_fmt_set(g->series[i].set));
		bh_emit_open(&e, "points", '[');
		rows(r, &g->series[i], json_row, &e);
		bh_emit_close(&e, ']');
		bh_emit_close(&e, '}');
	}
	bh_emit_close(&e, ']');
	bh_view_notices_json(&e, g);
	bh_emit_close(&e, '}');
	bh_buf_c(b, '\n');
}

/* --- CSV --------------------------------------------------------------- */

struct table {
	struct bh_csv		 c;
	const struct bh_gather	*g;
};

/* Also the row of names, then of no series and commit. */
static void
csv_row(void *ctx, const struct bh_series *s, const struct bh_commit *x,
    long i)
{
	struct table *t = ctx;
	struct bh_csv *c = &t->c;
	struct bh_set_parts set;
	bool has;

	if (i < 0 && !c->names)
		return;
	set = bh_fmt_set(s->set);
	has = i >= 0 && s->points.has != NULL && s->points.has[i];
	bh_csv_str(c, "engine", set.engine);
	bh_csv_str(c, "target_triple", set.triple);
	bh_csv_str(c, "machine_key", set.machine);
	bh_csv_str(c, "benchmark", t->g->query.benchmark);
	bh_csv_str(c, "metric", t->g->query.metric);
	bh_csv_str(c, "unit", t->g->query.unit);
	bh_csv_long(c, "position", x->topo);
	bh_csv_str(c, "commit", x->hash);
	bh_csv_str(c, "date", x->time);
	bh_csv_str(c, "side", x->side);
	bh_csv_word(c, "tree", i >= 0 && dirty(s, i) ? "dirty" : "clean");
	bh_csv_text(c, "value", i >= 0 ? s->points.text[i] : BH_STR_NONE);
	bh_csv_num(c, "interval_low", has, has ? s->points.low[i] : 0);
	bh_csv_num(c, "interval_high", has, has ? s->points.high[i] : 0);
	bh_csv_str(c, "project", t->g->selection.project);
	bh_csv_str(c, "title", x->title);
	bh_csv_end(c);
}

static void
csv(struct bh_buf *b, const struct bh_gather *g, const struct range *r)
{
	static const struct bh_series no_series;
	static const struct bh_commit no_commit;
	struct table t = { { .b = b, .names = true }, g };
	size_t i;

	csv_row(&t, &no_series, &no_commit, -1);
	for (i = 0; i < g->nseries; i++)
		rows(r, &g->series[i], csv_row, &t);
}

/* --- SVG --------------------------------------------------------------- */

static struct bh_str
hash_at(const struct range *r, long topo)
{
	struct bh_commit key = { .topo = topo };
	const struct bh_commit *c = r->n == 0 ? NULL :
	    bsearch(&key, r->commit, r->n, sizeof(*r->commit), by_topo);

	return c != NULL ? c->hash : BH_STR_NONE;
}

static void
svg(struct bh_buf *b, const struct bh_gather *g, const struct range *r)
{
	struct bh_picture pic;
	struct bh_plot p;
	size_t i;

	bh_picture_open(&pic, b, g->query.benchmark, g->query.metric,
	    g->selection.project);
	for (i = 0; i < g->nseries; i++) {
		bh_plot_points(&p, &g->series[i].points, g->series[i].kind,
		    g->topology.tip_topo);
		p.left = hash_at(r, p.first);
		p.right = hash_at(r, p.last);
		bh_picture_plot(&pic, g->series[i].set, BH_STR_NONE, &p);
	}
	bh_picture_close(&pic);
}

int
bh_view_examine(struct bh_gather *g, const struct bh_ask *ask,
    struct bh_outs *o, struct bh_err *err)
{
	struct range r;

	if (prepare(g, &r, err) == -1)
		return -1;
	if (o->path[BH_OUT_TEXT] != NULL)
		text(&o->text[BH_OUT_TEXT], g, &r, &ask->look);
	if (o->path[BH_OUT_MARKDOWN] != NULL)
		markdown(&o->text[BH_OUT_MARKDOWN], g, &r, &ask->look);
	if (o->path[BH_OUT_JSON] != NULL)
		json(&o->text[BH_OUT_JSON], g, &r);
	if (o->path[BH_OUT_CSV] != NULL)
		csv(&o->text[BH_OUT_CSV], g, &r);
	if (o->path[BH_OUT_SVG] != NULL)
		svg(&o->text[BH_OUT_SVG], g, &r);
	return 0;
}
