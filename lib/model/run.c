#include "model/run.h"

#include <stdlib.h>
#include <string.h>

static int
check_context(struct bh_run_context *c, struct bh_err *err)
{
	static const char *const providers[] = {
		"local", "github_actions", "azure_devops"
	};
	const char *missing = NULL;
	size_t i;

	if (c->observed_at.p == NULL)
		missing = "observed_at";
	else if (c->provider.p == NULL)
		missing = "environment.provider";
	else if (c->triple.p == NULL)
		missing = "toolchain.target_triple";
	else if (c->has_machine && c->machine.fingerprint.n == 0)
		missing = "machine.fingerprint";
	if (missing != NULL)
		return bh_fail(err, BH_DATA, "context: member '%s' is missing",
		    missing);
	if (!bh_time_read(c->observed_at, &c->observed))
		return bh_fail(err, BH_DATA, "context: observed_at '%.*s' is "
		    "no time", BH_FMT(c->observed_at));
	for (i = 0; i < sizeof(providers) / sizeof(*providers); i++)
		if (bh_str_is(c->provider, providers[i]))
			break;
	if (i == sizeof(providers) / sizeof(*providers))
		return bh_fail(err, BH_DATA, "context: unknown provider '%.*s'",
		    BH_FMT(c->provider));
	if (c->best_of < 1)
		return bh_fail(err, BH_DATA, "context: best_of is less than 1");
	if (c->has_machine && (c->machine.processors < 1 ||
	    c->machine.regions < 1))
		return bh_fail(err, BH_DATA, "context: a machine without "
		    "processors or memory regions");
	return 0;
}

static int
by_id(const void *x, const void *y)
{
	const struct bh_result *const *a = x, *const *b = y;
	int c = bh_id_cmp((*a)->id, (*b)->id);

	return c != 0 ? c : (*a > *b) - (*a < *b);
}

static int
check_ids(const struct bh_run *run, struct bh_err *err)
{
	const struct bh_result **sorted;
	struct bh_arena a = BH_ARENA_INIT;
	size_t i;
	int r = 0;

	sorted = bh_calloc(&a, run->n, sizeof(*sorted));
	for (i = 0; i < run->n; i++)
		sorted[i] = &run->result[i];
	qsort(sorted, run->n, sizeof(*sorted), by_id);
	for (i = 1; i < run->n && r == 0; i++)
		if (bh_id_cmp(sorted[i - 1]->id, sorted[i]->id) == 0)
			r = bh_fail(err, BH_DATA, "%s: id '%s' occurs twice",
			    bh_engine_name(run->engine),
			    bh_id_join(&a, sorted[i]->id).p);
	bh_arena_free(&a);
	return r;
}

int
bh_run_check(struct bh_run *run, struct bh_err *err)
{
	size_t i;

	if (check_context(&run->context, err) == -1)
		return -1;
	if (run->n == 0)
		return bh_fail(err, BH_DATA, "%s: no results",
		    bh_engine_name(run->engine));
	for (i = 0; i < run->n; i++)
		if (run->result[i].rep > 1)
			return bh_fail(err, BH_DATA, "%s: results of several "
			    "repetitions: bh-best-of makes one of them",
			    bh_engine_name(run->engine));
	return check_ids(run, err);
}
