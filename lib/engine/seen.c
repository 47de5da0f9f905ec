#include "engine/seen.h"

#include <stdlib.h>

#include "edge/emit.h"
#include "edge/token.h"
#include "io/file.h"

enum { MAX = 1 << 28 };

static int
cmp(const void *va, const void *vb)
{
	const struct bh_seen_file *a = va, *b = vb;

	return bh_str_cmp(a->path, b->path);
}

static int
read_line(struct bh_seen *s, struct bh_str line, struct bh_err *err)
{
	struct bh_seen_file *f;
	struct bh_tok t;
	long sec = 0, nsec = 0, size = 0;

	s->v = bh_more(s->a, s->v, s->n, &s->cap, sizeof(*s->v));
	f = &s->v[s->n++];
	bh_tok_init(&t, line, s->a);
	if (!bh_tok_arr(&t) || !bh_tok_elem(&t) || !bh_tok_long(&t, &sec) ||
	    !bh_tok_elem(&t) || !bh_tok_long(&t, &nsec) ||
	    !bh_tok_elem(&t) || !bh_tok_long(&t, &size) ||
	    !bh_tok_elem(&t) || !bh_tok_str(&t, &f->path) ||
	    bh_tok_elem(&t) || !bh_tok_done(&t))
		return bh_tok_err(&t, err);
	f->mtime = (struct bh_time){ sec, (int32_t)nsec };
	f->size = size;
	return 0;
}

int
bh_seen_load(struct bh_seen *s, const char *file, struct bh_err *err)
{
	struct bh_buf b = BH_BUF_INIT;
	struct bh_str rest, line;
	int r = bh_file_read_user(file, MAX, &b, err);

	rest = bh_str_dup(s->a, bh_buf_of(&b));
	bh_buf_free(&b);
	while (r == 0 && rest.n > 0) {
		bh_str_cut(&rest, '\n', &line);
		if ((r = read_line(s, line, err)) == -1)
			bh_err_at(err, "%s", file);
	}
	if (s->n > 1)
		qsort(s->v, s->n, sizeof(*s->v), cmp);
	return r == -1 ? -1 : 0;
}

bool
bh_seen_before(struct bh_seen *s, const struct bh_seen_file *f)
{
	const struct bh_seen_file *old;
	struct bh_emit e = { .b = &s->now };

	bh_emit_open(&e, NULL, '[');
	bh_emit_i(&e, NULL, (long)f->mtime.sec);
	bh_emit_i(&e, NULL, f->mtime.nsec);
	bh_emit_i(&e, NULL, (long)f->size);
	bh_emit_s(&e, NULL, f->path);
	bh_emit_close(&e, ']');
	bh_buf_c(&s->now, '\n');
	old = s->n == 0 ? NULL :
	    bsearch(f, s->v, s->n, sizeof(*s->v), cmp);
	return old != NULL && old->size == f->size &&
	    old->mtime.sec == f->mtime.sec && old->mtime.nsec == f->mtime.nsec;
}

int
bh_seen_save(struct bh_seen *s, const char *file, struct bh_err *err)
{
	return bh_file_output(file, bh_buf_of(&s->now), err);
}

void
bh_seen_free(struct bh_seen *s)
{
	bh_buf_free(&s->now);
}
