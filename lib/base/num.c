#include "base/num.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double ten[] = {
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12,
	1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22
};

/* A JSON number cut into its parts. */
struct parts {
	uint64_t	 mant;	/* the first 19 significant digits */
	int		 exp;	/* value = mant * 10^exp, where not cut */
	bool		 neg;
	bool		 cut;	/* had more digits than mant holds */
};

static bool
digit(const char *p, const char *end)
{
	return p < end && *p >= '0' && *p <= '9';
}

static void
take(struct parts *x, char c, int *nd, bool frac)
{
	if (*nd == 19) {
		x->cut = true;
		return;
	}
	x->mant = x->mant * 10 + (uint64_t)(c - '0');
	if (x->mant != 0)
		++*nd;
	if (frac)
		x->exp--;
}

static bool
split(struct bh_str s, struct parts *x)
{
	const char *p = s.p, *end = s.p + s.n;
	int nd = 0, e = 0;
	bool eneg = false;

	*x = (struct parts){ 0 };
	if (s.n == 0 || s.n > BH_NUM_TEXT)
		return false;
	if (*p == '-') {
		x->neg = true;
		p++;
	}
	if (!digit(p, end) || (*p == '0' && digit(p + 1, end)))
		return false;
	while (digit(p, end))
		take(x, *p++, &nd, false);
	if (p < end && *p == '.') {
		if (!digit(++p, end))
			return false;
		while (digit(p, end))
			take(x, *p++, &nd, true);
	}
	if (p < end && (*p == 'e' || *p == 'E')) {
		p++;
		if (p < end && (*p == '+' || *p == '-'))
			eneg = *p++ == '-';
		if (!digit(p, end))
			return false;
		while (digit(p, end)) {
			if (e < 100000)
				e = e * 10 + (*p - '0');
			p++;
		}
	}
	x->exp += eneg ? -e : e;
	return p == end;
}

bool
bh_num_read(struct bh_str s, double *v)
{
	char z[BH_NUM_TEXT + 1];
	struct parts x;
	double d;

	if (!split(s, &x))
		return false;
	if (!x.cut && x.mant <= (uint64_t)1 << 53 && x.exp >= -22 &&
	    x.exp <= 22) {
		d = (double)x.mant;
		d = x.exp < 0 ? d / ten[-x.exp] : d * ten[x.exp];
		if (x.neg)
			d = -d;
	} else {
		memcpy(z, s.p, s.n);
		z[s.n] = '\0';
		d = strtod(z, NULL);
		if (!isfinite(d))
			return false;
	}
	*v = d == 0 ? 0 : d;
	return true;
}

/* "1.2e-44" to "1.3e-44"; false where all digits are nines. */
static bool
one_up(char *t)
{
	char *p = strchr(t, 'e') - 1;

	for (; p >= t; p--) {
		if (*p == '.')
			continue;
		if (*p != '9') {
			++*p;
			return true;
		}
		*p = '0';
	}
	return false;
}

/*
 * Is v the double nearest to itself with prec decimals, or, since the gap above
 * a power of two is twice the one below, to the next text up?
 */
static bool
enough(double v, int prec, char t[40])
{
	int e;

	snprintf(t, 40, "%.*e", prec, v);
	if (strtod(t, NULL) == v)
		return true;
	return frexp(v, &e) == 0.5 && one_up(t) && strtod(t, NULL) == v;
}

/*
 * Shortest digits of v > 0 and the power such that v = 0.DIGITS * 10^kk.
 * Printing with %e is correctly rounded in glibc and musl.  A double that is
 * no denormal keeps 15 digits, so shorter ones end in zeros there.
 */
static size_t
digits(double v, char dig[20], int *kk)
{
	char t[40];
	size_t n;
	int prec;

	for (prec = v < DBL_MIN ? 0 : 14; prec < 16; prec++)
		if (enough(v, prec, t))
			break;
	if (prec == 16)
		snprintf(t, sizeof(t), "%.16e", v);
	*kk = atoi(strchr(t, 'e') + 1) + 1;
	dig[0] = t[0];
	n = (size_t)prec + 1;
	if (prec > 0)
		memcpy(dig + 1, t + 2, n - 1);
	while (n > 1 && dig[n - 1] == '0')
		n--;
	return n;
}

static size_t
layout(double v, char *buf, const char *point)
{
	char dig[20], *p = buf;
	size_t n, i;
	int kk;

	if (v == 0)
		return (size_t)sprintf(buf, "0%s", point);
	if (v < 0) {
		*p++ = '-';
		v = -v;
	}
	n = digits(v, dig, &kk);
	if (kk > 16 || kk <= -5) {
		*p++ = dig[0];
		if (n > 1) {
			*p++ = '.';
			memcpy(p, dig + 1, n - 1);
			p += n - 1;
		}
		p += sprintf(p, "e%+d", kk - 1);
	} else if (kk <= 0) {
		p += sprintf(p, "0.%.*s", -kk, "0000");
		memcpy(p, dig, n);
		p += n;
	} else {
		for (i = 0; i < n || i < (size_t)kk; i++) {
			if (i == (size_t)kk)
				*p++ = '.';
			*p++ = i < n ? dig[i] : '0';
		}
		if (n <= (size_t)kk)
			p += sprintf(p, "%s", point);
	}
	*p = '\0';
	return (size_t)(p - buf);
}

size_t
bh_num_print(double v, char buf[BH_NUM_TEXT])
{
	if (v == trunc(v) && fabs(v) < 1e15)
		return (size_t)sprintf(buf, "%.0f", v == 0 ? 0 : v);
	return layout(v, buf, "");
}

size_t
bh_num_print_stored(double v, char buf[BH_NUM_TEXT])
{
	return layout(v, buf, ".0");
}
