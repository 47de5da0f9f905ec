#include "edge/json.h"

#include "base/num.h"

enum { SEGMENTS_MAX = 32 };	/* of an id */

static bool
number(struct bh_tok *t, struct bh_str *text)
{
	double v;

	if (!bh_tok_num(t, text))
		return false;
	return bh_num_read(*text, &v) ||
	    bh_tok_fail(t, "number out of range");
}

/* null is the same as absent, and leaves NONE */
static bool
number_null(struct bh_tok *t, struct bh_str *text)
{
	*text = BH_STR_NONE;
	return bh_tok_null(t) || number(t, text);
}

static bool
metric(struct bh_tok *t, struct bh_metric *m)
{
	struct bh_str key;

	*m = (struct bh_metric){ .kind = BH_STR_NONE };
	bh_tok_obj(t);
	while (bh_tok_member(t, &key))
		if (bh_str_is(key, "kind"))
			bh_tok_str(t, &m->kind);
		else if (bh_str_is(key, "value"))
			number(t, &m->value);
		else if (bh_str_is(key, "std_dev"))
			number_null(t, &m->std_dev);
		else if (bh_str_is(key, "interval_low"))
			number_null(t, &m->low);
		else if (bh_str_is(key, "interval_high"))
			number_null(t, &m->high);
		else if (bh_str_is(key, "estimator"))
			bh_tok_str_null(t, &m->estimator);
		else
			bh_tok_skip(t);
	if (!bh_tok_ok(t))
		return false;
	if (m->kind.p == NULL)
		return bh_tok_fail(t, "metric without kind");
	if (bh_kind_of(m->kind) == -1)
		return bh_tok_fail(t, "unknown metric kind");
	if (m->value.p == NULL)
		return bh_tok_fail(t, "metric without value");
	if (m->low.p == NULL || m->high.p == NULL)
		m->low = m->high = BH_STR_NONE;
	return true;
}

static bool
metrics(struct bh_tok *t, struct bh_result *x)
{
	size_t cap = 0, i;

	x->metric = NULL;
	x->nmetric = 0;
	bh_tok_arr(t);
	while (bh_tok_elem(t)) {
		x->metric = bh_more(t->arena, x->metric, x->nmetric, &cap,
		    sizeof(*x->metric));
		if (!metric(t, &x->metric[x->nmetric]))
			return false;
		for (i = 0; i < x->nmetric; i++)
			if (bh_str_eq(x->metric[i].kind,
			    x->metric[x->nmetric].kind))
				return bh_tok_fail(t,
				    "two metrics of one kind");
		x->nmetric++;
	}
	if (bh_tok_ok(t) && x->nmetric == 0)
		return bh_tok_fail(t, "no metric");
	return bh_tok_ok(t);
}

/* The text of an array of strings; null: NONE. */
static bool
flags(struct bh_tok *t, struct bh_str *text)
{
	struct bh_tok own;
	struct bh_str s;

	*text = BH_STR_NONE;
	if (bh_tok_null(t) || !bh_tok_raw(t, text))
		return bh_tok_ok(t);
	bh_tok_init(&own, *text, t->arena);
	bh_tok_arr(&own);
	while (bh_tok_elem(&own))
		bh_tok_str(&own, &s);
	return bh_tok_ok(&own) ||
	    bh_tok_fail(t, "an array of strings was expected");
}

/* The text of an object. */
static bool
object(struct bh_tok *t, struct bh_str *text)
{
	if (bh_tok_peek(t) != BH_TOK_OBJECT)
		return bh_tok_fail(t, "an object was expected");
	return bh_tok_raw(t, text);
}

static bool
object_null(struct bh_tok *t, struct bh_str *text)
{
	*text = BH_STR_NONE;
	return bh_tok_null(t) || object(t, text);
}

static bool
repetition(struct bh_tok *t, long *rep)
{
	if (!bh_tok_long(t, rep))
		return false;
	return *rep >= 1 || bh_tok_fail(t, "repetitions count from 1");
}

static void
result_member(struct bh_tok *t, struct bh_str key, struct bh_result *x)
{
	if (bh_str_is(key, "engine")) {
		if (bh_tok_str(t, &x->engine) && x->engine.n == 0)
			bh_tok_fail(t, "empty engine");
	} else if (bh_str_is(key, "id")) {
		if (bh_json_id(t, &x->id) && x->id.n > SEGMENTS_MAX)
			bh_tok_fail(t, "more than 32 segments");
	} else if (bh_str_is(key, "metrics"))
		metrics(t, x);
	else if (bh_str_is(key, "rep"))
		repetition(t, &x->rep);
	else if (bh_str_is(key, "src"))
		bh_tok_str_null(t, &x->src);
	else if (bh_str_is(key, "flags"))
		flags(t, &x->flags);
	else if (bh_str_is(key, "extra"))
		object_null(t, &x->extra);
	else
		bh_tok_skip(t);
}

int
bh_json_read_result(struct bh_str line, struct bh_arena *a,
    struct bh_result *x, struct bh_err *err)
{
	struct bh_tok t;
	struct bh_str key;

	*x = (struct bh_result){ .rep = 1 };
	bh_tok_init(&t, line, a);
	bh_tok_obj(&t);
	while (bh_tok_member(&t, &key))
		result_member(&t, key, x);
	if (bh_tok_done(&t) && x->engine.p != NULL && x->id.n > 0 &&
	    x->nmetric > 0)
		return 0;
	return bh_json_bad(&t, "result", x->engine.p == NULL ? "engine" :
	    x->id.n == 0 ? "id" : "metrics", err);
}

static void
put_metric(struct bh_emit *e, const struct bh_metric *m)
{
	bh_emit_open(e, NULL, '{');
	bh_emit_s(e, "kind", m->kind);
	bh_emit_t(e, "value", m->value);
	if (m->std_dev.p != NULL)
		bh_emit_t(e, "std_dev", m->std_dev);
	if (m->low.p != NULL && m->high.p != NULL) {
		bh_emit_t(e, "interval_low", m->low);
		bh_emit_t(e, "interval_high", m->high);
	}
	if (m->estimator.p != NULL)
		bh_emit_s(e, "estimator", m->estimator);
	bh_emit_close(e, '}');
}

void
bh_json_put_result(struct bh_buf *b, const struct bh_result *x)
{
	struct bh_emit e = bh_json_open(b, BH_R_RESULT);
	size_t i;

	bh_emit_s(&e, "engine", x->engine);
	bh_json_emit_id(&e, "id", x->id);
	bh_emit_open(&e, "metrics", '[');
	for (i = 0; i < x->nmetric; i++)
		put_metric(&e, &x->metric[i]);
	bh_emit_close(&e, ']');
	if (x->rep > 0)
		bh_emit_i(&e, "rep", x->rep);
	if (x->src.p != NULL)
		bh_emit_s(&e, "src", x->src);
	if (x->flags.p != NULL)
		bh_emit_t(&e, "flags", x->flags);
	if (x->extra.p != NULL)
		bh_emit_t(&e, "extra", x->extra);
	bh_emit_close(&e, '}');
}

int
bh_json_read_context(struct bh_str line, struct bh_arena *a,
    struct bh_context *x, struct bh_err *err)
{
	struct bh_tok t;
	struct bh_str key;

	*x = (struct bh_context){ BH_STR_NONE, BH_STR_NONE };
	bh_tok_init(&t, line, a);
	bh_tok_obj(&t);
	while (bh_tok_member(&t, &key))
		if (bh_str_is(key, "context"))
			object(&t, &x->context);
		else if (bh_str_is(key, "engine"))
			bh_tok_str_null(&t, &x->engine);
		else
			bh_tok_skip(&t);
	if (bh_tok_done(&t) && x->context.p != NULL)
		return 0;
	return bh_json_bad(&t, "context", "context", err);
}

void
bh_json_put_context(struct bh_buf *b, const struct bh_context *x)
{
	struct bh_emit e = bh_json_open(b, BH_R_CONTEXT);

	bh_emit_t(&e, "context", x->context);
	if (x->engine.p != NULL)
		bh_emit_s(&e, "engine", x->engine);
	bh_emit_close(&e, '}');
}
