#include "edge/json.h"
#include "show/render.h"

/* --- findings ---------------------------------------------------------- */

static void
members(struct bh_emit *e, const struct bh_report *r, const struct bh_hit *h)
{
	const struct bh_finding *f = h->f;

	bh_emit_z(e, "unit", bh_kind_unit(f->kind));
	bh_emit_n(e, "delta", f->delta);
	if (r->scan && f->has_p)
		bh_emit_n(e, "p", f->p);
	if (r->scan && f->has_rank) {
		bh_emit_i(e, "rank", f->rank);
		bh_emit_n(e, "threshold", f->threshold);
	}
	if (r->scan)
		bh_json_emit_scan(e, f);
	if (f->base_commit.p != NULL)
		bh_emit_s(e, "base_commit", f->base_commit);
	if (f->has_median_delta)
		bh_emit_n(e, "median_delta", f->median_delta);
}

static void
set_names(struct bh_emit *e, struct bh_set_parts s)
{
	bh_emit_s(e, "engine", s.engine);
	bh_emit_s(e, "target_triple", s.triple);
	bh_emit_s(e, "machine_key", s.machine);
}

static void
finding(struct bh_emit *e, const struct bh_report *r, const struct bh_hit *h)
{
	const struct bh_finding *f = h->f;

	bh_emit_open(e, NULL, '{');
	set_names(e, r->set[h->set].part);
	bh_json_emit_id(e, "segments", f->id);
	bh_emit_z(e, "kind", bh_kind_name(f->kind));
	bh_emit_z(e, "method", bh_method_name(f->method));
	bh_emit_z(e, "direction", f->regression ? "regression" :
	    "improvement");
	bh_emit_n(e, "baseline", f->baseline);
	bh_emit_n(e, "latest", f->latest);
	bh_emit_n(e, "relative_delta", f->relative_delta);
	if (f->commit.p != NULL)
		bh_emit_s(e, "commit", f->commit);
	if (f->method == BH_DRIFT && f->window_start.p != NULL)
		bh_emit_s(e, "window_start", f->window_start);
	if (h->s->blessed.p != NULL)
		bh_emit_s(e, "blessed_at", bh_fmt_short(h->s->blessed));
	if (h->s->blessed.p != NULL && h->s->blessed_time.p != NULL)
		bh_emit_s(e, "blessed_commit_time", h->s->blessed_time);
	if (r->branch)
		bh_json_emit_branch(e, f);
	members(e, r, h);
	bh_emit_close(e, '}');
}

static void
list(struct bh_emit *e, const struct bh_report *r, enum bh_list l)
{
	size_t i;

	bh_emit_open(e, bh_list_name(l), '[');
	for (i = 0; i < r->nhit[l]; i++)
		finding(e, r, &r->hit[l][i]);
	bh_emit_close(e, ']');
}

/* --- sets -------------------------------------------------------------- */

static void
lags(struct bh_emit *e, const struct bh_rset *s)
{
	size_t i;

	if (s->nlag == 0)
		return;
	bh_emit_open(e, "comparison_base_lags", '[');
	for (i = 0; i < s->nlag; i++) {
		bh_emit_open(e, NULL, '{');
		bh_emit_i(e, "commits_behind", s->lag[i].behind);
		bh_emit_z(e, "reason", bh_lag_name(s->lag[i].why));
		bh_emit_close(e, '}');
	}
	bh_emit_close(e, ']');
}

static void
kinds(struct bh_emit *e, const struct bh_rset *s)
{
	size_t i;

	bh_emit_open(e, "kinds", '[');
	for (i = 0; i < s->nkind; i++) {
		bh_emit_open(e, NULL, '{');
		bh_emit_z(e, "kind", bh_kind_name(s->kind[i].kind));
		bh_emit_i(e, "series", s->kind[i].series);
		bh_emit_i(e, "judged", s->kind[i].judged);
		bh_emit_close(e, '}');
	}
	bh_emit_close(e, ']');
}

static void
set(struct bh_emit *e, const struct bh_report *r, const struct bh_rset *s)
{
	bh_emit_open(e, NULL, '{');
	set_names(e, s->part);
	bh_emit_i(e, "runs", s->runs);
	bh_emit_i(e, "series", s->series);
	bh_emit_i(e, "regressions", s->regressions);
	if (r->branch)
		bh_emit_i(e, "improvements", s->improvements);
	if (s->nkind > 0)
		kinds(e, s);
	lags(e, s);
	if (s->comparison != NULL) {
		bh_emit_open(e, "branch_comparison", '{');
		bh_emit_i(e, "evaluated_base_commits",
		    s->comparison->evaluated);
		bh_emit_i(e, "at_least_as_much", s->comparison->at_least);
		bh_emit_i(e, "series", s->comparison->series);
		bh_emit_close(e, '}');
	}
	bh_emit_close(e, '}');
}

/* --- the whole --------------------------------------------------------- */

static void
head(struct bh_emit *e, const struct bh_report *r)
{
	const struct bh_topology *t = &r->g->topology;

	bh_emit_i(e, "report_version", 1);
	bh_emit_s(e, "project", r->g->selection.project);
	bh_emit_s(e, "tip_commit", t->context_commit);
	bh_emit_b(e, "tip_dirty", r->tip_dirty);
	bh_emit_z(e, "mode", bh_mode_name(r->g->census.mode));
	bh_emit_z(e, "detection", bh_detection_name(r->g->method));
	bh_emit_s(e, "outcome", r->g->coverage.outcome);
	bh_emit_open(e, "base", '{');
	bh_emit_s(e, "ref", t->base_ref);
	bh_emit_s(e, "commit", t->base_commit);
	bh_emit_s(e, "how", t->base_how);
	bh_emit_close(e, '}');
	bh_emit_s(e, "since", r->g->selection.since);
}

static void
counts(struct bh_emit *e, const struct bh_report *r)
{
	const struct bh_census *c = &r->g->census;

	bh_emit_b(e, "notable", r->nhit[BH_LIST_FINDINGS] > 0);
	bh_emit_i(e, "runs", c->runs);
	bh_emit_i(e, "series", c->series);
	bh_emit_i(e, "regressions", r->regressions);
	if (r->branch)
		bh_emit_i(e, "improvements", r->improvements);
	bh_emit_i(e, "ghosts_excluded", c->ghosts_excluded);
	bh_emit_i(e, "ignored_excluded", c->ignored_excluded);
	if (c->objects_bad > 0)
		bh_emit_i(e, "objects_bad", c->objects_bad);
	bh_emit_open(e, "census", '{');
	bh_json_emit_count(e, &r->g->coverage.count);
	bh_emit_close(e, '}');
	if (r->hint.n > 0)
		bh_emit_s(e, "hint", r->hint);
	if (r->warning.n > 0)
		bh_emit_s(e, "warning", r->warning);
}

void
bh_report_json(struct bh_buf *b, const struct bh_report *r,
    const struct bh_look *look)
{
	struct bh_emit e = { .b = b, .indent = true };
	size_t i;

	(void)look;
	bh_emit_open(&e, NULL, '{');
	head(&e, r);
	counts(&e, r);
	list(&e, r, BH_LIST_FINDINGS);
	if (r->scan && r->branch)
		list(&e, r, BH_LIST_RANGE);
	if (r->scan && !r->branch) {
		list(&e, r, BH_LIST_PROVISIONAL);
		list(&e, r, BH_LIST_IMPROVED);
		list(&e, r, BH_LIST_UNSTABLE);
	}
	bh_emit_open(&e, "sets", '[');
	for (i = 0; i < r->nset; i++)
		set(&e, r, &r->set[i]);
	bh_emit_close(&e, ']');
	bh_emit_close(&e, '}');
	bh_buf_c(b, '\n');
}

void
bh_report_outcome(struct bh_buf *b, const struct bh_report *r,
    const struct bh_look *look)
{
	(void)look;
	bh_fmt_str(b, BH_FMT_TEXT, r->g->coverage.outcome);
	bh_buf_c(b, '\n');
}
