#include "model/key.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { SEGMENTS = 8, BLESS_SEGMENTS = 6, COMPONENT = 255 };

#define BILLION	1000000000

/* Instants that 0.5.0 of cargo-bench-history can represent, in seconds. */
#define TIME_MIN INT64_C(-377705023201)
#define TIME_MAX INT64_C(253402207200)

static char
kept(uint32_t cp)
{
	if (cp >= 'A' && cp <= 'Z')
		return (char)(cp - 'A' + 'a');
	if ((cp >= 'a' && cp <= 'z') || (cp >= '0' && cp <= '9') ||
	    cp == '-' || cp == '_' || cp == '.')
		return (char)cp;
	return '_';
}

struct bh_str
bh_key_sanitize(struct bh_arena *a, struct bh_str raw)
{
	char *p = bh_alloc(a, raw.n + 2);
	bool dots = true;
	size_t n = 0, k;
	uint32_t cp;

	while (raw.n > 0) {
		if ((k = bh_utf8_next(raw, &cp)) == 0) {
			k = 1;
			cp = 0;
		}
		p[n] = kept(cp);
		dots = dots && p[n] == '.';
		n++;
		raw = bh_str_from(raw, k);
	}
	if (dots) {
		p[0] = '_';
		n = 1;
	}
	p[n] = '\0';
	return (struct bh_str){ p, n };
}

/* An issue time as the decimal nanoseconds of its name. */
static void
nanoseconds(struct bh_time t, char buf[BH_TIME_TEXT])
{
	__int128 v = (__int128)t.sec * BILLION + t.nsec;
	char digits[BH_TIME_TEXT], *p = digits + sizeof(digits);
	bool negative = v < 0;

	*--p = '\0';
	if (negative)
		v = -v;
	do
		*--p = (char)('0' + (int)(v % 10));
	while ((v /= 10) != 0);
	if (negative)
		*--p = '-';
	strcpy(buf, p);
}

static void
file_name(const struct bh_key *k, char buf[64])
{
	char nanos[BH_TIME_TEXT];

	switch (k->what) {
	case BH_KEY_CLEAN:
		strcpy(buf, "clean.json");
		break;
	case BH_KEY_DIRTY:
		snprintf(buf, 64, "dirty-%" PRId64 ".json", k->at.sec);
		break;
	case BH_KEY_BLESS_SET:
		snprintf(buf, 64, "bless-%" PRId64 ".json", k->at.sec);
		break;
	case BH_KEY_BLESS:
		nanoseconds(k->at, nanos);
		snprintf(buf, 64, "bless-%s.json", nanos);
		break;
	}
}

struct bh_str
bh_key_text(struct bh_arena *a, const struct bh_key *k)
{
	struct bh_str project = bh_key_sanitize(a, k->project);
	struct bh_str commit = bh_key_sanitize(a, k->commit);
	struct bh_str triple, machine;
	char name[64];

	file_name(k, name);
	if (k->what == BH_KEY_BLESS)
		return bh_strf(a, "v1/%s/objects/blessings/%s/%s", project.p,
		    commit.p, name);
	triple = bh_key_sanitize(a, k->triple);
	machine = bh_key_sanitize(a, k->machine);
	return bh_strf(a, "v1/%s/objects/%s/%s/%s/%s/%s", project.p,
	    bh_engine_name(k->engine), triple.p, machine.p, commit.p, name);
}

struct bh_str
bh_key_data(struct bh_arena *a, struct bh_str project)
{
	return bh_strf(a, "v1/%s/objects/", bh_key_sanitize(a, project).p);
}

struct bh_str
bh_key_marker(struct bh_arena *a, struct bh_str project)
{
	return bh_strf(a, "v1/%s/_cache-epoch", bh_key_sanitize(a, project).p);
}

/* What stands between prefix and ".json" in name. */
static bool
stamp(struct bh_str name, const char *prefix, struct bh_str *s)
{
	if (!bh_str_starts(name, bh_str_of(prefix)) ||
	    !bh_str_ends(name, BH_STR(".json")) ||
	    name.n < strlen(prefix) + 5)
		return false;
	*s = bh_str_from(name, strlen(prefix));
	s->n -= 5;
	return true;
}

static bool
run_name(struct bh_str name, struct bh_key *k)
{
	struct bh_str s;

	if (bh_str_is(name, "clean.json")) {
		k->what = BH_KEY_CLEAN;
		return true;
	}
	if (stamp(name, "dirty-", &s))
		k->what = BH_KEY_DIRTY;
	else if (stamp(name, "bless-", &s))
		k->what = BH_KEY_BLESS_SET;
	else
		return false;
	return bh_str_i64(s, &k->at.sec);
}

/* The name of a project's blessing: more digits than 64 bits may hold. */
static bool
bless_name(struct bh_str name, struct bh_key *k)
{
	struct bh_str s;
	__int128 v = 0;
	bool negative;
	size_t i;

	if (!stamp(name, "bless-", &s))
		return false;
	negative = s.n > 0 && s.p[0] == '-';
	if (s.n > 0 && (s.p[0] == '-' || s.p[0] == '+'))
		s = bh_str_from(s, 1);
	if (s.n == 0)
		return false;
	for (i = 0; i < s.n; i++) {
		if (s.p[i] < '0' || s.p[i] > '9')
			return false;
		v = v * 10 + (s.p[i] - '0');
		if (v / BILLION > -TIME_MIN)
			return false;
	}
	if (negative)
		v = -v;
	k->what = BH_KEY_BLESS;
	k->at.sec = (int64_t)(v / BILLION);
	k->at.nsec = (int32_t)(v % BILLION);
	if (k->at.nsec < 0) {
		k->at.nsec += BILLION;
		k->at.sec--;
	}
	return k->at.sec >= TIME_MIN && k->at.sec <= TIME_MAX;
}

bool
bh_key_parse(struct bh_str text, struct bh_key *k)
{
	struct bh_str seg[SEGMENTS];
	size_t n = 0;
	int engine;
	bool again;

	do {
		if (n == SEGMENTS)
			return false;
		again = bh_str_cut(&text, '/', &seg[n]);
		if (seg[n++].n == 0)
			return false;
	} while (again);
	if ((n != SEGMENTS && n != BLESS_SEGMENTS) ||
	    !bh_str_is(seg[0], "v1") || !bh_str_is(seg[2], "objects"))
		return false;
	*k = (struct bh_key){ .project = seg[1], .commit = seg[n - 2] };
	if (n == BLESS_SEGMENTS)
		return bh_str_is(seg[3], "blessings") && bless_name(seg[5], k);
	if ((engine = bh_engine_of(seg[3])) == -1)
		return false;
	k->engine = (enum bh_engine)engine;
	k->triple = seg[4];
	k->machine = seg[5];
	return run_name(seg[7], k);
}

struct bh_str
bh_key_set(struct bh_arena *a, const struct bh_key *k)
{
	return bh_strf(a, "%s/%.*s/%.*s", bh_engine_name(k->engine),
	    BH_FMT(k->triple), BH_FMT(k->machine));
}

bool
bh_key_ok(struct bh_str text)
{
	struct bh_str seg;
	bool again;

	if (text.n == 0 || memchr(text.p, '\0', text.n) != NULL)
		return false;
	do {
		again = bh_str_cut(&text, '/', &seg);
		if (seg.n == 0 || seg.n > COMPONENT || bh_str_is(seg, ".") ||
		    bh_str_is(seg, ".."))
			return false;
	} while (again);
	return true;
}
