/* Result and context records from and to text. */
#include "tap.h"

#include <stdlib.h>

#include "edge/json.h"

#define ENG	"{\"type\":\"result\",\"engine\":\"criterion\","
#define MET	"\"metrics\":[{\"kind\":\"wall_time\",\"value\":1.50}]"
#define OK	ENG "\"id\":[\"a\"]," MET

static struct bh_arena arena = BH_ARENA_INIT;

/* The record as it is written after reading, or the message of the refusal. */
static const char *
again(const char *line)
{
	static struct bh_buf b;
	struct bh_err err = BH_ERR_INIT;
	struct bh_result x;
	struct bh_context c;
	int r;

	bh_buf_reset(&b);
	if (strstr(line, "\"type\":\"context\"") != NULL) {
		r = bh_json_read_context(bh_str_of(line), &arena, &c, &err);
		if (r == 0)
			bh_json_put_context(&b, &c);
	} else {
		r = bh_json_read_result(bh_str_of(line), &arena, &x, &err);
		if (r == 0)
			bh_json_put_result(&b, &x);
	}
	if (r == -1)
		bh_buf_z(&b, err.msg);
	bh_buf_c(&b, '\0');
	return b.p;
}

static void
same(const char *line, const char *what)
{
	is_text(again(line), line, what);
}

static void
refused(const char *line, const char *why)
{
	const char *got = again(line);

	ok(strstr(got, why) != NULL, "refused: %s", why);
	if (strstr(got, why) == NULL)
		printf("# got '%s'\n", got);
}

static void
test_same(void)
{
	same(ENG "\"id\":[\"parse\",\"headers\"],\"metrics\":[{\"kind\":"
	    "\"wall_time\",\"value\":1021.5,\"std_dev\":12.1,"
	    "\"interval_low\":1010.20,\"interval_high\":1.0339e3,"
	    "\"estimator\":\"slope\"}],\"rep\":1,"
	    "\"src\":\"criterion/parse/headers/new\"}",
	    "a full result, number texts kept");
	same(ENG "\"id\":[\"a\"]," MET ",\"rep\":3,\"flags\":[\"x\"],"
	    "\"extra\":{\"n\":[1,{\"b\":null}]}}", "flags and extra");
	same("{\"type\":\"context\",\"context\":{\"best_of\":1},"
	    "\"engine\":\"primbench\"}", "a context with engine");
	same("{\"type\":\"context\",\"context\":{}}", "a context without");
	is_text(again(OK "}"), OK ",\"rep\":1}", "an absent rep is 1");
	is_text(again(ENG "\"id\":[\"a\"],\"metrics\":[{\"kind\":\"wall_time\","
	    "\"value\":2,\"std_dev\":null,\"interval_low\":1,\"new\":{}}],"
	    "\"flags\":null,\"extra\":null,\"src\":null,\"other\":[1]}"),
	    ENG "\"id\":[\"a\"],\"metrics\":[{\"kind\":\"wall_time\","
	    "\"value\":2}],\"rep\":1}",
	    "null is absent, a lone bound dropped, unknown members skipped");
}

static void
test_refused(void)
{
	char many[400] = ENG "\"id\":[\"a\"";
	int i;

	refused("{\"type\":\"result\",\"id\":[\"a\"]," MET "}",
	    "result: member 'engine' is missing");
	refused(ENG MET "}", "result: member 'id' is missing");
	refused(ENG "\"id\":[\"a\"]}", "result: member 'metrics' is missing");
	refused(ENG "\"id\":[]," MET "}", "empty id");
	refused("{\"engine\":\"\",\"id\":[\"a\"]," MET "}", "empty engine");
	refused(ENG "\"id\":[\"a\"],\"metrics\":[]}", "no metric");
	refused(ENG "\"id\":[\"a\"],\"metrics\":[{\"kind\":\"wall_time\","
	    "\"value\":1e999}]}", "number out of range");
	refused(ENG "\"id\":[\"a\"],\"metrics\":[{\"kind\":\"wall_time\","
	    "\"value\":NaN}]}", "a number was expected");
	refused(ENG "\"id\":[\"a\"],\"metrics\":[{\"kind\":\"wall_time\","
	    "\"value\":null}]}", "a number was expected");
	refused(ENG "\"id\":[\"a\"],\"metrics\":[{\"value\":1}]}",
	    "metric without kind");
	refused(ENG "\"id\":[\"a\"],\"metrics\":[{\"kind\":\"wall_time\"}]}",
	    "metric without value");
	refused(ENG "\"id\":[\"a\"],\"metrics\":[{\"kind\":\"bogo\","
	    "\"value\":1}]}", "unknown metric kind");
	refused(ENG "\"id\":[\"a\"],\"metrics\":[{\"kind\":\"wall_time\","
	    "\"value\":1},{\"kind\":\"wall_time\",\"value\":2}]}",
	    "two metrics of one kind");
	refused(OK ",\"rep\":0}", "repetitions count from 1");
	refused(OK ",\"flags\":[1]}", "an array of strings was expected");
	refused(OK ",\"extra\":[]}", "an object was expected");
	refused(OK "}}", "text behind the JSON value");
	refused("{\"type\":\"context\",\"context\":[]}",
	    "an object was expected");
	refused("{\"type\":\"context\"}",
	    "context: member 'context' is missing");
	for (i = 0; i < 32; i++)
		strcat(many, ",\"b\"");
	strcat(many, "]," MET "}");
	refused(many, "more than 32 segments");
}

/* Every prefix is refused, and nothing is read behind its end. */
static void
test_cut(void)
{
	static const char line[] = ENG "\"id\":[\"a\\u00e9\"]," MET
	    ",\"flags\":[\"f\"],\"extra\":{\"a\":1}}";
	struct bh_err err = BH_ERR_INIT;
	struct bh_result x;
	size_t n, good = 0;
	char *copy;

	for (n = 0; n < sizeof(line) - 1; n++) {
		copy = bh_xmalloc(n + 1);
		memcpy(copy, line, n);
		if (bh_json_read_result((struct bh_str){ copy, n }, &arena,
		    &x, &err) == 0)
			good++;
		free(copy);
	}
	is_int((long)good, 0, "no prefix is a record");
}

int
main(void)
{
	test_same();
	test_refused();
	test_cut();
	bh_arena_free(&arena);
	return tap_done();
}
