#ifndef BH_EDGE_JSON_RUN_H
#define BH_EDGE_JSON_RUN_H

#include "base/err.h"
#include "edge/emit.h"
#include "edge/token.h"
#include "model/run.h"

/*
 * Read the context of a run, in our spelling or the peer's (observation, env;
 * ours wins), over what c holds: only members that are there are set, so the
 * context of one engine can be laid over that of the whole run.  Unknown ones
 * are skipped.  Start from BH_RUN_CONTEXT_INIT.
 */
int	bh_json_read_run_context(struct bh_str text, struct bh_arena *a,
	    struct bh_run_context *c, struct bh_err *err)
	    __attribute__((warn_unused_result));

#define BH_RUN_CONTEXT_INIT	{ .best_of = 1 }

/* The context of a stored run, its text in body; NONE: no object of that name. */
struct bh_str	bh_json_run_context_text(struct bh_str body,
		    struct bh_arena *a);

/* It as member "context"; without tool_version this program's is said. */
void	bh_json_emit_run_context(struct bh_emit *e,
	    const struct bh_run_context *c);

/* The object of bh-store(5), as it is stored; run passed bh_run_check. */
void	bh_json_put_run(struct bh_buf *b, const struct bh_run *run);

/*
 * One element of "runs" in the peer's collection snapshot: its spelling, its
 * members only.
 */
void	bh_json_put_run_snapshot(struct bh_emit *e, const struct bh_run *run);

/* The name and arch of an accelerator object; "" where they are not there. */
int	bh_json_read_accelerator(struct bh_str text, struct bh_arena *a,
	    struct bh_str *name, struct bh_str *arch, struct bh_err *err)
	    __attribute__((warn_unused_result));

/* Any JSON text as a value of e: its layout is e's, numbers keep their text. */
void	bh_json_emit_text(struct bh_emit *e, const char *key,
	    struct bh_str text);

#endif
