/* Numbers: read as strtod(3) reads them, printed so that they read back. */
#include "base/num.h"

#include <math.h>

#include "fuzz.h"
#include "reference.h"

static void
as_text(struct bh_str s)
{
	struct ref r = { (const unsigned char *)s.p,
	    (const unsigned char *)s.p + s.n };
	bool number = s.n <= BH_NUM_TEXT && ref_number(&r) && r.p == r.end;
	char z[BH_NUM_TEXT + 1];
	double v = 7, want;

	if (!number) {
		MUST(!bh_num_read(s, &v));
		return;
	}
	memcpy(z, s.p, s.n);
	z[s.n] = '\0';
	want = strtod(z, NULL);
	MUST(bh_num_read(s, &v) == (isfinite(want) != 0));
	MUST(!isfinite(want) || v == want);
	MUST(v != 0 || !signbit(v));
}

static void
as_double(double v)
{
	char t[BH_NUM_TEXT], s[BH_NUM_TEXT];
	double back;

	if (!isfinite(v))
		return;
	MUST(bh_num_print(v, t) == strlen(t));
	MUST(bh_num_read(bh_str_of(t), &back) && back == v);
	MUST(bh_num_print_stored(v, s) == strlen(s));
	MUST(bh_num_read(bh_str_of(s), &back) && back == v);
	MUST(strpbrk(s, ".e") != NULL);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	double v;

	as_text(fuzz_str(data, size));
	if (size >= sizeof(v)) {
		memcpy(&v, data, sizeof(v));
		as_double(v);
	}
	return 0;
}
