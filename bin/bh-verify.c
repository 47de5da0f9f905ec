/* bh-verify: check every object of a store.  See bh-verify(1). */
#include "base/log.h"
#include "edge/config.h"
#include "edge/json.h"
#include "edge/orphan.h"
#include "edge/store.h"
#include "edge/stream.h"
#include "edge/verify.h"
#include "io/prog.h"

static const char usage[] =
    "usage: bh-verify [-h] [--verbose] [--repo dir] [--config file]\n"
    "\t[--project id] [--store dir] [--max-object bytes]\n";

enum { CONFIG = 1, MAX, PROJECT, REPO, STORE };

static const struct option options[] = {
	BH_PROG_OPTIONS,
	{ "config", required_argument, NULL, CONFIG },
	{ "max-object", required_argument, NULL, MAX },
	{ "project", required_argument, NULL, PROJECT },
	{ "repo", required_argument, NULL, REPO },
	{ "store", required_argument, NULL, STORE },
	{ NULL, 0, NULL, 0 }
};

struct check {
	struct bh_config config;
	struct bh_store	 store;
	struct bh_store_reader reader;
	struct bh_verify verify;
	struct bh_buf	 body;
	long		 objects, blessings, faults;
	struct bh_arena	 arena;
	struct bh_out	 out;
};

static void
bad(struct check *c, struct bh_str key, struct bh_str why)
{
	struct bh_notice n = { BH_R_BAD, key, why };

	c->faults++;
	bh_json_put_notice(&c->out.buf, &n);
	bh_out_line(&c->out);
}

/* "KEY: REASON" without the key */
static struct bh_str
reason(struct bh_str key, const struct bh_err *err)
{
	struct bh_str why = bh_str_of(err->msg);

	return bh_str_starts(why, key) && why.n > key.n + 2 ?
	    bh_str_from(why, key.n + 2) : why;
}

static int
one(void *arg, struct bh_str key, struct bh_err *err)
{
	struct check *c = arg;
	struct bh_key k;
	int r;

	if (!bh_key_parse(key, &k)) {
		bad(c, key, BH_STR("no key of an object"));
		return 0;
	}
	if (k.what == BH_KEY_BLESS || k.what == BH_KEY_BLESS_SET)
		c->blessings++;
	else
		c->objects++;
	r = bh_store_get(&c->reader, key, &c->body, err);
	if (r == 0)
		r = bh_verify_body(&c->verify, &k, bh_buf_of(&c->body), err);
	if (r == -1 && err->status == BH_SYS)
		return -1;
	if (r != 0)
		bad(c, key, reason(key, err));
	*err = (struct bh_err)BH_ERR_INIT;
	return 0;
}

static int
odd(void *arg, struct bh_str key, struct bh_err *err)
{
	(void)err;
	bad(arg, key, BH_STR("not a regular file"));
	return 0;
}

static int
all(struct check *c, struct bh_str only, struct bh_err *err)
{
	struct bh_store_lister lister = { .key = one, .arg = c,
	    .odd = odd };
	struct bh_str *project = &only;
	size_t i, n = 1;

	if (only.p == NULL && bh_store_projects(&c->store, &c->arena,
	    &project, &n, err) == -1)
		return -1;
	for (i = 0; i < n; i++)
		if (bh_store_list(&c->store, project[i], &lister, err) == -1)
			return -1;
	return 0;
}

/* No faults, but worth a word. */
static int
leftovers(struct check *c, struct bh_err *err)
{
	struct bh_orphans o = BH_ORPHANS_INIT;
	int r = bh_orphans_find(&o, &c->store, err);

	if (r == 0 && o.n > 0)
		bh_say("verify: %zu temporary file%s of killed writers: "
		    "bh prune --temporaries removes %s", o.n,
		    o.n == 1 ? "" : "s", o.n == 1 ? "it" : "them");
	bh_orphans_free(&o);
	return r;
}

static int
check(struct check *c, struct bh_err *err)
{
	struct bh_settings set;
	struct bh_str only = BH_STR_NONE;
	int r;

	if (bh_config_load(&c->arena, &c->config, BH_NEED_STORE, &set,
	    err) == -1)
		return -1;
	if (c->config.project != NULL)
		only = bh_key_sanitize(&c->arena, set.project);
	if ((r = bh_store_open(&c->store, set.store.p, false, err)) == 0) {
		bh_store_reader_init(&c->reader, &c->store);
		r = all(c, only, err);
		bh_store_reader_free(&c->reader);
		if (r == 0)
			r = leftovers(c, err);
	}
	bh_verify_free(&c->verify);
	bh_buf_free(&c->body);
	r = bh_store_end(&c->store, r, err);
	if (r == 0)
		bh_say("verify: %ld object%s, %ld blessing%s, %ld fault%s",
		    c->objects, c->objects == 1 ? "" : "s", c->blessings,
		    c->blessings == 1 ? "" : "s", c->faults,
		    c->faults == 1 ? "" : "s");
	return r == 0 && c->faults > 0 ? bh_fail(err, BH_DATA, "%s", "") : r;
}

static int
take(void *ctx, int o, const char *value, struct bh_err *err)
{
	struct check *c = ctx;

	switch (o) {
	case CONFIG:	c->config.config = value; return 0;
	case PROJECT:	c->config.project = value; return 0;
	case REPO:	c->config.repo = value; return 0;
	case STORE:	c->config.store = value; return 0;
	default:	/* MAX */
		return bh_store_max(value, &c->store.max, err);
	}
}

static const struct bh_prog_cli cli = { usage, NULL, options, take, true };

int
main(int argc, char **argv)
{
	struct check c = { .store = BH_STORE_INIT, .verify = BH_VERIFY_INIT,
	    .body = BH_BUF_INIT, .arena = BH_ARENA_INIT };
	struct bh_err err = BH_ERR_INIT;
	int r;

	bh_prog_init("bh-verify", &c.out);
	r = bh_prog_options(&cli, argc, argv, &c, &c.out, &err);
	if (r == 0)
		r = check(&c, &err);
	bh_arena_free(&c.arena);
	return bh_stream_end(&c.out, "bh-verify", r, &err);
}
