#include "show/fmt.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double ten[] = {
	1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2,
	1e-1, 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12
};

/* e with 10^e <= v < 10^(e+1), held within -12..12 */
static int
magnitude(double v)
{
	int e = 12;

	while (e > -12 && v < ten[e + 12])
		e--;
	return e;
}

void
bh_fmt_value(struct bh_buf *b, double v)
{
	size_t from;
	int e, places;

	if (fabs(v - trunc(v)) <= 2.2e-16) {
		v = trunc(v);
		bh_buf_f(b, "%.0f", v == 0 ? 0.0 : v);
		return;
	}
	e = magnitude(fabs(v));
	places = e < 3 ? 3 - e : 0;
	from = b->n;
	bh_buf_f(b, "%.*f", places, v);
	if (places == 0)
		return;
	while (b->n > from && b->p[b->n - 1] == '0')
		b->n--;
	if (b->n > from && b->p[b->n - 1] == '.')
		b->n--;
}

void
bh_fmt_excess(struct bh_buf *b, double v)
{
	bh_buf_c(b, v < 0 ? '-' : '+');
	bh_fmt_value(b, fabs(v));
}

void
bh_fmt_percent(struct bh_buf *b, double ratio)
{
	bh_buf_f(b, "%+.2f%%", 100 * ratio);
}

void
bh_fmt_count(struct bh_buf *b, long n, const char *noun)
{
	bh_buf_f(b, "%ld %s", n, noun);
	if (n != 1 && strcmp(noun, "series") != 0)
		bh_buf_c(b, 's');
}

static void
put_hidden(struct bh_buf *b, uint32_t cp)
{
	bh_buf_f(b, cp > 0xffff ? "\\U%08x" : "\\u%04x", (unsigned)cp);
}

static bool
alnum(uint32_t c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
	    (c >= 'A' && c <= 'Z');
}

/* A break that shows nothing: it parts what a forge would make a link of. */
#define BREAK	"&#8203;"

/* One ASCII character of running Markdown; prev is what stood before it. */
static void
put_marked(struct bh_buf *b, char c, uint32_t prev, struct bh_str next,
    bool cell)
{
	char n = next.n > 0 ? next.p[0] : '\0';

	switch (c) {
	case '<':
		bh_buf_z(b, "&lt;");
		return;
	case '>':
		bh_buf_z(b, "&gt;");
		return;
	case '&':
		bh_buf_z(b, n == '#' || alnum((unsigned char)n) ? "&amp;" : "&");
		return;
	case '@':
		bh_buf_z(b, "@" BREAK);
		return;
	case '#':
		bh_buf_z(b, n >= '0' && n <= '9' ? "#" BREAK : "#");
		return;
	case ':':
		bh_buf_z(b, bh_str_starts(next, BH_STR("//")) ? ":" BREAK : ":");
		return;
	case '_':
		bh_buf_z(b, alnum(prev) && alnum((unsigned char)n) ? "_" : "\\_");
		return;
	case '|':
		bh_buf_z(b, cell ? "\\|" : "|");
		return;
	case '\\': case '`': case '*': case '[': case ']': case '~': case '$':
		bh_buf_c(b, '\\');
		break;
	}
	bh_buf_c(b, c);
}

static void
put_xml(struct bh_buf *b, char c)
{
	static const char from[] = "<>&\"'";
	static const char *const to[] = { "&lt;", "&gt;", "&amp;", "&quot;",
	    "&#39;" };
	const char *at = c != '\0' ? strchr(from, c) : NULL;

	if (at != NULL)
		bh_buf_z(b, to[at - from]);
	else
		bh_buf_c(b, c);
}

/* No character at all, and of U+FFFE and U+FFFF XML says so. */
static bool
is_none(uint32_t cp)
{
	return (cp & 0xfffe) == 0xfffe;
}

/* "www." starts a link as well. */
static bool
is_www(struct bh_str s)
{
	return s.n >= 4 && s.p[3] == '.' &&
	    bh_str_ieq((struct bh_str){ s.p, 3 }, BH_STR("www"));
}

void
bh_fmt_str(struct bh_buf *b, enum bh_fmt how, struct bh_str s)
{
	uint32_t cp, prev = 0;
	size_t n;

	while (s.n > 0) {
		if ((n = bh_utf8_next(s, &cp)) == 0) {
			n = 1;
			bh_buf_z(b, "\xef\xbf\xbd");
		} else if (bh_cp_hidden(cp) || (how == BH_FMT_XML && is_none(cp)))
			put_hidden(b, cp);
		else if (how == BH_FMT_TEXT || n > 1)
			bh_buf_put(b, s.p, n);
		else if (how == BH_FMT_XML)
			put_xml(b, s.p[0]);
		else if (!alnum(prev) && is_www(s)) {
			bh_buf_put(b, s.p, n = 3);
			bh_buf_z(b, BREAK);
		} else
			put_marked(b, s.p[0], prev, bh_str_from(s, 1),
			    how == BH_FMT_CELL);
		prev = cp;
		s = bh_str_from(s, n);
	}
}

/* The longest run of backticks in s. */
static size_t
longest_tick(struct bh_str s)
{
	size_t i, run = 0, most = 0;

	for (i = 0; i < s.n; i++) {
		run = s.p[i] == '`' ? run + 1 : 0;
		if (run > most)
			most = run;
	}
	return most;
}

static void
put_ticks(struct bh_buf *b, size_t n)
{
	while (n-- > 0)
		bh_buf_c(b, '`');
}

static void
put_in_code(struct bh_buf *b, enum bh_fmt how, struct bh_str s)
{
	size_t i, from = 0;

	for (i = 0; how == BH_FMT_CELL && i < s.n; i++) {
		if (s.p[i] != '|')
			continue;
		bh_buf_put(b, s.p + from, i - from);
		bh_buf_c(b, '\\');
		from = i;
	}
	bh_buf_put(b, s.p + from, s.n - from);
}

void
bh_fmt_code(struct bh_buf *b, enum bh_fmt how, struct bh_str s)
{
	struct bh_buf t = BH_BUF_INIT;
	struct bh_str u;
	size_t ticks;
	bool pad;

	if (how == BH_FMT_TEXT || how == BH_FMT_XML) {
		bh_buf_z(b, how == BH_FMT_XML ? "<code>" : "");
		bh_fmt_str(b, how, s);
		bh_buf_z(b, how == BH_FMT_XML ? "</code>" : "");
		return;
	}
	bh_fmt_str(&t, BH_FMT_TEXT, s);
	u = bh_buf_of(&t);
	ticks = longest_tick(u) + 1;
	pad = u.n == 0 || u.p[0] == '`' || u.p[u.n - 1] == '`' ||
	    u.p[0] == ' ' || u.p[u.n - 1] == ' ';
	put_ticks(b, ticks);
	if (pad)
		bh_buf_c(b, ' ');
	if (u.n > 0)
		put_in_code(b, how, u);
	if (pad)
		bh_buf_c(b, ' ');
	put_ticks(b, ticks);
	bh_buf_free(&t);
}

void
bh_fmt_lines(struct bh_buf *b, enum bh_fmt how, struct bh_str body)
{
	struct bh_str line;

	while (body.n > 0) {
		bh_str_cut(&body, '\n', &line);
		bh_fmt_str(b, how, line);
		bh_buf_c(b, '\n');
	}
}

void
bh_fmt_fence(struct bh_buf *b, struct bh_str body)
{
	size_t ticks = longest_tick(body) + 1;

	if (ticks < 3)
		ticks = 3;
	put_ticks(b, ticks);
	bh_buf_z(b, "text\n");
	bh_buf_str(b, body);
	if (body.n > 0 && body.p[body.n - 1] != '\n')
		bh_buf_c(b, '\n');
	put_ticks(b, ticks);
	bh_buf_c(b, '\n');
}

struct bh_str
bh_fmt_cut(struct bh_str s, size_t n)
{
	struct bh_str rest = s;
	uint32_t cp;
	size_t len;

	while (rest.n > 0 && n-- > 0) {
		len = bh_utf8_next(rest, &cp);
		rest = bh_str_from(rest, len > 0 ? len : 1);
	}
	return (struct bh_str){ s.p, s.n - rest.n };
}

struct bh_str
bh_fmt_short(struct bh_str commit)
{
	return bh_fmt_cut(commit, 12);
}

size_t
bh_fmt_width(struct bh_str s)
{
	uint32_t cp;
	size_t n, width = 0;

	while (s.n > 0) {
		n = bh_utf8_next(s, &cp);
		width += n == 0 || !bh_cp_hidden(cp) ? 1 : cp > 0xffff ? 10 : 6;
		s = bh_str_from(s, n > 0 ? n : 1);
	}
	return width;
}

struct bh_set_parts
bh_fmt_set(struct bh_str set)
{
	struct bh_set_parts p;

	bh_str_cut(&set, '/', &p.engine);
	bh_str_cut(&set, '/', &p.triple);
	p.machine = set;
	return p;
}

void
bh_fmt_trim(struct bh_buf *b, size_t from)
{
	while (b->n > from && b->p[b->n - 1] == ' ')
		b->n--;
}
