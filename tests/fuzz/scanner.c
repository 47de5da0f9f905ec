/*
 * The pull scanner: skipped, kept as text and read value by value gives one
 * answer, the one of a plain reader of RFC 8259 and, where the build found it,
 * of jansson; what it reads, written again, reads the same.
 */
#include "edge/token.h"

#ifdef BH_JANSSON
#include <jansson.h>
#endif

#include "edge/emit.h"
#include "fuzz.h"
#include "reference.h"

static struct bh_arena arena = BH_ARENA_INIT;

static void
walk(struct bh_tok *t, struct bh_emit *e, const char *key)
{
	struct bh_str s;
	bool v;

	switch (bh_tok_peek(t)) {
	case BH_TOK_OBJECT:
		bh_tok_obj(t);
		bh_emit_open(e, key, '{');
		while (bh_tok_member(t, &s)) {
			/* names may hold a NUL, which bh_emit_key does not */
			bh_emit_key(e, NULL);
			bh_emit_str_stored(e->b, s);
			bh_buf_c(e->b, ':');
			e->some = false;
			walk(t, e, NULL);
		}
		bh_emit_close(e, '}');
		break;
	case BH_TOK_ARRAY:
		bh_tok_arr(t);
		bh_emit_open(e, key, '[');
		while (bh_tok_elem(t))
			walk(t, e, NULL);
		bh_emit_close(e, ']');
		break;
	case BH_TOK_STRING:
		if (bh_tok_str(t, &s))
			bh_emit_s(e, key, s);
		break;
	case BH_TOK_NUMBER:
		if (bh_tok_num(t, &s))
			bh_emit_t(e, key, s);
		break;
	case BH_TOK_BOOL:
		if (bh_tok_bool(t, &v))
			bh_emit_b(e, key, v);
		break;
	case BH_TOK_NULL:
		if (bh_tok_null(t))
			bh_emit_null(e, key);
		break;
	case BH_TOK_BAD:
		bh_tok_fail(t, "no value");
	}
}

static bool
walks(struct bh_str s, struct bh_buf *b)
{
	struct bh_emit e = { .b = b, .stored = true };
	struct bh_tok t;

	bh_buf_reset(b);
	bh_tok_init(&t, s, &arena);
	walk(&t, &e, NULL);
	return bh_tok_done(&t);
}

#ifdef BH_JANSSON
/* What jansson refuses and JSON does not: huge numbers, NUL in names. */
static bool
other_limits(enum json_error_code c)
{
	return c == json_error_numeric_overflow ||
	    c == json_error_null_byte_in_key || c == json_error_null_character;
}

static void
ask_jansson(struct bh_str s, bool good)
{
	json_error_t e;
	json_t *j = json_loadb(s.p, s.n, JSON_DECODE_ANY | JSON_ALLOW_NUL, &e);

	MUST(!good || j != NULL || other_limits(json_error_code(&e)));
	/* limits need some bytes; a NUL behind all is its end of input */
	MUST(good || j == NULL || s.n > 64 || memchr(s.p, 0, s.n) != NULL);
	json_decref(j);
}
#endif

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct bh_buf once, again;
	struct bh_str s = fuzz_str(data, size), text;
	struct bh_tok t;
	bool good;

	bh_tok_init(&t, s, &arena);
	bh_tok_skip(&t);
	good = bh_tok_done(&t);
	MUST(good == ref_json(s));
	bh_tok_init(&t, s, &arena);
	if (bh_tok_raw(&t, &text))
		MUST(text.p >= s.p && text.p + text.n <= s.p + s.n);
	MUST(bh_tok_done(&t) == good);
	MUST(walks(s, &once) == good);
	if (good) {
		MUST(ref_json(bh_buf_of(&once)));
		MUST(walks(bh_buf_of(&once), &again));
		MUST(bh_str_eq(bh_buf_of(&once), bh_buf_of(&again)));
	}
#ifdef BH_JANSSON
	ask_jansson(s, good);
#endif
	bh_arena_reset(&arena);
	return 0;
}
