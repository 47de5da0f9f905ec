#ifndef BH_ENGINE_TREE_H
#define BH_ENGINE_TREE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "edge/pack.h"
#include "model/time.h"

/*
 * The files of a target root that an engine wants, from a directory or out of
 * an archive of one.  Symbolic links are neither followed nor read.
 */
struct bh_tree_dir {
	const char	*name;		/* the engine's folder in the root */
	bool		 deep;		/* also below its top level */
	bool		(*want)(struct bh_str path);	/* of the whole path */
};

struct bh_tree_file {
	struct bh_str	 path;		/* below the root */
	struct bh_time	 mtime;
	int64_t		 size;		/* on disk */
	struct bh_str	 data;		/* of an archive; p NULL: on disk */
	bool		 inner;		/* found below one folder more */
};

struct bh_tree {
	struct bh_arena	*a;		/* holds all of it */
	const char	*root;		/* for messages */
	int		 fd;		/* of the root, lent; -1: an archive */
	struct bh_tree_file *file;
	size_t		 n, cap;
	size_t		 held;		/* bytes of data */
	struct bh_str	 top;		/* first component of all members */
	bool		 several;	/* they have more than one */
};

enum { BH_TREE_DEPTH = 128 };
#define BH_TREE_HELD_MAX	((size_t)1 << 30)

/*
 * dirs ends with a NULL name.  max: most bytes of one file of an archive.  An
 * archive may hold the target root itself, as its only folder.
 */
int	bh_tree_walk(struct bh_tree *t, const struct bh_tree_dir *dirs,
	    struct bh_err *err) __attribute__((warn_unused_result));
int	bh_tree_unpack(struct bh_tree *t, const struct bh_tree_dir *dirs,
	    struct bh_pack *p, size_t max, struct bh_err *err)
	    __attribute__((warn_unused_result));

/*
 * Path order, component by component; by_dir: first the directories, then the
 * names.  Of two members with one path the later one stays.
 */
void	bh_tree_sort(struct bh_tree *t, bool by_dir);

/* The part of a path before its last '/' ("" without one), and behind it. */
struct bh_str	bh_path_dir(struct bh_str path);
struct bh_str	bh_path_base(struct bh_str path);
int		bh_path_cmp(struct bh_str a, struct bh_str b);

#endif
