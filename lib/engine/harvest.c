#include "engine/harvest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "edge/json.h"
#include "engine/harvest_file.h"
#include "io/prog.h"

/* --- the records -------------------------------------------------------- */

static int
cmp_id(const void *va, const void *vb)
{
	const struct bh_taken *a = *(struct bh_taken *const *)va;
	const struct bh_taken *b = *(struct bh_taken *const *)vb;
	int c = bh_id_cmp(a->result.id, b->result.id);

	return c != 0 ? c : (a > b) - (a < b);
}

static bool
before(struct bh_time a, struct bh_time b)
{
	return a.sec != b.sec ? a.sec < b.sec : a.nsec < b.nsec;
}

enum { TICK = 10000000 };	/* ns; file times are those of the last tick */

/* Was it there before the command began? */
static bool
early(const struct bh_harvest *h, const struct bh_taken *x)
{
	struct bh_time t = x->mtime;

	t.nsec += TICK;
	if (t.nsec >= 1000000000) {
		t.nsec -= 1000000000;
		t.sec++;
	}
	return before(t, h->since);
}

static void
lose(struct bh_harvest *h, struct bh_taken *x)
{
	bh_note("%.*s: %.*s: replaced by a later one", BH_FMT(x->where),
	    BH_FMT(bh_id_join(h->take.a, x->result.id)));
	x->result.nmetric = 0;
}

/*
 * Of results with one id, those that only the slack of the gate let through
 * yield to what was written since: a command that names its files anew each
 * time leaves those of the last time beside them.
 *	v, n	the results of one id
 *	returns	how many are left, at the front of v
 */
static size_t
drop_early(struct bh_harvest *h, struct bh_taken **v, size_t n)
{
	size_t i, late = 0;

	for (i = 0; h->gate && i < n; i++)
		late += !early(h, v[i]);
	if (late == 0 || late == n)
		return n;
	for (i = late = 0; i < n; i++)
		if (early(h, v[i]))
			lose(h, v[i]);
		else
			v[late++] = v[i];
	return late;
}

/* Two results with one id: a failure, or the older one loses its metrics. */
static int
duplicate(struct bh_harvest *h, struct bh_taken **a, struct bh_taken **b,
    struct bh_err *err)
{
	bool first = !before((*b)->mtime, (*a)->mtime);

	if (!h->last)
		return bh_fail(err, BH_DATA, "%.*s: the same benchmark as in "
		    "%.*s: %.*s", BH_FMT((*b)->where), BH_FMT((*a)->where),
		    BH_FMT(bh_id_join(h->take.a, (*a)->result.id)));
	lose(h, first ? *a : *b);
	if (!first)
		*b = *a;
	return 0;
}

static int
check_duplicates(struct bh_harvest *h, struct bh_err *err)
{
	struct bh_taken **v = bh_calloc(h->take.a, h->take.n, sizeof(*v));
	size_t i, k, end, left, n = 0;

	for (i = 0; i < h->take.n; i++)
		if (h->take.v[i].result.nmetric > 0)
			v[n++] = &h->take.v[i];
	qsort(v, n, sizeof(struct bh_taken *), cmp_id);
	for (i = 0; i < n; i = end) {
		for (end = i + 1; end < n && bh_id_cmp(v[i]->result.id,
		    v[end]->result.id) == 0; end++)
			;
		left = end - i > 1 ? drop_early(h, v + i, end - i) : 1;
		for (k = i + 1; k < i + left; k++)
			if (duplicate(h, &v[k - 1], &v[k], err) == -1)
				return -1;
	}
	return 0;
}

/* JSON is UTF-8, but names of files and lines of raw formats need not be. */
static int
check_id(const struct bh_taken *x, struct bh_err *err)
{
	size_t i;

	if (x->result.id.n == 0)
		return bh_fail(err, BH_DATA, "%.*s: empty identity",
		    BH_FMT(x->where));
	for (i = 0; i < x->result.id.n; i++)
		if (!bh_utf8_ok(x->result.id.seg[i]))
			return bh_fail(err, BH_DATA,
			    "%.*s: identity is not UTF-8", BH_FMT(x->where));
	return 0;
}

static int
drop_empty(struct bh_harvest *h, struct bh_err *err)
{
	struct bh_taken *x;
	size_t i, n = 0;

	for (i = 0; i < h->take.n; i++) {
		x = &h->take.v[i];
		if (x->result.nmetric == 0) {
			bh_note("%.*s: no metric, left out",
			    BH_FMT(x->where));
			continue;
		}
		if (check_id(x, err) == -1)
			return -1;
		h->take.v[n++] = *x;
	}
	h->take.n = n;
	return 0;
}

static void
emit(struct bh_harvest *h, struct bh_out *out)
{
	struct bh_buf text = BH_BUF_INIT;
	const char *engine = bh_engine_name(h->reader->engine);
	struct bh_context c;
	struct bh_result *r;
	size_t i;

	if (h->take.n > 0 && h->reader->context != NULL)
		h->reader->context(h->ctx, &text);
	if (text.n > 0) {
		c = (struct bh_context){ bh_buf_of(&text), bh_str_of(engine) };
		bh_json_put_context(&out->buf, &c);
		bh_out_line(out);
	}
	for (i = 0; i < h->take.n; i++) {
		r = &h->take.v[i].result;
		if (r->nmetric == 0)
			continue;
		r->engine = bh_str_of(engine);
		r->rep = h->rep;
		bh_json_put_result(&out->buf, r);
		bh_out_line(out);
	}
	bh_buf_free(&text);
}

/* --- the program -------------------------------------------------------- */

static int
run(struct bh_harvest *h, char *const *paths, size_t n, struct bh_out *out,
    struct bh_err *err)
{
	static char dash[] = "-";
	static char *const std[] = { dash };
	size_t i;

	if (n == 0) {
		paths = std;
		n = 1;
	}
	if (h->seen_file != NULL &&
	    bh_seen_load(&h->seen, h->seen_file, err) == -1)
		return -1;
	for (i = 0; i < n; i++)
		if (bh_harvest_operand(h, paths[i], i, err) == -1)
			return -1;
	if (h->reader->finish != NULL &&
	    h->reader->finish(h->ctx, &h->take, err) == -1)
		return -1;
	if (drop_empty(h, err) == -1 || check_duplicates(h, err) == -1)
		return -1;
	if (h->seen_file != NULL &&
	    bh_seen_save(&h->seen, h->seen_file, err) == -1)
		return -1;
	emit(h, out);
	return h->bad ? BH_DATA : 0;
}

bool
bh_harvest_time(struct bh_str s, struct bh_time *t)
{
	struct bh_str whole;
	int64_t sec;
	size_t i;
	int32_t unit = 100000000;

	if (bh_time_read(s, t))
		return true;
	if (s.n > 0 && s.p[0] == '@')
		s = bh_str_from(s, 1);
	bh_str_cut(&s, '.', &whole);
	if (!bh_str_i64(whole, &sec) || s.n > 9)
		return false;
	*t = (struct bh_time){ sec, 0 };
	for (i = 0; i < s.n; i++, unit /= 10) {
		if (s.p[i] < '0' || s.p[i] > '9')
			return false;
		t->nsec += (s.p[i] - '0') * unit;
	}
	return true;
}

static int
option(struct bh_harvest *h, int c, const char *value, struct bh_err *err)
{
	int64_t rep;

	switch (c) {
	case BH_HARVEST_SINCE:
		h->gate = true;
		if (!bh_harvest_time(bh_str_of(value), &h->since))
			return bh_fail(err, BH_USAGE,
			    "--fresh-since: not a time: %s", value);
		return 0;
	case BH_HARVEST_REP:
		if (!bh_str_i64(bh_str_of(value), &rep) || rep < 1)
			return bh_fail(err, BH_USAGE,
			    "--rep: not a repetition: %s", value);
		h->rep = (long)rep;
		return 0;
	case BH_HARVEST_KEEP:
		h->keep_going = true;
		return 0;
	case BH_HARVEST_DUPLICATE:
		h->last = strcmp(value, "last") == 0;
		if (!h->last && strcmp(value, "error") != 0)
			return bh_fail(err, BH_USAGE,
			    "--on-duplicate: error or last, not %s", value);
		return 0;
	case BH_HARVEST_SEEN:
		h->seen_file = value;
		return 0;
	default:
		return -1;
	}
}

struct cli {
	struct bh_harvest *h;
	const char	*usage;
	bh_harvest_own	*own;
};

static int
take(void *ctx, int c, const char *value, struct bh_err *err)
{
	const struct cli *x = ctx;
	bool ours = c >= BH_HARVEST_SINCE && c < BH_HARVEST_OWN;
	int r = ours ? option(x->h, c, value, err) :
	    x->own(x->h->ctx, c, value, err);

	return r == -1 && err->msg[0] == '\0' ?
	    bh_prog_usage(x->usage, err) : r;
}

static int
options(struct bh_harvest *h, const char *usage, const struct option *list,
    bh_harvest_own *own, int argc, char **argv, struct bh_out *out,
    struct bh_err *err)
{
	struct cli x = { h, usage, own };
	struct bh_prog_cli cli = { usage, h->reader->shorts, list, take, false };

	if (bh_prog_options(&cli, argc, argv, &x, out, err) == -1)
		return -1;
	return h->reader->ready == NULL ? 0 : h->reader->ready(h->ctx, err);
}

int
bh_harvest_main(const struct bh_engine_reader *reader, void *ctx,
    const char *usage, const struct option *list, bh_harvest_own *own,
    int argc, char **argv)
{
	struct bh_harvest h = { .reader = reader, .ctx = ctx };
	struct bh_err err = BH_ERR_INIT;
	struct bh_out out;
	struct bh_str name, rest;
	char prog[64];
	int r;

	rest = bh_str_of(usage);	/* "usage: PROG ..." names us */
	bh_str_cut(&rest, ' ', &name);
	bh_str_cut(&rest, ' ', &name);
	snprintf(prog, sizeof(prog), "%.*s", BH_FMT(name));
	bh_prog_init(prog, &out);
	h.take.a = h.seen.a = &h.arena;
	r = options(&h, usage, list, own, argc, argv, &out, &err);
	if (r == -1)
		return bh_prog_end(-1, &err, &out);
	r = run(&h, argv + optind, (size_t)(argc - optind), &out, &err);
	bh_seen_free(&h.seen);
	bh_arena_free(&h.arena);
	return bh_stream_end(&out, prog, r, &err);
}
