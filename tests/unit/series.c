/* compute/pool and compute/series: the worked examples of selection. */
#include <stdlib.h>

#include "compute/series.h"
#include "tap.h"

/* A table of placed objects and what they hold. */
struct world {
	struct bh_pool		 pool[3];
	size_t			 npool;
	struct bh_place		 place[600];
	size_t			 n;
	struct bh_series_input	 in;
	struct bh_series_plan	 plan;
	struct bh_arena		 a;
};

static struct bh_str sets[] = { BH_STR("callgrind/x/k1"),
    BH_STR("criterion/x/k1") };

static void
start(struct world *w, enum bh_mode mode, long tip, long base, size_t npool)
{
	size_t i;

	*w = (struct world){ .npool = npool };
	for (i = 0; i < npool; i++)
		bh_pool_init(&w->pool[i], 1);
	w->in = (struct bh_series_input){ .mode = mode, .tip_topo = tip,
	    .base_topo = base, .place = w->place, .sets = sets, .nsets = 2,
	    .pools = w->pool, .npool = npool };
}

static size_t
object(struct world *w, size_t set, int topo, int base_topo, bool dirty)
{
	w->place[w->n] = (struct bh_place){ .set = set, .topo = topo,
	    .base_topo = base_topo, .dirty = dirty };
	return w->n++;
}

static void
put(struct world *w, size_t rank, const char *name, enum bh_kind kind,
    const char *value)
{
	struct bh_pool *p = &w->pool[rank % w->npool];
	struct bh_str seg[4], rest = bh_str_of(name);
	struct bh_id id = { seg, 0 };
	struct bh_obs o = { .rank = (uint32_t)rank,
	    .value = bh_str_of(value) };
	bool fresh;

	while (bh_str_cut(&rest, '/', &seg[id.n++]))
		;
	bh_pool_add(p, bh_pool_bench(p, w->place[rank].set, id, &fresh), kind,
	    &o);
}

static void
plan(struct world *w)
{
	bh_series_plan(&w->in, &w->a, &w->plan);
}

static void
end(struct world *w)
{
	size_t i;

	for (i = 0; i < w->npool; i++)
		bh_pool_free(&w->pool[i]);
	bh_arena_free(&w->a);
}

static const struct bh_slot *
slot(const struct world *w, size_t set, const char *name, enum bh_kind kind)
{
	struct bh_arena a = BH_ARENA_INIT;
	const struct bh_slot *s, *found = NULL;

	for (s = w->plan.slot; s < w->plan.slot + w->plan.nslot; s++)
		if (s->row->set == set && s->kind == kind &&
		    bh_str_is(bh_id_join(&a, s->row->id), name))
			found = s;
	bh_arena_free(&a);
	return found;
}

static const char *
why(const struct world *w, size_t set, const char *name, enum bh_kind kind)
{
	const struct bh_slot *s = slot(w, set, name, kind);

	return s == NULL ? "no series" : s->reason == BH_JUDGED ? "judged" :
	    bh_reason_name(s->reason);
}

/* Clean before dirty, then the ordinal; gaps have no entry. */
static void
test_order(size_t npool)
{
	static const struct { int topo; bool dirty; const char *v; } t[] = {
	    { 1, false, "10" }, { 2, false, "11" }, { 3, false, "12" },
	    { 3, true, "12.5" }, { 5, false, "13" }, { 5, true, "14" },
	    { 5, true, "15" } };
	struct bh_obs tmp[16], points[16], base[16];
	const struct bh_slot *s;
	size_t i, np, nb;
	struct world w;
	char got[200] = "";

	start(&w, BH_BRANCH, 5, 4, npool);
	for (i = 0; i < 7; i++)
		put(&w, object(&w, 1, t[i].topo, t[i].topo <= 2 ? t[i].topo :
		    -1, t[i].dirty), "parse", BH_WALL_TIME, t[i].v);
	put(&w, object(&w, 1, -1, 3, false), "parse", BH_WALL_TIME, "10.5");
	put(&w, object(&w, 1, -1, 4, false), "parse", BH_WALL_TIME, "11.5");
	plan(&w);
	s = slot(&w, 1, "parse", BH_WALL_TIME);
	bh_series_split(&w.in, s, tmp, points, &np, base, &nb);
	for (i = 0; i < np; i++)
		sprintf(got + strlen(got), "%d:%.*s%s ",
		    w.place[points[i].rank].topo, BH_FMT(points[i].value),
		    w.place[points[i].rank].dirty ? "d" : "");
	is_text(got, "1:10 2:11 3:12 3:12.5d 5:13 5:14d 5:15d ",
	    "points in order");
	got[0] = '\0';
	for (i = 0; i < nb; i++)
		sprintf(got + strlen(got), "%d:%.*s ",
		    w.place[base[i].rank].base_topo, BH_FMT(base[i].value));
	is_text(got, "1:10 2:11 3:10.5 4:11.5 ", "base levels in order");
	is_text(why(&w, 1, "parse", BH_WALL_TIME), "too_few_base_commits",
	    "four levels are too few");
	end(&w);
}

/* Ghost before ignored, presence by set. */
static void
test_ghosts(void)
{
	struct bh_str ignore[] = { BH_STR("tmp/"), BH_STR("old") };
	struct world w;
	size_t r;

	start(&w, BH_HISTORY, 5, 5, 1);
	w.in.ignore = (struct bh_strs){ ignore, 2 };
	r = object(&w, 0, 1, -1, false);
	put(&w, r, "parse", BH_INSTRUCTION_COUNT, "1");
	put(&w, r, "parse", BH_CONDITIONAL_BRANCHES, "1");
	put(&w, r, "parse", BH_INDIRECT_BRANCHES, "1");
	put(&w, object(&w, 1, 4, -1, false), "old", BH_WALL_TIME, "1");
	r = object(&w, 1, 5, -1, false);
	put(&w, r, "parse", BH_WALL_TIME, "1");
	put(&w, r, "tmp/x", BH_WALL_TIME, "1");
	plan(&w);
	is_text(why(&w, 1, "parse", BH_WALL_TIME), "too_few_points", "stays");
	is_text(why(&w, 1, "tmp/x", BH_WALL_TIME), "ignored", "ignored");
	is_text(why(&w, 1, "old", BH_WALL_TIME), "ghost",
	    "ghost, not also ignored");
	is_text(why(&w, 0, "parse", BH_INDIRECT_BRANCHES), "ghost",
	    "presence is per set");
	is_int(w.plan.count.total, 6, "total");
	is_int(w.plan.count.reason[BH_GHOST], 4, "ghost series");
	is_int(w.plan.count.reason[BH_IGNORED], 1, "ignored series");
	is_int(w.plan.count.in_scope, 1, "in scope");
	is_int(w.plan.ghosts_excluded, 2, "ghost benchmarks");
	is_int(w.plan.ignored_excluded, 1, "ignored benchmarks");
	is_int(w.plan.series, 1, "series left");
	end(&w);
}

/* One metric at the tip keeps the benchmark's other metrics. */
static void
test_rescue(void)
{
	struct world w;
	int i;

	start(&w, BH_BRANCH, 20, 9, 1);
	for (i = 0; i < 10; i++) {
		put(&w, object(&w, 0, i, i, false), "f",
		    BH_INSTRUCTION_COUNT, "1");
		put(&w, (size_t)i, "f", BH_INDIRECT_BRANCHES, "1");
	}
	put(&w, object(&w, 0, 20, -1, true), "f", BH_INDIRECT_BRANCHES, "2");
	plan(&w);
	is_text(why(&w, 0, "f", BH_INDIRECT_BRANCHES), "judged", "measured");
	is_text(why(&w, 0, "f", BH_INSTRUCTION_COUNT),
	    "not_measured_on_branch", "rescued, but not measured there");
	end(&w);
}

static struct bh_blessing
bless(const char *key, long topo, const char *prefix, const char *engine)
{
	static struct bh_str store[16];
	static size_t n;
	struct bh_blessing b = { .key = bh_str_of(key), .line_topo = topo };

	if (prefix != NULL) {
		store[n] = bh_str_of(prefix);
		b.prefixes = (struct bh_strs){ &store[n++], 1 };
	}
	if (engine != NULL) {
		store[n] = bh_str_of(engine);
		b.scope.axis[BH_AXIS_ENGINE] =
		    (struct bh_strs){ &store[n++], 1 };
	}
	return b;
}

static void
test_blessed_history(void)
{
	struct bh_blessing b[4] = { bless("b1", 3, "parse/", NULL),
	    bless("b2", 5, "parse/head", "Criterion"),
	    bless("b3", -1, NULL, NULL), bless("b4", 12, "render", NULL) };
	static const char *const names[] = { "parse/headers",
	    "parse/header_map", "render/a", "other" };
	struct world w;
	size_t r;
	int i, k;

	start(&w, BH_HISTORY, 14, 14, 2);
	w.in.bless = b;
	w.in.nbless = 4;
	for (i = 0; i < 15; i++) {
		if (i == 5)
			continue;
		r = object(&w, 1, i, -1, false);
		for (k = 0; k < 4; k++)
			put(&w, r, names[k], BH_WALL_TIME, "7");
		r = object(&w, 0, i, -1, false);
		put(&w, r, names[0], BH_INSTRUCTION_COUNT, "7");
	}
	plan(&w);
	is_text(why(&w, 1, names[0], BH_WALL_TIME),
	    "too_few_points_since_blessing", "B2 wins over B1");
	is_int((long)slot(&w, 1, names[0], BH_WALL_TIME)->active, 5,
	    "evidence from c6 on: nine points");
	is_text(why(&w, 1, names[1], BH_WALL_TIME),
	    "too_few_points_since_blessing", "the same raw prefix");
	is_text(why(&w, 0, names[0], BH_INSTRUCTION_COUNT), "judged",
	    "B2 is out of scope: B1");
	is_int((long)slot(&w, 0, names[0], BH_INSTRUCTION_COUNT)->active, 3,
	    "eleven points");
	is_text(why(&w, 1, names[2], BH_WALL_TIME),
	    "too_few_points_since_blessing", "B4: three points");
	is_text(why(&w, 1, names[3], BH_WALL_TIME), "judged", "none");
	ok(slot(&w, 1, names[3], BH_WALL_TIME)->blessing == NULL,
	    "a record off the line has no effect");
	end(&w);
}

/* n base levels, a blessing at topo (or -1), the branch at n + 5. */
static void
branch_case(int n, long topo, const char *want, long levels, long available)
{
	struct bh_blessing b = bless("b", topo, NULL, NULL);
	const struct bh_slot *s;
	struct world w;
	char what[80];
	int i;

	start(&w, BH_BRANCH, n + 5, n - 1, 1);
	if (topo >= 0) {
		w.in.bless = &b;
		w.in.nbless = 1;
	}
	for (i = 0; i < n; i++)
		put(&w, object(&w, 1, i < n / 2 ? i : -1, i, false), "f",
		    BH_WALL_TIME, "1");
	put(&w, object(&w, 1, n + 5, -1, false), "f", BH_WALL_TIME, "1");
	plan(&w);
	snprintf(what, sizeof(what), "%d levels, blessed at %ld", n, topo);
	is_text(why(&w, 1, "f", BH_WALL_TIME), want, what);
	s = slot(&w, 1, "f", BH_WALL_TIME);
	is_int((long)(s->available - s->skip), levels, "window");
	is_int((long)s->available, available, "available");
	end(&w);
}

static void
test_blessed_branch(void)
{
	branch_case(20, -1, "judged", 20, 20);
	branch_case(20, 2, "judged", 18, 20);
	branch_case(20, 9, "judged", 11, 20);
	branch_case(20, 10, "judged", 10, 20);
	branch_case(20, 11, "too_few_base_commits_since_blessing", 9, 20);
	branch_case(20, 12, "too_few_base_commits_since_blessing", 8, 20);
	branch_case(8, 0, "too_few_base_commits", 8, 8);
	branch_case(9, -1, "too_few_base_commits", 9, 9);
	branch_case(10, -1, "judged", 10, 10);
	branch_case(128, -1, "judged", 128, 128);
	branch_case(129, -1, "judged", 128, 129);
	branch_case(150, -1, "judged", 128, 150);
	branch_case(150, 139, "judged", 11, 150);
}

static void
test_lag(void)
{
	const struct bh_slot *s;
	struct world w;
	int i;

	start(&w, BH_BRANCH, 12, 14, 1);
	for (i = 0; i < 12; i++)
		put(&w, object(&w, 1, i < 4 ? i : -1, i, false), "f",
		    BH_WALL_TIME, "1");
	put(&w, object(&w, 1, 12, -1, false), "f", BH_WALL_TIME, "1");
	plan(&w);
	s = slot(&w, 1, "f", BH_WALL_TIME);
	ok(s->has_lag && s->behind == 3, "three commits behind the base ref");
	is_int(w.plan.lagging, 1, "counted");
	w.in.base_topo = 11;
	bh_series_plan(&w.in, &w.a, &w.plan);
	ok(!slot(&w, 1, "f", BH_WALL_TIME)->has_lag, "at the base ref: none");
	end(&w);
}

/* A damaged object that was left out counts for nothing. */
static void
test_bad(void)
{
	struct world w;
	size_t r;

	start(&w, BH_HISTORY, 1, 1, 1);
	r = object(&w, 1, 0, -1, false);
	put(&w, r, "f", BH_WALL_TIME, "1");
	put(&w, r, "g", BH_WALL_TIME, "1");
	w.place[r].bad = true;
	put(&w, object(&w, 1, 1, -1, false), "f", BH_WALL_TIME, "2");
	plan(&w);
	is_int((long)slot(&w, 1, "f", BH_WALL_TIME)->npoints, 1,
	    "its points do not count");
	ok(slot(&w, 1, "g", BH_WALL_TIME) == NULL, "nor do its series");
	end(&w);
}

/* Many points over several pools, chunk after chunk. */
static void
test_pool(void)
{
	struct bh_pool_row *rows;
	struct bh_obs *o;
	struct world w;
	char v[3][40];
	size_t n, i, k, bad = 0;
	struct bh_obs in = { 0 };
	bool fresh;
	struct bh_str seg = BH_STR("a");

	start(&w, BH_HISTORY, 0, 0, 3);
	for (i = 0; i < 3000; i++) {
		k = i * 7 / 3 % 3;
		in.rank = (uint32_t)i * 50;
		sprintf(v[0], "%zu.%0*d", i, (int)(i % 30) + 1, 7);
		sprintf(v[1], "-%zu", i);
		in.value = bh_str_of(v[0]);
		in.low = i % 5 == 0 ? BH_STR_NONE : bh_str_of(v[1]);
		in.high = i % 5 == 0 ? BH_STR_NONE : bh_str_of(v[0]);
		bh_pool_add(&w.pool[k], bh_pool_bench(&w.pool[k], 1,
		    (struct bh_id){ &seg, 1 }, &fresh), BH_GPU_TIME, &in);
	}
	rows = bh_pool_join(w.pool, 3, &w.a, &n);
	is_int((long)n, 1, "one benchmark over three pools");
	is_int((long)bh_pool_count(rows, 3, BH_GPU_TIME), 3000, "all counted");
	o = bh_calloc(&w.a, 3000, sizeof(*o));
	bh_pool_read(rows, 3, BH_GPU_TIME, o);
	for (i = 0; i < 3000; i++) {
		sprintf(v[0], "%zu.%0*d", i, (int)(i % 30) + 1, 7);
		bad += o[i].rank != i * 50 || !bh_str_is(o[i].value, v[0]) ||
		    (o[i].low.p == NULL) != (i % 5 == 0) ||
		    (o[i].low.p != NULL && !bh_str_is(o[i].high, v[0]));
	}
	is_int((long)bad, 0, "read back in rank order, texts as they were");
	end(&w);
}

int
main(void)
{
	test_pool();
	test_order(1);
	test_order(3);
	test_ghosts();
	test_rescue();
	test_blessed_history();
	test_blessed_branch();
	test_lag();
	test_bad();
	return tap_done();
}
