/* bh-render --as plan: what prune removes, or would. */
#include <stdlib.h>
#include <string.h>

#include "model/bless.h"
#include "show/view.h"

/* One thing that goes. */
struct item {
	struct bh_str	label;		/* "E/T/M" of the set, of the scope */
	struct bh_str	commit, key;
	long		topo;		/* -1: not on the line */
	bool		blessing;
	const struct bh_scope *scope;	/* of the record, or the set's own */
};

struct count {
	long	runs, blessings, commits, sets;
};

struct plan {
	const struct bh_gather *g;
	struct item	*v;
	size_t		 n;
	struct count	 all;
};

/* --- gathering --------------------------------------------------------- */

static int
by_item(const void *a, const void *b)
{
	const struct item *x = a, *y = b;
	int c;

	if ((c = bh_scope_cmp(x->scope, y->scope)) != 0)
		return c;
	if (x->topo != y->topo)		/* what is on no line comes last */
		return x->topo < 0 ? 1 : y->topo < 0 ? -1 :
		    (x->topo > y->topo) - (x->topo < y->topo);
	if ((c = bh_str_cmp(x->commit, y->commit)) != 0)
		return c;
	return bh_str_cmp(x->key, y->key);
}

/* Whether it goes: nothing but these has a status of bh-store-rm. */
static bool
goes(struct bh_str status)
{
	return bh_str_is(status, "removed") || bh_str_is(status, "would_remove");
}

/* The scope of a set; neighbours of one set share it. */
static const struct bh_scope *
scope_of(struct plan *p, struct bh_gather *g, struct bh_str set)
{
	struct bh_scope *s;

	if (p->n > 0 && bh_str_eq(p->v[p->n - 1].label, set))
		return p->v[p->n - 1].scope;
	s = bh_alloc(&g->arena, sizeof(*s));
	*s = bh_view_own_scope(&g->arena, set);
	return s;
}

static void
add_objects(struct plan *p, struct bh_gather *g)
{
	const struct bh_object *o;
	size_t i;

	for (i = 0; i < g->nobject; i++) {
		o = &g->object[i];
		if (!goes(o->status))
			continue;
		p->v[p->n] = (struct item){ .label = o->set, .commit = o->commit,
		    .key = o->key, .topo = o->topo,
		    .scope = scope_of(p, g, o->set) };
		p->n++;
		p->all.runs++;
	}
}

static void
add_blessings(struct plan *p, struct bh_gather *g)
{
	const struct bh_blessing *b;
	const struct bh_scope *scope;
	size_t i;

	for (i = 0; i < g->nblessing; i++) {
		b = &g->blessing[i];
		if (!goes(b->status))
			continue;
		scope = b->set.p != NULL ? scope_of(p, g, b->set) : &b->scope;
		p->v[p->n++] = (struct item){ .scope = scope,
		    .label = bh_view_label(&g->arena, scope),
		    .commit = b->commit, .key = b->key, .topo = b->line_topo,
		    .blessing = true };
		p->all.blessings++;
	}
}

static int
gather(struct bh_gather *g, struct plan *p, struct bh_err *err)
{
	const struct bh_removal *r = &g->removal;
	size_t i;

	*p = (struct plan){ .g = g };
	if (bh_gather_need(g, BH_WANT(BH_R_SELECTION) |
	    BH_WANT(BH_R_TOPOLOGY) | BH_WANT(BH_R_REMOVAL), err) == -1)
		return -1;
	p->v = bh_calloc(&g->arena, g->nobject + g->nblessing, sizeof(*p->v));
	add_objects(p, g);
	add_blessings(p, g);
	if (p->all.runs != r->objects || p->all.blessings != r->blessings)
		return bh_fail(err, BH_DATA, "%ld objects, %ld blessings, the "
		    "account says %ld, %ld", p->all.runs, p->all.blessings,
		    r->objects, r->blessings);
	if (p->n > 1)
		qsort(p->v, p->n, sizeof(*p->v), by_item);
	for (i = 0; i < p->n; i++)
		p->all.sets += i == 0 ||
		    !bh_str_eq(p->v[i].label, p->v[i - 1].label);
	return 0;
}

/* Items of the same set from i on, counted; returns the end. */
static size_t
set_end(const struct plan *p, size_t i, struct count *c)
{
	size_t from = i;

	*c = (struct count){ 0 };
	for (; i < p->n && bh_str_eq(p->v[i].label, p->v[from].label); i++) {
		c->runs += !p->v[i].blessing;
		c->blessings += p->v[i].blessing;
		c->commits += i == from ||
		    !bh_str_eq(p->v[i].commit, p->v[i - 1].commit);
	}
	return i;
}

static size_t
commit_end(const struct plan *p, size_t i, size_t end, struct count *c)
{
	size_t from = i;

	*c = (struct count){ 0 };
	for (; i < end && bh_str_eq(p->v[i].commit, p->v[from].commit); i++) {
		c->runs += !p->v[i].blessing;
		c->blessings += p->v[i].blessing;
	}
	return i;
}

/* --- text, Markdown ---------------------------------------------------- */

/* "3 runs (plus 1 blessing)" */
static void
put_count(struct bh_buf *b, const struct count *c)
{
	bh_fmt_count(b, c->runs, "run");
	if (c->blessings == 0)
		return;
	bh_buf_z(b, " (plus ");
	bh_fmt_count(b, c->blessings, "blessing");
	bh_buf_c(b, ')');
}

/* What stands around the pieces of a format for reading. */
struct form {
	const struct bh_format	*f;
	bool		 titled;	/* also where nothing matches */
	const char	*title, *none;
	const char	*set, *named;	/* around its label */
	const char	*head;		/* behind its counts */
	const char	*row;
	enum bh_fmt	 cell;
	void		(*counts)(struct bh_buf *b, const struct count *c);
	const char	*total, *end;
};

static void
text_counts(struct bh_buf *b, const struct count *c)
{
	bh_buf_z(b, "  ");
	put_count(b, c);
	bh_buf_c(b, '\n');
}

static void
markdown_counts(struct bh_buf *b, const struct count *c)
{
	bh_buf_f(b, " | %ld | %ld |\n", c->runs, c->blessings);
}

static const struct form text = { &bh_format_text, false, "",
    "Nothing matches.\n", "\n", "\n  ", "\n", "    ", BH_FMT_TEXT,
    text_counts, "\n", "\n" };

static const struct form markdown = { &bh_format_markdown, true, "# ",
    "\nNothing matches.\n", "\n## ", "\n\n",
    "\n\n| Commit | Runs | Blessings |\n| --- | --- | --- |\n", "| ",
    BH_FMT_CELL, markdown_counts, "\n**", "**\n" };

static void
put_title(struct bh_buf *b, const struct plan *p, const struct form *f)
{
	bh_buf_z(b, f->title);
	bh_buf_z(b, "Prune plan for project ");
	bh_fmt_str(b, f->f->how, p->g->selection.project);
	bh_buf_z(b, " (context ");
	bh_fmt_str(b, f->f->how, p->g->topology.context_ref);
	bh_buf_z(b, ")\n");
}

static void
put_total(struct bh_buf *b, const struct plan *p, const struct form *f)
{
	bh_buf_z(b, f->total);
	bh_buf_z(b, p->g->removal.dry_run ? "Would remove " : "Removed ");
	put_count(b, &p->all);
	bh_buf_z(b, " in ");
	bh_fmt_count(b, p->all.sets, "set");
	bh_buf_z(b, f->end);
}

static size_t
put_set(struct bh_buf *b, const struct plan *p, const struct form *f, size_t i)
{
	struct count c;
	size_t end = set_end(p, i, &c);

	bh_buf_z(b, f->set);
	bh_fmt_str(b, f->f->how, p->v[i].label);
	bh_buf_z(b, f->named);
	put_count(b, &c);
	bh_buf_z(b, ", ");
	bh_fmt_count(b, c.commits, "commit");
	bh_buf_z(b, f->head);
	while (i < end) {
		bh_buf_z(b, f->row);
		bh_fmt_str(b, f->cell, p->v[i].commit);
		i = commit_end(p, i, end, &c);
		f->counts(b, &c);
	}
	return end;
}

static void
put_plan(struct bh_buf *b, const struct plan *p, const struct form *f)
{
	size_t i = 0;

	if (p->n > 0 || f->titled)
		put_title(b, p, f);
	while (i < p->n)
		i = put_set(b, p, f, i);
	if (p->n == 0)
		bh_buf_z(b, f->none);
	else
		put_total(b, p, f);
	bh_view_notices(b, p->g, f->f);
}

/* --- JSON -------------------------------------------------------------- */

static size_t
json_commit(struct bh_emit *e, const struct plan *p, size_t i, size_t end)
{
	struct count c;
	size_t stop = commit_end(p, i, end, &c);

	bh_emit_open(e, NULL, '{');
	bh_emit_s(e, "commit", p->v[i].commit);
	bh_emit_i(e, "runs", c.runs);
	bh_emit_i(e, "blessings", c.blessings);
	bh_emit_open(e, "keys", '[');
	for (; i < stop; i++)
		bh_emit_s(e, NULL, p->v[i].key);
	bh_emit_close(e, ']');
	bh_emit_close(e, '}');
	return stop;
}

static size_t
json_set(struct bh_emit *e, const struct plan *p, size_t i)
{
	const struct item *x = &p->v[i];
	struct count c;
	size_t end = set_end(p, i, &c);
	struct bh_set_parts s = bh_fmt_set(x->label);

	bh_emit_open(e, NULL, '{');
	bh_view_emit_set(e, s);
	bh_view_emit_scope(e, x->scope);
	bh_emit_i(e, "runs", c.runs);
	bh_emit_i(e, "blessings", c.blessings);
	bh_emit_open(e, "commits", '[');
	while (i < end)
		i = json_commit(e, p, i, end);
	bh_emit_close(e, ']');
	bh_emit_close(e, '}');
	return end;
}

static void
json(struct bh_buf *b, const struct plan *p)
{
	struct bh_emit e = { .b = b, .indent = true };
	size_t i = 0;

	bh_emit_open(&e, NULL, '{');
	bh_emit_s(&e, "project", p->g->selection.project);
	bh_emit_s(&e, "target_ref", p->g->topology.context_ref);
	bh_emit_b(&e, "dry_run", p->g->removal.dry_run);
	bh_emit_open(&e, "sets", '[');
	while (i < p->n)
		i = json_set(&e, p, i);
	bh_emit_close(&e, ']');
	bh_emit_open(&e, "totals", '{');
	bh_emit_i(&e, "runs", p->all.runs);
	bh_emit_i(&e, "blessings", p->all.blessings);
	bh_emit_i(&e, "discriminant_sets", p->all.sets);
	bh_emit_close(&e, '}');
	bh_view_notices_json(&e, p->g);
	bh_emit_close(&e, '}');
	bh_buf_c(b, '\n');
}

int
bh_view_plan(struct bh_gather *g, const struct bh_ask *ask, struct bh_outs *o,
    struct bh_err *err)
{
	struct plan p;

	(void)ask;
	if (gather(g, &p, err) == -1)
		return -1;
	if (o->path[BH_OUT_TEXT] != NULL)
		put_plan(&o->text[BH_OUT_TEXT], &p, &text);
	if (o->path[BH_OUT_MARKDOWN] != NULL)
		put_plan(&o->text[BH_OUT_MARKDOWN], &p, &markdown);
	if (o->path[BH_OUT_JSON] != NULL)
		json(&o->text[BH_OUT_JSON], &p);
	return 0;
}
