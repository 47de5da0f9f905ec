#include "base/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"

enum { FIRST = 4096, LARGEST = 1 << 20 };

struct bh_arena_chunk {
	struct bh_arena_chunk	*next;
	size_t			 size;
	alignas(max_align_t) unsigned char mem[];
};

void
bh_out_of_memory(void)
{
	fprintf(stderr, "bh: memory: cannot allocate\n");
	exit(BH_SYS);
}

void *
bh_xmalloc(size_t n)
{
	void *p = malloc(n != 0 ? n : 1);

	if (p == NULL)
		bh_out_of_memory();
	return p;
}

void *
bh_xrealloc(void *old, size_t n)
{
	void *p = realloc(old, n != 0 ? n : 1);

	if (p == NULL)
		bh_out_of_memory();
	return p;
}

static void
add_chunk(struct bh_arena *a, size_t n)
{
	size_t size = a->head == NULL ? FIRST : a->head->size * 2;
	struct bh_arena_chunk *c;

	if (size > LARGEST)
		size = LARGEST;
	if (size < n)
		size = n;
	if (size > SIZE_MAX - sizeof(*c))
		bh_out_of_memory();
	c = bh_xmalloc(sizeof(*c) + size);
	c->next = a->head;
	c->size = size;
	a->head = c;
	a->used = 0;
}

void *
bh_alloc(struct bh_arena *a, size_t n)
{
	const size_t align = alignof(max_align_t);
	void *p;

	if (n > SIZE_MAX / 2)
		bh_out_of_memory();
	n = (n + align - 1) & ~(align - 1);
	if (a->head == NULL || n > a->head->size - a->used)
		add_chunk(a, n);
	p = a->head->mem + a->used;
	a->used += n;
	return p;
}

void *
bh_calloc(struct bh_arena *a, size_t count, size_t n)
{
	void *p;

	if (n != 0 && count > SIZE_MAX / 2 / n)
		bh_out_of_memory();
	p = bh_alloc(a, count * n);
	memset(p, 0, count * n);
	return p;
}

void *
bh_more(struct bh_arena *a, void *p, size_t count, size_t *cap, size_t n)
{
	size_t want = *cap < 8 ? 8 : *cap * 2;
	void *q;

	if (count < *cap)
		return p;
	if (want > SIZE_MAX / 2 / n)
		bh_out_of_memory();
	q = bh_alloc(a, want * n);
	if (count != 0)
		memcpy(q, p, count * n);
	*cap = want;
	return q;
}

void
bh_arena_reset(struct bh_arena *a)
{
	struct bh_arena_chunk *c, *next;

	if (a->head == NULL)
		return;
	for (c = a->head->next; c != NULL; c = next) {
		next = c->next;
		free(c);
	}
	a->head->next = NULL;
	a->used = 0;
}

void
bh_arena_free(struct bh_arena *a)
{
	bh_arena_reset(a);
	free(a->head);
	a->head = NULL;
	a->used = 0;
}
