#include "io/par.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>

#include "base/str.h"

struct work {
	size_t		 n;
	atomic_size_t	 next;
	void		(*fn)(void *, size_t, int);
	void		*ctx;
};

struct worker {
	struct work	*w;
	int		 number;
};

static void *
run(void *arg)
{
	struct worker *me = arg;
	size_t i;

	while ((i = atomic_fetch_add(&me->w->next, 1)) < me->w->n)
		me->w->fn(me->w->ctx, i, me->number);
	return NULL;
}

void
bh_par(size_t n, int jobs, void (*fn)(void *, size_t, int), void *ctx)
{
	struct work w = { .n = n, .fn = fn, .ctx = ctx };
	struct worker workers[BH_PAR_MAX];
	pthread_t thread[BH_PAR_MAX];
	int i, started = 0;

	if (jobs > BH_PAR_MAX)
		jobs = BH_PAR_MAX;
	if ((size_t)jobs > n)
		jobs = n > 0 ? (int)n : 1;
	for (i = 0; i < jobs; i++)
		workers[i] = (struct worker){ &w, i };
	/* a thread that cannot be had is work for the others */
	for (i = 1; i < jobs; i++)
		if (pthread_create(&thread[started], NULL, run,
		    &workers[i]) == 0)
			started++;
	run(&workers[0]);
	for (i = 0; i < started; i++)
		pthread_join(thread[i], NULL);
}

int
bh_par_default(void)
{
	cpu_set_t set;
	int n;

	if (sched_getaffinity(0, sizeof(set), &set) == -1)
		return 1;
	n = CPU_COUNT(&set);
	return n < 1 ? 1 : n > BH_PAR_MAX ? BH_PAR_MAX : n;
}

int
bh_par_jobs(const char *arg)
{
	uint64_t v;

	if (!bh_str_u64(bh_str_of(arg), &v) || v < 1 || v > BH_PAR_MAX)
		return 0;
	return (int)v;
}
