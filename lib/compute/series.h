#ifndef BH_COMPUTE_SERIES_H
#define BH_COMPUTE_SERIES_H

#include "base/arena.h"
#include "compute/pool.h"
#include "model/rec.h"

/*
 * Observations to ordered series: which exist, which are judged and by what
 * evidence.  Ghosts before ignores before blessings before the count tests.
 */

/* A placed object, in the order of points: position, clean first, ordinal. */
struct bh_place {
	size_t		set;		/* index into sets */
	int32_t		topo;		/* on the context line, -1: not on it */
	int32_t		base_topo;	/* on the base line, -1: not on it */
	bool		dirty;
	bool		bad;		/* could not be read, was left out */
};

struct bh_series_input {
	enum bh_mode	 mode;
	bool		 raw;		/* no ghosts, ignores, judging, base */
	bool		 no_ghosts;	/* --current: what was run is all */
	long		 tip_topo, base_topo;
	const struct bh_place *place;	/* by rank */
	struct bh_str	*sets;		/* in set order */
	size_t		 nsets;
	struct bh_pool	*pools;
	size_t		 npool;
	struct bh_strs	ignore;	/* prefixes, none empty */
	const struct bh_blessing *bless; /* those on the evidence line */
	size_t		 nbless;
};

/* One series, or what would have been one. */
struct bh_slot {
	const struct bh_pool_row *row;
	enum bh_kind	 kind;
	enum bh_reason	 reason;	/* BH_JUDGED; provisional in branches */
	size_t		 nobs;		/* of the kind, both lines */
	size_t		 npoints;	/* on the context line */
	size_t		 active;
	const struct bh_blessing *blessing;
	size_t		 available;	/* base levels before cap and blessing */
	size_t		 skip;		/* of them, the oldest, not in the window */
	long		 newest;	/* base topo of the last one, -1: none */
	bool		 has_lag;
	long		 behind;
	enum bh_lag_reason lag;
	long		 n;		/* number, -1: ghost or ignored */
};

enum { BH_SERIES_LEAST = 10, BH_BASE_WINDOW = 128 };

struct bh_series_plan {
	struct bh_slot	*slot;		/* in series order */
	size_t		 nslot;
	struct bh_count	 count;
	long		 series, ghosts_excluded, ignored_excluded;
	long		*set_series;	/* remaining ones, by set */
	long		 lagging;	/* slots with has_lag */
};

/* Place every series; memory in a. */
void	bh_series_plan(const struct bh_series_input *in, struct bh_arena *a,
	    struct bh_series_plan *p);

/*
 * The observations of a slot, sorted into points and base levels (the window);
 * arrays have room for slot->nobs.
 */
void	bh_series_split(const struct bh_series_input *in,
	    const struct bh_slot *s, struct bh_obs *tmp, struct bh_obs *points,
	    size_t *npoints, struct bh_obs *base, size_t *nbase);

/*
 * The winner among blessings for a series: highest place on the evidence line,
 * of equals the greatest key; NULL: none matches.
 */
const struct bh_blessing *bh_series_blessing(const struct bh_blessing *b,
	    size_t n, struct bh_str set, struct bh_id id);

#endif
