#include "edge/json_run.h"

#include "base/num.h"
#include "edge/json.h"

/* --- reading --------------------------------------------------------------- */

static void
object_text(struct bh_tok *t, struct bh_str *text)
{
	*text = BH_STR_NONE;
	if (bh_tok_null(t))
		return;
	if (bh_tok_peek(t) != BH_TOK_OBJECT)
		bh_tok_fail(t, "an object was expected");
	bh_tok_raw(t, text);
}

static void
array_text(struct bh_tok *t, struct bh_str *text)
{
	*text = BH_STR_NONE;
	if (bh_tok_null(t))
		return;
	if (bh_tok_peek(t) != BH_TOK_ARRAY)
		bh_tok_fail(t, "an array was expected");
	bh_tok_raw(t, text);
}

static void
read_git(struct bh_tok *t, struct bh_run_context *c)
{
	struct bh_str key;

	bh_tok_obj(t);
	while (bh_tok_member(t, &key))
		if (bh_str_is(key, "commit"))
			bh_tok_str_null(t, &c->commit);
		else if (bh_str_is(key, "branch"))
			bh_tok_str_null(t, &c->branch);
		else if (bh_str_is(key, "dirty"))
			bh_tok_bool(t, &c->dirty);
		else
			bh_tok_skip(t);
}

static void
read_environment(struct bh_tok *t, struct bh_run_context *c)
{
	struct bh_str key;

	bh_tok_obj(t);
	while (bh_tok_member(t, &key))
		if (bh_str_is(key, "provider"))
			bh_tok_str(t, &c->provider);
		else if (bh_str_is(key, "run_id"))
			bh_tok_str_null(t, &c->run_id);
		else if (bh_str_is(key, "pull_request"))
			bh_tok_str_null(t, &c->pull_request);
		else
			bh_tok_skip(t);
}

static void
read_toolchain(struct bh_tok *t, struct bh_run_context *c)
{
	struct bh_str key;

	bh_tok_obj(t);
	while (bh_tok_member(t, &key))
		if (bh_str_is(key, "target_triple"))
			bh_tok_str(t, &c->triple);
		else if (bh_str_is(key, "rustc_version"))
			bh_tok_str_null(t, &c->rustc_version);
		else if (bh_str_is(key, "compiler"))
			object_text(t, &c->compiler);
		else if (bh_str_is(key, "tools"))
			object_text(t, &c->tools);
		else
			bh_tok_skip(t);
}

static void
read_natural(struct bh_tok *t, struct bh_str *text)
{
	uint64_t v;

	if (bh_tok_num(t, text) && !bh_str_u64(*text, &v))
		bh_tok_fail(t, "a natural number was expected");
}

static void
read_speeds(struct bh_tok *t, struct bh_run_machine *m)
{
	struct bh_run_speed *s;
	struct bh_str more;
	size_t cap = 0;

	m->speed = NULL;
	m->nspeed = 0;
	bh_tok_arr(t);
	while (bh_tok_elem(t)) {
		m->speed = bh_more(t->arena, m->speed, m->nspeed, &cap,
		    sizeof(*m->speed));
		s = &m->speed[m->nspeed];
		bh_tok_arr(t);
		if (!bh_tok_elem(t))
			bh_tok_fail(t, "a pair was expected");
		read_natural(t, &s->speed);
		if (!bh_tok_elem(t))
			bh_tok_fail(t, "a pair was expected");
		read_natural(t, &s->count);
		if (bh_tok_elem(t) && bh_tok_raw(t, &more))
			bh_tok_fail(t, "a pair was expected");
		if (!bh_tok_ok(t))
			return;
		m->nspeed++;
	}
}

static void
read_machine(struct bh_tok *t, struct bh_run_context *c)
{
	struct bh_run_machine *m = &c->machine;
	struct bh_axis_values models;
	struct bh_str key;

	if (bh_tok_null(t))
		return;
	c->has_machine = true;
	bh_tok_obj(t);
	while (bh_tok_member(t, &key))
		if (bh_str_is(key, "processors"))
			bh_tok_long(t, &m->processors);
		else if (bh_str_is(key, "memory_regions"))
			bh_tok_long(t, &m->regions);
		else if (bh_str_is(key, "processor_models")) {
			if (bh_json_values(t, &models)) {
				m->model = models.v;
				m->nmodel = models.n;
			}
		} else if (bh_str_is(key, "processor_speeds"))
			read_speeds(t, m);
		else if (bh_str_is(key, "fingerprint"))
			bh_tok_str(t, &m->fingerprint);
		else
			bh_tok_skip(t);
}

/* Members of two spellings: the peer's counts until ours is seen. */
static void
read_observed(struct bh_tok *t, struct bh_run_context *c, bool ours,
    bool *seen_ours)
{
	if (!ours && *seen_ours)
		bh_tok_skip(t);
	else
		bh_tok_str(t, &c->observed_at);
	*seen_ours |= ours;
}

static void
read_where(struct bh_tok *t, struct bh_run_context *c, bool ours,
    bool *seen_ours)
{
	if (!ours && *seen_ours)
		bh_tok_skip(t);
	else
		read_environment(t, c);
	*seen_ours |= ours;
}

int
bh_json_read_run_context(struct bh_str text, struct bh_arena *a,
    struct bh_run_context *c, struct bh_err *err)
{
	bool observed = false, where = false;
	struct bh_str key;
	struct bh_tok t;

	bh_tok_init(&t, text, a);
	bh_tok_obj(&t);
	while (bh_tok_member(&t, &key))
		if (bh_str_is(key, "observed_at"))
			read_observed(&t, c, true, &observed);
		else if (bh_str_is(key, "observation"))
			read_observed(&t, c, false, &observed);
		else if (bh_str_is(key, "environment"))
			read_where(&t, c, true, &where);
		else if (bh_str_is(key, "env"))
			read_where(&t, c, false, &where);
		else if (bh_str_is(key, "git"))
			read_git(&t, c);
		else if (bh_str_is(key, "toolchain"))
			read_toolchain(&t, c);
		else if (bh_str_is(key, "tool_version"))
			bh_tok_str(&t, &c->tool_version);
		else if (bh_str_is(key, "machine"))
			read_machine(&t, c);
		else if (bh_str_is(key, "best_of")) {
			if (!bh_tok_null(&t))
				bh_tok_long(&t, &c->best_of);
		} else if (bh_str_is(key, "accelerator"))
			object_text(&t, &c->accelerator);
		else if (bh_str_is(key, "protocol"))
			object_text(&t, &c->protocol);
		else if (bh_str_is(key, "flags"))
			array_text(&t, &c->flags);
		else
			bh_tok_skip(&t);
	if (bh_tok_done(&t))
		return 0;
	bh_tok_err(&t, err);
	return bh_err_at(err, "context");
}

struct bh_str
bh_json_run_context_text(struct bh_str body, struct bh_arena *a)
{
	struct bh_str key, text = BH_STR_NONE;
	struct bh_tok t;

	bh_tok_init(&t, body, a);
	bh_tok_obj(&t);
	while (bh_tok_member(&t, &key))
		if (bh_str_is(key, "context") &&
		    bh_tok_peek(&t) == BH_TOK_OBJECT)
			bh_tok_raw(&t, &text);
		else
			bh_tok_skip(&t);
	return text;
}

int
bh_json_read_accelerator(struct bh_str text, struct bh_arena *a,
    struct bh_str *name, struct bh_str *arch, struct bh_err *err)
{
	struct bh_str key;
	struct bh_tok t;

	*name = *arch = BH_STR("");
	bh_tok_init(&t, text, a);
	bh_tok_obj(&t);
	while (bh_tok_member(&t, &key))
		if (bh_str_is(key, "name"))
			bh_tok_str_null(&t, name);
		else if (bh_str_is(key, "arch"))
			bh_tok_str_null(&t, arch);
		else
			bh_tok_skip(&t);
	if (bh_tok_done(&t))
		return 0;
	bh_tok_err(&t, err);
	return bh_err_at(err, "accelerator");
}

/* --- writing --------------------------------------------------------------- */

static void
emit_value(struct bh_emit *e, const char *key, struct bh_tok *t)
{
	struct bh_str s, name;

	switch (bh_tok_peek(t)) {
	case BH_TOK_OBJECT:
		bh_emit_open(e, key, '{');
		bh_tok_obj(t);
		while (bh_tok_member(t, &name))
			emit_value(e, bh_str_z(t->arena, name), t);
		bh_emit_close(e, '}');
		break;
	case BH_TOK_ARRAY:
		bh_emit_open(e, key, '[');
		bh_tok_arr(t);
		while (bh_tok_elem(t))
			emit_value(e, NULL, t);
		bh_emit_close(e, ']');
		break;
	case BH_TOK_STRING:
		bh_tok_str(t, &s);
		bh_emit_s(e, key, s);
		break;
	default:
		if (bh_tok_raw(t, &s))
			bh_emit_t(e, key, s);
	}
}

void
bh_json_emit_text(struct bh_emit *e, const char *key, struct bh_str text)
{
	struct bh_arena a = BH_ARENA_INIT;
	struct bh_tok t;

	bh_tok_init(&t, text, &a);
	emit_value(e, key, &t);
	bh_arena_free(&a);
}

static void
optional(struct bh_emit *e, const char *key, struct bh_str text)
{
	if (text.p != NULL)
		bh_json_emit_text(e, key, text);
}

static void
emit_machine(struct bh_emit *e, const struct bh_run_machine *m)
{
	size_t i;

	bh_emit_open(e, "machine", '{');
	bh_emit_i(e, "processors", m->processors);
	bh_emit_i(e, "memory_regions", m->regions);
	bh_emit_open(e, "processor_models", '[');
	for (i = 0; i < m->nmodel; i++)
		bh_emit_s(e, NULL, m->model[i]);
	bh_emit_close(e, ']');
	bh_emit_open(e, "processor_speeds", '[');
	for (i = 0; i < m->nspeed; i++) {
		bh_emit_open(e, NULL, '[');
		bh_emit_t(e, NULL, m->speed[i].speed);
		bh_emit_t(e, NULL, m->speed[i].count);
		bh_emit_close(e, ']');
	}
	bh_emit_close(e, ']');
	bh_emit_s(e, "fingerprint", m->fingerprint);
	bh_emit_close(e, '}');
}

static void
emit_toolchain(struct bh_emit *e, const struct bh_run_context *c)
{
	bh_emit_open(e, "toolchain", '{');
	bh_emit_s(e, "target_triple", c->triple);
	bh_emit_s(e, "rustc_version", c->rustc_version);
	optional(e, "compiler", c->compiler);
	optional(e, "tools", c->tools);
	bh_emit_close(e, '}');
}

static void
emit_context(struct bh_emit *e, const struct bh_run_context *c, bool peer)
{
	char when[BH_TIME_TEXT];

	bh_emit_open(e, "context", '{');
	bh_time_print(c->observed, when);
	bh_emit_z(e, peer ? "observation" : "observed_at", when);
	bh_emit_open(e, "git", '{');
	bh_emit_s(e, "commit", c->commit);
	bh_emit_s(e, "branch", c->branch);
	bh_emit_b(e, "dirty", c->dirty);
	bh_emit_close(e, '}');
	bh_emit_open(e, peer ? "env" : "environment", '{');
	bh_emit_s(e, "provider", c->provider);
	bh_emit_s(e, "run_id", c->run_id);
	bh_emit_s(e, "pull_request", c->pull_request);
	bh_emit_close(e, '}');
	emit_toolchain(e, c);
	bh_emit_s(e, "tool_version", c->tool_version.p != NULL ?
	    c->tool_version : BH_STR("bench-history " BH_VERSION));
	if (c->has_machine)
		emit_machine(e, &c->machine);
	bh_emit_i(e, "best_of", c->best_of);
	optional(e, "accelerator", c->accelerator);
	optional(e, "protocol", c->protocol);
	optional(e, "flags", c->flags);
	bh_emit_close(e, '}');
}

static void
emit_number(struct bh_emit *e, const char *key, struct bh_str text)
{
	double v;

	if (text.p != NULL && bh_num_read(text, &v))
		bh_emit_n(e, key, v);
}

static void
emit_metric(struct bh_emit *e, const struct bh_metric *m)
{
	bh_emit_open(e, NULL, '{');
	bh_emit_s(e, "kind", m->kind);
	emit_number(e, "value", m->value);
	emit_number(e, "std_dev", m->std_dev);
	emit_number(e, "interval_low", m->low);
	emit_number(e, "interval_high", m->high);
	if (m->estimator.p != NULL)
		bh_emit_s(e, "estimator", m->estimator);
	bh_emit_close(e, '}');
}

static void
emit_results(struct bh_emit *e, const struct bh_run *run, bool peer)
{
	const struct bh_result *x;
	size_t i, k;

	bh_emit_open(e, "results", '[');
	for (i = 0; i < run->n; i++) {
		x = &run->result[i];
		bh_emit_open(e, NULL, '{');
		bh_emit_open(e, "id", '{');
		bh_json_emit_id(e, "segments", x->id);
		bh_emit_close(e, '}');
		bh_emit_open(e, "metrics", '[');
		for (k = 0; k < x->nmetric; k++)
			emit_metric(e, &x->metric[k]);
		bh_emit_close(e, ']');
		if (!peer) {
			optional(e, "flags", x->flags);
			optional(e, "extra", x->extra);
		}
		bh_emit_close(e, '}');
	}
	bh_emit_close(e, ']');
}

void
bh_json_put_run(struct bh_buf *b, const struct bh_run *run)
{
	struct bh_emit e = { .b = b, .indent = true, .stored = true };

	bh_emit_open(&e, NULL, '{');
	bh_emit_i(&e, "schema_version", BH_RUN_SCHEMA);
	emit_context(&e, &run->context, false);
	emit_results(&e, run, false);
	bh_emit_close(&e, '}');
}

void
bh_json_put_run_snapshot(struct bh_emit *e, const struct bh_run *run)
{
	bh_emit_open(e, NULL, '{');
	bh_emit_z(e, "engine", bh_engine_name(run->engine));
	emit_context(e, &run->context, true);
	emit_results(e, run, true);
	bh_emit_close(e, '}');
}
