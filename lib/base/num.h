#ifndef BH_BASE_NUM_H
#define BH_BASE_NUM_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

enum { BH_NUM_TEXT = 64 };	/* longest number text, and room for any print */

/*
 * The double nearest to a JSON number (RFC 8259 grammar, nothing else, at most
 * BH_NUM_TEXT bytes), correctly rounded: Clinger's fast path (W. D. Clinger,
 * PLDI 1990), strtod(3) behind it.  -0 gives +0.
 *	returns	false where s is no JSON number or its value is not finite
 */
bool	bh_num_read(struct bh_str s, double *v)
	    __attribute__((warn_unused_result));

/*
 * The shortest decimal text that reads back to the same double; v is finite.
 * Integral values have no fraction ("300"); exponents as in "1e+16", "1e-6".
 *	buf	room for BH_NUM_TEXT bytes, NUL-terminated
 *	returns	the length
 */
size_t	bh_num_print(double v, char buf[BH_NUM_TEXT]);

/*
 * The same digits in the layout of the stored objects (bh-store(5)): integral
 * values end in ".0", plain notation for 1e-5 <= |v| < 1e16.
 */
size_t	bh_num_print_stored(double v, char buf[BH_NUM_TEXT]);

#endif
