#ifndef BH_SHOW_CHART_H
#define BH_SHOW_CHART_H

#include <stdbool.h>

#include "model/rec.h"

enum { BH_CHART_COLS = 48, BH_CHART_BRANCH_COLS = 30, BH_CHART_ROWS = 4 };

/* What the rug below a chart says of a column besides: measured or not. */
enum bh_mark { BH_MARK_NONE, BH_MARK_AT, BH_MARK_BASELINE };

/*
 * A series along the commits, ready to be drawn by anybody: at most
 * BH_CHART_COLS columns, each the mean of what was measured in it, or a gap.
 */
struct bh_chart {
	int		n;			/* columns */
	long		first, last;		/* topo of the first, the last */
	bool		has[BH_CHART_COLS];	/* else a gap */
	double		v[BH_CHART_COLS];
	enum bh_mark	mark[BH_CHART_COLS];
};

/*
 * The whole series from its first point to tip, the topo of the context; later
 * points lengthen it, tip -1 does not.  No points: no columns.
 */
void	bh_chart_history(struct bh_chart *c, const struct bh_points *p,
	    long tip);

/*
 * A branch against its base: the baseline (NULL: none), the levels of the base
 * line up to its tip base_topo, the context's value; one column a commit, the
 * newest BH_CHART_BRANCH_COLS, from the first level shown.
 */
void	bh_chart_branch(struct bh_chart *c, const double *baseline,
	    const struct bh_points *base, long base_topo, double latest);

/* Mark the column of topo as the attributed commit; outside: nothing. */
void	bh_chart_at(struct bh_chart *c, long topo);

/*
 * Draw it, rug included, in whole lines without trailing blanks.
 *	ascii	with +-|/\.*^= alone
 *	returns	false, and nothing is drawn, with fewer than two values
 */
bool	bh_chart_draw(struct bh_buf *b, const struct bh_chart *c, bool ascii);

#endif
