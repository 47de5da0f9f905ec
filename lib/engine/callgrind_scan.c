#include "engine/callgrind.h"

#include <string.h>

/*
 * The text format of callgrind.out files, version 1: header lines, then cost
 * lines, then totals; several such parts may follow each other.
 */
enum { COLUMNS_MAX = 64, PARTS_MAX = 10000 };

/* What has been counted in one way. */
struct tally {
	bool		 any;
	uint64_t	 v[COLUMNS_MAX];
};

struct scan {
	struct bh_arena	*a;
	struct bh_cg_file *f;
	unsigned long	 line;
	bool		 open;		/* events were named */
	struct bh_str	 part, thread;
	size_t		 npos, nev;
	enum bh_cg_event ev[COLUMNS_MAX];
	struct tally	 totals, summary, costs;
	bool		 called;	/* the next costs are inclusive */
};

static int
bad(struct scan *s, const char *why, struct bh_err *err)
{
	return bh_fail(err, BH_DATA, "line %lu: %s", s->line, why);
}

/* The next word of a line; false: none is left. */
static bool
word(struct bh_str *line, struct bh_str *w)
{
	size_t n = 0;

	while (line->n > 0 && (line->p[0] == ' ' || line->p[0] == '\t'))
		*line = bh_str_from(*line, 1);
	while (n < line->n && line->p[n] != ' ' && line->p[n] != '\t')
		n++;
	*w = (struct bh_str){ line->p, n };
	*line = bh_str_from(*line, n);
	return n > 0;
}

static bool
hex(struct bh_str s, uint64_t *v)
{
	uint64_t x = 0;
	size_t i;
	int c;

	if (s.n == 0 || s.n > 16)
		return false;
	for (i = 0; i < s.n; i++) {
		c = s.p[i] | 0x20;
		if (s.p[i] >= '0' && s.p[i] <= '9')
			x = x << 4 | (uint64_t)(s.p[i] - '0');
		else if (c >= 'a' && c <= 'f')
			x = x << 4 | (uint64_t)(c - 'a' + 10);
		else
			return false;
	}
	*v = x;
	return true;
}

static bool
number(struct bh_str s, uint64_t *v)
{
	if (bh_str_starts(s, BH_STR("0x")))
		return hex(bh_str_from(s, 2), v);
	return s.n > 0 && s.p[0] >= '0' && s.p[0] <= '9' && bh_str_u64(s, v);
}

static bool
position(struct bh_str s)
{
	uint64_t v;

	if (bh_str_is(s, "*"))
		return true;
	if (s.n > 0 && (s.p[0] == '+' || s.p[0] == '-'))
		s = bh_str_from(s, 1);
	return number(s, &v);
}

/* The numbers of a line; columns that are cut off are zero. */
static int
numbers(struct scan *s, struct bh_str line, struct tally *t,
    struct bh_err *err)
{
	struct bh_str w;
	uint64_t v;
	size_t i;

	for (i = 0; word(&line, &w); i++) {
		if (i == s->nev)
			return bad(s, "more numbers than events", err);
		if (!number(w, &v))
			return bad(s, "not a number", err);
		if (t != NULL && __builtin_add_overflow(t->v[i], v, &t->v[i]))
			return bad(s, "counts overflow", err);
	}
	if (t != NULL)
		t->any = true;
	return 0;
}

static int
cost(struct scan *s, struct bh_str line, struct bh_err *err)
{
	bool called = s->called;
	struct bh_str w;
	size_t i;

	s->called = false;
	if (!s->open)
		return bad(s, "costs before events", err);
	for (i = 0; i < s->npos && word(&line, &w); i++)
		if (!position(w))
			return bad(s, "not a position", err);
	return numbers(s, line, called ? NULL : &s->costs, err);
}

/* --- parts -------------------------------------------------------------- */

static int
close_part(struct scan *s, struct bh_err *err)
{
	const struct tally *t = s->totals.any ? &s->totals :
	    s->summary.any ? &s->summary : &s->costs;
	struct bh_cg_part *p;
	enum bh_cg_event e;
	size_t i;

	if (s->f->n == PARTS_MAX)
		return bad(s, "too many parts", err);
	s->f->part = bh_more(s->a, s->f->part, s->f->n, &s->f->cap,
	    sizeof(*s->f->part));
	p = &s->f->part[s->f->n++];
	*p = (struct bh_cg_part){ .part = s->part, .thread = s->thread,
	    .measured = t->any };
	for (i = 0; i < s->nev; i++) {
		if ((e = s->ev[i]) == BH_CG_EVENTS)
			continue;
		if (p->has[e])
			return bad(s, "an event twice", err);
		p->has[e] = true;
		p->sum[e] = t->v[i];
	}
	s->open = s->called = false;
	s->totals = s->summary = s->costs = (struct tally){ .any = false };
	s->nev = 0;
	s->npos = 1;
	s->thread = BH_STR_NONE;
	return 0;
}

static int
events(struct scan *s, struct bh_str line, struct bh_err *err)
{
	struct bh_str w;

	if (s->open && close_part(s, err) == -1)
		return -1;
	for (s->nev = 0; word(&line, &w); s->nev++) {
		if (s->nev == COLUMNS_MAX)
			return bad(s, "too many events", err);
		s->ev[s->nev] = bh_cg_event_of(w);
	}
	s->open = true;
	return s->nev > 0 ? 0 : bad(s, "no events", err);
}

static int
tally(struct scan *s, struct bh_str line, struct tally *t,
    struct bh_err *err)
{
	if (!s->open)
		return bad(s, "a sum before events", err);
	*t = (struct tally){ .any = false };
	return numbers(s, line, t, err);
}

static int
positions(struct scan *s, struct bh_str line)
{
	struct bh_str w;

	for (s->npos = 0; word(&line, &w); s->npos++)
		;
	return 0;
}

static int
header(struct scan *s, struct bh_str key, struct bh_str rest,
    struct bh_err *err)
{
	struct bh_str value = bh_str_trim(rest);

	if (bh_str_is(key, "events"))
		return events(s, rest, err);
	if (bh_str_is(key, "totals"))
		return tally(s, rest, &s->totals, err);
	if (bh_str_is(key, "summary"))
		return tally(s, rest, &s->summary, err);
	if (bh_str_is(key, "positions"))
		return positions(s, rest);
	if (bh_str_is(key, "version") && !bh_str_is(value, "1"))
		return bh_fail(err, BH_DATA, "line %lu: unsupported callgrind "
		    "version %.*s (expected 1)", s->line, BH_FMT(value));
	if (bh_str_is(key, "creator"))
		s->f->creator = value;
	else if (bh_str_is(key, "pid"))
		s->f->pid = value;
	else if (bh_str_is(key, "cmd"))
		s->f->cmd = value;
	else if (bh_str_is(key, "part") || bh_str_is(key, "thread")) {
		if (s->open && close_part(s, err) == -1)
			return -1;
		*(key.p[0] == 'p' ? &s->part : &s->thread) = value;
	}
	return 0;
}

static int
one_line(struct scan *s, struct bh_str line, struct bh_err *err)
{
	size_t n = 0;
	char c;

	line = bh_str_trim(line);
	if (line.n == 0 || line.p[0] == '#')
		return 0;
	c = line.p[0];
	if ((c >= '0' && c <= '9') || c == '+' || c == '-' || c == '*')
		return cost(s, line, err);
	while (n < line.n && ((line.p[n] | 0x20) >= 'a') &&
	    ((line.p[n] | 0x20) <= 'z'))
		n++;
	if (n == 0 || n == line.n || (line.p[n] != ':' && line.p[n] != '='))
		return bad(s, "neither costs nor a keyword", err);
	if (line.p[n] == '=') {
		if (n == 5 && memcmp(line.p, "calls", 5) == 0)
			s->called = true;
		return 0;
	}
	return header(s, (struct bh_str){ line.p, n },
	    bh_str_from(line, n + 1), err);
}

int
bh_callgrind_scan(struct bh_str text, struct bh_arena *a,
    struct bh_cg_file *f, struct bh_err *err)
{
	struct scan s = { .a = a, .f = f, .npos = 1 };
	struct bh_str line;
	bool more = text.n > 0, any = false;

	*f = (struct bh_cg_file){ .part = NULL };
	while (more) {
		more = bh_str_cut(&text, '\n', &line);
		s.line++;
		any = any || bh_str_trim(line).n > 0;
		if (one_line(&s, line, err) == -1)
			return -1;
	}
	if (s.open && close_part(&s, err) == -1)
		return -1;
	if (any && f->n == 0)
		return bh_fail(err, BH_DATA, "no events: line, "
		    "not a callgrind file");
	if (f->cmd.p != NULL && !bh_utf8_ok(f->cmd))
		return bh_fail(err, BH_DATA, "cmd: not UTF-8");
	return 0;
}
