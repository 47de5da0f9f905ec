#ifndef BH_IO_IN_H
#define BH_IO_IN_H

#include "base/err.h"
#include "base/str.h"
#include "io/out.h"

/*
 * Lines from operands in turn: "-" is standard input, no operand means it.
 * Before a read that may block, what tie holds is written, so that a live pipe
 * shows each record at once.
 */
struct bh_in {
	char *const	*paths;		/* lent */
	size_t		 npaths, at;	/* at: the next one to open */
	struct bh_out	*tie;		/* or NULL */
	int		 fd;		/* -1: none open */
	const char	*path;		/* of the current line, for messages */
	unsigned long	 line;		/* its number, from 1 */
	bool		 torn;		/* the line had no newline */
	struct bh_buf	 buf;
	size_t		 from;		/* of what is not handed out yet */
	bool		 eof;
};

void	bh_in_init(struct bh_in *in, char *const *paths, size_t npaths,
	    struct bh_out *tie);

/*
 *	line	lent until the next call, without its newline; empty lines are
 *		passed over
 *	returns	1 a line, 0 all operands are read, -1 failure
 */
int	bh_in_next(struct bh_in *in, struct bh_str *line, struct bh_err *err)
	    __attribute__((warn_unused_result));

/* Whether a line, or the end, can be had without waiting. */
bool	bh_in_ready(const struct bh_in *in);
void	bh_in_free(struct bh_in *in);

#endif
