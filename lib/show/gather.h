#ifndef BH_SHOW_GATHER_H
#define BH_SHOW_GATHER_H

#include "base/arena.h"
#include "base/err.h"
#include "edge/json.h"
#include "edge/stream.h"
#include "model/rec.h"

/* Where on the context line a commit stands, by the start of its id. */
struct bh_place {
	uint64_t	key;
	long		topo;
};

/*
 * What one view keeps of a record stream, as it was read: plain arrays in the
 * order of the lines.  Everything lives in the arena.
 */
struct bh_gather {
	struct bh_arena	arena;
	bool		has[BH_RTYPES];	/* such a record was there */

	struct bh_topology	topology;
	struct bh_selection	selection;
	struct bh_census	census;
	struct bh_query		query;
	enum bh_detection	method;
	struct bh_coverage	coverage;
	struct bh_removal	removal;

	struct bh_commit	*commit;	/* context line */
	size_t			 ncommit, cap_commit;
	struct bh_place		*place;		/* the same, sorted when asked */
	size_t			 nplace, cap_place;
	bool			 placed;
	struct bh_series	*series;
	size_t			 nseries, cap_series;
	struct bh_unjudged	*unjudged;
	size_t			 nunjudged, cap_unjudged;
	struct bh_object	*object;
	size_t			 nobject, cap_object;
	struct bh_blessing	*blessing;
	size_t			 nblessing, cap_blessing;
	struct bh_gate_rec	*gate;
	size_t			 ngate, cap_gate;
	struct bh_finding_rec	*finding;	/* findings and dropped */
	size_t			 nfinding, cap_finding;
	struct bh_comparison	*comparison;
	size_t			 ncomparison, cap_comparison;
	struct bh_notice	*notice;	/* warning, hint, bad */
	size_t			 nnotice, cap_notice;

	struct bh_str		 id, kind;	/* as bh_want: series are kept */
};

#define BH_GATHER_INIT	{ .arena = BH_ARENA_INIT }

/* What a view wants kept: a bit a record type, and some about series. */
#define BH_WANT(type)	(1u << (type))

struct bh_want {
	unsigned	types;		/* BH_WANT(BH_R_SERIES) | ... */
	bool		points;		/* of series; else points.n alone */
	bool		texts;		/* their values as carried too */
	bool		titles;		/* whole commits, not places alone */
	struct bh_str	id, kind;	/* series of these alone; or none */
};

/* Is such a series kept? */
bool	bh_gather_wants(struct bh_gather *g, struct bh_id id,
	    enum bh_kind kind);

/* Read a whole stream; returns 0 or -1 (also without an end). */
int	bh_gather_stream(struct bh_gather *g, const struct bh_want *want,
	    struct bh_stream *in, struct bh_err *err)
	    __attribute__((warn_unused_result));
int	bh_gather_read(struct bh_gather *g, const struct bh_want *want,
	    char *const *paths, size_t npaths, struct bh_err *err)
	    __attribute__((warn_unused_result));

/* Add one record; what it lends must live as long as g.  For tests too. */
void	bh_gather_add_series(struct bh_gather *g, const struct bh_series *x);
void	bh_gather_add_finding(struct bh_gather *g,
	    const struct bh_finding_rec *x);
void	bh_gather_add_gate(struct bh_gather *g, const struct bh_gate_rec *x);
void	bh_gather_add_comparison(struct bh_gather *g,
	    const struct bh_comparison *x);
void	bh_gather_add_commit(struct bh_gather *g, const struct bh_commit *x,
	    bool whole);
void	bh_gather_add_notice(struct bh_gather *g, const struct bh_notice *x);

/* Context topo of a commit, or -1. */
long	bh_gather_topo(struct bh_gather *g, struct bh_str commit);

/*
 * Sort series and gates by series number, to be found by it; BH_DATA where one
 * number stands for two series.
 */
int	bh_gather_index(struct bh_gather *g, struct bh_err *err)
	    __attribute__((warn_unused_result));
const struct bh_series *bh_gather_series(const struct bh_gather *g, long n);
/* Its gates in the order they were read; NULL and *count 0: none. */
const struct bh_gate_rec *bh_gather_gates(const struct bh_gather *g, long n,
	    size_t *count);

/* BH_DATA where one of the types in the mask was not there. */
int	bh_gather_need(const struct bh_gather *g, unsigned types,
	    struct bh_err *err) __attribute__((warn_unused_result));

/* The texts of one type of notice, a line each; empty: none. */
void	bh_gather_notices(const struct bh_gather *g, enum bh_rtype type,
	    struct bh_buf *out);

void	bh_gather_free(struct bh_gather *g);

#endif
