#include "io/out.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

enum { FULL = 1 << 16, PIPE = 1 << 20 };

void
bh_out_init(struct bh_out *o, int fd, const char *name)
{
	*o = (struct bh_out){ BH_BUF_INIT, fd, name, 0 };
	(void)fcntl(fd, F_SETPIPE_SZ, PIPE);	/* no pipe, no permission: fine */
}

void
bh_out_flush(struct bh_out *o)
{
	const char *p = o->buf.p;
	size_t left = o->buf.n;
	struct pollfd pfd = { o->fd, POLLOUT, 0 };
	ssize_t n;

	while (left > 0 && o->failed == 0) {
		n = write(o->fd, p, left);
		if (n >= 0) {
			p += n;
			left -= (size_t)n;
		} else if (errno == EAGAIN)	/* of whoever shares it */
			(void)poll(&pfd, 1, -1);
		else if (errno != EINTR)
			o->failed = errno;
	}
	bh_buf_reset(&o->buf);
}

void
bh_out_line(struct bh_out *o)
{
	bh_buf_c(&o->buf, '\n');
	if (o->buf.n >= FULL)
		bh_out_flush(o);
}

void
bh_out_copy(struct bh_out *o, struct bh_str line)
{
	bh_buf_str(&o->buf, line);
	bh_out_line(o);
}

int
bh_out_end(struct bh_out *o, struct bh_err *err)
{
	bh_out_flush(o);
	bh_buf_free(&o->buf);
	if (o->failed != 0) {
		errno = o->failed;
		return bh_fail_errno(err, "%s: write", o->name);
	}
	return 0;
}
