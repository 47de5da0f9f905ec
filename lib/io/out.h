#ifndef BH_IO_OUT_H
#define BH_IO_OUT_H

#include "base/err.h"
#include "base/str.h"

/*
 * Standard output, or another descriptor: fully buffered, every write checked.
 * Text is put into buf with bh_buf_* and bh_emit_*; bh_out_line ends a record.
 */
struct bh_out {
	struct bh_buf	 buf;
	int		 fd;
	const char	*name;		/* in messages */
	int		 failed;	/* errno of the first failed write */
};

void	bh_out_init(struct bh_out *o, int fd, const char *name);
void	bh_out_line(struct bh_out *o);	/* '\n'; writes when much is there */
void	bh_out_copy(struct bh_out *o, struct bh_str line); /* and '\n' */
void	bh_out_flush(struct bh_out *o);	/* failure is kept in failed */
int	bh_out_end(struct bh_out *o, struct bh_err *err); /* flush; frees buf */

#endif
