/* The parts of bench-verdicts: suites in memory, tables on a stream. */
#ifndef BH_BENCH_H
#define BH_BENCH_H

#include <stdbool.h>
#include <stdio.h>

#include "base/arena.h"
#include "compute/judge.h"
#include "gen.h"

enum { METHODS = 2 };

/* One series and what a method made of it. */
struct answer {
	bool	found;		/* a regression in the controlled list */
	bool	provisional, improved, unstable, ranged, drift, unjudged;
	long	at;		/* of the one found */
	bool	first, second;	/* the planted ends are among its boundaries */
	bool	held;		/* the planted position is a suspect */
	bool	effect, inside;	/* an interval; the planted size is in it */
	size_t	suspects, cuts;
	double	p, seconds;
};

/* m series of n points each (branch: of n base levels and the context). */
struct suite {
	enum bh_mode	 mode;
	size_t		 n, m;
	double		*value;		/* m rows of n, branch n + 1 */
	size_t		*change, *second;	/* planted; n: none */
	double		*size;		/* planted, relative; 0: none */
	struct answer	*answer;
	double		 seconds;	/* of the family stage */
};

void	suite_init(struct suite *s, enum bh_mode mode, size_t n, size_t m);
void	suite_free(struct suite *s);
double	*suite_row(const struct suite *s, size_t i);

/* Judge all, correct over all, fill in the answers. */
void	suite_run(struct suite *s, enum bh_detection method);

void	history_shapes(FILE *f);
void	history_grids(FILE *f);
void	branch_suites(FILE *f);
void	known_failures(FILE *f);
void	real_histories(FILE *f, const char *corpus);

#endif
