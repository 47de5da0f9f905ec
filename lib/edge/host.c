#include "edge/host.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/file.h"

/* Masks name at most some thousands; more is not a machine. */
enum { FILE_MAX = 64 << 20, NODES_MAX = 4096 };

/* A part of a cpulist: from, from + step ... up to to. */
struct part {
	uint64_t	from, to, step;
};

struct cpulist {
	struct part	*part;
	size_t		 n;
};

struct cpu {
	uint64_t	 id;
	struct bh_str	 model;
	uint64_t	 speed;		/* 0: not known */
	long		 region;
};

struct reader {
	struct bh_arena	*arena;
	const char	*root;
	struct bh_buf	 buf;
};

static bool
read_file(struct reader *r, struct bh_str *text, const char *path)
{
	struct bh_err err = BH_ERR_INIT;
	struct bh_str full = bh_strf(r->arena, "%s%s", r->root, path);

	if (bh_file_read_user(full.p, FILE_MAX, &r->buf, &err) != 0)
		return false;
	*text = bh_buf_of(&r->buf);
	return true;
}

static bool
read_part(struct bh_str s, struct part *p)
{
	struct bh_str from, to;
	bool range, step;

	s = bh_str_trim(s);
	range = bh_str_cut(&s, '-', &from);
	if (!bh_str_u64(from, &p->from))
		return false;
	p->to = p->from;
	p->step = 1;
	if (!range)
		return true;
	step = bh_str_cut(&s, ':', &to);
	return bh_str_u64(to, &p->to) && p->to >= p->from &&
	    (!step || (bh_str_u64(s, &p->step) && p->step > 0));
}

/* What is no part of a list is passed over, as empty parts are. */
static struct cpulist
read_list(struct bh_arena *a, struct bh_str s)
{
	struct cpulist l = { NULL, 0 };
	struct bh_str one;
	size_t cap = 0;

	while (s.n > 0) {
		bh_str_cut(&s, ',', &one);
		l.part = bh_more(a, l.part, l.n, &cap, sizeof(*l.part));
		if (read_part(one, &l.part[l.n]))
			l.n++;
	}
	return l;
}

static bool
has(const struct cpulist *l, uint64_t id)
{
	size_t i;

	for (i = 0; i < l->n; i++)
		if (id >= l->part[i].from && id <= l->part[i].to &&
		    (id - l->part[i].from) % l->part[i].step == 0)
			return true;
	return false;
}

/* --- /proc/cpuinfo --------------------------------------------------------- */

/* What one block says. */
struct block {
	bool		has_id;
	uint64_t	id;
	struct bh_str	model, implementer, part, bogomips;
};

/* "0x0D0C" as 0xd0c; anything else as it is. */
static struct bh_str
hex(struct bh_arena *a, struct bh_str s)
{
	static const char digit[] = "0123456789abcdefABCDEF";
	size_t i;

	if (s.n < 3 || s.n > 18 || s.p[0] != '0' || (s.p[1] | 0x20) != 'x')
		return s;
	for (i = 2; i < s.n; i++)
		if (s.p[i] == '\0' || strchr(digit, s.p[i]) == NULL)
			return s;
	return bh_strf(a, "%#llx", strtoull(bh_str_z(a, s), NULL, 16));
}

static struct bh_str
model_of(struct bh_arena *a, const struct block *b)
{
	struct bh_str i = hex(a, b->implementer), p = hex(a, b->part);

	if (b->model.n > 0)
		return bh_str_dup(a, b->model);
	if (b->implementer.p == NULL && b->part.p == NULL)
		return BH_STR("unknown");
	return bh_strf(a, "cpuinfo(%s%.*s%s%s%.*s)",
	    i.p != NULL ? "cpu implementer=" : "", BH_FMT(i),
	    i.p != NULL && p.p != NULL ? ", " : "",
	    p.p != NULL ? "cpu part=" : "", BH_FMT(p));
}

/*
 * Clock speed is not in /proc/cpuinfo on every machine, bogomips nearly is.
 * The factor only keeps the unit of stored histories.
 */
static uint64_t
speed_of(struct bh_arena *a, struct bh_str bogomips)
{
	const char *z = bh_str_z(a, bogomips);
	char *end;
	float b = strtof(z, &end);
	double v;

	if (bogomips.n == 0 || *end != '\0' || !isfinite(b))
		return 0;
	v = floor((double)roundf(b) * M_PI);
	return v >= 1 && v < 1e18 ? (uint64_t)v : 0;
}

static void
read_line(struct bh_str line, struct block *b)
{
	struct bh_str key, value = line;
	uint64_t id;

	if (!bh_str_cut(&value, ':', &key))
		return;
	key = bh_str_trim(key);
	value = bh_str_trim(value);
	if (bh_str_ieq(key, BH_STR("processor"))) {
		if (bh_str_u64(value, &id)) {
			b->has_id = true;
			b->id = id;
		}
	} else if (bh_str_ieq(key, BH_STR("model name"))) {
		if (value.n > 0)
			b->model = value;
	} else if (bh_str_ieq(key, BH_STR("cpu implementer")))
		b->implementer = value;
	else if (bh_str_ieq(key, BH_STR("cpu part")))
		b->part = value;
	else if (bh_str_ieq(key, BH_STR("bogomips")))
		b->bogomips = value;
}

static size_t
read_cpuinfo(struct bh_arena *a, struct bh_str text, struct cpu **cpus)
{
	struct block b = { 0 };
	struct bh_str line;
	size_t n = 0, cap = 0;
	bool more = true;

	*cpus = NULL;
	while (more) {
		more = text.n > 0;
		bh_str_cut(&text, '\n', &line);
		if (bh_str_trim(line).n > 0) {
			read_line(line, &b);
			continue;
		}
		if (b.has_id) {
			*cpus = bh_more(a, *cpus, n, &cap, sizeof(**cpus));
			(*cpus)[n++] = (struct cpu){ b.id, model_of(a, &b),
			    speed_of(a, b.bogomips), 0 };
		}
		b = (struct block){ 0 };
	}
	return n;
}

/* --- which of them count --------------------------------------------------- */

/* No Cpus_allowed_list: every processor is allowed. */
static bool
read_allowed(struct reader *r, struct cpulist *l)
{
	const struct bh_str name = BH_STR("Cpus_allowed_list:");
	struct bh_str text, line;

	if (!read_file(r, &text, "/proc/self/status"))
		return false;
	while (text.n > 0) {
		bh_str_cut(&text, '\n', &line);
		if (!bh_str_starts(line, name))
			continue;
		*l = read_list(r->arena, bh_str_from(line, name.n));
		return true;
	}
	return false;
}

static bool
online(struct reader *r, uint64_t id)
{
	struct bh_str text;
	char path[80];

	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%llu/online",
	    (unsigned long long)id);
	return !read_file(r, &text, path) ||
	    bh_str_is(bh_str_trim(text), "1");
}

static int
by_id(const void *x, const void *y)
{
	const struct cpu *a = x, *b = y;

	return (a->id > b->id) - (a->id < b->id);
}

static size_t
keep_usable(struct reader *r, struct cpu *cpus, size_t n)
{
	struct cpulist allowed;
	bool limited = read_allowed(r, &allowed);
	size_t i, k = 0;

	if (n > 1)
		qsort(cpus, n, sizeof(*cpus), by_id);
	for (i = 0; i < n; i++) {
		if (k > 0 && cpus[k - 1].id == cpus[i].id)
			continue;
		if ((!limited || has(&allowed, cpus[i].id)) &&
		    online(r, cpus[i].id))
			cpus[k++] = cpus[i];
	}
	return k;
}

/* The memory region of each; what no node claims is in region 0. */
static void
set_regions(struct reader *r, struct cpu *cpus, size_t n)
{
	struct cpulist possible, node;
	struct bh_str text;
	char path[80];
	size_t i, nodes = 0;
	uint64_t k;

	if (!read_file(r, &text, "/sys/devices/system/node/possible"))
		return;
	possible = read_list(r->arena, text);
	for (k = 0; k < NODES_MAX && nodes < NODES_MAX; k++) {
		if (!has(&possible, k))
			continue;
		nodes++;
		snprintf(path, sizeof(path),
		    "/sys/devices/system/node/node%llu/cpulist",
		    (unsigned long long)k);
		if (!read_file(r, &text, path))
			continue;
		node = read_list(r->arena, text);
		for (i = 0; i < n; i++)
			if (has(&node, cpus[i].id))
				cpus[i].region = (long)k;
	}
}

/* --- the facts ------------------------------------------------------------- */

struct bh_str
bh_host_squeeze(struct bh_arena *a, struct bh_str s)
{
	char *to = bh_alloc(a, s.n + 1);
	size_t n = 0, k;
	uint32_t cp;
	bool gap = false;

	for (; s.n > 0; s = bh_str_from(s, k)) {
		if ((k = bh_utf8_next(s, &cp)) == 0) {
			k = 1;		/* not UTF-8: a byte like others */
			cp = '?';
		}
		if (bh_cp_space(cp)) {
			gap = n > 0;
			continue;
		}
		if (gap)
			to[n++] = ' ';
		gap = false;
		memcpy(to + n, s.p, k);
		n += k;
	}
	to[n] = '\0';
	return (struct bh_str){ to, n };
}

static int
by_bytes(const void *x, const void *y)
{
	return bh_str_cmp(*(const struct bh_str *)x, *(const struct bh_str *)y);
}

void
bh_host_set_models(struct bh_arena *a, struct bh_host *h,
    const struct bh_str *model, size_t n)
{
	struct bh_str *to = bh_calloc(a, n + 1, sizeof(*to));
	size_t i, k = 0;

	for (i = 0; i < n; i++)
		if ((to[k] = bh_host_squeeze(a, model[i])).n > 0)
			k++;
	qsort(to, k, sizeof(*to), by_bytes);
	h->model = to;
	h->nmodel = 0;
	for (i = 0; i < k; i++)
		if (i == 0 || !bh_str_eq(to[i], to[i - 1]))
			to[h->nmodel++] = to[i];
}

static int
by_speed(const void *x, const void *y)
{
	const struct cpu *a = x, *b = y;

	return (a->speed > b->speed) - (a->speed < b->speed);
}

static int
by_region(const void *x, const void *y)
{
	const struct cpu *a = x, *b = y;

	return (a->region > b->region) - (a->region < b->region);
}

static void
sum_up(struct bh_arena *a, struct cpu *cpus, size_t n, struct bh_host *h)
{
	struct bh_str *model = bh_calloc(a, n, sizeof(*model));
	size_t i;

	h->processors = (long)n;
	for (i = 0; i < n; i++)
		model[i] = cpus[i].model;
	bh_host_set_models(a, h, model, n);
	qsort(cpus, n, sizeof(*cpus), by_region);
	for (i = 0; i < n; i++)
		h->regions += i == 0 || cpus[i].region != cpus[i - 1].region;
	qsort(cpus, n, sizeof(*cpus), by_speed);
	h->speed = bh_calloc(a, n, sizeof(*h->speed));
	for (i = 0; i < n; i++) {
		if (cpus[i].speed == 0)
			continue;
		if (h->nspeed == 0 ||
		    h->speed[h->nspeed - 1].speed != cpus[i].speed)
			h->speed[h->nspeed++].speed = cpus[i].speed;
		h->speed[h->nspeed - 1].count++;
	}
}

static void
nothing_listed(struct bh_arena *a, struct bh_host *h)
{
	const struct bh_str unknown = BH_STR("unknown");
	long n = sysconf(_SC_NPROCESSORS_ONLN);

	h->processors = n > 0 ? n : 1;
	h->regions = 1;
	bh_host_set_models(a, h, &unknown, 1);
}

void
bh_host_facts(struct bh_arena *a, const char *root, struct bh_host *h)
{
	struct reader r = { a, root != NULL ? root : "", BH_BUF_INIT };
	struct bh_str text;
	struct cpu *cpus = NULL;
	size_t n = 0;

	*h = (struct bh_host){ 0 };
	if (read_file(&r, &text, "/proc/cpuinfo"))
		n = read_cpuinfo(a, text, &cpus);
	n = keep_usable(&r, cpus, n);
	if (n == 0)
		nothing_listed(a, h);
	else {
		set_regions(&r, cpus, n);
		sum_up(a, cpus, n, h);
	}
	bh_buf_free(&r.buf);
}
