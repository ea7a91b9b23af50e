/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * decode.h - text out of mails, web pages, forums and journals, as plain lines
 *
 * What a text is decides what is undone, never its name or a header that it may have lost.
 */
#ifndef DECODE_H
#define DECODE_H

#include <stdbool.h>
#include <stddef.h>

/* What packed the bytes, as "gzip"; NULL: nothing known. */
const char *decode_packed(const char *bytes, size_t size);

/*
 * UTF-16, with a mark or without, to UTF-8, be it all or a part; anything else stays. Takes bytes (of malloc)
 * over and returns what replaces them, with a 0 behind; *size is that of the new text.
 */
char *decode_utf16(char *bytes, size_t *size);

/*
 * Undo in place, in this order: base64; quoted-printable; entities, tags, ends of lines and
 * control characters; then on each line quoting, list marks and the prefixes of journals.
 * What interbench printed begins its line afterwards. No result is longer than the text was.
 */
void decode_text(char *text);

/*
 * Where s goes on behind pattern, NULL if it does not begin so. In a pattern a blank stands
 * for blanks and ends of lines, # for digits, * for a word, - for two dashes or more, and a
 * small letter for its capital too.
 */
const char *line_match(const char *s, const char *pattern);

/* Does the line hold the word? */
bool line_holds(const char *line, const char *word);

const char *line_end(const char *s);

#endif
