#ifndef BH_BASE_STR_H
#define BH_BASE_STR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bh_arena;

/* A slice: n bytes at p, no NUL; the owner is whatever made it. */
struct bh_str {
	const char	*p;
	size_t		 n;
};

struct bh_strs {
	struct bh_str	*v;
	size_t		 n;
};

#define BH_STR(lit)	((struct bh_str){ "" lit, sizeof(lit) - 1 })
#define BH_STR_NONE	((struct bh_str){ NULL, 0 })
/* for "%.*s" */
#define BH_FMT(s)	(int)(s).n, (s).p != NULL ? (s).p : ""

struct bh_str	 bh_str_of(const char *s);	/* NULL gives BH_STR_NONE */
struct bh_str	 bh_str_from(struct bh_str s, size_t at);  /* its tail */
bool		 bh_str_eq(struct bh_str a, struct bh_str b);
bool		 bh_str_is(struct bh_str a, const char *b);
bool		 bh_str_ieq(struct bh_str a, struct bh_str b);	/* ASCII case */
int		 bh_str_cmp(struct bh_str a, struct bh_str b);	/* bytes */
bool		 bh_str_starts(struct bh_str s, struct bh_str prefix);
bool		 bh_str_ends(struct bh_str s, struct bh_str suffix);
struct bh_str	 bh_str_trim(struct bh_str s);	/* ASCII blanks, both ends */

/*
 * Cut at the first c: head gets what is before, *s what is behind.
 *	returns	true, or false with head all of *s and *s empty: no c in it
 */
bool		 bh_str_cut(struct bh_str *s, char c, struct bh_str *head);

struct bh_str	 bh_str_dup(struct bh_arena *a, struct bh_str s);
char		*bh_str_z(struct bh_arena *a, struct bh_str s);	/* with NUL */
/* Each newline as \u000a: a name inside a text that may have several lines. */
struct bh_str	 bh_str_flat(struct bh_arena *a, struct bh_str s);
struct bh_str	 bh_strf(struct bh_arena *a, const char *fmt, ...)
		    __attribute__((format(printf, 2, 3)));  /* NUL behind it */
struct bh_str	 bh_vstrf(struct bh_arena *a, const char *fmt, va_list ap);

/* A non-negative decimal integer and nothing else; false also on overflow. */
bool		 bh_str_u64(struct bh_str s, uint64_t *v);
bool		 bh_str_i64(struct bh_str s, int64_t *v);  /* + and - allowed */

/* Bytes that grow; malloc memory, reset keeps it. */
struct bh_buf {
	char	*p;
	size_t	 n;
	size_t	 cap;
};

#define BH_BUF_INIT	{ NULL, 0, 0 }

void		 bh_buf_grow(struct bh_buf *b, size_t n);

/* n more behind it; inline, since all output passes here byte by byte */
static inline char *
bh_buf_room(struct bh_buf *b, size_t n)
{
	if (b->cap - b->n <= n)
		bh_buf_grow(b, n);
	return b->p + b->n;
}

static inline void
bh_buf_c(struct bh_buf *b, char c)
{
	*bh_buf_room(b, 1) = c;
	b->n++;
}

void		 bh_buf_put(struct bh_buf *b, const void *p, size_t n);
void		 bh_buf_str(struct bh_buf *b, struct bh_str s);
void		 bh_buf_z(struct bh_buf *b, const char *s);
void		 bh_buf_f(struct bh_buf *b, const char *fmt, ...)
		    __attribute__((format(printf, 2, 3)));
struct bh_str	 bh_buf_of(const struct bh_buf *b);
void		 bh_buf_reset(struct bh_buf *b);
void		 bh_buf_free(struct bh_buf *b);

/*
 * The first character of s (RFC 3629: no surrogates, nothing over-long).
 *	cp	set to the scalar value
 *	returns	its bytes, 1 to 4; 0 where s is empty or not UTF-8 there
 */
size_t		 bh_utf8_next(struct bh_str s, uint32_t *cp);
bool		 bh_utf8_ok(struct bh_str s);

/* Unicode White_Space. */
bool		 bh_cp_space(uint32_t cp);
/*
 * Must not reach a terminal as it is: C0, DEL, C1, bidirectional controls,
 * zero-width and other invisible format characters, line separators.
 */
bool		 bh_cp_hidden(uint32_t cp);

/* FNV-1a, 64 bits, basis and prime of the published algorithm. */
uint64_t	 bh_fnv1a(struct bh_str s);

#endif
