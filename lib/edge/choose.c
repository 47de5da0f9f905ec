#include "edge/choose.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "edge/candidate.h"
#include "edge/clock.h"
#include "edge/current.h"
#include "edge/filter.h"
#include "edge/json.h"
#include "model/when.h"

enum { DEFAULT_MONTHS = 6, SHORT = 12 };

/* Everything one run finds out, in this order. */
struct state {
	struct bh_choose *c;
	struct bh_settings set;
	struct bh_time	now;
	struct bh_time	since;		/* of the option */
	struct bh_current *current;
	struct bh_hist	hist;
	struct bh_hist_topo topo;
	struct bh_topology rec;
	struct bh_rules	rules;
	struct bh_scope	*scope;		/* one, or one a snapshot */
	struct bh_candidates cand;
	struct bh_selection sel;
};

static struct bh_str
short_id(const char *hex)
{
	struct bh_str s = bh_str_of(hex);

	if (s.n > SHORT)
		s.n = SHORT;
	return s;
}

static struct bh_str
time_text(struct bh_arena *a, struct bh_time t)
{
	char text[BH_TIME_TEXT];

	bh_time_print(t, text);
	return bh_str_dup(a, bh_str_of(text));
}

/* --- what is asked ---------------------------------------------------------- */

static int
ask(struct state *s, struct bh_err *err)
{
	struct bh_choose *c = s->c;
	unsigned need = BH_NEED_FILE | BH_NEED_TOP | BH_NEED_PROJECT |
	    BH_CONFIG_WARN;

	if (bh_clock_now(&s->now, err) == -1)
		return -1;
	s->now.nsec = 0;	/* commit times and reports have seconds */
	if (c->since != NULL && !bh_when_read(bh_str_of(c->since), s->now,
	    &s->since))
		return bh_fail(err, BH_USAGE, "--since: '%s' is no instant "
		    "(2026-01-01T05:00:00Z), date (2026-01-01) or duration "
		    "(6 months, 1y 2mo, 36h ago, P6M)", c->since);
	if (c->what != BH_CHOOSE_TOPOLOGY)
		need |= BH_NEED_STORE;
	if (bh_config_load(c->a, &c->given, need, &s->set, err) == -1)
		return -1;
	if (c->current.n == 0)
		return 0;
	s->current = bh_calloc(c->a, c->current.n, sizeof(*s->current));
	return bh_current_read_all(c->current, c->a, s->current, err);
}

/* --- the repository ----------------------------------------------------------- */

static int
look_at_tree(struct state *s, struct bh_err *err)
{
	struct bh_str ours[2];
	size_t n;

	if (s->c->no_dirty || !s->topo.context_is_head)
		return 0;
	n = bh_hist_ours(s->c->a, s->set.top, s->set.store, ours);
	return bh_hist_dirty(&s->hist, ours, n, &s->rec.tree_dirty, err);
}

/* What is recorded at one commit is seen without a base: it is its own. */
static int
refs(struct state *s, struct bh_err *err)
{
	struct bh_choose *c = s->c;
	struct bh_hist_topo *t = &s->topo;
	bool alone = c->what == BH_CHOOSE_BLESSINGS && c->base == NULL;

	if (alone)
		c->base = c->context != NULL ? c->context : "HEAD";
	if (bh_hist_topo(&s->hist, c->context, c->base, s->set.base, t,
	    err) == -1)
		return -1;
	if (alone)
		t->how = "context";
	return t->unrelated && c->what != BH_CHOOSE_TOPOLOGY ?
	    bh_hist_unrelated(t, err) : 0;
}

static int
topology(struct state *s, struct bh_err *err)
{
	struct bh_hist_topo *t = &s->topo;

	if (bh_hist_open(&s->hist, s->c->a, s->set.top, err) == -1 ||
	    refs(s, err) == -1)
		return -1;
	s->rec = (struct bh_topology){
		.context_ref = bh_str_of(t->context_ref),
		.context_commit = bh_str_of(t->context),
		.base_ref = bh_str_of(t->base_ref),
		.base_commit = bh_str_of(t->base),
		.base_how = bh_str_of(t->how),
		.fork_topo = t->fork,
		.tip_topo = (long)t->line.n - 1,
		.base_topo = (long)t->base_line.n - 1,
		.context_is_head = t->context_is_head,
		.shallow = bh_hist_is_cut(&s->hist, &t->line) ||
		    bh_hist_is_cut(&s->hist, &t->base_line),
	};
	s->rec.tip_is_merge_base = t->fork == s->rec.tip_topo;
	if (look_at_tree(s, err) == -1)
		return -1;
	s->rules = (struct bh_rules){ .fork = t->fork,
	    .tip = s->rec.tip_topo, .no_dirty = s->c->no_dirty,
	    .dirty_tip = s->rec.tree_dirty };
	bh_note("context: %s, %s, topo %ld", t->context_ref, t->context,
	    s->rec.tip_topo);
	bh_note("base: %s (%s), %s, topo %ld", t->base_ref, t->how, t->base,
	    s->rec.base_topo);
	bh_note("fork point: topo %ld, tree %s", t->fork,
	    s->rec.tree_dirty ? "dirty" : "clean or not looked at");
	return 0;
}

static int
check_current(const struct state *s, struct bh_err *err)
{
	struct bh_str project = bh_key_sanitize(s->c->a, s->set.project);
	const struct bh_current *x = s->current;
	const char *path = bh_str_z(s->c->a, s->c->current.v[0]);

	if (!bh_str_eq(x->project, project))
		return bh_fail(err, BH_DATA, "%s: of project %.*s, not %.*s",
		    path, BH_FMT(x->project), BH_FMT(project));
	if (!bh_str_is(x->commit, s->topo.context))
		return bh_fail(err, BH_DATA, "%s: of commit %.*s, but %s is "
		    "%s", path, BH_FMT(x->commit), s->topo.context_ref,
		    s->topo.context);
	if (s->rec.tree_dirty)
		return bh_fail(err, BH_DATA, "%s: the working tree has "
		    "changes: commit them, or --no-dirty", path);
	return 0;
}

/* --- sets --------------------------------------------------------------------- */

static void
add_value(struct bh_arena *a, struct bh_strs *v, struct bh_str s)
{
	struct bh_str *p;
	size_t i;

	for (i = 0; i < v->n; i++)
		if (bh_str_eq(v->v[i], s))
			return;
	p = bh_calloc(a, v->n + 1, sizeof(*p));
	if (v->n > 0)
		memcpy(p, v->v, v->n * sizeof(*p));
	p[v->n++] = s;
	v->v = p;
}

/* The sets of the snapshots: a scope each, and all of them in the record. */
static void
sets_of_current(struct state *s)
{
	struct bh_strs *all = s->sel.filters.axis, *one;
	const struct bh_current *x;
	struct bh_arena *a = s->c->a;
	struct bh_str engine;
	size_t i, k;

	for (i = 0; i < s->c->current.n; i++) {
		x = &s->current[i];
		one = s->scope[s->cand.nscope].axis;
		for (k = 0; k < x->nrun; k++) {
			engine = bh_str_of(bh_engine_name(x->run[k].engine));
			add_value(a, &one[BH_AXIS_ENGINE], engine);
			add_value(a, &all[BH_AXIS_ENGINE], engine);
		}
		if (x->nrun == 0)	/* no engine: would be all */
			continue;
		s->cand.nscope++;
		add_value(a, &one[BH_AXIS_TRIPLE], x->triple);
		add_value(a, &all[BH_AXIS_TRIPLE], x->triple);
		add_value(a, &one[BH_AXIS_MACHINE], x->machine);
		add_value(a, &all[BH_AXIS_MACHINE], x->machine);
	}
}

static void
sets(struct state *s)
{
	struct bh_choose *c = s->c;

	s->scope = bh_calloc(c->a, c->current.n + 1, sizeof(*s->scope));
	if (c->current.n > 0)
		sets_of_current(s);
	else {
		s->scope[0] = s->sel.filters = bh_filter_host(c->a, &c->filter,
		    true, s->set.top.p != NULL ? bh_str_z(c->a, s->set.top) :
		    NULL, s->sel.automatic);
		s->cand.nscope = 1;
	}
	s->cand.scope = s->scope;
}

/* --- the store ---------------------------------------------------------------- */

/* A store that is not made yet holds nothing. */
static int
list(struct state *s, struct bh_err *err)
{
	const char *path = bh_str_z(s->c->a, s->set.store);
	struct bh_store store = BH_STORE_INIT;
	struct bh_err late = BH_ERR_INIT;
	struct bh_candidates *c = &s->cand;
	int r;

	c->a = s->c->a;
	c->hist = &s->hist;
	c->off = bh_log_is_verbose();
	if (s->c->what == BH_CHOOSE_BLESSINGS)
		c->only = s->topo.context;
	else if (s->c->what == BH_CHOOSE_RUNS)
		c->siblings = !s->rec.tip_is_merge_base ||
		    s->rec.tree_dirty;
	if (bh_store_open(&store, path, false, err) == -1)
		return -1;
	r = bh_candidates_list(c, &store, s->set.project, err);
	if (bh_store_close(&store, r == -1 ? &late : err) == -1)
		r = -1;
	bh_note("listing: v1/%.*s/objects/, %zu keys, %ld skipped",
	    BH_FMT(bh_key_sanitize(c->a, s->set.project)), c->n, c->skipped);
	return r;
}

/* --- mode and window ---------------------------------------------------------- */

/* A dirty run of the context commit that the dirty tree lets in? */
static bool
dirty_tip_run(const struct state *s)
{
	const struct bh_candidate *x;
	size_t i;

	if (s->current != NULL)		/* runs there are left out */
		return false;
	for (i = 0; i < s->cand.n; i++) {
		x = &s->cand.v[i];
		if (x->what == BH_KEY_DIRTY && !x->sibling && x->at != NULL &&
		    bh_rules_exception(&s->rules, true, x->at->topo))
			return true;
	}
	return false;
}

static void
window(struct state *s, struct bh_time t, bool has, struct bh_str why)
{
	s->rules.has_cutoff = has;
	s->rules.cutoff = t;
	s->sel.since = has ? time_text(s->c->a, t) : BH_STR_NONE;
	s->sel.since_why = why;
}

static void
mode(struct state *s)
{
	bool run = dirty_tip_run(s), base = s->rec.tip_is_merge_base;

	s->sel.project = s->set.project;
	s->sel.mode = base && !run ? BH_HISTORY : BH_BRANCH;
	if (s->c->since != NULL)
		window(s, s->since, true, BH_STR("option"));
	else if (s->sel.mode == BH_HISTORY && s->c->what == BH_CHOOSE_RUNS)
		window(s, bh_when_months_before(s->now, DEFAULT_MONTHS), true,
		    BH_STR("history default"));
	else
		window(s, s->now, false, BH_STR("no default"));
	bh_note("mode: %s: the context %s the base's, %s", bh_mode_name(
	    s->sel.mode), base ? "is" : "is not", run ?
	    "a dirty run is admitted there" : "no dirty run is admitted "
	    "there");
}

static void
say(const struct state *s)
{
	struct bh_arena *a = s->c->a;
	struct bh_str text = bh_select_filters(a, &s->sel, "; ");

	if (s->c->what == BH_CHOOSE_BLESSINGS) {
		bh_say("selection: %.*s", BH_FMT(text));
		return;
	}
	bh_say("selection: %.*s; base=%s%s; since=%.*s (%.*s)", BH_FMT(text),
	    s->topo.base_ref, s->c->base == NULL ? " (auto)" : "",
	    BH_FMT(s->sel.since.p == NULL ? BH_STR("none") : s->sel.since),
	    BH_FMT(s->sel.since_why));
}

/* --- records ------------------------------------------------------------------ */

static void
notice(struct bh_out *out, enum bh_rtype type, struct bh_str code,
    struct bh_str text)
{
	const struct bh_notice n = { type, code, text };

	bh_json_put_notice(&out->buf, &n);
	bh_out_line(out);
}

static void
notices(struct state *s, struct bh_out *out)
{
	const struct bh_hist_line *l = bh_hist_is_cut(&s->hist,
	    &s->topo.line) ? &s->topo.line : &s->topo.base_line;
	struct bh_str code, text;

	if (s->rec.shallow)
		notice(out, BH_R_WARNING, BH_STR("shallow_history"),
		    bh_strf(s->c->a, "Warning: shallow clone: history before "
		    "%.*s is not visible.", BH_FMT(short_id(l->v[0]->hex))));
	if (s->sel.base_exception)
		notice(out, BH_R_WARNING, BH_STR("dirty_base_tip"),
		    BH_STR("Warning: includes uncommitted-tree runs on the "
		    "base tip; later analyses will not use them. Put the work "
		    "on a branch to keep its history."));
	if (s->current != NULL)
		return;
	bh_select_hint(s->c->a, &s->sel, bh_str_of(s->topo.context_ref),
	    &code, &text);
	if (code.p != NULL)
		notice(out, BH_R_HINT, code, text);
}

static int
prune(struct state *s, struct bh_out *out, struct bh_err *err)
{
	struct bh_prune *p = &s->c->prune;

	if (s->rec.tip_is_merge_base && !p->base)
		return bh_fail(err, BH_USAGE, "%s is on base %s: its history "
		    "is only pruned with --prune-base", s->topo.context_ref,
		    s->topo.base_ref);
	p->base = s->rec.tip_is_merge_base;
	if (list(s, err) == -1)
		return -1;
	bh_candidates_prune(&s->cand, &s->rules, p, &s->sel);
	bh_candidates_put(&s->cand, &s->topo, &s->sel, BH_HISTORY, true, out);
	return 0;
}

static int
store(struct state *s, struct bh_out *out, struct bh_err *err)
{
	if (s->c->what == BH_CHOOSE_PRUNE) {
		mode(s);
		say(s);
		return prune(s, out, err);
	}
	if (list(s, err) == -1)
		return -1;
	mode(s);
	say(s);
	if (s->c->what == BH_CHOOSE_BLESSINGS) {
		bh_candidates_bless(&s->cand, s->rec.tip_topo);
		bh_candidates_put(&s->cand, &s->topo, &s->sel, BH_HISTORY,
		    true, out);
		return 0;
	}
	bh_candidates_place(&s->cand, &s->rules, s->current != NULL ?
	    s->topo.context : NULL, &s->sel);
	bh_candidates_put(&s->cand, &s->topo, &s->sel, s->sel.mode,
	    s->current != NULL, out);
	notices(s, out);
	return 0;
}

static int
choose(struct state *s, struct bh_out *out, struct bh_err *err)
{
	if (ask(s, err) == -1 || topology(s, err) == -1)
		return -1;
	if (s->current != NULL && check_current(s, err) == -1)
		return -1;
	bh_json_put_topology(&out->buf, &s->rec);
	bh_out_line(out);
	if (s->c->what == BH_CHOOSE_TOPOLOGY) {
		bh_candidates_put_line(&s->topo, false, 0, out);
		bh_candidates_put_line(&s->topo, true, 0, out);
		return 0;
	}
	sets(s);
	return store(s, out, err);
}

int
bh_choose(struct bh_choose *c, struct bh_out *out, struct bh_err *err)
{
	struct state s = { .c = c };
	int r = choose(&s, out, err);

	bh_hist_close(&s.hist);
	return r;
}
