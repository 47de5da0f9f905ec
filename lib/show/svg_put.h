#ifndef BH_SHOW_SVG_PUT_H
#define BH_SHOW_SVG_PUT_H

#include "base/str.h"

/*
 * Elements of a picture.  Classes are of bh_style_plot, and ours; coordinates
 * within +-1e6, written with one decimal at the most.
 */

/* A path begins; it goes on, by command c ('M', 'L'), to x and y; it ends. */
void	bh_svg_path(struct bh_buf *b, const char *class);
void	bh_svg_to(struct bh_buf *b, char c, double x, double y);
void	bh_svg_end(struct bh_buf *b);

void	bh_svg_rect(struct bh_buf *b, const char *class, double x, double y,
	    double width, double height);

/* A text element; anchor is start, middle or end. */
void	bh_svg_text(struct bh_buf *b, double x, double y, const char *class,
	    const char *anchor, struct bh_str foreign);

#endif
