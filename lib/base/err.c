#include "base/err.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/str.h"

static void
set(struct bh_err *err, enum bh_status status, const char *fmt, va_list ap)
{
	err->status = status;
	vsnprintf(err->msg, sizeof(err->msg), fmt, ap);
}

int
bh_fail(struct bh_err *err, enum bh_status status, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	set(err, status, fmt, ap);
	va_end(ap);
	return -1;
}

int
bh_fail_errno(struct bh_err *err, const char *fmt, ...)
{
	const char *why = strerror(errno);
	va_list ap;
	size_t n;

	va_start(ap, fmt);
	set(err, BH_SYS, fmt, ap);
	va_end(ap);
	n = strlen(err->msg);
	snprintf(err->msg + n, sizeof(err->msg) - n, ": %s", why);
	return -1;
}

int
bh_err_at(struct bh_err *err, const char *fmt, ...)
{
	char old[sizeof(err->msg)];
	va_list ap;
	size_t n;

	if (err->msg[0] == '\0')
		return -1;
	memcpy(old, err->msg, sizeof(old));
	va_start(ap, fmt);
	vsnprintf(err->msg, sizeof(err->msg), fmt, ap);
	va_end(ap);
	n = strlen(err->msg);
	snprintf(err->msg + n, sizeof(err->msg) - n, ": %s", old);
	return -1;
}

void
bh_err_clean(char *s)
{
	struct bh_str in = { s, strlen(s) };
	uint32_t cp;
	size_t i, k, n;

	for (i = 0; i < in.n; i += n) {
		n = bh_utf8_next(bh_str_from(in, i), &cp);
		if (n == 0) {		/* not UTF-8 */
			s[i] = '?';
			n = 1;
		} else if (bh_cp_hidden(cp)) {
			for (k = 0; k < n; k++)
				s[i + k] = '?';
		}
	}
}
