#include "edge/config.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/log.h"
#include "edge/git.h"
#include "io/file.h"

enum { FILE_MAX = 1 << 20 };

static const char file_name[] = ".bench-history";

/* --- the repository ------------------------------------------------------- */

static bool
is_there(struct bh_arena *a, struct bh_str dir, const char *name, mode_t type)
{
	struct bh_str path = bh_strf(a, "%.*s/%s", BH_FMT(dir), name);
	struct stat st;

	return stat(path.p, &st) == 0 && (st.st_mode & S_IFMT) == type;
}

static bool
is_bare(struct bh_arena *a, struct bh_str dir)
{
	return !bh_str_ends(dir, BH_STR("/.git")) &&
	    is_there(a, dir, "HEAD", S_IFREG) &&
	    is_there(a, dir, "objects", S_IFDIR) &&
	    is_there(a, dir, "refs", S_IFDIR);
}

int
bh_config_top(struct bh_arena *a, const char *dir, struct bh_str *top,
    struct bh_err *err)
{
	char real[PATH_MAX];
	struct bh_str d;
	struct stat st;

	*top = BH_STR_NONE;
	if (dir == NULL)
		dir = ".";
	if (*dir == '\0')
		return bh_fail(err, BH_USAGE, "--repo: empty value");
	if (realpath(dir, real) == NULL)
		return bh_fail_errno(err, "%s", dir);
	if (stat(real, &st) == -1 || !S_ISDIR(st.st_mode))
		return bh_fail(err, BH_SYS, "%s: not a directory", dir);
	d = bh_str_dup(a, bh_str_of(real));
	if (d.n == 1)
		d.n = 0;		/* "/": names below it begin with it */
	for (;;) {
		if (is_there(a, d, ".git/HEAD", S_IFREG) ||
		    is_there(a, d, ".git", S_IFREG) || is_bare(a, d)) {
			*top = d.n == 0 ? BH_STR("/") : bh_str_dup(a, d);
			return 0;
		}
		if (d.n == 0)
			return 0;
		while (d.p[--d.n] != '/')
			;
	}
}

static struct bh_str
last_name(struct bh_str path)
{
	size_t i = path.n;

	while (i > 0 && path.p[i - 1] != '/')
		i--;
	return bh_str_from(path, i);
}

static struct bh_str
parent(struct bh_str path)
{
	path.n -= last_name(path).n;
	if (path.n > 0)
		path.n--;
	return path;
}

/*
 * A linked worktree stores under the name of the repository it belongs to, not
 * under that of a directory made for the moment.
 */
static struct bh_str
main_top(struct bh_arena *a, struct bh_str top)
{
	const struct bh_str head = BH_STR("gitdir:");
	struct bh_buf b = BH_BUF_INIT;
	struct bh_err err = BH_ERR_INIT;
	struct bh_str to;
	char real[PATH_MAX];

	if (bh_file_read_user(bh_strf(a, "%.*s/.git", BH_FMT(top)).p,
	    PATH_MAX, &b, &err) == 0 &&
	    bh_str_starts(bh_buf_of(&b), head)) {
		to = bh_str_trim(bh_str_from(bh_buf_of(&b), head.n));
		to = to.n > 0 && to.p[0] == '/' ? bh_str_dup(a, to) :
		    bh_strf(a, "%.*s/%.*s", BH_FMT(top), BH_FMT(to));
		to = realpath(to.p, real) == NULL ? to :
		    bh_str_dup(a, bh_str_of(real));
		if (bh_str_is(last_name(parent(to)), "worktrees")) {
			top = parent(parent(to));
			if (bh_str_is(last_name(top), ".git"))
				top = parent(top);
		}
	}
	bh_buf_free(&b);
	return top;
}

/* --- the file ------------------------------------------------------------- */

static int
parse(struct bh_arena *a, struct bh_str list, struct bh_settings *s)
{
	struct bh_str item, key;
	size_t cap = 0;

	while (list.n > 0) {
		bh_str_cut(&list, '\0', &item);
		s->value = bh_more(a, s->value, s->nvalue, &cap,
		    sizeof(*s->value));
		if (!bh_str_cut(&item, '\n', &key))
			item = BH_STR_NONE;
		s->value[s->nvalue++] = (struct bh_config_value){
		    bh_str_dup(a, key),
		    item.p == NULL ? item : bh_str_dup(a, item) };
	}
	return 0;
}

static int
read_file(struct bh_arena *a, const char *path, bool named,
    struct bh_settings *s, struct bh_err *err)
{
	static const char *const list[] = { "config", "--no-includes", "-f",
	    "-", "-z", "--list", NULL };
	struct bh_buf text = BH_BUF_INIT, out = BH_BUF_INIT;
	int r;

	r = bh_file_read_user(path, FILE_MAX, &text, err);
	if (r == 1) {
		r = 0;
		if (named)
			r = bh_fail(err, BH_SYS, "%s: no such file", path);
		goto out;
	}
	s->file = bh_str_dup(a, bh_str_of(path));
	if (r == -1 || (r = bh_git("/", bh_buf_of(&text), list, &out,
	    err)) == -1)
		goto out;
	if (r == 0)
		r = parse(a, bh_buf_of(&out), s);
	else {
		r = -1;
		err->status = BH_DATA;
		(void)bh_err_at(err, "%s", path);
	}
out:
	bh_buf_free(&text);
	bh_buf_free(&out);
	return r;
}

static bool
is_key(struct bh_str a, const char *b)
{
	return a.n == strlen(b) && strncasecmp(a.p, b, a.n) == 0;
}

static void
warn_unknown(const struct bh_settings *s)
{
	static const char *const known[] = { "project.id",
	    "project.defaultBranch", "store.path", "analysis.ignore",
	    "collect.adapter", "collect.command",
	    "render.summaryLimit", "gate.engine", "gate.failOn", "gate.ignore", "gate.jq", "gate.machineKey",
	    "gate.maxFindings", "gate.maxRegression", "gate.metric",
	    "gate.minJudged", "gate.targetTriple" };
	static const char *const ours[] = { "project.", "store.", "analysis.",
	    "collect.", "render.", "gate." };
	struct bh_str key;
	size_t i, k;
	bool our;

	for (i = 0; i < s->nvalue; i++) {
		key = s->value[i].key;
		for (our = false, k = 0; k < sizeof(ours) / sizeof(*ours); k++)
			our |= bh_str_starts(key, bh_str_of(ours[k]));
		for (k = 0; our && k < sizeof(known) / sizeof(*known); k++)
			our = !is_key(key, known[k]);
		if (our)
			bh_warn("%.*s: unknown key '%.*s'", BH_FMT(s->file),
			    BH_FMT(key));
	}
}

/* The last value of a key, which counts; without text where it has no "=". */
static bool
last_value(const struct bh_settings *s, const char *key, struct bh_str *value)
{
	size_t i;

	for (i = s->nvalue; i-- > 0;)
		if (is_key(s->value[i].key, key)) {
			*value = s->value[i].value;
			return true;
		}
	return false;
}

bool
bh_config_get(const struct bh_settings *s, const char *key,
    struct bh_str *value)
{
	if (!last_value(s, key, value))
		return false;
	if (value->p == NULL)
		*value = BH_STR("true");
	return true;
}

/* --- what it settles ------------------------------------------------------ */

/* A text of the file that must not be empty; out stays where it is not set. */
static int
text_of(const struct bh_settings *s, const char *key, struct bh_str *out,
    struct bh_err *err)
{
	struct bh_str v;

	if (!last_value(s, key, &v))
		return 0;
	if (v.p == NULL)
		return bh_fail(err, BH_DATA, "%.*s: %s has no value",
		    BH_FMT(s->file), key);
	if (v.n == 0)
		return bh_fail(err, BH_DATA, "%.*s: %s is empty",
		    BH_FMT(s->file), key);
	*out = v;
	return 0;
}

static int
ignores(struct bh_arena *a, struct bh_settings *s, struct bh_err *err)
{
	size_t i, cap = 0;

	for (i = 0; i < s->nvalue; i++) {
		if (!is_key(s->value[i].key, "analysis.ignore"))
			continue;
		if (s->value[i].value.n == 0)
			return bh_fail(err, BH_DATA,
			    "%.*s: analysis.ignore is empty", BH_FMT(s->file));
		s->ignore.v = bh_more(a, s->ignore.v, s->ignore.n, &cap,
		    sizeof(*s->ignore.v));
		s->ignore.v[s->ignore.n++] = s->value[i].value;
	}
	return 0;
}

static struct bh_str
variable(const char *name)
{
	const char *v = getenv(name);

	return v != NULL && *v != '\0' ? bh_str_of(v) : BH_STR_NONE;
}

/* An option, else its variable; an option must not be empty. */
static int
given_or(const char *option, const char *name, const char *var,
    struct bh_str *out, struct bh_err *err)
{
	*out = option != NULL ? bh_str_of(option) : variable(var);
	if (option != NULL && *option == '\0')
		return bh_fail(err, BH_USAGE, "%s: empty value", name);
	return 0;
}

/* store.path counts from the top of the repository; ~ is the home. */
static int
store_of_file(struct bh_arena *a, struct bh_settings *s, struct bh_err *err)
{
	struct bh_str v = BH_STR_NONE, home = variable("HOME");

	if (text_of(s, "store.path", &v, err) == -1)
		return -1;
	if (v.p == NULL)
		s->store = variable("CARGO_BENCH_HISTORY_STORAGE");
	else if (bh_str_starts(v, BH_STR("~/"))) {
		if (home.p == NULL)
			return bh_fail(err, BH_SYS, "%.*s: store.path: ~ is "
			    "the home, but HOME is not set", BH_FMT(s->file));
		s->store = bh_strf(a, "%.*s%.*s", BH_FMT(home),
		    BH_FMT(bh_str_from(v, 1)));
	} else if (v.p[0] == '/' || s->top.p == NULL)
		s->store = v;
	else
		s->store = bh_strf(a, "%.*s/%.*s", BH_FMT(s->top), BH_FMT(v));
	return 0;
}

static int
project_of_file(struct bh_arena *a, struct bh_settings *s, struct bh_err *err)
{
	if (text_of(s, "project.id", &s->project, err) == -1)
		return -1;
	if (s->project.p == NULL && s->top.p != NULL)
		s->project = last_name(main_top(a, s->top));
	if (s->project.n == 0)
		s->project = BH_STR("project");
	return 0;
}

static int
open_file(struct bh_arena *a, const struct bh_config *given, unsigned need,
    struct bh_settings *s, struct bh_err *err)
{
	struct bh_str path;

	if (given_or(given->config, "--config", "BH_CONFIG", &path, err) == -1)
		return -1;
	if (bh_config_top(a, given->repo, &s->top, err) == -1)
		return -1;
	if (path.p != NULL) {
		if (read_file(a, path.p, true, s, err) == -1)
			return -1;
	} else if (s->top.p != NULL) {
		path = bh_strf(a, "%.*s/%s", BH_FMT(s->top), file_name);
		if (read_file(a, path.p, false, s, err) == -1)
			return -1;
	}
	if (s->file.p != NULL)
		bh_note("config: %.*s", BH_FMT(s->file));
	if (need & BH_CONFIG_WARN)
		warn_unknown(s);
	if (text_of(s, "project.defaultBranch", &s->base, err) == -1 ||
	    text_of(s, "collect.command", &s->command, err) == -1)
		return -1;
	return ignores(a, s, err);
}

int
bh_config_load(struct bh_arena *a, const struct bh_config *given,
    unsigned need, struct bh_settings *s, struct bh_err *err)
{
	*s = (struct bh_settings){ 0 };
	if (given_or(given->project, "--project", "BH_PROJECT", &s->project,
	    err) == -1 ||
	    given_or(given->store, "--store", "BH_STORE", &s->store,
	    err) == -1)
		return -1;
	if ((need & BH_NEED_FILE) == 0 &&
	    ((need & BH_NEED_PROJECT) == 0 || s->project.p != NULL) &&
	    ((need & BH_NEED_STORE) == 0 || s->store.p != NULL))
		return (need & BH_NEED_TOP) == 0 ? 0 :
		    bh_config_top(a, given->repo, &s->top, err);
	if (open_file(a, given, need, s, err) == -1)
		return -1;
	if (s->project.p == NULL && project_of_file(a, s, err) == -1)
		return -1;
	if (s->store.p == NULL && store_of_file(a, s, err) == -1)
		return -1;
	if ((need & BH_NEED_STORE) && s->store.p == NULL)
		return bh_fail(err, BH_USAGE, "no store: give --store, "
		    "BH_STORE or store.path in %s", file_name);
	if (need & BH_NEED_PROJECT)
		bh_note("project: %.*s", BH_FMT(s->project));
	if (need & BH_NEED_STORE)
		bh_note("store: %.*s", BH_FMT(s->store));
	return 0;
}
