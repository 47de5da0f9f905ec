#ifndef BH_EDGE_JQ_H
#define BH_EDGE_JQ_H

#include <stdbool.h>

#include "base/err.h"
#include "base/str.h"

/*
 * Programs in the jq language.  Values of the library stay inside this module:
 * text goes in and comes out.  Text that goes in as JSON is checked by our own
 * scanner first, for libjq 1.6 takes NaN, mends bad UTF-8 and turns 1e999 into
 * the largest number.
 */
struct bh_jq {
	void	*state;		/* of the library; NULL: not open */
	char	 why[512];	/* what it said last */
};

/* Compile a program; what is wrong with it is BH_DATA. */
int	bh_jq_open(struct bh_jq *q, struct bh_str program,
	    struct bh_err *err) __attribute__((warn_unused_result));
void	bh_jq_close(struct bh_jq *q);

/*
 * Run it on one value.
 *	input	one JSON text; or where text is set any UTF-8, which becomes a
 *		string
 *	each	called for every output, as JSON text in one line, lent; -1
 *		stops
 *	returns	0, or -1: not JSON, an error of the program (BH_DATA), or that
 *		of each
 */
typedef int bh_jq_each(void *ctx, struct bh_str json, struct bh_err *err);

int	bh_jq_run(struct bh_jq *q, struct bh_str input, bool text,
	    bh_jq_each *each, void *ctx, struct bh_err *err)
	    __attribute__((warn_unused_result));

#endif
