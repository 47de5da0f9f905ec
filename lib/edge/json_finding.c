/* candidate, finding, dropped: one shape. */
#include "edge/json.h"

static bool
str_or_none(struct bh_tok *t, struct bh_str *s)
{
	return bh_tok_str_null(t, s);
}

/* --- reading ------------------------------------------------------------- */

static void
read_range(struct bh_tok *t, struct bh_finding *f)
{
	struct bh_branch_range *r = &f->branch;
	struct bh_str key;

	f->has_branch = true;
	bh_tok_obj(t);
	while (bh_tok_member(t, &key))
		if (bh_str_is(key, "reference_count"))
			bh_tok_long(t, &r->reference_count);
		else if (bh_str_is(key, "reference_min"))
			bh_tok_double(t, &r->reference_min);
		else if (bh_str_is(key, "reference_max"))
			bh_tok_double(t, &r->reference_max);
		else if (bh_str_is(key, "excess"))
			bh_tok_double(t, &r->excess);
		else if (bh_str_is(key, "relative_excess"))
			bh_tok_double(t, &r->relative_excess);
		else if (bh_str_is(key, "current_regime_start"))
			str_or_none(t, &r->regime_start);
		else if (bh_str_is(key, "matches_previous_regime"))
			bh_tok_bool(t, &r->matches_previous_regime);
		else if (bh_str_is(key, "included_in_historical_comparison"))
			r->has_included = bh_tok_bool(t, &r->included);
		else
			bh_tok_skip(t);
}

static void
read_boundary(struct bh_tok *t, struct bh_boundary *x)
{
	struct bh_str key;

	*x = (struct bh_boundary){ .topo = -1 };
	bh_tok_obj(t);
	while (bh_tok_member(t, &key))
		if (bh_str_is(key, "commit"))
			str_or_none(t, &x->commit);
		else if (bh_str_is(key, "topo"))
			bh_tok_long(t, &x->topo);
		else if (bh_str_is(key, "before"))
			bh_tok_double(t, &x->before);
		else if (bh_str_is(key, "after"))
			bh_tok_double(t, &x->after);
		else if (bh_str_is(key, "p"))
			bh_tok_double(t, &x->p);
		else
			bh_tok_skip(t);
}

static void
read_boundaries(struct bh_tok *t, struct bh_finding *f)
{
	size_t cap = 0;

	f->has_boundaries = true;
	f->nboundary = 0;
	bh_tok_arr(t);
	while (bh_tok_elem(t)) {
		f->boundary = bh_more(t->arena, f->boundary, f->nboundary, &cap,
		    sizeof(*f->boundary));
		read_boundary(t, &f->boundary[f->nboundary++]);
	}
}

static void
read_suspects(struct bh_tok *t, struct bh_suspect *s)
{
	struct bh_suspect_candidate *c;
	struct bh_str key;
	size_t cap = 0;

	s->ncand = 0;
	bh_tok_arr(t);
	while (bh_tok_elem(t)) {
		s->cand = bh_more(t->arena, s->cand, s->ncand, &cap,
		    sizeof(*s->cand));
		c = &s->cand[s->ncand++];
		*c = (struct bh_suspect_candidate){ .topo = -1 };
		bh_tok_obj(t);
		while (bh_tok_member(t, &key))
			if (bh_str_is(key, "commit"))
				str_or_none(t, &c->commit);
			else if (bh_str_is(key, "weight"))
				bh_tok_double(t, &c->weight);
			else
				bh_tok_skip(t);
	}
}

static void
read_suspect(struct bh_tok *t, struct bh_finding *f)
{
	struct bh_axis_values v = { NULL, 0 };
	struct bh_suspect *s = &f->suspect;
	struct bh_str key;

	f->has_suspect = true;
	bh_tok_obj(t);
	while (bh_tok_member(t, &key))
		if (bh_str_is(key, "good"))
			str_or_none(t, &s->good);
		else if (bh_str_is(key, "bad"))
			str_or_none(t, &s->bad);
		else if (bh_str_is(key, "unmeasured"))
			bh_json_values(t, &v);
		else if (bh_str_is(key, "candidates"))
			read_suspects(t, s);
		else if (bh_str_is(key, "coverage"))
			bh_tok_double(t, &s->coverage);
		else
			bh_tok_skip(t);
	s->unmeasured = v.v;
	s->nunmeasured = v.n;
}

static void
read_effect(struct bh_tok *t, struct bh_finding *f)
{
	struct bh_str key;

	f->has_effect = true;
	bh_tok_obj(t);
	while (bh_tok_member(t, &key))
		if (bh_str_is(key, "low"))
			bh_tok_double(t, &f->effect_low);
		else if (bh_str_is(key, "high"))
			bh_tok_double(t, &f->effect_high);
		else if (bh_str_is(key, "level"))
			bh_tok_double(t, &f->effect_level);
		else
			bh_tok_skip(t);
}

/* What must be there, one bit each. */
enum { HAS_N = 1, HAS_SET = 2, HAS_ID = 4, HAS_KIND = 8, HAS_METHOD = 16,
    HAS_DIRECTION = 32, HAS_BASELINE = 64, HAS_LATEST = 128, HAS_DELTA = 256,
    HAS_RELATIVE = 512, HAS_ALL = 1023 };

static const char *const demanded[] = { "n", "set", "id", "kind", "method",
    "direction", "baseline", "latest", "delta", "relative_delta" };

static unsigned
got(bool ok, unsigned bit)
{
	return ok ? bit : 0;
}

static unsigned
read_direction(struct bh_tok *t, struct bh_finding *f)
{
	struct bh_str s;

	if (!bh_tok_str(t, &s))
		return 0;
	f->regression = bh_str_is(s, "regression");
	if (!f->regression && !bh_str_is(s, "improvement"))
		return bh_tok_fail(t, "unknown direction");
	return HAS_DIRECTION;
}

static unsigned
read_method(struct bh_tok *t, struct bh_finding *f)
{
	struct bh_str s;
	int m;

	if (!bh_tok_str(t, &s))
		return 0;
	if ((m = bh_method_of(s)) == -1)
		return bh_tok_fail(t, "unknown method");
	f->method = (enum bh_method)m;
	return HAS_METHOD;
}

static void
read_list(struct bh_tok *t, struct bh_finding *f)
{
	struct bh_str s;
	int l;

	if (!bh_tok_str(t, &s))
		return;
	if ((l = bh_list_of(s)) == -1)
		bh_tok_fail(t, "unknown list");
	else
		f->list = (enum bh_list)l;
}

/* The members that must be there; 0 where key is none of them. */
static unsigned
read_demanded(struct bh_tok *t, struct bh_str key, struct bh_finding *f,
    bool *known)
{
	*known = true;
	if (bh_str_is(key, "n"))
		return got(bh_tok_long(t, &f->n), HAS_N);
	if (bh_str_is(key, "set"))
		return got(bh_tok_str(t, &f->set), HAS_SET);
	if (bh_str_is(key, "id"))
		return got(bh_json_id(t, &f->id), HAS_ID);
	if (bh_str_is(key, "kind"))
		return got(bh_json_kind(t, &f->kind), HAS_KIND);
	if (bh_str_is(key, "method"))
		return read_method(t, f);
	if (bh_str_is(key, "direction"))
		return read_direction(t, f);
	if (bh_str_is(key, "baseline"))
		return got(bh_tok_double(t, &f->baseline), HAS_BASELINE);
	if (bh_str_is(key, "latest"))
		return got(bh_tok_double(t, &f->latest), HAS_LATEST);
	if (bh_str_is(key, "delta"))
		return got(bh_tok_double(t, &f->delta), HAS_DELTA);
	if (bh_str_is(key, "relative_delta"))
		return got(bh_tok_double(t, &f->relative_delta), HAS_RELATIVE);
	*known = false;
	return 0;
}

static void
read_optional(struct bh_tok *t, struct bh_str key, struct bh_finding_rec *x)
{
	struct bh_finding *f = &x->f;

	if (bh_str_is(key, "list"))
		read_list(t, f);
	else if (bh_str_is(key, "p"))
		f->has_p = bh_tok_double(t, &f->p);
	else if (bh_str_is(key, "topo"))
		bh_tok_long(t, &f->topo);
	else if (bh_str_is(key, "commit"))
		str_or_none(t, &f->commit);
	else if (bh_str_is(key, "window_start"))
		str_or_none(t, &f->window_start);
	else if (bh_str_is(key, "base_commit"))
		str_or_none(t, &f->base_commit);
	else if (bh_str_is(key, "median_delta"))
		f->has_median_delta = bh_tok_double(t, &f->median_delta);
	else if (bh_str_is(key, "branch"))
		read_range(t, f);
	else if (bh_str_is(key, "boundaries"))
		read_boundaries(t, f);
	else if (bh_str_is(key, "suspect"))
		read_suspect(t, f);
	else if (bh_str_is(key, "effect"))
		read_effect(t, f);
	else if (bh_str_is(key, "rank"))
		f->has_rank = bh_tok_long(t, &f->rank);
	else if (bh_str_is(key, "threshold"))
		bh_tok_double(t, &f->threshold);
	else if (bh_str_is(key, "why"))
		bh_tok_str(t, &x->why);
	else
		bh_tok_skip(t);
}

static bool
read_type(struct bh_tok *t, enum bh_rtype *type)
{
	struct bh_str s;
	int r;

	if (!bh_tok_str(t, &s))
		return false;
	for (r = BH_R_CANDIDATE; r <= BH_R_DROPPED; r++)
		if (bh_str_is(s, bh_rtype_name((enum bh_rtype)r)))
			*type = (enum bh_rtype)r;
	return true;
}

int
bh_json_read_finding(struct bh_str line, struct bh_arena *a,
    struct bh_finding_rec *x, struct bh_err *err)
{
	unsigned have = 0, bit;
	struct bh_str key;
	struct bh_tok t;
	bool known;
	int i = 0;

	*x = (struct bh_finding_rec){ .type = BH_R_CANDIDATE, .f = {
	    .topo = -1, .window_start_topo = -1, .base_commit_topo = -1,
	    .branch = { .regime_start_topo = -1 } } };
	bh_tok_init(&t, line, a);
	bh_tok_obj(&t);
	while (bh_tok_member(&t, &key)) {
		if (bh_str_is(key, "type")) {
			read_type(&t, &x->type);
			continue;
		}
		bit = read_demanded(&t, key, &x->f, &known);
		have |= bit;
		if (!known)
			read_optional(&t, key, x);
	}
	if (bh_tok_done(&t) && have == HAS_ALL)
		return 0;
	while (i < 9 && (have >> i & 1) != 0)
		i++;
	return bh_json_bad(&t, bh_rtype_name(x->type), demanded[i], err);
}

/* --- writing ----------------------------------------------------------------- */

void
bh_json_emit_branch(struct bh_emit *e, const struct bh_finding *f)
{
	const struct bh_branch_range *r = &f->branch;

	bh_emit_open(e, "branch", '{');
	bh_emit_i(e, "reference_count", r->reference_count);
	bh_emit_n(e, "reference_min", r->reference_min);
	bh_emit_n(e, "reference_max", r->reference_max);
	bh_emit_n(e, "excess", r->excess);
	bh_emit_n(e, "relative_excess", r->relative_excess);
	if (r->regime_start.p != NULL)
		bh_emit_s(e, "current_regime_start", r->regime_start);
	bh_emit_b(e, "matches_previous_regime", r->matches_previous_regime);
	if (r->has_included)
		bh_emit_b(e, "included_in_historical_comparison", r->included);
	bh_emit_close(e, '}');
}

static void
emit_boundaries(struct bh_emit *e, const struct bh_finding *f)
{
	const struct bh_boundary *x;

	bh_emit_open(e, "boundaries", '[');
	for (x = f->boundary; x < f->boundary + f->nboundary; x++) {
		bh_emit_open(e, NULL, '{');
		if (x->commit.p != NULL)
			bh_emit_s(e, "commit", x->commit);
		bh_emit_i(e, "topo", x->topo);
		bh_emit_n(e, "before", x->before);
		bh_emit_n(e, "after", x->after);
		bh_emit_n(e, "p", x->p);
		bh_emit_close(e, '}');
	}
	bh_emit_close(e, ']');
}

static void
emit_suspect(struct bh_emit *e, const struct bh_suspect *s)
{
	size_t i;

	bh_emit_open(e, "suspect", '{');
	if (s->good.p != NULL)
		bh_emit_s(e, "good", s->good);
	if (s->bad.p != NULL)
		bh_emit_s(e, "bad", s->bad);
	bh_emit_open(e, "unmeasured", '[');
	for (i = 0; i < s->nunmeasured; i++)
		bh_emit_s(e, NULL, s->unmeasured[i]);
	bh_emit_close(e, ']');
	bh_emit_open(e, "candidates", '[');
	for (i = 0; i < s->ncand; i++) {
		bh_emit_open(e, NULL, '{');
		if (s->cand[i].commit.p != NULL)
			bh_emit_s(e, "commit", s->cand[i].commit);
		bh_emit_n(e, "weight", s->cand[i].weight);
		bh_emit_close(e, '}');
	}
	bh_emit_close(e, ']');
	bh_emit_n(e, "coverage", s->coverage);
	bh_emit_close(e, '}');
}

void
bh_json_emit_scan(struct bh_emit *e, const struct bh_finding *f)
{
	if (f->has_boundaries)
		emit_boundaries(e, f);
	if (f->has_suspect)
		emit_suspect(e, &f->suspect);
	if (f->has_effect) {
		bh_emit_open(e, "effect", '{');
		bh_emit_n(e, "low", f->effect_low);
		bh_emit_n(e, "high", f->effect_high);
		bh_emit_n(e, "level", f->effect_level);
		bh_emit_close(e, '}');
	}
}

static void
opt_s(struct bh_emit *e, const char *key, struct bh_str s)
{
	if (s.p != NULL)
		bh_emit_s(e, key, s);
}

void
bh_json_put_finding(struct bh_buf *b, const struct bh_finding_rec *x)
{
	struct bh_emit e = bh_json_open(b, x->type);
	const struct bh_finding *f = &x->f;

	bh_emit_i(&e, "n", f->n);
	bh_emit_s(&e, "set", f->set);
	bh_json_emit_id(&e, "id", f->id);
	bh_emit_z(&e, "kind", bh_kind_name(f->kind));
	if (f->list != BH_LIST_FINDINGS)
		bh_emit_z(&e, "list", bh_list_name(f->list));
	bh_emit_z(&e, "method", bh_method_name(f->method));
	bh_emit_z(&e, "direction", f->regression ? "regression" :
	    "improvement");
	bh_emit_n(&e, "baseline", f->baseline);
	bh_emit_n(&e, "latest", f->latest);
	bh_emit_n(&e, "delta", f->delta);
	bh_emit_n(&e, "relative_delta", f->relative_delta);
	if (f->has_p)
		bh_emit_n(&e, "p", f->p);
	if (f->topo >= 0)
		bh_emit_i(&e, "topo", f->topo);
	opt_s(&e, "commit", f->commit);
	opt_s(&e, "window_start", f->window_start);
	opt_s(&e, "base_commit", f->base_commit);
	if (f->has_median_delta)
		bh_emit_n(&e, "median_delta", f->median_delta);
	if (f->has_branch)
		bh_json_emit_branch(&e, f);
	bh_json_emit_scan(&e, f);
	if (f->has_rank) {
		bh_emit_i(&e, "rank", f->rank);
		bh_emit_n(&e, "threshold", f->threshold);
	}
	if (x->type == BH_R_DROPPED)
		bh_emit_s(&e, "why", x->why);
	bh_emit_close(&e, '}');
}
