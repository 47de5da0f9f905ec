/* Objects by tables: what is there, absent, null, refused. */
#include "tap.h"

#include "edge/shape.h"

struct part {
	long		n;
	double		v;
};

struct rec {
	struct bh_str	must, null, lax, number;
	long		from0, some;
	bool		has, either;
	double		opt;
	enum bh_mode	mode;
	bool		has_part;
	struct part	part, *list;
	size_t		nlist;
	bool		listed;
	struct bh_str	raw;
};

#define M(...)	BH_M(struct rec, __VA_ARGS__)
static const struct bh_member part_members[] = {
	BH_M(struct part, "n", LONG, BH_MUST, n),
	BH_M(struct part, "v", DOUBLE, 0, v),
};
static const struct part no_part = { 7, 0 };
static const struct bh_shape part = BH_SHAPE(struct part, "part",
    part_members, .empty = &no_part);
static const struct bh_either sides = { "left", "right", "no side" };

static const struct bh_member members[] = {
	M("must", STR, BH_MUST, must),
	M("null", STR, BH_NULL, null),
	M("lax", STR, BH_LAX, lax),
	M("number", NUMBER, BH_LAX, number),
	M("from0", LONG, BH_NULL | BH_FROM_0, from0),
	M("some", LONG, BH_SOME, some),
	M("either", EITHER, 0, either, .by = &sides),
	M("opt", DOUBLE, BH_LAX | BH_HAS, opt,
	    .has = offsetof(struct rec, has)),
	M("mode", NAME, BH_SOME, mode, .by = &bh_mode_names),
	M("part", OBJECT, BH_LAX | BH_HAS, part, .by = &part,
	    .has = offsetof(struct rec, has_part)),
	M("list", ARRAY, BH_HAS, list, .by = &part,
	    .count = offsetof(struct rec, nlist),
	    .has = offsetof(struct rec, listed)),
	M("raw", OWN, BH_LAX, raw, .by = &bh_own_raw),
	M("other", STR, BH_READ, must),
};
static const struct rec no_rec = { .from0 = -1 };
static const struct bh_shape shape = BH_SHAPE(struct rec, "rec", members,
    .empty = &no_rec);
static const struct bh_shape closed = BH_SHAPE(struct rec, NULL, members,
    .empty = &no_rec, .closed = "unknown member");
#undef M

static struct bh_arena arena = BH_ARENA_INIT;

static int
read_text(const char *text, const struct bh_shape *s, struct rec *x,
    struct bh_err *err)
{
	*err = (struct bh_err)BH_ERR_INIT;
	return bh_shape_read_text(bh_str_of(text), &arena, s, x, err);
}

static void
round_trip(const char *text, const char *want)
{
	struct bh_buf b = BH_BUF_INIT;
	struct bh_emit e = { .b = &b };
	struct bh_err err;
	struct rec x;

	ok(read_text(text, &shape, &x, &err) == 0, "read: %s", text);
	bh_emit_open(&e, NULL, '{');
	bh_shape_put(&e, &shape, &x);
	bh_emit_close(&e, '}');
	bh_buf_c(&b, '\0');
	is_text(b.p, want, "and written");
	bh_buf_free(&b);
}

static void
refused(const char *text, const struct bh_shape *s, const char *want)
{
	struct bh_err err;
	struct rec x;

	ok(read_text(text, s, &x, &err) == -1 && err.status == BH_DATA,
	    "refused: %s", text);
	is_text(err.msg, want, "and why");
}

static void
rounds(void)
{
#define REST "\"either\":\"right\"}"
	round_trip("{\"must\":\"a\"}",
	    "{\"must\":\"a\",\"null\":null,\"from0\":null," REST);
	round_trip("{\"must\":\"a\",\"null\":null,\"lax\":null,\"number\":null,"
	    "\"from0\":null,\"opt\":null,\"part\":null,\"raw\":null}",
	    "{\"must\":\"a\",\"null\":null,\"from0\":null," REST);
	round_trip("{\"must\":\"a\",\"null\":\"b\",\"lax\":\"c\",\"number\":1e3,"
	    "\"from0\":0,\"some\":-1,\"either\":\"left\",\"opt\":0,"
	    "\"mode\":\"branch\",\"part\":{\"n\":1,\"v\":2.5},\"list\":["
	    "{\"n\":3,\"v\":4},{\"n\":5,\"v\":0}],\"raw\":[1, {}]}",
	    "{\"must\":\"a\",\"null\":\"b\",\"lax\":\"c\",\"number\":1e3,"
	    "\"from0\":0,\"some\":-1,\"either\":\"left\",\"opt\":0,"
	    "\"mode\":\"branch\",\"part\":{\"n\":1,\"v\":2.5},\"list\":["
	    "{\"n\":3,\"v\":4},{\"n\":5,\"v\":0}],\"raw\":[1, {}]}");
	round_trip("{\"list\":[],\"other\":\"z\",\"more\":[],\"must\":\"a\","
	    "\"must\":\"b\",\"lax\":\"c\",\"lax\":null,\"opt\":1,\"opt\":null,"
	    "\"raw\":1,\"raw\":null}",
	    "{\"must\":\"b\",\"null\":null,\"from0\":null,"
	    "\"either\":\"right\",\"list\":[]}");
#undef REST
}

static void
refusals(void)
{
	refused("{}", &shape, "rec: member 'must' is missing");
	refused("{}", &closed, "member 'must' is missing");
	refused("{\"must\":null}", &shape,
	    "rec: a string was expected at byte 8");
	refused("{\"must\":\"a\",\"some\":null}", &shape,
	    "rec: a number was expected at byte 19");
	refused("{\"must\":\"a\",\"mode\":\"x\"}", &shape,
	    "rec: unknown mode at byte 22");
	refused("{\"must\":\"a\",\"either\":\"x\"}", &shape,
	    "rec: no side at byte 24");
	refused("{\"must\":\"a\",\"number\":1e999}", &shape,
	    "rec: number out of range at byte 26");
	refused("{\"must\":\"a\",\"list\":[{\"n\":1},{\"v\":1}]}", &shape,
	    "rec: part: member 'n' is missing at byte 35");
	refused("{\"must\":\"a\",\"new\":1}", &closed,
	    "unknown member at byte 18");
	refused("{\"must\":\"a\"} 1", &shape,
	    "rec: text behind the JSON value at byte 13");
	refused("{\"must\":\"a\"", &shape, "rec: JSON text is cut short at byte 11");
}

int
main(void)
{
	rounds();
	refusals();
	bh_arena_free(&arena);
	return tap_done();
}
