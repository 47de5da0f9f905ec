#ifndef BH_SHOW_RENDER_H
#define BH_SHOW_RENDER_H

#include "show/report.h"
#include "show/words.h"

/* Renderers of a report: each appends its whole text. */
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
bh_render_fn	bh_report_html;
bh_render_fn	bh_report_csv;

/* A GitHub body holds 65536 characters. */
enum { BH_SUMMARY_MOST = 60000, BH_SUMMARY_LIMIT = 10 };

/* --- formats for reading ----------------------------------------------------- */

/*
 * The pieces of a report for reading, in the order of the walk.  Indented: they
 * stand inside the one above.
 */
enum bh_piece {
	BH_P_HEADER,
	BH_P_TITLE,			/*	project */
	BH_P_TITLE_MODE,		/*	mode */
	BH_P_COMMIT,
	BH_P_MODE,			/*	mode, once more */
	BH_P_RUNS,
	BH_P_JUDGED,			/*	all of what is in scope */
	BH_P_JUDGED_PART,		/*	or not */
	BH_P_IGNORED,
	BH_P_COUNTS,			/*	of a set too */
	BH_P_REGRESSIONS,
	BH_P_IMPROVEMENTS,
	BH_P_VERDICT,			/* no findings: verdict */
	BH_P_BASIS,			/* what it rests on, a sentence each */
	BH_P_NOTES,			/* hint, or warnings */
	BH_P_LINE,			/*	a line of them */
	BH_P_LIST,			/*	indented lines */
	BH_P_ITEM,			/*		one of them */
	BH_P_SET,
	BH_P_SET_NAME,
	BH_P_SET_RUNS,
	BH_P_SET_SERIES,
	BH_P_FILTER,
	BH_P_LAG,
	BH_P_COMPARISON,
	BH_P_TABLE,			/*	rows of findings */
	BH_P_OUTSIDE,			/* findings outside the comparison */
	BH_P_FINDING,
	BH_P_ID,
	BH_P_ID_OUTSIDE,
	BH_P_WORSE, BH_P_BETTER,	/*	percent */
	BH_P_KIND,
	BH_P_DETAIL,			/*	a sentence each */
	BH_P_BESIDE,			/* the other lists */
	BH_P_BESIDE_HEAD,
	BH_P_ASIDE,			/*	a finding of them */
	BH_P_COVERAGE,			/* closing account */
	BH_P_COVERAGE_HEAD,
	BH_P_STATE,
	BH_P_TOTAL,
	BH_P_IN_SCOPE,
	BH_P_ALL_JUDGED,
	BH_P_UNJUDGED,
	BH_P_REASONS,
	BH_P_REASON,			/*		phrase */
	BH_P_REASON_COUNT,
	BH_P_REMEDY,			/*		what helps */
	BH_PIECES
};

/* What stands around a piece; before NULL: the piece is left out. */
struct bh_frame {
	const char	*before, *after;
};

struct bh_walk;
typedef void bh_hit_fn(struct bh_walk *w, const struct bh_hit *h);

/*
 * A format: the escapes of foreign text, frames, and what frames cannot say.  A
 * further format is a further file with one of these.
 */
struct bh_format {
	enum bh_fmt	 how;
	bh_hit_fn	*picture;	/* chart and ladders of a finding */
	bh_hit_fn	*start;		/* a finding begins; NULL: nothing */
	bh_hit_fn	*row;		/* sets have these in place of findings */
	struct bh_frame	 frame[BH_PIECES];
};

struct bh_walk {
	struct bh_pen		 pen;	/* where to */
	const struct bh_format	*f;
	const struct bh_report	*r;
	const struct bh_look	*look;
};

struct bh_walk	bh_walk_of(const struct bh_format *f, struct bh_buf *b,
	    const struct bh_report *r, const struct bh_look *look);

/* The whole report, set by set. */
void	bh_walk_report(struct bh_walk *w);

/*
 * A piece by hand: put what is in it between open and close; close takes all
 * away again where it is left out or, some being false, empty.
 */
size_t	bh_walk_open(struct bh_walk *w, enum bh_piece p);
void	bh_walk_close(struct bh_walk *w, enum bh_piece p, size_t from,
	    bool some);

/* Parts of the walk, for a renderer of another order. */
void	bh_walk_header(struct bh_walk *w);
void	bh_walk_verdict(struct bh_walk *w);	/* its basis, the hint */
void	bh_walk_basis(struct bh_walk *w);	/* what was judged, what not */
void	bh_walk_set(struct bh_walk *w, const struct bh_rset *s);
void	bh_walk_beside(struct bh_walk *w);
void	bh_walk_coverage(struct bh_walk *w);
void	bh_walk_lines(struct bh_walk *w, struct bh_str lines);	/* or none */
void	bh_walk_lags(struct bh_walk *w, const struct bh_rset *s);
void	bh_walk_comparison(struct bh_walk *w, const struct bh_rset *s);
void	bh_walk_filter(struct bh_walk *w, const struct bh_rset *s);
void	bh_walk_finding(struct bh_walk *w, enum bh_piece id,
	    const struct bh_hit *h);

extern const struct bh_format bh_format_text, bh_format_markdown;

/* Chart and, where asked for, ladders as plain lines; may be empty. */
void	bh_report_picture(struct bh_buf *b, const struct bh_report *r,
	    const struct bh_hit *h, const struct bh_look *look);

#endif
