#ifndef BH_COMPUTE_TURNS_H
#define BH_COMPUTE_TURNS_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* What a series looks like, in units that make neighbours equally unlike. */
enum bh_turn_look {
	BH_TURN_NOISE,	/* log2 of noise / level */
	BH_TURN_REACH,	/* log2(1 + farthest / noise) */
	BH_TURN_TILT,	/* log2 of that above against that below, unsigned */
	BH_TURN_LOOKS
};

/*
 * A turn is a base level put in the context's place, its series described
 * without it.
 */
struct bh_turn {
	double	look[BH_TURN_LOOKS];
	double	size;	/* distance from the level / noise; 0: below a floor */
};

/* The turns of a set, found by their look: a grid of cells. */
struct bh_turn_index {
	const struct bh_turn *v;	/* cell by cell */
	size_t		 n;
	double		 low[BH_TURN_LOOKS];
	size_t		 side[BH_TURN_LOOKS];	/* cells */
	size_t		*start;		/* first turn of each cell, and the end */
	size_t		*sum;		/* turns below each corner */
	double		*tmp, *dist, *size;	/* room for n */
};

/* v is lent, and needed no more afterwards. */
void	bh_turn_index(struct bh_turn_index *x, const struct bh_turn *v,
	    size_t n, struct bh_arena *a);

/*
 * Of the want turns nearest to t (and those as near as the last of them): how
 * many there are, and how many are as large as t.
 */
void	bh_turn_count(const struct bh_turn_index *x, const struct bh_turn *t,
	    size_t want, size_t *in, size_t *far);

#endif
