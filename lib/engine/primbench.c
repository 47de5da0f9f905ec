#include "engine/primbench.h"

#include <string.h>

#include "edge/git.h"
#include "edge/json_run.h"
#include "engine/spans.h"

void
bh_primbench_free(struct bh_primbench *p)
{
	bh_arena_free(&p->arena);
}

/* --- the commit --------------------------------------------------------- */

static bool
is_hex(struct bh_str s)
{
	size_t i;

	for (i = 0; i < s.n; i++)
		if (!((s.p[i] >= '0' && s.p[i] <= '9') ||
		    (s.p[i] >= 'a' && s.p[i] <= 'f')))
			return false;
	return true;
}

static struct bh_str
lower(struct bh_arena *a, struct bh_str s)
{
	char *p = bh_str_z(a, s);
	size_t i;

	for (i = 0; i < s.n; i++)
		if (p[i] >= 'A' && p[i] <= 'Z')
			p[i] |= 0x20;
	return (struct bh_str){ p, s.n };
}

/* The full id that git gives to name; none where it gives none. */
static int
resolve(struct bh_primbench *p, const char *name, struct bh_str *id,
    struct bh_err *err)
{
	struct bh_err own = BH_ERR_INIT;
	struct bh_buf out = BH_BUF_INIT;
	struct bh_str rev = bh_strf(&p->arena, "%s^{commit}", name);
	const char *args[] = { "rev-parse", "-q", "--verify",
	    "--end-of-options", rev.p, NULL };
	int r = bh_git(p->repo != NULL ? p->repo : ".", BH_STR(""), args,
	    &out, &own);

	*id = r == 0 ? bh_str_dup(&p->arena, bh_str_trim(bh_buf_of(&out))) :
	    BH_STR_NONE;
	bh_buf_free(&out);
	if (r == -1)
		*err = own;
	return r == -1 ? -1 : 0;
}

static int
given(struct bh_primbench *p, struct bh_str *id, struct bh_err *err)
{
	struct bh_str s = lower(&p->arena, bh_str_of(p->commit));

	*id = s;
	if (is_hex(s) && (s.n == 40 || s.n == 64))
		return 0;
	if (resolve(p, p->commit, id, err) == -1)
		return -1;
	return id->p != NULL ? 0 :
	    bh_fail(err, BH_USAGE, "--commit: no such commit: %s", p->commit);
}

/* Results of another checkout than this one are normal where files are
   imported; that they are is worth one line. */
static int
compare_head(struct bh_primbench *p, struct bh_str id, struct bh_take *t,
    struct bh_err *err)
{
	struct bh_str head;

	if (p->told)
		return 0;
	if (resolve(p, "HEAD", &head, err) == -1)
		return -1;
	if (head.p != NULL && !bh_str_eq(head, id)) {
		bh_take_warn(t, "measured at %.*s, HEAD is %.*s", BH_FMT(id),
		    BH_FMT(head));
		p->told = true;
	}
	return 0;
}

/* --commit, else the file's; none: that of the run counts */
static int
commit_of(struct bh_primbench *p, const struct bh_pb_file *f,
    struct bh_take *t, struct bh_str *id, struct bh_err *err)
{
	struct bh_str s = lower(&p->arena, f->commit);

	*id = BH_STR_NONE;
	if (p->commit != NULL)
		return given(p, id, err);
	if (s.n == 0)
		return 0;
	if (!is_hex(s) || s.n < 7 || s.n > 64 || (s.n > 40 && s.n < 64)) {
		bh_take_warn(t, "commit_hash '%.*s' is none, not used",
		    BH_FMT(f->commit));
		return 0;
	}
	*id = s;
	if (s.n < 40) {
		if (resolve(p, s.p, id, err) == -1)
			return -1;
		if (id->p == NULL)
			return bh_fail(err, BH_DATA, "commit_hash %.*s cannot "
			    "be resolved here: --commit is needed", BH_FMT(s));
	}
	return compare_head(p, *id, t, err);
}

/* --- one file after another --------------------------------------------- */

static struct bh_time
observed(const struct bh_pb_file *f, const struct bh_doc *d)
{
	struct bh_time t;

	return f->date.p != NULL && bh_time_read(f->date, &t) ? t : d->mtime;
}

static bool
earlier(struct bh_time a, struct bh_time b)
{
	return a.sec != b.sec ? a.sec < b.sec : a.nsec < b.nsec;
}

static int
differs(const struct bh_primbench *p, const char *what, struct bh_str x,
    struct bh_str y, struct bh_err *err)
{
	if (bh_str_eq(x, y))
		return 0;
	return bh_fail(err, BH_DATA, "%s is %.*s, but %.*s in %.*s", what,
	    BH_FMT(y), BH_FMT(x), BH_FMT(p->first));
}

static bool
same_number(const struct bh_pb_num *a, const struct bh_pb_num *b)
{
	return a->has == b->has && (!a->has || a->v == b->v);
}

static bool
same_protocol(const struct bh_pb_file *a, const struct bh_pb_file *b)
{
	return same_number(&a->size, &b->size) && a->hot == b->hot &&
	    same_number(&a->seed, &b->seed) && a->sync == b->sync &&
	    same_number(&a->min_gpu_ms, &b->min_gpu_ms) &&
	    same_number(&a->min_secs, &b->min_secs) &&
	    same_number(&a->window, &b->window) &&
	    same_number(&a->tolerance, &b->tolerance);
}

static int
same_run(struct bh_primbench *p, const struct bh_pb_file *f,
    struct bh_str id, struct bh_take *t, struct bh_err *err)
{
	if (differs(p, "gpu.name", p->f.gpu_name, f->gpu_name, err) == -1 ||
	    differs(p, "gpu.arch", p->f.gpu_arch, f->gpu_arch, err) == -1 ||
	    differs(p, "backend.name", p->f.backend, f->backend, err) == -1 ||
	    differs(p, "commit", p->id, id, err) == -1)
		return -1;
	if (!same_protocol(&p->f, f))
		bh_take_warn(t, "other settings than in %.*s",
		    BH_FMT(p->first));
	return 0;
}

/*
 * The first file again, from text that stays.  Text that was read once is
 * read again without a failure.
 */
static int
remember(struct bh_primbench *p, const struct bh_doc *d, struct bh_str id,
    struct bh_err *err)
{
	struct bh_str text = bh_str_dup(&p->arena, d->text[0]);

	if (bh_pb_read(text, &p->arena, &p->f, err) == -1)
		return -1;
	p->first = bh_str_dup(&p->arena, d->where);
	p->id = id;
	p->observed = observed(&p->f, d);
	p->any = true;
	return 0;
}

static bool
measures_nothing(const struct bh_pb_file *f, struct bh_arena *a)
{
	struct bh_tok t;

	bh_tok_init(&t, f->specializations, a);
	return f->dry == BH_PB_TRUE ||
	    (bh_tok_arr(&t) && !bh_tok_elem(&t) && bh_tok_ok(&t));
}

/* --csv-out writes names and throughputs, and neither where nor of what. */
static bool
is_csv(struct bh_str text)
{
	struct bh_str line;

	text = bh_str_trim(text);
	bh_str_cut(&text, '\n', &line);
	return line.n > 0 && line.p[0] != '{' &&
	    memchr(line.p, ',', line.n) != NULL;
}

static int
debug_build(struct bh_primbench *p, const struct bh_pb_file *f,
    struct bh_take *t, struct bh_err *err)
{
	if (!bh_str_is(f->build, "debug"))
		return 0;
	if (p->reject_debug)
		return bh_fail(err, BH_DATA, "debug build");
	bh_take_warn(t, "debug build");
	p->debug = true;
	return 0;
}

static int
parse(void *ctx, const struct bh_doc *d, struct bh_take *t,
    struct bh_err *err)
{
	struct bh_primbench *p = ctx;
	struct bh_pb_file f;
	struct bh_str id;

	if (is_csv(d->text[0]))
		return bh_fail(err, BH_DATA, "a CSV has neither identity nor "
		    "context: the JSON file is needed");
	if (bh_pb_read(d->text[0], d->scratch, &f, err) == -1)
		return -1;
	if (measures_nothing(&f, d->scratch)) {
		bh_take_note(t, "nothing measured");
		return 0;
	}
	if (commit_of(p, &f, t, &id, err) == -1 ||
	    (p->any && same_run(p, &f, id, t, err) == -1) ||
	    bh_pb_specializations(&f, p->mean, d->scratch, t, err) == -1 ||
	    debug_build(p, &f, t, err) == -1)
		return -1;
	if (!p->any)
		return remember(p, d, id, err);
	if (earlier(observed(&f, d), p->observed))
		p->observed = observed(&f, d);
	return 0;
}

/* --- the context -------------------------------------------------------- */

static void
put_git(const struct bh_primbench *p, struct bh_emit *e)
{
	struct bh_str branch = p->f.branch;

	if (p->id.p == NULL && !p->dirty)
		return;
	if (p->commit != NULL || branch.n == 0 ||
	    bh_str_is(branch, "DETACHED") || bh_str_is(branch, "HEAD"))
		branch = BH_STR_NONE;
	bh_emit_open(e, "git", '{');
	if (p->id.p != NULL) {
		bh_emit_s(e, "commit", p->id);
		bh_emit_s(e, "branch", branch);
	}
	bh_emit_b(e, "dirty", p->dirty);
	bh_emit_close(e, '}');
}

static void
put_toolchain(const struct bh_primbench *p, struct bh_emit *e)
{
	bh_emit_open(e, "toolchain", '{');
	if (p->triple != NULL)
		bh_emit_z(e, "target_triple", p->triple);
	bh_emit_null(e, "rustc_version");
	if (p->f.compiler_name.p != NULL) {
		bh_emit_open(e, "compiler", '{');
		bh_emit_s(e, "name", p->f.compiler_name);
		bh_emit_s(e, "version", p->f.compiler_version);
		bh_emit_close(e, '}');
	}
	bh_emit_close(e, '}');
}

static void
put_string(struct bh_emit *e, const char *key, struct bh_str s)
{
	if (s.p != NULL)
		bh_emit_s(e, key, s);
}

static void
put_number(struct bh_emit *e, const char *key, const struct bh_pb_num *x)
{
	if (x->has)
		bh_emit_t(e, key, x->text);
}

static void
put_bool(struct bh_emit *e, const char *key, enum bh_pb_bool b)
{
	if (b != BH_PB_ABSENT)
		bh_emit_b(e, key, b == BH_PB_TRUE);
}

static void
put_accelerator(const struct bh_pb_file *f, struct bh_emit *e)
{
	bh_emit_open(e, "accelerator", '{');
	put_string(e, "name", f->gpu_name);
	put_string(e, "arch", f->gpu_arch);
	put_string(e, "pci_bus_id", f->gpu_bus);
	put_string(e, "backend", f->backend);
	put_string(e, "runtime_version", f->runtime);
	put_string(e, "driver_version", f->driver);
	bh_emit_close(e, '}');
}

static void
put_protocol(const struct bh_pb_file *f, struct bh_emit *e)
{
	bh_emit_open(e, "protocol", '{');
	put_number(e, "size", &f->size);
	put_bool(e, "hot", f->hot);
	put_number(e, "seed", &f->seed);
	put_bool(e, "sync", f->sync);
	put_number(e, "min_gpu_ms_per_batch", &f->min_gpu_ms);
	put_number(e, "min_secs", &f->min_secs);
	put_number(e, "batch_window_size", &f->window);
	put_number(e, "noise_tolerance_percent", &f->tolerance);
	if (f->custom.p != NULL)
		bh_json_emit_text(e, "custom_settings", f->custom);
	bh_emit_close(e, '}');
}

static void
context(void *ctx, struct bh_buf *b)
{
	struct bh_primbench *p = ctx;
	struct bh_emit e = { .b = b };
	char when[BH_TIME_TEXT];

	if (!p->any)
		return;
	bh_time_print(p->observed, when);
	bh_emit_open(&e, NULL, '{');
	bh_emit_z(&e, "observed_at", when);
	put_git(p, &e);
	put_toolchain(p, &e);
	put_accelerator(&p->f, &e);
	put_protocol(&p->f, &e);
	if (p->debug) {
		bh_emit_open(&e, "flags", '[');
		bh_emit_z(&e, NULL, "debug_build");
		bh_emit_close(&e, ']');
	}
	bh_emit_close(&e, '}');
}

static const struct bh_tree_dir dirs[] = {
	{ "primbench", false, bh_spans_want },
	{ NULL, false, NULL }
};

const struct bh_engine_reader bh_primbench_reader = {
	.engine = BH_PRIMBENCH,
	.dirs = dirs,
	.max = BH_DOC_MAX,
	.parse = parse,
	.context = context
};
