#ifndef BH_IO_GZ_H
#define BH_IO_GZ_H

#include "base/err.h"
#include "base/str.h"

/*
 * One gzip member (RFC 1952) in memory.  libdeflate where the build found it,
 * zlib otherwise; both refuse the same input, but for tables of codes that only
 * zlib finds incomplete: with libdeflate their text counts if its CRC is right.
 * A context is reused from member to member and belongs to one thread.
 */
struct bh_gz {
	void	*state;		/* of the library; NULL: not made yet */
};

#define BH_GZ_INIT	{ NULL }

/*
 * Inflate a whole object into out (its old content is dropped).
 *	max	most bytes that may come out
 *	returns	0, or -1: not gzip, cut short, CRC or length wrong, bytes behind
 *		the member, too large (BH_DATA)
 */
int	bh_gz_inflate(struct bh_gz *g, struct bh_str in, size_t max,
	    struct bh_buf *out, struct bh_err *err)
	    __attribute__((warn_unused_result));

/* Deflate at level 6 behind the fixed header of bh-store(5). */
int	bh_gz_deflate(struct bh_str in, struct bh_buf *out,
	    struct bh_err *err) __attribute__((warn_unused_result));

void	bh_gz_free(struct bh_gz *g);

const char *bh_gz_library(void);	/* "libdeflate" or "zlib" */

#endif
