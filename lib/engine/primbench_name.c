#include "engine/primbench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
	struct bh_str	key, value;	/* value: as it is shown */
};

static void format(struct bh_tok *t, struct bh_buf *b, bool top);

static int
cmp(const void *a, const void *b)
{
	return bh_str_cmp(((const struct entry *)a)->key,
	    ((const struct entry *)b)->key);
}

static void
without(struct bh_buf *b, const char *word)
{
	size_t n = strlen(word), i, k = 0;

	for (i = 0; i < b->n; )
		if (b->n - i >= n && memcmp(b->p + i, word, n) == 0)
			i += n;
		else
			b->p[k++] = b->p[i++];
	b->n = k;
}

static void
number(struct bh_str s, struct bh_buf *b)
{
	struct bh_pb_num x = { .has = false };
	struct bh_arena a = BH_ARENA_INIT;
	struct bh_tok t;

	if (memchr(s.p, '.', s.n) == NULL && memchr(s.p, 'e', s.n) == NULL &&
	    memchr(s.p, 'E', s.n) == NULL) {
		bh_buf_str(b, s);
		return;
	}
	bh_tok_init(&t, s, &a);
	if (bh_pb_number.read(&t, &x))
		bh_buf_f(b, "%g", x.v);
	bh_arena_free(&a);
}

static void
text(struct bh_tok *t, struct bh_buf *b)
{
	struct bh_str s;

	switch (bh_tok_peek(t)) {
	case BH_TOK_OBJECT:
		format(t, b, false);
		break;
	case BH_TOK_STRING:
		if (!bh_tok_str(t, &s))
			break;
		bh_buf_str(b, s);
		without(b, "rocprim::");
		without(b, "common::");
		break;
	case BH_TOK_NUMBER:
		if (bh_tok_num(t, &s))
			number(s, b);
		break;
	default:	/* true, false; others the producer does not write */
		if (bh_tok_raw(t, &s))
			bh_buf_str(b, s);
	}
}

static void
format(struct bh_tok *t, struct bh_buf *b, bool top)
{
	struct bh_buf value = BH_BUF_INIT;
	struct entry *v = NULL;
	size_t n = 0, cap = 0, i;
	bool some = false;
	struct bh_str key;

	bh_tok_obj(t);
	while (bh_tok_member(t, &key)) {
		bh_buf_reset(&value);
		text(t, &value);
		v = bh_more(t->arena, v, n, &cap, sizeof(*v));
		v[n++] = (struct entry){ key,
		    bh_str_dup(t->arena, bh_buf_of(&value)) };
	}
	bh_buf_free(&value);
	if (n > 1)
		qsort(v, n, sizeof(*v), cmp);
	bh_buf_z(b, top ? "" : "{ ");
	for (i = 0; i < n; i++) {
		if (bh_str_is(v[i].key, "algo") || bh_str_is(v[i].key, "lvl"))
			continue;
		if (bh_str_is(v[i].key, "cfg") &&
		    bh_str_is(v[i].value, "default"))
			continue;
		bh_buf_f(b, "%s%.*s: %.*s", some ? ", " : "",
		    BH_FMT(v[i].key), BH_FMT(v[i].value));
		some = true;
	}
	bh_buf_z(b, top ? "" : " }");
}

struct bh_str
bh_pb_name(struct bh_str meta, struct bh_arena *a)
{
	struct bh_buf b = BH_BUF_INIT;
	struct bh_str s = BH_STR("");
	struct bh_tok t;

	bh_tok_init(&t, meta, a);
	if (meta.p != NULL && bh_tok_peek(&t) == BH_TOK_OBJECT)
		format(&t, &b, true);
	if (b.n > 0)
		s = bh_str_dup(a, bh_buf_of(&b));
	bh_buf_free(&b);
	return s;
}
