#include "edge/pack.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"

enum { BLOCK = 1 << 16, TAR = 512 };

static ssize_t
read_some(struct bh_pack *p, char *to, size_t n)
{
	ssize_t r;

	do
		r = read(p->fd, to, n);
	while (r == -1 && errno == EINTR);
	if (r == -1)
		p->failed = errno;
	return r;
}

/* The first block, so that it can be looked at. */
static int
read_head(struct bh_pack *p, struct bh_err *err)
{
	ssize_t r = 1;

	bh_buf_room(&p->data, BLOCK);
	while (p->data.n < BLOCK && r > 0) {
		r = read_some(p, p->data.p + p->data.n, BLOCK - p->data.n);
		if (r == -1)
			return bh_fail_errno(err, "read");
		p->data.n += (size_t)r;
	}
	return 0;
}

static int
read_rest(struct bh_pack *p, size_t max, struct bh_err *err)
{
	ssize_t r;

	do {
		bh_buf_room(&p->data, BLOCK);
		r = read_some(p, p->data.p + p->data.n,
		    p->data.cap - p->data.n);
		if (r == -1)
			return bh_fail_errno(err, "read");
		p->data.n += (size_t)r;
		if (p->data.n > max)
			return bh_fail(err, BH_DATA,
			    "larger than %zu bytes", max);
	} while (r > 0);
	p->fd = -1;
	return 0;
}

/* --- what it is --------------------------------------------------------- */

static bool
zeros(const unsigned char *u, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (u[i] != 0)
			return false;
	return true;
}

/* A header with a right sum, or the end mark of an empty archive. */
static bool
is_tar(struct bh_str s)
{
	const unsigned char *u = (const unsigned char *)s.p;
	unsigned long sum = 0, want = 0;
	int i;

	if (s.n < TAR)
		return false;
	if (zeros(u, TAR))
		return true;
	for (i = 0; i < TAR; i++)
		sum += i >= 148 && i < 156 ? ' ' : u[i];
	for (i = 148; i < 156 && u[i] == ' '; i++)
		;
	for (; i < 156 && u[i] >= '0' && u[i] <= '7'; i++)
		want = want * 8 + (unsigned long)(u[i] - '0');
	return sum == want;
}

static bool
is_gzip(struct bh_str s)
{
	return s.n >= 2 && memcmp(s.p, "\x1f\x8b", 2) == 0;
}

static bool
is_zip(struct bh_str s)
{
	return s.n >= 4 && (memcmp(s.p, "PK\3\4", 4) == 0 ||
	    memcmp(s.p, "PK\5\6", 4) == 0);
}

static bool
is_filtered(struct bh_str s)
{
	return (s.n >= 6 && memcmp(s.p, "\xfd" "7zXZ", 6) == 0) ||
	    (s.n >= 4 && memcmp(s.p, "\x28\xb5\x2f\xfd", 4) == 0) ||
	    (s.n >= 4 && memcmp(s.p, "BZh", 3) == 0 && s.p[3] >= '1' &&
	    s.p[3] <= '9');
}

/* --- bytes into the library --------------------------------------------- */

static void
keep_tail(struct bh_pack *p, const char *s, size_t n)
{
	if (n >= TAR) {
		memcpy(p->tail, s + n - TAR, TAR);
		return;
	}
	memmove(p->tail, p->tail + n, TAR - n);
	memcpy(p->tail + TAR - n, s, n);
}

static ssize_t
feed(struct archive *a, void *ctx, const void **block)
{
	struct bh_pack *p = ctx;
	ssize_t r;

	if (p->head) {
		p->head = false;
		*block = p->data.p;
		keep_tail(p, p->data.p, p->data.n);
		return (ssize_t)p->data.n;
	}
	if (p->fd == -1)
		return 0;
	*block = p->block;
	if ((r = read_some(p, p->block, BLOCK)) == -1)
		archive_set_error(a, p->failed, "read");
	else
		keep_tail(p, p->block, (size_t)r);
	return r;
}

static int
fail(struct bh_pack *p, struct bh_err *err)
{
	const char *why = archive_error_string(p->archive);

	if (p->failed != 0) {
		errno = p->failed;
		return bh_fail_errno(err, "read");
	}
	if (archive_errno(p->archive) == ENOMEM)
		return bh_fail(err, BH_SYS, "archive: no memory");
	return bh_fail(err, BH_DATA, "archive: %s",
	    why != NULL ? why : "damaged");
}

/* What may be read; a filter that would run a program only warns. */
static bool
support(struct archive *a, bool zip)
{
	if (zip)
		return archive_read_support_format_zip(a) == ARCHIVE_OK;
	return archive_read_support_format_tar(a) == ARCHIVE_OK &&
	    archive_read_support_filter_bzip2(a) >= ARCHIVE_WARN &&
	    archive_read_support_filter_xz(a) >= ARCHIVE_WARN &&
	    archive_read_support_filter_zstd(a) >= ARCHIVE_WARN;
}

static int
start(struct bh_pack *p, bool zip, struct bh_err *err)
{
	struct archive *a = archive_read_new();

	p->archive = a;
	p->block = bh_xmalloc(BLOCK);
	p->utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
	if (a == NULL || (p->entry = archive_entry_new2(a)) == NULL ||
	    !support(a, zip))
		return bh_fail(err, BH_SYS, "archive: cannot start");
	if (zip) {
		if (archive_read_open_memory(a, p->data.p, p->data.n) !=
		    ARCHIVE_OK)
			return fail(p, err);
		return 0;
	}
	p->head = true;
	/* archive_read_open does not look at what these two return */
	if (archive_read_set_read_callback(a, feed) != ARCHIVE_OK ||
	    archive_read_set_callback_data(a, p) != ARCHIVE_OK ||
	    archive_read_open1(a) != ARCHIVE_OK)
		return fail(p, err);
	return 0;
}

static int
inflate(struct bh_pack *p, size_t max, struct bh_err *err)
{
	struct bh_buf plain = BH_BUF_INIT;
	int r;

	if (read_rest(p, BH_PACK_INFLATED_MAX, err) == -1)
		return -1;
	r = bh_gz_inflate(&p->gz, bh_buf_of(&p->data), BH_PACK_INFLATED_MAX,
	    &plain, err);
	bh_buf_free(&p->data);
	p->data = plain;
	if (r == -1)
		return -1;
	if (is_tar(bh_buf_of(&p->data))) {
		p->plain_tar = true;
		return start(p, false, err);
	}
	if (p->data.n > max)
		return bh_fail(err, BH_DATA, "larger than %zu bytes", max);
	return 1;
}

int
bh_pack_open(struct bh_pack *p, int fd, size_t max, struct bh_err *err)
{
	struct bh_str s;

	*p = (struct bh_pack){ .fd = fd };
	if (read_head(p, err) == -1)
		return -1;
	s = bh_buf_of(&p->data);
	if (is_gzip(s))
		return inflate(p, max, err);
	if (is_zip(s))
		return read_rest(p, BH_PACK_INFLATED_MAX, err) == -1 ? -1 :
		    start(p, true, err);
	if (is_tar(s) || is_filtered(s)) {
		p->plain_tar = is_tar(s);
		return start(p, false, err);
	}
	return read_rest(p, max, err) == -1 ? -1 : 1;
}

/* --- members ------------------------------------------------------------ */

static int
clean_path(struct bh_pack *p, struct bh_str raw, struct bh_err *err)
{
	struct bh_str rest = raw, part;
	bool more = true;

	bh_buf_reset(&p->path);
	if (raw.n > BH_PACK_PATH_MAX)
		return bh_fail(err, BH_DATA, "archive: over-long name");
	if (raw.n > 0 && raw.p[0] == '/')
		return bh_fail(err, BH_DATA, "archive: absolute name %.*s",
		    BH_FMT(raw));
	while (more) {
		more = bh_str_cut(&rest, '/', &part);
		if (part.n == 0 || bh_str_is(part, "."))
			continue;
		if (bh_str_is(part, ".."))
			return bh_fail(err, BH_DATA, "archive: name %.*s",
			    BH_FMT(raw));
		if (p->path.n > 0)
			bh_buf_c(&p->path, '/');
		bh_buf_str(&p->path, part);
	}
	return 0;
}

static enum bh_pack_what
what_of(struct archive_entry *e)
{
	if (archive_entry_hardlink(e) != NULL ||
	    archive_entry_hardlink_utf8(e) != NULL)
		return BH_PACK_LINK;
	switch (archive_entry_filetype(e)) {
	case AE_IFREG:
		return BH_PACK_FILE;
	case AE_IFDIR:
		return BH_PACK_DIR;
	case AE_IFLNK:
		return BH_PACK_LINK;
	default:
		return BH_PACK_OTHER;
	}
}

/* A tar that was cut between two members looks whole to the library. */
static int
at_end(struct bh_pack *p, struct bh_err *err)
{
	ssize_t r = 1;

	if (!p->plain_tar)
		return 0;
	while (p->fd != -1 && r > 0) {
		if ((r = read_some(p, p->block, BLOCK)) == -1)
			return bh_fail_errno(err, "read");
		keep_tail(p, p->block, (size_t)r);
	}
	return zeros(p->tail, TAR) ? 0 :
	    bh_fail(err, BH_DATA, "archive: cut short");
}

/*
 * The library converts a name that a zip marks as UTF-8 to the locale of the
 * thread, and has none where that is ASCII.
 */
static int
next_header(struct bh_pack *p)
{
	locale_t old = (locale_t)0;
	int r;

	if (p->utf8 != NULL)
		old = uselocale(p->utf8);
	r = archive_read_next_header2(p->archive, p->entry);
	if (p->utf8 != NULL)
		uselocale(old);
	return r;
}

int
bh_pack_next(struct bh_pack *p, struct bh_pack_member *m, struct bh_err *err)
{
	struct archive_entry *e = p->entry;
	const char *name;
	int r = next_header(p);

	if (r == ARCHIVE_EOF)
		return at_end(p, err);
	if (r != ARCHIVE_OK && r != ARCHIVE_WARN)	/* warn: odd metadata */
		return fail(p, err);
	if ((name = archive_entry_pathname_utf8(e)) == NULL)
		name = archive_entry_pathname(e);
	if (name == NULL)
		return bh_fail(err, BH_DATA, "archive: member without a name");
	if (clean_path(p, bh_str_of(name), err) == -1)
		return -1;
	*m = (struct bh_pack_member){ what_of(e), bh_buf_of(&p->path),
	    { 0, 0 } };
	if (archive_entry_mtime_is_set(e))
		m->mtime = (struct bh_time){ archive_entry_mtime(e),
		    (int32_t)archive_entry_mtime_nsec(e) };
	return 1;
}

int
bh_pack_read(struct bh_pack *p, size_t max, struct bh_buf *out,
    struct bh_err *err)
{
	la_ssize_t r;

	bh_buf_reset(out);
	do {
		bh_buf_room(out, BLOCK);
		r = archive_read_data(p->archive, out->p + out->n, BLOCK);
		if (r < 0)
			return fail(p, err);
		out->n += (size_t)r;
		if (out->n > max)
			return bh_fail(err, BH_DATA,
			    "larger than %zu bytes", max);
	} while (r > 0);
	return 0;
}

void
bh_pack_close(struct bh_pack *p)
{
	if (p->archive != NULL)
		(void)archive_read_free(p->archive);
	if (p->entry != NULL)
		archive_entry_free(p->entry);
	if (p->utf8 != NULL)
		freelocale(p->utf8);
	free(p->block);
	bh_buf_free(&p->data);
	bh_buf_free(&p->path);
	bh_gz_free(&p->gz);
	p->archive = p->entry = p->utf8 = NULL;
	p->block = NULL;
}
