#include "model/rec.h"

#include <math.h>

#include "base/arena.h"

/* Names by enumerator, and back; what: an adjective and a noun. */
#define NAMES(what, noun, type, count, ...) \
	static const char *const what##_words[count] = { __VA_ARGS__ }; \
	static const char *what##_any(int v) { return what##_words[v]; } \
	const char *bh_##what##_name(type v) { return what##_words[v]; } \
	int bh_##what##_of(struct bh_str s) { \
		return find(what##_words, count, s); } \
	const struct bh_names bh_##what##_names = { what##_any, \
	    bh_##what##_of, "unknown " noun };

static int
find(const char *const *names, int n, struct bh_str s)
{
	int i;

	for (i = 0; i < n; i++)
		if (bh_str_is(s, names[i]))
			return i;
	return -1;
}

NAMES(mode, "mode", enum bh_mode, 2, "history", "branch")
NAMES(reason, "reason", enum bh_reason, BH_REASONS, "ghost", "ignored",
    "too_few_points", "too_few_points_since_blessing",
    "not_measured_on_branch", "too_few_base_commits",
    "too_few_base_commits_since_blessing", "current_base_regime_unresolved")
NAMES(stage, "stage", enum bh_stage, BH_STAGES, "change_point", "drift", "branch",
    "regime", "family")
NAMES(gate, "gate", enum bh_gate_id, BH_GATES, "min_series_points",
    "min_base_commits", "split_located", "min_regime", "non_zero_delta",
    "relative_floor", "absolute_floor", "residual_noise",
    "regime_separation", "interval_disjoint", "selection_adjustment",
    "significance", "interval_noise_band", "supported", "unresolved",
    "stable_level", "still_there", "direction", "false_discovery")
NAMES(method, "method", enum bh_method, 3, "change_point", "drift", "branch_excursion")
NAMES(detection, "method", enum bh_detection, 2, "compat", "scan")
NAMES(list, "list", enum bh_list, BH_LISTS, "findings", "provisional", "range",
    "improved", "unstable")
NAMES(outcome, "outcome", enum bh_outcome, 3, "quiet", "candidate", "unjudged")
NAMES(lag, "reason", enum bh_lag_reason, 2, "discriminant_set_mismatch",
    "no_recent_base_data")

static const char *
kind_any(int v)
{
	return bh_kind_name((enum bh_kind)v);
}

const struct bh_names bh_kind_names = { kind_any, bh_kind_of,
    "unknown metric kind" };

const char *
bh_axis_name(enum bh_axis x)
{
	static const char *const names[BH_AXES] = {
		"engine", "target_triple", "machine_key"
	};

	return names[x];
}

int
bh_id_cmp(struct bh_id a, struct bh_id b)
{
	size_t i;
	int c;

	for (i = 0; i < a.n && i < b.n; i++)
		if ((c = bh_str_cmp(a.seg[i], b.seg[i])) != 0)
			return c;
	return (a.n > b.n) - (a.n < b.n);
}

struct bh_str
bh_id_join(struct bh_arena *a, struct bh_id id)
{
	struct bh_buf b = BH_BUF_INIT;
	struct bh_str s;
	size_t i;

	for (i = 0; i < id.n; i++) {
		if (i > 0)
			bh_buf_c(&b, '/');
		bh_buf_str(&b, id.seg[i]);
	}
	s = bh_str_dup(a, bh_buf_of(&b));
	bh_buf_free(&b);
	return s;
}

bool
bh_id_starts(struct bh_id id, struct bh_str prefix)
{
	size_t i, n;

	for (i = 0; i < id.n && prefix.n > 0; i++) {
		n = id.seg[i].n < prefix.n ? id.seg[i].n : prefix.n;
		if (!bh_str_eq((struct bh_str){ id.seg[i].p, n },
		    (struct bh_str){ prefix.p, n }))
			return false;
		prefix = bh_str_from(prefix, n);
		if (prefix.n == 0)
			return true;
		if (i + 1 == id.n || prefix.p[0] != '/')
			return false;
		prefix = bh_str_from(prefix, 1);
	}
	return prefix.n == 0;
}

int
bh_set_cmp(struct bh_str a, struct bh_str b)
{
	struct bh_str x, y;
	int c;

	while (a.n > 0 || b.n > 0) {
		bh_str_cut(&a, '/', &x);
		bh_str_cut(&b, '/', &y);
		if ((c = bh_str_cmp(x, y)) != 0)
			return c;
	}
	return 0;
}

int
bh_series_cmp(const struct bh_series *a, const struct bh_series *b)
{
	int c;

	if ((c = bh_set_cmp(a->set, b->set)) != 0 ||
	    (c = bh_id_cmp(a->id, b->id)) != 0)
		return c;
	return (a->kind > b->kind) - (a->kind < b->kind);
}

const char *
bh_coverage_state(const struct bh_count *c)
{
	if (c->total == 0)
		return "no_series";
	if (c->in_scope == 0)
		return "nothing_in_scope";
	if (c->judged == 0)
		return "nothing_judged";
	return c->judged < c->in_scope ? "partial" : "full";
}

/* What ranks a finding: the size of its move, the careful end under scan. */
static double
weight(const struct bh_finding *f)
{
	double lo = f->effect_low, hi = f->effect_high;

	if (!f->has_effect)
		return fabs(f->relative_delta);
	if (lo <= 0 && hi >= 0)
		return 0;
	return fmin(fabs(lo), fabs(hi));
}

int
bh_finding_cmp(const struct bh_finding *a, const struct bh_finding *b)
{
	double x = weight(a), y = weight(b);
	int c;

	if (x != y)
		return (x < y) - (x > y);
	if (a->method != b->method)
		return (a->method > b->method) - (a->method < b->method);
	if ((c = bh_set_cmp(a->set, b->set)) != 0 ||
	    (c = bh_id_cmp(a->id, b->id)) != 0)
		return c;
	return (a->kind > b->kind) - (a->kind < b->kind);
}
