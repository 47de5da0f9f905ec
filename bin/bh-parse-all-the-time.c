/* bh-parse-all-the-time: all_the_time's results to records.  See its page. */
#include "engine/all_the_time.h"

static const char usage[] =
    "usage: bh-parse-all-the-time [-h] [--verbose] [--fresh-since time]\n"
    "                             [--keep-going] [--on-duplicate action]\n"
    "                             [--rep k] [--seen file] [file ...]\n";

int
main(int argc, char **argv)
{
	static const struct option options[] = {
		BH_HARVEST_OPTIONS,
		{ NULL, 0, NULL, 0 }
	};
	struct bh_spans ctx = bh_all_the_time_spans;

	return bh_harvest_main(&bh_all_the_time, &ctx, usage, options, NULL,
	    argc, argv);
}
