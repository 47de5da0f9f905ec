#ifndef BH_SHOW_WORDS_H
#define BH_SHOW_WORDS_H

#include "show/report.h"

/*
 * The sentences of a report, once for all renderers: text, Markdown and summary
 * cannot disagree.
 */

/* Where words go: the context of foreign text, and which arrows. */
struct bh_pen {
	struct bh_buf	*b;
	enum bh_fmt	 how;
	bool		 ascii;
};

const char *bh_words_verdict(const struct bh_count *c);
/* "Coverage: ...": false, and nothing is put, where there is none. */
bool	bh_words_coverage(struct bh_buf *b, const struct bh_count *c);
/* "Unjudged: ...": the same. */
bool	bh_words_unjudged(struct bh_buf *b, const struct bh_count *c);
/* "too short in the window" */
const char *bh_words_reason(enum bh_reason r);
/* What would help against it. */
const char *bh_words_remedy(enum bh_reason r);

/* "13 (fa17500b3020 -> 7683dfb67974)" */
void	bh_words_runs(struct bh_pen *p, const struct bh_census *c);
/* FULL[ + uncommitted changes] */
void	bh_words_commit(struct bh_pen *p, const struct bh_report *r);
/* "--engine E --target-triple T --machine-key M" */
struct bh_str bh_words_filter(struct bh_arena *a, struct bh_set_parts s);

void	bh_words_lag(struct bh_buf *b, const struct bh_lag *l);
/* The comparison of a set, without its label. */
void	bh_words_comparison(struct bh_buf *b, const struct bh_report *r,
	    const struct bh_rset *s);

/* Of a finding that the comparison of its set does not cover. */
const char *bh_words_outside(void);
/* "regression via change point . 1002 -> 1302 . near COMMIT" */
void	bh_words_detail(struct bh_pen *p, const struct bh_report *r,
	    const struct bh_finding *f);
/* "blessed at SHORT (TIME)"; false: it is not. */
bool	bh_words_blessed(struct bh_pen *p, const struct bh_series *s);
/* "back at the level before SHORT"; false: it is not. */
bool	bh_words_back(struct bh_pen *p, const struct bh_finding *f);
/* "git log GOOD..BAD" and what is in it; false: no suspect. */
bool	bh_words_suspect(struct bh_pen *p, const struct bh_finding *f);

/* "provisional", "range", "improvement", "unstable" */
const char *bh_words_list(enum bh_list l);
/* A line about a finding beside the controlled list. */
void	bh_words_beside(struct bh_pen *p, const struct bh_report *r,
	    enum bh_list l, const struct bh_hit *h);

enum { BH_BESIDE_MOST = 10 };	/* lines of one list */

#endif
