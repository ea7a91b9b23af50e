# SPDX-License-Identifier: GPL-2.0-or-later
# make, make run (the benchmark), make check (the tests), make install; see README.

PREFIX = /usr/local
BINDIR = $(PREFIX)/bin
MANDIR = $(PREFIX)/share/man

CC = cc
CFLAGS = -O2 -g
LDFLAGS =

# Whatever CFLAGS the user has, these stay.
WARN = -Wall -Wextra -Wshadow -Wmissing-prototypes -Wstrict-prototypes -Wformat=2
STD = -std=c11 -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64 -pthread
# The same bytes in whatever directory.
SAME = -fdebug-prefix-map="$$PWD"=.
COMPILE = $(CC) $(STD) $(WARN) $(SAME) $(CPPFLAGS) $(CFLAGS)
LIBS = -lm -pthread

# Elsewhere than in the source: make -f /source/Makefile VPATH=/source
SOURCE = $(VPATH:=/)

VERSION = $$(sed -n 's/^.define INTERBENCH_VERSION "\(.*\)".*/\1/p' interbench.h)

all: interbench

ROOMS = $(patsubst $(SOURCE)%.c,%.o,$(sort $(wildcard $(SOURCE)lib/*.c)))
OBJECTS = interbench.o hackbench.o $(ROOMS)

interbench: $(OBJECTS)
	$(COMPILE) $(LDFLAGS) -o $@ $(OBJECTS) $(LIBS)

# The compiler writes down which headers an object depends on.
%.o: %.c Makefile
	@mkdir -p $(@D)
	$(COMPILE) -MMD -c -o $@ $<

-include $(OBJECTS:.o=.d)

UNITS = tests/unit tests/unit_machine tests/unit_compare

$(UNITS): tests/unit.h $(OBJECTS)
	$(COMPILE) $(LDFLAGS) -I. -o $@ $@.c hackbench.o $(LIBS)

tests/unit: tests/unit.c
tests/unit_machine: tests/unit_machine.c
tests/unit_compare: tests/unit_compare.c

run: interbench
	./interbench

check: interbench $(UNITS)
	sh tests/check

bench: interbench
	sh tests/lab/bench

check-kernels:
	sh tests/lab/kernels

install: interbench
	mkdir -p $(DESTDIR)$(BINDIR) $(DESTDIR)$(MANDIR)/man8
	install -m 755 interbench $(DESTDIR)$(BINDIR)/interbench
	install -m 644 $(SOURCE)interbench.8 $(DESTDIR)$(MANDIR)/man8/interbench.8

uninstall:
	rm -f $(DESTDIR)$(BINDIR)/interbench $(DESTDIR)$(MANDIR)/man8/interbench.8

# the same bytes from the same commit
dist:
	git archive --format=tar.gz --prefix=interbench-$(VERSION)/ \
		-o interbench-$(VERSION).tar.gz HEAD

clean:
	rm -f interbench $(OBJECTS) $(OBJECTS:.o=.d) $(UNITS)

.PHONY: all run check bench check-kernels install uninstall dist clean
