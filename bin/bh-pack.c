/* bh-pack: a store as one tar.  See bh-pack(1). */
#include <unistd.h>

#include "base/log.h"
#include "edge/config.h"
#include "edge/filter.h"
#include "edge/json.h"
#include "edge/pack_store.h"
#include "edge/store.h"
#include "edge/verify.h"
#include "io/prog.h"

static const char usage[] =
    "usage: bh-pack [-h] [--verbose] [--repo dir] [--config file]\n"
    "\t[--project id] [--store dir] [--engine word]\n"
    "\t[--target-triple word] [--machine-key word] [--skip-invalid]\n"
    "\t[--max-object bytes] [--compress zstd|gzip|none]\n";

enum { COMPRESS = 1, CONFIG, ENGINE, MACHINE, MAX, PROJECT, REPO, SKIP, STORE,
    TRIPLE };

static const struct option options[] = {
	BH_PROG_OPTIONS,
	{ "compress", required_argument, NULL, COMPRESS },
	{ "config", required_argument, NULL, CONFIG },
	{ "engine", required_argument, NULL, ENGINE },
	{ "machine-key", required_argument, NULL, MACHINE },
	{ "max-object", required_argument, NULL, MAX },
	{ "project", required_argument, NULL, PROJECT },
	{ "repo", required_argument, NULL, REPO },
	{ "skip-invalid", no_argument, NULL, SKIP },
	{ "store", required_argument, NULL, STORE },
	{ "target-triple", required_argument, NULL, TRIPLE },
	{ NULL, 0, NULL, 0 }
};

struct pack {
	struct bh_config config;
	struct bh_filter filter;
	struct bh_scope	 scope;
	enum bh_pack_filter compress;
	bool		 skip_invalid;
	struct bh_store	 store;
	struct bh_store_reader reader;
	struct bh_verify verify;
	struct bh_pack_out tar;
	struct bh_buf	 member, body;
	long		 packed, skipped;
	struct bh_arena	 arena;
	struct bh_arena	 one;		/* of a key */
};

/* Is it wanted?  The scope of a project's blessing is in its body. */
static int
wanted(struct pack *p, const struct bh_key *k, struct bh_err *err)
{
	struct bh_blessing x = { .commit = k->commit };

	if (k->what != BH_KEY_BLESS)
		return bh_scope_covers(&p->scope, bh_key_set(&p->one, k));
	if (bh_json_read_bless(bh_buf_of(&p->body), &p->one, &x, err) == -1)
		return -1;
	return bh_scope_meets(&p->scope, &x.scope);
}

/* The object, whole and sound, in member; 1 wanted, 0 not, -1. */
static int
load(struct pack *p, struct bh_str key, const struct bh_key *k,
    struct bh_err *err)
{
	int r;

	if (k->what != BH_KEY_BLESS && (r = wanted(p, k, err)) != 1)
		return r;
	r = bh_store_get_raw(&p->reader, key, &p->member, err);
	if (r != 0)
		return r == 1 ? 0 : -1;		/* gone in the meantime */
	if (bh_store_inflate(&p->reader, bh_buf_of(&p->member), &p->body,
	    err) == -1 || bh_verify_body(&p->verify, k, bh_buf_of(&p->body),
	    err) == -1)
		return bh_err_at(err, "%.*s", BH_FMT(key));
	return wanted(p, k, err);
}

static int
one(void *arg, struct bh_str key, struct bh_err *err)
{
	struct pack *p = arg;
	struct bh_key k;
	int r;

	if (!bh_key_parse(key, &k))
		return 0;
	bh_arena_reset(&p->one);
	if ((r = load(p, key, &k, err)) == -1) {
		if (!p->skip_invalid || err->status != BH_DATA)
			return -1;
		bh_warn("%s: left out", err->msg);
		p->skipped++;
		*err = (struct bh_err)BH_ERR_INIT;
		return 0;
	}
	if (r == 0)
		return 0;
	p->packed++;
	return bh_pack_out_add(&p->tar, bh_str_z(&p->one, key),
	    bh_buf_of(&p->member), err);
}

static int
all(struct pack *p, struct bh_str only, struct bh_err *err)
{
	struct bh_store_lister lister = { .key = one, .arg = p };
	struct bh_str *project = &only;
	size_t i, n = 1;

	if (only.p == NULL && bh_store_projects(&p->store, &p->arena,
	    &project, &n, err) == -1)
		return -1;
	for (i = 0; i < n; i++)
		if (bh_store_list(&p->store, project[i], &lister, err) == -1)
			return -1;
	return 0;
}

static int
pack(struct pack *p, struct bh_err *err)
{
	struct bh_settings set;
	struct bh_str only = BH_STR_NONE;
	int r;

	if (isatty(STDOUT_FILENO))
		return bh_fail(err, BH_USAGE,
		    "an archive is not written to a terminal");
	if (bh_config_load(&p->arena, &p->config, BH_NEED_STORE, &set,
	    err) == -1)
		return -1;
	if (p->config.project != NULL)
		only = bh_key_sanitize(&p->arena, set.project);
	p->scope = bh_filter_host(&p->arena, &p->filter, false,
	    p->config.repo, NULL);
	if ((r = bh_store_open(&p->store, set.store.p, false, err)) == 0) {
		bh_store_reader_init(&p->reader, &p->store);
		if ((r = bh_pack_out_open(&p->tar, STDOUT_FILENO,
		    p->compress, err)) == 0)
			r = all(p, only, err);
		r = bh_pack_out_close(&p->tar, r, err);
		bh_store_reader_free(&p->reader);
	}
	bh_verify_free(&p->verify);
	bh_buf_free(&p->member);
	bh_buf_free(&p->body);
	bh_note("%ld packed, %ld left out", p->packed, p->skipped);
	return bh_store_end(&p->store, r, err);
}

static int
compress(struct pack *p, const char *name, struct bh_err *err)
{
	int f = bh_pack_filter_of(name);

	if (f == -1)
		return bh_fail(err, BH_USAGE, "--compress: '%s' is neither "
		    "zstd, gzip nor none", name);
	p->compress = (enum bh_pack_filter)f;
	return 0;
}

static int
take(void *ctx, int c, const char *value, struct bh_err *err)
{
	struct pack *p = ctx;
	enum bh_axis axis = BH_AXIS_ENGINE;

	switch (c) {
	case CONFIG:	p->config.config = value; return 0;
	case PROJECT:	p->config.project = value; return 0;
	case REPO:	p->config.repo = value; return 0;
	case SKIP:	p->skip_invalid = true; return 0;
	case STORE:	p->config.store = value; return 0;
	case COMPRESS:	return compress(p, value, err);
	case MAX:	return bh_store_max(value, &p->store.max, err);
	case ENGINE:	break;
	case TRIPLE:	axis = BH_AXIS_TRIPLE; break;
	default:	axis = BH_AXIS_MACHINE; break;	/* MACHINE */
	}
	return bh_filter_add(&p->arena, &p->filter, axis, value, err);
}

static const struct bh_prog_cli cli = { usage, NULL, options, take, true };

int
main(int argc, char **argv)
{
	struct pack p = { .compress = BH_PACK_ZSTD, .store = BH_STORE_INIT,
	    .verify = BH_VERIFY_INIT, .member = BH_BUF_INIT,
	    .body = BH_BUF_INIT, .arena = BH_ARENA_INIT,
	    .one = BH_ARENA_INIT };
	struct bh_err err = BH_ERR_INIT;
	struct bh_out out;
	int r;

	bh_prog_init("bh-pack", &out);
	r = bh_prog_options(&cli, argc, argv, &p, &out, &err);
	if (r == 0)
		r = pack(&p, &err);
	bh_arena_free(&p.arena);
	bh_arena_free(&p.one);
	return bh_prog_end(r, &err, &out);
}
