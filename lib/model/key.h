#ifndef BH_MODEL_KEY_H
#define BH_MODEL_KEY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/str.h"
#include "model/kind.h"
#include "model/time.h"

/*
 * Keys of bh-store(5):
 *
 *	v1/PROJECT/objects/ENGINE/TRIPLE/MACHINE/COMMIT/clean.json
 *	v1/PROJECT/objects/ENGINE/TRIPLE/MACHINE/COMMIT/dirty-SECONDS.json
 *	v1/PROJECT/objects/ENGINE/TRIPLE/MACHINE/COMMIT/bless-SECONDS.json
 *	v1/PROJECT/objects/blessings/COMMIT/bless-NANOSECONDS.json
 */
enum bh_key_what {
	BH_KEY_CLEAN,
	BH_KEY_DIRTY,
	BH_KEY_BLESS_SET,	/* a blessing of its own set */
	BH_KEY_BLESS		/* a blessing of the project */
};

struct bh_key {
	enum bh_key_what what;
	struct bh_str	 project;
	enum bh_engine	 engine;	/* these three not in BH_KEY_BLESS */
	struct bh_str	 triple;
	struct bh_str	 machine;
	struct bh_str	 commit;
	struct bh_time	 at;		/* not in BH_KEY_CLEAN */
};

/*
 * One raw name as one segment: ASCII letters in lower case, digits, '-', '_'
 * and '.' kept, any other character one '_'; "" and dots alone become "_".
 */
struct bh_str	bh_key_sanitize(struct bh_arena *a, struct bh_str raw);

/* The text of a key; its names are sanitized. */
struct bh_str	bh_key_text(struct bh_arena *a, const struct bh_key *k);

/* "v1/PROJECT/objects/", "v1/PROJECT/_cache-epoch"; the name is sanitized. */
struct bh_str	bh_key_data(struct bh_arena *a, struct bh_str project);
struct bh_str	bh_key_marker(struct bh_arena *a, struct bh_str project);

/*
 * Read a key; nothing is sanitized.  Strings are lent from text.
 *	returns	false where text is outside the grammar: not ours, to be ignored
 */
bool		bh_key_parse(struct bh_str text, struct bh_key *k)
		    __attribute__((warn_unused_result));

/* "engine/triple/machine", as records name a set; not for BH_KEY_BLESS. */
struct bh_str	bh_key_set(struct bh_arena *a, const struct bh_key *k);

/*
 * May text be looked up at all: every segment an ordinary path component of at
 * most 255 bytes, not empty, "." or "..", and no NUL.
 */
bool		bh_key_ok(struct bh_str text);

#endif
