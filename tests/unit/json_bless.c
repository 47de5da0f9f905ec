/* Bodies of blessings, as stored. */
#include "tap.h"

#include "edge/json.h"
#include "model/bless.h"

#define BODY(commit, rest) "{\"schema_version\":2,\"commit\":\"" commit \
    "\",\"issued_at\":\"2026-11-30T09:12:42.160243142Z\",\"prefixes\":[" rest
#define SCOPE(s) "\"foo\"],\"tool_version\":\"x\",\"scope\":{" s "}}"
#define FULL SCOPE("\"engine\":[\"callgrind\"],\"target_triple\":[]," \
    "\"machine_key\":[]")

int
main(void)
{
	static const struct {
		const char	*body, *msg;	/* NULL: good */
	} v[] = {
		{ BODY("c", FULL), NULL },
		{ BODY("c", SCOPE("\"engine\":[],\"target_triple\":[],"
		    "\"machine_key\":[],\"x\":[]")),
		    "unknown member of scope at byte" },
		{ BODY("c", SCOPE("\"engine\":[],\"target_triple\":[]")),
		    "scope without all three axes at byte" },
		{ BODY("c", SCOPE("\"engine\":[],\"target_triple\":null,"
		    "\"machine_key\":[]")),
		    "an array was expected at byte" },
		{ BODY("c", "\"foo\"]}"),
		    "member 'scope' is missing" },
		{ BODY("d", FULL), "commit 'd' is not that of" },
		{ BODY("C", FULL), "commit 'C' is not that of" },
		{ BODY("c", "\"\"],\"scope\":{}}"),
		    "empty prefix at byte" },
		{ BODY("c", FULL) " x", "text behind" },
		{ "{\"commit\":\"c\",\"issued_at\":\"now\",\"prefixes\":[],"
		    "\"scope\":{\"engine\":[],\"target_triple\":[],"
		    "\"machine_key\":[]}}", "issued_at 'now' is no" },
		{ "{\"commit\":\"c\",\"prefixes\":[]}",
		    "member 'issued_at' is missing" },
		{ "{\"commit\":\"c\",\"issued_at\":\"x\"}",
		    "member 'prefixes' is missing" },
		{ "{}", "member 'commit' is missing" },
		{ "[]", "an object was expected" },
		{ "", "JSON text is cut short" },
	};
	struct bh_arena a = BH_ARENA_INIT;
	struct bh_err err = BH_ERR_INIT;
	struct bh_blessing x = { .commit = BH_STR("c") };
	struct bh_buf b = BH_BUF_INIT;
	size_t i;
	int r;

	for (i = 0; i < sizeof(v) / sizeof(*v); i++) {
		r = bh_json_read_bless(bh_str_of(v[i].body), &a, &x, &err);
		if (v[i].msg == NULL) {
			is_int(r, 0, "good");
			continue;
		}
		ok(r == -1 && err.status == BH_DATA && strncmp(err.msg,
		    v[i].msg, strlen(v[i].msg)) == 0, "%s", v[i].msg);
		if (strncmp(err.msg, v[i].msg, strlen(v[i].msg)) != 0)
			printf("# %s\n", err.msg);
	}
	is_int(bh_json_read_bless(bh_str_of(v[0].body), &a, &x, &err), 0,
	    "once more");
	ok(x.has_body && x.prefixes.n == 1 &&
	    bh_str_is(bh_scope_text(&a, &x.scope), "callgrind/all/all"),
	    "what it says");
	bh_json_put_bless(&b, &x);
	is_int(bh_json_read_bless(bh_buf_of(&b), &a, &x, &err), 0,
	    "what is written is read");
	x.set = BH_STR("criterion/t/m");
	is_int(bh_json_read_bless(BH_STR(BODY("c", "\"foo\"],\"commit_time\":"
	    "1}")), &a, &x, &err), 0, "no scope is needed there");
	is_text(bh_scope_text(&a, &x.scope).p, "criterion/t/m",
	    "it is that of the key");
	bh_buf_free(&b);
	bh_arena_free(&a);
	return tap_done();
}
