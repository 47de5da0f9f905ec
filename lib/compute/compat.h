#ifndef BH_COMPUTE_COMPAT_H
#define BH_COMPUTE_COMPAT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "compute/judge.h"
#include "model/rec.h"

/* Constants that history and branch share, with the peer's 0.5.0. */
#define BH_COMPAT_WEIGHT	0.10	/* of the analytic bound in the level */
#define BH_COMPAT_LEVEL		0.05	/* chance level of a series */
#define BH_COMPAT_FDR		0.10
#define BH_COMPAT_NOISE_BAND	2.0	/* median half-widths */
enum {
	BH_COMPAT_REGIME = 5,		/* least points of a level */
	BH_COMPAT_POINTS = 10,		/* two of them */
	BH_COMPAT_ORDERINGS = 259200	/* least budget of a calibration */
};

/* One stage of the ladder of one series. */
struct bh_ladder {
	enum bh_stage	 stage;
	struct bh_gate_log *log;	/* or NULL */
	struct bh_verdict *v;		/* declined is set here */
};

/* Record a gate where it was evaluated; returns pass. */
bool	bh_ladder_num(struct bh_ladder *l, enum bh_gate_id gate, double value,
	    double demand, bool pass);
bool	bh_ladder_bool(struct bh_ladder *l, enum bh_gate_id gate, bool pass);

/* A verdict of series s, quiet so far, nothing declined. */
void	bh_verdict_init(struct bh_verdict *v, const struct bh_series *s);

/* One candidate in a: set, id, kind from s; delta and direction from latest. */
struct bh_finding *bh_candidate(struct bh_arena *a, const struct bh_series *s,
	    enum bh_method method, double baseline, double latest);

/* The interval of some points: medians of the lows and of the highs given. */
struct bh_interval {
	bool	has;
	double	low, high;
};

struct bh_interval bh_points_interval(const struct bh_points *p, size_t from,
	    size_t to, struct bh_arena *tmp);

#endif
