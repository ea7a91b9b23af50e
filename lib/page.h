/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page.h - a verdict as a web page: one file that loads nothing and runs nothing
 *
 * Its numbers are those of the text (compare_text.h), and the runs behind them are drawn.
 */
#ifndef PAGE_H
#define PAGE_H

#include <stdio.h>

#include "verdict.h"

void page_write(FILE *f, const struct verdict *v);

#endif
