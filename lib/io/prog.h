#ifndef BH_IO_PROG_H
#define BH_IO_PROG_H

#include <getopt.h>

#include "base/err.h"
#include "io/out.h"

/*
 * Start of a program: its name for messages, descriptors 0 to 2 open, SIGPIPE
 * back to its default even if the parent ignored it, the C locale, and out on
 * standard output.
 */
void	bh_prog_init(const char *name, struct bh_out *out);

/*
 * End of a program.
 *	r	-1: err holds the failure; it is printed as "NAME: MESSAGE" (not
 *		where the message is empty: somebody has said why), then what
 *		out holds is still written
 *		otherwise the status to end with, if out can be written
 *	returns	the status for main to return
 */
int	bh_prog_end(int r, struct bh_err *err, struct bh_out *out);

/*
 * After getopt_long(3) returned '?' or an operand is wrong: prints the usage
 * text and sets err to BH_USAGE with no message.  Returns -1.
 */
int	bh_prog_usage(const char *usage, struct bh_err *err);

/* -h: the usage text to out.  Returns 0. */
int	bh_prog_help(const char *usage, struct bh_out *out);

#endif
