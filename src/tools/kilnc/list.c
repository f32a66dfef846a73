// What a module has: entry points with their workgroup sizes, and specialization constants with their types,
// names and default values. SPIR-V specification, 2.3 (physical layout), 3 (opcodes).
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/kilnc/kilnc.h"
#include "tools/kilnc/spec.h"

enum {
    HEADER_WORDS = 5,
    OP_NAME = 5,
    OP_ENTRY_POINT = 15,
    OP_EXECUTION_MODE = 16,
    OP_EXECUTION_MODE_ID = 331
};
enum { MODEL_GLCOMPUTE = 5, MODE_LOCAL_SIZE = 17, MODE_LOCAL_SIZE_ID = 38 };

// The string from word `from` of an instruction of `length` words on; "" if it does not end there.
static const char *string_at(const uint32_t *i, uint32_t length, uint32_t from)
{
    const char *s = (const char *)(i + from);
    return from < length && memchr(s, 0, (length - from) * 4) ? s : "";
}

static bool is_compute_entry(const uint32_t *i, uint32_t length)
{
    return (i[0] & 0xffff) == OP_ENTRY_POINT && length > 3 && i[1] == MODEL_GLCOMPUTE;
}

void kilnc_entries(const uint32_t *words, size_t count, kilnc_names *out)
{
    uint32_t length;
    for (size_t at = HEADER_WORDS; at < count && (length = words[at] >> 16) && length <= count - at;
         at += length)
        if (is_compute_entry(words + at, length))
            vec_push(out, string_at(words + at, length, 3));
}

// The workgroup size of the entry point with this id: what the module says, in words; "" where it says
// nothing.
static void local_size(const uint32_t *words, size_t count, uint32_t entry, char *out, size_t size)
{
    uint32_t length;
    out[0] = 0;
    for (size_t at = HEADER_WORDS; at < count && (length = words[at] >> 16) && length <= count - at;
         at += length) {
        const uint32_t *i = words + at, op = i[0] & 0xffff;
        if (length < 6 || i[1] != entry)
            continue;
        if (op == OP_EXECUTION_MODE && i[2] == MODE_LOCAL_SIZE)
            snprintf(out, size, "%u %u %u", i[3], i[4], i[5]);
        else if (op == OP_EXECUTION_MODE_ID && i[2] == MODE_LOCAL_SIZE_ID)
            snprintf(out, size, "specialized");
    }
}

static const char *name_of(const uint32_t *words, size_t count, uint32_t id)
{
    uint32_t length;
    for (size_t at = HEADER_WORDS; at < count && (length = words[at] >> 16) && length <= count - at;
         at += length)
        if ((words[at] & 0xffff) == OP_NAME && length > 2 && words[at + 1] == id)
            return string_at(words + at, length, 2);
    return "";
}

static void list_entry(const struct kilnc_unit *u, const uint32_t *i, uint32_t length, bool json, bool *first,
                       FILE *f)
{
    char size[48];
    local_size(u->words, u->count, i[2], size, sizeof(size));
    if (!json) {
        fprintf(f, "  entry %s%s%s\n", string_at(i, length, 3), size[0] ? "  local size " : "", size);
        return;
    }
    fprintf(f, "%s{\"name\": ", *first ? "" : ", ");
    kilnc_put_string(f, string_at(i, length, 3));
    fprintf(f, ", \"local_size\": ");
    kilnc_put_string(f, size);
    fprintf(f, "}");
    *first = false;
}

static void list_constants(const struct kilnc_unit *u, bool json, FILE *f)
{
    struct kilnc_spec_info s;
    bool first = true;
    for (size_t at = HEADER_WORDS; kilnc_next_spec(u->words, u->count, &at, &s);) {
        const char *name = name_of(u->words, u->count, s.target);
        if (!json) {
            fprintf(f, "  spec %u  %s%s%s = %s\n", s.id, s.type, name[0] ? " " : "", name, s.value);
            continue;
        }
        fprintf(f, "%s{\"id\": %u, \"type\": \"%s\", \"name\": ", first ? "" : ", ", s.id, s.type);
        kilnc_put_string(f, name);
        fprintf(f, ", \"value\": %s}", s.value);
        first = false;
    }
}

static void list_module(const struct kilnc_unit *u, bool json, FILE *f)
{
    bool first = true;
    uint32_t length;
    if (json) {
        fprintf(f, " {\"shader\": ");
        kilnc_put_string(f, u->shader);
        fprintf(f, ", \"entries\": [");
    } else {
        fprintf(f, "%s\n", u->shader);
    }
    for (size_t at = HEADER_WORDS; at < u->count && (length = u->words[at] >> 16) && length <= u->count - at;
         at += length)
        if (is_compute_entry(u->words + at, length))
            list_entry(u, u->words + at, length, json, &first, f);
    if (json)
        fprintf(f, "], \"constants\": [");
    list_constants(u, json, f);
    if (json)
        fprintf(f, "]}");
}

void kilnc_list(const struct kilnc_unit *units, size_t count, bool json, FILE *f)
{
    const uint32_t *last = NULL;
    bool first = true;
    if (json)
        fprintf(f, "[");
    for (size_t n = 0; n < count; n++) {
        if (units[n].status || units[n].words == last)
            continue;
        last = units[n].words;
        if (json)
            fprintf(f, first ? "\n" : ",\n");
        first = false;
        list_module(&units[n], json, f);
    }
    if (json)
        fprintf(f, "\n]\n");
}
