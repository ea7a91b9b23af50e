/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * encoding.h - what mail and editors encode as a whole, undone: UTF-16, base64, quoted-printable
 *
 * Which it is, is told from the text itself, since its name and its headers may be lost. Base64 is
 * the exception: only a mail's header tells it from other letters.
 */
#ifndef ENCODING_H
#define ENCODING_H

#include <stddef.h>

/* The name of the program that packed the bytes, such as "gzip"; NULL: none that is known. */
const char *decode_packed(const char *bytes, size_t size);

/*
 * Turn UTF-16, with a byte order mark or without, into UTF-8. It may be a part of the bytes
 * only, and the rest stays. The bytes (of malloc) are freed or returned: the result is text
 * with a 0 behind it, and *size becomes its size.
 */
char *decode_utf16(char *bytes, size_t *size);

/* Decode in place the parts of a mail whose header announces base64. */
void decode_base64(char *text);

/* Decode in place the parts that plainly are quoted-printable. */
void decode_printable(char *text);

/* Where the line has the words, of any case, up to end; NULL: nowhere. */
const char *line_find(const char *line, const char *end, const char *words);

#endif
