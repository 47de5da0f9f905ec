#include "io/in.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

enum { BLOCK = 1 << 18 };

void
bh_in_init(struct bh_in *in, char *const *paths, size_t npaths,
    struct bh_out *tie)
{
	static char dash[] = "-";
	static char *const std[] = { dash };

	*in = (struct bh_in){ .paths = npaths > 0 ? paths : std,
	    .npaths = npaths > 0 ? npaths : 1, .tie = tie, .fd = -1,
	    .path = "stdin" };
}

static int
open_next(struct bh_in *in, struct bh_err *err)
{
	const char *p = in->paths[in->at++];

	in->line = 0;
	in->eof = false;
	if (strcmp(p, "-") == 0) {
		in->path = "stdin";
		in->fd = STDIN_FILENO;
		return 0;
	}
	in->path = p;
	in->fd = open(p, O_RDONLY | O_CLOEXEC);
	return in->fd == -1 ? bh_fail_errno(err, "%s", p) : 0;
}

static void
shut(struct bh_in *in)
{
	if (in->fd > STDIN_FILENO)
		close(in->fd);
	in->fd = -1;
}

static void
flush_if_waiting(struct bh_in *in)
{
	struct pollfd pfd = { in->fd, POLLIN, 0 };

	if (in->tie != NULL && in->tie->buf.n > 0 && poll(&pfd, 1, 0) == 0)
		bh_out_flush(in->tie);
}

/* More bytes behind the unread ones; sets eof. */
static int
fill(struct bh_in *in, struct bh_err *err)
{
	struct pollfd pfd = { in->fd, POLLIN, 0 };
	ssize_t n;

	if (in->from > 0) {
		memmove(in->buf.p, in->buf.p + in->from,
		    in->buf.n - in->from);
		in->buf.n -= in->from;
		in->from = 0;
	}
	flush_if_waiting(in);
	bh_buf_room(&in->buf, BLOCK);
	while ((n = read(in->fd, in->buf.p + in->buf.n,
	    in->buf.cap - in->buf.n)) == -1)
		if (errno == EAGAIN)	/* of whoever shares it */
			(void)poll(&pfd, 1, -1);
		else if (errno != EINTR)
			break;
	if (n == -1)
		return bh_fail_errno(err, "%s: read", in->path);
	in->buf.n += (size_t)n;
	in->eof = n == 0;
	return 0;
}

static void
hand_out(struct bh_in *in, size_t n, bool torn, struct bh_str *line)
{
	*line = (struct bh_str){ in->buf.p + in->from, n };
	in->torn = torn;
	in->line++;
	in->from += torn ? n : n + 1;
}

int
bh_in_next(struct bh_in *in, struct bh_str *line, struct bh_err *err)
{
	size_t seen = 0, have;	/* seen: bytes known to hold no newline */
	char *at, *nl;

	for (;;) {
		if (in->fd == -1) {
			if (in->at == in->npaths)
				return 0;
			if (open_next(in, err) == -1)
				return -1;
		}
		at = in->buf.p + in->from;
		have = in->buf.n - in->from;
		nl = have > seen ? memchr(at + seen, '\n', have - seen) : NULL;
		if (nl == NULL && !in->eof) {
			seen = have;
			if (fill(in, err) == -1)
				return -1;
			continue;
		}
		hand_out(in, nl != NULL ? (size_t)(nl - at) : have, nl == NULL,
		    line);
		seen = 0;
		if (nl == NULL)
			shut(in);
		if (line->n > 0)
			return 1;
	}
}

bool
bh_in_ready(const struct bh_in *in)
{
	struct pollfd pfd = { in->fd, POLLIN, 0 };

	if (in->fd == -1 || in->eof ||
	    memchr(in->buf.p + in->from, '\n', in->buf.n - in->from) != NULL)
		return true;
	return poll(&pfd, 1, 0) != 0;
}

void
bh_in_free(struct bh_in *in)
{
	shut(in);
	bh_buf_free(&in->buf);
}
