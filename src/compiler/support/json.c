// See json.h.
#include "compiler/support/json.h"
#include "util/safe_text.h"

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

void json_string(struct json *j, const char *s)
{
    append(j, "\"", 1);
    while (*s) {
        uint32_t code;
        unsigned n = kiln_utf8(s, &code);
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
