#ifndef BH_COMPUTE_EXCURSION_H
#define BH_COMPUTE_EXCURSION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "compute/compat.h"
#include "model/rec.h"

/* One measured level: the context's, or a base commit's in its place. */
struct bh_reading {
	double	value;
	struct bh_interval interval;
};

struct bh_reading bh_base_reading(const struct bh_points *base, size_t i);

/*
 * The reading at the context commit: the median of its points, of the dirty
 * ones alone where there are any.
 *	returns	false: none there
 */
bool	bh_context_reading(const struct bh_points *p, long tip_topo,
	    struct bh_arena *tmp, struct bh_reading *out);

/* What a reading is compared with: levels from .. base->n - 1 but skip. */
struct bh_references {
	const struct bh_points *base;
	size_t	from, skip;		/* SIZE_MAX: skip none */
	const struct bh_reading *more;	/* one level more, or NULL */
};

struct bh_excursion {
	size_t	count;			/* references */
	double	low, high;		/* their range */
	double	edge;			/* of the range; 0 inside */
	double	excess, relative;	/* beyond it; 0 inside */
};

/*
 * Gates of the branch stage from non_zero_delta on.
 *	l	where they are recorded, or NULL
 *	returns	whether all pass
 */
bool	bh_excursion(const struct bh_reading *x,
	    const struct bh_references *refs, enum bh_kind kind,
	    struct bh_ladder *l, struct bh_arena *tmp,
	    struct bh_excursion *out);

#endif
