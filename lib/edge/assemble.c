#include "edge/assemble.h"

#include <stdlib.h>

#include "base/log.h"
#include "edge/json.h"
#include "edge/lag.h"
#include "edge/load.h"
#include "edge/placed.h"
#include "edge/series_put.h"
#include "edge/store.h"
#include "model/bless.h"

/* The state of one run. */
struct run {
	struct bh_assemble	*s;
	struct bh_out		*out;
	struct bh_placed	 placed;
	struct bh_str		 raw;	/* lines that --raw passes on, kept */
	struct bh_strs	 ignore;
	struct bh_store		 store;
	struct bh_str		*sets;
	size_t			 nsets;
	struct bh_place		*place;
	size_t			 nplace;
	struct bh_load_object	*object;	/* as place */
	struct bh_load		 load;
	struct bh_series_input	 in;
	struct bh_series_plan	 plan;
};

/* --- reading ------------------------------------------------------------------ */

static int
record(struct run *r, enum bh_rtype type, struct bh_str line,
    struct bh_arena *tmp, struct bh_err *err)
{
	bool ends = type == BH_R_OBJECT || type == BH_R_BLESSING;

	/* a blessing goes on with its body, once that is read */
	if (!ends || (r->s->raw && (type == BH_R_OBJECT || !r->s->blessings)))
		bh_out_copy(r->out, line);
	return bh_placed_record(&r->placed, type, line, tmp, err);
}

static int
read_all(struct run *r, char *const *paths, size_t npaths,
    struct bh_err *err)
{
	struct bh_arena tmp = BH_ARENA_INIT;
	struct bh_stream in;
	enum bh_rtype type;
	struct bh_str line;
	int k;

	bh_stream_init(&in, paths, npaths, r->out);
	while ((k = bh_stream_next(&in, &line, &type, err)) == 1) {
		if (record(r, type, line, &tmp, err) == -1) {
			k = bh_stream_at(&in, err);
			break;
		}
		bh_arena_reset(&tmp);
	}
	if (k == 0 && (!r->placed.have_topology || !r->placed.have_selection))
		k = bh_fail(err, BH_DATA, "%s: no %s record", in.in.path,
		    r->placed.have_topology ? "selection" : "topology");
	bh_stream_free(&in);
	bh_arena_free(&tmp);
	return k;
}

static int
open_store(struct run *r, struct bh_err *err)
{
	struct bh_assemble *s = r->s;
	struct bh_settings set;
	unsigned need = BH_NEED_STORE;
	size_t i;

	if (!s->raw)
		need |= BH_NEED_FILE;	/* analysis.ignore */
	if (bh_config_load(&s->arena, &s->given, need, &set, err) == -1)
		return -1;
	r->ignore.n = set.ignore.n + s->ignore.n;
	r->ignore.v = bh_calloc(&s->arena, r->ignore.n, sizeof(*r->ignore.v));
	for (i = 0; i < set.ignore.n; i++)
		r->ignore.v[i] = set.ignore.v[i];
	for (i = 0; i < s->ignore.n; i++)
		r->ignore.v[set.ignore.n + i] = s->ignore.v[i];
	r->store = (struct bh_store)BH_STORE_INIT;
	if (s->max_object != 0)
		r->store.max = s->max_object;
	r->store.accept_plain = s->accept_plain;
	if (r->placed.nobject == 0 && r->placed.nbless == 0)
		return 0;	/* nothing to open it for */
	return bh_store_open(&r->store, bh_str_z(&s->arena, set.store), false,
	    err);
}

/* --- blessings ------------------------------------------------------------------ */

static void
say_bad(struct run *r, struct bh_str key, struct bh_str why)
{
	struct bh_notice n = { BH_R_BAD, key, why };

	if (bh_str_starts(why, key) && why.n > key.n + 2)
		n.text = bh_str_from(why, key.n + 2);	/* "KEY: " */
	bh_json_put_notice(&r->out->buf, &n);
	bh_out_line(r->out);
}

static int
one_blessing(struct run *r, struct bh_store_reader *reader,
    struct bh_blessing *b, struct bh_err *err)
{
	struct bh_buf body = BH_BUF_INIT;
	struct bh_str text;
	int k;

	k = bh_store_get(reader, b->key, &body, err);
	if (k == 1)
		k = bh_fail(err, BH_SYS, "%.*s: no longer there, try again",
		    BH_FMT(b->key));
	if (k == 0) {
		text = bh_str_dup(&r->placed.arena, bh_buf_of(&body));
		k = bh_json_read_bless(text, &r->placed.arena, b, err);
		if (k == -1)
			bh_err_at(err, "%.*s", BH_FMT(b->key));
	}
	bh_buf_free(&body);
	return k;
}

/* Does the scope of a record meet the filters?  A partition's does: its key. */
static bool
selected(const struct bh_placed *p, const struct bh_blessing *b)
{
	if (b->set.p != NULL ||
	    bh_scope_meets(&p->selection.filters, &b->scope))
		return true;
	bh_note("%.*s: its scope is outside the filters", BH_FMT(b->key));
	return false;
}

/*
 * Bodies of the records on the evidence line.  One off the line is skipped by
 * its key alone: it has no effect.
 */
static int
read_blessings(struct run *r, long *bad, struct bh_err *err)
{
	struct bh_store_reader reader;
	struct bh_placed *p = &r->placed;
	size_t i, n = 0;
	int k = 0;

	if (p->nbless == 0 || (r->s->raw && !r->s->blessings))
		return 0;
	bh_store_reader_init(&reader, &r->store);
	for (i = 0; i < p->nbless && k == 0; i++) {
		if (p->bless[i].line_topo < 0) {
			bh_note("%.*s: off the evidence line",
			    BH_FMT(p->bless[i].key));
			continue;
		}
		k = one_blessing(r, &reader, &p->bless[i], err);
		if (k == -1 && r->s->skip_invalid && err->status == BH_DATA) {
			say_bad(r, p->bless[i].key, bh_str_of(err->msg));
			*err = (struct bh_err)BH_ERR_INIT;
			++*bad;
			k = 0;
			continue;
		}
		if (!selected(p, &p->bless[i]))
			continue;
		bh_note("%.*s: blessing loaded", BH_FMT(p->bless[i].key));
		p->bless[n++] = p->bless[i];
	}
	p->nbless = n;
	for (i = 0; i < n && k == 0 && r->s->raw; i++) {
		bh_json_put_blessing(&r->out->buf, &p->bless[i]);
		bh_out_line(r->out);
	}
	bh_store_reader_free(&reader);
	return k;
}

/* --- objects -------------------------------------------------------------------- */

static bool
wanted(void *ctx, size_t set, struct bh_id id)
{
	const struct bh_assemble *s = ((struct run *)ctx)->s;
	struct bh_str b = s->benchmark;
	size_t i, n = 0;

	(void)set;
	if (b.p != NULL) {
		for (i = 0; i < id.n; i++)
			n += id.seg[i].n + (i > 0);
		return n == b.n && bh_id_starts(id, b);
	}
	for (i = 0; i < s->prefix.n; i++)
		if (bh_id_starts(id, s->prefix.v[i]))
			return true;
	return s->prefix.n == 0;
}

/* --raw shows no base window: what is on the base line alone is not read. */
static void
drop_base(struct run *r)
{
	size_t i, n = 0;

	for (i = 0; i < r->placed.nobject; i++)
		if (r->placed.object[i].topo >= 0)
			r->placed.object[n++] = r->placed.object[i];
	r->placed.nobject = n;
}

static void
tell(const struct run *r)
{
	const struct bh_load *l = &r->load;

	bh_note("objects read: %ld", l->opened);
	if (l->unknown > 0)
		bh_note("metrics of unknown kinds dropped: %ld", l->unknown);
	if (l->repeated > 0)
		bh_warn("%ld repeated ids or kinds in stored runs: the first "
		    "of each counts", l->repeated);
	if (l->schema > 0)
		bh_warn("schema_version %ld is not known, read by its shape",
		    l->schema);
}

static int
load(struct run *r, struct bh_err *err)
{
	struct bh_assemble *s = r->s;
	size_t i;

	if (s->raw)
		drop_base(r);
	bh_placed_sort(&r->placed, &r->sets, &r->nsets, &r->place,
	    &r->nplace);
	r->object = bh_calloc(&r->placed.arena, r->nplace,
	    sizeof(*r->object));
	for (i = 0; i < r->nplace; i++) {
		r->object[i].key = r->placed.object[i].key;
		r->object[i].text = r->placed.object[i].text;
		r->object[i].set = r->place[i].set;
	}
	r->load = (struct bh_load){ .store = &r->store, .jobs = s->jobs,
	    .wanted = wanted, .ctx = r,
	    .kinds = s->metric >= 0 ? 1u << s->metric : 0 };
	bh_load(&r->load, r->object, r->nplace, s->skip_invalid);
	for (i = r->load.first_bad; i < r->nplace; i++) {
		if (r->object[i].why.p == NULL)
			continue;
		if (!s->skip_invalid || r->object[i].status != BH_DATA)
			return bh_fail(err, r->object[i].status, "%.*s",
			    BH_FMT(r->object[i].why));
		r->place[i].bad = true;
		say_bad(r, r->object[i].key, r->object[i].why);
	}
	tell(r);
	return 0;
}

/* --- answers ---------------------------------------------------------------------- */

static void
notice(struct run *r, enum bh_rtype type, const char *code,
    struct bh_str text)
{
	struct bh_notice n = { type, bh_str_of(code), text };

	bh_json_put_notice(&r->out->buf, &n);
	bh_out_line(r->out);
}

static void
say_left_out(struct run *r, long bad)
{
	if (bad > 0)
		notice(r, BH_R_WARNING, "bad_objects", bh_strf(&r->s->arena,
		    "Warning: %ld unreadable object%s left out.", bad,
		    bad == 1 ? " was" : "s were"));
}

/* Why there is no series although objects were read. */
static void
hint(struct run *r)
{
	struct bh_str tip = r->placed.topology.context_commit, text;
	struct bh_buf b = BH_BUF_INIT;
	size_t i;

	if (tip.n > 12)
		tip.n = 12;
	if (r->plan.series > 0 || r->placed.selection.kept == 0)
		return;
	if (r->plan.ignored_excluded > 0) {
		text = bh_strf(&r->s->arena, "Hint: every benchmark measured "
		    "at %.*s is excluded by an ignore prefix "
		    "(analysis.ignore). The data stay visible to bh-list and "
		    "bh-examine.", BH_FMT(tip));
		notice(r, BH_R_HINT, "all_ignored", text);
	} else if (r->plan.ghosts_excluded > 0) {
		text = bh_strf(&r->s->arena, "Hint: runs were read, but no "
		    "benchmark is measured at %.*s. Collect there, or check "
		    "the benchmark set.", BH_FMT(tip));
		notice(r, BH_R_HINT, "all_ghosts", text);
	} else if (r->s->prefix.n > 0) {
		for (i = 0; i < r->s->prefix.n; i++)
			bh_buf_f(&b, "%s%.*s", i == 0 ? "" : ", ",
			    BH_FMT(bh_str_flat(&r->s->arena,
			    r->s->prefix.v[i])));
		text = bh_strf(&r->s->arena, "Hint: no stored benchmark "
		    "starts with %.*s.", BH_FMT(bh_buf_of(&b)));
		notice(r, BH_R_HINT, "no_benchmark", text);
		bh_buf_free(&b);
	}
}

static void
no_point(struct run *r, long runs)
{
	if (r->plan.series > 0 || r->s->benchmark.p == NULL || runs == 0)
		return;
	notice(r, BH_R_HINT, "no_point", bh_strf(&r->s->arena,
	    "Hint: %ld run%s read, none holds benchmark %.*s with metric %s. "
	    "Copy both from a finding.", runs, runs == 1 ? " was" : "s were",
	    BH_FMT(bh_str_flat(&r->s->arena, r->s->benchmark)), r->s->metric < 0 ? "of any kind" :
	    bh_kind_name((enum bh_kind)r->s->metric)));
}

static void
put_query(struct run *r, const struct bh_census *c)
{
	struct bh_query q = { .benchmark = r->s->benchmark, .runs = c->runs,
	    .series = r->plan.series };

	if (r->s->metric >= 0) {
		q.metric = bh_str_of(bh_kind_name((enum bh_kind)r->s->metric));
		q.unit = bh_str_of(bh_kind_unit((enum bh_kind)r->s->metric));
	}
	bh_json_put_query(&r->out->buf, &q);
	bh_out_line(r->out);
}

/* Each series that is not judged, and why, for --verbose. */
static void
tell_unjudged(const struct run *r)
{
	struct bh_arena a = BH_ARENA_INIT;
	const struct bh_slot *s;

	if (!bh_log_is_verbose() || r->s->raw)
		return;
	for (s = r->plan.slot; s < r->plan.slot + r->plan.nslot; s++) {
		if (s->reason == BH_JUDGED)
			continue;
		bh_note("%.*s %.*s %s: %s (%zu points, %zu active, %zu base "
		    "levels, %zu of them used)", BH_FMT(r->sets[s->row->set]),
		    BH_FMT(bh_id_join(&a, s->row->id)),
		    bh_kind_name(s->kind), bh_reason_name(s->reason),
		    s->npoints, s->npoints - s->active, s->available,
		    s->available - s->skip);
		bh_arena_reset(&a);
	}
	bh_arena_free(&a);
}

static void
answer(struct run *r, long bad_blessings)
{
	struct bh_series_put put = { &r->in, &r->plan,
	    r->in.mode == BH_BRANCH ? &r->placed.base : &r->placed.context,
	    r->s->jobs, r->out };
	struct bh_census c;

	bh_series_census(&put, r->nplace, &r->placed.context,
	    &r->placed.arena, &c);
	c.objects_bad += bad_blessings;
	say_left_out(r, c.objects_bad);
	if (r->s->raw) {
		put_query(r, &c);
		no_point(r, c.runs);
	} else {
		hint(r);
		bh_json_put_census(&r->out->buf, &c);
		bh_out_line(r->out);
	}
	tell_unjudged(r);
	bh_series_put(&put);
}

static int
assemble(struct run *r, char *const *paths, size_t npaths,
    struct bh_err *err)
{
	struct bh_placed *p = &r->placed;
	long bad = 0;

	if (read_all(r, paths, npaths, err) == -1 ||
	    (r->s->current.n > 0 &&
	    bh_placed_current(p, r->s->current, err) == -1) ||
	    open_store(r, err) == -1 ||
	    read_blessings(r, &bad, err) == -1 || load(r, err) == -1)
		return -1;
	r->in = (struct bh_series_input){ .mode = p->selection.mode,
	    .raw = r->s->raw, .no_ghosts = r->s->current.n > 0,
	    .tip_topo = p->topology.tip_topo,
	    .base_topo = p->topology.base_topo, .place = r->place,
	    .sets = r->sets, .nsets = r->nsets, .pools = r->load.pools,
	    .npool = (size_t)r->load.jobs, .ignore = r->ignore,
	    .bless = p->bless, .nbless = p->nbless };
	bh_series_plan(&r->in, &p->arena, &r->plan);
	if (r->plan.lagging > 0)
		bh_lag(p, &r->in, &r->plan, &r->store, r->s->jobs);
	answer(r, bad);
	return 0;
}

int
bh_assemble(struct bh_assemble *s, char *const *paths, size_t npaths,
    struct bh_out *out, struct bh_err *err)
{
	struct run r = { .s = s, .out = out, .placed = BH_PLACED_INIT,
	    .store = BH_STORE_INIT };
	struct bh_err late = BH_ERR_INIT;
	int k = assemble(&r, paths, npaths, err);

	if (r.load.pools != NULL)
		bh_load_free(&r.load);
	if (bh_store_close(&r.store, &late) == -1 && k == 0) {
		*err = late;
		k = -1;
	}
	bh_placed_free(&r.placed);
	return k;
}
