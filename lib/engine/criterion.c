#include "engine/criterion.h"

enum { SEGMENTS = 3 };

/* benchmark.json */
struct names {
	struct bh_str group, function, value, title, full;
};

struct estimate {
	bool		present;
	struct bh_opt	point, low, high;
};

struct estimates {
	struct estimate	mean, slope, std_dev;
};

static int
read_names(struct bh_str text, struct bh_arena *a, struct names *x,
    struct bh_err *err)
{
	struct bh_tok t;
	struct bh_str key;

	*x = (struct names){ .group = BH_STR_NONE };
	bh_tok_init(&t, text, a);
	bh_tok_obj(&t);
	while (bh_tok_member(&t, &key))
		if (bh_str_is(key, "group_id"))
			bh_tok_str(&t, &x->group);
		else if (bh_str_is(key, "function_id"))
			bh_tok_str_null(&t, &x->function);
		else if (bh_str_is(key, "value_str"))
			bh_tok_str_null(&t, &x->value);
		else if (bh_str_is(key, "title"))
			bh_tok_str_null(&t, &x->title);
		else if (bh_str_is(key, "full_id"))
			bh_tok_str_null(&t, &x->full);
		else
			bh_tok_skip(&t);
	if (!bh_tok_done(&t))
		bh_tok_err(&t, err);
	else if (x->group.p == NULL)
		bh_fail(err, BH_DATA, "member 'group_id' is missing");
	else
		return 0;
	return bh_err_at(err, "benchmark.json");
}

static void
read_bounds(struct bh_tok *t, struct estimate *e)
{
	struct bh_str key;

	if (bh_tok_null(t))
		return;
	bh_tok_obj(t);
	while (bh_tok_member(t, &key))
		if (bh_str_is(key, "lower_bound"))
			bh_opt_read(t, &e->low);
		else if (bh_str_is(key, "upper_bound"))
			bh_opt_read(t, &e->high);
		else
			bh_tok_skip(t);
}

static void
read_estimate(struct bh_tok *t, struct estimate *e)
{
	struct bh_str key;

	*e = (struct estimate){ .present = true };
	bh_tok_obj(t);
	while (bh_tok_member(t, &key))
		if (bh_str_is(key, "point_estimate"))
			bh_opt_read(t, &e->point);
		else if (bh_str_is(key, "confidence_interval"))
			read_bounds(t, e);
		else
			bh_tok_skip(t);
}

static void
read_estimate_null(struct bh_tok *t, struct estimate *e)
{
	*e = (struct estimate){ .present = false };
	if (!bh_tok_null(t))
		read_estimate(t, e);
}

static int
read_estimates(struct bh_str text, struct bh_arena *a, struct estimates *x,
    struct bh_err *err)
{
	struct bh_tok t;
	struct bh_str key;

	*x = (struct estimates){ .mean = { .present = false } };
	bh_tok_init(&t, text, a);
	bh_tok_obj(&t);
	while (bh_tok_member(&t, &key))
		if (bh_str_is(key, "mean"))
			read_estimate(&t, &x->mean);
		else if (bh_str_is(key, "slope"))
			read_estimate_null(&t, &x->slope);
		else if (bh_str_is(key, "std_dev"))
			read_estimate_null(&t, &x->std_dev);
		else
			bh_tok_skip(&t);
	if (!bh_tok_done(&t))
		bh_tok_err(&t, err);
	else if (!x->mean.present)
		bh_fail(err, BH_DATA, "member 'mean' is missing");
	else
		return 0;
	return bh_err_at(err, "estimates.json");
}

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
	if (read_names(d->text[0], d->scratch, &names, err) == -1 ||
	    read_estimates(d->text[1], d->scratch, &x, err) == -1)
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
