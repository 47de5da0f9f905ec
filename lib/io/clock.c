#include "io/clock.h"

#include <stdlib.h>
#include <time.h>

int
bh_clock_now(struct bh_time *t, struct bh_err *err)
{
	const char *fixed = getenv("BH_NOW");
	struct timespec ts;

	if (fixed != NULL && *fixed != '\0') {
		t->nsec = 0;
		if (bh_time_read(bh_str_of(fixed), t) ||
		    bh_str_i64(bh_str_of(fixed), &t->sec))
			return 0;
		return bh_fail(err, BH_USAGE, "BH_NOW: not a time: '%s'",
		    fixed);
	}
	clock_gettime(CLOCK_REALTIME, &ts);
	*t = (struct bh_time){ ts.tv_sec, (int32_t)ts.tv_nsec };
	return 0;
}
