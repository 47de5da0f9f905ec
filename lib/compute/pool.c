#include "compute/pool.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_CHUNK = 112, LAST_CHUNK = 4080, FIRST_SLOTS = 256,
    INTERVAL = 0x80 };

struct chunk {
	struct chunk	*next;
	uint32_t	 used, size;	/* used: not of the last one */
	unsigned char	 mem[];
};

/*
 * Adding looks at the chain alone and only writes to the chunk, which nobody
 * then waits for: with thousands of chains neither is in the cache.
 */
struct bh_pool_chain {
	unsigned char	*at, *end;	/* of what is free in the last one */
	struct chunk	*head, *tail;
	uint32_t	 last;		/* rank of the newest entry */
	uint32_t	 n;
};

void
bh_pool_init(struct bh_pool *p, uint64_t seed)
{
	*p = (struct bh_pool){ .arena = BH_ARENA_INIT, .seed = seed,
	    .nslot = FIRST_SLOTS };
	p->slot = bh_xmalloc(p->nslot * sizeof(*p->slot));
	memset(p->slot, 0, p->nslot * sizeof(*p->slot));
}

void
bh_pool_free(struct bh_pool *p)
{
	free(p->slot);
	bh_arena_free(&p->arena);
	p->slot = NULL;
}

/* --- the table of benchmarks --------------------------------------------- */

static uint64_t
mix(uint64_t h, const void *p, size_t n)
{
	const unsigned char *u = p;

	while (n-- > 0)
		h = (h ^ *u++) * 0x100000001b3u;
	return h;
}

static uint64_t
hash(uint64_t seed, size_t set, struct bh_id id)
{
	uint64_t h = seed ^ 0xcbf29ce484222325u;
	size_t i;

	h = mix(h, &set, sizeof(set));
	for (i = 0; i < id.n; i++) {
		h = mix(h, &id.seg[i].n, sizeof(id.seg[i].n));
		h = mix(h, id.seg[i].p, id.seg[i].n);
	}
	return h ^ h >> 29;
}

static struct bh_pool_bench **
slot_of(const struct bh_pool *p, uint64_t h, size_t set, struct bh_id id)
{
	size_t i = (size_t)h & (p->nslot - 1);
	struct bh_pool_bench *b;

	while ((b = p->slot[i]) != NULL) {
		if (b->hash == h && b->set == set && bh_id_cmp(b->id, id) == 0)
			break;
		i = (i + 1) & (p->nslot - 1);
	}
	return &p->slot[i];
}

static void
grow(struct bh_pool *p)
{
	struct bh_pool_bench **old = p->slot;
	size_t n = p->nslot, i, k;

	p->nslot *= 2;
	p->slot = bh_xmalloc(p->nslot * sizeof(*p->slot));
	memset(p->slot, 0, p->nslot * sizeof(*p->slot));
	for (i = 0; i < n; i++) {
		if (old[i] == NULL)
			continue;
		k = (size_t)old[i]->hash & (p->nslot - 1);
		while (p->slot[k] != NULL)
			k = (k + 1) & (p->nslot - 1);
		p->slot[k] = old[i];
	}
	free(old);
}

static struct bh_id
copy_id(struct bh_arena *a, struct bh_id id)
{
	struct bh_id to = { bh_calloc(a, id.n, sizeof(*to.seg)), id.n };
	size_t i;

	for (i = 0; i < id.n; i++)
		to.seg[i] = bh_str_dup(a, id.seg[i]);
	return to;
}

struct bh_pool_bench *
bh_pool_find(const struct bh_pool *p, size_t set, struct bh_id id)
{
	return *slot_of(p, hash(p->seed, set, id), set, id);
}

struct bh_pool_bench *
bh_pool_bench(struct bh_pool *p, size_t set, struct bh_id id, bool *fresh)
{
	uint64_t h = hash(p->seed, set, id);
	struct bh_pool_bench **at, *b;

	if (p->n * 2 >= p->nslot)
		grow(p);
	at = slot_of(p, h, set, id);
	*fresh = *at == NULL;
	if (*at != NULL)
		return *at;
	b = bh_calloc(&p->arena, 1, sizeof(*b));
	b->set = set;
	b->id = copy_id(&p->arena, id);
	b->wanted = true;
	b->seen = -1;
	b->hash = h;
	p->n++;
	return *at = b;
}

/* --- entries --------------------------------------------------------------- */

static void
add_chunk(struct bh_pool *p, struct bh_pool_chain *c, size_t least)
{
	size_t size = c->tail == NULL ? FIRST_CHUNK :
	    (c->tail->size + sizeof(struct chunk)) * 2 - sizeof(struct chunk);
	struct chunk *k;

	if (size > LAST_CHUNK)
		size = LAST_CHUNK;
	if (size < least)
		size = least;
	k = bh_alloc(&p->arena, sizeof(*k) + size);
	k->next = NULL;
	k->used = 0;
	k->size = (uint32_t)size;
	if (c->tail == NULL)
		c->head = k;
	else {
		c->tail->used = (uint32_t)(c->at - c->tail->mem);
		c->tail->next = k;
	}
	c->tail = k;
	c->at = k->mem;
	c->end = k->mem + size;
}

static unsigned char *
put_text(unsigned char *q, struct bh_str s)
{
	memcpy(q, s.p, s.n);
	return q + s.n;
}

void
bh_pool_add(struct bh_pool *p, struct bh_pool_bench *b, enum bh_kind kind,
    const struct bh_obs *o)
{
	struct bh_pool_chain *c = b->chain[kind];
	size_t most = 8 + o->value.n + o->low.n + o->high.n;
	bool interval = o->low.p != NULL;
	unsigned char *q;
	uint32_t delta;

	if (c == NULL)
		c = b->chain[kind] = bh_calloc(&p->arena, 1, sizeof(*c));
	if ((size_t)(c->end - c->at) < most)
		add_chunk(p, c, most);
	q = c->at;
	delta = o->rank - (c->n == 0 ? 0 : c->last);
	while (delta >= 0x80) {
		*q++ = (unsigned char)(delta | 0x80);
		delta >>= 7;
	}
	*q++ = (unsigned char)delta;
	*q++ = (unsigned char)(o->value.n | (interval ? INTERVAL : 0));
	if (interval) {
		*q++ = (unsigned char)o->low.n;
		*q++ = (unsigned char)o->high.n;
	}
	q = put_text(q, o->value);
	if (interval)
		q = put_text(put_text(q, o->low), o->high);
	c->at = q;
	c->last = o->rank;
	c->n++;
}

static void
near(const void *p, size_t n)
{
	size_t i;

	for (i = 0; i < n; i += 64)
		__builtin_prefetch((const char *)p + i);
}

static const struct bh_pool_bench *
behind(const struct bh_pool_bench *b)
{
	return b != NULL ? b->next : NULL;
}

/* Each step is far enough ahead of the one that follows where it leads. */
void
bh_pool_ahead(const struct bh_pool_bench *b, const enum bh_kind *kind,
    size_t n)
{
	const struct bh_pool_bench *near_by = behind(b), *far, *farther;
	const struct bh_pool_chain *c;
	size_t i;

	far = behind(behind(near_by));
	if (far == NULL)
		return;
	near(near_by->memo.p, near_by->memo.n);
	for (i = 0; i < n; i++)
		if ((c = near_by->chain[kind[i]]) != NULL)
			__builtin_prefetch(c->at, 1);
	for (i = 0; i < n; i++)
		__builtin_prefetch(far->chain[kind[i]], 1);
	if ((farther = behind(behind(far))) != NULL)
		near(farther, sizeof(*farther));
}

/* A place in a chain. */
struct cursor {
	const struct bh_pool_chain *c;
	const struct chunk	*k;
	const unsigned char	*at, *end;
	uint32_t		 rank;
};

static void
enter(struct cursor *c, const struct chunk *k)
{
	c->k = k;
	c->at = k->mem;
	c->end = k == c->c->tail ? c->c->at : k->mem + k->used;
}

static const char *
take_text(struct bh_str *s, const char *q, size_t n)
{
	*s = (struct bh_str){ q, n };
	return q + n;
}

/* To the next entry and its rank; false: there is none. */
static bool
peek(struct cursor *c)
{
	uint32_t delta = 0;
	int shift = 0;

	while (c->at == c->end) {
		if (c->k->next == NULL)
			return false;
		enter(c, c->k->next);
	}
	do {
		delta |= (uint32_t)(*c->at & 0x7f) << shift;
		shift += 7;
	} while (*c->at++ & 0x80);
	c->rank += delta;
	return true;
}

/* The entry that was peeked at. */
static void
take(struct cursor *c, struct bh_obs *o)
{
	const unsigned char *q = c->at;
	bool interval = (*q & INTERVAL) != 0;
	size_t nv = *q++ & ~INTERVAL & 0xff, nl = 0, nh = 0;
	const char *text;

	if (interval) {
		nl = *q++;
		nh = *q++;
	}
	o->rank = c->rank;
	text = take_text(&o->value, (const char *)q, nv);
	o->low = BH_STR_NONE;
	o->high = BH_STR_NONE;
	if (interval)
		text = take_text(&o->high, take_text(&o->low, text, nl), nh);
	c->at = (const unsigned char *)text;
}

/* --- reading ----------------------------------------------------------------- */

struct entry {
	struct bh_pool_bench	*bench;
	size_t			 pool;
};

static int
entry_cmp(const void *x, const void *y)
{
	const struct entry *a = x, *b = y;
	int c;

	if (a->bench->set != b->bench->set)
		return (a->bench->set > b->bench->set) -
		    (a->bench->set < b->bench->set);
	if ((c = bh_id_cmp(a->bench->id, b->bench->id)) != 0)
		return c;
	return (a->pool > b->pool) - (a->pool < b->pool);
}

static struct entry *
all_entries(struct bh_pool *pools, size_t n, size_t *total)
{
	struct entry *e;
	size_t i, k, at = 0;

	for (*total = 0, i = 0; i < n; i++)
		*total += pools[i].n;
	e = bh_xmalloc(*total * sizeof(*e));
	for (i = 0; i < n; i++)
		for (k = 0; k < pools[i].nslot; k++)
			if (pools[i].slot[k] != NULL &&
			    pools[i].slot[k]->wanted)
				e[at++] = (struct entry){ pools[i].slot[k], i };
	*total = at;
	qsort(e, at, sizeof(*e), entry_cmp);
	return e;
}

struct bh_pool_row *
bh_pool_join(struct bh_pool *pools, size_t n, struct bh_arena *a,
    size_t *nrow)
{
	struct bh_pool_row *rows, *r = NULL;
	struct entry *e;
	size_t total, i;

	e = all_entries(pools, n, &total);
	rows = bh_calloc(a, total, sizeof(*rows));
	*nrow = 0;
	for (i = 0; i < total; i++) {
		if (r == NULL || r->set != e[i].bench->set ||
		    bh_id_cmp(r->id, e[i].bench->id) != 0) {
			r = &rows[(*nrow)++];
			r->set = e[i].bench->set;
			r->id = e[i].bench->id;
			r->part = bh_calloc(a, n, sizeof(*r->part));
		}
		r->part[e[i].pool] = e[i].bench;
	}
	free(e);
	return rows;
}

size_t
bh_pool_count(const struct bh_pool_row *r, size_t npool, enum bh_kind kind)
{
	size_t i, n = 0;

	for (i = 0; i < npool; i++)
		if (r->part[i] != NULL && r->part[i]->chain[kind] != NULL)
			n += r->part[i]->chain[kind]->n;
	return n;
}

/*
 * Each part is in rising rank already: take the least head until none is left.
 * There are as many parts as threads, so looking at all of them is cheap.
 */
void
bh_pool_read(const struct bh_pool_row *r, size_t npool, enum bh_kind kind,
    struct bh_obs *out)
{
	struct cursor part[npool], *p;
	size_t i, n = 0, parts = 0, least;

	for (i = 0; i < npool; i++) {
		if (r->part[i] == NULL || r->part[i]->chain[kind] == NULL)
			continue;
		p = &part[parts];
		*p = (struct cursor){ .c = r->part[i]->chain[kind] };
		enter(p, p->c->head);
		if (peek(p))
			parts++;
	}
	while (parts > 0) {
		for (least = 0, i = 1; i < parts; i++)
			if (part[i].rank < part[least].rank)
				least = i;
		take(&part[least], &out[n++]);
		if (!peek(&part[least]))
			part[least] = part[--parts];
	}
}
