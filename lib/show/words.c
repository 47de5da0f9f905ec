#include "show/words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- pens -------------------------------------------------------------- */

static void
arrow(struct bh_pen *p)
{
	bh_buf_z(p->b, p->ascii ? " -> " : " → ");
}

static void
dot(struct bh_pen *p)
{
	bh_buf_z(p->b, p->ascii ? " - " : " · ");
}

static void
foreign(struct bh_pen *p, struct bh_str s)
{
	bh_fmt_str(p->b, p->how, s);
}

/* --- the account ------------------------------------------------------- */

const char *
bh_words_verdict(const struct bh_count *c)
{
	if (c->total == 0)
		return "Nothing was analyzed.";
	if (c->in_scope == 0)
		return "Nothing is in scope at the context commit: "
		    "nothing was judged.";
	if (c->judged == 0)
		return "Nothing could be judged: no statement about change "
		    "is possible.";
	return c->judged < c->in_scope ?
	    "No reportable change in the judged part of the suite." :
	    "No reportable change.";
}

bool
bh_words_coverage(struct bh_buf *b, const struct bh_count *c)
{
	if (c->total == 0)
		return false;
	if (c->in_scope == 0)
		bh_buf_f(b, "Coverage: all %ld known series lie outside the "
		    "scope of this commit.", c->total);
	else if (c->judged == 0)
		bh_buf_f(b, "Coverage: 0 of %ld in-scope series judged; "
		    "silence here is not evidence of stability.", c->in_scope);
	else
		bh_buf_f(b, "Coverage: %ld of %ld in-scope series judged.",
		    c->judged, c->in_scope);
	return true;
}

static const struct {
	const char	*phrase, *remedy;
} reasons[BH_REASONS] = {
	[BH_GHOST] = { "not measured at the context commit", NULL },
	[BH_IGNORED] = { "excluded by an ignore prefix", NULL },
	[BH_TOO_FEW_POINTS] = { "too short in the window",
	    "more commits measured in the same set, inside the window; "
	    "a backfill fills gaps" },
	[BH_TOO_FEW_POINTS_SINCE_BLESSING] = { "too short since the blessing",
	    "more commits measured in the same set, after the blessing; "
	    "a backfill fills gaps" },
	[BH_NOT_MEASURED_ON_BRANCH] = { "without a measurement on the branch",
	    "a measurement of the metric at the context commit" },
	[BH_TOO_FEW_BASE_COMMITS] = {
	    "short of base commits to compare with",
	    "more distinct base commits measured; measuring one again does "
	    "not count" },
	[BH_TOO_FEW_BASE_COMMITS_SINCE_BLESSING] = {
	    "short of base commits since the blessing",
	    "more distinct base commits measured after the blessing; "
	    "measuring one again does not count" },
	[BH_CURRENT_BASE_REGIME_UNRESOLVED] = {
	    "on a base level that is not settled yet",
	    "further base commits, 3 to 6 as a rule; older ones do not help" }
};

const char *
bh_words_reason(enum bh_reason r)
{
	return reasons[r].phrase;
}

const char *
bh_words_remedy(enum bh_reason r)
{
	return reasons[r].remedy;
}

bool
bh_words_unjudged(struct bh_buf *b, const struct bh_count *c)
{
	const char *sep = "Unjudged: ";
	int r;

	for (r = 0; r < BH_REASONS; r++) {
		if (c->reason[r] == 0)
			continue;
		bh_buf_f(b, "%s%ld series %s", sep, c->reason[r],
		    reasons[r].phrase);
		sep = "; ";
	}
	if (sep[0] != ';')
		return false;
	bh_buf_c(b, '.');
	return true;
}

/* --- the header -------------------------------------------------------- */

void
bh_words_runs(struct bh_pen *p, const struct bh_census *c)
{
	bh_buf_f(p->b, "%ld", c->runs);
	if (c->first.p == NULL || c->last.p == NULL || c->runs == 0)
		return;
	bh_buf_z(p->b, " (");
	foreign(p, bh_fmt_short(c->first));
	if (!bh_str_eq(c->first, c->last)) {
		arrow(p);
		foreign(p, bh_fmt_short(c->last));
	}
	bh_buf_c(p->b, ')');
}

void
bh_words_commit(struct bh_pen *p, const struct bh_report *r)
{
	foreign(p, r->g->topology.context_commit);
	if (r->tip_dirty)
		bh_buf_z(p->b, " + uncommitted changes");
}

struct bh_str
bh_words_filter(struct bh_arena *a, struct bh_set_parts s)
{
	return bh_strf(a, "--engine %.*s --target-triple %.*s "
	    "--machine-key %.*s", BH_FMT(s.engine), BH_FMT(s.triple),
	    BH_FMT(s.machine));
}

/* --- sets -------------------------------------------------------------- */

void
bh_words_lag(struct bh_buf *b, const struct bh_lag *l)
{
	bh_buf_z(b, "Warning: base data is ");
	bh_fmt_count(b, l->behind, "commit");
	bh_buf_f(b, " behind the base tip (%s)", l->why == BH_LAG_MISMATCH ?
	    "newer data has another machine key" : "no newer base data");
}

static bool
covers_one(const struct bh_report *r, const struct bh_rset *s)
{
	size_t i;

	for (i = 0; i < s->nhit; i++)
		if (bh_report_inside(r, s->hit[i]))
			return true;
	return false;
}

void
bh_words_comparison(struct bh_buf *b, const struct bh_report *r,
    const struct bh_rset *s)
{
	const struct bh_comparison *c = s->comparison;

	if (c == NULL) {
		bh_buf_z(b, "too little common base history.");
		return;
	}
	if (!covers_one(r, s)) {
		bh_buf_f(b, "nothing reportable moved (%ld series, ",
		    c->series);
		bh_fmt_count(b, c->evaluated, "base commit");
		bh_buf_z(b, ").");
		return;
	}
	if (c->at_least == 0)
		bh_buf_z(b, "none of ");
	else
		bh_buf_f(b, "%ld of ", c->at_least);
	bh_fmt_count(b, c->evaluated, "base commit");
	bh_buf_f(b, " moved %s much as this branch (%ld series).",
	    c->at_least == 0 ? "as" : "at least as", c->series);
	/* "none of 5" sounds strong; say how strong it is */
	if (c->at_least == 0 && c->evaluated < 20)
		bh_buf_f(b, " Chance alone gives \"none\" in 1 of %ld reports.",
		    c->evaluated + 1);
}

/* --- findings ---------------------------------------------------------- */

static void
attribution(struct bh_pen *p, const struct bh_finding *f)
{
	if (f->method == BH_DRIFT && f->commit.p != NULL) {
		bh_buf_z(p->b, "accumulated ");
		if (f->window_start.p != NULL) {
			foreign(p, f->window_start);
			arrow(p);
		} else
			bh_buf_z(p->b, "up to ");
	} else if (f->commit.p == NULL) {
		bh_buf_z(p->b, "somewhere in the window");
		return;
	} else
		/* a lone @ is no mention, and reads better than its escape */
		bh_buf_z(p->b, f->method == BH_BRANCH_EXCURSION ? "@ " :
		    "near ");
	foreign(p, f->commit);
}

const char *
bh_words_outside(void)
{
	return "Outside the comparison: its base history is not shared by the "
	    "compared series.";
}

void
bh_words_detail(struct bh_pen *p, const struct bh_report *r,
    const struct bh_finding *f)
{
	const struct bh_branch_range *g = &f->branch;

	bh_buf_f(p->b, "%s via %s", f->regression ? "regression" :
	    "improvement", r->branch ? "base range" :
	    f->method == BH_DRIFT ? "drift" : "change point");
	dot(p);
	if (r->branch) {
		bh_fmt_value(p->b, g->reference_min);
		bh_buf_z(p->b, "..");
		bh_fmt_value(p->b, g->reference_max);
		bh_buf_z(p->b, " of ");
		bh_fmt_count(p->b, g->reference_count, "commit");
	} else
		bh_fmt_value(p->b, f->baseline);
	arrow(p);
	bh_fmt_value(p->b, f->latest);
	dot(p);
	if (r->branch) {
		bh_fmt_excess(p->b, g->excess);
		dot(p);
	}
	attribution(p, f);
}

bool
bh_words_blessed(struct bh_pen *p, const struct bh_series *s)
{
	if (s->blessed.p == NULL)
		return false;
	bh_buf_z(p->b, "blessed at ");
	foreign(p, bh_fmt_short(s->blessed));
	if (s->blessed_time.p != NULL) {
		bh_buf_z(p->b, " (");
		foreign(p, s->blessed_time);
		bh_buf_c(p->b, ')');
	}
	return true;
}

bool
bh_words_back(struct bh_pen *p, const struct bh_finding *f)
{
	if (!f->has_branch || !f->branch.matches_previous_regime ||
	    f->branch.regime_start.p == NULL)
		return false;
	bh_buf_z(p->b, "back at the level before ");
	foreign(p, bh_fmt_short(f->branch.regime_start));
	return true;
}

bool
bh_words_suspect(struct bh_pen *p, const struct bh_finding *f)
{
	const struct bh_suspect *s = &f->suspect;
	struct bh_buf t = BH_BUF_INIT;
	char share[32];

	if (!f->has_suspect)
		return false;
	bh_buf_z(&t, "git log ");
	bh_buf_str(&t, bh_fmt_short(s->good));
	bh_buf_z(&t, "..");
	bh_buf_str(&t, bh_fmt_short(s->bad));
	bh_fmt_code(p->b, p->how, bh_buf_of(&t));
	bh_buf_free(&t);
	bh_buf_z(p->b, p->how == BH_FMT_TEXT ? "   (" : " (");
	bh_fmt_count(p->b, (long)s->unmeasured.n, "commit");
	bh_buf_z(p->b, " never measured, ");
	bh_fmt_count(p->b, (long)s->ncand, "position");
	snprintf(share, sizeof(share), "%.2f", s->coverage);
	bh_buf_f(p->b, " at %s)", share + (share[0] == '0'));
	return true;
}

const char *
bh_words_list(enum bh_list l)
{
	return l == BH_LIST_IMPROVED ? "improvement" : bh_list_name(l);
}

void
bh_words_beside(struct bh_pen *p, const struct bh_report *r, enum bh_list l,
    const struct bh_hit *h)
{
	const struct bh_finding *f = h->f;

	bh_buf_f(p->b, "%s  ", bh_words_list(l));
	bh_fmt_percent(p->b, f->relative_delta);
	bh_buf_z(p->b, "  ");
	bh_fmt_code(p->b, p->how, h->id);
	bh_buf_f(p->b, " %s  ", bh_kind_name(f->kind));
	bh_fmt_value(p->b, f->baseline);
	arrow(p);
	bh_fmt_value(p->b, f->latest);
	dot(p);
	attribution(p, f);
	bh_buf_z(p->b, "  ");
	foreign(p, r->set[h->set].name);
}
