/* Records of selection; warnings, hints, what is bad; removals. */
#include "edge/json_record.h"

/* --- topology ------------------------------------------------------------- */

#define M(...)	BH_M(struct bh_topology, __VA_ARGS__)

static const struct bh_member context_members[] = {
	M("ref", STR, BH_MUST, context_ref),
	M("commit", STR, BH_MUST, context_commit),
};
static const struct bh_shape context = BH_SHAPE(struct bh_topology,
    "context", context_members);

static const struct bh_member base_members[] = {
	M("ref", STR, BH_MUST, base_ref),
	M("commit", STR, BH_MUST, base_commit),
	M("how", STR, BH_MUST, base_how),
};
static const struct bh_shape base = BH_SHAPE(struct bh_topology, "base",
    base_members);

static const struct bh_member topology_members[] = {
	BH_M0("context", OBJECT, BH_MUST, .by = &context),
	BH_M0("base", OBJECT, BH_MUST, .by = &base),
	M("fork_topo", LONG, BH_MUST | BH_NULL | BH_FROM_0, fork_topo),
	M("tip_topo", LONG, BH_MUST, tip_topo),
	M("base_topo", LONG, BH_MUST, base_topo),
	M("tip_is_merge_base", BOOL, BH_MUST, tip_is_merge_base),
	M("tree_dirty", BOOL, BH_MUST, tree_dirty),
	M("context_is_head", BOOL, BH_MUST, context_is_head),
	M("shallow", BOOL, BH_MUST, shallow),
};
static const struct bh_topology no_topology = { .fork_topo = -1 };
static const struct bh_shape topology = BH_SHAPE(struct bh_topology,
    "topology", topology_members, .empty = &no_topology);
#undef M

BH_JSON_RECORD(topology, bh_topology, BH_R_TOPOLOGY)

/* --- commit --------------------------------------------------------------- */

#define M(...)	BH_M(struct bh_commit, __VA_ARGS__)

static const struct bh_either lines = { "base", "context", "unknown line" };

static const struct bh_member commit_members[] = {
	M("line", EITHER, BH_MUST, base_line, .by = &lines),
	M("topo", LONG, BH_MUST, topo),
	M("commit", STR, BH_MUST, hash),
	M("time", STR, BH_MUST, time),
	M("side", STR, BH_LAX, side),
	M("title", STR, BH_MUST, title),
};
static const struct bh_shape commit = BH_SHAPE(struct bh_commit, "commit",
    commit_members);
#undef M

BH_JSON_RECORD(commit, bh_commit, BH_R_COMMIT)

/* --- selection ------------------------------------------------------------ */

static bool
read_axes(struct bh_tok *t, void *at)
{
	bool *automatic = at;
	struct bh_str s;
	int axis;

	bh_tok_arr(t);
	while (bh_tok_elem(t) && bh_tok_str(t, &s))
		for (axis = 0; axis < BH_AXES; axis++)
			if (bh_str_is(s, bh_axis_name((enum bh_axis)axis)))
				automatic[axis] = true;
	return bh_tok_ok(t);
}

static void
put_axes(struct bh_emit *e, const char *key, const void *at)
{
	const bool *automatic = at;
	int axis;

	bh_emit_open(e, key, '[');
	for (axis = 0; axis < BH_AXES; axis++)
		if (automatic[axis])
			bh_emit_z(e, NULL, bh_axis_name((enum bh_axis)axis));
	bh_emit_close(e, ']');
}

static const struct bh_own axes = { read_axes, put_axes };

#define M(...)	BH_M(struct bh_selection, __VA_ARGS__)

static const struct bh_member dropped_members[] = {
	M("history", LONG, BH_MUST, drop_history),
	M("dirty", LONG, BH_MUST, drop_dirty),
	M("since", LONG, BH_MUST, drop_since),
};
static const struct bh_shape dropped = BH_SHAPE(struct bh_selection,
    "dropped", dropped_members);

static const struct bh_member selection_members[] = {
	M("project", STR, BH_MUST, project),
	M("mode", NAME, BH_MUST, mode, .by = &bh_mode_names),
	M("since", STR, BH_MUST | BH_NULL, since),
	M("since_why", STR, BH_MUST, since_why),
	M("filters", OWN, BH_MUST, filters, .by = &bh_json_filters),
	M("auto", OWN, BH_MUST, automatic, .by = &axes),
	M("candidates", LONG, BH_MUST, candidates),
	M("kept", LONG, BH_MUST, kept),
	BH_M0("dropped", OBJECT, BH_MUST, .by = &dropped),
	M("skipped_keys", LONG, BH_MUST, skipped_keys),
	M("base_exception", BOOL, BH_MUST, base_exception),
};
static const struct bh_shape selection = BH_SHAPE(struct bh_selection,
    "selection", selection_members);
#undef M

BH_JSON_RECORD(selection, bh_selection, BH_R_SELECTION)

/* --- object --------------------------------------------------------------- */

#define M(...)	BH_M(struct bh_object, __VA_ARGS__)

static const char *
role_name(int r)
{
	static const char *const names[] = { "", "context", "base", "both",
	    "sibling" };

	return names[r];
}

static int
role_of(struct bh_str s)
{
	int r;

	for (r = BH_ROLE_CONTEXT; r <= BH_ROLE_SIBLING; r++)
		if (bh_str_is(s, role_name(r)))
			return r;
	return -1;
}

static const struct bh_names roles = { role_name, role_of, "unknown role" };
static const struct bh_either whats = { "dirty", "clean",
    "object neither clean nor dirty" };

static const struct bh_member object_members[] = {
	M("key", STR, BH_MUST, key),
	M("what", EITHER, BH_MUST, dirty, .by = &whats),
	M("set", STR, BH_MUST, set),
	M("commit", STR, BH_MUST, commit),
	M("role", NAME, BH_SOME, role, .by = &roles),
	M("topo", LONG, BH_FROM_0, topo),
	M("base_topo", LONG, BH_FROM_0, base_topo),
	M("ordinal", LONG, BH_FROM_0, ordinal),
	M("status", STR, 0, status),
	M("cases", LONG, BH_FROM_0, cases),
};
static const struct bh_object no_object = { .topo = -1, .base_topo = -1,
    .ordinal = -1, .cases = -1 };
static const struct bh_shape object = BH_SHAPE(struct bh_object, "object",
    object_members, .empty = &no_object);
#undef M

BH_JSON_RECORD(object, bh_object, BH_R_OBJECT)

/* --- blessing ------------------------------------------------------------- */

#define M(...)	BH_M(struct bh_blessing, __VA_ARGS__)

static const struct bh_member blessing_members[] = {
	M("key", STR, BH_MUST, key),
	M("commit", STR, BH_MUST, commit),
	M("set", STR, 0, set),
	M("line_topo", LONG, BH_FROM_0, line_topo),
	M("issued_at", STR, 0, issued_at),
	M("prefixes", OWN, BH_IF, prefixes, .by = &bh_json_strings,
	    .has = offsetof(struct bh_blessing, has_body)),
	M("scope", OWN, BH_HAS, scope, .by = &bh_json_axes,
	    .has = offsetof(struct bh_blessing, has_body)),
	M("status", STR, 0, status),
};
static const struct bh_blessing no_blessing = { .line_topo = -1 };
static const struct bh_shape blessing = BH_SHAPE(struct bh_blessing,
    "blessing", blessing_members, .empty = &no_blessing);
#undef M

BH_JSON_RECORD(blessing, bh_blessing, BH_R_BLESSING)

/* --- warning, hint, bad ---------------------------------------------------- */

#define M(...)	BH_M(struct bh_notice, __VA_ARGS__)

static bool
read_notice_type(struct bh_tok *t, void *at)
{
	enum bh_rtype *type = at;
	struct bh_str s;

	if (!bh_tok_str(t, &s))
		return false;
	for (*type = BH_R_WARNING; *type <= BH_R_BAD; ++*type)
		if (bh_str_is(s, bh_rtype_name(*type)))
			return true;
	return bh_tok_fail(t, "neither warning, hint nor bad");
}

static const struct bh_own notice_type = { read_notice_type, NULL };

static const struct bh_member notice_members[] = {
	M("type", OWN, BH_MUST, type, .by = &notice_type),
	M("code", STR, 0, code),
	M("text", STR, 0, text),
	M("key", STR, BH_READ, code),
	M("why", STR, BH_READ, text),
};
static const struct bh_shape notice = BH_SHAPE(struct bh_notice, "notice",
    notice_members);
#undef M

int
bh_json_read_notice(struct bh_str line, struct bh_arena *a,
    struct bh_notice *x, struct bh_err *err)
{
	const char *missing = NULL;

	if (bh_shape_read_text(line, a, &notice, x, err) == -1)
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

/* --- removal --------------------------------------------------------------- */

#define M(...)	BH_M(struct bh_removal, __VA_ARGS__)

static const struct bh_member removal_members[] = {
	M("dry_run", BOOL, BH_MUST, dry_run),
	M("objects", LONG, BH_MUST, objects),
	M("blessings", LONG, BH_MUST, blessings),
};
static const struct bh_shape removal = BH_SHAPE(struct bh_removal, "removal",
    removal_members);
#undef M

BH_JSON_RECORD(removal, bh_removal, BH_R_REMOVAL)
