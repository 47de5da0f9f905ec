#ifndef BH_COMPUTE_TURNS_H
#define BH_COMPUTE_TURNS_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/*
 * Turns of a set, found by what their series look like.  A turn is a base
 * level put in the context's place, its series described without it.
 */
struct bh_turn {
	double	scale;	/* log2 of noise / level, in units of BH_TURN_SCALE */
	double	reach;	/* log2(1 + farthest / noise), of BH_TURN_REACH */
	double	size;	/* distance from the level / noise; 0: below a floor */
};

/* differences that make neighbours equally unlike */
#define BH_TURN_SCALE	.5
#define BH_TURN_REACH	.5

struct bh_turn_index {
	const struct bh_turn *v;	/* by cell */
	size_t		 n;
	double		 low_scale, low_reach;
	size_t		 wide, high;	/* cells */
	size_t		*sum;		/* turns in cells left of and below */
	size_t		*start;		/* first turn of each cell, row by row */
	double		*tmp;		/* room for n */
	struct bh_turn	*near;		/* room for n */
};

/* Sorts v into cells; v is lent. */
void	bh_turn_index(struct bh_turn_index *x, struct bh_turn *v, size_t n,
	    struct bh_arena *a);

/*
 * Of the want turns nearest to t (and those as near as the last of them): how
 * many there are, and how many are as large as t.
 */
void	bh_turn_count(const struct bh_turn_index *x, const struct bh_turn *t,
	    size_t want, size_t *in, size_t *far);

#endif
