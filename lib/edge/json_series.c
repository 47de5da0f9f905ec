/* Records of bh-series: series, unjudged. */
#include "edge/json.h"

#include "base/num.h"

/* --- points ------------------------------------------------------------------ */

/* One array of points, before the lengths are compared. */
struct columns {
	struct bh_points p;
	size_t		 nvalue, nlow, nhigh;
	bool		*has_low, *has_high;
	size_t		 ntopo;
};

static void
read_topo(struct bh_tok *t, struct columns *c)
{
	size_t cap = 0;
	long v = 0, last = 0;

	c->ntopo = 0;
	bh_tok_arr(t);
	while (bh_tok_elem(t)) {
		c->p.topo = bh_more(t->arena, c->p.topo, c->ntopo, &cap,
		    sizeof(*c->p.topo));
		if (!bh_tok_long(t, &v))
			return;
		if (v < last || v > INT32_MAX) {
			bh_tok_fail(t, "topo out of order");
			return;
		}
		last = v;
		c->p.topo[c->ntopo++] = (int32_t)v;
	}
}

static void
read_values(struct bh_tok *t, unsigned want, struct columns *c)
{
	size_t cap = 0, tcap = 0;
	struct bh_str s;

	c->nvalue = 0;
	bh_tok_arr(t);
	while (bh_tok_elem(t)) {
		c->p.value = bh_more(t->arena, c->p.value, c->nvalue, &cap,
		    sizeof(*c->p.value));
		if (!bh_tok_num(t, &s))
			return;
		if (!bh_num_read(s, &c->p.value[c->nvalue])) {
			bh_tok_fail(t, "number out of range");
			return;
		}
		if ((want & BH_SERIES_TEXT) != 0) {
			c->p.text = bh_more(t->arena, c->p.text, c->nvalue,
			    &tcap, sizeof(*c->p.text));
			c->p.text[c->nvalue] = s;
		}
		c->nvalue++;
	}
}

static void
read_bounds(struct bh_tok *t, double **v, bool **has, size_t *n)
{
	size_t cap = 0, hcap = 0;

	*n = 0;
	bh_tok_arr(t);
	while (bh_tok_elem(t)) {
		*v = bh_more(t->arena, *v, *n, &cap, sizeof(**v));
		*has = bh_more(t->arena, *has, *n, &hcap, sizeof(**has));
		(*v)[*n] = 0;
		(*has)[*n] = !bh_tok_null(t);
		if ((*has)[*n] && !bh_tok_double(t, &(*v)[*n]))
			return;
		++*n;
	}
}

static void
read_dirty(struct bh_tok *t, long **v, size_t *n)
{
	size_t cap = 0;

	*n = 0;
	bh_tok_arr(t);
	while (bh_tok_elem(t)) {
		*v = bh_more(t->arena, *v, *n, &cap, sizeof(**v));
		if (!bh_tok_long(t, &(*v)[*n]))
			return;
		++*n;
	}
}

/* Put the columns together; every one must have as many entries. */
static void
join(struct bh_tok *t, struct columns *c, const long *dirty, size_t ndirty,
    struct bh_points *p)
{
	size_t n = c->ntopo, i;

	if (!bh_tok_ok(t))
		return;
	if (c->nvalue != n || (c->nlow | c->nhigh) != 0) {
		if (c->nvalue != n || c->nlow != n || c->nhigh != n) {
			bh_tok_fail(t, "columns of points differ in length");
			return;
		}
		c->p.has = bh_calloc(t->arena, n, sizeof(*c->p.has));
		for (i = 0; i < n; i++)
			c->p.has[i] = c->has_low[i] && c->has_high[i];
	}
	if (ndirty > 0)
		c->p.dirty = bh_calloc(t->arena, n, sizeof(*c->p.dirty));
	for (i = 0; i < ndirty; i++) {
		if (dirty[i] < 0 || (size_t)dirty[i] >= n) {
			bh_tok_fail(t, "dirty names no point");
			return;
		}
		c->p.dirty[dirty[i]] = true;
	}
	*p = c->p;
	p->n = n;
}

static void
read_points(struct bh_tok *t, unsigned want, struct bh_points *p,
    long *available)
{
	struct columns c = { 0 };
	struct bh_str key;
	long *dirty = NULL;
	size_t ndirty = 0;

	*available = -1;
	bh_tok_obj(t);
	while (bh_tok_member(t, &key))
		if (bh_str_is(key, "topo"))
			read_topo(t, &c);
		else if (bh_str_is(key, "value"))
			read_values(t, want, &c);
		else if ((want & BH_SERIES_CHART) != 0 &&
		    (bh_str_is(key, "low") || bh_str_is(key, "high")))
			bh_tok_skip(t);
		else if (bh_str_is(key, "low"))
			read_bounds(t, &c.p.low, &c.has_low, &c.nlow);
		else if (bh_str_is(key, "high"))
			read_bounds(t, &c.p.high, &c.has_high, &c.nhigh);
		else if (bh_str_is(key, "dirty"))
			read_dirty(t, &dirty, &ndirty);
		else if (bh_str_is(key, "available"))
			bh_tok_long(t, available);
		else
			bh_tok_skip(t);
	join(t, &c, dirty, ndirty, p);
}

/* --- series ------------------------------------------------------------------- */

static void
read_blessing(struct bh_tok *t, struct bh_series *x)
{
	struct bh_str key;

	if (bh_tok_null(t))
		return;
	bh_tok_obj(t);
	while (bh_tok_member(t, &key))
		if (bh_str_is(key, "commit"))
			bh_tok_str(t, &x->blessed);
		else if (bh_str_is(key, "time"))
			bh_tok_str_null(t, &x->blessed_time);
		else
			bh_tok_skip(t);
}

static void
read_lag(struct bh_tok *t, struct bh_series *x)
{
	struct bh_str key, s;
	int r;

	x->has_lag = true;
	x->lag_reason = BH_LAG_NO_RECENT;
	bh_tok_obj(t);
	while (bh_tok_member(t, &key))
		if (bh_str_is(key, "commits_behind"))
			bh_tok_long(t, &x->lag_behind);
		else if (bh_str_is(key, "reason")) {
			if (bh_tok_str(t, &s) && (r = bh_lag_of(s)) != -1)
				x->lag_reason = (enum bh_lag_reason)r;
		} else
			bh_tok_skip(t);
}

static void
read_reason(struct bh_tok *t, struct bh_series *x)
{
	struct bh_str s;
	int r;

	if (!bh_tok_str(t, &s))
		return;
	if ((r = bh_reason_of(s)) == -1)
		bh_tok_fail(t, "unknown reason");
	else
		x->reason = (enum bh_reason)r;
}

enum { S_N = 1, S_SET = 2, S_ID = 4, S_KIND = 8, S_POINTS = 16, S_ALL = 31,
    S_JUDGED = 32 };

/* Raw series say nothing of it. */
static bool
judged_false(const struct bh_series *x, unsigned have)
{
	return (have & S_JUDGED) != 0 && !x->judged &&
	    x->reason == BH_JUDGED;
}

static unsigned
read_series_member(struct bh_tok *t, struct bh_str key, unsigned want,
    struct bh_series *x)
{
	long v;

	if (bh_str_is(key, "n"))
		return bh_tok_long(t, &x->n) ? S_N : 0;
	if (bh_str_is(key, "set"))
		return bh_tok_str(t, &x->set) ? S_SET : 0;
	if (bh_str_is(key, "id"))
		return bh_json_id(t, &x->id) ? S_ID : 0;
	if (bh_str_is(key, "kind"))
		return bh_json_kind(t, &x->kind) ? S_KIND : 0;
	if (bh_str_is(key, "points")) {
		read_points(t, want, &x->points, &v);
		return S_POINTS;
	}
	if (bh_str_is(key, "base")) {
		read_points(t, want, &x->base, &v);
		x->has_base = true;
		x->base_available = v < 0 ? x->base.n : (size_t)v;
	} else if (bh_str_is(key, "judged"))
		return bh_tok_bool(t, &x->judged) ? S_JUDGED : 0;
	else if (bh_str_is(key, "reason"))
		read_reason(t, x);
	else if (bh_str_is(key, "active")) {
		if (bh_tok_long(t, &v))
			x->active = v < 0 ? 0 : (size_t)v;
	} else if (bh_str_is(key, "blessing"))
		read_blessing(t, x);
	else if (bh_str_is(key, "lag"))
		read_lag(t, x);
	else
		bh_tok_skip(t);
	return 0;
}

int
bh_json_read_series(struct bh_str line, struct bh_arena *a, unsigned want,
    struct bh_series *x, struct bh_err *err)
{
	static const char *const demanded[] = { "n", "set", "id", "kind",
	    "points" };
	unsigned have = 0;
	struct bh_str key;
	struct bh_tok t;
	int i = 0;

	*x = (struct bh_series){ .reason = BH_JUDGED };
	bh_tok_init(&t, line, a);
	bh_tok_obj(&t);
	while (bh_tok_member(&t, &key))
		have |= read_series_member(&t, key, want, x);
	if (!bh_tok_done(&t) || (have & S_ALL) != S_ALL) {
		while (i < 4 && (have >> i & 1) != 0)
			i++;
		return bh_json_bad(&t, "series", demanded[i], err);
	}
	if (judged_false(x, have))
		return bh_fail(err, BH_DATA, "series: not judged, and no "
		    "reason");
	if (x->active > x->points.n)
		return bh_fail(err, BH_DATA, "series: active beyond the points");
	return 0;
}

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

void
bh_json_put_series(struct bh_buf *b, const struct bh_series *x, bool raw)
{
	struct bh_emit e;

	bh_json_series_head(b, x, raw, &e);
	bh_emit_key(&e, "points");
	bh_buf_c(b, '{');
	put_points(b, &x->points);
	bh_buf_c(b, '}');
	if (!raw && x->has_base) {
		bh_emit_key(&e, "base");
		bh_buf_f(b, "{\"available\":%zu,", x->base_available);
		put_points(b, &x->base);
		bh_buf_c(b, '}');
	}
	bh_json_series_tail(b, x, raw, &e);
}

void
bh_json_series_head(struct bh_buf *b, const struct bh_series *x, bool raw,
    struct bh_emit *e)
{
	*e = bh_json_open(b, BH_R_SERIES);
	bh_emit_i(e, "n", x->n);
	bh_emit_s(e, "set", x->set);
	bh_json_emit_id(e, "id", x->id);
	bh_emit_z(e, "kind", bh_kind_name(x->kind));
	bh_emit_z(e, "unit", bh_kind_unit(x->kind));
	if (!raw) {
		bh_emit_b(e, "judged", x->judged);
		if (!x->judged)
			bh_emit_z(e, "reason", bh_reason_name(x->reason));
		bh_emit_i(e, "active", (long)x->active);
	}
	if (x->blessed.p != NULL) {
		bh_emit_open(e, "blessing", '{');
		bh_emit_s(e, "commit", x->blessed);
		bh_emit_s(e, "time", x->blessed_time);
		bh_emit_close(e, '}');
	} else
		bh_emit_null(e, "blessing");
}

void
bh_json_series_tail(struct bh_buf *b, const struct bh_series *x, bool raw,
    struct bh_emit *e)
{
	(void)b;
	if (!raw && x->has_lag) {
		bh_emit_open(e, "lag", '{');
		bh_emit_i(e, "commits_behind", x->lag_behind);
		bh_emit_z(e, "reason", bh_lag_name(x->lag_reason));
		bh_emit_close(e, '}');
	}
	bh_emit_close(e, '}');
}

/* --- unjudged ------------------------------------------------------------------ */

int
bh_json_read_unjudged(struct bh_str line, struct bh_arena *a,
    struct bh_unjudged *x, struct bh_err *err)
{
	struct bh_str key, s;
	int reason = -1;
	struct bh_tok t;

	*x = (struct bh_unjudged){ 0 };
	bh_tok_init(&t, line, a);
	bh_tok_obj(&t);
	while (bh_tok_member(&t, &key))
		if (bh_str_is(key, "set"))
			bh_tok_str(&t, &x->set);
		else if (bh_str_is(key, "id"))
			bh_json_id(&t, &x->id);
		else if (bh_str_is(key, "kind"))
			bh_json_kind(&t, &x->kind);
		else if (bh_str_is(key, "reason")) {
			if (bh_tok_str(&t, &s))
				reason = bh_reason_of(s);
		} else if (bh_str_is(key, "points"))
			bh_tok_long(&t, &x->points);
		else
			bh_tok_skip(&t);
	if (!bh_tok_done(&t) || x->set.p == NULL || x->id.n == 0 ||
	    reason == -1)
		return bh_json_bad(&t, "unjudged", x->set.p == NULL ? "set" :
		    x->id.n == 0 ? "id" : "reason", err);
	x->reason = (enum bh_reason)reason;
	return 0;
}

void
bh_json_put_unjudged(struct bh_buf *b, const struct bh_unjudged *x)
{
	struct bh_emit e = bh_json_open(b, BH_R_UNJUDGED);

	bh_emit_s(&e, "set", x->set);
	bh_json_emit_id(&e, "id", x->id);
	bh_emit_z(&e, "kind", bh_kind_name(x->kind));
	bh_emit_z(&e, "reason", bh_reason_name(x->reason));
	bh_emit_i(&e, "points", x->points);
	bh_emit_close(&e, '}');
}
