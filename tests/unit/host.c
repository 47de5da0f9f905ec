/* Machine facts below made roots, machine keys, toolchain text. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "edge/host.h"
#include "tap.h"

static char top[64];
static struct bh_arena arena = BH_ARENA_INIT;

/* A file below the made root, with its directories. */
static void
put(const char *path, const char *text)
{
	char full[512], *p;
	FILE *f;

	snprintf(full, sizeof(full), "%s%s", top, path);
	for (p = full + strlen(top) + 1; (p = strchr(p, '/')) != NULL; p++) {
		*p = '\0';
		if (mkdir(full, 0777) == -1 && errno != EEXIST)
			perror(full);
		*p = '/';
	}
	if ((f = fopen(full, "w")) == NULL || fputs(text, f) == EOF ||
	    fclose(f) == EOF)
		perror(full);
}

static void
clear(void)
{
	char cmd[128];

	snprintf(cmd, sizeof(cmd), "rm -rf '%s'", top);
	if (system(cmd) != 0 || mkdir(top, 0777) == -1)
		perror(top);
}

/* cpus first to last, each block with text, behind what is there */
static void
cpus(char *to, int first, int last, const char *text)
{
	for (; first <= last; first++)
		to += sprintf(to + strlen(to), "processor\t: %d\n%s\n", first,
		    text);
}

static void
allow(const char *list)
{
	char text[256];

	snprintf(text, sizeof(text), "Name:\tx\nCpus_allowed:\tff\n"
	    "Cpus_allowed_list:\t%s\nCpus_allowed_list:\t77\n", list);
	put("/proc/self/status", text);
}

static struct bh_host
facts(void)
{
	struct bh_host h;

	bh_host_facts(&arena, top, &h);
	return h;
}

static void
is_models(const struct bh_host *h, const char *want, const char *what)
{
	struct bh_buf b = BH_BUF_INIT;
	size_t i;

	for (i = 0; i < h->nmodel; i++)
		bh_buf_f(&b, "%s%.*s", i > 0 ? "," : "", BH_FMT(h->model[i]));
	bh_buf_c(&b, '\0');
	is_text(b.p, want, what);
	bh_buf_free(&b);
}

static void
is_host(const char *what, long p, long m, const char *models, const char *key)
{
	struct bh_host h = facts();
	char got[BH_HOST_KEY + 1], name[128];

	bh_host_machine_key(&h, got);
	snprintf(name, sizeof(name), "%s: processors", what);
	is_int(h.processors, p, name);
	snprintf(name, sizeof(name), "%s: regions", what);
	is_int(h.regions, m, name);
	snprintf(name, sizeof(name), "%s: models", what);
	is_models(&h, models, name);
	snprintf(name, sizeof(name), "%s: key", what);
	is_text(got, key, name);
}

/* The cases of bh-machine-key(1). */
static void
cases(void)
{
	char t[4096] = "";

	clear();
	cpus(t, 0, 3, "model name\t: AMD EPYC  7763   64-Core Processor\n");
	put("/proc/cpuinfo", t);
	allow("0-3");
	put("/sys/devices/system/node/possible", "0\n");
	put("/sys/devices/system/node/node0/cpulist", "0-3\n");
	is_host("A", 4, 1, "AMD EPYC 7763 64-Core Processor",
	    "8c651396431bc05b");

	clear(), *t = '\0';
	cpus(t, 0, 3, "model name\t: Intel Xeon E5\n");
	put("/proc/cpuinfo", t);
	allow("0,2");
	put("/sys/devices/system/node/possible", "0-1\n");
	put("/sys/devices/system/node/node0/cpulist", "0-1\n");
	put("/sys/devices/system/node/node1/cpulist", "2-3\n");
	is_host("B", 2, 2, "Intel Xeon E5", "4cfc46c5702c23f4");

	clear(), *t = '\0';
	cpus(t, 0, 1, "CPU implementer\t: 0x41\nCPU part\t: 0x0D0C\n");
	put("/proc/cpuinfo", t);
	is_host("C", 2, 1, "cpuinfo(cpu implementer=0x41, cpu part=0xd0c)",
	    "e9d6f5fdefdc914e");

	clear(), *t = '\0';
	cpus(t, 0, 3, "model name : Model A\n");
	put("/proc/cpuinfo", t);
	put("/sys/devices/system/cpu/cpu1/online", "1\n");
	put("/sys/devices/system/cpu/cpu3/online", "0\n");
	is_host("D", 3, 1, "Model A", "9ee906379b29fc80");

	clear();
	put("/proc/cpuinfo", "processor : 0\n\nHardware : Board\n");
	is_host("E", 1, 1, "unknown", "2800979d5e26e304");

	clear(), *t = '\0';
	cpus(t, 0, 1, "model name : Little Y\n");
	cpus(t + strlen(t), 2, 3, "model name : Big X\n");
	put("/proc/cpuinfo", t);
	is_host("F", 4, 1, "Big X,Little Y", "a81de92764515b54");

	clear(), *t = '\0';
	cpus(t, 0, 1, "CPU part : 0xd0c\n");
	put("/proc/cpuinfo", t);
	is_host("G", 2, 1, "cpuinfo(cpu part=0xd0c)", "17c7a698b9143fd6");
}

static void
odd_cpuinfo(void)
{
	char online[16], t[4096];
	struct bh_host h;

	snprintf(online, sizeof(online), "%ld", sysconf(_SC_NPROCESSORS_ONLN));
	clear();
	h = facts();
	is_int(h.processors, atol(online), "no cpuinfo: what sysconf says");
	is_int(h.regions, 1, "no cpuinfo: one region");
	is_models(&h, "unknown", "no cpuinfo: model unknown");

	put("/proc/cpuinfo", "vendor_id       : IBM/S390\n"
	    "# processors    : 2\nprocessor 0: version = FF\n");
	h = facts();
	is_models(&h, "unknown", "s390x: no processor key, model unknown");

	put("/proc/cpuinfo", "Processor\t: ARMv7 rev 4 (v7l)\nno colon here\n"
	    "processor\t: 0\nBogoMIPS\t: 38.40\n\nprocessor\t: 1\n\n"
	    "Features\t: swp half\n");
	h = facts();
	is_int(h.processors, 2, "old ARM: lines of another shape are skipped");

	put("/proc/cpuinfo", "processor: 0\nmodel name: A\nmodel name:  \n"
	    "model name: B\nmodel name:\n");
	h = facts();
	is_models(&h, "B", "the last model name that is not blank");

	put("/proc/cpuinfo", "processor: 3\n\nprocessor: 1\n\nprocessor: 3\n");
	h = facts();
	is_int(h.processors, 2, "an id listed twice counts once");

	put("/proc/cpuinfo", "processor: 0\nCPU implementer: ARM\n"
	    "CPU part: 0xZZ\n");
	h = facts();
	is_models(&h, "cpuinfo(cpu implementer=ARM, cpu part=0xZZ)",
	    "what is no hexadecimal number is kept");

	*t = '\0';
	cpus(t, 0, 15, "model name: M\n");
	put("/proc/cpuinfo", t);
	allow("0-10:3,,5-15:3,x,7-5,99");
	h = facts();
	is_int(h.processors, 8, "a cpulist with steps and empty parts");
	allow("40");
	h = facts();
	is_models(&h, "unknown", "nothing allowed is left: model unknown");
}

static void
nodes(void)
{
	char t[4096] = "";
	struct bh_host h;

	clear();
	cpus(t, 0, 3, "model name: M\n");
	put("/proc/cpuinfo", t);
	put("/sys/devices/system/node/possible", "0-1023\n");
	put("/sys/devices/system/node/node1/cpulist", "\n");
	put("/sys/devices/system/node/node7/cpulist", "2\n");
	put("/sys/devices/system/node/node8/cpulist", "3\n");
	h = facts();
	is_int(h.regions, 3, "claimed by no node: region 0");
	put("/sys/devices/system/node/possible", "\n");
	h = facts();
	is_int(h.regions, 1, "no possible nodes: one region");
}

static void
speeds(void)
{
	static const struct {
		const char	*text;
		long		 want;	/* 0: not determined */
	} v[] = {
		{ "5192.28", 16311 }, { "4890.85", 15365 }, { "1000", 3141 },
		{ "2000", 6283 }, { "0", 0 }, { "0.4", 0 }, { "", 0 },
		{ "-5", 0 }, { "fast", 0 }, { "12 x", 0 }, { "inf", 0 },
		{ "nan", 0 }, { "0.5", 3 },
	};
	char t[4096];
	struct bh_host h;
	size_t i;

	clear();
	for (i = 0; i < sizeof(v) / sizeof(v[0]); i++) {
		snprintf(t, sizeof(t), "processor: 0\nbogomips: %s\n",
		    v[i].text);
		put("/proc/cpuinfo", t);
		h = facts();
		snprintf(t, sizeof(t), "speed of bogomips '%s'", v[i].text);
		is_int(h.nspeed == 0 ? 0 : (long)h.speed[0].speed, v[i].want,
		    t);
	}
	*t = '\0';
	cpus(t, 0, 1, "bogomips: 2000\n");
	cpus(t + strlen(t), 2, 4, "bogomips: 1000\n");
	cpus(t + strlen(t), 5, 5, "");
	put("/proc/cpuinfo", t);
	h = facts();
	is_int((long)h.nspeed, 2, "two speeds");
	is_int((long)h.speed[0].speed, 3141, "slower first");
	is_int(h.speed[0].count, 3, "three of them");
	is_int(h.speed[1].count, 2, "and two");
}

static struct bh_host
host(long p, long m, const char *one, const char *two)
{
	struct bh_str models[2] = { bh_str_of(one), bh_str_of(two) };
	struct bh_host h = { .processors = p, .regions = m };

	bh_host_set_models(&arena, &h, models,
	    one == NULL ? 0 : two == NULL ? 1 : 2);
	return h;
}

static void
keys(void)
{
	static const struct {
		long		 p, m;
		const char	*one, *two, *want;
	} v[] = {
		{ 8, 1, "Test CPU 3000", NULL, "4ffd697efb295d32" },
		{ 4, 1, "Cobalt 100", NULL, "2e3ad42f4e2cd3e1" },
		{ 8, 1, "CPU X", NULL, "e2cb0a4bb337e721" },
		{ 4, 2, NULL, NULL, "c4e693030879629f" },
		{ 2, 1, NULL, NULL, "240bfda6af920f50" },
		{ 8, 1, "Intel  Xeon  E5", "AMD EPYC", "635c4ff35ddd545b" },
		{ 8, 1, "AMD EPYC", "\tIntel Xeon\xc2\xa0" "E5 ",
		    "635c4ff35ddd545b" },
		{ 16, 1, "Model A", " Model  A", "07345c9024270e52" },
		{ 2, 1, "AMD EPYC", "  ", "3ab345bac0429953" },
		{ 16, 2, "Intel Xeon 8370C", "AMD EPYC 7763",
		    "8f597068540559c1" },
	};
	char got[BH_HOST_KEY + 1], name[64];
	struct bh_host h;
	size_t i;

	for (i = 0; i < sizeof(v) / sizeof(v[0]); i++) {
		h = host(v[i].p, v[i].m, v[i].one, v[i].two);
		bh_host_machine_key(&h, got);
		snprintf(name, sizeof(name), "key %zu", i);
		is_text(got, v[i].want, name);
	}
	h = host(8, 1, "Intel  Xeon  E5", "AMD EPYC");
	is_text(bh_host_factors(&arena, &h).p, "version=mk3, processors=8, "
	    "memory_regions=1, processor_models=AMD EPYC,Intel Xeon E5",
	    "the factors in words");
	h = host(4, 2, NULL, NULL);
	is_text(bh_host_factors(&arena, &h).p, "version=mk3, processors=4, "
	    "memory_regions=2, processor_models=<none>", "no models");
}

static void
gpu_keys(void)
{
	struct bh_host h = host(8, 1, "Test CPU 3000", NULL), none;
	char got[BH_HOST_KEY + 1], bare[BH_HOST_KEY + 1];

	bh_host_gpu_key(&h, BH_STR("AMD Radeon RX 9070 XT"),
	    BH_STR("gfx1201"), got);
	is_text(got, "1075eaef9cfd8d84", "accelerator key");
	bh_host_gpu_key(&h, BH_STR(" AMD  Radeon RX 9070\tXT"),
	    BH_STR("gfx1201 "), got);
	is_text(got, "1075eaef9cfd8d84", "cosmetic blanks do not change it");
	bh_host_gpu_key(&h, BH_STR(""), BH_STR_NONE, got);
	is_text(got, "3dd04b74bb0657bc", "empty name and arch");
	none = host(4, 2, NULL, NULL);
	bh_host_gpu_key(&none, BH_STR("NVIDIA H200"), BH_STR("sm_90"), got);
	is_text(got, "6a91b8c5dbceacd4", "no models");
	none = host(0, 0, NULL, NULL);
	bh_host_gpu_key(&none, BH_STR("NVIDIA H200"), BH_STR("sm_90"), got);
	bh_host_gpu_key(NULL, BH_STR("NVIDIA H200"), BH_STR("sm_90"), bare);
	is_text(bare, got, "no host facts");
}

static void
toolchain(void)
{
	struct bh_toolchain tc = { 0 };

	bh_host_read_rustc(&arena, BH_STR("rustc 1.91.0 (abc 2025-10-28)\n"
	    "binary: rustc\nhost: aarch64-unknown-linux-musl\n"
	    "release: 1.91.0-nightly\nLLVM version: 21.1.2\n"), &tc);
	is_text(tc.triple.p, "aarch64-unknown-linux-musl", "the host line");
	is_text(tc.rustc_version.p, "1.91.0-nightly", "the release line");
	ok(tc.from_rustc, "the triple is the toolchain's");
	tc = (struct bh_toolchain){ 0 };
	bh_host_read_rustc(&arena, BH_STR("rustc 1.2.3 (x)\nhost:\n"), &tc);
	is_text(tc.rustc_version.p, "1.2.3", "no release line: second word");
	ok(!tc.from_rustc, "no host in it");
	tc = (struct bh_toolchain){ 0 };
	bh_host_read_rustc(&arena, BH_STR("error: no toolchain\n"), &tc);
	ok(tc.rustc_version.p == NULL, "another text: no version");
	bh_host_read_rustc(&arena, BH_STR(""), &tc);
	ok(tc.rustc_version.p == NULL, "no text: no version");

	setenv("PATH", "/nonexistent", 1);
	bh_host_toolchain(&arena, NULL, &tc);
	ok(bh_str_ends(tc.triple, BH_STR("-unknown-linux-gnu")) &&
	    !tc.from_rustc && tc.rustc_version.p == NULL,
	    "without rustc a triple by the architecture");
}

int
main(void)
{
	snprintf(top, sizeof(top), "/tmp/bh-unit-host-XXXXXX");
	if (mkdtemp(top) == NULL)
		return 4;
	cases();
	odd_cpuinfo();
	nodes();
	speeds();
	keys();
	gpu_keys();
	clear();
	rmdir(top);
	toolchain();
	bh_arena_free(&arena);
	return tap_done();
}
