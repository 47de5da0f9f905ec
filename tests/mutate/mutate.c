/*
 * mutate ENGINE COUNT FILE...: the reader of an engine, or with an ENGINE that
 * ends in .jq that adapter, on every prefix of these good documents that are
 * small, then on COUNT damaged ones.  Of criterion a FILE is the folder of two.
 * It runs in a child, so that a document that crashes it, or takes more than
 * SECONDS of processor time, is left in ENGINE.fault; status 1.
 */
#include "damage.h"

#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "io/file.h"

enum { SMALL = 16 << 10, SECONDS = 20, ROOM = 4 << 20 };

struct document {
	const char	*path;
	struct bh_buf	 text[2];
	size_t		 n;		/* of texts, 1 or 2 */
};

/* What the child is at, seen by its parent. */
struct now {
	size_t		 n;
	char		 text[ROOM];
};

struct job {
	const struct damage_engine *engine;
	struct bh_adapter adapter;
	struct document	*doc;
	size_t		 ndoc;
	struct now	*now;
	struct damage_tally tally;
	long		 prefixes;
};

static void
die(const char *what, const char *why)
{
	fprintf(stderr, "mutate: %s: %s\n", what, why);
	exit(2);
}

static void
load(struct document *d, const char *path)
{
	static const char *const pair[] = { "benchmark.json", "estimates.json" };
	struct bh_err err = BH_ERR_INIT;
	char name[4096];
	size_t i;

	d->path = path;
	d->n = access(path, R_OK) == 0 ? 1 : 0;
	snprintf(name, sizeof(name), "%s/%s", path, pair[0]);
	if (access(name, R_OK) == 0)
		d->n = 2;
	for (i = 0; i < d->n; i++) {
		if (d->n == 2)
			snprintf(name, sizeof(name), "%s/%s", path, pair[i]);
		if (bh_file_read_user(d->n == 2 ? name : path, ROOM / 2,
		    &d->text[i], &err) != 0)
			die(path, err.msg);
	}
	if (d->n == 0)
		die(path, "cannot be read");
}

static void
start(struct job *j, const char *engine)
{
	struct bh_err err = BH_ERR_INIT;
	bool adapter = bh_str_ends(bh_str_of(engine), BH_STR(".jq"));
	size_t i, n = sizeof(damage_engines) / sizeof(damage_engines[0]);

	for (i = 0; i < n && j->engine == NULL; i++)
		if (strcmp(adapter ? "adapter" : engine,
		    damage_engines[i].name) == 0)
			j->engine = &damage_engines[i];
	if (j->engine == NULL)
		die(engine, "no such engine");
	bh_adapter_init(&j->adapter);
	if (adapter && bh_adapter_load(&j->adapter, engine, &err) == -1)
		die(engine, err.msg);
}

/* One document with this in the place of its text k. */
static void
judge(struct job *j, const struct document *d, size_t k, struct bh_str s)
{
	static const struct itimerval limit = { .it_value.tv_sec = SECONDS };
	struct bh_str text[2] = { bh_buf_of(&d->text[0]),
	    bh_buf_of(&d->text[1]) };

	if (s.n > ROOM)
		return;
	memcpy(j->now->text, s.p, s.n);
	j->now->n = s.n;
	text[k] = s;
	setitimer(ITIMER_PROF, &limit, NULL);
	if (!damage_judge(j->engine->read, &j->adapter, text, &j->tally)) {
		printf("# a status without a message, or no record\n");
		abort();
	}
}

static void
work(struct job *j, long count)
{
	struct bh_buf b = BH_BUF_INIT;
	struct document *d;
	size_t k, n;
	long i;

	for (d = j->doc; d < j->doc + j->ndoc; d++)
		for (k = 0; k < d->n; k++)
			for (n = 0; d->text[k].n <= SMALL &&
			    n < d->text[k].n; n++, j->prefixes++)
				judge(j, d, k,
				    (struct bh_str){ d->text[k].p, n });
	j->tally = (struct damage_tally){ 0, 0, 0 };
	for (i = 0; i < count; i++) {
		d = &j->doc[(size_t)i % j->ndoc];
		k = damage_rnd(d->n);
		damage(&b, bh_buf_of(&d->text[k]));
		judge(j, d, k, bh_buf_of(&b));
	}
	bh_buf_free(&b);
}

static int
run(struct job *j, const char *name, long count)
{
	work(j, count);
	printf("mutate: %s: %zu documents, %ld prefixes, %ld damaged: "
	    "%ld taken, %ld refused\n", name, j->ndoc, j->prefixes,
	    j->tally.taken + j->tally.refused, j->tally.taken,
	    j->tally.refused);
	return 0;
}

static void
end(struct job *j)
{
	size_t i;

	for (i = 0; i < j->ndoc; i++) {
		bh_buf_free(&j->doc[i].text[0]);
		bh_buf_free(&j->doc[i].text[1]);
	}
	free(j->doc);
	bh_adapter_free(&j->adapter);
}

static int
fault(const struct job *j, const char *name, int status)
{
	char path[256];
	FILE *f;

	snprintf(path, sizeof(path), "%s.fault", name);
	f = fopen(path, "w");
	if (f == NULL || fwrite(j->now->text, 1, j->now->n, f) != j->now->n ||
	    fclose(f) != 0)
		die(path, "cannot be written");
	printf("mutate: %s: a fault, %s %d: the document is in %s\n", name,
	    WIFSIGNALED(status) ? "signal" : "status",
	    WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status),
	    path);
	return 1;
}

int
main(int argc, char **argv)
{
	struct job j = { .engine = NULL };
	const char *name;
	int i, status = 0, r = 0;
	pid_t pid;

	if (argc < 4)
		die("usage", "mutate engine count file ...");
	start(&j, argv[1]);
	name = strrchr(argv[1], '/') != NULL ? strrchr(argv[1], '/') + 1 :
	    argv[1];
	j.ndoc = (size_t)argc - 3;
	j.doc = calloc(j.ndoc, sizeof(*j.doc));
	j.now = mmap(NULL, sizeof(*j.now), PROT_READ | PROT_WRITE,
	    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (j.doc == NULL || j.now == MAP_FAILED)
		die("memory", "there is not enough");
	for (i = 0; i < argc - 3; i++)
		load(&j.doc[i], argv[i + 3]);
	pid = fork();
	if (pid == 0)
		r = run(&j, name, strtol(argv[2], NULL, 10));
	else if (pid == -1 || waitpid(pid, &status, 0) != pid)
		die("fork", "failed");
	if (pid != 0)
		r = status == 0 ? 0 : fault(&j, name, status);
	end(&j);
	return r;
}
