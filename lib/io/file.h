#ifndef BH_IO_FILE_H
#define BH_IO_FILE_H

#include <sys/types.h>

#include "base/err.h"
#include "base/str.h"

/*
 * Read a whole regular file below directory dir (AT_FDCWD: the working one).
 *	max	most bytes; more is BH_DATA
 *	out	its old content is dropped
 *	returns	0; 1 no such file; -1 failure (also a directory, a symbolic
 *		link, a FIFO: nothing is ever waited for)
 */
int	bh_file_read(int dir, const char *path, size_t max, struct bh_buf *out,
	    struct bh_err *err) __attribute__((warn_unused_result));

/* As bh_file_read, but follows symbolic links: a file the user names. */
int	bh_file_read_user(const char *path, size_t max, struct bh_buf *out,
	    struct bh_err *err) __attribute__((warn_unused_result));

/* The rest of an open descriptor, which must be a regular file; 0 or -1. */
int	bh_file_read_fd(int fd, const char *name, size_t max,
	    struct bh_buf *out, struct bh_err *err)
	    __attribute__((warn_unused_result));

enum bh_file_flags {
	BH_FILE_NEW = 0,	/* the name must not exist */
	BH_FILE_REPLACE = 1,	/* it may */
	BH_FILE_SYNC = 2	/* survive a power cut: fsync file, directory */
};

/*
 * Publish a file whole: a temporary beside the target (".cbh-tmp-..."), written
 * and checked, then linked (new) or renamed (replace) to its name.
 *	dir	descriptor of the directory; name without '/'
 *	mode	before the umask
 *	returns	0; 1 the name exists and BH_FILE_REPLACE is not given, nothing
 *		changed; -1 failure, nothing changed, no temporary is left
 *	err	says at which step; the caller, who knows the path, where
 */
int	bh_file_put(int dir, const char *name, struct bh_str data, mode_t mode,
	    int flags, struct bh_err *err) __attribute__((warn_unused_result));

/*
 * The two halves of bh_file_put, for who has many files to publish and one
 * synchronization for all.
 */
#define BH_FILE_TMP	".cbh-tmp-"
enum { BH_FILE_TMP_NAME = 32 };		/* with NUL */

/* A temporary with that content, its name in tmp; 0, or -1 and none is left. */
int	bh_file_write(int dir, struct bh_str data, mode_t mode, int flags,
	    char tmp[BH_FILE_TMP_NAME], struct bh_err *err)
	    __attribute__((warn_unused_result));

/*
 * Bring it to its name.  The directory is not synchronized.
 *	returns	0; 1 the name exists and BH_FILE_REPLACE is not given; -1; the
 *		temporary is gone in any case
 */
int	bh_file_publish(int dir, const char *tmp, const char *name, int flags,
	    struct bh_err *err) __attribute__((warn_unused_result));

/*
 * Publish an output file the user names: parent directories are made, an
 * existing file is replaced, also behind a link, "-" is standard output
 * (written at once).  Devices, FIFOs and names like /dev/stdout are written to.
 */
int	bh_file_output(const char *name, struct bh_str data,
	    struct bh_err *err) __attribute__((warn_unused_result));

/* mkdir -p; returns 0 or -1. */
int	bh_file_mkdirs(const char *path, struct bh_err *err)
	    __attribute__((warn_unused_result));

#endif
