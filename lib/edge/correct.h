#ifndef BH_EDGE_CORRECT_H
#define BH_EDGE_CORRECT_H

#include "base/arena.h"
#include "base/err.h"
#include "edge/stream.h"
#include "io/out.h"

/*
 * The work of bh-fdr: pass records on, hold back what depends on all verdicts,
 * and close with findings, comparisons and the final account.
 *	all_series	pass every series on, not only those behind a finding
 */
int	bh_correct(struct bh_stream *in, struct bh_out *out, bool all_series,
	    struct bh_err *err) __attribute__((warn_unused_result));

#endif
