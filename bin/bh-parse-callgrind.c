/* bh-parse-callgrind: Callgrind counts to records.  See its page. */
#include <string.h>

#include "engine/callgrind.h"

static const char usage[] =
    "usage: bh-parse-callgrind [-h] [--verbose] [--fresh-since time]\n"
    "                          [--id segment] [--keep-going]\n"
    "                          [--on-duplicate action] [--part how]\n"
    "                          [--rep k] [--seen file] [file ...]\n";

enum { ID = BH_HARVEST_OWN, PART };

static int
own(void *ctx, int c, const char *value, struct bh_err *err)
{
	struct bh_callgrind *x = ctx;

	if (c == ID)
		return bh_callgrind_id(x, value, err);
	x->each = strcmp(value, "each") == 0;
	if (!x->each && strcmp(value, "sum") != 0)
		return bh_fail(err, BH_USAGE, "--part: each or sum, not %s",
		    value);
	return 0;
}

int
main(int argc, char **argv)
{
	static const struct option options[] = {
		BH_HARVEST_OPTIONS,
		{ "id", required_argument, NULL, ID },
		{ "part", required_argument, NULL, PART },
		{ NULL, 0, NULL, 0 }
	};
	struct bh_callgrind ctx = { .nid = 0 };
	int r = bh_harvest_main(&bh_callgrind_reader, &ctx, usage, options,
	    own, argc, argv);

	bh_callgrind_free(&ctx);
	return r;
}
