#ifndef BH_EDGE_CANDIDATE_H
#define BH_EDGE_CANDIDATE_H

#include "edge/hist.h"
#include "edge/store.h"
#include "io/out.h"
#include "model/key.h"
#include "model/rec.h"
#include "model/select.h"

/*
 * The keys of a store that a selection looks at: those of the sets it is
 * about, runs of sets that differ in their machine only, blessings.  No object
 * is opened.
 */
struct bh_candidate {
	struct bh_str	 key;		/* in the arena */
	struct bh_str	 set;		/* none: blessing of the project */
	struct bh_str	 commit;	/* as the key has it */
	struct bh_hist_commit *at;	/* NULL: on neither line */
	enum bh_key_what what;
	bool		 sibling;
	enum bh_role	 role;		/* of a run that is placed */
	long		 line_topo;	/* of a blessing that is placed; or -1 */
};

struct bh_candidates {
	/* what is asked for */
	struct bh_arena	*a;
	const struct bh_hist *hist;
	const struct bh_scope *scope;	/* sets that one of them covers */
	size_t		 nscope;
	bool		 siblings;	/* wanted: clean, on the base line */
	const char	*only;		/* this commit alone; NULL: all */
	bool		 off;		/* blessings off both lines too */

	/* the answer, in byte order of keys */
	struct bh_candidate *v;
	size_t		 n, cap;
	long		 skipped;	/* keys outside the grammar */

	/* where the walk is */
	struct bh_str	 partition;	/* "v1/P/objects/E/T/M/", or none */
	struct bh_str	 set;
	bool		 sibling;	/* the partition is one */
	struct bh_store	*store;
};

/* Fill in the answer; project is raw. */
int	bh_candidates_list(struct bh_candidates *c, struct bh_store *s,
	    struct bh_str project, struct bh_err *err)
	    __attribute__((warn_unused_result));

/*
 * Place them: role, line_topo, the tallies of s and its base_exception.
 * Siblings and the base line count in branch mode alone.
 *	left_out	runs of this commit are none (--current); or NULL
 */
void	bh_candidates_place(struct bh_candidates *c, const struct bh_rules *r,
	    const char *left_out, struct bh_selection *s);

/* The same for a prune: what goes away has role context. */
void	bh_candidates_prune(struct bh_candidates *c, const struct bh_rules *r,
	    const struct bh_prune *p, struct bh_selection *s);

/* The context commit's blessings, and nothing else. */
void	bh_candidates_bless(struct bh_candidates *c, long tip);

/*
 * Write the commits of the context line and, where mode is branch, of the base
 * line, each from the oldest that something is placed at on; then the
 * selection; then what is placed, objects and blessings in order of keys.
 *	tip	the context commit at least
 */
void	bh_candidates_put(const struct bh_candidates *c,
	    const struct bh_hist_topo *t, const struct bh_selection *s,
	    enum bh_mode mode, bool tip, struct bh_out *out);

/* One line of commits from topo first on. */
void	bh_candidates_put_line(const struct bh_hist_topo *t, bool base,
	    long first, struct bh_out *out);

#endif
