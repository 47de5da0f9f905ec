#ifndef BH_EDGE_CHOOSE_H
#define BH_EDGE_CHOOSE_H

#include "edge/config.h"
#include "io/out.h"
#include "model/bless.h"
#include "model/select.h"

/* bh-select(1): from options to records. */
enum bh_choose_what {
	BH_CHOOSE_RUNS,
	BH_CHOOSE_TOPOLOGY,	/* refs and lines, no store */
	BH_CHOOSE_BLESSINGS,	/* of the context commit */
	BH_CHOOSE_PRUNE
};

struct bh_choose {
	struct bh_arena	*a;		/* of everything */
	enum bh_choose_what what;
	struct bh_config given;
	const char	*context, *base;	/* NULL: not given */
	const char	*since;
	bool		no_dirty;
	struct bh_filter filter;
	struct bh_strs	current;	/* files of --current */
	struct bh_prune	prune;
};

int	bh_choose(struct bh_choose *c, struct bh_out *out, struct bh_err *err)
	    __attribute__((warn_unused_result));

#endif
