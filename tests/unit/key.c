/* Keys: the vectors of bh-store(5). */
#include "tap.h"

#include "model/key.h"

static struct bh_arena a = BH_ARENA_INIT;

static void
sanitize(void)
{
	static const struct {
		struct bh_str	 raw;
		const char	*want;
	} v[] = {
		{ BH_STR("x86_64-unknown-linux-gnu"),
		    "x86_64-unknown-linux-gnu" },
		{ BH_STR("X86_64-PC-Windows-MSVC"), "x86_64-pc-windows-msvc" },
		{ BH_STR("Team-App"), "team-app" },
		{ BH_STR("my.project-1"), "my.project-1" },
		{ BH_STR("team/app"), "team_app" },
		{ BH_STR("team\\app"), "team_app" },
		{ BH_STR("weird:name"), "weird_name" },
		{ BH_STR("with space"), "with_space" },
		{ BH_STR("dead/beef"), "dead_beef" },
		{ BH_STR("a b"), "a_b" },
		{ BH_STR("F\xc3\xb6\xc3\xb6 Bar"), "f___bar" },
		{ BH_STR(""), "_" },
		{ BH_STR("."), "_" },
		{ BH_STR(".."), "_" },
		{ BH_STR("..."), "_" },
		{ BH_STR(".hidden"), ".hidden" },
		{ BH_STR("a..b"), "a..b" },
		{ BH_STR(" "), "_" },
		{ BH_STR("A%2FB"), "a_2fb" },
		{ BH_STR("caf\xc3\xa9"), "caf_" },
		{ BH_STR("cafe\xcc\x81"), "cafe_" },
		{ BH_STR("\xf0\x9f\x9a\x80"), "_" },
		{ BH_STR("\xe2\x84\xaa"), "_" },
		{ BH_STR("\t"), "_" },
		{ BH_STR("a\0b"), "a_b" },
		{ BH_STR("\xff\xfe"), "__" },
		{ BH_STR("a\xc3"), "a_" },
	};
	struct bh_str got, twice;
	size_t i;

	for (i = 0; i < sizeof(v) / sizeof(*v); i++) {
		got = bh_key_sanitize(&a, v[i].raw);
		is_text(got.p, v[i].want, "sanitized");
		twice = bh_key_sanitize(&a, got);
		ok(bh_str_eq(got, twice), "and once more the same");
	}
	is_text(bh_key_sanitize(&a, BH_STR_NONE).p, "_", "no name at all");
}

#define SHA	"deadbeefdeadbeefdeadbeefdeadbeefdeadbeef"
#define TRIPLE	"x86_64-unknown-linux-gnu"

static struct bh_key
key(enum bh_key_what what, const char *project, const char *machine,
    const char *commit, struct bh_time at)
{
	return (struct bh_key){ what, bh_str_of(project), BH_CALLGRIND,
	    BH_STR(TRIPLE), bh_str_of(machine), bh_str_of(commit), at };
}

static void
construct(void)
{
	const struct bh_time none = { 0, 0 }, t = { 1700000000, 0 };
	struct bh_key k = key(BH_KEY_CLEAN, "folo", "abc123", SHA, none);

	is_text(bh_key_text(&a, &k).p, "v1/folo/objects/callgrind/" TRIPLE
	    "/abc123/" SHA "/clean.json", "clean");
	is_text(bh_key_set(&a, &k).p, "callgrind/" TRIPLE "/abc123", "set");
	k = key(BH_KEY_DIRTY, "folo", "abc123", SHA, t);
	is_text(bh_key_text(&a, &k).p, "v1/folo/objects/callgrind/" TRIPLE
	    "/abc123/" SHA "/dirty-1700000000.json", "dirty");
	k = key(BH_KEY_CLEAN, "folo", "m1", "dead/beef", none);
	is_text(bh_key_text(&a, &k).p, "v1/folo/objects/callgrind/" TRIPLE
	    "/m1/dead_beef/clean.json", "slash in a commit");
	k = (struct bh_key){ BH_KEY_CLEAN, BH_STR("team/app"), BH_CRITERION,
	    BH_STR("weird/triple"), BH_STR("machine/one"), BH_STR("c"), none };
	is_text(bh_key_text(&a, &k).p, "v1/team_app/objects/criterion/"
	    "weird_triple/machine_one/c/clean.json", "slashes everywhere");
	k = key(BH_KEY_BLESS_SET, "folo", "m1", "abc123", t);
	is_text(bh_key_text(&a, &k).p, "v1/folo/objects/callgrind/" TRIPLE
	    "/m1/abc123/bless-1700000000.json", "blessing of a set");
	k = key(BH_KEY_BLESS, "a/b", "", "commit",
	    (struct bh_time){ 0, 123456789 });
	is_text(bh_key_text(&a, &k).p, "v1/a_b/objects/blessings/commit/"
	    "bless-123456789.json", "blessing of a project");
	k = key(BH_KEY_BLESS, "p", "", "c",
	    (struct bh_time){ 1796029962, 160243142 });
	is_text(bh_key_text(&a, &k).p, "v1/p/objects/blessings/c/"
	    "bless-1796029962160243142.json", "nanoseconds");
	k = key(BH_KEY_BLESS, "p", "", "c", (struct bh_time){ -1, 5 });
	is_text(bh_key_text(&a, &k).p, "v1/p/objects/blessings/c/"
	    "bless--999999995.json", "before 1970");
	is_text(bh_key_marker(&a, BH_STR("a b")).p, "v1/a_b/_cache-epoch",
	    "marker");
	is_text(bh_key_data(&a, BH_STR("a b")).p, "v1/a_b/objects/", "data");
}

static void
parse(void)
{
	static const struct {
		const char	*key;
		int		 what;		/* -1: outside the grammar */
		int64_t		 sec;
	} v[] = {
#define P	"v1/p/objects/callgrind/t/m/c/"
		{ P "clean.json", BH_KEY_CLEAN, 0 },
		{ "v1/p/objects/CALLGRIND/t/m/c/clean.json", BH_KEY_CLEAN, 0 },
		{ "v1/p/objects/criterion/t/m/c/dirty-1700000000.json",
		    BH_KEY_DIRTY, 1700000000 },
		{ P "dirty-007.json", BH_KEY_DIRTY, 7 },
		{ P "dirty--5.json", BH_KEY_DIRTY, -5 },
		{ P "dirty-+5.json", BH_KEY_DIRTY, 5 },
		{ P "bless-1700000000.json", BH_KEY_BLESS_SET, 1700000000 },
		{ "v1/p/objects/primbench/t/m/c/clean.json", BH_KEY_CLEAN, 0 },
		{ P "dirty-.json", -1, 0 },
		{ P "dirty-1e3.json", -1, 0 },
		{ P "dirty-1_0.json", -1, 0 },
		{ P "dirty-9223372036854775807.json", BH_KEY_DIRTY,
		    INT64_MAX },
		{ P "dirty-9223372036854775808.json", -1, 0 },
		{ P "dirty--9223372036854775808.json", BH_KEY_DIRTY,
		    INT64_MIN },
		{ P "Clean.json", -1, 0 },
		{ P "clean.json.gz", -1, 0 },
		{ P "notes.json", -1, 0 },
		{ P "dirty-json", -1, 0 },
		{ P, -1, 0 },
		{ "v2/p/objects/callgrind/t/m/c/clean.json", -1, 0 },
		{ "v1/p/data/callgrind/t/m/c/clean.json", -1, 0 },
		{ "v1/p/callgrind/t/m/c/clean.json", -1, 0 },
		{ "v1/p/objects/callgrind/t/m/clean.json", -1, 0 },
		{ "v1/p/objects/callgrind/t/m/c/d/clean.json", -1, 0 },
		{ "v1/p/objects/callgrind/t//c/clean.json", -1, 0 },
		{ "/v1/p/objects/callgrind/t/m/c/clean.json", -1, 0 },
		{ "v1//objects/callgrind/t/m/c/clean.json", -1, 0 },
		{ "v1/p/objects/dhat/t/m/c/clean.json", -1, 0 },
		{ "v1/p/objects/blessings/t/m/c/clean.json", -1, 0 },
		{ "v1/p/_cache-epoch", -1, 0 },
		{ "", -1, 0 },
		{ "/", -1, 0 },
#define B	"v1/p/objects/blessings/c/bless-"
		{ B "5.json", BH_KEY_BLESS, 0 },
		{ B "1796029962160243142.json", BH_KEY_BLESS, 1796029962 },
		{ B "253402207200000000000.json", BH_KEY_BLESS, 253402207200 },
		{ B "253402207201000000000.json", -1, 0 },
		{ B "-1.json", BH_KEY_BLESS, -1 },
		{ B "-377705023201000000000.json", BH_KEY_BLESS,
		    -377705023201 },
		{ B "-377705023201000000001.json", -1, 0 },
		{ B "99999999999999999999999999999999999999999999.json",
		    -1, 0 },
		{ B ".json", -1, 0 },
		{ B "x.json", -1, 0 },
		{ B "+5000000000.json", BH_KEY_BLESS, 5 },
		{ B "1.5.json", -1, 0 },
		{ B "-.json", -1, 0 },
		{ "v1/p/objects/blessings//bless-5.json", -1, 0 },
		{ "v1/p/objects/blessings/c/clean.json", -1, 0 },
		{ "v1/p/objects/callgrind/c/bless-5.json", -1, 0 },
	};
	struct bh_key k;
	size_t i;
	int what;

	for (i = 0; i < sizeof(v) / sizeof(*v); i++) {
		what = bh_key_parse(bh_str_of(v[i].key), &k) ?
		    (int)k.what : -1;
		is_int(what, v[i].what, v[i].key);
		if (what > BH_KEY_CLEAN)
			is_int(k.at.sec, v[i].sec, "its seconds");
	}
	ok(bh_key_parse(BH_STR(P "clean.json"), &k) &&
	    bh_str_is(k.project, "p") && k.engine == BH_CALLGRIND &&
	    bh_str_is(k.triple, "t") && bh_str_is(k.machine, "m") &&
	    bh_str_is(k.commit, "c"), "the parts of a key");
	ok(bh_key_parse(BH_STR(B "-1.json"), &k) && k.at.nsec == 999999999,
	    "nanoseconds before 1970");
	ok(bh_key_parse(BH_STR("v1/p/objects/CALLGRIND/t/m/c/clean.json"), &k) &&
	    bh_str_is(bh_key_set(&a, &k), "callgrind/t/m"), "set of it");
}

static void
valid(void)
{
	char longest[300];

	ok(bh_key_ok(BH_STR("v1/p/_cache-epoch")), "a marker may be read");
	ok(bh_key_ok(BH_STR("v1/..a/.b/c..")), "dots within names");
	ok(!bh_key_ok(BH_STR("v1/../x")), "..");
	ok(!bh_key_ok(BH_STR("v1/./x")), ".");
	ok(!bh_key_ok(BH_STR("/v1/x")), "absolute");
	ok(!bh_key_ok(BH_STR("v1//x")), "empty segment");
	ok(!bh_key_ok(BH_STR("v1/x/")), "directory");
	ok(!bh_key_ok(BH_STR("v1/a\0b")), "NUL");
	ok(!bh_key_ok(BH_STR("")), "empty");
	memset(longest, 'a', sizeof(longest));
	ok(bh_key_ok((struct bh_str){ longest, 255 }), "255 bytes");
	ok(!bh_key_ok((struct bh_str){ longest, 256 }), "256 bytes");
}

static void
times(void)
{
	static const struct {
		const char	*text, *want;	/* want NULL: no time */
		int64_t		 sec;
	} v[] = {
		{ "2024-01-01T00:00:00Z", "2024-01-01T00:00:00Z", 1704067200 },
		{ "2026-07-05T12:34:56.789012345Z",
		    "2026-07-05T12:34:56.789012345Z", 1783254896 },
		{ "2026-07-05T12:34:56.5Z", "2026-07-05T12:34:56.5Z",
		    1783254896 },
		{ "2026-07-05t12:34:56.500+02:00", "2026-07-05T10:34:56.5Z",
		    1783247696 },
		{ "2026-07-05 12:34:56-00:30", "2026-07-05T13:04:56Z",
		    1783256696 },
		{ "1969-12-31T23:59:59.25Z", "1969-12-31T23:59:59.25Z", -1 },
		{ "2024-02-29T00:00:00Z", "2024-02-29T00:00:00Z", 1709164800 },
		{ "1900-03-01T00:00:00Z", "1900-03-01T00:00:00Z",
		    -2203891200 },
		{ "2016-12-31T23:59:60Z", "2016-12-31T23:59:59Z",
		    1483228799 },
		{ "0000-03-01T00:00:00Z", "0000-03-01T00:00:00Z",
		    -62162035200 },
		{ "2023-02-29T00:00:00Z", NULL, 0 },
		{ "2024-13-01T00:00:00Z", NULL, 0 },
		{ "2024-00-01T00:00:00Z", NULL, 0 },
		{ "2024-01-01T24:00:00Z", NULL, 0 },
		{ "2024-01-01T00:00:00", NULL, 0 },
		{ "2024-01-01T00:00:00.Z", NULL, 0 },
		{ "2024-01-01T00:00:00.1234567890Z", NULL, 0 },
		{ "2024-01-01T00:00:00Zx", NULL, 0 },
		{ "2024-01-01", NULL, 0 },
		{ "", NULL, 0 },
	};
	char buf[BH_TIME_TEXT];
	struct bh_time t;
	size_t i;
	bool got;

	for (i = 0; i < sizeof(v) / sizeof(*v); i++) {
		got = bh_time_read(bh_str_of(v[i].text), &t);
		ok(got == (v[i].want != NULL), "'%s' is%s a time", v[i].text,
		    v[i].want != NULL ? "" : " not");
		if (!got || v[i].want == NULL)
			continue;
		is_int(t.sec, v[i].sec, "seconds");
		bh_time_print(t, buf);
		is_text(buf, v[i].want, "printed");
	}
}

int
main(void)
{
	sanitize();
	construct();
	parse();
	valid();
	times();
	bh_arena_free(&a);
	return tap_done();
}
