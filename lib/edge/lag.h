#ifndef BH_EDGE_LAG_H
#define BH_EDGE_LAG_H

#include "compute/series.h"
#include "edge/placed.h"
#include "edge/store.h"

/*
 * Why the base data of a lagging series are behind the base ref: does another
 * machine of the same engine and triple have newer base data of it?  Looked up
 * in what is loaded first, then in the sibling objects that fall into a gap,
 * each read once.  Advisory: one that cannot be read counts as absent.
 */
void	bh_lag(const struct bh_placed *p, const struct bh_series_input *in,
	    struct bh_series_plan *plan, const struct bh_store *store,
	    int jobs);

#endif
