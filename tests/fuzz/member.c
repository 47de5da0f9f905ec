/*
 * Gzip members: the input as a member never reads or writes outside, and is
 * answered the same by zlib where libdeflate is the library; the input as a
 * text goes in and comes out.
 */
#include "io/gz.h"

#include "fuzz.h"

/* lib/io/gz.c once more, for zlib: see the end of this file */
int	zlib_gz_inflate(struct bh_gz *g, struct bh_str in, size_t max,
	    struct bh_buf *out, struct bh_err *err);
int	zlib_gz_deflate(struct bh_str in, struct bh_buf *out,
	    struct bh_err *err);
void	zlib_gz_free(struct bh_gz *g);
const char *zlib_gz_library(void);

enum { MAX = 1 << 16 };

/*
 * No answer differs but one: a table of codes that is not complete, which zlib
 * refuses, decodes with libdeflate to the text that the CRC demands.
 *	want	the text of an undamaged member, or none
 */
static void
as_member(struct bh_str s, struct bh_str want)
{
	static struct bh_gz g = BH_GZ_INIT, z = BH_GZ_INIT;
	static struct bh_buf a, b;
	struct bh_err err = BH_ERR_INIT, zerr = BH_ERR_INIT;
	int r = bh_gz_inflate(&g, s, MAX, &a, &err);
	int zr = zlib_gz_inflate(&z, s, MAX, &b, &zerr);

	MUST(r == 0 || (err.status == BH_DATA && err.msg[0] != '\0'));
	MUST(r == -1 || a.n <= MAX);
	MUST(r == -1 || want.p == NULL || bh_str_eq(bh_buf_of(&a), want));
	if (r == 0 && zr == -1)
		MUST(strcmp(zerr.msg, "gzip: data error") == 0);
	else
		MUST(r == zr);
	MUST(zr == -1 || bh_str_eq(bh_buf_of(&a), bh_buf_of(&b)));
}

static void
as_text(struct bh_str s)
{
	static struct bh_gz g = BH_GZ_INIT;
	static struct bh_buf a, b;
	struct bh_err err = BH_ERR_INIT;

	MUST(bh_gz_deflate(s, &a, &err) == 0);
	MUST(bh_gz_inflate(&g, bh_buf_of(&a), s.n, &b, &err) == 0);
	MUST(bh_str_eq(bh_buf_of(&b), s));
	if (a.n > 18 && s.n <= MAX) {	/* damaged, with the header kept */
		a.p[10 + s.n % (a.n - 10)] ^= 0x10;
		as_member(bh_buf_of(&a), s);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bh_str s = fuzz_str(data, size);

	if (size == 0 || data[0] == 0x1f)
		as_member(s, BH_STR_NONE);
	else
		as_text(s);
	return 0;
}

#undef BH_LIBDEFLATE
#define bh_gz_inflate zlib_gz_inflate
#define bh_gz_deflate zlib_gz_deflate
#define bh_gz_free zlib_gz_free
#define bh_gz_library zlib_gz_library
#include "io/gz.c"
