// Text of others (a shader's names, a file's words) as it may go to a terminal and into the log of a CI job:
// what a terminal would obey is shown instead, and no line of it is a command of GitHub's or Azure's runners.
#ifndef KILN_UTIL_SAFE_TEXT_H
#define KILN_UTIL_SAFE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// Bytes of the UTF-8 sequence at `s`, and its code point; 0: there is none that is whole and in its shortest
// form.
unsigned kiln_utf8(const char *s, uint32_t *code);

// Whether a terminal obeys the character, or text turns its direction there.
bool kiln_is_obeyed(uint32_t code);

// Control characters but for tabs and ends of lines, those that turn the direction of text, and bytes that
// are no UTF-8 are \xNN or \u{NNNN}; a line's "::", and "##" before a word in brackets, get a backslash. With
// `one_line` ends of lines are shown as well.
void kiln_put_safe(FILE *f, const char *text, bool one_line);
// The same into a buffer, cut off after a character where it is full. Returns `out`.
char *kiln_safe_text(char *out, size_t size, const char *text, bool one_line);

#endif
