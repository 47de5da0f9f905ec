#include "edge/collect.h"

#include <string.h>

#include "base/log.h"
#include "edge/host.h"
#include "edge/json_run.h"
#include "model/key.h"

void
bh_collect_init(struct bh_collect *c)
{
	*c = (struct bh_collect){ .arena = BH_ARENA_INIT };
}

void
bh_collect_free(struct bh_collect *c)
{
	bh_arena_free(&c->arena);
}

/* --- reading --------------------------------------------------------------- */

static int
engine_of(struct bh_str name, enum bh_engine *e, struct bh_err *err)
{
	int k = bh_engine_of(name);

	if (k == -1)
		return bh_fail(err, BH_DATA, "unknown engine '%.*s'",
		    BH_FMT(name));
	*e = (enum bh_engine)k;
	return 0;
}

int
bh_collect_context(struct bh_collect *c, struct bh_str line,
    struct bh_err *err)
{
	struct bh_context x;
	enum bh_engine e;

	line = bh_str_dup(&c->arena, line);
	if (bh_json_read_context(line, &c->arena, &x, err) == -1)
		return -1;
	if (x.engine.p != NULL && engine_of(x.engine, &e, err) == -1)
		return -1;
	if (x.engine.p == NULL && c->whole)
		return bh_fail(err, BH_DATA,
		    "a second context of the whole run");
	c->whole |= x.engine.p == NULL;
	c->context = bh_more(&c->arena, c->context, c->ncontext,
	    &c->capcontext, sizeof(*c->context));
	c->context[c->ncontext++] = x;
	return 0;
}

int
bh_collect_result(struct bh_collect *c, struct bh_str line,
    struct bh_err *err)
{
	struct bh_collect_engine *x;
	struct bh_result r;
	enum bh_engine e = BH_CALLGRIND;

	line = bh_str_dup(&c->arena, line);
	if (bh_json_read_result(line, &c->arena, &r, err) == -1 ||
	    engine_of(r.engine, &e, err) == -1)
		return -1;
	x = &c->engine[e];
	x->result = bh_more(&c->arena, x->result, x->n, &x->cap,
	    sizeof(*x->result));
	x->result[x->n++] = r;
	return 0;
}

/* --- runs ------------------------------------------------------------------ */

/* The context of one engine: that of the run, then the engine's over it. */
static int
context_of(struct bh_collect *c, enum bh_engine e, struct bh_err *err)
{
	struct bh_run_context *x = &c->engine[e].run.context;
	const struct bh_context *from;
	size_t i;
	int own;

	*x = (struct bh_run_context)BH_RUN_CONTEXT_INIT;
	for (own = 0; own < 2; own++)
		for (i = 0; i < c->ncontext; i++) {
			from = &c->context[i];
			if (own != (from->engine.p != NULL) || (own &&
			    bh_engine_of(from->engine) != (int)e))
				continue;
			if (bh_json_read_run_context(from->context, &c->arena,
			    x, err) == -1)
				return -1;
		}
	return 0;
}

/* bh-machine-key(1) of an accelerator engine, or of the host. */
static int
machine_of(struct bh_collect *c, const struct bh_run_context *x,
    struct bh_str *machine, struct bh_err *err)
{
	char *key = bh_alloc(&c->arena, BH_HOST_KEY + 1);
	struct bh_host host = { .processors = x->machine.processors,
	    .regions = x->machine.regions };
	struct bh_str name, arch;

	if (x->accelerator.p == NULL && x->has_machine) {
		*machine = x->machine.fingerprint;
		return 0;
	}
	if (x->accelerator.p == NULL)
		return bh_fail(err, BH_DATA, "context: no machine facts: "
		    "name the machine with --machine-key");
	if (bh_json_read_accelerator(x->accelerator, &c->arena, &name, &arch,
	    err) == -1)
		return -1;
	bh_host_set_models(&c->arena, &host, x->machine.models.v,
	    x->machine.models.n);
	bh_host_gpu_key(x->has_machine ? &host : NULL, name, arch, key);
	*machine = bh_str_of(key);
	return 0;
}

static int
name_key(struct bh_collect *c, enum bh_engine e,
    const struct bh_collect_names *n, struct bh_err *err)
{
	const struct bh_run_context *x = &c->engine[e].run.context;
	struct bh_key k = { .project = n->project, .engine = e,
	    .triple = x->triple, .machine = n->machine, .commit = x->commit,
	    .at = x->observed };

	k.what = x->dirty ? BH_KEY_DIRTY : BH_KEY_CLEAN;
	if (k.machine.p == NULL && machine_of(c, x, &k.machine, err) == -1)
		return -1;
	if (k.commit.n == 0 && !n->unknown)
		return bh_fail(err, BH_DATA, "context: no commit is known: "
		    "--allow-unknown-commit stores the run all the same");
	if (k.commit.n == 0)
		k.commit = BH_STR("unknown");
	c->engine[e].key = bh_key_text(&c->arena, &k);
	if (!bh_key_ok(c->engine[e].key))
		return bh_fail(err, BH_DATA, "invalid storage key '%.*s'",
		    BH_FMT(c->engine[e].key));
	return 0;
}

int
bh_collect_end(struct bh_collect *c, const struct bh_collect_names *n,
    struct bh_err *err)
{
	struct bh_collect_engine *x;
	int e;

	for (e = 0; e < BH_ENGINES; e++) {
		x = &c->engine[e];
		if (x->n == 0)
			continue;
		if (c->ncontext == 0)
			return bh_fail(err, BH_DATA,
			    "results without a context record");
		x->run.engine = (enum bh_engine)e;
		x->run.result = x->result;
		x->run.n = x->n;
		x->status = "not_stored";
		if (context_of(c, (enum bh_engine)e, err) == -1 ||
		    bh_run_check(&x->run, err) == -1 ||
		    name_key(c, (enum bh_engine)e, n, err) == -1)
			return -1;
	}
	return 0;
}

bool
bh_collect_some(const struct bh_collect *c)
{
	int e;

	for (e = 0; e < BH_ENGINES; e++)
		if (c->engine[e].n > 0)
			return true;
	return false;
}

/* --- storing --------------------------------------------------------------- */

static int
refuse(struct bh_collect_engine *x, struct bh_err *err)
{
	x->status = "refused";
	return bh_fail(err, BH_NO, "%.*s: there already, --overwrite replaces "
	    "it", BH_FMT(x->key));
}

/* Look all keys up: the first that may not be there is refused. */
static int
look_up(struct bh_collect *c, struct bh_store *s, bool there[BH_ENGINES],
    struct bh_err *err)
{
	struct bh_collect_engine *x, *first = NULL;
	int e, r;

	for (e = 0; e < BH_ENGINES; e++) {
		x = &c->engine[e];
		if (x->n == 0)
			continue;
		if ((r = bh_store_has(s, x->key, err)) == -1)
			return -1;
		there[e] = r == 1;
		if (there[e])
			x->status = "refused";
		if (there[e] && first == NULL)
			first = x;
	}
	return first == NULL ? 0 : refuse(first, err);
}

static int
store_one(struct bh_collect_engine *x, struct bh_store *s,
    enum bh_collect_policy policy, struct bh_buf *body, struct bh_err *err)
{
	int r;

	bh_buf_reset(body);
	bh_json_put_run(body, &x->run);
	r = bh_store_put(s, x->key, bh_buf_of(body),
	    policy == BH_COLLECT_REPLACE, err);
	switch (r) {
	case BH_STORE_DONE:
		x->status = "stored";
		return 0;
	case BH_STORE_REPLACED:
		x->status = "replaced";
		return 0;
	case BH_STORE_THERE:
		if (policy == BH_COLLECT_REFUSE)
			return refuse(x, err);
		x->status = "kept";
		return 0;
	default:
		return -1;
	}
}

int
bh_collect_store(struct bh_collect *c, struct bh_store *s,
    enum bh_collect_policy policy, struct bh_err *err)
{
	struct bh_buf body = BH_BUF_INIT;
	bool there[BH_ENGINES] = { false };
	int e, r = 0;

	if (policy == BH_COLLECT_REFUSE && look_up(c, s, there, err) == -1)
		return -1;
	for (e = 0; e < BH_ENGINES && r == 0; e++)
		if (c->engine[e].n > 0)
			r = store_one(&c->engine[e], s, policy, &body, err);
	bh_buf_free(&body);
	return r;
}

void
bh_collect_put(const struct bh_collect *c, struct bh_out *out)
{
	const struct bh_collect_engine *x;
	struct bh_object o;
	struct bh_key k;
	struct bh_arena a = BH_ARENA_INIT;
	int e;

	for (e = 0; e < BH_ENGINES; e++) {
		x = &c->engine[e];
		if (x->key.p == NULL || !bh_key_parse(x->key, &k))
			continue;
		o = (struct bh_object){ .key = x->key,
		    .dirty = k.what == BH_KEY_DIRTY, .set = bh_key_set(&a, &k),
		    .commit = k.commit, .topo = -1, .base_topo = -1,
		    .ordinal = -1, .status = bh_str_of(x->status),
		    .cases = (long)x->n };
		bh_json_put_object(&out->buf, &o);
		bh_out_line(out);
	}
	bh_arena_free(&a);
}

/* --- the peer's snapshot --------------------------------------------------- */

static bool
hex(struct bh_str s, size_t n)
{
	size_t i;

	if (s.n != n)
		return false;
	for (i = 0; i < n; i++)
		if (strchr("0123456789abcdef", s.p[i]) == NULL ||
		    s.p[i] == '\0')
			return false;
	return true;
}

static int
fits(const struct bh_run *run, const struct bh_key *k,
    const struct bh_key *first, struct bh_err *err)
{
	const struct bh_run_context *x = &run->context;
	const char *why = NULL;

	if (x->dirty)
		why = "the tree was not clean";
	else if (!hex(x->commit, 40) || !bh_str_eq(x->commit, k->commit))
		why = "the commit is not one of 40 hex digits";
	else if (!x->has_machine || !hex(x->machine.fingerprint, 16) ||
	    !bh_str_eq(x->machine.fingerprint, k->machine))
		why = "the machine key is not the host's";
	else if (!bh_str_eq(x->triple, k->triple))
		why = "the target triple is not a plain word";
	else if (!bh_str_eq(k->commit, first->commit) ||
	    !bh_str_eq(k->triple, first->triple) ||
	    !bh_str_eq(k->machine, first->machine))
		why = "its engines were not measured together";
	return why == NULL ? 0 : bh_fail(err, BH_DATA,
	    "no snapshot of this collection: %s", why);
}

static void
open_snapshot(struct bh_emit *e, const struct bh_key *k)
{
	bh_emit_open(e, NULL, '{');
	bh_emit_i(e, "version", 1);
	bh_emit_s(e, "project", k->project);
	bh_emit_s(e, "commit", k->commit);
	bh_emit_s(e, "target_triple", k->triple);
	bh_emit_s(e, "machine_key", k->machine);
	bh_emit_open(e, "runs", '[');
}

/* Of a collection that measured nothing: what its context says. */
static int
empty_key(struct bh_collect *c, struct bh_str project, struct bh_key *k,
    struct bh_err *err)
{
	struct bh_run *run = &c->engine[BH_CALLGRIND].run;
	struct bh_arena *a = &c->arena;

	if (context_of(c, BH_CALLGRIND, err) == -1)
		return -1;
	*k = (struct bh_key){ .project = bh_key_sanitize(a, project),
	    .triple = bh_key_sanitize(a, run->context.triple),
	    .machine = run->context.machine.fingerprint,
	    .commit = run->context.commit };
	return fits(run, k, k, err);
}

int
bh_collect_snapshot(struct bh_collect *c, struct bh_str project,
    struct bh_buf *b, struct bh_err *err)
{
	struct bh_emit e = { .b = b, .stored = true };
	const struct bh_collect_engine *x;
	struct bh_key first, k;
	bool some = false;
	int i;

	for (i = 0; i < BH_ENGINES; i++) {
		x = &c->engine[i];
		if (x->n == 0)
			continue;
		if (i == BH_PRIMBENCH) {
			bh_warn("primbench results are not part of the "
			    "snapshot");
			continue;
		}
		if (!bh_key_parse(x->key, &k))
			return bh_fail(err, BH_DATA, "%.*s: not a key",
			    BH_FMT(x->key));
		if (!some)
			first = k;
		if (fits(&x->run, &k, &first, err) == -1)
			return -1;
		if (!some)
			open_snapshot(&e, &first);
		some = true;
		bh_json_put_run_snapshot(&e, &x->run);
	}
	if (!some) {
		if (empty_key(c, project, &first, err) == -1)
			return -1;
		open_snapshot(&e, &first);
	}
	bh_emit_close(&e, ']');
	bh_emit_close(&e, '}');
	return 0;
}
