/*
 * Stores to measure with, and the measuring itself.  See tests/bench/run.
 *
 *	load history N			a git fast-import stream of N commits
 *	load objects STORE SHAPE	one object a commit of stdin (hex ids),
 *					shape s1 or s2
 *	load measure FILE CMD ...	run it; append "cpu wall peak" to FILE:
 *					seconds, seconds, bytes
 */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/num.h"
#include "edge/json_run.h"
#include "io/file.h"
#include "io/gz.h"
#include "model/key.h"

enum { FIRST = 1735689600, STEP = 3600 };	/* commit times, UTC */

/* xorshift64*: the same stores everywhere */
static uint64_t state = 88172645463325252u;

static double
rnd(void)
{
	state ^= state >> 12;
	state ^= state << 25;
	state ^= state >> 27;
	return (double)((state * 2685821657736338717u) >> 11) * 0x1p-53;
}

static _Noreturn void
die(const char *what, const char *why)
{
	fprintf(stderr, "load: %s: %s\n", what, why);
	exit(4);
}

static int
history(long n)
{
	long i;

	for (i = 0; i < n; i++)
		printf("commit refs/heads/main\nmark :%ld\n"
		    "committer Bench <bench@example.org> %ld +0000\n"
		    "data <<END\ncommit %ld\nEND\n%s%.0ld\n", i + 1,
		    (long)FIRST + i * STEP, i, i > 0 ? "from :" : "", i);
	return fflush(stdout) == 0 ? 0 : 4;
}

/* --- objects --------------------------------------------------------------- */

struct shape {
	enum bh_engine	 engine;
	size_t		 cases, metrics;
};

static const struct shape s1 = { BH_CRITERION, 200, 1 };
static const struct shape s2 = { BH_CALLGRIND, 2000, 3 };

static struct bh_str
number(struct bh_arena *a, double v)
{
	char t[BH_NUM_TEXT];

	bh_num_print_stored(v, t);
	return bh_str_dup(a, bh_str_of(t));
}

/* As the peer writes them, with no estimator. */
static void
fill_timed(struct bh_arena *a, size_t i, struct bh_metric *m)
{
	double v = (double)(100 + i * 37) * (1 + (rnd() - .5) * .02);
	double sd = v * (.002 + .004 * rnd());

	*m = (struct bh_metric){ .kind = BH_STR("wall_time"),
	    .value = number(a, v), .std_dev = number(a, sd),
	    .low = number(a, v - sd * (1 + rnd())),
	    .high = number(a, v + sd * (1 + rnd())) };
}

static void
fill_counted(struct bh_arena *a, size_t i, struct bh_metric *m)
{
	static const enum bh_kind kind[] = { BH_CONDITIONAL_BRANCHES,
	    BH_INDIRECT_BRANCHES, BH_INSTRUCTION_COUNT };
	int k;

	for (k = 0; k < 3; k++)
		m[k] = (struct bh_metric){
		    .kind = bh_str_of(bh_kind_name(kind[k])),
		    .value = number(a, floor((double)(1000 * (i + 1) *
		    (size_t)(k + 1)) * (1 + rnd() * .01))) };
}

static void
fill(struct bh_arena *a, const struct shape *s, struct bh_run *run)
{
	struct bh_result *r;
	size_t i;

	run->result = bh_calloc(a, s->cases, sizeof(*run->result));
	run->n = s->cases;
	for (i = 0; i < s->cases; i++) {
		r = &run->result[i];
		r->engine = bh_str_of(bh_engine_name(s->engine));
		r->id.n = 3;
		r->id.seg = bh_calloc(a, 3, sizeof(*r->id.seg));
		r->id.seg[0] = BH_STR("textproc");
		r->id.seg[1] = bh_strf(a, "group_%02zu::parse", i / 20);
		r->id.seg[2] = bh_strf(a, "case_%04zu", i);
		r->nmetric = s->metrics;
		r->metric = bh_calloc(a, s->metrics, sizeof(*r->metric));
		if (s->metrics == 1)
			fill_timed(a, i, r->metric);
		else
			fill_counted(a, i, r->metric);
	}
}

static void
context(struct bh_run_context *c, struct bh_str commit)
{
	*c = (struct bh_run_context)BH_RUN_CONTEXT_INIT;
	c->observed_at = BH_STR("2026-01-01T00:00:00Z");
	c->observed.sec = FIRST;
	c->commit = commit;
	c->branch = BH_STR("main");
	c->provider = BH_STR("local");
	c->triple = BH_STR("x86_64-unknown-linux-gnu");
	c->rustc_version = BH_STR("1.91.0");
	c->tool_version = BH_STR("bench-history");
}

static void
store(struct bh_arena *a, const char *top, const struct shape *s,
    struct bh_str commit)
{
	static struct bh_buf text, member;
	struct bh_key k = { .what = BH_KEY_CLEAN, .project = BH_STR("bench"),
	    .engine = s->engine, .triple = BH_STR("t"),
	    .machine = BH_STR("m"), .commit = commit };
	struct bh_run run = { .engine = s->engine };
	struct bh_err err = BH_ERR_INIT;
	struct bh_str path;

	context(&run.context, commit);
	fill(a, s, &run);
	bh_buf_reset(&text);
	bh_json_put_run(&text, &run);
	path = bh_strf(a, "%s/%s", top, bh_key_text(a, &k).p);
	if (bh_gz_deflate(bh_buf_of(&text), &member, &err) == -1 ||
	    bh_file_output(path.p, bh_buf_of(&member), &err) == -1)
		die(path.p, err.msg);
	printf("%zu %zu %zu\n", s->cases * s->metrics, text.n, member.n);
}

static int
objects(const char *top, const struct shape *s)
{
	struct bh_arena a = BH_ARENA_INIT;
	char line[256];

	while (fgets(line, sizeof(line), stdin) != NULL) {
		store(&a, top, s, bh_str_trim(bh_str_of(line)));
		bh_arena_reset(&a);
	}
	bh_arena_free(&a);
	return fflush(stdout) == 0 ? 0 : 4;
}

/* --- measuring ------------------------------------------------------------- */

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double
seconds(struct timeval t)
{
	return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

static int
measure(const char *file, char **cmd)
{
	double from = now(), wall;
	struct rusage u;
	int status;
	pid_t pid = fork();
	FILE *f;

	if (pid == 0) {
		execvp(cmd[0], cmd);
		die(cmd[0], strerror(errno));
	}
	if (pid == -1 || wait4(pid, &status, 0, &u) == -1)
		die("fork", strerror(errno));
	wall = now() - from;
	if ((f = fopen(file, "a")) == NULL || fprintf(f, "%.6f %.6f %ld\n",
	    seconds(u.ru_utime) + seconds(u.ru_stime), wall,
	    u.ru_maxrss * 1024) < 0 || fclose(f) == EOF)
		die(file, strerror(errno));
	return WIFEXITED(status) ? WEXITSTATUS(status) : 4;
}

int
main(int argc, char **argv)
{
	const char *what = argc > 2 ? argv[1] : "";

	if (strcmp(what, "history") == 0)
		return history(atol(argv[2]));
	if (strcmp(what, "objects") == 0 && argc == 4)
		return objects(argv[2], strcmp(argv[3], "s1") == 0 ? &s1 :
		    &s2);
	if (strcmp(what, "measure") == 0 && argc > 3)
		return measure(argv[2], argv + 3);
	die("usage", "load history n | objects store shape | measure file cmd");
}
