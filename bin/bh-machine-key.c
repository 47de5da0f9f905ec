/* bh-machine-key: the key of this machine.  See bh-machine-key(1). */
#include <stdlib.h>

#include "base/log.h"
#include "edge/host.h"
#include "io/prog.h"

static const char usage[] = "usage: bh-machine-key [-h] [--verbose]\n";

static const struct option options[] = {
	BH_PROG_OPTIONS,
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

static const struct bh_prog_cli cli = { usage, NULL, options, NULL, true };

int
main(int argc, char **argv)
{
	struct bh_err err = BH_ERR_INIT;
	struct bh_out out;
	int r;

	bh_prog_init("bh-machine-key", &out);
	r = bh_prog_options(&cli, argc, argv, NULL, &out, &err);
	if (r == 0)
		r = print_key(&out);
	return bh_prog_end(r, &err, &out);
}
