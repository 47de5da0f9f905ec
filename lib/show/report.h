#ifndef BH_SHOW_REPORT_H
#define BH_SHOW_REPORT_H

#include "show/chart.h"
#include "show/fmt.h"
#include "show/gather.h"

/* A finding and what belongs to it. */
struct bh_hit {
	const struct bh_finding	*f;
	const struct bh_series	*s;
	struct bh_str		 id;	/* joined */
	size_t			 set;	/* position in bh_report.set */
	const struct bh_gate_rec *gate;
	size_t			 ngate;
};

struct bh_lag {
	long			behind;
	enum bh_lag_reason	why;
};

/* One set of the report. */
struct bh_rset {
	struct bh_str		 name;		/* "E/T/M" */
	struct bh_set_parts	 part;
	long			 runs, series, regressions, improvements;
	const struct bh_kind_count *kind;	/* nkind of its kinds, if told */
	size_t			 nkind;
	const struct bh_comparison *comparison;	/* or NULL */
	struct bh_lag		*lag;		/* larger first, each once */
	size_t			 nlag, caplag;
	const struct bh_hit	**hit;		/* controlled list, in order */
	size_t			 nhit, caphit;
};

/*
 * A report, complete and in order: what every renderer shows, and all that it
 * sees.
 */
struct bh_report {
	struct bh_gather	*g;
	bool			 branch, scan;
	struct bh_hit		*hit[BH_LISTS];	/* report order */
	size_t			 nhit[BH_LISTS];
	struct bh_rset		*set;		/* set order */
	size_t			 nset;
	long			 regressions, improvements;
	bool			 tip_dirty;
	struct bh_str		 hint, warning;	/* lines; empty: none */
};

/*
 * Check that the stream was complete (every record the report stands on, as
 * many findings as the closing account says, the series of each) and put all
 * in order; where g keeps chosen series, their findings alone.  r lends from
 * g.  Returns 0 or -1.
 */
int	bh_report_make(struct bh_report *r, struct bh_gather *g,
	    struct bh_err *err) __attribute__((warn_unused_result));

/* The chart of a hit, marks included. */
void	bh_report_chart(const struct bh_report *r, const struct bh_hit *h,
	    struct bh_chart *c);

/* Does the comparison of its set cover the finding? */
bool	bh_report_inside(const struct bh_report *r, const struct bh_hit *h);

#endif
