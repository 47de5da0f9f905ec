#include "edge/here.h"

#include <stdlib.h>

#include "edge/json_run.h"
#include "model/key.h"

struct ask {
	struct bh_here	*here;
	struct bh_store_reader reader;
	struct bh_str	 set, machine;
	struct bh_buf	 body;
	bool		 yes;
};

void
bh_here_init(struct bh_here *h)
{
	bh_host_facts(&h->arena, getenv("BH_SYSROOT"), &h->host);
	bh_host_machine_key(&h->host, h->key);
}

void
bh_here_free(struct bh_here *h)
{
	bh_arena_free(&h->arena);
}

/* The directories on the way to the set, and those in it. */
static enum bh_store_way
dir(void *arg, struct bh_str path, enum bh_store_depth depth)
{
	const struct ask *q = arg;

	(void)depth;
	return bh_str_starts(q->set, path) || bh_str_starts(path, q->set) ?
	    BH_STORE_LOOK : BH_STORE_SKIP;
}

/* 1 the context names an accelerator, which decides; 0 it says nothing */
static int
judge(struct ask *q, struct bh_arena *a)
{
	struct bh_run_context c = BH_RUN_CONTEXT_INIT;
	struct bh_err none = BH_ERR_INIT;
	char key[BH_HOST_KEY + 1];
	struct bh_str text = bh_json_run_context_text(bh_buf_of(&q->body), a);
	struct bh_str name, arch;

	if (text.p == NULL ||
	    bh_json_read_run_context(text, a, &c, &none) == -1)
		return 0;
	if (c.accelerator.p == NULL)
		return 1;	/* another machine's */
	if (bh_json_read_accelerator(c.accelerator, a, &name, &arch,
	    &none) == -1)
		return 0;
	bh_host_gpu_key(&q->here->host, name, arch, key);
	q->yes = bh_str_is(q->machine, key);
	return 1;
}

static int
one(void *arg, struct bh_str key, struct bh_err *err)
{
	struct ask *q = arg;
	struct bh_arena a = BH_ARENA_INIT;
	struct bh_key k;
	int r;

	if (!bh_key_parse(key, &k) || (k.what != BH_KEY_CLEAN &&
	    k.what != BH_KEY_DIRTY))
		return 0;
	r = bh_store_get(&q->reader, key, &q->body, err);
	if (r == -1 && err->status == BH_SYS)
		return -1;
	if (r == 0)
		r = judge(q, &a);
	else {
		*err = (struct bh_err)BH_ERR_INIT;
		r = 0;
	}
	bh_arena_free(&a);
	return r;
}

int
bh_here_is(struct bh_here *h, const struct bh_store *s, struct bh_str set,
    struct bh_err *err)
{
	struct ask q = { .here = h, .set = set, .body = BH_BUF_INIT };
	struct bh_store_lister lister = { .dir = dir, .key = one, .arg = &q };
	struct bh_str rest = set, project, part;
	int r;

	bh_str_cut(&rest, '/', &project);
	bh_str_cut(&rest, '/', &project);
	while (bh_str_cut(&rest, '/', &part))
		if (part.n > 0)
			q.machine = part;
	if (bh_str_is(q.machine, h->key))
		return 1;
	bh_store_reader_init(&q.reader, s);
	r = bh_store_list(s, project, &lister, err);
	bh_store_reader_free(&q.reader);
	bh_buf_free(&q.body);
	return r == -1 ? -1 : q.yes;
}
