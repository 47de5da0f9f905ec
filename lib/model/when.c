#include "model/when.h"

#include <string.h>

enum { DAY = 86400, MONTHS_MAX = 9999 * 12 };

static const int64_t NS = 1000000000;

/* How far back, in the three parts that do not convert into each other. */
struct span {
	int64_t	months;
	int64_t	days;
	int64_t	sec, nsec;
};

enum unit { YEAR, MONTH, WEEK, DAYS, HOUR, MINUTE, SECOND, UNITS };

static bool
digit(struct bh_str s)
{
	return s.n > 0 && s.p[0] >= '0' && s.p[0] <= '9';
}

static void
blanks(struct bh_str *s)
{
	while (s->n > 0 && (s->p[0] == ' ' || s->p[0] == '\t'))
		*s = bh_str_from(*s, 1);
}

/* A number at the head of *s: whole part, and billionths of the fraction. */
static bool
number(struct bh_str *s, int64_t *whole, int64_t *frac)
{
	int64_t unit = NS / 10;

	if (!digit(*s))
		return false;
	for (*whole = 0; digit(*s); *s = bh_str_from(*s, 1)) {
		*whole = *whole * 10 + (s->p[0] - '0');
		if (*whole > (int64_t)1 << 40)
			return false;
	}
	*frac = -1;
	if (s->n == 0 || s->p[0] != '.')
		return true;
	*s = bh_str_from(*s, 1);
	if (!digit(*s))
		return false;
	for (*frac = 0; digit(*s); *s = bh_str_from(*s, 1)) {
		*frac += (s->p[0] - '0') * unit;
		unit /= 10;
	}
	return true;
}

/* frac -1: the number had no fraction */
static bool
add(struct span *sp, enum unit u, int64_t whole, int64_t frac)
{
	static const int size[] = { 12, 1, 7, 1, 3600, 60, 1 };

	if (frac != -1 && u < HOUR)
		return false;
	if (u <= MONTH)
		sp->months += whole * size[u];
	else if (u <= DAYS)
		sp->days += whole * size[u];
	else {
		sp->sec += whole * size[u];
		if (frac != -1)
			sp->nsec += frac * size[u];
	}
	return true;
}

static int
unit_of(struct bh_str name)
{
	static const char names[UNITS][5][8] = {
		{ "y", "yr", "yrs", "year", "years" },
		{ "mo", "mos", "month", "months", "" },
		{ "w", "wk", "wks", "week", "weeks" },
		{ "d", "day", "days", "", "" },
		{ "h", "hr", "hrs", "hour", "hours" },
		{ "m", "min", "mins", "minute", "minutes" },
		{ "s", "sec", "secs", "second", "seconds" },
	};
	int u, i;

	for (u = 0; u < UNITS && name.n > 0; u++)
		for (i = 0; i < 5; i++)
			if (bh_str_is(name, names[u][i]))
				return u;
	return -1;
}

static struct bh_str
word(struct bh_str *s)
{
	struct bh_str w = { s->p, 0 };

	while (w.n < s->n && s->p[w.n] >= 'a' && s->p[w.n] <= 'z')
		w.n++;
	*s = bh_str_from(*s, w.n);
	return w;
}

/* "1 month, 1 day ago" */
static bool
friendly(struct bh_str s, struct span *sp)
{
	int64_t whole, frac;
	int u;

	do {
		if (!number(&s, &whole, &frac))
			return false;
		blanks(&s);
		if ((u = unit_of(word(&s))) == -1 ||
		    !add(sp, (enum unit)u, whole, frac))
			return false;
		blanks(&s);
		if (s.n > 0 && s.p[0] == ',') {
			s = bh_str_from(s, 1);
			blanks(&s);
			if (!digit(s))
				return false;
		}
	} while (digit(s));
	return s.n == 0 || bh_str_is(s, "ago");
}

/* "P1Y2M3W4DT5H6M7.5S", behind the P: each unit once, in this order */
static bool
iso(struct bh_str s, struct span *sp)
{
	static const char letters[] = "YMWDHMS";
	int64_t whole, frac;
	bool time = false;
	int u = YEAR;

	while (s.n > 0) {
		if (!time && s.p[0] == 'T') {
			time = true;
			u = HOUR;
			s = bh_str_from(s, 1);
		}
		if (!number(&s, &whole, &frac) || s.n == 0)
			return false;
		while (u < UNITS && letters[u] != s.p[0])
			u++;
		if (u == UNITS || (u >= HOUR) != time ||
		    !add(sp, (enum unit)u++, whole, frac) ||
		    (frac != -1 && s.n != 1))
			return false;
		s = bh_str_from(s, 1);
	}
	return u != YEAR;
}

static bool
before(struct bh_time now, const struct span *sp, struct bh_time *t)
{
	int64_t days = now.sec / DAY, rest = now.sec % DAY, year, m;
	int month, day;

	if (sp->months > MONTHS_MAX)
		return false;
	if (rest < 0) {
		rest += DAY;
		days--;
	}
	bh_time_date(days, &year, &month, &day);
	m = year * 12 + month - 1 - sp->months;
	if (m < 0)
		return false;
	year = m / 12;
	month = (int)(m % 12) + 1;
	if (day > bh_time_month_days(year, month))
		day = bh_time_month_days(year, month);
	t->sec = (bh_time_days(year, month, day) - sp->days) * DAY + rest -
	    sp->sec - sp->nsec / NS;
	t->nsec = now.nsec - (int32_t)(sp->nsec % NS);
	if (t->nsec < 0) {
		t->nsec += (int32_t)NS;
		t->sec--;
	}
	return t->sec >= bh_time_days(0, 1, 1) * DAY;
}

static bool
date(struct bh_str s, struct bh_time *t)
{
	char text[] = "0000-00-00T00:00:00Z";

	if (s.n == 10)
		memcpy(text, s.p, 10);
	else if (s.n == 8) {
		memcpy(text, s.p, 4);
		memcpy(text + 5, s.p + 4, 2);
		memcpy(text + 8, s.p + 6, 2);
	} else
		return false;
	return bh_time_read(bh_str_of(text), t);
}

bool
bh_when_read(struct bh_str s, struct bh_time now, struct bh_time *t)
{
	struct span sp = { 0, 0, 0, 0 };

	s = bh_str_trim(s);
	if (bh_time_read(s, t) || date(s, t))
		return true;
	if (s.n > 0 && (s.p[0] == '-' || s.p[0] == '+'))
		s = bh_str_from(s, 1);
	if (s.n > 1 && s.p[0] == 'P')
		return iso(bh_str_from(s, 1), &sp) && before(now, &sp, t);
	return friendly(s, &sp) && before(now, &sp, t);
}

struct bh_time
bh_when_months_before(struct bh_time now, int months)
{
	const struct span sp = { .months = months };
	struct bh_time t;

	return before(now, &sp, &t) ? t : (struct bh_time){ 0, 0 };
}
