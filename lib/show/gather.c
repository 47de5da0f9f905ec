#include "show/gather.h"

#include <stdlib.h>
#include <string.h>

#define ADD(g, what, x) do { \
	(g)->what = bh_more(&(g)->arena, (g)->what, (g)->n##what, \
	    &(g)->cap_##what, sizeof(*(g)->what)); \
	(g)->what[(g)->n##what++] = *(x); \
} while (0)

void
bh_gather_add_series(struct bh_gather *g, const struct bh_series *x)
{
	ADD(g, series, x);
	g->has[BH_R_SERIES] = true;
}

void
bh_gather_add_finding(struct bh_gather *g, const struct bh_finding_rec *x)
{
	ADD(g, finding, x);
	g->has[x->type] = true;
}

void
bh_gather_add_gate(struct bh_gather *g, const struct bh_gate_rec *x)
{
	ADD(g, gate, x);
	g->has[BH_R_GATE] = true;
}

void
bh_gather_add_comparison(struct bh_gather *g, const struct bh_comparison *x)
{
	ADD(g, comparison, x);
	g->has[BH_R_COMPARISON] = true;
}

void
bh_gather_add_notice(struct bh_gather *g, const struct bh_notice *x)
{
	size_t i;

	/* streams put together repeat their headers */
	for (i = 0; i < g->nnotice && i < 32; i++)
		if (g->notice[i].type == x->type &&
		    bh_str_eq(g->notice[i].code, x->code) &&
		    bh_str_eq(g->notice[i].text, x->text))
			return;
	ADD(g, notice, x);
	g->has[x->type] = true;
}

/* --- commits ----------------------------------------------------------- */

static uint64_t
key_of(struct bh_str commit)
{
	return bh_fnv1a(commit);
}

void
bh_gather_add_commit(struct bh_gather *g, const struct bh_commit *x, bool whole)
{
	struct bh_place p = { key_of(x->hash), x->topo };

	if (x->base_line)
		return;
	ADD(g, place, &p);
	g->placed = false;
	if (whole)
		ADD(g, commit, x);
	g->has[BH_R_COMMIT] = true;
}

static int
by_key(const void *a, const void *b)
{
	const struct bh_place *x = a, *y = b;

	if (x->key != y->key)
		return (x->key > y->key) - (x->key < y->key);
	return (x->topo > y->topo) - (x->topo < y->topo);
}

long
bh_gather_topo(struct bh_gather *g, struct bh_str commit)
{
	uint64_t key = key_of(commit);
	size_t lo = 0, hi = g->nplace, mid;

	if (!g->placed && g->nplace > 0)
		qsort(g->place, g->nplace, sizeof(*g->place), by_key);
	g->placed = true;
	while (lo < hi) {
		mid = lo + (hi - lo) / 2;
		if (g->place[mid].key < key)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < g->nplace && g->place[lo].key == key ?
	    g->place[lo].topo : -1;
}

/* --- reading ----------------------------------------------------------- */

/* One record of which a stream holds one. */
static int
once(struct bh_gather *g, enum bh_rtype type, struct bh_err *err)
{
	if (g->has[type])
		return bh_fail(err, BH_DATA, "a second %s record",
		    bh_rtype_name(type));
	g->has[type] = true;
	return 0;
}

static int
read_one(struct bh_gather *g, enum bh_rtype type, struct bh_str line,
    struct bh_err *err)
{
	struct bh_arena *a = &g->arena;

	if (once(g, type, err) == -1)
		return -1;
	switch (type) {
	case BH_R_TOPOLOGY:
		return bh_json_read_topology(line, a, &g->topology, err);
	case BH_R_SELECTION:
		return bh_json_read_selection(line, a, &g->selection, err);
	case BH_R_CENSUS:
		return bh_json_read_census(line, a, &g->census, err);
	case BH_R_QUERY:
		return bh_json_read_query(line, a, &g->query, err);
	case BH_R_COVERAGE:
		return bh_json_read_coverage(line, a, &g->coverage, err);
	default:
		return bh_json_read_removal(line, a, &g->removal, err);
	}
}

/* Every shard has one; they must agree. */
static int
read_detection(struct bh_gather *g, struct bh_str line, struct bh_err *err)
{
	struct bh_detection_rec d;

	if (bh_json_read_detection(line, &g->arena, &d, err) == -1)
		return -1;
	if (g->has[BH_R_DETECTION] && d.method != g->method)
		return bh_fail(err, BH_DATA, "two methods in one stream: %s, %s",
		    bh_detection_name(g->method), bh_detection_name(d.method));
	g->has[BH_R_DETECTION] = true;
	g->method = d.method;
	return 0;
}

bool
bh_gather_wants(struct bh_gather *g, struct bh_id id, enum bh_kind kind)
{
	struct bh_str rest = g->id;
	size_t i;

	if (g->kind.p != NULL && !bh_str_is(g->kind, bh_kind_name(kind)))
		return false;
	if (g->id.p == NULL)
		return true;
	/* the joined id, without joining it */
	for (i = 0; i < id.n; i++) {
		if (!bh_str_starts(rest, id.seg[i]))
			return false;
		rest = bh_str_from(rest, id.seg[i].n);
		if (i + 1 == id.n)
			break;
		if (rest.n == 0 || rest.p[0] != '/')
			return false;
		rest = bh_str_from(rest, 1);
	}
	return rest.n == 0;
}

static struct bh_str
copy(struct bh_arena *a, struct bh_str s)
{
	return s.p == NULL ? BH_STR_NONE : bh_str_dup(a, s);
}

static void *
copy_of(struct bh_arena *a, const void *p, size_t n)
{
	return n == 0 ? NULL : memcpy(bh_alloc(a, n), p, n);
}

/* What a chart needs: where, and how much. */
static struct bh_points
copy_points(struct bh_arena *a, const struct bh_points *p, bool all)
{
	struct bh_points to = { .n = p->n };

	if (all) {
		to.topo = copy_of(a, p->topo, p->n * sizeof(*p->topo));
		to.value = copy_of(a, p->value, p->n * sizeof(*p->value));
	}
	return to;
}

static struct bh_series
copy_series(struct bh_arena *a, const struct bh_series *s, bool points)
{
	struct bh_series to = *s;
	size_t i;

	to.id.seg = bh_calloc(a, s->id.n, sizeof(*to.id.seg));
	for (i = 0; i < s->id.n; i++)
		to.id.seg[i] = bh_str_dup(a, s->id.seg[i]);
	to.set = copy(a, s->set);
	to.blessed = copy(a, s->blessed);
	to.blessed_time = copy(a, s->blessed_time);
	to.points = copy_points(a, &s->points, points);
	to.base = copy_points(a, &s->base, points);
	return to;
}

/* Read into the scratch arena; only what is wanted is kept. */
static int
read_series(struct bh_gather *g, const struct bh_want *w, struct bh_str line,
    struct bh_arena *scratch, struct bh_err *err)
{
	struct bh_series s;

	if (bh_json_read_series(line, scratch, BH_SERIES_CHART, &s, err) == -1)
		return -1;
	if (!bh_gather_wants(g, s.id, s.kind))
		return 0;
	if (!w->texts)
		s = copy_series(&g->arena, &s, w->points);
	else if (bh_json_read_series(bh_str_dup(&g->arena, line), &g->arena,
	    BH_SERIES_TEXT, &s, err) == -1)
		return -1;
	bh_gather_add_series(g, &s);
	return 0;
}

static int
read_commit(struct bh_gather *g, const struct bh_want *w, struct bh_str line,
    struct bh_arena *scratch, struct bh_err *err)
{
	struct bh_commit c;
	bool whole = w->titles;

	if (whole) {
		line = bh_str_dup(&g->arena, line);
		scratch = &g->arena;
	}
	if (bh_json_read_commit(line, scratch, &c, err) == -1)
		return -1;
	bh_gather_add_commit(g, &c, whole);
	return 0;
}

static int
read_gate(struct bh_gather *g, struct bh_str line, struct bh_arena *scratch,
    struct bh_err *err)
{
	struct bh_gate_rec x;

	if (bh_json_read_gate(line, scratch, &x, err) == -1)
		return -1;
	bh_gather_add_gate(g, &x);
	return 0;
}

/* The records kept whole, any number of them. */
#define KEEP(type, what, member) do { \
	struct type x; \
	if (bh_json_read_##what(line, a, &x, err) == -1) \
		return -1; \
	ADD(g, member, &x); \
} while (0)

static int
read_many(struct bh_gather *g, enum bh_rtype type, struct bh_str line,
    struct bh_err *err)
{
	struct bh_arena *a = &g->arena;
	struct bh_notice notice;

	g->has[type] = true;
	switch (type) {
	case BH_R_UNJUDGED:
		KEEP(bh_unjudged, unjudged, unjudged);
		break;
	case BH_R_OBJECT:
		KEEP(bh_object, object, object);
		break;
	case BH_R_BLESSING:
		KEEP(bh_blessing, blessing, blessing);
		break;
	case BH_R_FINDING:
	case BH_R_DROPPED:
		KEEP(bh_finding_rec, finding, finding);
		break;
	case BH_R_COMPARISON:
		KEEP(bh_comparison, comparison, comparison);
		break;
	default:
		if (bh_json_read_notice(line, a, &notice, err) == -1)
			return -1;
		bh_gather_add_notice(g, &notice);
	}
	return 0;
}

static int
read_line(struct bh_gather *g, const struct bh_want *w, enum bh_rtype type,
    struct bh_str line, struct bh_arena *scratch, struct bh_err *err)
{
	switch (type) {
	case BH_R_SERIES:
		return read_series(g, w, line, scratch, err);
	case BH_R_COMMIT:
		return read_commit(g, w, line, scratch, err);
	case BH_R_GATE:
		return read_gate(g, line, scratch, err);
	case BH_R_DETECTION:
		return read_detection(g, line, err);
	case BH_R_TOPOLOGY:
	case BH_R_SELECTION:
	case BH_R_CENSUS:
	case BH_R_QUERY:
	case BH_R_COVERAGE:
	case BH_R_REMOVAL:
		return read_one(g, type, bh_str_dup(&g->arena, line), err);
	default:
		return read_many(g, type, bh_str_dup(&g->arena, line), err);
	}
}

int
bh_gather_stream(struct bh_gather *g, const struct bh_want *w,
    struct bh_stream *in, struct bh_err *err)
{
	struct bh_arena scratch = BH_ARENA_INIT;
	struct bh_str line;
	enum bh_rtype type;
	int r;

	g->id = w->id;
	g->kind = w->kind;
	while ((r = bh_stream_next(in, &line, &type, err)) == 1) {
		if ((w->types & BH_WANT(type)) == 0)
			continue;
		if ((r = read_line(g, w, type, line, &scratch, err)) == -1) {
			bh_stream_at(in, err);
			break;
		}
		bh_arena_reset(&scratch);
	}
	bh_arena_free(&scratch);
	return r;
}

int
bh_gather_read(struct bh_gather *g, const struct bh_want *w,
    char *const *paths, size_t npaths, struct bh_err *err)
{
	struct bh_stream in;
	int r;

	bh_stream_init(&in, paths, npaths, NULL);
	r = bh_gather_stream(g, w, &in, err);
	bh_stream_free(&in);
	return r;
}

/* --- after reading ----------------------------------------------------- */

static int
by_number(const void *a, const void *b)
{
	const struct bh_series *x = a, *y = b;

	return (x->n > y->n) - (x->n < y->n);
}

/* Gates of one series mostly stand together: merge, and keep their order. */
static void
sort_gates(struct bh_gate_rec *v, struct bh_gate_rec *tmp, size_t n)
{
	size_t h = n / 2, i = 0, j = h, k = 0;

	if (n < 2)
		return;
	sort_gates(v, tmp, h);
	sort_gates(v + h, tmp, n - h);
	if (v[h - 1].n <= v[h].n)
		return;
	while (i < h || j < n)
		tmp[k++] = j == n || (i < h && v[i].n <= v[j].n) ?
		    v[i++] : v[j++];
	memcpy(v, tmp, n * sizeof(*v));
}

int
bh_gather_index(struct bh_gather *g, struct bh_err *err)
{
	size_t i;

	if (g->nseries > 1)
		qsort(g->series, g->nseries, sizeof(*g->series), by_number);
	for (i = 1; i < g->nseries; i++)
		if (g->series[i].n == g->series[i - 1].n)
			return bh_fail(err, BH_DATA, "two series of number %ld",
			    g->series[i].n);
	if (g->ngate > 1)
		sort_gates(g->gate, bh_calloc(&g->arena, g->ngate,
		    sizeof(*g->gate)), g->ngate);
	return 0;
}

const struct bh_series *
bh_gather_series(const struct bh_gather *g, long n)
{
	struct bh_series key = { .n = n };

	return g->nseries == 0 ? NULL : bsearch(&key, g->series, g->nseries,
	    sizeof(*g->series), by_number);
}

const struct bh_gate_rec *
bh_gather_gates(const struct bh_gather *g, long n, size_t *count)
{
	size_t lo = 0, hi = g->ngate, mid;

	while (lo < hi) {
		mid = lo + (hi - lo) / 2;
		if (g->gate[mid].n < n)
			lo = mid + 1;
		else
			hi = mid;
	}
	for (hi = lo; hi < g->ngate && g->gate[hi].n == n; hi++)
		;
	*count = hi - lo;
	return *count > 0 ? g->gate + lo : NULL;
}

int
bh_gather_need(const struct bh_gather *g, unsigned types, struct bh_err *err)
{
	int t;

	for (t = 0; t < BH_RTYPES; t++)
		if ((types & BH_WANT(t)) != 0 && !g->has[t])
			return bh_fail(err, BH_DATA, "no %s record",
			    bh_rtype_name((enum bh_rtype)t));
	return 0;
}

void
bh_gather_notices(const struct bh_gather *g, enum bh_rtype type,
    struct bh_buf *out)
{
	size_t i;

	for (i = 0; i < g->nnotice; i++) {
		if (g->notice[i].type != type)
			continue;
		if (out->n > 0)
			bh_buf_c(out, '\n');
		bh_buf_str(out, g->notice[i].text);
	}
}

void
bh_gather_free(struct bh_gather *g)
{
	bh_arena_free(&g->arena);
	memset(g, 0, sizeof(*g));
}
