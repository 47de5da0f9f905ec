/*
 * Damaged documents for the readers of engine output, and what must hold of the
 * answer: a status with a message, or results that can be written as records
 * and read back.
 */
#ifndef BH_UNIT_DAMAGE_H
#define BH_UNIT_DAMAGE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "edge/json.h"
#include "engine/adapter.h"
#include "engine/all_the_time.h"
#include "engine/alloc_tracker.h"
#include "engine/callgrind.h"
#include "engine/criterion.h"
#include "engine/primbench.h"

/* Words that lead into other branches. */
static const char *const damage_words[] = {
	"null", "{}", "[]", "\"\"", "-1", "1e999", "1e-400", "0", "nan", "inf",
	"\\u0000", "\\ud800", "\"", "\\", ",", ":", "{", "}", "[", "]",
	"18446744073709551616", "0x", "\377", "\n", " ", "true", "Right",
	"events: Ir Bc\n", "part: 3\n", "calls=1\n", "totals:", "99999999999",
	"ns/iter", "ns/op", "\nBenchmark", "pkg: ", "NaN", "\302\240"
};

static uint64_t damage_seed = 88172645463325252u;

static size_t
damage_rnd(size_t n)	/* below n; G. Marsaglia's xorshift */
{
	damage_seed ^= damage_seed << 13;
	damage_seed ^= damage_seed >> 7;
	damage_seed ^= damage_seed << 17;
	return n == 0 ? 0 : (size_t)(damage_seed % n);
}

static const char *
damage_word(void)
{
	return damage_words[damage_rnd(sizeof(damage_words) /
	    sizeof(damage_words[0]))];
}

/* From at on, where a value begins and how long it is, about. */
static size_t
damage_value(const struct bh_buf *b, size_t *at)
{
	size_t n = 0;

	while (*at < b->n && memchr(":,[ \n", b->p[*at], 5) == NULL)
		++*at;
	*at += *at < b->n;
	while (*at + n < b->n && memchr(",]} \n", b->p[*at + n], 5) == NULL)
		n++;
	return n;
}

/* b becomes good with one to four changes. */
static void
damage(struct bh_buf *b, struct bh_str good)
{
	size_t k = 1 + damage_rnd(4), at, n, how;
	struct bh_buf tail = BH_BUF_INIT;

	bh_buf_reset(b);
	bh_buf_str(b, good);
	while (k-- > 0) {
		how = damage_rnd(7);
		at = damage_rnd(b->n + 1);
		n = damage_rnd(b->n - at + 1) % 40;
		if (how > 4)
			n = damage_value(b, &at);
		bh_buf_reset(&tail);
		bh_buf_put(&tail, b->p + at, b->n - at);
		switch (how) {
		case 0:		/* a bit */
			if (at < b->n)
				b->p[at] = (char)(b->p[at] ^ 1 << damage_rnd(8));
			break;
		case 1:		/* a piece gone */
			b->n = at;
			bh_buf_put(b, tail.p + n, tail.n - n);
			break;
		case 2:		/* a piece twice */
			b->n = at;
			bh_buf_put(b, tail.p, n);
			bh_buf_put(b, tail.p, tail.n);
			break;
		case 3:		/* a word in between */
			b->n = at;
			bh_buf_z(b, damage_word());
			bh_buf_put(b, tail.p, tail.n);
			break;
		default:	/* a word over it, or over a value */
			b->n = at;
			bh_buf_z(b, damage_word());
			bh_buf_put(b, tail.p + n, tail.n - n);
		}
	}
	bh_buf_free(&tail);
}

/* --- what must hold ----------------------------------------------------- */

struct damage_tally {
	long	taken, refused, broken;
};

static bool
damage_reads_back(const struct bh_result *x, struct bh_arena *a)
{
	struct bh_result r = *x, again;
	struct bh_err err = BH_ERR_INIT;
	struct bh_buf b = BH_BUF_INIT;
	size_t i;
	int rc;

	if (r.nmetric == 0 || r.id.n == 0)
		return true;	/* the driver drops or refuses it */
	for (i = 0; i < r.id.n; i++)
		if (!bh_utf8_ok(r.id.seg[i]))
			return true;	/* so does it this */
	r.engine = BH_STR("callgrind");
	bh_json_put_result(&b, &r);
	rc = bh_json_read_result(bh_buf_of(&b), a, &again, &err);
	if (rc == -1)
		printf("# %s: %.*s\n", err.msg, BH_FMT(bh_buf_of(&b)));
	if (rc == 0 && bh_id_cmp(r.id, again.id) != 0)
		rc = -1;
	bh_buf_free(&b);
	return rc == 0;
}

/* x: the adapter of a reader that has one */
typedef int damage_reader(struct bh_adapter *x, const struct bh_doc *d,
	    struct bh_take *t, struct bh_err *err);

/* Bytes of exactly this size, for the sanitizer to see what is beside them. */
static struct bh_str
damage_tight(struct bh_str s)
{
	char *p = bh_xmalloc(s.n);

	if (s.n > 0)
		memcpy(p, s.p, s.n);
	return (struct bh_str){ p, s.n };
}

/* Read a document, of two texts where the engine has such.  False: a fault. */
static bool
damage_judge(damage_reader *read, struct bh_adapter *x,
    const struct bh_str text[2], struct damage_tally *t)
{
	struct bh_arena a = BH_ARENA_INIT, scratch = BH_ARENA_INIT;
	struct bh_take take = { .a = &a };
	struct bh_err err = BH_ERR_INIT;
	struct bh_doc d = { .scratch = &scratch, .name = BH_STR("x") };
	long broken = 0;
	size_t i;
	int r;

	d.text[0] = damage_tight(text[0]);
	d.text[1] = damage_tight(text[1]);
	r = read(x, &d, &take, &err);
	free((char *)d.text[0].p);
	free((char *)d.text[1].p);
	bh_arena_free(&scratch);
	if (r == -1) {
		t->refused++;
		broken += err.status != BH_DATA || err.msg[0] == '\0';
	} else
		t->taken++;
	for (i = 0; r == 0 && i < take.n; i++)
		broken += !damage_reads_back(&take.v[i].result, &a);
	bh_arena_free(&a);
	t->broken += broken;
	return broken == 0;
}

/* --- the readers -------------------------------------------------------- */

static int
damage_criterion(struct bh_adapter *x, const struct bh_doc *d,
    struct bh_take *t, struct bh_err *err)
{
	(void)x;
	return bh_criterion.parse(NULL, d, t, err);
}

static int
damage_summary(struct bh_adapter *x, const struct bh_doc *d,
    struct bh_take *t, struct bh_err *err)
{
	struct bh_callgrind c = { .nid = 0 };

	(void)x;
	return bh_callgrind_summary(&c, d, t, err);
}

static int
damage_raw(struct bh_adapter *x, const struct bh_doc *d, struct bh_take *t,
    struct bh_err *err)
{
	struct bh_callgrind c = { .each = d->text[0].n % 2 == 0 };
	int r = bh_callgrind_raw(&c, d, t, err);

	(void)x;
	if (r == 0)
		bh_callgrind_sum(&c, t);
	bh_callgrind_free(&c);
	return r;
}

static int
damage_alloc_tracker(struct bh_adapter *x, const struct bh_doc *d,
    struct bh_take *t, struct bh_err *err)
{
	struct bh_spans s = bh_alloc_tracker_spans;

	(void)x;
	return bh_spans_parse(&s, d, t, err);
}

static int
damage_all_the_time(struct bh_adapter *x, const struct bh_doc *d,
    struct bh_take *t, struct bh_err *err)
{
	struct bh_spans s = bh_all_the_time_spans;

	(void)x;
	return bh_spans_parse(&s, d, t, err);
}

static int
damage_primbench(struct bh_adapter *x, const struct bh_doc *d,
    struct bh_take *t, struct bh_err *err)
{
	struct bh_pb_file f;

	(void)x;
	if (bh_pb_read(d->text[0], d->scratch, &f, err) == -1)
		return -1;
	return bh_pb_specializations(&f, d->text[0].n % 2 == 0, d->scratch, t,
	    err);
}

static int
damage_adapter(struct bh_adapter *x, const struct bh_doc *d,
    struct bh_take *t, struct bh_err *err)
{
	return x->reader.parse(x, d, t, err);
}

static const struct damage_engine {
	const char	*name;
	damage_reader	*read;
} damage_engines[] = {
	{ "criterion", damage_criterion },
	{ "gungraun", damage_summary },
	{ "callgrind", damage_raw },
	{ "alloc_tracker", damage_alloc_tracker },
	{ "all_the_time", damage_all_the_time },
	{ "primbench", damage_primbench },
	{ "adapter", damage_adapter }
};

#endif
