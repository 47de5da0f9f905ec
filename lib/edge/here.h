#ifndef BH_EDGE_HERE_H
#define BH_EDGE_HERE_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/err.h"
#include "edge/host.h"
#include "edge/store.h"

/*
 * Which sets of a store were measured on this machine?  Those that have its
 * key, and those that have its key with an accelerator (bh-machine-key(1)),
 * which no name tells: their objects say what accelerator it was.
 */
struct bh_here {
	struct bh_host	 host;
	char		 key[BH_HOST_KEY + 1];
	struct bh_arena	 arena;
};

#define BH_HERE_INIT	{ .key = "", .arena = BH_ARENA_INIT }

/* The facts of this host. */
void	bh_here_init(struct bh_here *h);
void	bh_here_free(struct bh_here *h);

/*
 * Is a set this machine's?  Objects are read until one says.
 *	set	key of its directory: "v1/PROJECT/objects/ENGINE/TRIPLE/KEY/"
 *	returns	1, 0, or -1 (BH_SYS); objects that cannot be understood say
 *		nothing, and none says no
 */
int	bh_here_is(struct bh_here *h, const struct bh_store *s,
	    struct bh_str set, struct bh_err *err)
	    __attribute__((warn_unused_result));

#endif
