#include "base/str.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

struct bh_str
bh_str_of(const char *s)
{
	return s == NULL ? BH_STR_NONE : (struct bh_str){ s, strlen(s) };
}

struct bh_str
bh_str_from(struct bh_str s, size_t at)
{
	/* no string has no tail but itself */
	return at == 0 ? s : (struct bh_str){ s.p + at, s.n - at };
}

bool
bh_str_eq(struct bh_str a, struct bh_str b)
{
	return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}

bool
bh_str_is(struct bh_str a, const char *b)
{
	return bh_str_eq(a, bh_str_of(b));
}

static char
lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool
bh_str_ieq(struct bh_str a, struct bh_str b)
{
	size_t i;

	if (a.n != b.n)
		return false;
	for (i = 0; i < a.n; i++)
		if (lower(a.p[i]) != lower(b.p[i]))
			return false;
	return true;
}

int
bh_str_cmp(struct bh_str a, struct bh_str b)
{
	size_t n = a.n < b.n ? a.n : b.n;
	int c = n == 0 ? 0 : memcmp(a.p, b.p, n);

	return c != 0 ? c : (a.n > b.n) - (a.n < b.n);
}

bool
bh_str_starts(struct bh_str s, struct bh_str prefix)
{
	return s.n >= prefix.n &&
	    (prefix.n == 0 || memcmp(s.p, prefix.p, prefix.n) == 0);
}

bool
bh_str_ends(struct bh_str s, struct bh_str suffix)
{
	return s.n >= suffix.n && (suffix.n == 0 ||
	    memcmp(s.p + s.n - suffix.n, suffix.p, suffix.n) == 0);
}

static bool
blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

struct bh_str
bh_str_trim(struct bh_str s)
{
	while (s.n > 0 && blank(s.p[0]))
		s = bh_str_from(s, 1);
	while (s.n > 0 && blank(s.p[s.n - 1]))
		s.n--;
	return s;
}

bool
bh_str_cut(struct bh_str *s, char c, struct bh_str *head)
{
	const char *at = s->n == 0 ? NULL : memchr(s->p, c, s->n);

	*head = *s;
	if (at == NULL) {
		*s = bh_str_from(*s, s->n);
		return false;
	}
	head->n = (size_t)(at - s->p);
	*s = bh_str_from(*s, head->n + 1);
	return true;
}

char *
bh_str_z(struct bh_arena *a, struct bh_str s)
{
	char *p = bh_alloc(a, s.n + 1);

	if (s.n != 0)
		memcpy(p, s.p, s.n);
	p[s.n] = '\0';
	return p;
}

struct bh_str
bh_str_dup(struct bh_arena *a, struct bh_str s)
{
	return (struct bh_str){ bh_str_z(a, s), s.n };
}

struct bh_str
bh_str_flat(struct bh_arena *a, struct bh_str s)
{
	struct bh_buf b = BH_BUF_INIT;
	struct bh_str head;
	bool more;

	do {
		more = bh_str_cut(&s, '\n', &head);
		bh_buf_str(&b, head);
		if (more)
			bh_buf_z(&b, "\\u000a");
	} while (more);
	s = bh_str_dup(a, bh_buf_of(&b));
	bh_buf_free(&b);
	return s;
}

struct bh_str
bh_vstrf(struct bh_arena *a, const char *fmt, va_list ap)
{
	va_list again;
	char *p;
	int n;

	va_copy(again, ap);
	n = vsnprintf(NULL, 0, fmt, again);
	va_end(again);
	p = bh_alloc(a, (size_t)n + 1);
	vsnprintf(p, (size_t)n + 1, fmt, ap);
	return (struct bh_str){ p, (size_t)n };
}

struct bh_str
bh_strf(struct bh_arena *a, const char *fmt, ...)
{
	struct bh_str s;
	va_list ap;

	va_start(ap, fmt);
	s = bh_vstrf(a, fmt, ap);
	va_end(ap);
	return s;
}

bool
bh_str_u64(struct bh_str s, uint64_t *v)
{
	uint64_t x = 0, d;
	size_t i;

	if (s.n == 0)
		return false;
	for (i = 0; i < s.n; i++) {
		if (s.p[i] < '0' || s.p[i] > '9')
			return false;
		d = (uint64_t)(s.p[i] - '0');
		if (x > (UINT64_MAX - d) / 10)
			return false;
		x = x * 10 + d;
	}
	*v = x;
	return true;
}

bool
bh_str_i64(struct bh_str s, int64_t *v)
{
	bool neg = s.n > 0 && s.p[0] == '-';
	uint64_t x;

	if (s.n > 0 && (s.p[0] == '-' || s.p[0] == '+'))
		s = bh_str_from(s, 1);
	if (!bh_str_u64(s, &x) || x > (uint64_t)INT64_MAX + neg)
		return false;
	*v = neg ? (int64_t)(0 - x) : (int64_t)x;
	return true;
}

void
bh_buf_grow(struct bh_buf *b, size_t n)
{
	size_t want = b->cap < 256 ? 256 : b->cap * 2;

	if (want - b->n <= n)
		want = b->n + n + 1;
	b->p = bh_xrealloc(b->p, want);
	b->cap = want;
}

void
bh_buf_put(struct bh_buf *b, const void *p, size_t n)
{
	if (n != 0)
		memcpy(bh_buf_room(b, n), p, n);
	b->n += n;
}

void
bh_buf_str(struct bh_buf *b, struct bh_str s)
{
	bh_buf_put(b, s.p, s.n);
}

void
bh_buf_z(struct bh_buf *b, const char *s)
{
	bh_buf_put(b, s, strlen(s));
}

void
bh_buf_f(struct bh_buf *b, const char *fmt, ...)
{
	va_list ap, again;
	int n;

	va_start(ap, fmt);
	va_copy(again, ap);
	n = vsnprintf(NULL, 0, fmt, again);
	va_end(again);
	vsnprintf(bh_buf_room(b, (size_t)n + 1), (size_t)n + 1, fmt, ap);
	va_end(ap);
	b->n += (size_t)n;
}

struct bh_str
bh_buf_of(const struct bh_buf *b)
{
	return (struct bh_str){ b->p, b->n };
}

void
bh_buf_reset(struct bh_buf *b)
{
	b->n = 0;
}

void
bh_buf_free(struct bh_buf *b)
{
	free(b->p);
	*b = (struct bh_buf)BH_BUF_INIT;
}

size_t
bh_utf8_next(struct bh_str s, uint32_t *cp)
{
	const unsigned char *u = (const unsigned char *)s.p;
	uint32_t c, least;
	size_t i, n;

	if (s.n == 0)
		return 0;
	if (u[0] < 0x80) {
		*cp = u[0];
		return 1;
	}
	if (u[0] >= 0xc2 && u[0] <= 0xdf) {
		n = 2, c = u[0] & 0x1f, least = 0x80;
	} else if ((u[0] & 0xf0) == 0xe0) {
		n = 3, c = u[0] & 0x0f, least = 0x800;
	} else if (u[0] >= 0xf0 && u[0] <= 0xf4) {
		n = 4, c = u[0] & 0x07, least = 0x10000;
	} else
		return 0;
	if (s.n < n)
		return 0;
	for (i = 1; i < n; i++) {
		if ((u[i] & 0xc0) != 0x80)
			return 0;
		c = c << 6 | (u[i] & 0x3f);
	}
	if (c < least || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff))
		return 0;
	*cp = c;
	return n;
}

bool
bh_utf8_ok(struct bh_str s)
{
	uint64_t w;
	uint32_t cp;
	size_t i, n;

	for (i = 0; i < s.n; i += n) {
		n = 8;
		if (s.n - i >= 8) {
			memcpy(&w, s.p + i, 8);
			if ((w & 0x8080808080808080u) == 0)
				continue;
		}
		if ((n = bh_utf8_next(bh_str_from(s, i), &cp)) == 0)
			return false;
	}
	return true;
}

bool
bh_cp_space(uint32_t cp)
{
	return cp == ' ' || (cp >= 9 && cp <= 13) || cp == 0x85 || cp == 0xa0 ||
	    cp == 0x1680 || (cp >= 0x2000 && cp <= 0x200a) || cp == 0x2028 ||
	    cp == 0x2029 || cp == 0x202f || cp == 0x205f || cp == 0x3000;
}

bool
bh_cp_hidden(uint32_t cp)
{
	return cp < 0x20 || (cp >= 0x7f && cp <= 0x9f) || cp == 0xad ||
	    cp == 0x61c || cp == 0x180e || (cp >= 0x200b && cp <= 0x200f) ||
	    (cp >= 0x2028 && cp <= 0x202e) || (cp >= 0x2060 && cp <= 0x206f) ||
	    cp == 0xfeff || (cp >= 0xfff9 && cp <= 0xfffb) ||
	    (cp >= 0xe0000 && cp <= 0xe0fff);
}

uint64_t
bh_fnv1a(struct bh_str s)
{
	uint64_t h = 0xcbf29ce484222325u;
	size_t i;

	for (i = 0; i < s.n; i++)
		h = (h ^ (unsigned char)s.p[i]) * 0x100000001b3u;
	return h;
}
