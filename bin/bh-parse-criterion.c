/* bh-parse-criterion: Criterion's results to records.  See its page. */
#include "engine/criterion.h"

static const char usage[] =
    "usage: bh-parse-criterion [-h] [--verbose] [--fresh-since time]\n"
    "                          [--keep-going] [--on-duplicate action]\n"
    "                          [--rep k] [--seen file] [file ...]\n";

int
main(int argc, char **argv)
{
	static const struct option options[] = {
		BH_HARVEST_OPTIONS,
		{ NULL, 0, NULL, 0 }
	};

	return bh_harvest_main(&bh_criterion, NULL, usage, options, NULL,
	    argc, argv);
}
