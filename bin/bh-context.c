/* bh-context: where, when and of what a run is measured.  See bh-context(1). */
#include "edge/host_context.h"
#include "edge/stream.h"
#include "io/prog.h"

static const char usage[] =
    "usage: bh-context [-h] [--verbose] [--repo dir] [--config file]\n"
    "\t[--store dir] [--commit ref] [--clean | --dirty]\n"
    "\t[--target-triple word] [--machine-key word] [--no-host-facts]\n";

enum { REPO = 256, CONFIG, STORE, COMMIT, CLEAN, DIRTY, TRIPLE,
    MACHINE, NO_HOST };

static const struct option options[] = {
	BH_PROG_OPTIONS,
	{ "repo", required_argument, NULL, REPO },
	{ "config", required_argument, NULL, CONFIG },
	{ "store", required_argument, NULL, STORE },
	{ "commit", required_argument, NULL, COMMIT },
	{ "clean", no_argument, NULL, CLEAN },
	{ "dirty", no_argument, NULL, DIRTY },
	{ "target-triple", required_argument, NULL, TRIPLE },
	{ "machine-key", required_argument, NULL, MACHINE },
	{ "no-host-facts", no_argument, NULL, NO_HOST },
	{ NULL, 0, NULL, 0 }
};

static int
word(const char **to, const char *name, const char *value, struct bh_err *err)
{
	if (*value == '\0')
		return bh_fail(err, BH_USAGE, "%s: empty value", name);
	*to = value;
	return 0;
}

static int
state(struct bh_told *t, bool *flag, struct bh_err *err)
{
	*flag = true;
	return t->clean && t->dirty ? bh_fail(err, BH_USAGE,
	    "--clean and --dirty exclude each other") : 0;
}

static int
take(void *ctx, int c, const char *value, struct bh_err *err)
{
	struct bh_told *t = ctx;

	switch (c) {
	case REPO: t->config.repo = value; return 0;
	case CONFIG: t->config.config = value; return 0;
	case STORE: t->config.store = value; return 0;
	case COMMIT: return word(&t->commit, "--commit", value, err);
	case CLEAN: return state(t, &t->clean, err);
	case DIRTY: return state(t, &t->dirty, err);
	case TRIPLE: return word(&t->triple, "--target-triple", value, err);
	case MACHINE: return word(&t->machine, "--machine-key", value, err);
	default: t->no_host = true; return 0;
	}
}

static const struct bh_prog_cli cli = { usage, NULL, options, take, true };

int
main(int argc, char **argv)
{
	struct bh_err err = BH_ERR_INIT;
	struct bh_told told = { .dirty = false };
	struct bh_out out;
	int r;

	bh_prog_init("bh-context", &out);
	r = bh_prog_options(&cli, argc, argv, &told, &out, &err);
	if (r == -1)
		return bh_prog_end(r, &err, &out);
	r = bh_host_context(&told, &out.buf, &err);
	if (r == 0)
		bh_out_line(&out);
	return bh_stream_end(&out, "bh-context", r, &err);
}
