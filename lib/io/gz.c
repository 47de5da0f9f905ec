#include "io/gz.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef BH_LIBDEFLATE
#include <libdeflate.h>
#else
#include <zlib.h>
#endif

#include "base/arena.h"

enum { HEAD = 10, TAIL = 8, LEVEL = 6 };
enum { FHCRC = 2, FEXTRA = 4, FNAME = 8, FCOMMENT = 16, RESERVED = 0xe0 };

static uint32_t
le32(const unsigned char *u)
{
	return u[0] | (uint32_t)u[1] << 8 | (uint32_t)u[2] << 16 |
	    (uint32_t)u[3] << 24;
}

static size_t
past_zero(const unsigned char *u, size_t at, size_t n)
{
	const unsigned char *z = at < n ? memchr(u + at, 0, n - at) : NULL;

	return z == NULL ? n : (size_t)(z - u) + 1;
}

/* Where the deflated data begin; 0: bad header.  n >= HEAD + TAIL. */
static size_t
header(const unsigned char *u, size_t n)
{
	size_t at = HEAD;

	if (u[3] & RESERVED)
		return 0;
	if (u[3] & FEXTRA)
		at += 2 + (size_t)(u[at] | u[at + 1] << 8);
	if (u[3] & FNAME)
		at = past_zero(u, at, n);
	if (u[3] & FCOMMENT)
		at = past_zero(u, at, n);
	if (u[3] & FHCRC)
		at += 2;
	return at < n ? at : 0;
}

enum result { GOOD, BAD, LARGE };

#ifdef BH_LIBDEFLATE

const char *
bh_gz_library(void)
{
	return "libdeflate";
}

static uint32_t
crc(struct bh_str s)
{
	return libdeflate_crc32(0, s.p, s.n);
}

static void
room_all(struct bh_buf *out, size_t n)
{
	bh_buf_reset(out);
	bh_buf_room(out, n + 1);
}

/*
 * The length in the trailer is only a hint, since what is behind the member
 * may not be a trailer at all: where it is too small, grow up to max.
 */
static enum result
inflate_raw(struct bh_gz *g, struct bh_str in, size_t hint, size_t max,
    struct bh_buf *out, size_t *used)
{
	size_t room = hint < max ? hint : max, got;
	enum libdeflate_result r;

	if (g->state == NULL)
		g->state = libdeflate_alloc_decompressor();
	if (g->state == NULL)
		bh_xmalloc(SIZE_MAX);	/* reports */
	for (;;) {
		room_all(out, room);
		r = libdeflate_deflate_decompress_ex(g->state, in.p, in.n,
		    out->p, room, used, &got);
		if (r == LIBDEFLATE_SUCCESS) {
			out->n = got;
			return GOOD;
		}
		if (r != LIBDEFLATE_INSUFFICIENT_SPACE)
			return BAD;
		if (room == max)
			return LARGE;
		room = room < max / 4 ? room * 4 + 4096 : max;
	}
}

void
bh_gz_free(struct bh_gz *g)
{
	if (g->state != NULL)
		libdeflate_free_decompressor(g->state);
	g->state = NULL;
}

static int
deflate_raw(struct bh_str in, struct bh_buf *out)
{
	struct libdeflate_compressor *c = libdeflate_alloc_compressor(LEVEL);
	size_t room, n;

	if (c == NULL)
		return -1;
	room = libdeflate_deflate_compress_bound(c, in.n);
	n = libdeflate_deflate_compress(c, in.p, in.n,
	    bh_buf_room(out, room), room);
	libdeflate_free_compressor(c);
	out->n += n;
	return n > 0 ? 0 : -1;
}

#else	/* zlib */

const char *
bh_gz_library(void)
{
	return "zlib";
}

static uint32_t
crc(struct bh_str s)
{
	return (uint32_t)crc32_z(0, (const Bytef *)s.p, s.n);
}

static enum result
inflate_raw(struct bh_gz *g, struct bh_str in, size_t hint, size_t max,
    struct bh_buf *out, size_t *used)
{
	z_stream *z = g->state;
	int r = Z_OK;

	if (z == NULL) {
		z = bh_xmalloc(sizeof(*z));
		memset(z, 0, sizeof(*z));
		if (inflateInit2(z, -MAX_WBITS) != Z_OK)
			bh_xmalloc(SIZE_MAX);	/* reports */
		g->state = z;
	} else
		inflateReset(z);
	if (in.n > UINT32_MAX)
		return LARGE;
	z->next_in = (Bytef *)(uintptr_t)in.p;
	z->avail_in = (uInt)in.n;
	bh_buf_reset(out);
	bh_buf_room(out, (hint < max ? hint : max) + 1);
	while (r == Z_OK) {
		z->next_out = (Bytef *)bh_buf_room(out, 4096);
		z->avail_out = (uInt)(out->cap - out->n < UINT32_MAX ?
		    out->cap - out->n : UINT32_MAX);
		r = inflate(z, Z_NO_FLUSH);
		out->n = (size_t)((char *)z->next_out - out->p);
		if (out->n > max)
			return LARGE;
	}
	*used = in.n - z->avail_in;
	return r == Z_STREAM_END ? GOOD : BAD;
}

void
bh_gz_free(struct bh_gz *g)
{
	if (g->state != NULL)
		inflateEnd(g->state);
	free(g->state);
	g->state = NULL;
}

static int
deflate_raw(struct bh_str in, struct bh_buf *out)
{
	z_stream z = { 0 };
	int r;

	if (in.n > UINT32_MAX / 2 || deflateInit2(&z, LEVEL, Z_DEFLATED,
	    -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK)
		return -1;
	z.next_in = (Bytef *)(uintptr_t)in.p;
	z.avail_in = (uInt)in.n;
	z.avail_out = (uInt)deflateBound(&z, in.n) + 16;
	z.next_out = (Bytef *)bh_buf_room(out, z.avail_out);
	r = deflate(&z, Z_FINISH);
	out->n += z.total_out;
	deflateEnd(&z);
	return r == Z_STREAM_END ? 0 : -1;
}

#endif

int
bh_gz_inflate(struct bh_gz *g, struct bh_str in, size_t max,
    struct bh_buf *out, struct bh_err *err)
{
	const unsigned char *u = (const unsigned char *)in.p;
	size_t at, used = 0;
	enum result r;

	if (in.n >= 2 && (u[0] != 0x1f || u[1] != 0x8b))
		return bh_fail(err, BH_DATA, "not gzip");
	if (in.n < HEAD + TAIL)
		return bh_fail(err, BH_DATA, "gzip: cut short");
	if (u[2] != 8)
		return bh_fail(err, BH_DATA, "gzip: unknown method");
	if ((at = header(u, in.n)) == 0)
		return bh_fail(err, BH_DATA, "gzip: bad header");
	r = inflate_raw(g, bh_str_from(in, at), le32(u + in.n - 4), max, out,
	    &used);
	if (r == LARGE)
		return bh_fail(err, BH_DATA, "gzip: inflates to more than %zu "
		    "bytes", max);
	if (r == BAD)
		return bh_fail(err, BH_DATA, "gzip: data error");
	at += used;
	if (in.n - at < TAIL)
		return bh_fail(err, BH_DATA, "gzip: cut short");
	if (le32(u + at) != crc(bh_buf_of(out)))
		return bh_fail(err, BH_DATA, "gzip: CRC is wrong");
	if (le32(u + at + 4) != (uint32_t)out->n)
		return bh_fail(err, BH_DATA, "gzip: length is wrong");
	if (in.n - at > TAIL)
		return bh_fail(err, BH_DATA, "gzip: bytes behind the member");
	return 0;
}

int
bh_gz_deflate(struct bh_str in, struct bh_buf *out, struct bh_err *err)
{
	static const char head[HEAD] = "\x1f\x8b\x08\0\0\0\0\0\0\xff";
	uint32_t v[2] = { crc(in), (uint32_t)in.n };
	int i, k;

	bh_buf_reset(out);
	bh_buf_put(out, head, HEAD);
	if (deflate_raw(in, out) == -1)
		return bh_fail(err, BH_SYS, "gzip: cannot deflate");
	for (i = 0; i < 2; i++)
		for (k = 0; k < 4; k++)
			bh_buf_c(out, (char)(v[i] >> 8 * k & 0xff));
	return 0;
}
