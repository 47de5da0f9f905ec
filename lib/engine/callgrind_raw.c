#include "engine/callgrind.h"

#include <string.h>

enum { SEGMENTS_MAX = 32, SLOTS = 64 };

/*
 * What belongs to one process: its parts are summed.  A part that is there
 * already belongs to another run whose process had the same number.
 */
struct bh_cg_group {
	struct bh_cg_group *next;	/* of all, newest first */
	struct bh_cg_group *chain;	/* of one hash */
	uint64_t	 hash;
	size_t		 operand;
	struct bh_str	 pid, cmd;
	struct bh_cg_seen *seen;
	size_t		 result;	/* index in the take */
	bool		 has[BH_CG_EVENTS];
	uint64_t	 sum[BH_CG_EVENTS];
};

struct bh_cg_seen {
	struct bh_cg_seen *next;
	struct bh_str	 part, thread;
};

/* --- identity ----------------------------------------------------------- */

/* The file name without "callgrind.out.", the process number and ".gz". */
static struct bh_str
short_name(struct bh_str name, struct bh_str pid)
{
	if (bh_str_ends(name, BH_STR(".gz")))
		name.n -= 3;
	if (!bh_str_starts(name, BH_STR("callgrind.out")))
		return name;
	name = bh_str_from(name, 13);
	if (name.n > 0 && name.p[0] == '.')
		name = bh_str_from(name, 1);
	if (pid.n > 0 && bh_str_starts(name, pid)) {
		name = bh_str_from(name, pid.n);
		if (name.n > 0 && (name.p[0] == '.' || name.p[0] == '-'))
			name = bh_str_from(name, 1);
	}
	return name;
}

static struct bh_str
program(struct bh_str cmd)
{
	struct bh_str w;

	bh_str_cut(&cmd, ' ', &w);
	return bh_path_base(w);
}

static struct bh_str
expand(struct bh_arena *a, struct bh_str form, const struct bh_cg_file *f,
    struct bh_str name)
{
	struct bh_str s = bh_strf(a, "%s", ""), lit;

	for (;;) {
		if (!bh_str_cut(&form, '%', &lit))
			return bh_strf(a, "%.*s%.*s", BH_FMT(s), BH_FMT(lit));
		s = bh_strf(a, "%.*s%.*s", BH_FMT(s), BH_FMT(lit));
		switch (form.p[0]) {
		case 'b':
			lit = program(f->cmd);
			break;
		case 'c':
			lit = f->cmd;
			break;
		case 'f':
			lit = short_name(name, f->pid);
			break;
		default:
			lit = BH_STR("%");
		}
		s = bh_strf(a, "%.*s%.*s", BH_FMT(s), BH_FMT(lit));
		form = bh_str_from(form, 1);
	}
}

/* The segments of a file's results; room for two more is left. */
static int
identity(struct bh_callgrind *c, const struct bh_doc *d,
    const struct bh_cg_file *f, struct bh_id *id, struct bh_err *err)
{
	struct bh_str rest = f->cmd, w;
	size_t i;

	id->seg = bh_calloc(d->scratch, SEGMENTS_MAX + 2,
	    sizeof(*id->seg));
	id->n = 0;
	for (i = 0; i < c->nid; i++) {
		w = expand(d->scratch, c->id[i], f, d->name);
		if (w.n > 0)
			id->seg[id->n++] = w;
	}
	while (c->nid == 0 && rest.n > 0) {
		bh_str_cut(&rest, ' ', &w);
		if (w.n == 0)
			continue;
		if (id->n == SEGMENTS_MAX - 2)
			return bh_fail(err, BH_DATA, "the command has too "
			    "many words: --id is needed");
		id->seg[id->n] = id->n == 0 ? bh_path_base(w) : w;
		id->n += id->seg[id->n].n > 0;
	}
	if (id->n == 0)
		return bh_fail(err, BH_DATA, c->nid > 0 ? "empty identity" :
		    "no command: --id is needed");
	return 0;
}

/* --- groups ------------------------------------------------------------- */

static uint64_t
hash_of(const struct bh_doc *d, const struct bh_cg_file *f)
{
	return bh_fnv1a(f->pid) ^ bh_fnv1a(f->cmd) * 31 ^ d->operand;
}

static void
grow(struct bh_callgrind *c)
{
	size_t n = c->nslot == 0 ? SLOTS : c->nslot * 2;
	struct bh_cg_group **slot = bh_calloc(&c->arena, n, sizeof(*slot));
	struct bh_cg_group **at, *g, *older = NULL;

	/* from the oldest on, so that chains stay newest first */
	while ((g = c->group) != NULL) {
		c->group = g->next;
		g->next = older;
		older = g;
	}
	while ((g = older) != NULL) {
		older = g->next;
		g->next = c->group;
		c->group = g;
		at = &slot[g->hash & (n - 1)];
		g->chain = *at;
		*at = g;
	}
	c->slot = slot;
	c->nslot = n;
}

static struct bh_cg_group *
find(const struct bh_callgrind *c, const struct bh_doc *d,
    const struct bh_cg_file *f)
{
	uint64_t hash = hash_of(d, f);
	struct bh_cg_group *g;

	if (c->nslot == 0)
		return NULL;
	for (g = c->slot[hash & (c->nslot - 1)]; g != NULL; g = g->chain)
		if (g->hash == hash && g->operand == d->operand &&
		    bh_str_eq(g->pid, f->pid) && bh_str_eq(g->cmd, f->cmd))
			return g;
	return NULL;
}

static struct bh_cg_group *
add_group(struct bh_callgrind *c, const struct bh_doc *d,
    const struct bh_cg_file *f, struct bh_take *t, struct bh_id id)
{
	struct bh_cg_group *g = bh_calloc(&c->arena, 1, sizeof(*g)), **at;
	struct bh_result *r = bh_take_result(t, id.n);
	size_t i;

	for (i = 0; i < id.n; i++)
		bh_take_segment(t, r, id.seg[i]);
	if (c->ngroup == c->nslot)
		grow(c);
	g->hash = hash_of(d, f);
	g->operand = d->operand;
	g->pid = bh_str_dup(&c->arena, f->pid);
	g->cmd = bh_str_dup(&c->arena, f->cmd);
	g->result = t->n - 1;
	g->next = c->group;
	c->group = g;
	c->ngroup++;
	at = &c->slot[g->hash & (c->nslot - 1)];
	g->chain = *at;
	*at = g;
	return g;
}

static bool
has_part(const struct bh_cg_group *g, const struct bh_cg_part *p)
{
	const struct bh_cg_seen *s;

	for (s = g->seen; s != NULL; s = s->next)
		if (bh_str_eq(s->part, p->part) &&
		    bh_str_eq(s->thread, p->thread))
			return true;
	return false;
}

static int
add_part(struct bh_callgrind *c, struct bh_cg_group *g,
    const struct bh_cg_part *p, struct bh_err *err)
{
	struct bh_cg_seen *s = bh_calloc(&c->arena, 1, sizeof(*s));
	int e;

	for (e = 0; e < BH_CG_EVENTS; e++) {
		g->has[e] = g->has[e] || p->has[e];
		if (__builtin_add_overflow(g->sum[e], p->sum[e], &g->sum[e]))
			return bh_fail(err, BH_DATA, "counts overflow");
	}
	s->part = bh_str_dup(&c->arena, p->part);
	s->thread = bh_str_dup(&c->arena, p->thread);
	s->next = g->seen;
	g->seen = s;
	return 0;
}

/* --- a file ------------------------------------------------------------- */

static void
remember_creator(struct bh_callgrind *c, struct bh_str s)
{
	size_t i;

	for (i = 0; i < c->ncreator; i++)
		if (bh_str_eq(c->creator[i], s))
			return;
	if (s.n == 0 || !bh_utf8_ok(s))
		return;
	c->creator = bh_more(&c->arena, c->creator, c->ncreator,
	    &c->creator_cap, sizeof(*c->creator));
	c->creator[c->ncreator++] = bh_str_dup(&c->arena, s);
}

static void
newer(struct bh_taken *x, struct bh_time t)
{
	if (x->mtime.sec < t.sec ||
	    (x->mtime.sec == t.sec && x->mtime.nsec < t.nsec))
		x->mtime = t;
}

/* --part=each: a result of its own for every part */
static int
each(struct bh_callgrind *c, const struct bh_doc *d,
    const struct bh_cg_file *f, const struct bh_cg_part *p,
    struct bh_take *t, struct bh_id id, struct bh_err *err)
{
	if (p->part.n > 0)
		id.seg[id.n++] = bh_strf(d->scratch, "part %.*s",
		    BH_FMT(p->part));
	if (p->thread.n > 0)
		id.seg[id.n++] = bh_strf(d->scratch, "thread %.*s",
		    BH_FMT(p->thread));
	return add_part(c, add_group(c, d, f, t, id), p, err);
}

static int
summed(struct bh_callgrind *c, const struct bh_doc *d,
    const struct bh_cg_file *f, struct bh_take *t, struct bh_id id,
    struct bh_err *err)
{
	struct bh_cg_group *g = find(c, d, f);
	size_t i;

	for (i = 0; g != NULL && i < f->n; i++)
		if (has_part(g, &f->part[i]))
			g = NULL;
	if (g == NULL)
		g = add_group(c, d, f, t, id);
	else
		newer(&t->v[g->result], d->mtime);
	for (i = 0; i < f->n; i++)
		if (f->part[i].measured &&
		    add_part(c, g, &f->part[i], err) == -1)
			return -1;
	return 0;
}

int
bh_callgrind_raw(struct bh_callgrind *c, const struct bh_doc *d,
    struct bh_take *t, struct bh_err *err)
{
	struct bh_cg_file f;
	struct bh_id id;
	size_t i, n = 0;

	if (bh_callgrind_scan(d->text[0], d->scratch, &f, err) == -1)
		return -1;
	for (i = 0; i < f.n; i++)
		if (f.part[i].measured)
			n++;
	if (n == 0) {
		bh_take_note(t, "nothing counted, left out");
		return 0;
	}
	if (identity(c, d, &f, &id, err) == -1)
		return -1;
	remember_creator(c, f.creator);
	if (!c->each)
		return summed(c, d, &f, t, id, err);
	for (i = 0; i < f.n; i++)
		if (f.part[i].measured &&
		    each(c, d, &f, &f.part[i], t, id, err) == -1)
			return -1;
	return 0;
}

void
bh_callgrind_sum(struct bh_callgrind *c, struct bh_take *t)
{
	struct bh_cg_group *g;
	int e;

	for (g = c->group; g != NULL; g = g->next)
		for (e = 0; e < BH_CG_EVENTS; e++)
			if (g->has[e])
				bh_take_metric(t, &t->v[g->result].result,
				    bh_cg_kind((enum bh_cg_event)e),
				    (double)g->sum[e], "single");
}
