/* bh-fdr: verdicts in, findings and the closing account out.  See bh-fdr(1). */
#include "edge/correct.h"
#include "io/prog.h"

static const char usage[] = "usage: bh-fdr [-hv] [--all-series] [file ...]\n";

enum { ALL_SERIES = 256 };

static const struct option longs[] = {
	BH_PROG_OPTIONS,
	{ "all-series", no_argument, NULL, ALL_SERIES },
	{ NULL, 0, NULL, 0 }
};

static int
take(void *ctx, int c, const char *value, struct bh_err *err)
{
	bool *all = ctx;

	(void)value;
	(void)err;
	*all = c == ALL_SERIES;
	return 0;
}

static const struct bh_prog_cli cli = { usage, "hv", longs, take, false };

int
main(int argc, char **argv)
{
	struct bh_err err = BH_ERR_INIT;
	struct bh_stream in;
	struct bh_out out;
	bool all = false;
	int r;

	bh_prog_init("bh-fdr", &out);
	r = bh_prog_options(&cli, argc, argv, &all, &out, &err);
	if (r == 0) {
		bh_stream_init(&in, argv + optind, (size_t)(argc - optind),
		    &out);
		r = bh_correct(&in, &out, all, &err);
		bh_stream_free(&in);
	}
	return bh_stream_end(&out, "bh-fdr", r, &err);
}
