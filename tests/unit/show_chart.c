/* show/chart: columns and pictures, by the tables of bh-render(1). */
#include "show/chart.h"
#include "tap.h"

enum { MAX = 64 };

struct line {
	int32_t	topo[MAX];
	double	value[MAX];
	size_t	n;
};

static struct bh_points
points(struct line *l)
{
	return (struct bh_points){ .n = l->n, .topo = l->topo,
	    .value = l->value };
}

/* Columns as text: "10 . 20". */
static const char *
columns(const struct bh_chart *c)
{
	static char t[1024];
	size_t n = 0;
	int i;

	t[0] = '\0';
	for (i = 0; i < c->n; i++)
		n += (size_t)(c->has[i] ?
		    snprintf(t + n, sizeof(t) - n, "%s%g", i ? " " : "", c->v[i]) :
		    snprintf(t + n, sizeof(t) - n, "%s.", i ? " " : ""));
	return t;
}

static const char *
picture(const struct bh_chart *c, bool ascii)
{
	static struct bh_buf b;

	bh_buf_reset(&b);
	if (!bh_chart_draw(&b, c, ascii))
		return "none";
	bh_buf_c(&b, '\0');
	return b.p;
}

static void
column_tables(void)
{
	struct line a = { { 5, 7 }, { 10, 20 }, 2 };
	struct line b = { { 0, 2 }, { 10, 20 }, 2 };
	struct line d = { { 0, 0, 2 }, { 10, 20, 30 }, 3 };
	struct line e = { { 0, 49, 99 }, { 1000, 1, 500 }, 3 };
	struct line f = { { 0 }, { 5 }, 1 };
	struct bh_points p;
	struct bh_chart c;

	p = points(&a);
	bh_chart_history(&c, &p, -1);
	is_text(columns(&c), "10 . 20", "the leading gap is trimmed");
	p = points(&b);
	bh_chart_history(&c, &p, 5);
	is_text(columns(&c), "10 . 20 . . .", "the trailing gap is kept");
	p = points(&d);
	bh_chart_history(&c, &p, -1);
	is_text(columns(&c), "15 . 30", "points of one commit are averaged");
	p = points(&e);
	bh_chart_history(&c, &p, -1);
	is_int(c.n, 48, "at most 48 columns");
	ok(c.has[0] && c.has[23] && c.has[47] && c.v[0] == 1000 &&
	    c.v[23] == 1 && c.v[47] == 500, "the extremes keep their columns");
	p = points(&f);
	bh_chart_history(&c, &p, 10);
	is_text(picture(&c, false), "none", "one value is no chart");
	p.n = 0;
	bh_chart_history(&c, &p, 10);
	is_text(picture(&c, false), "none", "no value is no chart");
}

static void
history_picture(void)
{
	struct line l = {
	    { 0, 1, 2, 3, 5, 6, 7, 8, 10, 11, 12, 13 },
	    { 1002, 996, 1009, 1001, 998, 1004, 1007, 1304, 1297, 1310, 1302,
	      1301 }, 12 };
	struct bh_points p = points(&l);
	struct bh_chart c;

	bh_chart_history(&c, &p, 15);
	bh_chart_at(&c, 8);
	bh_chart_at(&c, 16);
	is_text(picture(&c, false),
	    " 1310 ┤       ╭╴╶───╴\n"
	    " 1232 ┤       │\n"
	    " 1153 ┤       │\n"
	    " 1074 ┤       │\n"
	    "  996 ┼───╴╶──╯\n"
	    "      └••••·•••▲·••••··\n", "a step with gaps");
	is_text(picture(&c, true),
	    " 1310 |       /------\n"
	    " 1232 |       |\n"
	    " 1153 |       |\n"
	    " 1074 |       |\n"
	    "  996 +-------/\n"
	    "      +****.***^.****..\n", "the same in ASCII");
}

static void
branch_picture(void)
{
	struct line l = { { 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13 },
	    { 100, 99.5, 100.25, 99.75, 100.5, 100, 99.25, 100.25, 100, 99.75,
	      100 }, 11 };
	struct bh_points p = points(&l);
	double edge = 100.5;
	struct bh_chart c;
	size_t i;

	bh_chart_branch(&c, &edge, &p, 16, 131.75);
	is_text(picture(&c, false),
	    " 132 ┤              ╶\n"
	    " 124 ┤\n"
	    " 116 ┤\n"
	    " 107 ┤\n"
	    "  99 ┼───────────╴\n"
	    "     └=•••••••••••···▲\n", "a branch behind a lagging base");
	for (i = 0; i < 40; i++) {
		l.topo[i] = (int32_t)i;
		l.value[i] = (double)i;
	}
	l.n = 40;
	p = points(&l);
	bh_chart_branch(&c, &edge, &p, 39, 50);
	is_int(c.n, 30, "at most 30 columns");
	ok(c.v[0] == edge && c.v[1] == 12 && c.v[28] == 39 && c.v[29] == 50,
	    "baseline, the newest levels, the context");
	bh_chart_branch(&c, NULL, &p, 39, 50);
	ok(c.n == 29 && c.v[0] == 12, "without a baseline");
	p.n = 0;
	bh_chart_branch(&c, &edge, &p, 39, 50);
	is_text(columns(&c), "100.5 50", "no base level in sight");
}

static void
labels(void)
{
	struct line l = { { 0, 1 }, { 7, 7 }, 2 };
	struct bh_points p = points(&l);
	struct bh_chart c;

	bh_chart_history(&c, &p, -1);
	is_text(picture(&c, false), " 7.00 ┼─\n      └••\n", "a flat line");
	l.value[0] = 0.001;
	l.value[1] = 0.002;
	bh_chart_history(&c, &p, -1);
	is_text(picture(&c, true),
	    " 0.0020 |/\n 0.0018 ||\n 0.0015 ||\n 0.0013 ||\n"
	    " 0.0010 +/\n        +**\n", "small values: more decimals");
	l.value[0] = 200;
	l.value[1] = 100;
	bh_chart_history(&c, &p, -1);
	is_text(picture(&c, true),
	    " 200 +\\\n 175 ||\n 150 ||\n 125 ||\n 100 |\\\n     +**\n",
	    "falling");
	l.value[0] = -1.7e308;
	l.value[1] = 1.7e308;
	bh_chart_history(&c, &p, -1);
	ok(strcmp(picture(&c, true), "none") != 0, "a span beyond doubles");
	l.value[0] = 1;
	l.value[1] = 1.0000000000000002;
	bh_chart_history(&c, &p, -1);
	ok(strcmp(picture(&c, true), "none") != 0, "neighbouring doubles");
	l.topo[1] = INT32_MAX;
	bh_chart_history(&c, &p, 5000000000);
	ok(c.n == 48 && c.has[20], "a far tip");
}

int
main(void)
{
	column_tables();
	history_picture();
	branch_picture();
	labels();
	return tap_done();
}
