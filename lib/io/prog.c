#include "io/prog.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

/* --- options --------------------------------------------------------------- */

/* How many long options the text behind "--" is the head of. */
static int
heads(const struct option *longs, const char *text)
{
	size_t n = strcspn(text, "=");
	int found = 0;

	for (; longs->name != NULL; longs++)
		if (strncmp(longs->name, text, n) == 0)
			found++;
	return found;
}

/* What getopt_long(3) has just refused, in words. */
static int
refused(const struct bh_prog_cli *cli, int c, const char *word,
    struct bh_err *err)
{
	bool is_long = word != NULL && word[0] == '-' && word[1] == '-';

	if (c == ':' && is_long)
		bh_fail(err, BH_USAGE, "option '%s' needs a value", word);
	else if (c == ':')
		bh_fail(err, BH_USAGE, "option '-%c' needs a value", optopt);
	else if (is_long && optopt != 0 && strchr(word, '=') != NULL)
		bh_fail(err, BH_USAGE, "option '%.*s' takes no value",
		    (int)strcspn(word, "="), word);
	else if (!is_long || optopt != 0)
		bh_fail(err, BH_USAGE, "unknown option '-%c'", optopt);
	else
		bh_fail(err, BH_USAGE, "%s option '%s'",
		    heads(cli->longs, word + 2) > 1 ? "ambiguous" : "unknown",
		    word);
	report(err);
	return bh_prog_usage(cli->usage, err);
}

int
bh_prog_options(const struct bh_prog_cli *cli, int argc, char **argv,
    void *ctx, struct bh_out *out, struct bh_err *err)
{
	char shorts[32];
	int c;

	opterr = 0;
	snprintf(shorts, sizeof(shorts), ":%s", cli->shorts != NULL ?
	    cli->shorts : "h");
	while ((c = getopt_long(argc, argv, shorts, cli->longs, NULL)) != -1)
		switch (c) {
		case 'h':
			bh_buf_z(&out->buf, cli->usage);
			exit(bh_prog_end(0, err, out));
		case 'v':
			bh_log_verbose(true);
			break;
		case '?':
		case ':':
			return refused(cli, c, argv[optind - 1], err);
		default:
			if (cli->take == NULL ||
			    cli->take(ctx, c, optarg, err) == -1)
				return -1;
		}
	return !cli->alone || optind == argc ? 0 :
	    bh_fail(err, BH_USAGE, "no operand is taken");
}
