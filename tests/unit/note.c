/* SPDX-License-Identifier: GPL-2.0-or-later */
/* what is said in words, as lines */
#include "lib/note.c"
#include "unit.h"

#define TEN "123456789 "
#define SEVENTY TEN TEN TEN TEN TEN TEN TEN

static void prints(bool warns, const char *text, const char *wanted, const char *name)
{
	struct notes notes = { .n = 0 };
	char *printed;
	size_t size;
	FILE *out = open_memstream(&printed, &size);

	notes_add(&notes, 1, false, "another subject");
	notes_add(&notes, 2, warns, "%s", text);
	notes_print(out, &notes, 2);
	fclose(out);
	notes_free(&notes);
	is_freed(printed, wanted, name);
}

static void test_lines(void)
{
	prints(false, "two words", "two words\n", "A note is a line");
	prints(true, "two  words", "! two words\n", "A warning begins with a mark, and blanks are single");
	prints(false, SEVENTY "1234567890", SEVENTY "1234567890\n", "A line has 80 columns");
	prints(false, SEVENTY "12345678901", "123456789 123456789 123456789 123456789 123456789 123456789 123456789\n"
	       "    12345678901\n", "A word that would go beyond begins another line");
	prints(true, SEVENTY "123456789", "! 123456789 123456789 123456789 123456789 123456789 123456789 123456789\n"
	       "!   123456789\n", "Each line of a warning has the mark");
	prints(true, "a in A,\nb in B", "! a in A,\n!    b in B\n", "A line is broken where its writer wants it");
	prints(false, SEVENTY "12345678\xc3\xa4\xc3\xa4", SEVENTY "12345678\xc3\xa4\xc3\xa4\n", "A character of two bytes is one column");
	prints(false, "1234567890123456789012345678901234567890123456789012345678901234567890123456789012345",
	       "123456789012345678901234567890123456789012345678901234567890123456789012345\n    6789012345\n",
	       "A word that no line has room for is broken");
}

static void test_again(void)
{
	struct notes notes = { .n = 0 };

	for (int i = 0; i < 2; i++) {
		notes_add(&notes, i, true, "note %d", i);
		ok(notes.n == 1 && notes.note[0].subject == i && notes.note[0].warns && notes.note[0].text[5] == '0' + i, "A list of notes has what was added");
		notes_free(&notes);
		ok(!notes.n && !notes.note, "and is empty once it was freed");
	}
}

static void cuts(const char *text, size_t columns, const char *wanted, const char *name)
{
	char *copy = xstrdup(text);

	text_cut(copy, columns);
	is_freed(copy, wanted, name);
}

static void test_cut(void)
{
	cuts("0123456789", 10, "0123456789", "What has room is not cut");
	cuts("0123456789abcdefghi", 12, "012...defghi", "A third of what is left is from the beginning");
	cuts("0123456789abcdefghi", 11, "01...defghi", "of whole characters");
	cuts("\xc3\xa4" "123456789abcdefghi", 12, "\xc3\xa4" "12...defghi", "Characters are not cut apart");
	cuts("0123456789", 5, "...89", "With little room the end alone is left");
	ok(text_columns("\xc3\xa4" "bc") == 3, "Columns are characters");
}

int main(void)
{
	test_lines();
	test_again();
	test_cut();
	return unit_end();
}
