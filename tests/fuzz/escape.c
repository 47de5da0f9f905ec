/*
 * Any bytes as foreign text of a page and as a cell: taken back, both are what
 * a text shows; a page has no character of markup in it, a cell no formula.
 */
#include "show/csv.h"
#include "show/fmt.h"

#include "fuzz.h"

static const struct {
	const char	*name, *is;
} entity[] = {
	{ "&lt;", "<" }, { "&gt;", ">" }, { "&amp;", "&" },
	{ "&quot;", "\"" }, { "&#39;", "'" }
};

/* One character of a page taken back; MUST it be one. */
static struct bh_str
take(struct bh_str s, struct bh_buf *b)
{
	size_t i;

	MUST(s.p[0] != '<' && s.p[0] != '>' && s.p[0] != '"' &&
	    s.p[0] != '\'');
	if (s.p[0] != '&') {
		bh_buf_c(b, s.p[0]);
		return bh_str_from(s, 1);
	}
	for (i = 0; !bh_str_starts(s, bh_str_of(entity[i].name)); i++)
		MUST(i + 1 < sizeof(entity) / sizeof(entity[0]));
	bh_buf_z(b, entity[i].is);
	return bh_str_from(s, strlen(entity[i].name));
}

/* What a text shows, but for what is no character of XML. */
static void
as_page(struct bh_str text, struct bh_buf *b)
{
	uint32_t cp;
	size_t n;

	bh_buf_reset(b);
	for (; text.n > 0; text = bh_str_from(text, n)) {
		MUST((n = bh_utf8_next(text, &cp)) > 0 && !bh_cp_hidden(cp));
		if ((cp & 0xfffe) == 0xfffe)
			bh_buf_f(b, cp > 0xffff ? "\\U%08x" : "\\u%04x", cp);
		else
			bh_buf_put(b, text.p, n);
	}
}

static void
page(struct bh_str s, struct bh_str text)
{
	static struct bh_buf xml, want, got;
	struct bh_str rest;

	bh_buf_reset(&xml);
	bh_buf_reset(&got);
	bh_fmt_str(&xml, BH_FMT_XML, s);
	for (rest = bh_buf_of(&xml); rest.n > 0; )
		rest = take(rest, &got);
	as_page(text, &want);
	MUST(bh_str_eq(bh_buf_of(&got), bh_buf_of(&want)));
}

static void
cell(struct bh_str s, struct bh_str text)
{
	static struct bh_buf csv, got;
	struct bh_csv c = { .b = &csv };
	struct bh_str in, out;
	size_t i;

	bh_buf_reset(&csv);
	bh_buf_reset(&got);
	bh_csv_str(&c, "", s);
	in = bh_buf_of(&csv);
	MUST(in.n >= 2 && in.p[0] == '"' && in.p[in.n - 1] == '"');
	for (i = 1; i + 1 < in.n; i++) {
		bh_buf_c(&got, in.p[i]);
		if (in.p[i] == '"')
			MUST(in.p[++i] == '"' && i + 1 < in.n);
	}
	out = bh_buf_of(&got);
	MUST(out.n == 0 || strchr("=+-@\t\r", out.p[0]) == NULL);
	if (out.n == text.n + 1 && out.p[0] == '\'')
		out = bh_str_from(out, 1);
	MUST(bh_str_eq(out, text));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct bh_buf text;
	struct bh_str s = fuzz_str(data, size);

	bh_buf_reset(&text);
	bh_fmt_str(&text, BH_FMT_TEXT, s);
	page(s, bh_buf_of(&text));
	cell(s, bh_buf_of(&text));
	return 0;
}
