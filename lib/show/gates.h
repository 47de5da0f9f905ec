#ifndef BH_SHOW_GATES_H
#define BH_SHOW_GATES_H

#include "edge/json.h"

/*
 * The gate ladders of one series as whole lines, a ladder a stage: each gate of
 * the stage in its order with what was found and demanded, "not run" where
 * compat has no record of it.
 *	g, n	its records in the order they were evaluated
 *	id	joined, foreign
 */
void	bh_gates_put(struct bh_buf *b, enum bh_detection method,
	    struct bh_str id, enum bh_kind kind, const struct bh_gate_rec *g,
	    size_t n);

/* Why a gate declines, in words: "the two levels overlap". */
const char *bh_gates_why(enum bh_stage stage, enum bh_gate_id gate);

/* The gate at which the stage was declined; NULL: none, or it did not run. */
const struct bh_gate *bh_gates_stop(enum bh_stage stage,
	    const struct bh_gate_rec *g, size_t n);

#endif
