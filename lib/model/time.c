#include "model/time.h"

#include <stdio.h>

enum { DAY = 86400 };

/*
 * Years begin in March, so that the leap day is the last of its year, and come
 * in eras of 400 with 146097 days.
 */
int64_t
bh_time_days(int64_t year, int month, int day)
{
	int64_t y = month > 2 ? year : year - 1, era, yoe, doy;

	era = (y >= 0 ? y : y - 399) / 400;
	yoe = y - era * 400;
	doy = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
	return era * 146097 + yoe * 365 + yoe / 4 - yoe / 100 + doy - 719468;
}

void
bh_time_date(int64_t days, int64_t *year, int *month, int *day)
{
	int64_t z = days + 719468, era, doe, yoe, doy, mp;

	era = (z >= 0 ? z : z - 146096) / 146097;
	doe = z - era * 146097;
	yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
	doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
	mp = (5 * doy + 2) / 153;
	*day = (int)(doy - (153 * mp + 2) / 5 + 1);
	*month = (int)(mp < 10 ? mp + 3 : mp - 9);
	*year = yoe + era * 400 + (*month <= 2);
}

int
bh_time_month_days(int64_t year, int month)
{
	static const int days[] = {
		31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31
	};
	bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

	return days[month - 1] + (month == 2 && leap);
}

/* n digits at the head of *s as a number; -1: they are not there. */
static int
digits(struct bh_str *s, size_t n)
{
	int v = 0;
	size_t i;

	if (s->n < n)
		return -1;
	for (i = 0; i < n; i++) {
		if (s->p[i] < '0' || s->p[i] > '9')
			return -1;
		v = v * 10 + (s->p[i] - '0');
	}
	*s = bh_str_from(*s, n);
	return v;
}

static bool
one_of(struct bh_str *s, const char *set)
{
	if (s->n == 0)
		return false;
	for (; *set != '\0'; set++)
		if (s->p[0] == *set) {
			*s = bh_str_from(*s, 1);
			return true;
		}
	return false;
}

static bool
fraction(struct bh_str *s, int32_t *nsec)
{
	int32_t unit = 100000000;
	size_t n = 0;
	int d;

	*nsec = 0;
	if (!one_of(s, ".,"))
		return true;
	while ((d = digits(s, 1)) != -1) {
		if (n++ == 9)
			return false;
		*nsec += d * unit;
		unit /= 10;
	}
	return n > 0;
}

static bool
offset(struct bh_str *s, int *seconds)
{
	bool west;
	int h, m;

	*seconds = 0;
	if (one_of(s, "Zz"))
		return true;
	west = s->n > 0 && s->p[0] == '-';
	if (!one_of(s, "+-") || (h = digits(s, 2)) == -1 || !one_of(s, ":") ||
	    (m = digits(s, 2)) == -1 || h > 23 || m > 59)
		return false;
	*seconds = (west ? -1 : 1) * (h * 60 + m) * 60;
	return true;
}

bool
bh_time_read(struct bh_str s, struct bh_time *t)
{
	int year, month, day, hour, min, sec, off;

	if ((year = digits(&s, 4)) == -1 || !one_of(&s, "-") ||
	    (month = digits(&s, 2)) == -1 || !one_of(&s, "-") ||
	    (day = digits(&s, 2)) == -1 || !one_of(&s, "Tt ") ||
	    (hour = digits(&s, 2)) == -1 || !one_of(&s, ":") ||
	    (min = digits(&s, 2)) == -1 || !one_of(&s, ":") ||
	    (sec = digits(&s, 2)) == -1 || !fraction(&s, &t->nsec) ||
	    !offset(&s, &off) || s.n != 0)
		return false;
	if (month < 1 || month > 12 || day < 1 ||
	    day > bh_time_month_days(year, month) || hour > 23 || min > 59 ||
	    sec > 60)
		return false;
	if (sec == 60)
		sec = 59;
	t->sec = bh_time_days(year, month, day) * DAY + hour * 3600 +
	    min * 60 + sec - off;
	return true;
}

size_t
bh_time_print(struct bh_time t, char buf[BH_TIME_TEXT])
{
	int64_t days = t.sec / DAY, year;
	int rest = (int)(t.sec % DAY), month, day, n;

	if (rest < 0) {
		rest += DAY;
		days--;
	}
	bh_time_date(days, &year, &month, &day);
	n = snprintf(buf, BH_TIME_TEXT, "%04d-%02d-%02dT%02d:%02d:%02d",
	    (int)year, month, day, rest / 3600, rest / 60 % 60, rest % 60);
	if (t.nsec != 0) {
		n += snprintf(buf + n, BH_TIME_TEXT - (size_t)n, ".%09d",
		    (int)t.nsec);
		while (buf[n - 1] == '0')
			n--;
	}
	buf[n++] = 'Z';
	buf[n] = '\0';
	return (size_t)n;
}
