#ifndef BH_EDGE_STREAM_H
#define BH_EDGE_STREAM_H

#include "base/arena.h"
#include "base/err.h"
#include "io/in.h"
#include "io/out.h"

/*
 * The record stream of bh-stream(5): which record a line is, the reader that
 * demands an "end", the writer that closes with one.
 */
enum bh_rtype {
	BH_R_OTHER,	/* not ours: passed on */
	BH_R_RESULT, BH_R_CONTEXT, BH_R_OBJECT, BH_R_BLESSING, BH_R_TOPOLOGY,
	BH_R_COMMIT, BH_R_SELECTION, BH_R_CENSUS, BH_R_QUERY, BH_R_SERIES,
	BH_R_UNJUDGED, BH_R_DETECTION, BH_R_GATE, BH_R_VERDICT,
	BH_R_CANDIDATE, BH_R_FINDING, BH_R_DROPPED, BH_R_COMPARISON,
	BH_R_COVERAGE, BH_R_WARNING, BH_R_HINT, BH_R_BAD, BH_R_REMOVAL,
	BH_R_END,
	BH_RTYPES
};

const char *bh_rtype_name(enum bh_rtype t);	/* "series" */

struct bh_stream {
	struct bh_in	in;
	struct bh_arena	arena;		/* of the record type test */
	bool		ended;		/* an end was read */
	bool		peeked;		/* line is still to be handed out */
	struct bh_str	line;
};

void	bh_stream_init(struct bh_stream *s, char *const *paths, size_t npaths,
	    struct bh_out *tie);

/*
 * The next record; "end" is not handed out.
 *	line	lent until the next call
 *	returns	1 a record; 0 all is read and an end was there; -1 failure: not
 *		a record, torn, no end (BH_DATA); or silently, with the status
 *		of an end whose writer failed
 */
int	bh_stream_next(struct bh_stream *s, struct bh_str *line,
	    enum bh_rtype *type, struct bh_err *err)
	    __attribute__((warn_unused_result));

/*
 * The next line, record or not, which bh_stream_next hands out afterwards.
 *	returns	1 a line, lent until then; 0 there is none; -1 failure
 */
int	bh_stream_peek(struct bh_stream *s, struct bh_str *line,
	    struct bh_err *err) __attribute__((warn_unused_result));

/* Put "FILE:LINE" of the current record in front of a failure; -1. */
int	bh_stream_at(const struct bh_stream *s, struct bh_err *err);
void	bh_stream_free(struct bh_stream *s);

/*
 * Close a stream that is written: the end record, with the status where r is
 * -1.  Then bh_prog_end.
 *	returns	the status for main to return
 */
int	bh_stream_end(struct bh_out *out, const char *from, int r,
	    struct bh_err *err);

#endif
