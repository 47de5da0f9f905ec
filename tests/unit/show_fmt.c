/* show/fmt: numbers by the table of bh-render(1), foreign text. */
#include "show/csv.h"
#include "show/fmt.h"
#include "tap.h"

static struct bh_buf b;

static const char *
text(void)
{
	bh_buf_c(&b, '\0');
	return b.p;
}

static const char *
value(double v)
{
	bh_buf_reset(&b);
	bh_fmt_value(&b, v);
	return text();
}

static const char *
str(enum bh_fmt how, const char *s)
{
	bh_buf_reset(&b);
	bh_fmt_str(&b, how, bh_str_of(s));
	return text();
}

static const char *
code(enum bh_fmt how, const char *s)
{
	bh_buf_reset(&b);
	bh_fmt_code(&b, how, bh_str_of(s));
	return text();
}

static void
numbers(void)
{
	static const struct {
		double		 v;
		const char	*want;
	} t[] = {
		{ 36, "36" }, { 12.5, "12.5" }, { 0.2097032433607, "0.2097" },
		{ 96.766413608934, "96.77" }, { 0.000001234, "0.000001234" },
		{ 1e-13, "0.0000000000001" }, { 1234567.89, "1234568" },
		{ 1234.5, "1234" }, { 1235.5, "1236" }, { 99.996, "100" },
		{ 9999.96, "10000" }, { 0.1 + 0.2, "0.3" }, { 0, "0" },
		{ -0.0, "0" }, { -12.5, "-12.5" }, { 1e20, "100000000000000000000" },
		{ 2.5e-17, "0" }, { 99.25, "99.25" }, { 131.75, "131.8" }
	};
	size_t i;

	for (i = 0; i < sizeof(t) / sizeof(t[0]); i++)
		is_text(value(t[i].v), t[i].want, t[i].want);
	bh_buf_reset(&b);
	bh_fmt_excess(&b, 30);
	bh_buf_c(&b, ' ');
	bh_fmt_excess(&b, -1000);
	bh_buf_c(&b, ' ');
	bh_fmt_excess(&b, 0.2097032433607);
	bh_buf_c(&b, ' ');
	bh_fmt_excess(&b, 0);
	is_text(text(), "+30 -1000 +0.2097 +0", "excess");
	bh_buf_reset(&b);
	bh_fmt_percent(&b, 0.2994011976047904);
	bh_fmt_percent(&b, -0.125);
	bh_fmt_percent(&b, 1);
	is_text(text(), "+29.94%-12.50%+100.00%", "percent");
	bh_buf_reset(&b);
	bh_fmt_count(&b, 1, "run");
	bh_fmt_count(&b, 2, "run");
	bh_fmt_count(&b, 0, "run");
	bh_fmt_count(&b, 2, "series");
	is_text(text(), "1 run2 runs0 runs2 series", "counts");
}

static void
foreign(void)
{
	is_text(str(BH_FMT_TEXT, "a\033[31mb\xc2\x9bz"),
	    "a\\u001b[31mb\\u009bz", "controls are shown, not sent");
	is_text(str(BH_FMT_TEXT, "a\xe2\x80\xae" "b\xe2\x80\x8b" "c"),
	    "a\\u202eb\\u200bc", "so are bidi and zero width");
	is_text(str(BH_FMT_TEXT, "\xf3\xa0\x80\x81|"), "\\U000e0001|",
	    "and tags");
	is_text(str(BH_FMT_TEXT, "a\xff" "b"), "a\xef\xbf\xbd" "b", "bad UTF-8");
	is_text(str(BH_FMT_MARKDOWN, "x86_64-linux-gnu parse/step_up"),
	    "x86_64-linux-gnu parse/step_up", "plain names stay plain");
	is_text(str(BH_FMT_MARKDOWN, "_a_ *b* `c` [d](e) ~f~ $g$ \\h"),
	    "\\_a\\_ \\*b\\* \\`c\\` \\[d\\](e) \\~f\\~ \\$g\\$ \\\\h",
	    "markup");
	is_text(str(BH_FMT_MARKDOWN, "<!-- <b> a & b &lt; &#64;"),
	    "&lt;!-- &lt;b&gt; a & b &amp;lt; &amp;#&#8203;64;", "HTML");
	is_text(str(BH_FMT_MARKDOWN, "@team #12 # x"),
	    "@&#8203;team #&#8203;12 # x", "mentions");
	is_text(str(BH_FMT_MARKDOWN, "https://a.b WWW.x.y awww.z http::parse"),
	    "https:&#8203;//a.b WWW&#8203;.x.y awww.z http::parse",
	    "automatic links");
	is_text(str(BH_FMT_CELL, "a | b"), "a \\| b", "a cell");
	is_text(str(BH_FMT_MARKDOWN, "a\nb\rc"), "a\\u000ab\\u000dc", "lines");
}

static void
spans(void)
{
	is_text(code(BH_FMT_MARKDOWN, "a/b_c@d"), "`a/b_c@d`", "a code span");
	is_text(code(BH_FMT_MARKDOWN, "a``b"), "```a``b```", "longer fence");
	is_text(code(BH_FMT_MARKDOWN, "`a"), "`` `a ``", "an edge");
	is_text(code(BH_FMT_CELL, "a|b|"), "`a\\|b\\|`", "in a cell");
	is_text(code(BH_FMT_MARKDOWN, "a\nb"), "`a\\u000ab`", "no line break");
	bh_buf_reset(&b);
	bh_fmt_fence(&b, BH_STR("x\n````\ny"));
	is_text(text(), "`````text\nx\n````\ny\n`````\n", "a block");
	is_int((long)bh_fmt_cut(BH_STR("na\xc3\xafve"), 3).n, 4, "characters");
	is_int((long)bh_fmt_width(BH_STR("a\033\xc3\xaf")), 8, "width");
}

static void
xml(void)
{
	is_text(str(BH_FMT_XML, "<a href=\"x\" b='y'> & ]]>"),
	    "&lt;a href=&quot;x&quot; b=&#39;y&#39;&gt; &amp; ]]&gt;",
	    "markup");
	is_text(str(BH_FMT_XML, "&lt;&#60;"), "&amp;lt;&amp;#60;",
	    "what is escaped already");
	is_text(str(BH_FMT_XML, "a\x1b\xc2\x85\xe2\x80\xae\n"),
	    "a\\u001b\\u0085\\u202e\\u000a", "controls");
	is_text(str(BH_FMT_XML, "\xef\xbf\xbf\xef\xbf\xbe\xef\xbf\xbd"),
	    "\\uffff\\ufffe\xef\xbf\xbd", "no characters of XML");
	is_text(str(BH_FMT_XML, "\xed\xa0\x80"),
	    "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd", "half a pair");
	is_text(code(BH_FMT_XML, "a<b"), "<code>a&lt;b</code>", "code");
	is_text(code(BH_FMT_TEXT, "a`b"), "a`b", "code of a text");
	bh_buf_reset(&b);
	bh_fmt_lines(&b, BH_FMT_XML, BH_STR("a<\nb\033"));
	is_text(text(), "a&lt;\nb\\u001b\n", "lines");
}

static const char *
cells(const char *a, const char *z)
{
	struct bh_csv c = { .b = &b };

	bh_buf_reset(&b);
	bh_csv_str(&c, "a", bh_str_of(a));
	bh_csv_str(&c, "z", bh_str_of(z));
	bh_csv_end(&c);
	return text();
}

static void
csv(void)
{
	struct bh_csv c = { .b = &b, .names = true };

	is_text(cells("a,b;c", "d\"e\"\"f"), "\"a,b;c\",\"d\"\"e\"\"\"\"f\"\r\n",
	    "quotes are doubled");
	is_text(cells("", NULL), "\"\",\r\n", "empty, and none");
	is_text(cells("=1", "+1"), "\"'=1\",\"'+1\"\r\n", "no formula");
	is_text(cells("-a", "@a"), "\"'-a\",\"'@a\"\r\n", "none of these");
	is_text(cells("  =1", "\xc2\xa0@a"),
	    "\"'  =1\",\"'\xc2\xa0@a\"\r\n", "nor behind blanks");
	is_text(cells("\xef\xbc\x9d" "1", "a=1"),
	    "\"'\xef\xbc\x9d" "1\",\"a=1\"\r\n", "nor in wide letters");
	is_text(cells("\t=1", "a\r\nb"),
	    "\"\\u0009=1\",\"a\\u000d\\u000ab\"\r\n", "a cell is one line");
	bh_buf_reset(&b);
	bh_csv_num(&c, "x", true, 1);
	bh_csv_word(&c, "y", "w");
	bh_csv_end(&c);
	bh_csv_num(&c, "x", true, -0.125);
	bh_csv_num(&c, "y", false, 1);
	bh_csv_text(&c, "z", BH_STR("1002.0"));
	bh_csv_long(&c, "l", -3);
	bh_csv_end(&c);
	is_text(text(), "x,y\r\n-0.125,,1002.0,-3\r\n",
	    "names, then numbers, plain");
}

int
main(void)
{
	struct bh_set_parts s = bh_fmt_set(BH_STR("e/t/m"));

	numbers();
	foreign();
	spans();
	xml();
	csv();
	ok(bh_str_is(s.engine, "e") && bh_str_is(s.triple, "t") &&
	    bh_str_is(s.machine, "m"), "a set in parts");
	bh_buf_free(&b);
	return tap_done();
}
