#include "engine/all_the_time.h"

static const struct bh_spans_metric metrics[] = {
	{ BH_PROCESSOR_TIME, "slope_processor_time_nanos",
	    "interval_low_processor_time_nanos",
	    "interval_high_processor_time_nanos", false }
};

const struct bh_spans bh_all_the_time_spans = {
	metrics, sizeof(metrics) / sizeof(metrics[0])
};

static const struct bh_tree_dir dirs[] = {
	{ "all_the_time", false, bh_spans_want },
	{ NULL, false, NULL }
};

const struct bh_engine_reader bh_all_the_time = {
	.engine = BH_ALL_THE_TIME,
	.dirs = dirs,
	.max = BH_DOC_MAX,
	.parse = bh_spans_parse
};
