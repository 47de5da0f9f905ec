#include "show/render.h"

static void
picture(struct bh_walk *w, const struct bh_hit *h)
{
	bh_report_picture(w->pen.b, w->r, h, w->look);
}

const struct bh_format bh_format_text = {
	.how = BH_FMT_TEXT,
	.picture = picture,
	.frame = {
		[BH_P_HEADER] = { "", "" },
		[BH_P_TITLE] = { "Report for project ", " (" },
		[BH_P_TITLE_MODE] = { "", " mode)\n" },
		[BH_P_COMMIT] = { "  commit: ", "\n" },
		[BH_P_RUNS] = { "  runs: ", "  " },
		[BH_P_JUDGED] = { "in-scope series judged: ", "  " },
		[BH_P_JUDGED_PART] = { "in-scope series judged: ", "  " },
		[BH_P_IGNORED] = { "ignored: ", " series  " },
		[BH_P_COUNTS] = { "", "\n" },
		[BH_P_REGRESSIONS] = { "regressions: ", "" },
		[BH_P_IMPROVEMENTS] = { "  improvements: ", "" },
		[BH_P_VERDICT] = { "", "\n" },
		[BH_P_BASIS] = { "  ", "\n" },
		[BH_P_NOTES] = { "\n", "" },
		[BH_P_LINE] = { "", "\n" },
		[BH_P_SET] = { "\n", "" },
		[BH_P_SET_NAME] = { "", "\n" },
		[BH_P_SET_RUNS] = { "  runs: ", "  " },
		[BH_P_FILTER] = { "  filter: ", "\n" },
		[BH_P_LAG] = { "  ", "\n" },
		[BH_P_COMPARISON] = { "  Comparison: ", "\n" },
		[BH_P_OUTSIDE] = { "\n  ", ":\n" },
		[BH_P_FINDING] = { "\n", "" },
		[BH_P_ID] = { "", "\n" },
		[BH_P_ID_OUTSIDE] = { "", "\n" },
		[BH_P_WORSE] = { "  ", " " },
		[BH_P_BETTER] = { "  ", " " },
		[BH_P_KIND] = { "", "\n" },
		[BH_P_DETAIL] = { "    ", "\n" },
		[BH_P_BESIDE] = { "\n", "" },
		[BH_P_BESIDE_HEAD] = { "", ":\n" },
		[BH_P_ASIDE] = { "  ", "\n" }
	}
};

/* The same in bold, red, green and dim. */
static struct bh_format
coloured(void)
{
	static const struct bh_frame id = { "\033[1m", "\033[0m\n" };
	struct bh_format f = bh_format_text;

	f.frame[BH_P_ID] = f.frame[BH_P_ID_OUTSIDE] = id;
	f.frame[BH_P_WORSE].before = "  \033[1;31m";
	f.frame[BH_P_BETTER].before = "  \033[1;32m";
	f.frame[BH_P_KIND].after = "\033[0m\n";
	f.frame[BH_P_DETAIL] = (struct bh_frame){ "\033[2m    ", "\033[0m\n" };
	return f;
}

void
bh_report_text(struct bh_buf *b, const struct bh_report *r,
    const struct bh_look *look)
{
	struct bh_format f = look->colour ? coloured() : bh_format_text;
	struct bh_walk w = bh_walk_of(&f, b, r, look);

	bh_walk_report(&w);
}
