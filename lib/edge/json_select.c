#include "edge/json.h"

#include <stddef.h>

/*
 * The records of selection are flat but for a few members, so their readers
 * are tables: what a member is, where it goes, whether it must be there.
 */
enum how { STR, STR_NULL, LONG, LONG_NULL, BOOL, CALL };

struct member {
	const char	*name;
	enum how	 how;
	bool		 must;
	size_t		 at;		/* in the record */
	bool		(*call)(struct bh_tok *t, void *rec);
};

struct shape {
	const char		*record;
	const struct member	*member;
	size_t			 n;	/* at most 32 */
};

#define SHAPE(name, m)	{ name, m, sizeof(m) / sizeof((m)[0]) }

static bool
value(struct bh_tok *t, const struct member *m, void *rec)
{
	void *to = (char *)rec + m->at;

	switch (m->how) {
	case STR:
		return bh_tok_str(t, to);
	case STR_NULL:
		return bh_tok_str_null(t, to);
	case LONG:
		return bh_tok_long(t, to);
	case LONG_NULL:
		if (!bh_tok_null(t))
			return bh_tok_long(t, to);
		*(long *)to = -1;
		return true;
	case BOOL:
		return bh_tok_bool(t, to);
	case CALL:
		return m->call(t, rec);
	}
	return false;
}

/*
 * The members of the object that comes next, into rec.
 *	returns	the first member that must be there and is not; NULL: none, or
 *		t has failed
 */
static const char *
object(struct bh_tok *t, const struct shape *s, void *rec)
{
	struct bh_str key;
	unsigned long seen = 0;
	size_t i;

	bh_tok_obj(t);
	while (bh_tok_member(t, &key)) {
		for (i = 0; i < s->n; i++)
			if (bh_str_is(key, s->member[i].name))
				break;
		if (i == s->n)
			bh_tok_skip(t);
		else if (value(t, &s->member[i], rec))
			seen |= 1UL << i;
	}
	for (i = 0; i < s->n && bh_tok_ok(t); i++)
		if (s->member[i].must && (seen & 1UL << i) == 0)
			return s->member[i].name;
	return NULL;
}

static int
record(struct bh_str line, struct bh_arena *a, const struct shape *s,
    void *rec, struct bh_err *err)
{
	struct bh_tok t;
	const char *missing;

	bh_tok_init(&t, line, a);
	missing = object(&t, s, rec);
	if (!bh_tok_done(&t) || missing != NULL)
		return bh_json_bad(&t, s->record, missing, err);
	return 0;
}

/* --- topology ------------------------------------------------------------- */

static bool
nested(struct bh_tok *t, const struct shape *s, void *rec, const char *why)
{
	if (object(t, s, rec) != NULL)
		return bh_tok_fail(t, why);
	return bh_tok_ok(t);
}

#define AT(m)	offsetof(struct bh_topology, m)

static bool
topology_context(struct bh_tok *t, void *rec)
{
	static const struct member m[] = {
		{ "ref", STR, true, AT(context_ref), NULL },
		{ "commit", STR, true, AT(context_commit), NULL },
	};
	static const struct shape s = SHAPE("context", m);

	return nested(t, &s, rec, "context without ref or commit");
}

static bool
topology_base(struct bh_tok *t, void *rec)
{
	static const struct member m[] = {
		{ "ref", STR, true, AT(base_ref), NULL },
		{ "commit", STR, true, AT(base_commit), NULL },
		{ "how", STR, true, AT(base_how), NULL },
	};
	static const struct shape s = SHAPE("base", m);

	return nested(t, &s, rec, "base without ref, commit or how");
}

int
bh_json_read_topology(struct bh_str line, struct bh_arena *a,
    struct bh_topology *x, struct bh_err *err)
{
	static const struct member m[] = {
		{ "context", CALL, true, 0, topology_context },
		{ "base", CALL, true, 0, topology_base },
		{ "fork_topo", LONG_NULL, true, AT(fork_topo), NULL },
		{ "tip_topo", LONG, true, AT(tip_topo), NULL },
		{ "base_topo", LONG, true, AT(base_topo), NULL },
		{ "tip_is_merge_base", BOOL, true, AT(tip_is_merge_base),
		    NULL },
		{ "tree_dirty", BOOL, true, AT(tree_dirty), NULL },
		{ "context_is_head", BOOL, true, AT(context_is_head), NULL },
		{ "shallow", BOOL, true, AT(shallow), NULL },
	};
	static const struct shape s = SHAPE("topology", m);

	*x = (struct bh_topology){ .fork_topo = -1 };
	return record(line, a, &s, x, err);
}
#undef AT

void
bh_json_put_topology(struct bh_buf *b, const struct bh_topology *x)
{
	struct bh_emit e = bh_json_open(b, BH_R_TOPOLOGY);

	bh_emit_open(&e, "context", '{');
	bh_emit_s(&e, "ref", x->context_ref);
	bh_emit_s(&e, "commit", x->context_commit);
	bh_emit_close(&e, '}');
	bh_emit_open(&e, "base", '{');
	bh_emit_s(&e, "ref", x->base_ref);
	bh_emit_s(&e, "commit", x->base_commit);
	bh_emit_s(&e, "how", x->base_how);
	bh_emit_close(&e, '}');
	if (x->fork_topo < 0)
		bh_emit_null(&e, "fork_topo");
	else
		bh_emit_i(&e, "fork_topo", x->fork_topo);
	bh_emit_i(&e, "tip_topo", x->tip_topo);
	bh_emit_i(&e, "base_topo", x->base_topo);
	bh_emit_b(&e, "tip_is_merge_base", x->tip_is_merge_base);
	bh_emit_b(&e, "tree_dirty", x->tree_dirty);
	bh_emit_b(&e, "context_is_head", x->context_is_head);
	bh_emit_b(&e, "shallow", x->shallow);
	bh_emit_close(&e, '}');
}

/* --- commit --------------------------------------------------------------- */

static bool
commit_line(struct bh_tok *t, void *rec)
{
	struct bh_commit *x = rec;
	struct bh_str s;

	if (!bh_tok_str(t, &s))
		return false;
	x->base_line = bh_str_is(s, "base");
	if (!x->base_line && !bh_str_is(s, "context"))
		return bh_tok_fail(t, "unknown line");
	return true;
}

int
bh_json_read_commit(struct bh_str line, struct bh_arena *a,
    struct bh_commit *x, struct bh_err *err)
{
#define AT(m)	offsetof(struct bh_commit, m)
	static const struct member m[] = {
		{ "line", CALL, true, 0, commit_line },
		{ "topo", LONG, true, AT(topo), NULL },
		{ "commit", STR, true, AT(hash), NULL },
		{ "time", STR, true, AT(time), NULL },
		{ "side", STR_NULL, false, AT(side), NULL },
		{ "title", STR, true, AT(title), NULL },
	};
#undef AT
	static const struct shape s = SHAPE("commit", m);

	*x = (struct bh_commit){ 0 };
	return record(line, a, &s, x, err);
}

void
bh_json_put_commit(struct bh_buf *b, const struct bh_commit *x)
{
	struct bh_emit e = bh_json_open(b, BH_R_COMMIT);

	bh_emit_z(&e, "line", x->base_line ? "base" : "context");
	bh_emit_i(&e, "topo", x->topo);
	bh_emit_s(&e, "commit", x->hash);
	bh_emit_s(&e, "time", x->time);
	if (x->side.p != NULL)
		bh_emit_s(&e, "side", x->side);
	bh_emit_s(&e, "title", x->title);
	bh_emit_close(&e, '}');
}

/* --- selection ------------------------------------------------------------ */

#define AT(m)	offsetof(struct bh_selection, m)

static bool
selection_mode(struct bh_tok *t, void *rec)
{
	struct bh_selection *x = rec;
	struct bh_str s;
	int m;

	if (!bh_tok_str(t, &s))
		return false;
	if ((m = bh_mode_of(s)) == -1)
		return bh_tok_fail(t, "unknown mode");
	x->mode = (enum bh_mode)m;
	return true;
}

static bool
selection_filters(struct bh_tok *t, void *rec)
{
	return bh_json_scope(t, true, &((struct bh_selection *)rec)->filters);
}

static bool
selection_auto(struct bh_tok *t, void *rec)
{
	struct bh_selection *x = rec;
	struct bh_str s;
	int axis;

	bh_tok_arr(t);
	while (bh_tok_elem(t) && bh_tok_str(t, &s))
		for (axis = 0; axis < BH_AXES; axis++)
			if (bh_str_is(s, bh_axis_name((enum bh_axis)axis)))
				x->automatic[axis] = true;
	return bh_tok_ok(t);
}

static bool
selection_dropped(struct bh_tok *t, void *rec)
{
	static const struct member m[] = {
		{ "history", LONG, true, AT(drop_history), NULL },
		{ "dirty", LONG, true, AT(drop_dirty), NULL },
		{ "since", LONG, true, AT(drop_since), NULL },
	};
	static const struct shape s = SHAPE("dropped", m);

	return nested(t, &s, rec, "dropped without history, dirty or since");
}

int
bh_json_read_selection(struct bh_str line, struct bh_arena *a,
    struct bh_selection *x, struct bh_err *err)
{
	static const struct member m[] = {
		{ "project", STR, true, AT(project), NULL },
		{ "mode", CALL, true, 0, selection_mode },
		{ "since", STR_NULL, true, AT(since), NULL },
		{ "since_why", STR, true, AT(since_why), NULL },
		{ "filters", CALL, true, 0, selection_filters },
		{ "auto", CALL, true, 0, selection_auto },
		{ "candidates", LONG, true, AT(candidates), NULL },
		{ "kept", LONG, true, AT(kept), NULL },
		{ "dropped", CALL, true, 0, selection_dropped },
		{ "skipped_keys", LONG, true, AT(skipped_keys), NULL },
		{ "base_exception", BOOL, true, AT(base_exception), NULL },
	};
	static const struct shape s = SHAPE("selection", m);

	*x = (struct bh_selection){ 0 };
	return record(line, a, &s, x, err);
}
#undef AT

void
bh_json_put_selection(struct bh_buf *b, const struct bh_selection *x)
{
	struct bh_emit e = bh_json_open(b, BH_R_SELECTION);
	int axis;

	bh_emit_s(&e, "project", x->project);
	bh_emit_z(&e, "mode", bh_mode_name(x->mode));
	bh_emit_s(&e, "since", x->since);
	bh_emit_s(&e, "since_why", x->since_why);
	bh_json_emit_scope(&e, "filters", &x->filters, true);
	bh_emit_open(&e, "auto", '[');
	for (axis = 0; axis < BH_AXES; axis++)
		if (x->automatic[axis])
			bh_emit_z(&e, NULL, bh_axis_name((enum bh_axis)axis));
	bh_emit_close(&e, ']');
	bh_emit_i(&e, "candidates", x->candidates);
	bh_emit_i(&e, "kept", x->kept);
	bh_emit_open(&e, "dropped", '{');
	bh_emit_i(&e, "history", x->drop_history);
	bh_emit_i(&e, "dirty", x->drop_dirty);
	bh_emit_i(&e, "since", x->drop_since);
	bh_emit_close(&e, '}');
	bh_emit_i(&e, "skipped_keys", x->skipped_keys);
	bh_emit_b(&e, "base_exception", x->base_exception);
	bh_emit_close(&e, '}');
}

/* --- object --------------------------------------------------------------- */

static const char *const roles[] = { "", "context", "base", "both",
    "sibling" };

static bool
object_what(struct bh_tok *t, void *rec)
{
	struct bh_object *x = rec;
	struct bh_str s;

	if (!bh_tok_str(t, &s))
		return false;
	x->dirty = bh_str_is(s, "dirty");
	if (!x->dirty && !bh_str_is(s, "clean"))
		return bh_tok_fail(t, "object neither clean nor dirty");
	return true;
}

static bool
object_role(struct bh_tok *t, void *rec)
{
	struct bh_object *x = rec;
	struct bh_str s;
	int r;

	if (!bh_tok_str(t, &s))
		return false;
	for (r = BH_ROLE_CONTEXT; r <= BH_ROLE_SIBLING; r++)
		if (bh_str_is(s, roles[r])) {
			x->role = (enum bh_role)r;
			return true;
		}
	return bh_tok_fail(t, "unknown role");
}

int
bh_json_read_object(struct bh_str line, struct bh_arena *a,
    struct bh_object *x, struct bh_err *err)
{
#define AT(m)	offsetof(struct bh_object, m)
	static const struct member m[] = {
		{ "key", STR, true, AT(key), NULL },
		{ "what", CALL, true, 0, object_what },
		{ "set", STR, true, AT(set), NULL },
		{ "commit", STR, true, AT(commit), NULL },
		{ "role", CALL, false, 0, object_role },
		{ "topo", LONG, false, AT(topo), NULL },
		{ "base_topo", LONG, false, AT(base_topo), NULL },
		{ "ordinal", LONG, false, AT(ordinal), NULL },
		{ "status", STR, false, AT(status), NULL },
		{ "cases", LONG, false, AT(cases), NULL },
	};
#undef AT
	static const struct shape s = SHAPE("object", m);

	*x = (struct bh_object){ .topo = -1, .base_topo = -1, .ordinal = -1,
	    .cases = -1 };
	return record(line, a, &s, x, err);
}

static void
emit_from_0(struct bh_emit *e, const char *key, long v)
{
	if (v >= 0)
		bh_emit_i(e, key, v);
}

void
bh_json_put_object(struct bh_buf *b, const struct bh_object *x)
{
	struct bh_emit e = bh_json_open(b, BH_R_OBJECT);

	bh_emit_s(&e, "key", x->key);
	bh_emit_z(&e, "what", x->dirty ? "dirty" : "clean");
	bh_emit_s(&e, "set", x->set);
	bh_emit_s(&e, "commit", x->commit);
	if (x->role != BH_ROLE_NONE)
		bh_emit_z(&e, "role", roles[x->role]);
	emit_from_0(&e, "topo", x->topo);
	emit_from_0(&e, "base_topo", x->base_topo);
	emit_from_0(&e, "ordinal", x->ordinal);
	if (x->status.p != NULL)
		bh_emit_s(&e, "status", x->status);
	emit_from_0(&e, "cases", x->cases);
	bh_emit_close(&e, '}');
}

/* --- blessing ------------------------------------------------------------- */

static bool
blessing_prefixes(struct bh_tok *t, void *rec)
{
	return bh_json_values(t, &((struct bh_blessing *)rec)->prefixes);
}

static bool
blessing_scope(struct bh_tok *t, void *rec)
{
	struct bh_blessing *x = rec;

	x->has_body = true;
	return bh_json_scope(t, false, &x->scope);
}

int
bh_json_read_blessing(struct bh_str line, struct bh_arena *a,
    struct bh_blessing *x, struct bh_err *err)
{
#define AT(m)	offsetof(struct bh_blessing, m)
	static const struct member m[] = {
		{ "key", STR, true, AT(key), NULL },
		{ "commit", STR, true, AT(commit), NULL },
		{ "set", STR, false, AT(set), NULL },
		{ "line_topo", LONG, false, AT(line_topo), NULL },
		{ "issued_at", STR, false, AT(issued_at), NULL },
		{ "prefixes", CALL, false, 0, blessing_prefixes },
		{ "scope", CALL, false, 0, blessing_scope },
		{ "status", STR, false, AT(status), NULL },
	};
#undef AT
	static const struct shape s = SHAPE("blessing", m);

	*x = (struct bh_blessing){ .line_topo = -1 };
	return record(line, a, &s, x, err);
}

void
bh_json_put_blessing(struct bh_buf *b, const struct bh_blessing *x)
{
	struct bh_emit e = bh_json_open(b, BH_R_BLESSING);
	size_t i;

	bh_emit_s(&e, "key", x->key);
	bh_emit_s(&e, "commit", x->commit);
	if (x->set.p != NULL)
		bh_emit_s(&e, "set", x->set);
	emit_from_0(&e, "line_topo", x->line_topo);
	if (x->has_body) {
		bh_emit_s(&e, "issued_at", x->issued_at);
		bh_emit_open(&e, "prefixes", '[');
		for (i = 0; i < x->prefixes.n; i++)
			bh_emit_s(&e, NULL, x->prefixes.v[i]);
		bh_emit_close(&e, ']');
		bh_json_emit_scope(&e, "scope", &x->scope, false);
	}
	if (x->status.p != NULL)
		bh_emit_s(&e, "status", x->status);
	bh_emit_close(&e, '}');
}

/* --- warning, hint, bad; removal ------------------------------------------ */

static bool
notice_type(struct bh_tok *t, void *rec)
{
	struct bh_notice *x = rec;
	struct bh_str s;

	if (!bh_tok_str(t, &s))
		return false;
	for (x->type = BH_R_WARNING; x->type <= BH_R_BAD; x->type++)
		if (bh_str_is(s, bh_rtype_name(x->type)))
			return true;
	return bh_tok_fail(t, "neither warning, hint nor bad");
}

int
bh_json_read_notice(struct bh_str line, struct bh_arena *a,
    struct bh_notice *x, struct bh_err *err)
{
#define AT(m)	offsetof(struct bh_notice, m)
	static const struct member m[] = {
		{ "type", CALL, true, 0, notice_type },
		{ "code", STR, false, AT(code), NULL },
		{ "text", STR, false, AT(text), NULL },
		{ "key", STR, false, AT(code), NULL },
		{ "why", STR, false, AT(text), NULL },
	};
#undef AT
	static const struct shape s = SHAPE("notice", m);
	const char *missing = NULL;

	*x = (struct bh_notice){ 0 };
	if (record(line, a, &s, x, err) == -1)
		return -1;
	if (x->code.p == NULL)
		missing = x->type == BH_R_BAD ? "key" : "code";
	else if (x->text.p == NULL)
		missing = x->type == BH_R_BAD ? "why" : "text";
	if (missing != NULL)
		return bh_fail(err, BH_DATA, "%s: member '%s' is missing",
		    bh_rtype_name(x->type), missing);
	return 0;
}

void
bh_json_put_notice(struct bh_buf *b, const struct bh_notice *x)
{
	struct bh_emit e = bh_json_open(b, x->type);

	bh_emit_s(&e, x->type == BH_R_BAD ? "key" : "code", x->code);
	bh_emit_s(&e, x->type == BH_R_BAD ? "why" : "text", x->text);
	bh_emit_close(&e, '}');
}

int
bh_json_read_removal(struct bh_str line, struct bh_arena *a,
    struct bh_removal *x, struct bh_err *err)
{
#define AT(m)	offsetof(struct bh_removal, m)
	static const struct member m[] = {
		{ "dry_run", BOOL, true, AT(dry_run), NULL },
		{ "objects", LONG, true, AT(objects), NULL },
		{ "blessings", LONG, true, AT(blessings), NULL },
	};
#undef AT
	static const struct shape s = SHAPE("removal", m);

	*x = (struct bh_removal){ 0 };
	return record(line, a, &s, x, err);
}

void
bh_json_put_removal(struct bh_buf *b, const struct bh_removal *x)
{
	struct bh_emit e = bh_json_open(b, BH_R_REMOVAL);

	bh_emit_b(&e, "dry_run", x->dry_run);
	bh_emit_i(&e, "objects", x->objects);
	bh_emit_i(&e, "blessings", x->blessings);
	bh_emit_close(&e, '}');
}
