/* edge/runscan: the exact bytes and the general scanner agree. */
#include <stdlib.h>

#include "edge/runscan.h"
#include "tap.h"

#define HEAD "{\n  \"schema_version\": 5,\n  \"context\": {},\n  \"results\": [\n"
#define R(seg, metrics) "    {\n      \"id\": {\n        \"segments\": [\n" \
    "          \"p\",\n          \"" seg "\"\n        ]\n      },\n" \
    "      \"metrics\": [\n" metrics "\n      ]\n    }"
#define M1 "        {\n          \"kind\": \"wall_time\",\n" \
    "          \"value\": 1021.5,\n          \"std_dev\": 12.25,\n" \
    "          \"interval_low\": 1010.125,\n" \
    "          \"interval_high\": 1033\n        }"
#define M2 "        {\n          \"kind\": \"instruction_count\",\n" \
    "          \"value\": 87.0,\n          \"estimator\": \"single\"\n" \
    "        },\n        {\n          \"kind\": \"indirect_branches\",\n" \
    "          \"value\": -0.5\n        }"
#define TAIL "\n  ]\n}"

static const char doc[] = HEAD R("a", M1) ",\n" R("b", M2) TAIL;

/* What was read, as text. */
struct seen {
	struct bh_buf	 b;
	struct bh_arena	 a;
	const char	*memo[4];	/* what to expect, result by result */
	int		 n;
	int		 exact;		/* results read by their exact bytes */
};

static struct bh_str
memo(struct bh_arena *a, const char *seg)
{
	struct bh_str s[2] = { BH_STR("p"), bh_str_of(seg) };

	return bh_run_memo(a, (struct bh_id){ s, 2 });
}

static int
each(void *ctx, struct bh_run_scan *s, struct bh_err *err)
{
	struct seen *x = ctx;
	const struct bh_run_metric *m;
	size_t i;

	(void)err;
	bh_buf_z(&x->b, "[");
	if (s->expected) {
		x->exact++;
		bh_buf_f(&x->b, "p/%s", x->memo[x->n]);
	} else
		for (i = 0; i < s->id.n; i++)
			bh_buf_f(&x->b, "%s%.*s", i > 0 ? "/" : "",
			    BH_FMT(s->id.seg[i]));
	for (i = 0; i < s->nmetric; i++) {
		m = &s->metric[i];
		bh_buf_f(&x->b, " %s=%.*s(%.*s..%.*s)", bh_kind_name(m->kind),
		    BH_FMT(m->value), BH_FMT(m->low), BH_FMT(m->high));
	}
	bh_buf_z(&x->b, "]");
	x->n++;
	s->expect = x->n < 4 && x->memo[x->n] != NULL ?
	    memo(&x->a, x->memo[x->n]) : BH_STR_NONE;
	return 0;
}

/* Read text; the answer and the status are the text that comes back. */
static void
read_with(struct bh_str text, const char *m0, const char *m1, struct seen *x)
{
	struct bh_run_scan s = BH_RUN_SCAN_INIT;
	struct bh_err err = BH_ERR_INIT;
	int r;

	*x = (struct seen){ .b = BH_BUF_INIT, .a = BH_ARENA_INIT,
	    .memo = { m0, m1 } };
	if (m0 != NULL)
		s.expect = memo(&x->a, m0);
	r = bh_run_scan(&s, text, each, x, &err);
	if (r == -1)
		bh_buf_f(&x->b, " %d %s", (int)err.status, err.msg);
	bh_buf_f(&x->b, " u%ld r%ld v%ld", s.unknown, s.repeated, s.schema);
	bh_buf_c(&x->b, '\0');
	bh_run_scan_free(&s);
}

static void
drop(struct seen *x)
{
	bh_buf_free(&x->b);
	bh_arena_free(&x->a);
}

static int
agree(struct bh_str text)
{
	struct seen x, y;
	int same;

	read_with(text, "a", "b", &x);
	read_with(text, NULL, NULL, &y);
	same = strcmp(x.b.p, y.b.p) == 0;
	if (!same)
		printf("# exact:   %s\n# general: %s\n", x.b.p, y.b.p);
	drop(&x);
	drop(&y);
	return same;
}

static void
test_both(void)
{
	static const char want[] =
	    "[p/a wall_time=1021.5(1010.125..1033)]"
	    "[p/b instruction_count=87.0(..) indirect_branches=-0.5(..)]"
	    " u0 r0 v5";
	struct seen x;

	read_with(bh_str_of(doc), NULL, NULL, &x);
	is_text(x.b.p, want, "general scanner");
	is_int(x.exact, 0, "nothing expected, nothing exact");
	drop(&x);
	read_with(bh_str_of(doc), "a", "b", &x);
	is_text(x.b.p, want, "exact bytes");
	is_int(x.exact, 2, "both results by their bytes");
	drop(&x);
	read_with(bh_str_of(doc), "b", "a", &x);
	is_text(x.b.p, want, "expecting others: read again");
	is_int(x.exact, 0, "no result by its bytes");
	drop(&x);
}

/* Each byte replaced by each of a few: both ways give the same answer. */
static void
test_mutants(void)
{
	static const char with[] = "0 9.eE-+\"\\,:{}[]an\n\x01\x80/";
	char *t = strdup(doc);
	size_t i, k;
	int bad = 0;

	for (i = 0; i < sizeof(doc) - 1; i++) {
		for (k = 0; k < sizeof(with) - 1; k++) {
			t[i] = with[k];
			bad += !agree(bh_str_of(t));
		}
		t[i] = doc[i];
	}
	is_int(bad, 0, "one byte changed: the two ways agree");
	for (bad = 0, i = 0; i < sizeof(doc) - 1; i++)
		bad += !agree((struct bh_str){ doc, i });
	is_int(bad, 0, "cut anywhere: the two ways agree");
	for (bad = 0, i = 0; i + 1 < sizeof(doc); i++) {
		memmove(t, doc, sizeof(doc));
		memmove(t + i, t + i + 1, sizeof(doc) - i - 1);
		bad += !agree(bh_str_of(t));
	}
	is_int(bad, 0, "one byte left out: the two ways agree");
	free(t);
}

static void
is_read(const char *text, const char *want, const char *what)
{
	struct seen x;

	read_with(bh_str_of(text), NULL, NULL, &x);
	is_text(x.b.p, want, what);
	drop(&x);
}

#define ONE(metrics) "{\"results\":[{\"id\":{\"segments\":[\"x\"]}," \
    "\"metrics\":[" metrics "]}]}"

static void
test_rules(void)
{
	is_read(ONE("{\"kind\":\"wall\\u005ftime\",\"value\":1}"),
	    "[x wall_time=1(..)] u0 r0 v0", "an escaped kind is read");
	is_read(ONE("{\"kind\":\"l1_hits\",\"value\":1}"),
	    "[x] u1 r0 v0", "an unknown kind is dropped and counted");
	is_read(ONE("{\"kind\":\"l1_hits\",\"value\":null}"),
	    " 3 a number was expected at byte 74 u0 r0 v0",
	    "its value is still checked");
	is_read(ONE("{\"kind\":\"wall_time\",\"value\":1e400}"),
	    " 3 number out of range at byte 81 u0 r0 v0", "out of range");
	is_read(ONE("{\"kind\":\"wall_time\",\"value\":1,\"std_dev\":\"x\"}"),
	    "[x wall_time=1(..)] u0 r0 v0", "std_dev may be anything");
	is_read(ONE("{\"kind\":\"wall_time\",\"value\":1,"
	    "\"interval_low\":0,\"interval_high\":null}"),
	    "[x wall_time=1(..)] u0 r0 v0", "one bound is no interval");
	is_read(ONE("{\"kind\":\"wall_time\",\"value\":1},"
	    "{\"kind\":\"wall_time\",\"value\":2}"),
	    "[x wall_time=1(..)] u0 r1 v0", "of one kind twice the first");
	is_read("{\"results\":[{\"metrics\":[{\"value\":1,\"kind\":"
	    "\"wall_time\"}],\"id\":{\"x\":0,\"segments\":[\"x\"]}}],"
	    "\"schema_version\":99}",
	    "[x wall_time=1(..)] u0 r0 v99", "any order, any schema");
	is_read("{\"results\":[]}", " u0 r0 v0", "no results");
	is_read("{}", " 3 object without results at byte 2 u0 r0 v0",
	    "results missing");
	is_read("{\"results\":[{\"id\":{\"segments\":[]},\"metrics\":[]}]}",
	    " 3 result without id segments at byte 33 u0 r0 v0",
	    "empty segments");
	is_read("{\"results\":[]} x",
	    " 3 text behind the JSON value at byte 15 u0 r0 v0", "trailing");
	is_read("\xef\xbb\xbf{\"results\":[]}",
	    " 3 an object was expected at byte 0 u0 r0 v0",
	    "a byte order mark");
	is_read("{\"context\":1,\"context\":2,\"results\":[]}",
	    " u0 r0 v0", "two contexts pass");
	is_read("{\"results\":[],\"results\":[]}",
	    " 3 results twice at byte 24 u0 r0 v0", "two results do not");
}

int
main(void)
{
	test_both();
	test_rules();
	test_mutants();
	return tap_done();
}
