#include "edge/token.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"

void
bh_tok_init(struct bh_tok *t, struct bh_str text, struct bh_arena *a)
{
	if (text.p == NULL)
		text = BH_STR("");
	*t = (struct bh_tok){ .p = text.p, .end = text.p + text.n,
	    .start = text.p, .arena = a };
}

bool
bh_tok_fail(struct bh_tok *t, const char *why)
{
	if (t->why == NULL)
		t->why = why;
	return false;
}

bool
bh_tok_ok(const struct bh_tok *t)
{
	return t->why == NULL;
}

int
bh_tok_err(const struct bh_tok *t, struct bh_err *err)
{
	return bh_fail(err, BH_DATA, "%s at byte %zu",
	    t->why != NULL ? t->why : "malformed JSON",
	    (size_t)(t->p - t->start));
}

static inline bool
space(char c)
{
	return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

static inline void
blanks(struct bh_tok *t)
{
	while (t->p < t->end && space(*t->p))
		t->p++;
}

/* The next byte that is no blank; 0 at the end or after a failure. */
static inline char
next(struct bh_tok *t)
{
	if (t->why != NULL)
		return '\0';
	blanks(t);
	return t->p < t->end ? *t->p : '\0';
}

static bool
unexpected(struct bh_tok *t, const char *why)
{
	return bh_tok_fail(t, t->p == t->end ? "JSON text is cut short" : why);
}

enum bh_tok_type
bh_tok_peek(struct bh_tok *t)
{
	switch (next(t)) {
	case '{':
		return BH_TOK_OBJECT;
	case '[':
		return BH_TOK_ARRAY;
	case '"':
		return BH_TOK_STRING;
	case 't':
	case 'f':
		return BH_TOK_BOOL;
	case 'n':
		return BH_TOK_NULL;
	case '-': case '0': case '1': case '2': case '3': case '4':
	case '5': case '6': case '7': case '8': case '9':
		return BH_TOK_NUMBER;
	default:
		return BH_TOK_BAD;
	}
}

static bool
open_value(struct bh_tok *t, char c, const char *why)
{
	if (next(t) != c)
		return unexpected(t, why);
	if (t->depth == BH_TOK_DEPTH)
		return bh_tok_fail(t, "JSON nested too deep");
	t->p++;
	t->depth++;
	t->first = true;
	return true;
}

bool
bh_tok_obj(struct bh_tok *t)
{
	return open_value(t, '{', "an object was expected");
}

bool
bh_tok_arr(struct bh_tok *t)
{
	return open_value(t, '[', "an array was expected");
}

/* Past the comma in front of another item; false past c, or on failure. */
static bool
more(struct bh_tok *t, char c)
{
	char got = next(t);

	if (got == c) {
		t->p++;
		t->depth--;
		t->first = false;
		return false;
	}
	if (t->first) {
		t->first = false;
		return t->why == NULL;
	}
	if (got != ',')
		return unexpected(t, c == '}' ? "',' or '}' was expected" :
		    "',' or ']' was expected");
	t->p++;
	return true;
}

bool
bh_tok_member(struct bh_tok *t, struct bh_str *key)
{
	if (!more(t, '}'))
		return false;
	if (next(t) != '"')
		return unexpected(t, "a member name was expected");
	if (!bh_tok_str(t, key))
		return false;
	if (next(t) != ':')
		return unexpected(t, "':' was expected");
	t->p++;
	return true;
}

bool
bh_tok_elem(struct bh_tok *t)
{
	if (!more(t, ']'))
		return false;
	if (bh_tok_peek(t) == BH_TOK_BAD)
		return unexpected(t, "a value was expected");
	return true;
}

/* --- strings ------------------------------------------------------------- */

/*
 * Bytes of p..end that are plain: no quote, no backslash, no control, ASCII.
 * Eight at a time: the high bit of a byte of m is set where that byte is not.
 */
static const char *
plain(const char *p, const char *end)
{
	const uint64_t one = 0x0101010101010101u, high = one << 7;
	uint64_t w, q, b, m;

	while (end - p >= 8) {
		memcpy(&w, p, 8);
		q = w ^ one * '"';
		b = w ^ one * '\\';
		m = (w | ((q - one) & ~q) | ((b - one) & ~b) |
		    (w - one * 0x20)) & high;
		if (m != 0)
			break;
		p += 8;
	}
	while (p < end && (unsigned char)*p >= 0x20 &&
	    (unsigned char)*p < 0x80 && *p != '"' && *p != '\\')
		p++;
	return p;
}

static int
hex4(const char *p, const char *end, uint32_t *v)
{
	uint32_t x = 0;
	int i, d;

	if (end - p < 4)
		return -1;
	for (i = 0; i < 4; i++) {
		if (p[i] >= '0' && p[i] <= '9')
			d = p[i] - '0';
		else if ((p[i] | 0x20) >= 'a' && (p[i] | 0x20) <= 'f')
			d = (p[i] | 0x20) - 'a' + 10;
		else
			return -1;
		x = x << 4 | (uint32_t)d;
	}
	*v = x;
	return 0;
}

static size_t
utf8_put(uint32_t cp, char *q)
{
	if (cp < 0x80) {
		q[0] = (char)cp;
		return 1;
	}
	if (cp < 0x800) {
		q[0] = (char)(0xc0 | cp >> 6);
		q[1] = (char)(0x80 | (cp & 0x3f));
		return 2;
	}
	if (cp < 0x10000) {
		q[0] = (char)(0xe0 | cp >> 12);
		q[1] = (char)(0x80 | (cp >> 6 & 0x3f));
		q[2] = (char)(0x80 | (cp & 0x3f));
		return 3;
	}
	q[0] = (char)(0xf0 | cp >> 18);
	q[1] = (char)(0x80 | (cp >> 12 & 0x3f));
	q[2] = (char)(0x80 | (cp >> 6 & 0x3f));
	q[3] = (char)(0x80 | (cp & 0x3f));
	return 4;
}

/* One escape at t->p, decoded to q; returns its bytes, 0 on failure. */
static size_t
unescape(struct bh_tok *t, char *q)
{
	static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
	const char *at;
	uint32_t cp, low;

	if (t->end - t->p < 2)
		return unexpected(t, "JSON text is cut short"), 0;
	if (t->p[1] != 'u') {
		at = t->p[1] != '\0' ? strchr(from, t->p[1]) : NULL;
		if (at == NULL)
			return bh_tok_fail(t, "bad escape in a string"), 0;
		*q = to[at - from];
		t->p += 2;
		return 1;
	}
	if (hex4(t->p + 2, t->end, &cp) != 0)
		return bh_tok_fail(t, "bad escape in a string"), 0;
	t->p += 6;
	if (cp >= 0xd800 && cp <= 0xdfff) {
		if (cp > 0xdbff || t->end - t->p < 6 || t->p[0] != '\\' ||
		    t->p[1] != 'u' || hex4(t->p + 2, t->end, &low) != 0 ||
		    low < 0xdc00 || low > 0xdfff)
			return bh_tok_fail(t, "lone surrogate in a string"), 0;
		t->p += 6;
		cp = 0x10000 + ((cp - 0xd800) << 10) + (low - 0xdc00);
	}
	return utf8_put(cp, q);
}

/* From t->p, inside the string, over plain and UTF-8 characters. */
static bool
run(struct bh_tok *t)
{
	uint32_t cp;
	size_t n;

	for (;;) {
		t->p = plain(t->p, t->end);
		if (t->p == t->end)
			return unexpected(t, "");
		if (*t->p == '"' || *t->p == '\\')
			return true;
		if ((unsigned char)*t->p < 0x20)
			return bh_tok_fail(t, "control character in a string");
		n = bh_utf8_next((struct bh_str){ t->p,
		    (size_t)(t->end - t->p) }, &cp);
		if (n == 0)
			return bh_tok_fail(t, "not UTF-8");
		t->p += n;
	}
}

/* The rest of a string whose escapes need decoding; from is its start. */
static bool
decode(struct bh_tok *t, const char *from, struct bh_str *s)
{
	const char *stop = t->p, *q;
	char *buf;
	size_t n = 0, k;

	while (stop < t->end && *stop != '"')	/* an upper bound of its size */
		stop += *stop == '\\' && t->end - stop > 1 ? 2 : 1;
	if (stop - from > 6 * BH_TOK_STRING_MAX)
		return bh_tok_fail(t, "string too long");
	buf = bh_alloc(t->arena, (size_t)(stop - from) + 1);
	for (q = from;; q = t->p) {
		if (!run(t))
			return false;
		memcpy(buf + n, q, (size_t)(t->p - q));
		n += (size_t)(t->p - q);
		if (*t->p == '"')
			break;
		if ((k = unescape(t, buf + n)) == 0)
			return false;
		n += k;
	}
	buf[n] = '\0';
	*s = (struct bh_str){ buf, n };
	return true;
}

bool
bh_tok_str(struct bh_tok *t, struct bh_str *s)
{
	const char *from;

	if (next(t) != '"')
		return unexpected(t, "a string was expected");
	from = ++t->p;
	if (!run(t))
		return false;
	if (*t->p == '"')
		*s = (struct bh_str){ from, (size_t)(t->p - from) };
	else {
		t->p = from;
		if (!decode(t, from, s))
			return false;
	}
	if (s->n > BH_TOK_STRING_MAX)
		return bh_tok_fail(t, "string too long");
	t->p++;
	return true;
}

/* --- numbers and words ---------------------------------------------------- */

static inline bool
digit(const struct bh_tok *t)
{
	return t->p < t->end && *t->p >= '0' && *t->p <= '9';
}

static bool
digits(struct bh_tok *t)
{
	if (!digit(t))
		return unexpected(t, "malformed number");
	while (digit(t))
		t->p++;
	return true;
}

bool
bh_tok_num(struct bh_tok *t, struct bh_str *text)
{
	const char *from;

	if (bh_tok_peek(t) != BH_TOK_NUMBER)
		return unexpected(t, "a number was expected");
	from = t->p;
	if (*t->p == '-')
		t->p++;
	if (t->p < t->end && *t->p == '0') {
		t->p++;
		if (digit(t))
			return bh_tok_fail(t, "malformed number");
	} else if (!digits(t))
		return false;
	if (t->p < t->end && *t->p == '.') {
		t->p++;
		if (!digits(t))
			return false;
	}
	if (t->p < t->end && (*t->p == 'e' || *t->p == 'E')) {
		t->p++;
		if (t->p < t->end && (*t->p == '+' || *t->p == '-'))
			t->p++;
		if (!digits(t))
			return false;
	}
	*text = (struct bh_str){ from, (size_t)(t->p - from) };
	if (text->n > BH_NUM_TEXT)
		return bh_tok_fail(t, "number too long");
	return true;
}

bool
bh_tok_double(struct bh_tok *t, double *v)
{
	struct bh_str s;

	if (!bh_tok_num(t, &s))
		return false;
	if (!bh_num_read(s, v))
		return bh_tok_fail(t, "number out of range");
	return true;
}

bool
bh_tok_long(struct bh_tok *t, long *v)
{
	struct bh_str s;
	int64_t x;

	if (!bh_tok_num(t, &s))
		return false;
	if (!bh_str_i64(s, &x))
		return bh_tok_fail(t, "an integer was expected");
	*v = (long)x;
	return true;
}

static bool
word(struct bh_tok *t, const char *w)
{
	size_t n = strlen(w);

	if ((size_t)(t->end - t->p) < n || memcmp(t->p, w, n) != 0)
		return bh_tok_fail(t, "malformed JSON");
	t->p += n;
	return true;
}

bool
bh_tok_bool(struct bh_tok *t, bool *v)
{
	char c = next(t);

	if (c != 't' && c != 'f')
		return unexpected(t, "true or false was expected");
	*v = c == 't';
	return word(t, c == 't' ? "true" : "false");
}

bool
bh_tok_null(struct bh_tok *t)
{
	return next(t) == 'n' && word(t, "null");
}

bool
bh_tok_str_null(struct bh_tok *t, struct bh_str *s)
{
	if (next(t) == 'n') {
		*s = BH_STR_NONE;
		return bh_tok_null(t);
	}
	return bh_tok_str(t, s);
}

/* --- whole values --------------------------------------------------------- */

static bool
skip_string(struct bh_tok *t)
{
	const char *from = ++t->p;
	size_t n = 0, k;
	char q[4];

	while (run(t)) {
		n += (size_t)(t->p - from);
		if (n > BH_TOK_STRING_MAX)
			break;
		if (*t->p == '"') {
			t->p++;
			return true;
		}
		if ((k = unescape(t, q)) == 0)
			return false;
		n += k;
		from = t->p;
	}
	return bh_tok_fail(t, "string too long");
}

static bool
scalar(struct bh_tok *t)
{
	struct bh_str s;
	bool v;

	switch (bh_tok_peek(t)) {
	case BH_TOK_STRING:
		return skip_string(t);
	case BH_TOK_NUMBER:
		return bh_tok_num(t, &s);
	case BH_TOK_BOOL:
		return bh_tok_bool(t, &v);
	case BH_TOK_NULL:
		return bh_tok_null(t);
	default:
		return unexpected(t, "a value was expected");
	}
}

/* One bit a level says whether it is an object: no recursion. */
bool
bh_tok_skip(struct bh_tok *t)
{
	uint64_t objects = 0;
	int base = t->depth;
	struct bh_str key;
	bool item, object;

	do {
		switch (bh_tok_peek(t)) {
		case BH_TOK_OBJECT:
			bh_tok_obj(t);
			objects = objects << 1 | 1;
			break;
		case BH_TOK_ARRAY:
			bh_tok_arr(t);
			objects <<= 1;
			break;
		default:
			scalar(t);
		}
		for (item = false; t->why == NULL && t->depth > base && !item;) {
			object = (objects & 1) != 0;
			item = object ? bh_tok_member(t, &key) : bh_tok_elem(t);
			if (!item)
				objects >>= 1;
		}
	} while (t->why == NULL && t->depth > base);
	return t->why == NULL;
}

bool
bh_tok_raw(struct bh_tok *t, struct bh_str *text)
{
	const char *from;

	next(t);
	from = t->p;
	if (!bh_tok_skip(t))
		return false;
	*text = (struct bh_str){ from, (size_t)(t->p - from) };
	return true;
}

bool
bh_tok_done(struct bh_tok *t)
{
	if (t->why != NULL)
		return false;
	blanks(t);
	if (t->depth != 0 || t->p != t->end)
		return bh_tok_fail(t, "text behind the JSON value");
	return true;
}
