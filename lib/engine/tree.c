#include "engine/tree.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/log.h"

/* '/' sorts before every other byte: then bytes are components. */
int
bh_path_cmp(struct bh_str a, struct bh_str b)
{
	size_t i, n = a.n < b.n ? a.n : b.n;
	unsigned char x, y;

	for (i = 0; i < n; i++) {
		if (a.p[i] == b.p[i])
			continue;
		x = a.p[i] == '/' ? 0 : (unsigned char)a.p[i];
		y = b.p[i] == '/' ? 0 : (unsigned char)b.p[i];
		return x < y ? -1 : 1;
	}
	return (a.n > b.n) - (a.n < b.n);
}

struct bh_str
bh_path_base(struct bh_str path)
{
	const char *at = path.n > 0 ? memrchr(path.p, '/', path.n) : NULL;

	return at == NULL ? path :
	    bh_str_from(path, (size_t)(at - path.p) + 1);
}

struct bh_str
bh_path_dir(struct bh_str path)
{
	size_t n = bh_path_base(path).n;

	return (struct bh_str){ path.p, n == path.n ? 0 : path.n - n - 1 };
}

static int
cmp_path(const void *va, const void *vb)
{
	const struct bh_tree_file *a = va, *b = vb;

	return bh_path_cmp(a->path, b->path);
}

static int
cmp_dir(const void *va, const void *vb)
{
	const struct bh_tree_file *a = va, *b = vb;
	int c = bh_path_cmp(bh_path_dir(a->path), bh_path_dir(b->path));

	return c != 0 ? c : bh_path_cmp(a->path, b->path);
}

/* Of equal paths the one met later, which a stable sort left last. */
static void
drop_earlier(struct bh_tree *t)
{
	size_t i, n = 0;

	for (i = 0; i < t->n; i++)
		if (i + 1 == t->n ||
		    !bh_str_eq(t->file[i].path, t->file[i + 1].path))
			t->file[n++] = t->file[i];
	t->n = n;
}

/* glibc sorts by merging, but does not promise it: the position decides. */
struct placed {
	struct bh_tree_file	 f;
	size_t			 at;
};

static int
cmp_placed(const void *va, const void *vb, void *by_dir)
{
	const struct placed *a = va, *b = vb;
	int c = *(bool *)by_dir ? cmp_dir(&a->f, &b->f) :
	    cmp_path(&a->f, &b->f);

	return c != 0 ? c : (a->at > b->at) - (a->at < b->at);
}

void
bh_tree_sort(struct bh_tree *t, bool by_dir)
{
	struct placed *v = bh_calloc(t->a, t->n, sizeof(*v));
	size_t i;

	for (i = 0; i < t->n; i++)
		v[i] = (struct placed){ t->file[i], i };
	qsort_r(v, t->n, sizeof(*v), cmp_placed, &by_dir);
	for (i = 0; i < t->n; i++)
		t->file[i] = v[i].f;
	drop_earlier(t);
}

static struct bh_tree_file *
add(struct bh_tree *t, struct bh_str path, struct bh_time mtime)
{
	struct bh_tree_file *f;

	t->file = bh_more(t->a, t->file, t->n, &t->cap, sizeof(*t->file));
	f = &t->file[t->n++];
	*f = (struct bh_tree_file){ .path = bh_str_dup(t->a, path),
	    .mtime = mtime };
	return f;
}

/* --- a directory -------------------------------------------------------- */

static int walk(struct bh_tree *, const struct bh_tree_dir *, int, struct
    bh_buf *, int, struct bh_err *);

/* One entry of the directory fd whose path is in path. */
static int
entry(struct bh_tree *t, const struct bh_tree_dir *d, int fd,
    const char *name, struct bh_buf *path, int depth, struct bh_err *err)
{
	size_t n = path->n;
	struct stat st;
	int sub, r = 0;

	bh_buf_c(path, '/');
	bh_buf_z(path, name);
	if (fstatat(fd, name, &st, AT_SYMLINK_NOFOLLOW) == -1) {
		if (errno != ENOENT)
			r = bh_fail_errno(err, "%s/%.*s", t->root,
			    BH_FMT(bh_buf_of(path)));
	} else if (S_ISREG(st.st_mode) && d->want(bh_buf_of(path))) {
		add(t, bh_buf_of(path), (struct bh_time){ st.st_mtim.tv_sec,
		    (int32_t)st.st_mtim.tv_nsec })->size = st.st_size;
	} else if (S_ISLNK(st.st_mode) && d->want(bh_buf_of(path))) {
		bh_note("%s/%.*s: symbolic link, not read", t->root,
		    BH_FMT(bh_buf_of(path)));
	} else if (S_ISDIR(st.st_mode) && d->deep) {
		sub = openat(fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW |
		    O_CLOEXEC);
		if (sub != -1)
			r = walk(t, d, sub, path, depth + 1, err);
		else if (errno != ENOENT)
			r = bh_fail_errno(err, "%s/%.*s", t->root,
			    BH_FMT(bh_buf_of(path)));
	}
	path->n = n;
	return r;
}

/* Closes fd. */
static int
walk(struct bh_tree *t, const struct bh_tree_dir *d, int fd,
    struct bh_buf *path, int depth, struct bh_err *err)
{
	DIR *dir = fdopendir(fd);
	struct dirent *e;
	int r = 0;

	if (dir == NULL) {
		r = bh_fail_errno(err, "%s/%.*s", t->root,
		    BH_FMT(bh_buf_of(path)));
		close(fd);
		return r;
	}
	if (depth > BH_TREE_DEPTH)
		r = bh_fail(err, BH_DATA, "%s/%.*s: nested too deep", t->root,
		    BH_FMT(bh_buf_of(path)));
	for (errno = 0; r == 0 && (e = readdir(dir)) != NULL; errno = 0)
		if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
			r = entry(t, d, fd, e->d_name, path, depth, err);
	if (r == 0 && errno != 0)
		r = bh_fail_errno(err, "%s/%.*s", t->root,
		    BH_FMT(bh_buf_of(path)));
	closedir(dir);
	return r;
}

static int
walk_engine(struct bh_tree *t, const struct bh_tree_dir *d,
    struct bh_err *err)
{
	struct bh_buf path = BH_BUF_INIT;
	struct stat st;
	int fd, r;

	if (fstatat(t->fd, d->name, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
	    S_ISLNK(st.st_mode)) {
		bh_warn("%s/%s: symbolic link, not followed", t->root,
		    d->name);
		return 0;
	}
	fd = openat(t->fd, d->name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW |
	    O_CLOEXEC);
	if (fd == -1 && errno == ENOENT) {
		bh_note("%s/%s: not there", t->root, d->name);
		return 0;
	}
	if (fd == -1)
		return bh_fail_errno(err, "%s/%s", t->root, d->name);
	bh_buf_z(&path, d->name);
	r = walk(t, d, fd, &path, 0, err);
	bh_buf_free(&path);
	return r;
}

int
bh_tree_walk(struct bh_tree *t, const struct bh_tree_dir *dirs,
    struct bh_err *err)
{
	const struct bh_tree_dir *d;

	for (d = dirs; d->name != NULL; d++)
		if (walk_engine(t, d, err) == -1)
			return -1;
	return 0;
}

/* --- an archive --------------------------------------------------------- */

static const struct bh_tree_dir *
wanted(const struct bh_tree_dir *d, struct bh_str path)
{
	struct bh_str rest, top;
	bool below;

	for (; d->name != NULL; d++) {
		rest = path;
		below = bh_str_cut(&rest, '/', &top);
		if (!bh_str_is(top, d->name) || !below)
			continue;
		if ((d->deep || memchr(rest.p, '/', rest.n) == NULL) &&
		    d->want(path))
			return d;
	}
	return NULL;
}

static bool
is_root(const struct bh_tree_dir *d, struct bh_str path)
{
	for (; d->name != NULL; d++)
		if (bh_str_is(path, d->name))
			return true;
	return false;
}

static int
hold(struct bh_tree *t, struct bh_pack *p, const struct bh_pack_member *m,
    size_t max, struct bh_buf *buf, struct bh_err *err)
{
	struct bh_tree_file *f = add(t, m->path, m->mtime);

	if (bh_pack_read(p, max, buf, err) == -1)
		return bh_err_at(err, "%.*s", BH_FMT(f->path));
	t->held += buf->n;
	if (t->held > BH_TREE_HELD_MAX)
		return bh_fail(err, BH_DATA,
		    "archive: more than %zu bytes of results",
		    BH_TREE_HELD_MAX);
	f->data = bh_str_dup(t->a, bh_buf_of(buf));
	if (f->data.p == NULL)
		f->data = BH_STR("");
	return 0;
}

/* Behind the first component. */
static struct bh_str
inner(struct bh_str path)
{
	struct bh_str top;

	bh_str_cut(&path, '/', &top);
	return path;
}

static void
note_top(struct bh_tree *t, struct bh_str path)
{
	struct bh_str top;

	bh_str_cut(&path, '/', &top);
	if (top.n == 0)
		return;
	if (t->top.p == NULL)
		t->top = bh_str_dup(t->a, top);
	else if (!bh_str_eq(t->top, top))
		t->several = true;
}

static int
member(struct bh_tree *t, const struct bh_tree_dir *dirs, struct bh_pack *p,
    const struct bh_pack_member *m, size_t max, struct bh_buf *buf,
    struct bh_err *err)
{
	bool outside;

	note_top(t, m->path);
	if (m->what == BH_PACK_FILE && is_root(dirs, m->path))
		return bh_fail(err, BH_DATA, "%.*s: not a directory",
		    BH_FMT(m->path));
	outside = wanted(dirs, m->path) != NULL;
	if (m->what == BH_PACK_DIR ||
	    (!outside && wanted(dirs, inner(m->path)) == NULL))
		return 0;
	if (m->what != BH_PACK_FILE) {
		bh_warn("%s:%.*s: link or device, not read", t->root,
		    BH_FMT(m->path));
		return 0;
	}
	if (hold(t, p, m, max, buf, err) == -1)
		return -1;
	t->file[t->n - 1].inner = !outside;
	return 0;
}

static bool
is_engine(struct bh_str name)
{
	static const char *const engines[] = { "criterion", "gungraun",
	    "callgrind", "alloc_tracker", "all_the_time", "primbench" };
	size_t i;

	for (i = 0; i < sizeof(engines) / sizeof(engines[0]); i++)
		if (bh_str_is(name, engines[i]))
			return true;
	return false;
}

/* Which of the two places the target root has in the archive. */
static void
settle(struct bh_tree *t)
{
	bool below = !t->several && !is_engine(t->top);
	size_t i, n = 0;

	for (i = 0; i < t->n; i++) {
		if (t->file[i].inner != below)
			continue;
		t->file[n] = t->file[i];
		if (below)
			t->file[n].path = inner(t->file[n].path);
		n++;
	}
	t->n = n;
}

int
bh_tree_unpack(struct bh_tree *t, const struct bh_tree_dir *dirs,
    struct bh_pack *p, size_t max, struct bh_err *err)
{
	struct bh_buf buf = BH_BUF_INIT;
	struct bh_pack_member m;
	int r;

	while ((r = bh_pack_next(p, &m, err)) == 1)
		if ((r = member(t, dirs, p, &m, max, &buf, err)) == -1)
			break;
	if (r == 0)
		settle(t);
	bh_buf_free(&buf);
	return r;
}
