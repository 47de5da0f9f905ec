#ifndef BH_EDGE_CURRENT_H
#define BH_EDGE_CURRENT_H

#include "base/arena.h"
#include "base/err.h"
#include "model/rec.h"

/*
 * A collection snapshot (bh-store(5)): what one execution of bh-collect just
 * measured on one machine, for selection and for the values of the context
 * commit.  Read strictly: a member that is missing, unknown where the format
 * is closed, or not of this run is BH_DATA.
 */
struct bh_current_run {
	enum bh_engine	engine;
	struct bh_str	set;		/* "E/T/M" */
	struct bh_str	text;		/* the run: JSON object with "results" */
};

struct bh_current {
	struct bh_str	project, commit, triple, machine;
	struct bh_current_run *run;
	size_t		nrun;
};

/* Everything in a. */
int	bh_current_read(const char *path, struct bh_arena *a,
	    struct bh_current *c, struct bh_err *err)
	    __attribute__((warn_unused_result));

/*
 * Read several: of one project and commit, no (set, id, kind) twice, and one
 * measurement at least.
 *	c	paths.n of them
 */
int	bh_current_read_all(struct bh_strs paths, struct bh_arena *a,
	    struct bh_current *c, struct bh_err *err)
	    __attribute__((warn_unused_result));

#endif
