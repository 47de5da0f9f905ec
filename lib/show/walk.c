#include "show/gates.h"
#include "show/render.h"

/* --- pieces ------------------------------------------------------------ */

struct bh_walk
bh_walk_of(const struct bh_format *f, struct bh_buf *b,
    const struct bh_report *r, const struct bh_look *look)
{
	return (struct bh_walk){
		{ b, f->how, look != NULL && look->ascii }, f, r, look
	};
}

size_t
bh_walk_open(struct bh_walk *w, enum bh_piece p)
{
	size_t from = w->pen.b->n;

	if (w->f->frame[p].before != NULL)
		bh_buf_z(w->pen.b, w->f->frame[p].before);
	return from;
}

void
bh_walk_close(struct bh_walk *w, enum bh_piece p, size_t from, bool some)
{
	if (!some || w->f->frame[p].before == NULL)
		w->pen.b->n = from;
	else
		bh_buf_z(w->pen.b, w->f->frame[p].after);
}

/* Words of ours, foreign ones, a number: a piece each. */
static void
ours(struct bh_walk *w, enum bh_piece p, const char *words)
{
	size_t from = bh_walk_open(w, p);

	bh_buf_z(w->pen.b, words != NULL ? words : "");
	bh_walk_close(w, p, from, true);
}

static void
foreign(struct bh_walk *w, enum bh_piece p, struct bh_str s)
{
	size_t from = bh_walk_open(w, p);

	bh_fmt_str(w->pen.b, w->f->how, s);
	bh_walk_close(w, p, from, true);
}

static void
code(struct bh_walk *w, enum bh_piece p, struct bh_str s)
{
	size_t from = bh_walk_open(w, p);

	bh_fmt_code(w->pen.b, w->f->how, s);
	bh_walk_close(w, p, from, true);
}

static void
number(struct bh_walk *w, enum bh_piece p, long n)
{
	size_t from = bh_walk_open(w, p);

	bh_buf_f(w->pen.b, "%ld", n);
	bh_walk_close(w, p, from, true);
}

static void
counts(struct bh_walk *w, long regressions, long improvements)
{
	size_t from = bh_walk_open(w, BH_P_COUNTS);

	number(w, BH_P_REGRESSIONS, regressions);
	if (w->r->branch)
		number(w, BH_P_IMPROVEMENTS, improvements);
	bh_walk_close(w, BH_P_COUNTS, from, true);
}

/* --- the head ---------------------------------------------------------- */

static void
judged(struct bh_walk *w, const struct bh_count *c)
{
	enum bh_piece p = c->judged < c->in_scope ? BH_P_JUDGED_PART :
	    BH_P_JUDGED;
	size_t from = bh_walk_open(w, p);

	bh_buf_f(w->pen.b, "%ld of %ld", c->judged, c->in_scope);
	bh_walk_close(w, p, from, c->in_scope > 0);
}

void
bh_walk_header(struct bh_walk *w)
{
	const struct bh_report *r = w->r;
	const struct bh_count *c = &r->g->coverage.count;
	const char *mode = bh_mode_name(r->g->census.mode);
	size_t at, from = bh_walk_open(w, BH_P_HEADER);

	foreign(w, BH_P_TITLE, r->g->selection.project);
	ours(w, BH_P_TITLE_MODE, mode);
	at = bh_walk_open(w, BH_P_COMMIT);
	bh_words_commit(&w->pen, r);
	bh_walk_close(w, BH_P_COMMIT, at, true);
	ours(w, BH_P_MODE, mode);
	at = bh_walk_open(w, BH_P_RUNS);
	bh_words_runs(&w->pen, &r->g->census);
	bh_walk_close(w, BH_P_RUNS, at, true);
	judged(w, c);
	if (r->nhit[BH_LIST_FINDINGS] > 0 && c->reason[BH_IGNORED] > 0)
		number(w, BH_P_IGNORED, c->reason[BH_IGNORED]);
	counts(w, r->regressions, r->improvements);
	bh_walk_close(w, BH_P_HEADER, from, true);
}

void
bh_walk_lines(struct bh_walk *w, struct bh_str s)
{
	bool items = w->f->frame[BH_P_ITEM].before != NULL, item, was = false;
	size_t from = bh_walk_open(w, BH_P_NOTES), list = 0;
	struct bh_str line;
	bool some = s.n > 0;

	while (s.n > 0) {
		bh_str_cut(&s, '\n', &line);
		item = items && line.n > 0 && line.p[0] == ' ';
		if (item && !was)
			list = bh_walk_open(w, BH_P_LIST);
		else if (was && !item)
			bh_walk_close(w, BH_P_LIST, list, true);
		foreign(w, item ? BH_P_ITEM : BH_P_LINE,
		    items ? bh_str_trim(line) : line);
		was = item;
	}
	if (was)
		bh_walk_close(w, BH_P_LIST, list, true);
	bh_walk_close(w, BH_P_NOTES, from, some);
}

void
bh_walk_basis(struct bh_walk *w)
{
	const struct bh_count *c = &w->r->g->coverage.count;
	size_t from = bh_walk_open(w, BH_P_BASIS);

	bh_walk_close(w, BH_P_BASIS, from, bh_words_coverage(w->pen.b, c));
	from = bh_walk_open(w, BH_P_BASIS);
	bh_walk_close(w, BH_P_BASIS, from, bh_words_unjudged(w->pen.b, c));
}

void
bh_walk_verdict(struct bh_walk *w)
{
	ours(w, BH_P_VERDICT, bh_words_verdict(&w->r->g->coverage.count));
	bh_walk_basis(w);
	bh_walk_lines(w, w->r->hint);
}

/* --- findings ---------------------------------------------------------- */

static void
details(struct bh_walk *w, const struct bh_hit *h)
{
	size_t from = bh_walk_open(w, BH_P_DETAIL);

	bh_words_detail(&w->pen, w->r, h->f);
	bh_walk_close(w, BH_P_DETAIL, from, true);
	from = bh_walk_open(w, BH_P_DETAIL);
	bh_walk_close(w, BH_P_DETAIL, from, bh_words_blessed(&w->pen, h->s));
	from = bh_walk_open(w, BH_P_DETAIL);
	bh_walk_close(w, BH_P_DETAIL, from, bh_words_back(&w->pen, h->f));
	from = bh_walk_open(w, BH_P_DETAIL);
	bh_walk_close(w, BH_P_DETAIL, from,
	    w->r->scan && bh_words_suspect(&w->pen, h->f));
}

void
bh_walk_finding(struct bh_walk *w, enum bh_piece id, const struct bh_hit *h)
{
	enum bh_piece p = h->f->regression ? BH_P_WORSE : BH_P_BETTER;
	size_t at, from = bh_walk_open(w, BH_P_FINDING);

	if (w->f->start != NULL)
		w->f->start(w, h);
	code(w, id, h->id);
	at = bh_walk_open(w, p);
	bh_fmt_percent(w->pen.b, h->f->relative_delta);
	bh_walk_close(w, p, at, true);
	ours(w, BH_P_KIND, bh_kind_name(h->f->kind));
	details(w, h);
	if (w->f->picture != NULL)
		w->f->picture(w, h);
	bh_walk_close(w, BH_P_FINDING, from, true);
}

static void
findings(struct bh_walk *w, const struct bh_rset *s)
{
	bool apart = w->r->branch && s->comparison != NULL, told = false;
	size_t i;

	for (i = 0; i < s->nhit; i++)
		if (!apart || bh_report_inside(w->r, s->hit[i]))
			bh_walk_finding(w, BH_P_ID, s->hit[i]);
	for (i = 0; apart && i < s->nhit; i++) {
		if (bh_report_inside(w->r, s->hit[i]))
			continue;
		if (!told)
			ours(w, BH_P_OUTSIDE, "Outside the comparison");
		told = true;
		bh_walk_finding(w, BH_P_ID_OUTSIDE, s->hit[i]);
	}
}

/* --- sets -------------------------------------------------------------- */

void
bh_walk_lags(struct bh_walk *w, const struct bh_rset *s)
{
	size_t i, from;

	for (i = 0; i < s->nlag; i++) {
		from = bh_walk_open(w, BH_P_LAG);
		bh_words_lag(w->pen.b, &s->lag[i]);
		bh_walk_close(w, BH_P_LAG, from, true);
	}
}

void
bh_walk_comparison(struct bh_walk *w, const struct bh_rset *s)
{
	size_t from = bh_walk_open(w, BH_P_COMPARISON);

	bh_words_comparison(w->pen.b, w->r, s);
	bh_walk_close(w, BH_P_COMPARISON, from, w->r->branch && !w->r->scan);
}

void
bh_walk_filter(struct bh_walk *w, const struct bh_rset *s)
{
	code(w, BH_P_FILTER, bh_words_filter(&w->r->g->arena, s->part));
}

/* Does the set appear? */
static bool
shows(const struct bh_report *r, const struct bh_rset *s)
{
	if (!r->branch)
		return s->nhit > 0;
	return r->nhit[BH_LIST_FINDINGS] == 0 || s->nhit > 0 ||
	    s->comparison != NULL || s->nlag > 0;
}

static void
rows(struct bh_walk *w, const struct bh_rset *s)
{
	size_t i, from = bh_walk_open(w, BH_P_TABLE);

	for (i = 0; i < s->nhit; i++)
		w->f->row(w, s->hit[i]);
	bh_walk_close(w, BH_P_TABLE, from, s->nhit > 0);
}

void
bh_walk_set(struct bh_walk *w, const struct bh_rset *s)
{
	size_t from = bh_walk_open(w, BH_P_SET);

	foreign(w, BH_P_SET_NAME, s->name);
	number(w, BH_P_SET_RUNS, s->runs);
	number(w, BH_P_SET_SERIES, s->series);
	counts(w, s->regressions, s->improvements);
	bh_walk_filter(w, s);
	bh_walk_lags(w, s);
	bh_walk_comparison(w, s);
	if (w->f->row != NULL)
		rows(w, s);
	else
		findings(w, s);
	bh_walk_close(w, BH_P_SET, from, true);
}

/* --- the end ----------------------------------------------------------- */

/* One of the other lists; returns how many it has. */
static size_t
list(struct bh_walk *w, enum bh_list l)
{
	size_t i, from, n = w->r->nhit[l];

	for (i = 0; i < n && i < BH_BESIDE_MOST; i++) {
		from = bh_walk_open(w, BH_P_ASIDE);
		bh_words_beside(&w->pen, w->r, l, &w->r->hit[l][i]);
		bh_walk_close(w, BH_P_ASIDE, from, true);
	}
	from = bh_walk_open(w, BH_P_ASIDE);
	bh_buf_f(w->pen.b, "%s  and %zu more (JSON)", bh_words_list(l), n - i);
	bh_walk_close(w, BH_P_ASIDE, from, i < n);
	return n;
}

void
bh_walk_beside(struct bh_walk *w)
{
	size_t from = bh_walk_open(w, BH_P_BESIDE), n = 0;
	int l;

	ours(w, BH_P_BESIDE_HEAD, "Beside the findings");
	for (l = BH_LIST_PROVISIONAL; l < BH_LISTS; l++)
		n += list(w, (enum bh_list)l);
	bh_walk_close(w, BH_P_BESIDE, from, n > 0);
}

static void
reasons(struct bh_walk *w, const struct bh_count *c)
{
	size_t from = bh_walk_open(w, BH_P_REASONS);
	int r;

	for (r = 0; r < BH_REASONS; r++) {
		if (c->reason[r] == 0)
			continue;
		ours(w, BH_P_REASON, bh_words_reason((enum bh_reason)r));
		number(w, BH_P_REASON_COUNT, c->reason[r]);
		ours(w, BH_P_REMEDY, bh_words_remedy((enum bh_reason)r));
	}
	bh_walk_close(w, BH_P_REASONS, from, c->unjudged > 0);
}

void
bh_walk_coverage(struct bh_walk *w)
{
	const struct bh_count *c = &w->r->g->coverage.count;
	size_t from = bh_walk_open(w, BH_P_COVERAGE);

	ours(w, BH_P_COVERAGE_HEAD, "Coverage");
	ours(w, BH_P_STATE, bh_coverage_state(c));
	number(w, BH_P_TOTAL, c->total);
	number(w, BH_P_IN_SCOPE, c->in_scope);
	number(w, BH_P_ALL_JUDGED, c->judged);
	number(w, BH_P_UNJUDGED, c->unjudged);
	reasons(w, c);
	bh_walk_close(w, BH_P_COVERAGE, from, true);
}

void
bh_walk_report(struct bh_walk *w)
{
	const struct bh_report *r = w->r;
	size_t i;

	bh_walk_header(w);
	if (r->nhit[BH_LIST_FINDINGS] == 0)
		bh_walk_verdict(w);
	for (i = 0; i < r->nset; i++)
		if (shows(r, &r->set[i]))
			bh_walk_set(w, &r->set[i]);
	bh_walk_beside(w);
	bh_walk_lines(w, r->warning);
	bh_walk_coverage(w);
}

/* --- pictures of characters -------------------------------------------- */

void
bh_report_picture(struct bh_buf *b, const struct bh_report *r,
    const struct bh_hit *h, const struct bh_look *look)
{
	struct bh_chart c;

	bh_report_chart(r, h, &c);
	bh_chart_draw(b, &c, look->ascii);
	if (look->gates)
		bh_gates_put(b, r->g->method, h->id, h->f->kind, h->gate,
		    h->ngate);
}
