/* The stored form of an acceptance record. */
#include "edge/json.h"

#include "model/time.h"

/* The three axes, each once at least, and nothing else. */
static void
closed_scope(struct bh_tok *t, struct bh_scope *s)
{
	unsigned have = 0;
	struct bh_str key;
	int x;

	bh_tok_obj(t);
	while (bh_tok_member(t, &key)) {
		for (x = 0; x < BH_AXES; x++)
			if (bh_str_is(key, bh_axis_name((enum bh_axis)x)))
				break;
		if (x == BH_AXES) {
			bh_tok_fail(t, "unknown member of scope");
			return;
		}
		bh_json_values(t, &s->axis[x]);
		have |= 1u << x;
	}
	if (bh_tok_ok(t) && have != (1u << BH_AXES) - 1)
		bh_tok_fail(t, "scope without all three axes");
}

static void
check_prefixes(struct bh_tok *t, const struct bh_axis_values *v)
{
	size_t i;

	for (i = 0; i < v->n; i++)
		if (v->v[i].n == 0)
			bh_tok_fail(t, "empty prefix");
}

enum { COMMIT = 1, ISSUED = 2, PREFIXES = 4, SCOPE = 8 };

static const char *
missing(unsigned have, bool project)
{
	if ((have & COMMIT) == 0)
		return "commit";
	if ((have & ISSUED) == 0)
		return "issued_at";
	if ((have & PREFIXES) == 0)
		return "prefixes";
	return project && (have & SCOPE) == 0 ? "scope" : NULL;
}

static unsigned
member(struct bh_tok *t, struct bh_str key, struct bh_blessing *x,
    struct bh_str *commit)
{
	if (bh_str_is(key, "commit"))
		return bh_tok_str(t, commit) ? COMMIT : 0;
	if (bh_str_is(key, "issued_at"))
		return bh_tok_str(t, &x->issued_at) ? ISSUED : 0;
	if (bh_str_is(key, "prefixes")) {
		if (bh_json_values(t, &x->prefixes))
			check_prefixes(t, &x->prefixes);
		return PREFIXES;
	}
	if (bh_str_is(key, "scope") && x->set.p == NULL) {
		closed_scope(t, &x->scope);
		return SCOPE;
	}
	bh_tok_skip(t);
	return 0;
}

/* A record in a partition speaks of that partition. */
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
	struct bh_str key, commit = BH_STR_NONE;
	unsigned have = 0;
	struct bh_time when;
	const char *miss;
	struct bh_tok t;

	bh_tok_init(&t, text, a);
	bh_tok_obj(&t);
	while (bh_tok_member(&t, &key))
		have |= member(&t, key, x, &commit);
	if (!bh_tok_done(&t))
		return bh_tok_err(&t, err);
	if ((miss = missing(have, x->set.p == NULL)) != NULL)
		return bh_fail(err, BH_DATA, "member '%s' is missing", miss);
	if (!bh_str_eq(commit, x->commit))
		return bh_fail(err, BH_DATA, "commit '%.*s' is not that of "
		    "its key", BH_FMT(commit));
	if (!bh_time_read(x->issued_at, &when))
		return bh_fail(err, BH_DATA, "issued_at '%.*s' is no time",
		    BH_FMT(x->issued_at));
	if (x->set.p != NULL)
		scope_of_set(a, x->set, &x->scope);
	x->has_body = true;
	return 0;
}

void
bh_json_put_bless(struct bh_buf *b, const struct bh_blessing *x)
{
	struct bh_emit e = { .b = b, .indent = true, .stored = true };
	size_t i;

	bh_emit_open(&e, NULL, '{');
	bh_emit_i(&e, "schema_version", 2);
	bh_emit_s(&e, "commit", x->commit);
	bh_emit_s(&e, "issued_at", x->issued_at);
	bh_emit_open(&e, "prefixes", '[');
	for (i = 0; i < x->prefixes.n; i++)
		bh_emit_s(&e, NULL, x->prefixes.v[i]);
	bh_emit_close(&e, ']');
	bh_emit_z(&e, "tool_version", "bench-history " BH_VERSION);
	bh_json_emit_scope(&e, "scope", &x->scope, false);
	bh_emit_close(&e, '}');
}
