#include "edge/report_in.h"

#include "edge/json_record.h"

enum { VERSION = 1 };

/* --- names of a set ---------------------------------------------------- */

struct names {
	struct bh_str	engine, triple, machine;
};

/* The members of a struct names, first in the struct type. */
#define NAMES(type) \
	BH_M(type, "engine", STR, BH_MUST, names.engine), \
	BH_M(type, "target_triple", STR, BH_MUST, names.triple), \
	BH_M(type, "machine_key", STR, BH_MUST, names.machine)

/* "E/T/M" */
static struct bh_str
set_of(struct bh_arena *a, const struct names *s)
{
	return bh_strf(a, "%.*s/%.*s/%.*s", BH_FMT(s->engine),
	    BH_FMT(s->triple), BH_FMT(s->machine));
}

/* --- findings ---------------------------------------------------------- */

struct found {
	struct names	names;
	struct bh_finding f;
};

#define M(...)	BH_M(struct found, __VA_ARGS__)
static const struct bh_member found_members[] = {
	NAMES(struct found),
	M("segments", OWN, BH_MUST, f.id, .by = &bh_json_segments),
	M("kind", NAME, BH_MUST, f.kind, .by = &bh_kind_names),
	M("method", NAME, BH_MUST, f.method, .by = &bh_method_names),
	M("direction", EITHER, BH_MUST, f.regression,
	    .by = &bh_json_directions),
	M("relative_delta", DOUBLE, BH_MUST, f.relative_delta),
	M("commit", STR, 0, f.commit),
	M("window_start", STR, 0, f.window_start),
};
static const struct bh_shape found = BH_SHAPE(struct found, "finding",
    found_members);
#undef M

static bool
read_list(struct bh_tok *t, enum bh_list list, struct bh_gated *g)
{
	struct found x;

	bh_tok_arr(t);
	while (bh_tok_elem(t)) {
		x = (struct found){ .f = { .list = list } };
		if (!bh_shape_read(t, &found, &x))
			return false;
		x.f.set = set_of(t->arena, &x.names);
		g->finding = bh_more(t->arena, g->finding, g->nfinding,
		    &g->capfinding, sizeof(*g->finding));
		g->finding[g->nfinding++] = x.f;
	}
	return bh_tok_ok(t);
}

/* --- sets -------------------------------------------------------------- */

struct set {
	struct names	names;
	bool		told;		/* its kinds are there */
	struct bh_kind_count *kind;
	size_t		nkind;
};

static const struct bh_member set_members[] = {
	NAMES(struct set),
	BH_M(struct set, "kinds", ARRAY, BH_HAS, kind,
	    .by = &bh_json_kind_count, .count = offsetof(struct set, nkind),
	    .has = offsetof(struct set, told)),
};
static const struct bh_shape set = BH_SHAPE(struct set, "set", set_members);

static bool
read_sets(struct bh_tok *t, struct bh_gated *g)
{
	size_t cap = 0, i;
	struct set s;

	g->has_kinds = true;
	g->nkind = 0;
	bh_tok_arr(t);
	while (bh_tok_elem(t)) {
		s = (struct set){ .told = false };
		if (!bh_shape_read(t, &set, &s))
			return false;
		g->has_kinds &= s.told;
		for (i = 0; i < s.nkind; i++) {
			if (s.kind[i].judged < 0 ||
			    s.kind[i].judged > s.kind[i].series)
				return bh_tok_fail(t,
				    "more series judged than there are");
			s.kind[i].set = set_of(t->arena, &s.names);
			g->kind = bh_more(t->arena, g->kind, g->nkind, &cap,
			    sizeof(*g->kind));
			g->kind[g->nkind++] = s.kind[i];
		}
	}
	return bh_tok_ok(t);
}

/* --- the whole --------------------------------------------------------- */

struct report {
	struct bh_gated	 g;
	struct bh_count	 count;
	long		 regressions;
	struct bh_str	 outcome;
	bool		 notable;
};

static const struct bh_member census_members[] = {
	BH_JSON_COUNT(offsetof(struct report, count)),
};
static const struct bh_shape census = BH_SHAPE(struct report, "census",
    census_members);

#define LIST(name) \
	static bool \
	read_##name(struct bh_tok *t, void *at) \
	{ \
		return read_list(t, (enum bh_list)bh_list_of( \
		    BH_STR(#name)), at); \
	} \
	static const struct bh_own name = { read_##name, NULL };
LIST(findings)
LIST(provisional)
LIST(range)
LIST(improved)
LIST(unstable)
#undef LIST

static bool
read_own_sets(struct bh_tok *t, void *at)
{
	return read_sets(t, at);
}

static const struct bh_own sets = { read_own_sets, NULL };

#define M(...)	BH_M(struct report, __VA_ARGS__)
#define LIST(name, flags) \
	M(#name, OWN, flags, g, .by = &name)
static const struct bh_member report_members[] = {
	M("mode", NAME, BH_MUST, g.mode, .by = &bh_mode_names),
	M("outcome", STR, BH_MUST, outcome),
	M("notable", BOOL, BH_MUST, notable),
	M("regressions", LONG, BH_MUST, regressions),
	BH_M0("census", OBJECT, BH_MUST, .by = &census),
	LIST(findings, BH_MUST),
	LIST(provisional, 0),
	LIST(range, 0),
	LIST(improved, 0),
	LIST(unstable, 0),
	M("sets", OWN, BH_MUST, g, .by = &sets),
};
static const struct bh_shape report = BH_SHAPE(struct report, "report",
    report_members);
#undef LIST
#undef M

/* Parts that say the same thing twice must say the same. */
static int
agree(const struct report *r, struct bh_err *err)
{
	const struct bh_count *c = &r->count;
	const struct bh_finding *f = r->g.finding;
	long some = 0, worse = 0, kinds = 0;
	size_t i;

	for (i = 0; i < r->g.nkind; i++)
		kinds += r->g.kind[i].judged;
	for (i = 0; i < r->g.nfinding; i++)
		if (f[i].list == BH_LIST_FINDINGS) {
			some++;
			worse += f[i].regression;
		}
	if (worse != r->regressions)
		return bh_fail(err, BH_DATA, "report: %ld regressions, it says "
		    "%ld", worse, r->regressions);
	if (r->notable != (some > 0) ||
	    bh_str_is(r->outcome, "findings") != (some > 0))
		return bh_fail(err, BH_DATA, "report: %ld findings, but the "
		    "outcome is %.*s", some, BH_FMT(r->outcome));
	if (c->judged < 0 || c->judged > c->in_scope ||
	    c->in_scope > c->total || c->unjudged != c->total - c->judged ||
	    (r->g.has_kinds && kinds != c->judged))
		return bh_fail(err, BH_DATA, "report: a census that does not "
		    "add up");
	return 0;
}

struct version {
	long		version;
};

static const struct bh_member version_members[] = {
	BH_M(struct version, "report_version", LONG, BH_MUST, version),
};
static const struct bh_shape version = BH_SHAPE(struct version,
    "not a report", version_members);

int
bh_report_in(struct bh_str text, struct bh_arena *a, struct bh_gated *g,
    struct bh_err *err)
{
	struct version v;
	struct report r;

	if (bh_shape_read_text(text, a, &version, &v, err) == -1)
		return -1;
	if (v.version != VERSION)
		return bh_fail(err, BH_DATA, "report: version %ld, not %d",
		    v.version, VERSION);
	if (bh_shape_read_text(text, a, &report, &r, err) == -1)
		return -1;
	*g = r.g;
	g->in_scope = r.count.in_scope;
	g->judged = r.count.judged;
	return agree(&r, err);
}
