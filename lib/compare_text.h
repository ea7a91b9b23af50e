/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_text.h - a verdict printed as text
 */
#ifndef COMPARE_TEXT_H
#define COMPARE_TEXT_H

#include <stdio.h>

#include "verdict.h"

void compare_print(FILE *out, const struct verdict *v);

#endif
