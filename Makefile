# bench-history: make, make check, make lint, make demo, make bench,
# make install DESTDIR= PREFIX=.  What is built goes below build/ only;
# build/bin holds every program and script.  make mutate damages what
# parsers read.  make fuzz, make coverage,
# make check-engines, make check-peer and make check-browser need more than what
# is built with, make check-power needs root; they say what is skipped.
# SAN=1 (or SAN=address,undefined) builds a sanitized tree of its own.
# GZ=zlib or GZ=libdeflate chooses the inflater; default: libdeflate if present.

VERSION	= 0.1.0
B	= build$(if $(SAN),/san)$(if $(GZ),/$(GZ))
PREFIX	= /usr/local
CC	= gcc
SANS	= $(if $(filter 1,$(SAN)),address$(comma)undefined,$(SAN))
comma	= ,
CFLAGS	= -O2 -g
PKGS	= zlib libgit2 libarchive libmd

# Debian packages to build; to run the tests and the demo
DEPS	= gcc make pkg-config libc6-dev libjq-dev zlib1g-dev libgit2-dev \
	  libarchive-dev libmd-dev libdeflate-dev git
DEPS_CHECK = perl mandoc shellcheck jq valgrind python3 strace

HAVE_DEFLATE := $(shell pkg-config --exists libdeflate 2>/dev/null && echo yes)
GZ_USE	= $(or $(GZ),$(if $(HAVE_DEFLATE),libdeflate,zlib))
WARN	= -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
	  -Wpointer-arith -Wwrite-strings $(if $(SAN),-Werror)
ALL_CFLAGS = -std=gnu11 -D_GNU_SOURCE -Ilib $(WARN) $(CFLAGS) -ffp-contract=off -MMD -MP \
	  -DBH_VERSION='"$(VERSION)"' \
	  $(if $(filter libdeflate,$(GZ_USE)),-DBH_LIBDEFLATE) \
	  $(if $(SANS),-fsanitize=$(SANS) -fno-sanitize-recover=all -fno-omit-frame-pointer) \
	  $(shell pkg-config --cflags $(PKGS) 2>/dev/null)
ALL_LDFLAGS = $(LDFLAGS) -Wl,--as-needed -Wl,--gc-sections \
	  $(if $(SANS),-fsanitize=$(SANS))
LIBS	= $(shell pkg-config --libs $(PKGS) 2>/dev/null) \
	  $(if $(filter libdeflate,$(GZ_USE)),-ldeflate) -ljq -lm -lpthread

LIB_SRC	= $(wildcard lib/*/*.c)
LIB_OBJ	= $(LIB_SRC:%.c=$(B)/%.o)
PROGS	= $(patsubst bin/%.c,$(B)/bin/%,$(wildcard bin/*.c))
SCRIPTS	= $(patsubst scripts/%,$(B)/bin/%,$(wildcard scripts/bh scripts/bh-*))
UNITS	= $(patsubst tests/unit/%.c,$(B)/tests/%,$(wildcard tests/unit/*.c))
MAN1	= $(wildcard man/*.1)
ADAPTERS = $(patsubst lib/adapters/%,$(B)/share/bench-history/adapters/%,\
	  $(wildcard lib/adapters/*.jq))

all: $(PROGS) $(SCRIPTS) $(ADAPTERS)

# beside the programs, as they are installed: where these look for them
$(B)/share/bench-history/adapters/%: lib/adapters/%
	@mkdir -p $(@D)
	install -m 644 $< $@

$(B)/lib/%.o: lib/%.c Makefile
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -ffunction-sections -fdata-sections -c -o $@ $<

$(B)/libbh.a: $(LIB_OBJ)
	@rm -f $@
	ar rcs $@ $(LIB_OBJ)

$(B)/bin/%: bin/%.c $(B)/libbh.a
	@mkdir -p $(@D) $(B)/dep
	$(CC) $(ALL_CFLAGS) -MF $(B)/dep/$*.d $(ALL_LDFLAGS) -o $@ $< $(B)/libbh.a $(LIBS)

# a line ". ./NAME.sh" of a script stands for the text of scripts/NAME.sh, so
# that an installed script needs no other file than the programs beside it
$(B)/bin/%: scripts/% $(wildcard scripts/*.sh)
	@mkdir -p $(@D)
	awk '/^\. \.\/[a-z]+\.sh$$/ { f = "scripts/" substr($$2, 3); \
	    while ((getline l <f) > 0) print l; close(f); next } { print }' $< | \
	    sed 's/@VERSION@/$(VERSION)/' >$@.tmp
	chmod 755 $@.tmp
	mv $@.tmp $@

$(B)/tests/%: tests/unit/%.c tests/unit/tap.h $(B)/libbh.a
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -Itests/unit $(ALL_LDFLAGS) -o $@ $< $(B)/libbh.a $(LIBS)

-include $(LIB_OBJ:.o=.d) $(PROGS:$(B)/bin/%=$(B)/dep/%.d) $(UNITS:=.d)

units: $(UNITS) $(B)/tests/nomem.so

$(B)/tests/nomem.so: tests/faults/nomem.c
	@mkdir -p $(@D)
	$(CC) $(filter-out -fsanitize=%,$(ALL_CFLAGS)) -shared -fPIC -o $@ $<

# Packages: installed where we may, otherwise named.  A missing tool of the
# tests leaves out the tests that need it; a missing library fails the build.
deps:
	@command -v dpkg-query >/dev/null || exit 0; \
	want=; for p in $(DEPS) $(DEPS_CHECK); do \
		dpkg-query -W -f '$${db:Status-Abbrev}' $$p 2>/dev/null | \
		    grep -q '^.i' || want="$$want $$p"; \
	done; \
	[ -n "$$want" ] || exit 0; \
	if [ "$$(id -u)" -eq 0 ]; then \
		export DEBIAN_FRONTEND=noninteractive; \
		apt-get install -qy --no-install-recommends $$want || { \
		apt-get update -q && \
		apt-get install -qy --no-install-recommends $$want; }; \
	else \
		echo "make: missing packages: apt-get install$$want"; \
	fi

# a second make, since the first one looked for libraries before deps
check: deps
	@$(MAKE) --no-print-directory check-run

JOBS	:= $(shell nproc 2>/dev/null || echo 2)

check-build:
	@$(MAKE) --no-print-directory -s -j $(JOBS) all units gz-variants bench-build

check-run: check-build
	BH=$(CURDIR)/$(B)/bin prove -j $(JOBS) -e '' \
	    $(sort $(wildcard tests/*.t)) $(UNITS) $(GZ_UNITS)
	@$(MAKE) --no-print-directory -s check-install

# the gz module of both inflaters before the one of the library
GZ_UNITS = $(if $(wildcard tests/unit/gz.c),$(B)/tests/gz-zlib \
	  $(if $(HAVE_DEFLATE),$(B)/tests/gz-libdeflate))
gz-variants: $(GZ_UNITS)

$(B)/gz-zlib.o: lib/io/gz.c Makefile
	$(CC) $(filter-out -DBH_LIBDEFLATE,$(ALL_CFLAGS)) -c -o $@ $<

$(B)/gz-libdeflate.o: lib/io/gz.c Makefile
	$(CC) $(ALL_CFLAGS) -UBH_LIBDEFLATE -DBH_LIBDEFLATE -c -o $@ $<

$(B)/tests/gz-%: tests/unit/gz.c $(B)/gz-%.o $(B)/libbh.a
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -Itests/unit $(ALL_LDFLAGS) -o $@ $< $(B)/gz-$*.o \
	    $(B)/libbh.a $(LIBS) $(if $(HAVE_DEFLATE),-ldeflate)

# what is installed is complete and runs from there
check-install:
	@rm -rf $(B)/dest
	@$(MAKE) --no-print-directory -s install \
	    DESTDIR=$(CURDIR)/$(B)/dest PREFIX=/usr
	@cd $(B)/dest/usr/bin && for p in *; do \
		env PATH=/usr/bin:/bin ./$$p -h >/dev/null || \
		    { echo "check-install: $$p -h failed"; exit 1; }; \
		test -f ../share/man/man1/$$p.1 || \
		    { echo "check-install: no page $$p.1"; exit 1; }; \
	done
	@echo "install: $(words $(PROGS) $(SCRIPTS)) programs and their pages"

lint: all
	@BH=$(CURDIR)/$(B)/bin tests/lint

# the readers of what comes from outside, under libFuzzer
FUZZ_RUNS = 1000000
FUZZED	= $(patsubst tests/fuzz/%.c,$(B)/%,$(wildcard tests/fuzz/*.c))
HAVE_JANSSON := $(shell pkg-config --exists jansson 2>/dev/null && echo yes)

fuzz:
	@command -v clang >/dev/null || { echo "fuzz: skipped: no clang here"; \
	    exit 0; }; \
	$(MAKE) --no-print-directory -s -j $(JOBS) B=build/fuzz CC=clang \
	    SAN=fuzzer-no-link,address,undefined fuzz-targets && \
	FUZZ=$(CURDIR)/build/fuzz FUZZ_RUNS=$(FUZZ_RUNS) tests/fuzz/run

fuzz-targets: $(FUZZED)

$(B)/%: tests/fuzz/%.c tests/fuzz/fuzz.h tests/fuzz/reference.h $(B)/libbh.a
	$(CC) $(ALL_CFLAGS) $(if $(HAVE_JANSSON),-DBH_JANSSON) -Itests/fuzz \
	    $(ALL_LDFLAGS) -fsanitize=fuzzer -o $@ $< $(B)/libbh.a $(LIBS) -lz \
	    $(if $(HAVE_JANSSON),-ljansson)

# what the tests run of the code
coverage:
	@command -v gcov >/dev/null || { echo "coverage: skipped: no gcov here"; \
	    exit 0; }; \
	find build/cov -name '*.gcda' -exec rm -f {} + 2>/dev/null; \
	$(MAKE) --no-print-directory -s -j $(JOBS) B=build/cov \
	    CFLAGS='-O0 -g --coverage' all units gz-variants && \
	$(MAKE) --no-print-directory -s B=build/cov coverage-run

# calls that fail fail in the keeping of counts, too
coverage-run:
	@BH=$(CURDIR)/$(B)/bin prove -Q -j $(JOBS) -e '' \
	    $(filter-out %faults.t,$(sort $(wildcard tests/*.t))) \
	    $(UNITS) $(GZ_UNITS) || \
	    echo "coverage: some tests failed"
	@B=$(B) tests/coverage

# the parsers of engine output on damaged documents, MUTATIONS of each, and on
# every prefix of the small ones, sanitized
MUTATIONS = 100000
mutate:
	@$(MAKE) --no-print-directory -s -j $(JOBS) SAN=1 build/san/mutate/mutate
	@cd build/san/mutate && MUTATE=./mutate MUTATIONS=$(MUTATIONS) \
	    $(CURDIR)/tests/mutate/run

$(B)/mutate/mutate: tests/mutate/mutate.c tests/unit/damage.h $(B)/libbh.a
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -Itests/unit $(ALL_LDFLAGS) -o $@ $< $(B)/libbh.a \
	    $(LIBS)

demo: deps
	@$(MAKE) --no-print-directory -s -j $(JOBS) all
	@BH=$(CURDIR)/$(B)/bin tests/demo/run

bench-build: $(B)/bench/load $(B)/bench/inflate $(B)/bench/inflate-zlib

bench: all bench-build
	@BH=$(CURDIR)/$(B)/bin B=$(CURDIR)/$(B) tests/bench/run

$(B)/bench/inflate-zlib: tests/bench/inflate.c $(B)/gz-zlib.o $(B)/libbh.a
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ $< $(B)/gz-zlib.o \
	    $(B)/libbh.a $(LIBS) -lz

$(B)/bench/%: tests/bench/%.c $(B)/libbh.a
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ $< $(B)/libbh.a $(LIBS)

VERDICTS = $(wildcard tests/bench/verdicts/*.c)

$(B)/bench/verdicts: $(VERDICTS) $(wildcard tests/bench/verdicts/*.h) $(B)/libbh.a
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ $(VERDICTS) $(B)/libbh.a \
	    $(LIBS)

# tests/verdicts.md anew; CORPUS: real histories, if they are there
CORPUS	= ../shared/corpus
bench-verdicts: $(B)/bench/verdicts
	$< tests/verdicts.md $(CORPUS)

# power cuts, on a file system of its own: as root, with a loop device
check-power: all $(B)/power/cut $(B)/power/nosync.so
	BH=$(CURDIR)/$(B)/bin prove -e '' tests/power/power.t

$(B)/power/cut: tests/power/cut.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -o $@ $<

$(B)/power/nosync.so: tests/power/nosync.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -shared -fPIC -o $@ $<

# the engines themselves; what cargo builds for them is kept in build/engines,
# and the peer is asked, too, where make check-peer has built it
check-engines: all
	@tests/engines/build $(CURDIR)/build/engines
	BH=$(CURDIR)/$(B)/bin prove -e '' tests/engines/*.t

# interchange with cargo-bench-history, which cargo builds
# drawn cases; more with other seeds: make check-peer CASES=200 SEED=1000
CASES	= 10
SEED	= 1
check-peer: all
	@tests/peer/build $(CURDIR)/build/peer
	BH=$(CURDIR)/$(B)/bin \
	    PEER=$(CURDIR)/build/peer/bin/cargo-bench-history \
	    prove -e '' tests/peer/peer.t
	tests/peer/drawn.py $(B)/bin build/peer/bin/cargo-bench-history \
	    -n $(CASES) -s $(SEED)

# pages and pictures with hostile names in a real browser
check-browser: all
	BH=$(CURDIR)/$(B)/bin prove -e '' tests/browser/browser.t

install: all
	install -d $(DESTDIR)$(PREFIX)/bin
	install -m 755 $(PROGS) $(SCRIPTS) $(DESTDIR)$(PREFIX)/bin
	install -d $(DESTDIR)$(PREFIX)/share/bench-history/adapters
	install -m 644 $(ADAPTERS) \
	    $(DESTDIR)$(PREFIX)/share/bench-history/adapters
	for s in 1 5 7; do \
		install -d $(DESTDIR)$(PREFIX)/share/man/man$$s && \
		install -m 644 man/*.$$s \
		    $(DESTDIR)$(PREFIX)/share/man/man$$s || exit; \
	done

clean:
	rm -rf build

.PHONY: all units deps check check-build check-run check-install gz-variants \
	lint fuzz fuzz-targets mutate coverage coverage-run demo bench bench-build \
	bench-verdicts check-engines check-peer check-power check-browser \
	install clean
.SECONDARY: $(LIB_OBJ)
