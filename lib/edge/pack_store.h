#ifndef BH_EDGE_PACK_STORE_H
#define BH_EDGE_PACK_STORE_H

#include <stdbool.h>

#include "base/err.h"
#include "base/str.h"

/*
 * A tar written to a descriptor: regular files alone, without owner and time,
 * so that the same files give the same bytes.
 */
enum bh_pack_filter { BH_PACK_ZSTD, BH_PACK_GZIP, BH_PACK_NONE };

/* The filter of a name: "zstd", "gzip", "none"; -1. */
int	bh_pack_filter_of(const char *name);

struct bh_pack_out {
	void		*archive;	/* of the library */
	int		 fd;		/* lent */
	int		 failed;	/* errno of a write */
};

/* bh_pack_out_close is due also after a failure. */
int	bh_pack_out_open(struct bh_pack_out *p, int fd,
	    enum bh_pack_filter filter, struct bh_err *err)
	    __attribute__((warn_unused_result));
int	bh_pack_out_add(struct bh_pack_out *p, const char *path,
	    struct bh_str data, struct bh_err *err)
	    __attribute__((warn_unused_result));

/*
 * Write what is left and the end mark, and free everything.
 *	r	-1: of what went before; no end mark is written, so that readers
 *		see that the archive is cut short
 *	returns	r, or -1
 */
int	bh_pack_out_close(struct bh_pack_out *p, int r, struct bh_err *err)
	    __attribute__((warn_unused_result));

#endif
