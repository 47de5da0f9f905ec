#include "edge/pack_store.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"

static const char *const names[] = { "zstd", "gzip", "none" };

int
bh_pack_filter_of(const char *name)
{
	int f;

	for (f = BH_PACK_ZSTD; f <= BH_PACK_NONE; f++)
		if (strcmp(name, names[f]) == 0)
			return f;
	return -1;
}

/*
 * Once failed it takes everything and writes nothing: the library ends an
 * archive when it is freed, and this one must not have an end.
 */
static la_ssize_t
write_out(struct archive *a, void *data, const void *buf, size_t n)
{
	struct bh_pack_out *p = data;
	ssize_t r;

	(void)a;
	if (p->failed != 0)
		return (la_ssize_t)n;
	do
		r = write(p->fd, buf, n);
	while (r == -1 && errno == EINTR);
	if (r != -1)
		return (la_ssize_t)r;
	p->failed = errno;
	archive_set_error(a, errno, "write");
	return -1;
}

static int
fail(struct bh_pack_out *p, struct bh_err *err)
{
	const char *why = archive_error_string(p->archive);

	if (p->failed != 0) {
		errno = p->failed;
		return bh_fail_errno(err, "stdout: write");
	}
	p->failed = EIO;
	return bh_fail(err, BH_SYS, "archive: %s", why != NULL ? why :
	    "cannot be written");
}

int
bh_pack_out_open(struct bh_pack_out *p, int fd, enum bh_pack_filter filter,
    struct bh_err *err)
{
	struct archive *a = archive_write_new();
	int r = ARCHIVE_OK;

	*p = (struct bh_pack_out){ .archive = a, .fd = fd };
	if (a == NULL)
		return bh_fail(err, BH_SYS, "archive: no memory");
	archive_write_set_format_pax_restricted(a);
	archive_write_set_bytes_in_last_block(a, 1);	/* no padding */
	if (filter == BH_PACK_ZSTD)
		r = archive_write_add_filter_zstd(a);
	if (filter == BH_PACK_GZIP) {
		r = archive_write_add_filter_gzip(a);
		archive_write_set_filter_option(a, "gzip", "timestamp", NULL);
	}
	if (r != ARCHIVE_OK || archive_write_open(a, p, NULL, write_out,
	    NULL) != ARCHIVE_OK)
		return fail(p, err);
	return 0;
}

int
bh_pack_out_add(struct bh_pack_out *p, const char *path, struct bh_str data,
    struct bh_err *err)
{
	struct archive_entry *e = archive_entry_new();
	int r = -1;

	if (e == NULL)
		return bh_fail(err, BH_SYS, "archive: no memory");
	archive_entry_set_pathname(e, path);
	archive_entry_set_filetype(e, AE_IFREG);
	archive_entry_set_perm(e, 0444);
	archive_entry_set_size(e, (la_int64_t)data.n);
	archive_entry_set_mtime(e, 0, 0);
	if (archive_write_header(p->archive, e) != ARCHIVE_OK ||
	    archive_write_data(p->archive, data.p, data.n) !=
	    (la_ssize_t)data.n)
		fail(p, err);
	else
		r = 0;
	archive_entry_free(e);
	return r;
}

int
bh_pack_out_close(struct bh_pack_out *p, int r, struct bh_err *err)
{
	if (p->archive == NULL)
		return r;
	if (r == -1)
		p->failed = EIO;
	else if (archive_write_close(p->archive) != ARCHIVE_OK)
		r = fail(p, err);
	(void)archive_write_free(p->archive);
	p->archive = NULL;
	return r;
}
