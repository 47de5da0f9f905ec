#ifndef BH_EDGE_TOKEN_H
#define BH_EDGE_TOKEN_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"

/*
 * A strict pull scanner over JSON text in memory (RFC 8259): UTF-8 checked, no
 * extensions, depth at most 64, strings at most 64 KiB, number texts at most
 * 64 bytes.  What is skipped is checked as well.  Values are met in the order
 * of the text; of two members with one name the caller meets both, and the
 * last one wins by being assigned last.
 *
 *	bh_tok_obj(t);
 *	while (bh_tok_member(t, &key))
 *		if (bh_str_is(key, "value"))
 *			bh_tok_num(t, &number);
 *		else
 *			bh_tok_skip(t);
 *	if (bh_tok_done(t)) ...
 *
 * Failure is sticky: after the first one every call returns false (or
 * BH_TOK_BAD) and changes nothing, so a caller checks once, at its end, with
 * bh_tok_done or bh_tok_ok.
 */
struct bh_tok {
	const char	*p;		/* next byte */
	const char	*end;
	const char	*start;
	struct bh_arena	*arena;		/* strings that had escapes */
	const char	*why;		/* of the failure; NULL: none */
	int		 depth;
	bool		 first;		/* just behind { or [ */
};

enum bh_tok_type {
	BH_TOK_BAD,	/* failure, or no value here */
	BH_TOK_OBJECT,
	BH_TOK_ARRAY,
	BH_TOK_STRING,
	BH_TOK_NUMBER,
	BH_TOK_BOOL,
	BH_TOK_NULL
};

enum { BH_TOK_DEPTH = 64, BH_TOK_STRING_MAX = 65536 };

/* text is lent for as long as anything read from it is used. */
void	bh_tok_init(struct bh_tok *t, struct bh_str text, struct bh_arena *a);

enum bh_tok_type bh_tok_peek(struct bh_tok *t);	/* of the next value */

bool	bh_tok_obj(struct bh_tok *t);		/* { */
bool	bh_tok_member(struct bh_tok *t, struct bh_str *key); /* false: } */
bool	bh_tok_arr(struct bh_tok *t);		/* [ */
bool	bh_tok_elem(struct bh_tok *t);		/* false: ] */

bool	bh_tok_str(struct bh_tok *t, struct bh_str *s);	/* s->p never NULL */
bool	bh_tok_num(struct bh_tok *t, struct bh_str *text);
bool	bh_tok_double(struct bh_tok *t, double *v);	/* finite */
bool	bh_tok_long(struct bh_tok *t, long *v);		/* integer token */
bool	bh_tok_bool(struct bh_tok *t, bool *v);
bool	bh_tok_null(struct bh_tok *t);	/* true: null was next, and is gone */
bool	bh_tok_str_null(struct bh_tok *t, struct bh_str *s); /* null: NONE */
bool	bh_tok_skip(struct bh_tok *t);
bool	bh_tok_raw(struct bh_tok *t, struct bh_str *text); /* skip, and keep */

bool	bh_tok_ok(const struct bh_tok *t);
bool	bh_tok_done(struct bh_tok *t);	/* ok, and only blanks are left */
bool	bh_tok_fail(struct bh_tok *t, const char *why);	/* returns false */

/* Record the failure: "WHY at byte N", BH_DATA.  Returns -1. */
int	bh_tok_err(const struct bh_tok *t, struct bh_err *err);

#endif
