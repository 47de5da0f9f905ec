/* bh-gate: a report in, 1 where it breaks a rule.  See bh-gate(1). */
#include "base/log.h"
#include "edge/jq.h"
#include "edge/report_in.h"
#include "edge/ruleset.h"
#include "io/prog.h"
#include "show/fmt.h"
#include "show/gated.h"

static const char usage[] =
    "usage: bh-gate [-h] [--verbose] [--repo dir] [--config file]\n"
    "\t[--engine word] [--target-triple word] [--machine-key word]\n"
    "\t[--metric kind] [--ignore prefix] [--fail-on list]\n"
    "\t[--max-regression [kind=]percent] [--max-findings n]\n"
    "\t[--min-judged n[%]] [--jq expression] [file]\n";

enum { WORD = 256, REPO = WORD + BH_WORDS, CONFIG };

struct gate {
	struct bh_ruleset	 set;
	struct bh_config	 config;
	struct bh_out		*out;
	bool			 broken;
};

/* Broken rules are the answer; kept ones are told under --verbose. */
static void
tell(struct gate *g, bool broken, const struct bh_buf *words)
{
	if (broken)
		bh_out_copy(g->out, bh_buf_of(words));
	else
		bh_note("kept: %.*s", BH_FMT(*words));
	g->broken |= broken;
}

/* --- jq ---------------------------------------------------------------- */

/* What an expression has given so far. */
struct answer {
	size_t	n;
	bool	no, null;
};

static int
output(void *ctx, struct bh_str json, struct bh_err *err)
{
	struct answer *a = ctx;
	bool no = bh_str_is(json, "false"), null = bh_str_is(json, "null");

	a->n++;
	a->no |= no;
	a->null |= null;
	return no || null || bh_str_is(json, "true") ? 0 : bh_fail(err,
	    BH_DATA, "neither true nor false: %.*s",
	    BH_FMT(bh_fmt_cut(json, 60)));
}

static int
ask(struct gate *g, struct bh_jq *jq, struct bh_str expr, struct bh_str text,
    struct bh_err *err)
{
	struct answer a = { 0 };
	struct bh_buf b = BH_BUF_INIT;

	if (bh_jq_run(jq, text, false, output, &a, err) == -1)
		return bh_err_at(err, "jq: %.*s", BH_FMT(expr));
	bh_buf_f(&b, "jq: %s: ", a.n == 0 ? "nothing" : a.no ? "false" :
	    a.null ? "null" : "true");
	bh_fmt_str(&b, BH_FMT_TEXT, expr);
	tell(g, a.n == 0 || a.no || a.null, &b);
	bh_buf_free(&b);
	return 0;
}

/* All are compiled before anything is read: what is wrong is bad usage. */
static int
compile(const struct bh_strs *expr, struct bh_jq *jq,
    struct bh_err *err)
{
	size_t i;

	for (i = 0; i < expr->n; i++)
		if (bh_jq_open(&jq[i], expr->v[i], err) == -1) {
			if (err->status == BH_DATA)
				err->status = BH_USAGE;
			return bh_err_at(err, "--jq: %.*s",
			    BH_FMT(expr->v[i]));
		}
	return 0;
}

/* --- the report -------------------------------------------------------- */

static int
judge(struct gate *g, struct bh_str text, struct bh_err *err)
{
	struct bh_arena a = BH_ARENA_INIT;
	const struct bh_rules *r = &g->set.rules;
	struct bh_buf b = BH_BUF_INIT;
	struct bh_ruling *v;
	struct bh_gated x;
	size_t i, n;
	int ret = bh_report_in(text, &a, &x, err);

	if (ret == 0 && bh_rules_narrow(r) && !x.has_kinds)
		ret = bh_fail(err, BH_DATA, "report: it does not say what was "
		    "judged of each set and metric");
	n = ret == 0 ? bh_rules_judge(r, &x, &a, &v) : 0;
	for (i = 0; i < n; i++) {
		bh_buf_reset(&b);
		bh_gated_words(&b, r, &v[i]);
		tell(g, v[i].broken, &b);
	}
	bh_buf_free(&b);
	bh_arena_free(&a);
	return ret;
}

static int
gate(struct gate *g, char *const *paths, size_t npaths, struct bh_err *err)
{
	const struct bh_strs *expr = &g->set.jq;
	struct bh_jq *jq = bh_calloc(&g->set.arena, expr->n, sizeof(*jq));
	struct bh_buf text = BH_BUF_INIT;
	const char *name;
	size_t i;
	int r = compile(expr, jq, err);

	if (r == 0 && (r = bh_gated_text(paths, npaths, &text, &name,
	    err)) == 0) {
		r = judge(g, bh_buf_of(&text), err);
		for (i = 0; r == 0 && i < expr->n; i++)
			r = ask(g, &jq[i], expr->v[i], bh_buf_of(&text), err);
		if (r == -1)
			bh_err_at(err, "%s", name);
	}
	for (i = 0; i < expr->n; i++)
		bh_jq_close(&jq[i]);
	bh_buf_free(&text);
	return r == 0 && g->broken ? BH_NO : r;
}

/* --- options ----------------------------------------------------------- */

static int
option(void *ctx, int c, const char *value, struct bh_err *err)
{
	struct gate *g = ctx;

	switch (c) {
	case REPO:
		g->config.repo = value;
		return 0;
	case CONFIG:
		g->config.config = value;
		return 0;
	default:
		return bh_ruleset_option(&g->set,
		    (enum bh_rule_word)(c - WORD), value, err);
	}
}

static int
run(struct gate *g, int argc, char **argv, struct bh_err *err)
{
	struct option longs[BH_WORDS + 5] = {
		BH_PROG_OPTIONS,
		{ "repo", required_argument, NULL, REPO },
		{ "config", required_argument, NULL, CONFIG }
	};
	struct bh_prog_cli cli = { usage, NULL, longs, option, false };
	struct bh_settings s;
	int w;

	for (w = 0; w < BH_WORDS; w++)
		longs[4 + w] = (struct option){
		    bh_rule_option((enum bh_rule_word)w), required_argument,
		    NULL, WORD + w };
	if (bh_prog_options(&cli, argc, argv, g, g->out, err) == -1)
		return -1;
	if (argc - optind > 1)
		return bh_fail(err, BH_USAGE, "one report at a time");
	if (bh_config_load(&g->set.arena, &g->config, BH_NEED_FILE, &s,
	    err) == -1 || bh_ruleset_end(&g->set, &s, err) == -1)
		return -1;
	return gate(g, argv + optind, (size_t)(argc - optind), err);
}

int
main(int argc, char **argv)
{
	struct bh_err err = BH_ERR_INIT;
	struct bh_out out;
	struct gate g = { .set = BH_RULESET_INIT, .out = &out };
	int r;

	bh_prog_init("bh-gate", &out);
	r = bh_prog_end(run(&g, argc, argv, &err), &err, &out);
	bh_ruleset_free(&g.set);
	return r;
}
