#include "edge/placed.h"

#include <stdlib.h>

#include "edge/current.h"
#include "edge/json.h"

/* --- records ------------------------------------------------------------------ */

static struct bh_strs
copy_values(struct bh_arena *a, struct bh_strs v)
{
	struct bh_strs to = { bh_calloc(a, v.n, sizeof(*to.v)), v.n };
	size_t i;

	for (i = 0; i < v.n; i++)
		to.v[i] = bh_str_dup(a, v.v[i]);
	return to;
}

static struct bh_str
copy(struct bh_arena *a, struct bh_str s)
{
	return s.p == NULL ? s : bh_str_dup(a, s);
}

static int
topology(struct bh_placed *p, struct bh_str line, struct bh_arena *tmp,
    struct bh_err *err)
{
	struct bh_topology *t = &p->topology;

	if (p->have_topology)
		return bh_fail(err, BH_DATA, "a second topology");
	if (bh_json_read_topology(line, tmp, t, err) == -1)
		return -1;
	t->context_ref = copy(&p->arena, t->context_ref);
	t->context_commit = copy(&p->arena, t->context_commit);
	t->base_ref = copy(&p->arena, t->base_ref);
	t->base_commit = copy(&p->arena, t->base_commit);
	t->base_how = BH_STR_NONE;
	p->have_topology = true;
	return 0;
}

static int
selection(struct bh_placed *p, struct bh_str line, struct bh_arena *tmp,
    struct bh_err *err)
{
	struct bh_selection *s = &p->selection;
	int x;

	if (p->have_selection)
		return bh_fail(err, BH_DATA, "a second selection");
	if (bh_json_read_selection(line, tmp, s, err) == -1)
		return -1;
	s->project = copy(&p->arena, s->project);
	s->since = s->since_why = BH_STR_NONE;
	for (x = 0; x < BH_AXES; x++)
		s->filters.axis[x] = copy_values(&p->arena,
		    s->filters.axis[x]);
	p->have_selection = true;
	return 0;
}

static int
object(struct bh_placed *p, struct bh_str line, struct bh_arena *tmp,
    struct bh_err *err)
{
	struct bh_placed_object *to;
	struct bh_object o;
	bool both;

	if (bh_json_read_object(line, tmp, &o, err) == -1)
		return -1;
	if (o.role == BH_ROLE_NONE || o.ordinal < 0)
		return bh_fail(err, BH_DATA, "object is not placed");
	both = o.role == BH_ROLE_BOTH;
	if ((o.topo < 0 && (both || o.role == BH_ROLE_CONTEXT)) ||
	    (o.base_topo < 0 && o.role != BH_ROLE_CONTEXT) ||
	    o.topo > INT32_MAX || o.base_topo > INT32_MAX)
		return bh_fail(err, BH_DATA, "object without its topo");
	p->object = bh_more(&p->arena, p->object, p->nobject, &p->capobject,
	    sizeof(*p->object));
	to = &p->object[p->nobject++];
	*to = (struct bh_placed_object){ .key = copy(&p->arena, o.key),
	    .set = copy(&p->arena, o.set), .ordinal = o.ordinal,
	    .dirty = o.dirty, .sibling = o.role == BH_ROLE_SIBLING,
	    .topo = both || o.role == BH_ROLE_CONTEXT ? o.topo : -1,
	    .base_topo = o.role == BH_ROLE_CONTEXT ? -1 : o.base_topo };
	return 0;
}

static int
blessing(struct bh_placed *p, struct bh_str line, struct bh_arena *tmp,
    struct bh_err *err)
{
	struct bh_blessing b;

	if (bh_json_read_blessing(line, tmp, &b, err) == -1)
		return -1;
	p->bless = bh_more(&p->arena, p->bless, p->nbless, &p->capbless,
	    sizeof(*p->bless));
	p->bless[p->nbless++] = (struct bh_blessing){
	    .key = copy(&p->arena, b.key), .commit = copy(&p->arena, b.commit),
	    .set = copy(&p->arena, b.set), .line_topo = b.line_topo };
	return 0;
}

static int
commit(struct bh_placed *p, struct bh_str line, struct bh_arena *tmp,
    struct bh_err *err)
{
	struct bh_commit c;

	if (bh_json_read_commit(line, tmp, &c, err) == -1)
		return -1;
	c.title = BH_STR_NONE;
	return bh_line_add(c.base_line ? &p->base : &p->context, &p->arena,
	    &c) ? 0 : bh_fail(err, BH_DATA, "commit out of order");
}

int
bh_placed_record(struct bh_placed *p, enum bh_rtype type, struct bh_str line,
    struct bh_arena *tmp, struct bh_err *err)
{
	switch (type) {
	case BH_R_TOPOLOGY:
		return topology(p, line, tmp, err);
	case BH_R_SELECTION:
		return selection(p, line, tmp, err);
	case BH_R_COMMIT:
		return commit(p, line, tmp, err);
	case BH_R_OBJECT:
		return object(p, line, tmp, err);
	case BH_R_BLESSING:
		return blessing(p, line, tmp, err);
	default:
		return 0;
	}
}

int
bh_placed_current(struct bh_placed *p, struct bh_strs files,
    struct bh_err *err)
{
	struct bh_current *c = bh_calloc(&p->arena, files.n, sizeof(*c));
	size_t i, k;

	if (bh_current_read_all(files, &p->arena, c, err) == -1)
		return -1;
	if (!bh_str_eq(c[0].commit, p->topology.context_commit))
		return bh_fail(err, BH_DATA, "%.*s: measured at %.*s, not at "
		    "the context commit", BH_FMT(files.v[0]),
		    BH_FMT(c[0].commit));
	for (i = 0; i < files.n; i++)
		for (k = 0; k < c[i].nrun; k++) {
			p->object = bh_more(&p->arena, p->object, p->nobject,
			    &p->capobject, sizeof(*p->object));
			p->object[p->nobject++] = (struct bh_placed_object){
			    .key = files.v[i], .set = c[i].run[k].set,
			    .text = c[i].run[k].text, .base_topo = -1,
			    .topo = p->topology.tip_topo,
			    .ordinal = (long)p->nobject };
		}
	return 0;
}

/* --- order ---------------------------------------------------------------------- */

/*
 * The two lines share their beginning, and a commit on both has one position,
 * so by this order points of either line come in the order of that line.
 */
static int
object_cmp(const void *x, const void *y)
{
	const struct bh_placed_object *a = x, *b = y;
	long s = a->topo >= 0 ? a->topo : a->base_topo;
	long t = b->topo >= 0 ? b->topo : b->base_topo;

	if (a->sibling != b->sibling)
		return (int)a->sibling - (int)b->sibling;
	if (s != t)
		return (s > t) - (s < t);
	if (a->dirty != b->dirty)
		return (int)a->dirty - (int)b->dirty;
	return (a->ordinal > b->ordinal) - (a->ordinal < b->ordinal);
}

static int
set_cmp(const void *x, const void *y)
{
	return bh_set_cmp(*(const struct bh_str *)x,
	    *(const struct bh_str *)y);
}

static size_t
unique(struct bh_str *v, size_t n)
{
	size_t i, k = 0;

	if (n > 0)
		qsort(v, n, sizeof(*v), set_cmp);
	for (i = 0; i < n; i++)
		if (k == 0 || !bh_str_eq(v[k - 1], v[i]))
			v[k++] = v[i];
	return k;
}

/* A few sets, many objects: neighbours in a listing share theirs. */
static struct bh_str *
set_names(struct bh_placed *p, size_t *n)
{
	struct bh_str *v = NULL;
	size_t i, cap = 0, least = 64;

	for (*n = i = 0; i < p->nobject; i++) {
		if (*n > 0 && bh_str_eq(v[*n - 1], p->object[i].set))
			continue;
		v = bh_more(&p->arena, v, *n, &cap, sizeof(*v));
		v[(*n)++] = p->object[i].set;
		if (*n >= least) {
			*n = unique(v, *n);
			least = *n * 2 > 64 ? *n * 2 : 64;
		}
	}
	*n = unique(v, *n);
	return v;
}

void
bh_placed_sort(struct bh_placed *p, struct bh_str **sets, size_t *nsets,
    struct bh_place **place, size_t *nplace)
{
	struct bh_placed_object *o;
	struct bh_place *to;
	struct bh_str *at;
	size_t i;

	*sets = set_names(p, nsets);
	if (p->nobject > 0)
		qsort(p->object, p->nobject, sizeof(*p->object), object_cmp);
	*place = bh_calloc(&p->arena, p->nobject, sizeof(**place));
	*nplace = 0;
	for (i = 0; i < p->nobject && !p->object[i].sibling; i++) {
		o = &p->object[i];
		at = bsearch(&o->set, *sets, *nsets, sizeof(**sets), set_cmp);
		to = &(*place)[(*nplace)++];
		*to = (struct bh_place){ .set = (size_t)(at - *sets),
		    .topo = (int32_t)o->topo,
		    .base_topo = (int32_t)o->base_topo, .dirty = o->dirty };
	}
}

void
bh_placed_free(struct bh_placed *p)
{
	bh_arena_free(&p->arena);
}
