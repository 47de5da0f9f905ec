#include "compute/regime.h"

#include <math.h>

#include "compute/adjust.h"
#include "compute/compat.h"
#include "compute/stat.h"

#define LEVEL_MOVE	0.05	/* least relative move of a boundary */
#define SEPARATION	0.95	/* probability of superiority */
#define NO_LEVEL	0x1p-52	/* a median that moves have no proportion to */

enum {
	SEARCHED = 20,		/* levels; fewer are one regime */
	TAIL_LEAST = 2, TAIL_MOST = 4	/* levels too few for a regime */
};

struct search {
	const double	*v;		/* selector levels */
	enum bh_kind	 kind;
	double		 level;
	struct bh_arena	*a, *tmp;
	struct bh_gate_log *log;
	struct bh_regime *out;
	size_t		 cap;
};

double
bh_regime_level(size_t selectors)
{
	double r = (double)(selectors / BH_COMPAT_REGIME);

	return BH_COMPAT_LEVEL / fmax(1, r * (r - 1) / 2);
}

/* Whether the levels of v differ on the sides of split s beyond doubt. */
static bool
supported(struct search *w, const double *v, size_t n, struct bh_split s,
    double *sep)
{
	double before = bh_stat_median(v, s.t, w->tmp);
	double after = bh_stat_median(v + s.t, n - s.t, w->tmp);
	double d = after - before;

	*sep = bh_stat_superiority(s.t, n - s.t,
	    s.u + (int64_t)(s.t * (n + 1)));
	if (d <= 0)
		*sep = 1 - *sep;
	return fabs(bh_stat_relative(d, before)) >= LEVEL_MOVE &&
	    fabs(d) >= bh_kind_floor(w->kind) && *sep >= SEPARATION;
}

/* Whether the split of one segment is a boundary. */
static bool
is_boundary(struct search *w, const double *v, size_t n,
    const struct bh_ranks *r, struct bh_split s)
{
	struct bh_adjust how = { BH_COMPAT_REGIME, BH_COMPAT_ORDERINGS,
	    BH_COMPAT_WEIGHT, w->level, w->level };
	struct bh_adjusted p;
	double sep;
	bool pass = supported(w, v, n, s, &sep);

	bh_gate_log_add(w->log, BH_STAGE_REGIME, BH_G_SUPPORTED, true, sep,
	    SEPARATION, pass);
	if (!pass)
		return false;
	bh_adjust(&how, r, s, w->tmp, &p);
	pass = p.adjusted < w->level;
	bh_gate_log_add(w->log, BH_STAGE_REGIME, BH_G_SELECTION_ADJUSTMENT,
	    true, p.tainted, p.adjusted, true);
	bh_gate_log_add(w->log, BH_STAGE_REGIME, BH_G_SIGNIFICANCE, true,
	    p.adjusted, w->level, pass);
	return pass;
}

static void
search(struct search *w, size_t from, size_t to)
{
	struct bh_regime *out = w->out;
	const double *v = w->v + from;
	size_t n = to - from;
	struct bh_ranks r;
	struct bh_split s;
	bool here;

	bh_stat_rank(v, n, w->tmp, &r);
	s = bh_stat_pettitt(r.r, n);
	if (s.t < BH_COMPAT_REGIME || n - s.t < BH_COMPAT_REGIME)
		return;
	here = is_boundary(w, v, n, &r, s);
	search(w, from, from + s.t);
	if (here) {
		out->boundary = bh_more(w->a, out->boundary, out->nboundary,
		    &w->cap, sizeof(*out->boundary));
		out->boundary[out->nboundary++] = (long)(from + s.t);
	}
	search(w, from + s.t, to);
}

/* Whether the newest levels stand apart from the five before them. */
static bool
unresolved(struct search *w, const double *v, size_t n)
{
	struct bh_ranks r;
	struct bh_split s = { BH_COMPAT_REGIME, 0 };
	size_t k, i, m;
	double sep;
	bool apart;

	for (k = TAIL_LEAST; k <= TAIL_MOST; k++) {
		m = BH_COMPAT_REGIME + k;
		if (n < m)
			break;
		bh_stat_rank(v + n - m, m, w->tmp, &r);
		for (s.u = 0, i = 0; i < s.t; i++)
			s.u += r.r[i] - (int64_t)(m + 1);
		apart = supported(w, v + n - m, m, s, &sep);
		bh_gate_log_add(w->log, BH_STAGE_REGIME, BH_G_UNRESOLVED,
		    true, sep, SEPARATION, !apart);
		if (apart)
			return true;
	}
	return false;
}

/* The range of the regime before, without the level next to the boundary. */
static void
set_previous(const double *v, struct bh_regime *out)
{
	size_t i = 0, to = out->start - 1;

	if (out->nboundary > 1)
		i = 2 * (size_t)out->boundary[out->nboundary - 2];
	out->has_previous = true;
	out->previous_low = out->previous_high = v[i];
	for (; i < to; i++) {
		out->previous_low = fmin(out->previous_low, v[i]);
		out->previous_high = fmax(out->previous_high, v[i]);
	}
}

void
bh_regime_find(const double *v, size_t n, enum bh_kind kind,
    struct bh_arena *a, struct bh_arena *tmp, struct bh_gate_log *log,
    struct bh_regime *out)
{
	size_t count = (n + 1) / 2, i, c = 0, again;
	double *x = bh_alloc(tmp, (count + 1) * sizeof(*x));
	struct search w = { .v = x, .kind = kind, .a = a, .tmp = tmp,
	    .level = bh_regime_level(count), .log = log, .out = out };

	*out = (struct bh_regime){ .start = 0 };
	if (n < SEARCHED)
		return;
	for (i = 0; i < count; i++)
		x[i] = v[2 * i];
	search(&w, 0, count);
	/* a plateau that went back hides its end from a search of the whole */
	for (again = count / BH_COMPAT_REGIME; again > 1 &&
	    out->nboundary > 0; again--) {
		if (c == (size_t)out->boundary[out->nboundary - 1])
			break;
		c = (size_t)out->boundary[out->nboundary - 1];
		search(&w, c, count);
	}
	if (out->nboundary > 0) {
		c = (size_t)out->boundary[out->nboundary - 1];
		out->start = 2 * c;
		set_previous(v, out);
	}
	out->unresolved = unresolved(&w, x + c, count - c);
}

bool
bh_regime_stable(const double *v, size_t n, struct bh_arena *tmp)
{
	struct bh_ranks r;
	double slope, intercept, med;

	bh_stat_rank(v, n, tmp, &r);
	if (bh_stat_mann_kendall(&r) >= BH_COMPAT_LEVEL)
		return true;
	med = bh_stat_median(v, n, tmp);
	if (fabs(med) <= NO_LEVEL)
		return false;
	bh_stat_theil_sen(v, n, tmp, &slope, &intercept);
	return fabs(bh_stat_relative(slope * (double)(n - 1), med)) <
	    LEVEL_MOVE;
}
