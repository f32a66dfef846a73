// JSON texts as trees (RFC 8259). Numbers are unsigned integers, which is what archives of Fossilize have.
#ifndef KILN_TOOLS_KILNC_JSON_H
#define KILN_TOOLS_KILNC_JSON_H

#include <stdint.h>

#include "util/arena.h"

enum json_type { JSON_NULL, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT };

struct json {
    enum json_type type;
    const char *key; // in an object
    const char *string;
    uint64_t number;           // true is 1
    struct json *first, *next; // members, elements
};

// The value that `text` (with a zero after it) begins with; NULL: it is none, or nested more than 64 deep,
// or has more values than *budget, from which they are taken.
struct json *json_parse(struct arena *a, const char *text, uint32_t *budget);
// Of an object; NULL if it has none of this name, or `j` is none.
const struct json *json_get(const struct json *j, const char *key);
uint64_t json_number(const struct json *j, const char *key);    // 0 if there is none
const char *json_string(const struct json *j, const char *key); // "" if there is none

#endif
