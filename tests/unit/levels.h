/* Series for the detectors' tests: levels from text, seeded scatter, recorded
 * noise of two machines. */
#ifndef BH_UNIT_LEVELS_H
#define BH_UNIT_LEVELS_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "compute/stat.h"
#include "model/rec.h"

/* A bimodal benchmark and one with a single contended run. */
#define BIM BIM19 BIM_REST
#define BIM19 "13.26 14.33 13.14 24.97 13.2 24.97 13.17 25.39 25.54 13.18 " \
    "13.83 25.45 25.02 25.0 13.2 13.22 13.24 13.21 13.15 "
#define BIM_REST "24.97 26.78 13.24 28.98 10.5 10.53 26.76 26.74 13.58 " \
    "13.54 28.86 14.15 13.5 26.77 25.38 25.0 13.97 26.81 25.54 13.62 13.57"
#define CONT8 "1141.117 1139.266 1129.181 1155.445 1146.464 1139.776 " \
    "1143.118 1155.482 "
#define CONT_MID "1041.326 1041.057 1044.074 1044.310 1034.942 1054.552 " \
    "1050.274 1034.325 1045.818 1581.042 1045.424 1051.638 1040.738 " \
    "1047.509 1044.247 1043.722 1040.797 1044.360 1049.268 "
#define CONT_END "1060.142 1051.753 1042.930 1042.876 1043.306"

/*
 * "3x100 5 2x7": three times 100, then 5, then 7 twice.  With scatter: each
 * value spread evenly by cv about itself, by the generator seeded with name.
 */
__attribute__((unused)) static double *
levels(struct bh_arena *a, const char *text, const char *name, double cv,
    size_t *n)
{
	uint64_t state = name != NULL ? bh_fnv1a(bh_str_of(name)) : 0;
	size_t cap = 0, count;
	double *v = NULL, x, d;
	char *end;

	for (*n = 0; *text != '\0'; text = end) {
		count = 1;
		x = strtod(text, &end);
		if (*end == 'x') {
			count = (size_t)x;
			x = strtod(end + 1, &end);
		}
		while (*end == ' ')
			end++;
		for (; count > 0; count--) {
			v = bh_more(a, v, *n, &cap, sizeof(*v));
			d = (double)(bh_stat_next64(&state) >> 32) /
			    4294967295. * 2 - 1;
			v[(*n)++] = name == NULL ? x :
			    fma(x, cv * sqrt(3) * d, x);
		}
	}
	return v;
}

/* Points at topo 0, step, 2 step ...; intervals where half >= 0. */
__attribute__((unused)) static struct bh_points
points(struct bh_arena *a, const double *v, size_t n, int step, double half)
{
	struct bh_points p = { .n = n };
	size_t i;

	p.topo = bh_alloc(a, (n + 1) * sizeof(*p.topo));
	p.value = bh_alloc(a, (n + 1) * sizeof(*p.value));
	if (half >= 0) {
		p.has = bh_alloc(a, (n + 1) * sizeof(*p.has));
		p.low = bh_alloc(a, (n + 1) * sizeof(*p.low));
		p.high = bh_alloc(a, (n + 1) * sizeof(*p.high));
	}
	for (i = 0; i < n; i++) {
		p.topo[i] = (int32_t)i * step;
		p.value[i] = v[i];
		if (half >= 0) {
			p.has[i] = true;
			p.low[i] = v[i] - half;
			p.high[i] = v[i] + half;
		}
	}
	return p;
}

#endif
