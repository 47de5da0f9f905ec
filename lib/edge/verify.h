#ifndef BH_EDGE_VERIFY_H
#define BH_EDGE_VERIFY_H

#include "base/arena.h"
#include "base/err.h"
#include "edge/runscan.h"
#include "model/key.h"

/*
 * Is what is stored under a key an object of bh-store(5) that belongs there?
 */
struct bh_verify {
	struct bh_run_scan scan;
	struct bh_arena	 arena;		/* of one object */
	struct bh_id	*id;		/* those met in it */
	size_t		 nid, capid;
};

#define BH_VERIFY_INIT	{ .scan = BH_RUN_SCAN_INIT, .arena = BH_ARENA_INIT }

void	bh_verify_free(struct bh_verify *v);

/*
 * Check an inflated object: its JSON, the members that readers demand, no id or
 * kind twice, and what its context says of commit, triple and tree; or the
 * blessing.  Times are not held against keys: nothing reads them there.
 *	returns	0 or -1, the reason without the key (BH_DATA)
 */
int	bh_verify_body(struct bh_verify *v, const struct bh_key *k,
	    struct bh_str body, struct bh_err *err)
	    __attribute__((warn_unused_result));

#endif
