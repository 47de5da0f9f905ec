#include "edge/emit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/num.h"

void
bh_emit_raw(struct bh_buf *b, struct bh_str s)
{
	bh_buf_str(b, s);
}

/* JSON has no word for what is not finite: null (bh-stream(5)). */
static void
number(struct bh_buf *b, double v, bool stored)
{
	char *room = bh_buf_room(b, BH_NUM_TEXT);

	if (!isfinite(v))
		bh_buf_z(b, "null");
	else
		b->n += stored ? bh_num_print_stored(v, room) :
		    bh_num_print(v, room);
}

void
bh_emit_num(struct bh_buf *b, double v)
{
	number(b, v, false);
}

/* Most are positions on a line. */
static char *
put_small(char *p, unsigned u)		/* < 10000 */
{
	if (u >= 1000)
		*p++ = (char)('0' + u / 1000);
	if (u >= 100)
		*p++ = (char)('0' + u / 100 % 10);
	if (u >= 10)
		*p++ = (char)('0' + u / 10 % 10);
	*p++ = (char)('0' + u % 10);
	return p;
}

void
bh_emit_long(struct bh_buf *b, long v)
{
	unsigned long u = v < 0 ? 0UL - (unsigned long)v : (unsigned long)v;
	unsigned long above = 10;
	char *p = bh_buf_room(b, 24);
	size_t n = 1;

	if (u < 10000 && v >= 0) {
		b->n += (size_t)(put_small(p, (unsigned)u) - p);
		return;
	}
	if (v < 0) {
		*p++ = '-';
		b->n++;
	}
	while (n < 19 && u >= above) {
		above *= 10;
		n++;
	}
	if (u >= above)		/* 10^19 would be the next bar */
		n++;
	b->n += n;
	do
		p[--n] = (char)('0' + u % 10);
	while ((u /= 10) != 0);
}

void
bh_emit_bool(struct bh_buf *b, bool v)
{
	bh_buf_z(b, v ? "true" : "false");
}

static bool
plain(unsigned char c)
{
	return c >= 0x20 && c < 0x7f && c != '"' && c != '\\';
}

/*
 * Bytes at the head of s that are plain.  Eight at a time: the high bit of a
 * byte of m is set where that byte, or one before it, is not.
 */
static size_t
plain_run(struct bh_str s)
{
	const uint64_t one = 0x0101010101010101u, high = one << 7;
	uint64_t w, q, b, m;
	size_t i = 0;

	for (; s.n - i >= 8; i += 8) {
		memcpy(&w, s.p + i, 8);
		q = w ^ one * '"';
		b = w ^ one * '\\';
		m = (w | (w + one) | ((q - one) & ~q) | ((b - one) & ~b) |
		    (w - one * 0x20)) & high;
		if (m != 0)
			break;
	}
	while (i < s.n && plain((unsigned char)s.p[i]))
		i++;
	return i;
}

static void
escape(struct bh_buf *b, uint32_t cp)
{
	static const char from[] = "\"\\\b\f\n\r\t", to[] = "\"\\bfnrt";
	const char *at = cp != 0 && cp < 0x80 ? strchr(from, (int)cp) : NULL;

	if (at != NULL) {
		bh_buf_c(b, '\\');
		bh_buf_c(b, to[at - from]);
	} else if (cp >= 0x10000) {
		cp -= 0x10000;
		bh_buf_f(b, "\\u%04x\\u%04x", 0xd800 + (cp >> 10),
		    0xdc00 + (cp & 0x3ff));
	} else
		bh_buf_f(b, "\\u%04x", cp);
}

static void
quoted(struct bh_buf *b, struct bh_str s, bool stored)
{
	size_t i, n;
	uint32_t cp;

	if (s.p == NULL) {
		bh_buf_z(b, "null");
		return;
	}
	bh_buf_room(b, s.n + 2);
	bh_buf_c(b, '"');
	while (s.n > 0) {
		i = plain_run(s);
		bh_buf_put(b, s.p, i);
		if (i == s.n)
			break;
		s = bh_str_from(s, i);
		n = bh_utf8_next(s, &cp);
		if (n == 0) {
			bh_buf_z(b, "\xef\xbf\xbd");
			n = 1;
		} else if (cp < 0x20 || cp == '"' || cp == '\\' ||
		    (!stored && bh_cp_hidden(cp)))
			escape(b, cp);
		else
			bh_buf_put(b, s.p, n);
		s = bh_str_from(s, n);
	}
	bh_buf_c(b, '"');
}

void
bh_emit_str(struct bh_buf *b, struct bh_str s)
{
	quoted(b, s, false);
}

void
bh_emit_str_stored(struct bh_buf *b, struct bh_str s)
{
	quoted(b, s, true);
}

static void
line_break(struct bh_emit *e)
{
	int i;

	if (!e->indent)
		return;
	bh_buf_c(e->b, '\n');
	for (i = 0; i < e->depth; i++)
		bh_buf_put(e->b, "  ", 2);
}

void
bh_emit_key(struct bh_emit *e, const char *key)
{
	if (e->some)
		bh_buf_c(e->b, ',');
	if (e->depth > 0)
		line_break(e);
	e->some = true;
	if (key == NULL)
		return;
	quoted(e->b, bh_str_of(key), e->stored);
	bh_buf_z(e->b, e->indent ? ": " : ":");
}

void
bh_emit_open(struct bh_emit *e, const char *key, char c)
{
	bh_emit_key(e, key);
	bh_buf_c(e->b, c);
	e->depth++;
	e->some = false;
}

void
bh_emit_close(struct bh_emit *e, char c)
{
	bool some = e->some;

	e->depth--;
	if (some)
		line_break(e);
	bh_buf_c(e->b, c);
	e->some = true;
}

void
bh_emit_s(struct bh_emit *e, const char *key, struct bh_str s)
{
	bh_emit_key(e, key);
	quoted(e->b, s, e->stored);
}

void
bh_emit_z(struct bh_emit *e, const char *key, const char *s)
{
	bh_emit_s(e, key, bh_str_of(s));
}

void
bh_emit_n(struct bh_emit *e, const char *key, double v)
{
	bh_emit_key(e, key);
	number(e->b, v, e->stored);
}

void
bh_emit_i(struct bh_emit *e, const char *key, long v)
{
	bh_emit_key(e, key);
	bh_emit_long(e->b, v);
}

void
bh_emit_t(struct bh_emit *e, const char *key, struct bh_str number)
{
	bh_emit_key(e, key);
	bh_buf_str(e->b, number);
}

void
bh_emit_b(struct bh_emit *e, const char *key, bool v)
{
	bh_emit_key(e, key);
	bh_emit_bool(e->b, v);
}

void
bh_emit_null(struct bh_emit *e, const char *key)
{
	bh_emit_key(e, key);
	bh_buf_z(e->b, "null");
}
