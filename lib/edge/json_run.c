/* A stored run, and the context of one, from and to text. */
#include "edge/json_run.h"

#include "base/num.h"
#include "edge/json_record.h"

/* --- any value -------------------------------------------------------------- */

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
put_text(struct bh_emit *e, const char *key, const void *at)
{
	const struct bh_str *text = at;

	if (text->p != NULL)
		bh_json_emit_text(e, key, *text);
}

static const struct bh_own object = { bh_json_object_read, put_text };
static const struct bh_own array = { bh_json_array_read, put_text };

/* --- machine ---------------------------------------------------------------- */

static void
read_natural(struct bh_tok *t, struct bh_str *text)
{
	uint64_t v;

	if (bh_tok_num(t, text) && !bh_str_u64(*text, &v))
		bh_tok_fail(t, "a natural number was expected");
}

static void
read_speed(struct bh_tok *t, struct bh_run_speed *s)
{
	struct bh_str more;

	bh_tok_arr(t);
	if (!bh_tok_elem(t))
		bh_tok_fail(t, "a pair was expected");
	read_natural(t, &s->speed);
	if (!bh_tok_elem(t))
		bh_tok_fail(t, "a pair was expected");
	read_natural(t, &s->count);
	if (bh_tok_elem(t) && bh_tok_raw(t, &more))
		bh_tok_fail(t, "a pair was expected");
}

static bool
read_speeds(struct bh_tok *t, void *at)
{
	struct bh_run_machine *m = at;
	size_t cap = 0;

	m->speed = NULL;
	m->nspeed = 0;
	bh_tok_arr(t);
	while (bh_tok_elem(t)) {
		m->speed = bh_more(t->arena, m->speed, m->nspeed, &cap,
		    sizeof(*m->speed));
		read_speed(t, &m->speed[m->nspeed]);
		if (!bh_tok_ok(t))
			break;
		m->nspeed++;
	}
	return bh_tok_ok(t);
}

static void
put_speeds(struct bh_emit *e, const char *key, const void *at)
{
	const struct bh_run_machine *m = at;
	size_t i;

	bh_emit_open(e, key, '[');
	for (i = 0; i < m->nspeed; i++) {
		bh_emit_open(e, NULL, '[');
		bh_emit_t(e, NULL, m->speed[i].speed);
		bh_emit_t(e, NULL, m->speed[i].count);
		bh_emit_close(e, ']');
	}
	bh_emit_close(e, ']');
}

static const struct bh_own speeds = { read_speeds, put_speeds };

#define M(...)	BH_M(struct bh_run_machine, __VA_ARGS__)
static const struct bh_member machine_members[] = {
	M("processors", LONG, 0, processors),
	M("memory_regions", LONG, 0, regions),
	M("processor_models", OWN, 0, models, .by = &bh_json_strings),
	BH_M0("processor_speeds", OWN, 0, .by = &speeds),
	M("fingerprint", STR, 0, fingerprint),
};
static const struct bh_shape machine = BH_SHAPE(struct bh_run_machine,
    "machine", machine_members);
#undef M

/* --- context ---------------------------------------------------------------- */

/* A context while it is read: the peer's spelling counts until ours is met. */
struct reading {
	struct bh_run_context c;
	bool		observed, where;
};

#define M(...)	BH_M(struct reading, __VA_ARGS__)

static const struct bh_member git_members[] = {
	M("commit", STR, BH_NULL, c.commit),
	M("branch", STR, BH_NULL, c.branch),
	M("dirty", BOOL, 0, c.dirty),
};
static const struct bh_shape git = BH_SHAPE(struct reading, "git",
    git_members);

static const struct bh_member where_members[] = {
	M("provider", STR, 0, c.provider),
	M("run_id", STR, BH_NULL, c.run_id),
	M("pull_request", STR, BH_NULL, c.pull_request),
};
static const struct bh_shape where = BH_SHAPE(struct reading, "environment",
    where_members);

static const struct bh_member toolchain_members[] = {
	M("target_triple", STR, 0, c.triple),
	M("rustc_version", STR, BH_NULL, c.rustc_version),
	M("compiler", OWN, BH_LAX, c.compiler, .by = &object),
	M("tools", OWN, BH_LAX, c.tools, .by = &object),
};
static const struct bh_shape toolchain = BH_SHAPE(struct reading,
    "toolchain", toolchain_members);

static bool
read_observed(struct bh_tok *t, void *at)
{
	struct reading *r = at;

	r->observed = true;
	return bh_tok_str(t, &r->c.observed_at);
}

static bool
read_observation(struct bh_tok *t, void *at)
{
	struct reading *r = at;

	return r->observed ? bh_tok_skip(t) :
	    bh_tok_str(t, &r->c.observed_at);
}

static void
put_observed(struct bh_emit *e, const char *key, const void *at)
{
	const struct reading *r = at;
	char when[BH_TIME_TEXT];

	bh_time_print(r->c.observed, when);
	bh_emit_z(e, key, when);
}

static bool
read_environment(struct bh_tok *t, void *at)
{
	struct reading *r = at;

	r->where = true;
	return bh_shape_read(t, &where, r);
}

static bool
read_env(struct bh_tok *t, void *at)
{
	struct reading *r = at;

	return r->where ? bh_tok_skip(t) : bh_shape_read(t, &where, r);
}

static void
put_environment(struct bh_emit *e, const char *key, const void *at)
{
	bh_emit_open(e, key, '{');
	bh_shape_put(e, &where, at);
	bh_emit_close(e, '}');
}

static const struct bh_own observed = { read_observed, put_observed };
static const struct bh_own observation = { read_observation, put_observed };
static const struct bh_own environment = { read_environment,
    put_environment };
static const struct bh_own env = { read_env, put_environment };

#define FROM_GIT_ON \
	BH_M0("git", OBJECT, 0, .by = &git)
#define FROM_TOOLCHAIN_ON \
	BH_M0("toolchain", OBJECT, 0, .by = &toolchain), \
	M("tool_version", STR, 0, c.tool_version), \
	M("machine", OBJECT, BH_LAX | BH_HAS, c.machine, .by = &machine, \
	    .has = offsetof(struct reading, c.has_machine)), \
	M("best_of", LONG, BH_LAX, c.best_of), \
	M("accelerator", OWN, BH_LAX, c.accelerator, .by = &object), \
	M("protocol", OWN, BH_LAX, c.protocol, .by = &object), \
	M("flags", OWN, BH_LAX, c.flags, .by = &array)

static const struct bh_member context_members[] = {
	BH_M0("observed_at", OWN, 0, .by = &observed),
	FROM_GIT_ON,
	BH_M0("environment", OWN, 0, .by = &environment),
	FROM_TOOLCHAIN_ON,
	BH_M0("observation", OWN, BH_READ, .by = &observation),
	BH_M0("env", OWN, BH_READ, .by = &env),
};
static const struct bh_shape context = BH_SHAPE(struct reading, "context",
    context_members);

static const struct bh_member peer_members[] = {
	BH_M0("observation", OWN, 0, .by = &observation),
	FROM_GIT_ON,
	BH_M0("env", OWN, 0, .by = &env),
	FROM_TOOLCHAIN_ON,
};
static const struct bh_shape of_peer = BH_SHAPE(struct reading, "context",
    peer_members);
#undef FROM_TOOLCHAIN_ON
#undef FROM_GIT_ON
#undef M

int
bh_json_read_run_context(struct bh_str text, struct bh_arena *a,
    struct bh_run_context *c, struct bh_err *err)
{
	struct reading r = { .c = *c };
	struct bh_tok t;

	bh_tok_init(&t, text, a);
	if (bh_shape_read_whole(&t, &context, &r, err) == -1)
		return -1;
	*c = r.c;
	return 0;
}

struct body {
	struct bh_str	context;
};

static bool
read_if_object(struct bh_tok *t, void *at)
{
	return bh_tok_peek(t) == BH_TOK_OBJECT ? bh_tok_raw(t, at) :
	    bh_tok_skip(t);
}

static const struct bh_own if_object = { read_if_object, NULL };
static const struct bh_member body_members[] = {
	BH_M(struct body, "context", OWN, 0, context, .by = &if_object),
};
static const struct bh_shape body_shape = BH_SHAPE(struct body, "run",
    body_members);

struct bh_str
bh_json_run_context_text(struct bh_str body, struct bh_arena *a)
{
	struct body x = { BH_STR_NONE };
	struct bh_tok t;

	bh_tok_init(&t, body, a);
	(void)bh_shape_read(&t, &body_shape, &x);
	return x.context;
}

static void
emit_context(struct bh_emit *e, const struct bh_run_context *c,
    const struct bh_shape *s)
{
	struct reading r = { .c = *c };

	if (r.c.tool_version.p == NULL)
		r.c.tool_version = BH_STR("bench-history " BH_VERSION);
	bh_emit_open(e, "context", '{');
	bh_shape_put(e, s, &r);
	bh_emit_close(e, '}');
}

void
bh_json_emit_run_context(struct bh_emit *e, const struct bh_run_context *c)
{
	emit_context(e, c, &context);
}

/* --- an accelerator --------------------------------------------------------- */

struct accelerator {
	struct bh_str	name, arch;
};

static const struct bh_member accelerator_members[] = {
	BH_M(struct accelerator, "name", STR, BH_LAX, name),
	BH_M(struct accelerator, "arch", STR, BH_LAX, arch),
};
static const struct accelerator no_accelerator = { { "", 0 }, { "", 0 } };
static const struct bh_shape accelerator = BH_SHAPE(struct accelerator,
    "accelerator", accelerator_members, .empty = &no_accelerator);

int
bh_json_read_accelerator(struct bh_str text, struct bh_arena *a,
    struct bh_str *name, struct bh_str *arch, struct bh_err *err)
{
	struct accelerator x;
	int r = bh_shape_read_text(text, a, &accelerator, &x, err);

	*name = x.name;
	*arch = x.arch;
	return r;
}

/* --- the run ---------------------------------------------------------------- */

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
			put_text(e, "flags", &x->flags);
			put_text(e, "extra", &x->extra);
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
	bh_json_emit_run_context(&e, &run->context);
	emit_results(&e, run, false);
	bh_emit_close(&e, '}');
}

void
bh_json_put_run_snapshot(struct bh_emit *e, const struct bh_run *run)
{
	bh_emit_open(e, NULL, '{');
	bh_emit_z(e, "engine", bh_engine_name(run->engine));
	emit_context(e, &run->context, &of_peer);
	emit_results(e, run, true);
	bh_emit_close(e, '}');
}
