#ifndef BH_EDGE_EMIT_H
#define BH_EDGE_EMIT_H

#include <stdbool.h>

#include "base/str.h"

/*
 * JSON text into a buffer.  Strings must be UTF-8; what is not becomes U+FFFD.
 */
void	bh_emit_raw(struct bh_buf *b, struct bh_str s);	/* as it is */
void	bh_emit_num(struct bh_buf *b, double v);	/* shortest text; null
						   where not finite */
void	bh_emit_long(struct bh_buf *b, long v);
void	bh_emit_bool(struct bh_buf *b, bool v);

/*
 * A quoted string.  bh_emit_str also escapes, as \u2066 say, what must not
 * reach a terminal (bh_cp_hidden); bh_emit_str_stored escapes only what JSON
 * demands, the form of bh-store(5).  s.p == NULL gives null in both.
 */
void	bh_emit_str(struct bh_buf *b, struct bh_str s);
void	bh_emit_str_stored(struct bh_buf *b, struct bh_str s);

/*
 * A writer of nested values: separators, and line breaks with two blanks a
 * level where indent is set ([] and {} for empty ones, no newline behind the
 * last).  key is NULL inside arrays and for the outermost value.
 */
struct bh_emit {
	struct bh_buf	*b;
	bool		 indent;
	bool		 stored;	/* strings and numbers as in bh-store(5) */
	int		 depth;
	bool		 some;		/* the open value has a member */
};

void	bh_emit_open(struct bh_emit *e, const char *key, char c); /* { or [ */
void	bh_emit_close(struct bh_emit *e, char c);		/* } or ] */
void	bh_emit_key(struct bh_emit *e, const char *key);  /* value follows */
void	bh_emit_s(struct bh_emit *e, const char *key, struct bh_str s);
void	bh_emit_z(struct bh_emit *e, const char *key, const char *s);
void	bh_emit_n(struct bh_emit *e, const char *key, double v);
void	bh_emit_i(struct bh_emit *e, const char *key, long v);
void	bh_emit_t(struct bh_emit *e, const char *key, struct bh_str number);
void	bh_emit_b(struct bh_emit *e, const char *key, bool v);
void	bh_emit_null(struct bh_emit *e, const char *key);

#endif
