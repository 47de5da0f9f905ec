#ifndef BH_COMPUTE_JUDGE_H
#define BH_COMPUTE_JUDGE_H

/*
 * The one interface behind which the two methods stand: a series in, a
 * verdict, its candidates and on request the gate log out.  Pure: no clock, no
 * descriptor, no state; the same input gives the same answer on any thread.
 */

#include "base/arena.h"
#include "model/rec.h"

/* What all series of a run share. */
struct bh_judge {
	enum bh_detection	method;
	enum bh_mode		mode;
	long			family;	/* census.judged: m of the calibration */
	long			tip_topo;  /* context topo of the context commit */
};

/* Gates in the order they were evaluated; grows in its arena. */
struct bh_gate_log {
	struct bh_arena	*arena;
	struct bh_gate	*v;
	size_t		 n, cap;
};

void	bh_gate_log_add(struct bh_gate_log *g, enum bh_stage stage,
	    enum bh_gate_id gate, bool has_num, double value, double demand,
	    bool pass);		/* g may be NULL: nothing is kept */

/*
 * Judge one series whose "judged" is set.
 *	s	lent; values are finite, topo never decreases
 *	a	memory of the answer
 *	log	NULL, or where the gates go
 *	v	the verdict; v->n = s->n
 *	cand	*ncand candidates in a, set, id and kind lent from s.  Commits
 *		are not known here: topo, window_start_topo, base_commit_topo,
 *		branch.regime_start_topo and the topo members of boundaries and
 *		suspect say where (context topo; base topo for base_*,
 *		regime_start and, in branch mode, boundaries); -1 where absent.
 *		The caller resolves them to ids.
 */
void	bh_judge(const struct bh_judge *j, const struct bh_series *s,
	    struct bh_arena *a, struct bh_gate_log *log, struct bh_verdict *v,
	    struct bh_finding **cand, size_t *ncand);

/* The two methods, called by bh_judge alone (and by tests). */
void	bh_compat_history(const struct bh_judge *j, const struct bh_series *s,
	    struct bh_arena *a, struct bh_gate_log *log, struct bh_verdict *v,
	    struct bh_finding **cand, size_t *ncand);
void	bh_compat_branch(const struct bh_judge *j, const struct bh_series *s,
	    struct bh_arena *a, struct bh_gate_log *log, struct bh_verdict *v,
	    struct bh_finding **cand, size_t *ncand);
void	bh_scan_history(const struct bh_judge *j, const struct bh_series *s,
	    struct bh_arena *a, struct bh_gate_log *log, struct bh_verdict *v,
	    struct bh_finding **cand, size_t *ncand);
void	bh_scan_branch(const struct bh_judge *j, const struct bh_series *s,
	    struct bh_arena *a, struct bh_gate_log *log, struct bh_verdict *v,
	    struct bh_finding **cand, size_t *ncand);

#endif
