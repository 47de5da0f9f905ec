#ifndef BH_COMPUTE_FAMILY_H
#define BH_COMPUTE_FAMILY_H

#include "base/arena.h"
#include "compute/fdr.h"
#include "model/rec.h"

/*
 * What happens to every candidate once all of them are known: the direction
 * screen, the correction over the family of judged series, the lists.
 */
enum bh_fate { BH_FOUND, BH_DROPPED_DIRECTION, BH_DROPPED_RANK };

struct bh_family_case {
	struct bh_finding	f;	/* list, rank, threshold are set */
	enum bh_fate		fate;
	bool			corrected; /* it went through the correction */
	double			bar;	/* that of its rank, where corrected */
};

#define BH_FDR_TARGET	0.10

/*
 *	c	n candidates in any order; p is set where the method corrects
 *	m	judged series
 *	returns	how many went through the direction screen
 * Then c is sorted: list by list in report order, dropped ones behind.
 */
size_t	bh_family(enum bh_detection method, enum bh_mode mode,
	    struct bh_family_case *c, size_t n, long m, struct bh_arena *tmp);

/* The outcome of an analysis: "findings", "clean", "partial", ... */
const char *bh_family_outcome(const struct bh_count *c, long findings);

#endif
