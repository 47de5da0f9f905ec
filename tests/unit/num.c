/* Numbers from and to text, against strtod(3) and the tables of the manual. */
#include "base/num.h"

#include <float.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>

#include "tap.h"

/* xorshift64*, the same numbers in every run */
static uint64_t seed = 88172645463325252u;

static uint64_t
rnd(void)
{
	seed ^= seed >> 12;
	seed ^= seed << 25;
	seed ^= seed >> 27;
	return seed * 2685821657736338717u;
}

static uint64_t
below(uint64_t n)
{
	return rnd() % n;
}

static double
from_bits(uint64_t u)
{
	double d;

	memcpy(&d, &u, sizeof(d));
	return d;
}

static double
any_finite(void)
{
	double d;

	do
		d = from_bits(rnd());
	while (!isfinite(d));
	return d;
}

static bool
same(double a, double b)
{
	return memcmp(&a, &b, sizeof(a)) == 0;
}

/* --- reading --------------------------------------------------------------- */

static void
grammar(void)
{
	static const char *const good[] = {
		"0", "-0", "1", "-1", "10", "0.0", "0.5", "-0.5", "1.25",
		"0e0", "0E+5", "0e400", "-0e-400", "1e5", "1E5", "1e+5",
		"1e-5", "1.5e05", "123456789012345678901234567890", "1e-400",
		"0.0000000000000000000000000000000000000000000000000000000001",
		"1e0000000000000000000000000000000000000000000000000000000001",
	};
	static const char *const bad[] = {
		"", "-", "+1", "00", "01", "-01", "1.", ".5", "-.5", "1.e5",
		"1e", "1e+", "1e-", "e5", "1e5.0", "0x10", "1f", "nan", "NaN",
		"inf", "Infinity", "-inf", " 1", "1 ", "1,5", "1_000", "1e5e5",
		"--1", "1-", "1+1", "1e400", "-1e400", "1e99999999999999999",
		"1.7976931348623159e308",
		"11111111111111111111111111111111111111111111111111111111111"
		"111111",	/* 65 bytes */
	};
	double v, w;
	size_t i;

	for (i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		v = 7;
		w = strtod(good[i], NULL);
		ok(bh_num_read(bh_str_of(good[i]), &v) &&
		    same(v, w == 0 ? 0 : w), "'%s' is read", good[i]);
	}
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		ok(!bh_num_read(bh_str_of(bad[i]), &v), "'%s' is refused",
		    bad[i]);
	ok(!bh_num_read((struct bh_str){ "1\0", 2 }, &v), "a NUL is refused");
	ok(!bh_num_read(BH_STR_NONE, &v), "no text is refused");
	ok(bh_num_read((struct bh_str){ "12345", 2 }, &v) && v == 12,
	    "nothing behind the slice is read");
}

static int bad_reads;

static void
reads(const char *text)
{
	double want = strtod(text, NULL), got = 0;
	bool finite = isfinite(want);

	if (strlen(text) > BH_NUM_TEXT)
		return;
	if (bh_num_read(bh_str_of(text), &got) == finite &&
	    (!finite || same(got, want == 0 ? 0 : want)))
		return;
	if (bad_reads++ < 5)
		printf("# '%s': got %.17g, want %.17g\n", text, got, want);
}

/* The decimal in the middle of v and its successor, to prec digits. */
static void
halfway(double v, int prec)
{
	long double mid = ((long double)v + (long double)nextafter(v,
	    INFINITY)) / 2;
	char t[128];

	snprintf(t, sizeof(t), "%.*Le", prec, mid);
	reads(t);
}

static void
random_reads(void)
{
	char t[128];
	int i, k, n, dot;

	for (i = 0; i < 60000; i++) {
		snprintf(t, sizeof(t), "%.*e", (int)below(20), any_finite());
		reads(t);
	}
	ok(bad_reads == 0, "60000 doubles to 1..20 digits");
	for (i = 0; i < 60000; i++) {
		n = 1 + (int)below(40);
		dot = (int)below(45);
		k = 0;
		if (below(2))
			t[k++] = '-';
		if (dot == 0)
			k += sprintf(t + k, "0.");
		else
			t[k++] = (char)('1' + below(9));
		for (n--; n > 0; n--) {
			if (--dot == 0)
				t[k++] = '.';
			t[k++] = (char)('0' + below(10));
		}
		if (t[k - 1] == '.')
			t[k++] = '0';
		t[k] = '\0';
		if (below(2))
			sprintf(t + k, "e%d", (int)below(60) - 30);
		reads(t);
	}
	ok(bad_reads == 0, "60000 digit strings, with and without exponent");
	for (i = 0; i < 20000; i++)
		for (n = 15; n < 22; n++)
			halfway(fabs(any_finite()), n);
	ok(bad_reads == 0, "140000 texts near the middle of two doubles");
	for (i = 0; i < 40000; i++) {
		snprintf(t, sizeof(t), "%" PRIu64 "e%d",
		    ((uint64_t)1 << 53) - 50 + below(100), (int)below(50) - 25);
		reads(t);
	}
	ok(bad_reads == 0, "40000 around 2^53, every power near Clinger's");
	for (i = 0; i < 40000; i++) {
		snprintf(t, sizeof(t), "%.*e", 1 + (int)below(30),
		    from_bits(below((uint64_t)1 << 53)));
		reads(t);
	}
	ok(bad_reads == 0, "40000 denormals and small ones");
}

/* --- printing -------------------------------------------------------------- */

static int bad_prints;

static void
complain(double v, const char *text, const char *why)
{
	if (bad_prints++ < 5)
		printf("# %a: '%s': %s\n", v, text, why);
}

/* Is any decimal of n digits in reach of v? */
static bool
fits(double v, int n)
{
	unsigned long long m;
	char t[40];
	int e, d;

	snprintf(t, sizeof(t), "%.*e", n - 1, fabs(v));
	e = atoi(strchr(t, 'e') + 1) - (n - 1);
	if (n > 1)
		memmove(t + 1, t + 2, strlen(t) - 1);
	m = strtoull(t, NULL, 10);
	for (d = -1; d <= 1; d++) {
		snprintf(t, sizeof(t), "%llue%d", m + (unsigned long long)d, e);
		if (strtod(t, NULL) == fabs(v))
			return true;
	}
	return false;
}

static int
significant(const char *t)
{
	int n = 0, zeros = 0;

	for (; *t != '\0' && *t != 'e'; t++) {
		if (*t < '0' || *t > '9' || (*t == '0' && n == 0))
			continue;
		n++;
		zeros = *t == '0' ? zeros + 1 : 0;
	}
	return n - zeros;
}

static void
prints(double v)
{
	char t[BH_NUM_TEXT], s[BH_NUM_TEXT];
	size_t n = bh_num_print(v, t), m = bh_num_print_stored(v, s);
	double back;
	int dig;

	if (n != strlen(t) || m != strlen(s))
		complain(v, t, "length");
	if (!bh_num_read(bh_str_of(t), &back) || back != v)
		complain(v, t, "does not read back");
	if (!bh_num_read(bh_str_of(s), &back) || back != v)
		complain(v, s, "stored form does not read back");
	dig = significant(t);
	if (dig != significant(s))
		complain(v, s, "not the same digits");
	if (dig > 1 && fits(v, dig - 1))
		complain(v, t, "not the shortest");
}

static void
random_prints(void)
{
	double v;
	int i, e;

	for (i = 0; i < 40000; i++)
		prints(any_finite());
	ok(bad_prints == 0, "40000 doubles: shortest, read back");
	for (i = 0; i < 40000; i++)
		prints((double)below(400000) / 100);
	ok(bad_prints == 0, "40000 with two decimals");
	for (e = -1074; e < 1024; e++)
		prints(ldexp(1, e));
	ok(bad_prints == 0, "every power of two");
	for (e = -1070; e < 1020; e++) {
		v = ldexp(1, e);
		prints(nextafter(v, 0));
		prints(nextafter(v, INFINITY));
	}
	ok(bad_prints == 0, "and its neighbours");
	for (i = 0; i < 10000; i++)
		prints(from_bits(below((uint64_t)1 << 52)));
	for (i = 1; i < 5000; i++)
		prints(from_bits((uint64_t)i));
	ok(bad_prints == 0, "denormals");
	for (i = 0; i < 15000; i++)
		prints((double)(((uint64_t)1 << 53) - below(1 << 20)));
	for (i = 0; i < 15000; i++)
		prints((double)(below((uint64_t)1 << 54) + ((uint64_t)1 << 52)));
	ok(bad_prints == 0, "integers around 2^53");
}

static void
layouts(void)
{
	static const struct {
		double		 v;
		const char	*stored, *plain;
	} t[] = {
		{ 1234, "1234.0", "1234" },
		{ 0, "0.0", "0" },
		{ 1e15, "1000000000000000.0", "1000000000000000" },
		{ 1e16, "1e+16", "1e+16" },
		{ 1e300, "1e+300", "1e+300" },
		{ 1.2345678901234568e16, "1.2345678901234568e+16",
		    "1.2345678901234568e+16" },
		{ 1e-5, "0.00001", "0.00001" },
		{ 1.23e-5, "0.0000123", "0.0000123" },
		{ 1e-6, "1e-6", "1e-6" },
		{ 1.5e-6, "1.5e-6", "1.5e-6" },
		{ 5e-324, "5e-324", "5e-324" },
		{ 378140000000, "378140000000.0", "378140000000" },
		{ 26.92998067163995, "26.92998067163995",
		    "26.92998067163995" },
		{ -1.5, "-1.5", "-1.5" },
		{ -87, "-87.0", "-87" },
		{ 300, "300.0", "300" },
		{ 0.1, "0.1", "0.1" },
		{ 0.3, "0.3", "0.3" },
		{ 0.1 + 0.2, "0.30000000000000004", "0.30000000000000004" },
		{ 9007199254740993, "9007199254740992.0",
		    "9007199254740992" },
		{ 1234567890123456.5, "1234567890123456.5",
		    "1234567890123456.5" },
		{ DBL_MAX, "1.7976931348623157e+308",
		    "1.7976931348623157e+308" },
		{ DBL_MIN, "2.2250738585072014e-308",
		    "2.2250738585072014e-308" },
		{ 0x1p-44, "5.684341886080802e-14", "5.684341886080802e-14" },
		{ 200.21056444483074, "200.21056444483074",
		    "200.21056444483074" },
	};
	char buf[BH_NUM_TEXT], name[64];
	size_t i;

	for (i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
		bh_num_print_stored(t[i].v, buf);
		snprintf(name, sizeof(name), "stored %.17g", t[i].v);
		is_text(buf, t[i].stored, name);
		bh_num_print(t[i].v, buf);
		snprintf(name, sizeof(name), "printed %.17g", t[i].v);
		is_text(buf, t[i].plain, name);
	}
	bh_num_print(-0.0, buf);
	is_text(buf, "0", "a negative zero has no sign");
}

int
main(void)
{
	grammar();
	random_reads();
	layouts();
	random_prints();
	return tap_done();
}
