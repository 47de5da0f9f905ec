#ifndef BH_ENGINE_HARVEST_H
#define BH_ENGINE_HARVEST_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/err.h"
#include "engine/seen.h"
#include "engine/take.h"
#include "engine/tree.h"
#include "io/out.h"
#include "io/prog.h"
#include "model/kind.h"

/*
 * One engine's output from target roots, archives and single files to records.
 */

/* One document: one file, or the two of a directory that belong together. */
struct bh_doc {
	struct bh_str	 where;		/* for messages */
	struct bh_str	 src;		/* for the record */
	struct bh_str	 name;		/* base name of the (first) file */
	struct bh_str	 text[2];
	struct bh_time	 mtime;		/* of the one that the gate looks at */
	size_t		 operand;	/* root or archive, from 1; 0: a file
					   that was named itself */
	struct bh_arena	*scratch;	/* reset after the document */
};

struct bh_engine_reader {
	enum bh_engine	 engine;
	const struct bh_tree_dir *dirs;	/* NULL name at the end */
	const char	*pair[2];	/* names of the two files, the second is
					   the gate's; or NULL */
	size_t		 max;		/* most bytes of one file */
	/* adds to t, or fails */
	int		(*parse)(void *ctx, const struct bh_doc *d,
			    struct bh_take *t, struct bh_err *err);
	/* after the last document; may be NULL */
	int		(*finish)(void *ctx, struct bh_take *t,
			    struct bh_err *err);
	const char	*shorts;	/* getopt(3), with the h; NULL: "h" */
	/* after the options; -1: something is missing.  May be NULL */
	int		(*ready)(void *ctx, struct bh_err *err);
	/* the engine's context object, or nothing, into b; may be NULL */
	void		(*context)(void *ctx, struct bh_buf *b);
};

struct bh_harvest {
	const struct bh_engine_reader *reader;
	void		*ctx;
	bool		 gate;		/* --fresh-since */
	struct bh_time	 since;
	long		 rep;		/* 0: not given */
	bool		 keep_going;
	bool		 last;		/* --on-duplicate=last */
	bool		 bad;		/* a document was skipped */
	struct bh_str	 pair;		/* the named pair read last */
	const char	*seen_file;	/* --seen, or NULL */
	struct bh_seen	 seen;
	struct bh_arena	 arena;
	struct bh_take	 take;
};

#define BH_DOC_MAX	((size_t)64 << 20)

enum { BH_HARVEST_SINCE = 256, BH_HARVEST_REP, BH_HARVEST_KEEP,
    BH_HARVEST_DUPLICATE, BH_HARVEST_SEEN, BH_HARVEST_OWN };

/* The options of every parser; a program's own ones count from OWN. */
#define BH_HARVEST_OPTIONS \
	BH_PROG_OPTIONS, \
	{ "fresh-since", required_argument, NULL, BH_HARVEST_SINCE }, \
	{ "rep", required_argument, NULL, BH_HARVEST_REP }, \
	{ "keep-going", no_argument, NULL, BH_HARVEST_KEEP }, \
	{ "on-duplicate", required_argument, NULL, BH_HARVEST_DUPLICATE }, \
	{ "seen", required_argument, NULL, BH_HARVEST_SEEN }

/*
 * A program's own option.
 *	returns	0; -1 the value is wrong: err has a message, or the usage text
 *		is due
 */
typedef int bh_harvest_own(void *ctx, int c, const char *value,
	    struct bh_err *err);

/*
 * A whole parser program: options, documents, records, end.
 *	own	NULL: none of its own
 *	returns	the exit status
 */
int	bh_harvest_main(const struct bh_engine_reader *reader, void *ctx,
	    const char *usage, const struct option *options,
	    bh_harvest_own *own, int argc, char **argv);

/* RFC 3339, or seconds since 1970 with an optional '@' and fraction. */
bool	bh_harvest_time(struct bh_str s, struct bh_time *t)
	    __attribute__((warn_unused_result));

#endif
