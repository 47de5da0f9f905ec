#ifndef BH_MODEL_BLESS_H
#define BH_MODEL_BLESS_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/err.h"
#include "model/key.h"
#include "model/rec.h"

/*
 * Acceptance records: scopes and what they cover (bh-store(5)).  Values of one
 * axis are alternatives, all axes must match, an axis without values is not
 * restricted; ASCII case is ignored.
 */

/* Does the scope cover set "E/T/M"? */
bool		bh_scope_covers(const struct bh_scope *s, struct bh_str set);

/* Is there, or may there be, a set in both? */
bool		bh_scope_meets(const struct bh_scope *a,
		    const struct bh_scope *b);

/* Is every set of inner, present or to come, in outer? */
bool		bh_scope_holds(const struct bh_scope *outer,
		    const struct bh_scope *inner);

/* The one set of a key that has one. */
struct bh_scope	bh_scope_of(struct bh_arena *a, const struct bh_key *k);

/*
 * Which comes first: axis by axis, value by value; where one has no more, it
 * does, so "all" stands before every set that it holds.
 */
int		bh_scope_cmp(const struct bh_scope *a,
		    const struct bh_scope *b);

/* "callgrind/all/m1|m2" */
struct bh_str	bh_scope_text(struct bh_arena *a, const struct bh_scope *s);

/* Does a record with its body read speak of this benchmark in this set? */
bool		bh_bless_matches(const struct bh_blessing *x, struct bh_str set,
		    struct bh_id id);

/*
 * The filter options of a program, --engine, --target-triple, --machine-key:
 * repeatable, "all" lifts the restriction, "auto" is this host's value.
 */
struct bh_filter {
	struct bh_scope	scope;		/* sanitized, sorted, no repeats */
	bool		given[BH_AXES];
	bool		all[BH_AXES];
	bool		host[BH_AXES];	/* "auto": to be filled in */
};

/*
 * Take one value.
 *	value	lent, as the option has it
 *	returns	0, or -1: unknown engine, or nothing (BH_USAGE)
 */
int		bh_filter_add(struct bh_arena *a, struct bh_filter *f,
		    enum bh_axis axis, const char *value, struct bh_err *err)
		    __attribute__((warn_unused_result));

/*
 * All values are taken.
 *	triple, machine	this host's, for "auto" and, where host is set, for an
 *			axis not given; may be NONE where neither is asked for
 *	filled	set to which axes got the host's value; may be NULL
 *	returns	the scope to filter with
 */
struct bh_scope	bh_filter_end(struct bh_arena *a, const struct bh_filter *f,
		    bool host, struct bh_str triple, struct bh_str machine,
		    bool filled[BH_AXES]);

/* Will bh_filter_end need this host's value of the axis? */
bool		bh_filter_asks(const struct bh_filter *f, bool host,
		    enum bh_axis axis);

#endif
