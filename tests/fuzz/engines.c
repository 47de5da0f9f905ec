/*
 * The parsers of engine output: first a byte that says whose, then the text,
 * or two with a byte 0xff between.  They refuse with a message, or give
 * results that can be written as records and read again.
 */
#include "edge/json.h"
#include "engine/all_the_time.h"
#include "engine/alloc_tracker.h"
#include "engine/callgrind.h"
#include "engine/criterion.h"
#include "engine/primbench.h"

#include "fuzz.h"

static struct bh_arena arena = BH_ARENA_INIT, scratch = BH_ARENA_INIT;

static void
check(struct bh_take *t)
{
	static struct bh_buf b;
	struct bh_err err = BH_ERR_INIT;
	struct bh_result x;
	size_t i;

	for (i = 0; i < t->n; i++) {
		t->v[i].result.engine = BH_STR("criterion");
		if (t->v[i].result.nmetric == 0 || t->v[i].result.id.n == 0)
			continue;	/* dropped by the harvest */
		bh_buf_reset(&b);
		bh_json_put_result(&b, &t->v[i].result);
		if (bh_json_read_result(bh_buf_of(&b), &scratch, &x, &err) !=
		    0) {
			fprintf(stderr, "%s\n", err.msg);
			abort();
		}
	}
}

static void
parse(const struct bh_engine_reader *reader, void *ctx, const char *name,
    struct bh_str text)
{
	struct bh_take t = { .a = &arena };
	struct bh_doc d = { .where = BH_STR("fuzz"), .src = BH_STR("fuzz"),
	    .name = bh_str_of(name), .scratch = &scratch };
	struct bh_err err = BH_ERR_INIT;
	int r;

	if (fuzz_cut(&text, &d.text[0]))
		d.text[1] = text;
	else
		d.text[1] = BH_STR("");
	r = reader->parse(ctx, &d, &t, &err);
	if (r == 0 && reader->finish != NULL)
		r = reader->finish(ctx, &t, &err);
	MUST(r == 0 || (err.status == BH_DATA && err.msg[0] != '\0'));
	if (r == 0)
		check(&t);
}

static void
callgrind(const char *name, struct bh_str text)
{
	struct bh_callgrind c = { .each = text.n % 2 };

	parse(&bh_callgrind_reader, &c, name, text);
	bh_callgrind_free(&c);
}

/* Without the commit, which is git's to resolve. */
static void
primbench(struct bh_str text)
{
	struct bh_take t = { .a = &arena };
	struct bh_err err = BH_ERR_INIT;
	struct bh_pb_file f;

	if (bh_pb_read(text, &scratch, &f, &err) == -1 ||
	    bh_pb_specializations(&f, text.n % 2, &scratch, &t, &err) == -1)
		MUST(err.status == BH_DATA && err.msg[0] != '\0');
	else
		check(&t);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bh_spans alloc = bh_alloc_tracker_spans;
	struct bh_spans time = bh_all_the_time_spans;
	struct bh_str text = fuzz_str(data, size);

	if (size == 0)
		return 0;
	text = bh_str_from(text, 1);
	switch (data[0]) {
	case 'C':
		parse(&bh_criterion, NULL, "benchmark.json", text);
		break;
	case 'S':
		callgrind("summary.json", text);
		break;
	case 'A':
		parse(&bh_alloc_tracker, &alloc, "a.json", text);
		break;
	case 'T':
		parse(&bh_all_the_time, &time, "a.json", text);
		break;
	case 'P':
		primbench(text);
		break;
	default:
		callgrind("callgrind.out.1", text);
	}
	bh_arena_reset(&arena);
	bh_arena_reset(&scratch);
	return 0;
}
