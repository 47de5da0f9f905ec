#include "compute/rules.h"

#include <math.h>

#include "model/bless.h"

const char *
bh_rule_name(enum bh_rule r)
{
	static const char *const names[] = { "min-judged", "max-regression",
	    "max-findings", "jq" };

	return names[r];
}

bool
bh_rules_narrow(const struct bh_rules *r)
{
	int x;

	for (x = 0; x < BH_AXES; x++)
		if (r->scope.axis[x].n > 0)
			return true;
	return r->some_kinds;
}

/* --- coverage ---------------------------------------------------------- */

static bool
looks_at(const struct bh_rules *r, struct bh_str set, enum bh_kind kind)
{
	return (!r->some_kinds || r->kind[kind]) &&
	    bh_scope_covers(&r->scope, set);
}

/* Nothing judged is too little even for a share of nothing. */
static struct bh_ruling
judged(const struct bh_rules *r, const struct bh_gated *g)
{
	struct bh_ruling v = { .rule = BH_RULE_JUDGED, .n = g->judged,
	    .of = g->in_scope };
	const struct bh_kind_count *k;

	if (bh_rules_narrow(r)) {
		v.n = v.of = 0;
		for (k = g->kind; k < g->kind + g->nkind; k++)
			if (looks_at(r, k->set, k->kind)) {
				v.n += k->judged;
				v.of += k->series;
			}
	}
	if (r->min_judged > 0)
		v.broken = v.n == 0 || (r->share ?
		    100.0 * (double)v.n < r->min_judged * (double)v.of :
		    (double)v.n < r->min_judged);
	return v;
}

/* --- findings ---------------------------------------------------------- */

static bool
counts(const struct bh_rules *r, const struct bh_finding *f)
{
	size_t i;

	if (!f->regression || !looks_at(r, f->set, f->kind) ||
	    (f->list != BH_LIST_FINDINGS && !r->list[f->list]))
		return false;
	for (i = 0; i < r->ignore.n; i++)
		if (bh_id_starts(f->id, r->ignore.v[i]))
			return false;
	return true;
}

/* Where a number of them is allowed their size is not limited unless asked. */
static double
limit_of(const struct bh_rules *r, enum bh_kind kind)
{
	if (r->own[kind])
		return r->own_limit[kind];
	if (r->has_limit)
		return r->limit;
	return r->max_findings >= 0 ? HUGE_VAL : 0;
}

static bool
larger(const struct bh_finding *f, const struct bh_finding *than)
{
	return than == NULL ||
	    fabs(f->relative_delta) > fabs(than->relative_delta);
}

size_t
bh_rules_judge(const struct bh_rules *r, const struct bh_gated *g,
    struct bh_arena *a, struct bh_ruling **v)
{
	struct bh_ruling *out = bh_calloc(a, g->nfinding + 3, sizeof(*out));
	const struct bh_finding *f, *most = NULL;
	double limit;
	size_t n = 0, over;
	long worse = 0;

	out[n++] = judged(r, g);
	for (f = g->finding; f < g->finding + g->nfinding; f++) {
		if (!counts(r, f))
			continue;
		worse++;
		if (larger(f, most))
			most = f;
		limit = limit_of(r, f->kind);
		if (fabs(f->relative_delta) > limit)
			out[n++] = (struct bh_ruling){ BH_RULE_REGRESSION, true,
			    f, limit, 0, 0 };
	}
	for (over = 1; over < n; over++)
		out[over].n = worse;
	if (n == 1)
		out[n++] = (struct bh_ruling){ .rule = BH_RULE_REGRESSION,
		    .n = worse };
	if (r->max_findings >= 0)
		out[n++] = (struct bh_ruling){ BH_RULE_FINDINGS,
		    worse > r->max_findings, most, 0, worse, 0 };
	*v = out;
	return n;
}
