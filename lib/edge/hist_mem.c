#include "edge/hist_mem.h"

#include <git2.h>
#include <git2/sys/alloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

#if LIBGIT2_VER_MAJOR == 1 && LIBGIT2_VER_MINOR <= 5

static void *
gmalloc(size_t n, const char *file, int line)
{
	(void)file;
	(void)line;
	return bh_xmalloc(n);
}

static void *
grealloc(void *p, size_t n, const char *file, int line)
{
	(void)file;
	(void)line;
	return bh_xrealloc(p, n);
}

static void *
greallocarray(void *p, size_t n, size_t size, const char *file, int line)
{
	size_t all;

	if (__builtin_mul_overflow(n, size, &all))
		all = SIZE_MAX;		/* which nobody has */
	return grealloc(p, all, file, line);
}

static void *
gmallocarray(size_t n, size_t size, const char *file, int line)
{
	return greallocarray(NULL, n, size, file, line);
}

static void *
gcalloc(size_t n, size_t size, const char *file, int line)
{
	void *p = gmallocarray(n, size, file, line);

	return memset(p, 0, n * size);
}

static char *
gsubstrdup(const char *s, size_t n, const char *file, int line)
{
	char *p = gmalloc(n + 1, file, line);

	memcpy(p, s, n);
	p[n] = '\0';
	return p;
}

static char *
gstrdup(const char *s, const char *file, int line)
{
	return gsubstrdup(s, strlen(s), file, line);
}

static char *
gstrndup(const char *s, size_t n, const char *file, int line)
{
	return gsubstrdup(s, strnlen(s, n), file, line);
}

void
bh_hist_mem(void)
{
	static git_allocator a = { gmalloc, gcalloc, gstrdup, gstrndup,
	    gsubstrdup, grealloc, greallocarray, gmallocarray, free };

	git_libgit2_opts(GIT_OPT_SET_ALLOCATOR, &a);
}

#else

void
bh_hist_mem(void)
{
	/* the structure is another one */
}

#endif
