/* Verdicts of scan on a branch, and the turns of a set. */
#include "compute/family.h"
#include "compute/fdr.h"
#include "compute/scan.h"
#include "compute/turns.h"
#include "levels.h"
#include "tap.h"

#define NS	BH_WALL_TIME

enum { TIP = 1000 };

static struct bh_arena a = BH_ARENA_INIT;
static struct bh_series s;
static struct bh_verdict v;
static struct bh_finding *cand;
static size_t ncand;
static struct bh_gate_log gates;

static void
judge(void)
{
	struct bh_judge j = { BH_SCAN, BH_BRANCH, 1, TIP };

	gates = (struct bh_gate_log){ .arena = &a };
	bh_judge(&j, &s, &a, &gates, &v, &cand, &ncand);
}

static void
base(const char *text, const char *name, double cv, double tip)
{
	size_t n;
	double *x = levels(&a, text, name, cv, &n);

	s = (struct bh_series){ .n = 3, .kind = NS, .judged = true,
	    .reason = BH_JUDGED, .has_base = true, .base_available = n };
	s.base = points(&a, x, n, 2, -1);
	s.points = points(&a, &tip, 1, 1, -1);
	s.points.topo[0] = TIP;
	judge();
}

static void
candidate(const char *what, double baseline)
{
	ok(ncand == 1 && v.outcome == BH_CANDIDATE &&
	    cand[0].method == BH_BRANCH_EXCURSION && !cand[0].has_p,
	    "%s: a candidate", what);
	if (ncand == 1)
		is_near(cand[0].baseline, baseline, .02, what);
}

static void
quiet(const char *what, enum bh_gate_id gate)
{
	ok(ncand == 0 && v.outcome == BH_QUIET &&
	    v.declined[BH_STAGE_BRANCH] == (int)gate, "%s: %s", what,
	    bh_gate_name(gate));
}

static void
ranges(void)
{
	base("60x100", "flat", .01, 110);
	candidate("ten per cent above", 100);
	ok(cand[0].has_branch && cand[0].branch.reference_count == 60 &&
	    cand[0].branch.excess > 0 &&
	    cand[0].branch.regime_start_topo == -1, "outside the range");
	ok(cand[0].has_median_delta && cand[0].base_commit_topo == 118,
	    "the newest level it is held against");
	ok(cand[0].has_effect && cand[0].effect_low > .07 &&
	    cand[0].effect_high < .13 && cand[0].effect_low < .1,
	    "against one more reading of the base");
	ok(v.branch && v.start == 0 && v.nboundary == 0 && !v.has_previous,
	    "one regime");
	base("60x100", "flat", .01, 90);
	ok(ncand == 1 && !cand[0].regression && cand[0].delta < 0,
	    "below: an improvement");
	base("30x100 150 29x100", "one spike", .01, 125);
	candidate("inside the range of a spike", 100);
	ok(cand[0].branch.excess == 0 && cand[0].branch.relative_excess == 0,
	    "no excess there");
	base("60x100", "flat", .01, 104);
	quiet("four per cent", BH_G_RELATIVE_FLOOR);
	base("60x10", "flat", .001, 10.9);
	quiet("less than a nanosecond", BH_G_ABSOLUTE_FLOOR);
	base("60x100", NULL, 0, 100);
	quiet("the very level", BH_G_NON_ZERO_DELTA);
	base("9x100", "few", .01, 200);
	quiet("nine levels", BH_G_MIN_BASE_COMMITS);
	base("19x100", "few", .01, 200);
	candidate("nineteen", 100);
	ok(!cand[0].has_effect, "too few for an interval");
}

static void
moved_bases(void)
{
	base("52x100 8x110", "moved", .01, 110);
	quiet("a base that moved eight commits ago", BH_G_RELATIVE_FLOOR);
	base("52x100 8x110", "moved", .01, 121);
	candidate("ten per cent above it", 110);
	ok(v.start == 52 && v.nboundary == 1 && v.boundary[0] == 52 &&
	    v.has_previous && v.previous_high < 104, "its regime, the one before");
	ok(cand[0].branch.regime_start_topo == 104 &&
	    cand[0].nboundary == 1 && cand[0].boundary[0].topo == 104,
	    "their commits");
	base("52x121 8x110", "moved", .01, 121);
	ok(ncand == 1 && cand[0].branch.matches_previous_regime,
	    "back at the level before");
	base("57x100 3x120", "just moved", .01, 120);
	quiet("as high as the newest three", BH_G_RELATIVE_FLOOR);
	base("57x100 3x120", "just moved", .01, 100);
	quiet("as low as the others", BH_G_RELATIVE_FLOOR);
	base("57x100 3x120", "just moved", .01, 140);
	candidate("above both", 120);
}

/* the newest of the snapshots at the tip counts alone */
static void
snapshots(void)
{
	static const double x[] = { 130, 100, 131, 130, 100 };

	base("40x100", "flat", .01, 100);
	s.points = points(&a, x, 5, 0, -1);
	s.points.topo[0] = 7;
	s.points.topo[1] = s.points.topo[2] = TIP;
	s.points.topo[3] = s.points.topo[4] = TIP;
	judge();
	quiet("the last of four snapshots", BH_G_RELATIVE_FLOOR);
	s.points.n = 4;
	judge();
	candidate("the last of three", 100);
	s.points.n = 1;
	judge();
	ok(ncand == 0 && v.outcome == BH_QUIET, "none at the tip");
}

static void
vetoes(void)
{
	double tip = 130;

	base("40x100", "flat", .01, 130);
	s.base = points(&a, s.base.value, 40, 2, 40);
	s.points = points(&a, &tip, 1, 1, 1);
	s.points.topo[0] = TIP;
	judge();
	quiet("within the intervals of the base", BH_G_INTERVAL_DISJOINT);
	s.base = points(&a, s.base.value, 40, 2, 18);
	judge();
	quiet("within two half-widths", BH_G_INTERVAL_NOISE_BAND);
	s.base = points(&a, s.base.value, 40, 2, 2);
	judge();
	candidate("beyond", 100);
}

/* --- turns -------------------------------------------------------------- */

/* p of what no turn of n reaches: 1 / (n + 1), and a margin of .06 */
#define LEAST(n)	(1.06 / (1 + (n)))

enum { SET = 40, LEVELS = 30 };

static struct bh_fdr_member member[SET];

/* SET series of one noise; the first moved by so much */
static void
set(double first)
{
	size_t i;
	char name[16];

	for (i = 0; i < SET; i++) {
		struct bh_series *copy = bh_alloc(&a, sizeof(*copy));
		struct bh_verdict *w = bh_alloc(&a, sizeof(*w));

		snprintf(name, sizeof(name), "set %zu", i);
		base("30x100", name, .02, i == 0 ? first : 100);
		*copy = s;
		*w = v;
		member[i] = (struct bh_fdr_member){ copy, w, cand };
	}
	bh_turns(member, SET, TIP, &a);
}

static void
turns(void)
{
	struct bh_finding *f;
	double p;

	set(130);
	f = member[0].cand;
	ok(f != NULL && f->has_p, "a p for the candidate");
	is_near(f->p, LEAST(SET * LEVELS), 1e-12,
	    "further than every turn");
	set(106);
	f = member[0].cand;
	ok(f != NULL && f->has_p && f->p >= LEAST(SET * LEVELS) &&
	    f->p < .05, "less far, p %g", f->p);
	p = f->p;
	set(106);
	ok(member[0].cand->p == p, "the same set, the same p");
	base("30x100", NULL, 0, 106);
	member[0] = (struct bh_fdr_member){ &s, &v, cand };
	bh_turns(member, 1, TIP, &a);
	is_near(cand->p, LEAST(30), 1e-12, "a flat base of its own");
	base("30x0", NULL, 0, 50);
	member[0] = (struct bh_fdr_member){ &s, &v, cand };
	bh_turns(member, 1, TIP, &a);
	is_near(cand->p, LEAST(30), 1e-12, "a base of zeros");
	bh_turns(member, 0, TIP, &a);
	ok(1, "an empty set");
}

static int
by_size(const void *x, const void *y)
{
	double p = *(const double *)x, q = *(const double *)y;

	return (p > q) - (p < q);
}

/* what the test does not support: listed outside the range, else dropped */
static void
unsupported(void)
{
	struct bh_family_case c[3] = { { .fate = BH_FOUND } };
	size_t i;

	for (i = 0; i < 3; i++)
		c[i].f = (struct bh_finding){ .n = (long)i, .has_p = true,
		    .p = i == 0 ? .001 : .5, .has_branch = true,
		    .branch = { .excess = i == 1 ? 7 : 0 } };
	bh_family(BH_SCAN, BH_BRANCH, c, 3, 10, &a);
	ok(c[0].fate == BH_FOUND && c[0].f.list == BH_LIST_FINDINGS &&
	    c[0].f.n == 0, "supported: a finding, inside or not");
	ok(c[1].fate == BH_FOUND && c[1].f.list == BH_LIST_RANGE &&
	    c[1].f.n == 1, "outside the range: listed");
	ok(c[2].fate == BH_DROPPED_RANK && c[2].f.n == 2,
	    "inside it: dropped");
}

static double
apart(const struct bh_turn *x, const struct bh_turn *y)
{
	double d = 0;
	int k;

	for (k = 0; k < BH_TURN_LOOKS; k++)
		d = fmax(d, fabs(x->look[k] - y->look[k]));
	return d;
}

/* the index against looking at all of them */
static void
neighbours(void)
{
	enum { N = 3000, WANT = 200 };
	struct bh_turn t[N], q;
	struct bh_turn_index x;
	uint64_t state = 5;
	double d[N];
	size_t i, k, in, far, bad = 0, slow_in, slow_far;
	int j;

	for (i = 0; i < N; i++) {
		for (j = 0; j < BH_TURN_LOOKS; j++)
			t[i].look[j] = (double)(bh_stat_next64(&state) >>
			    40) * (1 + j) * 1e-7;
		if (i % 7 == 0)
			t[i].look[1] = 3;
		t[i].size = (double)(bh_stat_next64(&state) >> 40) * 1e-6;
	}
	t[3].look[0] = 900;	/* beyond the last cell */
	bh_turn_index(&x, t, N, &a);
	for (k = 0; k < 200; k++) {
		q = t[k * 11];
		q.look[k % 3] += k % 5 == 0 ? -2 : .01;
		for (i = 0; i < N; i++)
			d[i] = apart(&t[i], &q);
		qsort(d, N, sizeof(*d), by_size);
		slow_in = slow_far = 0;
		for (i = 0; i < N; i++)
			if (apart(&t[i], &q) <= d[WANT - 1]) {
				slow_in++;
				slow_far += t[i].size >= q.size;
			}
		bh_turn_count(&x, &q, WANT, &in, &far);
		bad += in != slow_in || far != slow_far;
	}
	is_int((long)bad, 0, "200 neighbourhoods of 3,000 turns");
	bh_turn_count(&x, &q, 2 * N, &in, &far);
	is_int((long)in, N, "all of them, if there are too few");
}

int
main(void)
{
	ranges();
	moved_bases();
	snapshots();
	vetoes();
	turns();
	neighbours();
	unsupported();
	bh_arena_free(&a);
	return tap_done();
}
