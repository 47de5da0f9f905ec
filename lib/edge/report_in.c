#include "edge/report_in.h"

#include "edge/json.h"

enum { VERSION = 1 };

/* What must be there, and what must agree. */
struct report {
	struct bh_gated	*g;
	struct bh_count	 count;
	long		 version, regressions;	/* -1: absent */
	struct bh_str	 outcome;
	bool		 notable;
	bool		 has_mode, has_notable, has_census, has_findings,
			 has_sets;
};

struct names {
	struct bh_str	engine, triple, machine;
};

static bool
read_name(struct bh_tok *t, struct bh_str key, struct names *s)
{
	if (bh_str_is(key, "engine"))
		bh_tok_str(t, &s->engine);
	else if (bh_str_is(key, "target_triple"))
		bh_tok_str(t, &s->triple);
	else if (bh_str_is(key, "machine_key"))
		bh_tok_str(t, &s->machine);
	else
		return false;
	return true;
}

/* "E/T/M"; the object was not one of a report where a name is missing. */
static struct bh_str
set_of(struct bh_tok *t, const struct names *s)
{
	if (!bh_tok_ok(t))
		return BH_STR_NONE;
	if (s->engine.p == NULL || s->triple.p == NULL || s->machine.p == NULL) {
		bh_tok_fail(t, "no engine, target_triple or machine_key");
		return BH_STR_NONE;
	}
	return bh_strf(t->arena, "%.*s/%.*s/%.*s", BH_FMT(s->engine),
	    BH_FMT(s->triple), BH_FMT(s->machine));
}

/* --- findings ---------------------------------------------------------- */

static bool
read_method(struct bh_tok *t, enum bh_method *method)
{
	struct bh_str s;
	int m;

	if (!bh_tok_str(t, &s))
		return false;
	if ((m = bh_method_of(s)) == -1)
		return bh_tok_fail(t, "unknown method");
	*method = (enum bh_method)m;
	return true;
}

static bool
read_direction(struct bh_tok *t, bool *regression)
{
	struct bh_str s;

	if (!bh_tok_str(t, &s))
		return false;
	*regression = bh_str_is(s, "regression");
	return *regression || bh_str_is(s, "improvement") ||
	    bh_tok_fail(t, "unknown direction");
}

static void
read_finding(struct bh_tok *t, struct bh_finding *f)
{
	bool id = false, kind = false, method = false, direction = false;
	bool delta = false;
	struct names set = { .engine = BH_STR_NONE };
	struct bh_str key;

	bh_tok_obj(t);
	while (bh_tok_member(t, &key))
		if (read_name(t, key, &set))
			continue;
		else if (bh_str_is(key, "segments"))
			id = bh_json_id(t, &f->id);
		else if (bh_str_is(key, "kind"))
			kind = bh_json_kind(t, &f->kind);
		else if (bh_str_is(key, "method"))
			method = read_method(t, &f->method);
		else if (bh_str_is(key, "direction"))
			direction = read_direction(t, &f->regression);
		else if (bh_str_is(key, "relative_delta"))
			delta = bh_tok_double(t, &f->relative_delta);
		else if (bh_str_is(key, "commit"))
			bh_tok_str(t, &f->commit);
		else if (bh_str_is(key, "window_start"))
			bh_tok_str(t, &f->window_start);
		else
			bh_tok_skip(t);
	f->set = set_of(t, &set);
	if (bh_tok_ok(t) && !(id && kind && method && direction && delta))
		bh_tok_fail(t, "a finding without segments, kind, method, "
		    "direction or relative_delta");
}

static void
read_list(struct bh_tok *t, enum bh_list list, struct bh_gated *g)
{
	struct bh_finding *f;

	bh_tok_arr(t);
	while (bh_tok_elem(t)) {
		g->finding = bh_more(t->arena, g->finding, g->nfinding,
		    &g->capfinding, sizeof(*g->finding));
		f = &g->finding[g->nfinding++];
		*f = (struct bh_finding){ .list = list };
		read_finding(t, f);
	}
}

/* --- sets -------------------------------------------------------------- */

static void
read_kind(struct bh_tok *t, struct bh_kind_count *k)
{
	struct bh_str key;
	bool named = false;

	bh_tok_obj(t);
	while (bh_tok_member(t, &key))
		if (bh_str_is(key, "kind"))
			named = bh_json_kind(t, &k->kind);
		else if (bh_str_is(key, "series"))
			bh_tok_long(t, &k->series);
		else if (bh_str_is(key, "judged"))
			bh_tok_long(t, &k->judged);
		else
			bh_tok_skip(t);
	if (!bh_tok_ok(t))
		return;
	if (!named)
		bh_tok_fail(t, "a count without a kind");
	else if (k->judged < 0 || k->judged > k->series)
		bh_tok_fail(t, "more series judged than there are");
}

static void
read_set(struct bh_tok *t, struct bh_gated *g, size_t *cap)
{
	struct names set = { .engine = BH_STR_NONE };
	size_t i = g->nkind;
	bool told = false;
	struct bh_str key, name;

	bh_tok_obj(t);
	while (bh_tok_member(t, &key))
		if (read_name(t, key, &set))
			continue;
		else if (bh_str_is(key, "kinds")) {
			told = true;
			bh_tok_arr(t);
			while (bh_tok_elem(t)) {
				g->kind = bh_more(t->arena, g->kind, g->nkind,
				    cap, sizeof(*g->kind));
				g->kind[g->nkind] = (struct bh_kind_count){
				    .series = 0 };
				read_kind(t, &g->kind[g->nkind++]);
			}
		} else
			bh_tok_skip(t);
	name = set_of(t, &set);
	for (; i < g->nkind; i++)
		g->kind[i].set = name;
	g->has_kinds &= told;
}

static void
read_sets(struct bh_tok *t, struct bh_gated *g)
{
	size_t cap = 0;

	g->has_kinds = true;
	g->nkind = 0;
	bh_tok_arr(t);
	while (bh_tok_elem(t))
		read_set(t, g, &cap);
}

/* --- the whole --------------------------------------------------------- */

static void
read_mode(struct bh_tok *t, struct report *r)
{
	struct bh_str s;
	int m;

	if (!bh_tok_str(t, &s))
		return;
	if ((m = bh_mode_of(s)) == -1) {
		bh_tok_fail(t, "unknown mode");
		return;
	}
	r->g->mode = (enum bh_mode)m;
	r->has_mode = true;
}

static void
read_census(struct bh_tok *t, struct report *r)
{
	struct bh_str key;

	r->count = (struct bh_count){ .total = -1, .in_scope = -1,
	    .judged = -1, .unjudged = -1 };
	bh_tok_obj(t);
	while (bh_tok_member(t, &key))
		if (!bh_json_count_member(t, key, &r->count))
			bh_tok_skip(t);
	r->has_census = true;
}

static void
read_member(struct bh_tok *t, struct bh_str key, struct report *r)
{
	int l = bh_list_of(key);

	if (l != -1) {
		r->has_findings |= l == BH_LIST_FINDINGS;
		read_list(t, (enum bh_list)l, r->g);
	} else if (bh_str_is(key, "report_version"))
		bh_tok_long(t, &r->version);
	else if (bh_str_is(key, "mode"))
		read_mode(t, r);
	else if (bh_str_is(key, "outcome"))
		bh_tok_str(t, &r->outcome);
	else if (bh_str_is(key, "notable"))
		r->has_notable = bh_tok_bool(t, &r->notable);
	else if (bh_str_is(key, "regressions"))
		bh_tok_long(t, &r->regressions);
	else if (bh_str_is(key, "census"))
		read_census(t, r);
	else if (bh_str_is(key, "sets")) {
		r->has_sets = true;
		read_sets(t, r->g);
	} else
		bh_tok_skip(t);
}

static const char *
missing(const struct report *r)
{
	return r->version < 0 ? "report_version" : !r->has_mode ? "mode" :
	    r->outcome.p == NULL ? "outcome" :
	    !r->has_notable ? "notable" :
	    r->regressions < 0 ? "regressions" :
	    !r->has_census ? "census" : !r->has_findings ? "findings" :
	    !r->has_sets ? "sets" : NULL;
}

/* Parts that say the same thing twice must say the same. */
static int
agree(const struct report *r, struct bh_err *err)
{
	const struct bh_count *c = &r->count;
	const struct bh_finding *f = r->g->finding;
	long found = 0, worse = 0, kinds = 0;
	size_t i;

	for (i = 0; i < r->g->nkind; i++)
		kinds += r->g->kind[i].judged;

	for (i = 0; i < r->g->nfinding; i++)
		if (f[i].list == BH_LIST_FINDINGS) {
			found++;
			worse += f[i].regression;
		}
	if (worse != r->regressions)
		return bh_fail(err, BH_DATA, "report: %ld regressions, it says "
		    "%ld", worse, r->regressions);
	if (r->notable != (found > 0) ||
	    bh_str_is(r->outcome, "findings") != (found > 0))
		return bh_fail(err, BH_DATA, "report: %ld findings, but the "
		    "outcome is %.*s", found, BH_FMT(r->outcome));
	if (c->judged < 0 || c->judged > c->in_scope ||
	    c->in_scope > c->total || c->unjudged != c->total - c->judged ||
	    (r->g->has_kinds && kinds != c->judged))
		return bh_fail(err, BH_DATA, "report: a census that does not "
		    "add up");
	return 0;
}

int
bh_report_in(struct bh_str text, struct bh_arena *a, struct bh_gated *g,
    struct bh_err *err)
{
	struct report r = { .g = g, .version = -1, .regressions = -1,
	    .outcome = BH_STR_NONE };
	struct bh_str key;
	struct bh_tok t;

	*g = (struct bh_gated){ .finding = NULL };
	bh_tok_init(&t, text, a);
	bh_tok_obj(&t);
	while (bh_tok_member(&t, &key))
		read_member(&t, key, &r);
	if (!bh_tok_done(&t) || r.version < 0)
		return bh_json_bad(&t, "not a report", "report_version", err);
	if (r.version != VERSION)
		return bh_fail(err, BH_DATA, "report: version %ld, not %d",
		    r.version, VERSION);
	if (missing(&r) != NULL)
		return bh_json_bad(&t, "report", missing(&r), err);
	g->in_scope = r.count.in_scope;
	g->judged = r.count.judged;
	return agree(&r, err);
}
