#ifndef BH_COMPUTE_POOL_H
#define BH_COMPUTE_POOL_H

#include "base/arena.h"
#include "model/rec.h"

/*
 * Observations by benchmark and metric kind, packed: the texts of the numbers
 * and the rank of the object they come from, about 4 bytes besides the digits.
 * A pool belongs to one thread while it is filled; pools are joined for
 * reading.  Objects must be added to a pool in rising rank.
 */
struct bh_obs {
	uint32_t	rank;		/* of its object in placed order */
	struct bh_str	value;		/* number texts */
	struct bh_str	low, high;	/* low.p == NULL: no interval */
};

struct bh_pool_chain;

/* One benchmark of one set in one pool. */
struct bh_pool_bench {
	size_t			 set;	/* caller's number of the set */
	struct bh_id		 id;
	bool			 wanted; /* false: its observations are dropped */
	int64_t			 seen;	/* last rank added, -1: none */
	uint64_t		 hash;
	struct bh_str		 memo;	/* the caller's, not looked at */
	struct bh_pool_bench	*next;	/* in order of first sight in its set */
	struct bh_pool_chain	*chain[BH_KINDS];
};

struct bh_pool {
	struct bh_arena		 arena;
	struct bh_pool_bench	**slot;	/* open addressing, a power of two */
	size_t			 nslot, n;
	uint64_t		 seed;	/* of the hash */
};

void	bh_pool_init(struct bh_pool *p, uint64_t seed);
void	bh_pool_free(struct bh_pool *p);

/*
 * The benchmark (set, id), made where it is new (strings copied).
 *	fresh	set to whether it was made now
 */
struct bh_pool_bench *bh_pool_bench(struct bh_pool *p, size_t set,
	    struct bh_id id, bool *fresh);
/* The same, NULL where it is not there. */
struct bh_pool_bench *bh_pool_find(const struct bh_pool *p, size_t set,
	    struct bh_id id);

/* Texts are copied; at most 127 bytes each. */
void	bh_pool_add(struct bh_pool *p, struct bh_pool_bench *b,
	    enum bh_kind kind, const struct bh_obs *o);

/*
 * Bring near what adding to those behind b will look at; kinds as of b.  With
 * thousands of benchmarks none of it is in the cache, and all of it is known.
 */
void	bh_pool_ahead(const struct bh_pool_bench *b, const enum bh_kind *kind,
	    size_t n);

/* --- reading ------------------------------------------------------------ */

/* A benchmark over all pools. */
struct bh_pool_row {
	size_t			  set;
	struct bh_id		  id;
	struct bh_pool_bench	**part;	/* one a pool, NULL where absent */
};

/*
 * Every benchmark of n pools that is wanted, ordered by (set, id); sets compare
 * by their number.  Memory in a.
 */
struct bh_pool_row *bh_pool_join(struct bh_pool *pools, size_t n,
	    struct bh_arena *a, size_t *nrow);

/* How many observations of a kind a row has. */
size_t	bh_pool_count(const struct bh_pool_row *r, size_t npool,
	    enum bh_kind kind);

/*
 * They in rising rank, out has room for bh_pool_count of them; the texts are
 * lent from the pools.
 */
void	bh_pool_read(const struct bh_pool_row *r, size_t npool,
	    enum bh_kind kind, struct bh_obs *out);

#endif
