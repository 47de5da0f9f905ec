#include "edge/extend.h"

#include "base/arena.h"
#include "edge/token.h"

static bool
listed(const char *const *names, struct bh_str key)
{
	for (; *names != NULL; names++)
		if (bh_str_is(key, *names))
			return true;
	return false;
}

int
bh_extend(struct bh_buf *b, struct bh_str line, const char *const *drop,
    struct bh_emit *e, struct bh_err *err)
{
	struct bh_arena a = BH_ARENA_INIT;
	struct bh_str key, text;
	struct bh_tok t;
	int r = 0;

	*e = (struct bh_emit){ .b = b };
	bh_tok_init(&t, line, &a);
	bh_emit_open(e, NULL, '{');
	bh_tok_obj(&t);
	while (bh_tok_member(&t, &key)) {
		if (!bh_tok_raw(&t, &text))
			break;
		if (!listed(drop, key))
			bh_emit_t(e, bh_str_z(&a, key), text);
	}
	if (!bh_tok_done(&t))
		r = bh_tok_err(&t, err);
	bh_arena_free(&a);
	return r;
}
