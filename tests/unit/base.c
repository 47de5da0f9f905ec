/* Errors, slices, buffers, UTF-8, arenas, messages. */
#include <errno.h>
#include <stdalign.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/log.h"
#include "base/str.h"
#include "tap.h"

static struct bh_arena arena = BH_ARENA_INIT;

/* --- errors ---------------------------------------------------------------- */

static void
is_clean(const char *text, const char *want, const char *what)
{
	char buf[128];

	snprintf(buf, sizeof(buf), "%s", text);
	bh_err_clean(buf);
	is_text(buf, want, what);
}

static void
errors(void)
{
	struct bh_err err = BH_ERR_INIT;
	char longer[3000];

	is_int(bh_err_at(&err, "x"), -1, "context for no failure");
	is_text(err.msg, "", "stays silent");
	is_int(bh_fail(&err, BH_DATA, "value %d", 7), -1, "a failure is -1");
	is_int(err.status, BH_DATA, "its status");
	is_text(err.msg, "value 7", "its message");
	bh_err_at(&err, "%s:%d", "file", 3);
	is_text(err.msg, "file:3: value 7", "context in front");
	errno = ENOENT;
	is_int(bh_fail_errno(&err, "%s", "a/b"), -1, "with errno");
	is_int(err.status, BH_SYS, "the system's fault");
	is_text(err.msg, "a/b: No such file or directory", "in words");
	memset(longer, 'y', sizeof(longer));
	longer[sizeof(longer) - 1] = '\0';
	bh_fail(&err, BH_DATA, "%s", longer);
	is_int((long)strlen(err.msg), sizeof(err.msg) - 1, "a long one is cut");
	bh_err_at(&err, "front");
	ok(strncmp(err.msg, "front: yyy", 10) == 0, "context is kept whole");
	errno = EIO;
	bh_fail_errno(&err, "%s", longer);
	is_int((long)strlen(err.msg), sizeof(err.msg) - 1, "cut with errno");
	bh_err_at(&err, "%s", longer);
	is_int((long)strlen(err.msg), sizeof(err.msg) - 1, "and with context");

	is_clean("a b/c\xc3\xa9 \xf0\x9f\x98\x80", "a b/c\xc3\xa9 "
	    "\xf0\x9f\x98\x80", "text is kept");
	is_clean("a\x1b[31mb\tc\nd\x7f", "a?[31mb?c?d?", "controls");
	is_clean("x\xc2\x9b" "1mx", "x??1mx", "C1 in UTF-8");
	is_clean("x\xe2\x80\xae" "y\xe2\x80\x8bz\xef\xbb\xbf", "x???y???z???",
	    "bidirectional, zero width, byte order mark");
	is_clean("x\xff\xc3(\xe2\x82", "x?" "?(" "?" "?", "no UTF-8, or cut");
}

/* --- slices ---------------------------------------------------------------- */

static void
compares(void)
{
	const struct bh_str none = BH_STR_NONE, empty = BH_STR("");
	const struct bh_str a = BH_STR("a"), ab = BH_STR("ab"), b = BH_STR("b");

	ok(bh_str_of(NULL).p == NULL && bh_str_of("").p != NULL,
	    "no string is not an empty one");
	ok(bh_str_eq(none, empty), "but they compare equal");
	ok(bh_str_eq(a, bh_str_of("a")) && !bh_str_eq(a, ab) &&
	    !bh_str_eq(a, b), "equality");
	ok(bh_str_is(ab, "ab") && !bh_str_is(ab, "a") && bh_str_is(none, ""),
	    "with a C string");
	ok(bh_str_cmp(a, ab) < 0 && bh_str_cmp(ab, b) < 0 &&
	    bh_str_cmp(b, a) > 0 && bh_str_cmp(a, a) == 0 &&
	    bh_str_cmp(none, a) < 0 && bh_str_cmp(none, empty) == 0,
	    "order, the shorter first");
	ok(bh_str_cmp(BH_STR("\x7f"), BH_STR("\xc3\xa9")) < 0,
	    "bytes are unsigned");
	ok(bh_str_ieq(BH_STR("CallGrind"), BH_STR("callgrind")) &&
	    !bh_str_ieq(BH_STR("a"), BH_STR("ab")) &&
	    !bh_str_ieq(BH_STR("@"), BH_STR("`")), "ASCII case");
	ok(!bh_str_ieq(BH_STR("\xc3\x89"), BH_STR("\xc3\xa9")),
	    "no other case");
	ok(!bh_str_ieq(BH_STR("a\0b"), BH_STR("a\0c")), "also behind a NUL");
	ok(bh_str_starts(ab, a) && bh_str_starts(ab, none) &&
	    !bh_str_starts(a, ab) && bh_str_starts(none, empty), "prefixes");
	ok(bh_str_ends(ab, b) && bh_str_ends(ab, none) &&
	    !bh_str_ends(b, ab) && !bh_str_ends(ab, a), "suffixes");
}

static void
cuts(void)
{
	struct bh_str s = BH_STR("a,,b"), h;

	ok(bh_str_cut(&s, ',', &h) && bh_str_is(h, "a") &&
	    bh_str_is(s, ",b"), "cut");
	ok(bh_str_cut(&s, ',', &h) && h.n == 0 && bh_str_is(s, "b"),
	    "an empty part");
	ok(!bh_str_cut(&s, ',', &h) && bh_str_is(h, "b") && s.n == 0,
	    "the last one");
	ok(!bh_str_cut(&s, ',', &h) && h.n == 0, "nothing left");
	s = BH_STR_NONE;
	ok(!bh_str_cut(&s, ',', &h) && h.n == 0, "nothing at all");
	ok(bh_str_is(bh_str_trim(BH_STR(" \t\r\n\v\f x y \n")), "x y") &&
	    bh_str_trim(BH_STR("  ")).n == 0 && bh_str_trim(s).n == 0, "trim");
	ok(bh_str_is(bh_strf(&arena, "%s-%03d", "x", 7), "x-007") &&
	    bh_str_is(bh_str_dup(&arena, BH_STR("dup")), "dup") &&
	    bh_str_dup(&arena, BH_STR_NONE).p != NULL, "copies");
	ok(bh_str_is(bh_str_flat(&arena, BH_STR("a\n\nb\n")),
	    "a\\u000a\\u000ab\\u000a") &&
	    bh_str_is(bh_str_flat(&arena, BH_STR("ab")), "ab") &&
	    bh_str_flat(&arena, BH_STR_NONE).n == 0, "on one line");
	is_text(bh_str_z(&arena, (struct bh_str){ "abc", 2 }), "ab",
	    "with a NUL behind");
}

static void
integers(void)
{
	static const struct {
		const char	*text;
		bool		 u, i;
		int64_t		 v;
	} t[] = {
		{ "0", true, true, 0 }, { "007", true, true, 7 },
		{ "-5", false, true, -5 }, { "+5", false, true, 5 },
		{ "", false, false, 0 }, { "-", false, false, 0 },
		{ "+", false, false, 0 }, { "--5", false, false, 0 },
		{ "+-5", false, false, 0 }, { "1 ", false, false, 0 },
		{ " 1", false, false, 0 }, { "1e3", false, false, 0 },
		{ "1_0", false, false, 0 }, { "0x1", false, false, 0 },
		{ "9223372036854775807", true, true, INT64_MAX },
		{ "9223372036854775808", true, false, 0 },
		{ "-9223372036854775808", false, true, INT64_MIN },
		{ "-9223372036854775809", false, false, 0 },
		{ "18446744073709551615", true, false, 0 },
		{ "18446744073709551616", false, false, 0 },
		{ "99999999999999999999999", false, false, 0 },
	};
	uint64_t u;
	int64_t i;
	size_t k;

	for (k = 0; k < sizeof(t) / sizeof(t[0]); k++) {
		struct bh_str s = bh_str_of(t[k].text);

		ok(bh_str_u64(s, &u) == t[k].u && bh_str_i64(s, &i) == t[k].i &&
		    (!t[k].i || i == t[k].v), "integer '%s'", t[k].text);
	}
	ok(bh_str_u64(BH_STR("18446744073709551615"), &u) && u == UINT64_MAX,
	    "the largest");
}

static void
buffers(void)
{
	struct bh_buf b = BH_BUF_INIT;
	char *room;
	int i;

	bh_buf_put(&b, NULL, 0);
	is_int((long)b.n, 0, "nothing put");
	for (i = 0; i < 1000; i++) {
		bh_buf_f(&b, "%d,", i);
		bh_buf_c(&b, 'x');
		bh_buf_z(&b, "yz");
		bh_buf_str(&b, BH_STR("\0"));
		bh_buf_str(&b, BH_STR_NONE);
	}
	is_int((long)b.n, 2890 + 1000 + 4000, "it grows");
	ok(memcmp(b.p, "0,xyz\0" "1,xyz\0", 12) == 0, "and keeps all");
	room = bh_buf_room(&b, 100000);
	memset(room, 0, 100000);
	is_int((long)b.n, 7890, "room is not content");
	bh_buf_reset(&b);
	ok(b.n == 0 && b.cap >= 107890, "reset keeps memory");
	bh_buf_free(&b);
	ok(b.p == NULL && b.cap == 0, "free does not");
	bh_buf_free(&b);
}

/* --- UTF-8 ----------------------------------------------------------------- */

static size_t
encode(uint32_t cp, char *q)
{
	int n = cp < 0x80 ? 1 : cp < 0x800 ? 2 : cp < 0x10000 ? 3 : 4, i;

	for (i = n - 1; i > 0; i--, cp >>= 6)
		q[i] = (char)(0x80 | (cp & 0x3f));
	q[0] = (char)(n == 1 ? cp : (0xf00u >> n & 0xff) | cp);
	return (size_t)n;
}

static void
utf8(void)
{
	unsigned char u[4];
	long bad = 0, two = 0, three = 0, four = 0;
	uint32_t cp, back, i, j, k;
	char q[8];
	size_t n;

	for (cp = 0; cp <= 0x10ffff; cp++) {
		n = encode(cp, q);
		if (cp >= 0xd800 && cp <= 0xdfff)
			bad += bh_utf8_next((struct bh_str){ q, n }, &back);
		else
			bad += bh_utf8_next((struct bh_str){ q, n }, &back) !=
			    n || back != cp ||
			    (n > 1 && bh_utf8_next((struct bh_str){ q, n - 1 },
			    &back) != 0);
	}
	is_int(bad, 0, "every character, none of the surrogates, none cut");
	for (i = 0; i < 256; i++)
		for (j = 0; j < 256; j++)
			for (k = 0; k < 256; k++) {
				u[0] = (unsigned char)i;
				u[1] = (unsigned char)j;
				u[2] = (unsigned char)k;
				n = bh_utf8_next((struct bh_str){ (char *)u,
				    3 }, &back);
				two += n == 2 && k == 0;
				three += n == 3;
			}
	is_int(two, 0x800 - 0x80, "so many pairs, none over-long");
	is_int(three, 0x10000 - 0x800 - 0x800, "so many triples");
	for (i = 0xf0; i < 256; i++)
		for (j = 0; j < 256; j++)
			for (k = 0; k < 256; k++) {
				u[0] = (unsigned char)i;
				u[1] = (unsigned char)j;
				u[2] = (unsigned char)k;
				u[3] = 0x80;
				four += bh_utf8_next((struct bh_str){
				    (char *)u, 4 }, &back) == 4;
			}
	is_int(four, 0x100000 / 64, "so many quadruples, 64th part");
	ok(bh_utf8_next(BH_STR(""), &back) == 0, "no text, no character");

	ok(bh_utf8_ok(BH_STR("")) && bh_utf8_ok(BH_STR_NONE) &&
	    bh_utf8_ok(BH_STR("12345678901234567")) &&
	    bh_utf8_ok(BH_STR("1234567\xe2\x82\xac" "12345678")),
	    "whole texts");
	for (bad = 0, i = 0; i < 24; i++) {
		char t[24];

		memset(t, 'a', sizeof(t));
		t[i] = '\xff';
		bad += bh_utf8_ok((struct bh_str){ t, sizeof(t) });
		t[i] = '\xc3';
		bad += bh_utf8_ok((struct bh_str){ t, i + 1 });
	}
	is_int(bad, 0, "a bad byte is found at every place");
}

static void
characters(void)
{
	static const uint32_t space[] = { 9, 10, 11, 12, 13, ' ', 0x85, 0xa0,
	    0x1680, 0x2000, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000 };
	static const uint32_t hidden[] = { 0, 0x1f, 0x7f, 0x9f, 0xad, 0x61c,
	    0x180e, 0x200b, 0x200f, 0x2028, 0x202e, 0x2060, 0x2066, 0x2069,
	    0xfeff, 0xfff9, 0xe0001, 0xe007f };
	static const uint32_t shown[] = { ' ', 'a', '~', 0xa0, 0xe9, 0x20ac,
	    0x4e00, 0xfffd, 0x1f600 };
	int bad = 0;
	size_t i;

	for (i = 0; i < sizeof(space) / sizeof(space[0]); i++)
		bad += !bh_cp_space(space[i]);
	ok(bad == 0 && !bh_cp_space('a') && !bh_cp_space(0x200b), "blanks");
	for (i = 0; i < sizeof(hidden) / sizeof(hidden[0]); i++)
		bad += !bh_cp_hidden(hidden[i]);
	for (i = 0; i < sizeof(shown) / sizeof(shown[0]); i++)
		bad += bh_cp_hidden(shown[i]);
	is_int(bad, 0, "what must not reach a terminal");
	ok(bh_fnv1a(BH_STR("")) == 0xcbf29ce484222325u &&
	    bh_fnv1a(BH_STR("a")) == 0xaf63dc4c8601ec8cu &&
	    bh_fnv1a(BH_STR("foobar")) == 0x85944171f73967e8u,
	    "FNV-1a, the authors' vectors");
}

/* --- arenas ---------------------------------------------------------------- */

static void
arenas(void)
{
	struct bh_arena a = BH_ARENA_INIT;
	size_t i, n, cap = 0, bad = 0;
	unsigned char *p, *all[200];
	long *list = NULL;

	for (i = 0; i < 200; i++) {
		n = i * i;
		all[i] = bh_alloc(&a, n);
		bad += (uintptr_t)all[i] % alignof(max_align_t) != 0;
		memset(all[i], (int)i, n);
	}
	for (i = 0; i < 200; i++)
		for (n = 0; n < i * i; n++)
			bad += all[i][n] != i;
	is_int((long)bad, 0, "200 pieces, aligned, none over another");
	p = bh_alloc(&a, 5 << 20);
	memset(p, 1, 5 << 20);
	bh_arena_reset(&a);
	p = bh_calloc(&a, 1000, 10);
	for (bad = 0, i = 0; i < 10000; i++)
		bad += p[i] != 0;
	is_int((long)bad, 0, "calloc is zero, also in used memory");
	for (i = 0; i < 5000; i++) {
		list = bh_more(&a, list, i, &cap, sizeof(*list));
		list[i] = (long)i;
	}
	for (bad = 0, i = 0; i < 5000; i++)
		bad += list[i] != (long)i;
	ok(bad == 0 && cap >= 5000, "an array grows and keeps its content");
	bh_arena_free(&a);
	bh_arena_free(&a);
	ok(a.head == NULL, "freed twice is freed");
}

/* The status of a child that asks for too much; its message to a pipe. */
static int
too_much(int which, char *msg, size_t size)
{
	int fd[2], status = 0;
	ssize_t n;
	pid_t pid;

	if (pipe(fd) == -1 || (fflush(stdout), pid = fork()) == -1)
		return -1;
	if (pid == 0) {
		void *p = NULL;

		dup2(fd[1], STDERR_FILENO);
		if (which == 0)
			p = bh_calloc(&arena, SIZE_MAX / 4, 8);
		else if (which == 1)
			p = bh_alloc(&arena, SIZE_MAX - 5);
		_exit(p != NULL ? 98 : 97);
	}
	close(fd[1]);
	n = read(fd[0], msg, size - 1);
	msg[n > 0 ? n : 0] = '\0';
	close(fd[0]);
	waitpid(pid, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void
no_memory(void)
{
	char msg[200];

	is_int(too_much(0, msg, sizeof(msg)), BH_SYS, "a product overflows");
	is_text(msg, "bh: memory: cannot allocate\n", "it is said");
	is_int(too_much(1, msg, sizeof(msg)), BH_SYS, "no such memory");
	is_text(msg, "bh: memory: cannot allocate\n", "it is said");
}

/* --- messages -------------------------------------------------------------- */

static void
messages(void)
{
	char text[2000];
	FILE *f = tmpfile();
	int saved = dup(STDERR_FILENO);
	ssize_t n;

	fflush(stderr);
	dup2(fileno(f), STDERR_FILENO);
	bh_log_name("bh-test");
	bh_warn("%s: odd\x1b[31m", "a:1");
	bh_note("not said");
	bh_log_verbose(true);
	bh_note("said %d", 1);
	bh_log_verbose(false);
	bh_note("not said");
	bh_say("selection: x");
	fflush(stderr);
	dup2(saved, STDERR_FILENO);
	close(saved);
	n = pread(fileno(f), text, sizeof(text) - 1, 0);
	text[n > 0 ? n : 0] = '\0';
	is_text(text, "bh-test: warning: a:1: odd?[31m\nbh-test: said 1\n"
	    "bh: selection: x\n", "warnings, notes under --verbose, words");
	fclose(f);
}

int
main(void)
{
	errors();
	compares();
	cuts();
	integers();
	buffers();
	utf8();
	characters();
	arenas();
	no_memory();
	messages();
	bh_arena_free(&arena);
	return tap_done();
}
