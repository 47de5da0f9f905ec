#include "edge/clock.h"

#include <stdlib.h>
#include <time.h>

int
bh_clock_now(struct bh_time *t, struct bh_err *err)
{
	const char *set = getenv("BH_NOW");
	struct timespec now;

	if (set != NULL && *set != '\0')
		return bh_time_read(bh_str_of(set), t) ? 0 : bh_fail(err,
		    BH_USAGE, "BH_NOW: '%s' is no time", set);
	clock_gettime(CLOCK_REALTIME, &now);
	*t = (struct bh_time){ now.tv_sec, (int32_t)now.tv_nsec };
	return 0;
}
