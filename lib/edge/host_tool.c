#include "edge/host.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

enum { OUTPUT_MAX = 1 << 16 };

static _Noreturn void
child(const char *dir, int to)
{
	int null = open("/dev/null", O_RDWR);

	if (null != -1 && dup2(null, STDIN_FILENO) != -1 &&
	    dup2(null, STDERR_FILENO) != -1 &&
	    dup2(to, STDOUT_FILENO) != -1 &&
	    (dir == NULL || chdir(dir) == 0))
		execlp("rustc", "rustc", "-vV", (char *)NULL);
	_exit(127);
}

/* What comes out of fd; more than OUTPUT_MAX is read but not kept. */
static void
drain(int fd, struct bh_buf *out)
{
	ssize_t n;

	do {
		if (out->n > OUTPUT_MAX)
			bh_buf_reset(out);
		n = read(fd, bh_buf_room(out, 4096), 4096);
		if (n > 0)
			out->n += (size_t)n;
	} while (n > 0 || (n == -1 && errno == EINTR));
}

/* Standard output of "rustc -vV"; false: it did not run, or failed. */
static bool
run_rustc(const char *dir, struct bh_buf *out)
{
	int fd[2], status;
	pid_t pid;

	if (pipe2(fd, O_CLOEXEC) == -1)
		return false;
	if ((pid = fork()) == 0)
		child(dir, fd[1]);
	close(fd[1]);
	if (pid != -1)
		drain(fd[0], out);
	close(fd[0]);
	if (pid == -1)
		return false;
	while (waitpid(pid, &status, 0) == -1)
		if (errno != EINTR)
			return false;
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* "rustc 1.91.0 (...)": its second word */
static struct bh_str
second_word(struct bh_str line)
{
	struct bh_str word;

	bh_str_cut(&line, ' ', &word);
	if (!bh_str_is(word, "rustc"))
		return BH_STR_NONE;
	line = bh_str_trim(line);
	bh_str_cut(&line, ' ', &word);
	return word.n > 0 ? word : BH_STR_NONE;
}

void
bh_host_read_rustc(struct bh_arena *a, struct bh_str text,
    struct bh_toolchain *tc)
{
	const struct bh_str host = BH_STR("host:"), rel = BH_STR("release:");
	struct bh_str line, triple = BH_STR_NONE, version = BH_STR_NONE, first;

	first = text;
	bh_str_cut(&first, '\n', &line);
	first = bh_str_trim(line);
	while (text.n > 0) {
		bh_str_cut(&text, '\n', &line);
		if (triple.n == 0 && bh_str_starts(line, host))
			triple = bh_str_trim(bh_str_from(line, host.n));
		if (version.n == 0 && bh_str_starts(line, rel))
			version = bh_str_trim(bh_str_from(line, rel.n));
	}
	if (version.n == 0)
		version = second_word(first);
	tc->rustc_version = version.n == 0 ? BH_STR_NONE :
	    bh_str_dup(a, version);
	tc->from_rustc = triple.n > 0;
	if (tc->from_rustc)
		tc->triple = bh_str_dup(a, triple);
}

void
bh_host_toolchain(struct bh_arena *a, const char *dir,
    struct bh_toolchain *tc)
{
	struct bh_buf out = BH_BUF_INIT;
	struct utsname un;

	*tc = (struct bh_toolchain){ 0 };
	if (run_rustc(dir, &out))
		bh_host_read_rustc(a, bh_buf_of(&out), tc);
	if (!tc->from_rustc)
		tc->triple = bh_strf(a, "%s-unknown-linux-gnu",
		    uname(&un) == 0 ? un.machine : "unknown");
	bh_buf_free(&out);
}
