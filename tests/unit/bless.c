/* Scopes, prefixes and filters: the vectors of bh-store(5). */
#include "tap.h"

#include "model/bless.h"

static struct bh_arena a = BH_ARENA_INIT;
static struct bh_err err = BH_ERR_INIT;

/* "callgrind|criterion//m1": values by axis, nothing: not restricted */
static struct bh_scope
scope(const char *text)
{
	struct bh_scope s = { 0 };
	struct bh_str rest = bh_str_of(text), axis, value;
	size_t cap;
	int x;

	for (x = 0; x < BH_AXES; x++) {
		bh_str_cut(&rest, '/', &axis);
		cap = 0;
		while (axis.n > 0) {
			bh_str_cut(&axis, '|', &value);
			s.axis[x].v = bh_more(&a, s.axis[x].v, s.axis[x].n,
			    &cap, sizeof(value));
			s.axis[x].v[s.axis[x].n++] = value;
		}
	}
	return s;
}

static void
scopes(void)
{
	static const struct {
		const char	*a, *b;
		int		 meets, a_holds_b, b_holds_a;
	} v[] = {
		{ "//", "//", 1, 1, 1 },
		{ "//", "callgrind/t/m", 1, 1, 0 },
		{ "//m1|m2", "//M2", 1, 1, 0 },
		{ "//m1|m2", "//m2|m3", 1, 0, 0 },
		{ "//m1", "//m2", 0, 0, 0 },
		{ "callgrind//", "//m1", 1, 0, 0 },
		{ "callgrind/t/", "CALLGRIND/T/m1", 1, 1, 0 },
		{ "callgrind/t/m1", "callgrind/t/m2", 0, 0, 0 },
	};
	struct bh_scope p, q;
	struct bh_key k;
	size_t i;

	for (i = 0; i < sizeof(v) / sizeof(*v); i++) {
		p = scope(v[i].a);
		q = scope(v[i].b);
		ok(bh_scope_meets(&p, &q) == v[i].meets &&
		    bh_scope_meets(&q, &p) == v[i].meets &&
		    bh_scope_holds(&p, &q) == v[i].a_holds_b &&
		    bh_scope_holds(&q, &p) == v[i].b_holds_a, "%s and %s",
		    v[i].a, v[i].b);
	}
	p = scope("CALLGRIND//");
	ok(bh_scope_covers(&p, BH_STR("callgrind/target/m1")), "any case");
	ok(!bh_scope_covers(&p, BH_STR("criterion/target/m1")), "other engine");
	p = scope("/target/m1|m2");
	ok(bh_scope_covers(&p, BH_STR("criterion/target/m2")), "alternatives");
	ok(!bh_scope_covers(&p, BH_STR("criterion/target/m22")), "whole word");
	ok(!bh_scope_covers(&p, BH_STR("criterion/other/m2")), "all axes");
	p = scope("//m1|m2");
	is_text(bh_scope_text(&a, &p).p, "all/all/m1|m2", "text");
	ok(bh_key_parse(BH_STR("v1/p/objects/callgrind/target/m1/c/"
	    "bless-5.json"), &k), "a key of a set");
	p = bh_scope_of(&a, &k);
	is_text(bh_scope_text(&a, &p).p, "callgrind/target/m1", "its scope");
}

static void
prefixes(void)
{
	static const struct {
		const char	*prefixes, *id;	/* lists cut at blanks, '/' */
		int		 match;
	} v[] = {
		{ "", "foo/bar", 1 },
		{ "foo/bar", "foo/bar", 1 },
		{ "foo/bar", "foo/bar/baz", 1 },
		{ "foo/bar", "foo/barbaz", 1 },
		{ "foo/bar/", "foo/bar", 0 },
		{ "foo/bar/", "foo/bar/baz", 1 },
		{ "overhead/groups_", "overhead/groups_10", 1 },
		{ "overhead/groups_", "overhead/groups_100", 1 },
		{ "overhead/groups_", "overhead/single", 0 },
		{ "a baz/qux", "baz/qux", 1 },
		{ "Foo", "foo", 0 },
		{ "foo/bar/baz/qux", "foo/bar", 0 },
	};
	struct bh_blessing x = { 0 };
	struct bh_str list, id, seg[8], prefix[8];
	struct bh_id bid;
	size_t i;

	for (i = 0; i < sizeof(v) / sizeof(*v); i++) {
		list = bh_str_of(v[i].prefixes);
		x.prefixes = (struct bh_strs){ prefix, 0 };
		while (list.n > 0)
			bh_str_cut(&list, ' ', &prefix[x.prefixes.n++]);
		id = bh_str_of(v[i].id);
		bid = (struct bh_id){ seg, 0 };
		while (id.n > 0)
			bh_str_cut(&id, '/', &seg[bid.n++]);
		is_int(bh_bless_matches(&x, BH_STR("callgrind/t/m"), bid),
		    v[i].match, v[i].prefixes);
	}
	x.scope = scope("criterion//");
	x.prefixes.n = 0;
	ok(!bh_bless_matches(&x, BH_STR("callgrind/t/m"), bid),
	    "out of scope");
}

static void
filters(void)
{
	struct bh_filter f = { 0 };
	struct bh_scope s;
	bool filled[BH_AXES];

	s = bh_filter_end(&a, &f, false, BH_STR_NONE, BH_STR_NONE, filled);
	is_text(bh_scope_text(&a, &s).p, "all/all/all", "nothing given");
	s = bh_filter_end(&a, &f, true, BH_STR("T"), BH_STR("k"), filled);
	is_text(bh_scope_text(&a, &s).p, "all/t/k", "the host");
	ok(!filled[0] && filled[1] && filled[2], "is filled in");
	ok(bh_filter_add(&a, &f, BH_AXIS_MACHINE, "CI Pool", &err) == 0 &&
	    bh_filter_add(&a, &f, BH_AXIS_MACHINE, "b", &err) == 0 &&
	    bh_filter_add(&a, &f, BH_AXIS_MACHINE, "ci pool", &err) == 0 &&
	    bh_filter_add(&a, &f, BH_AXIS_MACHINE, "auto", &err) == 0 &&
	    bh_filter_add(&a, &f, BH_AXIS_ENGINE, "CRITERION", &err) == 0 &&
	    bh_filter_add(&a, &f, BH_AXIS_ENGINE, "callgrind", &err) == 0 &&
	    bh_filter_add(&a, &f, BH_AXIS_TRIPLE, "t", &err) == 0 &&
	    bh_filter_add(&a, &f, BH_AXIS_TRIPLE, "ALL", &err) == 0, "values");
	s = bh_filter_end(&a, &f, true, BH_STR("T"), BH_STR("c"), filled);
	is_text(bh_scope_text(&a, &s).p, "callgrind|criterion/all/b|c|ci_pool",
	    "sanitized, sorted, once each");
	ok(!filled[0] && !filled[1] && filled[2], "auto is filled in");
	is_int(bh_filter_add(&a, &f, BH_AXIS_ENGINE, "dhat", &err), -1,
	    "unknown engine");
	is_text(err.msg, "--engine: unknown engine 'dhat', there are "
	    "callgrind, criterion, alloc_tracker, all_the_time, primbench",
	    "which there are");
	is_int((long)err.status, BH_USAGE, "is bad usage");
	is_int(bh_filter_add(&a, &f, BH_AXIS_MACHINE, "", &err), -1, "empty");
}

int
main(void)
{
	scopes();
	prefixes();
	filters();
	bh_arena_free(&a);
	return tap_done();
}
