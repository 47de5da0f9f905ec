/*
 * Preloaded: an allocator that fails.  NOMEM=n the n-th call of malloc and its
 * like, NOMEM=n+ that one and all after it; the file NOMEM_HIT is made when
 * that happens.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

void *__libc_malloc(size_t n);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t n);
void *__libc_memalign(size_t align, size_t n);

static long calls, at = -1;
static bool ever;

static void
hit(void)
{
	const char *path = getenv("NOMEM_HIT");
	int fd = path == NULL ? -1 : open(path, O_WRONLY | O_CREAT |
	    O_CLOEXEC, 0666);

	if (fd != -1)
		close(fd);
}

static bool
fails(void)
{
	const char *s;
	long n;

	if (at == -1) {
		s = getenv("NOMEM");
		for (at = 0; s != NULL && *s >= '0' && *s <= '9'; s++)
			at = at * 10 + *s - '0';
		ever = s != NULL && *s == '+';
	}
	n = __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED);
	if (at == 0 || (n != at && !(ever && n > at)))
		return false;
	if (n == at)
		hit();
	errno = ENOMEM;
	return true;
}

void *
malloc(size_t n)
{
	return fails() ? NULL : __libc_malloc(n);
}

void *
calloc(size_t n, size_t size)
{
	return fails() ? NULL : __libc_calloc(n, size);
}

void *
realloc(void *p, size_t n)
{
	return fails() ? NULL : __libc_realloc(p, n);
}

int
posix_memalign(void **p, size_t align, size_t n)
{
	if (fails())
		return ENOMEM;
	*p = __libc_memalign(align, n);
	return *p == NULL ? ENOMEM : 0;
}

void *
aligned_alloc(size_t align, size_t n)
{
	return fails() ? NULL : __libc_memalign(align, n);
}
