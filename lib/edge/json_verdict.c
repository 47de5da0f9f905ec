/* Records of bh-detect and bh-fdr. */
#include "edge/json.h"

/* --- pieces ----------------------------------------------------------------- */

static bool
opt_double(struct bh_tok *t, bool *has, double *v)
{
	*has = false;
	if (bh_tok_null(t))
		return true;
	*has = bh_tok_double(t, v);
	return *has;
}

/* A name of one of the model's tables. */
static bool
named(struct bh_tok *t, int (*of)(struct bh_str), int *v)
{
	struct bh_str s;

	if (!bh_tok_str(t, &s))
		return false;
	*v = of(s);
	return *v != -1 || bh_tok_fail(t, "unknown name");
}

void
bh_json_emit_count(struct bh_emit *e, const struct bh_count *c)
{
	int r;

	bh_emit_i(e, "total", c->total);
	bh_emit_i(e, "in_scope", c->in_scope);
	bh_emit_i(e, "judged", c->judged);
	bh_emit_i(e, "unjudged", c->unjudged);
	bh_emit_z(e, "coverage", bh_coverage_state(c));
	bh_emit_open(e, "reasons", '[');
	for (r = 0; r < BH_REASONS; r++) {
		if (c->reason[r] == 0)
			continue;
		bh_emit_open(e, NULL, '{');
		bh_emit_z(e, "reason", bh_reason_name((enum bh_reason)r));
		bh_emit_i(e, "count", c->reason[r]);
		bh_emit_close(e, '}');
	}
	bh_emit_close(e, ']');
}

/* --- detection, gate ---------------------------------------------------------- */

int
bh_json_read_detection(struct bh_str line, struct bh_arena *a,
    struct bh_detection_rec *x, struct bh_err *err)
{
	struct bh_tok t;
	struct bh_str key;
	int method = -1;

	bh_tok_init(&t, line, a);
	bh_tok_obj(&t);
	while (bh_tok_member(&t, &key))
		if (bh_str_is(key, "method"))
			named(&t, bh_detection_of, &method);
		else
			bh_tok_skip(&t);
	if (!bh_tok_done(&t) || method == -1)
		return bh_json_bad(&t, "detection", "method", err);
	x->method = (enum bh_detection)method;
	return 0;
}

void
bh_json_put_detection(struct bh_buf *b, const struct bh_detection_rec *x)
{
	struct bh_emit e = bh_json_open(b, BH_R_DETECTION);

	bh_emit_z(&e, "method", bh_detection_name(x->method));
	bh_emit_close(&e, '}');
}

int
bh_json_read_gate(struct bh_str line, struct bh_arena *a,
    struct bh_gate_rec *x, struct bh_err *err)
{
	int stage = -1, gate = -1;
	bool has_n = false, v = false, d = false;
	struct bh_str key;
	struct bh_tok t;

	*x = (struct bh_gate_rec){ 0 };
	bh_tok_init(&t, line, a);
	bh_tok_obj(&t);
	while (bh_tok_member(&t, &key)) {
		if (bh_str_is(key, "n"))
			has_n = bh_tok_long(&t, &x->n);
		else if (bh_str_is(key, "stage"))
			named(&t, bh_stage_of, &stage);
		else if (bh_str_is(key, "gate"))
			named(&t, bh_gate_of, &gate);
		else if (bh_str_is(key, "value") || bh_str_is(key, "from"))
			opt_double(&t, &v, &x->gate.value);
		else if (bh_str_is(key, "demand") || bh_str_is(key, "to"))
			opt_double(&t, &d, &x->gate.demand);
		else if (bh_str_is(key, "pass"))
			bh_tok_bool(&t, &x->gate.pass);
		else
			bh_tok_skip(&t);
	}
	if (!bh_tok_done(&t) || !has_n || stage == -1 || gate == -1)
		return bh_json_bad(&t, "gate", !has_n ? "n" :
		    stage == -1 ? "stage" : "gate", err);
	x->gate.stage = (enum bh_stage)stage;
	x->gate.gate = (enum bh_gate_id)gate;
	x->gate.has_num = v && d;
	return 0;
}

void
bh_json_put_gate(struct bh_buf *b, const struct bh_gate_rec *x)
{
	struct bh_emit e = bh_json_open(b, BH_R_GATE);
	bool moves = x->gate.gate == BH_G_SELECTION_ADJUSTMENT;

	bh_emit_i(&e, "n", x->n);
	bh_emit_z(&e, "stage", bh_stage_name(x->gate.stage));
	bh_emit_z(&e, "gate", bh_gate_name(x->gate.gate));
	if (x->gate.has_num) {
		bh_emit_n(&e, moves ? "from" : "value", x->gate.value);
		bh_emit_n(&e, moves ? "to" : "demand", x->gate.demand);
	}
	bh_emit_b(&e, "pass", x->gate.pass);
	bh_emit_close(&e, '}');
}

/* --- verdict --------------------------------------------------------------- */

static void
read_declined(struct bh_tok *t, struct bh_verdict *x)
{
	struct bh_str key;
	int s, g;

	bh_tok_obj(t);
	while (bh_tok_member(t, &key)) {
		if ((s = bh_stage_of(key)) == -1)
			bh_tok_skip(t);
		else if (named(t, bh_gate_of, &g))
			x->declined[s] = g;
	}
}

static void
read_longs(struct bh_tok *t, long **v, size_t *n)
{
	size_t cap = 0;

	*v = NULL;
	*n = 0;
	bh_tok_arr(t);
	while (bh_tok_elem(t)) {
		*v = bh_more(t->arena, *v, *n, &cap, sizeof(**v));
		if (!bh_tok_long(t, &(*v)[*n]))
			break;
		++*n;
	}
}

static void
read_previous(struct bh_tok *t, struct bh_verdict *x)
{
	double v[2] = { 0, 0 };
	int n = 0;

	if (bh_tok_null(t))
		return;
	bh_tok_arr(t);
	while (bh_tok_elem(t))
		if (n == 2)
			bh_tok_skip(t);
		else if (bh_tok_double(t, &v[n]))
			n++;
	if (n != 2) {
		bh_tok_fail(t, "two numbers were expected");
		return;
	}
	x->has_previous = true;
	x->previous_low = v[0];
	x->previous_high = v[1];
}

static void
read_verdict_member(struct bh_tok *t, struct bh_str key,
    struct bh_verdict *x, int *outcome)
{
	int reason;

	if (bh_str_is(key, "outcome"))
		named(t, bh_outcome_of, outcome);
	else if (bh_str_is(key, "reason")) {
		if (named(t, bh_reason_of, &reason))
			x->reason = (enum bh_reason)reason;
	} else if (bh_str_is(key, "declined"))
		read_declined(t, x);
	else if (bh_str_is(key, "start"))
		x->branch = bh_tok_long(t, &x->start);
	else if (bh_str_is(key, "boundaries"))
		read_longs(t, &x->boundary, &x->nboundary);
	else if (bh_str_is(key, "previous"))
		read_previous(t, x);
	else if (bh_str_is(key, "stable"))
		bh_tok_bool(t, &x->stable);
	else
		bh_tok_skip(t);
}

int
bh_json_read_verdict(struct bh_str line, struct bh_arena *a,
    struct bh_verdict *x, struct bh_err *err)
{
	bool has_n = false;
	struct bh_str key;
	struct bh_tok t;
	int outcome = -1, s;

	*x = (struct bh_verdict){ .reason = BH_JUDGED };
	for (s = 0; s < BH_STAGES; s++)
		x->declined[s] = -1;
	bh_tok_init(&t, line, a);
	bh_tok_obj(&t);
	while (bh_tok_member(&t, &key))
		if (bh_str_is(key, "n"))
			has_n = bh_tok_long(&t, &x->n);
		else
			read_verdict_member(&t, key, x, &outcome);
	if (!bh_tok_done(&t) || !has_n || outcome == -1)
		return bh_json_bad(&t, "verdict", has_n ? "outcome" : "n", err);
	x->outcome = (enum bh_outcome)outcome;
	if (x->outcome == BH_UNJUDGED && x->reason == BH_JUDGED)
		return bh_json_bad(&t, "verdict", "reason", err);
	return 0;
}

void
bh_json_put_verdict(struct bh_buf *b, const struct bh_verdict *x)
{
	struct bh_emit e = bh_json_open(b, BH_R_VERDICT);
	bool some = false;
	size_t i;
	int s;

	bh_emit_i(&e, "n", x->n);
	bh_emit_z(&e, "outcome", bh_outcome_name(x->outcome));
	if (x->outcome == BH_UNJUDGED)
		bh_emit_z(&e, "reason", bh_reason_name(x->reason));
	for (s = 0; s < BH_STAGES; s++) {
		if (x->declined[s] == -1)
			continue;
		if (!some)
			bh_emit_open(&e, "declined", '{');
		some = true;
		bh_emit_z(&e, bh_stage_name((enum bh_stage)s),
		    bh_gate_name((enum bh_gate_id)x->declined[s]));
	}
	if (some)
		bh_emit_close(&e, '}');
	if (x->branch && x->outcome != BH_UNJUDGED) {
		bh_emit_i(&e, "start", x->start);
		bh_emit_open(&e, "boundaries", '[');
		for (i = 0; i < x->nboundary; i++)
			bh_emit_i(&e, NULL, x->boundary[i]);
		bh_emit_close(&e, ']');
		if (x->has_previous) {
			bh_emit_open(&e, "previous", '[');
			bh_emit_n(&e, NULL, x->previous_low);
			bh_emit_n(&e, NULL, x->previous_high);
			bh_emit_close(&e, ']');
		} else
			bh_emit_null(&e, "previous");
		bh_emit_b(&e, "stable", x->stable);
	}
	bh_emit_close(&e, '}');
}

/* --- comparison, coverage --------------------------------------------------- */

static void
read_doubles(struct bh_tok *t, double **v, size_t *n)
{
	size_t cap = 0;

	*v = NULL;
	*n = 0;
	bh_tok_arr(t);
	while (bh_tok_elem(t)) {
		*v = bh_more(t->arena, *v, *n, &cap, sizeof(**v));
		if (!bh_tok_double(t, &(*v)[*n]))
			break;
		++*n;
	}
}

static void
read_scores(struct bh_tok *t, struct bh_comparison *x, size_t *n)
{
	struct bh_str key;

	x->has_scores = true;
	bh_tok_obj(t);
	while (bh_tok_member(t, &key))
		if (bh_str_is(key, "branch"))
			bh_tok_double(t, &x->branch_score);
		else if (bh_str_is(key, "base"))
			read_doubles(t, &x->base_score, n);
		else
			bh_tok_skip(t);
}

int
bh_json_read_comparison(struct bh_str line, struct bh_arena *a,
    struct bh_comparison *x, struct bh_err *err)
{
	struct bh_str key;
	struct bh_tok t;
	size_t n = 0;

	*x = (struct bh_comparison){ .evaluated = -1, .at_least = -1,
	    .series = -1 };
	bh_tok_init(&t, line, a);
	bh_tok_obj(&t);
	while (bh_tok_member(&t, &key))
		if (bh_str_is(key, "set"))
			bh_tok_str(&t, &x->set);
		else if (bh_str_is(key, "evaluated_base_commits"))
			bh_tok_long(&t, &x->evaluated);
		else if (bh_str_is(key, "at_least_as_much"))
			bh_tok_long(&t, &x->at_least);
		else if (bh_str_is(key, "series"))
			bh_tok_long(&t, &x->series);
		else if (bh_str_is(key, "scores"))
			read_scores(&t, x, &n);
		else
			bh_tok_skip(&t);
	if (!bh_tok_done(&t) || x->set.p == NULL || x->evaluated < 0 ||
	    x->at_least < 0 || x->series < 0)
		return bh_json_bad(&t, "comparison", x->set.p == NULL ? "set" :
		    x->evaluated < 0 ? "evaluated_base_commits" :
		    x->at_least < 0 ? "at_least_as_much" : "series", err);
	if (x->has_scores && n != (size_t)x->evaluated)
		return bh_fail(err, BH_DATA, "comparison: %zu base scores for "
		    "%ld commits", n, x->evaluated);
	return 0;
}

void
bh_json_put_comparison(struct bh_buf *b, const struct bh_comparison *x)
{
	struct bh_emit e = bh_json_open(b, BH_R_COMPARISON);
	long i;

	bh_emit_s(&e, "set", x->set);
	bh_emit_i(&e, "evaluated_base_commits", x->evaluated);
	bh_emit_i(&e, "at_least_as_much", x->at_least);
	bh_emit_i(&e, "series", x->series);
	if (x->has_scores) {
		bh_emit_open(&e, "scores", '{');
		bh_emit_n(&e, "branch", x->branch_score);
		bh_emit_open(&e, "base", '[');
		for (i = 0; i < x->evaluated; i++)
			bh_emit_n(&e, NULL, x->base_score[i]);
		bh_emit_close(&e, ']');
		bh_emit_close(&e, '}');
	}
	bh_emit_close(&e, '}');
}

static void
read_kinds(struct bh_tok *t, struct bh_coverage *x)
{
	struct bh_kind_count *k;
	struct bh_str key;
	size_t cap = 0;
	bool named;

	x->has_kinds = true;
	x->nkind = 0;
	bh_tok_arr(t);
	while (bh_tok_elem(t)) {
		x->kind = bh_more(t->arena, x->kind, x->nkind, &cap,
		    sizeof(*x->kind));
		k = &x->kind[x->nkind++];
		*k = (struct bh_kind_count){ .series = 0 };
		named = false;
		bh_tok_obj(t);
		while (bh_tok_member(t, &key))
			if (bh_str_is(key, "set"))
				bh_tok_str(t, &k->set);
			else if (bh_str_is(key, "kind"))
				named = bh_json_kind(t, &k->kind);
			else if (bh_str_is(key, "series"))
				bh_tok_long(t, &k->series);
			else if (bh_str_is(key, "judged"))
				bh_tok_long(t, &k->judged);
			else
				bh_tok_skip(t);
		if (bh_tok_ok(t) && (!named || k->set.p == NULL))
			bh_tok_fail(t, "a count without set and kind");
	}
}

static void
emit_kinds(struct bh_emit *e, const struct bh_coverage *x)
{
	const struct bh_kind_count *k;

	bh_emit_open(e, "kinds", '[');
	for (k = x->kind; k < x->kind + x->nkind; k++) {
		bh_emit_open(e, NULL, '{');
		bh_emit_s(e, "set", k->set);
		bh_emit_z(e, "kind", bh_kind_name(k->kind));
		bh_emit_i(e, "series", k->series);
		bh_emit_i(e, "judged", k->judged);
		bh_emit_close(e, '}');
	}
	bh_emit_close(e, ']');
}

static void
read_coverage_member(struct bh_tok *t, struct bh_str key,
    struct bh_coverage *x)
{
	static const char *const lists[BH_LISTS] = { "findings", "provisional",
	    "range", "improved", "unstable" };
	int l;

	for (l = 0; l < BH_LISTS; l++)
		if (bh_str_is(key, lists[l])) {
			bh_tok_long(t, &x->findings[l]);
			x->scan |= l != BH_LIST_FINDINGS;
			return;
		}
	if (bh_str_is(key, "outcome"))
		bh_tok_str(t, &x->outcome);
	else if (bh_str_is(key, "verdicts"))
		bh_tok_long(t, &x->verdicts);
	else if (bh_str_is(key, "candidates"))
		bh_tok_long(t, &x->candidates);
	else if (bh_str_is(key, "screened"))
		bh_tok_long(t, &x->screened);
	else if (bh_str_is(key, "family")) {
		if (!bh_tok_null(t))
			x->has_family = bh_tok_long(t, &x->family);
	} else if (bh_str_is(key, "target")) {
		if (!bh_tok_null(t))
			bh_tok_double(t, &x->target);
	} else if (bh_str_is(key, "kinds"))
		read_kinds(t, x);
	else
		bh_tok_skip(t);
}

int
bh_json_read_coverage(struct bh_str line, struct bh_arena *a,
    struct bh_coverage *x, struct bh_err *err)
{
	struct bh_str key;
	struct bh_tok t;

	*x = (struct bh_coverage){ .verdicts = -1 };
	x->findings[BH_LIST_FINDINGS] = -1;
	bh_tok_init(&t, line, a);
	bh_tok_obj(&t);
	while (bh_tok_member(&t, &key))
		if (!bh_json_count_member(&t, key, &x->count))
			read_coverage_member(&t, key, x);
	if (!bh_tok_done(&t) || x->outcome.p == NULL || x->verdicts < 0 ||
	    x->findings[BH_LIST_FINDINGS] < 0)
		return bh_json_bad(&t, "coverage",
		    x->outcome.p == NULL ? "outcome" :
		    x->verdicts < 0 ? "verdicts" : "findings", err);
	return 0;
}

void
bh_json_put_coverage(struct bh_buf *b, const struct bh_coverage *x)
{
	struct bh_emit e = bh_json_open(b, BH_R_COVERAGE);

	bh_json_emit_count(&e, &x->count);
	bh_emit_s(&e, "outcome", x->outcome);
	bh_emit_i(&e, "verdicts", x->verdicts);
	bh_emit_i(&e, "candidates", x->candidates);
	bh_emit_i(&e, "screened", x->screened);
	bh_emit_i(&e, "findings", x->findings[BH_LIST_FINDINGS]);
	if (x->scan) {
		bh_emit_i(&e, "provisional", x->findings[BH_LIST_PROVISIONAL]);
		bh_emit_i(&e, "improved", x->findings[BH_LIST_IMPROVED]);
		bh_emit_i(&e, "unstable", x->findings[BH_LIST_UNSTABLE]);
		bh_emit_i(&e, "range", x->findings[BH_LIST_RANGE]);
	}
	if (x->has_family) {
		bh_emit_i(&e, "family", x->family);
		bh_emit_n(&e, "target", x->target);
	} else {
		bh_emit_null(&e, "family");
		bh_emit_null(&e, "target");
	}
	if (x->has_kinds)
		emit_kinds(&e, x);
	bh_emit_close(&e, '}');
}

bool
bh_json_count_member(struct bh_tok *t, struct bh_str key, struct bh_count *c)
{
	struct bh_str k;
	int reason;
	long n;

	if (bh_str_is(key, "total"))
		bh_tok_long(t, &c->total);
	else if (bh_str_is(key, "in_scope"))
		bh_tok_long(t, &c->in_scope);
	else if (bh_str_is(key, "judged"))
		bh_tok_long(t, &c->judged);
	else if (bh_str_is(key, "unjudged"))
		bh_tok_long(t, &c->unjudged);
	else if (bh_str_is(key, "coverage"))
		bh_tok_skip(t);		/* follows from the counts */
	else if (bh_str_is(key, "reasons")) {
		bh_tok_arr(t);
		while (bh_tok_elem(t)) {
			reason = -1;
			n = 0;
			bh_tok_obj(t);
			while (bh_tok_member(t, &k))
				if (bh_str_is(k, "reason"))
					named(t, bh_reason_of, &reason);
				else if (bh_str_is(k, "count"))
					bh_tok_long(t, &n);
				else
					bh_tok_skip(t);
			if (reason != -1)
				c->reason[reason] = n;
		}
	} else
		return false;
	return true;
}
