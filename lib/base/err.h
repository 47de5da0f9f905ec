#ifndef BH_BASE_ERR_H
#define BH_BASE_ERR_H

#include <stdarg.h>

/* Exit statuses of every program and script (decisions in bh(7)). */
enum bh_status {
	BH_OK = 0,	/* done, findings or not */
	BH_NO = 1,	/* the negative answer its page documents */
	BH_USAGE = 2,	/* bad usage, nothing was read */
	BH_DATA = 3,	/* the data are at fault, a retry gives the same */
	BH_SYS = 4	/* the system refused, a retry may work */
};

/*
 * A failure: the status to end with and one line without newline.  An empty
 * line with a status other than BH_OK means that somebody upstream has said
 * why already: the program ends with the status and prints nothing.
 */
struct bh_err {
	enum bh_status	 status;
	char		 msg[1024];
};

#define BH_ERR_INIT	{ BH_OK, "" }

/* Record a failure; returns -1, so that "return bh_fail(...)" reads well. */
int	bh_fail(struct bh_err *err, enum bh_status status, const char *fmt, ...)
	    __attribute__((format(printf, 3, 4)));

/* As bh_fail with BH_SYS, and ": strerror(errno)" appended. */
int	bh_fail_errno(struct bh_err *err, const char *fmt, ...)
	    __attribute__((format(printf, 2, 3)));

/*
 * Put context in front of a failure that has a message: "CONTEXT: MESSAGE".
 * Returns -1.
 */
int	bh_err_at(struct bh_err *err, const char *fmt, ...)
	    __attribute__((format(printf, 2, 3)));

/*
 * Replace bytes that must not reach a terminal by '?': controls (C0, DEL, C1 in
 * UTF-8), bidirectional and zero-width characters, bytes that are not UTF-8.
 * In place; s is NUL-terminated.
 */
void	bh_err_clean(char *s);

#endif
