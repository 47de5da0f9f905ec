#ifndef BH_MODEL_WHEN_H
#define BH_MODEL_WHEN_H

#include "model/time.h"

/*
 * A point in the past, as --since takes it; blanks around it are ignored:
 *
 *	2026-01-01T05:00:00+02:00	RFC 3339 with an offset
 *	2026-01-01, 20260101		midnight UTC
 *	6 months, 1y 2mo, 36h ago, P6M	that far back from now: a sign and
 *					"ago" change nothing
 *
 * Units, in lower case: y yr yrs year years, mo mos month months, w wk wks
 * week weeks, d day days, h hr hrs hour hours, m min mins minute minutes, s sec
 * secs second seconds; hours, minutes and seconds may have a fraction.  Years
 * and months are taken off first, the day held within the month, then weeks
 * and days, then the time, all in UTC.
 *	returns	false where s is none of these, or before the year 0
 */
bool	bh_when_read(struct bh_str s, struct bh_time now, struct bh_time *t)
	    __attribute__((warn_unused_result));

/* now less a number of calendar months, as above. */
struct bh_time bh_when_months_before(struct bh_time now, int months);

#endif
