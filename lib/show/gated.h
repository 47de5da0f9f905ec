#ifndef BH_SHOW_GATED_H
#define BH_SHOW_GATED_H

#include "base/err.h"
#include "base/str.h"
#include "compute/rules.h"

/*
 * A report for programs, from a file that is one or that holds the stream it
 * is made of, which the first line tells.
 *	paths	of it, npaths 1; or npaths 0: standard input
 *	text	the JSON; its old content is dropped
 *	name	of the input in messages, lent from paths
 *	returns	0, or -1: not a stream that is complete, or the status of one
 *		whose writer failed (also 1 of its is BH_DATA).  What does not
 *		begin as a stream is handed out as it is.
 */
int	bh_gated_text(char *const *paths, size_t npaths, struct bh_buf *text,
	    const char **name, struct bh_err *err)
	    __attribute__((warn_unused_result));

/* A ruling in words, without newline: "min-judged: 0 of 3 series judged, ..." */
void	bh_gated_words(struct bh_buf *b, const struct bh_rules *r,
	    const struct bh_ruling *v);

#endif
