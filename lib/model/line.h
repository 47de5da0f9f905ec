#ifndef BH_MODEL_LINE_H
#define BH_MODEL_LINE_H

#include "base/arena.h"
#include "model/rec.h"

/*
 * A first-parent line as the commit records give it: from its oldest placed
 * object on, topo without holes.
 */
struct bh_line {
	long		 first;		/* topo of v[0] */
	struct bh_line_commit {
		struct bh_str	hash, time, title;
	}		*v;
	size_t		 n, cap;
};

#define BH_LINE_INIT	{ 0, NULL, 0, 0 }

/*
 * Add the next commit, its strings copied to a.
 *	returns	false where topo does not follow the last one
 */
bool	bh_line_add(struct bh_line *l, struct bh_arena *a,
	    const struct bh_commit *c) __attribute__((warn_unused_result));

/* The commit at topo, NULL where the line does not reach. */
const struct bh_line_commit *bh_line_at(const struct bh_line *l, long topo);
struct bh_str	bh_line_hash(const struct bh_line *l, long topo); /* or none */

#endif
