#include "edge/hist.h"

#include <string.h>

#include "edge/git.h"
#include "io/file.h"

enum { CUT_MAX = 16 << 20 };

/*
 * git's answer in *out, as a whole; a caller who shows what it said puts more
 * in front.
 */
static int
ask(struct bh_hist *h, const char *const *args, struct bh_buf *out,
    struct bh_err *err)
{
	return bh_git(h->top, BH_STR_NONE, args, out, err);
}

static struct bh_str
first_line(const struct bh_buf *b)
{
	struct bh_str rest = bh_buf_of(b), line;

	bh_str_cut(&rest, '\n', &line);
	return line;
}

static bool
is_hex(struct bh_str s)
{
	size_t i;

	for (i = 0; i < s.n; i++)
		if (strchr("0123456789abcdef", s.p[i]) == NULL ||
		    s.p[i] == '\0')
			return false;
	return s.n == 40 || s.n == BH_HIST_HEX;
}

static int
read_cut(struct bh_hist *h, struct bh_str path, struct bh_err *err)
{
	struct bh_buf b = BH_BUF_INIT;
	int r;

	path = path.n > 0 && path.p[0] == '/' ? bh_str_dup(h->a, path) :
	    bh_strf(h->a, "%s/%.*s", h->top, BH_FMT(path));
	r = bh_file_read_user(path.p, CUT_MAX, &b, err);
	if (r == 0)
		h->cut = bh_str_dup(h->a, bh_buf_of(&b));
	bh_buf_free(&b);
	return r == -1 ? -1 : 0;
}

int
bh_hist_git_open(struct bh_hist *h, struct bh_err *err)
{
	static const char *const args[] = { "rev-parse",
	    "--is-bare-repository", "--git-path", "shallow", NULL };
	struct bh_buf b = BH_BUF_INIT;
	struct bh_str rest, line;
	int r = ask(h, args, &b, err);

	if (r == 0) {
		rest = bh_buf_of(&b);
		bh_str_cut(&rest, '\n', &line);
		h->bare = bh_str_is(line, "true");
		bh_str_cut(&rest, '\n', &line);
		r = read_cut(h, line, err);
	} else if (r > 0)
		r = bh_err_at(err, "%s", h->top);
	bh_buf_free(&b);
	return r;
}

int
bh_hist_git_resolve(struct bh_hist *h, const char *name, const char **hex,
    struct bh_err *err)
{
	/* what is behind ":/" is text, to the end */
	const char *peel = strncmp(name, ":/", 2) == 0 ? "" : "^{commit}";
	const char *args[] = { "rev-parse", "--verify", "--end-of-options",
	    bh_strf(h->a, "%s%s", name, peel).p, NULL };
	struct bh_buf b = BH_BUF_INIT;
	int r = ask(h, args, &b, err);

	if (r == 0 && is_hex(first_line(&b)))
		*hex = bh_str_z(h->a, first_line(&b));
	else if (r == 0)
		r = bh_fail(err, BH_SYS, "%s: git gives no commit id", name);
	else if (r > 0) {
		r = 1;
		if (strstr(err->msg, "Needed a single revision") != NULL)
			(void)bh_fail(err, BH_SYS, "%s: no such commit", name);
		else
			(void)bh_err_at(err, "%s", name);
	}
	bh_buf_free(&b);
	return r;
}

int
bh_hist_git_symbolic(struct bh_hist *h, const char *ref, const char *head,
    struct bh_str *name, struct bh_err *err)
{
	const char *const args[] = { "symbolic-ref", "-q", ref, NULL };
	struct bh_buf b = BH_BUF_INIT;
	int r = ask(h, args, &b, err);

	if (r == 0 && bh_str_starts(first_line(&b), bh_str_of(head)))
		*name = bh_str_dup(h->a,
		    bh_str_from(first_line(&b), strlen(head)));
	bh_buf_free(&b);
	return r == -1 ? -1 : 0;
}

int
bh_hist_git_walk(struct bh_hist *h, const char *hex, struct bh_hist_list *l,
    struct bh_hist_commit **meet, struct bh_err *err)
{
	const char *args[] = { "rev-list", "--first-parent",
	    "--encoding=UTF-8", "--format=tformat:%ct %s",
	    "--end-of-options", hex, "--", NULL };
	const struct bh_str head = BH_STR("commit ");
	struct bh_buf b = BH_BUF_INIT;
	struct bh_str rest, id, line, when;
	int64_t t;
	int r = ask(h, args, &b, err);

	rest = bh_buf_of(&b);
	while (r == 0 && rest.n > 0) {
		bh_str_cut(&rest, '\n', &id);
		bh_str_cut(&rest, '\n', &line);
		bh_str_cut(&line, ' ', &when);
		if (!bh_str_starts(id, head) ||
		    !is_hex(id = bh_str_from(id, head.n)) ||
		    !bh_str_i64(when, &t)) {
			r = bh_fail(err, BH_SYS, "git rev-list: unexpected "
			    "output");
			break;
		}
		if ((*meet = bh_hist_find(h, id)) != NULL)
			break;
		bh_hist_list_add(h, l, bh_str_z(h->a, id), t, line);
	}
	bh_buf_free(&b);
	return r > 0 ? -1 : r;
}

int
bh_hist_git_related(struct bh_hist *h, const char *x, const char *y,
    struct bh_err *err)
{
	const char *args[] = { "merge-base", "--end-of-options", x, y, NULL };
	struct bh_buf b = BH_BUF_INIT;
	int r = ask(h, args, &b, err);

	bh_buf_free(&b);
	return r == 0 ? 1 : r == 1 ? 0 : -1;
}

/* What is left of the line without the ancestors of base is its end. */
int
bh_hist_git_fork(struct bh_hist *h, const struct bh_hist_line *line,
    const char *base, long *fork, struct bh_err *err)
{
	const char *args[] = { "rev-list", "--first-parent", "--count",
	    line->v[line->n - 1]->hex, bh_strf(h->a, "^%s", base).p, "--",
	    NULL };
	struct bh_buf b = BH_BUF_INIT;
	uint64_t n;
	int r = ask(h, args, &b, err);

	if (r == 0 && bh_str_u64(first_line(&b), &n) && n <= line->n)
		*fork = (long)(line->n - n) - 1;
	else if (r == 0)
		r = bh_fail(err, BH_SYS, "git rev-list: unexpected output");
	bh_buf_free(&b);
	return r == 0 ? 0 : -1;
}

int
bh_hist_git_dirty(struct bh_hist *h, const struct bh_str *except,
    size_t nexcept, bool *dirty, struct bh_err *err)
{
	static const char *const args[] = { "status", "--porcelain", "-z",
	    "--no-renames", "--untracked-files=normal",
	    "--ignore-submodules=none", NULL };
	const struct bh_str untracked = BH_STR("?? ");
	struct bh_buf b = BH_BUF_INIT;
	struct bh_str rest, entry;
	int r = ask(h, args, &b, err);

	rest = bh_buf_of(&b);
	while (r == 0 && rest.n > 0 && !*dirty) {
		bh_str_cut(&rest, '\0', &entry);
		*dirty = !bh_str_starts(entry, untracked) ||
		    bh_hist_counts(h, bh_str_from(entry, untracked.n), except,
		    nexcept);
	}
	bh_buf_free(&b);
	return r == 0 ? 0 : -1;
}
