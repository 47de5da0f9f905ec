/* Pieces of records. */
#include "edge/json_record.h"

struct bh_emit
bh_json_open(struct bh_buf *b, enum bh_rtype type)
{
	struct bh_emit e = { .b = b };

	bh_emit_open(&e, NULL, '{');
	bh_emit_z(&e, "type", bh_rtype_name(type));
	return e;
}

/* --- arrays of strings ------------------------------------------------------ */

static bool
read_strings(struct bh_tok *t, struct bh_str **v, size_t *n)
{
	size_t cap = 0;

	*v = NULL;
	*n = 0;
	bh_tok_arr(t);
	while (bh_tok_elem(t)) {
		*v = bh_more(t->arena, *v, *n, &cap, sizeof(**v));
		if (!bh_tok_str(t, &(*v)[*n]))
			break;
		++*n;
	}
	return bh_tok_ok(t);
}

static void
put_strings(struct bh_emit *e, const char *key, const struct bh_str *v,
    size_t n)
{
	size_t i;

	bh_emit_open(e, key, '[');
	for (i = 0; i < n; i++)
		bh_emit_s(e, NULL, v[i]);
	bh_emit_close(e, ']');
}

static bool
read_id(struct bh_tok *t, void *at)
{
	struct bh_id *id = at;

	if (read_strings(t, &id->seg, &id->n) && id->n == 0)
		return bh_tok_fail(t, "empty id");
	return bh_tok_ok(t);
}

static void
put_id(struct bh_emit *e, const char *key, const void *at)
{
	const struct bh_id *id = at;

	put_strings(e, key, id->seg, id->n);
}

const struct bh_own bh_json_segments = { read_id, put_id };

void
bh_json_emit_id(struct bh_emit *e, const char *key, struct bh_id id)
{
	put_id(e, key, &id);
}

static bool
read_values(struct bh_tok *t, void *at)
{
	struct bh_strs *v = at;

	return read_strings(t, &v->v, &v->n);
}

void
bh_json_strings_put(struct bh_emit *e, const char *key, const void *at)
{
	const struct bh_strs *v = at;

	put_strings(e, key, v->v, v->n);
}

const struct bh_own bh_json_strings = { read_values, bh_json_strings_put };

/* --- scopes ----------------------------------------------------------------- */

/* null: an axis that is not restricted may be null; closed: each, no other */
static bool
read_scope(struct bh_tok *t, struct bh_scope *s, bool null, bool closed)
{
	unsigned have = 0;
	struct bh_str key;
	int x;

	*s = (struct bh_scope){ 0 };
	bh_tok_obj(t);
	while (bh_tok_member(t, &key)) {
		for (x = 0; x < BH_AXES; x++)
			if (bh_str_is(key, bh_axis_name((enum bh_axis)x)))
				break;
		if (x == BH_AXES && closed)
			return bh_tok_fail(t, "unknown member of scope");
		if (x == BH_AXES)
			bh_tok_skip(t);
		else if (!null || !bh_tok_null(t))
			read_values(t, &s->axis[x]);
		have |= 1u << x;
	}
	if (closed && bh_tok_ok(t) && have != (1u << BH_AXES) - 1)
		return bh_tok_fail(t, "scope without all three axes");
	return bh_tok_ok(t);
}

static void
put_scope(struct bh_emit *e, const char *key, const struct bh_scope *s,
    bool null)
{
	const char *name;
	int x;

	bh_emit_open(e, key, '{');
	for (x = 0; x < BH_AXES; x++) {
		name = bh_axis_name((enum bh_axis)x);
		if (null && s->axis[x].n == 0)
			bh_emit_null(e, name);
		else
			bh_json_strings_put(e, name, &s->axis[x]);
	}
	bh_emit_close(e, '}');
}

static bool
read_axes(struct bh_tok *t, void *at)
{
	return read_scope(t, at, false, false);
}

static bool
read_filters(struct bh_tok *t, void *at)
{
	return read_scope(t, at, true, false);
}

static bool
read_closed_axes(struct bh_tok *t, void *at)
{
	return read_scope(t, at, false, true);
}

static void
put_axes(struct bh_emit *e, const char *key, const void *at)
{
	put_scope(e, key, at, false);
}

static void
put_filters(struct bh_emit *e, const char *key, const void *at)
{
	put_scope(e, key, at, true);
}

const struct bh_own bh_json_axes = { read_axes, put_axes };
const struct bh_own bh_json_filters = { read_filters, put_filters };
const struct bh_own bh_json_closed_axes = { read_closed_axes, put_axes };

void
bh_json_emit_scope(struct bh_emit *e, const char *key,
    const struct bh_scope *s)
{
	put_scope(e, key, s, false);
}

/* --- texts ------------------------------------------------------------------ */

static void
put_unit(struct bh_emit *e, const char *key, const void *at)
{
	bh_emit_z(e, key, bh_kind_unit(*(const enum bh_kind *)at));
}

bool
bh_json_object_read(struct bh_tok *t, void *at)
{
	if (bh_tok_peek(t) != BH_TOK_OBJECT)
		return bh_tok_fail(t, "an object was expected");
	return bh_tok_raw(t, at);
}

bool
bh_json_array_read(struct bh_tok *t, void *at)
{
	if (bh_tok_peek(t) != BH_TOK_ARRAY)
		return bh_tok_fail(t, "an array was expected");
	return bh_tok_raw(t, at);
}

const struct bh_own bh_json_unit = { NULL, put_unit };
const struct bh_own bh_json_object = { bh_json_object_read, bh_raw_put };
const struct bh_own bh_json_array = { bh_json_array_read, bh_raw_put };
