#ifndef BH_SHOW_RENDER_H
#define BH_SHOW_RENDER_H

#include "show/report.h"

/*
 * Renderers of a report: each appends its whole text, which ends in exactly one
 * newline.  A further format is a further file with a function of this shape.
 */
struct bh_look {
	bool	colour;		/* text alone */
	bool	ascii;		/* no line drawing, no arrows */
	bool	gates;		/* the ladders under each finding */
	long	limit;		/* findings of a summary */
};

typedef void bh_render_fn(struct bh_buf *b, const struct bh_report *r,
    const struct bh_look *look);

bh_render_fn	bh_report_text;
bh_render_fn	bh_report_markdown;
bh_render_fn	bh_report_summary;	/* at most BH_SUMMARY_MOST bytes */
bh_render_fn	bh_report_json;
bh_render_fn	bh_report_outcome;	/* one word */

/* A GitHub body holds 65536 characters. */
enum { BH_SUMMARY_MOST = 60000, BH_SUMMARY_LIMIT = 10 };

/* --- pieces that renderers share ------------------------------------------- */

/* Chart and, where asked for, ladders as plain lines; may be empty. */
void	bh_report_picture(struct bh_buf *b, const struct bh_report *r,
	    const struct bh_hit *h, const struct bh_look *look);

/* Does the set appear? */
bool	bh_report_shows(const struct bh_report *r, const struct bh_rset *s);

/* Markdown: header bullets; a finding under a heading of that level. */
void	bh_markdown_header(struct bh_buf *b, const struct bh_report *r,
	    const struct bh_look *look, bool summary);
void	bh_markdown_finding(struct bh_buf *b, const struct bh_report *r,
	    const struct bh_hit *h, const struct bh_look *look, int level,
	    bool picture);
/* Verdict, qualifications, hint: what stands in place of findings. */
void	bh_markdown_verdict(struct bh_buf *b, const struct bh_report *r);
/* A paragraph for each line of foreign text; "  " in front makes it an item. */
void	bh_markdown_lines(struct bh_buf *b, struct bh_str lines);
void	bh_markdown_lag(struct bh_buf *b, const struct bh_lag *l);
void	bh_markdown_heading(struct bh_buf *b, int level, struct bh_str s);

#endif
