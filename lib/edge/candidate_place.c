#include "edge/candidate.h"

#include "base/log.h"
#include "edge/json.h"

static bool
is_run(const struct bh_candidate *x)
{
	return x->what == BH_KEY_CLEAN || x->what == BH_KEY_DIRTY;
}

static long
topo_of(const struct bh_candidate *x)
{
	return x->at == NULL ? -1 : x->at->topo;
}

static void
tell(const struct bh_candidate *x, enum bh_drop d)
{
	static const char *const why[] = { "kept",
	    "dropped: not in the history", "dropped: dirty",
	    "dropped: before the cutoff" };

	bh_note("%.*s: %s", BH_FMT(x->key), why[d]);
}

/* --- placing -------------------------------------------------------------- */

static bool
on_base(const struct bh_candidate *x, const struct bh_rules *r)
{
	return x->what == BH_KEY_CLEAN && x->at != NULL &&
	    x->at->base_topo >= 0 && bh_rules_window(r, x->at->time);
}

static void
count(struct bh_selection *s, enum bh_drop d)
{
	s->candidates++;
	s->kept += d == BH_KEPT;
	s->drop_history += d == BH_DROP_HISTORY;
	s->drop_dirty += d == BH_DROP_DIRTY;
	s->drop_since += d == BH_DROP_SINCE;
}

static void
place_run(struct bh_candidate *x, const struct bh_rules *r, bool measured,
    struct bh_selection *s)
{
	bool dirty = x->what == BH_KEY_DIRTY;
	bool base = s->mode == BH_BRANCH && on_base(x, r);
	enum bh_drop d;

	if (x->sibling) {
		if (base)
			x->role = BH_ROLE_SIBLING;
		return;
	}
	if (measured && s->mode == BH_BRANCH) {
		/* the snapshot alone is the branch */
		x->role = base ? BH_ROLE_BASE : BH_ROLE_NONE;
		return;
	}
	d = bh_rules_place(r, dirty, topo_of(x), x->at == NULL ? 0 :
	    x->at->time);
	count(s, d);
	tell(x, d);
	if (d == BH_KEPT && bh_rules_exception(r, dirty, topo_of(x)))
		s->base_exception = true;
	x->role = d != BH_KEPT ? base ? BH_ROLE_BASE : BH_ROLE_NONE :
	    base ? BH_ROLE_BOTH : BH_ROLE_CONTEXT;
}

static void
place_blessing(struct bh_candidate *x, enum bh_mode mode)
{
	if (x->sibling)
		return;
	if (x->at != NULL)
		x->line_topo = mode == BH_HISTORY ? x->at->topo :
		    x->at->base_topo;
	bh_note("%.*s: %s", BH_FMT(x->key), x->line_topo >= 0 ? "kept" :
	    "off the line, without effect");
}

void
bh_candidates_place(struct bh_candidates *c, const struct bh_rules *r,
    const char *left_out, struct bh_selection *s)
{
	struct bh_candidate *x;
	size_t i;

	for (i = 0; i < c->n; i++) {
		x = &c->v[i];
		if (!is_run(x))
			place_blessing(x, s->mode);
		else if (left_out == NULL || !bh_str_is(x->commit, left_out))
			place_run(x, r, left_out != NULL, s);
	}
	s->skipped_keys = c->skipped;
}

void
bh_candidates_prune(struct bh_candidates *c, const struct bh_rules *r,
    const struct bh_prune *p, struct bh_selection *s)
{
	struct bh_candidate *x;
	enum bh_drop d;
	size_t i;

	for (i = 0; i < c->n; i++) {
		x = &c->v[i];
		d = bh_prune_range(p, r, topo_of(x), x->commit) ? BH_KEPT :
		    BH_DROP_HISTORY;
		if (!is_run(x)) {
			if (d == BH_KEPT && p->blessings &&
			    bh_rules_window(r, x->at->time))
				x->line_topo = topo_of(x);
			continue;
		}
		if (d == BH_KEPT)
			d = bh_prune_place(p, r, x->what == BH_KEY_DIRTY,
			    topo_of(x), x->at->time);
		count(s, d);
		tell(x, d);
		if (d == BH_KEPT)
			x->role = BH_ROLE_CONTEXT;
	}
	s->skipped_keys = c->skipped;
}

void
bh_candidates_bless(struct bh_candidates *c, long tip)
{
	struct bh_candidate *x;
	size_t i;

	for (i = 0; i < c->n; i++) {
		x = &c->v[i];
		if (!is_run(x) && topo_of(x) == tip)
			x->line_topo = tip;
	}
}

/* --- records -------------------------------------------------------------- */

/* A made-up time may be of any year; texts are of the years 0 to 9999. */
static struct bh_time
shown(int64_t sec)
{
	const int64_t least = -62167219200, most = 253402300799;

	return (struct bh_time){ sec < least ? least : sec > most ? most : sec,
	    0 };
}

void
bh_candidates_put_line(const struct bh_hist_topo *t, bool base, long first,
    struct bh_out *out)
{
	const struct bh_hist_line *l = base ? &t->base_line : &t->line;
	char text[BH_TIME_TEXT];
	struct bh_commit c = { .base_line = base };

	for (c.topo = first; c.topo < (long)l->n; c.topo++) {
		c.hash = bh_str_of(l->v[c.topo]->hex);
		c.time.n = bh_time_print(shown(l->v[c.topo]->time), text);
		c.time.p = text;
		if (!base)
			c.side = c.topo <= t->fork ? BH_STR("base") :
			    BH_STR("target");
		c.title = l->v[c.topo]->title;
		bh_json_put_commit(&out->buf, &c);
		bh_out_line(out);
	}
}

static void
lower(long *min, long topo)
{
	if (topo >= 0 && topo < *min)
		*min = topo;
}

static void
put_lines(const struct bh_candidates *c, const struct bh_hist_topo *t,
    enum bh_mode mode, bool tip, struct bh_out *out)
{
	long line = (long)t->line.n, base = (long)t->base_line.n;
	const struct bh_candidate *x;
	size_t i;

	if (tip)
		line--;
	for (i = 0; i < c->n; i++) {
		x = &c->v[i];
		if (x->role == BH_ROLE_CONTEXT || x->role == BH_ROLE_BOTH)
			lower(&line, x->at->topo);
		if (x->role >= BH_ROLE_BASE)
			lower(&base, x->at->base_topo);
		if (x->line_topo >= 0)
			lower(mode == BH_HISTORY ? &line : &base,
			    x->line_topo);
	}
	bh_candidates_put_line(t, false, line, out);
	if (mode == BH_BRANCH)
		bh_candidates_put_line(t, true, base, out);
}

static void
put_object(const struct bh_candidate *x, long ordinal, struct bh_out *out)
{
	struct bh_object o = { .key = x->key, .dirty = x->what == BH_KEY_DIRTY,
	    .set = x->set, .commit = x->commit, .role = x->role, .topo = -1,
	    .base_topo = -1, .ordinal = ordinal, .cases = -1 };

	if (x->role == BH_ROLE_CONTEXT || x->role == BH_ROLE_BOTH)
		o.topo = x->at->topo;
	if (x->role >= BH_ROLE_BASE)
		o.base_topo = x->at->base_topo;
	bh_json_put_object(&out->buf, &o);
	bh_out_line(out);
}

static void
put_blessing(const struct bh_candidate *x, struct bh_out *out)
{
	struct bh_blessing b = { .key = x->key, .commit = x->commit,
	    .set = x->set, .line_topo = x->line_topo };

	bh_json_put_blessing(&out->buf, &b);
	bh_out_line(out);
}

void
bh_candidates_put(const struct bh_candidates *c, const struct bh_hist_topo *t,
    const struct bh_selection *s, enum bh_mode mode, bool tip,
    struct bh_out *out)
{
	long ordinal = 0;
	size_t i;

	put_lines(c, t, mode, tip, out);
	bh_json_put_selection(&out->buf, s);
	bh_out_line(out);
	for (i = 0; i < c->n; i++)
		if (c->v[i].role != BH_ROLE_NONE)
			put_object(&c->v[i], ordinal++, out);
	for (i = 0; i < c->n; i++)
		if (c->v[i].line_topo >= 0)
			put_blessing(&c->v[i], out);
}
