/* bh-parse-jq: any tool's results to records, by an adapter.  See its page. */
#include "engine/adapter.h"

static const char usage[] =
    "usage: bh-parse-jq -a adapter [-h] [--verbose] [--engine word]\n"
    "                   [--fresh-since time] [--keep-going]\n"
    "                   [--on-duplicate action] [--rep k] [--seen file]\n"
    "                   [file ...]\n";

enum { ENGINE = BH_HARVEST_OWN };

static int
own(void *ctx, int c, const char *value, struct bh_err *err)
{
	struct bh_adapter *x = ctx;

	if (c == ENGINE)
		return bh_adapter_engine(x, value, err);
	bh_jq_close(&x->jq);
	return bh_adapter_load(x, value, err);
}

int
main(int argc, char **argv)
{
	static const struct option options[] = {
		BH_HARVEST_OPTIONS,
		{ "adapter", required_argument, NULL, 'a' },
		{ "engine", required_argument, NULL, ENGINE },
		{ NULL, 0, NULL, 0 }
	};
	struct bh_adapter x;
	int r;

	bh_adapter_init(&x);
	r = bh_harvest_main(&x.reader, &x, usage, options, own, argc, argv);
	bh_adapter_free(&x);
	return r;
}
