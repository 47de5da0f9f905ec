#include "engine/callgrind.h"

#include <stdlib.h>

#include "edge/emit.h"

enum bh_cg_event
bh_cg_event_of(struct bh_str name)
{
	if (name.n != 2)
		return BH_CG_EVENTS;
	if (bh_str_is(name, "Ir"))
		return BH_CG_IR;
	if (bh_str_is(name, "Bc"))
		return BH_CG_BC;
	return bh_str_is(name, "Bi") ? BH_CG_BI : BH_CG_EVENTS;
}

enum bh_kind
bh_cg_kind(enum bh_cg_event e)
{
	return e == BH_CG_IR ? BH_INSTRUCTION_COUNT :
	    e == BH_CG_BC ? BH_CONDITIONAL_BRANCHES : BH_INDIRECT_BRANCHES;
}

int
bh_callgrind_id(struct bh_callgrind *c, const char *value,
    struct bh_err *err)
{
	const char *p;

	if (c->nid == sizeof(c->id) / sizeof(c->id[0]))
		return bh_fail(err, BH_USAGE, "--id: more than 30 segments");
	if (!bh_utf8_ok(bh_str_of(value)))
		return bh_fail(err, BH_USAGE, "--id: not UTF-8");
	for (p = value; *p != '\0'; p++) {
		if (*p != '%')
			continue;
		p++;
		if (*p != 'b' && *p != 'c' && *p != 'f' && *p != '%')
			return bh_fail(err, BH_USAGE,
			    "--id: unknown %% in %s", value);
	}
	c->id[c->nid++] = bh_str_of(value);
	return 0;
}

void
bh_callgrind_free(struct bh_callgrind *c)
{
	bh_arena_free(&c->arena);
}

static bool
is_json(const struct bh_doc *d)
{
	struct bh_str s = bh_str_trim(d->text[0]);

	return bh_str_ends(d->name, BH_STR(".json")) ||
	    (s.n > 0 && s.p[0] == '{');
}

static int
parse(void *ctx, const struct bh_doc *d, struct bh_take *t,
    struct bh_err *err)
{
	return is_json(d) ? bh_callgrind_summary(ctx, d, t, err) :
	    bh_callgrind_raw(ctx, d, t, err);
}

static int
finish(void *ctx, struct bh_take *t, struct bh_err *err)
{
	(void)err;
	bh_callgrind_sum(ctx, t);
	return 0;
}

static int
cmp_str(const void *a, const void *b)
{
	return bh_str_cmp(*(const struct bh_str *)a,
	    *(const struct bh_str *)b);
}

/* What can be known of the tools: others count the same code differently. */
static void
context(void *ctx, struct bh_buf *b)
{
	struct bh_callgrind *c = ctx;
	struct bh_buf creators = BH_BUF_INIT;
	struct bh_emit e = { .b = b };
	size_t i;

	if (c->ncreator > 1)
		qsort(c->creator, c->ncreator, sizeof(*c->creator), cmp_str);
	for (i = 0; i < c->ncreator; i++) {
		bh_buf_z(&creators, i > 0 ? ", " : "");
		bh_buf_str(&creators, c->creator[i]);
	}
	if (c->schema[0] || c->schema[1] || creators.n > 0) {
		bh_emit_open(&e, NULL, '{');
		bh_emit_open(&e, "toolchain", '{');
		bh_emit_open(&e, "tools", '{');
		if (c->schema[0] || c->schema[1])
			bh_emit_z(&e, "gungraun_schema", !c->schema[1] ? "6" :
			    c->schema[0] ? "6, 7" : "7");
		if (creators.n > 0)
			bh_emit_s(&e, "creator", bh_buf_of(&creators));
		bh_emit_close(&e, '}');
		bh_emit_close(&e, '}');
		bh_emit_close(&e, '}');
	}
	bh_buf_free(&creators);
}

static bool
want_summary(struct bh_str path)
{
	return bh_str_is(bh_path_base(path), "summary.json");
}

static bool
want_raw(struct bh_str path)
{
	return bh_str_starts(bh_path_base(path), BH_STR("callgrind.out"));
}

static const struct bh_tree_dir dirs[] = {
	{ "callgrind", true, want_raw },
	{ "gungraun", true, want_summary },
	{ NULL, false, NULL }
};

const struct bh_engine_reader bh_callgrind_reader = {
	.engine = BH_CALLGRIND,
	.dirs = dirs,
	.max = (size_t)1 << 30,		/* --dump-instr writes large files */
	.parse = parse,
	.finish = finish,
	.context = context
};
