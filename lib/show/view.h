#ifndef BH_SHOW_VIEW_H
#define BH_SHOW_VIEW_H

#include "show/outs.h"
#include "show/render.h"

/* What is asked of a view besides its outputs. */
struct bh_ask {
	struct bh_look	look;
	struct bh_str	benchmark, metric;	/* explain: these alone */
	struct bh_str	commit;			/* account: where */
};

/*
 * A view: what bh-render --as NAME reads, and makes of it.  Fills the text of
 * every output that is wanted; returns 0 or -1.
 */
typedef int bh_view_fn(struct bh_gather *g, const struct bh_ask *ask,
    struct bh_outs *o, struct bh_err *err);

struct bh_view {
	const char	*name;
	unsigned	 types;		/* records: bh_want.types */
	bool		 points, texts, titles;
	unsigned	 outs;		/* BH_OUT(kind) it can make */
	bh_view_fn	*make;
};

/* NULL: there is no such view. */
const struct bh_view *bh_view_find(const char *name);

bh_view_fn	bh_view_report;
bh_view_fn	bh_view_examine;
bh_view_fn	bh_view_runs;
bh_view_fn	bh_view_benchmarks;
bh_view_fn	bh_view_discriminants;
bh_view_fn	bh_view_blessings;
bh_view_fn	bh_view_plan;
bh_view_fn	bh_view_account;
bh_view_fn	bh_view_explain;

/* --- pieces the views of the store share -------------------------------------- */

/* Hint and warning, the last block of a format. */
void	bh_view_notices(struct bh_buf *b, const struct bh_gather *g,
	    const struct bh_format *f);
void	bh_view_notices_json(struct bh_emit *e, const struct bh_gather *g);
/* "engine", "target_triple", "machine_key" of a set. */
void	bh_view_emit_set(struct bh_emit *e, struct bh_set_parts s);
/* The scope that is a set alone. */
struct bh_scope bh_view_own_scope(struct bh_arena *a, struct bh_str set);
/* "discriminant_scope" */
void	bh_view_emit_scope(struct bh_emit *e, const struct bh_scope *s);
/* An axis as one word: values joined by "|", "all" for none. */
struct bh_str bh_view_axis(struct bh_arena *a, const struct bh_strs *v);
/* "E/T/M" of a scope. */
struct bh_str bh_view_label(struct bh_arena *a, const struct bh_scope *s);

#endif
