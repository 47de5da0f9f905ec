#include "edge/store.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "io/file.h"
#include "model/key.h"

enum { DIRECTORY = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW };

/* --- resolving ------------------------------------------------------------ */

/* One component at a time, for kernels and sandboxes without openat2(2). */
int
bh_store_beneath_slow(int dir, const char *path, int flags)
{
	char name[NAME_MAX + 1];
	const char *slash;
	int at = dir, fd, saved;
	size_t n;

	while ((slash = strchr(path, '/')) != NULL) {
		n = (size_t)(slash - path);
		fd = -1;
		if (n > NAME_MAX)
			errno = ENAMETOOLONG;
		else {
			memcpy(name, path, n);
			name[n] = '\0';
			fd = openat(at, name, DIRECTORY | O_PATH);
		}
		saved = errno;
		if (at != dir)
			close(at);
		if (fd == -1) {
			errno = saved;
			return -1;
		}
		at = fd;
		path = slash + 1;
	}
	fd = openat(at, path, flags | O_NOFOLLOW | O_CLOEXEC);
	saved = errno;
	if (at != dir)
		close(at);
	errno = saved;
	return fd;
}

int
bh_store_beneath(int dir, const char *path, int flags)
{
#ifdef SYS_openat2
	struct open_how how = {
		.flags = (uint64_t)(flags | O_NOFOLLOW | O_CLOEXEC),
		.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS |
		    RESOLVE_NO_MAGICLINKS
	};
	long fd = syscall(SYS_openat2, dir, path, &how, sizeof(how));

	if (fd != -1 || (errno != ENOSYS && errno != EPERM &&
	    errno != EINVAL && errno != E2BIG))
		return (int)fd;
#endif
	return bh_store_beneath_slow(dir, path, flags);
}

/* The directory of key, and where its last segment begins. */
int
bh_store_parent(const struct bh_store *s, struct bh_str key, const char **name,
    struct bh_arena *a)
{
	char *path = bh_str_z(a, key), *slash = strrchr(path, '/');

	if (slash == NULL) {
		*name = path;
		return bh_store_beneath(s->root, ".", DIRECTORY);
	}
	*slash = '\0';
	*name = slash + 1;
	return bh_store_beneath(s->root, path, DIRECTORY);
}

int
bh_store_check(struct bh_str key, struct bh_err *err)
{
	return bh_key_ok(key) ? 0 : bh_fail(err, BH_DATA,
	    "invalid storage key '%.*s'", BH_FMT(key));
}

/* --- opening, closing ------------------------------------------------------ */

static int
sync_dir(const char *path, struct bh_err *err)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), r;

	if (fd == -1)
		return bh_fail_errno(err, "%s", path);
	if ((r = fsync(fd)) == -1)
		bh_fail_errno(err, "%s: fsync", path);
	close(fd);
	return r;
}

/* Where the entry of path is. */
static const char *
above(const char *path, struct bh_arena *a)
{
	char *part = bh_str_z(a, bh_str_of(path)), *slash;

	slash = strrchr(part, '/');
	while (slash != NULL && slash != part && slash[1] == '\0') {
		*slash = '\0';
		slash = strrchr(part, '/');
	}
	if (slash == NULL)
		return ".";
	slash[slash == part] = '\0';
	return part;
}

/* Make path and what is missing above it, each entry on the disk. */
static int
make_root(const char *path, struct bh_err *err)
{
	struct bh_arena a = BH_ARENA_INIT;
	const char *parent = above(path, &a);
	bool made = mkdir(path, 0777) == 0;
	int r = 0;

	if (!made && errno == ENOENT && strcmp(parent, ".") != 0 &&
	    strcmp(parent, "/") != 0) {
		if ((r = make_root(parent, err)) == -1)
			goto out;
		made = mkdir(path, 0777) == 0;
	}
	if (made)
		r = sync_dir(parent, err);
	else if (errno != EEXIST && errno != ENOTDIR)	/* open(2) will tell */
		r = bh_fail_errno(err, "%s: mkdir", path);
out:
	bh_arena_free(&a);
	return r;
}

int
bh_store_max(const char *text, size_t *max, struct bh_err *err)
{
	uint64_t v;

	if (!bh_str_u64(bh_str_of(text), &v) || v == 0 || v > SIZE_MAX / 4)
		return bh_fail(err, BH_USAGE, "--max-object: '%s' is no "
		    "number of bytes", text);
	*max = (size_t)v;
	return 0;
}

int
bh_store_open(struct bh_store *s, const char *path, bool write,
    struct bh_err *err)
{
	s->path = path;
	if (*path == '\0')
		return bh_fail(err, BH_USAGE, "the store's path is empty");
	if (write && make_root(path, err) == -1)
		return -1;
	s->root = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (s->root == -1 && errno == ENOENT)
		return bh_fail(err, BH_SYS, "%s: no store there", path);
	if (s->root == -1 && errno == ENOTDIR)
		return bh_fail(err, BH_SYS, "%s: a store is a directory", path);
	if (s->root == -1)
		return bh_fail_errno(err, "%s", path);
	return 0;
}

/* The project of key is to get a new marker. */
static void
touch(struct bh_store *s, struct bh_str key)
{
	struct bh_str project;
	size_t i;

	bh_str_cut(&key, '/', &project);
	bh_str_cut(&key, '/', &project);
	for (i = 0; i < s->ntouched; i++)
		if (bh_str_eq(s->touched[i], project))
			return;
	s->touched = bh_more(&s->arena, s->touched, s->ntouched,
	    &s->captouched, sizeof(*s->touched));
	s->touched[s->ntouched++] = bh_str_dup(&s->arena, project);
}

static int put(struct bh_store *, struct bh_str, struct bh_str, bool,
    struct bh_err *);

int
bh_store_close(struct bh_store *s, struct bh_err *err)
{
	struct bh_buf member = BH_BUF_INIT;
	struct timespec now;
	char token[BH_TIME_TEXT];
	size_t i;
	int r = 0;

	if (s->ntouched > 0) {
		clock_gettime(CLOCK_REALTIME, &now);
		bh_time_print((struct bh_time){ now.tv_sec,
		    (int32_t)now.tv_nsec }, token);
		r = bh_gz_deflate(bh_str_of(token), &member, err);
	}
	for (i = 0; i < s->ntouched && r != -1; i++)
		r = put(s, bh_key_marker(&s->arena, s->touched[i]),
		    bh_buf_of(&member), true, err);
	bh_buf_free(&member);
	bh_arena_free(&s->arena);
	if (s->root != -1)
		close(s->root);
	s->root = -1;
	s->ntouched = s->captouched = 0;
	s->touched = NULL;
	return r == -1 ? -1 : 0;
}

int
bh_store_end(struct bh_store *s, int r, struct bh_err *err)
{
	struct bh_err late = BH_ERR_INIT;

	if (bh_store_close(s, &late) == -1 && r != -1) {
		*err = late;
		r = -1;
	}
	return r;
}

/* --- writing --------------------------------------------------------------- */

int
bh_store_make_parent(struct bh_store *s, struct bh_str key,
    enum bh_store_sync sync, const char **name, struct bh_arena *a,
    struct bh_err *err)
{
	char *path = bh_str_z(a, key), *seg = path, *slash;
	int dir = s->root, fd, r;

	while ((slash = strchr(seg, '/')) != NULL) {
		*slash = '\0';
		fd = openat(dir, seg, DIRECTORY);
		if (fd == -1 && errno == ENOENT) {
			r = mkdirat(dir, seg, 0777);
			if ((r == 0 || errno == EEXIST) && (r == -1 ||
			    sync == BH_STORE_LATER || fsync(dir) == 0))
				fd = openat(dir, seg, DIRECTORY);
		}
		if (fd == -1)
			bh_fail_errno(err, "%s/%s", s->path, path);
		if (dir != s->root)
			close(dir);
		if (fd == -1)
			return -1;
		dir = fd;
		*slash = '/';
		seg = slash + 1;
	}
	*name = seg;
	return dir;
}

static int
put(struct bh_store *s, struct bh_str key, struct bh_str member, bool replace,
    struct bh_err *err)
{
	struct bh_arena a = BH_ARENA_INIT;
	const char *name;
	int dir = bh_store_make_parent(s, key, BH_STORE_SYNC, &name, &a, err);
	int r = -1;

	if (dir == -1)
		goto out;
	r = bh_file_put(dir, name, member, 0444, BH_FILE_SYNC, err);
	if (r == 1 && replace) {
		r = bh_file_put(dir, name, member, 0444,
		    BH_FILE_SYNC | BH_FILE_REPLACE, err);
		if (r == 0)
			r = BH_STORE_REPLACED;
	}
	if (r == -1)
		bh_err_at(err, "%s/%.*s", s->path, BH_FMT(key));
	if (dir != s->root)
		close(dir);
out:
	bh_arena_free(&a);
	return r;
}

int
bh_store_put_raw(struct bh_store *s, struct bh_str key, struct bh_str member,
    bool replace, struct bh_err *err)
{
	int r;

	if (bh_store_check(key, err) == -1)
		return -1;
	if ((r = put(s, key, member, replace, err)) == BH_STORE_REPLACED)
		touch(s, key);
	return r;
}

int
bh_store_put(struct bh_store *s, struct bh_str key, struct bh_str body,
    bool replace, struct bh_err *err)
{
	struct bh_buf member = BH_BUF_INIT;
	int r;

	if (body.n > s->max)
		return bh_fail(err, BH_DATA, "%.*s: an object of %zu bytes is "
		    "larger than %zu", BH_FMT(key), body.n, s->max);
	if ((r = bh_gz_deflate(body, &member, err)) == 0)
		r = bh_store_put_raw(s, key, bh_buf_of(&member), replace, err);
	bh_buf_free(&member);
	return r;
}

/* Nothing of that name, also because something else is on the way to it. */
static bool
absent(int error)
{
	return error == ENOENT || error == ENOTDIR || error == ELOOP ||
	    error == ENAMETOOLONG;
}

/* As fstatat(2), of the entry itself; its directory is left in *dir. */
static int
entry(const struct bh_store *s, struct bh_str key, int *dir,
    const char **name, struct stat *st, struct bh_arena *a,
    struct bh_err *err)
{
	if ((*dir = bh_store_parent(s, key, name, a)) != -1 &&
	    fstatat(*dir, *name, st, AT_SYMLINK_NOFOLLOW) == 0)
		return 1;
	return absent(errno) ? 0 :
	    bh_fail_errno(err, "%s/%.*s", s->path, BH_FMT(key));
}

int
bh_store_has(struct bh_store *s, struct bh_str key, struct bh_err *err)
{
	struct bh_arena a = BH_ARENA_INIT;
	const char *name;
	struct stat st;
	int dir = -1, r;

	if ((r = bh_store_check(key, err)) == 0)
		r = entry(s, key, &dir, &name, &st, &a, err);
	if (dir != -1)
		close(dir);
	bh_arena_free(&a);
	return r;
}

int
bh_store_remove(struct bh_store *s, struct bh_str key, struct bh_err *err)
{
	struct bh_arena a = BH_ARENA_INIT;
	const char *name;
	struct stat st;
	int dir = -1, r;

	if ((r = bh_store_check(key, err)) == -1 ||
	    (r = entry(s, key, &dir, &name, &st, &a, err)) == -1)
		goto out;
	if (r == 0 || S_ISLNK(st.st_mode)) {
		r = 1;
		goto out;
	}
	touch(s, key);
	r = 0;
	if (unlinkat(dir, name, 0) == -1)
		r = errno == ENOENT ? 1 :
		    bh_fail_errno(err, "%s/%.*s: remove", s->path, BH_FMT(key));
	else if (fsync(dir) == -1)
		r = bh_fail_errno(err, "%s/%.*s: fsync of its directory",
		    s->path, BH_FMT(key));
out:
	if (dir != -1)
		close(dir);
	bh_arena_free(&a);
	return r;
}
