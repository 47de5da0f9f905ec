#ifndef BH_BASE_LOG_H
#define BH_BASE_LOG_H

#include <stdbool.h>

/*
 * What goes to stderr besides the one line of a failure.  Set once by
 * bh_prog_init; the only state of the process that lib/ keeps, and only
 * stderr sees it.
 */
void	bh_log_name(const char *prog);	/* "bh-series" */
void	bh_log_verbose(bool on);
bool	bh_log_is_verbose(void);

void	bh_warn(const char *fmt, ...)	/* prog: warning: TEXT (TEXT: where: what) */
	    __attribute__((format(printf, 1, 2)));
void	bh_note(const char *fmt, ...)	/* prog: TEXT, only under --verbose */
	    __attribute__((format(printf, 1, 2)));
void	bh_say(const char *fmt, ...)	/* bh: TEXT, always (selection line) */
	    __attribute__((format(printf, 1, 2)));

#endif
