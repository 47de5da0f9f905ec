#ifndef BH_EDGE_ORPHAN_H
#define BH_EDGE_ORPHAN_H

#include "base/arena.h"
#include "base/err.h"
#include "edge/store.h"

/*
 * Temporaries that a killed writer left in a store: regular files whose name
 * begins as those of bh_file_put, not written to for long.  Younger ones may be
 * those of a writer at work.
 */
enum { BH_ORPHAN_AGE = 24 * 60 * 60 };	/* seconds */

struct bh_orphans {
	struct bh_arena	 arena;
	struct bh_str	*path;		/* below the store, NUL-terminated */
	size_t		 n, cap;
	long		 young;		/* temporaries that are not old enough */
};

#define BH_ORPHANS_INIT	{ .arena = BH_ARENA_INIT }

/* Look for them in all projects, ordered by their bytes; 0 or -1. */
int	bh_orphans_find(struct bh_orphans *o, const struct bh_store *s,
	    struct bh_err *err) __attribute__((warn_unused_result));

/* Remove the i-th; 0, 1 it is gone already, -1. */
int	bh_orphans_remove(const struct bh_orphans *o, size_t i,
	    const struct bh_store *s, struct bh_err *err)
	    __attribute__((warn_unused_result));

void	bh_orphans_free(struct bh_orphans *o);

#endif
