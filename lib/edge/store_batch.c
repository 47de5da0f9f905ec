#include "edge/store.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "io/file.h"

/* Of one batch: what is lost when its writer is killed, and memory. */
enum { MOST = 4096, MOST_BYTES = 32 << 20 };

struct bh_store_wait {
	struct bh_str	 key, member;
	char		 tmp[BH_FILE_TMP_NAME];
};

/* Before 5.8 syncfs(2) did not tell that a write had failed. */
static bool
kernel_tells(void)
{
	struct utsname u;
	int major, minor;

	return uname(&u) == 0 && sscanf(u.release, "%d.%d", &major,
	    &minor) == 2 && (major > 5 || (major == 5 && minor >= 8));
}

/*
 * File systems whose syncfs(2) does for each file what fsync(2) would.  Those
 * of a network or in user space may leave data with a server.
 */
static bool
file_system_does(int fd)
{
	struct statfs f;

	if (fstatfs(fd, &f) == -1)
		return false;
	switch ((unsigned long)f.f_type) {
	case EXT4_SUPER_MAGIC:
	case XFS_SUPER_MAGIC:
	case BTRFS_SUPER_MAGIC:
	case F2FS_SUPER_MAGIC:
	case TMPFS_MAGIC:
		return true;
	default:
		return false;
	}
}

void
bh_store_batch_init(struct bh_store_batch *b, struct bh_store *s)
{
	struct stat st;

	*b = (struct bh_store_batch){ .store = s, .arena = BH_ARENA_INIT };
	b->whole = kernel_tells() && file_system_does(s->root) &&
	    fstat(s->root, &st) == 0;
	if (b->whole)
		b->device = st.st_dev;
}

static int
fail(const struct bh_store_batch *b, struct bh_str key, struct bh_err *err)
{
	return bh_err_at(err, "%s/%.*s", b->store->path, BH_FMT(key));
}

/* The temporary; something mounted below the store is synchronized by itself. */
static int
write_one(struct bh_store_batch *b, int dir, struct bh_store_wait *w,
    struct bh_err *err)
{
	struct stat st;
	int flags = fstat(dir, &st) == 0 && st.st_dev == b->device ?
	    BH_FILE_NEW : BH_FILE_SYNC;

	return bh_file_write(dir, w->member, 0444, flags, w->tmp, err) == 0 ?
	    0 : fail(b, w->key, err);
}

static int
hold(struct bh_store_batch *b, struct bh_str key, struct bh_str member,
    struct bh_err *err)
{
	struct bh_store_wait *w;
	struct bh_arena a = BH_ARENA_INIT;
	const char *name;
	int dir, r;

	b->wait = bh_more(&b->arena, b->wait, b->n, &b->cap,
	    sizeof(*b->wait));
	w = &b->wait[b->n];
	w->key = bh_str_dup(&b->arena, key);
	w->member = bh_str_dup(&b->arena, member);
	dir = bh_store_make_parent(b->store, key, BH_STORE_LATER, &name, &a,
	    err);
	r = dir == -1 ? -1 : write_one(b, dir, w, err);
	if (dir != -1 && dir != b->store->root)
		close(dir);
	bh_arena_free(&a);
	if (r == 0) {
		b->n++;
		b->bytes += member.n;
	}
	return r;
}

int
bh_store_batch_put(struct bh_store_batch *b, struct bh_str key,
    struct bh_str member, struct bh_err *err)
{
	int r = bh_store_has(b->store, key, err);

	if (r != 0)
		return r == 1 ? BH_STORE_THERE : -1;
	if (!b->whole) {
		r = bh_store_put_raw(b->store, key, member, false, err);
		b->stored += r == BH_STORE_DONE;
		return r;
	}
	if (hold(b, key, member, err) == -1)
		return -1;
	if (b->n >= MOST || b->bytes >= MOST_BYTES)
		return bh_store_batch_sync(b, err);
	return BH_STORE_DONE;
}

/* --- storing what waits ---------------------------------------------------- */

static int
open_parent(struct bh_store_batch *b, struct bh_str key, const char **name,
    struct bh_arena *a, struct bh_err *err)
{
	int dir = bh_store_parent(b->store, key, name, a);

	if (dir == -1)
		bh_fail_errno(err, "%s/%.*s", b->store->path, BH_FMT(key));
	return dir;
}

/* Link one; 0 done, 1 the key is taken, -1 */
static int
link_one(struct bh_store_batch *b, struct bh_store_wait *w,
    struct bh_err *err)
{
	struct bh_arena a = BH_ARENA_INIT;
	const char *name;
	struct stat st;
	int dir = open_parent(b, w->key, &name, &a, err), r = -1;

	if (dir != -1) {
		r = bh_file_publish(dir, w->tmp, name, BH_FILE_NEW, err);
		w->tmp[0] = '\0';
		if (r == 0 && (fstat(dir, &st) == -1 ||
		    st.st_dev != b->device) && fsync(dir) == -1)
			r = bh_fail_errno(err, "fsync of its directory");
		close(dir);
		if (r == -1)
			fail(b, w->key, err);
	}
	bh_arena_free(&a);
	return r;
}

static int
sync_all(struct bh_store_batch *b, struct bh_err *err)
{
	return syncfs(b->store->root) == 0 ? 0 :
	    bh_fail_errno(err, "%s: syncfs", b->store->path);
}

static void
forget(struct bh_store_batch *b)
{
	b->wait = NULL;
	b->n = b->cap = b->bytes = 0;
	bh_arena_reset(&b->arena);
}

/* 0, how many were linked in *linked; -1 */
static int
link_all(struct bh_store_batch *b, long *linked, struct bh_err *err)
{
	struct bh_store_wait *w;
	size_t i;
	int r = 0;

	for (i = 0; i < b->n && r != -1; i++) {
		w = &b->wait[i];
		r = link_one(b, w, err);
		*linked += r == 0;
		if (r == 1)
			r = b->taken(b->arg, w->key, w->member, err);
	}
	return r;
}

int
bh_store_batch_sync(struct bh_store_batch *b, struct bh_err *err)
{
	long linked = 0;

	if (b->n == 0)
		return 0;
	if (b->failed)	/* a second syncfs(2) would not tell of the first */
		return bh_fail(err, BH_SYS, "%s: not synchronized",
		    b->store->path);
	b->failed = true;
	if (sync_all(b, err) == -1 || link_all(b, &linked, err) == -1 ||
	    sync_all(b, err) == -1)
		return -1;
	b->failed = false;
	b->stored += linked;
	forget(b);
	return 0;
}

void
bh_store_batch_free(struct bh_store_batch *b)
{
	struct bh_arena a = BH_ARENA_INIT;
	const char *name;
	size_t i;
	int dir;

	for (i = 0; i < b->n; i++) {
		if (b->wait[i].tmp[0] == '\0')
			continue;
		dir = bh_store_parent(b->store, b->wait[i].key, &name, &a);
		if (dir == -1)
			continue;
		(void)unlinkat(dir, b->wait[i].tmp, 0);
		close(dir);
	}
	bh_arena_free(&a);
	bh_arena_free(&b->arena);
	*b = (struct bh_store_batch){ .store = b->store,
	    .stored = b->stored };
}
