/* Records of a collection: result, context. */
#include "edge/json_record.h"

enum { SEGMENTS_MAX = 32 };	/* of an id */

/* --- metrics ---------------------------------------------------------------- */

#define M(...)	BH_M(struct bh_metric, __VA_ARGS__)
static const struct bh_member metric_members[] = {
	M("kind", STR, 0, kind),
	M("value", NUMBER, 0, value),
	M("std_dev", NUMBER, BH_LAX, std_dev),
	M("interval_low", NUMBER, BH_LAX, low),
	M("interval_high", NUMBER, BH_LAX, high),
	M("estimator", STR, BH_LAX, estimator),
};
static const struct bh_shape metric = BH_SHAPE(struct bh_metric, "metric",
    metric_members);
#undef M

/* What a metric must be; a lone bound is dropped. */
static bool
check_metric(struct bh_tok *t, struct bh_metric *m)
{
	if (m->kind.p == NULL)
		return bh_tok_fail(t, "metric without kind");
	if (bh_kind_of(m->kind) == -1)
		return bh_tok_fail(t, bh_kind_names.unknown);
	if (m->value.p == NULL)
		return bh_tok_fail(t, "metric without value");
	if (m->low.p == NULL || m->high.p == NULL)
		m->low = m->high = BH_STR_NONE;
	return true;
}

static bool
read_metrics(struct bh_tok *t, void *at)
{
	struct bh_result *x = at;
	struct bh_metric *m;
	size_t cap = 0, i;

	x->metric = NULL;
	x->nmetric = 0;
	bh_tok_arr(t);
	while (bh_tok_elem(t)) {
		x->metric = bh_more(t->arena, x->metric, x->nmetric, &cap,
		    sizeof(*x->metric));
		m = &x->metric[x->nmetric];
		*m = (struct bh_metric){ .kind = BH_STR_NONE };
		if (!bh_shape_read(t, &metric, m) || !check_metric(t, m))
			return false;
		for (i = 0; i < x->nmetric; i++)
			if (bh_str_eq(x->metric[i].kind, m->kind))
				return bh_tok_fail(t,
				    "two metrics of one kind");
		x->nmetric++;
	}
	if (bh_tok_ok(t) && x->nmetric == 0)
		return bh_tok_fail(t, "no metric");
	return bh_tok_ok(t);
}

static void
put_metrics(struct bh_emit *e, const char *key, const void *at)
{
	const struct bh_result *x = at;
	struct bh_metric m;
	size_t i;

	bh_emit_open(e, key, '[');
	for (i = 0; i < x->nmetric; i++) {
		m = x->metric[i];
		if (m.low.p == NULL || m.high.p == NULL)
			m.low = m.high = BH_STR_NONE;
		bh_emit_open(e, NULL, '{');
		bh_shape_put(e, &metric, &m);
		bh_emit_close(e, '}');
	}
	bh_emit_close(e, ']');
}

/* --- result ----------------------------------------------------------------- */

/* The text of an array of strings. */
static bool
read_flags(struct bh_tok *t, void *at)
{
	struct bh_str s, *text = at;
	struct bh_tok own;

	if (!bh_tok_raw(t, text))
		return false;
	bh_tok_init(&own, *text, t->arena);
	bh_tok_arr(&own);
	while (bh_tok_elem(&own))
		bh_tok_str(&own, &s);
	return bh_tok_ok(&own) ||
	    bh_tok_fail(t, "an array of strings was expected");
}

static const struct bh_own metrics = { read_metrics, put_metrics };
static const struct bh_own flags = { read_flags, bh_raw_put };

#define M(...)	BH_M(struct bh_result, __VA_ARGS__)
static const struct bh_member result_members[] = {
	M("engine", STR, BH_MUST, engine),
	M("id", OWN, BH_MUST, id, .by = &bh_json_segments),
	BH_M0("metrics", OWN, BH_MUST, .by = &metrics),
	M("rep", LONG, BH_SOME, rep),
	M("src", STR, BH_LAX, src),
	M("flags", OWN, BH_LAX, flags, .by = &flags),
	M("extra", OWN, BH_LAX, extra, .by = &bh_json_object),
};
static const struct bh_result no_result = { .rep = 1 };
static const struct bh_shape result = BH_SHAPE(struct bh_result, "result",
    result_members, .empty = &no_result);
#undef M

int
bh_json_read_result(struct bh_str line, struct bh_arena *a,
    struct bh_result *x, struct bh_err *err)
{
	const char *why = NULL;

	if (bh_shape_read_text(line, a, &result, x, err) == -1)
		return -1;
	if (x->engine.n == 0)
		why = "empty engine";
	else if (x->id.n > SEGMENTS_MAX)
		why = "more than 32 segments";
	else if (x->rep < 1)
		why = "repetitions count from 1";
	return why == NULL ? 0 : bh_fail(err, BH_DATA, "result: %s", why);
}

void
bh_json_put_result(struct bh_buf *b, const struct bh_result *x)
{
	struct bh_emit e = bh_json_open(b, BH_R_RESULT);

	bh_shape_put(&e, &result, x);
	bh_emit_close(&e, '}');
}

/* --- context ---------------------------------------------------------------- */

#define M(...)	BH_M(struct bh_context, __VA_ARGS__)
static const struct bh_member context_members[] = {
	M("context", OWN, BH_MUST, context, .by = &bh_json_object),
	M("engine", STR, BH_LAX, engine),
};
static const struct bh_shape context = BH_SHAPE(struct bh_context, "context",
    context_members);
#undef M

BH_JSON_RECORD(context, bh_context, BH_R_CONTEXT)
