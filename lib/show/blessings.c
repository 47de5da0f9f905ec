/*
 * bh-render --as blessings: the records at the context commit, or, where the
 * stream holds a window, the blessing each benchmark of it goes by.
 */
#include <stdlib.h>
#include <string.h>

#include "model/bless.h"
#include "show/view.h"

struct entry {
	struct bh_str	label;		/* "E/T/M", the scope in words */
	struct bh_scope	scope;
	struct bh_str	benchmark;	/* window */
	struct bh_str	commit, time;
	const struct bh_blessing *record;	/* NULL: not in the stream */
};

struct entries {
	bool		window;
	struct entry	*v;
	size_t		 n;
	struct bh_str	 commit;	/* head */
};

/* --- gathering --------------------------------------------------------- */

static int
by_entry(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	int c;

	if ((c = bh_scope_cmp(&x->scope, &y->scope)) != 0 ||
	    (c = bh_str_cmp(x->benchmark, y->benchmark)) != 0 ||
	    (c = bh_str_cmp(x->commit, y->commit)) != 0)
		return c;
	return x->record == NULL || y->record == NULL ? 0 :
	    bh_str_cmp(x->record->key, y->record->key);
}

static struct bh_str
time_of(const struct bh_gather *g, struct bh_str commit)
{
	size_t i;

	for (i = 0; i < g->ncommit; i++)
		if (bh_str_eq(g->commit[i].hash, commit))
			return g->commit[i].time;
	return BH_STR_NONE;
}

static int
head_entries(struct bh_gather *g, struct entries *e, struct bh_err *err)
{
	struct bh_str time;
	struct bh_blessing *b;
	struct entry *x;
	size_t i;

	if (bh_gather_need(g, BH_WANT(BH_R_TOPOLOGY), err) == -1)
		return -1;
	e->commit = g->topology.context_commit;
	time = time_of(g, e->commit);
	e->v = bh_calloc(&g->arena, g->nblessing, sizeof(*e->v));
	for (i = 0; i < g->nblessing; i++) {
		b = &g->blessing[i];
		if (!bh_str_eq(b->commit, e->commit))
			continue;
		if (!b->has_body)
			return bh_fail(err, BH_DATA,
			    "blessing %.*s is without its body",
			    BH_FMT(b->key));
		x = &e->v[e->n++];
		x->scope = b->set.p != NULL ?
		    bh_view_own_scope(&g->arena, b->set) : b->scope;
		x->label = bh_view_label(&g->arena, &x->scope);
		x->commit = b->commit;
		x->time = time;
		x->record = b;
	}
	return 0;
}

static bool
axis_holds(const struct bh_strs *v, struct bh_str s)
{
	size_t i;

	for (i = 0; i < v->n; i++)
		if (bh_str_eq(v->v[i], s))
			return true;
	return v->n == 0;
}

/* Does the record bless this benchmark of this set? */
static bool
covers(const struct bh_blessing *b, const struct bh_series *s)
{
	struct bh_set_parts p = bh_fmt_set(s->set);
	size_t i;

	if ((b->set.p != NULL && !bh_str_eq(b->set, s->set)) ||
	    !axis_holds(&b->scope.axis[BH_AXIS_ENGINE], p.engine) ||
	    !axis_holds(&b->scope.axis[BH_AXIS_TRIPLE], p.triple) ||
	    !axis_holds(&b->scope.axis[BH_AXIS_MACHINE], p.machine))
		return false;
	for (i = 0; i < b->prefixes.n; i++)
		if (bh_id_starts(s->id, b->prefixes.v[i]))
			return true;
	return b->prefixes.n == 0;
}

static int
by_commit(const void *a, const void *b)
{
	const struct bh_blessing *x = a, *y = b;
	int c = bh_str_cmp(x->commit, y->commit);

	return c != 0 ? c : bh_str_cmp(x->key, y->key);
}

/*
 * The record a series goes by, one of the project before a partition's; the
 * records are sorted by commit.
 */
static const struct bh_blessing *
record_of(const struct bh_gather *g, const struct bh_series *s)
{
	const struct bh_blessing *found = NULL;
	size_t lo = 0, hi = g->nblessing, mid;

	while (lo < hi) {
		mid = lo + (hi - lo) / 2;
		if (bh_str_cmp(g->blessing[mid].commit, s->blessed) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	for (; lo < g->nblessing &&
	    bh_str_eq(g->blessing[lo].commit, s->blessed); lo++)
		if (covers(&g->blessing[lo], s) &&
		    (found == NULL || g->blessing[lo].set.p == NULL))
			found = &g->blessing[lo];
	return found;
}

static int
by_series(const void *a, const void *b)
{
	return bh_series_cmp(a, b);
}

static void
window_entries(struct bh_gather *g, struct entries *e)
{
	const struct bh_series *s, *last = NULL;
	struct entry *x;
	size_t i;

	if (g->nseries > 1)
		qsort(g->series, g->nseries, sizeof(*g->series), by_series);
	if (g->nblessing > 1)
		qsort(g->blessing, g->nblessing, sizeof(*g->blessing),
		    by_commit);
	e->v = bh_calloc(&g->arena, g->nseries, sizeof(*e->v));
	for (i = 0; i < g->nseries; i++) {
		s = &g->series[i];
		if (s->blessed.p == NULL)
			continue;
		if (last != NULL && bh_str_eq(last->set, s->set) &&
		    bh_id_cmp(last->id, s->id) == 0)
			continue;	/* another kind of it */
		last = s;
		x = &e->v[e->n++];
		x->label = s->set;
		x->scope = bh_view_own_scope(&g->arena, s->set);
		x->benchmark = bh_id_join(&g->arena, s->id);
		x->commit = s->blessed;
		x->time = s->blessed_time;
		x->record = record_of(g, s);
	}
}

/* --- text, Markdown ---------------------------------------------------- */

/* Prefixes, each in the context given. */
static void
put_prefixes(struct bh_buf *b, enum bh_fmt how, const struct bh_blessing *r)
{
	size_t i;

	if (r->prefixes.n == 0)
		bh_buf_z(b, "every benchmark");
	for (i = 0; i < r->prefixes.n; i++) {
		if (i > 0)
			bh_buf_z(b, ", ");
		bh_fmt_str(b, how, r->prefixes.v[i]);
	}
}

static void
text_entry(struct bh_buf *b, const struct entry *x, bool window)
{
	bh_buf_z(b, "  ");
	if (window) {
		bh_fmt_str(b, BH_FMT_TEXT, x->benchmark);
		bh_buf_z(b, "  blessed at ");
	}
	bh_fmt_str(b, BH_FMT_TEXT, bh_fmt_short(x->commit));
	if (!window) {
		bh_buf_z(b, " accepts ");
		put_prefixes(b, BH_FMT_TEXT, x->record);
		bh_buf_z(b, " (issued ");
		bh_fmt_str(b, BH_FMT_TEXT, x->record->issued_at);
		bh_buf_c(b, ')');
	} else if (x->time.p != NULL) {
		bh_buf_z(b, " (");
		bh_fmt_str(b, BH_FMT_TEXT, x->time);
		bh_buf_c(b, ')');
	}
	bh_buf_c(b, '\n');
}

static void
put_title(struct bh_buf *b, const struct bh_gather *g,
    const struct entries *e, enum bh_fmt how)
{
	bh_buf_z(b, e->window ? "Most recent blessings of project " :
	    "Blessings of project ");
	bh_fmt_str(b, how, g->selection.project);
	if (!e->window) {
		bh_buf_z(b, " at ");
		bh_fmt_str(b, how, bh_fmt_short(e->commit));
	}
	bh_buf_c(b, '\n');
}

static void
put_none(struct bh_buf *b, const struct entries *e, enum bh_fmt how)
{
	bh_buf_z(b, "No blessings");
	if (!e->window) {
		bh_buf_z(b, " at ");
		bh_fmt_str(b, how, bh_fmt_short(e->commit));
	}
	bh_buf_z(b, ".\n");
}

/* The first entry of its scope? */
static bool
starts(const struct entries *e, size_t i)
{
	return i == 0 || !bh_str_eq(e->v[i].label, e->v[i - 1].label);
}

static void
text(struct bh_buf *b, const struct bh_gather *g, const struct entries *e)
{
	size_t i;

	if (e->n == 0)
		put_none(b, e, BH_FMT_TEXT);
	else
		put_title(b, g, e, BH_FMT_TEXT);
	for (i = 0; i < e->n; i++) {
		if (starts(e, i)) {
			bh_buf_c(b, '\n');
			bh_fmt_str(b, BH_FMT_TEXT, e->v[i].label);
			bh_buf_c(b, '\n');
		}
		text_entry(b, &e->v[i], e->window);
	}
	bh_view_notices(b, g, &bh_format_text);
}

static void
markdown_entry(struct bh_buf *b, const struct entry *x, bool window)
{
	bh_buf_z(b, "| ");
	if (window) {
		bh_fmt_str(b, BH_FMT_CELL, x->benchmark);
		bh_buf_z(b, " | ");
	}
	bh_fmt_str(b, BH_FMT_CELL, bh_fmt_short(x->commit));
	bh_buf_z(b, " | ");
	if (window)
		bh_fmt_str(b, BH_FMT_CELL, x->time);
	else {
		put_prefixes(b, BH_FMT_CELL, x->record);
		bh_buf_z(b, " | ");
		bh_fmt_str(b, BH_FMT_CELL, x->record->issued_at);
	}
	bh_buf_z(b, " |\n");
}

static void
markdown(struct bh_buf *b, const struct bh_gather *g, const struct entries *e)
{
	size_t i;

	bh_buf_z(b, "# ");
	put_title(b, g, e, BH_FMT_MARKDOWN);
	if (e->n == 0) {
		bh_buf_c(b, '\n');
		put_none(b, e, BH_FMT_MARKDOWN);
	}
	for (i = 0; i < e->n; i++) {
		if (starts(e, i)) {
			bh_buf_z(b, "\n## ");
			bh_fmt_str(b, BH_FMT_MARKDOWN, e->v[i].label);
			bh_buf_z(b, e->window ?
			    "\n\n| Benchmark | Blessed at | Commit time |\n" :
			    "\n\n| Commit | Prefixes | Issued |\n");
			bh_buf_z(b, "| --- | --- | --- |\n");
		}
		markdown_entry(b, &e->v[i], e->window);
	}
	bh_view_notices(b, g, &bh_format_markdown);
}

/* --- JSON -------------------------------------------------------------- */

static void
json_record(struct bh_emit *e, const struct bh_blessing *r)
{
	size_t i;

	bh_emit_s(e, "issued_at", r->issued_at);
	if (r->prefixes.n == 0)
		return;
	bh_emit_open(e, "prefixes", '[');
	for (i = 0; i < r->prefixes.n; i++)
		bh_emit_s(e, NULL, r->prefixes.v[i]);
	bh_emit_close(e, ']');
}

static void
json_entry(struct bh_emit *e, struct bh_arena *a, const struct entry *x,
    bool window)
{
	bh_emit_open(e, NULL, '{');
	bh_emit_s(e, "engine", bh_view_axis(a, &x->scope.axis[BH_AXIS_ENGINE]));
	bh_emit_s(e, "target_triple",
	    bh_view_axis(a, &x->scope.axis[BH_AXIS_TRIPLE]));
	bh_emit_s(e, "machine_key",
	    bh_view_axis(a, &x->scope.axis[BH_AXIS_MACHINE]));
	bh_view_emit_scope(e, &x->scope);
	if (window)
		bh_emit_s(e, "benchmark", x->benchmark);
	bh_emit_s(e, "commit", bh_fmt_short(x->commit));
	if (x->time.p != NULL)
		bh_emit_s(e, "commit_time", x->time);
	if (!window)
		json_record(e, x->record);
	if (x->record != NULL)
		bh_emit_z(e, "level", x->record->set.p != NULL ? "partition" :
		    "project");
	bh_emit_close(e, '}');
}

static void
json(struct bh_buf *b, struct bh_gather *g, const struct entries *x)
{
	struct bh_emit e = { .b = b, .indent = true };
	size_t i;

	bh_emit_open(&e, NULL, '{');
	bh_emit_s(&e, "project", g->selection.project);
	bh_emit_z(&e, "scope", x->window ? "window" : "head");
	if (!x->window)
		bh_emit_s(&e, "commit", bh_fmt_short(x->commit));
	bh_emit_open(&e, "blessings", '[');
	for (i = 0; i < x->n; i++)
		json_entry(&e, &g->arena, &x->v[i], x->window);
	bh_emit_close(&e, ']');
	bh_view_notices_json(&e, g);
	bh_emit_close(&e, '}');
	bh_buf_c(b, '\n');
}

int
bh_view_blessings(struct bh_gather *g, const struct bh_ask *ask,
    struct bh_outs *o, struct bh_err *err)
{
	/* an empty window has at least the hint that says why */
	struct entries e = { .window = g->has[BH_R_SERIES] ||
	    g->has[BH_R_OBJECT] || g->has[BH_R_HINT] };

	(void)ask;
	if (bh_gather_need(g, BH_WANT(BH_R_SELECTION), err) == -1)
		return -1;
	if (e.window)
		window_entries(g, &e);
	else if (head_entries(g, &e, err) == -1)
		return -1;
	if (e.n > 1)
		qsort(e.v, e.n, sizeof(*e.v), by_entry);
	if (o->path[BH_OUT_TEXT] != NULL)
		text(&o->text[BH_OUT_TEXT], g, &e);
	if (o->path[BH_OUT_MARKDOWN] != NULL)
		markdown(&o->text[BH_OUT_MARKDOWN], g, &e);
	if (o->path[BH_OUT_JSON] != NULL)
		json(&o->text[BH_OUT_JSON], g, &e);
	return 0;
}
