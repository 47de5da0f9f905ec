#include "edge/candidate.h"

#include <string.h>

#include "model/bless.h"

static struct bh_str
last_segment(struct bh_str dir)		/* of "a/b/c/": "c" */
{
	size_t i;

	for (i = --dir.n; i > 0 && dir.p[i - 1] != '/'; i--)
		;
	return bh_str_from(dir, i);
}

/* --- sets ----------------------------------------------------------------- */

/* "v1/P/objects/E/T/M/" as "E/T/M"; false: unknown engine. */
static bool
set_of(struct bh_arena *a, struct bh_str dir, struct bh_str *set)
{
	struct bh_str part;
	int i, engine;

	dir.n--;
	for (i = 0; i < 3; i++)
		bh_str_cut(&dir, '/', &part);
	bh_str_cut(&dir, '/', &part);
	if ((engine = bh_engine_of(part)) == -1)
		return false;
	*set = bh_strf(a, "%s/%.*s", bh_engine_name((enum bh_engine)engine),
	    BH_FMT(dir));
	return true;
}

static bool
passes(const struct bh_candidates *c, bool any_machine)
{
	struct bh_scope s;
	size_t i;

	for (i = 0; i < c->nscope; i++) {
		s = c->scope[i];
		if (any_machine)
			s.axis[BH_AXIS_MACHINE].n = 0;
		if (bh_scope_covers(&s, c->set))
			return true;
	}
	return false;
}

static enum bh_store_way
partition(struct bh_candidates *c, struct bh_str dir)
{
	c->partition = BH_STR_NONE;
	if (!set_of(c->a, dir, &c->set))
		return BH_STORE_LOOK;	/* to count what is there */
	c->sibling = !passes(c, false);
	if (c->sibling && !(c->siblings && passes(c, true)))
		return BH_STORE_SKIP;
	c->partition = bh_str_dup(c->a, dir);
	return BH_STORE_LOOK;
}

/* --- the walk ------------------------------------------------------------- */

static enum bh_store_way
commit(const struct bh_candidates *c, struct bh_str dir)
{
	struct bh_str hex = last_segment(dir);
	const struct bh_hist_commit *at;

	if (c->only != NULL)
		return bh_str_is(hex, c->only) ? BH_STORE_LOOK : BH_STORE_SKIP;
	if (c->partition.p == NULL || !c->sibling)
		return BH_STORE_LOOK;
	at = bh_hist_find(c->hist, hex);
	return at != NULL && at->base_topo >= 0 ? BH_STORE_ASSUME :
	    BH_STORE_SKIP;
}

/* Of a project's blessings. */
static enum bh_store_way
blessed(const struct bh_candidates *c, struct bh_str dir)
{
	struct bh_str hex = last_segment(dir);

	if (c->only != NULL)
		return bh_str_is(hex, c->only) ? BH_STORE_LOOK : BH_STORE_SKIP;
	return c->off || bh_hist_find(c->hist, hex) != NULL ? BH_STORE_LOOK :
	    BH_STORE_SKIP;
}

static bool
in_blessings(struct bh_str dir)
{
	struct bh_str part;
	int i;

	for (i = 0; i < 4; i++)
		bh_str_cut(&dir, '/', &part);
	return bh_str_is(part, "blessings");
}

static enum bh_store_way
directory(void *arg, struct bh_str dir, enum bh_store_depth depth)
{
	struct bh_candidates *c = arg;

	switch (depth) {
	case BH_STORE_ENGINE:
		c->partition = BH_STR_NONE;
		return BH_STORE_LOOK;
	case BH_STORE_TRIPLE:
		return in_blessings(dir) ? blessed(c, dir) : BH_STORE_LOOK;
	case BH_STORE_MACHINE:
		return partition(c, dir);
	case BH_STORE_COMMIT:
		return commit(c, dir);
	default:
		return BH_STORE_LOOK;
	}
}

/* What nearly all keys are, known by their ends. */
static bool
is_clean(const struct bh_candidates *c, struct bh_str key, struct bh_str *hex)
{
	const struct bh_str leaf = BH_STR("/clean.json");

	if (c->partition.p == NULL || !bh_str_starts(key, c->partition) ||
	    !bh_str_ends(key, leaf))
		return false;
	*hex = bh_str_from(key, c->partition.n);
	if (hex->n <= leaf.n)
		return false;
	hex->n -= leaf.n;
	return memchr(hex->p, '/', hex->n) == NULL;
}

static int
one_key(void *arg, struct bh_str key, struct bh_err *err)
{
	struct bh_candidates *c = arg;
	struct bh_candidate x = { .set = c->set, .sibling = c->sibling,
	    .line_topo = -1 };
	struct bh_key k = { .what = BH_KEY_CLEAN };
	struct bh_str hex;
	int r;

	if (!is_clean(c, key, &hex)) {
		if (!bh_key_parse(key, &k)) {
			c->skipped++;
			return 0;
		}
		hex = k.commit;
		if (k.what == BH_KEY_BLESS) {
			x.set = BH_STR_NONE;
			x.sibling = false;
		} else if (c->partition.p == NULL)
			return 0;
	}
	x.what = k.what;
	if (x.sibling) {	/* the name of the file was a guess */
		if (x.what != BH_KEY_CLEAN)
			return 0;
		if ((r = bh_store_has(c->store, key,
		    err)) != 1)
			return r;
	}
	x.at = bh_hist_find(c->hist, hex);
	x.key = bh_str_dup(c->a, key);
	x.commit = (struct bh_str){ x.key.p + (hex.p - key.p), hex.n };
	c->v = bh_more(c->a, c->v, c->n, &c->cap, sizeof(*c->v));
	c->v[c->n++] = x;
	return 0;
}

int
bh_candidates_list(struct bh_candidates *c, struct bh_store *s,
    struct bh_str project, struct bh_err *err)
{
	const struct bh_store_lister l = { .dir = directory,
	    .key = one_key, .arg = c };

	c->store = s;
	return bh_store_list(s, bh_key_sanitize(c->a, project), &l, err);
}
