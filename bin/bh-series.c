/* bh-series: placed objects in, one series per record out.  See bh-series(1). */
#include <stdlib.h>
#include <string.h>

#include "edge/assemble.h"
#include "edge/stream.h"
#include "io/par.h"
#include "io/prog.h"

static const char usage[] =
    "usage: bh-series [-hv] [-j n] [--accept-plain] [--benchmark id]\n"
    "                 [--blessings] [--config file] [--current file]\n"
    "                 [--ignore prefix] [--max-object bytes] [--metric kind]\n"
    "                 [--prefix prefix] [--raw] [--repo dir]\n"
    "                 [--skip-invalid] [--store dir] [file ...]\n";

enum { ACCEPT_PLAIN = 256, BENCHMARK, BLESSINGS, CONFIG, CURRENT, IGNORE,
    MAX_OBJECT, METRIC, PREFIX, RAW, REPO, SKIP_INVALID, STORE };

static const struct option longs[] = {
	BH_PROG_OPTIONS,
	{ "accept-plain", no_argument, NULL, ACCEPT_PLAIN },
	{ "benchmark", required_argument, NULL, BENCHMARK },
	{ "blessings", no_argument, NULL, BLESSINGS },
	{ "config", required_argument, NULL, CONFIG },
	{ "current", required_argument, NULL, CURRENT },
	{ "ignore", required_argument, NULL, IGNORE },
	{ "max-object", required_argument, NULL, MAX_OBJECT },
	{ "metric", required_argument, NULL, METRIC },
	{ "prefix", required_argument, NULL, PREFIX },
	{ "raw", no_argument, NULL, RAW },
	{ "repo", required_argument, NULL, REPO },
	{ "skip-invalid", no_argument, NULL, SKIP_INVALID },
	{ "store", required_argument, NULL, STORE },
	{ NULL, 0, NULL, 0 }
};

static int
add(struct bh_assemble *s, struct bh_strs *v, const char *arg,
    const char *option, struct bh_err *err)
{
	size_t cap = v->n;	/* grows by doubling a full array */

	if (*arg == '\0')
		return bh_fail(err, BH_USAGE, "--%s: empty", option);
	v->v = bh_more(&s->arena, v->v, v->n, &cap, sizeof(*v->v));
	v->v[v->n++] = bh_str_of(arg);
	return 0;
}

static int
metric(struct bh_assemble *s, const char *arg, struct bh_err *err)
{
	struct bh_buf b = BH_BUF_INIT;
	int k;

	if ((s->metric = bh_kind_of(bh_str_of(arg))) != -1)
		return 0;
	for (k = 0; k < BH_KINDS; k++)
		bh_buf_f(&b, "%s%s", k == 0 ? "" : ", ",
		    bh_kind_name((enum bh_kind)k));
	bh_fail(err, BH_USAGE, "--metric: '%s' is none of %.*s", arg,
	    BH_FMT(bh_buf_of(&b)));
	bh_buf_free(&b);
	return -1;
}

static int
number(size_t *v, const char *arg, struct bh_err *err)
{
	uint64_t x;

	if (!bh_str_u64(bh_str_of(arg), &x) || x == 0 || x > SIZE_MAX / 4)
		return bh_fail(err, BH_USAGE,
		    "--max-object: '%s' is no number of bytes", arg);
	*v = (size_t)x;
	return 0;
}

static int
option(void *ctx, int c, const char *value, struct bh_err *err)
{
	struct bh_assemble *s = ctx;

	switch (c) {
	case 'j':
		if ((s->jobs = bh_par_jobs(value)) == 0)
			return bh_fail(err, BH_USAGE,
			    "-j: '%s' is no number from 1 to %d", value,
			    BH_PAR_MAX);
		return 0;
	case ACCEPT_PLAIN:
		s->accept_plain = true;
		return 0;
	case BENCHMARK:
		if (*value == '\0')
			return bh_fail(err, BH_USAGE, "--benchmark: empty");
		s->benchmark = bh_str_of(value);
		return 0;
	case BLESSINGS:
		s->blessings = true;
		return 0;
	case CONFIG:
		s->given.config = value;
		return 0;
	case CURRENT:
		return add(s, &s->current, value, "current", err);
	case IGNORE:
		return add(s, &s->ignore, value, "ignore", err);
	case MAX_OBJECT:
		return number(&s->max_object, value, err);
	case METRIC:
		return metric(s, value, err);
	case PREFIX:
		return add(s, &s->prefix, value, "prefix", err);
	case RAW:
		s->raw = true;
		return 0;
	case REPO:
		s->given.repo = value;
		return 0;
	case SKIP_INVALID:
		s->skip_invalid = true;
		return 0;
	default:	/* STORE */
		s->given.store = value;
		return 0;
	}
}

static const struct bh_prog_cli cli = { usage, "hvj:", longs, option, false };

int
main(int argc, char **argv)
{
	struct bh_assemble s = BH_ASSEMBLE_INIT;
	struct bh_err err = BH_ERR_INIT;
	struct bh_out out;
	int r;

	bh_prog_init("bh-series", &out);
	s.jobs = bh_par_default();
	r = bh_prog_options(&cli, argc, argv, &s, &out, &err);
	if (r == 0 && !s.raw && (s.benchmark.p != NULL || s.metric != -1 ||
	    s.blessings))
		r = bh_fail(&err, BH_USAGE, "--benchmark, --metric and "
		    "--blessings need --raw");
	if (r == 0)
		r = bh_assemble(&s, argv + optind, (size_t)(argc - optind),
		    &out, &err);
	bh_arena_free(&s.arena);
	return bh_stream_end(&out, "bh-series", r, &err);
}
