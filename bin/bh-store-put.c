/* bh-store-put: store a collection, or a blessing.  See bh-store-put(1). */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "edge/clock.h"
#include "edge/collect.h"
#include "edge/config.h"
#include "edge/filter.h"
#include "edge/stream.h"
#include "io/file.h"
#include "io/prog.h"

static const char usage[] =
    "usage: bh-store-put [-h] [--verbose] [--repo dir] [--config file]\n"
    "\t[--project id] [--store dir] [--overwrite] [--skip-existing]\n"
    "\t[--no-store] [--machine-key word] [--allow-unknown-commit]\n"
    "\t[--collection-output file] [file ...]\n"
    "   or: bh-store-put --bless commit [-h] [--verbose] [--repo dir]\n"
    "\t[--config file] [--project id] [--store dir] [--engine word]\n"
    "\t[--target-triple word] [--machine-key word] [--all]\n"
    "\t[--prefix prefix]\n";

enum { ALL = 1, ALLOW, BLESS, CONFIG, ENGINE, MACHINE, NO_STORE, OUTPUT,
    OVERWRITE, PREFIX, PROJECT, REPO, SKIP, STORE, TRIPLE };

static const struct option options[] = {
	BH_PROG_OPTIONS,
	{ "all", no_argument, NULL, ALL },
	{ "allow-unknown-commit", no_argument, NULL, ALLOW },
	{ "bless", required_argument, NULL, BLESS },
	{ "collection-output", required_argument, NULL, OUTPUT },
	{ "config", required_argument, NULL, CONFIG },
	{ "engine", required_argument, NULL, ENGINE },
	{ "machine-key", required_argument, NULL, MACHINE },
	{ "no-store", no_argument, NULL, NO_STORE },
	{ "overwrite", no_argument, NULL, OVERWRITE },
	{ "prefix", required_argument, NULL, PREFIX },
	{ "project", required_argument, NULL, PROJECT },
	{ "repo", required_argument, NULL, REPO },
	{ "skip-existing", no_argument, NULL, SKIP },
	{ "store", required_argument, NULL, STORE },
	{ "target-triple", required_argument, NULL, TRIPLE },
	{ NULL, 0, NULL, 0 }
};

struct given {
	struct bh_config config;
	struct bh_filter filter;
	struct bh_strs	prefix;
	size_t		 capprefix;
	const char	*bless, *machine, *output;
	bool		 all, allow, no_store, overwrite, skip;
	char		**files;
	size_t		 nfiles;
	struct bh_arena	 arena;
};

/* --- a collection ---------------------------------------------------------- */

static int
read_all(const struct given *g, struct bh_collect *c, struct bh_out *out,
    struct bh_err *err)
{
	struct bh_stream in;
	struct bh_str line;
	enum bh_rtype type;
	int r;

	bh_stream_init(&in, g->files, g->nfiles, out);
	while ((r = bh_stream_next(&in, &line, &type, err)) == 1) {
		if (type == BH_R_CONTEXT)
			r = bh_collect_context(c, line, err);
		else if (type == BH_R_RESULT)
			r = bh_collect_result(c, line, err);
		else
			bh_out_copy(out, line);
		if (r == -1) {
			bh_stream_at(&in, err);
			break;
		}
	}
	bh_stream_free(&in);
	return r;
}

/* A new file; its directory must be there. */
static int
write_new(const char *path, struct bh_str text, struct bh_err *err)
{
	struct bh_arena a = BH_ARENA_INIT;
	char *dir = bh_str_z(&a, bh_str_of(path)), *slash = strrchr(dir, '/');
	const char *name = slash == NULL ? path : path + (slash - dir) + 1;
	int fd, r = -1;

	if (slash != NULL)
		slash[slash == dir] = '\0';
	fd = open(slash == NULL ? "." : dir, O_RDONLY | O_DIRECTORY |
	    O_CLOEXEC);
	if (fd == -1)
		bh_fail_errno(err, "%s", path);
	else {
		r = bh_file_put(fd, name, text, 0666, BH_FILE_NEW, err);
		close(fd);
		if (r == -1)
			bh_err_at(err, "%s", path);
	}
	bh_arena_free(&a);
	return r != 1 ? r : bh_fail(err, BH_SYS, "%s: is there already", path);
}

static int
store(const struct given *g, struct bh_collect *c, const char *path,
    struct bh_err *err)
{
	enum bh_collect_policy policy = g->overwrite ? BH_COLLECT_REPLACE :
	    g->skip ? BH_COLLECT_SKIP : BH_COLLECT_REFUSE;
	struct bh_store s = BH_STORE_INIT;
	int r;

	if ((r = bh_store_open(&s, path, true, err)) == 0)
		r = bh_collect_store(c, &s, policy, err);
	return bh_store_end(&s, r, err);
}

static int
collect(const struct given *g, const struct bh_settings *set,
    struct bh_out *out, struct bh_err *err)
{
	struct bh_collect_names names = { set->project,
	    bh_str_of(g->machine), g->allow };
	struct bh_buf snapshot = BH_BUF_INIT;
	struct bh_collect c;
	int r;

	bh_collect_init(&c);
	if ((r = read_all(g, &c, out, err)) == 0)
		r = bh_collect_end(&c, &names, err);
	if (r == 0 && g->output != NULL)
		r = bh_collect_snapshot(&c, set->project, &snapshot, err);
	if (r == 0 && !g->no_store && bh_collect_some(&c))
		r = store(g, &c, set->store.p, err);
	if (r == 0 && g->output != NULL)
		r = write_new(g->output, bh_buf_of(&snapshot), err);
	bh_collect_put(&c, out);
	bh_buf_free(&snapshot);
	bh_collect_free(&c);
	return r;
}

/* --- a blessing ------------------------------------------------------------ */

static int
bless_store(struct bh_blessing *x, const char *path, struct bh_err *err)
{
	struct bh_store s = BH_STORE_INIT;
	struct bh_buf body = BH_BUF_INIT;
	int r;

	bh_json_put_bless(&body, x);
	if ((r = bh_store_open(&s, path, true, err)) == 0)
		r = bh_store_put(&s, x->key, bh_buf_of(&body), false, err);
	if (r == BH_STORE_THERE)
		r = bh_fail(err, BH_NO, "%.*s: there already, a blessing is "
		    "never replaced", BH_FMT(x->key));
	x->status = r == 0 ? BH_STR("stored") : BH_STR("refused");
	bh_buf_free(&body);
	return bh_store_end(&s, r, err);
}

static int
bless(struct given *g, const struct bh_settings *set, struct bh_out *out,
    struct bh_err *err)
{
	struct bh_blessing x = { .commit = bh_str_of(g->bless),
	    .line_topo = -1, .has_body = true, .prefixes = g->prefix };
	struct bh_key k = { .what = BH_KEY_BLESS, .project = set->project,
	    .commit = x.commit };
	char when[BH_TIME_TEXT];
	int r;

	if (bh_clock_now(&k.at, err) == -1)
		return -1;
	bh_time_print(k.at, when);
	x.issued_at = bh_str_of(when);
	x.key = bh_key_text(&g->arena, &k);
	x.scope = bh_filter_host(&g->arena, &g->filter, false,
	    g->config.repo, NULL);
	r = bless_store(&x, set->store.p, err);
	bh_json_put_blessing(&out->buf, &x);
	bh_out_line(out);
	return r;
}

/* --- options --------------------------------------------------------------- */

static int
prefix(struct given *g, const char *p, struct bh_err *err)
{
	if (*p == '\0')
		return bh_fail(err, BH_USAGE, "--prefix: empty value");
	g->prefix.v = bh_more(&g->arena, g->prefix.v, g->prefix.n,
	    &g->capprefix, sizeof(*g->prefix.v));
	g->prefix.v[g->prefix.n++] = bh_str_of(p);
	return 0;
}

static int
take(void *ctx, int c, const char *arg, struct bh_err *err)
{
	struct given *g = ctx;

	switch (c) {
	case ALL:	g->all = true; return 0;
	case ALLOW:	g->allow = true; return 0;
	case BLESS:	g->bless = arg; return 0;
	case CONFIG:	g->config.config = arg; return 0;
	case NO_STORE:	g->no_store = true; return 0;
	case OUTPUT:	g->output = arg; return 0;
	case OVERWRITE:	g->overwrite = true; return 0;
	case PROJECT:	g->config.project = arg; return 0;
	case REPO:	g->config.repo = arg; return 0;
	case SKIP:	g->skip = true; return 0;
	case STORE:	g->config.store = arg; return 0;
	case PREFIX:
		return prefix(g, arg, err);
	case ENGINE:
		return bh_filter_add(&g->arena, &g->filter, BH_AXIS_ENGINE,
		    arg, err);
	case TRIPLE:
		return bh_filter_add(&g->arena, &g->filter, BH_AXIS_TRIPLE,
		    arg, err);
	default:	/* MACHINE */
		g->machine = arg;
		return bh_filter_add(&g->arena, &g->filter, BH_AXIS_MACHINE,
		    arg, err);
	}
}

static bool
full_id(const char *s)
{
	size_t n = strlen(s);

	return (n == 40 || n == 64) && strspn(s, "0123456789abcdef") == n;
}

/* Do the options go together? */
static int
check(const struct given *g, struct bh_err *err)
{
	const char *why = NULL;

	if (g->bless == NULL) {
		if (g->overwrite && g->skip)
			why = "--overwrite and --skip-existing exclude each "
			    "other";
		else if (g->all || g->prefix.n > 0 ||
		    g->filter.given[BH_AXIS_ENGINE] ||
		    g->filter.given[BH_AXIS_TRIPLE])
			why = "--all, --prefix, --engine and --target-triple "
			    "go with --bless";
		else if (g->filter.all[BH_AXIS_MACHINE] ||
		    g->filter.host[BH_AXIS_MACHINE])
			why = "--machine-key: 'all' and 'auto' name no machine";
		else if (g->no_store && g->output != NULL)
			why = "--collection-output and --no-store exclude "
			    "each other";
	} else if (!full_id(g->bless))
		why = "--bless: a full commit id is needed";
	else if (g->all == (g->prefix.n > 0))
		why = "--bless goes with --prefix or with --all";
	else if (g->overwrite || g->skip || g->no_store || g->allow ||
	    g->output != NULL || g->nfiles > 0)
		why = "--bless stores a blessing, nothing else";
	return why == NULL ? 0 : bh_fail(err, BH_USAGE, "%s", why);
}

static int
run(struct given *g, struct bh_out *out, struct bh_err *err)
{
	struct bh_settings set;

	if (check(g, err) == -1 ||
	    bh_config_load(&g->arena, &g->config, BH_NEED_PROJECT |
	    (g->no_store ? 0 : BH_NEED_STORE), &set, err) == -1)
		return -1;
	return g->bless != NULL ? bless(g, &set, out, err) :
	    collect(g, &set, out, err);
}

static const struct bh_prog_cli cli = { usage, NULL, options, take, false };

int
main(int argc, char **argv)
{
	struct given g = { .arena = BH_ARENA_INIT };
	struct bh_err err = BH_ERR_INIT;
	struct bh_out out;
	int r;

	bh_prog_init("bh-store-put", &out);
	r = bh_prog_options(&cli, argc, argv, &g, &out, &err);
	g.files = argv + optind;
	g.nfiles = (size_t)(argc - optind);
	if (r == 0)
		r = run(&g, &out, &err);
	bh_arena_free(&g.arena);
	return bh_stream_end(&out, "bh-store-put", r, &err);
}
