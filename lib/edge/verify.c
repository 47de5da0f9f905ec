#include "edge/verify.h"

#include <stdlib.h>

#include "edge/json.h"
#include "edge/json_run.h"

void
bh_verify_free(struct bh_verify *v)
{
	bh_run_scan_free(&v->scan);
	bh_arena_free(&v->arena);
}

/* --- runs ------------------------------------------------------------------ */

static int
each(void *ctx, struct bh_run_scan *s, struct bh_err *err)
{
	struct bh_verify *v = ctx;
	struct bh_id *id;
	size_t i;

	if (s->repeated > 0)
		return bh_fail(err, BH_DATA, "two metrics of one kind");
	v->id = bh_more(&v->arena, v->id, v->nid, &v->capid, sizeof(*v->id));
	id = &v->id[v->nid++];
	id->n = s->id.n;
	id->seg = bh_calloc(&v->arena, id->n, sizeof(*id->seg));
	for (i = 0; i < id->n; i++)
		id->seg[i] = bh_str_dup(&v->arena, s->id.seg[i]);
	return 0;
}

static int
by_id(const void *a, const void *b)
{
	const struct bh_id *x = a, *y = b;

	return bh_id_cmp(*x, *y);
}

static int
results(struct bh_verify *v, struct bh_str body, struct bh_err *err)
{
	size_t i;

	v->id = NULL;
	v->nid = v->capid = 0;
	v->scan.expect = BH_STR_NONE;
	v->scan.repeated = 0;
	if (bh_run_scan(&v->scan, body, each, v, err) == -1)
		return -1;
	if (v->nid > 1)
		qsort(v->id, v->nid, sizeof(*v->id), by_id);
	for (i = 1; i < v->nid; i++)
		if (bh_id_cmp(v->id[i - 1], v->id[i]) == 0)
			return bh_fail(err, BH_DATA, "id '%s' occurs twice",
			    bh_id_join(&v->arena, v->id[i]).p);
	return 0;
}

static bool
is_segment(struct bh_verify *v, struct bh_str raw, struct bh_str segment)
{
	return bh_str_eq(bh_key_sanitize(&v->arena, raw), segment);
}

/*
 * Readers never look at the context, so only what it does say is held against
 * the key.
 */
static int
context(struct bh_verify *v, const struct bh_key *k, struct bh_str body,
    struct bh_err *err)
{
	struct bh_run_context c = BH_RUN_CONTEXT_INIT;
	struct bh_str text = bh_json_run_context_text(body, &v->arena);
	const char *what = NULL;
	struct bh_err own = BH_ERR_INIT;

	c.dirty = k->what == BH_KEY_DIRTY;
	if (text.p == NULL || bh_json_read_run_context(text, &v->arena, &c,
	    &own) == -1)
		return 0;
	if (c.commit.n > 0 && !is_segment(v, c.commit, k->commit))
		what = "commit";
	else if (c.triple.p != NULL && !is_segment(v, c.triple, k->triple))
		what = "target triple";
	else if (c.dirty != (k->what == BH_KEY_DIRTY))
		what = "state of the tree";
	return what == NULL ? 0 : bh_fail(err, BH_DATA, "the %s of its "
	    "context is not that of its key", what);
}

/* --- blessings ------------------------------------------------------------- */

static int
blessing(struct bh_verify *v, const struct bh_key *k, struct bh_str body,
    struct bh_err *err)
{
	struct bh_blessing x = { .commit = k->commit };

	if (k->what == BH_KEY_BLESS_SET)
		x.set = bh_key_set(&v->arena, k);
	return bh_json_read_bless(body, &v->arena, &x, err);
}

int
bh_verify_body(struct bh_verify *v, const struct bh_key *k,
    struct bh_str body, struct bh_err *err)
{
	bh_arena_reset(&v->arena);
	if (k->what == BH_KEY_BLESS || k->what == BH_KEY_BLESS_SET)
		return blessing(v, k, body, err);
	if (results(v, body, err) == -1)
		return -1;
	return context(v, k, body, err);
}
