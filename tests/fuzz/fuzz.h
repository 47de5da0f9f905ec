/* What the fuzz targets share: libFuzzer calls the first function. */
#ifndef BH_FUZZ_H
#define BH_FUZZ_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

int	LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A contradiction: libFuzzer keeps the input of an abort. */
#define MUST(x) \
	do { \
		if (!(x)) { \
			fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, \
			    __LINE__, #x); \
			abort(); \
		} \
	} while (0)

static inline struct bh_str
fuzz_str(const uint8_t *data, size_t size)
{
	return (struct bh_str){ size > 0 ? (const char *)data : "", size };
}

/* Cut at the first byte 0xff, which is in no text. */
static inline bool
fuzz_cut(struct bh_str *s, struct bh_str *head)
{
	return bh_str_cut(s, '\xff', head);
}

#endif
