#include "engine/alloc_tracker.h"

static const struct bh_spans_metric metrics[] = {
	{ BH_ALLOCATED_BYTES, "slope_bytes_per_iteration",
	    "interval_low_bytes_per_iteration",
	    "interval_high_bytes_per_iteration", false },
	{ BH_ALLOCATION_COUNT, "slope_allocations_per_iteration",
	    "interval_low_allocations_per_iteration",
	    "interval_high_allocations_per_iteration", false },
	{ BH_PEAK_OUTSTANDING_BYTES, "slope_peak_bytes",
	    "interval_low_peak_bytes", "interval_high_peak_bytes", true }
};

const struct bh_spans bh_alloc_tracker_spans = {
	metrics, sizeof(metrics) / sizeof(metrics[0])
};

static const struct bh_tree_dir dirs[] = {
	{ "alloc_tracker", false, bh_spans_want },
	{ NULL, false, NULL }
};

const struct bh_engine_reader bh_alloc_tracker = {
	.engine = BH_ALLOC_TRACKER,
	.dirs = dirs,
	.max = BH_DOC_MAX,
	.parse = bh_spans_parse
};
