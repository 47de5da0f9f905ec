#include "show/csv.h"

#include "base/num.h"
#include "show/fmt.h"

/* The cell begins; false: it is a name, and there already. */
static bool
cell(struct bh_csv *c, const char *name)
{
	if (c->some)
		bh_buf_c(c->b, ',');
	c->some = true;
	if (c->names)
		bh_buf_z(c->b, name);
	return !c->names;
}

static bool
is_formula(struct bh_str s)
{
	uint32_t cp = 0;
	size_t n;

	do {
		n = bh_utf8_next(s, &cp);
		s = bh_str_from(s, n);
	} while (n > 0 && bh_cp_space(cp));
	if (n == 0)
		return false;
	return cp == '=' || cp == '+' || cp == '-' || cp == '@' ||
	    cp == 0xff1d || cp == 0xff0b || cp == 0xff0d || cp == 0xff20;
}

void
bh_csv_str(struct bh_csv *c, const char *name, struct bh_str s)
{
	struct bh_buf t = BH_BUF_INIT;
	struct bh_str head, rest;
	bool more;

	if (!cell(c, name) || s.p == NULL)
		return;
	bh_fmt_str(&t, BH_FMT_TEXT, s);
	rest = bh_buf_of(&t);
	bh_buf_z(c->b, is_formula(rest) ? "\"'" : "\"");
	do {
		more = bh_str_cut(&rest, '"', &head);
		bh_buf_str(c->b, head);
		bh_buf_z(c->b, more ? "\"\"" : "");
	} while (more);
	bh_buf_c(c->b, '"');
	bh_buf_free(&t);
}

void
bh_csv_word(struct bh_csv *c, const char *name, const char *word)
{
	if (cell(c, name))
		bh_buf_z(c->b, word);
}

void
bh_csv_long(struct bh_csv *c, const char *name, long v)
{
	if (cell(c, name))
		bh_buf_f(c->b, "%ld", v);
}

void
bh_csv_num(struct bh_csv *c, const char *name, bool has, double v)
{
	char text[BH_NUM_TEXT];

	if (cell(c, name) && has)
		bh_buf_put(c->b, text, bh_num_print(v, text));
}

void
bh_csv_text(struct bh_csv *c, const char *name, struct bh_str number)
{
	if (cell(c, name))
		bh_buf_str(c->b, number);
}

void
bh_csv_end(struct bh_csv *c)
{
	bh_buf_z(c->b, "\r\n");
	c->some = false;
	c->names = false;
}
