/* JSON text: numbers, strings in both forms, nesting with and without lines. */
#include "edge/emit.h"

#include <limits.h>

#include "base/num.h"
#include "tap.h"

static struct bh_buf b = BH_BUF_INIT;

static void
is_out(const char *want, const char *what)
{
	bh_buf_c(&b, '\0');
	is_text(b.p, want, what);
	bh_buf_reset(&b);
}

static void
numbers(void)
{
	char want[32], name[64];
	long v = 1, bad = 0;
	int i, d;

	for (i = 0; i < 19; i++, v = i < 19 ? v * 10 : v)
		for (d = -1; d <= 1; d++) {
			bh_emit_long(&b, v + d);
			bh_buf_c(&b, ' ');
			bh_emit_long(&b, -(v + d));
			bh_buf_c(&b, '\0');
			snprintf(want, sizeof(want), "%ld", v + d);
			snprintf(name, sizeof(name), "%s %ld", want, -(v + d));
			bad += strcmp(b.p, name) != 0;
			bh_buf_reset(&b);
		}
	is_int(bad, 0, "integers around every power of ten, both signs");
	bh_emit_long(&b, LONG_MAX);
	is_out("9223372036854775807", "the largest");
	bh_emit_long(&b, LONG_MIN);
	is_out("-9223372036854775808", "the least");
	bh_emit_num(&b, 0.1);
	is_out("0.1", "a double, shortest");
	bh_emit_bool(&b, true);
	bh_emit_bool(&b, false);
	is_out("truefalse", "words");
}

static void
strings(void)
{
	static const char odd[] = "\"\\\b\f\n\r\t\x01\x1f/";
	const struct bh_str hidden = BH_STR("\x7f\xc2\x85\xe2\x80\xae"
	    "\xef\xbb\xbf\xf3\xa0\x80\x81\xc3\xa9");
	const struct bh_str broken = BH_STR("a\xff" "b\xc3");

	bh_emit_str(&b, bh_str_of(odd));
	is_out("\"\\\"\\\\\\b\\f\\n\\r\\t\\u0001\\u001f/\"",
	    "what JSON demands is escaped");
	bh_emit_str_stored(&b, bh_str_of(odd));
	is_out("\"\\\"\\\\\\b\\f\\n\\r\\t\\u0001\\u001f/\"",
	    "as in stored objects");
	bh_emit_str(&b, hidden);
	is_out("\"\\u007f\\u0085\\u202e\\ufeff\\udb40\\udc01\xc3\xa9\"",
	    "records hide nothing");
	bh_emit_str_stored(&b, hidden);
	bh_buf_c(&b, '\0');
	ok(b.n == hidden.n + 3 && memcmp(b.p + 1, hidden.p, hidden.n) == 0,
	    "stored objects keep it");
	bh_buf_reset(&b);
	bh_emit_str(&b, broken);
	is_out("\"a\xef\xbf\xbd" "b\xef\xbf\xbd\"", "U+FFFD for no UTF-8");
	bh_emit_str_stored(&b, broken);
	is_out("\"a\xef\xbf\xbd" "b\xef\xbf\xbd\"", "in both forms");
	bh_emit_str(&b, BH_STR_NONE);
	bh_emit_str_stored(&b, BH_STR_NONE);
	is_out("nullnull", "no string is null");
	bh_emit_str(&b, BH_STR(""));
	is_out("\"\"", "an empty one is not");
	bh_emit_str(&b, (struct bh_str){ "a\0b", 3 });
	is_out("\"a\\u0000b\"", "a NUL");
}

static void
nest(struct bh_emit e)
{
	bh_emit_open(&e, NULL, '{');
	bh_emit_s(&e, "s", BH_STR("x"));
	bh_emit_open(&e, "none", '[');
	bh_emit_close(&e, ']');
	bh_emit_open(&e, "some", '[');
	bh_emit_n(&e, NULL, 300);
	bh_emit_open(&e, NULL, '{');
	bh_emit_close(&e, '}');
	bh_emit_null(&e, NULL);
	bh_emit_close(&e, ']');
	bh_emit_open(&e, "in", '{');
	bh_emit_i(&e, "i", -5);
	bh_emit_t(&e, "t", BH_STR("3.10"));
	bh_emit_b(&e, "b", true);
	bh_emit_z(&e, "z", NULL);
	bh_emit_close(&e, '}');
	bh_emit_close(&e, '}');
}

int
main(void)
{
	numbers();
	strings();
	nest((struct bh_emit){ .b = &b });
	is_out("{\"s\":\"x\",\"none\":[],\"some\":[300,{},null],"
	    "\"in\":{\"i\":-5,\"t\":3.10,\"b\":true,\"z\":null}}",
	    "on one line");
	nest((struct bh_emit){ .b = &b, .indent = true, .stored = true });
	is_out("{\n  \"s\": \"x\",\n  \"none\": [],\n  \"some\": [\n"
	    "    300.0,\n    {},\n    null\n  ],\n  \"in\": {\n"
	    "    \"i\": -5,\n    \"t\": 3.10,\n    \"b\": true,\n"
	    "    \"z\": null\n  }\n}", "as objects are stored");
	bh_buf_free(&b);
	return tap_done();
}
