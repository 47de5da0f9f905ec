#ifndef BH_EDGE_FILTER_H
#define BH_EDGE_FILTER_H

#include "model/bless.h"

/*
 * bh_filter_end with this host's triple and machine key, found out only where
 * they are asked for (rustc takes milliseconds).
 *	dir	where the toolchain is asked; NULL: the working directory
 */
struct bh_scope	bh_filter_host(struct bh_arena *a, const struct bh_filter *f,
		    bool host, const char *dir, bool filled[BH_AXES]);

#endif
