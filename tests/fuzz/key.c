/* Storage keys: what is read is written the same, names are sanitized once. */
#include "model/key.h"

#include "fuzz.h"
#include "model/time.h"

static struct bh_arena arena = BH_ARENA_INIT;

static bool
sanitized(struct bh_str s)
{
	return bh_str_eq(bh_key_sanitize(&arena, s), s);
}

static void
as_key(struct bh_str s)
{
	struct bh_key k, again;
	struct bh_str text;

	(void)bh_key_ok(s);
	if (!bh_key_parse(s, &k))
		return;
	text = bh_key_text(&arena, &k);
	MUST(!bh_key_ok(s) || bh_key_ok(text));
	MUST(bh_key_parse(text, &again));
	MUST(k.what == again.what && k.at.sec == again.at.sec &&
	    k.at.nsec == again.at.nsec);
	MUST(bh_str_eq(bh_key_sanitize(&arena, k.project), again.project));
	MUST(bh_str_eq(bh_key_sanitize(&arena, k.commit), again.commit));
	MUST(bh_str_eq(bh_key_text(&arena, &again), text));
}

static void
as_name(struct bh_str s)
{
	struct bh_str name = bh_key_sanitize(&arena, s);

	MUST(name.n > 0 && sanitized(name));
	MUST(memchr(name.p, '/', name.n) == NULL &&
	    memchr(name.p, '\0', name.n) == NULL);
	MUST(name.n > 255 || bh_key_ok(name));
}

static void
as_time(struct bh_str s)
{
	char text[BH_TIME_TEXT];
	struct bh_time t, back;

	if (!bh_time_read(s, &t))
		return;
	MUST(t.nsec >= 0 && t.nsec < 1000000000);
	MUST(bh_time_print(t, text) == strlen(text));
	if (text[0] != '-' && text[4] == '-')	/* years of four digits */
		MUST(bh_time_read(bh_str_of(text), &back) &&
		    back.sec == t.sec && back.nsec == t.nsec);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bh_str s = fuzz_str(data, size);

	as_key(s);
	as_name(s);
	as_time(s);
	bh_arena_reset(&arena);
	return 0;
}
