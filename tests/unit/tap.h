/* TAP for C tests: plan at the end, one line a check. */
#ifndef BH_UNIT_TAP_H
#define BH_UNIT_TAP_H

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static int tap_n, tap_bad;

__attribute__((format(printf, 2, 3), unused)) static int
ok(int pass, const char *fmt, ...)
{
	va_list ap;

	printf("%sok %d - ", pass ? "" : "not ", ++tap_n);
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	putchar('\n');
	tap_bad += !pass;
	return pass;
}

/* |got - want| <= tol * |want|, or equal */
__attribute__((unused)) static int
is_near(double got, double want, double tol, const char *what)
{
	int pass = got == want || fabs(got - want) <= tol * fabs(want);

	ok(pass, "%s", what);
	if (!pass)
		printf("# got %.17g, want %.17g\n", got, want);
	return pass;
}

__attribute__((unused)) static int
is_int(long got, long want, const char *what)
{
	ok(got == want, "%s", what);
	if (got != want)
		printf("# got %ld, want %ld\n", got, want);
	return got == want;
}

__attribute__((unused)) static int
is_text(const char *got, const char *want, const char *what)
{
	ok(strcmp(got, want) == 0, "%s", what);
	if (strcmp(got, want) != 0)
		printf("# got '%s'\n# want '%s'\n", got, want);
	return strcmp(got, want) == 0;
}

__attribute__((unused)) static int
tap_done(void)
{
	printf("1..%d\n", tap_n);
	return tap_bad != 0;
}

#endif
