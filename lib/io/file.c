#include "io/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "io/out.h"

enum { TRIES = 100 };

int
bh_file_read_fd(int fd, const char *path, size_t max, struct bh_buf *out,
    struct bh_err *err)
{
	struct stat st;
	ssize_t n;

	if (fstat(fd, &st) == -1)
		return bh_fail_errno(err, "%s", path);
	if (!S_ISREG(st.st_mode))
		return bh_fail(err, BH_SYS, "%s: not a regular file", path);
	bh_buf_reset(out);
	if (st.st_size > 0 && (size_t)st.st_size <= max)
		bh_buf_room(out, (size_t)st.st_size + 1);
	do {
		bh_buf_room(out, 1);
		n = read(fd, out->p + out->n, out->cap - out->n);
		if (n == -1 && errno == EINTR)
			continue;
		if (n == -1)
			return bh_fail_errno(err, "%s: read", path);
		out->n += (size_t)n;
		if (out->n > max)
			return bh_fail(err, BH_DATA,
			    "%s: larger than %zu bytes", path, max);
	} while (n != 0);
	return 0;
}

static int
read_at(int dir, const char *path, int follow, size_t max,
    struct bh_buf *out, struct bh_err *err)
{
	int fd, r;

	fd = openat(dir, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY |
	    (follow ? 0 : O_NOFOLLOW));
	if (fd == -1 && errno == ENOENT)
		return 1;
	if (fd == -1 && errno == ELOOP)
		return bh_fail(err, BH_SYS, "%s: not a regular file", path);
	if (fd == -1)
		return bh_fail_errno(err, "%s", path);
	r = bh_file_read_fd(fd, path, max, out, err);
	close(fd);
	return r;
}

int
bh_file_read(int dir, const char *path, size_t max, struct bh_buf *out,
    struct bh_err *err)
{
	return read_at(dir, path, 0, max, out, err);
}

int
bh_file_read_user(const char *path, size_t max, struct bh_buf *out,
    struct bh_err *err)
{
	return read_at(AT_FDCWD, path, 1, max, out, err);
}

/*
 * A new file with a name of ours; -1 and errno.  O_TMPFILE would leave none
 * behind a killed writer, but its link(2) needs /proc, many file systems lack
 * it, and it is not faster: with both ways on ext4, 6,000 files each, the
 * system's time was .18 to .25 s.
 */
static int
temporary(int dir, mode_t mode, char name[BH_FILE_TMP_NAME])
{
	static const char digits[] = "abcdefghijklmnopqrstuvwxyz012345";
	unsigned char r[6];
	int fd, i, k;

	for (i = 0; i < TRIES; i++) {
		if (getrandom(r, sizeof(r), 0) != (ssize_t)sizeof(r))
			return -1;
		k = sprintf(name, "%s", BH_FILE_TMP);
		for (size_t j = 0; j < sizeof(r); j++)
			name[k++] = digits[r[j] % 32];
		name[k] = '\0';
		fd = openat(dir, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC |
		    O_NOFOLLOW, mode);
		if (fd != -1 || errno != EEXIST)
			return fd;
	}
	return -1;
}

static int
write_all(int fd, struct bh_str data)
{
	ssize_t n;

	while (data.n > 0) {
		n = write(fd, data.p, data.n);
		if (n >= 0)
			data = bh_str_from(data, (size_t)n);
		else if (errno != EINTR)
			return -1;
	}
	return 0;
}

static int
rename_new(int dir, const char *tmp, const char *name)
{
#ifdef SYS_renameat2
	if (syscall(SYS_renameat2, dir, tmp, dir, name, 1u) == 0)
		return 0;	/* 1: RENAME_NOREPLACE */
	if (errno != ENOSYS && errno != EINVAL)
		return -1;
#endif
	if (faccessat(dir, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0) {
		errno = EEXIST;
		return -1;
	}
	return renameat(dir, tmp, dir, name);
}

/*
 * To the final name.  link(2) refuses to replace without a window between
 * check and write; some file systems have no hard links.
 */
static int
bring(int dir, const char *tmp, const char *name, int flags)
{
	if (flags & BH_FILE_REPLACE)
		return renameat(dir, tmp, dir, name);
	if (linkat(dir, tmp, dir, name, 0) == 0) {
		(void)unlinkat(dir, tmp, 0);
		return 0;
	}
	if (errno != EPERM && errno != EOPNOTSUPP && errno != EXDEV &&
	    errno != ENOSYS && errno != EMLINK)
		return -1;
	return rename_new(dir, tmp, name);
}

int
bh_file_write(int dir, struct bh_str data, mode_t mode, int flags,
    char tmp[BH_FILE_TMP_NAME], struct bh_err *err)
{
	int fd = temporary(dir, mode, tmp);

	if (fd == -1)
		return bh_fail_errno(err, "create");
	if (write_all(fd, data) == -1)
		bh_fail_errno(err, "write");
	else if ((flags & BH_FILE_SYNC) && fsync(fd) == -1)
		bh_fail_errno(err, "fsync");
	else if (close(fd) == -1) {
		bh_fail_errno(err, "close");
		goto undo;
	} else
		return 0;
	close(fd);
undo:
	(void)unlinkat(dir, tmp, 0);
	return -1;
}

int
bh_file_publish(int dir, const char *tmp, const char *name, int flags,
    struct bh_err *err)
{
	int r = 1;

	if (bring(dir, tmp, name, flags) == 0)
		return 0;
	if (errno != EEXIST)
		r = bh_fail_errno(err, "publish");
	(void)unlinkat(dir, tmp, 0);
	return r;
}

int
bh_file_put(int dir, const char *name, struct bh_str data, mode_t mode,
    int flags, struct bh_err *err)
{
	char tmp[BH_FILE_TMP_NAME];
	int r;

	if (bh_file_write(dir, data, mode, flags, tmp, err) == -1)
		return -1;
	r = bh_file_publish(dir, tmp, name, flags, err);
	if (r == 0 && (flags & BH_FILE_SYNC) && fsync(dir) == -1)
		return bh_fail_errno(err, "fsync of its directory");
	return r;
}

int
bh_file_mkdirs(const char *path, struct bh_err *err)
{
	char part[PATH_MAX];
	size_t n = strlen(path), i;
	struct stat st;

	if (n >= sizeof(part))
		return bh_fail(err, BH_SYS, "%s: path too long", path);
	for (i = 1; i <= n; i++) {
		if (path[i] != '/' && path[i] != '\0')
			continue;
		memcpy(part, path, i);
		part[i] = '\0';
		if (mkdir(part, 0777) == -1 && errno != EEXIST)
			return bh_fail_errno(err, "%s: mkdir", part);
	}
	if (stat(path, &st) == 0 && !S_ISDIR(st.st_mode))
		return bh_fail(err, BH_SYS, "%s: not a directory", path);
	return 0;
}

static int
to_stdout(struct bh_str data, struct bh_err *err)
{
	return write_all(STDOUT_FILENO, data) == -1 ?
	    bh_fail_errno(err, "stdout: write") : 0;
}

/* Write into what is there: a device, a FIFO, an open descriptor. */
static int
into(const char *path, struct bh_str data, struct bh_err *err)
{
	int fd = open(path, O_WRONLY | O_APPEND | O_CLOEXEC), r;

	if (fd == -1)
		return bh_fail_errno(err, "%s", path);
	if ((r = write_all(fd, data)) == -1)
		bh_fail_errno(err, "%s: write", path);
	if (close(fd) == -1 && r == 0)
		r = bh_fail_errno(err, "%s: close", path);
	return r;
}

/*
 * Follow the links that path ends in, also dangling ones.
 *	returns	false where one belongs to the system: /dev/stdout and its like
 *		must never be replaced, even if they lead to a plain file
 */
static bool
follow(char path[PATH_MAX])
{
	char to[PATH_MAX], *slash;
	ssize_t n;
	int i;

	for (i = 0; i < 40; i++) {
		if ((n = readlink(path, to, sizeof(to) - 1)) <= 0)
			break;
		to[n] = '\0';
		if (strncmp(path, "/dev/", 5) == 0 ||
		    strncmp(path, "/proc/", 6) == 0)
			return false;
		slash = strrchr(path, '/');
		if (to[0] == '/' || slash == NULL)
			path[0] = '\0';
		else
			slash[1] = '\0';
		if (strlen(path) + (size_t)n >= PATH_MAX)
			break;
		strcat(path, to);
	}
	return true;
}

int
bh_file_output(const char *name, struct bh_str data, struct bh_err *err)
{
	char path[PATH_MAX], parent[PATH_MAX], *base;
	struct stat st;
	int dir, r;

	if (strcmp(name, "-") == 0)
		return to_stdout(data, err);
	if (strlen(name) >= sizeof(path))
		return bh_fail(err, BH_SYS, "%s: path too long", name);
	strcpy(path, name);
	if (!follow(path) || (stat(path, &st) == 0 && !S_ISREG(st.st_mode) &&
	    !S_ISDIR(st.st_mode)))
		return into(name, data, err);
	base = strrchr(path, '/');
	strcpy(parent, base == NULL ? "." : base == path ? "/" : path);
	if (base != NULL && base != path) {
		parent[base - path] = '\0';
		if (bh_file_mkdirs(parent, err) == -1)
			return -1;
	}
	dir = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (dir == -1)
		return bh_fail_errno(err, "%s", parent);
	r = bh_file_put(dir, base == NULL ? path : base + 1, data, 0666,
	    BH_FILE_REPLACE, err);
	close(dir);
	return r == -1 ? bh_err_at(err, "%s", name) : r;
}
