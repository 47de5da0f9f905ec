#ifndef BH_ENGINE_SEEN_H
#define BH_ENGINE_SEEN_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "model/time.h"

/*
 * The files of the harvest before this one, kept in a file between the two: a
 * file that is still the same was not written by this repetition, however
 * young it is.  A line a file: [seconds, nanoseconds, size, path] in JSON.
 */
struct bh_seen {
	struct bh_arena	*a;
	struct bh_seen_file *v;		/* of the harvest before, by path */
	size_t		 n, cap;
	struct bh_buf	 now;		/* of this one, as it is kept */
};

struct bh_seen_file {
	struct bh_str	path;
	struct bh_time	mtime;
	int64_t		size;
};

/* No such file: nothing was seen. */
int	bh_seen_load(struct bh_seen *s, const char *file, struct bh_err *err)
	    __attribute__((warn_unused_result));

/* Remember a file of this harvest; was it in the one before, the same? */
bool	bh_seen_before(struct bh_seen *s, const struct bh_seen_file *f);

int	bh_seen_save(struct bh_seen *s, const char *file, struct bh_err *err)
	    __attribute__((warn_unused_result));
void	bh_seen_free(struct bh_seen *s);

#endif
