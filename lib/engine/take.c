#include "engine/take.h"

#include <stdarg.h>

#include "base/num.h"

bool
bh_opt_read(struct bh_tok *t, struct bh_opt *x)
{
	*x = BH_OPT_NONE;
	if (bh_tok_null(t))
		return true;
	x->has = bh_tok_double(t, &x->v);
	return x->has;
}

struct bh_str
bh_num_text(struct bh_arena *a, double v)
{
	char buf[BH_NUM_TEXT];
	size_t n = bh_num_print(v, buf);

	return bh_str_dup(a, (struct bh_str){ buf, n });
}

struct bh_result *
bh_take_result(struct bh_take *t, size_t nseg)
{
	struct bh_taken *x;

	t->v = bh_more(t->a, t->v, t->n, &t->cap, sizeof(*t->v));
	x = &t->v[t->n++];
	*x = (struct bh_taken){ .where = BH_STR_NONE };
	x->result.id.seg = bh_calloc(t->a, nseg, sizeof(struct bh_str));
	x->result.metric = bh_calloc(t->a, BH_TAKE_METRICS,
	    sizeof(struct bh_metric));
	return &x->result;
}

void
bh_take_segment(struct bh_take *t, struct bh_result *r, struct bh_str s)
{
	if (s.n > 0)
		r->id.seg[r->id.n++] = bh_str_dup(t->a, s);
}

struct bh_metric *
bh_take_metric(struct bh_take *t, struct bh_result *r, enum bh_kind kind,
    double value, const char *estimator)
{
	struct bh_metric *m = &r->metric[r->nmetric++];

	m->kind = bh_str_of(bh_kind_name(kind));
	m->value = bh_num_text(t->a, value);
	m->estimator = bh_str_of(estimator);
	return m;
}

void
bh_take_std_dev(struct bh_take *t, struct bh_metric *m, struct bh_opt sd)
{
	if (sd.has)
		m->std_dev = bh_num_text(t->a, sd.v);
}

void
bh_take_interval(struct bh_take *t, struct bh_metric *m, struct bh_opt low,
    struct bh_opt high)
{
	if (!low.has || !high.has)
		return;
	if (low.v > high.v) {
		bh_take_warn(t, "%.*s: interval upside down, left out",
		    BH_FMT(m->kind));
		return;
	}
	m->low = bh_num_text(t->a, low.v);
	m->high = bh_num_text(t->a, high.v);
}

static void
say(struct bh_take *t, bool warn, const char *fmt, va_list ap)
{
	t->say = bh_more(t->a, t->say, t->nsay, &t->saycap, sizeof(*t->say));
	t->say[t->nsay++] = (struct bh_say){ warn,
	    bh_vstrf(t->a, fmt, ap) };
}

void
bh_take_warn(struct bh_take *t, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say(t, true, fmt, ap);
	va_end(ap);
}

void
bh_take_note(struct bh_take *t, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say(t, false, fmt, ap);
	va_end(ap);
}
