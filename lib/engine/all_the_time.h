#ifndef BH_ENGINE_ALL_THE_TIME_H
#define BH_ENGINE_ALL_THE_TIME_H

#include "engine/spans.h"

/*
 * all_the_time: the files of all_the_time/, written by releases up to 0.6.11,
 * to processor_time in ns per iteration.
 */
extern const struct bh_engine_reader bh_all_the_time;
extern const struct bh_spans bh_all_the_time_spans;	/* its ctx */

#endif
