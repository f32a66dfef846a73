// See json.h.
#include "compiler/support/json.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static void append(struct json *j, const char *s, size_t n)
{
    if (j->size + n + 1 > j->capacity) {
        size_t capacity = j->capacity * 2 + n + 256;
        j->text = arena_grow(j->arena, j->text, j->size, capacity);
        j->capacity = capacity;
    }
    memcpy(j->text + j->size, s, n);
    j->size += n;
    j->text[j->size] = 0;
}

void json_put(struct json *j, const char *fmt, ...)
{
    char text[256]; // none of what is written so is longer
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(text, sizeof(text), fmt, ap);
    va_end(ap);
    append(j, text, n < (int)sizeof(text) ? (size_t)n : sizeof(text) - 1);
}

// Bytes of the UTF-8 sequence at s, without what is too long or beyond Unicode; 0: it is none (RFC 3629).
static size_t sequence(const uint8_t *s)
{
    size_t n = s[0] < 0x80                   ? 1
               : s[0] >= 0xc2 && s[0] < 0xe0 ? 2
               : s[0] >= 0xe0 && s[0] < 0xf0 ? 3
               : s[0] >= 0xf0 && s[0] < 0xf5 ? 4
                                             : 0;
    for (size_t k = 1; k < n; k++)
        if ((s[k] & 0xc0) != 0x80)
            return 0;
    if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) || (s[0] == 0xf0 && s[1] < 0x90) ||
        (s[0] == 0xf4 && s[1] > 0x8f))
        return 0;
    return n;
}

void json_string(struct json *j, const char *s)
{
    append(j, "\"", 1);
    while (*s) {
        size_t n = sequence((const uint8_t *)s);
        if (!n)
            append(j, "?", 1);
        else if (*s == '"' || *s == '\\')
            json_put(j, "\\%c", *s);
        else if ((uint8_t)*s < 0x20)
            json_put(j, "\\u%04x", (unsigned)*s);
        else
            append(j, s, n);
        s += n ? n : 1;
    }
    append(j, "\"", 1);
}
