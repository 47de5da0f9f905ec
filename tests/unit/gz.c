/*
 * Gzip members: the table of bh-store(5), every bit flipped, every length cut.
 * Built for zlib and for libdeflate, which must answer the same.
 */
#include "io/gz.h"

#include <stdlib.h>

#include "tap.h"

/* An object of 1369 bytes by zlib -6: one block with codes of its own. */
static const char object_hex[] =
	"1f8b08000000000000ff95d44b6e84300c00d0fd9c02653d1325ce07c23966d5"
	"0a210a568bca472281a984b87b0dbd40bd238ecd5322c7fb2dcb446cbf706cea"
	"0d97d8cf932833773fc3ed3c25fc49b4de694981f923e2b261573767508002ff"
	"50f943b9a786d2d8d279e9de04e51e57fd82711d52a4d4f7ab7e177d77fe4c44"
	"fc1c71fadb11af79e9da799d92b813d944ac95a80efa1e312d7d7b25ede2bb9f"
	"ce5af16a86a14efd8867f6d60c2b52d403c8a0e0a82ef7ff90e642b9d5322f72"
	"36046c2838a9836543860b050bd23ac5862cfb4426c8220436e4d827a26630e0"
	"d890e74210a4527c27e73ad63be9c1b0a182df0b461ac7efeec07eafb69021e7"
	"5f9d664f86a0144d067e7b6bf668d0da48509e2482aadbf10bbf8a9938590500"
	"00";

static struct bh_gz gz = BH_GZ_INIT;
static struct bh_buf out = BH_BUF_INIT;
static struct bh_err err = BH_ERR_INIT;

static struct bh_buf
unhex(const char *hex)
{
	struct bh_buf b = BH_BUF_INIT;
	char two[3] = "";

	for (; *hex != '\0'; hex += 2) {
		memcpy(two, hex, 2);
		bh_buf_c(&b, (char)strtol(two, NULL, 16));
	}
	return b;
}

/* From memory of exactly that size, so that a read past it is seen. */
static int
inflate(struct bh_str s, size_t max)
{
	char *exact = malloc(s.n > 0 ? s.n : 1);
	int r;

	if (s.n > 0)
		memcpy(exact, s.p, s.n);
	err = (struct bh_err)BH_ERR_INIT;
	r = bh_gz_inflate(&gz, (struct bh_str){ exact, s.n }, max, &out, &err);
	free(exact);
	return r;
}

static void
is_good(const char *hex, const char *text, const char *what)
{
	struct bh_buf b = unhex(hex);

	ok(inflate(bh_buf_of(&b), 1000) == 0 &&
	    bh_str_is(bh_buf_of(&out), text), "%s", what);
	bh_buf_free(&b);
}

static void
is_bad(const char *hex, const char *why, const char *what)
{
	struct bh_buf b = unhex(hex);

	ok(inflate(bh_buf_of(&b), 1000) == -1 && err.status == BH_DATA, "%s",
	    what);
	is_text(err.msg, why, "it says why");
	bh_buf_free(&b);
}

/* {"a":1} */
#define HEAD	"1f8b08000000000000ff"
#define BODY	"ab564a54b232ac0500"
#define TAIL	"afac1b5607000000"

static void
decodings(void)
{
	static const char text[] = "{\"a\":1}";

	is_good(HEAD BODY TAIL, text, "one member");
	is_good(HEAD "03000000000000000000", "", "an empty one");
	is_good(HEAD "010700f8ff7b2261223a317d" TAIL, text, "a stored block");
	is_good("1f8b080801020304020361" "00" BODY TAIL, text,
	    "a file name, as gzip FILE writes it");
	is_good("1f8b080000000000" "0003" BODY TAIL, text,
	    "another operating system");
	is_good("1f8b0804000000000003" "0300" "414243" BODY TAIL, text,
	    "an extra field");
	is_good("1f8b081000000000000363" "6300" BODY TAIL, text, "a comment");
	is_good("1f8b0802000000000003" "abcd" BODY TAIL, text,
	    "a header checksum");
	is_good("1f8b081f00000000000301000061006200" "ffff" BODY TAIL, text,
	    "all of them");
	is_bad("", "gzip: cut short", "an empty file");
	is_bad("1f", "gzip: cut short", "one byte");
	is_bad(HEAD "030000000000000000", "gzip: cut short", "17 bytes");
	is_bad("7b2261223a317d7b2261223a317d7b2261223a317d", "not gzip",
	    "plain text");
	is_bad("1f8b07000000000000ff" BODY TAIL, "gzip: unknown method",
	    "another method");
	is_bad("1f8b0820000000000003" BODY TAIL, "gzip: bad header",
	    "a reserved flag");
	is_bad("1f8b0804000000000003" "ffff" BODY TAIL, "gzip: bad header",
	    "an extra field past the end");
	is_bad("1f8b0808000000000003" "4141414141414141", "gzip: bad header",
	    "a name without end");
	is_bad(HEAD BODY "aeac1b5607000000", "gzip: CRC is wrong", "CRC");
	is_bad(HEAD BODY "afac1b5608000000", "gzip: length is wrong",
	    "length");
	is_bad(HEAD BODY "afac1b5607000080", "gzip: length is wrong",
	    "a length that lies by 2 GiB");
	is_bad(HEAD BODY "afac1b56070000", "gzip: cut short",
	    "a cut trailer");
	is_bad(HEAD BODY TAIL "00", "gzip: bytes behind the member",
	    "a byte behind it");
	is_bad(HEAD BODY TAIL HEAD BODY TAIL, "gzip: bytes behind the member",
	    "the same member again");
	is_bad(HEAD "07" TAIL "0000", "gzip: data error", "a block of no type");
	is_good(HEAD BODY TAIL, text, "a good one after all these");
}

static void
damage(void)
{
	struct bh_buf b = unhex(object_hex), whole = BH_BUF_INIT;
	long wrong = 0, passed = 0, cuts = 0;
	size_t i;
	int bit;

	is_int(inflate(bh_buf_of(&b), 1369), 0, "an object");
	bh_buf_str(&whole, bh_buf_of(&out));
	is_int((long)whole.n, 1369, "of its length");
	ok(bh_str_starts(bh_buf_of(&whole),
	    BH_STR("{\n  \"schema_version\": 5,")) &&
	    bh_str_ends(bh_buf_of(&whole), BH_STR("113.206}]}\n  ]\n}")),
	    "and content");
	for (i = 0; i < b.n; i++)
		for (bit = 0; bit < 8; bit++) {
			b.p[i] ^= (char)(1 << bit);
			if (inflate(bh_buf_of(&b), 1 << 20) == 0) {
				passed++;
				wrong += !bh_str_eq(bh_buf_of(&out),
				    bh_buf_of(&whole));
			}
			b.p[i] ^= (char)(1 << bit);
		}
	is_int(wrong, 0, "no bit flipped gives another text");
	/* FTEXT, MTIME, XFL, OS; bits behind the last block */
	is_int(passed, 1 + 48 + 4, "only bits without meaning may flip");
	for (i = 0; i < b.n; i++)
		cuts += inflate((struct bh_str){ b.p, i }, 1 << 20) == 0;
	is_int(cuts, 0, "no cut length is accepted");
	is_int(inflate(bh_buf_of(&b), 1368), -1, "one byte above the limit");
	is_text(err.msg, "gzip: inflates to more than 1368 bytes",
	    "the message has the limit");
	bh_buf_free(&b);
	bh_buf_free(&whole);
}

static void
bombs(void)
{
	struct bh_buf zeros = BH_BUF_INIT, b = BH_BUF_INIT;
	size_t n = 8 << 20, tail;

	memset(bh_buf_room(&zeros, n), 0, n);
	zeros.n = n;
	is_int(bh_gz_deflate(bh_buf_of(&zeros), &b, &err), 0, "8 MiB deflate");
	ok(b.n < 20000, "to little");
	is_int(inflate(bh_buf_of(&b), n), 0, "and inflate");
	ok(bh_str_eq(bh_buf_of(&out), bh_buf_of(&zeros)), "to the same");
	bh_buf_free(&out);
	is_int(inflate(bh_buf_of(&b), 65536), -1, "not beyond a limit");
	ok(out.cap < 300000, "nor takes memory beyond it");
	tail = b.n - 4;
	memset(b.p + tail, 0, 4);
	is_int(inflate(bh_buf_of(&b), 65536), -1,
	    "nor where the length says 0");
	is_text(err.msg, "gzip: inflates to more than 65536 bytes",
	    "the limit is the reason");
	is_int(inflate(bh_buf_of(&b), n), -1, "a length of 0 is a lie");
	is_text(err.msg, "gzip: length is wrong", "and is told");
	memset(b.p + tail, 0xff, 4);
	bh_buf_free(&out);
	is_int(inflate(bh_buf_of(&b), 65536), -1, "one of 4 GiB too");
	ok(out.cap < 300000, "and asks for no such memory");
	bh_buf_free(&zeros);
	bh_buf_free(&b);
}

static void
deflate(struct bh_str s, struct bh_buf *to)
{
	if (bh_gz_deflate(s, to, &err) != 0)
		ok(0, "deflate: %s", err.msg);
}

static void
round_trips(void)
{
	struct bh_buf in = BH_BUF_INIT, a = BH_BUF_INIT, b = BH_BUF_INIT;
	uint64_t x = 1;
	long bad = 0, n;

	for (n = 0; n < 3000; n++) {
		x = x * 6364136223846793005u + 1442695040888963407u;
		deflate(bh_buf_of(&in), &a);
		bad += memcmp(a.p, "\x1f\x8b\x08\0\0\0\0\0\0\xff", 10) != 0 ||
		    inflate(bh_buf_of(&a), in.n) != 0 ||
		    !bh_str_eq(bh_buf_of(&out), bh_buf_of(&in));
		if (in.n > 0 && inflate(bh_buf_of(&a), in.n - 1) == 0)
			bad++;
		if (n % 3 == 0)
			bh_buf_c(&in, (char)(x >> 56));
		else
			bh_buf_f(&in, "{\"value\": %ld}, ", n);
	}
	is_int(bad, 0, "3000 texts go in and come out");
	deflate(bh_buf_of(&in), &b);
	deflate(bh_buf_of(&in), &a);
	ok(bh_str_eq(bh_buf_of(&a), bh_buf_of(&b)), "the same each time");
	bh_buf_free(&b);
	deflate(BH_STR(""), &a);
	b = unhex(HEAD "03000000000000000000");
	if (strcmp(bh_gz_library(), "zlib") == 0)
		ok(bh_str_eq(bh_buf_of(&a), bh_buf_of(&b)), "the empty one");
	bh_buf_free(&b);
	deflate(BH_STR("{\"a\":1}"), &a);
	b = unhex(HEAD BODY TAIL);
	if (strcmp(bh_gz_library(), "zlib") == 0)
		ok(bh_str_eq(bh_buf_of(&a), bh_buf_of(&b)), "a small one");
	bh_buf_free(&in);
	bh_buf_free(&a);
	bh_buf_free(&b);
}

int
main(void)
{
	printf("# inflater: %s\n", bh_gz_library());
	decodings();
	damage();
	bombs();
	round_trips();
	bh_gz_free(&gz);
	bh_buf_free(&out);
	return tap_done();
}
