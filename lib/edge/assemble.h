#ifndef BH_EDGE_ASSEMBLE_H
#define BH_EDGE_ASSEMBLE_H

#include "base/arena.h"
#include "base/err.h"
#include "edge/config.h"
#include "io/out.h"
#include "model/rec.h"

/*
 * The work of bh-series: read what bh-select placed, load it, write census (or
 * query) and series.  Filled in by the options.
 */
struct bh_assemble {
	struct bh_arena	arena;
	struct bh_config given;
	int		jobs;
	bool		raw;
	bool		blessings;	/* with raw: winners, bodies */
	bool		skip_invalid, accept_plain;
	size_t		max_object;	/* 0: the default */
	struct bh_str	benchmark;	/* whole id; or none */
	int		metric;		/* kind, -1: all */
	struct bh_strs	prefix, ignore, current;
};

#define BH_ASSEMBLE_INIT { .arena = BH_ARENA_INIT, .jobs = 1, .metric = -1 }

/* paths: operands.  Writes everything but the end record; 0 or -1. */
int	bh_assemble(struct bh_assemble *s, char *const *paths, size_t npaths,
	    struct bh_out *out, struct bh_err *err)
	    __attribute__((warn_unused_result));

#endif
