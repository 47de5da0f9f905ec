#include "edge/load.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "edge/runscan.h"
#include "io/par.h"

enum { SCHEMA = 5 };

/* What a thread has of its own. */
struct worker {
	struct load		*l;
	struct bh_store_reader	 reader;
	struct bh_run_scan	 scan;
	struct bh_buf		 body;
	struct bh_pool		*pool;
	struct bh_pool_bench	**head;	/* by set: the first one of a run */
	size_t			 nhead;
	struct bh_pool_bench	*prev, *expect;
	struct bh_arena		 arena;	/* of the texts "why" */
	uint32_t		 rank;
	size_t			 set;
	long			 opened, unknown, repeated, schema;
};

struct load {
	struct bh_load		*l;
	struct bh_load_object	*o;
	bool			 all;
	atomic_size_t		 first_bad;
	struct worker		*worker;
};

/*
 * Runs of a set list the same benchmarks in the same order, mostly: whoever
 * came behind this one last time is expected there again.
 */
static void
expect(struct worker *w, struct bh_pool_bench *b)
{
	w->expect = b;
	w->scan.expect = b == NULL ? BH_STR_NONE : b->memo;
}

static void
learn(struct worker *w, struct bh_pool_bench *b)
{
	if (w->prev == NULL)
		w->head[w->set] = b;
	else
		w->prev->next = b;
}

static int
result(void *ctx, struct bh_run_scan *s, struct bh_err *err)
{
	const struct bh_load *l = ((struct worker *)ctx)->l->l;
	struct worker *w = ctx;
	struct bh_pool_bench *b = w->expect;
	struct bh_obs o = { .rank = w->rank };
	enum bh_kind kind[BH_KINDS];
	bool fresh;
	size_t i;

	(void)err;
	if (!s->expected) {
		b = bh_pool_bench(w->pool, w->set, s->id, &fresh);
		if (fresh) {
			b->wanted = l->wanted == NULL ||
			    l->wanted(l->ctx, w->set, b->id);
			b->memo = bh_run_memo(&w->pool->arena, b->id);
		}
		if (b != w->expect)
			learn(w, b);
	}
	w->prev = b;
	expect(w, b->next);
	if (b->seen == (int64_t)w->rank) {	/* the first one wins */
		w->repeated++;
		return 0;
	}
	b->seen = w->rank;
	if (!b->wanted)
		return 0;
	for (i = 0; i < s->nmetric; i++)
		kind[i] = s->metric[i].kind;
	bh_pool_ahead(b, kind, s->nmetric);
	for (i = 0; i < s->nmetric; i++) {
		if (l->kinds != 0 && (l->kinds >> s->metric[i].kind & 1) == 0)
			continue;
		o.value = s->metric[i].value;
		o.low = s->metric[i].low;
		o.high = s->metric[i].high;
		bh_pool_add(w->pool, b, s->metric[i].kind, &o);
	}
	return 0;
}

static void
room_for_set(struct worker *w, size_t set)
{
	size_t n = w->nhead;

	if (set < n)
		return;
	w->nhead = set * 2 + 16;
	w->head = bh_xrealloc(w->head, w->nhead * sizeof(*w->head));
	memset(w->head + n, 0, (w->nhead - n) * sizeof(*w->head));
}

static int
read_object(struct worker *w, struct bh_load_object *o, struct bh_err *err)
{
	struct bh_str text = o->text;
	int r;

	if (text.p == NULL) {
		r = bh_store_get(&w->reader, o->key, &w->body, err);
		if (r == 1) {
			err->status = BH_SYS;
			return bh_fail(err, BH_SYS, "%.*s: no longer there, "
			    "try again", BH_FMT(o->key));
		}
		if (r == -1)
			return -1;
		text = bh_buf_of(&w->body);
	}
	w->opened++;
	room_for_set(w, o->set);
	w->set = o->set;
	w->prev = NULL;
	expect(w, w->head[o->set]);
	r = bh_run_scan(&w->scan, text, result, w, err);
	w->unknown += w->scan.unknown;
	w->repeated += w->scan.repeated;
	if (w->scan.schema > SCHEMA && w->scan.schema > w->schema)
		w->schema = w->scan.schema;
	return r == -1 ? bh_err_at(err, "%.*s", BH_FMT(o->key)) : 0;
}

static void
note_bad(struct load *l, size_t i)
{
	size_t first = atomic_load(&l->first_bad);

	while (i < first &&
	    !atomic_compare_exchange_weak(&l->first_bad, &first, i))
		;
}

static void
work(void *ctx, size_t i, int worker)
{
	struct load *l = ctx;
	struct worker *w = &l->worker[worker];
	struct bh_err err = BH_ERR_INIT;

	if (!l->all && i > atomic_load(&l->first_bad))
		return;
	w->rank = (uint32_t)i;
	if (read_object(w, &l->o[i], &err) == 0)
		return;
	l->o[i].why = bh_str_dup(&w->arena, bh_str_of(err.msg));
	l->o[i].status = err.status;
	note_bad(l, i);
}

static void
gather(struct bh_load *l, struct worker *w)
{
	l->opened += w->opened;
	l->unknown += w->unknown;
	l->repeated += w->repeated;
	if (w->schema > l->schema)
		l->schema = w->schema;
	bh_store_reader_free(&w->reader);
	bh_run_scan_free(&w->scan);
	bh_buf_free(&w->body);
	free(w->head);
}

/* The texts "why" outlive the threads that made them. */
static void
keep_why(struct bh_load *l, struct bh_load_object *o, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (o[i].why.p != NULL)
			o[i].why = bh_str_dup(&l->arena, o[i].why);
}

void
bh_load(struct bh_load *l, struct bh_load_object *o, size_t n, bool all)
{
	struct load x = { .l = l, .o = o, .all = all };
	uint64_t seed = 0;
	int i;

	if (getrandom(&seed, sizeof(seed), GRND_NONBLOCK) == -1)
		seed = (uint64_t)(uintptr_t)&x;
	atomic_init(&x.first_bad, n);
	l->pools = bh_xmalloc((size_t)l->jobs * sizeof(*l->pools));
	x.worker = bh_xmalloc((size_t)l->jobs * sizeof(*x.worker));
	for (i = 0; i < l->jobs; i++) {
		bh_pool_init(&l->pools[i], seed);
		x.worker[i] = (struct worker){ .l = &x, .pool = &l->pools[i],
		    .scan = BH_RUN_SCAN_INIT, .body = BH_BUF_INIT,
		    .arena = BH_ARENA_INIT };
		bh_store_reader_init(&x.worker[i].reader, l->store);
	}
	bh_par(n, l->jobs, work, &x);
	l->first_bad = atomic_load(&x.first_bad);
	keep_why(l, o, n);
	for (i = 0; i < l->jobs; i++) {
		gather(l, &x.worker[i]);
		bh_arena_free(&x.worker[i].arena);
	}
	free(x.worker);
}

void
bh_load_free(struct bh_load *l)
{
	int i;

	for (i = 0; i < l->jobs; i++)
		bh_pool_free(&l->pools[i]);
	free(l->pools);
	bh_arena_free(&l->arena);
}
