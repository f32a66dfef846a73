// Writing JSON into an arena.
#ifndef KILN_COMPILER_JSON_H
#define KILN_COMPILER_JSON_H

#include "util/arena.h"

struct json {
    struct arena *arena;
    char *text; // ended by a zero
    size_t size, capacity;
};

void json_put(struct json *j, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
// Quoted, with escapes. Bytes that are no UTF-8 become question marks: the reader's parser would refuse all.
void json_string(struct json *j, const char *s);

#endif
