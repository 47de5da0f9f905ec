/* The store in a directory of its own: put, get, list, remove, odd entries. */
#include "tap.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "edge/store.h"
#include "io/file.h"

#define P	"v1/p/objects/callgrind/t/m/"

static struct bh_err err = BH_ERR_INIT;
static struct bh_arena a = BH_ARENA_INIT;
static char root[] = "/tmp/bh-store-XXXXXX";

static const char *
below(const char *path)
{
	return bh_strf(&a, "%s/%s", root, path).p;
}

static int
put(struct bh_store *s, const char *key, const char *body, bool replace)
{
	return bh_store_put(s, bh_str_of(key), bh_str_of(body), replace, &err);
}

static void
is_body(struct bh_store *s, const char *key, const char *want, int result)
{
	struct bh_store_reader r;
	struct bh_buf body = BH_BUF_INIT;

	bh_store_reader_init(&r, s);
	is_int(bh_store_get(&r, bh_str_of(key), &body, &err), result, key);
	if (result == 0) {
		bh_buf_c(&body, '\0');
		is_text(body.p, want, "its body");
	} else if (result == 1)
		is_text(err.msg, want, "why not");
	bh_buf_free(&body);
	bh_store_reader_free(&r);
}

static void
verbs(void)
{
	struct bh_store s = BH_STORE_INIT;
	struct stat st;

	is_int(bh_store_open(&s, below("new/deep"), false, &err), -1,
	    "a reader does not make a store");
	is_int((long)err.status, BH_SYS, "that is the system's");
	is_int(bh_store_open(&s, below("new/deep"), true, &err), 0,
	    "a writer does");
	is_int(put(&s, P "c/clean.json", "{\"a\":1}", false), BH_STORE_DONE,
	    "first put");
	is_int(put(&s, P "c/clean.json", "{\"a\":2}", false), BH_STORE_THERE,
	    "second put");
	is_body(&s, P "c/clean.json", "{\"a\":1}", 0);
	ok(stat(below("new/deep/" P "c/clean.json"), &st) == 0 &&
	    (st.st_mode & 07777) == 0444, "mode 0444");
	is_int(bh_store_has(&s, BH_STR("v1/p/_cache-epoch"), &err), 0,
	    "no marker yet");
	is_int(put(&s, P "c/clean.json", "{\"a\":3}", true),
	    BH_STORE_REPLACED, "replaced");
	is_body(&s, P "c/clean.json", "{\"a\":3}", 0);
	is_int(put(&s, P "d/clean.json", "{}", true), BH_STORE_DONE,
	    "nothing to replace");
	is_int(bh_store_remove(&s, BH_STR(P "d/clean.json"), &err), 0,
	    "removed");
	is_int(bh_store_remove(&s, BH_STR(P "d/clean.json"), &err), 1,
	    "removed again");
	is_int(bh_store_remove(&s, BH_STR(P "c"), &err), -1, "a directory");
	is_body(&s, P "d/clean.json", P "d/clean.json: no such object", 1);
	is_body(&s, "v1/../x", "", -1);
	is_int(put(&s, "../x", "{}", false), -1, "a key out of the store");
	is_int(bh_store_close(&s, &err), 0, "close");
	is_int(bh_store_open(&s, below("new/deep"), false, &err), 0, "again");
	is_int(bh_store_has(&s, BH_STR("v1/p/_cache-epoch"), &err), 1,
	    "the marker is written");
	is_int(bh_store_close(&s, &err), 0, "close");
	is_int(bh_store_open(&s, below("new/deep/" P "c/clean.json"), false,
	    &err), -1, "a file is no store");
}

static void
odd(void)
{
	struct bh_store s = BH_STORE_INIT;
	static int (*const beneath[])(int, const char *, int) = {
		bh_store_beneath, bh_store_beneath_slow
	};
	char text[8];
	int fd, i;

	is_int(bh_store_open(&s, root, true, &err), 0, "open");
	is_int(put(&s, P "c/clean.json", "{}", false), 0, "put");
	ok(mkdir(below("outside"), 0777) == 0 &&
	    mkdir(below(P "directory"), 0777) == 0 &&
	    mkdir(below(P "directory/clean.json"), 0777) == 0 &&
	    mkdir(below(P "fifo"), 0777) == 0 &&
	    mkfifo(below(P "fifo/clean.json"), 0666) == 0 &&
	    mkdir(below(P "link"), 0777) == 0 &&
	    symlink("../c/clean.json", below(P "link/clean.json")) == 0 &&
	    mkdir(below(P "link2"), 0777) == 0 &&
	    symlink("../c/clean.json", below(P "link2/clean.json")) == 0 &&
	    symlink("c", below(P "linked")) == 0 &&
	    symlink("../../../../../../outside", below(P "out")) == 0,
	    "odd entries");
	is_body(&s, P "directory/clean.json", P "directory/clean.json: "
	    "not an object: not a regular file", 1);
	is_body(&s, P "fifo/clean.json", P "fifo/clean.json: "
	    "not an object: not a regular file", 1);
	is_body(&s, P "link/clean.json", P "link/clean.json: "
	    "not an object: a link or a file is on the way", 1);
	is_body(&s, P "linked/clean.json", P "linked/clean.json: "
	    "not an object: a link or a file is on the way", 1);
	is_body(&s, P "c/clean.json/x", P "c/clean.json/x: "
	    "not an object: a link or a file is on the way", 1);
	is_int(put(&s, P "out/clean.json", "{}", false), -1,
	    "no put through a link");
	ok(access(below("outside/clean.json"), F_OK) != 0, "nothing outside");
	is_int(put(&s, P "link/clean.json", "{\"b\":1}", false),
	    BH_STORE_THERE, "a link is in the way");
	is_int(put(&s, P "link/clean.json", "{\"b\":1}", true),
	    BH_STORE_REPLACED, "and is replaced itself");
	is_body(&s, P "c/clean.json", "{}", 0);
	is_int(put(&s, P "directory/clean.json", "{}", true), -1,
	    "a directory is not replaced");
	is_int(bh_store_remove(&s, BH_STR(P "linked/clean.json"), &err), 1,
	    "no remove through a link");
	/* the way without openat2(2) gives the same */
	for (i = 0; i < 2; i++) {
		fd = beneath[i](s.root, P "c/clean.json", O_RDONLY);
		ok(fd != -1 && read(fd, text, 2) == 2 && text[0] == '\x1f',
		    "an object");
		close(fd);
		ok(beneath[i](s.root, P "linked/clean.json", O_RDONLY) == -1 &&
		    (errno == ELOOP || errno == ENOTDIR), "a linked directory");
		ok(beneath[i](s.root, P "link2/clean.json", O_RDONLY) == -1 &&
		    errno == ELOOP, "a link");
		ok(beneath[i](s.root, P "c/clean.json/x", O_RDONLY) == -1 &&
		    errno == ENOTDIR, "a file on the way");
		ok(beneath[i](s.root, P "c/none", O_RDONLY) == -1 &&
		    errno == ENOENT, "nothing");
	}
	is_int(bh_store_close(&s, &err), 0, "close");
}

struct seen {
	struct bh_buf	text;
	bool		assume;
};

static enum bh_store_way
dir(void *arg, struct bh_str key, enum bh_store_depth depth)
{
	const struct seen *seen = arg;

	if (bh_str_ends(key, BH_STR("/skipped/")))
		return BH_STORE_SKIP;
	return seen->assume && depth == BH_STORE_COMMIT ? BH_STORE_ASSUME :
	    BH_STORE_LOOK;
}

static int
key(void *arg, struct bh_str k, struct bh_err *e)
{
	struct seen *seen = arg;

	(void)e;
	bh_buf_str(&seen->text, k);
	bh_buf_c(&seen->text, '\n');
	return bh_str_ends(k, BH_STR("/stop.json")) ? 7 : 0;
}

static void
is_list(struct bh_store *s, const char *project, bool assume, int result,
    const char *want)
{
	struct seen seen = { BH_BUF_INIT, assume };
	struct bh_store_lister l = { .dir = dir, .key = key,
	    .arg = &seen };

	is_int(bh_store_list(s, bh_str_of(project), &l, &err), result,
	    "list");
	bh_buf_c(&seen.text, '\0');
	is_text(seen.text.p, want, "the keys");
	bh_buf_free(&seen.text);
}

static void
listing(void)
{
	static const char *const keys[] = {
		"v1/q/objects/callgrind/t/m/b/clean.json",
		"v1/q/objects/callgrind/t/m/a/dirty-5.json",
		"v1/q/objects/callgrind/t/m/a/clean.json",
		"v1/q/objects/callgrind/t/m-1/a/clean.json",
		"v1/q/objects/callgrind/t/skipped/a/clean.json",
		"v1/q/objects/blessings/a/bless-1.json",
		"v1/q/objects/blessings/a/b/bless-1.json",
		"v1/q/objects/callgrind/t/m/a/b/clean.json",
		"v1/q/objects/other.json",
		"v1/q/objects/.cbh-tmp-123456",
		"v1/q/objects/callgrind/t/\xff/a/clean.json",
		"v1/q/_cache-epoch",
		"v1/stop/objects/callgrind/t/m/a/stop.json",
		"v1/stop/objects/callgrind/t/m/b/clean.json",
	};
	struct bh_store s = BH_STORE_INIT;
	struct bh_str *names;
	size_t i, n;

	is_int(bh_store_open(&s, below("list"), true, &err), 0, "open");
	for (i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		is_int(put(&s, keys[i], "{}", false), 0, keys[i]);
	is_list(&s, "q", false, 0,
	    "v1/q/objects/blessings/a/bless-1.json\n"
	    "v1/q/objects/callgrind/t/m-1/a/clean.json\n"
	    "v1/q/objects/callgrind/t/m/a/clean.json\n"
	    "v1/q/objects/callgrind/t/m/a/dirty-5.json\n"
	    "v1/q/objects/callgrind/t/m/b/clean.json\n"
	    "v1/q/objects/other.json\n");
	is_list(&s, "q", true, 0,
	    "v1/q/objects/blessings/a/bless-1.json\n"
	    "v1/q/objects/callgrind/t/m-1/a/clean.json\n"
	    "v1/q/objects/callgrind/t/m/a/clean.json\n"
	    "v1/q/objects/callgrind/t/m/b/clean.json\n"
	    "v1/q/objects/other.json\n");
	is_list(&s, "none", false, 0, "");
	is_list(&s, "..", false, -1, "");
	is_list(&s, "stop", false, 7,
	    "v1/stop/objects/callgrind/t/m/a/stop.json\n");
	ok(bh_store_projects(&s, &a, &names, &n, &err) == 0 && n == 2 &&
	    bh_str_is(names[0], "q") && bh_str_is(names[1], "stop"),
	    "two projects");
	is_int(bh_store_close(&s, &err), 0, "close");
}

/* --- batches -------------------------------------------------------------- */

static struct bh_str taken_key, taken_member;

static int
taken(void *arg, struct bh_str key, struct bh_str member, struct bh_err *e)
{
	(void)arg;
	(void)e;
	taken_key = bh_str_dup(&a, key);
	taken_member = bh_str_dup(&a, member);
	return 0;
}

static long
files_in(const char *path)
{
	DIR *d = opendir(path);
	struct dirent *e;
	long n = 0;

	while (d != NULL && (e = readdir(d)) != NULL)
		n += e->d_type == DT_REG;
	if (d != NULL)
		closedir(d);
	return n;
}

static void
batch(void)
{
	struct bh_store s = BH_STORE_INIT;
	struct bh_store_batch b;
	struct bh_buf one = BH_BUF_INIT, two = BH_BUF_INIT;
	struct bh_str c = BH_STR(P "c/clean.json"), d = BH_STR(P "d/clean.json");
	const char *name;
	int whole;
	bool held;

	ok(bh_gz_deflate(BH_STR("{\"a\":1}"), &one, &err) == 0 &&
	    bh_gz_deflate(BH_STR("{\"a\":2}"), &two, &err) == 0, "members");
	for (whole = 1; whole >= 0; whole--) {
		name = whole ? "batch" : "one by one";
		is_int(bh_store_open(&s, below(name), true, &err), 0, name);
		bh_store_batch_init(&b, &s);
		b.taken = taken;
		b.whole = b.whole && whole;
		taken_key = BH_STR_NONE;
		is_int(bh_store_batch_put(&b, c, bh_buf_of(&one), &err), 0,
		    "the first");
		is_int(bh_store_has(&s, c, &err), !b.whole,
		    "a batch shows nothing yet");
		is_int(bh_store_batch_put(&b, c, bh_buf_of(&two), &err),
		    b.whole ? BH_STORE_DONE : BH_STORE_THERE,
		    "another of its key");
		is_int(bh_store_batch_put(&b, d, bh_buf_of(&two), &err), 0,
		    "another key");
		is_int(bh_store_batch_sync(&b, &err), 0, "sync");
		is_int(b.stored, 2, "two are stored");
		ok(!b.whole || (bh_str_eq(taken_key, c) &&
		    bh_str_eq(taken_member, bh_buf_of(&two))),
		    "the one that came late is told");
		is_body(&s, P "c/clean.json", "{\"a\":1}", 0);
		is_body(&s, P "d/clean.json", "{\"a\":2}", 0);
		is_int(bh_store_batch_put(&b, c, bh_buf_of(&one), &err),
		    BH_STORE_THERE, "there already");
		is_int(bh_store_batch_put(&b, BH_STR(P "e/clean.json"),
		    bh_buf_of(&one), &err), 0, "one more");
		is_int(bh_store_batch_put(&b, BH_STR("../x"), bh_buf_of(&one),
		    &err), -1, "no key");
		held = b.whole;
		bh_store_batch_free(&b);
		is_int(bh_store_has(&s, BH_STR(P "e/clean.json"), &err),
		    !held, "a batch that was dropped");
		is_int(files_in(below(bh_strf(&a, "%s/" P "e", name).p)),
		    !held, "leaves no temporary");
		is_int(bh_store_close(&s, &err), 0, "close");
	}
	bh_buf_free(&one);
	bh_buf_free(&two);
}

/* --- damage ---------------------------------------------------------------- */

#define CONTEXT	"{\n  \"schema_version\": 5,\n  \"context\": {\n" \
    "    \"observed_at\": \"2026-07-05T12:34:56.5Z\",\n" \
    "    \"git\": {\n      \"commit\": \"4f2a1c9d8e7b\",\n" \
    "      \"dirty\": false\n    },\n    \"toolchain\": {\n" \
    "      \"target_triple\": \"x86_64-unknown-linux-gnu\"\n    }\n  },\n" \
    "  \"results\": [\n"
#define ID(a, b) "    {\n      \"id\": {\n        \"segments\": [\n" \
    "          \"" a "\",\n          \"" b "\"\n        ]\n      },\n" \
    "      \"metrics\": [\n"
#define KIND(k, v) "        {\n          \"kind\": \"" k "\",\n" \
    "          \"value\": " v
#define SPREAD(sd, low, high) ",\n          \"std_dev\": " sd \
    ",\n          \"interval_low\": " low ",\n          \"interval_high\": " high
#define BY(e) ",\n          \"estimator\": \"" e "\"\n        }"
#define END_ID	"\n      ]\n    }"
#define END_RUN	"\n  ]\n}"

/* What is kept of each engine, laid out as it is stored, and a blessing. */
static const struct {
	const char	*key, *body;
} objects[] = {
	{ "v1/p/objects/criterion/t/m/c/clean.json", CONTEXT
	    ID("parse", "headers") KIND("wall_time", "1021.5")
	    SPREAD("12.1", "1010.25", "1033.875") BY("slope") END_ID ",\n"
	    ID("parse", "caf\u00e9") KIND("wall_time", "26.92998067163995")
	    SPREAD("0.5", "26.5", "27.0") BY("mean") END_ID END_RUN },
	{ P "c/clean.json", CONTEXT
	    ID("wordcount", "count::lines") KIND("conditional_branches", "2.0")
	    BY("single") ",\n" KIND("indirect_branches", "1.0") BY("single")
	    ",\n" KIND("instruction_count", "87.0") BY("single") END_ID ",\n"
	    ID("wordcount", "a/b") KIND("instruction_count", "1e+16")
	    BY("single") END_ID END_RUN },
	{ "v1/p/objects/alloc_tracker/t/m/c/dirty-1783254896.json", CONTEXT
	    ID("push", "back") KIND("allocated_bytes", "200.05940005940005")
	    BY("slope") ",\n" KIND("allocation_count", "2.0") BY("slope")
	    ",\n" KIND("peak_outstanding_bytes", "96.0")
	    SPREAD("0.0", "96.0", "96.0") BY("slope") END_ID END_RUN },
	{ "v1/p/objects/all_the_time/t/m/c/clean.json", CONTEXT
	    ID("scan", "line") KIND("processor_time", "20.5")
	    SPREAD("0.1", "20.25", "20.75") BY("slope") END_ID END_RUN },
	{ "v1/p/objects/primbench/t/m/c/clean.json", CONTEXT
	    ID("copy", "type: char") KIND("gpu_time", "2500000.0")
	    BY("throughput") END_ID END_RUN },
	{ "v1/p/objects/blessings/c/bless-1774958400000000000.json",
	    "{\n  \"schema_version\": 1,\n  \"commit\": \"4f2a1c9d8e7b\",\n"
	    "  \"issued_at\": \"2026-03-31T12:00:00Z\",\n"
	    "  \"reason\": \"meant so\"\n}" },
};

static void
write_file(const char *path, struct bh_str data)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);

	if (fd == -1 || write(fd, data.p, data.n) != (ssize_t)data.n)
		ok(0, "write %s", path);
	if (fd != -1)
		close(fd);
}

/* Is what is read of a damaged object no other text than want? */
static bool
harmless(struct bh_store_reader *r, const char *name, const char *want,
    size_t *refused)
{
	static struct bh_buf body = BH_BUF_INIT;
	int got = bh_store_get(r, bh_str_of(name), &body, &err);

	if (got == 0)
		return want != NULL && bh_str_is(bh_buf_of(&body), want);
	++*refused;
	return got == -1 && err.status == BH_DATA && bh_str_starts(
	    bh_str_of(err.msg), bh_strf(&a, "%s: ", name));
}

/* Each bit of an object flipped, each length: refused, or the same text. */
static void
damaged(struct bh_store_reader *r, const char *name, const char *text)
{
	struct bh_buf good = BH_BUF_INIT;
	const char *path = bh_strf(&a, "%s/%s", r->store->path, name).p;
	size_t i, refused = 0;
	int wrong = 0, fd;
	char c;

	is_int(bh_store_get_raw(r, bh_str_of(name), &good, &err), 0, name);
	ok(unlink(path) == 0, "written anew");
	write_file(path, bh_buf_of(&good));
	fd = open(path, O_WRONLY);
	for (i = 0; i < good.n * 8; i++) {
		c = (char)(good.p[i / 8] ^ 1 << i % 8);
		wrong += pwrite(fd, &c, 1, (off_t)(i / 8)) != 1 ||
		    !harmless(r, name, text, &refused);
		wrong += pwrite(fd, &good.p[i / 8], 1, (off_t)(i / 8)) != 1;
	}
	is_int(wrong, 0, "no flipped bit gives other data");
	/* 55 bits of the header mean nothing, and up to 7 behind the data */
	ok(refused >= good.n * 8 - 62, "flipped bits are seen: %zu of %zu",
	    refused, good.n * 8);
	wrong = pwrite(fd, "", 1, (off_t)good.n) != 1 ||
	    !harmless(r, name, NULL, &refused);
	is_int(wrong, 0, "a byte behind it is refused");
	for (i = good.n; i-- > 0; )
		wrong += ftruncate(fd, (off_t)i) != 0 ||
		    !harmless(r, name, NULL, &refused);
	is_int(wrong, 0, "every cut length is refused, with its key");
	close(fd);
	bh_buf_free(&good);
}

static void
damage(void)
{
	struct bh_store s = BH_STORE_INIT;
	struct bh_store_reader r;
	struct bh_buf body = BH_BUF_INIT;
	struct bh_str key = bh_str_of(objects[1].key);
	size_t i;
	int plain;

	for (plain = 0; plain < 2; plain++) {
		s = (struct bh_store)BH_STORE_INIT;
		s.accept_plain = plain;
		is_int(bh_store_open(&s, below(plain ? "damage2" : "damage"),
		    true, &err), 0, plain ? "plain too" : "gzip alone");
		bh_store_reader_init(&r, &s);
		for (i = 0; i < sizeof(objects) / sizeof(*objects); i++) {
			is_int(put(&s, objects[i].key, objects[i].body, false),
			    0, "put");
			damaged(&r, objects[i].key, objects[i].body);
		}
		write_file(bh_strf(&a, "%s/%s", s.path, objects[1].key).p,
		    bh_str_of(objects[1].body));
		is_int(bh_store_get(&r, key, &body, &err), plain ? 0 : -1,
		    "plain JSON, if it is accepted");
		bh_store_reader_free(&r);
		is_int(bh_store_close(&s, &err), 0, "close");
	}
	ok(bh_str_is(bh_buf_of(&body), objects[1].body), "as it is");
	bh_buf_free(&body);
}

static void
size(void)
{
	struct bh_store s = BH_STORE_INIT;

	is_int(bh_store_open(&s, below("size"), true, &err), 0, "open");
	is_int(put(&s, P "c/clean.json", "{\"a\":\"0123456789\"}", false), 0,
	    "18 bytes");
	s.max = 17;
	is_body(&s, P "c/clean.json", "", -1);
	is_int(put(&s, P "d/clean.json", "{\"a\":\"0123456789\"}", false), -1,
	    "and no put of as many");
	s.max = 18;
	is_body(&s, P "c/clean.json", "{\"a\":\"0123456789\"}", 0);
	is_int(bh_store_close(&s, &err), 0, "close");
}

int
main(void)
{
	umask(022);
	if (mkdtemp(root) == NULL)
		return 4;
	verbs();
	odd();
	listing();
	batch();
	damage();
	size();
	ok(system(bh_strf(&a, "rm -rf '%s'", root).p) == 0, "clean up");
	bh_arena_free(&a);
	return tap_done();
}
