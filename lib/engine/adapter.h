#ifndef BH_ENGINE_ADAPTER_H
#define BH_ENGINE_ADAPTER_H

#include "edge/jq.h"
#include "engine/harvest.h"

/*
 * Any tool's output through a program in the jq language, the adapter, whose
 * outputs are results: objects with id and metrics, perhaps flags and extra,
 * as in a record, or remarks, {"warning": TEXT} and {"note": TEXT}.  Its first
 * lines may say "# input: json", "lines" (a JSON text a line) or "text",
 * "# nan: null" (NaN and Infinity in JSON are null) and "# engine: WORD".  In a
 * target root the files of an adapter are those of the folder that has its name.
 */
enum bh_adapter_input { BH_ADAPTER_JSON, BH_ADAPTER_LINES, BH_ADAPTER_TEXT };

struct bh_adapter {
	struct bh_engine_reader	 reader;	/* its ctx is the adapter */
	struct bh_jq		 jq;
	enum bh_adapter_input	 input;
	bool			 nan;		/* is null */
	struct bh_tree_dir	 dirs[2];	/* the reader's */
	char			 folder[256];	/* NAME of NAME.jq */
	bool			 told_engine;	/* by an option */
	const char		*name;		/* as told; NULL: not yet */
};

void	bh_adapter_init(struct bh_adapter *x);
void	bh_adapter_free(struct bh_adapter *x);

/*
 * A file where name has a '/' or ends in ".jq", else one of those that are
 * installed beside the program.
 */
int	bh_adapter_load(struct bh_adapter *x, const char *name,
	    struct bh_err *err) __attribute__((warn_unused_result));

/* Under which engine results are stored, whatever the adapter says. */
int	bh_adapter_engine(struct bh_adapter *x, const char *word,
	    struct bh_err *err) __attribute__((warn_unused_result));

#endif
