#include "engine/criterion.h"

#include "edge/shape.h"

enum { SEGMENTS = 3 };

/* benchmark.json */
struct names {
	struct bh_str group, function, value, title, full;
};

struct estimate {
	struct bh_opt	point, low, high;
};

struct estimates {
	struct estimate	mean, slope, std_dev;
};

#define M(...)	BH_M(struct names, __VA_ARGS__)
static const struct bh_member names_members[] = {
	M("group_id", STR, BH_MUST, group),
	M("function_id", STR, BH_LAX, function),
	M("value_str", STR, BH_LAX, value),
	M("title", STR, BH_LAX, title),
	M("full_id", STR, BH_LAX, full),
};
static const struct bh_shape names_shape = BH_SHAPE(struct names,
    "benchmark.json", names_members);
#undef M

static const struct bh_member interval_members[] = {
	BH_M_OPT(struct estimate, "lower_bound", low),
	BH_M_OPT(struct estimate, "upper_bound", high),
};
static const struct bh_shape interval = BH_SHAPE(struct estimate,
    "confidence_interval", interval_members);

static const struct bh_member estimate_members[] = {
	BH_M_OPT(struct estimate, "point_estimate", point),
	BH_M0("confidence_interval", OBJECT, BH_LAX, .by = &interval),
};
static const struct bh_shape estimate = BH_SHAPE(struct estimate, "estimate",
    estimate_members);

#define M(...)	BH_M(struct estimates, __VA_ARGS__)
static const struct bh_member estimates_members[] = {
	M("mean", OBJECT, BH_MUST, mean, .by = &estimate),
	M("slope", OBJECT, BH_LAX, slope, .by = &estimate),
	M("std_dev", OBJECT, BH_LAX, std_dev, .by = &estimate),
};
static const struct bh_shape estimates_shape = BH_SHAPE(struct estimates,
    "estimates.json", estimates_members);
#undef M

static struct bh_str
trim(struct bh_str s)
{
	uint32_t cp;
	size_t n, end = 0, at = 0;

	while ((n = bh_utf8_next(s, &cp)) != 0 && bh_cp_space(cp))
		s = bh_str_from(s, n);
	for (; (n = bh_utf8_next(bh_str_from(s, at), &cp)) != 0; at += n)
		if (!bh_cp_space(cp))
			end = at + n;
	s.n = end;
	return s;
}

/*
 * " #2" of a benchmark that shares its identity with another one of the same
 * binary: Criterion tells the two apart by their titles alone.
 */
static struct bh_str
twin(const struct names *x)
{
	struct bh_str tail, number;
	uint64_t n;

	if (x->title.p == NULL || x->full.p == NULL ||
	    !bh_str_starts(x->title, x->full))
		return BH_STR_NONE;
	tail = bh_str_from(x->title, x->full.n);
	if (!bh_str_starts(tail, BH_STR(" #")))
		return BH_STR_NONE;
	number = bh_str_from(tail, 2);
	return bh_str_u64(number, &n) ? tail : BH_STR_NONE;
}

static void
identity(const struct names *x, struct bh_take *t, struct bh_result *r)
{
	struct bh_str tail = twin(x), *last;

	bh_take_segment(t, r, x->group);
	bh_take_segment(t, r, x->function);
	bh_take_segment(t, r, trim(x->value));
	if (tail.n == 0 || r->id.n == 0)
		return;
	last = &r->id.seg[r->id.n - 1];
	*last = bh_strf(t->a, "%.*s%.*s", BH_FMT(*last), BH_FMT(tail));
}

static int
parse(void *ctx, const struct bh_doc *d, struct bh_take *t,
    struct bh_err *err)
{
	const struct estimate *e;
	struct estimates x;
	struct names names;
	struct bh_result *r;
	struct bh_metric *m;

	(void)ctx;
	if (bh_shape_read_text(d->text[0], d->scratch, &names_shape, &names,
	    err) == -1 || bh_shape_read_text(d->text[1], d->scratch,
	    &estimates_shape, &x, err) == -1)
		return -1;
	e = x.slope.point.has ? &x.slope : &x.mean;
	if (!e->point.has) {
		bh_take_warn(t, "neither slope nor mean, left out");
		return 0;
	}
	r = bh_take_result(t, SEGMENTS);
	identity(&names, t, r);
	m = bh_take_metric(t, r, BH_WALL_TIME, e->point.v,
	    e == &x.slope ? "slope" : "mean");
	bh_take_std_dev(t, m, x.std_dev.point);
	bh_take_interval(t, m, e->low, e->high);
	return 0;
}

/* a file of a directory that is called "new" itself */
static bool
want(struct bh_str path)
{
	struct bh_str name = bh_path_base(path);

	return (bh_str_is(name, "benchmark.json") ||
	    bh_str_is(name, "estimates.json")) &&
	    bh_str_is(bh_path_base(bh_path_dir(path)), "new");
}

static const struct bh_tree_dir dirs[] = {
	{ "criterion", true, want },
	{ NULL, false, NULL }
};

const struct bh_engine_reader bh_criterion = {
	.engine = BH_CRITERION,
	.dirs = dirs,
	.pair = { "benchmark.json", "estimates.json" },
	.max = BH_DOC_MAX,
	.parse = parse
};
