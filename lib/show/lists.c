/* bh-render --as runs and --as discriminants: what the store holds. */
#include <stdlib.h>
#include <string.h>

#include "show/view.h"

/* The runs of one commit of a set. */
struct stop {
	struct bh_str	commit;
	long		clean, dirty;
};

struct group {
	struct bh_str	set;
	long		runs, series;
	struct stop	*stop;		/* oldest first */
	size_t		nstop;
};

struct runs {
	struct group	*group;		/* set order */
	size_t		 n;
	long		 runs, series;
};

/* --- gathering --------------------------------------------------------- */

static int
by_place(const void *a, const void *b)
{
	const struct bh_object *x = a, *y = b;
	int c;

	if ((c = bh_set_cmp(x->set, y->set)) != 0)
		return c;
	if (x->topo != y->topo)
		return (x->topo > y->topo) - (x->topo < y->topo);
	if ((c = bh_str_cmp(x->commit, y->commit)) != 0)
		return c;
	return bh_str_cmp(x->key, y->key);
}

/* Does it stand on the context line, so that a report would read it? */
static bool
on_line(const struct bh_object *o)
{
	return o->role == BH_ROLE_CONTEXT || o->role == BH_ROLE_BOTH;
}

static int
by_text(const void *a, const void *b)
{
	return bh_str_cmp(*(const struct bh_str *)a, *(const struct bh_str *)b);
}

/* The keys of what --skip-invalid left out, sorted. */
static struct bh_strs
left_out(struct bh_gather *g)
{
	struct bh_strs bad = { bh_calloc(&g->arena, g->nnotice,
	    sizeof(*bad.v)), 0 };
	size_t i;

	for (i = 0; i < g->nnotice; i++)
		if (g->notice[i].type == BH_R_BAD)
			bad.v[bad.n++] = g->notice[i].code;
	if (bad.n > 1)
		qsort(bad.v, bad.n, sizeof(*bad.v), by_text);
	return bad;
}

static int
by_name(const void *a, const void *b)
{
	const struct group *x = a, *y = b;

	return bh_set_cmp(x->set, y->set);
}

static void
add_object(struct runs *r, const struct bh_object *o, struct stop *stops,
    size_t *nstops)
{
	struct group *g = r->n > 0 ? &r->group[r->n - 1] : NULL;
	struct stop *s;

	if (g == NULL || !bh_str_eq(g->set, o->set)) {
		g = &r->group[r->n++];
		g->set = o->set;
		g->stop = stops + *nstops;
	}
	s = g->nstop > 0 ? &g->stop[g->nstop - 1] : NULL;
	if (s == NULL || !bh_str_eq(s->commit, o->commit)) {
		s = &stops[(*nstops)++];
		g->nstop++;
		s->commit = o->commit;
	}
	s->clean += !o->dirty;
	s->dirty += o->dirty;
	g->runs++;
	r->runs++;
}

static int
gather_runs(struct bh_gather *g, struct runs *r, struct bh_err *err)
{
	struct stop *stops = bh_calloc(&g->arena, g->nobject, sizeof(*stops));
	struct bh_strs bad = left_out(g);
	struct group *at, key;
	size_t i, nstops = 0;

	*r = (struct runs){ bh_calloc(&g->arena, g->nobject,
	    sizeof(*r->group)), 0, 0, 0 };
	if (bh_gather_need(g, BH_WANT(BH_R_SELECTION), err) == -1)
		return -1;
	if (g->nobject > 1)
		qsort(g->object, g->nobject, sizeof(*g->object), by_place);
	for (i = 0; i < g->nobject; i++)
		if (on_line(&g->object[i]) && (bad.n == 0 || bsearch(
		    &g->object[i].key, bad.v, bad.n, sizeof(*bad.v),
		    by_text) == NULL))
			add_object(r, &g->object[i], stops, &nstops);
	for (i = 0; i < g->nseries; i++) {
		key.set = g->series[i].set;
		at = r->n == 0 ? NULL : bsearch(&key, r->group, r->n,
		    sizeof(*r->group), by_name);
		if (at == NULL)
			return bh_fail(err, BH_DATA,
			    "series %ld: no object of its set",
			    g->series[i].n);
		at->series++;
		r->series++;
	}
	return 0;
}

/* --- runs -------------------------------------------------------------- */

static void
put_counts(struct bh_buf *b, const struct group *g)
{
	bh_fmt_count(b, g->runs, "run");
	bh_buf_f(b, ", %ld series, ", g->series);
	bh_fmt_count(b, (long)g->nstop, "commit");
	bh_buf_c(b, '\n');
}

static void
put_total(struct bh_buf *b, const struct runs *r)
{
	bh_fmt_count(b, r->runs, "run");
	bh_buf_f(b, ", %ld series, ", r->series);
	bh_fmt_count(b, (long)r->n, "set");
	bh_buf_c(b, '\n');
}

static void
text_group(struct bh_buf *b, const struct group *g)
{
	const struct stop *s;
	size_t i;

	bh_buf_c(b, '\n');
	bh_fmt_str(b, BH_FMT_TEXT, g->set);
	bh_buf_z(b, "\n  ");
	put_counts(b, g);
	for (i = 0; i < g->nstop; i++) {
		s = &g->stop[i];
		bh_buf_z(b, "    ");
		bh_fmt_str(b, BH_FMT_TEXT, s->commit);
		if (s->clean != 1)
			bh_buf_f(b, "  %ld clean", s->clean);
		if (s->dirty > 0)
			bh_buf_f(b, " + %ld dirty", s->dirty);
		bh_buf_c(b, '\n');
	}
}

static void
runs_text(struct bh_buf *b, const struct bh_gather *g, const struct runs *r)
{
	size_t i;

	if (r->n == 0)
		bh_buf_z(b, "No stored run matches.\n");
	else {
		bh_buf_z(b, "Data set of project ");
		bh_fmt_str(b, BH_FMT_TEXT, g->selection.project);
		bh_buf_c(b, '\n');
		for (i = 0; i < r->n; i++)
			text_group(b, &r->group[i]);
		bh_buf_z(b, "\nTotal: ");
		put_total(b, r);
	}
	bh_view_notices(b, g, &bh_format_text);
}

static void
markdown_group(struct bh_buf *b, const struct group *g)
{
	const struct stop *s;
	size_t i;

	bh_buf_z(b, "\n## ");
	bh_fmt_str(b, BH_FMT_MARKDOWN, g->set);
	bh_buf_z(b, "\n\n");
	put_counts(b, g);
	bh_buf_z(b, "\n| Commit | Runs | Clean | Dirty |\n"
	    "| --- | --- | --- | --- |\n");
	for (i = 0; i < g->nstop; i++) {
		s = &g->stop[i];
		bh_buf_z(b, "| ");
		bh_fmt_str(b, BH_FMT_CELL, s->commit);
		bh_buf_f(b, " | %ld | %ld | %ld |\n", s->clean + s->dirty,
		    s->clean, s->dirty);
	}
}

static void
runs_markdown(struct bh_buf *b, const struct bh_gather *g,
    const struct runs *r)
{
	size_t i;

	bh_buf_z(b, "# Data set of ");
	bh_fmt_str(b, BH_FMT_MARKDOWN, g->selection.project);
	bh_buf_c(b, '\n');
	for (i = 0; i < r->n; i++)
		markdown_group(b, &r->group[i]);
	if (r->n == 0)
		bh_buf_z(b, "\nNo stored run matches.\n");
	else {
		bh_buf_z(b, "\n**Total:** ");
		put_total(b, r);
	}
	bh_view_notices(b, g, &bh_format_markdown);
}

static void
json_group(struct bh_emit *e, const struct group *g)
{
	size_t i;

	bh_emit_open(e, NULL, '{');
	bh_view_emit_set(e, bh_fmt_set(g->set));
	bh_emit_i(e, "runs", g->runs);
	bh_emit_i(e, "series", g->series);
	bh_emit_open(e, "commits", '[');
	for (i = 0; i < g->nstop; i++) {
		bh_emit_open(e, NULL, '{');
		bh_emit_s(e, "commit", g->stop[i].commit);
		bh_emit_i(e, "runs", g->stop[i].clean + g->stop[i].dirty);
		bh_emit_i(e, "clean", g->stop[i].clean);
		bh_emit_i(e, "dirty", g->stop[i].dirty);
		bh_emit_close(e, '}');
	}
	bh_emit_close(e, ']');
	bh_emit_close(e, '}');
}

static void
runs_json(struct bh_buf *b, const struct bh_gather *g, const struct runs *r)
{
	struct bh_emit e = { .b = b, .indent = true };
	size_t i;

	bh_emit_open(&e, NULL, '{');
	bh_emit_s(&e, "project", g->selection.project);
	bh_emit_open(&e, "sets", '[');
	for (i = 0; i < r->n; i++)
		json_group(&e, &r->group[i]);
	bh_emit_close(&e, ']');
	bh_emit_open(&e, "totals", '{');
	bh_emit_i(&e, "runs", r->runs);
	bh_emit_i(&e, "series", r->series);
	bh_emit_i(&e, "discriminant_sets", (long)r->n);
	bh_emit_close(&e, '}');
	bh_view_notices_json(&e, g);
	bh_emit_close(&e, '}');
	bh_buf_c(b, '\n');
}

int
bh_view_runs(struct bh_gather *g, const struct bh_ask *ask, struct bh_outs *o,
    struct bh_err *err)
{
	struct runs r;

	(void)ask;
	if (gather_runs(g, &r, err) == -1)
		return -1;
	if (o->path[BH_OUT_TEXT] != NULL)
		runs_text(&o->text[BH_OUT_TEXT], g, &r);
	if (o->path[BH_OUT_MARKDOWN] != NULL)
		runs_markdown(&o->text[BH_OUT_MARKDOWN], g, &r);
	if (o->path[BH_OUT_JSON] != NULL)
		runs_json(&o->text[BH_OUT_JSON], g, &r);
	return 0;
}

/* --- discriminants ----------------------------------------------------- */

static int
by_str(const void *a, const void *b)
{
	return bh_set_cmp(*(const struct bh_str *)a, *(const struct bh_str *)b);
}

/* The sets of all objects, each once; returns how many. */
static size_t
distinct(struct bh_gather *g, struct bh_str **sets)
{
	struct bh_str *v = bh_calloc(&g->arena, g->nobject, sizeof(*v));
	size_t i, n = 0;

	for (i = 0; i < g->nobject; i++)
		v[i] = g->object[i].set;
	if (g->nobject > 1)
		qsort(v, g->nobject, sizeof(*v), by_str);
	for (i = 0; i < g->nobject; i++)
		if (n == 0 || !bh_str_eq(v[n - 1], v[i]))
			v[n++] = v[i];
	*sets = v;
	return n;
}

static void
sets_text(struct bh_buf *b, const struct bh_str *v, size_t n)
{
	size_t i;

	bh_buf_z(b, n > 0 ? "Discriminant sets:\n" :
	    "No stored run matches.\n");
	for (i = 0; i < n; i++) {
		bh_buf_z(b, "  - ");
		bh_fmt_str(b, BH_FMT_TEXT, v[i]);
		bh_buf_c(b, '\n');
	}
}

static void
sets_markdown(struct bh_buf *b, const struct bh_str *v, size_t n)
{
	struct bh_set_parts s;
	size_t i;

	bh_buf_z(b, "# Discriminant sets\n\n");
	bh_buf_z(b, n == 0 ? "No stored run matches.\n" :
	    "| Engine | Target triple | Machine key |\n"
	    "| --- | --- | --- |\n");
	for (i = 0; i < n; i++) {
		s = bh_fmt_set(v[i]);
		bh_buf_z(b, "| ");
		bh_fmt_str(b, BH_FMT_CELL, s.engine);
		bh_buf_z(b, " | ");
		bh_fmt_str(b, BH_FMT_CELL, s.triple);
		bh_buf_z(b, " | ");
		bh_fmt_str(b, BH_FMT_CELL, s.machine);
		bh_buf_z(b, " |\n");
	}
}

int
bh_view_discriminants(struct bh_gather *g, const struct bh_ask *ask,
    struct bh_outs *o, struct bh_err *err)
{
	struct bh_emit e = { .b = &o->text[BH_OUT_JSON], .indent = true };
	struct bh_str *v;
	size_t i, n = distinct(g, &v);

	(void)ask;
	(void)err;
	if (o->path[BH_OUT_TEXT] != NULL)
		sets_text(&o->text[BH_OUT_TEXT], v, n);
	if (o->path[BH_OUT_MARKDOWN] != NULL)
		sets_markdown(&o->text[BH_OUT_MARKDOWN], v, n);
	if (o->path[BH_OUT_JSON] == NULL)
		return 0;
	bh_emit_open(&e, NULL, '[');
	for (i = 0; i < n; i++) {
		bh_emit_open(&e, NULL, '{');
		bh_view_emit_set(&e, bh_fmt_set(v[i]));
		bh_emit_close(&e, '}');
	}
	bh_emit_close(&e, ']');
	bh_buf_c(e.b, '\n');
	return 0;
}
