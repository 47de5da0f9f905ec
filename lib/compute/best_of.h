#ifndef BH_COMPUTE_BEST_OF_H
#define BH_COMPUTE_BEST_OF_H

#include "base/arena.h"
#include "base/err.h"
#include "model/rec.h"

/*
 * N repetitions to one: for every benchmark and kind the metric with the
 * smallest value, the earliest run on ties.  A metric is kept whole: deviation,
 * interval and estimator are never merged or computed anew.
 */
struct bh_best {
	struct bh_result result;	/* rep 0; order of run 1 */
	const struct bh_result **run;	/* of each run, from run 1 */
	long		*kept;		/* run of each metric, from 1 */
};

struct bh_best_of {
	struct bh_best	*v;
	size_t		 n;
	long		 runs;		/* lists reduced; 0: no result at all */
};

/*
 * Reduce v, n results of any engines in the order of input, each with rep >= 1,
 * a metric of a kind once.  Strings and run stay lent from v.
 *	runs	how many there were; 0: as many as v shows
 *	returns	0, or -1: a benchmark or a kind is missing from a run, or a
 *		benchmark is there twice in one run (BH_DATA)
 */
int	bh_best_of(struct bh_arena *a, const struct bh_result *v, size_t n,
	    long runs, struct bh_best_of *out, struct bh_err *err)
	    __attribute__((warn_unused_result));

#endif
