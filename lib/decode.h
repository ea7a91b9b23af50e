/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * decode.h - text out of mails, web pages, forums and journals, as plain lines
 *
 * Which encodings are undone is told from the text itself, since its name and its headers may
 * be lost. Base64 is the exception: only a mail's header tells it from other letters.
 */
#ifndef DECODE_H
#define DECODE_H

#include <stdbool.h>
#include <stddef.h>

/* The name of the program that packed the bytes, such as "gzip"; NULL: none that is known. */
const char *decode_packed(const char *bytes, size_t size);

/*
 * Turn UTF-16, with a byte order mark or without, into UTF-8. It may be a part of the bytes
 * only, and the rest stays. The bytes (of malloc) are freed or returned: the result is text
 * with a 0 behind it, and *size becomes its size.
 */
char *decode_utf16(char *bytes, size_t *size);

/*
 * Decode a text in place, in this order: base64; quoted-printable; entities, tags, ends of
 * lines and control characters; then the quoting, list marks and journal prefixes of each
 * line. Afterwards every line that interbench printed begins at its first character, and
 * lines that name no run (mark-up, a mail's header) are empty. The text never grows.
 */
void decode_text(char *text);

/*
 * Return where s goes on behind the pattern, NULL if it does not begin with it. In a pattern
 * a blank stands for blanks and ends of lines, # for digits, * for a word, - for two dashes
 * or more, and a small letter for its capital too.
 */
const char *line_match(const char *s, const char *pattern);

/* Does the line hold the word? */
bool line_holds(const char *line, const char *word);

/* The end of the line, which is a newline or the end of the text. */
const char *line_end(const char *s);

#endif
