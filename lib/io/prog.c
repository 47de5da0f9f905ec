#include "io/prog.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/log.h"

static const char *name = "bh";

/*
 * A descriptor of ours must never become 0, 1 or 2.  What was closed cannot be
 * read or written, so that nobody takes it for an empty input or a result.
 */
static void
open_closed(void)
{
	int fd;

	for (fd = 0; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) == -1 && errno == EBADF)
			(void)open("/dev/null",
			    fd == STDOUT_FILENO ? O_RDONLY : O_WRONLY);
}

static bool ended;

/*
 * A library that calls exit(3), as libarchive does with 1 where it has no
 * memory, has given no answer of ours.
 */
static void
at_exit(void)
{
	if (!ended)
		_exit(BH_SYS);
}

void
bh_prog_init(const char *prog, struct bh_out *out)
{
	open_closed();
	(void)atexit(at_exit);
	signal(SIGPIPE, SIG_DFL);
	name = prog;
	bh_log_name(prog);
	setvbuf(stderr, NULL, _IOLBF, 2048);
	bh_out_init(out, STDOUT_FILENO, "stdout");
}

static void
report(const struct bh_err *err)
{
	struct bh_err line = *err;

	if (line.msg[0] == '\0')
		return;
	bh_err_clean(line.msg);
	fprintf(stderr, "%s: %s\n", name, line.msg);
}

int
bh_prog_end(int r, struct bh_err *err, struct bh_out *out)
{
	struct bh_err late = BH_ERR_INIT;

	ended = true;
	if (r == -1) {
		report(err);
		r = err->status != BH_OK ? (int)err->status : BH_SYS;
		(void)bh_out_end(out, &late);
		return r;
	}
	if (bh_out_end(out, &late) == -1) {
		report(&late);
		return (int)late.status;
	}
	return r;
}

int
bh_prog_usage(const char *usage, struct bh_err *err)
{
	fputs(usage, stderr);
	err->status = BH_USAGE;
	err->msg[0] = '\0';
	return -1;
}

int
bh_prog_help(const char *usage, struct bh_out *out)
{
	bh_buf_z(&out->buf, usage);
	return 0;
}
