#include "edge/git.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"

extern char **environ;

enum { SAID_MAX = 4096 };

static const char *const safe[] = {
	"GIT_CONFIG_NOGLOBAL=", "GIT_CONFIG_NOSYSTEM=", "GIT_CONFIG_GLOBAL=",
	"GIT_CONFIG_SYSTEM=", "GIT_EXEC_PATH=", "GIT_CEILING_DIRECTORIES=",
	"GIT_DISCOVERY_ACROSS_FILESYSTEM="
};

static const char *const fixed[] = {
	"GIT_NO_REPLACE_OBJECTS=1", "GIT_OPTIONAL_LOCKS=0",
	"GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1", "LC_ALL=C",
};

#define COUNT(a)	(sizeof(a) / sizeof((a)[0]))

static bool
kept(const char *var)
{
	size_t i;

	if (strncmp(var, "LC_ALL=", 7) == 0)
		return false;
	if (strncmp(var, "GIT_", 4) != 0)
		return true;
	for (i = 0; i < COUNT(safe); i++)
		if (strncmp(var, safe[i], strlen(safe[i])) == 0)
			return true;
	return false;
}

static const char **
environment(struct bh_arena *a)
{
	const char **env;
	size_t i, n = 0;

	for (i = 0; environ[i] != NULL; i++)
		;
	env = bh_calloc(a, i + COUNT(fixed) + 1, sizeof(*env));
	for (i = 0; environ[i] != NULL; i++)
		if (kept(environ[i]))
			env[n++] = environ[i];
	for (i = 0; i < COUNT(fixed); i++)
		env[n++] = fixed[i];
	return env;
}

static const char **
command(struct bh_arena *a, const char *const *args)
{
	static const char *const head[] = { "git", "-c", "core.fsmonitor=false",
	    "-c", "core.hooksPath=/dev/null" };
	const char **v;
	size_t n;

	for (n = 0; args[n] != NULL; n++)
		;
	v = bh_calloc(a, COUNT(head) + n + 1, sizeof(*v));
	memcpy(v, head, sizeof(head));
	memcpy(v + COUNT(head), args, n * sizeof(*args));
	return v;
}

/* A file in memory that holds text, at its start; -1 on failure. */
static int
memory(struct bh_str text)
{
	int fd = memfd_create("bh-git", MFD_CLOEXEC);
	ssize_t n;

	while (fd != -1 && text.n > 0) {
		n = write(fd, text.p, text.n);
		if (n == -1 && errno == EINTR)
			continue;
		if (n <= 0) {
			close(fd);
			return -1;
		}
		text = bh_str_from(text, (size_t)n);
	}
	if (fd != -1)
		lseek(fd, 0, SEEK_SET);
	return fd;
}

static int
spawn(const char *dir, const char *const *args, int in, int out, int said,
    pid_t *pid)
{
	struct bh_arena a = BH_ARENA_INIT;
	posix_spawn_file_actions_t fa;
	int rc;

	if ((rc = posix_spawn_file_actions_init(&fa)) != 0)
		return rc;
	if ((rc = posix_spawn_file_actions_adddup2(&fa, in, 0)) == 0 &&
	    (rc = posix_spawn_file_actions_adddup2(&fa, out, 1)) == 0 &&
	    (rc = posix_spawn_file_actions_adddup2(&fa, said, 2)) == 0 &&
	    (rc = posix_spawn_file_actions_addchdir_np(&fa, dir)) == 0)
		rc = posix_spawnp(pid, "git", &fa, NULL,
		    (char *const *)command(&a, args),
		    (char *const *)environment(&a));
	posix_spawn_file_actions_destroy(&fa);
	bh_arena_free(&a);
	return rc;
}

static int
drain(int fd, struct bh_buf *out)
{
	ssize_t n;

	do {
		n = read(fd, bh_buf_room(out, 1 << 16), 1 << 16);
		if (n > 0)
			out->n += (size_t)n;
	} while (n > 0 || (n == -1 && errno == EINTR));
	return n == 0 ? 0 : -1;
}

/* The first line git said, without its "fatal: ". */
static void
say(int said, int status, struct bh_err *err)
{
	static const char *const head[] = { "fatal: ", "error: " };
	char text[SAID_MAX];
	struct bh_str rest, line;
	ssize_t n = pread(said, text, sizeof(text), 0);
	size_t i;

	rest = (struct bh_str){ text, n > 0 ? (size_t)n : 0 };
	bh_str_cut(&rest, '\n', &line);
	for (i = 0; i < COUNT(head); i++)
		if (bh_str_starts(line, bh_str_of(head[i])))
			line = bh_str_from(line, strlen(head[i]));
	if (line.n == 0)
		(void)bh_fail(err, BH_SYS, "git: status %d", status);
	else
		(void)bh_fail(err, BH_SYS, "git: %.*s", BH_FMT(line));
}

static int
finish(pid_t pid, int said, struct bh_err *err)
{
	int status;

	while (waitpid(pid, &status, 0) == -1)
		if (errno != EINTR)
			return bh_fail_errno(err, "git: wait");
	if (!WIFEXITED(status))
		return bh_fail(err, BH_SYS, "git: killed by signal %d",
		    WTERMSIG(status));
	if (WEXITSTATUS(status) != 0)
		say(said, WEXITSTATUS(status), err);
	return WEXITSTATUS(status);
}

int
bh_git(const char *dir, struct bh_str in, const char *const *args,
    struct bh_buf *out, struct bh_err *err)
{
	int fd[2] = { -1, -1 }, from = memory(in), said = memory(BH_STR_NONE);
	int r = -1, rc;
	pid_t pid;

	bh_buf_reset(out);
	if (from == -1 || said == -1 || pipe2(fd, O_CLOEXEC) == -1) {
		(void)bh_fail_errno(err, "git");
		goto out;
	}
	if ((rc = spawn(dir, args, from, fd[1], said, &pid)) != 0) {
		errno = rc;
		(void)bh_fail_errno(err, "git: cannot be run");
		goto out;
	}
	close(fd[1]);
	fd[1] = -1;
	if (drain(fd[0], out) == -1)
		(void)bh_fail_errno(err, "git: read");
	else
		r = 0;
	close(fd[0]);
	fd[0] = -1;
	rc = finish(pid, said, err);
	if (r == 0)
		r = rc;
out:
	if (fd[0] != -1)
		close(fd[0]);
	if (fd[1] != -1)
		close(fd[1]);
	if (from != -1)
		close(from);
	if (said != -1)
		close(said);
	return r;
}
