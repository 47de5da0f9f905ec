#ifndef BH_COMPUTE_ORBIT_H
#define BH_COMPUTE_ORBIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "compute/stat.h"

/*
 * The orderings against which a selected split is calibrated: all distinct
 * ones, or the elements of a fixed permutation group of known order, so that
 * the share of extreme ones is an exact conditional p.
 */

enum { BH_ORBIT_FACTORS = 16 };

struct bh_orbit {
	uint64_t order;		/* orderings, the observed one among them */
	size_t	 moved;		/* positions moved; 0: every distinct ordering */
	bool	 balanced;	/* A6 x S6 on 12 positions, else a grid */
	size_t	 nf;		/* factors of the grid, non-increasing */
	size_t	 f[BH_ORBIT_FACTORS];
};

/* The orderings of r->n >= 2 ranks under a budget >= 2. */
void	bh_orbit_choose(const struct bh_ranks *r, uint64_t budget,
	    struct bh_orbit *o);

/* The group for n >= 2 positions, whatever their values; budget >= 2. */
void	bh_orbit_group(size_t n, uint64_t budget, struct bh_orbit *o);

/* pos[b]: the position of bucket b of g <= n, pseudo-random and spread. */
void	bh_orbit_positions(size_t n, size_t g, size_t *pos,
	    struct bh_arena *tmp);
uint64_t bh_orbit_key(uint64_t bucket);

/*
 * An ordering is extreme where, at the split t of bh_stat_pettitt, u <= lo[t]
 * or u >= hi[t]; arrays of n, places 1 .. n - 1.
 */
struct bh_orbit_bars {
	int32_t	*lo, *hi;
};
#define BH_ORBIT_NEVER	(1 << 29)	/* hi; -BH_ORBIT_NEVER: lo */

/* How many orderings are extreme; stops counting at limit. */
uint64_t bh_orbit_count(const struct bh_ranks *r, const struct bh_orbit *o,
	    const struct bh_orbit_bars *bars, uint64_t limit,
	    struct bh_arena *tmp);

/* The same where o->moved > 0. */
uint64_t bh_orbit_count_group(const struct bh_ranks *r,
	    const struct bh_orbit *o, const struct bh_orbit_bars *bars,
	    uint64_t limit, struct bh_arena *tmp);

#endif
