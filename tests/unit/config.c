/* Options, environment and .bench-history: which of them settles what. */
#include "edge/config.h"

#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/log.h"
#include "tap.h"

static struct bh_arena arena;
static char top[PATH_MAX];

static void
put(const char *name, const char *text)
{
	FILE *f = fopen(name, "w");

	if (f == NULL || fputs(text, f) == EOF || fclose(f) != 0) {
		perror(name);
		exit(4);
	}
}

static void
repository(const char *dir)
{
	char name[PATH_MAX];

	mkdir(dir, 0777);
	snprintf(name, sizeof(name), "%s/.git", dir);
	mkdir(name, 0777);
	snprintf(name, sizeof(name), "%s/.git/HEAD", dir);
	put(name, "ref: refs/heads/main\n");
}

static int
load(const struct bh_config *c, unsigned need, struct bh_settings *s,
    struct bh_err *err)
{
	*err = (struct bh_err)BH_ERR_INIT;
	return bh_config_load(&arena, c, need, s, err);
}

static const char *
z(struct bh_str s)
{
	return s.p == NULL ? "(none)" : bh_str_z(&arena, s);
}

static const char *
below(const char *name)
{
	return z(bh_strf(&arena, "%s/%s", top, name));
}

static void
defaults(void)
{
	const struct bh_config none = { 0 }, sub = { .repo = "proj/a/b" };
	const struct bh_config told = { .project = "P", .store = "S" };
	struct bh_settings s;
	struct bh_err err;

	ok(load(&none, BH_NEED_PROJECT, &s, &err) == 0 && s.top.p == NULL,
	    "no repository is no failure");
	is_text(z(s.project), "project", "and the project has a name");
	ok(load(&sub, BH_NEED_PROJECT, &s, &err) == 0, "a folder below");
	is_text(z(s.top), below("proj"), "the repository it lies in");
	is_text(z(s.project), "proj", "names the project");
	ok(load(&told, BH_NEED_PROJECT | BH_NEED_STORE, &s, &err) == 0 &&
	    s.top.p == NULL, "told everything, nothing is looked for");
	ok(load(&told, BH_NEED_PROJECT | BH_NEED_STORE | BH_NEED_TOP, &s,
	    &err) == 0 && s.top.p == NULL && s.file.p == NULL,
	    "but the repository, where that is wanted");
	ok(load(&sub, BH_NEED_STORE, &s, &err) == -1 &&
	    err.status == BH_USAGE, "no store is a usage error");
	is_text(err.msg, "no store: give --store, BH_STORE or store.path in "
	    ".bench-history", "and says how");
}

static void
order(void)
{
	const unsigned need = BH_NEED_PROJECT | BH_NEED_STORE;
	struct bh_config c = { .repo = "proj" };
	struct bh_settings s;
	struct bh_err err;

	setenv("CARGO_BENCH_HISTORY_STORAGE", "peer", 1);
	ok(load(&c, need, &s, &err) == 0 && bh_str_is(s.store, "peer"),
	    "the peer's variable comes last");
	put("proj/.bench-history", "[project]\n\tid = My Proj\n\tdefaultBranch "
	    "= trunk\n[store]\n\tpath = ../st\n[analysis]\n\tignore = tmp/\n"
	    "[Analysis]\n\tIgnore = \"a;b \"\n[collect]\n\tcommand = make b\n"
	    "[render]\n\tsummaryLimit = 3\n\tsummaryLimit = 4\n\tascii\n");
	ok(load(&c, need | BH_NEED_FILE, &s, &err) == 0, "the file");
	is_text(z(s.store), below("proj/../st"), "its store, from the top");
	is_text(z(s.project), "My Proj", "its project");
	is_text(z(s.base), "trunk", "its branch");
	is_text(z(s.command), "make b", "its command");
	ok(s.ignore.n == 2 && bh_str_is(s.ignore.v[0], "tmp/") &&
	    bh_str_is(s.ignore.v[1], "a;b "), "its prefixes, in order");
	ok(bh_config_get(&s, "render.summaryLimit", &s.base) &&
	    bh_str_is(s.base, "4"), "of two values the last");
	ok(bh_config_get(&s, "render.ascii", &s.base) &&
	    bh_str_is(s.base, "true"), "a bare key is true");
	ok(!bh_config_get(&s, "render.nothing", &s.base), "no such key");
	setenv("BH_STORE", "env", 1);
	setenv("BH_PROJECT", "envp", 1);
	ok(load(&c, need, &s, &err) == 0 && bh_str_is(s.store, "env") &&
	    bh_str_is(s.project, "envp"), "variables beat the file");
	c.store = "opt";
	c.project = "optp";
	ok(load(&c, need, &s, &err) == 0 && bh_str_is(s.store, "opt") &&
	    bh_str_is(s.project, "optp"), "options beat variables");
	c.project = "";
	ok(load(&c, need, &s, &err) == -1 && err.status == BH_USAGE,
	    "an empty option is refused");
	unsetenv("BH_STORE");
	unsetenv("BH_PROJECT");
	unsetenv("CARGO_BENCH_HISTORY_STORAGE");
}

static void
files(void)
{
	struct bh_config c = { .repo = "proj", .config = "other" };
	struct bh_settings s;
	struct bh_err err;

	ok(load(&c, BH_NEED_FILE, &s, &err) == -1 && err.status == BH_SYS,
	    "a named file must be there");
	is_text(err.msg, "other: no such file", "and is named");
	put("other", "[project]\n\tid = x\n");
	ok(load(&c, BH_NEED_FILE, &s, &err) == 0 && bh_str_is(s.project, "x"),
	    "it replaces the one of the repository");
	put("other", "[project]\n\tid = x\n[analysis\n");
	ok(load(&c, BH_NEED_FILE, &s, &err) == -1 && err.status == BH_DATA,
	    "a malformed file is refused");
	is_text(err.msg, "other: git: bad config line 3 in standard input",
	    "and the line named");
	put("other", "[store]\n\tpath\n");
	ok(load(&c, BH_NEED_STORE, &s, &err) == -1 && err.status == BH_DATA,
	    "a path without a value is refused");
	is_text(err.msg, "other: store.path has no value", "with its name");
	put("other", "[store]\n\tpath = ~/st\n");
	setenv("HOME", "/h", 1);
	ok(load(&c, BH_NEED_STORE, &s, &err) == 0 &&
	    bh_str_is(s.store, "/h/st"), "a store at home");
	unsetenv("HOME");
	ok(load(&c, BH_NEED_STORE, &s, &err) == -1 && err.status == BH_SYS,
	    "is nowhere without one");
	put("other", "[analysis]\n\tignore =\n");
	ok(load(&c, BH_NEED_FILE, &s, &err) == -1 && err.status == BH_DATA,
	    "an empty prefix is refused");
	is_text(err.msg, "other: analysis.ignore is empty", "with its name");
	put("other", "[include]\n\tpath = /dev/null\n[project]\n\tid =\n");
	ok(load(&c, BH_NEED_PROJECT, &s, &err) == -1 && err.status == BH_DATA,
	    "an empty project is refused");
	put("other", "[include]\n\tpath = other2\n");
	put("other2", "[project]\n\tid = secret\n");
	ok(load(&c, BH_NEED_PROJECT, &s, &err) == 0 &&
	    bh_str_is(s.project, "proj"), "includes are not followed");
	c.config = "proj";
	ok(load(&c, BH_NEED_FILE, &s, &err) == -1 && err.status == BH_SYS,
	    "a directory is no file");
}

static void
tops(void)
{
	struct bh_config c = { .repo = "tree/x" };
	struct bh_settings s;
	struct bh_err err = BH_ERR_INIT;
	struct bh_str t;

	mkdir("tree", 0777);
	mkdir("tree/x", 0777);
	mkdir("proj/.git/worktrees", 0777);
	mkdir("proj/.git/worktrees/tree", 0777);
	put("tree/.git", "gitdir: ../proj/.git/worktrees/tree\n");
	ok(load(&c, BH_NEED_PROJECT, &s, &err) == 0 &&
	    bh_str_is(s.top, below("tree")), "a linked worktree is the top");
	is_text(z(s.project), "proj", "but has the main one's name");
	mkdir("bare.git", 0777);
	mkdir("bare.git/objects", 0777);
	mkdir("bare.git/refs", 0777);
	put("bare.git/HEAD", "ref: refs/heads/main\n");
	c.repo = "bare.git/refs";
	ok(load(&c, BH_NEED_PROJECT, &s, &err) == 0 &&
	    bh_str_is(s.top, below("bare.git")), "a bare repository");
	is_text(z(s.project), "bare.git", "names the project");
	ok(bh_config_top(&arena, "proj/.git", &t, &err) == 0 &&
	    bh_str_is(t, below("proj")), "inside .git");
	ok(bh_config_top(&arena, "nowhere", &t, &err) == -1 &&
	    err.status == BH_SYS, "no such directory");
	ok(bh_config_top(&arena, "other", &t, &err) == -1 &&
	    err.status == BH_SYS, "not a directory");
}

int
main(void)
{
	char dir[] = "/tmp/bh-config-XXXXXX", cmd[PATH_MAX];

	unsetenv("BH_STORE");
	unsetenv("BH_PROJECT");
	unsetenv("BH_CONFIG");
	unsetenv("CARGO_BENCH_HISTORY_STORAGE");
	if (mkdtemp(dir) == NULL || chdir(dir) == -1 ||
	    realpath(".", top) == NULL)
		return 4;
	repository("proj");
	mkdir("proj/a", 0777);
	mkdir("proj/a/b", 0777);
	defaults();
	order();
	unlink("proj/.bench-history");
	files();
	tops();
	bh_arena_free(&arena);
	snprintf(cmd, sizeof(cmd), "rm -rf %s", dir);
	if (chdir("/") == -1 || system(cmd) != 0)
		return 4;
	return tap_done();
}
