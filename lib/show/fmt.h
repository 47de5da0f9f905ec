#ifndef BH_SHOW_FMT_H
#define BH_SHOW_FMT_H

#include <stdbool.h>

#include "base/str.h"

/*
 * Numbers as people read them.  Plain printf rounding: of the exact binary
 * value, ties to even.
 */

/* Integral: "1302"; else 4 significant digits, integer digits never cut. */
void	bh_fmt_value(struct bh_buf *b, double v);
void	bh_fmt_excess(struct bh_buf *b, double v);	/* "+30", "-0.2097" */
void	bh_fmt_percent(struct bh_buf *b, double ratio);	/* 0.05: "+5.00%" */

/* "1 run", "2 runs", "0 runs"; "series" is its own plural. */
void	bh_fmt_count(struct bh_buf *b, long n, const char *noun);

/*
 * Foreign text in the context it is put into.  In all of them characters that
 * must not reach a terminal (bh_cp_hidden) appear as \u2066 does.
 */
enum bh_fmt {
	BH_FMT_TEXT,		/* a terminal, the inside of a code fence */
	BH_FMT_MARKDOWN,	/* running text: no markup, HTML, mention, link */
	BH_FMT_CELL,		/* the same in a table: no column either */
	BH_FMT_XML		/* HTML, SVG: element text, quoted attributes */
};

void	bh_fmt_str(struct bh_buf *b, enum bh_fmt how, struct bh_str s);

/*
 * A code span of Markdown (in a table cell the pipe is escaped as well), of
 * HTML; in a text nothing stands around it.
 */
void	bh_fmt_code(struct bh_buf *b, enum bh_fmt how, struct bh_str s);

/* Whole lines, each as above: of BH_FMT_TEXT made text for HTML's pre, say. */
void	bh_fmt_lines(struct bh_buf *b, enum bh_fmt how, struct bh_str body);

/* A ```text block around whole lines, its fence longer than any inside. */
void	bh_fmt_fence(struct bh_buf *b, struct bh_str body);

/* The first 12 characters of a commit id; the first n characters of a text. */
struct bh_str	bh_fmt_short(struct bh_str commit);
struct bh_str	bh_fmt_cut(struct bh_str s, size_t n);

/* Characters of s, and of the text bh_fmt_str would make of it. */
size_t	bh_fmt_width(struct bh_str s);

/* The three parts of "E/T/M". */
struct bh_set_parts {
	struct bh_str	engine, triple, machine;
};

struct bh_set_parts	bh_fmt_set(struct bh_str set);

/* Cut blanks at the end of what is in b from byte `from` on. */
void	bh_fmt_trim(struct bh_buf *b, size_t from);

#endif
