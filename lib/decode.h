/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * decode.h - text out of mails, web pages, forums and journals, as plain lines
 */
#ifndef DECODE_H
#define DECODE_H

#include <stdbool.h>

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
