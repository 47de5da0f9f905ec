#ifndef BH_EDGE_JSON_H
#define BH_EDGE_JSON_H

#include "base/arena.h"
#include "base/err.h"
#include "edge/emit.h"
#include "edge/stream.h"
#include "edge/token.h"
#include "model/rec.h"

/*
 * Records of bh-stream(5) from and to text.
 *
 * Every bh_json_read_X(line, a, x, err) reads one whole line: members it does
 * not know are skipped but checked, members the record demands must be there
 * (BH_DATA "X: member 'm' is missing").  Strings are lent from line, or in a.
 * Returns 0 or -1.
 *
 * Every bh_json_put_X(b, x) appends one record without newline, members in the
 * order of bh-stream(5).  The caller ends it with bh_out_line.
 */
#define BH_JSON_READ(what, type) \
	int bh_json_read_##what(struct bh_str line, struct bh_arena *a, \
	    struct type *x, struct bh_err *err) \
	    __attribute__((warn_unused_result))
#define BH_JSON_PUT(what, type) \
	void bh_json_put_##what(struct bh_buf *b, const struct type *x)

/* json_select.c */
BH_JSON_READ(topology, bh_topology);
BH_JSON_PUT(topology, bh_topology);
BH_JSON_READ(commit, bh_commit);
BH_JSON_PUT(commit, bh_commit);
BH_JSON_READ(selection, bh_selection);
BH_JSON_PUT(selection, bh_selection);
BH_JSON_READ(object, bh_object);
BH_JSON_PUT(object, bh_object);
BH_JSON_READ(blessing, bh_blessing);
BH_JSON_PUT(blessing, bh_blessing);

/*
 * The stored object of a blessing (json_bless.c) into x, whose key, commit and
 * set are there: its body must be of that commit; without set (project level)
 * the scope is demanded and closed.  Strings lent from text, or in a.
 */
int	bh_json_read_bless(struct bh_str text, struct bh_arena *a,
	    struct bh_blessing *x, struct bh_err *err)
	    __attribute__((warn_unused_result));
/* The stored object of a project's blessing. */
void	bh_json_put_bless(struct bh_buf *b, const struct bh_blessing *x);

struct bh_notice {		/* warning, hint: code, text; bad: key, why */
	enum bh_rtype	type;
	struct bh_str	code;
	struct bh_str	text;
};
BH_JSON_READ(notice, bh_notice);	/* type is set from the line */
BH_JSON_PUT(notice, bh_notice);

struct bh_removal {
	bool		dry_run;
	long		objects, blessings;
};
BH_JSON_READ(removal, bh_removal);
BH_JSON_PUT(removal, bh_removal);

/*
 * json_result.c: collection.  A result that is read has an engine, 1 to 32
 * segments, at least one metric, known kinds, each once, finite numbers; a lone
 * bound is dropped.  rep is 1 where it is absent; 0 is not written.
 */
BH_JSON_READ(result, bh_result);
BH_JSON_PUT(result, bh_result);

struct bh_context {		/* the context object stays text */
	struct bh_str	context;	/* JSON object, store.5 names */
	struct bh_str	engine;		/* or none: of the whole run */
};
BH_JSON_READ(context, bh_context);
BH_JSON_PUT(context, bh_context);

/* json_census.c */
BH_JSON_READ(census, bh_census);
BH_JSON_PUT(census, bh_census);
BH_JSON_READ(query, bh_query);
BH_JSON_PUT(query, bh_query);

/* json_series.c */
/*
 * want: BH_SERIES_TEXT, points.text is filled in as well; BH_SERIES_CHART, no
 * intervals (they are checked, not read).
 */
enum { BH_SERIES_TEXT = 1, BH_SERIES_CHART = 2 };
int	bh_json_read_series(struct bh_str line, struct bh_arena *a,
	    unsigned want, struct bh_series *x, struct bh_err *err)
	    __attribute__((warn_unused_result));
/* values by points.text where that is set, else shortest */
void	bh_json_put_series(struct bh_buf *b, const struct bh_series *x,
	    bool raw);
/* the same in pieces, for a writer with columns of its own: the members before
 * "points", and those from "lag" on with the closing brace */
void	bh_json_series_head(struct bh_buf *b, const struct bh_series *x,
	    bool raw, struct bh_emit *e);
void	bh_json_series_tail(const struct bh_series *x, bool raw,
	    struct bh_emit *e);

struct bh_unjudged {
	struct bh_str	set;
	struct bh_id	id;
	enum bh_kind	kind;
	enum bh_reason	reason;
	long		points;
};
BH_JSON_READ(unjudged, bh_unjudged);
BH_JSON_PUT(unjudged, bh_unjudged);

/* json_verdict.c, json_finding.c */
struct bh_detection_rec {
	enum bh_detection method;
};
BH_JSON_READ(detection, bh_detection_rec);
BH_JSON_PUT(detection, bh_detection_rec);
struct bh_gate_rec {
	long		n;
	struct bh_gate	gate;
};
BH_JSON_READ(gate, bh_gate_rec);
BH_JSON_PUT(gate, bh_gate_rec);
BH_JSON_READ(verdict, bh_verdict);
BH_JSON_PUT(verdict, bh_verdict);
/* candidate, finding and dropped: one shape */
struct bh_finding_rec {
	struct bh_finding f;
	enum bh_rtype	 type;	/* which of the three */
	struct bh_str	 why;	/* dropped: "direction", "rank" */
};
BH_JSON_READ(finding, bh_finding_rec);
BH_JSON_PUT(finding, bh_finding_rec);
/* the members of a finding from "boundaries" to "effect", into a report too */
void	bh_json_emit_scan(struct bh_emit *e, const struct bh_finding *f);
/* the object "branch" */
void	bh_json_emit_branch(struct bh_emit *e, const struct bh_finding *f);
BH_JSON_READ(comparison, bh_comparison);
BH_JSON_PUT(comparison, bh_comparison);
BH_JSON_READ(coverage, bh_coverage);
BH_JSON_PUT(coverage, bh_coverage);
/* total ... reasons, the six members of census and coverage */
void	bh_json_emit_count(struct bh_emit *e, const struct bh_count *c);

/* json.c: pieces the files above share */
void	bh_json_emit_id(struct bh_emit *e, const char *key, struct bh_id id);
void	bh_json_emit_scope(struct bh_emit *e, const char *key,
	    const struct bh_scope *s);
/* open a record: {"type":"X" */
struct bh_emit bh_json_open(struct bh_buf *b, enum bh_rtype type);
#endif
