# SPDX-License-Identifier: GPL-2.0-or-later
# make, make run (the benchmark), make check (the tests), make install; see README.

PREFIX = /usr/local
BINDIR = $(PREFIX)/sbin
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

interbench: interbench.o hackbench.o
	$(COMPILE) $(LDFLAGS) -o $@ interbench.o hackbench.o $(LIBS)

interbench.o hackbench.o: interbench.h Makefile

.c.o:
	$(COMPILE) -c -o $@ $<

UNITS = tests/unit tests/unit_machine tests/unit_compare

$(UNITS): tests/unit.h interbench.c interbench.h hackbench.o
	$(COMPILE) $(LDFLAGS) -I. -o $@ $@.c hackbench.o $(LIBS)

tests/unit: tests/unit.c
tests/unit_machine: tests/unit_machine.c
tests/unit_compare: tests/unit_compare.c

run: interbench
	./interbench

check: interbench $(UNITS)
	sh tests/check

bench: interbench
	sh tests/bench

check-kernels:
	sh tests/kernels

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
	rm -f interbench interbench.o hackbench.o $(UNITS)

.PHONY: all run check bench check-kernels install uninstall dist clean
