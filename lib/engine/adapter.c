#include "engine/adapter.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/num.h"
#include "edge/json.h"
#include "io/file.h"

enum { PROGRAM_MAX = 1 << 20 };
#define LARGEST	1.7976931348623157e308	/* what libjq makes of infinity */

/* --- which program ---------------------------------------------------------- */

/* PREFIX/share/bench-history/adapters/NAME.jq of PREFIX/bin/PROGRAM */
static int
shipped(const char *name, struct bh_arena *a, struct bh_str *path,
    struct bh_err *err)
{
	char self[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self));
	struct bh_str dir;

	if (n == -1)
		return bh_fail_errno(err, "/proc/self/exe");
	dir = bh_path_dir((struct bh_str){ self, (size_t)n });
	*path = bh_strf(a, "%.*s/../share/bench-history/adapters/%s.jq",
	    BH_FMT(dir), name);
	return 0;
}

static int
read_program(const char *name, struct bh_buf *text, struct bh_err *err)
{
	struct bh_arena a = BH_ARENA_INIT;
	struct bh_str path = bh_str_of(name);
	bool file = strchr(name, '/') != NULL ||
	    bh_str_ends(path, BH_STR(".jq"));
	int r = 0;

	if (!file)
		r = shipped(name, &a, &path, err);
	if (r == 0)
		r = bh_file_read_user(path.p, PROGRAM_MAX, text, err);
	if (r == 1)
		r = file ? bh_fail(err, BH_SYS, "%s: %s", name,
		    strerror(ENOENT)) :
		    bh_fail(err, BH_USAGE, "no adapter %s", name);
	bh_arena_free(&a);
	return r;
}

static int
set_engine(struct bh_adapter *x, struct bh_str word, enum bh_status status,
    struct bh_err *err)
{
	int e = bh_engine_of(word);

	if (e == -1)
		return bh_fail(err, status, "unknown engine %.*s",
		    BH_FMT(word));
	x->reader.engine = (enum bh_engine)e;
	return 0;
}

/* "# WORD: VALUE" */
static int
remark(struct bh_adapter *x, struct bh_str line, struct bh_err *err)
{
	struct bh_str word, value;

	value = bh_str_from(line, 1);
	if (!bh_str_cut(&value, ':', &word))
		return 0;
	word = bh_str_trim(word);
	value = bh_str_trim(value);
	if (bh_str_is(word, "engine"))
		return x->told_engine ? 0 :
		    set_engine(x, value, BH_DATA, err);
	if (bh_str_is(word, "nan")) {
		x->nan = bh_str_is(value, "null");
		return x->nan ? 0 : bh_fail(err, BH_DATA, "nan is null, "
		    "not %.*s", BH_FMT(value));
	}
	if (!bh_str_is(word, "input"))
		return 0;
	if (bh_str_is(value, "json"))
		x->input = BH_ADAPTER_JSON;
	else if (bh_str_is(value, "lines"))
		x->input = BH_ADAPTER_LINES;
	else if (bh_str_is(value, "text"))
		x->input = BH_ADAPTER_TEXT;
	else
		return bh_fail(err, BH_DATA, "input is json, lines or text, "
		    "not %.*s", BH_FMT(value));
	return 0;
}

static bool
any(struct bh_str path)
{
	(void)path;
	return true;
}

/* Where its files are in a target root: the name without folder and .jq. */
static int
set_folder(struct bh_adapter *x, const char *name, struct bh_err *err)
{
	struct bh_str s = bh_path_base(bh_str_of(name));

	if (bh_str_ends(s, BH_STR(".jq")))
		s.n -= 3;
	if (s.n == 0 || s.n >= sizeof(x->folder) || bh_str_is(s, ".") ||
	    bh_str_is(s, ".."))
		return bh_fail(err, BH_USAGE, "%s: no name of an adapter",
		    name);
	memcpy(x->folder, s.p, s.n);
	x->folder[s.n] = '\0';
	x->dirs[0] = (struct bh_tree_dir){ x->folder, true, any };
	return 0;
}

int
bh_adapter_load(struct bh_adapter *x, const char *name, struct bh_err *err)
{
	struct bh_buf text = BH_BUF_INIT;
	struct bh_str rest, line;
	int r = set_folder(x, name, err);

	if (r == 0)
		r = read_program(name, &text, err);
	rest = bh_buf_of(&text);
	while (r == 0 && rest.n > 0 && rest.p[0] == '#') {
		bh_str_cut(&rest, '\n', &line);
		r = remark(x, line, err);
		if (r == -1)
			bh_err_at(err, "%s", name);
	}
	if (r == 0 && (r = bh_jq_open(&x->jq, bh_buf_of(&text), err)) == -1)
		bh_err_at(err, "%s", name);
	bh_buf_free(&text);
	x->name = name;
	return r;
}

int
bh_adapter_engine(struct bh_adapter *x, const char *word,
    struct bh_err *err)
{
	x->told_engine = true;
	return set_engine(x, bh_str_of(word), BH_USAGE, err);
}

/* --- its outputs ------------------------------------------------------------- */

struct outputs {
	struct bh_arena	*scratch;
	struct bh_take	*take;
	size_t		 n;
};

static int
number(struct bh_str *text, struct bh_take *t, struct bh_err *err)
{
	double v;

	if (text->p == NULL)
		return 0;
	if (!bh_num_read(*text, &v) || fabs(v) >= LARGEST)
		return bh_fail(err, BH_DATA, "a number is not finite");
	*text = bh_num_text(t->a, v);
	return 0;
}

static int
copy_metric(struct bh_metric *m, struct bh_take *t, struct bh_err *err)
{
	if (number(&m->value, t, err) == -1 ||
	    number(&m->std_dev, t, err) == -1 ||
	    number(&m->low, t, err) == -1 || number(&m->high, t, err) == -1)
		return -1;
	m->kind = bh_str_dup(t->a, m->kind);
	if (m->estimator.p != NULL)
		m->estimator = bh_str_dup(t->a, m->estimator);
	return 0;
}

static int
copy_result(const struct bh_result *from, struct bh_take *t,
    struct bh_err *err)
{
	struct bh_result *r = bh_take_result(t, from->id.n);
	size_t i;

	for (i = 0; i < from->id.n; i++)
		bh_take_segment(t, r, from->id.seg[i]);
	r->metric = bh_calloc(t->a, from->nmetric, sizeof(*r->metric));
	r->nmetric = from->nmetric;
	for (i = 0; i < from->nmetric; i++) {
		r->metric[i] = from->metric[i];
		if (copy_metric(&r->metric[i], t, err) == -1)
			return -1;
	}
	if (from->flags.p != NULL)
		r->flags = bh_str_dup(t->a, from->flags);
	if (from->extra.p != NULL)
		r->extra = bh_str_dup(t->a, from->extra);
	return 0;
}

/* {"warning": TEXT} or {"note": TEXT}, in the place of a result. */
static bool
said(struct bh_str json, struct outputs *o)
{
	struct bh_str key, text;
	struct bh_tok t;
	bool warn;

	bh_tok_init(&t, json, o->scratch);
	bh_tok_obj(&t);
	if (!bh_tok_member(&t, &key))
		return false;
	warn = bh_str_is(key, "warning");
	if ((!warn && !bh_str_is(key, "note")) || !bh_tok_str(&t, &text) ||
	    bh_tok_member(&t, &key))
		return false;
	(warn ? bh_take_warn : bh_take_note)(o->take, "%.*s", BH_FMT(text));
	return true;
}

/* A record but for its engine, which the reader knows. */
static int
output(void *ctx, struct bh_str json, struct bh_err *err)
{
	struct outputs *o = ctx;
	struct bh_result x;
	struct bh_str line;

	o->n++;
	if (json.p[0] != '{' || json.n < 3)
		return bh_fail(err, BH_DATA, "output %zu is no result", o->n);
	if (said(json, o))
		return 0;
	line = bh_strf(o->scratch, "{\"engine\":\"x\",%.*s",
	    BH_FMT(bh_str_from(json, 1)));
	if (bh_json_read_result(line, o->scratch, &x, err) == -1 ||
	    copy_result(&x, o->take, err) == -1)
		return bh_err_at(err, "output %zu", o->n);
	return 0;
}

/* How much of the start of s is a number that JSON does not have; 0: none. */
static size_t
nan_at(struct bh_str s)
{
	static const char *const word[] = { "NaN", "Infinity" };
	size_t sign = s.n > 0 && s.p[0] == '-', i;
	struct bh_str rest = bh_str_from(s, sign);

	for (i = 0; i < sizeof(word) / sizeof(word[0]); i++)
		if (bh_str_starts(rest, bh_str_of(word[i])))
			return sign + strlen(word[i]);
	return 0;
}

/* The text into b, with null for those outside of strings. */
static struct bh_str
without_nan(struct bh_str s, struct bh_buf *b)
{
	bool in = false;	/* a string */
	size_t i, n;

	for (i = 0; i < s.n; i += n) {
		n = in ? 0 : nan_at(bh_str_from(s, i));
		if (n > 0) {
			bh_buf_z(b, "null");
			continue;
		}
		n = in && s.p[i] == '\\' && i + 1 < s.n ? 2 : 1;
		in ^= s.p[i] == '"';
		bh_buf_put(b, s.p + i, n);
	}
	return bh_buf_of(b);
}

static int
lines(struct bh_adapter *x, struct bh_str rest, struct outputs *o,
    struct bh_err *err)
{
	unsigned long n = 0;
	struct bh_str line;

	while (rest.n > 0) {
		bh_str_cut(&rest, '\n', &line);
		n++;
		if (bh_str_trim(line).n > 0 && bh_jq_run(&x->jq, line, false,
		    output, o, err) == -1)
			return bh_err_at(err, "line %lu", n);
	}
	return 0;
}

static int
parse(void *ctx, const struct bh_doc *d, struct bh_take *t,
    struct bh_err *err)
{
	struct bh_adapter *x = ctx;
	struct outputs o = { .scratch = d->scratch, .take = t };
	struct bh_buf b = BH_BUF_INIT;
	struct bh_str text = d->text[0];
	int r;

	if (x->nan && x->input != BH_ADAPTER_TEXT)
		text = without_nan(text, &b);
	r = x->input == BH_ADAPTER_LINES ? lines(x, text, &o, err) :
	    bh_jq_run(&x->jq, text, x->input == BH_ADAPTER_TEXT, output, &o,
	    err);
	bh_buf_free(&b);
	return r;
}

static int
ready(void *ctx, struct bh_err *err)
{
	const struct bh_adapter *x = ctx;

	return x->name != NULL ? 0 :
	    bh_fail(err, BH_USAGE, "no adapter: give one with -a");
}

void
bh_adapter_init(struct bh_adapter *x)
{
	*x = (struct bh_adapter){ .name = NULL };
	x->reader = (struct bh_engine_reader){
		.engine = BH_CRITERION,
		.dirs = x->dirs,
		.max = BH_DOC_MAX,
		.parse = parse,
		.shorts = "ha:",
		.ready = ready
	};
}

void
bh_adapter_free(struct bh_adapter *x)
{
	bh_jq_close(&x->jq);
}
