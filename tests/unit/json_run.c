/* Contexts of runs, in both spellings, and their checks. */
#include "tap.h"

#include "edge/json_run.h"

static struct bh_arena a = BH_ARENA_INIT;
static struct bh_err err = BH_ERR_INIT;

static int
read_context(const char *text, struct bh_run_context *c)
{
	return bh_json_read_run_context(bh_str_of(text), &a, c, &err);
}

static void
spellings(void)
{
	static const char *const both[] = {
		"{\"observation\":\"P\",\"observed_at\":\"O\",\"env\":"
		    "{\"provider\":\"p\"},\"environment\":{\"provider\":\"o\"}}",
		"{\"observed_at\":\"O\",\"observation\":\"P\",\"environment\":"
		    "{\"provider\":\"o\"},\"env\":{\"provider\":\"p\"}}",
	};
	struct bh_run_context c;
	size_t i;

	for (i = 0; i < 2; i++) {
		c = (struct bh_run_context)BH_RUN_CONTEXT_INIT;
		ok(read_context(both[i], &c) == 0 &&
		    bh_str_is(c.observed_at, "O") &&
		    bh_str_is(c.provider, "o"), "of two spellings ours wins");
	}
	c = (struct bh_run_context)BH_RUN_CONTEXT_INIT;
	ok(read_context("{\"observation\":\"P\",\"env\":{\"provider\":\"p\","
	    "\"run_id\":\"1\"}}", &c) == 0 && bh_str_is(c.observed_at, "P") &&
	    bh_str_is(c.provider, "p"), "the peer's alone");
	ok(read_context("{\"env\":{\"run_id\":null},\"git\":{\"dirty\":true},"
	    "\"more\":[{}]}", &c) == 0 && c.run_id.p == NULL && c.dirty &&
	    bh_str_is(c.provider, "p"), "laid over what was there");
}

static void
malformed(void)
{
	static const char *const bad[] = {
		"[]", "", "{", "{\"git\":[]}", "{\"git\":{\"dirty\":\"no\"}}",
		"{\"best_of\":3.0}", "{\"best_of\":\"3\"}",
		"{\"machine\":{\"processor_speeds\":[[1]]}}",
		"{\"machine\":{\"processor_speeds\":[[1,2,3]]}}",
		"{\"machine\":{\"processor_speeds\":[[1.5,2]]}}",
		"{\"machine\":{\"processor_models\":[1]}}",
		"{\"machine\":{\"processors\":1.0}}",
		"{\"toolchain\":{\"target_triple\":null}}",
		"{\"toolchain\":{\"tools\":[]}}", "{\"accelerator\":7}",
		"{\"flags\":{}}", "{} {}",
	};
	struct bh_run_context c;
	size_t i;

	for (i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		c = (struct bh_run_context)BH_RUN_CONTEXT_INIT;
		ok(read_context(bad[i], &c) == -1 && err.status == BH_DATA &&
		    strncmp(err.msg, "context: ", 9) == 0, "%s", bad[i]);
	}
	c = (struct bh_run_context)BH_RUN_CONTEXT_INIT;
	ok(read_context("{\"best_of\":null,\"machine\":null,\"flags\":null}",
	    &c) == 0 && c.best_of == 1 && !c.has_machine, "nulls");
	ok(read_context("{\"machine\":{\"processor_speeds\":"
	    "[[18446744073709551615,4]]}}", &c) == 0 &&
	    bh_str_is(c.machine.speed[0].speed, "18446744073709551615"),
	    "the peer's undetermined speed");
}

static void
is_emitted(const char *text, bool indent, const char *want)
{
	struct bh_buf b = BH_BUF_INIT;
	struct bh_emit e = { .b = &b, .indent = indent, .stored = true };

	bh_json_emit_text(&e, NULL, bh_str_of(text));
	bh_buf_c(&b, '\0');
	is_text(b.p, want, text);
	bh_buf_free(&b);
}

static void
emitting(void)
{
	is_emitted("{\"a\" : [ 1.50 , 1e3,\"x\\u00e9\\n\" ],\"b\":{ },"
	    "\"c\":[],\"d\":null,\"e\":true}", false, "{\"a\":[1.50,1e3,"
	    "\"x\xc3\xa9\\n\"],\"b\":{},\"c\":[],\"d\":null,\"e\":true}");
	is_emitted("{\"a\":[1,{\"b\":[]}]}", true, "{\n  \"a\": [\n    1,\n"
	    "    {\n      \"b\": []\n    }\n  ]\n}");
	is_emitted("7", true, "7");
}

/* The layout of numbers in objects: the table of bh-store(5). */
static void
numbers(void)
{
	static const char *const v[][2] = {
		{ "1234", "1234.0" }, { "0", "0.0" },
		{ "1e15", "1000000000000000.0" }, { "1e16", "1e+16" },
		{ "1e300", "1e+300" },
		{ "1.2345678901234568e16", "1.2345678901234568e+16" },
		{ "1e-5", "0.00001" }, { "1.23e-5", "0.0000123" },
		{ "1e-6", "1e-6" }, { "5e-324", "5e-324" },
		{ "378140000000", "378140000000.0" },
		{ "26.92998067163995", "26.92998067163995" },
		{ "200.21056444483074", "200.21056444483074" },
		{ "2.50", "2.5" },
	};
	struct bh_str seg = BH_STR("a");
	struct bh_metric m = { .kind = BH_STR("wall_time") };
	struct bh_result r = { .id = { &seg, 1 }, .metric = &m, .nmetric = 1 };
	struct bh_run run = { .context = BH_RUN_CONTEXT_INIT, .result = &r,
	    .n = 1 };
	struct bh_buf b = BH_BUF_INIT;
	const char *at;
	size_t i;

	for (i = 0; i < sizeof(v) / sizeof(*v); i++) {
		m.value = bh_str_of(v[i][0]);
		bh_buf_reset(&b);
		bh_json_put_run(&b, &run);
		bh_buf_c(&b, '\0');
		at = strstr(b.p, "\"value\": ");
		ok(at != NULL && strncmp(at + 9, v[i][1], strlen(v[i][1])) == 0
		    && at[9 + strlen(v[i][1])] == '\n', "%s is %s", v[i][0],
		    v[i][1]);
	}
	bh_buf_free(&b);
}

static void
checks(void)
{
	struct bh_str seg[3] = { BH_STR("a/b"), BH_STR("a"), BH_STR("b") };
	struct bh_result r[2] = { { .id = { seg, 1 }, .rep = 1 },
	    { .id = { seg + 1, 2 }, .rep = 1 } };
	struct bh_run run = { .context = BH_RUN_CONTEXT_INIT, .result = r,
	    .n = 2 };

	run.context.observed_at = BH_STR("2026-07-05T12:34:56Z");
	run.context.provider = BH_STR("local");
	run.context.triple = BH_STR("");
	is_int(bh_run_check(&run, &err), 0, "ids that look alike are two");
	r[1] = r[0];
	is_int(bh_run_check(&run, &err), -1, "the same id twice");
	r[1].id = (struct bh_id){ seg + 1, 2 };
	run.context.best_of = 0;
	is_int(bh_run_check(&run, &err), -1, "best of none");
	run.context.best_of = 1;
	run.context.has_machine = true;
	is_int(bh_run_check(&run, &err), -1, "a machine without a key");
	run.context.machine.fingerprint = BH_STR("k");
	is_int(bh_run_check(&run, &err), -1, "or without processors");
	run.n = 0;
	is_int(bh_run_check(&run, &err), -1, "no results");
}

int
main(void)
{
	spellings();
	malformed();
	emitting();
	numbers();
	checks();
	bh_arena_free(&a);
	return tap_done();
}
