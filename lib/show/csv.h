#ifndef BH_SHOW_CSV_H
#define BH_SHOW_CSV_H

#include <stdbool.h>

#include "base/str.h"

/*
 * A table as RFC 4180 has it: CRLF, quotes doubled.  A row is a call for each
 * cell, then bh_csv_end; the row of names is the same calls with names set, so
 * that a column and its name stand in one place.
 */
struct bh_csv {
	struct bh_buf	*b;
	bool		 names;		/* put the names in place of cells */
	bool		 some;		/* the row has a cell */
};

/*
 * Foreign text, always quoted; none (p NULL): empty.  Hidden characters are
 * shown as in bh_fmt_str.  What a spreadsheet would take for a formula, so what
 * begins (blanks aside) with = + - @ or a wide form of them, gets a ' in front.
 */
void	bh_csv_str(struct bh_csv *c, const char *name, struct bh_str s);
void	bh_csv_word(struct bh_csv *c, const char *name, const char *word);
void	bh_csv_long(struct bh_csv *c, const char *name, long v);
/* Shortest text that reads back; a number as carried; has false: empty. */
void	bh_csv_num(struct bh_csv *c, const char *name, bool has, double v);
void	bh_csv_text(struct bh_csv *c, const char *name, struct bh_str number);
void	bh_csv_end(struct bh_csv *c);

#endif
