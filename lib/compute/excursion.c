#include "compute/excursion.h"

#include <math.h>

#include "compute/stat.h"

#define RELATIVE	0.05	/* least move beyond the edge of the range */

struct bh_reading
bh_base_reading(const struct bh_points *base, size_t i)
{
	struct bh_reading x = { base->value[i], { false, 0, 0 } };

	if (base->has != NULL && base->has[i])
		x.interval = (struct bh_interval){ true, base->low[i],
		    base->high[i] };
	return x;
}

bool
bh_context_reading(const struct bh_points *p, long tip_topo,
    struct bh_arena *tmp, struct bh_reading *out)
{
	size_t from = p->n, i;

	while (from > 0 && p->topo[from - 1] == tip_topo)
		from--;
	if (from == p->n)
		return false;
	for (i = from; p->dirty != NULL && i < p->n; i++)
		if (p->dirty[i]) {	/* they follow the clean one */
			from = i;
			break;
		}
	out->value = bh_stat_median(p->value + from, p->n - from, tmp);
	out->interval = bh_points_interval(p, from, p->n, tmp);
	return true;
}

/* The next reference, *i from refs->from on; false behind the last. */
static bool
next(const struct bh_references *refs, size_t *i, struct bh_reading *x)
{
	if (*i == refs->skip)
		++*i;
	if (*i < refs->base->n)
		*x = bh_base_reading(refs->base, *i);
	else if (*i == refs->base->n && refs->more != NULL)
		*x = *refs->more;
	else
		return false;
	++*i;
	return true;
}

static void
set_range(const struct bh_references *refs, struct bh_excursion *out)
{
	struct bh_reading x;
	size_t i = refs->from;

	for (out->count = 0; next(refs, &i, &x); out->count++) {
		if (out->count == 0 || x.value < out->low)
			out->low = x.value;
		if (out->count == 0 || x.value > out->high)
			out->high = x.value;
	}
}

/* The last two gates: what the reported intervals say. */
static bool
intervals(const struct bh_reading *x, const struct bh_references *refs,
    double excess, struct bh_ladder *l, struct bh_arena *tmp)
{
	double *half = bh_alloc(tmp, (refs->base->n + 2) * sizeof(*half));
	double low = 0, high = 0, band;
	struct bh_reading y;
	size_t i = refs->from, n = 0;
	bool apart;

	while (next(refs, &i, &y)) {
		if (!y.interval.has)
			continue;
		if (n == 0 || y.interval.low < low)
			low = y.interval.low;
		if (n == 0 || y.interval.high > high)
			high = y.interval.high;
		half[n++] = (y.interval.high - y.interval.low) / 2;
	}
	if (n > 0 && x->interval.has) {
		apart = excess > 0 ? x->interval.low > high :
		    x->interval.high < low;
		if (l != NULL)
			bh_ladder_bool(l, BH_G_INTERVAL_DISJOINT, apart);
		if (!apart)
			return false;
	}
	if (x->interval.has)
		half[n++] = (x->interval.high - x->interval.low) / 2;
	if (n == 0)
		return true;
	band = BH_COMPAT_NOISE_BAND * bh_stat_median_of(half, n);
	if (l != NULL)
		bh_ladder_num(l, BH_G_INTERVAL_NOISE_BAND, fabs(excess), band,
		    fabs(excess) > band);
	return fabs(excess) > band;
}

bool
bh_excursion(const struct bh_reading *x, const struct bh_references *refs,
    enum bh_kind kind, struct bh_ladder *l, struct bh_arena *tmp,
    struct bh_excursion *out)
{
	double floor = bh_kind_floor(kind), size, rel;
	bool outside;

	*out = (struct bh_excursion){ .count = 0 };
	set_range(refs, out);
	outside = out->count > 0 &&
	    (x->value > out->high || x->value < out->low);
	if (outside) {
		out->edge = x->value > out->high ? out->high : out->low;
		out->excess = bh_stat_finite(x->value - out->edge);
		out->relative = bh_stat_relative(out->excess, out->edge);
	}
	size = fabs(out->excess);
	rel = fabs(out->relative);
	if (l == NULL)
		return outside && rel >= RELATIVE && size >= floor &&
		    intervals(x, refs, out->excess, l, tmp);
	return bh_ladder_num(l, BH_G_NON_ZERO_DELTA, size, 0, outside) &&
	    bh_ladder_num(l, BH_G_RELATIVE_FLOOR, rel, RELATIVE,
	    rel >= RELATIVE) &&
	    bh_ladder_num(l, BH_G_ABSOLUTE_FLOOR, size, floor,
	    size >= floor) && intervals(x, refs, out->excess, l, tmp);
}
