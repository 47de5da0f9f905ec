/*
 * Any bytes as a JSON string: it is JSON, reads back as the bytes (U+FFFD for
 * what is not UTF-8), and in the form of records shows nothing hidden.
 */
#include "edge/emit.h"
#include "edge/token.h"

#include "base/err.h"
#include "fuzz.h"
#include "reference.h"

static struct bh_arena arena = BH_ARENA_INIT;

static void
mend(struct bh_str s, struct bh_buf *b)
{
	uint32_t cp;
	size_t n;

	bh_buf_reset(b);
	for (; s.n > 0; s = bh_str_from(s, n)) {
		if ((n = bh_utf8_next(s, &cp)) > 0) {
			bh_buf_put(b, s.p, n);
			continue;
		}
		bh_buf_z(b, "\xef\xbf\xbd");
		n = 1;
	}
}

static void
reads_as(const struct bh_buf *json, struct bh_str want)
{
	struct bh_str got;
	struct bh_tok t;

	MUST(ref_json(bh_buf_of(json)));
	bh_tok_init(&t, bh_buf_of(json), &arena);
	MUST(bh_tok_str(&t, &got) && bh_tok_done(&t));
	MUST(bh_str_eq(got, want));
}

static void
shows_nothing(struct bh_str s)
{
	uint32_t cp;
	size_t n;

	for (; s.n > 0; s = bh_str_from(s, n)) {
		MUST((n = bh_utf8_next(s, &cp)) > 0);
		MUST(!bh_cp_hidden(cp));
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct bh_buf want, json;
	struct bh_str s = fuzz_str(data, size);
	char *z;

	if (size > BH_TOK_STRING_MAX / 3)
		return 0;
	mend(s, &want);
	MUST(bh_utf8_ok(s) == bh_str_eq(bh_buf_of(&want), s));
	bh_buf_reset(&json);
	bh_emit_str(&json, s);
	reads_as(&json, bh_buf_of(&want));
	shows_nothing(bh_buf_of(&json));
	bh_buf_reset(&json);
	bh_emit_str_stored(&json, s);
	reads_as(&json, bh_buf_of(&want));
	z = bh_str_z(&arena, s);
	bh_err_clean(z);
	shows_nothing(bh_str_of(z));
	bh_arena_reset(&arena);
	return 0;
}
