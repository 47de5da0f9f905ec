#ifndef BH_ENGINE_CRITERION_H
#define BH_ENGINE_CRITERION_H

#include "engine/harvest.h"

/*
 * Criterion: criterion/.../new/ with benchmark.json and estimates.json, as
 * written by criterion 0.3 to 0.8, to one wall_time in ns.
 */
extern const struct bh_engine_reader bh_criterion;

#endif
