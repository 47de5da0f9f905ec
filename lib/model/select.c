#include "model/select.h"

bool
bh_rules_window(const struct bh_rules *r, int64_t time)
{
	return !r->has_cutoff || time > r->cutoff.sec ||
	    (time == r->cutoff.sec && r->cutoff.nsec == 0);
}

bool
bh_rules_exception(const struct bh_rules *r, bool dirty, long topo)
{
	return dirty && topo == r->tip && topo <= r->fork && r->dirty_tip &&
	    !r->no_dirty;
}

enum bh_drop
bh_rules_place(const struct bh_rules *r, bool dirty, long topo, int64_t time)
{
	if (topo < 0)
		return BH_DROP_HISTORY;
	if (dirty && (r->no_dirty || (topo <= r->fork &&
	    !bh_rules_exception(r, dirty, topo))))
		return BH_DROP_DIRTY;
	return bh_rules_window(r, time) ? BH_KEPT : BH_DROP_SINCE;
}

bool
bh_prune_range(const struct bh_prune *p, const struct bh_rules *r, long topo,
    struct bh_str hex)
{
	struct bh_str head;
	size_t i;

	if (topo < 0 || (topo <= r->fork && !p->base) ||
	    (r->fork < 0 && !p->base))
		return false;
	for (i = 0; i < p->ncommit; i++) {
		head = hex;
		if (head.n > p->commit[i].n)
			head.n = p->commit[i].n;
		if (bh_str_ieq(head, p->commit[i]))
			return true;
	}
	return p->ncommit == 0;
}

enum bh_drop
bh_prune_place(const struct bh_prune *p, const struct bh_rules *r, bool dirty,
    long topo, int64_t time)
{
	if (dirty ? !p->dirty : !p->clean)
		return BH_DROP_DIRTY;
	if (dirty && !p->clean && topo <= r->fork && topo != r->tip)
		return BH_DROP_DIRTY;
	return bh_rules_window(r, time) ? BH_KEPT : BH_DROP_SINCE;
}

/* --- words ---------------------------------------------------------------- */

struct bh_str
bh_select_filters(struct bh_arena *a, const struct bh_selection *s,
    const char *sep)
{
	static const char *const names[BH_AXES] = { "engine", "target-triple",
	    "machine-key" };
	struct bh_buf b = BH_BUF_INIT;
	struct bh_str text;
	size_t i;
	int x;

	for (x = 0; x < BH_AXES; x++) {
		bh_buf_f(&b, "%s%s=", x > 0 ? sep : "", names[x]);
		if (s->filters.axis[x].n == 0)
			bh_buf_z(&b, "all");
		for (i = 0; i < s->filters.axis[x].n; i++)
			bh_buf_f(&b, "%s%.*s", i > 0 ? "|" : "",
			    BH_FMT(s->filters.axis[x].v[i]));
		if (s->automatic[x])
			bh_buf_z(&b, " (auto)");
	}
	text = bh_str_dup(a, bh_buf_of(&b));
	bh_buf_free(&b);
	return text;
}

static const char *
plural(long n)
{
	return n == 1 ? "" : "s";
}

static struct bh_str
dropped(struct bh_arena *a, const struct bh_selection *s, struct bh_str ref)
{
	struct bh_buf b = BH_BUF_INIT;
	struct bh_str text;

	bh_buf_f(&b, "Hint: %ld stored run%s match%s, none was used:",
	    s->candidates, plural(s->candidates),
	    s->candidates == 1 ? "es" : "");
	if (s->drop_dirty > 0)
		bh_buf_f(&b, "\n  %ld dirty snapshot%s on base commits (only "
		    "clean runs count there; commit, or use --context on a "
		    "branch)", s->drop_dirty, plural(s->drop_dirty));
	if (s->drop_history > 0)
		bh_buf_f(&b, "\n  %ld run%s on commits outside the history of "
		    "%.*s (use --context)", s->drop_history,
		    plural(s->drop_history),
		    BH_FMT(bh_str_flat(a, ref)));
	if (s->drop_since > 0)
		bh_buf_f(&b, "\n  %ld run%s older than the --since cutoff",
		    s->drop_since, plural(s->drop_since));
	text = bh_str_dup(a, bh_buf_of(&b));
	bh_buf_free(&b);
	return text;
}

void
bh_select_hint(struct bh_arena *a, const struct bh_selection *s,
    struct bh_str ref, struct bh_str *code, struct bh_str *text)
{
	bool limited = false;
	int x;

	*code = *text = BH_STR_NONE;
	if (s->kept > 0)
		return;
	for (x = 0; x < BH_AXES; x++)
		limited |= s->filters.axis[x].n > 0;
	if (s->candidates > 0) {
		*code = BH_STR("all_dropped");
		*text = dropped(a, s, ref);
	} else if (limited) {
		*code = BH_STR("no_match");
		*text = bh_strf(a, "Hint: no stored run matches %.*s. Widen "
		    "with --target-triple all / --machine-key all; "
		    "bh-list discriminants shows what exists.",
		    BH_FMT(bh_select_filters(a, s, ", ")));
	} else {
		*code = BH_STR("empty_project");
		*text = bh_strf(a, "Hint: project %.*s has no stored runs. "
		    "Record some with bh-collect or bh-backfill.",
		    BH_FMT(bh_str_flat(a, s->project)));
	}
}
