#ifndef BH_MODEL_REC_H
#define BH_MODEL_REC_H

/*
 * The record kinds of bh-stream(5) as plain structs.  Strings are lent: they
 * point into the line or into the arena that the reader was given.  A string
 * that is absent or null has p == NULL.  edge/json.h reads and writes them.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"
#include "model/kind.h"

enum bh_mode { BH_HISTORY, BH_BRANCH };

/* Why a series is not judged, in the order of reports. */
enum bh_reason {
	BH_JUDGED = -1,
	BH_GHOST,
	BH_IGNORED,
	BH_TOO_FEW_POINTS,
	BH_TOO_FEW_POINTS_SINCE_BLESSING,
	BH_NOT_MEASURED_ON_BRANCH,
	BH_TOO_FEW_BASE_COMMITS,
	BH_TOO_FEW_BASE_COMMITS_SINCE_BLESSING,
	BH_CURRENT_BASE_REGIME_UNRESOLVED,
	BH_REASONS
};

/* Detection stages and gates, in the order of gate ladders. */
enum bh_stage {
	BH_STAGE_CHANGE_POINT,
	BH_STAGE_DRIFT,
	BH_STAGE_BRANCH,
	BH_STAGE_REGIME,
	BH_STAGE_FAMILY,
	BH_STAGES
};

enum bh_gate_id {
	BH_G_MIN_SERIES_POINTS,
	BH_G_MIN_BASE_COMMITS,
	BH_G_SPLIT_LOCATED,
	BH_G_MIN_REGIME,
	BH_G_NON_ZERO_DELTA,
	BH_G_RELATIVE_FLOOR,
	BH_G_ABSOLUTE_FLOOR,
	BH_G_RESIDUAL_NOISE,
	BH_G_REGIME_SEPARATION,
	BH_G_INTERVAL_DISJOINT,
	BH_G_SELECTION_ADJUSTMENT,
	BH_G_SIGNIFICANCE,
	BH_G_INTERVAL_NOISE_BAND,
	BH_G_SUPPORTED,		/* stage regime */
	BH_G_UNRESOLVED,	/* stage regime */
	BH_G_STABLE_LEVEL,	/* scan: not unstable */
	BH_G_STILL_THERE,	/* scan: not gone again */
	BH_G_DIRECTION,		/* stage family */
	BH_G_FALSE_DISCOVERY,	/* stage family */
	BH_GATES
};

enum bh_method { BH_CHANGE_POINT, BH_DRIFT, BH_BRANCH_EXCURSION };
enum bh_detection { BH_COMPAT, BH_SCAN };
enum bh_list {
	BH_LIST_FINDINGS,	/* the controlled list: no member "list" */
	BH_LIST_PROVISIONAL,
	BH_LIST_RANGE,
	BH_LIST_IMPROVED,
	BH_LIST_UNSTABLE,
	BH_LISTS
};
enum bh_outcome { BH_QUIET, BH_CANDIDATE, BH_UNJUDGED };

/* Of an enum: its names, and what to say of a word that is none of them. */
struct bh_names {
	const char	*(*name)(int v);
	int		 (*of)(struct bh_str s);	/* -1: unknown */
	const char	*unknown;
};

const char	*bh_mode_name(enum bh_mode m);		/* "history" */
const char	*bh_reason_name(enum bh_reason r);	/* "ghost" */
const char	*bh_stage_name(enum bh_stage s);	/* "change_point" */
const char	*bh_gate_name(enum bh_gate_id g);	/* "split_located" */
const char	*bh_method_name(enum bh_method m);	/* "change_point" */
const char	*bh_detection_name(enum bh_detection d); /* "compat" */
const char	*bh_list_name(enum bh_list l);		/* "improved" */
const char	*bh_outcome_name(enum bh_outcome o);	/* "quiet" */
int		 bh_mode_of(struct bh_str s);		/* each -1: unknown */
int		 bh_reason_of(struct bh_str s);
int		 bh_stage_of(struct bh_str s);
int		 bh_gate_of(struct bh_str s);
int		 bh_method_of(struct bh_str s);
int		 bh_detection_of(struct bh_str s);
int		 bh_list_of(struct bh_str s);
int		 bh_outcome_of(struct bh_str s);

extern const struct bh_names bh_mode_names, bh_reason_names, bh_stage_names,
    bh_gate_names, bh_method_names, bh_detection_names, bh_list_names,
    bh_outcome_names, bh_lag_names, bh_kind_names;

/* A benchmark's identity: its segments, coarsest first. */
struct bh_id {
	struct bh_str	*seg;
	size_t		 n;
};

int		 bh_id_cmp(struct bh_id a, struct bh_id b);  /* segment-wise */
struct bh_str	 bh_id_join(struct bh_arena *a, struct bh_id id);  /* "a/b" */
bool		 bh_id_starts(struct bh_id id, struct bh_str prefix); /* of it */

/* "E/T/M" compared as engine, triple, machine, each by bytes. */
int		 bh_set_cmp(struct bh_str a, struct bh_str b);

/* --- topology, commit, selection ------------------------------------- */

struct bh_topology {
	struct bh_str	context_ref, context_commit;
	struct bh_str	base_ref, base_commit, base_how;
	long		fork_topo;	/* -1: none */
	long		tip_topo;
	long		base_topo;
	bool		tip_is_merge_base;
	bool		tree_dirty;
	bool		context_is_head;
	bool		shallow;
};

struct bh_commit {
	bool		base_line;	/* else the context line */
	long		topo;
	struct bh_str	hash;
	struct bh_str	time;		/* RFC 3339 */
	struct bh_str	side;		/* "base", "target" or none */
	struct bh_str	title;
};

enum bh_axis { BH_AXIS_ENGINE, BH_AXIS_TRIPLE, BH_AXIS_MACHINE, BH_AXES };

const char	*bh_axis_name(enum bh_axis x);	/* "engine", "target_triple" */

struct bh_scope {
	struct bh_strs	axis[BH_AXES];	/* n == 0: not restricted */
};

struct bh_selection {
	struct bh_str	project;
	enum bh_mode	mode;
	struct bh_str	since;		/* none: null */
	struct bh_str	since_why;
	struct bh_scope	filters;
	bool		automatic[BH_AXES];  /* this host's value was filled in */
	long		candidates, kept;
	long		drop_history, drop_dirty, drop_since;
	long		skipped_keys;
	bool		base_exception;
};

/* --- object, blessing --------------------------------------------------- */

enum bh_role { BH_ROLE_NONE, BH_ROLE_CONTEXT, BH_ROLE_BASE, BH_ROLE_BOTH,
    BH_ROLE_SIBLING };

struct bh_object {
	struct bh_str	key;
	bool		dirty;		/* what */
	struct bh_str	set;
	struct bh_str	commit;
	enum bh_role	role;
	long		topo, base_topo;	/* -1: absent */
	long		ordinal;		/* -1: absent */
	struct bh_str	status;		/* "stored" ..., or none */
	long		cases;		/* -1: absent */
};

struct bh_blessing {
	struct bh_str	key;
	struct bh_str	commit;
	struct bh_str	set;		/* none: project level */
	long		line_topo;	/* -1: absent */
	bool		has_body;
	struct bh_str	issued_at;
	struct bh_strs	prefixes;	/* n == 0: every benchmark */
	struct bh_scope	scope;
	struct bh_str	status;		/* of bh-store-put, -rm; or none */
};

/* --- results (collection) ---------------------------------------------- */

struct bh_metric {
	struct bh_str	kind;		/* known to bh_kind_of when written */
	struct bh_str	value;		/* number texts */
	struct bh_str	std_dev;	/* or none */
	struct bh_str	low, high;	/* both or none */
	struct bh_str	estimator;	/* or none */
};

struct bh_result {
	struct bh_str	 engine;
	struct bh_id	 id;
	struct bh_metric *metric;
	size_t		 nmetric;
	long		 rep;		/* from 1 */
	struct bh_str	 src;		/* or none */
	struct bh_str	 flags;		/* JSON array text, or none */
	struct bh_str	 extra;		/* JSON object text, or none */
};

/* --- series ------------------------------------------------------------- */

/*
 * n observations in order (topo, clean before dirty, ordinal).  topo never
 * decreases.  has == NULL: no point has an interval; dirty == NULL: none is.
 */
struct bh_points {
	size_t		 n;
	int32_t		*topo;
	double		*value;		/* finite */
	struct bh_str	*text;		/* the values as carried; may be NULL */
	double		*low, *high;	/* valid where has[i] */
	bool		*has;
	bool		*dirty;
};

enum bh_lag_reason { BH_LAG_MISMATCH, BH_LAG_NO_RECENT };

const char	*bh_lag_name(enum bh_lag_reason r); /* "no_recent_base_data" */
int		 bh_lag_of(struct bh_str s);

struct bh_series {
	long		 n;		/* number in series order, from 0 */
	struct bh_str	 set;		/* "E/T/M" */
	struct bh_id	 id;
	enum bh_kind	 kind;
	bool		 judged;
	enum bh_reason	 reason;	/* BH_JUDGED where judged */
	size_t		 active;	/* first judged point */
	struct bh_str	 blessed;	/* commit, full id; or none */
	struct bh_str	 blessed_time;	/* its committer time */
	struct bh_points points;	/* context topo */
	bool		 has_base;	/* branch mode */
	size_t		 base_available;
	struct bh_points base;		/* base topo, at most 128 levels */
	bool		 has_lag;
	long		 lag_behind;
	enum bh_lag_reason lag_reason;
};

/* Report order of series: set, id, kind. */
int		 bh_series_cmp(const struct bh_series *a,
		    const struct bh_series *b);

struct bh_set_count {
	struct bh_str	set;
	long		runs, series;
};

/* The six members that census and coverage share. */
struct bh_count {
	long		total, in_scope, judged, unjudged;
	long		reason[BH_REASONS];
};

/* "no_series", "nothing_in_scope", "nothing_judged", "partial", "full" */
const char	*bh_coverage_state(const struct bh_count *c);

struct bh_census {
	enum bh_mode	 mode;
	bool		 final;
	struct bh_count	 count;
	long		 series, ghosts_excluded, ignored_excluded;
	long		 objects_bad;
	long		 runs;
	struct bh_str	 first, last;	/* full ids or none */
	struct bh_set_count *sets;
	size_t		 nsets;
};

struct bh_query {
	struct bh_str	benchmark, metric, unit;	/* or none */
	long		runs, series;
};

/* --- verdicts ----------------------------------------------------------- */

struct bh_gate {
	enum bh_stage	stage;
	enum bh_gate_id	gate;
	bool		has_num;	/* value and demand; or from and to */
	double		value, demand;
	bool		pass;
};

struct bh_boundary {
	long		topo;
	struct bh_str	commit;		/* filled in by the program */
	double		before, after, p;
};

struct bh_suspect_candidate {
	long		topo;
	struct bh_str	commit;
	double		weight;
};

struct bh_suspect {
	long		good_topo, bad_topo;
	struct bh_str	good, bad;
	struct bh_strs	unmeasured;	/* commits between, oldest first */
	struct bh_suspect_candidate *cand;
	size_t		ncand;
	double		coverage;
};

struct bh_branch_range {
	long		reference_count;
	double		reference_min, reference_max;
	double		excess, relative_excess;
	long		regime_start_topo;	/* base topo; -1: no boundary */
	struct bh_str	regime_start;		/* commit, or none */
	bool		matches_previous_regime;
	bool		has_included, included;
};

/* A candidate, and with rank or list a finding. */
struct bh_finding {
	long		 n;
	struct bh_str	 set;
	struct bh_id	 id;
	enum bh_kind	 kind;
	enum bh_list	 list;
	enum bh_method	 method;
	bool		 regression;	/* direction */
	double		 baseline, latest, delta, relative_delta;
	bool		 has_p;
	double		 p;
	long		 topo;		/* of the step; -1: absent */
	struct bh_str	 commit;	/* or none */
	long		 window_start_topo;	/* -1: absent */
	struct bh_str	 window_start;	/* drift: oldest commit */
	long		 base_commit_topo;	/* base topo; -1: absent */
	struct bh_str	 base_commit;	/* branch */
	bool		 has_median_delta;
	double		 median_delta;
	bool		 has_branch;
	struct bh_branch_range branch;
	bool		 has_boundaries;	/* scan */
	struct bh_boundary *boundary;
	size_t		 nboundary;
	bool		 has_suspect;
	struct bh_suspect suspect;
	bool		 has_effect;
	double		 effect_low, effect_high, effect_level;
	bool		 has_rank;
	long		 rank;
	double		 threshold;
};

/*
 * Order of findings: |relative_delta| (scan: the end of effect nearer to zero
 * where there is one) descending, then method, set, id, kind.
 */
int		 bh_finding_cmp(const struct bh_finding *a,
		    const struct bh_finding *b);

struct bh_verdict {
	long		 n;
	enum bh_outcome	 outcome;
	enum bh_reason	 reason;	/* outcome BH_UNJUDGED */
	int		 declined[BH_STAGES];	/* gate, or -1 */
	bool		 branch;	/* the four below are set */
	long		 start;		/* window position */
	long		*boundary;	/* compat: selector, scan: window */
	size_t		 nboundary;
	bool		 has_previous;
	double		 previous_low, previous_high;
	bool		 stable;
};

struct bh_comparison {
	struct bh_str	 set;
	long		 evaluated, at_least, series;
	bool		 has_scores;
	double		 branch_score;
	double		*base_score;	/* evaluated of them */
};

/* Series of one set and kind that are in scope, and how many are judged. */
struct bh_kind_count {
	struct bh_str	set;
	enum bh_kind	kind;
	long		series, judged;
};

struct bh_coverage {
	struct bh_count	 count;
	struct bh_str	 outcome;	/* "findings", "clean", ... */
	long		 verdicts, candidates, screened;
	long		 findings[BH_LISTS];	/* by list */
	bool		 scan;		/* the lists beside are written */
	bool		 has_family;
	long		 family;
	double		 target;
	bool		 has_kinds;
	struct bh_kind_count *kind;	/* order of set, kind */
	size_t		 nkind;
};

#endif
