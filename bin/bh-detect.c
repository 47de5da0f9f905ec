/* bh-detect: series in, one verdict per judged series out.  See bh-detect(1). */
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "compute/judge.h"
#include "edge/json.h"
#include "io/par.h"
#include "io/prog.h"
#include "model/line.h"
#include "show/gates.h"

static const char usage[] =
    "usage: bh-detect [-hv] [-j n] [--gates] [--method compat|scan]\n"
    "                 [--shard] [file ...]\n";

enum { BATCH = 16 };	/* series a thread, between two writes */

/* A series waiting for its verdict, and the records that answer it. */
struct job {
	struct bh_buf	line;
	struct bh_buf	records;
	struct bh_buf	ladder;		/* under --verbose */
	struct bh_err	err;
};

struct detect {
	struct bh_judge	judge;
	bool		gates, shard;
	int		jobs;
	bool		have_census, have_topology, said;
	struct bh_arena	keep;		/* of the program */
	struct bh_line	context, base;
	struct bh_str	context_commit;
	struct job	*job;		/* jobs * BATCH of them */
	size_t		 njob;
	struct bh_arena	*arena;		/* one a thread: a series' memory */
	struct bh_out	*out;
};

/* --- headers ---------------------------------------------------------------- */

static int
header(struct detect *d, enum bh_rtype type, struct bh_str line,
    struct bh_arena *a, struct bh_err *err)
{
	struct bh_topology top;
	struct bh_census census;
	struct bh_commit c;

	if (type == BH_R_TOPOLOGY) {
		if (bh_json_read_topology(line, a, &top, err) == -1)
			return -1;
		d->judge.tip_topo = top.tip_topo;
		d->context_commit = bh_str_dup(&d->keep, top.context_commit);
		d->have_topology = true;
	} else if (type == BH_R_CENSUS) {
		if (bh_json_read_census(line, a, &census, err) == -1)
			return -1;
		d->judge.mode = census.mode;
		d->judge.family = census.count.judged;
		d->have_census = true;
	} else if (type == BH_R_COMMIT) {
		if (bh_json_read_commit(line, a, &c, err) == -1)
			return -1;
		if (!bh_line_add(c.base_line ? &d->base : &d->context,
		    &d->keep, &c))
			return bh_fail(err, BH_DATA, "commit out of order");
	}
	return 0;
}

static int
say_method(struct detect *d, struct bh_err *err)
{
	struct bh_detection_rec rec = { d->judge.method };

	if (d->said)
		return 0;
	if (!d->have_census || !d->have_topology)
		return bh_fail(err, BH_DATA, "no %s before the series",
		    d->have_census ? "topology" : "census");
	bh_json_put_detection(&d->out->buf, &rec);
	bh_out_line(d->out);
	d->said = true;
	return 0;
}

/* --- positions to commits ----------------------------------------------------- */

static void
name_suspects(const struct detect *d, struct bh_arena *a,
    struct bh_suspect *s)
{
	struct bh_strs *u = &s->unmeasured;
	struct bh_str h;
	size_t i, cap = 0;
	long t;

	*u = (struct bh_strs){ NULL, 0 };
	s->good = bh_line_hash(&d->context, s->good_topo);
	s->bad = bh_line_hash(&d->context, s->bad_topo);
	for (i = 0; i < s->ncand; i++)
		s->cand[i].commit = bh_line_hash(&d->context, s->cand[i].topo);
	for (t = s->good_topo + 1; t < s->bad_topo; t++) {
		h = bh_line_hash(&d->context, t);
		if (h.p == NULL)
			continue;
		u->v = bh_more(a, u->v, u->n, &cap, sizeof(*u->v));
		u->v[u->n++] = h;
	}
}

/* compute/ knows positions alone: commits, and what a record leaves out. */
static void
name_commits(const struct detect *d, const struct bh_series *s,
    struct bh_arena *a, struct bh_finding *f)
{
	const struct bh_line *evidence =
	    d->judge.mode == BH_BRANCH ? &d->base : &d->context;
	size_t i;

	f->commit = d->judge.mode == BH_BRANCH ? d->context_commit :
	    bh_line_hash(&d->context, f->topo);
	if (f->method != BH_CHANGE_POINT)
		f->topo = -1;
	f->window_start = bh_line_hash(&d->context, f->window_start_topo);
	f->base_commit = bh_line_hash(&d->base, f->base_commit_topo);
	if (f->has_branch) {
		f->branch.regime_start = bh_line_hash(&d->base,
		    f->branch.regime_start_topo);
		if (f->branch.regime_start.p == NULL)
			f->branch.regime_start = s->blessed;
	}
	for (i = 0; i < f->nboundary; i++)
		f->boundary[i].commit = bh_line_hash(evidence,
		    f->boundary[i].topo);
	if (f->has_suspect)
		name_suspects(d, a, &f->suspect);
}

/* --- judging ------------------------------------------------------------------- */

static void
judge_one(struct detect *d, struct job *job, struct bh_arena *a)
{
	struct bh_gate_log log = { a, NULL, 0, 0 };
	struct bh_finding_rec rec = { .type = BH_R_CANDIDATE };
	struct bh_gate_rec *rung;
	struct bh_finding *cand;
	struct bh_series s;
	struct bh_verdict v;
	size_t i, n;

	if (bh_json_read_series(bh_buf_of(&job->line), a, false, &s,
	    &job->err) == -1 || !s.judged)
		return;
	bh_judge(&d->judge, &s, a, d->gates || bh_log_is_verbose() ? &log :
	    NULL, &v, &cand, &n);
	rung = bh_calloc(a, log.n, sizeof(*rung));
	for (i = 0; i < log.n; i++) {
		rung[i] = (struct bh_gate_rec){ s.n, log.v[i] };
		if (!d->gates)
			continue;
		bh_json_put_gate(&job->records, &rung[i]);
		bh_buf_c(&job->records, '\n');
	}
	if (bh_log_is_verbose())
		bh_gates_put(&job->ladder, d->judge.method,
		    bh_id_join(a, s.id), s.kind, rung, log.n);
	bh_json_put_verdict(&job->records, &v);
	bh_buf_c(&job->records, '\n');
	for (i = 0; i < n; i++) {
		rec.f = cand[i];
		name_commits(d, &s, a, &rec.f);
		bh_json_put_finding(&job->records, &rec);
		bh_buf_c(&job->records, '\n');
	}
}

static void
work(void *ctx, size_t i, int worker)
{
	struct detect *d = ctx;

	judge_one(d, &d->job[i], &d->arena[worker]);
	bh_arena_reset(&d->arena[worker]);
}

static void
say_ladder(struct bh_buf *b)
{
	struct bh_str line, rest = bh_buf_of(b);

	while (rest.n > 0) {
		bh_str_cut(&rest, '\n', &line);
		bh_note("%.*s", BH_FMT(line));
	}
	bh_buf_reset(b);
}

/* Answer what waits, in order. */
static int
drain(struct detect *d, struct bh_err *err)
{
	struct job *j;
	size_t i;

	bh_par(d->njob, d->jobs, work, d);
	for (i = 0; i < d->njob; i++) {
		j = &d->job[i];
		if (j->err.status != BH_OK) {
			*err = j->err;
			return -1;
		}
		bh_out_copy(d->out, bh_buf_of(&j->line));
		bh_buf_str(&d->out->buf, bh_buf_of(&j->records));
		bh_buf_reset(&j->line);
		say_ladder(&j->ladder);
		bh_buf_reset(&j->records);
	}
	d->njob = 0;
	return 0;
}

static int
record(struct detect *d, enum bh_rtype type, struct bh_str line,
    struct bh_arena *a, struct bh_err *err)
{
	if (type == BH_R_SERIES) {
		if (say_method(d, err) == -1)
			return -1;
		bh_buf_str(&d->job[d->njob++].line, line);
		return d->njob == (size_t)d->jobs * BATCH ? drain(d, err) : 0;
	}
	if (d->njob > 0 && drain(d, err) == -1)
		return -1;
	if (header(d, type, line, a, err) == -1)
		return -1;
	if (!d->shard)
		bh_out_copy(d->out, line);
	return 0;
}

static int
detect(struct detect *d, struct bh_stream *in, struct bh_err *err)
{
	struct bh_arena a = BH_ARENA_INIT;
	enum bh_rtype type;
	struct bh_str line;
	int r;

	while ((r = bh_stream_next(in, &line, &type, err)) == 1) {
		if (record(d, type, line, &a, err) == -1) {
			r = bh_stream_at(in, err);
			break;
		}
		bh_arena_reset(&a);
		if (d->njob > 0 && !bh_in_ready(&in->in) &&
		    (r = drain(d, err)) == -1)
			break;
	}
	if (r == 0)
		r = drain(d, err);
	if (r == 0 && d->have_census)
		r = say_method(d, err);
	else if (r == 0)
		r = bh_fail(err, BH_DATA, "%s: no census", in->in.path);
	bh_arena_free(&a);
	return r;
}

enum { GATES = 256, METHOD, SHARD };

static const struct option longs[] = {
	BH_PROG_OPTIONS,
	{ "gates", no_argument, NULL, GATES },
	{ "method", required_argument, NULL, METHOD },
	{ "shard", no_argument, NULL, SHARD },
	{ NULL, 0, NULL, 0 }
};

static int
take(void *ctx, int c, const char *value, struct bh_err *err)
{
	struct detect *d = ctx;
	int m;

	switch (c) {
	case 'j':
		if ((d->jobs = bh_par_jobs(value)) == 0)
			return bh_fail(err, BH_USAGE,
			    "-j: '%s' is no number from 1 to %d", value,
			    BH_PAR_MAX);
		return 0;
	case GATES:
		d->gates = true;
		return 0;
	case SHARD:
		d->shard = true;
		return 0;
	default:	/* METHOD */
		if ((m = bh_detection_of(bh_str_of(value))) == -1)
			return bh_fail(err, BH_USAGE, "--method: '%s' is "
			    "neither compat nor scan", value);
		d->judge.method = (enum bh_detection)m;
		return 0;
	}
}

static const struct bh_prog_cli cli = { usage, "hvj:", longs, take, false };

static int
run(struct detect *d, int argc, char **argv, struct bh_err *err)
{
	struct bh_stream in;
	int i, r;

	d->job = calloc((size_t)d->jobs * BATCH, sizeof(*d->job));
	d->arena = calloc((size_t)d->jobs, sizeof(*d->arena));
	if (d->job == NULL || d->arena == NULL)
		return bh_fail_errno(err, "memory");
	bh_stream_init(&in, argv + optind, (size_t)(argc - optind), d->out);
	r = detect(d, &in, err);
	bh_stream_free(&in);
	for (i = 0; i < d->jobs; i++)
		bh_arena_free(&d->arena[i]);
	for (i = 0; i < d->jobs * BATCH; i++) {
		bh_buf_free(&d->job[i].line);
		bh_buf_free(&d->job[i].records);
		bh_buf_free(&d->job[i].ladder);
	}
	free(d->arena);
	free(d->job);
	bh_arena_free(&d->keep);
	return r;
}

int
main(int argc, char **argv)
{
	struct bh_err err = BH_ERR_INIT;
	struct bh_out out;
	struct detect d = { .judge = { .method = BH_SCAN },
	    .jobs = bh_par_default(), .out = &out };
	int r;

	bh_prog_init("bh-detect", &out);
	r = bh_prog_options(&cli, argc, argv, &d, &out, &err);
	if (r == 0)
		r = run(&d, argc, argv, &err);
	return bh_stream_end(&out, "bh-detect", r, &err);
}
