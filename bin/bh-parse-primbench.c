/* bh-parse-primbench: primbench's results to records.  See its page. */
#include <string.h>

#include "engine/primbench.h"

static const char usage[] =
    "usage: bh-parse-primbench [-h] [--verbose] [--commit ref] [--dirty]\n"
    "                          [--estimator how] [--fresh-since time]\n"
    "                          [--keep-going] [--on-duplicate action]\n"
    "                          [--reject-debug] [--rep k] [--repo dir]\n"
    "                          [--seen file] [--target-triple word] "
    "[file ...]\n";

enum { COMMIT = BH_HARVEST_OWN, DIRTY, ESTIMATOR, REJECT, REPO, TRIPLE };

static int
own(void *ctx, int c, const char *value, struct bh_err *err)
{
	struct bh_primbench *p = ctx;

	switch (c) {
	case COMMIT: p->commit = value; break;
	case DIRTY: p->dirty = true; break;
	case REJECT: p->reject_debug = true; break;
	case REPO: p->repo = value; break;
	case TRIPLE: p->triple = value; break;
	default:
		p->mean = strcmp(value, "mean") == 0;
		if (!p->mean && strcmp(value, "throughput") != 0)
			return bh_fail(err, BH_USAGE, "--estimator: mean or "
			    "throughput, not %s", value);
	}
	return 0;
}

int
main(int argc, char **argv)
{
	static const struct option options[] = {
		BH_HARVEST_OPTIONS,
		{ "commit", required_argument, NULL, COMMIT },
		{ "dirty", no_argument, NULL, DIRTY },
		{ "estimator", required_argument, NULL, ESTIMATOR },
		{ "reject-debug", no_argument, NULL, REJECT },
		{ "repo", required_argument, NULL, REPO },
		{ "target-triple", required_argument, NULL, TRIPLE },
		{ NULL, 0, NULL, 0 }
	};
	struct bh_primbench ctx = { .mean = false };
	int r = bh_harvest_main(&bh_primbench_reader, &ctx, usage, options,
	    own, argc, argv);

	bh_primbench_free(&ctx);
	return r;
}
