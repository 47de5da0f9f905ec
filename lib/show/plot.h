#ifndef BH_SHOW_PLOT_H
#define BH_SHOW_PLOT_H

#include "show/report.h"

/* A level over positions; a drift goes from v to w. */
struct bh_plot_level {
	long	from, to;
	double	v, w;
};

/* A commit of which the picture says something. */
struct bh_plot_mark {
	long		at;
	struct bh_str	commit;		/* full id; or none */
	bool		own;		/* the finding's, not another's */
};

/*
 * What a picture of one series shows, by first-parent position (context topo;
 * a branch: base topo, its own value right of the base).  Lends from what it
 * was made of.
 */
struct bh_plot {
	const struct bh_points	*p;
	long			 first, last;	/* positions; last >= first */
	enum bh_kind		 kind;
	struct bh_plot_level	*level;		/* oldest first */
	size_t			 nlevel;
	struct bh_plot_mark	*mark;		/* oldest first */
	size_t			 nmark;
	long			 good, bad;	/* suspects; -1: none */
	bool			 has_range;	/* of a base: low to high */
	double			 low, high;
	bool			 has_latest;	/* a branch: at last */
	double			 latest;
	struct bh_str		 left, right;	/* commits of the ends; none */
};

/* The points alone, up to tip (-1: to the last one).  p->n may be 0. */
void	bh_plot_points(struct bh_plot *to, const struct bh_points *p,
	    enum bh_kind kind, long tip);

/* A series in branch mode of which nothing was found. */
void	bh_plot_branch(struct bh_plot *to, const struct bh_series *s,
	    const struct bh_topology *t);

/* A finding and its series. */
void	bh_plot_finding(struct bh_plot *to, const struct bh_report *r,
	    const struct bh_finding *f, const struct bh_series *s);

#endif
