#ifndef BH_MODEL_RUN_H
#define BH_MODEL_RUN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/err.h"
#include "model/rec.h"
#include "model/time.h"

/*
 * One stored run, schema 5 (bh-store(5)): where, when and of what the results
 * of one engine were measured.  Strings that are absent or null are NONE.
 */
struct bh_run_speed {		/* decimal texts */
	struct bh_str	speed, count;
};

struct bh_run_machine {
	long		 processors, regions;	/* at least 1 */
	struct bh_strs	models;
	struct bh_run_speed *speed;
	size_t		 nspeed;
	struct bh_str	 fingerprint;
};

struct bh_run_context {
	struct bh_str	observed_at;	/* RFC 3339, as given */
	struct bh_time	observed;	/* set by bh_run_check */
	struct bh_str	commit, branch;
	bool		dirty;
	struct bh_str	provider, run_id, pull_request;
	struct bh_str	triple;		/* raw */
	struct bh_str	rustc_version;
	struct bh_str	compiler, tools;	/* JSON objects */
	struct bh_str	tool_version;
	bool		has_machine;
	struct bh_run_machine machine;
	long		best_of;
	struct bh_str	accelerator, protocol;	/* JSON objects */
	struct bh_str	flags;		/* JSON array of strings */
};

struct bh_run {
	enum bh_engine	 engine;
	struct bh_run_context context;
	struct bh_result *result;	/* in harvest order */
	size_t		 n;
};

enum { BH_RUN_SCHEMA = 5 };

/*
 * May this run be stored: a context with all it needs, at least one result,
 * no id twice, of one repetition.  Sets context.observed.  (That numbers are
 * finite, metric lists not empty and kinds known once is the record reader's
 * doing.)
 *	returns	0 or -1 (BH_DATA)
 */
int	bh_run_check(struct bh_run *run, struct bh_err *err)
	    __attribute__((warn_unused_result));

#endif
