/* bh-select: refs, lines and keys in, placed objects out.  See bh-select(1). */
#include <string.h>

#include "edge/choose.h"
#include "edge/stream.h"
#include "io/prog.h"

static const char usage[] =
    "usage: bh-select [-hv] [--base ref] [--config file] [--context ref]\n"
    "                 [--current file] [--engine word] [--machine-key word]\n"
    "                 [--no-dirty] [--project id] [--repo dir] [--since when]\n"
    "                 [--store dir] [--target-triple word]\n"
    "                 [--topology | --blessings]\n"
    "       bh-select --prune [--all] [--clean] [--dirty]\n"
    "                 [--include-blessings] [--prune-base] [option ...]\n"
    "                 [commit ...]\n";

enum { ALL = 256, BASE, BLESSINGS, CLEAN, CONFIG, CONTEXT, CURRENT, DIRTY,
    ENGINE, INCLUDE_BLESSINGS, MACHINE_KEY, NO_DIRTY, PROJECT, PRUNE,
    PRUNE_BASE, REPO, SINCE, STORE, TARGET_TRIPLE, TOPOLOGY };

static const struct option longs[] = {
	BH_PROG_OPTIONS,
	{ "all", no_argument, NULL, ALL },
	{ "base", required_argument, NULL, BASE },
	{ "blessings", no_argument, NULL, BLESSINGS },
	{ "clean", no_argument, NULL, CLEAN },
	{ "config", required_argument, NULL, CONFIG },
	{ "context", required_argument, NULL, CONTEXT },
	{ "current", required_argument, NULL, CURRENT },
	{ "dirty", no_argument, NULL, DIRTY },
	{ "engine", required_argument, NULL, ENGINE },
	{ "include-blessings", no_argument, NULL, INCLUDE_BLESSINGS },
	{ "machine-key", required_argument, NULL, MACHINE_KEY },
	{ "no-dirty", no_argument, NULL, NO_DIRTY },
	{ "project", required_argument, NULL, PROJECT },
	{ "prune", no_argument, NULL, PRUNE },
	{ "prune-base", no_argument, NULL, PRUNE_BASE },
	{ "repo", required_argument, NULL, REPO },
	{ "since", required_argument, NULL, SINCE },
	{ "store", required_argument, NULL, STORE },
	{ "target-triple", required_argument, NULL, TARGET_TRIPLE },
	{ "topology", no_argument, NULL, TOPOLOGY },
	{ NULL, 0, NULL, 0 }
};

/* "--topology", "--blessings" and "--prune" exclude each other. */
static int
what(struct bh_choose *c, enum bh_choose_what w, struct bh_err *err)
{
	if (c->what != BH_CHOOSE_RUNS && c->what != w)
		return bh_fail(err, BH_USAGE, "--topology, --blessings and "
		    "--prune exclude each other");
	c->what = w;
	return 0;
}

static int
word(const char **to, const char *name, struct bh_err *err)
{
	if (*optarg == '\0')
		return bh_fail(err, BH_USAGE, "%s: empty value", name);
	*to = optarg;
	return 0;
}

static int
current(struct bh_choose *c, struct bh_err *err)
{
	struct bh_str *v;
	const char *path = NULL;

	if (word(&path, "--current", err) == -1)
		return -1;
	v = bh_calloc(c->a, c->current.n + 1, sizeof(*v));
	if (c->current.n > 0)
		memcpy(v, c->current.v, c->current.n * sizeof(*v));
	v[c->current.n++] = bh_str_of(path);
	c->current.v = v;
	return 0;
}

static int
option(void *ctx, int o, const char *value, struct bh_err *err)
{
	struct bh_choose *c = ctx;

	switch (o) {
	case ALL:
		c->prune.clean = c->prune.dirty = true;
		return 0;
	case BASE:
		return word(&c->base, "--base", err);
	case BLESSINGS:
		return what(c, BH_CHOOSE_BLESSINGS, err);
	case CLEAN:
		c->prune.clean = true;
		return 0;
	case CONFIG:
		c->given.config = value;
		return 0;
	case CONTEXT:
		return word(&c->context, "--context", err);
	case CURRENT:
		return current(c, err);
	case DIRTY:
		c->prune.dirty = true;
		return 0;
	case ENGINE:
		return bh_filter_add(c->a, &c->filter, BH_AXIS_ENGINE, value,
		    err);
	case INCLUDE_BLESSINGS:
		c->prune.blessings = true;
		return 0;
	case MACHINE_KEY:
		return bh_filter_add(c->a, &c->filter, BH_AXIS_MACHINE,
		    value, err);
	case NO_DIRTY:
		c->no_dirty = true;
		return 0;
	case PROJECT:
		c->given.project = value;
		return 0;
	case PRUNE:
		return what(c, BH_CHOOSE_PRUNE, err);
	case PRUNE_BASE:
		c->prune.base = true;
		return 0;
	case REPO:
		c->given.repo = value;
		return 0;
	case SINCE:
		c->since = value;
		return 0;
	case STORE:
		c->given.store = value;
		return 0;
	case TARGET_TRIPLE:
		return bh_filter_add(c->a, &c->filter, BH_AXIS_TRIPLE, value,
		    err);
	default:	/* TOPOLOGY */
		return what(c, BH_CHOOSE_TOPOLOGY, err);
	}
}

/* What getopt cannot see. */
static int
check(struct bh_choose *c, char **operand, int n, struct bh_err *err)
{
	const struct bh_prune *p = &c->prune;
	bool action = p->clean || p->dirty || p->blessings;
	struct bh_str *v;
	int i;

	if (c->what != BH_CHOOSE_PRUNE && (action || p->base))
		return bh_fail(err, BH_USAGE, "--all, --clean, --dirty, "
		    "--include-blessings and --prune-base need --prune");
	if (c->what != BH_CHOOSE_PRUNE && n > 0)
		return bh_fail(err, BH_USAGE, "commits go with --prune");
	if (c->what == BH_CHOOSE_PRUNE && !action)
		return bh_fail(err, BH_USAGE, "--prune needs --clean, "
		    "--dirty, --all or --include-blessings");
	if (c->current.n > 0 && (c->what != BH_CHOOSE_RUNS ||
	    c->filter.given[BH_AXIS_ENGINE] ||
	    c->filter.given[BH_AXIS_TRIPLE] ||
	    c->filter.given[BH_AXIS_MACHINE]))
		return bh_fail(err, BH_USAGE, "--current: its snapshots name "
		    "the sets: no --engine, --target-triple, --machine-key, "
		    "and no other selection");
	v = bh_calloc(c->a, (size_t)n + 1, sizeof(*v));
	for (i = 0; i < n; i++) {
		if (operand[i][0] == '\0' || operand[i][strspn(operand[i],
		    "0123456789abcdefABCDEF")] != '\0')
			return bh_fail(err, BH_USAGE, "'%s': no beginning of "
			    "a commit id", operand[i]);
		v[i] = bh_str_of(operand[i]);
	}
	c->prune.commit = v;
	c->prune.ncommit = (size_t)n;
	return 0;
}

static const struct bh_prog_cli cli = { usage, "hv", longs, option, false };

int
main(int argc, char **argv)
{
	struct bh_arena a = BH_ARENA_INIT;
	struct bh_choose c = { .a = &a };
	struct bh_err err = BH_ERR_INIT;
	struct bh_out out;
	int r;

	bh_prog_init("bh-select", &out);
	r = bh_prog_options(&cli, argc, argv, &c, &out, &err);
	if (r == 0)
		r = check(&c, argv + optind, argc - optind, &err);
	if (r == 0)
		r = bh_choose(&c, &out, &err);
	bh_arena_free(&a);
	return bh_stream_end(&out, "bh-select", r, &err);
}
