#ifndef BH_COMPUTE_FDR_H
#define BH_COMPUTE_FDR_H

#include "base/arena.h"
#include "model/rec.h"

/*
 * Benjamini-Hochberg, J. R. Statist. Soc. B 57 (1995) 289: step-up over n
 * p-values of a family of m >= n.
 *	keep	set for each p: kept or not
 *	rank	set to the 1-based rank of each p (ties: by index)
 *	bar(k)	= k / m * q, evaluated in that order; p <= bar passes
 *	returns	how many are kept
 */
size_t	bh_fdr_bh(const double *p, size_t n, size_t m, double q,
	    struct bh_arena *tmp, bool *keep, size_t *rank);

/* One judged series as bh-fdr holds it in branch mode. */
struct bh_fdr_member {
	const struct bh_series	*series;
	const struct bh_verdict	*verdict;
	struct bh_finding	*cand;	/* its candidate, or NULL */
};

/*
 * The report-wide comparison of one set, compat, branch mode (bh(7)).
 *	m	the judged series of the set in series order (not the unjudged)
 *	tip_topo  context topo of the context commit
 *	out	filled in where there is a comparison; scores in a
 *	returns	whether there is one; sets has_included, included of every
 *		candidate either way
 */
bool	bh_comparison(struct bh_fdr_member *m, size_t n, long tip_topo,
	    struct bh_arena *a, struct bh_comparison *out);

/*
 * Neighbour turns of one set, scan, branch mode: sets has_p and p of every
 * candidate of the set (detection by bh_scan_branch).
 */
void	bh_turns(struct bh_fdr_member *m, size_t n, long tip_topo,
	    struct bh_arena *a);

#endif
