/* The stored form of an acceptance record. */
#include "edge/json_record.h"

#include "model/time.h"

enum { SCHEMA = 2 };

static bool
read_prefixes(struct bh_tok *t, void *at)
{
	struct bh_strs *v = at;
	size_t i;

	if (!bh_json_strings.read(t, v))
		return false;
	for (i = 0; i < v->n; i++)
		if (v->v[i].n == 0)
			return bh_tok_fail(t, "empty prefix");
	return true;
}

static void
put_schema(struct bh_emit *e, const char *key, const void *at)
{
	(void)at;
	bh_emit_i(e, key, SCHEMA);
}

static void
put_tool(struct bh_emit *e, const char *key, const void *at)
{
	(void)at;
	bh_emit_z(e, key, "bench-history " BH_VERSION);
}

static const struct bh_own prefixes = { read_prefixes,
    bh_json_strings_put };
static const struct bh_own schema = { NULL, put_schema };
static const struct bh_own tool = { NULL, put_tool };

#define M(...)	BH_M(struct bh_blessing, __VA_ARGS__)
static const struct bh_member members[] = {
	BH_M0("schema_version", OWN, 0, .by = &schema),
	M("commit", STR, BH_MUST, commit),
	M("issued_at", STR, BH_MUST, issued_at),
	M("prefixes", OWN, BH_MUST, prefixes, .by = &prefixes),
	BH_M0("tool_version", OWN, 0, .by = &tool),
	M("scope", OWN, BH_MUST, scope, .by = &bh_json_closed_axes),
};
#undef M
static const struct bh_shape of_project = BH_SHAPE(struct bh_blessing, NULL,
    members);
/* of a partition: its scope is that partition, whatever it says */
static const struct bh_shape of_set = { .member = members,
    .n = sizeof(members) / sizeof(members[0]) - 1,
    .size = sizeof(struct bh_blessing) };

static void
scope_of_set(struct bh_arena *a, struct bh_str set, struct bh_scope *s)
{
	int x;

	for (x = 0; x < BH_AXES; x++) {
		s->axis[x].v = bh_calloc(a, 1, sizeof(*s->axis[x].v));
		s->axis[x].n = 1;
		bh_str_cut(&set, '/', &s->axis[x].v[0]);
	}
}

int
bh_json_read_bless(struct bh_str text, struct bh_arena *a,
    struct bh_blessing *x, struct bh_err *err)
{
	struct bh_blessing body;
	struct bh_time when;

	if (bh_shape_read_text(text, a, x->set.p == NULL ? &of_project :
	    &of_set, &body, err) == -1)
		return -1;
	if (!bh_str_eq(body.commit, x->commit))
		return bh_fail(err, BH_DATA, "commit '%.*s' is not that of "
		    "its key", BH_FMT(body.commit));
	if (!bh_time_read(body.issued_at, &when))
		return bh_fail(err, BH_DATA, "issued_at '%.*s' is no time",
		    BH_FMT(body.issued_at));
	x->issued_at = body.issued_at;
	x->prefixes = body.prefixes;
	x->scope = body.scope;
	if (x->set.p != NULL)
		scope_of_set(a, x->set, &x->scope);
	x->has_body = true;
	return 0;
}

void
bh_json_put_bless(struct bh_buf *b, const struct bh_blessing *x)
{
	struct bh_emit e = { .b = b, .indent = true, .stored = true };

	bh_emit_open(&e, NULL, '{');
	bh_shape_put(&e, &of_project, x);
	bh_emit_close(&e, '}');
}
