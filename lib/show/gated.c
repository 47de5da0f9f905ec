#include "show/gated.h"

#include <math.h>

#include "show/render.h"
#include "show/view.h"

/* A record, whole or torn: an object whose first member is its type. */
static bool
is_record(struct bh_str line)
{
	struct bh_arena a = BH_ARENA_INIT;
	struct bh_str key;
	struct bh_tok t;
	bool is;

	bh_tok_init(&t, line, &a);
	bh_tok_obj(&t);
	is = bh_tok_member(&t, &key) && bh_str_is(key, "type");
	bh_arena_free(&a);
	return is;
}

/* The text as it is; of lines, since that is what a stream is read by. */
static int
copy(struct bh_stream *s, struct bh_str line, struct bh_buf *text,
    struct bh_err *err)
{
	int r;

	do {
		bh_buf_str(text, line);
		bh_buf_c(text, '\n');
	} while ((r = bh_in_next(&s->in, &line, err)) == 1);
	return r;
}

static int
render(struct bh_stream *s, struct bh_buf *text, struct bh_err *err)
{
	const struct bh_want want = { .types = bh_view_find("report")->types };
	const struct bh_look look = { .limit = 1 };
	struct bh_gather g = BH_GATHER_INIT;
	struct bh_report report;
	int r;

	r = bh_gather_stream(&g, &want, s, err);
	if (r == -1 && err->status == BH_NO)
		r = bh_fail(err, BH_DATA, "%s: its writer failed", s->in.path);
	if (r == 0 && (r = bh_report_make(&report, &g, err)) == -1)
		bh_err_at(err, "%s", s->in.path);
	if (r == 0)
		bh_report_json(text, &report, &look);
	bh_gather_free(&g);
	return r;
}

int
bh_gated_text(char *const *paths, size_t npaths, struct bh_buf *text,
    const char **name, struct bh_err *err)
{
	struct bh_stream s;
	struct bh_str line;
	int r;

	bh_buf_reset(text);
	bh_stream_init(&s, paths, npaths, NULL);
	r = bh_stream_peek(&s, &line, err);
	if (r == 0)
		r = bh_fail(err, BH_DATA, "%s: empty", s.in.path);
	else if (r == 1)
		r = is_record(line) ? render(&s, text, err) :
		    copy(&s, line, text, err);
	*name = s.in.path;
	bh_stream_free(&s);
	return r;
}

/* --- in words ---------------------------------------------------------- */

/* As it was given, without the noise of a ratio: "2.5%" */
static void
limit(struct bh_buf *b, double percent)
{
	if (isinf(percent))
		bh_buf_z(b, "any");
	else
		bh_buf_f(b, "%.6g%%", percent);
}

static void
where(struct bh_buf *b, const struct bh_finding *f)
{
	if (f->commit.p == NULL) {
		bh_buf_z(b, "somewhere in the window");
		return;
	}
	if (f->method == BH_DRIFT) {
		bh_buf_z(b, "accumulated ");
		if (f->window_start.p != NULL) {
			bh_fmt_str(b, BH_FMT_TEXT,
			    bh_fmt_short(f->window_start));
			bh_buf_z(b, "..");
		} else
			bh_buf_z(b, "up to ");
	} else
		bh_buf_z(b, f->method == BH_BRANCH_EXCURSION ? "at " :
		    "near ");
	bh_fmt_str(b, BH_FMT_TEXT, bh_fmt_short(f->commit));
}

/* "bench/count/20000 instruction_count +44.98% near 73264bf2ae6f in E/T/M" */
static void
finding(struct bh_buf *b, const struct bh_finding *f)
{
	struct bh_arena a = BH_ARENA_INIT;

	bh_fmt_str(b, BH_FMT_TEXT, bh_id_join(&a, f->id));
	bh_buf_f(b, " %s ", bh_kind_name(f->kind));
	bh_fmt_percent(b, f->relative_delta);
	bh_buf_c(b, ' ');
	where(b, f);
	bh_buf_z(b, " in ");
	bh_fmt_str(b, BH_FMT_TEXT, f->set);
	if (f->list != BH_LIST_FINDINGS)
		bh_buf_f(b, " (%s)", bh_list_name(f->list));
	bh_arena_free(&a);
}

static void
judged(struct bh_buf *b, const struct bh_rules *r, const struct bh_ruling *v)
{
	bh_buf_f(b, "%ld of %ld in-scope series judged, at least %.6g%s "
	    "demanded", v->n, v->of, r->min_judged, r->share ? "%" : "");
}

static void
regression(struct bh_buf *b, const struct bh_ruling *v)
{
	if (v->f != NULL) {
		finding(b, v->f);
		bh_buf_z(b, ", limit ");
		limit(b, 100 * v->limit);
		return;
	}
	bh_fmt_count(b, v->n, "regression");
	if (v->n > 0)
		bh_buf_z(b, ", none over its limit");
}

void
bh_gated_words(struct bh_buf *b, const struct bh_rules *r,
    const struct bh_ruling *v)
{
	bh_buf_f(b, "%s: ", bh_rule_name(v->rule));
	if (v->rule == BH_RULE_JUDGED)
		judged(b, r, v);
	else if (v->rule == BH_RULE_REGRESSION)
		regression(b, v);
	else {
		bh_fmt_count(b, v->n, "regression");
		bh_buf_f(b, ", %ld allowed", r->max_findings);
		if (v->broken && v->f != NULL) {
			bh_buf_z(b, "; the largest is ");
			finding(b, v->f);
		}
	}
}
