/*
 * RFC 8259 once more, as plainly as can be, with the limits of edge/token.h:
 * the second opinion of the fuzz targets.
 */
#ifndef BH_FUZZ_REFERENCE_H
#define BH_FUZZ_REFERENCE_H

#include <stdbool.h>
#include <string.h>

#include "edge/token.h"

struct ref {
	const unsigned char *p, *end;
};

static inline void
ref_blanks(struct ref *r)
{
	while (r->p < r->end && (*r->p == ' ' || *r->p == '\t' ||
	    *r->p == '\n' || *r->p == '\r'))
		r->p++;
}

static inline bool
ref_is(struct ref *r, int c)
{
	if (r->p == r->end || *r->p != c)
		return false;
	r->p++;
	return true;
}

static inline bool
ref_digits(struct ref *r)
{
	const unsigned char *from = r->p;

	while (r->p < r->end && *r->p >= '0' && *r->p <= '9')
		r->p++;
	return r->p > from;
}

static inline bool
ref_number(struct ref *r)
{
	const unsigned char *from = r->p;

	(void)ref_is(r, '-');
	if (!ref_is(r, '0') && !ref_digits(r))
		return false;
	if (ref_is(r, '.') && !ref_digits(r))
		return false;
	if (ref_is(r, 'e') || ref_is(r, 'E')) {
		if (!ref_is(r, '+'))
			(void)ref_is(r, '-');
		if (!ref_digits(r))
			return false;
	}
	return r->p - from <= 64;
}

/* Four hexadecimal digits, or -1. */
static inline long
ref_hex(struct ref *r)
{
	static const char digit[] = "0123456789abcdef0123456789ABCDEF";
	const char *at;
	long v = 0;
	int i;

	for (i = 0; i < 4; i++, r->p++) {
		if (r->p == r->end || *r->p == 0 ||
		    (at = strchr(digit, *r->p)) == NULL)
			return -1;
		v = v * 16 + (at - digit) % 16;
	}
	return v;
}

/* Bytes of the UTF-8 character there by the table of RFC 3629, or 0. */
static inline int
ref_utf8(const struct ref *r)
{
	static const struct {
		int from, to, n, low, high;
	} row[] = {
		{ 0x00, 0x7f, 1, 0, 0 }, { 0xc2, 0xdf, 2, 0x80, 0xbf },
		{ 0xe0, 0xe0, 3, 0xa0, 0xbf }, { 0xe1, 0xec, 3, 0x80, 0xbf },
		{ 0xed, 0xed, 3, 0x80, 0x9f }, { 0xee, 0xef, 3, 0x80, 0xbf },
		{ 0xf0, 0xf0, 4, 0x90, 0xbf }, { 0xf1, 0xf3, 4, 0x80, 0xbf },
		{ 0xf4, 0xf4, 4, 0x80, 0x8f },
	};
	size_t i;
	int k;

	for (i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		if (*r->p < row[i].from || *r->p > row[i].to)
			continue;
		if (r->end - r->p < row[i].n)
			return 0;
		for (k = 1; k < row[i].n; k++)
			if (r->p[k] < (k == 1 ? row[i].low : 0x80) ||
			    r->p[k] > (k == 1 ? row[i].high : 0xbf))
				return 0;
		return row[i].n;
	}
	return 0;
}

static inline bool
ref_escape(struct ref *r, size_t *n)
{
	long v, low;

	if (r->p == r->end || *r->p == 0)
		return false;
	if (*r->p != 'u') {
		*n += 1;
		return strchr("\"\\/bfnrt", *r->p++) != NULL;
	}
	r->p++;
	if ((v = ref_hex(r)) == -1 || (v >= 0xdc00 && v <= 0xdfff))
		return false;
	if (v >= 0xd800 && v <= 0xdbff) {
		if (!ref_is(r, '\\') || !ref_is(r, 'u') ||
		    (low = ref_hex(r)) < 0xdc00 || low > 0xdfff)
			return false;
		*n += 4;
	} else
		*n += v < 0x80 ? 1 : v < 0x800 ? 2 : 3;
	return true;
}

static inline bool
ref_string(struct ref *r)
{
	size_t n = 0;
	int k;

	if (!ref_is(r, '"'))
		return false;
	for (;;) {
		if (r->p == r->end || *r->p < 0x20)
			return false;
		if (ref_is(r, '"'))
			return n <= 65536;
		if (ref_is(r, '\\')) {
			if (!ref_escape(r, &n))
				return false;
			continue;
		}
		if ((k = ref_utf8(r)) == 0)
			return false;
		r->p += k;
		n += (size_t)k;
	}
}

static inline bool ref_value(struct ref *r, int depth);

static inline bool
ref_items(struct ref *r, int depth, bool object)
{
	const int close = object ? '}' : ']';

	if (depth == 64)
		return false;
	ref_blanks(r);
	if (ref_is(r, close))
		return true;
	do {
		ref_blanks(r);
		if (object) {
			if (!ref_string(r))
				return false;
			ref_blanks(r);
			if (!ref_is(r, ':'))
				return false;
		}
		if (!ref_value(r, depth + 1))
			return false;
	} while (ref_is(r, ','));
	return ref_is(r, close);
}

static inline bool
ref_word(struct ref *r, const char *w)
{
	size_t n = strlen(w);

	if ((size_t)(r->end - r->p) < n || memcmp(r->p, w, n) != 0)
		return false;
	r->p += n;
	return true;
}

static inline bool
ref_value(struct ref *r, int depth)
{
	bool good;

	ref_blanks(r);
	if (r->p == r->end)
		return false;
	switch (*r->p) {
	case '{':
	case '[':
		good = ref_items(r, depth, *r->p++ == '{');
		break;
	case '"':
		good = ref_string(r);
		break;
	case 't':
		good = ref_word(r, "true");
		break;
	case 'f':
		good = ref_word(r, "false");
		break;
	case 'n':
		good = ref_word(r, "null");
		break;
	default:
		good = ref_number(r);
	}
	ref_blanks(r);
	return good;
}

static inline bool
ref_json(struct bh_str s)
{
	struct ref r = { (const unsigned char *)s.p,
	    (const unsigned char *)s.p + s.n };

	return ref_value(&r, 0) && r.p == r.end;
}

#endif
