# bench-history: make, make check, make demo, make lint, make bench, make install
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

# Debian packages to build, and to run the tests
DEPS	= gcc make pkg-config libc6-dev libjq-dev zlib1g-dev libgit2-dev \
	  libarchive-dev libmd-dev libdeflate-dev git
DEPS_CHECK = $(DEPS) perl mandoc shellcheck jq valgrind python3

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

all: $(PROGS) $(SCRIPTS)

$(B)/lib/%.o: lib/%.c Makefile
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -ffunction-sections -fdata-sections -c -o $@ $<

$(B)/libbh.a: $(LIB_OBJ)
	@rm -f $@
	ar rcs $@ $(LIB_OBJ)

$(B)/bin/%: bin/%.c $(B)/libbh.a
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ $< $(B)/libbh.a $(LIBS)

$(B)/bin/%: scripts/%
	@mkdir -p $(@D)
	install -m 755 $< $@

$(B)/tests/%: tests/unit/%.c tests/unit/tap.h $(B)/libbh.a
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -Itests/unit $(ALL_LDFLAGS) -o $@ $< $(B)/libbh.a $(LIBS)

-include $(LIB_OBJ:.o=.d) $(PROGS:=.d) $(UNITS:=.d)

units: $(UNITS)

clean:
	rm -rf build

.PHONY: all units clean
.SECONDARY: $(LIB_OBJ)
