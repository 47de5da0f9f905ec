#ifndef BH_SHOW_PICTURE_H
#define BH_SHOW_PICTURE_H

#include "show/svg.h"

/*
 * An SVG file: a title, then plots below each other.  It needs nothing else: no
 * script, no font, no reference.
 */
struct bh_picture {
	struct bh_buf	*out;
	struct bh_buf	 body, words;	/* until it is known how high it is */
	struct bh_str	 title[3];
	int		 height;
};

/* Benchmark, metric and project; each foreign, or none. */
void	bh_picture_open(struct bh_picture *p, struct bh_buf *out,
	    struct bh_str benchmark, struct bh_str metric,
	    struct bh_str project);
/* One plot below its heading and, where there is one, a caption. */
void	bh_picture_plot(struct bh_picture *p, struct bh_str heading,
	    struct bh_str caption, const struct bh_plot *plot);
/* Write the file. */
void	bh_picture_close(struct bh_picture *p);

#endif
