/* SPDX-License-Identifier: GPL-2.0-or-later */
/* what mail and editors encode as a whole; base64 and quoted-printable as parts: decode.c, log.c */
#include "lib/encoding.c"
#include "unit.h"

static void test_packed(void)
{
	ok(decode_packed("\x1f\x8b\x08", 3) && !strcmp(decode_packed("\x1f\x8b\x08", 3), "gzip"), "gzip is known by its first bytes");
	ok(!decode_packed("\x1f", 1), "One byte is not enough to know gzip by");
	ok(!decode_packed("BZ is no packer", 15), "A text is not taken for packed");
}

/* The bytes of s as UTF-16, by the definition for letters of Latin-1; returns their number. */
static size_t wide(char *to, const char *s, bool big, bool mark)
{
	size_t n = 0;

	if (mark) {
		to[n++] = (char)(big ? 0xfe : 0xff);
		to[n++] = (char)(big ? 0xff : 0xfe);
	}
	for (; *s; s++) {
		to[n + big] = *s;
		to[n + !big] = 0;
		n += 2;
	}
	return n;
}

static void test_utf16(void)
{
	static const char *const form[] = { "the low byte first", "the high byte first" };
	static const char line[] = "A line of text that is long enough to be known for what it is, by all means.\n";
	char want[600], name[80];

	for (int i = 0; i < 16; i++) {
		bool big = i & 1, mark = i & 2, before = i & 4, after = i & 8;
		char *bytes = xrealloc(NULL, 600);
		size_t n = 0;

		n = before ? (size_t)sprintf(bytes, "%s", line) : 0;
		n += wide(bytes + n, line, big, mark);
		memcpy(bytes + n, line, strlen(line));
		n += after ? strlen(line) : 0;
		snprintf(want, sizeof(want), "%s%s%s%s", before ? line : "", mark ? "\xef\xbb\xbf" : "", line,
			 after ? line : "");
		snprintf(name, sizeof(name), "UTF-16 is read, %s%s%s%s", form[big], mark ? ", marked" : "",
			 before ? ", behind UTF-8" : "", after ? ", before UTF-8" : "");
		bytes = decode_utf16(bytes, &n);
		is(bytes, want, name);
		ok(n == strlen(want), "The size of the text is right: %s", name);
		free(bytes);
	}
}

static void test_utf16_characters(void)
{
	/* U+00E4, U+20AC and U+1D11E, as the standard encodes them; a half of a pair */
	static const char some[] = "\xff\xfe\xe4\x00\xac\x20\x34\xd8\x1e\xdd\x34\xd8x";
	size_t n = sizeof(some);
	char *bytes = memcpy(xrealloc(NULL, n), some, n);

	is_freed(decode_utf16(bytes, &n), "\xef\xbb\xbf\xc3\xa4\xe2\x82\xac\xf0\x9d\x84\x9e?x", "Characters of two and of four bytes become UTF-8");
	n = 10;
	bytes = memcpy(xrealloc(NULL, n), "ab\0\0\0\0cd\ne", n);
	bytes = decode_utf16(bytes, &n);
	ok(n == 10 && !memcmp(bytes, "ab\0\0\0\0cd\ne", 11), "Zeros that a crash left stay");
	free(bytes);
	n = 4;
	bytes = decode_utf16(memcpy(xrealloc(NULL, n), "abcd", n), &n);
	ok(n == 4 && !strcmp(bytes, "abcd"), "Other text stays, with a 0 behind it");
	free(bytes);
}

int main(void)
{
	test_packed();
	test_utf16();
	test_utf16_characters();
	return unit_end();
}
