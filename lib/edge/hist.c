#include "edge/hist.h"

#include <dirent.h>
#include <git2.h>
#include <iconv.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/log.h"
#include "edge/hist_mem.h"
#include "io/file.h"

enum { CUT_MAX = 16 << 20, NESTED_DEPTH = 16 };

static int
fail(struct bh_err *err, const char *what)
{
	const git_error *e = git_error_last();
	struct bh_str why = BH_STR("libgit2 failed");

	if (e != NULL && e->message != NULL)
		why = bh_str_of(e->message);
	while (why.n > 0 && why.p[why.n - 1] == '.')
		why.n--;	/* more may follow, as in all our messages */
	return bh_fail(err, BH_SYS, "%s: %.*s", what, BH_FMT(why));
}

/* --- open ----------------------------------------------------------------- */

static int
read_cut(struct bh_hist *h, const char *common, struct bh_err *err)
{
	struct bh_str path = bh_strf(h->a, "%s/shallow", common);
	struct bh_buf b = BH_BUF_INIT;
	int r = bh_file_read_user(path.p, CUT_MAX, &b, err);

	if (r == 0)
		h->cut = bh_str_dup(h->a, bh_buf_of(&b));
	bh_buf_free(&b);
	return r == -1 ? -1 : 0;
}

/* 0; 1: git(1) has to answer */
static int
open_libgit2(struct bh_hist *h, struct bh_err *err)
{
	git_repository *repo;

	bh_hist_mem();
	if (git_libgit2_init() < 0)
		return fail(err, "libgit2");
	/* every object is read once, and git(1) does not check ids either */
	git_libgit2_opts(GIT_OPT_ENABLE_CACHING, 0);
	git_libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, 0);
	if (git_repository_open_ext(&repo, h->top,
	    GIT_REPOSITORY_OPEN_NO_SEARCH, NULL) != 0) {
		(void)fail(err, h->top);
		bh_note("%s; git answers", err->msg);
		git_libgit2_shutdown();
		return 1;
	}
	h->repo = repo;
	h->bare = git_repository_is_bare(repo);
	if (read_cut(h, git_repository_commondir(repo), err) == -1) {
		bh_hist_close(h);
		return -1;
	}
	if (h->cut.n > 0) {
		bh_note("shallow clone; git answers");
		bh_hist_close(h);
		return 1;
	}
	return 0;
}

int
bh_hist_open(struct bh_hist *h, struct bh_arena *a, struct bh_str top,
    struct bh_err *err)
{
	int r;

	*h = (struct bh_hist){ .a = a };
	if (top.p == NULL)
		return bh_fail(err, BH_SYS, "not in a git repository");
	h->top = bh_str_z(a, top);
	if ((r = open_libgit2(h, err)) == 1)
		r = bh_hist_git_open(h, err);
	return r;
}

void
bh_hist_close(struct bh_hist *h)
{
	if (h->repo == NULL)
		return;
	git_repository_free(h->repo);
	h->repo = NULL;
	git_libgit2_shutdown();
}

/* --- refs ----------------------------------------------------------------- */

static const char *
hex_of(struct bh_hist *h, const git_oid *id)
{
	char *hex = bh_alloc(h->a, GIT_OID_HEXSZ + 1);

	git_oid_tostr(hex, GIT_OID_HEXSZ + 1, id);
	return hex;
}

/*
 * ":/text", "main^{/text}": the newest commit that says so.  Where several are
 * of one second libgit2 and git(1) differ, so git is asked.
 */
static bool
by_text(const char *name)
{
	return strncmp(name, ":/", 2) == 0 || strstr(name, "^{/") != NULL;
}

/* libgit2 does not know "@" for HEAD, as in "@~1". */
static const char *
spell_out(struct bh_hist *h, const char *name)
{
	return name[0] == '@' && (name[1] == '\0' ||
	    strchr("^~:", name[1]) != NULL) ?
	    bh_strf(h->a, "HEAD%s", name + 1).p : name;
}

int
bh_hist_resolve(struct bh_hist *h, const char *name, const char **hex,
    struct bh_err *err)
{
	git_object *o = NULL, *c = NULL;
	int r = 1, found;

	if (h->repo == NULL || by_text(name))
		return bh_hist_git_resolve(h, name, hex, err);
	found = git_revparse_single(&o, h->repo, spell_out(h, name));
	if (found != 0) {
		if (strcmp(name, "HEAD") == 0 &&
		    git_repository_head_unborn(h->repo) == 1)
			(void)bh_fail(err, BH_SYS, "%s: no commit yet", name);
		else if (found == GIT_ENOTFOUND)	/* as git(1) has it */
			(void)bh_fail(err, BH_SYS, "%s: no such commit", name);
		else
			(void)fail(err, name);
	} else if (git_object_peel(&c, o, GIT_OBJECT_COMMIT) != 0)
		(void)bh_fail(err, BH_SYS, "%s: not a commit", name);
	else {
		*hex = hex_of(h, git_object_id(c));
		r = 0;
	}
	git_object_free(c);
	git_object_free(o);
	return r;
}

/* What ref stands for, without head; none where it is no such reference. */
static int
symbolic(struct bh_hist *h, const char *ref, const char *head,
    struct bh_str *name, struct bh_err *err)
{
	git_reference *r;
	struct bh_str to;

	*name = BH_STR_NONE;
	if (h->repo == NULL)
		return bh_hist_git_symbolic(h, ref, head, name, err);
	if (git_reference_lookup(&r, h->repo, ref) != 0)
		return 0;
	if (git_reference_type(r) == GIT_REFERENCE_SYMBOLIC) {
		to = bh_str_of(git_reference_symbolic_target(r));
		if (bh_str_starts(to, bh_str_of(head)))
			*name = bh_str_dup(h->a,
			    bh_str_from(to, strlen(head)));
	}
	git_reference_free(r);
	return 0;
}

int
bh_hist_origin_head(struct bh_hist *h, struct bh_str *name,
    struct bh_err *err)
{
	return symbolic(h, "refs/remotes/origin/HEAD", "refs/remotes/origin/",
	    name, err);
}

int
bh_hist_branch(struct bh_hist *h, struct bh_str *name, struct bh_err *err)
{
	return symbolic(h, "HEAD", "refs/heads/", name, err);
}

/* --- ancestry ------------------------------------------------------------- */

static int
id_of(const char *hex, git_oid *id, struct bh_err *err)
{
	return git_oid_fromstr(id, hex) == 0 ? 0 : fail(err, hex);
}

/* s, of that encoding, in UTF-8; as it is where that cannot be. */
static struct bh_str
recode(struct bh_hist *h, struct bh_str s, const char *from)
{
	size_t nin = s.n, nout = 4 * s.n;
	char *text = bh_alloc(h->a, nout + 1), *out = text;
	char *in = bh_str_z(h->a, s);
	iconv_t to = iconv_open("UTF-8", from);

	if (to == (iconv_t)-1)
		return s;
	if (iconv(to, &in, &nin, &out, &nout) != (size_t)-1 &&
	    iconv(to, NULL, NULL, &out, &nout) != (size_t)-1)
		s = (struct bh_str){ text, (size_t)(out - text) };
	iconv_close(to);
	return s;
}

/* The subject; libgit2 has it as it was written, git(1) in UTF-8. */
static struct bh_str
title(struct bh_hist *h, git_commit *c)
{
	struct bh_str s = bh_str_of(git_commit_summary(c));
	const char *from = git_commit_message_encoding(c);

	return from == NULL || strcasecmp(from, "UTF-8") == 0 ? s :
	    recode(h, s, from);
}

int
bh_hist_walk(struct bh_hist *h, const char *hex, struct bh_hist_list *l,
    struct bh_hist_commit **meet, struct bh_err *err)
{
	git_commit *c;
	git_oid id;

	*meet = NULL;
	if (h->repo == NULL)
		return bh_hist_git_walk(h, hex, l, meet, err);
	if (id_of(hex, &id, err) == -1)
		return -1;
	for (;;) {
		hex = hex_of(h, &id);
		if ((*meet = bh_hist_find(h, bh_str_of(hex))) != NULL)
			return 0;
		if (git_commit_lookup(&c, h->repo, &id) != 0)
			return fail(err, hex);
		bh_hist_list_add(h, l, hex, git_commit_time(c),
		    title(h, c));
		if (git_commit_parentcount(c) == 0) {
			git_commit_free(c);
			return 0;
		}
		git_oid_cpy(&id, git_commit_parent_id(c, 0));
		git_commit_free(c);
	}
}

int
bh_hist_related(struct bh_hist *h, const char *x, const char *y,
    struct bh_err *err)
{
	git_oid a, b, base;
	int r;

	if (h->repo == NULL)
		return bh_hist_git_related(h, x, y, err);
	if (id_of(x, &a, err) == -1 || id_of(y, &b, err) == -1)
		return -1;
	r = git_merge_base(&base, h->repo, &a, &b);
	return r == 0 ? 1 : r == GIT_ENOTFOUND ? 0 : fail(err, "merge base");
}

/* Is the commit at topo an ancestor of base (they differ)? 1, 0, -1 */
static int
is_ancestor(struct bh_hist *h, const struct bh_hist_line *line, long topo,
    const git_oid *base, struct bh_err *err)
{
	git_oid id;
	int r;

	if (id_of(line->v[topo]->hex, &id, err) == -1)
		return -1;
	r = git_graph_descendant_of(h->repo, base, &id);
	return r >= 0 ? r : fail(err, "ancestry");
}

/*
 * Ancestors are a prefix.  As a rule none is left above the point where the
 * lines meet, so the first question is about the one right behind it.
 */
int
bh_hist_fork(struct bh_hist *h, const struct bh_hist_line *line,
    const char *base, long *fork, struct bh_err *err)
{
	long lo = *fork, hi = (long)line->n, at = lo + 1;
	git_oid id;
	int r;

	if (h->repo == NULL)
		return bh_hist_git_fork(h, line, base, fork, err);
	if (id_of(base, &id, err) == -1)
		return -1;
	while (at < hi) {	/* lo is one (or -1), hi is none */
		if ((r = is_ancestor(h, line, at, &id, err)) == -1)
			return -1;
		if (r == 1)
			lo = at;
		else
			hi = at;
		at = lo + (hi - lo) / 2;
		if (at == lo)
			break;
	}
	*fork = lo;
	return 0;
}

/* --- the tree ------------------------------------------------------------- */

/*
 * libgit2 calls what a sparse checkout left out deleted, and a repository in
 * the tree that is no submodule ignored; git(1) does neither.
 */
static bool
is_sparse(git_index *index, const char *path)
{
	const git_index_entry *e = git_index_get_bypath(index, path, 0);

	return e != NULL &&
	    (e->flags_extended & GIT_INDEX_ENTRY_SKIP_WORKTREE) != 0;
}

/* A repository somewhere in the directory that no rule ignores? */
static bool
is_nested(const struct bh_hist *h, const char *path, int depth)
{
	struct bh_arena a = BH_ARENA_INIT;
	const struct dirent *e;
	bool found = false;
	int ignored;
	DIR *d;

	if (depth == NESTED_DEPTH ||
	    git_ignore_path_is_ignored(&ignored, h->repo, path) != 0 ||
	    ignored ||
	    (d = opendir(bh_strf(&a, "%s/%s", h->top, path).p)) == NULL) {
		bh_arena_free(&a);
		return false;
	}
	while (!found && (e = readdir(d)) != NULL) {
		if (strcmp(e->d_name, ".git") == 0)
			found = true;
		else if (strcmp(e->d_name, ".") != 0 &&
		    strcmp(e->d_name, "..") != 0 &&
		    (e->d_type == DT_DIR || e->d_type == DT_UNKNOWN))
			found = is_nested(h, bh_strf(&a, "%s%s/", path,
			    e->d_name).p, depth + 1);
	}
	closedir(d);
	bh_arena_free(&a);
	return found;
}

static bool
entry_counts(const struct bh_hist *h, git_index *index,
    const git_status_entry *e, const struct bh_str *except, size_t nexcept)
{
	const char *path;

	if (e->index_to_workdir == NULL)	/* staged only */
		return e->status != GIT_STATUS_CURRENT;
	path = e->index_to_workdir->new_file.path;
	switch (e->status) {
	case GIT_STATUS_CURRENT:
		return false;
	case GIT_STATUS_WT_DELETED:
		return !is_sparse(index, path);
	case GIT_STATUS_IGNORED:
		return is_nested(h, path, 0) && bh_hist_counts(h,
		    bh_str_of(path), except, nexcept);
	case GIT_STATUS_WT_NEW:
		return bh_hist_counts(h, bh_str_of(path), except, nexcept);
	default:
		return true;
	}
}

int
bh_hist_dirty(struct bh_hist *h, const struct bh_str *except, size_t nexcept,
    bool *dirty, struct bh_err *err)
{
	git_index *index = NULL;
	git_status_list *l = NULL;
	git_status_options o;
	size_t i, n;

	*dirty = false;
	if (h->bare)
		return 0;
	git_status_options_init(&o, GIT_STATUS_OPTIONS_VERSION);
	o.show = GIT_STATUS_SHOW_INDEX_AND_WORKDIR;
	o.flags = GIT_STATUS_OPT_INCLUDE_UNTRACKED |
	    GIT_STATUS_OPT_INCLUDE_IGNORED;
	if (h->repo == NULL || git_repository_index(&index, h->repo) != 0 ||
	    git_status_list_new(&l, h->repo, &o) != 0) {
		git_index_free(index);	/* an index of a newer kind */
		return bh_hist_git_dirty(h, except, nexcept, dirty, err);
	}
	n = git_status_list_entrycount(l);
	for (i = 0; i < n && !*dirty; i++)
		*dirty = entry_counts(h, index, git_status_byindex(l, i),
		    except, nexcept);
	git_status_list_free(l);
	git_index_free(index);
	return 0;
}
