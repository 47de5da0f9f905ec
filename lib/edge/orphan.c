#include "edge/orphan.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "io/file.h"

enum { DEEPEST = 8 };	/* directories of the longest key, and one */

struct search {
	struct bh_orphans *o;
	const struct bh_store *store;
	struct bh_buf	 path;
	time_t		 before;
	struct bh_err	*err;
};

static int
fail(struct search *q)
{
	return bh_fail_errno(q->err, "%s/%.*s", q->store->path,
	    BH_FMT(bh_buf_of(&q->path)));
}

static void
temporary(struct search *q, const struct stat *st)
{
	struct bh_orphans *o = q->o;

	if (st->st_mtime >= q->before) {
		o->young++;
		return;
	}
	o->path = bh_more(&o->arena, o->path, o->n, &o->cap,
	    sizeof(*o->path));
	o->path[o->n++] = bh_strf(&o->arena, "%.*s",
	    BH_FMT(bh_buf_of(&q->path)));
}

static int search(struct search *, int, int);

/* One name of the directory fd, which q->path ends in. */
static int
entry(struct search *q, int fd, const char *name, int depth)
{
	struct stat st;
	int sub;

	if (fstatat(fd, name, &st, AT_SYMLINK_NOFOLLOW) == -1)
		return errno == ENOENT ? 0 : fail(q);
	if (S_ISREG(st.st_mode) &&
	    bh_str_starts(bh_str_of(name), BH_STR(BH_FILE_TMP)))
		temporary(q, &st);
	if (!S_ISDIR(st.st_mode) || depth == DEEPEST)
		return 0;
	sub = openat(fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW |
	    O_CLOEXEC);
	if (sub == -1)
		return errno == ENOENT || errno == ENOTDIR ||
		    errno == ELOOP ? 0 : fail(q);
	return search(q, sub, depth + 1);
}

/* All below the directory fd, which is closed. */
static int
search(struct search *q, int fd, int depth)
{
	DIR *d = fdopendir(fd);
	struct dirent *e;
	size_t n = q->path.n;
	int r = 0;

	if (d == NULL) {
		r = fail(q);
		close(fd);
		return r;
	}
	while (r == 0 && (errno = 0, e = readdir(d)) != NULL) {
		if (bh_str_is(bh_str_of(e->d_name), ".") ||
		    bh_str_is(bh_str_of(e->d_name), ".."))
			continue;
		bh_buf_f(&q->path, "/%s", e->d_name);
		r = entry(q, fd, e->d_name, depth);
		q->path.n = n;
	}
	if (r == 0 && errno != 0)
		r = fail(q);
	closedir(d);
	return r;
}

static int
by_path(const void *a, const void *b)
{
	const struct bh_str *x = a, *y = b;

	return bh_str_cmp(*x, *y);
}

int
bh_orphans_find(struct bh_orphans *o, const struct bh_store *s,
    struct bh_err *err)
{
	struct search q = { .o = o, .store = s, .path = BH_BUF_INIT,
	    .before = time(NULL) - BH_ORPHAN_AGE, .err = err };
	int fd = bh_store_beneath(s->root, "v1", O_RDONLY | O_DIRECTORY);
	int r;

	bh_buf_z(&q.path, "v1");
	if (fd != -1)
		r = search(&q, fd, 1);
	else
		r = errno == ENOENT || errno == ENOTDIR || errno == ELOOP ?
		    0 : fail(&q);
	bh_buf_free(&q.path);
	if (o->n > 1)
		qsort(o->path, o->n, sizeof(*o->path), by_path);
	return r;
}

int
bh_orphans_remove(const struct bh_orphans *o, size_t i,
    const struct bh_store *s, struct bh_err *err)
{
	struct bh_arena a = BH_ARENA_INIT;
	const char *name;
	int dir = bh_store_parent(s, o->path[i], &name, &a), r = 0;

	if (dir == -1 || unlinkat(dir, name, 0) == -1)
		r = errno == ENOENT ? 1 : bh_fail_errno(err, "%s/%s: remove",
		    s->path, o->path[i].p);
	if (dir != -1)
		close(dir);
	bh_arena_free(&a);
	return r;
}

void
bh_orphans_free(struct bh_orphans *o)
{
	bh_arena_free(&o->arena);
}
