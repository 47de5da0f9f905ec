#ifndef BH_SHOW_OUTS_H
#define BH_SHOW_OUTS_H

#include <stdbool.h>

#include "base/err.h"
#include "base/str.h"
#include "io/out.h"

/* The outputs of one pass; a further format is a further line here. */
enum bh_out_kind {
	BH_OUT_TEXT, BH_OUT_JSON, BH_OUT_MARKDOWN, BH_OUT_SUMMARY,
	BH_OUT_OUTCOME, BH_OUT_HTML, BH_OUT_SVG, BH_OUT_CSV, BH_OUTS
};

#define BH_OUT(kind)	(1u << (kind))

struct bh_outs {
	const char	*path[BH_OUTS];	/* "-": stdout; NULL: not wanted */
	struct bh_buf	 text[BH_OUTS];
};

/* "--json", ... in messages; "the text" */
const char *bh_outs_option(enum bh_out_kind k);

/*
 * Before any work: is something wanted, of what the mask allows, and no two
 * outputs one file (also through links) or one a directory above another?
 *	returns	0, or -1 with BH_USAGE
 */
int	bh_outs_check(const struct bh_outs *o, unsigned allowed,
	    struct bh_err *err) __attribute__((warn_unused_result));

/*
 * Publish the files, each whole, then what is for stdout into out.  After a
 * failure (-1) nothing was put into out.
 */
int	bh_outs_publish(struct bh_outs *o, struct bh_out *out,
	    struct bh_err *err) __attribute__((warn_unused_result));

void	bh_outs_free(struct bh_outs *o);

#endif
