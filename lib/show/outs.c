#include "show/outs.h"

#include <sys/stat.h>

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "io/file.h"

const char *
bh_outs_option(enum bh_out_kind k)
{
	static const char *const name[BH_OUTS] = {
		"the text", "--json", "--markdown", "--markdown-summary",
		"--outcome", "--html", "--svg", "--csv"
	};

	return name[k];
}

/* --- which file a path names ------------------------------------------- */

/* parent[0..) of path, and its last component */
static void
split(char *path, const char **parent, const char **base)
{
	char *slash;
	size_t n = strlen(path);

	while (n > 1 && path[n - 1] == '/')
		path[--n] = '\0';
	slash = strrchr(path, '/');
	*base = slash == NULL ? path : slash + 1;
	*parent = slash == NULL ? "." : slash == path ? "/" : path;
	if (slash != NULL && slash != path)
		*slash = '\0';
}

/* dir "/" base, "." and ".." taken out; false: too long */
static bool
join(char *out, const char *dir, const char *base)
{
	int n;

	if (strcmp(base, "..") == 0) {
		snprintf(out, PATH_MAX, "%s", dir);
		*(strrchr(out, '/') + (strrchr(out, '/') == out)) = '\0';
		return true;
	}
	if (strcmp(base, ".") == 0 || base[0] == '\0')
		return snprintf(out, PATH_MAX, "%s", dir) < PATH_MAX;
	n = snprintf(out, PATH_MAX, "%s/%s", strcmp(dir, "/") == 0 ? "" : dir,
	    base);
	return n < PATH_MAX;
}

/*
 * The absolute name of a file that may not exist yet, links followed, also
 * dangling ones.  A name that cannot be told (too long, a loop) stays as it is:
 * writing will say why.
 */
static void
resolve(const char *path, char *out, int depth)
{
	char copy[PATH_MAX], dir[PATH_MAX], to[PATH_MAX];
	const char *parent, *base;
	ssize_t n;

	if (realpath(path, out) != NULL)
		return;
	snprintf(out, PATH_MAX, "%s", path);
	if (depth > 40 || strlen(path) >= PATH_MAX || path[0] == '\0')
		return;
	strcpy(copy, path);
	split(copy, &parent, &base);
	n = readlink(path, to, sizeof(to) - 1);
	if (n > 0) {
		to[n] = '\0';
		if (to[0] == '/' || !join(dir, parent, to))
			strcpy(dir, to);
		resolve(dir, out, depth + 1);
		return;
	}
	if (strcmp(parent, path) == 0)
		return;
	resolve(parent, dir, depth + 1);
	if (!join(out, dir, base))
		snprintf(out, PATH_MAX, "%s", path);
}

/* One inode under two names, but for devices: /dev/null takes anything. */
static bool
same_inode(const char *a, const char *b)
{
	struct stat x, y;

	return stat(a, &x) == 0 && stat(b, &y) == 0 && S_ISREG(x.st_mode) &&
	    x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

static bool
is_device(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISCHR(st.st_mode);
}

static bool
above(const char *a, const char *b)
{
	size_t n = strlen(a);

	return strncmp(a, b, n) == 0 && (b[n] == '/' || strcmp(a, "/") == 0);
}

/* --- checks ------------------------------------------------------------ */

static int
check_two(const struct bh_outs *o, enum bh_out_kind a, enum bh_out_kind b,
    struct bh_err *err)
{
	const char *pa = o->path[a], *pb = o->path[b];
	char ra[PATH_MAX], rb[PATH_MAX];
	bool da = strcmp(pa, "-") == 0, db = strcmp(pb, "-") == 0;

	if (da && db)
		return bh_fail(err, BH_USAGE, "%s and %s both on stdout%s",
		    bh_outs_option(a), bh_outs_option(b),
		    a == BH_OUT_TEXT ? " (--no-text)" : "");
	if (da || db)
		return 0;
	resolve(pa, ra, 0);
	resolve(pb, rb, 0);
	if ((strcmp(ra, rb) == 0 && !is_device(ra)) || same_inode(ra, rb))
		return bh_fail(err, BH_USAGE, "%s and %s name one file: %s",
		    bh_outs_option(a), bh_outs_option(b), pb);
	if (above(ra, rb) || above(rb, ra))
		if (strcmp(ra, rb) != 0)
			return bh_fail(err, BH_USAGE, "%s and %s: one is a "
			    "directory above the other: %s, %s",
			    bh_outs_option(a), bh_outs_option(b), pa, pb);
	return 0;
}

int
bh_outs_check(const struct bh_outs *o, unsigned allowed, struct bh_err *err)
{
	bool any = false;
	int a, b;

	for (a = 0; a < BH_OUTS; a++) {
		if (o->path[a] == NULL)
			continue;
		any = true;
		if ((allowed & BH_OUT(a)) == 0)
			return bh_fail(err, BH_USAGE, "%s is not for this view",
			    bh_outs_option((enum bh_out_kind)a));
		if (o->path[a][0] == '\0')
			return bh_fail(err, BH_USAGE, "%s: empty file name",
			    bh_outs_option((enum bh_out_kind)a));
	}
	if (!any)
		return bh_fail(err, BH_USAGE, "no output is asked for");
	for (a = 0; a < BH_OUTS; a++)
		for (b = a + 1; b < BH_OUTS; b++)
			if (o->path[a] != NULL && o->path[b] != NULL &&
			    check_two(o, (enum bh_out_kind)a,
			    (enum bh_out_kind)b, err) == -1)
				return -1;
	return 0;
}

/* --- writing ----------------------------------------------------------- */

int
bh_outs_publish(struct bh_outs *o, struct bh_out *out, struct bh_err *err)
{
	int k;

	for (k = 0; k < BH_OUTS; k++) {
		if (o->path[k] == NULL || strcmp(o->path[k], "-") == 0)
			continue;
		if (bh_file_output(o->path[k], bh_buf_of(&o->text[k]),
		    err) == -1)
			return -1;
		bh_note("%s: %zu bytes written", o->path[k], o->text[k].n);
	}
	for (k = 0; k < BH_OUTS; k++)
		if (o->path[k] != NULL && strcmp(o->path[k], "-") == 0)
			bh_buf_str(&out->buf, bh_buf_of(&o->text[k]));
	return 0;
}

void
bh_outs_free(struct bh_outs *o)
{
	int k;

	for (k = 0; k < BH_OUTS; k++)
		bh_buf_free(&o->text[k]);
}
