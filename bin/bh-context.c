/* bh-context: where, when and of what a run is measured.  See bh-context(1). */
#include "base/log.h"
#include "edge/host_context.h"
#include "edge/stream.h"
#include "io/prog.h"

static const char usage[] =
    "usage: bh-context [-h] [--verbose] [--repo dir] [--config file]\n"
    "\t[--store dir] [--commit ref] [--clean | --dirty]\n"
    "\t[--target-triple word] [--machine-key word] [--no-host-facts]\n";

enum { VERBOSE = 256, REPO, CONFIG, STORE, COMMIT, CLEAN, DIRTY, TRIPLE,
    MACHINE, NO_HOST };

static const struct option options[] = {
	{ "help", no_argument, NULL, 'h' },
	{ "verbose", no_argument, NULL, VERBOSE },
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
word(const char **to, const char *name, struct bh_err *err)
{
	if (*optarg == '\0')
		return bh_fail(err, BH_USAGE, "%s: empty value", name);
	*to = optarg;
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
take(struct bh_told *t, int c, struct bh_err *err)
{
	switch (c) {
	case VERBOSE: bh_log_verbose(true); return 0;
	case REPO: t->config.repo = optarg; return 0;
	case CONFIG: t->config.config = optarg; return 0;
	case STORE: t->config.store = optarg; return 0;
	case COMMIT: return word(&t->commit, "--commit", err);
	case CLEAN: return state(t, &t->clean, err);
	case DIRTY: return state(t, &t->dirty, err);
	case TRIPLE: return word(&t->triple, "--target-triple", err);
	case MACHINE: return word(&t->machine, "--machine-key", err);
	case NO_HOST: t->no_host = true; return 0;
	default: return bh_prog_usage(usage, err);
	}
}

int
main(int argc, char **argv)
{
	struct bh_err err = BH_ERR_INIT;
	struct bh_told told = { .dirty = false };
	struct bh_out out;
	int c, r;

	bh_prog_init("bh-context", &out);
	while ((c = getopt_long(argc, argv, "h", options, NULL)) != -1) {
		if (c == 'h')
			return bh_prog_end(bh_prog_help(usage, &out), &err,
			    &out);
		if (take(&told, c, &err) == -1)
			return bh_prog_end(-1, &err, &out);
	}
	if (optind < argc)
		return bh_prog_end(bh_fail(&err, BH_USAGE,
		    "no operand is taken"), &err, &out);
	r = bh_host_context(&told, &out.buf, &err);
	if (r == 0)
		bh_out_line(&out);
	return bh_stream_end(&out, "bh-context", r, &err);
}
