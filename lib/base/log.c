#include "base/log.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/err.h"

static const char *name = "bh";
static bool verbose;

void
bh_log_name(const char *prog)
{
	name = prog;
}

void
bh_log_verbose(bool on)
{
	verbose = on;
}

bool
bh_log_is_verbose(void)
{
	return verbose;
}

/* One write, so that the lines of a pipeline's stages do not mix. */
static void
line(const char *who, const char *fmt, va_list ap)
{
	char text[2048];

	vsnprintf(text, sizeof(text), fmt, ap);
	bh_err_clean(text);
	fprintf(stderr, "%s: %s\n", who, text);
}

void
bh_warn(const char *fmt, ...)
{
	char who[80];
	va_list ap;

	snprintf(who, sizeof(who), "%s: warning", name);
	va_start(ap, fmt);
	line(who, fmt, ap);
	va_end(ap);
}

void
bh_note(const char *fmt, ...)
{
	va_list ap;

	if (!verbose)
		return;
	va_start(ap, fmt);
	line(name, fmt, ap);
	va_end(ap);
}

void
bh_say(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	line("bh", fmt, ap);
	va_end(ap);
}
