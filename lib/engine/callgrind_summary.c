#include "engine/callgrind.h"

#include "edge/shape.h"

/*
 * Gungraun's summary.json.  The version only opens the door; the layout is
 * told from the members, profile by profile and event by event.
 */
struct summary {
	struct bh_str	version, module, function, id, package;
	struct bh_str	profiles;	/* JSON text */
};

/* What one file counts. */
struct counts {
	bool		has[BH_CG_EVENTS];
	double		v[BH_CG_EVENTS];
};

struct profile {
	size_t		number;		/* from 1, for messages */
	struct bh_str	tool;		/* or none */
	struct bh_str	summaries, data;	/* JSON texts, or none */
};

/* --- one value ---------------------------------------------------------- */

static bool
number(struct bh_tok *t, bool whole, double *v)
{
	struct bh_tok at = *t;
	struct bh_str text;
	uint64_t u;

	if (!bh_tok_num(t, &text))
		return false;
	if (whole) {
		if (!bh_str_u64(text, &u))
			return bh_tok_fail(t, "not a count");
		*v = (double)u;
		return true;
	}
	if (!bh_tok_double(&at, v))
		return bh_tok_fail(t, at.why);
	return *v >= 0 || bh_tok_fail(t, "negative count");
}

/* {"Int": n} or {"Float": x} */
static bool
tagged(struct bh_tok *t, double *v)
{
	struct bh_str key;
	int n = 0;

	bh_tok_obj(t);
	while (bh_tok_member(t, &key)) {
		if (bh_str_is(key, "Int"))
			number(t, true, v);
		else if (bh_str_is(key, "Float"))
			number(t, false, v);
		else
			bh_tok_fail(t, "neither Int nor Float");
		n++;
	}
	return bh_tok_ok(t) && (n == 1 || bh_tok_fail(t, "not one value"));
}

static bool
both(struct bh_tok *t, double *v)
{
	double x;
	int n = 0;

	bh_tok_arr(t);
	while (bh_tok_elem(t))
		if (tagged(t, &x) && n++ == 0)
			*v = x;
	return bh_tok_ok(t) && (n == 2 || bh_tok_fail(t, "not two values"));
}

/* Version 6: {"Left": V}, {"Both": [V, V]}, {"Right": V} or {} */
static bool
either(struct bh_tok *t, bool *has, double *v)
{
	struct bh_str key;
	double old;
	int n = 0;

	*has = false;
	bh_tok_obj(t);
	while (bh_tok_member(t, &key)) {
		if (bh_str_is(key, "Left"))
			*has = tagged(t, v);
		else if (bh_str_is(key, "Both"))
			*has = both(t, v);
		else if (bh_str_is(key, "Right"))
			tagged(t, &old);
		else
			bh_tok_fail(t, "neither Left, Right nor Both");
		n++;
	}
	return bh_tok_ok(t) && (n < 2 || bh_tok_fail(t, "not one side"));
}

/* Version 7: {"new": n, "old": n}, each may be absent */
static bool
values(struct bh_tok *t, bool *has, double *v)
{
	struct bh_str key;

	*has = false;
	bh_tok_obj(t);
	while (bh_tok_member(t, &key))
		if (!bh_str_is(key, "new"))
			bh_tok_skip(t);
		else if (bh_tok_null(t))
			*has = false;
		else
			*has = number(t, false, v);
	return bh_tok_ok(t);
}

/* --- events ------------------------------------------------------------- */

static bool
event(struct bh_tok *t, bool *has, double *v)
{
	struct bh_str key;
	bool found = false;

	bh_tok_obj(t);
	while (bh_tok_member(t, &key))
		if (bh_str_is(key, "metrics"))
			found = either(t, has, v);
		else if (bh_str_is(key, "values"))
			found = values(t, has, v);
		else
			bh_tok_skip(t);
	return bh_tok_ok(t) &&
	    (found || bh_tok_fail(t, "neither metrics nor values"));
}

/* Of two members with one name the last one counts. */
static int
events(const struct profile *p, struct bh_tok *t, struct counts *c,
    struct bh_err *err)
{
	struct counts own = { .has = { false } };
	struct bh_str key;
	int e;

	bh_tok_obj(t);
	while (bh_tok_member(t, &key)) {
		if ((e = bh_cg_event_of(key)) == BH_CG_EVENTS)
			bh_tok_skip(t);
		else if (!event(t, &own.has[e], &own.v[e]))
			return bh_fail(err, BH_DATA, "profile %zu: %.*s: %s",
			    p->number, BH_FMT(key), t->why);
	}
	if (!bh_tok_ok(t))
		return bh_fail(err, BH_DATA, "profile %zu: %s", p->number,
		    t->why);
	for (e = 0; e < BH_CG_EVENTS; e++) {
		if (!own.has[e])
			continue;
		if (c->has[e])
			return bh_fail(err, BH_DATA, "profile %zu: %s counted "
			    "by another profile too", p->number,
			    bh_kind_name(bh_cg_kind((enum bh_cg_event)e)));
		c->has[e] = true;
		c->v[e] = own.v[e];
	}
	return 0;
}

/* --- profiles ----------------------------------------------------------- */

/* The member of an object's text; none where it is no object or not there. */
static struct bh_str
inside(struct bh_str text, const char *name, struct bh_arena *a)
{
	struct bh_str key, found = BH_STR_NONE;
	struct bh_tok t;

	bh_tok_init(&t, text, a);
	if (text.p == NULL || bh_tok_peek(&t) != BH_TOK_OBJECT)
		return found;
	bh_tok_obj(&t);
	while (bh_tok_member(&t, &key))
		if (bh_str_is(key, name))
			bh_tok_raw(&t, &found);
		else
			bh_tok_skip(&t);
	return found;
}

static bool
is_object(struct bh_str text)
{
	return text.n > 0 && text.p[0] == '{';
}

static bool
other_tool(const struct profile *p)
{
	return p->tool.p != NULL && !bh_str_is(p->tool, "Callgrind");
}

static int
profile_6(const struct profile *p, struct bh_arena *a, struct counts *c,
    struct bh_err *err)
{
	struct bh_str summary = inside(inside(p->summaries, "total", a),
	    "summary", a), own;
	struct bh_tok t;

	if (summary.p == NULL)
		return other_tool(p) ? 0 : bh_fail(err, BH_DATA,
		    "profile %zu: summaries.total.summary is missing",
		    p->number);
	own = inside(summary, "Callgrind", a);
	if (own.p == NULL)
		return 0;
	bh_tok_init(&t, own, a);
	return events(p, &t, c, err);
}

static int
profile_7(const struct profile *p, struct bh_arena *a, struct counts *c,
    struct bh_err *err)
{
	struct bh_str own;
	struct bh_tok t;

	if (p->tool.p == NULL)
		return bh_fail(err, BH_DATA,
		    "profile %zu: member 'tool' is missing", p->number);
	if (other_tool(p))
		return 0;
	own = inside(inside(p->data, "total", a), "metrics", a);
	if (!is_object(own))
		return bh_fail(err, BH_DATA,
		    "profile %zu: data.total.metrics is missing", p->number);
	bh_tok_init(&t, own, a);
	return events(p, &t, c, err);
}

#define M(...)	BH_M(struct profile, __VA_ARGS__)
static const struct bh_member profile_members[] = {
	M("tool", STR, BH_LAX, tool),
	M("summaries", OWN, 0, summaries, .by = &bh_own_raw),
	M("data", OWN, 0, data, .by = &bh_own_raw),
};
static const struct bh_shape profile = BH_SHAPE(struct profile, "profile",
    profile_members);
#undef M

static int
one_profile(struct bh_tok *t, size_t number, struct counts *c,
    struct bh_err *err)
{
	struct profile p = { .number = number };

	if (!bh_shape_read(t, &profile, &p))
		return bh_fail(err, BH_DATA, "profile %zu: %s", number,
		    t->why);
	return is_object(p.summaries) ? profile_6(&p, t->arena, c, err) :
	    profile_7(&p, t->arena, c, err);
}

static int
profiles(struct bh_str text, struct bh_arena *a, struct counts *c,
    struct bh_err *err)
{
	struct bh_tok t;
	size_t n = 0;

	*c = (struct counts){ .has = { false } };
	bh_tok_init(&t, text, a);
	if (!bh_tok_arr(&t))
		return bh_fail(err, BH_DATA, "profiles: %s", t.why);
	while (bh_tok_elem(&t))
		if (one_profile(&t, ++n, c, err) == -1)
			return -1;
	return 0;
}

/* --- the document ------------------------------------------------------- */

static int
missing(const char *name, struct bh_err *err)
{
	return bh_fail(err, BH_DATA, "member '%s' is missing", name);
}

#define M(...)	BH_M(struct summary, __VA_ARGS__)
static const struct bh_member summary_members[] = {
	M("version", OWN, BH_MUST, version, .by = &bh_own_raw),
	M("module_path", STR, 0, module),
	M("function_name", STR, 0, function),
	M("id", STR, BH_LAX, id),
	M("package_dir", STR, BH_LAX, package),
	M("profiles", OWN, 0, profiles, .by = &bh_own_raw),
};
static const struct bh_shape summary = BH_SHAPE(struct summary, NULL,
    summary_members);
#undef M

/* Another version is told from the layout it must have. */
static int
read_summary(struct bh_str text, struct bh_arena *a, struct summary *s,
    struct bh_err *err)
{
	if (bh_shape_read_text(text, a, &summary, s, err) == -1)
		return -1;
	if (!bh_str_is(s->version, "\"6\"") && !bh_str_is(s->version, "\"7\""))
		return bh_fail(err, BH_DATA, "unsupported summary version "
		    "%.*s (expected \"6\" or \"7\")", BH_FMT(s->version));
	if (s->module.p == NULL)
		return missing("module_path", err);
	if (s->function.p == NULL)
		return missing("function_name", err);
	return s->profiles.p == NULL ? missing("profiles", err) : 0;
}

/* The last component, whichever system's separators are used. */
static struct bh_str
last_component(struct bh_str path)
{
	size_t from;

	while (path.n > 0 && (path.p[path.n - 1] == '/' ||
	    path.p[path.n - 1] == '\\'))
		path.n--;
	for (from = path.n; from > 0 && path.p[from - 1] != '/' &&
	    path.p[from - 1] != '\\'; from--)
		;
	return bh_str_from(path, from);
}

int
bh_callgrind_summary(struct bh_callgrind *c, const struct bh_doc *d,
    struct bh_take *t, struct bh_err *err)
{
	struct summary s;
	struct counts n;
	struct bh_result *r;
	int e;

	if (read_summary(d->text[0], d->scratch, &s, err) == -1 ||
	    profiles(s.profiles, d->scratch, &n, err) == -1)
		return -1;
	c->schema[s.version.p[1] - '6'] = true;
	r = bh_take_result(t, 4);
	bh_take_segment(t, r, last_component(s.package));
	bh_take_segment(t, r, s.module);
	bh_take_segment(t, r, s.function);
	bh_take_segment(t, r, s.id);
	for (e = 0; e < BH_CG_EVENTS; e++)
		if (n.has[e])
			bh_take_metric(t, r, bh_cg_kind((enum bh_cg_event)e),
			    n.v[e], "single");
	return 0;
}
