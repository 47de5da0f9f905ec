#ifndef BH_MODEL_SELECT_H
#define BH_MODEL_SELECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "model/rec.h"
#include "model/time.h"

/*
 * What becomes of a stored object by its commit alone: nothing is opened.
 * topo is the position of its commit on the context line, -1 where it is not
 * there; positions up to fork are the base's, the others the target's.
 */
struct bh_rules {
	long		fork;		/* -1: none */
	long		tip;
	bool		no_dirty;
	bool		dirty_tip;	/* the context commit is checked out and
					   its tree has changes */
	bool		has_cutoff;
	struct bh_time	cutoff;
};

/* In the order of the tallies; an object counts under the first. */
enum bh_drop { BH_KEPT, BH_DROP_HISTORY, BH_DROP_DIRTY, BH_DROP_SINCE };

/* Is a commit of this committer time (seconds) not too old? */
bool		bh_rules_window(const struct bh_rules *r, int64_t time);

enum bh_drop	bh_rules_place(const struct bh_rules *r, bool dirty,
		    long topo, int64_t time);

/* Is a dirty run there only admitted because the tree is dirty now? */
bool		bh_rules_exception(const struct bh_rules *r, bool dirty,
		    long topo);

/*
 * What a prune takes away.  In range are the target's commits, with base all
 * of the line.  The window does not apply to blessings.
 */
struct bh_prune {
	bool		clean, dirty;	/* both: dirty runs anywhere in range */
	bool		blessings;
	bool		base;		/* --prune-base, and the tip is base's */
	const struct bh_str *commit;	/* only ids that start with one */
	size_t		ncommit;
};

bool		bh_prune_range(const struct bh_prune *p,
		    const struct bh_rules *r, long topo, struct bh_str hex);
/* Of an object in range. */
enum bh_drop	bh_prune_place(const struct bh_prune *p,
		    const struct bh_rules *r, bool dirty, long topo,
		    int64_t time);

/* --- words --------------------------------------------------------------- */

/*
 * "engine=all; target-triple=T (auto); machine-key=a|b", with sep between; the
 * fields of the selection line and of a hint.
 */
struct bh_str	bh_select_filters(struct bh_arena *a,
		    const struct bh_selection *s, const char *sep);

/*
 * The hint for a selection that kept nothing; code NONE where it kept some.
 *	ref	the context, as it was asked for
 */
void		bh_select_hint(struct bh_arena *a,
		    const struct bh_selection *s, struct bh_str ref,
		    struct bh_str *code, struct bh_str *text);

#endif
