/* Real histories and labelled series of a corpus, one JSON object a line. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "compute/family.h"
#include "compute/stat.h"
#include "edge/token.h"
#include "io/in.h"

/* A history of a file, or a labelled series. */
struct history {
	struct bh_series	 s;
	const char		*name;	/* a string of the arena */
	long			*label;	/* every annotator's, in turn */
	size_t			 nlabel;
	bool			 labelled;
};

struct corpus {
	struct bh_arena	 a;
	struct history	*v;
	size_t		 n, cap;
};

/* [x, ...] where x is a number, null or [commit, number] */
static void
read_values(struct bh_tok *t, bool pairs, struct bh_arena *a,
    struct bh_points *p)
{
	size_t cap = 0, tcap = 0;
	int32_t at = 0;
	struct bh_str commit;
	double v = 0;

	*p = (struct bh_points){ 0 };
	bh_tok_arr(t);
	for (; bh_tok_elem(t); at++) {
		if (pairs) {
			bh_tok_arr(t);
			bh_tok_elem(t);
			bh_tok_str(t, &commit);
			bh_tok_elem(t);
		}
		if (bh_tok_null(t))
			continue;
		bh_tok_double(t, &v);
		if (pairs)
			bh_tok_elem(t);
		p->value = bh_more(a, p->value, p->n, &cap, sizeof(v));
		p->topo = bh_more(a, p->topo, p->n, &tcap, sizeof(at));
		p->value[p->n] = v;
		p->topo[p->n++] = at;
	}
}

/* a list of positions, or one list an annotator; null: not known */
static void
read_labels(struct bh_tok *t, struct bh_arena *a, struct history *h,
    size_t *cap)
{
	long at = 0;

	if (bh_tok_null(t))
		return;
	h->labelled = true;
	bh_tok_arr(t);
	while (bh_tok_elem(t)) {
		if (bh_tok_peek(t) == BH_TOK_ARRAY) {
			read_labels(t, a, h, cap);
			continue;
		}
		bh_tok_long(t, &at);
		h->label = bh_more(a, h->label, h->nlabel, cap, sizeof(at));
		h->label[h->nlabel++] = at;
	}
}

static bool
read_line(struct corpus *c, struct bh_str line)
{
	struct history *h;
	struct bh_str key, name = BH_STR_NONE;
	struct bh_tok t;
	size_t cap = 0;

	c->v = bh_more(&c->a, c->v, c->n, &c->cap, sizeof(*c->v));
	h = &c->v[c->n];
	*h = (struct history){ 0 };
	bh_tok_init(&t, line, &c->a);
	bh_tok_obj(&t);
	while (bh_tok_member(&t, &key))
		if (bh_str_is(key, "bench") || bh_str_is(key, "id"))
			bh_tok_str(&t, &name);
		else if (bh_str_is(key, "points"))
			read_values(&t, true, &c->a, &h->s.points);
		else if (bh_str_is(key, "values"))
			read_values(&t, false, &c->a, &h->s.points);
		else if (bh_str_is(key, "labels"))
			read_labels(&t, &c->a, h, &cap);
		else
			bh_tok_skip(&t);
	if (!bh_tok_done(&t))
		return false;
	h->name = bh_str_z(&c->a, name);
	c->n += h->s.points.n >= 10;
	return true;
}

/* no unit is known: bring every series far above the floor of a nanosecond */
static void
scale(struct bh_points *p, struct bh_arena *a)
{
	double m = fabs(bh_stat_median(p->value, p->n, a));
	size_t i;
	int e;

	if (m == 0)
		return;
	frexp(m, &e);
	for (i = 0; i < p->n; i++)
		p->value[i] = ldexp(p->value[i], 30 - e);
}

/* false: not there, or not to be read */
static bool
read_corpus(struct corpus *c, const char *dir, const char *file)
{
	struct bh_err err = BH_ERR_INIT;
	char *path = bh_xmalloc(strlen(dir) + strlen(file) + 2);
	char *paths[1] = { path };
	struct bh_str line;
	struct bh_in in;
	size_t i;
	int r;

	*c = (struct corpus){ .a = BH_ARENA_INIT };
	sprintf(path, "%s/%s", dir, file);
	bh_in_init(&in, paths, 1, NULL);
	while ((r = bh_in_next(&in, &line, &err)) == 1)
		if (!read_line(c, bh_str_dup(&c->a, line)))
			r = -1;
	bh_in_free(&in);
	free(path);
	for (i = 0; i < c->n; i++) {
		struct bh_series *s = &c->v[i].s;

		scale(&s->points, &c->a);
		s->n = (long)i;
		s->set = BH_STR("criterion/triple/machine");
		s->id = (struct bh_id){ bh_alloc(&c->a, sizeof(*s->id.seg)),
		    1 };
		s->id.seg[0] = bh_str_of(c->v[i].name);
		s->kind = BH_WALL_TIME;
		s->judged = true;
		s->reason = BH_JUDGED;
	}
	return r == 0;
}

static struct bh_family_case *
judge(struct corpus *c, enum bh_detection method, size_t *n)
{
	struct bh_judge j = { method, BH_HISTORY, (long)c->n, 0 };
	struct bh_family_case *v = bh_calloc(&c->a, 3 * c->n + 1, sizeof(*v));
	struct bh_verdict verdict;
	struct bh_finding *f;
	size_t i, k, nf;

	*n = 0;
	for (i = 0; i < c->n; i++) {
		bh_judge(&j, &c->v[i].s, &c->a, NULL, &verdict, &f, &nf);
		for (k = 0; k < nf; k++)
			v[(*n)++].f = f[k];
	}
	bh_family(method, BH_HISTORY, v, *n, (long)c->n, &c->a);
	return v;
}

/* one line a series that either method reports */
static void
side_by_side(FILE *f, const char *dir, const char *file)
{
	static const char *const list[] = { "", "provisional ", "range ",
		"improved ", "unstable " };
	struct bh_family_case *v[METHODS];
	size_t n[METHODS], i, k;
	struct corpus c;
	bool any;
	int q;

	if (!read_corpus(&c, dir, file))
		fprintf(f, "\n%s: not read\n", file);
	for (q = 0; q < METHODS; q++)
		v[q] = judge(&c, (enum bh_detection)q, &n[q]);
	fprintf(f, "\n#### %s, %zu series\n\n| series | points | compat | "
	    "scan |\n|---|---|---|---|\n", file, c.n);
	for (i = 0; i < c.n; i++) {
		for (any = false, q = 0; q < METHODS; q++)
			for (k = 0; k < n[q]; k++)
				any |= v[q][k].f.n == (long)i &&
				    v[q][k].fate == BH_FOUND;
		if (!any)
			continue;
		fprintf(f, "| %s | %zu |", c.v[i].name, c.v[i].s.points.n);
		for (q = 0; q < METHODS; q++) {
			for (k = 0; k < n[q]; k++)
				if (v[q][k].f.n == (long)i &&
				    v[q][k].fate == BH_FOUND)
					fprintf(f, " %s%s %ld %+.1f %%",
					    list[v[q][k].f.list],
					    v[q][k].f.method == BH_DRIFT ?
					    "drift to" : "step at",
					    v[q][k].f.topo, 100 *
					    v[q][k].f.relative_delta);
			fprintf(f, " |");
		}
		fprintf(f, "\n");
	}
	bh_arena_free(&c.a);
}

/* boundaries that a method names for series i */
static size_t
named(const struct bh_family_case *v, size_t n, long i, long *at)
{
	size_t k, b, m = 0, j;

	for (k = 0; k < n; k++) {
		if (v[k].f.n != i)
			continue;
		if (v[k].f.nboundary == 0 && v[k].f.method != BH_DRIFT)
			at[m++] = v[k].f.topo;
		for (b = 0; b < v[k].f.nboundary; b++)
			at[m++] = v[k].f.boundary[b].topo;
	}
	for (k = 0, b = 0; k < m; k++) {
		for (j = 0; j < b && at[j] != at[k]; j++)
			;
		if (j == b)
			at[b++] = at[k];
	}
	return b;
}

static size_t
near(const long *v, size_t n, long at)
{
	size_t i, hits = 0;

	for (i = 0; i < n; i++)
		hits += labs(v[i] - at) <= 2;
	return hits;
}

static void
labelled(FILE *f, const char *dir, const char *file)
{
	struct bh_family_case *v;
	struct corpus c;
	size_t n, i, k, m, hits, right, names, labels;
	double precision, recall;
	long *at;
	int q;

	if (!read_corpus(&c, dir, file))
		fprintf(f, "\n%s: not read\n", file);
	at = bh_alloc(&c.a, 4096 * sizeof(*at));
	fprintf(f, "| %s |", file);
	for (q = 0; q < METHODS; q++) {
		v = judge(&c, (enum bh_detection)q, &n);
		hits = right = names = labels = 0;
		for (i = 0; i < c.n; i++) {
			if (!c.v[i].labelled)
				continue;
			m = named(v, n, (long)i, at);
			names += m;
			labels += c.v[i].nlabel;
			for (k = 0; k < c.v[i].nlabel; k++)
				hits += near(at, m, c.v[i].label[k]) > 0;
			for (k = 0; k < m; k++)
				right += near(c.v[i].label, c.v[i].nlabel,
				    at[k]) > 0;
		}
		precision = names > 0 ? (double)right / (double)names : 1;
		recall = labels > 0 ? (double)hits / (double)labels : 1;
		fprintf(f, " %zu of %zu labels, %zu of %zu named, F1 %.2f |",
		    hits, labels, right, names, precision + recall > 0 ?
		    2 * precision * recall / (precision + recall) : 0);
	}
	fprintf(f, "\n");
	bh_arena_free(&c.a);
}

void
real_histories(FILE *f, const char *corpus)
{
	static const char *const file[] = { "django-asv.ndjson",
		"git-perf.ndjson", "mountpoint-s3.ndjson", "pypdf.ndjson",
		"rust-analyzer.ndjson" };
	static const char *const label[] = { "labelled/chromium-perf.ndjson",
		"labelled/mongodb-spa.ndjson",
		"labelled/mozilla-graphserver.ndjson",
		"labelled/otava-nyrkio.ndjson", "labelled/tcpd.ndjson" };
	size_t i;

	fprintf(f, "\n### Labelled series\n\nBoundaries within two points of a "
	    "label; where several people labelled, every one counts.\n\n"
	    "| file | compat | scan |\n|---|---|---|\n");
	for (i = 0; i < sizeof(label) / sizeof(label[0]); i++)
		labelled(f, corpus, label[i]);
	fprintf(f, "\n### Real histories\n\nPositions count the measured "
	    "points of a series from 0.  Whatever their unit and better "
	    "direction, series are held to be times, of a second or so: no "
	    "floor but the relative one bears on them.\n");
	for (i = 0; i < sizeof(file) / sizeof(file[0]); i++)
		side_by_side(f, corpus, file[i]);
}
