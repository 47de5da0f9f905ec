#ifndef BH_EDGE_SERIES_PUT_H
#define BH_EDGE_SERIES_PUT_H

#include "compute/series.h"
#include "io/out.h"
#include "model/line.h"

/*
 * The series, unjudged and census records of a plan.  Numbers keep their text.
 */
struct bh_series_put {
	const struct bh_series_input *in;
	const struct bh_series_plan *plan;
	const struct bh_line	*evidence;	/* of the blessings */
	int			 jobs;
	struct bh_out		*out;
};

/* One record a slot, in series order; formatted by jobs threads. */
void	bh_series_put(const struct bh_series_put *p);

/* The census of a plan: sets with series left, runs by place. */
void	bh_series_census(const struct bh_series_put *p, size_t nplace,
	    const struct bh_line *context, struct bh_arena *a,
	    struct bh_census *c);

#endif
