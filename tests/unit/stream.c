/* The record stream: what is a record, the end rules, the closing line. */
#include "edge/stream.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tap.h"

static struct bh_err err = BH_ERR_INIT;

static void
put(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	if (f == NULL || fputs(text, f) == EOF || fclose(f) == EOF)
		perror(path);
}

/* The types of all records, then the result. */
static const char *
types(char *const *paths, size_t n)
{
	static char text[1024];
	struct bh_stream s;
	struct bh_str line;
	enum bh_rtype type;
	size_t at = 0;
	int r;

	err = (struct bh_err)BH_ERR_INIT;
	bh_stream_init(&s, paths, n, NULL);
	while ((r = bh_stream_next(&s, &line, &type, &err)) == 1)
		at += (size_t)snprintf(text + at, sizeof(text) - at, "%s ",
		    type == BH_R_OTHER ? "other" : bh_rtype_name(type));
	snprintf(text + at, sizeof(text) - at, "%d", r);
	bh_stream_free(&s);
	return text;
}

static void
reads(const char *file, const char *want, const char *what)
{
	char path[] = "s";
	char *const paths[] = { path };

	put("s", file);
	is_text(types(paths, 1), want, what);
}

static void
fails(const char *file, const char *msg, const char *what)
{
	char path[] = "s";
	char *const paths[] = { path };
	const char *got;

	put("s", file);
	got = types(paths, 1);
	ok(strcmp(got + strlen(got) - 2, "-1") == 0 && err.status == BH_DATA,
	    "%s", what);
	is_text(err.msg, msg, "it says why and where");
}

#define END	"{\"type\":\"end\",\"from\":\"bh-x\"}\n"

static void
records(void)
{
	char text[64];
	int t, bad = 0;

	reads(END, "0", "an end alone");
	reads("{\"type\":\"series\",\"n\":1}\n" END, "series 0", "a record");
	for (t = 1; t < BH_R_END; t++) {
		snprintf(text, sizeof(text), "{\"type\":\"%s\"}\n" END,
		    bh_rtype_name((enum bh_rtype)t));
		put("s", text);
		{
			char path[] = "s";
			char *const paths[] = { path };

			snprintf(text, sizeof(text), "%s 0",
			    bh_rtype_name((enum bh_rtype)t));
			bad += strcmp(types(paths, 1), text) != 0;
		}
	}
	is_int(bad, 0, "every type by its name");
	reads("{\"type\":\"else\",\"n\":1}\n" END, "other 0", "another type");
	reads("{\"type\":\"Series\"}\n{\"type\":\"serie\"}\n{\"type\":\"\"}\n"
	    END, "other other other 0", "names are exact");
	reads("{\"n\":1,\"type\":\"series\"}\n{ \"type\" : \"gate\" }\n" END,
	    "series gate 0", "other orders and blanks");
	reads("{\"t\":{\"type\":\"gate\"},\"type\":\"series\"}\n" END,
	    "series 0", "a type inside is none");
	reads("{\"type\":\"s\\u0065ries\"}\n" END, "series 0",
	    "with an escape");
	reads("{\"type\":\"en\\u0064\",\"from\":\"x\"}\n", "0",
	    "an end with one");
	reads("{\"type\":\"warning\" ,\"x\":1}\n" END, "warning 0",
	    "a blank behind it");
	reads("\n{\"type\":\"hint\"}\n\n" END "\n", "hint 0",
	    "empty lines are none");
	fails("[1]\n" END, "s:1: an object was expected at byte 0",
	    "an array is no record");
	fails("text\n" END, "s:1: an object was expected at byte 0",
	    "nor is text");
	fails("{\"n\":1}\n" END, "s:1: record has no type", "nor no type");
	fails("{\"n\":1,\"type\":1}\n" END,
	    "s:1: a string was expected at byte 14", "or a number as one");
	fails("{\"n\":1,\"type\":\"gate\"\n" END,
	    "s:1: JSON text is cut short at byte 20", "nor half of one");
	fails("\n\n{\"n\":}\n" END, "s:3: a value was expected at byte 5",
	    "the line is counted");
}

static void
ends(void)
{
	static char a[] = "a", b[] = "b", none[] = "none";
	char *const two[] = { a, b }, *const gone[] = { a, none };

	fails("", "s: ends without an end record", "no end at all");
	fails("{\"type\":\"series\"}\n", "s: ends without an end record",
	    "nor behind a record");
	fails("{\"type\":\"endless\"}\n", "s: ends without an end record",
	    "another type is no end");
	reads(END END END, "0", "several are one");
	reads("{\"type\":\"gate\"}\n" END "{\"type\":\"hint\"}\n",
	    "gate hint 0", "records behind it are read");
	reads("{\"type\":\"gate\"}\n{\"type\":\"end\"}", "gate 0",
	    "a whole last line without newline is one");
	fails("{\"type\":\"gate\"}\n{\"type\":\"end\"",
	    "s:2: record is cut short", "a torn end is none");
	fails(END "{\"type\":\"gate\",\"n\":",
	    "s:2: record is cut short", "a torn record behind an end");
	fails("{\"type\":\"series\",\"n\":1}x", "s:1: record is cut short",
	    "text behind a last record");
	put("a", "{\"type\":\"gate\"}\n");
	put("b", "{\"type\":\"hint\"}\n" END);
	is_text(types(two, 2), "gate hint 0", "one file of two has it");
	put("b", "{\"type\":\"hint\"}\n");
	is_text(types(two, 2), "gate hint -1", "none of two");
	is_text(err.msg, "b: ends without an end record", "the last is named");
	is_text(types(gone, 2), "gate -1", "a file that is not there");
	is_int(err.status, BH_SYS, "is the system's answer");
}

static void
failed_writers(void)
{
	static const struct {
		const char	*status;
		int		 want;
	} t[] = { { "1", 1 }, { "2", 2 }, { "3", 3 }, { "4", 4 }, { "5", 3 },
	    { "-1", 3 }, { "126", 3 } };
	char path[] = "s", text[128];
	char *const paths[] = { path };
	size_t i;

	for (i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
		snprintf(text, sizeof(text), "{\"type\":\"gate\"}\n"
		    "{\"type\":\"end\",\"from\":\"x\",\"status\":%s}\n" END,
		    t[i].status);
		put("s", text);
		types(paths, 1);
		ok((int)err.status == t[i].want && err.msg[0] == '\0',
		    "a writer's status %s ends the reader silently",
		    t[i].status);
	}
	reads("{\"type\":\"end\",\"status\":0}\n", "0", "status 0 is none");
	fails("{\"type\":\"end\",\"status\":\"4\"}\n",
	    "s:1: a number was expected at byte 23", "a text is none");
	fails("{\"type\":\"end\",\"status\":4\n",
	    "s:1: JSON text is cut short at byte 24", "half an end");
}

static void
places(void)
{
	char path[] = "s";
	char *const paths[] = { path };
	struct bh_stream s;
	struct bh_str line;
	enum bh_rtype type;

	put("s", "{\"type\":\"gate\"}\n\n{\"type\":\"hint\"}\n" END);
	bh_stream_init(&s, paths, 1, NULL);
	is_int(bh_stream_next(&s, &line, &type, &err), 1, "first");
	ok(bh_str_is(line, "{\"type\":\"gate\"}"), "a line as it is");
	is_int(bh_stream_next(&s, &line, &type, &err), 1, "second");
	bh_fail(&err, BH_DATA, "odd");
	is_int(bh_stream_at(&s, &err), -1, "a failure of its reader");
	is_text(err.msg, "s:3: odd", "is located");
	bh_stream_free(&s);
}

/* Status and output of a program that ends with r and err. */
static int
closing(int r, enum bh_status status, char *text, size_t size)
{
	struct bh_err e = BH_ERR_INIT;
	struct bh_out out;
	int st = -1, fd = open("out", O_CREAT | O_TRUNC | O_RDWR, 0666);
	ssize_t n;
	pid_t pid;

	fflush(stdout);
	if ((pid = fork()) == 0) {
		dup2(fd, STDOUT_FILENO);
		dup2(fd, STDERR_FILENO);
		bh_out_init(&out, STDOUT_FILENO, "stdout");
		bh_out_copy(&out, BH_STR("{\"type\":\"gate\"}"));
		if (r == -1)
			bh_fail(&e, status, "why");
		_exit(bh_stream_end(&out, "bh-x", r, &e));
	}
	waitpid(pid, &st, 0);
	n = pread(fd, text, size - 1, 0);
	text[n > 0 ? n : 0] = '\0';
	close(fd);
	return WIFEXITED(st) ? WEXITSTATUS(st) : -1;
}

static void
writing(void)
{
	char text[256];

	is_int(closing(0, BH_OK, text, sizeof(text)), 0, "all went well");
	is_text(text, "{\"type\":\"gate\"}\n" END, "the closing line");
	is_int(closing(1, BH_OK, text, sizeof(text)), 1, "a negative answer");
	is_text(text, "{\"type\":\"gate\"}\n"
	    "{\"type\":\"end\",\"from\":\"bh-x\",\"status\":1}\n", "is in it");
	is_int(closing(-1, BH_SYS, text, sizeof(text)), 4, "a failure");
	is_text(text, "bh: why\n{\"type\":\"gate\"}\n"
	    "{\"type\":\"end\",\"from\":\"bh-x\",\"status\":4}\n",
	    "is told, and is in it");
}

int
main(void)
{
	char top[] = "/tmp/bh-unit-stream-XXXXXX", cmd[64];

	if (mkdtemp(top) == NULL || chdir(top) == -1)
		return 4;
	records();
	ends();
	failed_writers();
	places();
	writing();
	snprintf(cmd, sizeof(cmd), "rm -rf '%s'", top);
	if (chdir("/") == -1 || system(cmd) != 0)
		perror(top);
	return tap_done();
}
