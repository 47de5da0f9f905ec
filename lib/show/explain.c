/* bh-render --as explain: how each series of a benchmark was judged. */
#include <stdlib.h>
#include <string.h>

#include "show/gates.h"
#include "show/picture.h"
#include "show/view.h"
#include "show/words.h"

/* A series, or what never became one. */
struct subject {
	struct bh_str		 set;
	struct bh_id		 id;
	enum bh_kind		 kind;
	const struct bh_series	*s;	/* or NULL */
	const struct bh_unjudged *u;
};

struct explain {
	struct bh_gather	*g;
	struct bh_report	 r;
	const struct bh_look	*look;
	const struct bh_finding_rec **rec;	/* by series number */
	size_t			 nrec;
};

/* --- gathering --------------------------------------------------------- */

static int
by_rec(const void *a, const void *b)
{
	const struct bh_finding_rec *x = *(void *const *)a;
	const struct bh_finding_rec *y = *(void *const *)b;

	return (x->f.n > y->f.n) - (x->f.n < y->f.n);
}

static void
index_records(struct explain *e)
{
	size_t i;

	e->nrec = e->g->nfinding;
	e->rec = bh_calloc(&e->g->arena, e->nrec, sizeof(*e->rec));
	for (i = 0; i < e->nrec; i++)
		e->rec[i] = &e->g->finding[i];
	if (e->nrec > 1)
		qsort(e->rec, e->nrec, sizeof(*e->rec), by_rec);
}

static const struct bh_finding_rec *
record_of(const struct explain *e, long n)
{
	struct bh_finding_rec key = { .f = { .n = n } };
	const struct bh_finding_rec *k = &key, **at;

	at = e->nrec == 0 ? NULL :
	    bsearch(&k, e->rec, e->nrec, sizeof(*e->rec), by_rec);
	return at == NULL ? NULL : *at;
}

static int
by_subject(const void *a, const void *b)
{
	const struct subject *x = a, *y = b;
	int c;

	if ((c = bh_set_cmp(x->set, y->set)) != 0 ||
	    (c = bh_id_cmp(x->id, y->id)) != 0)
		return c;
	return (x->kind > y->kind) - (x->kind < y->kind);
}

static size_t
subjects(struct bh_gather *g, struct subject **out)
{
	struct subject *v = bh_calloc(&g->arena, g->nseries + g->nunjudged,
	    sizeof(*v));
	const struct bh_unjudged *u;
	size_t i, n = 0;

	for (i = 0; i < g->nseries; i++)
		v[n++] = (struct subject){ g->series[i].set, g->series[i].id,
		    g->series[i].kind, &g->series[i], NULL };
	for (i = 0; i < g->nunjudged; i++) {
		u = &g->unjudged[i];
		if (bh_gather_wants(g, u->id, u->kind))
			v[n++] = (struct subject){ u->set, u->id, u->kind,
			    NULL, u };
	}
	if (n > 1)
		qsort(v, n, sizeof(*v), by_subject);
	*out = v;
	return n;
}

/* --- words ------------------------------------------------------------- */

/* Where each stage ended: "drift: significance (...)". */
static void
put_stops(struct bh_buf *b, const struct bh_gate_rec *g, size_t n)
{
	static const enum bh_stage stages[] = { BH_STAGE_CHANGE_POINT,
	    BH_STAGE_DRIFT, BH_STAGE_BRANCH, BH_STAGE_FAMILY };
	const struct bh_gate *stop;
	size_t i;

	for (i = 0; i < sizeof(stages) / sizeof(stages[0]); i++) {
		stop = bh_gates_stop(stages[i], g, n);
		if (stop == NULL)
			continue;
		bh_buf_f(b, "    %s ended at %s: %s\n",
		    bh_stage_name(stages[i]), bh_gate_name(stop->gate),
		    bh_gates_why(stages[i], stop->gate));
	}
}

static bool
unresolved(const struct bh_gate_rec *g, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (g[i].gate.stage == BH_STAGE_REGIME &&
		    g[i].gate.gate == BH_G_UNRESOLVED && !g[i].gate.pass)
			return true;
	return false;
}

static void
put_finding(struct bh_buf *b, const struct explain *e,
    const struct bh_finding_rec *x)
{
	struct bh_pen p = { b, BH_FMT_TEXT, e->look->ascii };

	if (x->type == BH_R_DROPPED)
		bh_buf_z(b, bh_str_is(x->why, "direction") ?
		    "  not reported: an improvement, and history reports "
		    "regressions alone\n    " :
		    "  not reported: it does not pass the correction over all "
		    "judged series\n    ");
	else if (x->f.list != BH_LIST_FINDINGS)
		bh_buf_f(b, "  %s, beside the findings\n    ",
		    bh_words_list(x->f.list));
	else
		bh_buf_z(b, "  reported\n    ");
	bh_fmt_percent(b, x->f.relative_delta);
	bh_buf_c(b, ' ');
	bh_words_detail(&p, &e->r, &x->f);
	bh_buf_c(b, '\n');
	if (e->r.scan && x->f.has_suspect) {
		bh_buf_z(b, "    ");
		bh_words_suspect(&p, &x->f);
		bh_buf_c(b, '\n');
	}
	if (x->f.has_p) {
		bh_buf_z(b, "    p ");
		bh_fmt_value(b, x->f.p);
		if (x->f.has_rank) {
			bh_buf_z(b, " <= ");
			bh_fmt_value(b, x->f.threshold);
			bh_buf_f(b, ", rank %ld", x->f.rank);
		}
		bh_buf_c(b, '\n');
	}
}

static void
put_verdict(struct bh_buf *b, const struct explain *e,
    const struct bh_series *s, const struct bh_gate_rec *g, size_t n)
{
	const struct bh_finding_rec *x = record_of(e, s->n);
	struct bh_pen p = { b, BH_FMT_TEXT, e->look->ascii };
	size_t from = b->n;

	if (!s->judged && s->reason != BH_JUDGED)
		bh_buf_f(b, "  not judged: %s\n", bh_words_reason(s->reason));
	else if (x != NULL)
		put_finding(b, e, x);
	else if (unresolved(g, n))
		bh_buf_f(b, "  not judged: %s\n",
		    bh_words_reason(BH_CURRENT_BASE_REGIME_UNRESOLVED));
	else {
		bh_buf_z(b, "  judged, nothing to report\n");
		put_stops(b, g, n);
	}
	from = b->n;
	bh_buf_z(b, "    ");
	if (bh_words_blessed(&p, s))
		bh_buf_c(b, '\n');
	else
		b->n = from;
}

/* --- blocks ------------------------------------------------------------ */

static void
put_chart(struct bh_buf *b, const struct explain *e, const struct bh_series *s)
{
	const struct bh_finding_rec *x = record_of(e, s->n);
	const struct bh_topology *t = &e->g->topology;
	const struct bh_points *p = &s->points;
	struct bh_hit h = { .f = x != NULL ? &x->f : NULL, .s = s };
	struct bh_chart c;

	if (x != NULL && (!e->r.branch || x->f.has_branch))
		bh_report_chart(&e->r, &h, &c);
	else if (!e->r.branch)
		bh_chart_history(&c, p, t->tip_topo);
	else if (p->n > 0 && p->topo[p->n - 1] == t->tip_topo)
		bh_chart_branch(&c, NULL, &s->base, t->base_topo,
		    p->value[p->n - 1]);
	else
		bh_chart_history(&c, &s->base, t->base_topo);
	bh_chart_draw(b, &c, e->look->ascii);
}

static void
put_subject(struct bh_buf *b, const struct explain *e, const struct subject *x)
{
	struct bh_str id = bh_id_join(&e->g->arena, x->id);
	const struct bh_gate_rec *g;
	size_t n;

	bh_buf_c(b, '\n');
	bh_fmt_str(b, BH_FMT_TEXT, id);
	bh_buf_f(b, " %s\n", bh_kind_name(x->kind));
	if (x->s == NULL) {
		bh_buf_f(b, "  not judged: %s (",
		    bh_words_reason(x->u->reason));
		bh_fmt_count(b, x->u->points, "point");
		bh_buf_z(b, ")\n");
		return;
	}
	g = bh_gather_gates(e->g, x->s->n, &n);
	put_verdict(b, e, x->s, g, n);
	put_chart(b, e, x->s);
	bh_gates_put(b, e->g->method, id, x->kind, g, n);
}

static void
put_all(struct bh_buf *b, const struct explain *e, const struct subject *v,
    size_t n)
{
	struct bh_pen p = { b, BH_FMT_TEXT, e->look->ascii };
	size_t i;

	bh_buf_z(b, "Verdicts of project ");
	bh_fmt_str(b, BH_FMT_TEXT, e->g->selection.project);
	bh_buf_f(b, " (%s mode, method %s)\n  commit: ",
	    bh_mode_name(e->g->census.mode), bh_detection_name(e->g->method));
	bh_words_commit(&p, &e->r);
	bh_buf_c(b, '\n');
	for (i = 0; i < n; i++) {
		if (i == 0 || !bh_str_eq(v[i].set, v[i - 1].set)) {
			bh_buf_c(b, '\n');
			bh_fmt_str(b, BH_FMT_TEXT, v[i].set);
			bh_buf_c(b, '\n');
		}
		put_subject(b, e, &v[i]);
	}
}

/* --- SVG --------------------------------------------------------------- */

/* What was found, where something was. */
static struct bh_str
caption(const struct explain *e, const struct bh_finding_rec *x)
{
	struct bh_buf t = BH_BUF_INIT;
	struct bh_pen p = { &t, BH_FMT_TEXT, e->look->ascii };
	struct bh_str s = BH_STR("nothing found");

	if (x != NULL) {
		bh_fmt_percent(&t, x->f.relative_delta);
		bh_buf_c(&t, ' ');
		bh_words_detail(&p, &e->r, &x->f);
		bh_buf_z(&t, x->type == BH_R_DROPPED ? " (not reported)" : "");
		s = bh_str_dup(&e->g->arena, bh_buf_of(&t));
	}
	bh_buf_free(&t);
	return s;
}

static void
svg(struct bh_buf *b, const struct explain *e, const struct subject *v,
    size_t n)
{
	const struct bh_topology *t = &e->g->topology;
	const struct bh_finding_rec *x;
	struct bh_picture pic;
	struct bh_plot p;
	struct bh_str head;
	size_t i;

	bh_picture_open(&pic, b, e->g->id, e->g->kind,
	    e->g->selection.project);
	for (i = 0; i < n; i++) {
		if (v[i].s == NULL)
			continue;
		x = record_of(e, v[i].s->n);
		if (x != NULL && (!e->r.branch || x->f.has_branch))
			bh_plot_finding(&p, &e->r, &x->f, v[i].s);
		else if (!e->r.branch)
			bh_plot_points(&p, &v[i].s->points, v[i].kind,
			    t->tip_topo);
		else
			bh_plot_branch(&p, v[i].s, t);
		head = bh_strf(&e->g->arena, "%.*s  %.*s", BH_FMT(v[i].set),
		    BH_FMT(bh_id_join(&e->g->arena, v[i].id)));
		bh_picture_plot(&pic, head, v[i].s->judged ?
		    caption(e, x) : BH_STR("not judged"), &p);
	}
	bh_picture_close(&pic);
}

int
bh_view_explain(struct bh_gather *g, const struct bh_ask *ask,
    struct bh_outs *o, struct bh_err *err)
{
	struct bh_buf *b = &o->text[BH_OUT_TEXT];
	struct explain e = { .g = g, .look = &ask->look };
	struct subject *v;
	size_t n;

	if (bh_report_make(&e.r, g, err) == -1)
		return -1;
	index_records(&e);
	n = subjects(g, &v);
	if (o->path[BH_OUT_SVG] != NULL)
		svg(&o->text[BH_OUT_SVG], &e, v, n);
	if (o->path[BH_OUT_TEXT] == NULL)
		return 0;
	put_all(b, &e, v, n);
	if (n == 0 && g->id.p != NULL) {
		bh_buf_z(b, "\nHint: no series of benchmark ");
		bh_fmt_str(b, BH_FMT_TEXT, g->id);
		if (g->kind.p != NULL) {
			bh_buf_z(b, " with metric ");
			bh_fmt_str(b, BH_FMT_TEXT, g->kind);
		}
		bh_buf_z(b, " was read. \"bh list benchmarks\" names "
		    "them.\n");
	}
	bh_view_notices(b, g, &bh_format_text);
	return 0;
}
