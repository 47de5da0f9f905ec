#include "show/render.h"
#include "show/words.h"

void
bh_markdown_heading(struct bh_buf *b, int level, struct bh_str s)
{
	bh_buf_f(b, "%.*s ", level, "####");
	bh_fmt_code(b, BH_FMT_MARKDOWN, s);
	bh_buf_c(b, '\n');
}

void
bh_markdown_lines(struct bh_buf *b, struct bh_str s)
{
	struct bh_str line;
	bool more, item, was = false;

	do {
		more = bh_str_cut(&s, '\n', &line);
		item = line.n > 0 && line.p[0] == ' ';
		line = bh_str_trim(line);
		if (!item || !was)
			bh_buf_c(b, '\n');
		bh_buf_z(b, item ? "- " : "");
		bh_fmt_str(b, BH_FMT_MARKDOWN, line);
		bh_buf_c(b, '\n');
		was = item;
	} while (more);
}

static void
counts(struct bh_buf *b, const struct bh_report *r, long regressions,
    long improvements)
{
	bh_buf_f(b, "- Regressions: %ld\n", regressions);
	if (r->branch)
		bh_buf_f(b, "- Improvements: %ld\n", improvements);
}

void
bh_markdown_header(struct bh_buf *b, const struct bh_report *r,
    const struct bh_look *look, bool summary)
{
	struct bh_pen p = { b, BH_FMT_MARKDOWN, look->ascii };
	const struct bh_count *c = &r->g->coverage.count;

	bh_buf_z(b, "# Benchmark history report: ");
	bh_fmt_str(b, BH_FMT_MARKDOWN, r->g->selection.project);
	bh_buf_z(b, "\n\n- Commit: ");
	bh_words_commit(&p, r);
	bh_buf_f(b, "\n- Mode: %s\n- Runs analyzed: ",
	    bh_mode_name(r->g->census.mode));
	bh_words_runs(&p, &r->g->census);
	bh_buf_c(b, '\n');
	if (c->in_scope > 0)
		bh_buf_f(b, "- In-scope series judged: %ld of %ld%s\n",
		    c->judged, c->in_scope,
		    summary && c->judged < c->in_scope ?
		    " (details in the full report)" : "");
	if (r->nhit[BH_LIST_FINDINGS] > 0 && c->reason[BH_IGNORED] > 0)
		bh_buf_f(b, "- Ignored: %ld series\n", c->reason[BH_IGNORED]);
	counts(b, r, r->regressions, r->improvements);
}

void
bh_markdown_verdict(struct bh_buf *b, const struct bh_report *r)
{
	const struct bh_count *c = &r->g->coverage.count;
	struct bh_buf t = BH_BUF_INIT;

	bh_buf_f(b, "\n%s\n", bh_words_verdict(c));
	if (bh_words_coverage(&t, c))
		bh_buf_f(b, "\n%.*s\n", BH_FMT(t));
	bh_buf_reset(&t);
	if (bh_words_unjudged(&t, c))
		bh_buf_f(b, "\n%.*s\n", BH_FMT(t));
	bh_buf_free(&t);
	if (r->hint.n > 0)
		bh_markdown_lines(b, r->hint);
}

void
bh_markdown_lag(struct bh_buf *b, const struct bh_lag *l)
{
	bh_buf_z(b, "\n> ");
	bh_words_lag(b, l);
	bh_buf_c(b, '\n');
}

static void
paragraph(struct bh_buf *b, bool some, const struct bh_buf *words)
{
	if (some)
		bh_buf_f(b, "\n%.*s\n", BH_FMT(*words));
}

static void
details(struct bh_buf *b, const struct bh_report *r, const struct bh_hit *h,
    const struct bh_look *look)
{
	struct bh_buf t = BH_BUF_INIT;
	struct bh_pen p = { &t, BH_FMT_MARKDOWN, look->ascii };

	bh_words_detail(&p, r, h->f);
	paragraph(b, true, &t);
	bh_buf_reset(&t);
	paragraph(b, bh_words_blessed(&p, h->s), &t);
	bh_buf_reset(&t);
	paragraph(b, bh_words_back(&p, h->f), &t);
	bh_buf_reset(&t);
	paragraph(b, r->scan && bh_words_suspect(&p, h->f), &t);
	bh_buf_free(&t);
}

void
bh_markdown_finding(struct bh_buf *b, const struct bh_report *r,
    const struct bh_hit *h, const struct bh_look *look, int level, bool picture)
{
	struct bh_buf t = BH_BUF_INIT;

	bh_buf_c(b, '\n');
	bh_markdown_heading(b, level, h->id);
	bh_buf_z(b, "**");
	bh_fmt_percent(b, h->f->relative_delta);
	bh_buf_f(b, "** `%s`\n", bh_kind_name(h->f->kind));
	details(b, r, h, look);
	if (picture)
		bh_report_picture(&t, r, h, look);
	if (t.n > 0) {
		bh_buf_c(b, '\n');
		bh_fmt_fence(b, bh_buf_of(&t));
	}
	bh_buf_free(&t);
}

static void
findings(struct bh_buf *b, const struct bh_report *r, const struct bh_rset *s,
    const struct bh_look *look)
{
	bool apart = r->branch && s->comparison != NULL, told = false;
	size_t i;

	for (i = 0; i < s->nhit; i++)
		if (!apart || bh_report_inside(r, s->hit[i]))
			bh_markdown_finding(b, r, s->hit[i], look, 3, true);
	for (i = 0; apart && i < s->nhit; i++) {
		if (bh_report_inside(r, s->hit[i]))
			continue;
		if (!told)
			bh_buf_z(b, "\n### Outside the comparison\n");
		told = true;
		bh_markdown_finding(b, r, s->hit[i], look, 4, true);
	}
}

static void
set(struct bh_buf *b, const struct bh_report *r, const struct bh_rset *s,
    const struct bh_look *look)
{
	size_t i;

	bh_buf_z(b, "\n## ");
	bh_fmt_str(b, BH_FMT_MARKDOWN, s->name);
	bh_buf_f(b, "\n\n- Runs: %ld\n", s->runs);
	counts(b, r, s->regressions, s->improvements);
	bh_buf_z(b, "- Filter: ");
	bh_fmt_code(b, BH_FMT_MARKDOWN,
	    bh_words_filter(&r->g->arena, s->part));
	bh_buf_c(b, '\n');
	for (i = 0; i < s->nlag; i++)
		bh_markdown_lag(b, &s->lag[i]);
	if (r->branch && !r->scan) {
		bh_buf_z(b, "\n**Comparison:** ");
		bh_words_comparison(b, r, s);
		bh_buf_c(b, '\n');
	}
	findings(b, r, s, look);
}

static void
beside(struct bh_buf *b, const struct bh_report *r, const struct bh_look *look)
{
	struct bh_pen p = { b, BH_FMT_MARKDOWN, look->ascii };
	bool told = false;
	size_t i;
	int l;

	for (l = BH_LIST_PROVISIONAL; l < BH_LISTS; l++) {
		if (r->nhit[l] > 0 && !told)
			bh_buf_z(b, "\nBeside the findings:\n\n");
		told = told || r->nhit[l] > 0;
		for (i = 0; i < r->nhit[l] && i < BH_BESIDE_MOST; i++) {
			bh_buf_z(b, "- ");
			bh_words_beside(&p, r, (enum bh_list)l, &r->hit[l][i]);
			bh_buf_c(b, '\n');
		}
		if (i < r->nhit[l])
			bh_buf_f(b, "- %s  and %zu more (JSON)\n",
			    bh_words_list((enum bh_list)l), r->nhit[l] - i);
	}
}

static void
coverage(struct bh_buf *b, const struct bh_count *c)
{
	int r;

	bh_buf_f(b, "\n## Coverage\n\n- State: `%s`\n- Metric series: %ld\n"
	    "- In scope: %ld\n- Judged: %ld\n- Unjudged: %ld\n",
	    bh_coverage_state(c), c->total, c->in_scope, c->judged,
	    c->unjudged);
	if (c->unjudged == 0)
		return;
	bh_buf_z(b, "\n| Reason | Series |\n| --- | --- |\n");
	for (r = 0; r < BH_REASONS; r++)
		if (c->reason[r] > 0)
			bh_buf_f(b, "| %s | %ld |\n",
			    bh_words_reason((enum bh_reason)r), c->reason[r]);
}

void
bh_report_markdown(struct bh_buf *b, const struct bh_report *r,
    const struct bh_look *look)
{
	size_t i;

	bh_markdown_header(b, r, look, false);
	if (r->nhit[BH_LIST_FINDINGS] == 0)
		bh_markdown_verdict(b, r);
	for (i = 0; i < r->nset; i++)
		if (bh_report_shows(r, &r->set[i]))
			set(b, r, &r->set[i], look);
	beside(b, r, look);
	if (r->warning.n > 0)
		bh_markdown_lines(b, r->warning);
	coverage(b, &r->g->coverage.count);
}
