/* Records of bh-series: series, unjudged. */
#include "edge/json_record.h"

#include "base/num.h"

/* --- columns of points ------------------------------------------------------- */

struct bounds {
	double		*v;
	bool		*has;
	size_t		 n;
};

/* The arrays of points, before their lengths are compared. */
struct columns {
	unsigned	 want;
	struct bh_points p;
	size_t		 ntopo, nvalue;
	struct bounds	 low, high;
	long		*dirty;
	size_t		 ndirty;
	long		 available;	/* -1: absent */
};

static bool
read_topo(struct bh_tok *t, void *at)
{
	struct columns *c = at;
	size_t cap = 0;
	long v = 0, last = 0;

	c->ntopo = 0;
	bh_tok_arr(t);
	while (bh_tok_elem(t)) {
		c->p.topo = bh_more(t->arena, c->p.topo, c->ntopo, &cap,
		    sizeof(*c->p.topo));
		if (!bh_tok_long(t, &v))
			return false;
		if (v < last || v > INT32_MAX)
			return bh_tok_fail(t, "topo out of order");
		last = v;
		c->p.topo[c->ntopo++] = (int32_t)v;
	}
	return bh_tok_ok(t);
}

static bool
read_values(struct bh_tok *t, void *at)
{
	struct columns *c = at;
	size_t cap = 0, tcap = 0;
	struct bh_str s;

	c->nvalue = 0;
	bh_tok_arr(t);
	while (bh_tok_elem(t)) {
		c->p.value = bh_more(t->arena, c->p.value, c->nvalue, &cap,
		    sizeof(*c->p.value));
		if (!bh_tok_num(t, &s))
			return false;
		if (!bh_num_read(s, &c->p.value[c->nvalue]))
			return bh_tok_fail(t, "number out of range");
		if ((c->want & BH_SERIES_TEXT) != 0) {
			c->p.text = bh_more(t->arena, c->p.text, c->nvalue,
			    &tcap, sizeof(*c->p.text));
			c->p.text[c->nvalue] = s;
		}
		c->nvalue++;
	}
	return bh_tok_ok(t);
}

static bool
read_bounds(struct bh_tok *t, unsigned want, struct bounds *x)
{
	size_t cap = 0, hcap = 0;

	if ((want & BH_SERIES_CHART) != 0)
		return bh_tok_skip(t);
	x->n = 0;
	bh_tok_arr(t);
	while (bh_tok_elem(t)) {
		x->v = bh_more(t->arena, x->v, x->n, &cap, sizeof(*x->v));
		x->has = bh_more(t->arena, x->has, x->n, &hcap,
		    sizeof(*x->has));
		x->v[x->n] = 0;
		x->has[x->n] = !bh_tok_null(t);
		if (x->has[x->n] && !bh_tok_double(t, &x->v[x->n]))
			return false;
		x->n++;
	}
	return bh_tok_ok(t);
}

static bool
read_low(struct bh_tok *t, void *at)
{
	struct columns *c = at;

	return read_bounds(t, c->want, &c->low);
}

static bool
read_high(struct bh_tok *t, void *at)
{
	struct columns *c = at;

	return read_bounds(t, c->want, &c->high);
}

static bool
read_dirty(struct bh_tok *t, void *at)
{
	struct columns *c = at;
	size_t cap = 0;

	c->ndirty = 0;
	bh_tok_arr(t);
	while (bh_tok_elem(t)) {
		c->dirty = bh_more(t->arena, c->dirty, c->ndirty, &cap,
		    sizeof(*c->dirty));
		if (!bh_tok_long(t, &c->dirty[c->ndirty]))
			return false;
		c->ndirty++;
	}
	return bh_tok_ok(t);
}

static const struct bh_own topo = { read_topo, NULL };
static const struct bh_own value = { read_values, NULL };
static const struct bh_own low = { read_low, NULL };
static const struct bh_own high = { read_high, NULL };
static const struct bh_own dirty = { read_dirty, NULL };

/* read alone: a table has no place for numbers carried as text */
static const struct bh_member point_members[] = {
	BH_M0("available", LONG, 0,
	    .at = offsetof(struct columns, available)),
	BH_M0("topo", OWN, 0, .by = &topo),
	BH_M0("value", OWN, 0, .by = &value),
	BH_M0("low", OWN, 0, .by = &low),
	BH_M0("high", OWN, 0, .by = &high),
	BH_M0("dirty", OWN, 0, .by = &dirty),
};
static const struct bh_shape columns = BH_SHAPE(struct columns, "points",
    point_members);

/* Put the columns together; every one must have as many entries. */
static bool
join(struct bh_tok *t, struct columns *c, struct bh_points *p)
{
	size_t n = c->ntopo, i;

	if (c->nvalue != n || (c->low.n | c->high.n) != 0) {
		if (c->nvalue != n || c->low.n != n || c->high.n != n)
			return bh_tok_fail(t,
			    "columns of points differ in length");
		c->p.low = c->low.v;
		c->p.high = c->high.v;
		c->p.has = bh_calloc(t->arena, n, sizeof(*c->p.has));
		for (i = 0; i < n; i++)
			c->p.has[i] = c->low.has[i] && c->high.has[i];
	}
	if (c->ndirty > 0)
		c->p.dirty = bh_calloc(t->arena, n, sizeof(*c->p.dirty));
	for (i = 0; i < c->ndirty; i++) {
		if (c->dirty[i] < 0 || (size_t)c->dirty[i] >= n)
			return bh_tok_fail(t, "dirty names no point");
		c->p.dirty[c->dirty[i]] = true;
	}
	*p = c->p;
	p->n = n;
	return true;
}

static bool
read_points(struct bh_tok *t, unsigned want, struct bh_points *p,
    long *available)
{
	struct columns c = { .want = want, .available = -1 };

	if (!bh_shape_read(t, &columns, &c))
		return false;
	*available = c.available;
	return join(t, &c, p);
}

/* --- written ------------------------------------------------------------------ */

static void
put_bounds(struct bh_buf *b, const char *name, const struct bh_points *p,
    const double *v)
{
	size_t i;

	bh_buf_f(b, ",\"%s\":[", name);
	for (i = 0; i < p->n; i++) {
		if (i > 0)
			bh_buf_c(b, ',');
		if (p->has[i])
			bh_emit_num(b, v[i]);
		else
			bh_buf_z(b, "null");
	}
	bh_buf_c(b, ']');
}

/* From "topo" to "dirty", without the braces. */
static void
put_points(struct bh_buf *b, const struct bh_points *p)
{
	const char *sep = "";
	size_t i;

	bh_buf_z(b, "\"topo\":[");
	for (i = 0; i < p->n; i++) {
		if (i > 0)
			bh_buf_c(b, ',');
		bh_emit_long(b, p->topo[i]);
	}
	bh_buf_z(b, "],\"value\":[");
	for (i = 0; i < p->n; i++) {
		if (i > 0)
			bh_buf_c(b, ',');
		if (p->text != NULL)
			bh_buf_str(b, p->text[i]);
		else
			bh_emit_num(b, p->value[i]);
	}
	bh_buf_c(b, ']');
	if (p->has != NULL) {
		put_bounds(b, "low", p, p->low);
		put_bounds(b, "high", p, p->high);
	}
	if (p->dirty == NULL)
		return;
	bh_buf_z(b, ",\"dirty\":[");
	for (i = 0; i < p->n; i++)
		if (p->dirty[i]) {
			bh_buf_z(b, sep);
			bh_emit_long(b, (long)i);
			sep = ",";
		}
	bh_buf_c(b, ']');
}

/* --- series ------------------------------------------------------------------- */

/* A series while it is read or written. */
struct one {
	struct bh_series x;
	unsigned	 want;
	bool		 judging;	/* judged, active: not of raw series */
	bool		 has_reason;
	bool		 has_blessing;
};

static bool
read_series_points(struct bh_tok *t, void *at)
{
	struct one *o = at;
	long available;

	return read_points(t, o->want, &o->x.points, &available);
}

static bool
read_base(struct bh_tok *t, void *at)
{
	struct one *o = at;
	struct bh_series *x = &o->x;
	long available;

	if (!read_points(t, o->want, &x->base, &available))
		return false;
	x->base_available = available < 0 ? x->base.n : (size_t)available;
	return true;
}

static bool
read_active(struct bh_tok *t, void *at)
{
	long v;

	if (!bh_tok_long(t, &v))
		return false;
	*(size_t *)at = v < 0 ? 0 : (size_t)v;
	return true;
}

static void
put_active(struct bh_emit *e, const char *key, const void *at)
{
	bh_emit_i(e, key, (long)*(const size_t *)at);
}

static void
put_series_points(struct bh_emit *e, const char *key, const void *at)
{
	const struct one *o = at;

	bh_emit_key(e, key);
	bh_buf_c(e->b, '{');
	put_points(e->b, &o->x.points);
	bh_buf_c(e->b, '}');
}

static void
put_base(struct bh_emit *e, const char *key, const void *at)
{
	const struct one *o = at;

	bh_emit_key(e, key);
	bh_buf_f(e->b, "{\"available\":%zu,", o->x.base_available);
	put_points(e->b, &o->x.base);
	bh_buf_c(e->b, '}');
}

static const struct bh_own active = { read_active, put_active };
static const struct bh_own points = { read_series_points, put_series_points };
static const struct bh_own base = { read_base, put_base };

#define M(...)	BH_M(struct one, __VA_ARGS__)
#define HAS(field)	.has = offsetof(struct one, field)
static const struct bh_member blessing_members[] = {
	M("commit", STR, BH_NULL, x.blessed),
	M("time", STR, BH_NULL, x.blessed_time),
};
static const struct bh_shape blessing = BH_SHAPE(struct one, "blessing",
    blessing_members);

static const struct bh_member lag_members[] = {
	M("commits_behind", LONG, 0, x.lag_behind),
	M("reason", NAME, 0, x.lag_reason, .by = &bh_lag_names),
};
static const struct bh_shape lag = BH_SHAPE(struct one, "lag", lag_members);

enum { POINTS = 9, TAIL = POINTS + 2 };

static const struct bh_member series_members[] = {
	M("n", LONG, BH_MUST, x.n),
	M("set", STR, BH_MUST, x.set),
	M("id", OWN, BH_MUST, x.id, .by = &bh_json_segments),
	M("kind", NAME, BH_MUST, x.kind, .by = &bh_kind_names),
	M("unit", OWN, 0, x.kind, .by = &bh_json_unit),
	M("judged", BOOL, BH_HAS, x.judged, HAS(judging)),
	M("reason", NAME, BH_HAS, x.reason, .by = &bh_reason_names,
	    HAS(has_reason)),
	M("active", OWN, BH_IF, x.active, .by = &active, HAS(judging)),
	BH_M0("blessing", OBJECT, BH_NULL | BH_HAS, .by = &blessing,
	    HAS(has_blessing)),
	[POINTS] = BH_M0("points", OWN, BH_MUST, .by = &points),
	BH_M0("base", OWN, BH_HAS, .by = &base, HAS(x.has_base)),
	[TAIL] = BH_M0("lag", OBJECT, BH_HAS, .by = &lag, HAS(x.has_lag)),
};
#undef HAS
#undef M

static const struct bh_shape series = BH_SHAPE(struct one, "series",
    series_members);
static const struct bh_shape head = { .member = series_members, .n = POINTS };
static const struct bh_shape tail = { .member = &series_members[TAIL],
    .n = 1 };

int
bh_json_read_series(struct bh_str line, struct bh_arena *a, unsigned want,
    struct bh_series *x, struct bh_err *err)
{
	struct one o = { .x = { .reason = BH_JUDGED,
	    .lag_reason = BH_LAG_NO_RECENT }, .want = want };
	struct bh_tok t;

	bh_tok_init(&t, line, a);
	if (bh_shape_read_whole(&t, &series, &o, err) == -1)
		return -1;
	*x = o.x;
	if (o.judging && !x->judged && x->reason == BH_JUDGED)
		return bh_fail(err, BH_DATA, "series: not judged, and no "
		    "reason");
	if (x->active > x->points.n)
		return bh_fail(err, BH_DATA, "series: active beyond the points");
	return 0;
}

static struct one
written(const struct bh_series *x, bool raw)
{
	struct one o = { .x = *x, .judging = !raw,
	    .has_reason = !raw && !x->judged,
	    .has_blessing = x->blessed.p != NULL };

	o.x.has_base &= !raw;
	o.x.has_lag &= !raw;
	return o;
}

void
bh_json_put_series(struct bh_buf *b, const struct bh_series *x, bool raw)
{
	struct bh_emit e = bh_json_open(b, BH_R_SERIES);
	struct one o = written(x, raw);

	bh_shape_put(&e, &series, &o);
	bh_emit_close(&e, '}');
}

void
bh_json_series_head(struct bh_buf *b, const struct bh_series *x, bool raw,
    struct bh_emit *e)
{
	struct one o = written(x, raw);

	*e = bh_json_open(b, BH_R_SERIES);
	bh_shape_put(e, &head, &o);
}

void
bh_json_series_tail(const struct bh_series *x, bool raw, struct bh_emit *e)
{
	struct one o = written(x, raw);

	bh_shape_put(e, &tail, &o);
	bh_emit_close(e, '}');
}

/* --- unjudged ------------------------------------------------------------------ */

#define M(...)	BH_M(struct bh_unjudged, __VA_ARGS__)
static const struct bh_member unjudged_members[] = {
	M("set", STR, BH_MUST, set),
	M("id", OWN, BH_MUST, id, .by = &bh_json_segments),
	M("kind", NAME, 0, kind, .by = &bh_kind_names),
	M("reason", NAME, BH_MUST, reason, .by = &bh_reason_names),
	M("points", LONG, 0, points),
};
static const struct bh_shape unjudged = BH_SHAPE(struct bh_unjudged,
    "unjudged", unjudged_members);
#undef M

BH_JSON_RECORD(unjudged, bh_unjudged, BH_R_UNJUDGED)
