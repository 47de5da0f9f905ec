/* bh-fdr: verdicts in, findings and the closing account out.  See bh-fdr(1). */
#include "base/log.h"
#include "edge/correct.h"
#include "io/prog.h"

static const char usage[] = "usage: bh-fdr [-hv] [--all-series] [file ...]\n";

int
main(int argc, char **argv)
{
	enum { ALL_SERIES = 256 };
	static const struct option longs[] = {
		{ "help", no_argument, NULL, 'h' },
		{ "verbose", no_argument, NULL, 'v' },
		{ "all-series", no_argument, NULL, ALL_SERIES },
		{ NULL, 0, NULL, 0 }
	};
	struct bh_err err = BH_ERR_INIT;
	struct bh_stream in;
	struct bh_out out;
	bool all = false;
	int c, r = 0;

	bh_prog_init("bh-fdr", &out);
	while (r == 0 && (c = getopt_long(argc, argv, "hv", longs,
	    NULL)) != -1)
		switch (c) {
		case 'h':
			return bh_prog_end(bh_prog_help(usage, &out), &err,
			    &out);
		case 'v':
			bh_log_verbose(true);
			break;
		case ALL_SERIES:
			all = true;
			break;
		default:
			r = bh_prog_usage(usage, &err);
		}
	if (r == 0) {
		bh_stream_init(&in, argv + optind, (size_t)(argc - optind),
		    &out);
		r = bh_correct(&in, &out, all, &err);
		bh_stream_free(&in);
	}
	return bh_stream_end(&out, "bh-fdr", r, &err);
}
