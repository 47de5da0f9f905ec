#include "edge/jq.h"

#include <jq.h>
#include <jv.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "edge/token.h"

/* The first line of a message that is consumed. */
static void
keep(struct bh_jq *q, jv msg)
{
	const char *s, *end;
	size_t n;

	if (jv_get_kind(msg) != JV_KIND_STRING)
		msg = jv_dump_string(msg, 0);
	s = jv_string_value(msg);
	end = s + jv_string_length_bytes(jv_copy(msg));
	if (strncmp(s, "jq: ", 4) == 0)
		s += 4;
	if (strncmp(s, "error: ", 7) == 0)
		s += 7;
	for (n = 0; s < end && *s != '\n' && n + 1 < sizeof(q->why); s++)
		q->why[n++] = *s == '\0' ? '?' : *s;
	if (n > 0 && q->why[n - 1] == ':')	/* the program follows */
		n--;
	q->why[n] = '\0';
	if (n == 0)
		snprintf(q->why, sizeof(q->why), "the program fails");
	jv_free(msg);
}

/* The library tells several times; the first one is the cause. */
static void
on_error(void *ctx, jv msg)
{
	struct bh_jq *q = ctx;

	if (q->why[0] == '\0')
		keep(q, msg);
	else
		jv_free(msg);
}

/* Instead of abort(3). */
static void
no_memory(void *ctx)
{
	(void)ctx;
	bh_out_of_memory();
}

int
bh_jq_open(struct bh_jq *q, struct bh_str program, struct bh_err *err)
{
	struct bh_arena a = BH_ARENA_INIT;
	int good;

	*q = (struct bh_jq){ .state = jq_init() };
	if (q->state == NULL)
		return bh_fail(err, BH_SYS, "jq: cannot start");
	if (memchr(program.p, '\0', program.n) != NULL ||
	    !bh_utf8_ok(program))
		return bh_fail(err, BH_DATA, "not a program in UTF-8");
	jq_set_error_cb(q->state, on_error, q);
	jq_set_nomem_handler(q->state, no_memory, NULL);
	/* without a path, an import is an assertion of the library's */
	jq_set_attr(q->state, jv_string("JQ_LIBRARY_PATH"), jv_array());
	good = jq_compile(q->state, bh_str_z(&a, program));
	bh_arena_free(&a);
	return good ? 0 : bh_fail(err, BH_DATA, "%s",
	    q->why[0] != '\0' ? q->why : "not a jq program");
}

void
bh_jq_close(struct bh_jq *q)
{
	jq_state *state = q->state;

	if (state != NULL)
		jq_teardown(&state);
	q->state = NULL;
}

/* --- values in and out ------------------------------------------------------ */

/* Numbers too: one that no double holds is not to become another one. */
static bool
check(struct bh_tok *t)
{
	struct bh_str key;
	double v;

	switch (bh_tok_peek(t)) {
	case BH_TOK_OBJECT:
		bh_tok_obj(t);
		while (bh_tok_member(t, &key))
			check(t);
		return bh_tok_ok(t);
	case BH_TOK_ARRAY:
		bh_tok_arr(t);
		while (bh_tok_elem(t))
			check(t);
		return bh_tok_ok(t);
	case BH_TOK_NUMBER:
		return bh_tok_double(t, &v);
	default:
		return bh_tok_skip(t);
	}
}

static int
to_value(struct bh_str input, bool text, jv *value, struct bh_err *err)
{
	struct bh_arena a = BH_ARENA_INIT;
	struct bh_tok t;
	int r = 0;

	if (text && !bh_utf8_ok(input))
		return bh_fail(err, BH_DATA, "not UTF-8");
	if (input.n > INT_MAX)
		return bh_fail(err, BH_DATA, "too large");
	if (text) {
		*value = jv_string_sized(input.n > 0 ? input.p : "",
		    (int)input.n);
		return 0;
	}
	bh_tok_init(&t, input, &a);
	check(&t);
	if (!bh_tok_done(&t))
		r = bh_tok_err(&t, err);
	bh_arena_free(&a);
	if (r == 0)
		*value = jv_parse_sized(input.p, (int)input.n);
	if (r == 0 && !jv_is_valid(*value)) {
		jv_free(*value);
		r = bh_fail(err, BH_DATA, "malformed JSON");
	}
	return r;
}

/* Consumes value. */
static int
hand_out(jv value, bh_jq_each *each, void *ctx, struct bh_err *err)
{
	jv s = jv_dump_string(value, 0);
	int r = each(ctx, (struct bh_str){ jv_string_value(s),
	    (size_t)jv_string_length_bytes(jv_copy(s)) }, err);

	jv_free(s);
	return r;
}

int
bh_jq_run(struct bh_jq *q, struct bh_str input, bool text, bh_jq_each *each,
    void *ctx, struct bh_err *err)
{
	jv value;
	int r = 0;

	if (to_value(input, text, &value, err) == -1)
		return -1;
	q->why[0] = '\0';
	jq_start(q->state, value, 0);
	for (;;) {
		value = jq_next(q->state);
		if (!jv_is_valid(value))
			break;
		if ((r = hand_out(value, each, ctx, err)) == -1)
			return -1;
	}
	if (jv_invalid_has_msg(jv_copy(value))) {
		keep(q, jv_invalid_get_msg(value));
		return bh_fail(err, BH_DATA, "%s", q->why);
	}
	jv_free(value);
	return jq_halted(q->state) ?
	    bh_fail(err, BH_DATA, "the program halted") : 0;
}
