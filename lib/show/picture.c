#include "show/picture.h"

#include "show/svg_put.h"

enum { MARGIN = 16, LINE = 18, HEAD = 40, MOST = 95 };	/* characters */

void
bh_picture_open(struct bh_picture *p, struct bh_buf *out,
    struct bh_str benchmark, struct bh_str metric, struct bh_str project)
{
	*p = (struct bh_picture){ out, BH_BUF_INIT, BH_BUF_INIT,
	    { benchmark, metric, project }, HEAD };
}

/* A line of text, cut to what fits. */
static void
line(struct bh_picture *p, const char *class, size_t most, struct bh_str s)
{
	p->height += LINE;
	bh_svg_text(&p->body, MARGIN, p->height - 4, class, "start",
	    bh_fmt_cut(s, most));
}

void
bh_picture_plot(struct bh_picture *p, struct bh_str heading,
    struct bh_str caption, const struct bh_plot *plot)
{
	line(p, "h2", MOST, heading);
	if (caption.p != NULL)
		line(p, "t", MOST + 25, caption);
	bh_buf_f(&p->body, "<g transform=\"translate(%d %d)\">\n", MARGIN,
	    p->height += 4);
	bh_svg_plot(&p->body, plot);
	bh_buf_z(&p->body, "</g>\n");
	p->height += BH_SVG_HEIGHT + MARGIN;

	bh_buf_z(&p->words, p->words.n > 0 ? " " : "");
	bh_fmt_str(&p->words, BH_FMT_XML, heading);
	bh_buf_z(&p->words, ": ");
	bh_svg_words(&p->words, plot);
	if (caption.p != NULL) {
		bh_buf_z(&p->words, "; ");
		bh_fmt_str(&p->words, BH_FMT_XML, caption);
	}
	bh_buf_c(&p->words, '.');
}

/* "ID METRIC in project P", as far as they are known. */
static void
title(struct bh_buf *b, const struct bh_picture *p)
{
	static const char *const before[3] = { "", " ", " in project " };
	int i;

	for (i = 0; i < 3; i++) {
		if (p->title[i].p == NULL)
			continue;
		bh_buf_z(b, before[i]);
		bh_buf_str(b, p->title[i]);
	}
}

void
bh_picture_close(struct bh_picture *p)
{
	int width = BH_SVG_WIDTH + 2 * MARGIN;
	struct bh_buf t = BH_BUF_INIT;

	if (p->words.n == 0) {
		line(p, "t", MOST, BH_STR("no measurement"));
		bh_buf_z(&p->words, "No measurement.");
		p->height += MARGIN;
	}
	title(&t, p);
	bh_buf_f(p->out, "<svg xmlns=\"http://www.w3.org/2000/svg\" "
	    "viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\" "
	    "aria-labelledby=\"title desc\">\n<title id=\"title\">",
	    width, p->height, width, p->height);
	bh_fmt_str(p->out, BH_FMT_XML, bh_buf_of(&t));
	bh_buf_z(p->out, "</title>\n<desc id=\"desc\">");
	bh_buf_str(p->out, bh_buf_of(&p->words));
	bh_buf_z(p->out, "</desc>\n<style>\n");
	bh_buf_z(p->out, bh_style_plot);
	bh_buf_f(p->out, "</style>\n<rect class=\"bg\" width=\"%d\" "
	    "height=\"%d\"/>\n", width, p->height);
	bh_svg_text(p->out, MARGIN, 26, "h", "start",
	    bh_fmt_cut(bh_buf_of(&t), MOST - 15));
	bh_buf_str(p->out, bh_buf_of(&p->body));
	bh_buf_z(p->out, "</svg>\n");
	bh_buf_free(&t);
	bh_buf_free(&p->body);
	bh_buf_free(&p->words);
}
