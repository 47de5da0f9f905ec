#ifndef BH_EDGE_JSON_RECORD_H
#define BH_EDGE_JSON_RECORD_H

/* What the files json_*.c share to define the records of json.h. */

#include "edge/json.h"
#include "edge/shape.h"

/* The reader and the writer of struct type, by the shape named what. */
#define BH_JSON_RECORD(what, type, rtype) \
	int \
	bh_json_read_##what(struct bh_str line, struct bh_arena *a, \
	    struct type *x, struct bh_err *err) \
	{ \
		return bh_shape_read_text(line, a, &what, x, err); \
	} \
	void \
	bh_json_put_##what(struct bh_buf *b, const struct type *x) \
	{ \
		struct bh_emit e = bh_json_open(b, rtype); \
		\
		bh_shape_put(&e, &what, x); \
		bh_emit_close(&e, '}'); \
	}

extern const struct bh_own
	bh_json_segments,	/* struct bh_id, not empty */
	bh_json_strings,	/* struct bh_strs: an array of strings */
	bh_json_axes,		/* struct bh_scope: every axis an array */
	bh_json_filters,	/* the same, null where not restricted */
	bh_json_closed_axes,	/* bh_json_axes: each axis, nothing else */
	bh_json_unit,		/* enum bh_kind: its unit, written alone */
	bh_json_coverage,	/* struct bh_count: its state, written alone */
	bh_json_reasons,	/* struct bh_count: why, and how many */
	bh_json_object,		/* struct bh_str: the text of an object */
	bh_json_array;		/* struct bh_str: the text of an array */

/* Halves of the above, for members that are more particular. */
bool	bh_json_object_read(struct bh_tok *t, void *at);
bool	bh_json_array_read(struct bh_tok *t, void *at);
void	bh_json_strings_put(struct bh_emit *e, const char *key,
	    const void *at);

extern const struct bh_either bh_json_directions;	/* regression */

/* A struct bh_kind_count without its set. */
extern const struct bh_shape bh_json_kind_count;

/* The six members of a struct bh_count that is at place in the record. */
#define BH_JSON_COUNT(place) \
	BH_JSON_COUNTED("total", place, total), \
	BH_JSON_COUNTED("in_scope", place, in_scope), \
	BH_JSON_COUNTED("judged", place, judged), \
	BH_JSON_COUNTED("unjudged", place, unjudged), \
	{ .name = "coverage", .how = BH_AS_OWN, .at = (place), \
	    .by = &bh_json_coverage }, \
	{ .name = "reasons", .how = BH_AS_OWN, .at = (place), \
	    .by = &bh_json_reasons }
#define BH_JSON_COUNTED(name_, place, field) \
	{ .name = (name_), .how = BH_AS_LONG, .flags = BH_MUST, \
	    .at = (place) + offsetof(struct bh_count, field) }

#endif
