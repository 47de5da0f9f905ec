/*
 * Engine readers on damaged input: every prefix and many mutations of good
 * documents end with a status, and what is taken is a record that can be read
 * back.  Also what no program shows: display names, quantiles.
 */
#include "damage.h"
#include "tap.h"

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

/*
 * A good document of an engine, every prefix of it, and damaged ones.
 *	other	the other one, where the engine reads two
 *	swapped	it is the first of them
 */
static void
run(const char *name, const char *engine, const char *good, const char *other,
    bool swapped)
{
	struct damage_tally t = { 0, 0, 0 }, cut = { 0, 0, 0 };
	const struct damage_engine *e = damage_engines;
	struct bh_str text[2];
	struct bh_buf b = BH_BUF_INIT;
	size_t n;
	int i;

	while (strcmp(e->name, engine) != 0)
		e++;
	text[swapped] = bh_str_of(good);
	text[!swapped] = bh_str_of(other);
	damage_judge(e->read, NULL, text, &t);
	ok(t.taken == 1 && t.broken == 0, "%s: a good document", name);
	for (n = 0; n < strlen(good); n++) {
		text[swapped] = (struct bh_str){ good, n };
		damage_judge(e->read, NULL, text, &cut);
	}
	ok(cut.broken == 0, "%s: each prefix ends with a status", name);
	if (good[0] == '{')
		is_int(cut.taken, 0, "which refuses it");
	for (i = 0; i < MUTATIONS; i++) {
		damage(&b, bh_str_of(good));
		text[swapped] = bh_buf_of(&b);
		damage_judge(e->read, NULL, text, &t);
	}
	ok(t.broken == 0 && t.refused > 0 && t.taken > 1, "%s: mutations: "
	    "%ld taken, %ld refused", name, t.taken, t.refused);
	bh_buf_free(&b);
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
	run("criterion, benchmark", "criterion", bench, estimates, false);
	run("criterion, estimates", "criterion", estimates, bench, true);
	run("gungraun 6", "gungraun", summary6, "", false);
	run("gungraun 7", "gungraun", summary7, "", false);
	run("raw callgrind", "callgrind", raw, "", false);
	run("alloc_tracker", "alloc_tracker", alloc, "", false);
	run("all_the_time", "all_the_time", cpu, "", false);
	run("primbench", "primbench", gpu, "", false);
	test_names();
	test_quantiles();
	return tap_done();
}
