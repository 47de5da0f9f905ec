#ifndef BH_EDGE_PACK_H
#define BH_EDGE_PACK_H

#include <stdbool.h>

#include "base/err.h"
#include "base/str.h"
#include "io/gz.h"
#include "model/time.h"

/*
 * Archives as streams of members, never extracted: tar and zip, tar also
 * inside gzip, bzip2, xz or zstd.  libarchive is only the container: a gzip
 * layer is inflated by io/gz.h, which checks its sum.  What is no archive is
 * handed out whole, inflated where it was gzip.
 */
enum bh_pack_what {
	BH_PACK_FILE,
	BH_PACK_DIR,
	BH_PACK_LINK,		/* hard or symbolic */
	BH_PACK_OTHER		/* a device, a FIFO, a socket */
};

struct bh_pack_member {
	enum bh_pack_what what;
	struct bh_str	 path;	/* components joined by '/'; none is empty, "."
				   or ".."; "": the root; lent until the next */
	struct bh_time	 mtime;	/* 0 where the archive has none */
};

struct bh_pack {
	void		*archive;	/* of the library */
	void		*entry;		/* its view of a member */
	void		*utf8;		/* locale of member names */
	struct bh_buf	 data;		/* all of it, or the first block */
	struct bh_gz	 gz;
	int		 fd;		/* lent; -1: data is all of it */
	bool		 head;		/* data is to be handed out yet */
	bool		 plain_tar;	/* has an end mark of its own */
	unsigned char	 tail[512];	/* the last bytes that went in */
	int		 failed;	/* errno of a read */
	char		*block;
	struct bh_buf	 path;
};

enum { BH_PACK_PATH_MAX = 4096 };
#define BH_PACK_INFLATED_MAX	((size_t)1 << 30)

/*
 *	fd	read from its position on; may be a pipe; lent until the close
 *	max	most bytes of what is no archive, once inflated
 *	returns	0 an archive; 1 none: data has what was there; -1 failure.
 *		bh_pack_close is due in each case
 */
int	bh_pack_open(struct bh_pack *p, int fd, size_t max,
	    struct bh_err *err) __attribute__((warn_unused_result));

/*
 *	returns	1 a member, 0 the end, -1 failure: damaged, cut short, or a name
 *		that is absolute, over-long or has ".." in it (BH_DATA)
 */
int	bh_pack_next(struct bh_pack *p, struct bh_pack_member *m,
	    struct bh_err *err) __attribute__((warn_unused_result));

/* The content of the member; more than max bytes are BH_DATA. */
int	bh_pack_read(struct bh_pack *p, size_t max, struct bh_buf *out,
	    struct bh_err *err) __attribute__((warn_unused_result));

void	bh_pack_close(struct bh_pack *p);

#endif
