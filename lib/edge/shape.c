#include "edge/shape.h"

#include <stdint.h>
#include <string.h>

#include "base/num.h"

static bool
read_raw(struct bh_tok *t, void *at)
{
	return bh_tok_raw(t, at);
}

void
bh_raw_put(struct bh_emit *e, const char *key, const void *at)
{
	const struct bh_str *text = at;

	if (text->p != NULL)
		bh_emit_t(e, key, *text);
}

const struct bh_own bh_own_raw = { read_raw, bh_raw_put };

/* --- reading --------------------------------------------------------------- */

static bool
read_number(struct bh_tok *t, struct bh_str *text)
{
	double v;

	if (!bh_tok_num(t, text))
		return false;
	return bh_num_read(*text, &v) ||
	    bh_tok_fail(t, "number out of range");
}

static bool
read_either(struct bh_tok *t, const struct bh_either *x, bool *v)
{
	struct bh_str s;

	if (!bh_tok_str(t, &s))
		return false;
	*v = bh_str_is(s, x->yes);
	return *v || bh_str_is(s, x->no) || bh_tok_fail(t, x->why);
}

static bool
read_name(struct bh_tok *t, const struct bh_names *x, int *v)
{
	struct bh_str s;
	int of;

	if (!bh_tok_str(t, &s))
		return false;
	if ((of = x->of(s)) == -1)
		return bh_tok_fail(t, x->unknown);
	*v = of;
	return true;
}

static void
empty(const struct bh_shape *s, void *rec)
{
	if (s->empty != NULL)
		memcpy(rec, s->empty, s->size);
	else
		memset(rec, 0, s->size);
}

static bool
read_array(struct bh_tok *t, const struct bh_shape *s, void *at, size_t *n)
{
	void *v = NULL;
	size_t cap = 0;
	char *x;

	*n = 0;
	bh_tok_arr(t);
	while (bh_tok_elem(t)) {
		v = bh_more(t->arena, v, *n, &cap, s->size);
		x = (char *)v + *n * s->size;
		empty(s, x);
		if (!bh_shape_read(t, s, x))
			break;
		++*n;
	}
	memcpy(at, &v, sizeof(v));
	return bh_tok_ok(t);
}

static bool
read_value(struct bh_tok *t, const struct bh_member *m, char *rec)
{
	void *at = rec + m->at;
	const struct bh_own *own;

	switch (m->how) {
	case BH_AS_STR:
		return bh_tok_str(t, at);
	case BH_AS_NUMBER:
		return read_number(t, at);
	case BH_AS_LONG:
		return bh_tok_long(t, at);
	case BH_AS_DOUBLE:
		return bh_tok_double(t, at);
	case BH_AS_BOOL:
		return bh_tok_bool(t, at);
	case BH_AS_EITHER:
		return read_either(t, m->by, at);
	case BH_AS_NAME:
		return read_name(t, m->by, at);
	case BH_AS_OBJECT:
		return bh_shape_read(t, m->by, at);
	case BH_AS_ARRAY:
		return read_array(t, m->by, at, (size_t *)(rec + m->count));
	case BH_AS_OWN:
		own = m->by;
		return own->read != NULL ? own->read(t, at) : bh_tok_skip(t);
	}
	return false;
}

/* What null leaves behind. */
static void
read_null(const struct bh_member *m, char *rec)
{
	if (m->how == BH_AS_STR || m->how == BH_AS_NUMBER)
		*(struct bh_str *)(rec + m->at) = BH_STR_NONE;
	else if (m->how == BH_AS_LONG && (m->flags & BH_FROM_0) != 0)
		*(long *)(rec + m->at) = -1;
	else if (m->how == BH_AS_OWN)
		memset(rec + m->at, 0, m->size);
	if ((m->flags & BH_HAS) != 0)
		*(bool *)(rec + m->has) = false;
}

static bool
read_member(struct bh_tok *t, const struct bh_member *m, char *rec)
{
	if ((m->flags & (BH_NULL | BH_LAX)) != 0 && bh_tok_null(t)) {
		read_null(m, rec);
		return true;
	}
	if (!read_value(t, m, rec))
		return false;
	if ((m->flags & BH_HAS) != 0)
		*(bool *)(rec + m->has) = true;
	return true;
}

/* The number of the member named key; s->n: none.  Most come in order. */
static size_t
find(const struct bh_shape *s, struct bh_str key, size_t next)
{
	size_t i;

	for (i = next; i < s->n; i++)
		if (bh_str_is(key, s->member[i].name))
			return i;
	for (i = 0; i < next; i++)
		if (bh_str_is(key, s->member[i].name))
			return i;
	return s->n;
}

/* The first member that must be there and is not; NULL: none. */
static const char *
members(struct bh_tok *t, const struct bh_shape *s, char *rec)
{
	struct bh_str key;
	uint64_t seen = 0;
	size_t i, next = 0;

	bh_tok_obj(t);
	while (bh_tok_member(t, &key)) {
		if ((i = find(s, key, next)) < s->n) {
			read_member(t, &s->member[i], rec);
			seen |= UINT64_C(1) << i;
			next = i + 1;
		} else if (s->closed != NULL)
			bh_tok_fail(t, s->closed);
		else
			bh_tok_skip(t);
	}
	for (i = 0; i < s->n; i++)
		if ((s->member[i].flags & BH_MUST) != 0 &&
		    (seen & UINT64_C(1) << i) == 0)
			return s->member[i].name;
	return NULL;
}

bool
bh_shape_read(struct bh_tok *t, const struct bh_shape *s, void *rec)
{
	const char *missing = members(t, s, rec);

	if (!bh_tok_ok(t) || missing == NULL)
		return bh_tok_ok(t);
	return bh_tok_fail(t, bh_strf(t->arena, "%s: member '%s' is missing",
	    s->record, missing).p);
}

int
bh_shape_read_whole(struct bh_tok *t, const struct bh_shape *s, void *rec,
    struct bh_err *err)
{
	const char *missing = members(t, s, rec);

	if (!bh_tok_done(t))
		bh_tok_err(t, err);
	else if (missing != NULL)
		bh_fail(err, BH_DATA, "member '%s' is missing", missing);
	else
		return 0;
	return s->record != NULL ? bh_err_at(err, "%s", s->record) : -1;
}

int
bh_shape_read_text(struct bh_str text, struct bh_arena *a,
    const struct bh_shape *s, void *rec, struct bh_err *err)
{
	struct bh_tok t;

	empty(s, rec);
	bh_tok_init(&t, text, a);
	return bh_shape_read_whole(&t, s, rec, err);
}

/* --- writing --------------------------------------------------------------- */

static bool
absent(const struct bh_member *m, const char *rec)
{
	const void *at = rec + m->at;
	long v;

	if ((m->flags & (BH_HAS | BH_IF)) != 0)
		return !*(const bool *)(rec + m->has);
	if (m->how == BH_AS_STR || m->how == BH_AS_NUMBER)
		return ((const struct bh_str *)at)->p == NULL;
	if ((m->flags & (BH_FROM_0 | BH_SOME)) == 0)
		return false;
	v = m->how == BH_AS_NAME ? *(const int *)at : *(const long *)at;
	return (m->flags & BH_FROM_0) != 0 ? v < 0 : v == 0;
}

static void
put_array(struct bh_emit *e, const struct bh_member *m, const char *rec)
{
	const struct bh_shape *s = m->by;
	size_t i, n = *(const size_t *)(rec + m->count);
	const char *v;

	memcpy(&v, rec + m->at, sizeof(v));
	bh_emit_open(e, m->name, '[');
	for (i = 0; i < n; i++) {
		bh_emit_open(e, NULL, '{');
		bh_shape_put(e, s, v + i * s->size);
		bh_emit_close(e, '}');
	}
	bh_emit_close(e, ']');
}

static void
put_value(struct bh_emit *e, const struct bh_member *m, const char *rec)
{
	const void *at = rec + m->at;
	const struct bh_either *either;
	const struct bh_names *names;
	const struct bh_own *own;

	switch (m->how) {
	case BH_AS_STR:
		bh_emit_s(e, m->name, *(const struct bh_str *)at);
		break;
	case BH_AS_NUMBER:
		bh_emit_t(e, m->name, *(const struct bh_str *)at);
		break;
	case BH_AS_LONG:
		bh_emit_i(e, m->name, *(const long *)at);
		break;
	case BH_AS_DOUBLE:
		bh_emit_n(e, m->name, *(const double *)at);
		break;
	case BH_AS_BOOL:
		bh_emit_b(e, m->name, *(const bool *)at);
		break;
	case BH_AS_EITHER:
		either = m->by;
		bh_emit_z(e, m->name, *(const bool *)at ? either->yes :
		    either->no);
		break;
	case BH_AS_NAME:
		names = m->by;
		bh_emit_z(e, m->name, names->name(*(const int *)at));
		break;
	case BH_AS_OBJECT:
		bh_emit_open(e, m->name, '{');
		bh_shape_put(e, m->by, at);
		bh_emit_close(e, '}');
		break;
	case BH_AS_ARRAY:
		put_array(e, m, rec);
		break;
	case BH_AS_OWN:
		own = m->by;
		if (own->put != NULL)
			own->put(e, m->name, at);
		break;
	}
}

void
bh_shape_put(struct bh_emit *e, const struct bh_shape *s, const void *rec)
{
	const struct bh_member *m;

	for (m = s->member; m < s->member + s->n; m++)
		if ((m->flags & BH_READ) != 0)
			continue;
		else if (!absent(m, rec))
			put_value(e, m, rec);
		else if ((m->flags & BH_NULL) != 0)
			bh_emit_null(e, m->name);
}
