#ifndef BH_ENGINE_TAKE_H
#define BH_ENGINE_TAKE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "edge/token.h"
#include "model/rec.h"
#include "model/time.h"

/*
 * What documents give: results, and what is to be said about them.  All is
 * copied into the arena, so that a document need not outlive its parsing.
 */
struct bh_taken {
	struct bh_result result;
	struct bh_str	 where;	/* the document, for messages */
	struct bh_time	 mtime;
};

struct bh_say {
	bool		 warn;	/* else a verbose note */
	struct bh_str	 text;
};

struct bh_take {
	struct bh_arena	*a;
	struct bh_taken	*v;
	size_t		 n, cap;
	struct bh_say	*say;
	size_t		 nsay, saycap;
};

/* A number that may be absent or null. */
struct bh_opt {
	bool		 has;
	double		 v;	/* finite */
};

#define BH_OPT_NONE	((struct bh_opt){ false, 0 })

/* A number or null; anything else fails. */
bool	bh_opt_read(struct bh_tok *t, struct bh_opt *x);

enum { BH_TAKE_METRICS = 3 };	/* most of one result */

/* A new result with room for nseg segments; lent until the next one. */
struct bh_result *bh_take_result(struct bh_take *t, size_t nseg)
	    __attribute__((returns_nonnull));

/* One segment more; an empty or absent one adds nothing. */
void	bh_take_segment(struct bh_take *t, struct bh_result *r,
	    struct bh_str s);

/* One metric more; value is finite, estimator a literal. */
struct bh_metric *bh_take_metric(struct bh_take *t, struct bh_result *r,
	    enum bh_kind kind, double value, const char *estimator)
	    __attribute__((returns_nonnull));
void	bh_take_std_dev(struct bh_take *t, struct bh_metric *m,
	    struct bh_opt sd);

/* Both bounds or none; with low > high none either, and a warning. */
void	bh_take_interval(struct bh_take *t, struct bh_metric *m,
	    struct bh_opt low, struct bh_opt high);

void	bh_take_warn(struct bh_take *t, const char *fmt, ...)
	    __attribute__((format(printf, 2, 3)));
void	bh_take_note(struct bh_take *t, const char *fmt, ...)
	    __attribute__((format(printf, 2, 3)));

/* The shortest text of a finite number, in a. */
struct bh_str	bh_num_text(struct bh_arena *a, double v);

#endif
