#ifndef BH_COMPUTE_COHORT_H
#define BH_COMPUTE_COHORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* Series measured together: all of them at each of the commits. */
struct bh_cohort {
	size_t	*member;	/* places in the input: lists in order, equal */
	size_t	 nmember;	/* ones in input order */
	int32_t	*commit;	/* ascending */
	size_t	 ncommit;
};

enum { BH_COHORT_COMMITS = 5 };		/* the least that compare */

/*
 * The cohort with the most series, then the most commits, then the newest
 * last commit, that a bounded search finds: seeded by runs of five of a list,
 * by intersections of two lists and by up to 1024 further intersections.
 *	list	n ascending lists of len[i] commits
 *	returns	false: no five commits are common to any
 */
bool	bh_cohort_find(const int32_t *const *list, const size_t *len, size_t n,
	    struct bh_arena *a, struct bh_cohort *out);

#endif
