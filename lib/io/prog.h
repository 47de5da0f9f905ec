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
 * An operand is missing, or one too many: prints the usage text and sets err
 * to BH_USAGE with no message.  Returns -1.
 */
int	bh_prog_usage(const char *usage, struct bh_err *err);

/* Options every program has: -h prints the usage text and ends, --verbose. */
#define BH_PROG_OPTIONS \
	{ "help", no_argument, NULL, 'h' }, \
	{ "verbose", no_argument, NULL, 'v' }

struct bh_prog_cli {
	const char	*usage;
	const char	*shorts;	/* NULL: "h" */
	const struct option *longs;	/* with BH_PROG_OPTIONS */
	/* one option, value or NULL; NULL: there are no more than those two */
	int		(*take)(void *ctx, int c, const char *value,
			    struct bh_err *err);
	bool		alone;		/* no operand is taken */
};

/*
 * Read the options; operands are from argv[optind] on.  One that is unknown,
 * ambiguous, or has a value too few or too many is told by name, with the
 * usage text; that no operand is taken, without.
 *	returns	0, or -1 where take said so or BH_USAGE
 */
int	bh_prog_options(const struct bh_prog_cli *cli, int argc, char **argv,
	    void *ctx, struct bh_out *out, struct bh_err *err)
	    __attribute__((warn_unused_result));

#endif
