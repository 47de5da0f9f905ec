/* bh-store-rm: remove objects and blessings.  See bh-store-rm(1). */
#include "base/log.h"
#include "edge/config.h"
#include "edge/filter.h"
#include "edge/orphan.h"
#include "edge/remove.h"
#include "edge/stream.h"
#include "io/prog.h"

static const char usage[] =
    "usage: bh-store-rm [-h] [--verbose] [--repo dir] [--config file]\n"
    "\t[--store dir] [--engine word] [--target-triple word]\n"
    "\t[--machine-key word] [--dry-run] [file ...]\n"
    "   or: bh-store-rm --temporaries [-h] [--verbose] [--repo dir]\n"
    "\t[--config file] [--store dir] [--dry-run]\n";

enum { CONFIG = 1, DRY, ENGINE, MACHINE, REPO, STORE, TEMPORARIES,
    TRIPLE };

static const struct option options[] = {
	BH_PROG_OPTIONS,
	{ "config", required_argument, NULL, CONFIG },
	{ "dry-run", no_argument, NULL, DRY },
	{ "engine", required_argument, NULL, ENGINE },
	{ "machine-key", required_argument, NULL, MACHINE },
	{ "repo", required_argument, NULL, REPO },
	{ "store", required_argument, NULL, STORE },
	{ "target-triple", required_argument, NULL, TRIPLE },
	{ "temporaries", no_argument, NULL, TEMPORARIES },
	{ NULL, 0, NULL, 0 }
};

struct rm {
	struct bh_config config;
	struct bh_filter filter;
	bool		 dry, temporaries;
	char		**files;
	size_t		 nfiles;
	struct bh_arena	 arena;
	struct bh_out	 out;
};

static int
read_all(struct rm *g, struct bh_remove *r, struct bh_err *err)
{
	struct bh_stream in;
	struct bh_str line;
	enum bh_rtype type;
	int got;

	bh_stream_init(&in, g->files, g->nfiles, &g->out);
	while ((got = bh_stream_next(&in, &line, &type, err)) == 1)
		if (bh_remove_take(r, line, type, err) == -1) {
			got = bh_stream_at(&in, err);
			break;
		}
	bh_stream_free(&in);
	return got;
}

/* What was selected by filters is removed within them. */
static void
narrow(struct rm *g, const struct bh_remove *r, struct bh_scope *scope)
{
	int axis;

	for (axis = 0; axis < BH_AXES; axis++)
		if (!g->filter.given[axis])
			scope->axis[axis] = r->selected.axis[axis];
}

static int
run(struct rm *g, struct bh_err *err)
{
	struct bh_remove r = BH_REMOVE_INIT;
	struct bh_store s = BH_STORE_INIT;
	struct bh_settings set;
	struct bh_scope scope;
	int got;

	if (bh_config_load(&g->arena, &g->config, BH_NEED_STORE, &set,
	    err) == -1)
		return -1;
	scope = bh_filter_host(&g->arena, &g->filter, false, g->config.repo,
	    NULL);
	if ((got = read_all(g, &r, err)) == 0)
		narrow(g, &r, &scope);
	if (got == 0 && (got = bh_store_open(&s, set.store.p, false,
	    err)) == 0 && (got = bh_remove_plan(&r, &s, &scope, err)) == 0)
		got = bh_remove_run(&r, &s, g->dry, &g->out, err);
	bh_remove_free(&r);
	return bh_store_end(&s, got, err);
}

/* --temporaries: their paths, one a line */
static int
sweep(struct rm *g, struct bh_err *err)
{
	struct bh_orphans o = BH_ORPHANS_INIT;
	struct bh_store s = BH_STORE_INIT;
	struct bh_settings set;
	size_t i;
	int r;

	if (g->nfiles > 0 || g->filter.given[BH_AXIS_ENGINE] ||
	    g->filter.given[BH_AXIS_TRIPLE] ||
	    g->filter.given[BH_AXIS_MACHINE])
		return bh_prog_usage(usage, err);
	if (bh_config_load(&g->arena, &g->config, BH_NEED_STORE, &set,
	    err) == -1)
		return -1;
	if ((r = bh_store_open(&s, set.store.p, false, err)) == 0)
		r = bh_orphans_find(&o, &s, err);
	for (i = 0; i < o.n && r != -1; i++) {
		r = g->dry ? 0 : bh_orphans_remove(&o, i, &s, err);
		if (r != 0)
			continue;
		bh_buf_str(&g->out.buf, bh_str_flat(&g->arena, o.path[i]));
		bh_out_line(&g->out);
	}
	bh_note("temporaries that are younger than a day: %ld", o.young);
	bh_orphans_free(&o);
	return bh_store_end(&s, r == -1 ? -1 : 0, err);
}

static int
take(void *ctx, int c, const char *value, struct bh_err *err)
{
	struct rm *g = ctx;
	enum bh_axis axis = BH_AXIS_ENGINE;

	switch (c) {
	case CONFIG:	g->config.config = value; return 0;
	case DRY:	g->dry = true; return 0;
	case REPO:	g->config.repo = value; return 0;
	case STORE:	g->config.store = value; return 0;
	case TEMPORARIES: g->temporaries = true; return 0;
	case ENGINE:	break;
	case TRIPLE:	axis = BH_AXIS_TRIPLE; break;
	default:	axis = BH_AXIS_MACHINE; break;	/* MACHINE */
	}
	return bh_filter_add(&g->arena, &g->filter, axis, value, err);
}

static const struct bh_prog_cli cli = { usage, NULL, options, take, false };

int
main(int argc, char **argv)
{
	struct rm g = { .arena = BH_ARENA_INIT };
	struct bh_err err = BH_ERR_INIT;
	int r;

	bh_prog_init("bh-store-rm", &g.out);
	r = bh_prog_options(&cli, argc, argv, &g, &g.out, &err);
	g.files = argv + optind;
	g.nfiles = (size_t)(argc - optind);
	if (r == 0)
		r = g.temporaries ? sweep(&g, &err) : run(&g, &err);
	bh_arena_free(&g.arena);
	return g.temporaries ? bh_prog_end(r, &err, &g.out) :
	    bh_stream_end(&g.out, "bh-store-rm", r, &err);
}
