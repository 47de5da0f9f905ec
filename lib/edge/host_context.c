#include "edge/host_context.h"

#include <limits.h>
#include <stdlib.h>

#include "base/log.h"
#include "edge/clock.h"
#include "edge/hist.h"
#include "edge/host.h"
#include "edge/json.h"
#include "edge/json_run.h"
#include "model/key.h"

/* Who runs it. */
struct runner {
	struct bh_str	provider, run_id, pull_request;
};

/* Everything found out, all in arena a. */
struct facts {
	struct bh_arena	*a;
	struct bh_settings settings;
	struct bh_time	now;
	struct bh_str	commit, branch;		/* or none */
	bool		dirty;
	struct runner	runner;
	struct bh_toolchain tc;
	struct bh_str	triple;			/* raw */
	bool		has_host;
	struct bh_host	host;
	char		key[BH_HOST_KEY + 1];
};

/* --- git ------------------------------------------------------------------- */

/* A directory whose untracked files do not count, where it is in the tree. */
static size_t
except(const struct facts *f, struct bh_str dir, struct bh_str *to)
{
	char full[PATH_MAX];

	if (dir.n == 0 || realpath(bh_str_z(f->a, dir), full) == NULL)
		return 0;
	*to = bh_str_dup(f->a, bh_str_of(full));
	return bh_str_starts(*to, f->settings.top) &&
	    to->n > f->settings.top.n + 1 && to->p[f->settings.top.n] == '/';
}

/* Where the output of benchmarks is (bh-collect(1)). */
static struct bh_str
target_root(const struct facts *f)
{
	const char *dir = getenv("CARGO_TARGET_DIR");

	if (dir == NULL || *dir == '\0')
		dir = "target";
	return *dir == '/' ? bh_str_of(dir) :
	    bh_strf(f->a, "%.*s/%s", BH_FMT(f->settings.top), dir);
}

static int
read_dirty(struct facts *f, struct bh_hist *h, struct bh_err *err)
{
	struct bh_str dirs[2];
	size_t n = except(f, target_root(f), dirs);

	n += except(f, f->settings.store, dirs + n);
	return bh_hist_dirty(h, dirs, n, &f->dirty, err);
}

static int
read_repository(const struct bh_told *told, struct facts *f,
    struct bh_hist *h, struct bh_err *err)
{
	const char *ref = told->commit != NULL ? told->commit : "HEAD", *hex;
	int r = bh_hist_resolve(h, ref, &hex, err);

	if (r == -1 || (r == 1 && told->commit != NULL))
		return -1;
	if (r == 1)		/* no commit yet */
		return 0;
	f->commit = bh_str_of(hex);
	if (told->commit != NULL)
		return 0;
	if (bh_hist_branch(h, &f->branch, err) == -1)
		return -1;
	return told->dirty || told->clean ? 0 : read_dirty(f, h, err);
}

static int
read_git(const struct bh_told *told, struct facts *f, struct bh_err *err)
{
	struct bh_hist h;
	int r;

	f->dirty = told->dirty;
	if (f->settings.top.p == NULL) {
		if (told->commit == NULL && told->config.repo == NULL)
			return 0;
		return bh_fail(err, BH_SYS, "%s: not in a git repository",
		    told->config.repo != NULL ? told->config.repo : ".");
	}
	if (bh_hist_open(&h, f->a, f->settings.top, err) == -1)
		return -1;
	r = read_repository(told, f, &h, err);
	bh_hist_close(&h);
	return r;
}

/* --- the rest -------------------------------------------------------------- */

/* "refs/pull/17/merge": its number */
static struct bh_str
pull_request(struct bh_str ref)
{
	const struct bh_str head = BH_STR("refs/pull/");
	struct bh_str n;
	uint64_t v;

	if (!bh_str_starts(ref, head))
		return BH_STR_NONE;
	ref = bh_str_from(ref, head.n);
	return bh_str_cut(&ref, '/', &n) && bh_str_u64(n, &v) ? n :
	    BH_STR_NONE;
}

static struct runner
read_runner(void)
{
	struct bh_str github = bh_str_of(getenv("GITHUB_ACTIONS"));

	if (bh_str_is(github, "true"))
		return (struct runner){ BH_STR("github_actions"),
		    bh_str_of(getenv("GITHUB_RUN_ID")),
		    pull_request(bh_str_of(getenv("GITHUB_REF"))) };
	if (getenv("TF_BUILD") != NULL)
		return (struct runner){ BH_STR("azure_devops"),
		    bh_str_of(getenv("BUILD_BUILDID")),
		    bh_str_of(getenv("SYSTEM_PULLREQUEST_PULLREQUESTID")) };
	return (struct runner){ BH_STR("local"), BH_STR_NONE, BH_STR_NONE };
}

static void
read_machine(const struct bh_told *told, struct facts *f)
{
	bh_host_toolchain(f->a, told->config.repo, &f->tc);
	f->triple = told->triple != NULL ? bh_str_of(told->triple) :
	    f->tc.triple;
	f->has_host = told->machine == NULL && !told->no_host;
	if (!f->has_host)
		return;
	bh_host_facts(f->a, getenv("BH_SYSROOT"), &f->host);
	bh_host_machine_key(&f->host, f->key);
	bh_note("machine: %s", bh_host_factors(f->a, &f->host).p);
}

static int
read_facts(const struct bh_told *told, struct facts *f, struct bh_err *err)
{
	if (bh_clock_now(&f->now, err) == -1 ||
	    bh_config_load(f->a, &told->config, BH_NEED_FILE | BH_CONFIG_WARN,
	    &f->settings, err) == -1 || read_git(told, f, err) == -1)
		return -1;
	f->runner = read_runner();
	read_machine(told, f);
	return 0;
}

static void
say(const struct bh_told *told, const struct facts *f)
{
	struct bh_str triple = bh_key_sanitize(f->a, f->triple);
	struct bh_str machine = told->machine != NULL ?
	    bh_key_sanitize(f->a, bh_str_of(told->machine)) :
	    f->has_host ? bh_str_of(f->key) : BH_STR("none");

	bh_say("partition: target-triple=%.*s (%s); machine-key=%.*s (%s)",
	    BH_FMT(triple), told->triple != NULL ? "--target-triple" :
	    f->tc.from_rustc ? "toolchain" : "architecture", BH_FMT(machine),
	    told->machine != NULL ? "--machine-key" :
	    f->has_host ? "auto" : "--no-host-facts");
	bh_note("commit: %.*s", BH_FMT(f->commit.p != NULL ? f->commit :
	    BH_STR("none")));
	bh_note("branch: %.*s", BH_FMT(f->branch.p != NULL ? f->branch :
	    BH_STR("none")));
	bh_note("tree: %s", f->dirty ? "dirty" : "clean");
	bh_note("environment: %.*s", BH_FMT(f->runner.provider));
}

/* --- the record ------------------------------------------------------------ */

static void
set_machine(const struct facts *f, struct bh_run_machine *m)
{
	const struct bh_host *h = &f->host;
	size_t i;

	m->processors = h->processors;
	m->regions = h->regions;
	m->models = (struct bh_strs){ h->model, h->nmodel };
	m->speed = bh_calloc(f->a, h->nspeed, sizeof(*m->speed));
	m->nspeed = h->nspeed;
	for (i = 0; i < h->nspeed; i++) {
		m->speed[i].speed = bh_strf(f->a, "%ju",
		    (uintmax_t)h->speed[i].speed);
		m->speed[i].count = bh_strf(f->a, "%ld", h->speed[i].count);
	}
	m->fingerprint = bh_str_of(f->key);
}

static void
put(struct bh_buf *b, const struct facts *f)
{
	struct bh_run_context c = { .observed = f->now, .commit = f->commit,
	    .branch = f->branch, .dirty = f->dirty,
	    .provider = f->runner.provider, .run_id = f->runner.run_id,
	    .pull_request = f->runner.pull_request, .triple = f->triple,
	    .rustc_version = f->tc.rustc_version, .best_of = 1,
	    .has_machine = f->has_host };
	struct bh_emit e = bh_json_open(b, BH_R_CONTEXT);

	if (f->has_host)
		set_machine(f, &c.machine);
	bh_json_emit_run_context(&e, &c);
	bh_emit_close(&e, '}');
}

int
bh_host_context(const struct bh_told *told, struct bh_buf *b,
    struct bh_err *err)
{
	struct bh_arena a = BH_ARENA_INIT;
	struct facts f = { .a = &a };
	int r = read_facts(told, &f, err);

	if (r == 0) {
		say(told, &f);
		put(b, &f);
	}
	bh_arena_free(&a);
	return r;
}
