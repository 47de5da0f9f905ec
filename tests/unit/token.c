/* The strict scanner: what RFC 8259 allows and what it does not, limits. */
#include "edge/token.h"

#include <stdlib.h>

#include "edge/emit.h"
#include "tap.h"

static struct bh_arena arena = BH_ARENA_INIT;

/* --- three ways over a document -------------------------------------------- */

static bool
skips(struct bh_str s)
{
	struct bh_tok t;

	bh_tok_init(&t, s, &arena);
	bh_tok_skip(&t);
	return bh_tok_done(&t);
}

static bool
raws(struct bh_str s, struct bh_str *text)
{
	struct bh_tok t;

	bh_tok_init(&t, s, &arena);
	bh_tok_raw(&t, text);
	return bh_tok_done(&t);
}

/* Value by value, written out again without blanks. */
static void
walk(struct bh_tok *t, struct bh_buf *b)
{
	struct bh_str s;
	bool v, first = true;

	switch (bh_tok_peek(t)) {
	case BH_TOK_OBJECT:
		bh_tok_obj(t);
		bh_buf_c(b, '{');
		for (; bh_tok_member(t, &s); first = false) {
			bh_buf_z(b, first ? "" : ",");
			bh_emit_str_stored(b, s);
			bh_buf_c(b, ':');
			walk(t, b);
		}
		bh_buf_c(b, '}');
		break;
	case BH_TOK_ARRAY:
		bh_tok_arr(t);
		bh_buf_c(b, '[');
		for (; bh_tok_elem(t); first = false) {
			bh_buf_z(b, first ? "" : ",");
			walk(t, b);
		}
		bh_buf_c(b, ']');
		break;
	case BH_TOK_STRING:
		if (bh_tok_str(t, &s))
			bh_emit_str_stored(b, s);
		break;
	case BH_TOK_NUMBER:
		if (bh_tok_num(t, &s))
			bh_buf_str(b, s);
		break;
	case BH_TOK_BOOL:
		if (bh_tok_bool(t, &v))
			bh_emit_bool(b, v);
		break;
	case BH_TOK_NULL:
		if (bh_tok_null(t))
			bh_buf_z(b, "null");
		break;
	case BH_TOK_BAD:
		bh_tok_fail(t, "no value");
	}
}

static bool
walks(struct bh_str s, struct bh_buf *b)
{
	struct bh_tok t;

	bh_buf_reset(b);
	bh_tok_init(&t, s, &arena);
	walk(&t, b);
	return bh_tok_done(&t);
}

/* 1 accepted, 0 refused, by all three ways; -1 they differ */
static int
verdict(struct bh_str s)
{
	struct bh_buf b = BH_BUF_INIT;
	struct bh_str text = BH_STR_NONE;
	bool x = skips(s), y = raws(s, &text), z = walks(s, &b);

	bh_buf_free(&b);
	bh_arena_reset(&arena);
	return x == y && y == z ? x : -1;
}

/* --- the grammar ----------------------------------------------------------- */

static const char *const good[] = {
	"{}", "[]", "0", "-0", "\"\"", "true", "false", "null", " 1 ",
	"\t\r\n [ \t\r\n ] \t\r\n", "[1]", "[1,2]", "[ 1 , 2 ]", "[[]]",
	"[[],[]]", "[{}]", "{\"\":0}", "{\"a\":1,\"a\":2}", "{ \"a\" : { } }",
	"{\"a\":[1,{\"b\":null}],\"c\":\"d\"}", "[true,false,null]",
	"[-1,0.5,1e5,1E+5,1e-5,-0.0e0]", "[1e999]", "[0.1e999]",
	"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\u0000\"", "\"\\uD83D\\uDE00\"",
	"\"\\u00e9\"", "\"\\uFFFF\"", "\"\\udbff\\udfff\"", "\"/\"", "\"\x7f\"",
	"\"\xc3\xa9\"", "\"\xe2\x82\xac\"", "\"\xf0\x9f\x98\x80\"",
	"\"\xed\x9f\xbf\"", "\"\xee\x80\x80\"", "\"\xf4\x8f\xbf\xbf\"",
	"\"\xef\xbf\xbf\"", "\"\xe2\x80\xa8\"", "\"1234567\"", "\"12345678\"",
	"\"123456789012345\\n67890123456789\"",
};

static const char *const bad[] = {
	"", " ", "{", "}", "[", "]", "{]", "[}", "[1", "[1,", "[1,]", "[,1]",
	"[1 2]", "[1,,2]", "[1]]", "[1],", "[]{}", "1 2", "{\"a\"}", "{\"a\":}",
	"{\"a\":1,}", "{,}", "{,\"a\":1}", "{\"a\" 1}", "{\"a\":1 \"b\":2}",
	"{\"a\":1:2}", "{a:1}", "{'a':1}", "{1:1}", "{null:1}", "{\"a\":1}}",
	"{\"a\",1}", "[\"a\":1]", "{\"a\":1,\"b\"}", "'a'", "a", "nul", "nulll",
	"nullnull", "tru", "truee", "True", "TRUE", "fals", "falsey", "NaN",
	"nan", "Infinity", "-Infinity", "inf", "undefined", "+1", "01", "-01",
	"1.", ".1", "-", "--1", "1e", "1e+", "1.e1", "0x1", "1_0", "1a", "-a",
	"0e", "0e+-1", "1ee1", "[1e5.5]", "1/**/", "// 1\n1", "[1]#", "\"",
	"\"a", "\"\\\"", "\"\\", "\"\\x41\"", "\"\\a\"", "\"\\0\"", "\"\\u\"",
	"\"\\u12\"", "\"\\u123\"", "\"\\u123g\"", "\"\\u 123\"", "\"\\u+123\"",
	"\"\\U0041\"", "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800a\"",
	"\"\\ud800\\n\"", "\"\\ud800\\u0041\"", "\"\\ud800\\ud800\"",
	"\"\\udc00\\ud800\"", "\"\\ud800\\ue000\"",
	"\"\\ud83d\\ude0\"", "\"\\ud83d\\\"", "\"\t\"",
	"\"\n\"", "\"\x01\"", "\"\x1f\"", "\"1234567\x1f" "1234567\"", "\"\x80\"",
	"\"\xbf\"", "\"\xc0\x80\"", "\"\xc1\xbf\"", "\"\xc3\"", "\"\xc3(\"",
	"\"\xe0\x80\x80\"", "\"\xe0\x9f\xbf\"", "\"\xe2\x82\"",
	"\"\xe2\x82" "a\"", "\"\xed\xa0\x80\"", "\"\xed\xbf\xbf\"",
	"\"\xf0\x80\x80\x80\"", "\"\xf0\x8f\xbf\xbf\"", "\"\xf0\x9f\x98\"",
	"\"\xf4\x90\x80\x80\"", "\"\xf5\x80\x80\x80\"", "\"\xfe\"", "\"\xff\"",
	"\xef\xbb\xbf{}", "\xef\xbb\xbf", "[\xc2\xa0]", "[\f]", "[\v1]",
	"\xe2\x80\xa8[]", "{\"a\\ud800\":1}", "{\"\x01\":1}", "{\"\xff\":1}",
};

static void
grammar(void)
{
	const size_t ngood = sizeof(good) / sizeof(good[0]);
	const size_t nbad = sizeof(bad) / sizeof(bad[0]);
	static const char esc[] = "\"\\\0\"";
	static const char nul[] = "[1\0]", in[] = "\"a\0b\"", behind[] = "1\0";
	size_t i;

	for (i = 0; i < ngood; i++)
		is_int(verdict(bh_str_of(good[i])), 1, "accepted");
	for (i = 0; i < nbad; i++)
		if (!is_int(verdict(bh_str_of(bad[i])), 0, "refused"))
			printf("# text: %s\n", bad[i]);
	is_int(verdict((struct bh_str){ nul, 4 }), 0, "a NUL between");
	is_int(verdict((struct bh_str){ in, 5 }), 0, "a NUL in a string");
	is_int(verdict((struct bh_str){ behind, 2 }), 0, "a NUL behind");
	is_int(verdict((struct bh_str){ esc, 4 }), 0, "a NUL escaped");
	is_int(verdict(BH_STR_NONE), 0, "no text at all");
}

static const char document[] =
    " {\"type\":\"series\",\"id\":[\"a\",\"\\u00e9\\n\",\"\xe2\x82\xac\"], "
    "\"x\":{\"y\":[1,-2.5e+3,[true,false,null],{}],\"z\":\"\\ud83d\\ude00\"},"
    "\"empty\":[],\"last\":0.125} ";

static void
prefixes(void)
{
	struct bh_str s = { document, sizeof(document) - 1 };
	struct bh_buf b = BH_BUF_INIT;
	char cut[sizeof(document)];
	long bad_n = 0;
	size_t n;

	ok(walks(s, &b), "the document is whole");
	bh_buf_c(&b, '\0');
	is_text(b.p, "{\"type\":\"series\",\"id\":[\"a\",\"\xc3\xa9\\n\","
	    "\"\xe2\x82\xac\"],\"x\":{\"y\":[1,-2.5e+3,[true,false,null],{}],"
	    "\"z\":\"\xf0\x9f\x98\x80\"},\"empty\":[],\"last\":0.125}",
	    "what is in it");
	for (n = 0; n < s.n - 1; n++) {
		char *exact = malloc(n + 1);	/* a read past it is seen */

		memcpy(exact, document, n);
		bad_n += verdict((struct bh_str){ exact, n }) != 0;
		free(exact);
	}
	is_int(bad_n, 0, "each prefix of it is refused");
	for (n = 1; n < s.n - 2; n++) {
		memcpy(cut, document, s.n);
		cut[n] = '\x02';
		bad_n += verdict((struct bh_str){ cut, s.n }) != 0;
	}
	is_int(bad_n, 0, "a control byte anywhere is refused");
	for (n = 1; n < s.n - 2; n++) {
		memcpy(cut, document, s.n);
		cut[n] = '\xff';
		bad_n += verdict((struct bh_str){ cut, s.n }) != 0;
	}
	is_int(bad_n, 0, "and a byte that is not UTF-8");
	bh_buf_free(&b);
}

/* --- limits ---------------------------------------------------------------- */

static int
nested(int depth, const char *open, const char *close)
{
	struct bh_buf b = BH_BUF_INIT;
	int i, r;

	for (i = 0; i < depth; i++)
		bh_buf_z(&b, open);
	if (open[0] == '{')
		bh_buf_c(&b, '1');
	for (i = 0; i < depth; i++)
		bh_buf_z(&b, close);
	r = verdict(bh_buf_of(&b));
	bh_buf_free(&b);
	return r;
}

static int
string_of(size_t n, const char *unit)
{
	struct bh_buf b = BH_BUF_INIT;
	size_t i;
	int r;

	bh_buf_c(&b, '"');
	for (i = 0; i < n; i++)
		bh_buf_z(&b, unit);
	bh_buf_c(&b, '"');
	r = verdict(bh_buf_of(&b));
	bh_buf_free(&b);
	return r;
}

static void
limits(void)
{
	char number[80];
	int n;

	is_int(nested(64, "[", "]"), 1, "64 arrays deep");
	is_int(nested(65, "[", "]"), 0, "65 are too many");
	is_int(nested(64, "{\"a\":", "}"), 1, "64 objects deep");
	is_int(nested(65, "{\"a\":", "}"), 0, "65 are too many");
	is_int(nested(32, "[{\"a\":[", "]}]"), 0, "96 of both are too many");
	is_int(nested(21, "[{\"a\":[", "]}]"), 1, "63 of both are not");
	is_int(nested(100000, "[", "]"), 0, "100000 are too many");

	is_int(string_of(65536, "x"), 1, "a string of 64 KiB");
	is_int(string_of(65537, "x"), 0, "one byte more");
	is_int(string_of(65536, "\\n"), 1, "64 KiB of escapes");
	is_int(string_of(65537, "\\n"), 0, "one more");
	is_int(string_of(32768, "\\u00e9"), 1, "64 KiB of decoded UTF-8");
	is_int(string_of(32769, "\\u00e9"), 0, "one character more");
	is_int(string_of(400000, "\\u0061"), 0, "far more");

	for (n = 64; n <= 65; n++) {
		memset(number, '1', (size_t)n);
		number[n] = '\0';
		is_int(verdict(bh_str_of(number)), n == 64,
		    n == 64 ? "a number of 64 bytes" : "one of 65");
	}
}

/* --- typed reading --------------------------------------------------------- */

static void
strings(void)
{
	static const struct {
		const char	*json, *want;
	} v[] = {
		{ "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t" },
		{ "\"\\u0041\\u00e9\\u20AC\\ud83d\\uDe00\"",
		    "A\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80" },
		{ "\"\\u007f\\u0080\\u07ff\\u0800\\uffff\"",
		    "\x7f\xc2\x80\xdf\xbf\xe0\xa0\x80\xef\xbf\xbf" },
		{ "\"\\ud800\\udc00\\udbff\\udfff\"",
		    "\xf0\x90\x80\x80\xf4\x8f\xbf\xbf" },
		{ "\"plain\"", "plain" }, { "\"\"", "" },
		{ "\"a\\u0062c\"", "abc" },
	};
	struct bh_str s;
	struct bh_tok t;
	size_t i;

	for (i = 0; i < sizeof(v) / sizeof(v[0]); i++) {
		bh_tok_init(&t, bh_str_of(v[i].json), &arena);
		ok(bh_tok_str(&t, &s) && bh_tok_done(&t) &&
		    bh_str_is(s, v[i].want), "string %zu", i);
	}
	bh_tok_init(&t, BH_STR("\"a\\u0000b\""), &arena);
	ok(bh_tok_str(&t, &s) && s.n == 3 && memcmp(s.p, "a\0b", 3) == 0,
	    "a NUL by escape is kept");
	bh_tok_init(&t, BH_STR("\"\""), &arena);
	ok(bh_tok_str(&t, &s) && s.p != NULL && s.n == 0,
	    "an empty string is not none");
	bh_tok_init(&t, BH_STR("null"), &arena);
	ok(bh_tok_str_null(&t, &s) && s.p == NULL && bh_tok_done(&t),
	    "null is");
	bh_tok_init(&t, BH_STR("\"x\""), &arena);
	ok(bh_tok_str_null(&t, &s) && bh_str_is(s, "x"), "or a string");
	bh_tok_init(&t, BH_STR("1"), &arena);
	ok(!bh_tok_str_null(&t, &s) && !bh_tok_ok(&t), "and nothing else");
}

static void
numbers(void)
{
	struct bh_str s;
	struct bh_tok t;
	double d = 7;
	long i = 7;

	bh_tok_init(&t, BH_STR(" 3.0 "), &arena);
	ok(bh_tok_num(&t, &s) && bh_str_is(s, "3.0") && bh_tok_done(&t),
	    "a number keeps its text");
	bh_tok_init(&t, BH_STR("-1.5e2"), &arena);
	ok(bh_tok_double(&t, &d) && d == -150, "a double");
	bh_tok_init(&t, BH_STR("1e999"), &arena);
	ok(!bh_tok_double(&t, &d) && !bh_tok_ok(&t) && d == -150,
	    "1e999 is out of range");
	bh_tok_init(&t, BH_STR("-9223372036854775808"), &arena);
	ok(bh_tok_long(&t, &i) && i == -9223372036854775807 - 1,
	    "the least integer");
	bh_tok_init(&t, BH_STR("9223372036854775808"), &arena);
	ok(!bh_tok_long(&t, &i), "one more than the largest");
	bh_tok_init(&t, BH_STR("3.0"), &arena);
	ok(!bh_tok_long(&t, &i), "3.0 is no integer token");
	bh_tok_init(&t, BH_STR("1e2"), &arena);
	ok(!bh_tok_long(&t, &i), "nor is 1e2");
	bh_tok_init(&t, BH_STR("\"1\""), &arena);
	ok(!bh_tok_double(&t, &d), "a string is no number");
}

static void
sticky(void)
{
	struct bh_err err = BH_ERR_INIT;
	struct bh_str s = BH_STR("kept");
	struct bh_tok t;
	const char *why;
	bool v = true;
	double d = 1;
	long i = 1;

	bh_tok_init(&t, BH_STR("[x, \"later\", 1, true, null, {}]"), &arena);
	bh_tok_arr(&t);
	ok(!bh_tok_elem(&t), "a failure");
	why = t.why;
	ok(!bh_tok_str(&t, &s) && !bh_tok_num(&t, &s) && !bh_tok_obj(&t) &&
	    !bh_tok_arr(&t) && !bh_tok_elem(&t) && !bh_tok_member(&t, &s) &&
	    !bh_tok_null(&t) && !bh_tok_bool(&t, &v) && !bh_tok_skip(&t) &&
	    !bh_tok_raw(&t, &s) && !bh_tok_double(&t, &d) &&
	    !bh_tok_long(&t, &i) && !bh_tok_str_null(&t, &s) &&
	    !bh_tok_done(&t) && bh_tok_peek(&t) == BH_TOK_BAD,
	    "all calls fail after it");
	ok(bh_str_is(s, "kept") && v && d == 1 && i == 1, "nothing is set");
	ok(t.why == why, "the first reason stays");
	ok(bh_tok_err(&t, &err) == -1 && err.status == BH_DATA,
	    "it is the data's fault");
	is_text(err.msg, "a value was expected at byte 1", "reason and place");

	bh_tok_init(&t, BH_STR("{\"a\":"), &arena);
	bh_tok_skip(&t);
	bh_tok_err(&t, &err);
	is_text(err.msg, "JSON text is cut short at byte 5", "a cut text");
	bh_tok_init(&t, BH_STR("{\"a\":1} x"), &arena);
	bh_tok_skip(&t);
	ok(!bh_tok_done(&t), "text behind the value");
	bh_tok_err(&t, &err);
	is_text(err.msg, "text behind the JSON value at byte 8", "is located");
	bh_tok_init(&t, BH_STR("[1,2]"), &arena);
	bh_tok_err(&t, &err);
	is_text(err.msg, "malformed JSON at byte 0", "no reason has words");
	bh_tok_arr(&t);
	bh_tok_elem(&t);
	ok(!bh_tok_done(&t), "a value left in the middle is not done");
}

static void
raw(void)
{
	struct bh_str s, key;
	struct bh_tok t;
	long after = 0;

	bh_tok_init(&t, BH_STR("{\"a\": {\"b\" : [1, \"}\\\"\"]} , \"c\":7}"),
	    &arena);
	bh_tok_obj(&t);
	ok(bh_tok_member(&t, &key) && bh_tok_raw(&t, &s), "a value as text");
	ok(bh_str_is(s, "{\"b\" : [1, \"}\\\"\"]}"), "its own bytes");
	ok(bh_tok_member(&t, &key) && bh_str_is(key, "c") &&
	    bh_tok_long(&t, &after) && after == 7 &&
	    !bh_tok_member(&t, &key) && bh_tok_done(&t),
	    "reading goes on behind it");
	bh_tok_init(&t, BH_STR("[1e999,[]]"), &arena);
	bh_tok_arr(&t);
	ok(bh_tok_elem(&t) && bh_tok_raw(&t, &s) && bh_str_is(s, "1e999"),
	    "a number that is only carried may be out of range");
	ok(bh_tok_elem(&t) && !bh_tok_null(&t) && bh_tok_ok(&t) &&
	    bh_tok_skip(&t) && !bh_tok_elem(&t) && bh_tok_done(&t),
	    "asking for null is no failure");
}

int
main(void)
{
	grammar();
	prefixes();
	limits();
	strings();
	numbers();
	sticky();
	raw();
	bh_arena_free(&arena);
	return tap_done();
}
