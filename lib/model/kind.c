#include "model/kind.h"

#define NAME(lit)	{ lit, sizeof(lit) - 1 }

static const struct {
	struct bh_str	 name;
	const char	*unit;
	double		 floor;
} kinds[BH_KINDS] = {
	[BH_WALL_TIME] = { NAME("wall_time"), "ns", 1 },
	[BH_PROCESSOR_TIME] = { NAME("processor_time"), "ns", 1 },
	[BH_INSTRUCTION_COUNT] = { NAME("instruction_count"), "count", 5 },
	[BH_CONDITIONAL_BRANCHES] = { NAME("conditional_branches"), "count", 5 },
	[BH_INDIRECT_BRANCHES] = { NAME("indirect_branches"), "count", 5 },
	[BH_ALLOCATED_BYTES] = { NAME("allocated_bytes"), "bytes", 1 },
	[BH_PEAK_OUTSTANDING_BYTES] = { NAME("peak_outstanding_bytes"),
	    "bytes", 1 },
	[BH_ALLOCATION_COUNT] = { NAME("allocation_count"), "count", 1 },
	[BH_GPU_TIME] = { NAME("gpu_time"), "ns", 1 },
};

static const char *const engines[BH_ENGINES] = {
	[BH_CALLGRIND] = "callgrind",
	[BH_CRITERION] = "criterion",
	[BH_ALLOC_TRACKER] = "alloc_tracker",
	[BH_ALL_THE_TIME] = "all_the_time",
	[BH_PRIMBENCH] = "primbench",
};

const char *
bh_kind_name(enum bh_kind k)
{
	return kinds[k].name.p;
}

struct bh_str
bh_kind_text(enum bh_kind k)
{
	return kinds[k].name;
}

const char *
bh_kind_unit(enum bh_kind k)
{
	return kinds[k].unit;
}

double
bh_kind_floor(enum bh_kind k)
{
	return kinds[k].floor;
}

int
bh_kind_of(struct bh_str name)
{
	int k;

	for (k = 0; k < BH_KINDS; k++)
		if (bh_str_eq(name, kinds[k].name))
			return k;
	return -1;
}

const char *
bh_engine_name(enum bh_engine e)
{
	return engines[e];
}

int
bh_engine_of(struct bh_str name)
{
	int e;

	for (e = 0; e < BH_ENGINES; e++)
		if (bh_str_ieq(name, bh_str_of(engines[e])))
			return e;
	return -1;
}
