#include "engine/primbench.h"

#include <math.h>

#include "edge/json_run.h"

enum { WINDOW = 10, SEGMENTS = 3 };	/* the producer's default window */

struct spec {
	struct bh_str	 name, meta, gpu_temp, batches;	/* last 3: JSON */
	struct bh_str	 algo, lvl;
	struct bh_pb_num rate, items, noise, gpu_secs;
	struct bh_pb_num per_batch, nbatches, ncalls;
	enum bh_pb_bool	 noise_timeout;
};

struct batch {
	struct bh_pb_num ms;
	struct bh_str	 iterations;	/* JSON text, or none */
};

#define STR(...)	BH_PB_STR(struct spec, __VA_ARGS__)
#define NUM(...)	BH_PB_NUM(struct spec, __VA_ARGS__)
#define RAW(...)	BH_PB_RAW(struct spec, __VA_ARGS__)

static const struct bh_member elapsed_members[] = {
	NUM("gpu", gpu_secs),
};
static const struct bh_shape elapsed = BH_SHAPE(struct spec, "elapsed_secs",
    elapsed_members);

static const struct bh_member calls_members[] = {
	NUM("kernel_calls_per_batch", per_batch),
	NUM("batches", nbatches),
	NUM("kernel_calls", ncalls),
};
static const struct bh_shape calls = BH_SHAPE(struct spec, "calls",
    calls_members);

static const struct bh_member spec_members[] = {
	STR("name", name),
	NUM("items_per_second", rate),
	NUM("items", items),
	BH_PB_BOOL(struct spec, "noise_timeout", noise_timeout),
	NUM("noise_percent", noise),
	RAW("meta", meta),
	BH_PB_OBJ("elapsed_secs", &elapsed),
	RAW("gpu_temp_celsius", gpu_temp),
	BH_PB_OBJ("calls", &calls),
	RAW("batches", batches),
};
static const struct bh_shape spec = BH_SHAPE(struct spec, "specialization",
    spec_members);

static const struct bh_member meta_members[] = {
	STR("algo", algo),
	RAW("lvl", lvl),
};
static const struct bh_shape meta = BH_SHAPE(struct spec, "meta",
    meta_members);

static const struct bh_member batch_members[] = {
	BH_PB_NUM(struct batch, "batch_ms", ms),
	BH_PB_RAW(struct batch, "iterations_ms", iterations),
};
static const struct bh_shape batch = BH_SHAPE(struct batch, "batch",
    batch_members);

#undef RAW
#undef NUM
#undef STR

/* Hill's expansion (CACM 13 (1970) 617), tabled where it is too coarse. */
double
bh_pb_t975(long df)
{
	static const double few[] = {
		12.706204736, 4.302652730, 3.182446305, 2.776445105,
		2.570581836, 2.446911851, 2.364624252, 2.306004135,
		2.262157163
	};
	const double z = 1.959963984540054, z3 = z * z * z, n = (double)df;

	if (df <= (long)(sizeof(few) / sizeof(few[0])))
		return few[df < 1 ? 0 : df - 1];
	return z + (z3 + z) / (4 * n) +
	    (5 * z3 * z * z + 16 * z3 + 3 * z) / (96 * n * n);
}

/* --- identity ----------------------------------------------------------- */

static int
read_meta(struct spec *s, struct bh_arena *a, struct bh_err *err)
{
	struct bh_str lvl;
	struct bh_tok t;

	if (s->meta.p == NULL)
		return 0;
	bh_tok_init(&t, s->meta, a);
	if (!bh_shape_read(&t, &meta, s))
		return bh_fail(err, BH_DATA, "meta: %s", t.why);
	lvl = s->lvl;
	s->lvl = BH_STR_NONE;
	bh_tok_init(&t, lvl, a);
	if (lvl.p != NULL && bh_tok_peek(&t) == BH_TOK_STRING)
		bh_tok_str(&t, &s->lvl);
	return 0;
}

static int
identity(const struct bh_pb_file *f, const struct spec *s,
    struct bh_arena *a, struct bh_take *t, struct bh_result *r,
    struct bh_err *err)
{
	struct bh_str algo = s->algo.n > 0 ? s->algo : f->algorithm;
	struct bh_str name = bh_pb_name(s->meta, a);

	if (algo.n == 0)
		return bh_fail(err, BH_DATA, "neither meta.algo nor "
		    "context.general.algorithm");
	if (s->algo.n > 0 && f->algorithm.n > 0 &&
	    !bh_str_eq(s->algo, f->algorithm))
		bh_take_warn(t, "meta.algo is %.*s, the file's algorithm %.*s",
		    BH_FMT(s->algo), BH_FMT(f->algorithm));
	if (s->name.p != NULL && !bh_str_eq(s->name, name))
		bh_take_note(t, "name '%.*s', its meta gives '%.*s'",
		    BH_FMT(s->name), BH_FMT(name));
	bh_take_segment(t, r, algo);
	bh_take_segment(t, r, s->lvl);
	bh_take_segment(t, r, s->name.p != NULL ? s->name : name);
	return 0;
}

/* --- the metric --------------------------------------------------------- */

static bool
positive(const struct bh_pb_num *x)
{
	return x->has && x->v > 0;
}

/* ns per call over all batches; 0: not known */
static double
mean_of(const struct spec *s)
{
	return positive(&s->gpu_secs) && positive(&s->ncalls) ?
	    s->gpu_secs.v / s->ncalls.v * 1e9 : 0;
}

static size_t
count(struct bh_str array, struct bh_arena *a)
{
	struct bh_tok t;
	size_t n = 0;

	bh_tok_init(&t, array, a);
	if (array.p == NULL || !bh_tok_arr(&t))
		return 0;
	for (; bh_tok_elem(&t) && bh_tok_skip(&t); n++)
		;
	return n;
}

/* ns per call of each batch; n is 0 where one of them has no time */
static int
batch_times(const struct spec *s, struct bh_arena *a, double **x, size_t *n,
    struct bh_err *err)
{
	size_t cap = 0, k;
	struct batch b;
	struct bh_tok t;
	double per;
	bool bad = false;

	*n = 0;
	*x = NULL;
	if (s->batches.p == NULL)
		return 0;
	bh_tok_init(&t, s->batches, a);
	bh_tok_arr(&t);
	while (bh_tok_elem(&t)) {
		b = (struct batch){ .iterations = BH_STR_NONE };
		if (!bh_shape_read(&t, &batch, &b))
			break;
		k = count(b.iterations, a);
		per = k > 0 ? (double)k : positive(&s->per_batch) ?
		    s->per_batch.v : 0;
		bad = bad || !b.ms.has || per == 0;
		*x = bh_more(a, *x, *n, &cap, sizeof(**x));
		(*x)[(*n)++] = bad ? 0 : b.ms.v * 1e6 / per;
	}
	if (!bh_tok_ok(&t))
		return bh_fail(err, BH_DATA, "batches: %s", t.why);
	if (bad)
		*n = 0;
	return 0;
}

static int
interval(const struct bh_pb_file *f, const struct spec *s, double value,
    struct bh_arena *a, struct bh_take *t, struct bh_metric *m,
    struct bh_err *err)
{
	double *x, mean = 0, ss = 0, h, low, high;
	size_t n, i, w = WINDOW;

	if (batch_times(s, a, &x, &n, err) == -1)
		return -1;
	if (s->batches.p != NULL && s->nbatches.has &&
	    (double)n < s->nbatches.v)
		bh_take_warn(t, "%zu batches of %.*s are there", n,
		    BH_FMT(s->nbatches.text));
	if (positive(&f->window))
		w = f->window.v < (double)n ? (size_t)f->window.v : n;
	if (w > n)
		w = n;
	if (w < 2)
		return 0;
	for (i = n - w; i < n; i++)
		mean += x[i] / (double)w;
	for (i = n - w; i < n; i++)
		ss += (x[i] - mean) * (x[i] - mean);
	h = bh_pb_t975((long)w - 1) * sqrt(ss / (double)(w - 1)) /
	    sqrt((double)w);
	low = fmin(value, fmax(0, mean - h));
	high = fmax(value, mean + h);
	if (isfinite(low) && isfinite(high))
		bh_take_interval(t, m, (struct bh_opt){ true, low },
		    (struct bh_opt){ true, high });
	return 0;
}

static bool
mismatch(const struct spec *s, double value)
{
	double m = mean_of(s), noise = s->noise.has ? s->noise.v : 0;

	return m > 0 && fabs(value - m) / m > fmax(0.01, 0.05 * noise);
}

static void
flags(const struct spec *s, double value, struct bh_take *t,
    struct bh_result *r)
{
	bool timeout = s->noise_timeout == BH_PB_TRUE;
	bool bad = mismatch(s, value);

	if (bad)
		bh_take_warn(t, "throughput and elapsed time disagree");
	if (timeout || bad)
		r->flags = bh_strf(t->a, "[%s%s%s]",
		    timeout ? "\"noise_timeout\"" : "",
		    timeout && bad ? "," : "",
		    bad ? "\"elapsed_mismatch\"" : "");
}

static void
extra(const struct spec *s, struct bh_take *t, struct bh_result *r)
{
	struct bh_buf b = BH_BUF_INIT;
	struct bh_emit e = { .b = &b };

	bh_emit_open(&e, NULL, '{');
	if (s->noise.has)
		bh_emit_t(&e, "noise_percent", s->noise.text);
	if (s->nbatches.has)
		bh_emit_t(&e, "batches", s->nbatches.text);
	if (s->ncalls.has)
		bh_emit_t(&e, "kernel_calls", s->ncalls.text);
	if (s->gpu_temp.p != NULL)
		bh_json_emit_text(&e, "gpu_temp_celsius", s->gpu_temp);
	bh_emit_close(&e, '}');
	if (b.n > 2)
		r->extra = bh_str_dup(t->a, bh_buf_of(&b));
	bh_buf_free(&b);
}

static int
one(const struct bh_pb_file *f, const struct spec *s, bool mean,
    struct bh_arena *a, struct bh_take *t, struct bh_err *err)
{
	double value;
	struct bh_result *r;
	struct bh_metric *m;

	value = mean ? mean_of(s) : s->items.v / s->rate.v * 1e9;
	if (!positive(&s->items) || !positive(&s->rate) ||
	    !isfinite(value) || value <= 0) {
		bh_take_warn(t, "%.*s: no throughput, left out",
		    BH_FMT(s->name));
		return 0;
	}
	r = bh_take_result(t, SEGMENTS);
	if (identity(f, s, a, t, r, err) == -1)
		return -1;
	m = bh_take_metric(t, r, BH_GPU_TIME, value,
	    mean ? "batch_mean" : "throughput");
	if (s->noise.has && s->noise.v >= 0 && s->nbatches.has &&
	    s->nbatches.v >= 2 && isfinite(value * s->noise.v))
		bh_take_std_dev(t, m, (struct bh_opt){ true,
		    value * s->noise.v / 100 });
	flags(s, value, t, r);
	extra(s, t, r);
	return interval(f, s, value, a, t, m, err);
}

int
bh_pb_specializations(const struct bh_pb_file *f, bool mean,
    struct bh_arena *scratch, struct bh_take *t, struct bh_err *err)
{
	struct spec s;
	struct bh_tok tok;
	size_t n = 0;

	bh_tok_init(&tok, f->specializations, scratch);
	bh_tok_arr(&tok);
	for (; bh_tok_elem(&tok); n++) {
		s = (struct spec){ .name = BH_STR_NONE };
		if (!bh_shape_read(&tok, &spec, &s))
			break;
		if (read_meta(&s, scratch, err) == -1 ||
		    one(f, &s, mean, scratch, t, err) == -1)
			return bh_err_at(err, "specialization %zu", n);
	}
	return bh_tok_ok(&tok) ? 0 : bh_fail(err, BH_DATA,
	    "specialization %zu: %s", n, tok.why);
}
