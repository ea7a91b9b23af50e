/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_json.h - a verdict as one JSON document
 *
 * Its numbers are those of the text (compare_text.h) before that rounds them.
 */
#ifndef COMPARE_JSON_H
#define COMPARE_JSON_H

#include <stdio.h>

#include "verdict.h"

void compare_json(FILE *f, const struct verdict *v);

#endif
