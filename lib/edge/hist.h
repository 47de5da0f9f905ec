#ifndef BH_EDGE_HIST_H
#define BH_EDGE_HIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"

/*
 * What git knows: refs, first-parent lines, ancestry, the state of the tree.
 * libgit2 answers; git(1) where libgit2 cannot: repositories that it refuses
 * (SHA-256, extensions.worktreeConfig and newer ones) and shallow clones,
 * whose cut it does not see.  Nothing is written, no hook, filter of the
 * repository or fsmonitor runs, replace objects are not followed.
 */
enum { BH_HIST_HEX = 64 };	/* most digits of a commit id */

struct bh_hist_commit {
	const char	*hex;		/* full id, NUL-terminated */
	int64_t		 time;		/* committer, seconds since the epoch */
	struct bh_str	 title;		/* its subject; may be no UTF-8 */
	int32_t		 topo;		/* on the context line, or -1 */
	int32_t		 base_topo;	/* on the base line, or -1 */
};

struct bh_hist {
	struct bh_arena	*a;		/* the caller's, of everything here */
	const char	*top;		/* directory of the repository */
	void		*repo;		/* git_repository; NULL: git(1) */
	bool		 bare;
	struct bh_str	 cut;		/* content of the file "shallow" */
	struct bh_hist_commit **slot;	/* by id, see bh_hist_find */
	size_t		 nslot, nused;	/* nslot: a power of two, or 0 */
};

/*
 * Open the repository whose work tree, or bare directory, is top
 * (bh_settings.top; BH_STR_NONE fails).  a outlives h.
 *	returns	0, or -1 (BH_SYS)
 */
int	bh_hist_open(struct bh_hist *h, struct bh_arena *a, struct bh_str top,
	    struct bh_err *err) __attribute__((warn_unused_result));
void	bh_hist_close(struct bh_hist *h);

/*
 * The commit that a revision names, tags peeled.
 *	hex	set to its full id, in the arena
 *	returns	0; 1 it names none, err says why (BH_SYS); -1
 */
int	bh_hist_resolve(struct bh_hist *h, const char *name,
	    const char **hex, struct bh_err *err)
	    __attribute__((warn_unused_result));

/* "main" where refs/remotes/origin/HEAD stands for origin/main, or none. */
int	bh_hist_origin_head(struct bh_hist *h, struct bh_str *name,
	    struct bh_err *err) __attribute__((warn_unused_result));

/* The branch that HEAD is on ("main"), with commits or not; or none. */
int	bh_hist_branch(struct bh_hist *h, struct bh_str *name,
	    struct bh_err *err) __attribute__((warn_unused_result));

/*
 * Is the tree not as HEAD has it: anything staged, modified (submodules too) or
 * untracked and not ignored; never in a bare repository.
 *	except	absolute paths: untracked files there do not count
 */
int	bh_hist_dirty(struct bh_hist *h, const struct bh_str *except,
	    size_t nexcept, bool *dirty, struct bh_err *err)
	    __attribute__((warn_unused_result));

/*
 * Where our own files lie in a tree: the target root (CARGO_TARGET_DIR, or
 * "target" there) and the store, as far as they exist, for bh_hist_dirty.
 *	store	bh_settings.store, or none
 *	returns	how many
 */
size_t	bh_hist_ours(struct bh_arena *a, struct bh_str top,
	    struct bh_str store, struct bh_str except[2]);

/* --- two lines ------------------------------------------------------------ */

struct bh_hist_line {
	struct bh_hist_commit **v;	/* [topo]: oldest first */
	size_t		 n;
};

/*
 * The context split against the base.  Ancestors of the base are a prefix of
 * the context line: its commits with topo <= fork.
 */
struct bh_hist_topo {
	const char	*context_ref, *context;	/* as asked for; full id */
	const char	*base_ref, *base;
	const char	*how;		/* option, config, origin-head ... */
	struct bh_hist_line line;	/* of the context */
	struct bh_hist_line base_line;	/* shares what both have */
	long		 fork;		/* -1: none */
	bool		 unrelated;	/* no common ancestor is seen */
	bool		 context_is_head;
};

/*
 * Resolve both refs, the base by bh-select(1)'s list of sources, and walk both
 * lines.  h can do this once.
 *	context	NULL: HEAD
 *	base	--base, or NULL
 *	config	project.defaultBranch, or none; one that names no commit is
 *		warned of
 *	returns	0, or -1 (BH_SYS): a ref that names no commit, no base
 */
int	bh_hist_topo(struct bh_hist *h, const char *context, const char *base,
	    struct bh_str config, struct bh_hist_topo *t, struct bh_err *err)
	    __attribute__((warn_unused_result));

/* Fail as unrelated lines do: no mode follows from them. */
int	bh_hist_unrelated(const struct bh_hist_topo *t, struct bh_err *err);

/* A commit of the walked lines by its full id; NULL: on neither. */
struct bh_hist_commit *bh_hist_find(const struct bh_hist *h,
	    struct bh_str hex);

/* Is the line cut short by a shallow clone? */
bool	bh_hist_is_cut(const struct bh_hist *h, const struct bh_hist_line *l);

/* --- between the files hist*.c -------------------------------------------- */

struct bh_hist_list {
	struct bh_hist_commit **v;	/* newest first */
	size_t		 n, cap;
};

/*
 * Add the first-parent line of a commit to l, up to its root, the cut, or the
 * first commit that bh_hist_find knows.
 *	meet	that commit, or NULL
 */
int	bh_hist_walk(struct bh_hist *h, const char *hex,
	    struct bh_hist_list *l, struct bh_hist_commit **meet,
	    struct bh_err *err) __attribute__((warn_unused_result));
void	bh_hist_list_add(struct bh_hist *h, struct bh_hist_list *l,
	    const char *hex, int64_t time, struct bh_str title);

/* Have the two commits a common ancestor? 1, 0, -1 */
int	bh_hist_related(struct bh_hist *h, const char *x, const char *y,
	    struct bh_err *err) __attribute__((warn_unused_result));

/*
 * The newest of line->v[from..] that is an ancestor of base.
 *	fork	on entry the newest known one, or -1
 */
int	bh_hist_fork(struct bh_hist *h, const struct bh_hist_line *line,
	    const char *base, long *fork, struct bh_err *err)
	    __attribute__((warn_unused_result));

/* An untracked path (a directory: with its '/'): does it count? */
bool	bh_hist_counts(const struct bh_hist *h, struct bh_str path,
	    const struct bh_str *except, size_t nexcept);

/* The same questions to git(1). */
int	bh_hist_git_open(struct bh_hist *h, struct bh_err *err);
int	bh_hist_git_resolve(struct bh_hist *h, const char *name,
	    const char **hex, struct bh_err *err);
int	bh_hist_git_symbolic(struct bh_hist *h, const char *ref,
	    const char *head, struct bh_str *name, struct bh_err *err);
int	bh_hist_git_dirty(struct bh_hist *h, const struct bh_str *except,
	    size_t nexcept, bool *dirty, struct bh_err *err);
int	bh_hist_git_walk(struct bh_hist *h, const char *hex,
	    struct bh_hist_list *l, struct bh_hist_commit **meet,
	    struct bh_err *err);
int	bh_hist_git_related(struct bh_hist *h, const char *x, const char *y,
	    struct bh_err *err);
int	bh_hist_git_fork(struct bh_hist *h, const struct bh_hist_line *line,
	    const char *base, long *fork, struct bh_err *err);

#endif
