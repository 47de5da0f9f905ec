#ifndef BH_BASE_ARENA_H
#define BH_BASE_ARENA_H

#include <stddef.h>

/*
 * Bump memory, freed at once.  Three lifetimes, three arenas: the record, the
 * series, the program.  An arena that cannot grow reports and ends the program
 * with BH_SYS: no caller could do better.
 */
struct bh_arena {
	struct bh_arena_chunk	*head;	/* newest first */
	size_t			 used;	/* in head */
};

#define BH_ARENA_INIT	{ NULL, 0 }

/* n bytes, aligned for any object, not initialized. */
void	*bh_alloc(struct bh_arena *a, size_t n)
	    __attribute__((malloc, returns_nonnull, warn_unused_result));

/* count objects of n bytes each, zeroed; the product may not overflow. */
void	*bh_calloc(struct bh_arena *a, size_t count, size_t n)
	    __attribute__((malloc, returns_nonnull, warn_unused_result));

/*
 * Room for one more element of size n in the array p of *cap elements, count
 * of them used: returns p, or a copy of twice the size whose *cap it sets.
 */
void	*bh_more(struct bh_arena *a, void *p, size_t count, size_t *cap,
	    size_t n) __attribute__((returns_nonnull, warn_unused_result));

/* Forget everything, keep the newest chunk for reuse. */
void	bh_arena_reset(struct bh_arena *a);
void	bh_arena_free(struct bh_arena *a);

/* One line on stderr, and the program ends with BH_SYS. */
_Noreturn void	bh_out_of_memory(void);

/* malloc, realloc that do so. */
void	*bh_xmalloc(size_t n) __attribute__((malloc, returns_nonnull));
void	*bh_xrealloc(void *p, size_t n) __attribute__((returns_nonnull));

#endif
