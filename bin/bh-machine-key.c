/* bh-machine-key: the key of this machine.  See bh-machine-key(1). */
#include <stdlib.h>

#include "base/log.h"
#include "edge/host.h"
#include "io/prog.h"

static const char usage[] = "usage: bh-machine-key [-h] [--verbose]\n";

static const struct option options[] = {
	{ "help", no_argument, NULL, 'h' },
	{ "verbose", no_argument, NULL, 'v' },
	{ NULL, 0, NULL, 0 }
};

static int
print_key(struct bh_out *out)
{
	struct bh_arena a = BH_ARENA_INIT;
	struct bh_host h;
	char key[BH_HOST_KEY + 1];

	bh_host_facts(&a, getenv("BH_SYSROOT"), &h);
	bh_host_machine_key(&h, key);
	bh_note("%s", bh_host_factors(&a, &h).p);
	bh_buf_z(&out->buf, key);
	bh_out_line(out);
	bh_arena_free(&a);
	return 0;
}

int
main(int argc, char **argv)
{
	struct bh_err err = BH_ERR_INIT;
	struct bh_out out;
	int c;

	bh_prog_init("bh-machine-key", &out);
	while ((c = getopt_long(argc, argv, "h", options, NULL)) != -1)
		switch (c) {
		case 'h':
			return bh_prog_end(bh_prog_help(usage, &out), &err,
			    &out);
		case 'v':
			bh_log_verbose(true);
			break;
		default:
			return bh_prog_end(bh_prog_usage(usage, &err), &err,
			    &out);
		}
	if (optind < argc)
		return bh_prog_end(bh_fail(&err, BH_USAGE,
		    "no operand is taken"), &err, &out);
	return bh_prog_end(print_key(&out), &err, &out);
}
