/* bh-render: a record stream in, what people and programs read out.
 * See bh-render(1). */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "edge/config.h"
#include "io/prog.h"
#include "show/view.h"

static const char usage[] =
    "usage: bh-render [-h] [--verbose] [--repo dir] [--config file]\n"
    "\t[--as view] [--json file] [--markdown file]\n"
    "\t[--markdown-summary file] [--summary-limit n] [--outcome file]\n"
    "\t[--html file] [--svg file] [--csv file] [--no-text] [--gates]\n"
    "\t[--ascii] [--benchmark id] [--metric kind] [--commit id] [file ...]\n";

enum { LIMIT = 256, NO_TEXT, GATES, ASCII, AS, BENCHMARK, METRIC, COMMIT, REPO,
    CONFIG, OUTPUT };	/* OUTPUT + a bh_out_kind */

static const struct option options[] = {
	BH_PROG_OPTIONS,
	{ "as", required_argument, NULL, AS },
	{ "json", required_argument, NULL, OUTPUT + BH_OUT_JSON },
	{ "markdown", required_argument, NULL, OUTPUT + BH_OUT_MARKDOWN },
	{ "markdown-summary", required_argument, NULL,
	    OUTPUT + BH_OUT_SUMMARY },
	{ "summary-limit", required_argument, NULL, LIMIT },
	{ "outcome", required_argument, NULL, OUTPUT + BH_OUT_OUTCOME },
	{ "html", required_argument, NULL, OUTPUT + BH_OUT_HTML },
	{ "svg", required_argument, NULL, OUTPUT + BH_OUT_SVG },
	{ "csv", required_argument, NULL, OUTPUT + BH_OUT_CSV },
	{ "no-text", no_argument, NULL, NO_TEXT },
	{ "gates", no_argument, NULL, GATES },
	{ "ascii", no_argument, NULL, ASCII },
	{ "benchmark", required_argument, NULL, BENCHMARK },
	{ "metric", required_argument, NULL, METRIC },
	{ "commit", required_argument, NULL, COMMIT },
	{ "repo", required_argument, NULL, REPO },
	{ "config", required_argument, NULL, CONFIG },
	{ NULL, 0, NULL, 0 }
};

struct job {
	const struct bh_view	*view;
	struct bh_ask		 ask;
	struct bh_outs		 outs;
	struct bh_config	 config;
};

/* --- options ----------------------------------------------------------- */

static int
set_limit(struct job *j, struct bh_str s, const char *what, struct bh_err *err)
{
	uint64_t n;

	if (!bh_str_u64(s, &n) || n == 0 || n > 1000000)
		return bh_fail(err, BH_USAGE, "%s: not a count: %.*s", what,
		    BH_FMT(s));
	j->ask.look.limit = (long)n;
	return 0;
}

static int
set_metric(struct job *j, const char *s, struct bh_err *err)
{
	char list[512] = "";
	int k;

	j->ask.metric = bh_str_of(s);
	if (bh_kind_of(j->ask.metric) != -1)
		return 0;
	for (k = 0; k < BH_KINDS; k++) {
		strcat(list, k > 0 ? ", " : "");
		strcat(list, bh_kind_name((enum bh_kind)k));
	}
	return bh_fail(err, BH_USAGE, "--metric: unknown kind %s; there are %s",
	    s, list);
}

static int
set_view(struct job *j, const char *s, struct bh_err *err)
{
	if ((j->view = bh_view_find(s)) == NULL)
		return bh_fail(err, BH_USAGE, "--as: no such view: %s", s);
	return 0;
}

static int
option(void *ctx, int c, const char *value, struct bh_err *err)
{
	struct job *j = ctx;

	if (c > OUTPUT && c < OUTPUT + BH_OUTS) {
		j->outs.path[c - OUTPUT] = value;
		return 0;
	}
	switch (c) {
	case AS:
		return set_view(j, value, err);
	case LIMIT:
		return set_limit(j, bh_str_of(value), "--summary-limit", err);
	case METRIC:
		return set_metric(j, value, err);
	case BENCHMARK:
		j->ask.benchmark = bh_str_of(value);
		return value[0] != '\0' ? 0 :
		    bh_fail(err, BH_USAGE, "--benchmark: empty id");
	case COMMIT:
		j->ask.commit = bh_str_of(value);
		return 0;
	case NO_TEXT:
		j->outs.path[BH_OUT_TEXT] = NULL;
		return 0;
	case GATES:
		j->ask.look.gates = true;
		return 0;
	case ASCII:
		j->ask.look.ascii = true;
		return 0;
	case REPO:
		j->config.repo = value;
		return 0;
	default:	/* CONFIG */
		j->config.config = value;
		return 0;
	}
}

/* What the options leave open and this view looks at: render.*. */
static int
configure(struct job *j, struct bh_err *err)
{
	struct bh_arena a = BH_ARENA_INIT;
	struct bh_settings s;
	struct bh_str v;
	int r = 0;

	if (j->ask.look.limit != 0)
		return 0;
	j->ask.look.limit = BH_SUMMARY_LIMIT;
	if (j->outs.path[BH_OUT_SUMMARY] == NULL)
		return 0;
	if (bh_config_load(&a, &j->config, BH_NEED_FILE, &s, err) == -1)
		r = -1;
	else if (bh_config_get(&s, "render.summaryLimit", &v))
		r = set_limit(j, v, "render.summaryLimit", err);
	bh_arena_free(&a);
	return r;
}

/* --- work -------------------------------------------------------------- */

static int
render(struct job *j, char *const *paths, size_t npaths, struct bh_out *out,
    struct bh_err *err)
{
	const struct bh_view *v = j->view;
	struct bh_gather g = BH_GATHER_INIT;
	struct bh_want want = { .types = v->types, .points = v->points,
	    .texts = v->texts, .titles = v->titles, .id = j->ask.benchmark,
	    .kind = j->ask.metric };
	int r;

	r = bh_gather_read(&g, &want, paths, npaths, err);
	if (r == 0)
		r = v->make(&g, &j->ask, &j->outs, err);
	if (r == 0)
		r = bh_outs_publish(&j->outs, out, err);
	bh_outs_free(&j->outs);
	bh_gather_free(&g);
	return r;
}

static const struct bh_prog_cli cli = { usage, NULL, options, option, false };

static int
run(struct job *j, int argc, char **argv, struct bh_out *out,
    struct bh_err *err)
{

	if (bh_prog_options(&cli, argc, argv, j, out, err) == -1)
		return -1;
	if (j->view->make != bh_view_explain &&
	    (j->ask.benchmark.p != NULL || j->ask.metric.p != NULL))
		return bh_fail(err, BH_USAGE,
		    "--benchmark, --metric: for --as explain");
	if (j->view->make != bh_view_account && j->ask.commit.p != NULL)
		return bh_fail(err, BH_USAGE, "--commit: for --as account");
	if (bh_outs_check(&j->outs, j->view->outs, err) == -1 ||
	    configure(j, err) == -1)
		return -1;
	return render(j, argv + optind, (size_t)(argc - optind), out, err);
}

int
main(int argc, char **argv)
{
	struct job j = { .view = bh_view_find("report"),
	    .outs.path[BH_OUT_TEXT] = "-" };
	struct bh_err err = BH_ERR_INIT;
	struct bh_out out;

	bh_prog_init("bh-render", &out);
	j.ask.look.colour = isatty(STDOUT_FILENO) && getenv("NO_COLOR") == NULL;
	return bh_prog_end(run(&j, argc, argv, &out, &err), &err, &out);
}
