#ifndef BH_ENGINE_HARVEST_FILE_H
#define BH_ENGINE_HARVEST_FILE_H

#include "engine/harvest.h"

/*
 * One operand: a target root, an archive of one, or a single file; "-" is
 * standard input.  Its documents go to the reader in path order.
 */
int	bh_harvest_operand(struct bh_harvest *h, const char *path, size_t at,
	    struct bh_err *err) __attribute__((warn_unused_result));

#endif
