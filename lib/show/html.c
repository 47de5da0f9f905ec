/* A report as one page: no script, nothing fetched, light and dark. */
#include "show/gates.h"
#include "show/render.h"
#include "show/svg.h"

/* --- findings ---------------------------------------------------------- */

/* Place of a finding in report order, from 1. */
static size_t
rank(const struct bh_walk *w, const struct bh_hit *h)
{
	return (size_t)(h - w->r->hit[BH_LIST_FINDINGS]) + 1;
}

static void
start(struct bh_walk *w, const struct bh_hit *h)
{
	const struct bh_rset *s = &w->r->set[h->set];
	struct bh_buf *b = w->pen.b;

	bh_buf_f(b, "<p class=\"where\" id=\"f%zu\">", rank(w, h));
	bh_fmt_str(b, BH_FMT_XML, s->name);
	bh_buf_z(b, "</p>\n");
	if (w->r->branch && s->comparison != NULL &&
	    !bh_report_inside(w->r, h))
		bh_buf_f(b, "<p class=\"warning\">%s</p>\n",
		    bh_words_outside());
}

static void
chart(struct bh_walk *w, const struct bh_hit *h)
{
	struct bh_buf *b = w->pen.b;
	size_t n = rank(w, h);
	struct bh_plot p;

	bh_plot_finding(&p, w->r, h->f, h->s);
	bh_buf_f(b, "<div class=\"chart\">\n<svg viewBox=\"0 0 %d %d\" "
	    "role=\"img\" aria-labelledby=\"t%zu d%zu\">\n"
	    "<title id=\"t%zu\">", BH_SVG_WIDTH, BH_SVG_HEIGHT, n, n, n);
	bh_fmt_str(b, BH_FMT_XML, h->id);
	bh_buf_f(b, " %s</title>\n<desc id=\"d%zu\">",
	    bh_kind_name(h->f->kind), n);
	bh_svg_words(b, &p);
	bh_buf_z(b, "</desc>\n");
	bh_svg_plot(b, &p);
	bh_buf_z(b, "</svg>\n</div>\n");
}

static void
picture(struct bh_walk *w, const struct bh_hit *h)
{
	struct bh_buf t = BH_BUF_INIT;

	chart(w, h);
	if (w->look->gates)
		bh_gates_put(&t, w->r->g->method, h->id, h->f->kind, h->gate,
		    h->ngate);
	if (t.n > 0) {
		bh_buf_z(w->pen.b, "<details open=\"open\">"
		    "<summary>Gates</summary>\n<pre>");
		bh_fmt_lines(w->pen.b, BH_FMT_XML, bh_buf_of(&t));
		bh_buf_z(w->pen.b, "</pre>\n</details>\n");
	}
	bh_buf_free(&t);
}

static void
row(struct bh_walk *w, const struct bh_hit *h)
{
	const struct bh_finding *f = h->f;
	struct bh_buf *b = w->pen.b;
	size_t n = rank(w, h);

	bh_buf_f(b, "<tr><td><a href=\"#f%zu\">%zu</a></td><td>", n, n);
	bh_fmt_code(b, BH_FMT_XML, h->id);
	bh_buf_f(b, "</td><td>%s</td><td class=\"number %s\">",
	    bh_kind_name(f->kind), f->regression ? "worse" : "better");
	bh_fmt_percent(b, f->relative_delta);
	bh_buf_z(b, "</td><td class=\"number\">");
	bh_fmt_value(b, w->r->branch ? f->branch.reference_min : f->baseline);
	if (w->r->branch) {
		bh_buf_z(b, "..");
		bh_fmt_value(b, f->branch.reference_max);
	}
	bh_buf_z(b, "</td><td class=\"number\">");
	bh_fmt_value(b, f->latest);
	bh_buf_f(b, "</td><td>%s</td><td>", bh_kind_unit(f->kind));
	bh_fmt_code(b, BH_FMT_XML, bh_fmt_short(f->commit));
	bh_buf_z(b, "</td></tr>\n");
}

/* --- the format -------------------------------------------------------- */

#define FACT(name)	{ "<div><dt>" name "</dt><dd>", "</dd></div>\n" }

static const struct bh_format html = {
	.how = BH_FMT_XML,
	.picture = picture,
	.start = start,
	.row = row,
	.frame = {
		[BH_P_HEADER] = { "<header>\n", "</dl>\n</header>\n" },
		[BH_P_TITLE] = { "<h1><span>Benchmark history report</span> ",
		    "</h1>\n<dl class=\"facts\">\n" },
		[BH_P_COMMIT] = { "<div><dt>Commit</dt><dd class=\"code\">",
		    "</dd></div>\n" },
		[BH_P_MODE] = FACT("Mode"),
		[BH_P_RUNS] = FACT("Runs analyzed"),
		[BH_P_JUDGED] = FACT("In-scope series judged"),
		[BH_P_JUDGED_PART] = FACT("In-scope series judged"),
		[BH_P_IGNORED] = FACT("Ignored series"),
		[BH_P_COUNTS] = { "", "" },
		[BH_P_REGRESSIONS] = FACT("Regressions"),
		[BH_P_IMPROVEMENTS] = FACT("Improvements"),
		[BH_P_VERDICT] = { "<p class=\"verdict\">", "</p>\n" },
		[BH_P_BASIS] = { "<p>", "</p>\n" },
		[BH_P_NOTES] = { "<div class=\"notes\">\n", "</div>\n" },
		[BH_P_LINE] = { "<p>", "</p>\n" },
		[BH_P_LIST] = { "<ul>\n", "</ul>\n" },
		[BH_P_ITEM] = { "<li>", "</li>\n" },
		[BH_P_SET] = { "<section class=\"box\">\n", "</section>\n" },
		[BH_P_SET_NAME] = { "<h3>", "</h3>\n<dl class=\"facts\">\n" },
		[BH_P_SET_RUNS] = FACT("Runs"),
		[BH_P_SET_SERIES] = FACT("Series"),
		[BH_P_FILTER] = { "</dl>\n<p class=\"filter\">Filter: ",
		    "</p>\n" },
		[BH_P_LAG] = { "<p class=\"warning\">", "</p>\n" },
		[BH_P_COMPARISON] = { "<p><b>Comparison:</b> ", "</p>\n" },
		[BH_P_TABLE] = { "<div class=\"wide\"><table>\n<thead><tr>"
		    "<th>No.</th><th>Benchmark</th><th>Metric</th>"
		    "<th>Change</th><th>Before</th><th>After</th>"
		    "<th>Unit</th><th>Commit</th></tr></thead>\n<tbody>\n",
		    "</tbody>\n</table></div>\n" },
		[BH_P_FINDING] = { "<article class=\"box\">\n",
		    "</article>\n" },
		[BH_P_ID] = { "<h3>", "</h3>\n" },
		[BH_P_WORSE] = { "<p class=\"size\"><strong class=\"worse\">",
		    "</strong> " },
		[BH_P_BETTER] = { "<p class=\"size\"><strong class=\"better\">",
		    "</strong> " },
		[BH_P_KIND] = { "", "</p>\n" },
		[BH_P_DETAIL] = { "<p class=\"detail\">", "</p>\n" },
		[BH_P_BESIDE] = { "<section>\n", "</ul>\n</section>\n" },
		[BH_P_BESIDE_HEAD] = { "<h2>", "</h2>\n<ul>\n" },
		[BH_P_ASIDE] = { "<li>", "</li>\n" },
		[BH_P_COVERAGE] = { "<section>\n", "</section>\n" },
		[BH_P_COVERAGE_HEAD] = { "<h2>", "</h2>\n"
		    "<dl class=\"facts\">\n" },
		[BH_P_STATE] = FACT("State"),
		[BH_P_TOTAL] = FACT("Metric series"),
		[BH_P_IN_SCOPE] = FACT("In scope"),
		[BH_P_ALL_JUDGED] = FACT("Judged"),
		[BH_P_UNJUDGED] = { "<div><dt>Unjudged</dt><dd>",
		    "</dd></div>\n</dl>\n" },
		[BH_P_REASONS] = { "<div class=\"wide\"><table>\n<thead><tr>"
		    "<th>Reason</th><th>Series</th><th>What helps</th></tr>"
		    "</thead>\n<tbody>\n", "</tbody>\n</table></div>\n" },
		[BH_P_REASON] = { "<tr><td>", "</td>" },
		[BH_P_REASON_COUNT] = { "<td class=\"number\">", "</td>" },
		[BH_P_REMEDY] = { "<td>", "</td></tr>\n" }
	}
};

/* --- the page ---------------------------------------------------------- */

static void
page_start(struct bh_buf *b, const struct bh_report *r)
{
	bh_buf_z(b, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
	    "<meta charset=\"utf-8\"/>\n"
	    "<meta http-equiv=\"Content-Security-Policy\" "
	    "content=\"default-src 'none'; style-src 'unsafe-inline'\"/>\n"
	    "<meta name=\"viewport\" content=\"width=device-width, "
	    "initial-scale=1\"/>\n"
	    "<meta name=\"color-scheme\" content=\"light dark\"/>\n"
	    "<title>Benchmark history report: ");
	bh_fmt_str(b, BH_FMT_XML, r->g->selection.project);
	bh_buf_z(b, "</title>\n<style>\n");
	bh_buf_z(b, bh_style_page);
	bh_buf_z(b, bh_style_plot);
	bh_buf_z(b, "</style>\n</head>\n<body>\n<main>\n");
}

/* What was judged, before anything else; a bar of it. */
static void
account(struct bh_walk *w)
{
	const struct bh_count *c = &w->r->g->coverage.count;
	size_t n = w->r->nhit[BH_LIST_FINDINGS];
	struct bh_buf *b = w->pen.b;

	bh_buf_f(b, "<section class=\"box state %s\">\n",
	    w->r->regressions > 0 ? "found" :
	    c->judged > 0 && c->judged == c->in_scope ? "quiet" : "open");
	if (n == 0)
		bh_walk_verdict(w);
	else {
		bh_buf_z(b, "<p class=\"verdict\">");
		bh_fmt_count(b, (long)n, "finding");
		bh_buf_z(b, "</p>\n");
		bh_walk_basis(w);
	}
	if (c->in_scope > 0)
		bh_buf_f(b, "<div class=\"bar\"><span style=\"width:%ld%%\">"
		    "</span></div>\n", 100 * c->judged / c->in_scope);
	bh_buf_z(b, "</section>\n");
	bh_walk_lines(w, w->r->warning);
}

static void
findings(struct bh_walk *w)
{
	size_t i, n = w->r->nhit[BH_LIST_FINDINGS];

	if (n == 0)
		return;
	bh_buf_z(w->pen.b, "<section>\n<h2>Findings, largest first</h2>\n"
	    "<p class=\"detail legend\">In a picture dots are measurements, heavy "
	    "lines the levels found");
	bh_buf_z(w->pen.b, w->r->branch ? "; the shaded band is the base range, "
	    "the last dot the branch.</p>\n" : ", dashed lines the commits "
	    "where they change; the range of suspects is shaded.</p>\n");
	for (i = 0; i < n; i++)
		bh_walk_finding(w, BH_P_ID, &w->r->hit[BH_LIST_FINDINGS][i]);
	bh_buf_z(w->pen.b, "</section>\n");
}

static void
sets(struct bh_walk *w)
{
	size_t i;

	if (w->r->nset == 0)
		return;
	bh_buf_z(w->pen.b, "<section>\n<h2>Sets</h2>\n");
	for (i = 0; i < w->r->nset; i++)
		bh_walk_set(w, &w->r->set[i]);
	bh_buf_z(w->pen.b, "</section>\n");
}

void
bh_report_html(struct bh_buf *b, const struct bh_report *r,
    const struct bh_look *look)
{
	struct bh_walk w = bh_walk_of(&html, b, r, look);

	page_start(b, r);
	bh_walk_header(&w);
	account(&w);
	findings(&w);
	bh_walk_beside(&w);
	sets(&w);
	bh_walk_coverage(&w);
	bh_buf_f(b, "<footer>Judged by bench-history, method %s.</footer>\n"
	    "</main>\n</body>\n</html>\n", bh_detection_name(r->g->method));
}
