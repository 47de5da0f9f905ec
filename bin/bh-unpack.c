/* bh-unpack: a tar of objects into a store.  See bh-unpack(1). */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "edge/config.h"
#include "edge/pack.h"
#include "edge/store.h"
#include "edge/verify.h"
#include "io/prog.h"

static const char usage[] =
    "usage: bh-unpack [-h] [--verbose] [--repo dir] [--config file]\n"
    "\t[--store dir] [--max-object bytes] [file ...]\n";

enum { CONFIG = 1, MAX, REPO, STORE };
enum { NO_ARCHIVE = 1 << 20 };	/* most bytes to find that it is none */

static const struct option options[] = {
	BH_PROG_OPTIONS,
	{ "config", required_argument, NULL, CONFIG },
	{ "max-object", required_argument, NULL, MAX },
	{ "repo", required_argument, NULL, REPO },
	{ "store", required_argument, NULL, STORE },
	{ NULL, 0, NULL, 0 }
};

struct unpack {
	struct bh_config config;
	struct bh_store	 store;
	struct bh_store_batch batch;
	struct bh_store_reader reader;
	struct bh_verify verify;
	struct bh_buf	 member, body, there;
	long		 same, conflicts, foreign;
	long		 deep;		/* of these, objects below a folder */
	struct bh_arena	 arena;
};

/* The key is there: is it the same object? */
static int
compare(struct unpack *u, struct bh_str key, struct bh_err *err)
{
	int r = bh_store_get(&u->reader, key, &u->there, err);

	if (r == 0 && bh_str_eq(bh_buf_of(&u->there), bh_buf_of(&u->body))) {
		u->same++;
		return 0;
	}
	if (r == -1 && err->status == BH_SYS)
		return -1;
	bh_warn("%.*s: there already, %s", BH_FMT(key), r == 0 ?
	    "with other content" : "and damaged");
	*err = (struct bh_err)BH_ERR_INIT;
	u->conflicts++;
	return 0;
}

/* Somebody was faster, or the archive has the key twice. */
static int
taken(void *arg, struct bh_str key, struct bh_str member, struct bh_err *err)
{
	struct unpack *u = arg;

	if (bh_store_inflate(&u->reader, member, &u->body, err) == -1)
		return bh_err_at(err, "%.*s", BH_FMT(key));
	return compare(u, key, err);
}

static int
object(struct unpack *u, struct bh_pack *tar, struct bh_str key,
    const struct bh_key *k, struct bh_err *err)
{
	struct bh_str member;
	int r;

	if (bh_pack_read(tar, u->store.max + u->store.max / 1000 + 65536,
	    &u->member, err) == -1)
		return -1;
	member = bh_buf_of(&u->member);
	if (bh_store_inflate(&u->reader, member, &u->body, err) == -1 ||
	    bh_verify_body(&u->verify, k, bh_buf_of(&u->body), err) == -1)
		return bh_err_at(err, "%.*s", BH_FMT(key));
	r = bh_store_batch_put(&u->batch, key, member, err);
	return r == BH_STORE_THERE ? compare(u, key, err) : r;
}

/* Is it an object of a store that has a folder of its own in the archive? */
static bool
below(struct bh_str path)
{
	struct bh_str head;
	struct bh_key k;

	while (bh_str_cut(&path, '/', &head))
		if (bh_key_parse(path, &k) && bh_key_ok(path))
			return true;
	return false;
}

static int
one(struct unpack *u, struct bh_pack *tar, const struct bh_pack_member *m,
    struct bh_err *err)
{
	struct bh_key k;

	if (m->what == BH_PACK_DIR)
		return 0;
	if (m->what != BH_PACK_FILE)
		return bh_fail(err, BH_DATA, "%.*s: neither file nor "
		    "directory", BH_FMT(m->path));
	if (!bh_key_parse(m->path, &k) || !bh_key_ok(m->path)) {
		bh_note("%.*s: no key of an object", BH_FMT(m->path));
		u->foreign++;
		u->deep += below(m->path);
		return 0;
	}
	return object(u, tar, m->path, &k, err);
}

static int
archive(struct unpack *u, const char *path, struct bh_err *err)
{
	int fd = strcmp(path, "-") == 0 ? STDIN_FILENO :
	    open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	struct bh_pack_member m;
	struct bh_pack tar;
	int r;

	if (fd == -1)
		return bh_fail_errno(err, "%s", path);
	r = bh_pack_open(&tar, fd, NO_ARCHIVE, err);
	if (r == 1)
		r = bh_fail(err, BH_DATA, "no archive");
	while (r != -1 && (r = bh_pack_next(&tar, &m, err)) == 1)
		if (one(u, &tar, &m, err) == -1)
			r = -1;
	bh_pack_close(&tar);
	if (fd != STDIN_FILENO)
		close(fd);
	return r == -1 ? bh_err_at(err, "%s", path) : 0;
}

/* All archives; what was good before a failure is stored. */
static int
archives(struct unpack *u, char **files, size_t n, struct bh_err *err)
{
	struct bh_err late = BH_ERR_INIT;
	size_t i;
	int r = 0;

	bh_store_reader_init(&u->reader, &u->store);
	bh_store_batch_init(&u->batch, &u->store);
	u->batch.taken = taken;
	u->batch.arg = u;
	for (i = 0; i < n && r == 0; i++)
		r = archive(u, files[i], err);
	if (n == 0)
		r = archive(u, "-", err);
	if (bh_store_batch_sync(&u->batch, &late) == -1 && r == 0) {
		*err = late;
		r = -1;
	}
	bh_store_batch_free(&u->batch);
	bh_store_reader_free(&u->reader);
	return r;
}

static int
unpack(struct unpack *u, char **files, size_t n, struct bh_err *err)
{
	struct bh_settings set;
	int r;

	if (bh_config_load(&u->arena, &u->config, BH_NEED_STORE, &set,
	    err) == -1)
		return -1;
	if ((r = bh_store_open(&u->store, set.store.p, true, err)) == 0)
		r = archives(u, files, n, err);
	bh_verify_free(&u->verify);
	bh_buf_free(&u->member);
	bh_buf_free(&u->body);
	bh_buf_free(&u->there);
	bh_note("%ld stored, %ld there already", u->batch.stored, u->same);
	if (u->foreign > 0)
		bh_warn("files that are no objects: %ld", u->foreign);
	if (r == 0 && u->deep > 0 && u->batch.stored + u->same == 0)
		r = bh_fail(err, BH_DATA, "nothing is stored: the objects are "
		    "below a folder, and keys begin with v1/ (tar -C STORE)");
	if (r == 0 && u->conflicts > 0)
		r = bh_fail(err, BH_NO, "%ld left: there already with other "
		    "content", u->conflicts);
	return bh_store_end(&u->store, r, err);
}

static int
take(void *ctx, int c, const char *value, struct bh_err *err)
{
	struct unpack *u = ctx;

	switch (c) {
	case CONFIG:	u->config.config = value; return 0;
	case REPO:	u->config.repo = value; return 0;
	case STORE:	u->config.store = value; return 0;
	default:	/* MAX */
		return bh_store_max(value, &u->store.max, err);
	}
}

static const struct bh_prog_cli cli = { usage, NULL, options, take, false };

int
main(int argc, char **argv)
{
	struct unpack u = { .store = BH_STORE_INIT,
	    .verify = BH_VERIFY_INIT, .member = BH_BUF_INIT,
	    .body = BH_BUF_INIT, .there = BH_BUF_INIT,
	    .arena = BH_ARENA_INIT };
	struct bh_err err = BH_ERR_INIT;
	struct bh_out out;
	int r;

	bh_prog_init("bh-unpack", &out);
	r = bh_prog_options(&cli, argc, argv, &u, &out, &err);
	if (r == 0)
		r = unpack(&u, argv + optind, (size_t)(argc - optind), &err);
	bh_arena_free(&u.arena);
	return bh_prog_end(r, &err, &out);
}
