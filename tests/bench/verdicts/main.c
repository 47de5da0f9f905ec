/*
 * verdicts: false alarms, power, place, delay and cost of both methods over
 * series with known answers; tables as Markdown.
 *
 *	verdicts [-q] [file [corpus]]
 *
 * With a file, the part of it between the two marks is replaced; with a corpus
 * that can be read, also the part about real histories.  -q: the acceptance
 * tables alone, on standard output.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"

static const char *const mark[4] = {
	"<!-- tables -->\n", "<!-- end of tables -->\n",
	"<!-- real -->\n", "<!-- end of real -->\n"
};

static char *
read_file(const char *path)
{
	FILE *f = fopen(path, "r");
	char *s = NULL;
	size_t n = 0, cap = 0, r;

	if (f == NULL) {
		perror(path);
		exit(4);
	}
	do {
		if (cap - n < 4096)
			s = bh_xrealloc(s, cap = 2 * cap + 8192);
		n += r = fread(s + n, 1, cap - n - 1, f);
	} while (r > 0);
	s[n] = '\0';
	fclose(f);
	return s;
}

/* what make writes between two marks, or what stood there */
static void
put_part(FILE *f, char **from, int k, void (*make)(FILE *, const char *),
    const char *arg)
{
	char *start = strstr(*from, mark[k]), *end;

	if (start == NULL || (end = strstr(start, mark[k + 1])) == NULL) {
		fprintf(stderr, "verdicts: no %s", mark[k]);
		exit(3);
	}
	start += strlen(mark[k]);
	if (make == NULL)
		start = end;
	fwrite(*from, 1, (size_t)(start - *from), f);
	if (make != NULL)
		make(f, arg);
	*from = end;
}

static void
tables(FILE *f, const char *arg)
{
	(void)arg;
	history_shapes(f);
	history_grids(f);
	branch_suites(f);
	known_failures(f);
}

static void
rewrite(const char *path, const char *corpus)
{
	char *old = read_file(path), *at = old;
	FILE *f = tmpfile(), *out;
	int c;

	if (f == NULL) {
		perror("tmpfile");
		exit(4);
	}
	put_part(f, &at, 0, tables, NULL);
	put_part(f, &at, 2, corpus != NULL && access(corpus, R_OK) == 0 ?
	    real_histories : NULL, corpus);
	fputs(at, f);
	rewind(f);
	if ((out = fopen(path, "w")) == NULL) {
		perror(path);
		exit(4);
	}
	while ((c = getc(f)) != EOF)
		putc(c, out);
	if (fclose(out) != 0) {
		perror(path);
		exit(4);
	}
	fclose(f);
	free(old);
}

int
main(int argc, char **argv)
{
	if (argc > 1 && strcmp(argv[1], "-q") == 0)
		history_shapes(stdout);
	else if (argc > 1)
		rewrite(argv[1], argc > 2 ? argv[2] : NULL);
	else
		tables(stdout, NULL);
	return 0;
}
