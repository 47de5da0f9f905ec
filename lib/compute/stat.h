#ifndef BH_COMPUTE_STAT_H
#define BH_COMPUTE_STAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/*
 * Primitives of both detectors.  Values are finite.  Scratch memory comes from
 * tmp and stays there until its owner resets it.
 */

/* 1 where p is not finite, else p clipped to [1e-15, 1]. */
double	bh_stat_clamp(double p);

/* v, or the finite double next to it: what goes into a record is finite. */
double	bh_stat_finite(double v);

/* delta / base, finite; the sign of delta where |base| <= 2^-52. */
double	bh_stat_relative(double delta, double base);

/*
 * The k-th smallest of n > k values, from 0; v is reordered so that no value
 * before place k is greater and none behind it smaller.  R. W. Floyd and
 * R. L. Rivest, CACM 18 (1975) 165.
 */
double	bh_stat_select(double *v, size_t n, size_t k);

/* Median: the mean of the two middle ones where n is even; 0 for n == 0. */
double	bh_stat_median(const double *v, size_t n, struct bh_arena *tmp);
double	bh_stat_median_of(double *v, size_t n);		/* reorders v */

/* Ranks of n values and what their order gives away. */
struct bh_ranks {
	size_t	 n;
	int32_t	*r;	/* doubled mid-ranks, input order: 2 .. 2n, sum n(n+1) */
	double	 tie;	/* sum of c^3 - c over groups of c equal values */
	double	 tie_mk; /* sum of c(c - 1)(2c + 5) over the same */
	int64_t	 s;	/* Kendall's S: pairs that rise less pairs that fall */
};

/* Rank v by a stable merge sort that counts inversions; out->r is in tmp. */
void	bh_stat_rank(const double *v, size_t n, struct bh_arena *tmp,
	    struct bh_ranks *out);

/* A split: before = [0, t), after = [t, n). */
struct bh_split {
	size_t	t;	/* 0: none (n < 2) */
	int64_t	u;	/* sum of doubled ranks before t, less t(n + 1) */
};

/*
 * The first t in 1 .. n - 1 with the greatest |u|.  A. N. Pettitt, Applied
 * Statistics 28 (1979) 126.
 */
struct bh_split	bh_stat_pettitt(const int32_t *r, size_t n);
/* Pettitt's own approximate p of |u|, never evidence here. */
double	bh_stat_pettitt_p(int64_t u, size_t n);

/* C(n, k) where it is below 2^53, else 0: no exact distribution then. */
double	bh_stat_choose(size_t n, size_t k);

/*
 * Mann-Whitney, two-sided.  mw_p is exact where bh_stat_choose(n, smaller
 * side) is not 0, else normal with ties and continuity.
 *	n1	values on the left; the other n - n1 on the right
 *	r1	sum of the doubled ranks of the left
 *	returns	clamped p; 1 where a side is empty
 */
double	bh_stat_mw_p(const struct bh_ranks *r, size_t n1, int64_t r1,
	    struct bh_arena *tmp);
double	bh_stat_mw_normal(size_t n1, size_t n2, int64_t r1, double tie);
double	bh_stat_mw_exact(const struct bh_ranks *r, size_t k, int64_t sum,
	    struct bh_arena *tmp);	/* k <= n / 2 values, their sum */

/* The doubled ranks in ascending order. */
int32_t	*bh_stat_ascending(const struct bh_ranks *r, struct bh_arena *tmp);

/*
 * The exact null distribution of rank sums: row[k][s] is the number of subsets
 * of k of the n doubled ranks v, ascending, with sum s <= top, the lesser of
 * cap and the greatest sum.  Without cap (SIZE_MAX) rows 0 .. k are so filled,
 * each up to its own greatest sum.
 */
struct bh_rank_sums {
	size_t	 top;
	size_t	*row_top;	/* last place of each row */
	double	**row;
};

void	bh_stat_rank_sums(const int32_t *v, size_t n, size_t k, size_t cap,
	    struct bh_arena *tmp, struct bh_rank_sums *out);

/* Left and right sides as two samples: p and superiority in one call. */
double	bh_stat_mw(const double *left, size_t n1, const double *right,
	    size_t n2, struct bh_arena *tmp, double *superiority);

/* P(right > left) + P(tie) / 2; both sides filled. */
double	bh_stat_superiority(size_t n1, size_t n2, int64_t r1);

/* Mann-Kendall: clamped two-sided p of r->s; 1 for n < 3. */
double	bh_stat_mann_kendall(const struct bh_ranks *r);

/*
 * Theil-Sen line over positions 0 .. n - 1, n >= 2: the median of all slopes,
 * the median of v[i] - slope * i.
 */
void	bh_stat_theil_sen(const double *v, size_t n, struct bh_arena *tmp,
	    double *slope, double *intercept);

/* Median distance of the values from their side's median, sides of split t. */
double	bh_stat_step_residual(const double *v, size_t n, size_t t,
	    struct bh_arena *tmp);
/* Median distance from a line. */
double	bh_stat_line_residual(const double *v, size_t n, double slope,
	    double intercept, struct bh_arena *tmp);

/* The finalizer of SplitMix64 and one step of the generator. */
uint64_t bh_stat_mix64(uint64_t z);
uint64_t bh_stat_next64(uint64_t *state);

#endif
