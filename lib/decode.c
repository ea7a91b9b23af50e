/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "decode.h"
#include "encoding.h"
#include "util.h"

enum {
	PREFIX_MAX = 200,	/* bytes of what a journal or grep puts before a line */
	PREFIX_AHEAD = 4,	/* within so many lines a prefix must come again */
	CODE_TEXT = 5,		/* bytes of the longest text that a code stands for, with a 0 */
};

/*
 * Characters
 */

/* No code is shorter than what it stands for, since the text is decoded in place. */
static const struct { const char *code, *text; } codes[] = {
	{ "&gt;", ">" }, { "&lt;", "<" }, { "&amp;", "&" }, { "&quot;", "\"" },
	{ "&nbsp;", " " }, { "&ensp;", " " }, { "&emsp;", " " }, { "&thinsp;", " " },
	{ "&minus;", "-" }, { "&plusmn;", "\xb1" }, { "&ndash;", "--" }, { "&mdash;", "---" },
	{ "\r\n", "\n" }, { "\r", "\n" },
};

/* Characters of Unicode that are read as others; the first range that has one counts. */
static const struct { uint32_t from, to; const char *text; } characters[] = {
	{ 0xa0, 0xa0, " " }, { 0xad, 0xad, "" }, { 0xb1, 0xb1, "\xb1" }, { 0xbb, 0xbb, ">" },
	{ 0x2000, 0x200a, " " }, { 0x200b, 0x200f, "" }, { 0x2010, 0x2012, "-" },
	{ 0x2013, 0x2013, "--" }, { 0x2014, 0x2015, "---" }, { 0x2022, 0x2022, "*" },
	{ 0x2028, 0x2029, "\n" }, { 0x202a, 0x202e, "" }, { 0x202f, 0x202f, " " },
	{ 0x203a, 0x203a, ">" }, { 0x205f, 0x205f, " " }, { 0x2060, 0x206f, "" },
	{ 0x2212, 0x2212, "-" }, { 0x2502, 0x2503, "|" }, { 0x2551, 0x2551, "|" },
	{ 0x2500, 0x257f, "-" }, { 0x3000, 0x3000, " " }, { 0xfeff, 0xfeff, "" },
};

/* How a character is read; NULL: as itself. */
static const char *character_text(uint32_t c)
{
	for (size_t i = 0; i < LENGTH(characters); i++)
		if (c >= characters[i].from && c <= characters[i].to)
			return characters[i].text;
	return NULL;
}

/* The character at s, of which utf8_length() knows the length. */
static uint32_t utf8_get(const char *s, size_t length)
{
	uint32_t c = (unsigned char)*s & (length > 1 ? 0x7fu >> length : 0x7fu);

	for (size_t i = 1; i < length; i++)
		c = c << 6 | ((unsigned char)s[i] & 0x3f);
	return c;
}

/* The length of the reference to a character at s, "&#43;" or "&#x2b;"; 0: it is none. */
static size_t reference(const char *s, char text[static CODE_TEXT])
{
	char *end;
	const char *digits, *as;
	unsigned long c;
	bool hex;

	if (strncmp(s, "&#", 2))
		return 0;
	hex = (s[2] | 32) == 'x';
	digits = s + 2 + hex;
	if (!isxdigit((unsigned char)*digits))
		return 0;
	c = strtoul(digits, &end, hex ? 16 : 10);
	if (*end != ';' || c > 0x10ffff || c >> 11 == 0x1b)
		return 0;
	as = c < ' ' || (c >= 0x7f && c < 0xa0) ? " " : character_text((uint32_t)c);
	text[as ? strlen(strcpy(text, as)) : utf8_put(text, (uint32_t)c)] = 0;
	return (size_t)(end - s) + 1;
}

/* Tags that only say how the letters look: a figure may go on behind them. */
static const char inline_tags[] = "|b|i|u|em|strong|font|span|a|tt|code|kbd|samp|small|big|mark|"
				  "color|size|mono|";

/* Is a name, of any case, in a list such as "|b|i|"? */
static bool name_in(const char *list, const char *name, size_t len)
{
	for (const char *s = list; *s && s[1]; s += strcspn(s + 1, "|") + 1)
		if (strcspn(s + 1, "|") == len && !strncasecmp(s + 1, name, len))
			return true;
	return false;
}

/* The length of the tag of a forum at s: [code], [/b], [quote="joe"]; 0: it is none. */
static size_t forum_tag(const char *s)
{
	static const char names[] = "|code|quote|pre|b|i|u|tt|size|color|font|spoiler|mono|table|tr|"
				    "td|th|list|noparse|";
	const char *word = s + 1 + (s[1] == '/');
	size_t len = strspn(word, LETTERS);
	size_t end = len + (word[len] == '=' ? strcspn(word + len, "[]\n") : 0);

	return word[end] == ']' && name_in(names, word, len) ? (size_t)(word - s) + end + 1 : 0;
}

/*
 * The length of the tag of HTML at s; 0: there is none. It is not searched beyond a '<', which
 * would be quadratic. Mailers write the known ones on two lines.
 */
static size_t html_tag(const char *s)
{
	static const char known[] = "|a|b|code|div|em|font|i|p|pre|span|strong|table|td|th|tr|tt|";
	size_t n = 1 + strcspn(s + 1, "<>\n");

	if (s[n] == '\n' && name_in(known, s + 1, strspn(s + 1, LETTERS)))
		n += 1 + strcspn(s + n + 1, "<>\n");
	return s[n] == '>' && (isalpha((unsigned char)s[1]) || s[1] == '/' || s[1] == '!') ? n + 1 : 0;
}

/* The length of what colours a terminal or names its window at s, 0: nothing does. */
static size_t terminal_code(const char *s)
{
	size_t n = 0;

	if (s[0] != '\033')
		return 0;
	if (s[1] == ']' && s[n = strcspn(s, "\a\n")] == '\a')
		return n + 1;
	if (strchr("()", s[1]) && s[1] && isalnum((unsigned char)s[2]))	/* a set of characters */
		return 3;
	n = s[1] == '[' ? 2 + strspn(s + 2, DIGITS ";?") : 0;
	return n && isalpha((unsigned char)s[n]) ? n + 1 : 0;
}

/*
 * The length of the code at s, 0 for none, and what it stands for. A tag that does not only
 * change the letters may as well end the line: rows and headers go on in the next one.
 */
static size_t decode_code(const char *s, char text[static CODE_TEXT])
{
	unsigned char c = (unsigned char)s[0];
	size_t n = utf8_length(s);
	const char *as = n > 1 ? character_text(utf8_get(s, n)) : NULL, *name;

	for (size_t i = 0; i < LENGTH(codes); i++)
		if (!strncmp(s, codes[i].code, strlen(codes[i].code))) {
			strcpy(text, codes[i].text);
			return strlen(codes[i].code);
		}
	if (c == '<' || c == '[') {
		n = c == '<' ? html_tag(s) : forum_tag(s);
		name = s + 1 + (s[1] == '/');
		*text = 0;
		if (!n || name_in(inline_tags, name, strspn(name, LETTERS)))
			return n;
		strcpy(text, "\n");	/* "<br>\n" is one end, not two */
		return n + (s[n] == '\n');
	}
	strcpy(text, as ? as : "");
	if (as)
		return n;
	if ((n = terminal_code(s)))
		return n;
	/* Names are printed later: no control characters. Latin-1's blank is 0xa0. */
	strcpy(text, " ");
	if (c == 0xc2 && (unsigned char)s[1] >= 0x80 && (unsigned char)s[1] < 0xa0)
		return 2;
	if (c < ' ' || c == 0x7f || (c >= 0x80 && c <= 0xa0))
		return 1;
	return reference(s, text);
}

/*
 * Lines
 */

/* What stands before the lines of a journal: each begins like this one. */
struct prefix {
	char text[PREFIX_MAX];
	size_t len;			/* 0: there is none */
};

/* Step over quoting and list marks: "> ", ">> ", "joe> ", "| ", ": ", "# ", "* ", "- ", "`". */
static const char *line_unquote(const char *s)
{
	for (;;) {
		size_t n;

		s += strspn(s, " >|:#%}`");
		n = strcspn(s, " >\n");
		if (n < 10 && s[n] == '>')
			s += n + 1;
		else if (strchr("*-", *s) && *s && s[1] == ' ')
			s += 2;
		else
			return s;
	}
}

/* Is it a month or a day of the week? In a prefix one may take the place of another. */
static bool is_date_word(const char *s)
{
	return isupper((unsigned char)s[0]) && islower((unsigned char)s[1]) &&
	       islower((unsigned char)s[2]) && !isalpha((unsigned char)s[3]);
}

/*
 * The length of the line's prefix; 0: it has none. Numbers, blanks and dates change from
 * line to line, and grep writes ':' or '-'. An empty line may lack the prefix's last blank.
 */
static size_t prefix_match(const struct prefix *prefix, const char *line)
{
	const char *p = prefix->text, *end = p + prefix->len, *s = line;

	while (p < end) {
		size_t run = strspn(p, DIGITS " "), blanks = strspn(p, " "), n;

		if (run) {
			n = run > blanks ? strspn(s, DIGITS " ") : strspn(s, " ");
			if (!n)
				return p + run == end && (*s == '\n' || !*s) && s > line ?
				       (size_t)(s - line) : 0;
			if (p[run - 1] == ' ' && s[n - 1] != ' ' && s[n] && s[n] != '\n')
				return 0;	/* 58.1, which was wrapped off a row, has no number 58 */
			p += run;
			s += n;
		} else if (end - p > 3 && is_date_word(p) && is_date_word(s)) {
			p += 3;
			s += 3;
		} else if (*p == *s || (*p == ':' && *s == '-')) {
			p++;
			s++;
		} else {
			return 0;
		}
	}
	return (size_t)(s - line);
}

/* Has one of the next lines the prefix too, as in a journal? */
static bool prefix_again(const struct prefix *prefix, const char *line)
{
	for (int i = 0; i < PREFIX_AHEAD && *line; i++) {
		line += strcspn(line, "\n");
		line = line_unquote(line + (*line == '\n'));
		if (prefix_match(prefix, line))
			return true;
	}
	return false;
}

/* Where the title of a table begins in the line, with its dashes or without; NULL: nowhere. */
static const char *title_find(const char *line, const char *end)
{
	const char *s = line_find(line, end, "Benchmarking "), *dash = s;
	const char *words = s ? s + strlen("Benchmarking ") : NULL;

	if (!s || (strncasecmp(words, "simulated cpu of ", 17) &&
		   !line_find(words, end, " in the presence of ") &&
		   !line_find(words, end, " in presence of ")))
		return NULL;
	while (dash > line && dash[-1] == ' ')
		dash--;
	if (dash > line + 1 && dash[-1] == '-' && dash[-2] == '-')
		for (s = dash; s > line && s[-1] == '-'; s--)
			;
	return *s == '-' || s == line || !isalnum((unsigned char)line[0]) ? s : NULL;
}

/* Where one of the other lines begins that stand above the tables; NULL: nowhere. */
static const char *header_find(const char *line, const char *end)
{
	const char *s = line_find(line, end, "Benchmarking kernel ");

	if (!s)
		s = line_find(line, end, "Load set to ");
	if (!s && line_find(line, end, " running every load for "))
		s = line_find(line, end, "Using ");
	return s;
}

/* Is what stands before s no prose, such as "Code: " or "**"? */
static bool is_lead_in(const char *line, const char *s)
{
	while (s > line && s[-1] == ' ')
		s--;
	return s > line && !isalnum((unsigned char)s[-1]) && !strchr(",(\"'", s[-1]);
}

/* Does a log begin that was put behind another one which ended within a line, as by cat? */
static bool is_glued(const char *s)
{
	return line_match(s, "Load set to # processors Using ");
}

/*
 * Where in the line begins what interbench printed; NULL: not known. Before it may stand a
 * prefix, which is dropped from this line and those that follow (*drop), or a mark such as
 * "[code]", "Code: ", "1. ".
 */
static const char *line_begin(struct prefix *prefix, const char *line, const char *end, bool *drop)
{
	const char *title = title_find(line, end), *s = title ? title : header_find(line, end);
	struct prefix found = { .len = 0 };

	*drop = false;
	if (!s || s == line)
		return s;
	found.len = (size_t)(s - line);
	if (found.len < PREFIX_MAX && strncmp(line, "-", found.len)) {	/* "-" may be a diff's */
		memcpy(found.text, line, found.len);
		*drop = prefix_again(&found, line);
	}
	if (*drop)
		*prefix = found;
	return *drop || title || is_glued(s) || is_lead_in(line, s) ? s : NULL;
}

/*
 * Characters of a text
 */

/* What a text has, apart from what users wrote into the headers of runs. */
struct mark_up {
	bool tags, forum, entities, signs;
};

/* Is it a <br> or a closing tag? <x> may be a comment, "</dev/null >x" a command. */
static bool is_html(const char *s)
{
	return !strncasecmp(s, "<br", 3) ||
	       (s[1] == '/' && s[2] != '>' && s[2 + strspn(s + 2, LETTERS DIGITS)] == '>');
}

/* Is it a character that is seen, and stands for others, such as a dash? */
static bool is_sign(const char *s)
{
	char to[CODE_TEXT];

	return (unsigned char)*s > 0x7f && decode_code(s, to) && *to && !strchr(" \n", *to);
}

/*
 * The end of what interbench itself wrote in a line. In the header of a run, a comment, a command
 * or a path follows the name of a fact, and may look like anything. *header: is it in one?
 */
static const char *line_ours(const char *line, const char *end, bool *header)
{
	const char *s = line_unquote(line), *name;
	bool first = line_find(line, end, "Benchmarking kernel ");

	*header = first || (*header && s + (*s == '\r') < end && !title_find(line, end));
	name = *header && !first ? memmem(line, (size_t)(end - line), ": ", 2) : NULL;
	return name ? name : end;
}

static struct mark_up text_mark_up(const char *text)
{
	struct mark_up has = { .tags = false };
	char to[CODE_TEXT];
	bool header = false;

	for (const char *line = text, *end; *line; line = end + (*end == '\n')) {
		end = line_end(line);
		for (const char *s = line, *ours = line_ours(line, end, &header); s < ours; s++) {
			has.tags |= *s == '<' && is_html(s);
			has.forum |= *s == '[' && s[1] == '/' && forum_tag(s);
			has.entities |= *s == '&' && decode_code(s, to);
			has.signs |= is_sign(s);
		}
	}
	return has;
}

static void decode_characters(char *text)
{
	struct mark_up has = text_mark_up(text);
	char *w = text;

	for (const char *s = text; *s;) {
		bool plain = *s == '<' ? !has.tags : *s == '[' ? !has.forum : *s == '&' ?
			     !has.entities && !has.tags : *s == '\n' || (*s >= ' ' && *s <= '~') ||
			     (!has.signs && is_sign(s));
		char to[CODE_TEXT];
		size_t n = plain ? 0 : decode_code(s, to);

		for (const char *t = to; n && *t; t++)
			*w++ = *t;
		s += n;
		if (n)
			continue;
		n = utf8_length(s);
		do
			*w++ = *s++;
		while (n-- > 1);
	}
	*w = 0;
}

/* Is the line a field of a mail's header? The subject is kept, for it may name a run. */
static bool is_mail_field(const char *line, const char *end)
{
	static const char names[] = "|From|To|Cc|Bcc|Date|Sender|Reply-To|Message-ID|In-Reply-To|"
				    "References|Received|Return-Path|Delivered-To|MIME-Version|"
				    "User-Agent|Lines|Organization|DKIM-Signature|Sent|Hash|";
	size_t len = strspn(line, LETTERS DIGITS "-");

	return line + len < end && line[len] == ':' &&
	       (name_in(names, line, len) || !strncasecmp(line, "Content-", 8) ||
		!strncmp(line, "X-", 2) || !strncmp(line, "List-", 5));
}

/* Is it what forums and mark-up write above or around a quotation or a listing? */
static bool is_mark_up(const char *line, const char *end)
{
	static const char *const heads[] = { "Code:", "Quote:", "Code: Select all" };
	static const char names[] = "|code|quote|pre|noformat|spoiler|source|syntaxhighlight|";
	size_t len = (size_t)(end - line), slash = line + 1 < end && line[1] == '/';

	for (size_t i = 0; i < LENGTH(heads); i++)
		if (strlen(heads[i]) == len && !strncmp(line, heads[i], len))
			return true;
	if (len > 2 && strchr("[{<", *line) && strchr("]}>", end[-1]))
		return name_in(names, line + 1 + slash, strspn(line + 1 + slash, LETTERS)) &&
		       !memchr(line + 1, *line, len - 1);
	/* "1." of a list; "~~~ console"; "#+begin_src" */
	return (len > 1 && strspn(line, DIGITS) == len - 1 && strchr(".)", end[-1])) ||
	       (!strncmp(line, "~~~", 3) && strspn(line, LETTERS "~ ") == len) ||
	       !strncasecmp(line, "+begin_", 7) || !strncasecmp(line, "+end_", 5);
}

/* Is it the command that ran interbench? Its options say no more than the run's header. */
static bool is_command(const char *line, const char *end)
{
	const char *name = line_find(line, end, "interbench"), *prompt;

	if (!name || (name > line && !strchr("/ ", name[-1])) || isalnum((unsigned char)name[10]) ||
	    !strncmp(line, "Busy: ", 6))	/* who kept the CPUs busy: "(16 % interbench)" */
		return false;
	for (prompt = name; prompt > line && !(strchr("$#%", prompt[-1]) && *prompt == ' '); prompt--)
		;
	return prompt > line || !strncmp(line, "./interbench", 12) || !strncmp(line, "sudo ", 5) ||
	       !strncmp(line, "interbench -", 12);	/* the prompt of root was taken for a quote */
}

/* Does the line name no run, whatever stands below it? */
static bool is_wrapping(const char *line, const char *end)
{
	const char *next = end + (*end == '\n');

	if (!strncmp(line, "-----BEGIN PGP ", 15) || !strncmp(line, "-----END PGP ", 13) ||
	    !strncmp(line, "-----Original Message", 21))
		return true;
	return is_mark_up(line, end) || is_mail_field(line, end) || is_command(line, end) ||
	       (!strncmp(line, "--", 2) && !strncasecmp(next, "Content-", 8));	/* parts of a mail */
}

/* Is it the line of another program of the same journal? It has the same time and host. */
static bool prefix_is_other(const struct prefix *prefix, const char *line)
{
	struct prefix stamp = *prefix;

	if (stamp.len < 2 || strncmp(stamp.text + stamp.len - 2, ": ", 2))
		return false;
	for (stamp.len--; stamp.len && stamp.text[stamp.len - 1] != ' '; stamp.len--)
		;
	return stamp.len && strcspn(stamp.text, DIGITS) < stamp.len && prefix_match(&stamp, line);
}

/* Is the line "```text" of Markdown, whose marks were stepped over? */
static bool is_fence(const char *s, const char *line, const char *end)
{
	return line - s > 2 && !strncmp(line - 3, "```", 3) && line + strspn(line, LETTERS) == end;
}

/* Give what stands before interbench's part of a line a line of its own, in place. */
static char *lead_write(char *w, const char *line, const char *begin)
{
	const char *end = begin;

	while (end > line && end[-1] == ' ')
		end--;
	if (end > line && !is_wrapping(line, end)) {
		memmove(w, line, (size_t)(begin - line) - 1);
		w += begin - line - 1;
		if (is_glued(begin) && begin > line + 1)
			w[-1] = '.';	/* its last figure may be cut: it is not to be read */
	}
	*w++ = '\n';
	return w;
}

/* The field of a mail's header that the lines before were. */
struct field {
	char quote[16];			/* what stands before it: marks of quoting, or blanks */
	size_t len;			/* of that */
	bool open;			/* the next line may go on with it */
};

/* Does the line belong to a field? Of one that is folded, the next lines are indented further. */
static bool field_take(struct field *f, const char *s, const char *line, const char *end)
{
	size_t len = (size_t)(line - s);

	if (is_mail_field(line, end)) {
		f->open = len < sizeof(f->quote);
		f->len = f->open ? len : 0;
		memcpy(f->quote, s, f->len);
		return true;
	}
	f->open = f->open && line < end && len > f->len && s[f->len] == ' ' &&
		  !memcmp(s, f->quote, f->len);
	return f->open;
}

static void decode_lines(char *text)
{
	struct prefix prefix = { .len = 0 };
	struct field field = { .open = false };
	bool names_none, drop = false, header = false, comment;
	char *w = text;

	for (const char *s = text; *s;) {
		const char *line = line_unquote(s), *end = line_end(line), *begin;
		size_t n = prefix.len ? prefix_match(&prefix, line) : 0;

		names_none = field_take(&field, s, line, end) || is_fence(s, line, end);
		s = end + (*end == '\n');
		if (n)
			line = line_unquote(line + n);
		else if (prefix.len && prefix_is_other(&prefix, line))
			continue;
		comment = header && !strncmp(line, "Comment: ", 9);	/* may look like anything */
		begin = comment ? NULL : line_begin(&prefix, line, end, &drop);
		header = begin && line_match(begin, "Benchmarking kernel ");
		if (begin == line && !n)
			prefix.len = 0;
		if (begin && begin > line && !drop)
			w = lead_write(w, line, begin);
		if (begin)
			line = begin;
		else if (!comment && (names_none || is_wrapping(line, end)))
			line = end;
		memmove(w, line, (size_t)(s - line));
		w += s - line;
	}
	*w = 0;
}

void decode_text(char *text)
{
	decode_base64(text);
	decode_printable(text);
	decode_characters(text);
	decode_lines(text);
}

const char *line_match(const char *s, const char *pattern)
{
	for (; *pattern; pattern++) {
		size_t n = *s == *pattern || (islower((unsigned char)*pattern) && (*s | 32) == *pattern);

		if (*pattern == ' ')
			n = strspn(s, " \n");
		else if (*pattern == '#')
			n = strspn(s, DIGITS);
		else if (*pattern == '*')
			n = strcspn(s, " \n");
		else if (*pattern == '-')
			n = strspn(s, "-") > 1 ? strspn(s, "-") : 0;
		if (!n)
			return NULL;
		s += n;
	}
	return s;
}

bool line_holds(const char *line, const char *word)
{
	return memmem(line, strcspn(line, "\n"), word, strlen(word)) != NULL;
}

const char *line_end(const char *s)
{
	return s + strcspn(s, "\n");
}
