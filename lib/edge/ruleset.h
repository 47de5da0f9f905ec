#ifndef BH_EDGE_RULESET_H
#define BH_EDGE_RULESET_H

#include "compute/rules.h"
#include "edge/config.h"
#include "model/bless.h"

/* The rules of a gate, from options and from the keys gate.* of the file. */
enum bh_rule_word {
	BH_WORD_ENGINE, BH_WORD_TRIPLE, BH_WORD_MACHINE, BH_WORD_METRIC,
	BH_WORD_IGNORE, BH_WORD_FAIL_ON, BH_WORD_MAX_REGRESSION,
	BH_WORD_MAX_FINDINGS, BH_WORD_MIN_JUDGED, BH_WORD_JQ,
	BH_WORDS
};

struct bh_ruleset {
	struct bh_arena		 arena;
	struct bh_rules		 rules;
	struct bh_filter	 filter;
	bool			 given[BH_WORDS];	/* as an option */
	struct bh_strs	 jq;			/* in order */
	size_t			 capjq, capignore;
};

#define BH_RULESET_INIT	{ .arena = BH_ARENA_INIT, .rules = BH_RULES_INIT }

const char	*bh_rule_option(enum bh_rule_word w);	/* "min-judged" */

/* Take an option's value, which is lent; 0, or -1: what is wrong (BH_USAGE). */
int	bh_ruleset_option(struct bh_ruleset *s, enum bh_rule_word w,
	    const char *value, struct bh_err *err)
	    __attribute__((warn_unused_result));

/*
 * Options are all taken: add what the file says beside them.  An option stands
 * in place of its key, but for ignore, which adds.  A key gate.* that is not
 * known is a rule that would not be kept: BH_USAGE, as a value that is wrong.
 * Then the values "auto" of the filters are this host's.
 */
int	bh_ruleset_end(struct bh_ruleset *s, const struct bh_settings *file,
	    struct bh_err *err) __attribute__((warn_unused_result));
void	bh_ruleset_free(struct bh_ruleset *s);

#endif
