#ifndef BH_EDGE_HOST_H
#define BH_EDGE_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/str.h"

/*
 * What is known of the machine a benchmark runs on, and the keys made of it
 * (bh-machine-key(1)).  Nothing here fails: a fact that cannot be read has a
 * defined stand-in.
 */
struct bh_host_speed {
	uint64_t	speed;
	long		count;		/* processors of that speed */
};

struct bh_host {
	long		 processors;	/* usable: listed, allowed, online */
	long		 regions;	/* memory regions that hold them */
	struct bh_str	*model;		/* canonical: distinct, by bytes */
	size_t		 nmodel;
	struct bh_host_speed *speed;	/* ascending */
	size_t		 nspeed;
};

enum { BH_HOST_KEY = 16 };		/* lower-case hex digits */

/*
 * Read the facts below directory root; NULL or "" is the root directory
 * (programs pass getenv("BH_SYSROOT")).  Everything is in a.
 */
void	bh_host_facts(struct bh_arena *a, const char *root, struct bh_host *h);

/*
 * Canonical form of processor models: white space normalized, empty ones
 * dropped, distinct, sorted by bytes.  For models read from a stored context.
 */
void	bh_host_set_models(struct bh_arena *a, struct bh_host *h,
	    const struct bh_str *model, size_t n);

/*
 * The machine key, scheme mk3: the first 16 hex digits of SHA-256 over
 * "mk3\nprocessors=P\nmemory_regions=M\nprocessor_models=A,B".
 */
void	bh_host_machine_key(const struct bh_host *h, char key[BH_HOST_KEY + 1]);

/*
 * The key of an accelerator engine, scheme mk3+gpu1: the same lines and
 * "gpu_name=", "gpu_arch=" with white space normalized.
 *	h	NULL: no host facts (0, 0 and no models)
 */
void	bh_host_gpu_key(const struct bh_host *h, struct bh_str name,
	    struct bh_str arch, char key[BH_HOST_KEY + 1]);

/* "version=mk3, processors=8, memory_regions=1, processor_models=A,B" */
struct bh_str bh_host_factors(struct bh_arena *a, const struct bh_host *h);

/*
 * Toolchain, from "rustc -vV" run in directory dir (NULL: the working one).
 * One run costs milliseconds: call it once and keep the answer.
 */
struct bh_toolchain {
	struct bh_str	triple;		/* without rustc ARCH-unknown-linux-gnu */
	struct bh_str	rustc_version;	/* or none */
	bool		from_rustc;	/* what triple is from */
};

void	bh_host_toolchain(struct bh_arena *a, const char *dir,
	    struct bh_toolchain *tc);

/* The two facts read from the text that rustc printed. */
void	bh_host_read_rustc(struct bh_arena *a, struct bh_str text,
	    struct bh_toolchain *tc);

/*
 * Runs of Unicode white space made one blank, none at the ends.
 */
struct bh_str bh_host_squeeze(struct bh_arena *a, struct bh_str s);

#endif
