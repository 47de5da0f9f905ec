#ifndef BH_EDGE_CLOCK_H
#define BH_EDGE_CLOCK_H

#include "base/err.h"
#include "model/time.h"

/*
 * The time now; BH_NOW in its place (RFC 3339), for tests.  0, or -1: BH_NOW
 * is no time (BH_USAGE).
 */
int	bh_clock_now(struct bh_time *t, struct bh_err *err)
	    __attribute__((warn_unused_result));

#endif
