#include "show/render.h"

static void
picture(struct bh_walk *w, const struct bh_hit *h)
{
	struct bh_buf t = BH_BUF_INIT;

	bh_report_picture(&t, w->r, h, w->look);
	if (t.n > 0) {
		bh_buf_c(w->pen.b, '\n');
		bh_fmt_fence(w->pen.b, bh_buf_of(&t));
	}
	bh_buf_free(&t);
}

const struct bh_format bh_format_markdown = {
	.how = BH_FMT_MARKDOWN,
	.picture = picture,
	.frame = {
		[BH_P_HEADER] = { "", "" },
		[BH_P_TITLE] = { "# Benchmark history report: ", "\n\n" },
		[BH_P_COMMIT] = { "- Commit: ", "\n" },
		[BH_P_MODE] = { "- Mode: ", "\n" },
		[BH_P_RUNS] = { "- Runs analyzed: ", "\n" },
		[BH_P_JUDGED] = { "- In-scope series judged: ", "\n" },
		[BH_P_JUDGED_PART] = { "- In-scope series judged: ", "\n" },
		[BH_P_IGNORED] = { "- Ignored: ", " series\n" },
		[BH_P_COUNTS] = { "", "" },
		[BH_P_REGRESSIONS] = { "- Regressions: ", "\n" },
		[BH_P_IMPROVEMENTS] = { "- Improvements: ", "\n" },
		[BH_P_VERDICT] = { "\n", "\n" },
		[BH_P_BASIS] = { "\n", "\n" },
		[BH_P_NOTES] = { "", "" },
		[BH_P_LINE] = { "\n", "\n" },
		[BH_P_LIST] = { "\n", "" },
		[BH_P_ITEM] = { "- ", "\n" },
		[BH_P_SET] = { "\n", "" },
		[BH_P_SET_NAME] = { "## ", "\n\n" },
		[BH_P_SET_RUNS] = { "- Runs: ", "\n" },
		[BH_P_FILTER] = { "- Filter: ", "\n" },
		[BH_P_LAG] = { "\n> ", "\n" },
		[BH_P_COMPARISON] = { "\n**Comparison:** ", "\n" },
		[BH_P_OUTSIDE] = { "\n### ", "\n" },
		[BH_P_FINDING] = { "\n", "" },
		[BH_P_ID] = { "### ", "\n" },
		[BH_P_ID_OUTSIDE] = { "#### ", "\n" },
		[BH_P_WORSE] = { "**", "** " },
		[BH_P_BETTER] = { "**", "** " },
		[BH_P_KIND] = { "`", "`\n" },
		[BH_P_DETAIL] = { "\n", "\n" },
		[BH_P_BESIDE] = { "\n", "" },
		[BH_P_BESIDE_HEAD] = { "", ":\n\n" },
		[BH_P_ASIDE] = { "- ", "\n" },
		[BH_P_COVERAGE] = { "\n", "" },
		[BH_P_COVERAGE_HEAD] = { "## ", "\n\n" },
		[BH_P_STATE] = { "- State: `", "`\n" },
		[BH_P_TOTAL] = { "- Metric series: ", "\n" },
		[BH_P_IN_SCOPE] = { "- In scope: ", "\n" },
		[BH_P_ALL_JUDGED] = { "- Judged: ", "\n" },
		[BH_P_UNJUDGED] = { "- Unjudged: ", "\n" },
		[BH_P_REASONS] = { "\n| Reason | Series |\n| --- | --- |\n", "" },
		[BH_P_REASON] = { "| ", " | " },
		[BH_P_REASON_COUNT] = { "", " |\n" }
	}
};

void
bh_report_markdown(struct bh_buf *b, const struct bh_report *r,
    const struct bh_look *look)
{
	struct bh_walk w = bh_walk_of(&bh_format_markdown, b, r, look);

	bh_walk_report(&w);
}
