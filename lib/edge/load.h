#ifndef BH_EDGE_LOAD_H
#define BH_EDGE_LOAD_H

#include "base/arena.h"
#include "base/err.h"
#include "compute/pool.h"
#include "edge/store.h"

/*
 * Stored runs into pools, in parallel.  The answer does not depend on the
 * number of threads: an object's rank orders its observations, and of several
 * damaged objects the first in rank is reported.
 */
struct bh_load_object {
	struct bh_str	key;
	size_t		set;
	struct bh_str	text;		/* instead of a key: JSON with "results" */
	struct bh_str	why;		/* out: it is damaged, "KEY: REASON" */
	enum bh_status	status;		/* of that */
};

struct bh_load {
	const struct bh_store *store;
	int		 jobs;
	/* is this benchmark asked for, and which kinds (bits)?  NULL: all */
	bool		(*wanted)(void *ctx, size_t set, struct bh_id id);
	void		*ctx;
	unsigned	 kinds;		/* 0: all */
	struct bh_pool	*pools;		/* out: jobs of them */
	struct bh_arena	 arena;		/* of the texts "why" */
	size_t		 first_bad;	/* out: rank, n where none is damaged */
	long		 opened;	/* out: objects read */
	long		 unknown;	/* metrics of unknown kinds, dropped */
	long		 repeated;	/* ids or kinds met again in one run */
	long		 schema;	/* the highest schema_version above 5; 0 */
};

/*
 * Load n objects in rank order.
 *	all	go on behind a damaged object (otherwise what is behind it may
 *		be missing)
 */
void	bh_load(struct bh_load *l, struct bh_load_object *o, size_t n,
	    bool all);
void	bh_load_free(struct bh_load *l);

#endif
