#ifndef BH_EDGE_HOST_CONTEXT_H
#define BH_EDGE_HOST_CONTEXT_H

#include "base/err.h"
#include "base/str.h"
#include "edge/config.h"

/* What a user tells about a run; all else is found out (bh-context(1)). */
struct bh_told {
	struct bh_config config;
	const char	*commit;	/* --commit REF, or NULL */
	const char	*triple;	/* --target-triple T, or NULL */
	const char	*machine;	/* --machine-key WORD, or NULL */
	bool		 dirty, clean;	/* neither: the tree is looked at */
	bool		 no_host;	/* --no-host-facts */
};

/*
 * Append the record "context" of a run that begins now, without newline, and
 * say the partition line.
 *	returns	0, or -1: BH_SYS (repository, a commit that is none), BH_DATA
 *		(configuration), BH_USAGE
 */
int	bh_host_context(const struct bh_told *told, struct bh_buf *b,
	    struct bh_err *err) __attribute__((warn_unused_result));

#endif
