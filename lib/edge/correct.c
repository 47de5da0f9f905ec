#include "edge/correct.h"

#include <stdlib.h>

#include "base/log.h"
#include "compute/family.h"
#include "edge/json.h"
#include "edge/shape.h"

/* A judged series that is held: its line, its verdict, what was found. */
struct held {
	struct bh_str		line;	/* none where it is passed on already */
	struct bh_series	series;	/* branch mode: parsed, in keep */
	struct bh_verdict	verdict;
	long			cand;	/* its first candidate, -1: none */
	bool			found;
};

struct correct {
	struct bh_out		*out;
	bool			 all_series;
	struct bh_arena		 keep;
	bool			 have_census, have_detection, have_gates;
	bool			 have_series, have_verdict;
	struct bh_census	 census;
	enum bh_detection	 method;
	long			 tip_topo;
	struct bh_buf		 series;	/* the line of the series at hand */
	long			 n;		/* its number */
	bool			 series_judged;
	struct bh_kind_count	*kind;		/* as they came */
	size_t			 nkind, capkind, at_kind; /* that of n */
	struct held		*held;
	size_t			 nheld, capheld;
	struct bh_family_case	*cand;
	size_t			 ncand, capcand;
	long			 verdicts, unjudged[BH_REASONS];
};

/* --- records in -------------------------------------------------------------- */

static int
census(struct correct *c, struct bh_str line, struct bh_err *err)
{
	struct bh_census x;

	line = bh_str_dup(&c->keep, line);
	if (bh_json_read_census(line, &c->keep, &x, err) == -1)
		return -1;
	if (c->have_census && (x.count.judged != c->census.count.judged ||
	    x.count.total != c->census.count.total))
		return bh_fail(err, BH_DATA, "a census that differs");
	c->census = x;
	c->have_census = true;
	return 0;
}

static int
detection(struct correct *c, struct bh_str line, struct bh_arena *a,
    struct bh_err *err)
{
	struct bh_detection_rec x;

	if (bh_json_read_detection(line, a, &x, err) == -1)
		return -1;
	if (c->have_detection && x.method != c->method)
		return bh_fail(err, BH_DATA, "two methods in one input");
	c->method = x.method;
	c->have_detection = true;
	return 0;
}

/* Count the series at hand among those of its set and kind, the newest first:
 * series of one set mostly stand together. */
static void
tally(struct correct *c, struct bh_str set, enum bh_kind kind)
{
	struct bh_kind_count *k = c->kind;
	size_t i = c->nkind;

	while (i > 0 && (k[i - 1].kind != kind ||
	    !bh_str_eq(k[i - 1].set, set)))
		i--;
	if (i == 0) {
		c->kind = bh_more(&c->keep, c->kind, c->nkind, &c->capkind,
		    sizeof(*c->kind));
		i = ++c->nkind;
		c->kind[i - 1] = (struct bh_kind_count){
		    bh_str_dup(&c->keep, set), kind, 0, 0 };
	}
	c->at_kind = i - 1;
	c->kind[i - 1].series++;
	c->kind[i - 1].judged += c->series_judged;
}

/* What is read of a series here; its line goes on as it came. */
struct brief {
	long		n;
	struct bh_str	set;
	enum bh_kind	kind;
	bool		judged;
};

#define M(...)	BH_M(struct brief, __VA_ARGS__)
static const struct bh_member brief_members[] = {
	M("n", LONG, BH_MUST, n),
	M("set", STR, BH_MUST, set),
	M("kind", NAME, BH_MUST, kind, .by = &bh_kind_names),
	M("judged", BOOL, 0, judged),
};
static const struct bh_shape brief = BH_SHAPE(struct brief, "series",
    brief_members);
#undef M

static int
series(struct correct *c, struct bh_str line, struct bh_arena *a,
    struct bh_err *err)
{
	struct brief x;

	if (bh_shape_read_text(line, a, &brief, &x, err) == -1)
		return -1;
	c->n = x.n;
	c->have_series = true;
	c->have_verdict = false;
	c->series_judged = x.judged;
	tally(c, x.set, x.kind);
	bh_buf_reset(&c->series);
	bh_buf_str(&c->series, line);
	return 0;
}

/* Hold the series at hand; parsed where the whole set decides. */
static int
hold(struct correct *c, const struct bh_verdict *v, struct bh_err *err)
{
	struct held *h;

	c->held = bh_more(&c->keep, c->held, c->nheld, &c->capheld,
	    sizeof(*c->held));
	h = &c->held[c->nheld++];
	*h = (struct held){ .verdict = *v, .cand = -1 };
	h->line = bh_str_dup(&c->keep, bh_buf_of(&c->series));
	if (c->census.mode != BH_BRANCH)
		return 0;
	return bh_json_read_series(h->line, &c->keep, false, &h->series, err);
}

static int
verdict(struct correct *c, struct bh_str line, struct bh_arena *a,
    struct bh_err *err)
{
	bool branch = c->have_census && c->census.mode == BH_BRANCH;
	struct bh_verdict v;

	if (bh_json_read_verdict(line, branch ? &c->keep : a, &v, err) == -1)
		return -1;
	if (!c->have_series || v.n != c->n || c->have_verdict ||
	    !c->series_judged)
		return bh_fail(err, BH_DATA, "verdict %ld: not that of the "
		    "series before it", v.n);
	c->have_verdict = true;
	c->verdicts++;
	if (v.outcome == BH_UNJUDGED) {
		c->unjudged[v.reason]++;
		c->kind[c->at_kind].judged--;
	} else if (v.outcome == BH_CANDIDATE || branch)
		return hold(c, &v, err);
	return 0;
}

static int
candidate(struct correct *c, struct bh_str line, struct bh_err *err)
{
	struct bh_finding_rec x;
	struct held *h;

	line = bh_str_dup(&c->keep, line);
	if (bh_json_read_finding(line, &c->keep, &x, err) == -1)
		return -1;
	h = c->nheld > 0 ? &c->held[c->nheld - 1] : NULL;
	if (h == NULL || !c->have_verdict || x.f.n != h->verdict.n ||
	    h->verdict.outcome != BH_CANDIDATE)
		return bh_fail(err, BH_DATA, "candidate %ld: not behind its "
		    "verdict", x.f.n);
	c->cand = bh_more(&c->keep, c->cand, c->ncand, &c->capcand,
	    sizeof(*c->cand));
	if (h->cand == -1)
		h->cand = (long)c->ncand;
	c->cand[c->ncand++] = (struct bh_family_case){ .f = x.f };
	return 0;
}

static int
topology(struct correct *c, struct bh_str line, struct bh_arena *a,
    struct bh_err *err)
{
	struct bh_topology t;

	if (bh_json_read_topology(line, a, &t, err) == -1)
		return -1;
	c->tip_topo = t.tip_topo;
	return 0;
}

static int
record(struct correct *c, enum bh_rtype type, struct bh_str line,
    struct bh_arena *a, struct bh_err *err)
{
	switch (type) {
	case BH_R_CENSUS:
		if (census(c, line, err) == -1)
			return -1;
		break;
	case BH_R_DETECTION:
		if (detection(c, line, a, err) == -1)
			return -1;
		break;
	case BH_R_TOPOLOGY:
		if (topology(c, line, a, err) == -1)
			return -1;
		break;
	case BH_R_GATE:
		c->have_gates = true;
		break;
	case BH_R_SERIES:
		if (series(c, line, a, err) == -1)
			return -1;
		if (!c->all_series)
			return 0;
		break;
	case BH_R_VERDICT:
		return verdict(c, line, a, err);
	case BH_R_CANDIDATE:
		return candidate(c, line, err);
	default:
		break;
	}
	bh_out_copy(c->out, line);
	return 0;
}

/* --- the family ------------------------------------------------------------------ */

/* The judged series of one set, from *at on; sets stand together. */
static size_t
members(struct correct *c, size_t at, struct bh_fdr_member *m)
{
	struct bh_str set = c->held[at].series.set;
	struct held *h;
	size_t n = 0;

	for (; at < c->nheld; at++) {
		h = &c->held[at];
		if (!bh_str_eq(h->series.set, set))
			break;
		m[n++] = (struct bh_fdr_member){ &h->series, &h->verdict,
		    h->cand == -1 ? NULL : &c->cand[h->cand].f };
	}
	return n;
}

static int
by_series(const void *x, const void *y)
{
	return bh_series_cmp(&((const struct held *)x)->series,
	    &((const struct held *)y)->series);
}

static void
put_comparison(struct correct *c, struct bh_comparison *x, struct bh_str set)
{
	long i;

	x->set = set;
	x->has_scores = c->have_gates;
	for (i = 0; i < x->evaluated && bh_log_is_verbose(); i++)
		bh_note("comparison %.*s: base score %ld: %g, branch %g",
		    BH_FMT(set), i, x->base_score[i], x->branch_score);
	bh_json_put_comparison(&c->out->buf, x);
	bh_out_line(c->out);
}

/*
 * Branch mode, set by set: neighbour turns give the candidates their p, or the
 * comparison is formed, one for each set that has one.
 */
static struct bh_comparison *
by_sets(struct correct *c, size_t *n)
{
	struct bh_comparison *v = bh_calloc(&c->keep, c->nheld, sizeof(*v));
	struct bh_fdr_member *m = bh_calloc(&c->keep, c->nheld, sizeof(*m));
	size_t at, k;

	*n = 0;
	if (c->nheld > 0)
		qsort(c->held, c->nheld, sizeof(*c->held), by_series);
	for (at = 0; at < c->nheld; at += k) {
		k = members(c, at, m);
		if (c->method == BH_SCAN)
			bh_turns(m, k, c->tip_topo, &c->keep);
		else if (bh_comparison(m, k, c->tip_topo, &c->keep, &v[*n]))
			v[(*n)++].set = c->held[at].series.set;
	}
	return v;
}

static void
put_gate(struct correct *c, const struct bh_finding *f, enum bh_gate_id gate,
    bool numbers, double value, double demand, bool pass)
{
	struct bh_gate_rec g = { f->n, { BH_STAGE_FAMILY, gate, numbers, value,
	    demand, pass } };

	bh_json_put_gate(&c->out->buf, &g);
	bh_out_line(c->out);
}

static void
put_case(struct correct *c, const struct bh_family_case *x)
{
	struct bh_finding_rec rec = { .f = x->f, .type = BH_R_FINDING };

	if (c->have_gates && c->census.mode == BH_HISTORY &&
	    c->method == BH_COMPAT)
		put_gate(c, &x->f, BH_G_DIRECTION, false, 0, 0,
		    x->fate != BH_DROPPED_DIRECTION);
	if (c->have_gates && x->corrected)
		put_gate(c, &x->f, BH_G_FALSE_DISCOVERY, true, x->f.p, x->bar,
		    x->fate == BH_FOUND && x->f.list != BH_LIST_RANGE);
	if (x->fate != BH_FOUND) {
		rec.type = BH_R_DROPPED;
		rec.why = x->fate == BH_DROPPED_RANK ? BH_STR("rank") :
		    BH_STR("direction");
		rec.f.has_rank = false;
	}
	if (x->f.list == BH_LIST_PROVISIONAL || x->f.list == BH_LIST_UNSTABLE)
		rec.f.has_rank = false;
	bh_json_put_finding(&c->out->buf, &rec);
	bh_out_line(c->out);
}

static int
long_cmp(const void *x, const void *y)
{
	long a = *(const long *)x, b = *(const long *)y;

	return (a > b) - (a < b);
}

/* The series behind findings, in the order they came. */
static void
put_series(struct correct *c)
{
	long *n = bh_calloc(&c->keep, c->ncand, sizeof(*n));
	size_t i, k = 0;

	if (c->all_series)
		return;
	for (i = 0; i < c->ncand; i++)
		if (c->cand[i].fate == BH_FOUND)
			n[k++] = c->cand[i].f.n;
	if (k > 0)
		qsort(n, k, sizeof(*n), long_cmp);
	for (i = 0; i < c->nheld; i++)
		if (bsearch(&c->held[i].verdict.n, n, k, sizeof(*n),
		    long_cmp) != NULL)
			bh_out_copy(c->out, c->held[i].line);
}

static int
by_set_kind(const void *x, const void *y)
{
	const struct bh_kind_count *a = x, *b = y;
	int c = bh_set_cmp(a->set, b->set);

	return c != 0 ? c : (a->kind > b->kind) - (a->kind < b->kind);
}

static void
account(struct correct *c, long screened)
{
	struct bh_coverage x = { .count = c->census.count,
	    .verdicts = c->verdicts, .candidates = (long)c->ncand,
	    .screened = screened, .scan = c->method == BH_SCAN,
	    .has_family = c->census.mode == BH_HISTORY ||
	    c->method == BH_SCAN, .target = BH_FDR_TARGET,
	    .has_kinds = true, .kind = c->kind, .nkind = c->nkind };
	size_t i;
	int r;

	if (c->nkind > 1)
		qsort(c->kind, c->nkind, sizeof(*c->kind), by_set_kind);

	for (r = 0; r < BH_REASONS; r++) {
		x.count.reason[r] += c->unjudged[r];
		x.count.judged -= c->unjudged[r];
		x.count.unjudged += c->unjudged[r];
	}
	x.family = x.count.judged;
	for (i = 0; i < c->ncand; i++)
		if (c->cand[i].fate == BH_FOUND)
			x.findings[c->cand[i].f.list]++;
	x.outcome = bh_str_of(bh_family_outcome(&x.count,
	    x.findings[BH_LIST_FINDINGS]));
	bh_json_put_coverage(&c->out->buf, &x);
	bh_out_line(c->out);
}

static int
complete(const struct correct *c, const char *path, struct bh_err *err)
{
	if (!c->have_census || !c->have_detection)
		return bh_fail(err, BH_DATA, "%s: no %s record", path,
		    c->have_census ? "detection" : "census");
	if (c->verdicts != c->census.count.judged)
		return bh_fail(err, BH_DATA, "%s: %ld verdicts for %ld judged "
		    "series", path, c->verdicts, c->census.count.judged);
	return 0;
}

static void
finish(struct correct *c)
{
	struct bh_comparison *v = NULL;
	long family = c->census.count.judged;
	size_t i, n = 0, screened;
	int r;

	for (r = 0; r < BH_REASONS; r++)
		family -= c->unjudged[r];
	if (c->census.mode == BH_BRANCH)
		v = by_sets(c, &n);
	screened = bh_family(c->method, c->census.mode, c->cand, c->ncand,
	    family, &c->keep);
	put_series(c);
	for (i = 0; i < c->ncand; i++)
		put_case(c, &c->cand[i]);
	for (i = 0; i < n; i++)
		put_comparison(c, &v[i], v[i].set);
	account(c, (long)screened);
}

int
bh_correct(struct bh_stream *in, struct bh_out *out, bool all_series,
    struct bh_err *err)
{
	struct correct c = { .out = out, .all_series = all_series,
	    .keep = BH_ARENA_INIT };
	struct bh_arena a = BH_ARENA_INIT;
	enum bh_rtype type;
	struct bh_str line;
	int r;

	while ((r = bh_stream_next(in, &line, &type, err)) == 1) {
		if (record(&c, type, line, &a, err) == -1) {
			r = bh_stream_at(in, err);
			break;
		}
		bh_arena_reset(&a);
	}
	if (r == 0)
		r = complete(&c, in->in.path, err);
	if (r == 0)
		finish(&c);
	bh_buf_free(&c.series);
	bh_arena_free(&a);
	bh_arena_free(&c.keep);
	return r;
}
