/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "encoding.h"
#include "util.h"

enum {
	SOFT_LEAST = 58,	/* bytes that a line had at least which mail wrapped */
	UTF16_SAMPLE = 64,	/* bytes by which UTF-16 is told from other text */
};

/*
 * Bytes
 */

const char *decode_packed(const char *bytes, size_t size)
{
	static const struct { const char *magic, *name; } packed[] = {
		{ "\x1f\x8b", "gzip" }, { "BZh", "bzip2" }, { "\xfd" "7zXZ", "xz" },
		{ "\x28\xb5\x2f\xfd", "zstd" }, { "PK\x03\x04", "zip" },
		{ "\x04\x22\x4d\x18", "lz4" },
	};

	for (size_t i = 0; i < LENGTH(packed); i++) {
		size_t n = strlen(packed[i].magic);

		if (size >= n && !memcmp(bytes, packed[i].magic, n))
			return packed[i].name;
	}
	return NULL;
}

/* Which byte of a pair is the high one, if UTF-16 begins here; -1: it does not. */
static int utf16_high(const char *bytes, size_t size)
{
	size_t sample = size < UTF16_SAMPLE ? size / 2 : UTF16_SAMPLE / 2, zero[2] = { 0 };

	if (size >= 2 && !memcmp(bytes, "\xff\xfe", 2))
		return 1;
	if (size >= 2 && !memcmp(bytes, "\xfe\xff", 2))
		return 0;
	for (size_t i = 0; i < 2 * sample; i++)
		zero[i % 2] += !bytes[i];
	/* in English high bytes are 0; a crash leaves zeros in both places */
	for (int high = 0; high < 2; high++)
		if (sample && !bytes[high] && zero[high] * 10 > sample * 6 &&
		    zero[!high] * 10 < sample)
			return high;
	return -1;
}

/* Where UTF-16 may begin: at the first zero or just before it. Without a zero: size. */
static size_t utf16_begin(const char *bytes, size_t size)
{
	const char *zero = memchr(bytes, 0, size);
	size_t at = zero ? (size_t)(zero - bytes) : size;

	/* the zero is the high byte of the first letter, which may have a mark before it */
	for (size_t back = 3; zero && back; back--)
		if (at >= back && (back > 1 || bytes[at - 1] != '\n') &&
		    utf16_high(bytes + at - back, size - at + back) >= 0)
			return at - back;
	return at;
}

static uint32_t utf16_unit(const char *s, int high)
{
	return (uint32_t)(unsigned char)s[high] << 8 | (unsigned char)s[!high];
}

/* The length of the UTF-16 that begins here. It ends where only ASCII follows. */
static size_t utf16_size(const char *bytes, size_t size)
{
	size_t plain = 0, i;

	for (i = 0; i + 1 < size && plain < UTF16_SAMPLE; i += 2)
		plain = bytes[i] >= '\t' && bytes[i] <= '~' && bytes[i + 1] >= '\t' &&
			bytes[i + 1] <= '~' ? plain + 2 : 0;
	return plain < UTF16_SAMPLE ? size : i - plain;
}

/* Write what UTF-16 says; returns the end of it. */
static char *utf16_text(char *w, const char *bytes, size_t size, int high)
{
	for (size_t i = 0; i + 1 < size; i += 2) {
		uint32_t c = utf16_unit(bytes + i, high);
		uint32_t low = i + 3 < size ? utf16_unit(bytes + i + 2, high) : 0;

		if (c >> 10 == 0x36 && low >> 10 == 0x37) {	/* a pair of surrogates */
			c = 0x10000 + ((c & 0x3ff) << 10 | (low & 0x3ff));
			i += 2;
		}
		w += utf8_put(w, c >> 11 == 0x1b ? '?' : c);
	}
	return w;
}

char *decode_utf16(char *bytes, size_t *size)
{
	bool marked = *size >= 2 && utf16_high(bytes, 2) >= 0;
	char *text, *w;

	if (!marked && !memchr(bytes, 0, *size)) {
		text = xrealloc(bytes, *size + 1);
		text[*size] = 0;
		return text;
	}
	w = text = xrealloc(NULL, *size / 2 * 3 + 2);	/* a pair of bytes makes three */
	for (size_t i = 0, n; i < *size; i += n) {	/* some editors and shells append it */
		int high = utf16_high(bytes + i, *size - i);

		if (high >= 0) {
			n = utf16_size(bytes + i, *size - i);
			w = utf16_text(w, bytes + i, n, high);
			continue;
		}
		n = utf16_begin(bytes + i, *size - i);
		while (!n || (i + n < *size && !bytes[i + n] && utf16_high(bytes + i + n, *size - i - n) < 0))
			n++;			/* zeros that a crash left */
		memcpy(w, bytes + i, n);
		w += n;
	}
	*w = 0;
	*size = (size_t)(w - text);
	free(bytes);
	return text;
}

/*
 * Base64
 */

const char *line_find(const char *line, const char *end, const char *words)
{
	size_t n = strlen(words);

	for (const char *s = line; s + n <= end; s++)
		if ((*s | 32) == (*words | 32) && !strncasecmp(s, words, n))
			return s;
	return NULL;
}

/* The value of a field in a mail's header, which may be folded; NULL: it is not there. */
static const char *mail_field(const char *s, const char *end, const char *name)
{
	const char *field = line_find(s, end, name);

	if (field)
		field += strlen(name);
	return field ? field + strspn(field, " \t\r\n") : NULL;
}

/* Does the header of a mail, or of a part of it, announce base64 below it? */
static bool base64_announced(const char *s, const char *end)
{
	const char *encoding = mail_field(s, end, "content-transfer-encoding:");

	return *end && encoding && !strncasecmp(encoding, "base64", 6);
}

/*
 * Is what was decoded text? An attached log may have any type, as an image has. One byte in ten
 * of what is packed is a control character, but none in a text, or few.
 */
static bool base64_is_text(const char *s, const char *end)
{
	enum { TEXT_EACH = 32 };	/* bytes, of which one may be such a character */
	size_t size = (size_t)(end - s), controls = 0;

	for (; s < end; s++)
		controls += (unsigned char)*s < ' ' && !strchr("\t\n\r\033", *s);
	return controls * TEXT_EACH <= size;
}

/* Decode the lines from s on to *w, which moves on. Returns the first other line. */
static char *base64_lines(char *s, char **w)
{
	static const char digit[] = LETTERS DIGITS "+/";
	uint32_t bits = 0;
	int n = 0;

	for (size_t len; (len = strspn(s, LETTERS DIGITS "+/")) > 0;) {
		char *end = s + len + strspn(s + len, "= \t\r");

		if (*end && *end != '\n')
			break;
		for (; len--; s++) {
			bits = bits << 6 | (uint32_t)(strchr(digit, *s) - digit);
			n += 6;
			if (n < 8)
				continue;
			n -= 8;
			**w = (char)(bits >> n);
			*w += **w != 0;
		}
		s = end + (*end == '\n');
	}
	return s;
}

void decode_base64(char *text)
{
	char *w = text, *begin;

	if (!strcasestr(text, "base64"))
		return;
	for (char *s = text; *s;) {
		char *end = s;		/* of the paragraph, which may be a header */
		bool announced;

		while (*end && (end == s || end[-1] != '\n' || end[strspn(end, "\r")] != '\n'))
			end++;
		announced = base64_announced(s, end);
		memmove(w, s, (size_t)(end - s));
		w += end - s;
		s = end;
		if (*s)
			*w++ = *s++;
		if (!announced)
			continue;
		begin = w;
		s = base64_lines(s + strspn(s, "\r\n"), &w);
		if (!base64_is_text(begin, w))
			w = begin;
		else if (w > begin && w[-1] != '\n')	/* a boundary may follow */
			*w++ = '\n';
	}
	*w = 0;
}

/*
 * Quoted-printable
 */

/* The length of the code at s, which is a '='; 0: it is none. *c: its character, 0: none */
static size_t printable_code(const char *s, char *c)
{
	static const char hex[] = "0123456789ABCDEF0123456789abcdef";
	const char *high = s[1] ? strchr(hex, s[1]) : NULL;
	const char *low = high && s[2] ? strchr(hex, s[2]) : NULL;
	size_t blanks = 1 + strspn(s + 1, " \t\r");

	*c = low ? (char)((high - hex) % 16 * 16 + (low - hex) % 16) : 0;
	if (low)
		return 3;
	return s[blanks] == '\n' ? blanks + 1 : !s[blanks] ? blanks : 0;
}

/*
 * Can the code at s be no assignment such as HZ=10 or vm.swappiness=20? It cannot if no word
 * stands before it, or if it wraps a long line.
 */
static bool printable_sign(const char *line, const char *s, char c)
{
	const char *word = s;

	if (!c)
		return s - line >= SOFT_LEAST;
	if (c == '=' || (s - line >= 3 && s[-3] == '=' && isxdigit((unsigned char)s[-2])))
		return true;
	while (word > line && (isalnum((unsigned char)word[-1]) || strchr("_.-", word[-1])))
		word--;
	if (c == ' ')
		return s[3 + strspn(s + 3, "\r")] == '\n' &&
		       (word == s || !isalpha((unsigned char)*word));
	return word == s && !isalnum((unsigned char)c);
}

/* The end of the paragraph at s. *valid: each '=' is a code; *sign: one is no assignment */
static char *printable_paragraph(char *s, bool *valid, bool *sign)
{
	const char *line = s;

	*valid = true;
	for (; *s; s++) {
		char c;

		if (*s == '=') {
			size_t n = printable_code(s, &c);

			*valid &= n > 0;
			*sign |= n && printable_sign(line, s, c);
		}
		if (*s != '\n')
			continue;
		line = s + 1;
		if (!line[strspn(line, " \t\r")] || line[strspn(line, " \t\r")] == '\n')
			return s + 1;
	}
	return s;
}

/* Does a paragraph of a mail's header announce quoted-printable, or another encoding? */
static bool printable_announced(char *s, char *end, bool so_far)
{
	static const char field[] = "content-transfer-encoding:";
	char c = *end;

	*end = 0;
	s = strcasestr(s, field);
	if (s) {
		s += strlen(field);
		s += strspn(s, " ");
		so_far = !strncasecmp(s, "quoted-printable", 16);
	}
	*end = c;
	return so_far;
}

/*
 * The end of the part that begins at s. A part is a paragraph that is not quoted-printable, or
 * all paragraphs one after the other that may be.
 */
static char *printable_part(char *s, bool *announced, bool *is_code)
{
	bool valid, sign = false;
	char *end = printable_paragraph(s, &valid, &sign);

	*announced = printable_announced(s, end, *announced);
	*is_code = valid && (sign || *announced);
	while (valid && *end) {
		char *next;

		sign = false;
		next = printable_paragraph(end, &valid, &sign);
		if (!valid || printable_announced(end, next, *announced) != *announced)
			break;
		*is_code |= sign;
		end = next;
	}
	return end;
}

/*
 * Decode the parts that plainly are quoted-printable: each '=' in them is a code, and one is
 * no assignment or a mail's header announces it. So HZ=1000 is left alone elsewhere.
 */
void decode_printable(char *text)
{
	bool announced = false;
	char *w = text;

	if (!strchr(text, '='))
		return;
	for (char *s = text; *s;) {
		bool is_code;
		char *end = printable_part(s, &announced, &is_code);

		while (s < end) {
			char c = 0;
			size_t n = is_code && *s == '=' ? printable_code(s, &c) : 0;

			if (!n)
				*w++ = *s++;
			else if (c)
				*w++ = c;
			s += n;
		}
	}
	*w = 0;
}
