#include "edge/series_put.h"

#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "edge/json.h"
#include "io/par.h"

/* A thread's records and points between two writes: text of some 1 MB. */
enum { BATCH = 64, BATCH_POINTS = 16384 };

/* Where a thread sorts one series out. */
struct scratch {
	struct bh_obs	*tmp, *points, *base;
	size_t		 cap;
};

struct job {
	const struct bh_series_put	*p;
	const struct bh_slot		*slot;	/* of this batch */
	struct bh_buf			*text;
	struct scratch			*scratch;
};

/* --- columns --------------------------------------------------------------------- */

/* Room for n integers or texts of a column is made at once. */
static void
topo_column(struct bh_buf *b, const struct bh_place *place,
    const struct bh_obs *o, size_t n, bool base)
{
	size_t i;

	bh_buf_room(b, n * 11 + 16);
	bh_buf_z(b, "\"topo\":[");
	for (i = 0; i < n; i++) {
		if (i > 0)
			b->p[b->n++] = ',';
		bh_emit_long(b, base ? place[o[i].rank].base_topo :
		    place[o[i].rank].topo);
	}
	bh_buf_c(b, ']');
}

enum column { VALUE, LOW, HIGH };

static void
text_column(struct bh_buf *b, const char *name, const struct bh_obs *o,
    size_t n, enum column which)
{
	struct bh_str s;
	size_t i;

	bh_buf_room(b, n * (BH_NUM_TEXT + 1) + 32);
	bh_buf_f(b, ",\"%s\":[", name);
	for (i = 0; i < n; i++) {
		if (i > 0)
			b->p[b->n++] = ',';
		s = which == VALUE ? o[i].value : which == LOW ? o[i].low :
		    o[i].high;
		if (s.p == NULL)
			s = BH_STR("null");
		memcpy(b->p + b->n, s.p, s.n);
		b->n += s.n;
	}
	bh_buf_c(b, ']');
}

static void
dirty_column(struct bh_buf *b, const struct bh_place *place,
    const struct bh_obs *o, size_t n)
{
	const char *sep = ",\"dirty\":[";
	size_t i;

	for (i = 0; i < n; i++)
		if (place[o[i].rank].dirty) {
			bh_buf_z(b, sep);
			bh_emit_long(b, (long)i);
			sep = ",";
		}
	if (sep[1] == '\0')
		bh_buf_c(b, ']');
}

static void
columns(struct bh_buf *b, const struct bh_place *place,
    const struct bh_obs *o, size_t n, bool base)
{
	bool some = false;
	size_t i;

	topo_column(b, place, o, n, base);
	text_column(b, "value", o, n, VALUE);
	for (i = 0; i < n && !some; i++)
		some = o[i].low.p != NULL;
	if (some) {
		text_column(b, "low", o, n, LOW);
		text_column(b, "high", o, n, HIGH);
	}
	if (!base)
		dirty_column(b, place, o, n);
}

/* --- records --------------------------------------------------------------------- */

static struct bh_series
head_of(const struct bh_series_put *p, const struct bh_slot *s)
{
	struct bh_series x = { .n = s->n, .set = p->in->sets[s->row->set],
	    .id = s->row->id, .kind = s->kind,
	    .judged = s->reason == BH_JUDGED, .reason = s->reason,
	    .active = s->active, .base_available = s->available,
	    .has_lag = s->has_lag, .lag_behind = s->behind,
	    .lag_reason = s->lag };
	const struct bh_line_commit *c;

	if (s->blessing != NULL) {
		x.blessed = s->blessing->commit;
		c = bh_line_at(p->evidence, s->blessing->line_topo);
		if (c != NULL)
			x.blessed_time = c->time;
	}
	return x;
}

static void
put_unjudged(const struct bh_series_put *p, const struct bh_slot *s,
    struct bh_buf *b)
{
	struct bh_unjudged x = { p->in->sets[s->row->set], s->row->id,
	    s->kind, s->reason, (long)s->npoints };

	bh_json_put_unjudged(b, &x);
}

static void
put_series(const struct bh_series_put *p, const struct bh_slot *s,
    const struct scratch *t, struct bh_buf *b)
{
	struct bh_series x = head_of(p, s);
	size_t npoints, nbase;
	struct bh_emit e;

	bh_series_split(p->in, s, t->tmp, t->points, &npoints, t->base,
	    &nbase);
	bh_json_series_head(b, &x, p->in->raw, &e);
	bh_emit_key(&e, "points");
	bh_buf_c(b, '{');
	columns(b, p->in->place, t->points, npoints, false);
	bh_buf_c(b, '}');
	if (p->in->mode == BH_BRANCH && !p->in->raw) {
		bh_emit_key(&e, "base");
		bh_buf_f(b, "{\"available\":%zu,", s->available);
		columns(b, p->in->place, t->base, nbase, true);
		bh_buf_c(b, '}');
	}
	bh_json_series_tail(&x, p->in->raw, &e);
}

static void
room(struct scratch *t, size_t n)
{
	if (n <= t->cap)
		return;
	t->cap = n * 2;
	t->tmp = bh_xrealloc(t->tmp, t->cap * sizeof(*t->tmp));
	t->points = bh_xrealloc(t->points, t->cap * sizeof(*t->points));
	t->base = bh_xrealloc(t->base, t->cap * sizeof(*t->base));
}

static void
work(void *ctx, size_t i, int worker)
{
	struct job *j = ctx;
	const struct bh_slot *s = &j->slot[i];
	struct scratch *t = &j->scratch[worker];

	room(t, s->nobs);
	if (s->n < 0)
		put_unjudged(j->p, s, &j->text[i]);
	else
		put_series(j->p, s, t, &j->text[i]);
}

/* How many slots from the i-th on make one batch. */
static size_t
batch_at(const struct bh_series_put *p, size_t i)
{
	size_t most = (size_t)p->jobs * BATCH, points = 0, n = 0;

	while (n < most && i + n < p->plan->nslot &&
	    points < (size_t)p->jobs * BATCH_POINTS)
		points += p->plan->slot[i + n++].nobs;
	return n;
}

void
bh_series_put(const struct bh_series_put *p)
{
	size_t batch = (size_t)p->jobs * BATCH, i, k, n;
	struct job j = { .p = p };

	j.text = bh_xmalloc(batch * sizeof(*j.text));
	j.scratch = bh_xmalloc((size_t)p->jobs * sizeof(*j.scratch));
	for (i = 0; i < batch; i++)
		j.text[i] = (struct bh_buf)BH_BUF_INIT;
	for (i = 0; i < (size_t)p->jobs; i++)
		j.scratch[i] = (struct scratch){ NULL, NULL, NULL, 0 };
	for (i = 0; i < p->plan->nslot; i += n) {
		n = batch_at(p, i);
		j.slot = &p->plan->slot[i];
		bh_par(n, p->jobs, work, &j);
		for (k = 0; k < n; k++) {
			bh_out_copy(p->out, bh_buf_of(&j.text[k]));
			bh_buf_reset(&j.text[k]);
		}
	}
	for (i = 0; i < batch; i++)
		bh_buf_free(&j.text[i]);
	for (i = 0; i < (size_t)p->jobs; i++) {
		free(j.scratch[i].tmp);
		free(j.scratch[i].points);
		free(j.scratch[i].base);
	}
	free(j.scratch);
	free(j.text);
}

/* --- census ------------------------------------------------------------------------ */

void
bh_series_census(const struct bh_series_put *p, size_t nplace,
    const struct bh_line *context, struct bh_arena *a, struct bh_census *c)
{
	const struct bh_series_input *in = p->in;
	const struct bh_series_plan *plan = p->plan;
	long *runs = bh_calloc(a, in->nsets, sizeof(*runs)), first = -1,
	    last = -1, t;
	size_t i;

	*c = (struct bh_census){ .mode = in->mode,
	    .final = in->mode == BH_HISTORY, .count = plan->count,
	    .series = plan->series, .ghosts_excluded = plan->ghosts_excluded,
	    .ignored_excluded = plan->ignored_excluded };
	for (i = 0; i < nplace; i++) {
		c->objects_bad += in->place[i].bad;
		if ((t = in->place[i].topo) < 0 || in->place[i].bad)
			continue;
		c->runs++;
		runs[in->place[i].set]++;
		if (first == -1)
			first = t;
		last = t;
	}
	c->first = bh_line_hash(context, first);
	c->last = bh_line_hash(context, last);
	c->sets = bh_calloc(a, in->nsets, sizeof(*c->sets));
	for (i = 0; i < in->nsets; i++)
		if (plan->set_series[i] > 0)
			c->sets[c->nsets++] = (struct bh_set_count){
			    in->sets[i], runs[i], plan->set_series[i] };
}
