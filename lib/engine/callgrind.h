#ifndef BH_ENGINE_CALLGRIND_H
#define BH_ENGINE_CALLGRIND_H

#include "engine/harvest.h"

/*
 * Callgrind counts: Gungraun's summary.json (schema versions 6 and 7) and raw
 * callgrind.out files.
 */

/* The events that are stored, in the order of the record. */
enum bh_cg_event { BH_CG_BC, BH_CG_BI, BH_CG_IR, BH_CG_EVENTS };

/* BH_CG_EVENTS: none of them. */
enum bh_cg_event bh_cg_event_of(struct bh_str name);
enum bh_kind	bh_cg_kind(enum bh_cg_event e);

struct bh_cg_group;

struct bh_callgrind {
	struct bh_arena	 arena;
	struct bh_str	 id[30];	/* --id; n == 0: from the command */
	size_t		 nid;
	bool		 each;		/* --part=each */
	bool		 schema[2];	/* 6, 7 were met */
	struct bh_str	*creator;	/* of raw files, each once */
	size_t		 ncreator, creator_cap;
	struct bh_cg_group *group;	/* raw: newest first */
	struct bh_cg_group **slot;	/* by hash; NULL: none yet */
	size_t		 ngroup, nslot;
};

extern const struct bh_engine_reader bh_callgrind_reader;

/* Check a value of --id and keep it (lent); -1. */
int	bh_callgrind_id(struct bh_callgrind *c, const char *value,
	    struct bh_err *err);
void	bh_callgrind_free(struct bh_callgrind *c);

/* One summary.json; adds one result, perhaps without a metric. */
int	bh_callgrind_summary(struct bh_callgrind *c, const struct bh_doc *d,
	    struct bh_take *t, struct bh_err *err);

/*
 * One raw file: its parts are added to what is known of its process; results
 * get their metrics from bh_callgrind_sum.
 */
int	bh_callgrind_raw(struct bh_callgrind *c, const struct bh_doc *d,
	    struct bh_take *t, struct bh_err *err);
void	bh_callgrind_sum(struct bh_callgrind *c, struct bh_take *t);

/* One part of a raw file. */
struct bh_cg_part {
	struct bh_str	 part, thread;	/* or none */
	bool		 measured;	/* totals, a summary or a cost line */
	bool		 has[BH_CG_EVENTS];
	uint64_t	 sum[BH_CG_EVENTS];
};

struct bh_cg_file {
	struct bh_str	 creator, pid, cmd;	/* or none */
	struct bh_cg_part *part;
	size_t		 n, cap;
};

/* Read the text of a raw file; strings are lent from it, parts are in a. */
int	bh_callgrind_scan(struct bh_str text, struct bh_arena *a,
	    struct bh_cg_file *f, struct bh_err *err)
	    __attribute__((warn_unused_result));

#endif
