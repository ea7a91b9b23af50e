# SPDX-License-Identifier: GPL-2.0-or-later
# make, make run (the benchmark), make check (the tests), make install; see README.

PREFIX = /usr/local
BINDIR = $(PREFIX)/bin
MANDIR = $(PREFIX)/share/man
COMPLETIONS = $(PREFIX)/share/bash-completion/completions

CC = cc
CFLAGS = -O2 -g
LDFLAGS =

# Whatever CFLAGS the user has, these stay.
WARN = -Wall -Wextra -Wshadow -Wmissing-prototypes -Wstrict-prototypes -Wformat=2
STD = -std=c11 -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64 -pthread
# The same bytes in whatever directory.
SAME = -fdebug-prefix-map="$$PWD"=.
COMPILE = $(CC) $(STD) $(WARN) $(SAME) -I$(or $(VPATH),.) $(CPPFLAGS) $(CFLAGS)
LIBS = -lm -pthread

# Elsewhere than in the source: make -f /source/Makefile VPATH=/source
SOURCE = $(VPATH:=/)

VERSION = $$(sed -n 's/^.define INTERBENCH_VERSION "\(.*\)".*/\1/p' interbench.h)

all: interbench

# objects DIRECTORIES...: of the sources there
objects = $(patsubst $(SOURCE)%.c,%.o,$(sort $(wildcard $(1:%=$(SOURCE)%/*.c))))
ROOMS = hackbench.o $(call objects,lib)
OBJECTS = interbench.o $(ROOMS)
UNIT_OBJECTS = $(call objects,tests/unit)
UNITS = $(UNIT_OBJECTS:.o=)
DOUBLE = $(OBJECTS:%=tests/double.o/%) tests/double.o/tests/double.o
BUILT = $(OBJECTS) $(UNIT_OBJECTS) $(DOUBLE) tests/tool.o

# The compiler writes down which headers an object depends on.
%.o: %.c Makefile
	@mkdir -p $(@D)
	$(COMPILE) -MMD -MP -c -o $@ $<

-include $(BUILT:.o=.d)

LINK = $(COMPILE) $(LDFLAGS) -o $@ $(filter %.o,$^) $(LIBS)

interbench: $(OBJECTS)
	$(LINK)

# tests/unit/X.c includes lib/X.c, and is linked with all other rooms
.SECONDEXPANSION:
$(UNITS): %: %.o $$(filter-out $$(*F).o lib/$$(*F).o,$(ROOMS))
	$(LINK)

# interbench with rows that die and hang
tests/double.o/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(COMPILE) -include $(SOURCE)tests/double.h -MMD -MP -c -o $@ $<

tests/double: $(DOUBLE)
	$(LINK)

tests/tool: tests/tool.o $(ROOMS)
	$(LINK)

units: interbench $(UNITS)

programs: units tests/double tests/tool

run: interbench
	./interbench

check: programs
	sh tests/check

bench: interbench
	sh tests/lab/bench

check-kernels:
	sh tests/lab/kernels

install: interbench
	mkdir -p $(DESTDIR)$(BINDIR) $(DESTDIR)$(MANDIR)/man8
	install -m 755 interbench $(DESTDIR)$(BINDIR)/interbench
	install -m 644 $(SOURCE)interbench.8 $(DESTDIR)$(MANDIR)/man8/interbench.8
	mkdir -p $(DESTDIR)$(COMPLETIONS)
	./interbench --completion >$(DESTDIR)$(COMPLETIONS)/interbench || \
		rm $(DESTDIR)$(COMPLETIONS)/interbench	# made for another machine

uninstall:
	rm -f $(DESTDIR)$(BINDIR)/interbench $(DESTDIR)$(MANDIR)/man8/interbench.8 \
		$(DESTDIR)$(COMPLETIONS)/interbench

# the same bytes from the same commit
dist:
	git archive --format=tar.gz --prefix=interbench-$(VERSION)/ \
		-o interbench-$(VERSION).tar.gz HEAD

clean:
	rm -f interbench $(UNITS) tests/double tests/tool $(BUILT) $(BUILT:.o=.d)
	rm -rf tests/double.o

.PHONY: all units programs run check bench check-kernels install uninstall dist clean
