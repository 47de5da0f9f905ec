/* bh-store-get: bodies of objects and blessings.  See bh-store-get(1). */
#include "edge/config.h"
#include "edge/extend.h"
#include "edge/json.h"
#include "edge/json_run.h"
#include "edge/store.h"
#include "edge/stream.h"
#include "io/prog.h"
#include "model/key.h"

static const char usage[] =
    "usage: bh-store-get [-h] [--verbose] [--repo dir] [--config file]\n"
    "\t[--store dir] [--skip-invalid] [--accept-plain]\n"
    "\t[--max-object bytes] [--key key] [file ...]\n";

enum { CONFIG = 1, KEY, MAX, PLAIN, REPO, SKIP, STORE };

static const struct option options[] = {
	BH_PROG_OPTIONS,
	{ "accept-plain", no_argument, NULL, PLAIN },
	{ "config", required_argument, NULL, CONFIG },
	{ "key", required_argument, NULL, KEY },
	{ "max-object", required_argument, NULL, MAX },
	{ "repo", required_argument, NULL, REPO },
	{ "skip-invalid", no_argument, NULL, SKIP },
	{ "store", required_argument, NULL, STORE },
	{ NULL, 0, NULL, 0 }
};

struct get {
	struct bh_config config;
	bool		 skip_invalid;
	struct bh_store	 store;
	struct bh_store_reader reader;
	struct bh_strs	key;	/* --key */
	size_t		 capkey;
	char		**files;
	size_t		 nfiles;
	struct bh_buf	 body;
	struct bh_arena	 arena;
	struct bh_arena	 one;		/* of a record */
	struct bh_out	 out;
};

/* --- one record ------------------------------------------------------------ */

static int
whole(struct get *g, struct bh_err *err)
{
	struct bh_tok t;

	bh_tok_init(&t, bh_buf_of(&g->body), &g->one);
	if (bh_tok_peek(&t) != BH_TOK_OBJECT)
		bh_tok_fail(&t, "an object was expected");
	bh_tok_skip(&t);
	return bh_tok_done(&t) ? 0 : bh_tok_err(&t, err);
}

/* The record, an object's, with its body; b is where it begins. */
static int
object(struct get *g, struct bh_str line, struct bh_err *err)
{
	static const char *const drop[] = { "body", NULL };
	struct bh_emit e;

	if (whole(g, err) == -1 ||
	    bh_extend(&g->out.buf, line, drop, &e, err) == -1)
		return -1;
	bh_json_emit_text(&e, "body", bh_buf_of(&g->body));
	bh_emit_close(&e, '}');
	return 0;
}

static int
blessing(struct get *g, struct bh_str line, const struct bh_key *k,
    struct bh_err *err)
{
	static const char *const drop[] = {
		"issued_at", "prefixes", "scope", NULL
	};
	struct bh_blessing x = { .commit = k->commit };
	struct bh_emit e;
	size_t i;

	if (k->what == BH_KEY_BLESS_SET)
		x.set = bh_key_set(&g->one, k);
	if (bh_json_read_bless(bh_buf_of(&g->body), &g->one, &x, err) == -1 ||
	    bh_extend(&g->out.buf, line, drop, &e, err) == -1)
		return -1;
	bh_emit_s(&e, "issued_at", x.issued_at);
	bh_emit_open(&e, "prefixes", '[');
	for (i = 0; i < x.prefixes.n; i++)
		bh_emit_s(&e, NULL, x.prefixes.v[i]);
	bh_emit_close(&e, ']');
	bh_json_emit_scope(&e, "scope", &x.scope);
	bh_emit_close(&e, '}');
	return 0;
}

/* What is wrong with an object, as a record. */
static void
put_bad(struct get *g, struct bh_str key, const struct bh_err *why)
{
	struct bh_notice bad = { BH_R_BAD, key, bh_str_of(why->msg) };

	if (bh_str_starts(bad.text, key) && bad.text.n > key.n + 2)
		bad.text = bh_str_from(bad.text, key.n + 2);
	bh_json_put_notice(&g->out.buf, &bad);
}

static int
forward(struct get *g, struct bh_str line, struct bh_str key,
    const struct bh_key *k, struct bh_err *err)
{
	size_t from = g->out.buf.n;
	int r;

	if ((r = bh_store_get(&g->reader, key, &g->body, err)) == 1)
		return -1;	/* BH_NO, and which */
	if (r == 0) {
		r = k->what == BH_KEY_CLEAN || k->what == BH_KEY_DIRTY ?
		    object(g, line, err) : blessing(g, line, k, err);
		if (r == -1)
			bh_err_at(err, "%.*s", BH_FMT(key));
	}
	if (r == -1) {
		g->out.buf.n = from;
		if (!g->skip_invalid || err->status != BH_DATA)
			return -1;
		put_bad(g, key, err);
	}
	bh_out_line(&g->out);
	return 0;
}

/* --- where records come from ----------------------------------------------- */

static int
key_of(struct get *g, struct bh_str line, enum bh_rtype type,
    struct bh_str *key, struct bh_key *k, struct bh_err *err)
{
	struct bh_blessing b;
	struct bh_object o;

	if (type == BH_R_OBJECT) {
		if (bh_json_read_object(line, &g->one, &o, err) == -1)
			return -1;
		*key = o.key;
	} else {
		if (bh_json_read_blessing(line, &g->one, &b, err) == -1)
			return -1;
		*key = b.key;
	}
	return bh_key_parse(*key, k) && bh_key_ok(*key) ? 0 :
	    bh_fail(err, BH_DATA, "'%.*s' is no key of an object",
	    BH_FMT(*key));
}

static int
from_stream(struct get *g, struct bh_err *err)
{
	struct bh_stream in;
	struct bh_str line, key;
	struct bh_key k;
	enum bh_rtype type;
	int r;

	bh_stream_init(&in, g->files, g->nfiles, &g->out);
	while ((r = bh_stream_next(&in, &line, &type, err)) == 1) {
		bh_arena_reset(&g->one);
		if (type != BH_R_OBJECT && type != BH_R_BLESSING) {
			bh_out_copy(&g->out, line);
			continue;
		}
		if (key_of(g, line, type, &key, &k, err) == -1) {
			r = bh_stream_at(&in, err);
			break;
		}
		if ((r = forward(g, line, key, &k, err)) == -1)
			break;
	}
	bh_stream_free(&in);
	return r;
}

/* The record that bh-store-ls would write for a key. */
static int
from_key(struct get *g, struct bh_str key, struct bh_err *err)
{
	struct bh_buf line = BH_BUF_INIT;
	struct bh_blessing b = { .key = key, .line_topo = -1 };
	struct bh_object o = { .key = key, .topo = -1, .base_topo = -1,
	    .ordinal = -1, .cases = -1 };
	struct bh_key k;
	int r;

	if (!bh_key_parse(key, &k))
		return bh_fail(err, BH_USAGE, "--key: '%.*s' is no key of an "
		    "object", BH_FMT(key));
	o.commit = b.commit = k.commit;
	if (k.what != BH_KEY_BLESS)
		o.set = b.set = bh_key_set(&g->one, &k);
	o.dirty = k.what == BH_KEY_DIRTY;
	if (k.what == BH_KEY_CLEAN || k.what == BH_KEY_DIRTY)
		bh_json_put_object(&line, &o);
	else
		bh_json_put_blessing(&line, &b);
	r = forward(g, bh_buf_of(&line), key, &k, err);
	bh_buf_free(&line);
	return r;
}

static int
get(struct get *g, struct bh_err *err)
{
	struct bh_settings set;
	size_t i;
	int r;

	if (bh_config_load(&g->arena, &g->config, BH_NEED_STORE, &set,
	    err) == -1 || bh_store_open(&g->store, set.store.p, false,
	    err) == -1)
		return -1;
	bh_store_reader_init(&g->reader, &g->store);
	for (i = 0, r = 0; i < g->key.n && r == 0; i++)
		r = from_key(g, g->key.v[i], err);
	if (g->key.n == 0)
		r = from_stream(g, err);
	bh_store_reader_free(&g->reader);
	bh_buf_free(&g->body);
	return bh_store_end(&g->store, r, err);
}

/* --- options --------------------------------------------------------------- */

static int
take(void *ctx, int c, const char *value, struct bh_err *err)
{
	struct get *g = ctx;

	switch (c) {
	case CONFIG:	g->config.config = value; return 0;
	case PLAIN:	g->store.accept_plain = true; return 0;
	case REPO:	g->config.repo = value; return 0;
	case SKIP:	g->skip_invalid = true; return 0;
	case STORE:	g->config.store = value; return 0;
	case MAX:
		return bh_store_max(value, &g->store.max, err);
	default:	/* KEY */
		g->key.v = bh_more(&g->arena, g->key.v, g->key.n, &g->capkey,
		    sizeof(*g->key.v));
		g->key.v[g->key.n++] = bh_str_of(value);
		return 0;
	}
}

static const struct bh_prog_cli cli = { usage, NULL, options, take, false };

int
main(int argc, char **argv)
{
	struct get g = { .store = BH_STORE_INIT, .arena = BH_ARENA_INIT,
	    .one = BH_ARENA_INIT, .body = BH_BUF_INIT };
	struct bh_err err = BH_ERR_INIT;
	int r;

	bh_prog_init("bh-store-get", &g.out);
	r = bh_prog_options(&cli, argc, argv, &g, &g.out, &err);
	g.files = argv + optind;
	g.nfiles = (size_t)(argc - optind);
	if (r == 0 && g.key.n > 0 && g.nfiles > 0)
		r = bh_fail(&err, BH_USAGE, "--key takes the place of files");
	if (r == 0)
		r = get(&g, &err);
	bh_arena_free(&g.arena);
	bh_arena_free(&g.one);
	return bh_stream_end(&g.out, "bh-store-get", r, &err);
}
