/* Lines in, output out, files whole: also torn, full, closed, of another kind. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "io/file.h"
#include "io/in.h"
#include "io/out.h"
#include "io/prog.h"
#include "tap.h"

static struct bh_err err = BH_ERR_INIT;

static void
put(const char *path, const char *text, size_t n)
{
	FILE *f = fopen(path, "w");

	if (f == NULL || fwrite(text, 1, n, f) != n || fclose(f) == EOF)
		perror(path);
}

static void
put_z(const char *path, const char *text)
{
	put(path, text, strlen(text));
}

/* --- in -------------------------------------------------------------------- */

/* "PATH:LINE[!]=TEXT;" of all lines, ! where it is torn; then "R" */
static char *
lines(char *const *paths, size_t n)
{
	static char text[4096];
	struct bh_str line;
	struct bh_in in;
	size_t at = 0;
	int r;

	err = (struct bh_err)BH_ERR_INIT;
	bh_in_init(&in, paths, n, NULL);
	while ((r = bh_in_next(&in, &line, &err)) == 1)
		at += (size_t)snprintf(text + at, sizeof(text) - at,
		    "%s:%lu%s=%.*s;", in.path, in.line, in.torn ? "!" : "",
		    BH_FMT(line));
	snprintf(text + at, sizeof(text) - at, "%d", r);
	bh_in_free(&in);
	return text;
}

static void
is_lines(const char *file, const char *want, const char *what)
{
	char path[] = "in";
	char *const paths[] = { path };

	put_z("in", file);
	is_text(lines(paths, 1), want, what);
}

static void
operands(void)
{
	static char one[] = "one", two[] = "two", none[] = "none",
	    dash[] = "-", dir[] = ".";
	char *const three[] = { one, dash, two };
	char *const gone[] = { one, none, two };
	char *const folder[] = { dir };
	int fd[2], saved = dup(STDIN_FILENO);

	is_lines("a\nb\n", "in:1=a;in:2=b;0", "lines");
	is_lines("", "0", "an empty file has none");
	is_lines("a", "in:1!=a;0", "a line without newline is torn");
	is_lines("a\n\n\nb\n\n", "in:1=a;in:4=b;0",
	    "empty lines are passed over, and counted");
	is_lines("\n\na", "in:3!=a;0", "also in front of a torn one");
	is_lines(" \r\n", "in:1= \r;0", "blanks are no empty line");

	put_z("one", "1\n2");
	put_z("two", "5\n");
	if (pipe(fd) == -1 || write(fd[1], "3\n4", 3) != 3)
		perror("pipe");
	close(fd[1]);
	dup2(fd[0], STDIN_FILENO);
	close(fd[0]);
	is_text(lines(three, 3), "one:1=1;one:2!=2;stdin:1=3;stdin:2!=4;"
	    "two:1=5;0", "operands in turn, stdin among them");
	dup2(saved, STDIN_FILENO);
	close(saved);
	is_text(lines(gone, 3), "one:1=1;one:2!=2;-1", "a missing one");
	ok(err.status == BH_SYS, "is the system's answer");
	is_text(err.msg, "none: No such file or directory", "and named");
	is_text(lines(folder, 1), "-1", "a directory");
	is_text(err.msg, ".: read: Is a directory", "cannot be read");
}

static void
long_lines(void)
{
	static char path[] = "long";
	char *const paths[] = { path };
	const size_t size[] = { 1, 262143, 262144, 262145, 1000000, 3 };
	struct bh_buf b = BH_BUF_INIT;
	struct bh_str line;
	struct bh_in in;
	size_t i, k, bad = 0;

	for (i = 0; i < 6; i++) {
		memset(bh_buf_room(&b, size[i]), (int)('a' + i), size[i]);
		b.n += size[i];
		bh_buf_c(&b, '\n');
	}
	put("long", b.p, b.n);
	bh_in_init(&in, paths, 1, NULL);
	for (i = 0; bh_in_next(&in, &line, &err) == 1; i++) {
		bad += i >= 6 || line.n != size[i];
		for (k = 0; k < line.n; k++)
			bad += line.p[k] != (char)('a' + i);
	}
	is_int((long)i, 6, "lines around and beyond the block");
	is_int((long)bad, 0, "whole");
	bh_in_free(&in);
	bh_buf_free(&b);
}

/* A writer that waits for the answer to its first line. */
static _Noreturn void
conversation(int to, int from, int block)
{
	char c;

	if (write(to, "first\n", 6) != 6 || read(from, &c, 1) != 1)
		_exit(1);
	if (!block && usleep(20000) == -1)
		_exit(1);
	if (write(to, "second\n", 7) != 7)
		_exit(1);
	_exit(0);
}

static void
live(int block, const char *what)
{
	int up[2], down[2], saved = dup(STDIN_FILENO), status = -1, n = 0;
	struct bh_str line;
	struct bh_out out;
	struct bh_in in;
	pid_t pid;

	if (pipe(up) == -1 || pipe(down) == -1 ||
	    (fflush(stdout), pid = fork()) == -1) {
		perror("fork");
		return;
	}
	if (pid == 0) {
		alarm(10);
		close(up[0]);
		close(down[1]);
		conversation(up[1], down[0], block);
	}
	close(up[1]);
	close(down[0]);
	if (!block)
		fcntl(up[0], F_SETFL, O_NONBLOCK);
	dup2(up[0], STDIN_FILENO);
	close(up[0]);
	bh_out_init(&out, down[1], "down");
	bh_in_init(&in, NULL, 0, &out);
	while (bh_in_next(&in, &line, &err) == 1) {
		bh_out_copy(&out, line);
		n++;
	}
	waitpid(pid, &status, 0);
	ok(n == 2 && status == 0, "%s", what);
	signal(SIGPIPE, SIG_IGN);
	(void)bh_out_end(&out, &err);	/* its reader may have gone */
	signal(SIGPIPE, SIG_DFL);
	bh_in_free(&in);
	close(down[1]);
	dup2(saved, STDIN_FILENO);
	close(saved);
}

/* --- out ------------------------------------------------------------------- */

static void
output(void)
{
	struct bh_buf got = BH_BUF_INIT;
	struct bh_out o;
	size_t i, bad = 0;
	int fd = open("big", O_CREAT | O_TRUNC | O_WRONLY, 0666);

	bh_out_init(&o, fd, "big");
	for (i = 0; i < 30000; i++)
		bh_out_copy(&o, BH_STR("0123456789"));
	ok(o.buf.n < 1 << 17, "a bulk is written in blocks");
	is_int(bh_out_end(&o, &err), 0, "all is written");
	close(fd);
	is_int(bh_file_read(AT_FDCWD, "big", 1 << 20, &got, &err), 0, "read");
	for (i = 0; i < got.n; i += 11)
		bad += memcmp(got.p + i, "0123456789\n", 11) != 0;
	ok(got.n == 330000 && bad == 0, "and the same");
	bh_buf_free(&got);

	fd = open("/dev/full", O_WRONLY);
	bh_out_init(&o, fd, "stdout");
	bh_out_copy(&o, BH_STR("x"));
	is_int(bh_out_end(&o, &err), -1, "a full disk is a failure");
	is_int(err.status, BH_SYS, "of the system");
	is_text(err.msg, "stdout: write: No space left on device", "named");
	bh_out_init(&o, fd, "stdout");
	is_int(bh_out_end(&o, &err), 0, "nothing to write, no failure");
	bh_out_init(&o, fd, "stdout");
	for (i = 0; i < 300000; i++)
		bh_out_copy(&o, BH_STR("x"));
	ok(o.failed == ENOSPC && o.buf.n < 1 << 17,
	    "what cannot be written does not pile up");
	is_int(bh_out_end(&o, &err), -1, "the failure is kept");
	close(fd);
}

/* Status of a program that writes a line with descriptor shut closed. */
static int
closed(int shut)
{
	struct bh_err e = BH_ERR_INIT;
	struct bh_out o;
	struct bh_in in;
	struct bh_str line;
	int status = -1, r = 0;
	pid_t pid;

	fflush(stdout);
	if ((pid = fork()) == 0) {
		if (shut != STDERR_FILENO)
			dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
		close(shut);
		bh_prog_init("bh-test", &o);
		bh_in_init(&in, NULL, 0, NULL);
		if (shut == STDIN_FILENO)
			r = bh_in_next(&in, &line, &e);
		else
			bh_out_copy(&o, BH_STR("# a line"));
		bh_in_free(&in);
		_exit(bh_prog_end(r, &e, &o));
	}
	waitpid(pid, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* --- files ----------------------------------------------------------------- */

static void
reading(void)
{
	struct bh_buf b = BH_BUF_INIT;

	put_z("five", "12345");
	bh_buf_z(&b, "old");
	is_int(bh_file_read(AT_FDCWD, "five", 5, &b, &err), 0, "a file");
	ok(bh_str_is(bh_buf_of(&b), "12345"), "its content and no other");
	is_int(bh_file_read(AT_FDCWD, "five", 4, &b, &err), -1, "too large");
	ok(err.status == BH_DATA, "is the data's fault");
	is_text(err.msg, "five: larger than 4 bytes", "and said");
	put_z("empty", "");
	is_int(bh_file_read(AT_FDCWD, "empty", 0, &b, &err), 0, "an empty one");
	is_int((long)b.n, 0, "is empty");
	is_int(bh_file_read(AT_FDCWD, "nil", 9, &b, &err), 1, "no such file");
	is_int(bh_file_read(AT_FDCWD, "nil/x", 9, &b, &err), 1,
	    "nor directory");
	is_int(bh_file_read(AT_FDCWD, "five/x", 9, &b, &err), -1,
	    "a file is no directory");
	is_int(bh_file_read(AT_FDCWD, "/proc/self/status", 1 << 20, &b, &err),
	    0, "a file that does not tell its size");
	ok(b.n > 100, "is read to its end");
	if (mkfifo("fifo", 0666) == -1 || symlink("five", "link") == -1 ||
	    symlink("nil", "dangling") == -1)
		perror("mkfifo");
	alarm(10);		/* nothing may wait */
	is_int(bh_file_read(AT_FDCWD, "fifo", 9, &b, &err), -1, "a FIFO");
	is_text(err.msg, "fifo: not a regular file", "is refused");
	is_int(bh_file_read(AT_FDCWD, ".", 9, &b, &err), -1, "a directory");
	is_text(err.msg, ".: not a regular file", "is refused");
	is_int(bh_file_read(AT_FDCWD, "link", 9, &b, &err), -1, "a link");
	is_text(err.msg, "link: not a regular file", "is refused");
	is_int(bh_file_read_user("fifo", 9, &b, &err), -1, "a user's FIFO");
	alarm(0);
	is_int(bh_file_read_user("link", 9, &b, &err), 0, "a user's link");
	ok(bh_str_is(bh_buf_of(&b), "12345"), "is followed");
	is_int(bh_file_read_user("dangling", 9, &b, &err), 1,
	    "unless it leads nowhere");
	bh_buf_free(&b);
}

static void
is_content(const char *path, const char *want, const char *what)
{
	struct bh_buf b = BH_BUF_INIT;

	if (bh_file_read_user(path, 1 << 20, &b, &err) != 0)
		bh_buf_reset(&b);
	bh_buf_c(&b, '\0');
	is_text(b.p, want, what);
	bh_buf_free(&b);
}

static int
temporaries(int dir)
{
	DIR *d = fdopendir(openat(dir, ".", O_RDONLY | O_DIRECTORY));
	struct dirent *e;
	int n = 0;

	while (d != NULL && (e = readdir(d)) != NULL)
		n += strncmp(e->d_name, BH_FILE_TMP, strlen(BH_FILE_TMP)) == 0;
	if (d != NULL)
		closedir(d);
	return n;
}

static void
publishing(void)
{
	char longer[300];
	struct stat st;
	int dir, gone, proc = open("/proc/self", O_RDONLY | O_DIRECTORY);

	mkdir("pub", 0777);
	mkdir("gone", 0777);
	dir = open("pub", O_RDONLY | O_DIRECTORY);
	gone = open("gone", O_RDONLY | O_DIRECTORY);
	rmdir("gone");
	umask(027);
	is_int(bh_file_put(dir, "a", BH_STR("one"), 0444,
	    BH_FILE_NEW | BH_FILE_SYNC, &err), 0, "a new file");
	ok(stat("pub/a", &st) == 0 && (st.st_mode & 07777) == 0440 &&
	    st.st_nlink == 1, "its mode less the umask, one name");
	umask(022);
	is_content("pub/a", "one", "its content");
	is_int(bh_file_put(dir, "a", BH_STR("two"), 0444, BH_FILE_NEW, &err),
	    1, "a name that exists");
	is_content("pub/a", "one", "is left alone");
	is_int(bh_file_put(dir, "a", BH_STR("two"), 0644, BH_FILE_REPLACE,
	    &err), 0, "unless it may be replaced");
	is_content("pub/a", "two", "whole");
	is_int(bh_file_put(dir, "e", BH_STR(""), 0644, BH_FILE_REPLACE, &err),
	    0, "an empty file");
	mkdir("pub/d", 0777);
	is_int(bh_file_put(dir, "d", BH_STR("x"), 0644, BH_FILE_NEW, &err), 1,
	    "a directory has the name");
	is_int(bh_file_put(dir, "d", BH_STR("x"), 0644, BH_FILE_REPLACE,
	    &err), -1, "and is not replaced");
	is_int(err.status, BH_SYS, "the system says so");
	memset(longer, 'n', sizeof(longer));
	longer[sizeof(longer) - 1] = '\0';
	is_int(bh_file_put(dir, longer, BH_STR("x"), 0644, BH_FILE_NEW, &err),
	    -1, "a name too long");
	is_int(temporaries(dir), 0, "no temporary is left");
	is_int(bh_file_put(gone, "x", BH_STR("x"), 0644, BH_FILE_NEW, &err),
	    -1, "a directory removed");
	is_text(err.msg, "create: No such file or directory", "is told");
	is_int(bh_file_put(proc, "x", BH_STR("x"), 0644, BH_FILE_NEW, &err),
	    -1, "one that cannot be written");
	is_int(err.status, BH_SYS, "the system says so");
	close(dir);
	close(gone);
	close(proc);
}

static void
outputs(void)
{
	int saved = dup(STDOUT_FILENO), fd, r;

	is_int(bh_file_output("o/p/q", BH_STR("deep"), &err), 0,
	    "parents are made");
	is_content("o/p/q", "deep", "and the file");
	is_int(bh_file_output("o/p/q", BH_STR("new"), &err), 0, "replaced");
	is_content("o/p/q", "new", "whole");
	is_int(bh_file_output("here", BH_STR("x"), &err), 0, "no parent");
	is_int(bh_file_output("o/p/q/r", BH_STR("x"), &err), -1,
	    "a parent that is a file");
	is_text(err.msg, "o/p/q: not a directory", "is named");
	is_int(bh_file_output("o/p", BH_STR("x"), &err), -1, "a directory");
	is_text(err.msg, "o/p: publish: Is a directory", "with its path");
	is_int(bh_file_output("/dev/null", BH_STR("x"), &err), 0,
	    "a device is written");
	is_int(bh_file_output("/dev/full", BH_STR("x"), &err), -1,
	    "and checked");
	is_text(err.msg, "/dev/full: write: No space left on device", "named");
	fflush(stdout);
	fd = open("stdout", O_CREAT | O_WRONLY, 0666);
	dup2(fd, STDOUT_FILENO);
	r = bh_file_output("-", BH_STR("x"), &err);
	dup2(saved, STDOUT_FILENO);
	close(fd);
	close(saved);
	is_int(r, 0, "- is standard output");
	is_content("stdout", "x", "written at once");
	is_int(bh_file_mkdirs("m//n/./o/", &err), 0, "directories");
	is_int(bh_file_mkdirs("m/n/o", &err), 0, "that are there");
	is_int(bh_file_mkdirs("here", &err), -1, "a file is none");
}

int
main(void)
{
	char top[] = "/tmp/bh-unit-io-XXXXXX", cmd[64];

	if (mkdtemp(top) == NULL || chdir(top) == -1)
		return 4;
	operands();
	long_lines();
	live(1, "output is written before a read that may block");
	live(0, "and a descriptor that never blocks is waited for");
	output();
	is_int(closed(STDIN_FILENO), BH_SYS, "closed stdin is no empty input");
	is_int(closed(STDOUT_FILENO), BH_SYS, "closed stdout is no success");
	is_int(closed(STDERR_FILENO), BH_OK, "closed stderr is");
	reading();
	publishing();
	outputs();
	snprintf(cmd, sizeof(cmd), "rm -rf '%s'", top);
	if (chdir("/") == -1 || system(cmd) != 0)
		perror(top);
	return tap_done();
}
