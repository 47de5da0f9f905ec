#include "engine/primbench.h"

#include <stddef.h>
#include <string.h>

/* The producer prints non-finite numbers as C++ streams do. */
static bool
bare(struct bh_str s)
{
	if (s.n > 0 && s.p[0] == '-')
		s = bh_str_from(s, 1);
	return bh_str_ieq(s, BH_STR("nan")) || bh_str_ieq(s, BH_STR("inf"));
}

static bool
letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static size_t
past_string(struct bh_str s, size_t i)
{
	for (i++; i < s.n && s.p[i] != '"'; i++)
		if (s.p[i] == '\\')
			i++;
	return i < s.n ? i + 1 : s.n;
}

struct bh_str
bh_pb_plain(struct bh_str text, struct bh_arena *a)
{
	char *out = bh_alloc(a, text.n * 2 + 1);	/* inf to null */
	size_t i = 0, n = 0, from, end;

	while (i < text.n) {
		from = end = i;
		if (text.p[i] == '"')
			end = past_string(text, i);
		else if (letter(text.p[i]) || text.p[i] == '-')
			for (end++; end < text.n && letter(text.p[end]); end++)
				;
		else
			end++;
		i = end;
		if (bare((struct bh_str){ text.p + from, end - from })) {
			memcpy(out + n, "null", 4);
			n += 4;
		} else {
			memcpy(out + n, text.p + from, end - from);
			n += end - from;
		}
	}
	return (struct bh_str){ out, n };
}

/* --- tables ------------------------------------------------------------- */

static void
field(struct bh_tok *t, const struct bh_pb_field *f, void *base)
{
	void *to = (char *)base + f->at;
	struct bh_pb_num *num = to;
	bool b;

	if (bh_tok_null(t))
		return;
	switch (f->type) {
	case BH_PB_STR:
		bh_tok_str(t, to);
		break;
	case BH_PB_NUM:
		if (bh_tok_peek(t) == BH_TOK_NUMBER)
			bh_tok_raw(t, &num->text);
		else
			bh_tok_num(t, &num->text);	/* says what it is */
		if (bh_tok_ok(t)) {
			struct bh_tok own;

			bh_tok_init(&own, num->text, t->arena);
			num->has = bh_tok_double(&own, &num->v) ||
			    bh_tok_fail(t, own.why);
		}
		break;
	case BH_PB_BOOL:
		if (bh_tok_bool(t, &b))
			*(enum bh_pb_bool *)to = b ? BH_PB_TRUE : BH_PB_FALSE;
		break;
	case BH_PB_RAW:
		bh_tok_raw(t, to);
		break;
	case BH_PB_OBJ:
		bh_pb_fields(t, f->sub, base);
		break;
	}
}

bool
bh_pb_fields(struct bh_tok *t, const struct bh_pb_field *f, void *base)
{
	const struct bh_pb_field *x;
	struct bh_str key;

	bh_tok_obj(t);
	while (bh_tok_member(t, &key)) {
		for (x = f; x->name != NULL && !bh_str_is(key, x->name); x++)
			;
		if (x->name != NULL)
			field(t, x, base);
		else
			bh_tok_skip(t);
	}
	return bh_tok_ok(t);
}

/* --- the document ------------------------------------------------------- */

#define AT(m)	offsetof(struct bh_pb_file, m)
#define END	{ NULL, BH_PB_RAW, 0, NULL }
#define S(n, m)	{ n, BH_PB_STR, AT(m), NULL }
#define N(n, m)	{ n, BH_PB_NUM, AT(m), NULL }
#define B(n, m)	{ n, BH_PB_BOOL, AT(m), NULL }
#define R(n, m)	{ n, BH_PB_RAW, AT(m), NULL }
#define O(n, t)	{ n, BH_PB_OBJ, 0, t }

static const struct bh_pb_field gpu[] = {
	S("name", gpu_name), S("arch", gpu_arch), S("pci_bus_id", gpu_bus),
	END
};

static const struct bh_pb_field compiler[] = {
	S("name", compiler_name), S("version", compiler_version), END
};

static const struct bh_pb_field backend[] = {
	S("name", backend), S("runtime_version", runtime),
	S("driver_version", driver), O("compiler", compiler), END
};

static const struct bh_pb_field general[] = {
	S("algorithm", algorithm), S("library_build_type", build),
	S("date", date), S("branch_name", branch), S("commit_hash", commit),
	O("gpu", gpu), O("backend", backend), END
};

static const struct bh_pb_field settings[] = {
	N("size", size), B("hot", hot), N("seed", seed), B("dry", dry),
	N("min_gpu_ms_per_batch", min_gpu_ms), N("min_secs", min_secs),
	N("batch_window_size", window),
	N("noise_tolerance_percent", tolerance), END
};

static const struct bh_pb_field flags[] = { B("sync", sync), END };

static const struct bh_pb_field context[] = {
	S("results_version", version), O("general", general),
	O("settings", settings), R("custom_settings", custom),
	O("flags", flags), END
};

static const struct bh_pb_field document[] = {
	O("context", context), R("specializations", specializations), END
};

int
bh_pb_read(struct bh_str text, struct bh_arena *a, struct bh_pb_file *f,
    struct bh_err *err)
{
	struct bh_str major, rest;
	struct bh_tok t;

	*f = (struct bh_pb_file){ .version = BH_STR_NONE };
	bh_tok_init(&t, bh_pb_plain(text, a), a);
	bh_pb_fields(&t, document, f);
	if (!bh_tok_done(&t))
		return bh_tok_err(&t, err);
	rest = f->version;
	bh_str_cut(&rest, '.', &major);
	if (f->version.p == NULL)
		return bh_fail(err, BH_DATA, "results_version is missing");
	if (!bh_str_is(major, "4"))
		return bh_fail(err, BH_DATA, "unsupported results_version "
		    "%.*s (expected 4)", BH_FMT(f->version));
	return f->specializations.p != NULL ? 0 :
	    bh_fail(err, BH_DATA, "specializations are missing");
}
