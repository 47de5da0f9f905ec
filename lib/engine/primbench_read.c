#include "engine/primbench.h"

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

/* --- values ------------------------------------------------------------- */

static bool
read_num(struct bh_tok *t, void *at)
{
	struct bh_pb_num *num = at;
	struct bh_tok own;

	if (bh_tok_peek(t) == BH_TOK_NUMBER)
		bh_tok_raw(t, &num->text);
	else
		bh_tok_num(t, &num->text);	/* says what it is */
	if (!bh_tok_ok(t))
		return false;
	bh_tok_init(&own, num->text, t->arena);
	num->has = bh_tok_double(&own, &num->v);
	return num->has || bh_tok_fail(t, own.why);
}

static bool
read_flag(struct bh_tok *t, void *at)
{
	bool b;

	if (!bh_tok_bool(t, &b))
		return false;
	*(enum bh_pb_bool *)at = b ? BH_PB_TRUE : BH_PB_FALSE;
	return true;
}

const struct bh_own bh_pb_number = { read_num, NULL };
const struct bh_own bh_pb_flag = { read_flag, NULL };

/* --- the document ------------------------------------------------------- */

#define STR(...)	BH_PB_STR(struct bh_pb_file, __VA_ARGS__)
#define NUM(...)	BH_PB_NUM(struct bh_pb_file, __VA_ARGS__)
#define BOOL(...)	BH_PB_BOOL(struct bh_pb_file, __VA_ARGS__)
#define RAW(...)	BH_PB_RAW(struct bh_pb_file, __VA_ARGS__)

static const struct bh_member gpu_members[] = {
	STR("name", gpu_name),
	STR("arch", gpu_arch),
	STR("pci_bus_id", gpu_bus),
};
static const struct bh_shape gpu = BH_SHAPE(struct bh_pb_file, "gpu",
    gpu_members);

static const struct bh_member compiler_members[] = {
	STR("name", compiler_name),
	STR("version", compiler_version),
};
static const struct bh_shape compiler = BH_SHAPE(struct bh_pb_file, "compiler",
    compiler_members);

static const struct bh_member backend_members[] = {
	STR("name", backend),
	STR("runtime_version", runtime),
	STR("driver_version", driver),
	BH_PB_OBJ("compiler", &compiler),
};
static const struct bh_shape backend = BH_SHAPE(struct bh_pb_file, "backend",
    backend_members);

static const struct bh_member general_members[] = {
	STR("algorithm", algorithm),
	STR("library_build_type", build),
	STR("date", date),
	STR("branch_name", branch),
	STR("commit_hash", commit),
	BH_PB_OBJ("gpu", &gpu),
	BH_PB_OBJ("backend", &backend),
};
static const struct bh_shape general = BH_SHAPE(struct bh_pb_file, "general",
    general_members);

static const struct bh_member settings_members[] = {
	NUM("size", size),
	BOOL("hot", hot),
	NUM("seed", seed),
	BOOL("dry", dry),
	NUM("min_gpu_ms_per_batch", min_gpu_ms),
	NUM("min_secs", min_secs),
	NUM("batch_window_size", window),
	NUM("noise_tolerance_percent", tolerance),
};
static const struct bh_shape settings = BH_SHAPE(struct bh_pb_file, "settings",
    settings_members);

static const struct bh_member flags_members[] = {
	BOOL("sync", sync),
};
static const struct bh_shape flags = BH_SHAPE(struct bh_pb_file, "flags",
    flags_members);

static const struct bh_member context_members[] = {
	STR("results_version", version),
	BH_PB_OBJ("general", &general),
	BH_PB_OBJ("settings", &settings),
	RAW("custom_settings", custom),
	BH_PB_OBJ("flags", &flags),
};
static const struct bh_shape context = BH_SHAPE(struct bh_pb_file, "context",
    context_members);

static const struct bh_member document_members[] = {
	BH_PB_OBJ("context", &context),
	RAW("specializations", specializations),
};
static const struct bh_shape document = BH_SHAPE(struct bh_pb_file, NULL,
    document_members);

#undef RAW
#undef BOOL
#undef NUM
#undef STR

int
bh_pb_read(struct bh_str text, struct bh_arena *a, struct bh_pb_file *f,
    struct bh_err *err)
{
	struct bh_str major, rest;

	if (bh_shape_read_text(bh_pb_plain(text, a), a, &document, f,
	    err) == -1)
		return -1;
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
