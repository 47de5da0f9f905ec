#include "show/render.h"
#include "show/words.h"

/* A shown finding in its two lengths, and what stands before it. */
struct block {
	struct bh_buf	before, full, bare;
	bool		picture;
};

static void
set_notes(struct bh_buf *b, const struct bh_report *r, const struct bh_rset *s)
{
	size_t i;

	for (i = 0; i < s->nlag; i++)
		bh_markdown_lag(b, &s->lag[i]);
	if (!r->branch || r->scan)
		return;
	bh_buf_z(b, "\n> **Comparison for ");
	bh_fmt_str(b, BH_FMT_MARKDOWN, s->name);
	bh_buf_z(b, ":** ");
	bh_words_comparison(b, r, s);
	bh_buf_c(b, '\n');
}

static void
filter(struct bh_buf *b, const struct bh_report *r, const struct bh_rset *s)
{
	bh_buf_z(b, "\n_Filter:_ ");
	bh_fmt_code(b, BH_FMT_MARKDOWN,
	    bh_words_filter(&r->g->arena, s->part));
	bh_buf_c(b, '\n');
}

/* first: the first shown finding of its set */
static void
make_block(struct block *x, const struct bh_report *r, const struct bh_hit *h,
    const struct bh_look *look, bool first)
{
	const struct bh_rset *s = &r->set[h->set];

	if (first)
		set_notes(&x->before, r, s);
	if (r->branch && s->comparison != NULL && !bh_report_inside(r, h))
		bh_buf_z(&x->before, "\n> Outside the comparison: its base "
		    "history is not shared by the compared series.\n");
	bh_markdown_finding(&x->full, r, h, look, 2, true);
	filter(&x->full, r, s);
	bh_markdown_finding(&x->bare, r, h, look, 2, false);
	filter(&x->bare, r, s);
	x->picture = true;
}

static void
quiet_sets(struct bh_buf *b, const struct bh_report *r)
{
	const struct bh_rset *s;
	size_t i, j;

	for (i = 0; i < r->nset; i++) {
		s = &r->set[i];
		bh_buf_z(b, "\n## ");
		bh_fmt_str(b, BH_FMT_MARKDOWN, s->name);
		bh_buf_c(b, '\n');
		for (j = 0; j < s->nlag; j++)
			bh_markdown_lag(b, &s->lag[j]);
		if (!r->scan) {
			bh_buf_z(b, "\n**Comparison:** ");
			bh_words_comparison(b, r, s);
			bh_buf_c(b, '\n');
		}
		filter(b, r, s);
	}
}

static size_t
length(const struct block *v, size_t n)
{
	size_t i, sum = 0;

	for (i = 0; i < n; i++)
		sum += v[i].before.n +
		    (v[i].picture ? v[i].full.n : v[i].bare.n);
	return sum;
}

/* Give up pictures from the last finding upward, then findings; what is left. */
static size_t
fit(struct block *v, size_t n, size_t room)
{
	size_t i, len = length(v, n);

	for (i = n; i-- > 0 && len > room; ) {
		v[i].picture = false;
		len -= v[i].full.n - v[i].bare.n;
	}
	while (n > 0 && len > room) {
		n--;
		len -= v[n].before.n + v[n].bare.n;
	}
	return n;
}

static size_t
make_blocks(struct block *v, size_t n, const struct bh_report *r,
    const struct bh_look *look)
{
	bool *seen = bh_calloc(&r->g->arena, r->nset, sizeof(*seen));
	const struct bh_hit *h;
	size_t i;

	for (i = 0; i < n; i++) {
		h = &r->hit[BH_LIST_FINDINGS][i];
		make_block(&v[i], r, h, look, !seen[h->set]);
		seen[h->set] = true;
	}
	return n;
}

static void
put_blocks(struct bh_buf *b, struct block *v, size_t n, size_t all)
{
	size_t i;

	if (n < all)
		bh_buf_f(b, "\n> Showing %zu of %zu findings, largest first.\n",
		    n, all);
	for (i = 0; i < n; i++) {
		bh_buf_str(b, bh_buf_of(&v[i].before));
		bh_buf_str(b, bh_buf_of(v[i].picture ? &v[i].full :
		    &v[i].bare));
	}
}

static void
free_blocks(struct block *v, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		bh_buf_free(&v[i].before);
		bh_buf_free(&v[i].full);
		bh_buf_free(&v[i].bare);
	}
}

/* Foreign text alone may still be too long: whole lines that fit. */
static void
cut(struct bh_buf *b, size_t from)
{
	if (b->n - from <= BH_SUMMARY_MOST)
		return;
	b->n = from + BH_SUMMARY_MOST;
	while (b->n > from && b->p[b->n - 1] != '\n')
		b->n--;
	if (b->n == from)
		bh_buf_c(b, '\n');
}

void
bh_report_summary(struct bh_buf *b, const struct bh_report *r,
    const struct bh_look *look)
{
	enum { SHOWING = 100 };		/* the line that says how many */
	size_t all = r->nhit[BH_LIST_FINDINGS], n, used, from = b->n;
	struct bh_buf tail = BH_BUF_INIT;
	struct block *v;

	n = all < (size_t)look->limit ? all : (size_t)look->limit;
	bh_markdown_header(b, r, look, true);
	if (all == 0) {
		bh_markdown_verdict(b, r);
		if (r->branch)
			quiet_sets(b, r);
	}
	if (r->warning.n > 0)
		bh_markdown_lines(&tail, r->warning);
	used = b->n - from + tail.n + SHOWING;
	v = bh_calloc(&r->g->arena, n, sizeof(*v));
	make_blocks(v, n, r, look);
	put_blocks(b, v, fit(v, n, used < BH_SUMMARY_MOST ?
	    BH_SUMMARY_MOST - used : 0), all);
	free_blocks(v, n);
	bh_buf_str(b, bh_buf_of(&tail));
	bh_buf_free(&tail);
	cut(b, from);
}
