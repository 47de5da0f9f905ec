#ifndef BH_IO_PAR_H
#define BH_IO_PAR_H

#include <stddef.h>

/*
 * Work shared by threads: fn(ctx, i, worker) once for every i in 0..n-1, on at
 * most jobs threads, the caller's among them.  Items are taken in order.  fn
 * must not depend on worker but for choosing memory of its own (0..jobs-1).
 */
void	bh_par(size_t n, int jobs, void (*fn)(void *ctx, size_t i, int worker),
	    void *ctx);

/* The usable processors (affinity counts), at least 1. */
int	bh_par_default(void);

enum { BH_PAR_MAX = 256 };

/* The argument of -j: 1 to BH_PAR_MAX; 0 where it is no such number. */
int	bh_par_jobs(const char *arg);

#endif
