#include "show/render.h"

/* A shown finding in its two lengths, and what stands before it. */
struct block {
	struct bh_buf	before, full, bare;
	bool		picture;
};

/* Markdown, but: no sections of findings, and a word on what was not judged. */
static struct bh_format
format(void)
{
	struct bh_format f = bh_format_markdown;

	f.frame[BH_P_JUDGED_PART].after = " (details in the full report)\n";
	f.frame[BH_P_ID].before = "## ";
	f.frame[BH_P_FILTER].before = "\n_Filter:_ ";
	return f;
}

static void
set_notes(struct bh_walk *w, const struct bh_rset *s)
{
	bh_walk_lags(w, s);
	if (!w->r->branch || w->r->scan)
		return;
	bh_buf_z(w->pen.b, "\n> **Comparison for ");
	bh_fmt_str(w->pen.b, BH_FMT_MARKDOWN, s->name);
	bh_buf_z(w->pen.b, ":** ");
	bh_words_comparison(w->pen.b, w->r, s);
	bh_buf_c(w->pen.b, '\n');
}

static void
put_finding(struct bh_walk w, struct bh_buf *b, const struct bh_hit *h)
{
	w.pen.b = b;
	bh_walk_finding(&w, BH_P_ID, h);
	bh_walk_filter(&w, &w.r->set[h->set]);
}

/* first: the first shown finding of its set */
static void
make_block(struct block *x, struct bh_walk w, const struct bh_hit *h,
    bool first)
{
	const struct bh_rset *s = &w.r->set[h->set];
	struct bh_format bare = *w.f;

	w.pen.b = &x->before;
	if (first)
		set_notes(&w, s);
	if (w.r->branch && s->comparison != NULL && !bh_report_inside(w.r, h))
		bh_buf_f(&x->before, "\n> %s\n", bh_words_outside());
	put_finding(w, &x->full, h);
	bare.picture = NULL;
	w.f = &bare;
	put_finding(w, &x->bare, h);
	x->picture = true;
}

static void
quiet_sets(struct bh_walk *w)
{
	const struct bh_rset *s;
	size_t i;

	for (i = 0; i < w->r->nset; i++) {
		s = &w->r->set[i];
		bh_buf_z(w->pen.b, "\n## ");
		bh_fmt_str(w->pen.b, BH_FMT_MARKDOWN, s->name);
		bh_buf_c(w->pen.b, '\n');
		bh_walk_lags(w, s);
		bh_walk_comparison(w, s);
		bh_walk_filter(w, s);
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

static void
make_blocks(struct block *v, size_t n, struct bh_walk *w)
{
	const struct bh_report *r = w->r;
	bool *seen = bh_calloc(&r->g->arena, r->nset, sizeof(*seen));
	const struct bh_hit *h;
	size_t i;

	for (i = 0; i < n; i++) {
		h = &r->hit[BH_LIST_FINDINGS][i];
		make_block(&v[i], *w, h, !seen[h->set]);
		seen[h->set] = true;
	}
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
	struct bh_format f = format();
	struct bh_walk w = bh_walk_of(&f, b, r, look);
	struct block *v;

	n = all < (size_t)look->limit ? all : (size_t)look->limit;
	bh_walk_header(&w);
	if (all == 0) {
		bh_walk_verdict(&w);
		if (r->branch)
			quiet_sets(&w);
	}
	w.pen.b = &tail;
	bh_walk_lines(&w, r->warning);
	used = b->n - from + tail.n + SHOWING;
	v = bh_calloc(&r->g->arena, n, sizeof(*v));
	make_blocks(v, n, &w);
	put_blocks(b, v, fit(v, n, used < BH_SUMMARY_MOST ?
	    BH_SUMMARY_MOST - used : 0), all);
	free_blocks(v, n);
	bh_buf_str(b, bh_buf_of(&tail));
	bh_buf_free(&tail);
	cut(b, from);
}
