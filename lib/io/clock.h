#ifndef BH_IO_CLOCK_H
#define BH_IO_CLOCK_H

#include "base/err.h"
#include "model/time.h"

/*
 * The time, or what BH_NOW says (RFC 3339, or seconds since the epoch), which
 * is there for tests.  A program reads it once.
 *	returns	0; -1 BH_NOW is neither (BH_USAGE)
 */
int	bh_clock_now(struct bh_time *t, struct bh_err *err)
	    __attribute__((warn_unused_result));

#endif
