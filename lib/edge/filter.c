#include "edge/filter.h"

#include <stdlib.h>

#include "edge/host.h"

struct bh_scope
bh_filter_host(struct bh_arena *a, const struct bh_filter *f, bool host,
    const char *dir, bool filled[BH_AXES])
{
	struct bh_toolchain tc = { .triple = BH_STR_NONE };
	char key[BH_HOST_KEY + 1] = "";
	struct bh_host h;

	if (bh_filter_asks(f, host, BH_AXIS_TRIPLE))
		bh_host_toolchain(a, dir, &tc);
	if (bh_filter_asks(f, host, BH_AXIS_MACHINE)) {
		bh_host_facts(a, getenv("BH_SYSROOT"), &h);
		bh_host_machine_key(&h, key);
	}
	return bh_filter_end(a, f, host, tc.triple, bh_str_of(key), filled);
}
