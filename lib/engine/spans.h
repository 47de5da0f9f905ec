#ifndef BH_ENGINE_SPANS_H
#define BH_ENGINE_SPANS_H

#include "engine/harvest.h"

/*
 * The one-file-an-operation documents that alloc_tracker and all_the_time
 * share: slopes over spans, each with an interval where there were several.
 */
struct bh_spans_metric {
	enum bh_kind	 kind;
	const char	*slope, *low, *high;	/* member names */
	bool		 optional;	/* else all falls without it */
};

struct bh_spans {
	const struct bh_spans_metric *metric;	/* in the order of the record */
	size_t		 n;		/* at most BH_TAKE_METRICS */
};

/* A reader's parse with a const struct bh_spans as ctx. */
int	bh_spans_parse(void *ctx, const struct bh_doc *d, struct bh_take *t,
	    struct bh_err *err);

/* A regular file whose extension is exactly "json". */
bool	bh_spans_want(struct bh_str path);

#endif
