/* bh-render --as account: what the verbs of the store did, in a line or two. */
#include "show/view.h"

/* --- stored runs ------------------------------------------------------- */

static const char *
remark(struct bh_str status)
{
	if (bh_str_is(status, "kept"))
		return " (kept existing)";
	if (bh_str_is(status, "replaced"))
		return " (replaced)";
	if (bh_str_is(status, "refused"))
		return " (refused, already stored)";
	return "";
}

static void
put_engines(struct bh_buf *b, const struct bh_gather *g)
{
	const char *sep = " [";
	size_t i;

	for (i = 0; i < g->nobject; i++) {
		bh_buf_z(b, sep);
		bh_fmt_str(b, BH_FMT_TEXT, bh_fmt_set(g->object[i].set).engine);
		bh_buf_f(b, " %ld%s", g->object[i].cases,
		    remark(g->object[i].status));
		sep = "; ";
	}
	bh_buf_z(b, g->nobject > 0 ? "]\n" : "\n");
}

static int
stored(struct bh_buf *b, const struct bh_gather *g, struct bh_err *err)
{
	long objects = 0, cases = 0;
	bool would = false;
	const struct bh_object *o;
	size_t i;

	for (i = 0; i < g->nobject; i++) {
		o = &g->object[i];
		if (o->status.p == NULL || o->cases < 0)
			return bh_fail(err, BH_DATA,
			    "object %.*s: nothing was done with it",
			    BH_FMT(o->key));
		would |= bh_str_is(o->status, "not_stored");
		objects += !bh_str_is(o->status, "kept") &&
		    !bh_str_is(o->status, "refused");
		cases += o->cases;
	}
	bh_buf_z(b, would ? "Would store " : "Stored ");
	bh_fmt_count(b, objects, "object");
	bh_buf_z(b, ", ");
	bh_fmt_count(b, cases, "case");
	bh_buf_c(b, '.');
	put_engines(b, g);
	return 0;
}

/* --- blessings --------------------------------------------------------- */

static void
put_axis(struct bh_buf *b, struct bh_arena *a, const char *name,
    const struct bh_strs *v)
{
	bh_buf_f(b, " %s=", name);
	if (v->n == 0)
		bh_buf_z(b, "any");
	else
		bh_fmt_str(b, BH_FMT_TEXT, bh_view_axis(a, v));
}

/* "Blessed 2 prefixes (scope engine=any ...) at SHORT." */
static int
blessed(struct bh_buf *b, struct bh_gather *g, const struct bh_blessing *x,
    struct bh_err *err)
{
	if (!x->has_body)
		return bh_fail(err, BH_DATA,
		    "blessing %.*s is without its body", BH_FMT(x->key));
	bh_buf_z(b, "Blessed ");
	if (x->prefixes.n == 0)
		bh_buf_z(b, "every benchmark");
	else
		bh_buf_f(b, "%zu prefix%s", x->prefixes.n,
		    x->prefixes.n == 1 ? "" : "es");
	bh_buf_z(b, " (scope");
	put_axis(b, &g->arena, "engine", &x->scope.axis[BH_AXIS_ENGINE]);
	put_axis(b, &g->arena, "target-triple",
	    &x->scope.axis[BH_AXIS_TRIPLE]);
	put_axis(b, &g->arena, "machine-key",
	    &x->scope.axis[BH_AXIS_MACHINE]);
	bh_buf_z(b, ") at ");
	bh_fmt_str(b, BH_FMT_TEXT, bh_fmt_short(x->commit));
	bh_buf_z(b, ".\n");
	return 0;
}

/* --- removals ---------------------------------------------------------- */

/* The commit they are all at; none: of several, or not known. */
static struct bh_str
common_commit(const struct bh_gather *g, struct bh_str c)
{
	size_t i;

	for (i = 0; i < g->nblessing; i++)
		if (c.p == NULL)
			c = g->blessing[i].commit;
		else if (!bh_str_eq(c, g->blessing[i].commit))
			return BH_STR_NONE;
	return c;
}

/* Statuses must add up to what the closing account says. */
static int
check_removal(const struct bh_gather *g, struct bh_err *err)
{
	long objects = 0, blessings = 0;
	size_t i;

	for (i = 0; i < g->nobject; i++)
		objects += g->object[i].status.p != NULL;
	for (i = 0; i < g->nblessing; i++)
		blessings += g->blessing[i].status.p != NULL;
	if (objects == g->removal.objects && blessings == g->removal.blessings)
		return 0;
	return bh_fail(err, BH_DATA, "%ld objects, %ld blessings, the account "
	    "says %ld, %ld", objects, blessings, g->removal.objects,
	    g->removal.blessings);
}

static int
removed(struct bh_buf *b, const struct bh_gather *g, struct bh_str at,
    struct bh_err *err)
{
	const struct bh_removal *r = &g->removal;
	struct bh_str commit = common_commit(g, at);

	if (check_removal(g, err) == -1)
		return -1;
	if (r->objects + r->blessings == 0)
		bh_buf_z(b, "No blessings");
	else
		bh_buf_z(b, r->dry_run ? "Would remove " : "Removed ");
	if (r->objects > 0)
		bh_fmt_count(b, r->objects, "run");
	if (r->objects > 0 && r->blessings > 0)
		bh_buf_z(b, " and ");
	if (r->blessings > 0)
		bh_fmt_count(b, r->blessings, "blessing");
	if (commit.p != NULL && r->objects == 0) {
		bh_buf_z(b, " at ");
		bh_fmt_str(b, BH_FMT_TEXT, bh_fmt_short(commit));
	}
	bh_buf_z(b, ".\n");
	return 0;
}

int
bh_view_account(struct bh_gather *g, const struct bh_ask *ask,
    struct bh_outs *o, struct bh_err *err)
{
	struct bh_buf *b = &o->text[BH_OUT_TEXT];
	size_t i;

	if (g->has[BH_R_REMOVAL])
		return removed(b, g, ask->commit, err);
	if (g->nblessing == 0)
		return stored(b, g, err);
	for (i = 0; i < g->nblessing; i++)
		if (blessed(b, g, &g->blessing[i], err) == -1)
			return -1;
	return 0;
}
