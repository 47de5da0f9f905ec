#include "model/line.h"

bool
bh_line_add(struct bh_line *l, struct bh_arena *a, const struct bh_commit *c)
{
	struct bh_line_commit *x;

	if (l->n == 0)
		l->first = c->topo;
	else if (c->topo != l->first + (long)l->n)
		return false;
	l->v = bh_more(a, l->v, l->n, &l->cap, sizeof(*l->v));
	x = &l->v[l->n++];
	x->hash = bh_str_dup(a, c->hash);
	x->time = c->time.p == NULL ? BH_STR_NONE : bh_str_dup(a, c->time);
	x->title = c->title.p == NULL ? BH_STR_NONE : bh_str_dup(a, c->title);
	return true;
}

const struct bh_line_commit *
bh_line_at(const struct bh_line *l, long topo)
{
	if (topo < l->first || topo - l->first >= (long)l->n)
		return NULL;
	return &l->v[topo - l->first];
}

struct bh_str
bh_line_hash(const struct bh_line *l, long topo)
{
	const struct bh_line_commit *c = bh_line_at(l, topo);

	return c == NULL ? BH_STR_NONE : c->hash;
}
