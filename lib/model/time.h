#ifndef BH_MODEL_TIME_H
#define BH_MODEL_TIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

/* An instant: seconds since 1970-01-01T00:00:00Z, rounded down, and the rest. */
struct bh_time {
	int64_t	sec;
	int32_t	nsec;		/* 0 .. 999999999 */
};

enum { BH_TIME_TEXT = 40 };

/*
 * RFC 3339 with an offset: "2026-07-05T12:34:56.5Z"; also 't', a blank, 'z',
 * "+02:00", up to nine digits of fraction, a leap second (read as :59).
 *	returns	false where s is anything else
 */
bool	bh_time_read(struct bh_str s, struct bh_time *t)
	    __attribute__((warn_unused_result));

/*
 * In UTC, the form of bh-store(5): "YYYY-MM-DDTHH:MM:SS[.f{1,9}]Z", the
 * fraction without trailing zeros and only where it is not zero.
 *	t	of the years 0 to 9999
 *	buf	NUL-terminated
 *	returns	the length
 */
size_t	bh_time_print(struct bh_time t, char buf[BH_TIME_TEXT]);

/* Days from 1970-01-01 to a date of the Gregorian calendar, and back. */
int64_t	bh_time_days(int64_t year, int month, int day);
void	bh_time_date(int64_t days, int64_t *year, int *month, int *day);
int	bh_time_month_days(int64_t year, int month);

#endif
