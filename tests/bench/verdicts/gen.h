/* Seeded series with known answers, for measuring a judge. */
#ifndef BH_BENCH_GEN_H
#define BH_BENCH_GEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* SplitMix64: Steele, Lea, Flood, OOPSLA 2014. */
struct gen {
	uint64_t	state;
};

uint64_t	gen_u64(struct gen *g);
double		gen_uniform(struct gen *g);		/* [0, 1) */
double		gen_normal(struct gen *g);		/* mean 0, sd 1 */
size_t		gen_below(struct gen *g, size_t n);	/* 0 .. n-1 */

/* Noise around 1000 (counts: 100, pool: 258, 293, 310). */
enum noise {
	NORMAL1, NORMAL3, NORMAL5, HEAVY2, TWOMODE, RARE15, SPIKES, AR7,
	COUNTS, POOL,
	LAPLACE5, LOGNORMAL4, AR3, AR9, STICKY, RARE8, SKEWED4, TICKS, NORMAL25,
	AR6, AR7_5,
	NOISES
};

enum { QUIET_SHAPES = POOL + 1 };	/* the ten of the acceptance table */

const char	*noise_name(enum noise k);
void		 noise_fill(enum noise k, struct gen *g, double *v, size_t n);

enum move { NONE, STEP, TWO, DRIFT, BACK, DIP };

struct shape {
	const char	*name;
	enum noise	 noise;
	enum move	 move;
	double		 size;
	double		 at;	/* fraction of n; negative: points from the end */
};

extern const struct shape moved_shapes[];
extern const size_t moved_count;

/*
 * Plant the move of s in v.
 *	second	set to the other end of TWO, DIP, BACK, else to n
 *	returns	the first point of the level to be found; n: none
 */
size_t	shape_plant(const struct shape *s, double *v, size_t n,
	    size_t *second);

#endif
