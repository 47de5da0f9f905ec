#ifndef BH_EDGE_COLLECT_H
#define BH_EDGE_COLLECT_H

#include "base/arena.h"
#include "base/err.h"
#include "edge/json.h"
#include "edge/store.h"
#include "io/out.h"
#include "model/run.h"

/*
 * One collection: context and result records gathered to one run an engine,
 * then stored.  All is read and checked before anything is written.
 */
struct bh_collect_engine {
	struct bh_result	*result;
	size_t			 n, cap;
	struct bh_run		 run;		/* by bh_collect_end */
	struct bh_str		 key;		/* by bh_collect_end */
	const char		*status;	/* of its object record */
};

struct bh_collect {
	struct bh_arena		 arena;		/* everything read */
	struct bh_context	*context;
	size_t			 ncontext, capcontext;
	bool			 whole;		/* one is of the whole run */
	struct bh_collect_engine engine[BH_ENGINES];
};

void	bh_collect_init(struct bh_collect *c);
void	bh_collect_free(struct bh_collect *c);

/* Take one record; 0 or -1. */
int	bh_collect_context(struct bh_collect *c, struct bh_str line,
	    struct bh_err *err) __attribute__((warn_unused_result));
int	bh_collect_result(struct bh_collect *c, struct bh_str line,
	    struct bh_err *err) __attribute__((warn_unused_result));

struct bh_collect_names {
	struct bh_str	 project;	/* raw */
	struct bh_str	 machine;	/* raw; NONE: by accelerator or host */
	bool		 unknown;	/* a run without commit is stored */
};

/*
 * All is read: make the runs of engines with results, check them, name their
 * keys.  0 or -1.
 */
int	bh_collect_end(struct bh_collect *c, const struct bh_collect_names *n,
	    struct bh_err *err) __attribute__((warn_unused_result));

bool	bh_collect_some(const struct bh_collect *c);	/* is there a result */

enum bh_collect_policy {
	BH_COLLECT_REFUSE,	/* a key that is there: nothing is stored */
	BH_COLLECT_SKIP,	/* left as it is */
	BH_COLLECT_REPLACE
};

/*
 * Store the runs; all keys are looked up before the first is written.  Sets
 * each engine's status.
 *	returns	0, or -1: BH_NO where a key is there and may not be
 */
int	bh_collect_store(struct bh_collect *c, struct bh_store *s,
	    enum bh_collect_policy policy, struct bh_err *err)
	    __attribute__((warn_unused_result));

/* The object records, engines in their order. */
void	bh_collect_put(const struct bh_collect *c, struct bh_out *out);

/*
 * The peer's collection snapshot (bh-store(5)) of runs that bh_collect_end
 * made.  A dirty run, a commit or a machine key it cannot hold is BH_DATA; an
 * engine that the peer does not know is left out with a warning.
 */
int	bh_collect_snapshot(struct bh_collect *c, struct bh_str project,
	    struct bh_buf *b, struct bh_err *err)
	    __attribute__((warn_unused_result));

#endif
