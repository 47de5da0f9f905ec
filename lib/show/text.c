#include "show/gates.h"
#include "show/render.h"
#include "show/words.h"

enum style { PLAIN, BOLD, RED, GREEN, DIM };

/* --- styles ------------------------------------------------------------ */

static void
on(struct bh_buf *b, const struct bh_look *look, enum style s)
{
	static const char *const code[] = { "", "1", "1;31", "1;32", "2" };

	if (look->colour)
		bh_buf_f(b, "\033[%sm", code[s]);
}

static void
off(struct bh_buf *b, const struct bh_look *look)
{
	if (look->colour)
		bh_buf_z(b, "\033[0m");
}

/* --- shared pieces ----------------------------------------------------- */

void
bh_report_picture(struct bh_buf *b, const struct bh_report *r,
    const struct bh_hit *h, const struct bh_look *look)
{
	struct bh_chart c;

	bh_report_chart(r, h, &c);
	bh_chart_draw(b, &c, look->ascii);
	if (look->gates)
		bh_gates_put(b, r->g->method, h->id, h->f->kind, h->gate,
		    h->ngate);
}

bool
bh_report_shows(const struct bh_report *r, const struct bh_rset *s)
{
	if (!r->branch)
		return s->nhit > 0;
	return r->nhit[BH_LIST_FINDINGS] == 0 || s->nhit > 0 ||
	    s->comparison != NULL || s->nlag > 0;
}

/* --- blocks ------------------------------------------------------------ */

/* Foreign text of several lines, the first behind what is there. */
static void
lines(struct bh_buf *b, struct bh_str s)
{
	struct bh_str line;
	bool more;

	do {
		more = bh_str_cut(&s, '\n', &line);
		bh_fmt_str(b, BH_FMT_TEXT, line);
		bh_buf_c(b, '\n');
	} while (more);
}

static void
counts(struct bh_buf *b, const struct bh_report *r, long regressions,
    long improvements)
{
	bh_buf_f(b, "regressions: %ld", regressions);
	if (r->branch)
		bh_buf_f(b, "  improvements: %ld", improvements);
	bh_buf_c(b, '\n');
}

static void
header(struct bh_buf *b, const struct bh_report *r, const struct bh_look *look)
{
	struct bh_pen p = { b, BH_FMT_TEXT, look->ascii };
	const struct bh_count *c = &r->g->coverage.count;

	bh_buf_z(b, "Report for project ");
	bh_fmt_str(b, BH_FMT_TEXT, r->g->selection.project);
	bh_buf_f(b, " (%s mode)\n  commit: ",
	    bh_mode_name(r->g->census.mode));
	bh_words_commit(&p, r);
	bh_buf_z(b, "\n  runs: ");
	bh_words_runs(&p, &r->g->census);
	bh_buf_z(b, "  ");
	if (c->in_scope > 0)
		bh_buf_f(b, "in-scope series judged: %ld of %ld  ",
		    c->judged, c->in_scope);
	if (r->nhit[BH_LIST_FINDINGS] > 0 && c->reason[BH_IGNORED] > 0)
		bh_buf_f(b, "ignored: %ld series  ", c->reason[BH_IGNORED]);
	counts(b, r, r->regressions, r->improvements);
}

static void
verdict(struct bh_buf *b, const struct bh_report *r)
{
	const struct bh_count *c = &r->g->coverage.count;
	struct bh_buf t = BH_BUF_INIT;

	bh_buf_f(b, "%s\n", bh_words_verdict(c));
	if (bh_words_coverage(&t, c))
		bh_buf_f(b, "  %.*s\n", BH_FMT(t));
	bh_buf_reset(&t);
	if (bh_words_unjudged(&t, c))
		bh_buf_f(b, "  %.*s\n", BH_FMT(t));
	bh_buf_free(&t);
	if (r->hint.n > 0) {
		bh_buf_c(b, '\n');
		lines(b, r->hint);
	}
}

/* One of the small lines under a finding, put by words. */
static void
detail(struct bh_buf *b, const struct bh_look *look, bool some,
    const struct bh_buf *words)
{
	if (!some)
		return;
	on(b, look, DIM);
	bh_buf_f(b, "    %.*s", BH_FMT(*words));
	off(b, look);
	bh_buf_c(b, '\n');
}

static void
details(struct bh_buf *b, const struct bh_report *r, const struct bh_hit *h,
    const struct bh_look *look)
{
	struct bh_buf t = BH_BUF_INIT;
	struct bh_pen p = { &t, BH_FMT_TEXT, look->ascii };

	bh_words_detail(&p, r, h->f);
	detail(b, look, true, &t);
	bh_buf_reset(&t);
	detail(b, look, bh_words_blessed(&p, h->s), &t);
	bh_buf_reset(&t);
	detail(b, look, bh_words_back(&p, h->f), &t);
	bh_buf_reset(&t);
	detail(b, look, r->scan && bh_words_suspect(&p, h->f), &t);
	bh_buf_free(&t);
}

static void
finding(struct bh_buf *b, const struct bh_report *r, const struct bh_hit *h,
    const struct bh_look *look)
{
	bh_buf_c(b, '\n');
	on(b, look, BOLD);
	bh_fmt_str(b, BH_FMT_TEXT, h->id);
	off(b, look);
	bh_buf_z(b, "\n  ");
	on(b, look, h->f->regression ? RED : GREEN);
	bh_fmt_percent(b, h->f->relative_delta);
	bh_buf_f(b, " %s", bh_kind_name(h->f->kind));
	off(b, look);
	bh_buf_c(b, '\n');
	details(b, r, h, look);
	bh_report_picture(b, r, h, look);
}

static void
findings(struct bh_buf *b, const struct bh_report *r, const struct bh_rset *s,
    const struct bh_look *look)
{
	bool apart = r->branch && s->comparison != NULL, told = false;
	size_t i;

	for (i = 0; i < s->nhit; i++)
		if (!apart || bh_report_inside(r, s->hit[i]))
			finding(b, r, s->hit[i], look);
	for (i = 0; apart && i < s->nhit; i++) {
		if (bh_report_inside(r, s->hit[i]))
			continue;
		if (!told)
			bh_buf_z(b, "\n  Outside the comparison:\n");
		told = true;
		finding(b, r, s->hit[i], look);
	}
}

static void
set(struct bh_buf *b, const struct bh_report *r, const struct bh_rset *s,
    const struct bh_look *look)
{
	size_t i;

	bh_buf_c(b, '\n');
	bh_fmt_str(b, BH_FMT_TEXT, s->name);
	bh_buf_f(b, "\n  runs: %ld  ", s->runs);
	counts(b, r, s->regressions, s->improvements);
	bh_buf_z(b, "  filter: ");
	bh_fmt_str(b, BH_FMT_TEXT, bh_words_filter(&r->g->arena, s->part));
	bh_buf_c(b, '\n');
	for (i = 0; i < s->nlag; i++) {
		bh_buf_z(b, "  ");
		bh_words_lag(b, &s->lag[i]);
		bh_buf_c(b, '\n');
	}
	if (r->branch && !r->scan) {
		bh_buf_z(b, "  Comparison: ");
		bh_words_comparison(b, r, s);
		bh_buf_c(b, '\n');
	}
	findings(b, r, s, look);
}

static void
beside(struct bh_buf *b, const struct bh_report *r, const struct bh_look *look)
{
	struct bh_pen p = { b, BH_FMT_TEXT, look->ascii };
	bool told = false;
	size_t i;
	int l;

	for (l = BH_LIST_PROVISIONAL; l < BH_LISTS; l++) {
		if (r->nhit[l] > 0 && !told)
			bh_buf_z(b, "\nBeside the findings:\n");
		told = told || r->nhit[l] > 0;
		for (i = 0; i < r->nhit[l] && i < BH_BESIDE_MOST; i++) {
			bh_buf_z(b, "  ");
			bh_words_beside(&p, r, (enum bh_list)l, &r->hit[l][i]);
			bh_buf_c(b, '\n');
		}
		if (i < r->nhit[l])
			bh_buf_f(b, "  %s  and %zu more (JSON)\n",
			    bh_words_list((enum bh_list)l), r->nhit[l] - i);
	}
}

void
bh_report_text(struct bh_buf *b, const struct bh_report *r,
    const struct bh_look *look)
{
	size_t i;

	header(b, r, look);
	if (r->nhit[BH_LIST_FINDINGS] == 0)
		verdict(b, r);
	for (i = 0; i < r->nset; i++)
		if (bh_report_shows(r, &r->set[i]))
			set(b, r, &r->set[i], look);
	beside(b, r, look);
	if (r->warning.n > 0) {
		bh_buf_c(b, '\n');
		lines(b, r->warning);
	}
}
