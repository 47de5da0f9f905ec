#ifndef BH_EDGE_REMOVE_H
#define BH_EDGE_REMOVE_H

#include "base/arena.h"
#include "base/err.h"
#include "edge/store.h"
#include "edge/stream.h"
#include "io/out.h"
#include "model/bless.h"

/*
 * Removal of the objects and blessings that records name.  Everything is read,
 * and the scope of every blessing of the project looked at, before the first is
 * removed.
 */
struct bh_remove_item {
	struct bh_str	line;
	bool		named;		/* to be removed; else only copied */
	bool		left;		/* outside the filters */
	bool		blessing;
	struct bh_key	key;
	struct bh_str	text;		/* the key's */
	struct bh_blessing body;	/* of a project's blessing */
};

struct bh_remove {
	struct bh_remove_item *item;	/* in the order read */
	size_t		 n, cap;
	struct bh_scope	 selected;	/* filters of a selection among them */
	struct bh_arena	 arena;
};

#define BH_REMOVE_INIT	{ .arena = BH_ARENA_INIT }

/* Take one record, of whatever type; 0 or -1. */
int	bh_remove_take(struct bh_remove *r, struct bh_str line,
	    enum bh_rtype type, struct bh_err *err)
	    __attribute__((warn_unused_result));

/*
 * Which of them go: those whose set is in scope, and the project's blessings
 * whose scope is inside.
 *	returns	0, or -1: BH_NO a blessing reaches into scope and beyond, it is
 *		named; BH_DATA its body is damaged and scope is restricted
 */
int	bh_remove_plan(struct bh_remove *r, struct bh_store *s,
	    const struct bh_scope *scope, struct bh_err *err)
	    __attribute__((warn_unused_result));

/* Remove them, or not (dry), and write all records with the closing account. */
int	bh_remove_run(struct bh_remove *r, struct bh_store *s, bool dry,
	    struct bh_out *out, struct bh_err *err)
	    __attribute__((warn_unused_result));

void	bh_remove_free(struct bh_remove *r);

#endif
