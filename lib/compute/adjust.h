#ifndef BH_COMPUTE_ADJUST_H
#define BH_COMPUTE_ADJUST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "compute/stat.h"

/*
 * The p of a split that was chosen for its strength: Mann-Whitney's p is
 * tainted by the choice; the adjusted one is the better of an analytic bound
 * and a permutation share, each paid for with its part of the level (weighted
 * Bonferroni), and never below the tainted one.
 */
struct bh_adjust {
	size_t	 g;		/* least points on either side */
	uint64_t budget;	/* most orderings to count */
	double	 weight;	/* of the analytic bound in the level */
	double	 accept;	/* an analytic p below it is taken as it is */
	double	 reject;	/* p at or above it is 1 */
};

struct bh_adjusted {
	double	 tainted, adjusted;
	/* what was formed on the way, for the tests */
	double	 analytic;	/* -1: not formed */
	uint64_t extreme, order; /* 0: not counted */
};

/*
 * Adjust split s of r, both sides at least g points.
 *	r	ranks of n >= 2g values, s = bh_stat_pettitt of them
 */
void	bh_adjust(const struct bh_adjust *how, const struct bh_ranks *r,
	    struct bh_split s, struct bh_arena *tmp, struct bh_adjusted *out);

/*
 * What a share of extreme orderings says beside the weighted analytic bound
 * wa while counting goes on: the adjusted p, or -1 where it is open.
 */
double	bh_adjust_settle(double wa, double part, double reject);

/* The greatest size of the smaller side, from g on, that is counted exactly. */
size_t	bh_adjust_exact(size_t n, size_t g);

/*
 * P(some admissible split has a tainted p <= p), bounded by the sum over sizes.
 *	exact	bh_adjust_exact; 0: every size by the normal tail
 */
double	bh_adjust_analytic(const struct bh_ranks *r, size_t g, size_t exact,
	    double p, struct bh_arena *tmp);

/*
 * Bound of P(sum of k of the ranks <= sum), lower, or >= sum: the smaller of
 * Chernoff's and Serfling's.  W. Hoeffding, JASA 58 (1963) 13; R. J. Serfling,
 * Annals of Statistics 2 (1974) 39.
 */
double	bh_adjust_tail(const struct bh_ranks *r, size_t k, int64_t sum,
	    bool lower);
double	bh_adjust_kl(double t, double mu);	/* Bernoulli divergence */
double	bh_adjust_serfling(size_t n, size_t k, double dev);

/*
 * The greatest doubled rank sum of k whose normal p is <= p; its mirror image
 * is 2k(n + 1) less it.  Negative: none.
 */
int64_t	bh_adjust_nearest(size_t n, size_t k, double tie, double p);

#endif
