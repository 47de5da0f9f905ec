/* Records of bh-series: census and query. */
#include "edge/json.h"

static void
read_sets(struct bh_tok *t, struct bh_census *x)
{
	struct bh_set_count *s;
	struct bh_str key;
	size_t cap = 0;

	x->nsets = 0;
	bh_tok_arr(t);
	while (bh_tok_elem(t)) {
		x->sets = bh_more(t->arena, x->sets, x->nsets, &cap,
		    sizeof(*x->sets));
		s = &x->sets[x->nsets++];
		*s = (struct bh_set_count){ 0 };
		bh_tok_obj(t);
		while (bh_tok_member(t, &key))
			if (bh_str_is(key, "set"))
				bh_tok_str(t, &s->set);
			else if (bh_str_is(key, "runs"))
				bh_tok_long(t, &s->runs);
			else if (bh_str_is(key, "series"))
				bh_tok_long(t, &s->series);
			else
				bh_tok_skip(t);
		if (bh_tok_ok(t) && s->set.p == NULL)
			bh_tok_fail(t, "set without a name");
	}
}

static void
read_census_member(struct bh_tok *t, struct bh_str key, struct bh_census *x,
    int *mode)
{
	struct bh_str s;

	if (bh_str_is(key, "mode")) {
		if (bh_tok_str(t, &s) && (*mode = bh_mode_of(s)) == -1)
			bh_tok_fail(t, "unknown mode");
	} else if (bh_str_is(key, "final"))
		bh_tok_bool(t, &x->final);
	else if (bh_str_is(key, "series"))
		bh_tok_long(t, &x->series);
	else if (bh_str_is(key, "ghosts_excluded"))
		bh_tok_long(t, &x->ghosts_excluded);
	else if (bh_str_is(key, "ignored_excluded"))
		bh_tok_long(t, &x->ignored_excluded);
	else if (bh_str_is(key, "objects_bad"))
		bh_tok_long(t, &x->objects_bad);
	else if (bh_str_is(key, "runs"))
		bh_tok_long(t, &x->runs);
	else if (bh_str_is(key, "first"))
		bh_tok_str_null(t, &x->first);
	else if (bh_str_is(key, "last"))
		bh_tok_str_null(t, &x->last);
	else if (bh_str_is(key, "sets"))
		read_sets(t, x);
	else
		bh_tok_skip(t);
}

int
bh_json_read_census(struct bh_str line, struct bh_arena *a,
    struct bh_census *x, struct bh_err *err)
{
	struct bh_str key;
	struct bh_tok t;
	int mode = -1;

	*x = (struct bh_census){ .count = { .judged = -1 } };
	bh_tok_init(&t, line, a);
	bh_tok_obj(&t);
	while (bh_tok_member(&t, &key))
		if (!bh_json_count_member(&t, key, &x->count))
			read_census_member(&t, key, x, &mode);
	if (!bh_tok_done(&t) || mode == -1 || x->count.judged < 0)
		return bh_json_bad(&t, "census", mode == -1 ? "mode" :
		    "judged", err);
	x->mode = (enum bh_mode)mode;
	return 0;
}

void
bh_json_put_census(struct bh_buf *b, const struct bh_census *x)
{
	struct bh_emit e = bh_json_open(b, BH_R_CENSUS);
	size_t i;

	bh_emit_z(&e, "mode", bh_mode_name(x->mode));
	bh_emit_b(&e, "final", x->final);
	bh_json_emit_count(&e, &x->count);
	bh_emit_i(&e, "series", x->series);
	bh_emit_i(&e, "ghosts_excluded", x->ghosts_excluded);
	bh_emit_i(&e, "ignored_excluded", x->ignored_excluded);
	if (x->objects_bad > 0)
		bh_emit_i(&e, "objects_bad", x->objects_bad);
	bh_emit_i(&e, "runs", x->runs);
	bh_emit_s(&e, "first", x->first);
	bh_emit_s(&e, "last", x->last);
	bh_emit_open(&e, "sets", '[');
	for (i = 0; i < x->nsets; i++) {
		bh_emit_open(&e, NULL, '{');
		bh_emit_s(&e, "set", x->sets[i].set);
		bh_emit_i(&e, "runs", x->sets[i].runs);
		bh_emit_i(&e, "series", x->sets[i].series);
		bh_emit_close(&e, '}');
	}
	bh_emit_close(&e, ']');
	bh_emit_close(&e, '}');
}

int
bh_json_read_query(struct bh_str line, struct bh_arena *a,
    struct bh_query *x, struct bh_err *err)
{
	struct bh_str key;
	struct bh_tok t;

	*x = (struct bh_query){ .runs = -1 };
	bh_tok_init(&t, line, a);
	bh_tok_obj(&t);
	while (bh_tok_member(&t, &key))
		if (bh_str_is(key, "benchmark"))
			bh_tok_str(&t, &x->benchmark);
		else if (bh_str_is(key, "metric"))
			bh_tok_str(&t, &x->metric);
		else if (bh_str_is(key, "unit"))
			bh_tok_str(&t, &x->unit);
		else if (bh_str_is(key, "runs"))
			bh_tok_long(&t, &x->runs);
		else if (bh_str_is(key, "series"))
			bh_tok_long(&t, &x->series);
		else
			bh_tok_skip(&t);
	if (!bh_tok_done(&t) || x->runs < 0)
		return bh_json_bad(&t, "query", "runs", err);
	return 0;
}

void
bh_json_put_query(struct bh_buf *b, const struct bh_query *x)
{
	struct bh_emit e = bh_json_open(b, BH_R_QUERY);

	if (x->benchmark.p != NULL)
		bh_emit_s(&e, "benchmark", x->benchmark);
	if (x->metric.p != NULL)
		bh_emit_s(&e, "metric", x->metric);
	if (x->unit.p != NULL)
		bh_emit_s(&e, "unit", x->unit);
	bh_emit_i(&e, "runs", x->runs);
	bh_emit_i(&e, "series", x->series);
	bh_emit_close(&e, '}');
}
