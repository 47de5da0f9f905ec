#ifndef BH_COMPUTE_SCAN_H
#define BH_COMPUTE_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "compute/judge.h"
#include "model/rec.h"

/*
 * Parts of the method "scan": where a series changes its level, how sure that
 * is, how large the change.  Positions count from 0 in the window that is
 * judged; a cut at t parts [.., t) from [t, ..).  Nothing is drawn by chance:
 * every answer is a pure function of the values.
 */

enum {
	BH_SCAN_SIDE = 5,	/* fewest points on a side of a tested cut */
	BH_SCAN_LAST = 2,	/* fewest behind the newest one, once tested */
	BH_SCAN_WINDOW = 1000,	/* newest points that are looked at */
	BH_SCAN_ROUNDS = 3	/* of correlation and cuts */
};

#define BH_SCAN_LEVEL		.025	/* chance of a cut where none is */
#define BH_SCAN_BASE_LEVEL	.01	/* the same in a base window */
#define BH_SCAN_NESTED		.4	/* part of the level beside a cut */
#define BH_SCAN_STEP_SHARE	.8	/* of the level: the rest is for visits */
#define BH_SCAN_RELATIVE	.03	/* smallest move reported, history */
#define BH_SCAN_BASE_RELATIVE	.05	/* branch */
#define BH_SCAN_SEPARATION	.85	/* least P(after > before) */
#define BH_SCAN_COVERAGE	.90	/* of a suspect range */
#define BH_SCAN_CONFIDENCE	.95	/* of an effect interval */

/* scan.c */

/*
 * The smallest move of this kind that counts.  A time of which no reading
 * reaches the floor is in some larger unit than a nanosecond: no floor then
 * but a token one, > 0.
 */
double	bh_scan_floor(enum bh_kind kind, const double *x, size_t n);

/* scan_rank.c: the statistic and its chance */

/*
 * Doubled mid-ranks of x[lo..hi) by position: a tie run over ranks s+1..e
 * gives s+1+e.
 *	order	positions of all n by value
 *	returns	the tie factor 1 - sum (c^3 - c) / (m^3 - m); 0 if constant
 */
double	bh_scan_ranks(const double *x, const size_t *order, size_t n,
	    size_t lo, size_t hi, int32_t *rank);

/*
 * The standardized rank scan: max over t in [SIDE, n - SIDE] of
 * |U_t| / sqrt(t (n - t)) * sqrt(3 / (n + 1)), U_t = sum_{i<t} r_i - t (n + 1).
 *	spread	divides the value at each t; or NULL
 *	at	set to the first t that attains the maximum
 */
double	bh_scan_max(const int32_t *rank, size_t n, const double *spread,
	    size_t *at);

/*
 * Chance that the maximum of a standardized bridge over [SIDE, n - SIDE] of n
 * reaches b, by its tail: B. James, K. L. James, D. Siegmund, Biometrika 74
 * (1987) 71.
 */
double	bh_scan_tail(double b, size_t n);

/*
 * Chance that the scan of n exchangeable values reaches b, at t: that tail at
 * b stretched for the few points there are.  The stretch was fitted to
 * simulated quantiles (tests/unit/scan_parts.c has them) and to the strongest
 * cut n values can show, whose chance is 2 / C(n, t).
 */
double	bh_scan_chance(double b, size_t n, size_t t);

/*
 * Standard deviation of the scan at each t of n values whose neighbours
 * correlate by rho (a first-order autoregression), relative to exchangeable
 * ones: spread[1..n-1].
 */
void	bh_scan_spread(double rho, size_t n, double *spread);

/*
 * The same for a visit: the values in [from, to) against all others, over all
 * intervals that leave SIDE values at either end; n >= 3 SIDE.
 *	spread	by length
 *	sum	scratch, room for n + 1
 */
double	bh_scan_visit(const int32_t *rank, size_t n, const double *spread,
	    int32_t *sum, size_t *from, size_t *to);

/*
 * Chance of that among exchangeable values: so many normal tails as simulated
 * quantiles ask for; no less at any n, more at n < 40.
 */
double	bh_scan_visit_chance(double b, size_t n, size_t len);

/* As bh_scan_spread, for visits of each length that touch neither end. */
void	bh_scan_visit_spread(double rho, size_t n, double *spread);

/* scan_place.c: the most likely place */

/*
 * Loss of each split of x[0..n) into these two levels, up to a constant:
 * cost[0..n].  Geman and McClure's loss, quadratic up to a few scales.
 */
void	bh_scan_profile(const double *x, size_t n, double before, double after,
	    double scale, double *cost);

/*
 * Scaled median absolute deviation of x[0..n) about its two levels; never
 * below a fiftieth of the step.
 */
double	bh_scan_scale(const double *x, size_t n, size_t t, double before,
	    double after, double *tmp);

/*
 * The most likely split of x[0..n): least absolute deviation over all splits,
 * then the profile's minimum with the medians of the sides, to a fixed point.
 *	side, last	fewest points before and behind it
 *	tmp		room for n + 1, three times
 */
size_t	bh_scan_place(const double *x, size_t n, size_t side, size_t last,
	    double *tmp[3]);

/* scan_cut.c: a series cut into levels */

struct bh_scan_cut {
	size_t	at;
	double	free;	/* chance among exchangeable values */
	double	p;	/* the largest of its own and its parents' */
};

struct bh_scan {
	const double	*x;		/* n finite values, lent */
	size_t		 n;
	double		 level;
	double		 rho;		/* correlation of neighbours, >= 0 */
	struct bh_scan_cut *cut;	/* ascending */
	size_t		 ncut;
	double		*center;	/* median of each of ncut + 1 levels */
	struct bh_gate_log *log;	/* tests made; or NULL */
	size_t		 mark;		/* the log's length before them */
	size_t		*order;		/* positions by value */
	int32_t		*rank;		/* scratch */
	int32_t		*sum;
	double		*tmp[3];	/* scratch, room for n + 1 each */
	struct bh_arena	*arena;
};

/* Everything in a; two-sided chance level of a cut; log may be NULL. */
void	bh_scan_init(struct bh_scan *s, const double *x, size_t n,
	    double level, struct bh_gate_log *log, struct bh_arena *a);

/* Binary segmentation for the rho there is: cuts roughly placed, centers. */
void	bh_scan_cuts(struct bh_scan *s);

/*
 * Estimate rho about the levels and cut again, until the number of cuts stays:
 * correlated noise first looks like many levels.  Then every cut is placed
 * between its neighbours.
 */
void	bh_scan_settle(struct bh_scan *s);

/* First and one behind the last position of level k, 0 <= k <= ncut. */
size_t	bh_scan_from(const struct bh_scan *s, size_t k);
size_t	bh_scan_to(const struct bh_scan *s, size_t k);

/*
 * Correlation of neighbours among s->n residuals, from their ranks, corrected
 * for the levels that were fitted; 0 .. .95.
 */
double	bh_scan_correlation(struct bh_scan *s, const double *r, size_t levels);

/* Chance of the scan of the whole window for this correlation. */
double	bh_scan_whole(struct bh_scan *s, double rho);

/* P(b > a) + P(tie) / 2 for a = [lo, mid), b = [mid, hi). */
double	bh_scan_superiority(struct bh_scan *s, size_t lo, size_t mid,
	    size_t hi);

/* scan_line.c: drift */

struct bh_scan_line {
	double	slope, intercept;
	double	cost;		/* sum of absolute residuals */
	double	residual;	/* median absolute residual */
};

/* The line of least absolute deviation over positions 0 .. n - 1. */
void	bh_scan_line(const double *x, size_t n, double *tmp,
	    struct bh_scan_line *line);

/* Whether a line beats the steps, which by and large go one way. */
bool	bh_scan_is_line(struct bh_scan *s, struct bh_scan_line *line);

/* scan_tip.c: the newest points */

/*
 * Whether the newest 2 to 4 points all stand beyond everything before them in
 * the current level, of 20 points and more, by the relative floor of a branch.
 *	sign	1: above, -1: below
 *	returns	how many of them; 0: they do not
 */
size_t	bh_scan_tip(struct bh_scan *s, double sign, double floor, double *p);

/* scan_effect.c: how large */

/*
 * The shift from x to y, Hodges and Lehmann's median of all differences, and
 * its interval by inverting the test of Mann and Whitney.
 *	returns	whether the samples are large enough for the interval
 */
bool	bh_scan_shift(const double *x, size_t nx, const double *y, size_t ny,
	    struct bh_arena *a, double *shift, double *low, double *high);

/* scan_suspect.c: which positions the data cannot tell apart */

/*
 * The fewest positions that hold BH_SCAN_COVERAGE of the likelihood of the
 * step of x[lo..hi) at mid.  topo is that of position 0 and so on.
 */
void	bh_scan_suspect(struct bh_scan *s, size_t lo, size_t mid, size_t hi,
	    const int32_t *topo, struct bh_suspect *out);

#endif
