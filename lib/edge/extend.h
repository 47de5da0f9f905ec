#ifndef BH_EDGE_EXTEND_H
#define BH_EDGE_EXTEND_H

#include "base/err.h"
#include "edge/emit.h"

/*
 * A record forwarded with members added: those it has are copied as they are,
 * known or not, but for those to be replaced.
 *	line	one whole record
 *	drop	names not copied, NULL at the end
 *	e	set to the open object: add members, then bh_emit_close(e, '}')
 *	returns	0 or -1: malformed (BH_DATA)
 */
int	bh_extend(struct bh_buf *b, struct bh_str line,
	    const char *const *drop, struct bh_emit *e, struct bh_err *err)
	    __attribute__((warn_unused_result));

#endif
