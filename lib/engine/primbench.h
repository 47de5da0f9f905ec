#ifndef BH_ENGINE_PRIMBENCH_H
#define BH_ENGINE_PRIMBENCH_H

#include "edge/shape.h"
#include "engine/harvest.h"

/*
 * primbench result files, results_version 4, to one gpu_time in ns per kernel
 * call for every specialization, and the context they were measured in.
 */

/* A number with its text; has is false also for a bare nan or inf. */
struct bh_pb_num {
	bool		 has;
	double		 v;
	struct bh_str	 text;
};

enum bh_pb_bool { BH_PB_ABSENT, BH_PB_FALSE, BH_PB_TRUE };

/* The document but for its specializations. */
struct bh_pb_file {
	struct bh_str	 version, algorithm, build, date, branch, commit;
	struct bh_str	 gpu_name, gpu_arch, gpu_bus;
	struct bh_str	 backend, runtime, driver;
	struct bh_str	 compiler_name, compiler_version;
	struct bh_pb_num size, seed, min_gpu_ms, min_secs, window, tolerance;
	enum bh_pb_bool	 hot, dry, sync;
	struct bh_str	 custom;		/* JSON text, or none */
	struct bh_str	 specializations;	/* JSON text, or none */
};

struct bh_primbench {
	bool		 mean;		/* --estimator=mean */
	bool		 reject_debug;
	bool		 dirty;
	const char	*commit;	/* --commit, or NULL */
	const char	*triple;	/* --target-triple, or NULL */
	const char	*repo;		/* --repo, or NULL */

	struct bh_arena	 arena;
	bool		 any;		/* a file was taken: */
	struct bh_str	 first;		/* which one */
	struct bh_pb_file f;		/* what it says, lent from arena */
	struct bh_str	 id;		/* its commit, resolved; or none */
	struct bh_time	 observed;	/* the earliest */
	bool		 debug;
	bool		 told;		/* that HEAD is another commit */
};

extern const struct bh_engine_reader bh_primbench_reader;

void	bh_primbench_free(struct bh_primbench *p);

/* The text with every bare nan and inf outside of strings made null. */
struct bh_str	bh_pb_plain(struct bh_str text, struct bh_arena *a);

int	bh_pb_read(struct bh_str text, struct bh_arena *a,
	    struct bh_pb_file *f, struct bh_err *err)
	    __attribute__((warn_unused_result));

/* All specializations of a file. */
int	bh_pb_specializations(const struct bh_pb_file *f, bool mean,
	    struct bh_arena *scratch, struct bh_take *t, struct bh_err *err)
	    __attribute__((warn_unused_result));

/* The display name that the producer forms of a meta object. */
struct bh_str	bh_pb_name(struct bh_str meta, struct bh_arena *a);

/* 0.975 quantile of Student's t with df >= 1 degrees of freedom. */
double	bh_pb_t975(long df);

extern const struct bh_own bh_pb_number;	/* struct bh_pb_num */
extern const struct bh_own bh_pb_flag;		/* enum bh_pb_bool */

/* Members of struct type that may be null. */
#define BH_PB_STR(type, name, field) \
	BH_M(type, name, STR, BH_LAX, field)
#define BH_PB_NUM(type, name, field) \
	BH_M(type, name, OWN, BH_LAX, field, .by = &bh_pb_number)
#define BH_PB_BOOL(type, name, field) \
	BH_M(type, name, OWN, BH_LAX, field, .by = &bh_pb_flag)
#define BH_PB_RAW(type, name, field) \
	BH_M(type, name, OWN, BH_LAX, field, .by = &bh_own_raw)
#define BH_PB_OBJ(name, shape) \
	BH_M0(name, OBJECT, BH_LAX, .by = (shape))

#endif
