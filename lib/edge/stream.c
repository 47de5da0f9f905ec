#include "edge/stream.h"

#include <string.h>

#include "edge/emit.h"
#include "edge/shape.h"
#include "edge/token.h"
#include "io/prog.h"

static const char *const names[BH_RTYPES] = {
	"", "result", "context", "object", "blessing", "topology", "commit",
	"selection", "census", "query", "series", "unjudged", "detection",
	"gate", "verdict", "candidate", "finding", "dropped", "comparison",
	"coverage", "warning", "hint", "bad", "removal", "end"
};

const char *
bh_rtype_name(enum bh_rtype t)
{
	return names[t];
}

static enum bh_rtype
type_of(struct bh_str name)
{
	int t;

	for (t = 1; t < BH_RTYPES; t++)
		if (bh_str_is(name, names[t]))
			return (enum bh_rtype)t;
	return BH_R_OTHER;
}

void
bh_stream_init(struct bh_stream *s, char *const *paths, size_t npaths,
    struct bh_out *tie)
{
	*s = (struct bh_stream){ .arena = BH_ARENA_INIT };
	bh_in_init(&s->in, paths, npaths, tie);
}

/* {"type":"NAME" in the form that every writer of ours uses */
static bool
quick(struct bh_str line, struct bh_str *name)
{
	const struct bh_str head = BH_STR("{\"type\":\"");
	struct bh_str rest;

	if (!bh_str_starts(line, head))
		return false;
	rest = bh_str_from(line, head.n);
	return bh_str_cut(&rest, '"', name) &&
	    memchr(name->p, '\\', name->n) == NULL && rest.n > 0 &&
	    (rest.p[0] == ',' || rest.p[0] == '}');
}

/* What is read here of a line that is not in that form, and of an end. */
struct head {
	struct bh_str	type;
	long		status;
};

static const struct bh_member type_members[] = {
	BH_M(struct head, "type", STR, 0, type),
};
static const struct bh_member end_members[] = {
	BH_M(struct head, "status", LONG, 0, status),
};
static const struct bh_shape of_any = BH_SHAPE(struct head, NULL,
    type_members);
static const struct bh_shape of_end = BH_SHAPE(struct head, NULL,
    end_members);

/* Any other JSON object; the whole line is checked. */
static int
slow(struct bh_stream *s, struct bh_str line, struct bh_str *name,
    struct bh_err *err)
{
	struct head x;

	bh_arena_reset(&s->arena);
	if (bh_shape_read_text(line, &s->arena, &of_any, &x, err) == -1)
		return -1;
	*name = x.type;
	return name->p != NULL ? 0 :
	    bh_fail(err, BH_DATA, "record has no type");
}

/* The status of an end whose writer failed; 0: it did not. */
static int
failed(struct bh_stream *s, struct bh_str line, long *status,
    struct bh_err *err)
{
	struct head x;

	bh_arena_reset(&s->arena);
	if (bh_shape_read_text(line, &s->arena, &of_end, &x, err) == -1)
		return -1;
	*status = x.status;
	return 0;
}

static int
whole(struct bh_stream *s, struct bh_str line, struct bh_err *err)
{
	struct bh_tok t;

	bh_arena_reset(&s->arena);
	bh_tok_init(&t, line, &s->arena);
	bh_tok_skip(&t);
	return bh_tok_done(&t) ? 0 :
	    bh_fail(err, BH_DATA, "record is cut short");
}

static int
one(struct bh_stream *s, struct bh_str line, enum bh_rtype *type,
    struct bh_err *err)
{
	struct bh_str name;
	long status;

	if (s->in.torn && whole(s, line, err) == -1)
		return -1;
	if (!quick(line, &name) && slow(s, line, &name, err) == -1)
		return -1;
	*type = type_of(name);
	if (*type != BH_R_END)
		return 1;
	if (failed(s, line, &status, err) == -1)
		return -1;
	if (status != 0) {
		err->status = status >= BH_NO && status <= BH_SYS ?
		    (enum bh_status)status : BH_DATA;
		err->msg[0] = '\0';
		return -1;
	}
	s->ended = true;
	return 0;
}

int
bh_stream_peek(struct bh_stream *s, struct bh_str *line, struct bh_err *err)
{
	int r = s->peeked ? 1 : bh_in_next(&s->in, &s->line, err);

	s->peeked = r == 1;
	*line = s->line;
	return r;
}

static int
next_line(struct bh_stream *s, struct bh_str *line, struct bh_err *err)
{
	if (!s->peeked)
		return bh_in_next(&s->in, line, err);
	*line = s->line;
	s->peeked = false;
	return 1;
}

int
bh_stream_next(struct bh_stream *s, struct bh_str *line, enum bh_rtype *type,
    struct bh_err *err)
{
	int r;

	while ((r = next_line(s, line, err)) == 1)
		if ((r = one(s, *line, type, err)) != 0)
			return r == 1 ? 1 : bh_stream_at(s, err);
	if (r == 0 && !s->ended)
		return bh_fail(err, BH_DATA, "%s: ends without an end record",
		    s->in.path);
	return r;
}

int
bh_stream_at(const struct bh_stream *s, struct bh_err *err)
{
	return bh_err_at(err, "%s:%lu", s->in.path, s->in.line);
}

void
bh_stream_free(struct bh_stream *s)
{
	bh_in_free(&s->in);
	bh_arena_free(&s->arena);
}

int
bh_stream_end(struct bh_out *out, const char *from, int r, struct bh_err *err)
{
	struct bh_emit e = { .b = &out->buf };

	bh_emit_open(&e, NULL, '{');
	bh_emit_z(&e, "type", "end");
	bh_emit_z(&e, "from", from);
	if (r != 0)
		bh_emit_i(&e, "status", r == -1 ? (long)err->status : r);
	bh_emit_close(&e, '}');
	bh_out_line(out);
	return bh_prog_end(r, err, out);
}
