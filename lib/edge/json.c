#include "edge/json.h"

struct bh_emit
bh_json_open(struct bh_buf *b, enum bh_rtype type)
{
	struct bh_emit e = { .b = b };

	bh_emit_open(&e, NULL, '{');
	bh_emit_z(&e, "type", bh_rtype_name(type));
	return e;
}

int
bh_json_bad(struct bh_tok *t, const char *record, const char *missing,
    struct bh_err *err)
{
	if (!bh_tok_ok(t)) {
		bh_tok_err(t, err);
		return bh_err_at(err, "%s", record);
	}
	return bh_fail(err, BH_DATA, "%s: member '%s' is missing", record,
	    missing);
}

bool
bh_json_id(struct bh_tok *t, struct bh_id *id)
{
	size_t cap = 0;

	*id = (struct bh_id){ NULL, 0 };
	bh_tok_arr(t);
	while (bh_tok_elem(t)) {
		id->seg = bh_more(t->arena, id->seg, id->n, &cap,
		    sizeof(*id->seg));
		if (!bh_tok_str(t, &id->seg[id->n]))
			break;
		id->n++;
	}
	if (bh_tok_ok(t) && id->n == 0)
		return bh_tok_fail(t, "empty id");
	return bh_tok_ok(t);
}

bool
bh_json_kind(struct bh_tok *t, enum bh_kind *kind)
{
	struct bh_str s;
	int k;

	if (!bh_tok_str(t, &s))
		return false;
	if ((k = bh_kind_of(s)) == -1)
		return bh_tok_fail(t, "unknown metric kind");
	*kind = (enum bh_kind)k;
	return true;
}

void
bh_json_emit_id(struct bh_emit *e, const char *key, struct bh_id id)
{
	size_t i;

	bh_emit_open(e, key, '[');
	for (i = 0; i < id.n; i++)
		bh_emit_s(e, NULL, id.seg[i]);
	bh_emit_close(e, ']');
}

bool
bh_json_values(struct bh_tok *t, struct bh_axis_values *v)
{
	size_t cap = 0;

	*v = (struct bh_axis_values){ NULL, 0 };
	bh_tok_arr(t);
	while (bh_tok_elem(t)) {
		v->v = bh_more(t->arena, v->v, v->n, &cap, sizeof(*v->v));
		if (!bh_tok_str(t, &v->v[v->n]))
			break;
		v->n++;
	}
	return bh_tok_ok(t);
}

bool
bh_json_scope(struct bh_tok *t, bool null_is_all, struct bh_scope *s)
{
	struct bh_str key;
	int x;

	*s = (struct bh_scope){ 0 };
	bh_tok_obj(t);
	while (bh_tok_member(t, &key)) {
		for (x = 0; x < BH_AXES; x++)
			if (bh_str_is(key, bh_axis_name((enum bh_axis)x)))
				break;
		if (x == BH_AXES)
			bh_tok_skip(t);
		else if (!null_is_all || !bh_tok_null(t))
			bh_json_values(t, &s->axis[x]);
	}
	return bh_tok_ok(t);
}

void
bh_json_emit_scope(struct bh_emit *e, const char *key,
    const struct bh_scope *s, bool all_is_null)
{
	const struct bh_axis_values *v;
	const char *name;
	size_t i;
	int x;

	bh_emit_open(e, key, '{');
	for (x = 0; x < BH_AXES; x++) {
		v = &s->axis[x];
		name = bh_axis_name((enum bh_axis)x);
		if (all_is_null && v->n == 0) {
			bh_emit_null(e, name);
			continue;
		}
		bh_emit_open(e, name, '[');
		for (i = 0; i < v->n; i++)
			bh_emit_s(e, NULL, v->v[i]);
		bh_emit_close(e, ']');
	}
	bh_emit_close(e, '}');
}
