#ifndef BH_EDGE_STORE_H
#define BH_EDGE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "io/gz.h"

/*
 * A store: a directory whose files are the objects of bh-store(5), each one
 * gzip member.  Nothing outside the directory is ever reached: no symbolic link
 * below it is followed, and only what bh_key_ok admits is looked up.  Only
 * regular files are objects; what else stands in the place of one is as good as
 * absent to a reader and in the way of a writer.
 */
struct bh_store {
	int		 root;		/* descriptor; -1: not open */
	const char	*path;		/* lent, for messages */
	size_t		 max;		/* most bytes of an inflated object */
	bool		 accept_plain;	/* read JSON that is not in gzip, warn */
	struct bh_arena	 arena;
	struct bh_str	*touched;	/* projects whose marker is due */
	size_t		 ntouched, captouched;
};

#define BH_STORE_MAX	((size_t)64 << 20)
#define BH_STORE_INIT	{ .root = -1, .max = BH_STORE_MAX }

/* The value of --max-object; 0 or -1 (BH_USAGE). */
int	bh_store_max(const char *text, size_t *max, struct bh_err *err)
	    __attribute__((warn_unused_result));

/*
 * Open the store at path; s is BH_STORE_INIT, with max and accept_plain as the
 * caller wants them.
 *	write	it is made where it is missing; otherwise that is a failure
 */
int	bh_store_open(struct bh_store *s, const char *path, bool write,
	    struct bh_err *err) __attribute__((warn_unused_result));

/*
 * Close: a new _cache-epoch is written for each project in which an object was
 * replaced or removed.  Everything is freed, also where that fails (-1).
 */
int	bh_store_close(struct bh_store *s, struct bh_err *err)
	    __attribute__((warn_unused_result));

/* Close behind work that gave r; returns r, or -1 where closing failed. */
int	bh_store_end(struct bh_store *s, int r, struct bh_err *err)
	    __attribute__((warn_unused_result));

enum { BH_STORE_DONE = 0, BH_STORE_THERE = 1, BH_STORE_REPLACED = 2 };

/*
 * Store body under key, so that it survives a power cut.
 *	replace	an object of this key may be there
 *	returns	BH_STORE_DONE; BH_STORE_REPLACED; BH_STORE_THERE: the key exists
 *		and replace is not set, nothing changed; -1
 */
int	bh_store_put(struct bh_store *s, struct bh_str key, struct bh_str body,
	    bool replace, struct bh_err *err)
	    __attribute__((warn_unused_result));

/* As bh_store_put, of bytes that are a gzip member already. */
int	bh_store_put_raw(struct bh_store *s, struct bh_str key,
	    struct bh_str member, bool replace, struct bh_err *err)
	    __attribute__((warn_unused_result));

/*
 * Many objects, synchronized together: temporaries, one syncfs(2) for what they
 * hold, links, one syncfs(2) for the names.  An object costs the same care, not
 * the same wait.  Where the kernel or the file system do not promise enough
 * each object is put on its own.
 */
struct bh_store_batch {
	struct bh_store	*store;
	/*
	 * Told of an object whose key somebody took meanwhile, also an earlier
	 * one of this batch: what was to be stored.  0 or -1.
	 */
	int		(*taken)(void *arg, struct bh_str key,
			    struct bh_str member, struct bh_err *err);
	void		*arg;
	long		 stored;	/* those that survive a power cut */
	struct bh_arena	 arena;		/* of those that wait */
	struct bh_store_wait *wait;
	size_t		 n, cap, bytes;
	bool		 whole;		/* syncfs(2) will do */
	bool		 failed;	/* what waits will not be stored */
	dev_t		 device;
};

/* taken and arg are set by the caller afterwards. */
void	bh_store_batch_init(struct bh_store_batch *b, struct bh_store *s);

/*
 * As bh_store_put_raw without replace, but what is DONE may wait for
 * bh_store_batch_sync.
 */
int	bh_store_batch_put(struct bh_store_batch *b, struct bh_str key,
	    struct bh_str member, struct bh_err *err)
	    __attribute__((warn_unused_result));

/* Store what waits; 0 or -1, and then it is not tried again. */
int	bh_store_batch_sync(struct bh_store_batch *b, struct bh_err *err)
	    __attribute__((warn_unused_result));

/* Drop what waits still. */
void	bh_store_batch_free(struct bh_store_batch *b);

/* Is the name of key taken, by whatever?  1 yes, 0 no, -1. */
int	bh_store_has(struct bh_store *s, struct bh_str key,
	    struct bh_err *err) __attribute__((warn_unused_result));

/* Remove an object; 0, 1 no such object, -1. */
int	bh_store_remove(struct bh_store *s, struct bh_str key,
	    struct bh_err *err) __attribute__((warn_unused_result));

/*
 * Reading.  A reader belongs to one thread; several may share a store.  It
 * keeps the directory of the last key's partition open, so keys in order cost
 * one open each.
 */
struct bh_store_reader {
	const struct bh_store *store;
	struct bh_gz	 gz;
	struct bh_buf	 raw;		/* the file */
	struct bh_buf	 key;		/* the last one, NUL-terminated */
	size_t		 nprefix;	/* of key, up to the '/' of dir */
	int		 dir;		/* -1: none */
};

void	bh_store_reader_init(struct bh_store_reader *r,
	    const struct bh_store *s);
void	bh_store_reader_free(struct bh_store_reader *r);

/*
 * The inflated object of key; body's old content is dropped.
 *	returns	0; 1 no such object, err says which and why (BH_NO); -1, "KEY:
 *		REASON": damaged (BH_DATA), unreadable (BH_SYS)
 */
int	bh_store_get(struct bh_store_reader *r, struct bh_str key,
	    struct bh_buf *body, struct bh_err *err)
	    __attribute__((warn_unused_result));

/* The same with the file's bytes as they are. */
int	bh_store_get_raw(struct bh_store_reader *r, struct bh_str key,
	    struct bh_buf *member, struct bh_err *err)
	    __attribute__((warn_unused_result));

/* Of bytes that bh_store_get_raw or an archive gave; 0 or -1, no key in err. */
int	bh_store_inflate(struct bh_store_reader *r, struct bh_str member,
	    struct bh_buf *body, struct bh_err *err)
	    __attribute__((warn_unused_result));

enum bh_store_way {
	BH_STORE_SKIP,		/* nothing below it */
	BH_STORE_LOOK,		/* list it */
	BH_STORE_ASSUME		/* of a commit: clean.json alone, not looked */
};

/* Segments of a directory's key, with the last "/" of its text. */
enum bh_store_depth {
	BH_STORE_PROJECT = 3,	/* "v1/P/objects/" */
	BH_STORE_ENGINE,	/* also ".../blessings/" */
	BH_STORE_TRIPLE,	/* also ".../blessings/COMMIT/" */
	BH_STORE_MACHINE,	/* a partition */
	BH_STORE_COMMIT
};

struct bh_store_lister {
	/* asked for every directory below the project's; NULL: all LOOK */
	enum bh_store_way (*dir)(void *arg, struct bh_str dir,
	    enum bh_store_depth depth);
	/* every regular file, or assumed one; lent; not 0 stops with it */
	int		(*key)(void *arg, struct bh_str key,
			    struct bh_err *err);
	void		*arg;
	/* what is neither that nor a directory, or one too deep; may be NULL */
	int		(*odd)(void *arg, struct bh_str key,
			    struct bh_err *err);
};

/*
 * The keys below "v1/PROJECT/objects/", ordered by their bytes.  Temporary
 * files, names that are no UTF-8, links and other special files are left out;
 * keys outside the grammar are not.  No project, no keys.
 *	project	sanitized
 *	returns	0, what the lister's key gave, or -1
 */
int	bh_store_list(const struct bh_store *s, struct bh_str project,
	    const struct bh_store_lister *l, struct bh_err *err)
	    __attribute__((warn_unused_result));

/* The names of the store's projects, ordered, in a. */
int	bh_store_projects(const struct bh_store *s, struct bh_arena *a,
	    struct bh_str **names, size_t *n, struct bh_err *err)
	    __attribute__((warn_unused_result));

/*
 * Between the files store*.c: the directory of key, and where its last segment
 * begins, in a.
 *	make	it is made where it is missing; with sync each new entry is
 *		brought to the disk
 *	returns	a descriptor that is not the root's, or -1
 */
enum bh_store_sync { BH_STORE_SYNC, BH_STORE_LATER };
int	bh_store_make_parent(struct bh_store *s, struct bh_str key,
	    enum bh_store_sync sync, const char **name, struct bh_arena *a,
	    struct bh_err *err);
int	bh_store_parent(const struct bh_store *s, struct bh_str key,
	    const char **name, struct bh_arena *a);
int	bh_store_check(struct bh_str key, struct bh_err *err);

/*
 * Between the files store*.c: open path below dir without following a link
 * anywhere in it.  -1 and errno.
 */
int	bh_store_beneath(int dir, const char *path, int flags);
int	bh_store_beneath_slow(int dir, const char *path, int flags);

#endif
