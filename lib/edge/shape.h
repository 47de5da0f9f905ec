#ifndef BH_EDGE_SHAPE_H
#define BH_EDGE_SHAPE_H

#include <stddef.h>

#include "edge/emit.h"
#include "edge/token.h"
#include "model/rec.h"

/*
 * JSON objects by tables.  A shape says of every member what it is, where it
 * lives in a C struct (the record), and when it is there; one table reads and
 * writes, members written in its order.
 */
enum bh_how {
	BH_AS_STR,	/* struct bh_str; absent: p == NULL */
	BH_AS_NUMBER,	/* struct bh_str: the text of a number, finite */
	BH_AS_LONG,	/* long */
	BH_AS_DOUBLE,	/* double, finite */
	BH_AS_BOOL,	/* bool */
	BH_AS_EITHER,	/* bool, by one of two words: struct bh_either */
	BH_AS_NAME,	/* an enum, by its name: struct bh_names */
	BH_AS_OBJECT,	/* a struct at that place: struct bh_shape */
	BH_AS_ARRAY,	/* structs, a pointer and their size_t count */
	BH_AS_OWN	/* as struct bh_own says */
};

enum {
	BH_MUST = 1,	/* refused without it */
	BH_NULL = 2,	/* null is absent, and absent is written as null */
	BH_LAX = 4,	/* null is absent; absent is not written */
	BH_FROM_0 = 8,	/* a long or enum below 0 is absent */
	BH_SOME = 16,	/* a long or enum that is 0 is absent */
	BH_HAS = 32,	/* present where bool .has is, which reading sets */
	BH_IF = 64,	/* present where bool .has is, which it leaves alone */
	BH_READ = 128	/* read alone: another spelling */
};

struct bh_member {
	const char	*name;
	enum bh_how	 how;
	unsigned	 flags;
	size_t		 at;		/* offset in the record */
	size_t		 size;		/* BH_AS_OWN: what null sets to zeros */
	size_t		 has;		/* BH_HAS, BH_IF: of a bool */
	size_t		 count;		/* BH_AS_ARRAY: of a size_t */
	const void	*by;		/* what enum bh_how names */
};

struct bh_shape {
	const char	*record;	/* the name failures go by, or NULL */
	const struct bh_member *member;
	size_t		 n;		/* at most 64 */
	size_t		 size;		/* of the struct */
	const void	*empty;		/* it before reading; NULL: zeros */
	const char	*closed;	/* why other members are refused; NULL:
					   they are skipped */
};

struct bh_either {
	const char	*yes, *no;
	const char	*why;		/* neither */
};

/* at: the member's place in the record */
struct bh_own {
	bool		(*read)(struct bh_tok *t, void *at); /* NULL: skipped */
	void		(*put)(struct bh_emit *e, const char *key,
			    const void *at);	/* NULL: not written */
};

extern const struct bh_own bh_own_raw;	/* struct bh_str: any value's text */
/* It is written so: as it is, where it is not none. */
void	bh_raw_put(struct bh_emit *e, const char *key, const void *at);

/* A member of struct type, its value in field; further fields of struct
 * bh_member behind. */
#define BH_M(type, name_, how_, flags_, field, ...) \
	{ .name = (name_), .how = BH_AS_##how_, .flags = (flags_), \
	    .at = offsetof(type, field), \
	    .size = sizeof(((type *)NULL)->field), __VA_ARGS__ }
/* A double in field.v, present where field.has is; may be null. */
#define BH_M_OPT(type, name_, field) \
	BH_M(type, name_, DOUBLE, BH_LAX | BH_HAS, field.v, \
	    .has = offsetof(type, field.has))
/* One that is made of several fields, or of none. */
#define BH_M0(name_, how_, flags_, ...) \
	{ .name = (name_), .how = BH_AS_##how_, .flags = (flags_), __VA_ARGS__ }
#define BH_SHAPE(type, record_, members, ...) \
	{ .record = (record_), .member = (members), \
	    .n = sizeof(members) / sizeof((members)[0]), \
	    .size = sizeof(type), __VA_ARGS__ }

/*
 * The object that comes next in t into rec, which holds what absent members
 * leave.  Of two members with one name the last counts.  Returns bh_tok_ok(t);
 * a member that must be there and is not fails t in words of its own.
 */
bool	bh_shape_read(struct bh_tok *t, const struct bh_shape *s, void *rec);

/*
 * The whole of text as such an object into rec, emptied first: "RECORD:
 * member 'm' is missing", "RECORD: WHY at byte N", BH_DATA.  Strings are lent
 * from text, or in a.  Returns 0 or -1.
 */
int	bh_shape_read_text(struct bh_str text, struct bh_arena *a,
	    const struct bh_shape *s, void *rec, struct bh_err *err)
	    __attribute__((warn_unused_result));

/* The same of t, which was just set on text, into rec as it is. */
int	bh_shape_read_whole(struct bh_tok *t, const struct bh_shape *s,
	    void *rec, struct bh_err *err) __attribute__((warn_unused_result));

/* The members of rec, without braces. */
void	bh_shape_put(struct bh_emit *e, const struct bh_shape *s,
	    const void *rec);

#endif
