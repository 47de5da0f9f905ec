#ifndef BH_EDGE_GIT_H
#define BH_EDGE_GIT_H

#include "base/err.h"
#include "base/str.h"

/*
 * Run git(1) without a shell.  Of the environment's GIT_* variables only those
 * that place its own files and the user's configuration remain; replace
 * objects, optional locks, fsmonitor, hooks and prompts are off, messages are
 * in English.
 *	dir	where it runs
 *	in	its standard input
 *	args	after "git", NULL at the end
 *	out	its standard output; old content is dropped
 *	returns	its exit status; where that is not 0 err holds what it said,
 *		with BH_SYS, for the caller to return or to drop;
 *		-1 it could not run, or died (BH_SYS)
 */
int	bh_git(const char *dir, struct bh_str in, const char *const *args,
	    struct bh_buf *out, struct bh_err *err)
	    __attribute__((warn_unused_result));

#endif
