#include "engine/spans.h"

struct numbers {
	struct bh_opt	slope, low, high;
};

struct operation {
	struct bh_str	name;
	struct bh_opt	spans;
	struct numbers	v[BH_TAKE_METRICS];
};

/* Is key a number of one of the metrics: where it goes, or NULL. */
static struct bh_opt *
place(const struct bh_spans *s, struct bh_str key, struct operation *op)
{
	size_t i;

	for (i = 0; i < s->n; i++) {
		if (bh_str_is(key, s->metric[i].slope))
			return &op->v[i].slope;
		if (bh_str_is(key, s->metric[i].low))
			return &op->v[i].low;
		if (bh_str_is(key, s->metric[i].high))
			return &op->v[i].high;
	}
	return NULL;
}

static int
read_operation(const struct bh_spans *s, struct bh_str text,
    struct bh_arena *a, struct operation *op, struct bh_err *err)
{
	struct bh_tok t;
	struct bh_str key;
	struct bh_opt *x;

	*op = (struct operation){ .name = BH_STR_NONE };
	bh_tok_init(&t, text, a);
	bh_tok_obj(&t);
	while (bh_tok_member(&t, &key))
		if (bh_str_is(key, "operation"))
			bh_tok_str(&t, &op->name);
		else if (bh_str_is(key, "span_count"))
			bh_opt_read(&t, &op->spans);
		else if ((x = place(s, key, op)) != NULL)
			bh_opt_read(&t, x);
		else
			bh_tok_skip(&t);
	if (!bh_tok_done(&t))
		return bh_tok_err(&t, err);
	return op->name.p != NULL ? 0 :
	    bh_fail(err, BH_DATA, "member 'operation' is missing");
}

static bool
complete(const struct bh_spans *s, const struct operation *op)
{
	size_t i;

	for (i = 0; i < s->n; i++)
		if (!s->metric[i].optional && !op->v[i].slope.has)
			return false;
	return true;
}

/*
 * Old producers wrote the interval of a single span too, collapsed onto the
 * slope; it says nothing.
 */
static bool
has_interval(const struct operation *op)
{
	return !op->spans.has || op->spans.v >= 2;
}

int
bh_spans_parse(void *ctx, const struct bh_doc *d, struct bh_take *t,
    struct bh_err *err)
{
	const struct bh_spans *s = ctx;
	struct operation op;
	struct bh_result *r;
	struct bh_metric *m;
	size_t i;

	if (read_operation(s, d->text[0], d->scratch, &op, err) == -1)
		return -1;
	if (!complete(s, &op)) {
		bh_take_note(t, "no slope, left out");
		return 0;
	}
	r = bh_take_result(t, 1);
	bh_take_segment(t, r, op.name);
	for (i = 0; i < s->n; i++) {
		if (!op.v[i].slope.has)
			continue;
		m = bh_take_metric(t, r, s->metric[i].kind, op.v[i].slope.v,
		    "slope");
		if (has_interval(&op))
			bh_take_interval(t, m, op.v[i].low, op.v[i].high);
	}
	return 0;
}

bool
bh_spans_want(struct bh_str path)
{
	struct bh_str name = bh_path_base(path);

	return name.n > 5 && bh_str_ends(name, BH_STR(".json"));
}
