#ifndef BH_SHOW_SVG_H
#define BH_SHOW_SVG_H

#include "show/plot.h"

/* Size of a picture, in the units of its viewBox; the width of all. */
enum { BH_SVG_WIDTH = 720, BH_SVG_HEIGHT = 250 };

/*
 * The picture as elements inside an svg of BH_SVG_WIDTH by BH_SVG_HEIGHT: axes
 * with units, observations, intervals, levels, marks.  Values of any size,
 * coordinates of one decimal.  Its colours are those of bh_style_plot.
 */
void	bh_svg_plot(struct bh_buf *b, const struct bh_plot *p);

/* In words, for who does not see it: "27 points, 7380572 to 10854732 count". */
void	bh_svg_words(struct bh_buf *b, const struct bh_plot *p);

/* style.c: rules for the classes of pictures, light and dark. */
extern const char bh_style_plot[];
/* Rules of a page. */
extern const char bh_style_page[];

#endif
