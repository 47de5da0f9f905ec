#ifndef BH_EDGE_PLACED_H
#define BH_EDGE_PLACED_H

#include "base/arena.h"
#include "base/err.h"
#include "compute/series.h"
#include "edge/stream.h"
#include "model/line.h"

/*
 * What bh-select said, collected by bh-series: topology, lines, selection, the
 * placed objects and blessings.  Everything is copied to arena.
 */
struct bh_placed_object {
	struct bh_str	key;
	struct bh_str	set;
	struct bh_str	text;	/* instead of the stored object; or none */
	long		topo, base_topo;	/* -1: not on that line */
	long		ordinal;
	bool		dirty;
	bool		sibling;
};

struct bh_placed {
	struct bh_arena		 arena;
	bool			 have_topology, have_selection;
	struct bh_topology	 topology;
	struct bh_selection	 selection;
	struct bh_line		 context, base;
	struct bh_placed_object	*object;
	size_t			 nobject, capobject;
	struct bh_blessing	*bless;
	size_t			 nbless, capbless;
};

#define BH_PLACED_INIT	{ .arena = BH_ARENA_INIT, .context = BH_LINE_INIT, \
    .base = BH_LINE_INIT }

/* Take one record in; types of others are not looked at.  0 or -1. */
int	bh_placed_record(struct bh_placed *p, enum bh_rtype type,
	    struct bh_str line, struct bh_arena *tmp, struct bh_err *err)
	    __attribute__((warn_unused_result));

/* What was just measured at the context commit (--current). */
int	bh_placed_current(struct bh_placed *p, struct bh_strs files,
	    struct bh_err *err) __attribute__((warn_unused_result));

/*
 * Sort the objects: those of the two lines in the order of points, then the
 * siblings.
 *	sets	the names in set order, in the arena
 *	place	one for each object that is no sibling, in that order
 */
void	bh_placed_sort(struct bh_placed *p, struct bh_str **sets,
	    size_t *nsets, struct bh_place **place, size_t *nplace);

void	bh_placed_free(struct bh_placed *p);

#endif
