/* bh-render --as benchmarks: what is measured, to name it by. */
#include "edge/json.h"
#include "show/view.h"

static const char *
points(const struct bh_series *s)
{
	return s->points.n == 1 ? "point" : "points";
}

/* Does another set begin here?  Series stand in report order. */
static bool
starts(const struct bh_gather *g, size_t i)
{
	return i == 0 ||
	    !bh_str_eq(g->series[i].set, g->series[i - 1].set);
}

static void
text(struct bh_buf *b, struct bh_gather *g)
{
	const struct bh_series *s;
	size_t i;

	if (g->nseries == 0)
		bh_buf_z(b, "No stored run matches.\n");
	else {
		bh_buf_z(b, "Benchmarks of project ");
		bh_fmt_str(b, BH_FMT_TEXT, g->selection.project);
		bh_buf_c(b, '\n');
	}
	for (i = 0; i < g->nseries; i++) {
		s = &g->series[i];
		if (starts(g, i)) {
			bh_buf_c(b, '\n');
			bh_fmt_str(b, BH_FMT_TEXT, s->set);
			bh_buf_c(b, '\n');
		}
		bh_buf_z(b, "  ");
		bh_fmt_str(b, BH_FMT_TEXT, bh_id_join(&g->arena, s->id));
		bh_buf_f(b, " %s  %zu %s\n", bh_kind_name(s->kind),
		    s->points.n, points(s));
	}
	bh_view_notices(b, g, &bh_format_text);
}

static void
markdown(struct bh_buf *b, struct bh_gather *g)
{
	const struct bh_series *s;
	size_t i;

	bh_buf_z(b, "# Benchmarks of ");
	bh_fmt_str(b, BH_FMT_MARKDOWN, g->selection.project);
	bh_buf_c(b, '\n');
	if (g->nseries == 0)
		bh_buf_z(b, "\nNo stored run matches.\n");
	for (i = 0; i < g->nseries; i++) {
		s = &g->series[i];
		if (starts(g, i)) {
			bh_buf_z(b, "\n## ");
			bh_fmt_str(b, BH_FMT_MARKDOWN, s->set);
			bh_buf_z(b, "\n\n| Benchmark | Metric | Points |\n"
			    "| --- | --- | --- |\n");
		}
		bh_buf_z(b, "| ");
		bh_fmt_str(b, BH_FMT_CELL, bh_id_join(&g->arena, s->id));
		bh_buf_f(b, " | %s | %zu |\n", bh_kind_name(s->kind),
		    s->points.n);
	}
	bh_view_notices(b, g, &bh_format_markdown);
}

static void
json_set(struct bh_emit *e, struct bh_gather *g, size_t i)
{
	const struct bh_series *s = &g->series[i];

	bh_emit_open(e, NULL, '{');
	bh_view_emit_set(e, bh_fmt_set(s->set));
	bh_emit_open(e, "benchmarks", '[');
	do {
		s = &g->series[i];
		bh_emit_open(e, NULL, '{');
		bh_emit_s(e, "benchmark", bh_id_join(&g->arena, s->id));
		bh_json_emit_id(e, "segments", s->id);
		bh_emit_z(e, "metric", bh_kind_name(s->kind));
		bh_emit_z(e, "unit", bh_kind_unit(s->kind));
		bh_emit_i(e, "points", (long)s->points.n);
		bh_emit_close(e, '}');
	} while (++i < g->nseries && !starts(g, i));
	bh_emit_close(e, ']');
	bh_emit_close(e, '}');
}

static void
json(struct bh_buf *b, struct bh_gather *g)
{
	struct bh_emit e = { .b = b, .indent = true };
	size_t i;

	bh_emit_open(&e, NULL, '{');
	bh_emit_s(&e, "project", g->selection.project);
	bh_emit_open(&e, "sets", '[');
	for (i = 0; i < g->nseries; i++)
		if (starts(g, i))
			json_set(&e, g, i);
	bh_emit_close(&e, ']');
	bh_view_notices_json(&e, g);
	bh_emit_close(&e, '}');
	bh_buf_c(b, '\n');
}

int
bh_view_benchmarks(struct bh_gather *g, const struct bh_ask *ask,
    struct bh_outs *o, struct bh_err *err)
{
	(void)ask;
	if (bh_gather_need(g, BH_WANT(BH_R_SELECTION) | BH_WANT(BH_R_QUERY),
	    err) == -1)
		return -1;
	if (o->path[BH_OUT_TEXT] != NULL)
		text(&o->text[BH_OUT_TEXT], g);
	if (o->path[BH_OUT_MARKDOWN] != NULL)
		markdown(&o->text[BH_OUT_MARKDOWN], g);
	if (o->path[BH_OUT_JSON] != NULL)
		json(&o->text[BH_OUT_JSON], g);
	return 0;
}
