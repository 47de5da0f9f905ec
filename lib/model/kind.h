#ifndef BH_MODEL_KIND_H
#define BH_MODEL_KIND_H

#include "base/str.h"

/*
 * Metric kinds, all lower is better.  This order sorts series and lists valid
 * names; it is not the order inside a stored record.
 */
enum bh_kind {
	BH_WALL_TIME,
	BH_PROCESSOR_TIME,
	BH_INSTRUCTION_COUNT,
	BH_CONDITIONAL_BRANCHES,
	BH_INDIRECT_BRANCHES,
	BH_ALLOCATED_BYTES,
	BH_PEAK_OUTSTANDING_BYTES,
	BH_ALLOCATION_COUNT,
	BH_GPU_TIME,
	BH_KINDS
};

const char	*bh_kind_name(enum bh_kind k);	/* "wall_time" */
struct bh_str	 bh_kind_text(enum bh_kind k);	/* the same, measured */
const char	*bh_kind_unit(enum bh_kind k);	/* "ns", "bytes", "count" */
double		 bh_kind_floor(enum bh_kind k);	/* smallest move that counts */
int		 bh_kind_of(struct bh_str name);  /* exact name; -1 unknown */

/* Engines, in harvest and store order. */
enum bh_engine {
	BH_CALLGRIND,
	BH_CRITERION,
	BH_ALLOC_TRACKER,
	BH_ALL_THE_TIME,
	BH_PRIMBENCH,
	BH_ENGINES
};

const char	*bh_engine_name(enum bh_engine e);
int		 bh_engine_of(struct bh_str name); /* ASCII case ignored; -1 */

#endif
