#ifndef BH_COMPUTE_REGIME_H
#define BH_COMPUTE_REGIME_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "compute/judge.h"
#include "model/kind.h"

/*
 * The current regime of a base window, compat: level shifts are searched in
 * every second level, so that a range taken over all levels is not the one
 * that was selected.
 */
struct bh_regime {
	size_t	 start;		/* window position */
	long	*boundary;	/* selector positions, ascending */
	size_t	 nboundary;
	bool	 unresolved;	/* the newest levels may be a new regime */
	bool	 has_previous;
	double	 previous_low, previous_high;
};

/*
 * v	n levels of the window, oldest first
 * log	NULL, or where the searches are recorded (stage regime)
 * a	memory of out->boundary
 */
void	bh_regime_find(const double *v, size_t n, enum bh_kind kind,
	    struct bh_arena *a, struct bh_arena *tmp, struct bh_gate_log *log,
	    struct bh_regime *out);

/* The chance level of one search in a window of that many selectors. */
double	bh_regime_level(size_t selectors);

/*
 * No trend of 5 % in the n levels of a regime.  About zero, where a move has no
 * proportion, a trend of any slope is one, of none too, as the peer has it.
 */
bool	bh_regime_stable(const double *v, size_t n, struct bh_arena *tmp);

#endif
