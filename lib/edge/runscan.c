#include "edge/runscan.h"

#include <string.h>

#include "base/num.h"
#include "edge/emit.h"
#include "edge/token.h"

/* --- the general reader ------------------------------------------------------ */

/*
 * A number that counts: finite.  Without an exponent, 64 bytes cannot leave
 * the range of a double.
 */
static bool
in_range(struct bh_str s)
{
	double v;

	return (memchr(s.p, 'e', s.n) == NULL &&
	    memchr(s.p, 'E', s.n) == NULL) || bh_num_read(s, &v);
}

static bool
value(struct bh_tok *t, struct bh_str *s)
{
	if (!bh_tok_num(t, s))
		return false;
	return in_range(*s) || bh_tok_fail(t, "number out of range");
}

static bool
bound(struct bh_tok *t, struct bh_str *s)
{
	*s = BH_STR_NONE;
	return bh_tok_null(t) || value(t, s);
}

/* A metric may be kept once a kind, the first one. */
static void
keep(struct bh_run_scan *s, int kind, const struct bh_run_metric *m)
{
	size_t i;

	if (kind == -1) {
		s->unknown++;
		return;
	}
	for (i = 0; i < s->nmetric; i++)
		if ((int)s->metric[i].kind == kind) {
			s->repeated++;
			return;
		}
	s->metric[s->nmetric] = *m;
	s->metric[s->nmetric].kind = (enum bh_kind)kind;
	if (m->low.p == NULL || m->high.p == NULL)
		s->metric[s->nmetric].low = s->metric[s->nmetric].high =
		    BH_STR_NONE;
	s->nmetric++;
}

static void
metric(struct bh_run_scan *s, struct bh_tok *t)
{
	struct bh_run_metric m = { .value = BH_STR_NONE };
	struct bh_str key, kind = BH_STR_NONE;

	bh_tok_obj(t);
	while (bh_tok_member(t, &key))
		if (bh_str_is(key, "kind"))
			bh_tok_str(t, &kind);
		else if (bh_str_is(key, "value"))
			value(t, &m.value);
		else if (bh_str_is(key, "interval_low"))
			bound(t, &m.low);
		else if (bh_str_is(key, "interval_high"))
			bound(t, &m.high);
		else
			bh_tok_skip(t);
	if (kind.p == NULL)
		bh_tok_fail(t, "metric without kind");
	else if (m.value.p == NULL)
		bh_tok_fail(t, "metric without value");
	else if (bh_tok_ok(t))
		keep(s, bh_kind_of(kind), &m);
}

static void
identity(struct bh_run_scan *s, struct bh_tok *t)
{
	struct bh_str key;
	size_t cap = 0;

	s->id = (struct bh_id){ NULL, 0 };
	bh_tok_obj(t);
	while (bh_tok_member(t, &key)) {
		if (!bh_str_is(key, "segments")) {
			bh_tok_skip(t);
			continue;
		}
		s->id.n = cap = 0;
		bh_tok_arr(t);
		while (bh_tok_elem(t)) {
			s->id.seg = bh_more(&s->arena, s->id.seg, s->id.n,
			    &cap, sizeof(*s->id.seg));
			if (bh_tok_str(t, &s->id.seg[s->id.n]))
				s->id.n++;
		}
	}
	if (s->id.n == 0)
		bh_tok_fail(t, "result without id segments");
	else if (s->id.n > 32)
		bh_tok_fail(t, "id of more than 32 segments");
}

static bool
general(struct bh_run_scan *s, struct bh_tok *t)
{
	bool have_id = false, have_metrics = false;
	struct bh_str key;

	bh_arena_reset(&s->arena);
	s->nmetric = 0;
	bh_tok_obj(t);
	while (bh_tok_member(t, &key))
		if (bh_str_is(key, "id")) {
			have_id = true;
			identity(s, t);
		} else if (bh_str_is(key, "metrics")) {
			have_metrics = true;
			s->nmetric = 0;
			bh_tok_arr(t);
			while (bh_tok_elem(t))
				metric(s, t);
		} else
			bh_tok_skip(t);
	if (!have_id || !have_metrics)
		bh_tok_fail(t, have_id ? "result without metrics" :
		    "result without id");
	return bh_tok_ok(t);
}

/* --- the exact bytes -------------------------------------------------------- */

#define EAT(p, end, lit) \
	((size_t)((end) - (p)) >= sizeof(lit) - 1 && \
	memcmp((p), "" lit, sizeof(lit) - 1) == 0 ? \
	((p) += sizeof(lit) - 1, true) : false)

/*
 * The first byte that is no digit.  Eight at a time: the high bit of a byte is
 * set where it is not '0' to '9', and what an overflow changes lies behind it.
 */
static inline const char *
digits(const char *p, const char *end)
{
	const uint64_t one = 0x0101010101010101u;
	uint64_t w;

	while (end - p >= 8) {
		memcpy(&w, p, 8);
		w ^= one * '0';
		w = (w | (w + one * (0x80 - 10))) & one << 7;
		if (w != 0) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
			return p + (__builtin_ctzll(w) >> 3);
#else
			break;
#endif
		}
		p += 8;
	}
	while (p < end && (unsigned char)(*p - '0') < 10)
		p++;
	return p;
}

/* A number without exponent, of at most 64 bytes; the text ends behind it. */
static inline bool
plain_number(const char **at, const char *end, struct bh_str *s)
{
	const char *p = *at, *d;

	if (p < end && *p == '-')
		p++;
	d = p;
	p = digits(p, end);
	if (p == d || (*d == '0' && p - d > 1))
		return false;
	if (p < end && *p == '.') {
		d = ++p;
		p = digits(p, end);
		if (p == d)
			return false;
	}
	if (p == end || *p == 'e' || *p == 'E' || p - *at > BH_NUM_TEXT)
		return false;
	*s = (struct bh_str){ *at, (size_t)(p - *at) };
	*at = p;
	return true;
}

/* The kind at *at up to its quote; the one met before is the best guess. */
static int
kind_at(const char **at, const char *end, int guess)
{
	struct bh_str rest = { *at, (size_t)(end - *at) }, name;
	struct bh_str g = bh_kind_text((enum bh_kind)guess);

	if (rest.n > g.n && rest.p[g.n] == '"' &&
	    memcmp(rest.p, g.p, g.n) == 0) {
		*at += g.n + 1;
		return guess;
	}
	if (rest.n > 64)
		rest.n = 64;
	if (!bh_str_cut(&rest, '"', &name))
		return -1;
	*at = rest.p;
	return bh_kind_of(name);
}

static bool
estimator(const char **at, const char *end)
{
	const char *p = *at;

	while (p < end && ((*p >= 'a' && *p <= 'z') || *p == '_'))
		p++;
	if (p == end || *p != '"')
		return false;
	*at = p + 1;
	return true;
}

/* Built where it stays: a copy would wait for its parts to be written. */
static bool
exact_metric(struct bh_run_scan *s, const char **at, const char *end)
{
	struct bh_run_metric *m = &s->metric[s->nmetric];
	const char *p = *at;
	struct bh_str skipped;
	size_t i;
	int kind;

	m->low = BH_STR_NONE;
	m->high = BH_STR_NONE;
	if (!EAT(p, end, "        {\n          \"kind\": \""))
		return false;
	kind = kind_at(&p, end, (int)m->kind);
	if (kind == -1 || !EAT(p, end, ",\n          \"value\": ") ||
	    !plain_number(&p, end, &m->value))
		return false;
	if (EAT(p, end, ",\n          \"std_dev\": ") &&
	    !plain_number(&p, end, &skipped))
		return false;
	if (EAT(p, end, ",\n          \"interval_low\": ") &&
	    (!plain_number(&p, end, &m->low) ||
	    !EAT(p, end, ",\n          \"interval_high\": ") ||
	    !plain_number(&p, end, &m->high)))
		return false;
	if (EAT(p, end, ",\n          \"estimator\": \"") &&
	    !estimator(&p, end))
		return false;
	if (!EAT(p, end, "\n        }"))
		return false;
	for (i = 0; i < s->nmetric; i++)
		if ((int)s->metric[i].kind == kind)
			return false;
	m->kind = (enum bh_kind)kind;
	s->nmetric++;
	*at = p;
	return true;
}

/*
 * s->expect and the metrics behind it; true: the scanner stands behind the
 * result, false: it has not moved.
 */
static bool
exact(struct bh_run_scan *s, struct bh_tok *t)
{
	const char *p = t->p, *end = t->end;

	if (s->expect.n == 0 || (size_t)(end - p) < s->expect.n ||
	    memcmp(p, s->expect.p, s->expect.n) != 0)
		return false;
	p += s->expect.n;
	s->nmetric = 0;
	do {
		if (s->nmetric == BH_KINDS || !exact_metric(s, &p, end))
			return false;
	} while (EAT(p, end, ",\n"));
	if (!EAT(p, end, "\n      ]\n    }"))
		return false;
	t->p = p;
	return true;
}

struct bh_str
bh_run_memo(struct bh_arena *a, struct bh_id id)
{
	struct bh_buf b = BH_BUF_INIT;
	struct bh_str s;
	size_t i;

	bh_buf_z(&b, "{\n      \"id\": {\n        \"segments\": [");
	for (i = 0; i < id.n; i++) {
		bh_buf_z(&b, i == 0 ? "\n          " : ",\n          ");
		bh_emit_str_stored(&b, id.seg[i]);
	}
	bh_buf_z(&b, "\n        ]\n      },\n      \"metrics\": [\n");
	s = bh_str_dup(a, bh_buf_of(&b));
	bh_buf_free(&b);
	return s;
}

/* --- the object ------------------------------------------------------------- */

/* Past the exact bytes between two results, to the next one. */
static bool
next_exact(struct bh_tok *t)
{
	const char *p = t->p;

	if (t->first || t->why != NULL || !EAT(p, t->end, ",\n    {"))
		return false;
	t->p = p - 1;
	return true;
}

static int
results(struct bh_run_scan *s, struct bh_tok *t,
    int (*each)(void *, struct bh_run_scan *, struct bh_err *), void *ctx,
    struct bh_err *err)
{
	bh_tok_arr(t);
	while (next_exact(t) || bh_tok_elem(t)) {
		s->expected = exact(s, t);
		if (!s->expected && !general(s, t))
			break;
		if (each(ctx, s, err) == -1)
			return -1;
	}
	return 0;
}

/* An integer, or nothing: it never gates reading. */
static void
schema(struct bh_run_scan *s, struct bh_tok *t)
{
	struct bh_str text;
	int64_t v;

	if (bh_tok_raw(t, &text) && bh_str_i64(text, &v))
		s->schema = (long)v;
}

int
bh_run_scan(struct bh_run_scan *s, struct bh_str text,
    int (*each)(void *, struct bh_run_scan *, struct bh_err *), void *ctx,
    struct bh_err *err)
{
	bool have = false;
	struct bh_str key;
	struct bh_tok t;

	s->metric = s->room;
	s->unknown = s->repeated = s->schema = 0;
	bh_arena_reset(&s->arena);
	bh_tok_init(&t, text, &s->arena);
	bh_tok_obj(&t);
	while (bh_tok_member(&t, &key))
		if (bh_str_is(key, "results")) {
			if (have && !bh_tok_fail(&t, "results twice"))
				break;
			have = true;
			if (results(s, &t, each, ctx, err) == -1)
				return -1;
		} else if (bh_str_is(key, "schema_version"))
			schema(s, &t);
		else
			bh_tok_skip(&t);
	if (bh_tok_ok(&t) && !have)
		bh_tok_fail(&t, "object without results");
	return bh_tok_done(&t) ? 0 : bh_tok_err(&t, err);
}

void
bh_run_scan_free(struct bh_run_scan *s)
{
	bh_arena_free(&s->arena);
}
