#include "edge/host.h"

#include <sha2.h>
#include <stdio.h>

static void
hash(struct bh_str s, char key[BH_HOST_KEY + 1])
{
	uint8_t digest[SHA256_DIGEST_LENGTH];
	SHA2_CTX ctx;
	int i;

	SHA256Init(&ctx);
	SHA256Update(&ctx, (const uint8_t *)s.p, s.n);
	SHA256Final(digest, &ctx);
	for (i = 0; i < BH_HOST_KEY / 2; i++)
		snprintf(key + 2 * i, 3, "%02x", digest[i]);
}

static void
put_models(struct bh_buf *b, const struct bh_host *h)
{
	size_t i;

	for (i = 0; i < h->nmodel; i++) {
		if (i > 0)
			bh_buf_c(b, ',');
		bh_buf_str(b, h->model[i]);
	}
}

static void
put_lines(struct bh_buf *b, const char *scheme, const struct bh_host *h)
{
	bh_buf_f(b, "%s\nprocessors=%ld\nmemory_regions=%ld"
	    "\nprocessor_models=", scheme, h->processors, h->regions);
	put_models(b, h);
}

void
bh_host_machine_key(const struct bh_host *h, char key[BH_HOST_KEY + 1])
{
	struct bh_buf b = BH_BUF_INIT;

	put_lines(&b, "mk3", h);
	hash(bh_buf_of(&b), key);
	bh_buf_free(&b);
}

void
bh_host_gpu_key(const struct bh_host *h, struct bh_str name,
    struct bh_str arch, char key[BH_HOST_KEY + 1])
{
	static const struct bh_host none;
	struct bh_arena a = BH_ARENA_INIT;
	struct bh_buf b = BH_BUF_INIT;

	put_lines(&b, "mk3+gpu1", h != NULL ? h : &none);
	bh_buf_z(&b, "\ngpu_name=");
	bh_buf_str(&b, bh_host_squeeze(&a, name));
	bh_buf_z(&b, "\ngpu_arch=");
	bh_buf_str(&b, bh_host_squeeze(&a, arch));
	hash(bh_buf_of(&b), key);
	bh_buf_free(&b);
	bh_arena_free(&a);
}

struct bh_str
bh_host_factors(struct bh_arena *a, const struct bh_host *h)
{
	struct bh_buf b = BH_BUF_INIT;
	struct bh_str s;

	bh_buf_f(&b, "version=mk3, processors=%ld, memory_regions=%ld, "
	    "processor_models=", h->processors, h->regions);
	put_models(&b, h);
	if (h->nmodel == 0)
		bh_buf_z(&b, "<none>");
	s = bh_str_dup(a, bh_buf_of(&b));
	bh_buf_free(&b);
	return s;
}
