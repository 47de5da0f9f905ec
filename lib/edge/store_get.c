#include "edge/store.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/log.h"
#include "io/file.h"
#include "model/key.h"

/* What deflate may add to bytes it cannot pack, and the frame. */
static size_t
largest_member(size_t max)
{
	return max + max / 1000 + 65536;
}

void
bh_store_reader_init(struct bh_store_reader *r, const struct bh_store *s)
{
	*r = (struct bh_store_reader){ .store = s, .gz = BH_GZ_INIT,
	    .raw = BH_BUF_INIT, .key = BH_BUF_INIT, .dir = -1 };
}

void
bh_store_reader_free(struct bh_store_reader *r)
{
	if (r->dir != -1)
		close(r->dir);
	r->dir = -1;
	bh_gz_free(&r->gz);
	bh_buf_free(&r->raw);
	bh_buf_free(&r->key);
}

/* Bytes of key in front of its last two segments, with the '/'. */
static size_t
prefix_of(struct bh_str key)
{
	size_t i = key.n;
	int slashes = 0;

	while (i > 0)
		if (key.p[--i] == '/' && ++slashes == 2)
			return i + 1;
	return 0;
}

/* Make r->dir the directory of that prefix of key; -1 and errno. */
static int
enter(struct bh_store_reader *r, struct bh_str key)
{
	size_t n = prefix_of(key);
	bool same = r->dir != -1 && n == r->nprefix &&
	    memcmp(key.p, r->key.p, n) == 0;

	if (r->dir != -1 && !same) {
		close(r->dir);
		r->dir = -1;
	}
	bh_buf_reset(&r->key);
	bh_buf_str(&r->key, key);
	bh_buf_c(&r->key, '\0');
	r->nprefix = n;
	if (same)
		return 0;
	if (n > 0)
		r->key.p[n - 1] = '\0';
	r->dir = bh_store_beneath(r->store->root, n > 0 ? r->key.p : ".",
	    O_PATH | O_DIRECTORY);
	if (n > 0)
		r->key.p[n - 1] = '/';
	return r->dir == -1 ? -1 : 0;
}

static int
none(struct bh_str key, const char *why, struct bh_err *err)
{
	bh_fail(err, BH_NO, "%.*s: %s", BH_FMT(key), why);
	return 1;
}

int
bh_store_get_raw(struct bh_store_reader *r, struct bh_str key,
    struct bh_buf *member, struct bh_err *err)
{
	struct stat st;
	int fd = -1, got;

	if (!bh_key_ok(key))
		return bh_fail(err, BH_DATA, "invalid storage key '%.*s'",
		    BH_FMT(key));
	if (enter(r, key) == 0)
		fd = bh_store_beneath(r->dir, r->key.p + r->nprefix,
		    O_RDONLY | O_NONBLOCK | O_NOCTTY);
	if (fd == -1 && (errno == ENOENT || errno == ENAMETOOLONG))
		return none(key, "no such object", err);
	if (fd == -1 && (errno == ELOOP || errno == ENOTDIR))
		return none(key, "not an object: a link or a file is on the "
		    "way", err);
	if (fd == -1)
		return bh_fail_errno(err, "%.*s", BH_FMT(key));
	if (fstat(fd, &st) == 0 && !S_ISREG(st.st_mode))
		got = none(key, "not an object: not a regular file", err);
	else
		got = bh_file_read_fd(fd, r->key.p,
		    largest_member(r->store->max), member, err);
	close(fd);
	return got;
}

int
bh_store_inflate(struct bh_store_reader *r, struct bh_str member,
    struct bh_buf *body, struct bh_err *err)
{
	struct bh_str text = bh_str_trim(member);

	if (!r->store->accept_plain || text.n == 0 || text.p[0] != '{')
		return bh_gz_inflate(&r->gz, member, r->store->max, body, err);
	if (member.n > r->store->max)
		return bh_fail(err, BH_DATA, "larger than %zu bytes",
		    r->store->max);
	bh_buf_reset(body);
	bh_buf_str(body, member);
	return 0;
}

int
bh_store_get(struct bh_store_reader *r, struct bh_str key,
    struct bh_buf *body, struct bh_err *err)
{
	int got = bh_store_get_raw(r, key, &r->raw, err);

	if (got != 0)
		return got;
	if (bh_store_inflate(r, bh_buf_of(&r->raw), body, err) == -1)
		return bh_err_at(err, "%.*s", BH_FMT(key));
	if (r->store->accept_plain && r->raw.n > 0 && r->raw.p[0] != '\x1f')
		bh_warn("%.*s: plain text, not gzip", BH_FMT(key));
	return 0;
}
