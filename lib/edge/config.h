#ifndef BH_EDGE_CONFIG_H
#define BH_EDGE_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "model/rec.h"

/*
 * What options, environment and the file .bench-history settle together: an
 * option beats its variable, that beats the file, that beats the default.
 * Read by git(1) itself, and only where something is still open, so that a
 * program told everything by its options starts at once.
 */
struct bh_config {			/* as given; NULL: not given */
	const char	*repo;		/* --repo DIR */
	const char	*config;	/* --config FILE, else BH_CONFIG */
	const char	*project;	/* --project ID, else BH_PROJECT */
	const char	*store;		/* --store DIR, else BH_STORE */
};

enum bh_config_need {
	BH_NEED_STORE = 1,	/* settings.store; none named is BH_USAGE */
	BH_NEED_PROJECT = 2,	/* settings.project */
	BH_NEED_TOP = 4,	/* settings.top, whatever else is known */
	BH_NEED_FILE = 8,	/* the other members too */
	BH_CONFIG_WARN = 16	/* unknown keys of our sections: a warning, said
				   by the first program of a pipeline alone */
};

struct bh_config_value {
	struct bh_str	key;	/* "render.summarylimit": in lower case */
	struct bh_str	value;	/* "" allowed; none: a bare key, true */
};

struct bh_settings {
	struct bh_str	top;		/* absolute: the work tree, or the
					   bare repository; none: no repository,
					   or not looked for */
	struct bh_str	file;		/* that was read; or none */
	struct bh_str	project;	/* raw, not sanitized */
	struct bh_str	store;		/* directory, as open(2) takes it */
	struct bh_str	base;		/* project.defaultBranch; or none */
	struct bh_strs	ignore;	/* analysis.ignore, none empty */
	struct bh_str	command;	/* collect.command; or none */
	struct bh_config_value *value;	/* all of the file, in its order */
	size_t		nvalue;
};

/*
 * Settle what need says; strings are in a or in the options.
 *	returns	0, or -1: BH_USAGE (an empty option, no store), BH_DATA (a
 *		malformed file, an empty value), BH_SYS (a file that cannot be
 *		read, or was named and is not there)
 */
int	bh_config_load(struct bh_arena *a, const struct bh_config *given,
	    unsigned need, struct bh_settings *s, struct bh_err *err)
	    __attribute__((warn_unused_result));

/*
 * The last value of a key ("render.summaryLimit", any case).
 *	returns	false: not set.  A bare key gives "true".
 */
bool	bh_config_get(const struct bh_settings *s, const char *key,
	    struct bh_str *value);

/*
 * The repository that directory dir (NULL: the working one) lies in: its work
 * tree, or the bare repository, with symbolic links resolved; BH_STR_NONE
 * where there is none.  -1: dir is no directory.
 */
int	bh_config_top(struct bh_arena *a, const char *dir, struct bh_str *top,
	    struct bh_err *err) __attribute__((warn_unused_result));

#endif
