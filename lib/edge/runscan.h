#ifndef BH_EDGE_RUNSCAN_H
#define BH_EDGE_RUNSCAN_H

#include "base/arena.h"
#include "base/err.h"
#include "model/rec.h"

/*
 * The hot path: the results of one stored run, read by shape whatever its
 * schema_version (bh-store(5)).  Per result the exact bytes that the writers of
 * such objects put between the values are compared first; at the first
 * difference that result is read again with the general scanner.
 */
struct bh_run_metric {
	enum bh_kind	kind;
	struct bh_str	value;		/* finite */
	struct bh_str	low, high;	/* both or none */
};

struct bh_run_scan {
	/*
	 * In: the bytes of a result up to and with its "metrics": [ and line
	 * break, which the next one will probably have (bh_run_memo); or none.
	 */
	struct bh_str		 expect;
	bool			 expected;	/* out: it had; id is not set */
	struct bh_id		 id;
	struct bh_run_metric	*metric;	/* known kinds alone */
	size_t			 nmetric;
	long			 unknown;	/* metrics of unknown kinds */
	long			 repeated;	/* kinds twice in one result */
	long			 schema;	/* 0: absent, no integer */
	struct bh_arena		 arena;		/* strings of one result */
	struct bh_run_metric	 room[BH_KINDS];
};

#define BH_RUN_SCAN_INIT	{ .arena = BH_ARENA_INIT }

/*
 * Read the object text.
 *	each	called for every result with the scan; -1 stops with *err set
 *	returns	0 or -1 ("WHY at byte N", BH_DATA)
 */
int	bh_run_scan(struct bh_run_scan *s, struct bh_str text,
	    int (*each)(void *ctx, struct bh_run_scan *s, struct bh_err *err),
	    void *ctx, struct bh_err *err) __attribute__((warn_unused_result));

/* What to set expect to for this id; in a. */
struct bh_str bh_run_memo(struct bh_arena *a, struct bh_id id);

void	bh_run_scan_free(struct bh_run_scan *s);

#endif
