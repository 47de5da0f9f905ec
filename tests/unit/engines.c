/*
 * Engine readers on damaged input: every prefix and many mutations of good
 * documents end with a status, and what is taken is a record that can be read
 * back.  Also what no program shows: display names, quantiles.
 */
#include "tap.h"

#include <stdint.h>
#include <stdlib.h>

#include "edge/json.h"
#include "engine/all_the_time.h"
#include "engine/alloc_tracker.h"
#include "engine/callgrind.h"
#include "engine/criterion.h"
#include "engine/primbench.h"

enum { MUTATIONS = 3000 };

static const char bench[] =
    "{\"group_id\":\"codec/decode\",\"function_id\":\"utf8\",\"value_str\":"
    "\" 4096\\u00a0\",\"throughput\":{\"Bytes\":4096},\"full_id\":\"a\","
    "\"directory_name\":\"d\",\"title\":\"a #2\"}";
static const char estimates[] =
    "{\"mean\":{\"confidence_interval\":{\"confidence_level\":0.95,"
    "\"lower_bound\":800.0,\"upper_bound\":825.0},\"point_estimate\":812.5,"
    "\"standard_error\":1.0},\"slope\":{\"confidence_interval\":{"
    "\"lower_bound\":798.5,\"upper_bound\":811.75},\"point_estimate\":"
    "805.25},\"std_dev\":{\"point_estimate\":31.5},\"median\":null}";
static const char summary6[] =
    "{\"version\":\"6\",\"module_path\":\"m::f\",\"function_name\":\"f\","
    "\"id\":\"utf8\",\"package_dir\":\"/src/wordcount\",\"profiles\":[{"
    "\"tool\":\"Callgrind\",\"summaries\":{\"parts\":[],\"total\":{"
    "\"regressions\":[],\"summary\":{\"Callgrind\":{\"Bc\":{\"diffs\":null,"
    "\"metrics\":{\"Both\":[{\"Int\":2},{\"Float\":3.5}]}},\"Ir\":{"
    "\"metrics\":{\"Left\":{\"Int\":87}}}}}}}}]}";
static const char summary7[] =
    "{\"version\":\"7\",\"module_path\":\"m\",\"function_name\":\"f\","
    "\"profiles\":[{\"tool\":\"Dhat\",\"data\":{}},{\"tool\":\"Callgrind\","
    "\"data\":{\"parts\":[],\"total\":{\"metrics\":{\"Ir\":{\"change\":null,"
    "\"values\":{\"new\":12,\"old\":30}},\"Bi\":{\"values\":{\"new\":1.5}}"
    "}}}}]}";
static const char raw[] =
    "# callgrind format\nversion: 1\ncreator: callgrind-3.19.0\npid: 7\n"
    "cmd:  ./tally 500\npart: 1\n\ndesc: Trigger: end\npositions: instr line\n"
    "events: Ir Bc Bi\nsummary: 9\n\nfn=(1) main\n0x40 5 10 1 2\n+1 * 3\n"
    "cfn=(2) f\ncalls=3 +1\n* -1 500 1 1\n* * 0x10\njcnd=1/2 *\n* *\n"
    "totals: 8 1\n\npart: 2\nthread: 1\nevents: Ir\n1 18446744073709551615\n";
static const char alloc[] =
    "{\"operation\":\"push_back\",\"total_iterations\":111,\"span_count\":3,"
    "\"slope_bytes_per_iteration\":200.05940005940005,"
    "\"interval_low_bytes_per_iteration\":199.90823567396936,"
    "\"interval_high_bytes_per_iteration\":200.21056444483074,"
    "\"slope_allocations_per_iteration\":2.0,\"slope_peak_bytes\":96.0}";
static const char cpu[] =
    "{\"operation\":\"scan_line\",\"total_iterations\":6000,\"span_count\":3,"
    "\"slope_processor_time_nanos\":20.5,"
    "\"interval_low_processor_time_nanos\":20.4,"
    "\"interval_high_processor_time_nanos\":20.6}";
static const char gpu[] =
    "{\"context\":{\"results_version\":\"4.0.0\",\"general\":{\"algorithm\":"
    "\"copy\",\"gpu\":{\"name\":\"g\"},\"backend\":{\"name\":\"hip\"}},"
    "\"settings\":{\"size\":1000000,\"batch_window_size\":3}},"
    "\"specializations\":[{\"name\":\"type: char\",\"items_per_second\":4e8,"
    "\"items\":1000000,\"noise_timeout\":true,\"noise_percent\":0.5,\"meta\":"
    "{\"algo\":\"copy\",\"lvl\":\"block\",\"type\":\"rocprim::char\",\"cfg\":"
    "{\"n\":1.5}},\"elapsed_secs\":{\"host\":nan,\"gpu\":1.002},\"calls\":{"
    "\"kernel_calls_per_batch\":4,\"batches\":3,\"kernel_calls\":12},"
    "\"batches\":[{\"batch_ms\":10,\"iterations_ms\":[2,3,2,3]},"
    "{\"batch_ms\":10.1},{\"batch_ms\":9.9}]}]}";

/* Words that lead into other branches. */
static const char *const words[] = {
	"null", "{}", "[]", "\"\"", "-1", "1e999", "1e-400", "0", "nan", "inf",
	"\\u0000", "\\ud800", "\"", "\\", ",", ":", "{", "}", "[", "]",
	"18446744073709551616", "0x", "\377", "\n", " ", "true", "Right",
	"events: Ir Bc\n", "part: 3\n", "calls=1\n", "totals:", "99999999999"
};

static uint64_t seed = 88172645463325252u;

static size_t
rnd(size_t n)	/* below n; G. Marsaglia's xorshift */
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return n == 0 ? 0 : (size_t)(seed % n);
}

static void
mutate(struct bh_buf *b, const char *good)
{
	size_t k = 1 + rnd(4), at, n;
	struct bh_buf tail = BH_BUF_INIT;
	const char *w;

	bh_buf_reset(b);
	bh_buf_z(b, good);
	while (k-- > 0) {
		at = rnd(b->n + 1);
		n = rnd(b->n - at + 1) % 40;
		bh_buf_reset(&tail);
		bh_buf_put(&tail, b->p + at, b->n - at);
		switch (rnd(5)) {
		case 0:		/* a bit */
			if (at < b->n)
				b->p[at] = (char)(b->p[at] ^ 1 << rnd(8));
			break;
		case 1:		/* a piece gone */
			b->n = at;
			bh_buf_put(b, tail.p + n, tail.n - n);
			break;
		case 2:		/* a piece twice */
			b->n = at;
			bh_buf_put(b, tail.p, n);
			bh_buf_put(b, tail.p, tail.n);
			break;
		case 3:		/* a word in between */
			w = words[rnd(sizeof(words) / sizeof(words[0]))];
			b->n = at;
			bh_buf_z(b, w);
			bh_buf_put(b, tail.p, tail.n);
			break;
		default:	/* a word over it */
			w = words[rnd(sizeof(words) / sizeof(words[0]))];
			b->n = at;
			bh_buf_z(b, w);
			bh_buf_put(b, tail.p + n, tail.n - n);
		}
	}
	bh_buf_free(&tail);
}

/* --- what must hold ----------------------------------------------------- */

struct tally {
	long	taken, refused, broken;
};

static bool
reads_back(const struct bh_result *x, struct bh_arena *a)
{
	struct bh_result r = *x, again;
	struct bh_err err = BH_ERR_INIT;
	struct bh_buf b = BH_BUF_INIT;
	size_t i;
	int rc;

	if (r.nmetric == 0 || r.id.n == 0)
		return true;	/* the driver drops or refuses it */
	for (i = 0; i < r.id.n; i++)
		if (!bh_utf8_ok(r.id.seg[i]))
			return true;	/* so does it this */
	r.engine = BH_STR("callgrind");
	bh_json_put_result(&b, &r);
	rc = bh_json_read_result(bh_buf_of(&b), a, &again, &err);
	if (rc == -1)
		printf("# %s: %.*s\n", err.msg, BH_FMT(bh_buf_of(&b)));
	if (rc == 0 && bh_id_cmp(r.id, again.id) != 0)
		rc = -1;
	bh_buf_free(&b);
	return rc == 0;
}

typedef int reader(const struct bh_doc *, struct bh_take *, struct bh_err *);

/* Run it on bytes of exactly this size. */
static void
judge(reader *read, struct bh_str one, struct bh_str two, struct tally *t)
{
	struct bh_arena a = BH_ARENA_INIT, scratch = BH_ARENA_INIT;
	struct bh_take take = { .a = &a };
	struct bh_err err = BH_ERR_INIT;
	char *p = bh_xmalloc(one.n), *q = bh_xmalloc(two.n);
	struct bh_doc d = { .scratch = &scratch, .name = BH_STR("x") };
	size_t i;
	int r;

	if (one.n > 0)
		memcpy(p, one.p, one.n);
	if (two.n > 0)
		memcpy(q, two.p, two.n);
	d.text[0] = (struct bh_str){ p, one.n };
	d.text[1] = (struct bh_str){ q, two.n };
	r = read(&d, &take, &err);
	free(p);
	free(q);
	bh_arena_free(&scratch);
	if (r == -1) {
		t->refused++;
		t->broken += err.status != BH_DATA || err.msg[0] == '\0';
	} else
		t->taken++;
	for (i = 0; r == 0 && i < take.n; i++)
		t->broken += !reads_back(&take.v[i].result, &a);
	bh_arena_free(&a);
}

static void
run(const char *name, reader *read, const char *good, const char *other)
{
	struct tally t = { 0, 0, 0 }, cut = { 0, 0, 0 };
	struct bh_buf b = BH_BUF_INIT;
	size_t n;
	int i;

	judge(read, bh_str_of(good), bh_str_of(other), &t);
	ok(t.taken == 1 && t.broken == 0, "%s: a good document", name);
	for (n = 0; n < strlen(good); n++)
		judge(read, (struct bh_str){ good, n }, bh_str_of(other),
		    &cut);
	ok(cut.broken == 0, "%s: each prefix ends with a status", name);
	if (good[0] == '{')
		is_int(cut.taken, 0, "which refuses it");
	for (i = 0; i < MUTATIONS; i++) {
		mutate(&b, good);
		judge(read, bh_buf_of(&b), bh_str_of(other), &t);
	}
	ok(t.broken == 0 && t.refused > 0 && t.taken > 1, "%s: mutations: "
	    "%ld taken, %ld refused", name, t.taken, t.refused);
	bh_buf_free(&b);
}

/* --- the readers -------------------------------------------------------- */

static int
criterion(const struct bh_doc *d, struct bh_take *t, struct bh_err *err)
{
	return bh_criterion.parse(NULL, d, t, err);
}

static int
criterion_swapped(const struct bh_doc *d, struct bh_take *t,
    struct bh_err *err)
{
	struct bh_doc x = *d;

	x.text[0] = d->text[1];
	x.text[1] = d->text[0];
	return bh_criterion.parse(NULL, &x, t, err);
}

static int
summary(const struct bh_doc *d, struct bh_take *t, struct bh_err *err)
{
	struct bh_callgrind c = { .nid = 0 };

	return bh_callgrind_summary(&c, d, t, err);
}

static int
raw_file(const struct bh_doc *d, struct bh_take *t, struct bh_err *err)
{
	struct bh_callgrind c = { .each = d->text[0].n % 2 == 0 };
	int r = bh_callgrind_raw(&c, d, t, err);

	if (r == 0)
		bh_callgrind_sum(&c, t);
	bh_callgrind_free(&c);
	return r;
}

static int
alloc_tracker(const struct bh_doc *d, struct bh_take *t, struct bh_err *err)
{
	struct bh_spans s = bh_alloc_tracker_spans;

	return bh_spans_parse(&s, d, t, err);
}

static int
all_the_time(const struct bh_doc *d, struct bh_take *t, struct bh_err *err)
{
	struct bh_spans s = bh_all_the_time_spans;

	return bh_spans_parse(&s, d, t, err);
}

static int
primbench(const struct bh_doc *d, struct bh_take *t, struct bh_err *err)
{
	struct bh_pb_file f;

	if (bh_pb_read(d->text[0], d->scratch, &f, err) == -1)
		return -1;
	return bh_pb_specializations(&f, d->text[0].n % 2 == 0, d->scratch, t,
	    err);
}

/* --- primbench: names and quantiles ------------------------------------- */

static void
name(const char *meta, const char *want)
{
	struct bh_arena a = BH_ARENA_INIT;
	struct bh_str s = bh_pb_name(bh_str_of(meta), &a);

	is_text(bh_str_z(&a, s), want, meta);
	bh_arena_free(&a);
}

static void
test_names(void)
{
	name("{\"algo\":\"copy\",\"type\":\"char\"}", "type: char");
	name("{\"algo\":\"reduce\",\"cfg\":\"default\",\"key_type\":\"int\","
	    "\"lvl\":\"device\",\"op\":\"rocprim::plus<int>\"}",
	    "key_type: int, op: plus<int>");
	name("{\"algo\":\"reduce\",\"cfg\":{\"bs\":256,\"ipt\":4},"
	    "\"key_type\":\"int\"}",
	    "cfg: { bs: 256, ipt: 4 }, key_type: int");
	name("{\"algo\":\"copy\"}", "");
	name("{\"z\":true,\"a\":1.5e6,\"b\":1000000,\"c\":0.1234567,"
	    "\"d\":{\"algo\":1,\"x\":false}}",
	    "a: 1.5e+06, b: 1000000, c: 0.123457, d: { x: false }, z: true");
	name("{\"t\":\"common::a<rocprim::b>\",\"u\":\"comrocprim::mon::c\"}",
	    "t: a<b>, u: c");
	name("7", "");
}

/* Student's t, 0.975: R 4.2, qt(0.975, df) */
static void
test_quantiles(void)
{
	is_near(bh_pb_t975(1), 12.706204736, 0, "t, 1 degree");
	is_near(bh_pb_t975(9), 2.262157163, 0, "t, 9 degrees");
	is_near(bh_pb_t975(10), 2.228138852, 2e-3, "t, 10 degrees");
	is_near(bh_pb_t975(30), 2.042272456, 1e-4, "t, 30 degrees");
	is_near(bh_pb_t975(100000), 1.959987708, 1e-8, "t, 100000 degrees");
}

int
main(void)
{
	run("criterion, benchmark", criterion, bench, estimates);
	run("criterion, estimates", criterion_swapped, estimates, bench);
	run("gungraun 6", summary, summary6, "");
	run("gungraun 7", summary, summary7, "");
	run("raw callgrind", raw_file, raw, "");
	run("alloc_tracker", alloc_tracker, alloc, "");
	run("all_the_time", all_the_time, cpu, "");
	run("primbench", primbench, gpu, "");
	test_names();
	test_quantiles();
	return tap_done();
}
