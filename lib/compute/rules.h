#ifndef BH_COMPUTE_RULES_H
#define BH_COMPUTE_RULES_H

#include "base/arena.h"
#include "model/rec.h"

/* Rules that a report must keep, and whether it does. */
enum bh_rule {
	BH_RULE_JUDGED,		/* enough series were judged */
	BH_RULE_REGRESSION,	/* none is larger than its limit */
	BH_RULE_FINDINGS,	/* there are not too many */
	BH_RULE_JQ		/* judged elsewhere */
};

const char	*bh_rule_name(enum bh_rule r);	/* "min-judged" */

struct bh_rules {
	/* which series are looked at */
	struct bh_scope		scope;
	bool			some_kinds;	/* those of kind alone */
	bool			kind[BH_KINDS];
	struct bh_strs	ignore;		/* prefixes of benchmarks */
	bool			list[BH_LISTS];	/* beside the findings */
	/* what is demanded of them */
	bool			has_limit;
	double			limit;		/* a ratio; HUGE_VAL: none */
	bool			own[BH_KINDS];	/* this kind has one */
	double			own_limit[BH_KINDS];
	long			max_findings;	/* -1: any number */
	bool			share;		/* min_judged is in percent */
	double			min_judged;
};

/* Demands that one series be judged, and that none of them got worse. */
#define BH_RULES_INIT	{ .max_findings = -1, .min_judged = 1 }

/* Are there series that are not looked at, whatever their benchmark? */
bool	bh_rules_narrow(const struct bh_rules *r);

/* What the rules look at: a report. */
struct bh_gated {
	enum bh_mode		 mode;
	long			 in_scope, judged;
	bool			 has_kinds;	/* or nothing of the next two */
	struct bh_kind_count	*kind;
	size_t			 nkind;
	struct bh_finding	*finding;	/* of every list */
	size_t			 nfinding, capfinding;
};

struct bh_ruling {
	enum bh_rule		 rule;
	bool			 broken;
	const struct bh_finding	*f;	/* REGRESSION: the one over its limit;
					   FINDINGS: the largest; or NULL */
	double			 limit;	/* REGRESSION; f is NULL: unused */
	long			 n;	/* JUDGED: judged; others: how many
					   series got worse */
	long			 of;	/* JUDGED: in scope */
};

/*
 * One ruling a rule, JUDGED first; a broken REGRESSION gives one for each
 * finding over its limit, in the order of the report.  A series got worse where
 * its finding says so, whatever the sign of the change.
 *	g	has_kinds is demanded where bh_rules_narrow
 *	v	in a; f points into g
 *	returns	how many
 */
size_t	bh_rules_judge(const struct bh_rules *r, const struct bh_gated *g,
	    struct bh_arena *a, struct bh_ruling **v);

#endif
