/* SPDX-License-Identifier: GPL-2.0-or-later */
/* text out of mails, web pages, forums and journals */
#include "lib/decode.c"
#include "unit.h"

static void decodes(const char *text, const char *wanted, const char *name)
{
	char *copy = xstrdup(text);

	decode_text(copy);
	is_freed(copy, wanted, name);
}

/* RFC 4648 has these vectors. */
static void test_base64(void)
{
#define HEADER "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n"
	static const struct { const char *code, *text; } vector[] = {
		{ "Zg==", "f\n" }, { "Zm8=", "fo\n" }, { "Zm9v", "foo\n" }, { "Zm9vYg==", "foob\n" },
		{ "Zm9vYmE=", "fooba\n" }, { "Zm9vYmFy", "foobar\n" }, { "Zm9v\nYmFy\n", "foobar\n" },
		/* what follows begins a line of its own, a boundary too, even if the code has no end of line */
		{ "Zm9v\r\nYmFy\r\n--x", "foobar\n--x" }, { "Zm9v\n\nno code", "foo\n\nno code" },
		{ "Zm9vCg==\n--x", "foo\n--x" },
	};
	char text[200], want[200], name[80];

	for (size_t i = 0; i < LENGTH(vector); i++) {
		snprintf(text, sizeof(text), HEADER "%s", vector[i].code);
		snprintf(want, sizeof(want), "\n\n\n%s", vector[i].text);
		snprintf(name, sizeof(name), "Base64 is undone, vector %zu", i);
		decodes(text, want, name);
	}
	decodes("Zm9vYmFy\n", "Zm9vYmFy\n", "What no header announces is not taken for base64");
	decodes("Content-Type: image/png\nContent-Transfer-Encoding: base64\n\niVBORw0KGgo=\n--x", "\n\n\n--x",
		"What is no text, such as the signature of a PNG file, is left out");
	decodes("Content-Type: application/octet-stream;\n name=\"6.2.log\"\nContent-Transfer-Encoding:\n base64\n\nZm9v\n", "\n\n\n\n\nfoo\n",
		"An attached log may have any type, and its header may be folded");
	decodes("content-transfer-encoding:BASE64\n\nZm9v\n", "\n\nfoo\n", "Base64 without a type is text");
	decodes("content-transfer-encoding: base64\n", "\n", "A text may end where base64 is announced");
	decodes("content-transfer-encoding: base64", "", "It may end without an end of line, too");
	decodes("I like base64.\n\nZm9v\n", "I like base64.\n\nZm9v\n", "Prose about base64 announces none");
}

static void test_headers(void)
{
	decodes("To: a,\n b\nc\n", "\n\nc\n", "A field of a mail's header is left out, also what is folded");
	decodes("> To: a,\n>  b\n>> c\n", "\n\nc\n", "A quoted field ends where others are quoted");
	decodes("    To: a\n    b\n", "\nb\n", "A field that is indented itself does not take the lines below it");
	decodes("To: a\n  \n b\n", "\n\nb\n", "A blank line ends a field");
	decodes("# interbench -T\na\n", "\na\n", "The command behind the prompt of root names no run");
	decodes("interbench -T\na\n", "\na\n", "Nor does the command alone");
	decodes("interbench of mine\na\n", "interbench of mine\na\n", "A title may begin with the program's name");
}

static void test_characters(void)
{
	decodes("a long word &lt;b&gt;c &amp; d", "a long word <b>c & d", "Entities are undone");
	decodes("&#65;&#x42;&#X43; &#8212; &#228; &#x1d11e;", "ABC --- \xc3\xa4 \xf0\x9d\x84\x9e", "References to characters are undone");
	decodes("&#; &#x; &#12 &#xd800; &#x110000;", "&#; &#x; &#12 &#xd800; &#x110000;", "What refers to no character stays");
	decodes("a &", "a &", "A text may end in what begins a reference");
	decodes("a&#10;&#27;&#x9b;b", "a   b", "References to control characters are blanks");
	decodes("1\xe2\x80\x80" "2\xe2\x80\x8a" "3\xe2\x80\x8b" "4\xc2\xad" "5\xef\xbb\xbf" "6", "1 2 345" "6", "Blanks of Unicode are blanks, and what has no width is nothing");
	decodes("a\xe2\x80\xaa" "b\xe2\x80\xae" "c\xe2\x81\xa6" "d\xe2\x81\xa9" "e", "abcde", "What turns text around is nothing");
	decodes("a\xe2\x80\xa8" "b\r\nc\rd", "a\nb\nc\nd", "Ends of lines are those of Unix");
	decodes("\xe2\x94\x82" "a\xe2\x94\x80\xe2\x94\x80" "b", "a--b", "Lines that are drawn become dashes and bars");
	decodes("a\033[1;31mb\033[0mc\033(Bd\033]0;title\ae", "abcde", "What colours a terminal is nothing");
	decodes("1<b>2</b>3 <span class=x>4</span><br>5<td>6</td>", "123 4\n5\n6\n", "A tag that changes letters cuts no word, another one may end the line");
	decodes("a <b> c", "a <b> c", "Without a tag that is closed there are none");
	decodes("1[b]2[/b]3[quote=joe]4[/quote]", "123\n4\n", "The same goes for the tags of forums");
	decodes("[b] [nosuch] 5", "[b] [nosuch] 5", "Brackets are no tags where none is closed");
}

/* What users write into a run is no sign of what the text is. */
static void test_own(void)
{
#define RUN(facts) "> Benchmarking kernel 6.1 at datestamp 202601010101\n" facts "\n\n--- text\n"
#define READ(facts) "Benchmarking kernel 6.1 at datestamp 202601010101\n" facts "\n\n--- text\n"
#define ANY "a</b> <br> &amp; &#65; [/b] \xe2\x80\x93 \xc2\xb1"
	decodes(RUN("Comment: " ANY), READ("Comment: " ANY), "In the comment of a run mark-up is text");
	decodes(RUN("Setting: 1 of 2, " ANY "\nScratch: " ANY), READ("Setting: 1 of 2, " ANY "\nScratch: " ANY),
		"So is mark-up in its commands and paths");
	decodes(RUN("Comment: " ANY) "x " ANY, READ("Comment: a \n& A  -- \xb1") "x a \n& A  -- \xb1",
		"Behind its header mark-up makes the text HTML, and the comment, too");
	decodes("<pre>\n" RUN("Comment: &lt;/b&gt; a<i>b</i>") "</pre>", "\n" READ("Comment: </b> ab") "\n",
		"In a web page the comment is decoded once");
	decodes("Comment: a</b>", "Comment: a", "A comment without a run may be any text");
	decodes("Benchmarking kernel 6<br>\nComment: a &amp; b<br>\n", "Benchmarking kernel 6\nComment: a & b\n",
		"Lines that end with <br> are HTML");
	decodes("Benchmarking kernel 6\nComment: a &nbsp;+/-\n\n&gt;x", "Benchmarking kernel 6\nComment: a  +/-\n\nx",
		"An entity elsewhere makes those of the comment entities");
	decodes("x: Benchmarking kernel 6<br>b", "x:\nBenchmarking kernel 6\nb", "In the line of the kernel all is mark-up");
	decodes(RUN("Comment: [b]") "[code]x[/code]", READ("Comment: ") "x", "So does the tag of a forum");
	decodes(RUN("Comment: Load set to 8"), READ("Comment: Load set to 8"), "A comment is no header");
	decodes(RUN("Comment: 20 % interbench -c"), READ("Comment: 20 % interbench -c"), "A comment is no command");
}

static void test_lines(void)
{
#define TITLE "--- Benchmarking X in the presence of loads ---"
	decodes("> > joe> | # * a\n}>b", "a\nb", "Quoting and list marks are undone");
	decodes("x " TITLE "\ny\n", "x\n" TITLE "\ny\n", "What stands before a title gets a line of its own");
	decodes("Code: " TITLE "\n[code]" TITLE "\n{noformat}" TITLE "\n1. " TITLE "\n",
		"\n" TITLE "\n\n" TITLE "\n\n" TITLE "\n\n" TITLE "\n", "Mark-up before a title is nothing");
	decodes("Code:\n{code}\n```text\n~~~ console\n#+begin_src\n[/quote]\n", "\n\n\n\n\n\n", "Mark-up on a line is nothing");
	decodes("codes:\n{code} is a word\ntext\n", "codes:\n{code} is a word\ntext\n", "Words that only resemble mark-up stay");
	decodes("Received: from a\n  by b\nSubject: c\nDate: d\nX-Foo: e\n\nf", "\n\nSubject: c\n\n\n\nf", "Of a mail's header the subject stays");
	decodes("--b\nContent-Type: text/plain\n\n--HZ=100\n--c", "\n\n\n--HZ=100\n--c", "What parts a mail is nothing");
	decodes("joe@box:~$ sudo ./interbench -c\n# ./interbench\nI ran interbench\n", "\n\nI ran interbench\n", "The command that ran interbench is nothing, prose about it stays");
#define STAMP "Dec  2 05:00:01 host "
	decodes(STAMP "a[1]: " TITLE "\n" STAMP "a[1]: x\n" STAMP "kernel: y\n" STAMP "a[1]: z\nend\n", TITLE "\nx\nz\nend\n",
		"A journal's prefix is undone, and other programs' lines are left out");
	decodes("b-1  | " TITLE "\nb-1  | x\nc-1  | y\n", TITLE "\nx\nc-1  | y\n", "A prefix without a time tells no others");
}

static void test_helpers(void)
{
	ok(!strcmp(line_match("Using 12  loops\nof", "Using # loops "), "of"), "In a pattern # is a number, and a blank is blanks or an end of a line");
	ok(!strcmp(line_match("---- Foo x", "- * "), "x") && !line_match("- Foo x", "- * "), "In a pattern - is two dashes or more");
	ok(line_match("CPU", "cpu") && !line_match("cpu", "CPU"), "In a pattern a small letter is its capital too");
	ok(line_holds("ab\ncd", "ab") && !line_holds("ab\ncd", "cd"), "A line holds nothing of the next one");
}

int main(void)
{
	test_base64();
	test_headers();
	test_characters();
	test_own();
	test_lines();
	test_helpers();
	return unit_end();
}
