/* The placing rules, by the tables of bh-select(1). */
#include "model/select.h"

#include "tap.h"

static struct bh_arena arena;

enum { M1 = 1, M2, T1, T, T2 };		/* topo on "m0 m1 m2 t1 T t2" */
static const struct bh_rules topic = { .fork = M2, .tip = T2 };
static const struct bh_rules on_main = { .fork = 4, .tip = 4 };

static void
admission(void)
{
	struct bh_rules r = topic;

	is_int(bh_rules_place(&r, false, M1, 0), BH_KEPT, "base, clean");
	is_int(bh_rules_place(&r, true, M1, 0), BH_DROP_DIRTY, "base, dirty");
	is_int(bh_rules_place(&r, true, M2, 0), BH_DROP_DIRTY, "fork, dirty");
	is_int(bh_rules_place(&r, false, T1, 0), BH_KEPT, "target, clean");
	is_int(bh_rules_place(&r, true, T1, 0), BH_KEPT, "target, dirty");
	is_int(bh_rules_place(&r, false, -1, 0), BH_DROP_HISTORY, "off");
	is_int(bh_rules_place(&r, true, -1, 0), BH_DROP_HISTORY,
	    "off and dirty counts once");
	r.no_dirty = true;
	is_int(bh_rules_place(&r, true, T1, 0), BH_DROP_DIRTY, "--no-dirty");
	is_int(bh_rules_place(&r, false, T1, 0), BH_KEPT, "keeps clean runs");
	r = (struct bh_rules){ .fork = -1, .tip = 2 };
	is_int(bh_rules_place(&r, true, 0, 0), BH_KEPT,
	    "without a fork all is target side");
	r = on_main;
	is_int(bh_rules_place(&r, true, 4, 0), BH_DROP_DIRTY,
	    "the base tip, clean now");
	r.dirty_tip = true;
	is_int(bh_rules_place(&r, true, 4, 0), BH_KEPT, "dirty now");
	ok(bh_rules_exception(&r, true, 4), "is the exception");
	is_int(bh_rules_place(&r, true, 3, 0), BH_DROP_DIRTY,
	    "for the tip only");
	ok(!bh_rules_exception(&r, false, 4), "a clean run needs none");
	r.no_dirty = true;
	is_int(bh_rules_place(&r, true, 4, 0), BH_DROP_DIRTY,
	    "--no-dirty lifts it");
	r = topic;
	r.dirty_tip = true;
	ok(!bh_rules_exception(&r, true, T2), "nor a run on the target side");
}

static void
window(void)
{
	struct bh_rules r = topic;

	r.has_cutoff = true;
	r.cutoff = (struct bh_time){ 1000, 0 };
	is_int(bh_rules_place(&r, false, M1, 1000), BH_KEPT, "equality stays");
	is_int(bh_rules_place(&r, false, M1, 999), BH_DROP_SINCE, "older");
	is_int(bh_rules_place(&r, true, M1, 999), BH_DROP_DIRTY,
	    "the first step counts");
	r.cutoff.nsec = 1;
	is_int(bh_rules_place(&r, false, M1, 1000), BH_DROP_SINCE,
	    "half a second counts");
}

static int
taken(const struct bh_prune *p, const struct bh_rules *r, bool dirty,
    long topo)
{
	return bh_prune_range(p, r, topo, BH_STR("Ab12")) &&
	    bh_prune_place(p, r, dirty, topo, 0) == BH_KEPT;
}

static void
prune(void)
{
	const struct bh_str mine = BH_STR("aB1"), other = BH_STR("ab13");
	struct bh_prune all = { .clean = true, .dirty = true };
	struct bh_prune dirty = { .dirty = true };
	struct bh_prune clean = { .clean = true };
	struct bh_rules r = on_main, orphan = { .fork = -1, .tip = 3 };

	ok(!taken(&all, &topic, false, M2), "the fork point is kept");
	ok(!taken(&all, &topic, true, M2), "with its snapshots");
	ok(taken(&all, &topic, false, T1), "target, clean");
	ok(taken(&all, &topic, true, T2), "target, dirty");
	ok(!taken(&dirty, &topic, false, T1), "--dirty leaves clean runs");
	ok(taken(&dirty, &topic, true, T1), "and takes snapshots");
	ok(!taken(&clean, &topic, true, T1), "--clean leaves snapshots");
	ok(!taken(&all, &orphan, false, 2), "no fork, nothing");
	ok(!taken(&all, &r, false, 4), "the base, refused");
	all.base = dirty.base = true;
	ok(taken(&all, &r, true, 2), "--prune-base, both: anywhere");
	ok(!taken(&dirty, &r, true, 2), "--dirty alone: not there");
	ok(taken(&dirty, &r, true, 4), "but at the tip");
	all.commit = &mine;
	all.ncommit = 1;
	ok(taken(&all, &r, false, 2), "an id starts so, in any case");
	all.commit = &other;
	ok(!taken(&all, &r, false, 2), "or not");
	r.has_cutoff = true;
	r.cutoff.sec = 1;
	is_int(bh_prune_place(&dirty, &r, true, 4, 0), BH_DROP_SINCE,
	    "the window holds here too");
}

static void
words(void)
{
	struct bh_str t[] = { BH_STR("x"), BH_STR("y") };
	struct bh_selection s = { .project = BH_STR("P") };
	struct bh_str code, text;

	bh_select_hint(&arena, &s, BH_STR("HEAD"), &code, &text);
	is_text(code.p, "empty_project", "nothing at all");
	is_text(text.p, "Hint: project P has no stored runs. Record some with "
	    "bh-collect or bh-backfill.", "says how to begin");
	s.filters.axis[BH_AXIS_TRIPLE] = (struct bh_strs){ t, 2 };
	s.filters.axis[BH_AXIS_MACHINE] = (struct bh_strs){ t, 1 };
	s.automatic[BH_AXIS_MACHINE] = true;
	is_text(bh_select_filters(&arena, &s, "; ").p,
	    "engine=all; target-triple=x|y; machine-key=x (auto)", "filters");
	bh_select_hint(&arena, &s, BH_STR("HEAD"), &code, &text);
	is_text(code.p, "no_match", "nothing that matches");
	is_text(text.p, "Hint: no stored run matches engine=all, "
	    "target-triple=x|y, machine-key=x (auto). Widen with "
	    "--target-triple all / --machine-key all; bh-list discriminants "
	    "shows what exists.", "names the filters");
	s.candidates = 6;
	s.drop_dirty = 1;
	s.drop_history = 3;
	s.drop_since = 2;
	bh_select_hint(&arena, &s, BH_STR("topic"), &code, &text);
	is_text(code.p, "all_dropped", "nothing left");
	is_text(text.p, "Hint: 6 stored runs match, none was used:\n"
	    "  1 dirty snapshot on base commits (only clean runs count there; "
	    "commit, or use --context on a branch)\n"
	    "  3 runs on commits outside the history of topic (use --context)\n"
	    "  2 runs older than the --since cutoff", "says why");
	s.drop_dirty = s.drop_history = 0;
	s.candidates = s.drop_since = 1;
	bh_select_hint(&arena, &s, BH_STR("topic"), &code, &text);
	is_text(text.p, "Hint: 1 stored run matches, none was used:\n"
	    "  1 run older than the --since cutoff", "only what there is");
	s.kept = 1;
	bh_select_hint(&arena, &s, BH_STR("topic"), &code, &text);
	ok(code.p == NULL && text.p == NULL, "nothing to say");
}

int
main(void)
{
	admission();
	window();
	prune();
	words();
	bh_arena_free(&arena);
	return tap_done();
}
