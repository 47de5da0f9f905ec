/* bh-parse-alloc-tracker: alloc_tracker's results to records.  See its page. */
#include "engine/alloc_tracker.h"

static const char usage[] =
    "usage: bh-parse-alloc-tracker [-h] [--verbose] [--fresh-since time]\n"
    "                              [--keep-going] [--on-duplicate action]\n"
    "                              [--rep k] [--seen file] [file ...]\n";

int
main(int argc, char **argv)
{
	static const struct option options[] = {
		BH_HARVEST_OPTIONS,
		{ NULL, 0, NULL, 0 }
	};
	struct bh_spans ctx = bh_alloc_tracker_spans;

	return bh_harvest_main(&bh_alloc_tracker, &ctx, usage, options, NULL,
	    argc, argv);
}
