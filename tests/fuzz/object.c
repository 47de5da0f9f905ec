/*
 * Stored objects: the exact bytes of our writer, the general scanner (the same
 * object without blanks) and the guess of what id comes next give one answer.
 */
#include "edge/runscan.h"
#include "edge/token.h"

#include "edge/emit.h"
#include "fuzz.h"
#include "reference.h"

static struct bh_arena arena = BH_ARENA_INIT;

enum { RESULTS = 64 };		/* so many ids are guessed */

struct dump {
	struct bh_buf	 text;
	struct bh_id	 id[RESULTS];
	size_t		 n;
	bool		 guess;		/* with the ids from before */
	const struct dump *before;
};

static struct bh_id
copy_id(struct bh_id id)
{
	struct bh_id to = { bh_calloc(&arena, id.n, sizeof(*to.seg)), id.n };
	size_t i;

	for (i = 0; i < id.n; i++)
		to.seg[i] = bh_str_dup(&arena, id.seg[i]);
	return to;
}

static int
each(void *ctx, struct bh_run_scan *s, struct bh_err *err)
{
	struct dump *d = ctx;
	struct bh_id id = s->id;
	size_t i;

	(void)err;
	if (s->expected) {
		MUST(d->guess && d->n < RESULTS);
		id = d->before->id[d->n];
	}
	MUST(id.n > 0);
	for (i = 0; i < id.n; i++)
		bh_emit_str(&d->text, id.seg[i]);
	for (i = 0; i < s->nmetric; i++)
		bh_buf_f(&d->text, " %d %.*s %.*s %.*s", s->metric[i].kind,
		    BH_FMT(s->metric[i].value), BH_FMT(s->metric[i].low),
		    BH_FMT(s->metric[i].high));
	bh_buf_f(&d->text, " %ld %ld\n", s->unknown, s->repeated);
	if (d->n < RESULTS)
		d->id[d->n] = copy_id(id);
	d->n++;
	s->expect = BH_STR_NONE;
	if (d->guess && d->n < RESULTS && d->n < d->before->n)
		s->expect = bh_run_memo(&arena, d->before->id[d->n]);
	return 0;
}

static int
scan(struct bh_str text, struct dump *d)
{
	static struct bh_run_scan s = BH_RUN_SCAN_INIT;
	struct bh_err err = BH_ERR_INIT;
	int r;

	bh_buf_reset(&d->text);
	d->n = 0;
	s.expect = BH_STR_NONE;
	if (d->guess && d->before->n > 0)
		s.expect = bh_run_memo(&arena, d->before->id[0]);
	r = bh_run_scan(&s, text, each, d, &err);
	MUST(r == 0 || (err.status == BH_DATA && err.msg[0] != '\0'));
	return r;
}

/* The text without blanks between tokens. */
static void
squeeze(struct bh_str s, struct bh_buf *b)
{
	bool in = false;
	size_t i;

	bh_buf_reset(b);
	for (i = 0; i < s.n; i++) {
		if (in && s.p[i] == '\\' && i + 1 < s.n)
			bh_buf_c(b, s.p[i++]);
		else if (s.p[i] == '"')
			in = !in;
		else if (!in && strchr(" \t\r\n", s.p[i]) != NULL &&
		    s.p[i] != '\0')
			continue;
		bh_buf_c(b, s.p[i]);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct dump first, plain, guess;
	static struct bh_buf text;
	struct bh_str s = fuzz_str(data, size);
	int r = scan(s, &first);

	MUST(r == -1 || ref_json(s));
	guess.guess = true;
	guess.before = &first;
	MUST(scan(s, &guess) == r);
	MUST(bh_str_eq(bh_buf_of(&guess.text), bh_buf_of(&first.text)));
	if (ref_json(s)) {
		squeeze(s, &text);
		MUST(scan(bh_buf_of(&text), &plain) == r);
		MUST(r == -1 || bh_str_eq(bh_buf_of(&plain.text),
		    bh_buf_of(&first.text)));
	}
	bh_arena_reset(&arena);
	return 0;
}
