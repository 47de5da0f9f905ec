#include "model/bless.h"

#include <stdio.h>
#include <string.h>

static bool
in(const struct bh_strs *v, struct bh_str value)
{
	size_t i;

	for (i = 0; i < v->n; i++)
		if (bh_str_ieq(v->v[i], value))
			return true;
	return false;
}

bool
bh_scope_covers(const struct bh_scope *s, struct bh_str set)
{
	struct bh_str part;
	int x;

	for (x = 0; x < BH_AXES; x++) {
		bh_str_cut(&set, '/', &part);
		if (s->axis[x].n > 0 && !in(&s->axis[x], part))
			return false;
	}
	return true;
}

bool
bh_scope_meets(const struct bh_scope *a, const struct bh_scope *b)
{
	const struct bh_strs *p, *q;
	size_t i;
	int x;

	for (x = 0; x < BH_AXES; x++) {
		p = &a->axis[x];
		q = &b->axis[x];
		if (p->n == 0 || q->n == 0)
			continue;
		for (i = 0; i < p->n; i++)
			if (in(q, p->v[i]))
				break;
		if (i == p->n)
			return false;
	}
	return true;
}

bool
bh_scope_holds(const struct bh_scope *outer, const struct bh_scope *inner)
{
	const struct bh_strs *p, *q;
	size_t i;
	int x;

	for (x = 0; x < BH_AXES; x++) {
		p = &outer->axis[x];
		q = &inner->axis[x];
		if (p->n == 0)
			continue;
		if (q->n == 0)
			return false;
		for (i = 0; i < q->n; i++)
			if (!in(p, q->v[i]))
				return false;
	}
	return true;
}

static struct bh_strs
one(struct bh_arena *a, struct bh_str value)
{
	struct bh_strs v = { bh_calloc(a, 1, sizeof(*v.v)), 1 };

	v.v[0] = value;
	return v;
}

struct bh_scope
bh_scope_of(struct bh_arena *a, const struct bh_key *k)
{
	struct bh_scope s;

	s.axis[BH_AXIS_ENGINE] = one(a, bh_str_of(bh_engine_name(k->engine)));
	s.axis[BH_AXIS_TRIPLE] = one(a, k->triple);
	s.axis[BH_AXIS_MACHINE] = one(a, k->machine);
	return s;
}

int
bh_scope_cmp(const struct bh_scope *a, const struct bh_scope *b)
{
	const struct bh_strs *u, *v;
	size_t i;
	int x, c;

	for (x = 0; x < BH_AXES; x++) {
		u = &a->axis[x];
		v = &b->axis[x];
		for (i = 0; i < u->n && i < v->n; i++)
			if ((c = bh_str_cmp(u->v[i], v->v[i])) != 0)
				return c;
		if (u->n != v->n)
			return u->n < v->n ? -1 : 1;
	}
	return 0;
}

struct bh_str
bh_scope_text(struct bh_arena *a, const struct bh_scope *s)
{
	struct bh_buf b = BH_BUF_INIT;
	struct bh_str text;
	size_t i;
	int x;

	for (x = 0; x < BH_AXES; x++) {
		if (x > 0)
			bh_buf_c(&b, '/');
		if (s->axis[x].n == 0)
			bh_buf_z(&b, "all");
		for (i = 0; i < s->axis[x].n; i++) {
			if (i > 0)
				bh_buf_c(&b, '|');
			bh_buf_str(&b, s->axis[x].v[i]);
		}
	}
	text = bh_str_dup(a, bh_buf_of(&b));
	bh_buf_free(&b);
	return text;
}

bool
bh_bless_matches(const struct bh_blessing *x, struct bh_str set,
    struct bh_id id)
{
	size_t i;

	if (!bh_scope_covers(&x->scope, set))
		return false;
	for (i = 0; i < x->prefixes.n; i++)
		if (bh_id_starts(id, x->prefixes.v[i]))
			return true;
	return x->prefixes.n == 0;
}

/* --- filters --------------------------------------------------------------- */

/* Into its place by bytes; a value that is there already is left. */
static void
insert(struct bh_arena *a, struct bh_strs *v, struct bh_str value)
{
	struct bh_str *p;
	size_t i = 0;

	while (i < v->n && bh_str_cmp(v->v[i], value) < 0)
		i++;
	if (i < v->n && bh_str_eq(v->v[i], value))
		return;
	p = bh_calloc(a, v->n + 1, sizeof(*p));
	if (i > 0)
		memcpy(p, v->v, i * sizeof(*p));
	p[i] = value;
	if (i < v->n)
		memcpy(p + i + 1, v->v + i, (v->n - i) * sizeof(*p));
	v->v = p;
	v->n++;
}

static const char *
option(enum bh_axis axis)
{
	static const char *const names[BH_AXES] = {
		"--engine", "--target-triple", "--machine-key"
	};

	return names[axis];
}

static int
unknown_engine(const char *value, struct bh_err *err)
{
	char list[200] = "";
	size_t n = 0;
	int e;

	for (e = 0; e < BH_ENGINES; e++)
		n += (size_t)snprintf(list + n, sizeof(list) - n, "%s%s",
		    e > 0 ? ", " : "", bh_engine_name((enum bh_engine)e));
	return bh_fail(err, BH_USAGE, "--engine: unknown engine '%s', there "
	    "are %s", value, list);
}

int
bh_filter_add(struct bh_arena *a, struct bh_filter *f, enum bh_axis axis,
    const char *value, struct bh_err *err)
{
	struct bh_str s = bh_str_of(value);
	int engine;

	if (s.n == 0)
		return bh_fail(err, BH_USAGE, "%s: empty value", option(axis));
	f->given[axis] = true;
	if (bh_str_ieq(s, BH_STR("all"))) {
		f->all[axis] = true;
		return 0;
	}
	if (axis == BH_AXIS_ENGINE) {
		if ((engine = bh_engine_of(s)) == -1)
			return unknown_engine(value, err);
		s = bh_str_of(bh_engine_name((enum bh_engine)engine));
	} else if (bh_str_ieq(s, BH_STR("auto"))) {
		f->host[axis] = true;
		return 0;
	} else
		s = bh_key_sanitize(a, s);
	insert(a, &f->scope.axis[axis], s);
	return 0;
}

bool
bh_filter_asks(const struct bh_filter *f, bool host, enum bh_axis axis)
{
	return axis != BH_AXIS_ENGINE && !f->all[axis] &&
	    (f->host[axis] || (host && !f->given[axis]));
}

struct bh_scope
bh_filter_end(struct bh_arena *a, const struct bh_filter *f, bool host,
    struct bh_str triple, struct bh_str machine, bool filled[BH_AXES])
{
	struct bh_scope s = f->scope;
	int x;
	bool ask;

	for (x = 0; x < BH_AXES; x++) {
		ask = bh_filter_asks(f, host, (enum bh_axis)x);
		if (ask)
			insert(a, &s.axis[x], bh_key_sanitize(a,
			    x == BH_AXIS_TRIPLE ? triple : machine));
		if (f->all[x])
			s.axis[x] = (struct bh_strs){ NULL, 0 };
		if (filled != NULL)
			filled[x] = ask;
	}
	return s;
}
