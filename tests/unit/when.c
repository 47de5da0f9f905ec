/* The forms of --since. */
#include "model/when.h"

#include "tap.h"

/* 2026-03-31T12:00:00Z */
static const struct bh_time now = { 1774958400, 0 };

static const struct { const char *text, *want; } good[] = {
	{ "2026-01-01T05:00:00+02:00", "2026-01-01T03:00:00Z" },
	{ "2026-01-01T05:00:00.25Z", "2026-01-01T05:00:00.25Z" },
	{ "2026-01-01", "2026-01-01T00:00:00Z" },
	{ "20260101", "2026-01-01T00:00:00Z" },
	{ "  2026-01-01\t", "2026-01-01T00:00:00Z" },
	{ "2099-01-01", "2099-01-01T00:00:00Z" },
	{ "6 months", "2025-09-30T12:00:00Z" },
	{ "6 months ago", "2025-09-30T12:00:00Z" },
	{ " 6months ago ", "2025-09-30T12:00:00Z" },
	{ "P6M", "2025-09-30T12:00:00Z" },
	{ "-P6M", "2025-09-30T12:00:00Z" },
	{ "+6 months", "2025-09-30T12:00:00Z" },
	{ "1 month", "2026-02-28T12:00:00Z" },
	{ "1y 1mo", "2025-02-28T12:00:00Z" },
	{ "1y1mo", "2025-02-28T12:00:00Z" },
	{ "1 month, 1 day", "2026-02-27T12:00:00Z" },
	{ "1 day 1 month", "2026-02-27T12:00:00Z" },
	{ "2w", "2026-03-17T12:00:00Z" },
	{ "2 wks", "2026-03-17T12:00:00Z" },
	{ "36h", "2026-03-30T00:00:00Z" },
	{ "1.5h", "2026-03-31T10:30:00Z" },
	{ "90 min", "2026-03-31T10:30:00Z" },
	{ "0.5s", "2026-03-31T11:59:59.5Z" },
	{ "0 days", "2026-03-31T12:00:00Z" },
	{ "25 months", "2024-02-29T12:00:00Z" },
	{ "P1Y2M3W4DT5H6M7S", "2025-01-06T06:53:53Z" },
	{ "PT1.5H", "2026-03-31T10:30:00Z" },
	{ "P2W", "2026-03-17T12:00:00Z" },
	{ "1 yr, 2 mos, 1 wk, 1 day, 1 hr, 1 min, 1 sec",
	    "2025-01-23T10:58:59Z" },
};

static const char *const bad[] = { "", " ", "yesterday", "90", "6 Months",
    "in 6 months", "1 fortnight", "12:00", "2026-01-01T05:00",
    "2026-01-01T05:00:00", "2026-02-30", "20261301", "P", "PT", "P1", "P1H",
    "PT1D", "P1M1Y", "P1YT", "P1.5Y", "1.5 months", "1.5 days", "6 monthsago",
    "ago", "6 months,", "6 months, ago", "--6 months", "1.h", ".5h", "- ",
    "9999999999999999999 s", "3000 years", "1000000 days", "6 months agos",
    "now", "p6m", "6\nmonths" };

int
main(void)
{
	char text[BH_TIME_TEXT];
	struct bh_time t;
	size_t i;

	for (i = 0; i < sizeof(good) / sizeof(*good); i++) {
		strcpy(text, "refused");
		if (bh_when_read(bh_str_of(good[i].text), now, &t))
			bh_time_print(t, text);
		is_text(text, good[i].want, good[i].text);
	}
	for (i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		ok(!bh_when_read(bh_str_of(bad[i]), now, &t), "refused: %zu",
		    i);
	bh_time_print(bh_when_months_before(now, 6), text);
	is_text(text, "2025-09-30T12:00:00Z", "six months before");
	return tap_done();
}
