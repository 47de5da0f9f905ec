#include "show/view.h"

#include <string.h>

#include "base/log.h"

#define STORE_OUTS	(BH_OUT(BH_OUT_TEXT) | BH_OUT(BH_OUT_JSON) | \
	BH_OUT(BH_OUT_MARKDOWN))
#define NOTICES		(BH_WANT(BH_R_WARNING) | BH_WANT(BH_R_HINT))
#define REPORT		(BH_WANT(BH_R_TOPOLOGY) | BH_WANT(BH_R_COMMIT) | \
	BH_WANT(BH_R_SELECTION) | BH_WANT(BH_R_CENSUS) | \
	BH_WANT(BH_R_SERIES) | BH_WANT(BH_R_DETECTION) | \
	BH_WANT(BH_R_FINDING) | BH_WANT(BH_R_COMPARISON) | \
	BH_WANT(BH_R_COVERAGE) | BH_WANT(BH_R_BAD) | BH_WANT(BH_R_GATE) | \
	NOTICES)

static const struct bh_view views[] = {
	{ .name = "report", .types = REPORT, .points = true,
	    .outs = ((1u << BH_OUTS) - 1) & ~BH_OUT(BH_OUT_SVG),
	    .make = bh_view_report },
	{ .name = "examine", .types = BH_WANT(BH_R_TOPOLOGY) |
	    BH_WANT(BH_R_COMMIT) | BH_WANT(BH_R_SELECTION) |
	    BH_WANT(BH_R_QUERY) | BH_WANT(BH_R_SERIES) | NOTICES,
	    .points = true, .texts = true, .titles = true,
	    .outs = STORE_OUTS | BH_OUT(BH_OUT_SVG) | BH_OUT(BH_OUT_CSV),
	    .make = bh_view_examine },
	{ .name = "runs", .types = BH_WANT(BH_R_SELECTION) |
	    BH_WANT(BH_R_OBJECT) | BH_WANT(BH_R_SERIES) |
	    BH_WANT(BH_R_BAD) | NOTICES,
	    .outs = STORE_OUTS, .make = bh_view_runs },
	{ .name = "benchmarks", .types = BH_WANT(BH_R_SELECTION) |
	    BH_WANT(BH_R_QUERY) | BH_WANT(BH_R_SERIES) | NOTICES,
	    .outs = STORE_OUTS, .make = bh_view_benchmarks },
	{ .name = "discriminants", .types = BH_WANT(BH_R_OBJECT) | NOTICES,
	    .outs = STORE_OUTS, .make = bh_view_discriminants },
	{ .name = "blessings", .types = BH_WANT(BH_R_TOPOLOGY) |
	    BH_WANT(BH_R_COMMIT) | BH_WANT(BH_R_SELECTION) |
	    BH_WANT(BH_R_SERIES) | BH_WANT(BH_R_OBJECT) |
	    BH_WANT(BH_R_BLESSING) | NOTICES, .titles = true,
	    .outs = STORE_OUTS, .make = bh_view_blessings },
	{ .name = "plan", .types = BH_WANT(BH_R_TOPOLOGY) |
	    BH_WANT(BH_R_SELECTION) | BH_WANT(BH_R_OBJECT) |
	    BH_WANT(BH_R_BLESSING) | BH_WANT(BH_R_REMOVAL) | NOTICES,
	    .outs = STORE_OUTS, .make = bh_view_plan },
	{ .name = "account", .types = BH_WANT(BH_R_OBJECT) |
	    BH_WANT(BH_R_BLESSING) | BH_WANT(BH_R_REMOVAL), .outs = BH_OUT(BH_OUT_TEXT),
	    .make = bh_view_account },
	{ .name = "explain", .types = REPORT | BH_WANT(BH_R_UNJUDGED) |
	    BH_WANT(BH_R_DROPPED), .points = true,
	    .outs = BH_OUT(BH_OUT_TEXT) | BH_OUT(BH_OUT_SVG),
	    .make = bh_view_explain }
};

const struct bh_view *
bh_view_find(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(views) / sizeof(views[0]); i++)
		if (strcmp(views[i].name, name) == 0)
			return &views[i];
	return NULL;
}

/* --- report ------------------------------------------------------------ */

static void
note_hit(const struct bh_hit *h)
{
	struct bh_buf t = BH_BUF_INIT;

	if (!h->f->has_median_delta)
		return;
	bh_fmt_str(&t, BH_FMT_TEXT, h->id);
	bh_note("%.*s %s: %+.2f%% against the median of the base level",
	    BH_FMT(t), bh_kind_name(h->f->kind), 100 * h->f->median_delta);
	bh_buf_free(&t);
}

/* Under --verbose: what would help, what was left out, true moves. */
static void
note_all(const struct bh_report *r)
{
	const struct bh_notice *n;
	const char *remedy;
	size_t i;
	int k;

	if (!bh_log_is_verbose())
		return;
	for (k = 0; k < BH_REASONS; k++) {
		remedy = bh_words_remedy((enum bh_reason)k);
		if (r->g->coverage.count.reason[k] > 0 && remedy != NULL)
			bh_note("%s: what helps: %s",
			    bh_reason_name((enum bh_reason)k), remedy);
	}
	for (i = 0; i < r->g->nnotice; i++) {
		n = &r->g->notice[i];
		if (n->type == BH_R_BAD)
			bh_note("left out: %.*s: %.*s", BH_FMT(n->code),
			    BH_FMT(n->text));
	}
	for (k = 0; k < BH_LISTS; k++)
		for (i = 0; i < r->nhit[k]; i++)
			note_hit(&r->hit[k][i]);
}

int
bh_view_report(struct bh_gather *g, const struct bh_ask *ask,
    struct bh_outs *o, struct bh_err *err)
{
	static bh_render_fn *const render[BH_OUTS] = {
		[BH_OUT_TEXT] = bh_report_text,
		[BH_OUT_JSON] = bh_report_json,
		[BH_OUT_MARKDOWN] = bh_report_markdown,
		[BH_OUT_SUMMARY] = bh_report_summary,
		[BH_OUT_OUTCOME] = bh_report_outcome,
		[BH_OUT_HTML] = bh_report_html,
		[BH_OUT_CSV] = bh_report_csv
	};
	struct bh_report r;
	int k;

	if (bh_report_make(&r, g, err) == -1)
		return -1;
	note_all(&r);
	for (k = 0; k < BH_OUTS; k++)
		if (o->path[k] != NULL)
			render[k](&o->text[k], &r, &ask->look);
	return 0;
}

/* --- pieces ------------------------------------------------------------ */

void
bh_view_notices(struct bh_buf *b, const struct bh_gather *g,
    const struct bh_format *f)
{
	static const enum bh_rtype type[] = { BH_R_HINT, BH_R_WARNING };
	struct bh_walk w = bh_walk_of(f, b, NULL, NULL);
	struct bh_buf t = BH_BUF_INIT;
	size_t i;

	for (i = 0; i < 2; i++) {
		bh_buf_reset(&t);
		bh_gather_notices(g, type[i], &t);
		bh_walk_lines(&w, bh_buf_of(&t));
	}
	bh_buf_free(&t);
}

void
bh_view_notices_json(struct bh_emit *e, const struct bh_gather *g)
{
	struct bh_buf t = BH_BUF_INIT;

	bh_gather_notices(g, BH_R_HINT, &t);
	if (t.n > 0)
		bh_emit_s(e, "hint", bh_buf_of(&t));
	bh_buf_reset(&t);
	bh_gather_notices(g, BH_R_WARNING, &t);
	if (t.n > 0)
		bh_emit_s(e, "warning", bh_buf_of(&t));
	bh_buf_free(&t);
}

void
bh_view_emit_set(struct bh_emit *e, struct bh_set_parts s)
{
	bh_emit_s(e, "engine", s.engine);
	bh_emit_s(e, "target_triple", s.triple);
	bh_emit_s(e, "machine_key", s.machine);
}

void
bh_view_emit_scope(struct bh_emit *e, const struct bh_scope *s)
{
	size_t i;
	int x;

	bh_emit_open(e, "discriminant_scope", '{');
	for (x = 0; x < BH_AXES; x++) {
		bh_emit_open(e, bh_axis_name((enum bh_axis)x), '[');
		for (i = 0; i < s->axis[x].n; i++)
			bh_emit_s(e, NULL, s->axis[x].v[i]);
		bh_emit_close(e, ']');
	}
	bh_emit_close(e, '}');
}

struct bh_scope
bh_view_own_scope(struct bh_arena *a, struct bh_str set)
{
	struct bh_set_parts s = bh_fmt_set(set);
	struct bh_str *v = bh_calloc(a, BH_AXES, sizeof(*v));
	struct bh_scope scope;
	int x;

	v[BH_AXIS_ENGINE] = s.engine;
	v[BH_AXIS_TRIPLE] = s.triple;
	v[BH_AXIS_MACHINE] = s.machine;
	for (x = 0; x < BH_AXES; x++)
		scope.axis[x] = (struct bh_strs){ &v[x], 1 };
	return scope;
}

struct bh_str
bh_view_axis(struct bh_arena *a, const struct bh_strs *v)
{
	struct bh_buf b = BH_BUF_INIT;
	struct bh_str s;
	size_t i;

	for (i = 0; i < v->n; i++) {
		if (i > 0)
			bh_buf_c(&b, '|');
		bh_buf_str(&b, v->v[i]);
	}
	if (v->n == 0)
		bh_buf_z(&b, "all");
	s = bh_str_dup(a, bh_buf_of(&b));
	bh_buf_free(&b);
	return s;
}

struct bh_str
bh_view_label(struct bh_arena *a, const struct bh_scope *s)
{
	struct bh_str e = bh_view_axis(a, &s->axis[BH_AXIS_ENGINE]);
	struct bh_str t = bh_view_axis(a, &s->axis[BH_AXIS_TRIPLE]);
	struct bh_str m = bh_view_axis(a, &s->axis[BH_AXIS_MACHINE]);

	return bh_strf(a, "%.*s/%.*s/%.*s", BH_FMT(e), BH_FMT(t), BH_FMT(m));
}
