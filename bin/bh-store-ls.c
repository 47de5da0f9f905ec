/* bh-store-ls: the keys of a store as records.  See bh-store-ls(1). */
#include <strings.h>

#include "base/log.h"
#include "edge/config.h"
#include "edge/filter.h"
#include "edge/here.h"
#include "edge/json.h"
#include "edge/store.h"
#include "edge/stream.h"
#include "io/prog.h"
#include "model/key.h"

static const char usage[] =
    "usage: bh-store-ls [-h] [--verbose] [--repo dir] [--config file]\n"
    "\t[--project id] [--store dir] [--engine word]\n"
    "\t[--target-triple word] [--machine-key word] [--here]\n"
    "\t[--commit id] [--blessings] [--keys]\n";

enum { BLESSINGS = 1, COMMIT, CONFIG, ENGINE, HERE, KEYS, MACHINE, PROJECT, REPO,
    STORE, TRIPLE };

static const struct option options[] = {
	BH_PROG_OPTIONS,
	{ "blessings", no_argument, NULL, BLESSINGS },
	{ "commit", required_argument, NULL, COMMIT },
	{ "config", required_argument, NULL, CONFIG },
	{ "engine", required_argument, NULL, ENGINE },
	{ "here", no_argument, NULL, HERE },
	{ "keys", no_argument, NULL, KEYS },
	{ "machine-key", required_argument, NULL, MACHINE },
	{ "project", required_argument, NULL, PROJECT },
	{ "repo", required_argument, NULL, REPO },
	{ "store", required_argument, NULL, STORE },
	{ "target-triple", required_argument, NULL, TRIPLE },
	{ NULL, 0, NULL, 0 }
};

struct ls {
	struct bh_config config;
	struct bh_filter filter;
	struct bh_scope	 scope;
	struct bh_strs	commit;
	size_t		 capcommit;
	bool		 blessings, here, keys;
	long		 skipped;
	struct bh_here	 host;
	const struct bh_store *store;
	struct bh_err	 failed;	/* where a directory was asked for */
	struct bh_arena	 arena;
	struct bh_arena	 one;		/* a key's strings */
	struct bh_out	 out;
};

/* --- what is listed -------------------------------------------------------- */

static bool
is_commit(const struct ls *l, struct bh_str id)
{
	const struct bh_strs *v = &l->commit;
	size_t i;

	for (i = 0; i < v->n; i++)
		if (v->v[i].n <= id.n &&
		    strncasecmp(v->v[i].p, id.p, v->v[i].n) == 0)
			return true;
	return v->n == 0;
}

static bool
is_value(const struct bh_strs *v, struct bh_str value)
{
	size_t i;

	for (i = 0; i < v->n; i++)
		if (bh_str_ieq(v->v[i], value))
			return true;
	return v->n == 0;
}

static bool
is_here(struct ls *l, struct bh_str set)
{
	return !l->here || l->failed.status != 0 ||
	    bh_here_is(&l->host, l->store, set, &l->failed) == 1;
}

/* Directories that no wanted key can be in are not opened. */
static enum bh_store_way
dir(void *arg, struct bh_str path, enum bh_store_depth depth)
{
	struct ls *l = arg;
	struct bh_str name = path;
	bool want = true, bless;
	size_t i = --name.n;

	while (i > 0 && name.p[i - 1] != '/')
		i--;
	bless = depth == BH_STORE_TRIPLE && bh_str_ends(
	    (struct bh_str){ name.p, i }, BH_STR("/objects/blessings/"));
	name = bh_str_from(name, i);
	if (depth == BH_STORE_COMMIT || bless)
		want = is_commit(l, name);
	else if (depth == BH_STORE_ENGINE)
		want = bh_str_is(name, "blessings") ||
		    is_value(&l->scope.axis[BH_AXIS_ENGINE], name);
	else if (depth == BH_STORE_TRIPLE)
		want = is_value(&l->scope.axis[BH_AXIS_TRIPLE], name);
	else if (depth == BH_STORE_MACHINE)
		want = is_value(&l->scope.axis[BH_AXIS_MACHINE], name) &&
		    is_here(l, path);
	return want ? BH_STORE_LOOK : BH_STORE_SKIP;
}

static void
put_object(struct ls *l, struct bh_str text, const struct bh_key *k)
{
	struct bh_object o = { .key = text, .dirty = k->what == BH_KEY_DIRTY,
	    .set = bh_key_set(&l->one, k), .commit = k->commit, .topo = -1,
	    .base_topo = -1, .ordinal = -1, .cases = -1 };

	bh_json_put_object(&l->out.buf, &o);
}

static void
put_blessing(struct ls *l, struct bh_str text, const struct bh_key *k)
{
	struct bh_blessing b = { .key = text, .commit = k->commit,
	    .line_topo = -1 };

	if (k->what == BH_KEY_BLESS_SET)
		b.set = bh_key_set(&l->one, k);
	bh_json_put_blessing(&l->out.buf, &b);
}

static int
key(void *arg, struct bh_str text, struct bh_err *err)
{
	struct ls *l = arg;
	struct bh_key k;
	bool object;

	(void)err;
	if (!bh_key_parse(text, &k)) {
		l->skipped++;
		return 0;
	}
	object = k.what == BH_KEY_CLEAN || k.what == BH_KEY_DIRTY;
	if (object && l->blessings)
		return 0;
	bh_arena_reset(&l->one);
	if (l->keys)
		bh_buf_str(&l->out.buf, text);
	else if (object)
		put_object(l, text, &k);
	else
		put_blessing(l, text, &k);
	bh_out_line(&l->out);
	return 0;
}

static int
list(struct ls *l, struct bh_err *err)
{
	struct bh_store_lister lister = { .dir = dir, .key = key,
	    .arg = l };
	struct bh_store s = BH_STORE_INIT;
	struct bh_settings set;
	int r;

	if (bh_config_load(&l->arena, &l->config, BH_NEED_PROJECT |
	    BH_NEED_STORE, &set, err) == -1)
		return -1;
	l->scope = bh_filter_host(&l->arena, &l->filter, false,
	    l->config.repo, NULL);
	if (l->here)
		bh_here_init(&l->host);
	l->store = &s;
	if ((r = bh_store_open(&s, set.store.p, false, err)) == 0)
		r = bh_store_list(&s, bh_key_sanitize(&l->arena, set.project),
		    &lister, err);
	bh_here_free(&l->host);
	if (r == 0 && l->failed.status != 0) {
		*err = l->failed;
		r = -1;
	}
	if (l->skipped > 0)
		bh_note("files that are no objects: %ld", l->skipped);
	return bh_store_end(&s, r, err);
}

/* --- options --------------------------------------------------------------- */

static int
commit(struct ls *l, const char *id, struct bh_err *err)
{
	if (*id == '\0')
		return bh_fail(err, BH_USAGE, "--commit: empty value");
	l->commit.v = bh_more(&l->arena, l->commit.v, l->commit.n,
	    &l->capcommit, sizeof(*l->commit.v));
	l->commit.v[l->commit.n++] = bh_str_of(id);
	return 0;
}

static int
take(void *ctx, int c, const char *value, struct bh_err *err)
{
	struct ls *l = ctx;

	switch (c) {
	case BLESSINGS:	l->blessings = true; return 0;
	case CONFIG:	l->config.config = value; return 0;
	case HERE:	l->here = true; return 0;
	case KEYS:	l->keys = true; return 0;
	case PROJECT:	l->config.project = value; return 0;
	case REPO:	l->config.repo = value; return 0;
	case STORE:	l->config.store = value; return 0;
	case COMMIT:
		return commit(l, value, err);
	case ENGINE:
		return bh_filter_add(&l->arena, &l->filter, BH_AXIS_ENGINE,
		    value, err);
	case TRIPLE:
		return bh_filter_add(&l->arena, &l->filter, BH_AXIS_TRIPLE,
		    value, err);
	default:	/* MACHINE */
		return bh_filter_add(&l->arena, &l->filter, BH_AXIS_MACHINE,
		    value, err);
	}
}

static const struct bh_prog_cli cli = { usage, NULL, options, take, true };

int
main(int argc, char **argv)
{
	struct ls l = { .host = BH_HERE_INIT, .failed = BH_ERR_INIT,
	    .arena = BH_ARENA_INIT, .one = BH_ARENA_INIT };
	struct bh_err err = BH_ERR_INIT;
	int r;

	bh_prog_init("bh-store-ls", &l.out);
	r = bh_prog_options(&cli, argc, argv, &l, &l.out, &err);
	if (r == 0)
		r = list(&l, &err);
	bh_arena_free(&l.arena);
	bh_arena_free(&l.one);
	return l.keys ? bh_prog_end(r, &err, &l.out) :
	    bh_stream_end(&l.out, "bh-store-ls", r, &err);
}
