#include "edge/ruleset.h"

#include <math.h>
#include <stdio.h>

#include "base/num.h"
#include "edge/filter.h"

/* Take a value into the rules; what is wrong with it is said without a name. */
typedef int take_fn(struct bh_ruleset *s, struct bh_str v,
    struct bh_err *err);

/* --- numbers ----------------------------------------------------------- */

static int
count(struct bh_str v, long *n, struct bh_err *err)
{
	uint64_t u;

	if (!bh_str_u64(v, &u) || u > 1000000000)
		return bh_fail(err, BH_USAGE, "not a count: %.*s", BH_FMT(v));
	*n = (long)u;
	return 0;
}

/*
 * "2.5" or "2.5%", times 10 to the power: the double nearest to the ratio, so
 * that a change of exactly the limit is not over it.
 */
static int
percent(struct bh_ruleset *s, struct bh_str v, int power, double *x,
    struct bh_err *err)
{
	struct bh_str n = v;

	if (bh_str_ends(n, BH_STR("%")))
		n.n--;
	n = bh_strf(&s->arena, "%s%.*se%d", bh_str_starts(n, BH_STR(".")) ?
	    "0" : "", BH_FMT(n), power);
	return bh_num_read(n, x) && *x >= 0 ? 0 : bh_fail(err, BH_USAGE,
	    "not a percentage: %.*s", BH_FMT(v));
}

static int
size(struct bh_ruleset *s, struct bh_str v, double *x, struct bh_err *err)
{
	if (!bh_str_is(v, "any"))
		return percent(s, v, -2, x, err);
	*x = HUGE_VAL;
	return 0;
}

static int
kind_of(struct bh_str v, int *k, struct bh_err *err)
{
	char list[512] = "";
	size_t n = 0;
	int i;

	if ((*k = bh_kind_of(v)) != -1)
		return 0;
	for (i = 0; i < BH_KINDS; i++)
		n += (size_t)snprintf(list + n, sizeof(list) - n, "%s%s",
		    i > 0 ? ", " : "", bh_kind_name((enum bh_kind)i));
	return bh_fail(err, BH_USAGE, "unknown metric '%.*s', there are %s",
	    BH_FMT(v), list);
}

/* --- one word each ----------------------------------------------------- */

static int
filter(struct bh_ruleset *s, enum bh_axis axis, struct bh_str v,
    struct bh_err *err)
{
	return bh_filter_add(&s->arena, &s->filter, axis,
	    bh_str_z(&s->arena, v), err);
}

static int
take_engine(struct bh_ruleset *s, struct bh_str v, struct bh_err *err)
{
	return filter(s, BH_AXIS_ENGINE, v, err);
}

static int
take_triple(struct bh_ruleset *s, struct bh_str v, struct bh_err *err)
{
	return filter(s, BH_AXIS_TRIPLE, v, err);
}

static int
take_machine(struct bh_ruleset *s, struct bh_str v, struct bh_err *err)
{
	return filter(s, BH_AXIS_MACHINE, v, err);
}

static int
take_metric(struct bh_ruleset *s, struct bh_str v, struct bh_err *err)
{
	int k;

	if (kind_of(v, &k, err) == -1)
		return -1;
	s->rules.some_kinds = s->rules.kind[k] = true;
	return 0;
}

static void
append(struct bh_ruleset *s, struct bh_strs *to, size_t *cap,
    struct bh_str v)
{
	to->v = bh_more(&s->arena, to->v, to->n, cap, sizeof(*to->v));
	to->v[to->n++] = v;
}

static int
take_ignore(struct bh_ruleset *s, struct bh_str v, struct bh_err *err)
{
	(void)err;
	append(s, &s->rules.ignore, &s->capignore, v);
	return 0;
}

static int
take_fail_on(struct bh_ruleset *s, struct bh_str v, struct bh_err *err)
{
	int l = bh_list_of(v);

	if (l != BH_LIST_PROVISIONAL && l != BH_LIST_RANGE &&
	    l != BH_LIST_UNSTABLE)
		return bh_fail(err, BH_USAGE, "unknown list '%.*s', there are "
		    "provisional, range, unstable", BH_FMT(v));
	s->rules.list[l] = true;
	return 0;
}

/* [KIND=]PERCENT */
static int
take_max_regression(struct bh_ruleset *s, struct bh_str v,
    struct bh_err *err)
{
	struct bh_str name, rest = v;
	double x;
	int k;

	if (!bh_str_cut(&rest, '=', &name)) {
		s->rules.has_limit = true;
		return size(s, v, &s->rules.limit, err);
	}
	if (kind_of(name, &k, err) == -1 || size(s, rest, &x, err) == -1)
		return -1;
	s->rules.own[k] = true;
	s->rules.own_limit[k] = x;
	return 0;
}

static int
take_max_findings(struct bh_ruleset *s, struct bh_str v, struct bh_err *err)
{
	return count(v, &s->rules.max_findings, err);
}

/* N or P% */
static int
take_min_judged(struct bh_ruleset *s, struct bh_str v, struct bh_err *err)
{
	struct bh_rules *r = &s->rules;
	long n = 0;

	r->share = bh_str_ends(v, BH_STR("%"));
	if (r->share && percent(s, v, 0, &r->min_judged, err) == -1)
		return -1;
	if (r->share)
		return r->min_judged <= 100 ? 0 : bh_fail(err, BH_USAGE,
		    "more than all: %.*s", BH_FMT(v));
	if (count(v, &n, err) == -1)
		return -1;
	r->min_judged = (double)n;
	return 0;
}

static int
take_jq(struct bh_ruleset *s, struct bh_str v, struct bh_err *err)
{
	(void)err;
	append(s, &s->jq, &s->capjq, v);
	return 0;
}

/* --- all of them ------------------------------------------------------- */

static const struct {
	const char	*option, *key;
	take_fn		*take;
} words[BH_WORDS] = {
	[BH_WORD_ENGINE] = { "engine", "engine", take_engine },
	[BH_WORD_TRIPLE] = { "target-triple", "targetTriple", take_triple },
	[BH_WORD_MACHINE] = { "machine-key", "machineKey", take_machine },
	[BH_WORD_METRIC] = { "metric", "metric", take_metric },
	[BH_WORD_IGNORE] = { "ignore", "ignore", take_ignore },
	[BH_WORD_FAIL_ON] = { "fail-on", "failOn", take_fail_on },
	[BH_WORD_MAX_REGRESSION] = { "max-regression", "maxRegression",
	    take_max_regression },
	[BH_WORD_MAX_FINDINGS] = { "max-findings", "maxFindings",
	    take_max_findings },
	[BH_WORD_MIN_JUDGED] = { "min-judged", "minJudged", take_min_judged },
	[BH_WORD_JQ] = { "jq", "jq", take_jq }
};

const char *
bh_rule_option(enum bh_rule_word w)
{
	return words[w].option;
}

static int
take(struct bh_ruleset *s, enum bh_rule_word w, struct bh_str v,
    struct bh_err *err)
{
	if (v.n == 0)
		return bh_fail(err, BH_USAGE, "empty value");
	return words[w].take(s, v, err);
}

int
bh_ruleset_option(struct bh_ruleset *s, enum bh_rule_word w,
    const char *value, struct bh_err *err)
{
	s->given[w] = true;
	if (take(s, w, bh_str_of(value), err) == 0)
		return 0;
	/* the filters know the names of theirs */
	return w <= BH_WORD_MACHINE && value[0] != '\0' ? -1 :
	    bh_err_at(err, "--%s", words[w].option);
}

/* One of the file: the rest of its key behind "gate." */
static int
key(struct bh_ruleset *s, struct bh_str name, struct bh_str v,
    struct bh_err *err)
{
	int w;

	for (w = 0; w < BH_WORDS; w++)
		if (bh_str_ieq(name, bh_str_of(words[w].key)))
			break;
	if (w == BH_WORDS)
		return bh_fail(err, BH_USAGE, "unknown key");
	if (s->given[w] && w != BH_WORD_IGNORE)
		return 0;
	return take(s, (enum bh_rule_word)w, v, err);
}

int
bh_ruleset_end(struct bh_ruleset *s, const struct bh_settings *file,
    struct bh_err *err)
{
	const struct bh_str gate = BH_STR("gate.");
	struct bh_str name;
	size_t i;

	for (i = 0; i < file->nvalue; i++) {
		name = file->value[i].key;
		if (bh_str_starts(name, gate) && key(s, bh_str_from(name,
		    gate.n), file->value[i].value, err) == -1)
			return bh_err_at(err, "%.*s: %.*s", BH_FMT(file->file),
			    BH_FMT(name));
	}
	s->rules.scope = bh_filter_host(&s->arena, &s->filter, false, NULL,
	    NULL);
	return 0;
}

void
bh_ruleset_free(struct bh_ruleset *s)
{
	bh_arena_free(&s->arena);
}
