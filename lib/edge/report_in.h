#ifndef BH_EDGE_REPORT_IN_H
#define BH_EDGE_REPORT_IN_H

#include "base/err.h"
#include "compute/rules.h"

/*
 * The JSON report of bh-render(1), as far as rules look at it.  Its parts must
 * agree: counts, findings, the outcome.
 *	text	lent for as long as g
 *	g	strings and arrays in text or in a
 *	returns	0, or -1: not a report, cut short, of another version, or in
 *		conflict with itself (BH_DATA)
 */
int	bh_report_in(struct bh_str text, struct bh_arena *a,
	    struct bh_gated *g, struct bh_err *err)
	    __attribute__((warn_unused_result));

#endif
