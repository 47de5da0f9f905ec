#include "show/svg_put.h"

#include <math.h>
#include <stdlib.h>

#include "show/fmt.h"

/* One decimal at the most; pictures are mostly made of these. */
static void
coordinate(struct bh_buf *b, double v)
{
	long n = lround(v * 10), whole = labs(n) / 10;
	char text[32], *at = text + sizeof(text);

	if (n % 10 != 0) {
		*--at = (char)('0' + labs(n) % 10);
		*--at = '.';
	}
	do
		*--at = (char)('0' + whole % 10);
	while ((whole /= 10) > 0);
	if (n < 0)
		*--at = '-';
	bh_buf_put(b, at, (size_t)(text + sizeof(text) - at));
}

void
bh_svg_to(struct bh_buf *b, char c, double x, double y)
{
	bh_buf_c(b, c);
	coordinate(b, x);
	bh_buf_c(b, ' ');
	coordinate(b, y);
}

void
bh_svg_path(struct bh_buf *b, const char *class)
{
	bh_buf_f(b, "<path class=\"%s\" d=\"", class);
}

static void
attribute(struct bh_buf *b, const char *name, double v)
{
	bh_buf_f(b, " %s=\"", name);
	coordinate(b, v);
	bh_buf_c(b, '"');
}

void
bh_svg_end(struct bh_buf *b)
{
	bh_buf_z(b, "\"/>\n");
}

void
bh_svg_rect(struct bh_buf *b, const char *class, double x, double y,
    double width, double height)
{
	bh_buf_f(b, "<rect class=\"%s\"", class);
	attribute(b, "x", x);
	attribute(b, "y", y);
	attribute(b, "width", width);
	attribute(b, "height", height);
	bh_buf_z(b, "/>\n");
}

void
bh_svg_text(struct bh_buf *b, double x, double y, const char *class,
    const char *anchor, struct bh_str s)
{
	bh_buf_f(b, "<text class=\"%s\"", class);
	attribute(b, "x", x);
	attribute(b, "y", y);
	bh_buf_f(b, " text-anchor=\"%s\">", anchor);
	bh_fmt_str(b, BH_FMT_XML, s);
	bh_buf_z(b, "</text>\n");
}
