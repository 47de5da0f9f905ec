#ifndef BH_ENGINE_ALLOC_TRACKER_H
#define BH_ENGINE_ALLOC_TRACKER_H

#include "engine/spans.h"

/*
 * alloc_tracker: the files of alloc_tracker/, written by releases 0.6 to
 * 0.7.13, to allocated_bytes, allocation_count and, where it was observed,
 * peak_outstanding_bytes.
 */
extern const struct bh_engine_reader bh_alloc_tracker;
extern const struct bh_spans bh_alloc_tracker_spans;	/* its ctx */

#endif
