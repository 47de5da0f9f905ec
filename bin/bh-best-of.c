/* bh-best-of: repetitions to one.  See its page. */
#include <getopt.h>
#include <string.h>

#include "base/log.h"
#include "compute/best_of.h"
#include "edge/json.h"
#include "io/prog.h"

static const char usage[] =
    "usage: bh-best-of [-h] [--runs n] [--verbose] [file ...]\n";

/* All that is read until the end. */
struct input {
	struct bh_arena	 a;
	struct bh_result *v;
	size_t		 n, cap;
	struct bh_context *ctx;
	size_t		 nctx, ctxcap;
};

static struct bh_context *
context_of(struct input *in, struct bh_str engine)
{
	size_t i;

	for (i = 0; i < in->nctx; i++)
		if (bh_str_eq(in->ctx[i].engine, engine))
			return &in->ctx[i];
	return NULL;
}

/* An engine tells its context in every run: the first one is kept. */
static int
add_context(struct input *in, struct bh_str line, struct bh_err *err)
{
	struct bh_context c, *old;

	if (bh_json_read_context(line, &in->a, &c, err) == -1)
		return -1;
	if ((old = context_of(in, c.engine)) == NULL) {
		in->ctx = bh_more(&in->a, in->ctx, in->nctx, &in->ctxcap,
		    sizeof(*in->ctx));
		in->ctx[in->nctx++] = c;
		return 0;
	}
	if (bh_str_eq(old->context, c.context))
		return 0;
	if (c.engine.p == NULL)
		return bh_fail(err, BH_DATA, "a second context");
	bh_note("%.*s: another context in a later run, the first is kept",
	    BH_FMT(c.engine));
	return 0;
}

static int
add_result(struct input *in, struct bh_str line, struct bh_err *err)
{
	in->v = bh_more(&in->a, in->v, in->n, &in->cap, sizeof(*in->v));
	return bh_json_read_result(line, &in->a, &in->v[in->n++], err);
}

static int
read_all(struct bh_stream *s, struct input *in, struct bh_out *out,
    struct bh_err *err)
{
	struct bh_str line;
	enum bh_rtype type;
	int r;

	while ((r = bh_stream_next(s, &line, &type, err)) == 1) {
		if (type == BH_R_RESULT)
			r = add_result(in, bh_str_dup(&in->a, line), err);
		else if (type == BH_R_CONTEXT)
			r = add_context(in, bh_str_dup(&in->a, line), err);
		else
			bh_out_copy(out, line);
		if (r == -1)
			return bh_stream_at(s, err);
	}
	return r;
}

/* --- writing ------------------------------------------------------------ */

/* The same members, with best_of set. */
static struct bh_str
with_best_of(struct bh_str text, long runs, struct bh_arena *a,
    struct bh_buf *b)
{
	struct bh_emit e = { .b = b };
	struct bh_tok t;
	struct bh_str key, raw;
	bool set = false;

	bh_tok_init(&t, text, a);
	bh_tok_obj(&t);
	bh_emit_open(&e, NULL, '{');
	while (bh_tok_member(&t, &key)) {
		bh_tok_raw(&t, &raw);
		if (bh_str_is(key, "best_of")) {
			if (!set)
				bh_emit_i(&e, "best_of", runs);
			set = true;
		} else
			bh_emit_t(&e, bh_str_z(a, key), raw);
	}
	if (!set)
		bh_emit_i(&e, "best_of", runs);
	bh_emit_close(&e, '}');
	return bh_buf_of(b);
}

static void
put_contexts(struct input *in, long runs, struct bh_out *out)
{
	struct bh_buf b = BH_BUF_INIT;
	struct bh_context c;
	size_t i;

	for (i = 0; i < in->nctx; i++) {
		c = in->ctx[i];
		bh_buf_reset(&b);
		if (c.engine.p == NULL)
			c.context = with_best_of(c.context,
			    runs > 0 ? runs : 1, &in->a, &b);
		bh_json_put_context(&out->buf, &c);
		bh_out_line(out);
	}
	bh_buf_free(&b);
}

/* "criterion parse/headers wall_time: 105.2 [101.7] 103.0, kept run 2" */
static void
note(const struct bh_best *x, size_t at, long runs, struct bh_arena *a)
{
	const struct bh_metric *m;
	struct bh_buf b = BH_BUF_INIT;
	size_t i;
	long run;

	for (run = 1; run <= runs; run++) {
		for (i = 0; !bh_str_eq(x->run[run - 1]->metric[i].kind,
		    x->result.metric[at].kind); i++)
			;
		m = &x->run[run - 1]->metric[i];
		bh_buf_f(&b, run == x->kept[at] ? " [%.*s]" : " %.*s",
		    BH_FMT(m->value));
	}
	bh_note("%.*s %.*s %.*s:%.*s, kept run %ld",
	    BH_FMT(x->result.engine), BH_FMT(bh_id_join(a, x->result.id)),
	    BH_FMT(x->result.metric[at].kind), BH_FMT(bh_buf_of(&b)),
	    x->kept[at]);
	bh_buf_free(&b);
}

/* Flags of all runs that a metric was kept from. */
static struct bh_str
flags(const struct bh_best *x, struct bh_arena *a)
{
	struct bh_buf b = BH_BUF_INIT;
	struct bh_emit e = { .b = &b };
	struct bh_str *seen = NULL, s, all;
	size_t n = 0, cap = 0, i, k;
	struct bh_tok t;

	bh_emit_open(&e, NULL, '[');
	for (i = 0; i < x->result.nmetric; i++) {
		all = x->run[x->kept[i] - 1]->flags;
		if (all.p == NULL)
			continue;
		bh_tok_init(&t, all, a);
		bh_tok_arr(&t);
		while (bh_tok_elem(&t) && bh_tok_str(&t, &s)) {
			for (k = 0; k < n && !bh_str_eq(seen[k], s); k++)
				;
			if (k < n)
				continue;
			seen = bh_more(a, seen, n, &cap, sizeof(*seen));
			seen[n++] = s;
			bh_emit_s(&e, NULL, s);
		}
	}
	bh_emit_close(&e, ']');
	all = n > 0 ? bh_str_dup(a, bh_buf_of(&b)) : BH_STR_NONE;
	bh_buf_free(&b);
	return all;
}

static void
put_results(struct input *in, const struct bh_best_of *best,
    struct bh_out *out)
{
	struct bh_best *x;
	size_t i, k;

	for (i = 0; i < best->n; i++) {
		x = &best->v[i];
		x->result.flags = flags(x, &in->a);
		x->result.extra = x->run[x->kept[0] - 1]->extra;
		x->result.src = x->run[x->kept[0] - 1]->src;
		bh_json_put_result(&out->buf, &x->result);
		bh_out_line(out);
		if (!bh_log_is_verbose() || best->runs < 2)
			continue;
		for (k = 0; k < x->result.nmetric; k++)
			note(x, k, best->runs, &in->a);
	}
}

/* --- the program -------------------------------------------------------- */

static int
run(char **paths, size_t n, long runs, struct bh_out *out,
    struct bh_err *err)
{
	struct input in = { .n = 0 };
	struct bh_stream s;
	struct bh_best_of best;
	int r;

	bh_stream_init(&s, paths, n, out);
	r = read_all(&s, &in, out, err);
	if (r == 0)
		r = bh_best_of(&in.a, in.v, in.n, runs, &best, err);
	if (r == 0) {
		put_contexts(&in, best.runs, out);
		put_results(&in, &best, out);
	}
	bh_stream_free(&s);
	bh_arena_free(&in.a);
	return r;
}

static const struct option longs[] = {
	BH_PROG_OPTIONS,
	{ "runs", required_argument, NULL, 'n' },
	{ NULL, 0, NULL, 0 }
};

static int
take(void *ctx, int c, const char *value, struct bh_err *err)
{
	long *runs = ctx;
	int64_t n;

	(void)c;
	if (!bh_str_i64(bh_str_of(value), &n) || n < 1)
		return bh_fail(err, BH_USAGE,
		    "--runs: not a number of runs: %s", value);
	*runs = (long)n;
	return 0;
}

static const struct bh_prog_cli cli = { usage, NULL, longs, take, false };

int
main(int argc, char **argv)
{
	struct bh_err err = BH_ERR_INIT;
	struct bh_out out;
	long runs = 0;
	int r;

	bh_prog_init("bh-best-of", &out);
	if (bh_prog_options(&cli, argc, argv, &runs, &out, &err) == -1)
		return bh_prog_end(-1, &err, &out);
	r = run(argv + optind, (size_t)(argc - optind), runs, &out, &err);
	return bh_stream_end(&out, "bh-best-of", r, &err);
}
