// See keep_module.h.
#include <errno.h>
#include <spirv/unified1/spirv.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compiler/kernel/keep_module.h"
#include "kiln/compiler.h"
#include "util/file.h"
#include "util/log.h"
#include "util/sha256.h"

enum { NAME_BYTES = 8 };

// Of what the file is called.
static void name_of(const uint32_t *words, size_t count, char name[2 * NAME_BYTES + 1])
{
    struct kiln_sha256 h;
    uint8_t sum[KILN_SHA256_SIZE];
    kiln_sha256_init(&h);
    kiln_sha256_add(&h, words, count * sizeof(*words));
    kiln_sha256_end(&h, sum);
    for (unsigned k = 0; k < NAME_BYTES; k++)
        snprintf(name + 2 * k, 3, "%02x", sum[k]);
}

// The next instruction of a module that nobody has validated yet: its first word, or 0 at the end.
static size_t next_instruction(const uint32_t *words, size_t count, size_t at)
{
    at += at ? words[at] >> SpvWordCountShift : 5;
    return at < count && words[at] >> SpvWordCountShift && words[at] >> SpvWordCountShift <= count - at ? at
                                                                                                        : 0;
}

static bool is_signed(const uint32_t *words, size_t count, uint32_t type)
{
    for (size_t at = 0; (at = next_instruction(words, count, at));)
        if (words[at] == (4u << SpvWordCountShift | SpvOpTypeInt) && words[at + 1] == type)
            return words[at + 3];
    return false;
}

// What the literal of instruction `at` becomes.
static void put_value(uint32_t *words, size_t count, size_t at, const struct kiln_spec_constant *value)
{
    const uint32_t opcode = words[at] & SpvOpCodeMask, length = words[at] >> SpvWordCountShift;
    uint64_t bits = 0;
    memcpy(&bits, value->data, value->size < sizeof(bits) ? value->size : sizeof(bits));
    if (length == 3 && (opcode == SpvOpSpecConstantTrue || opcode == SpvOpSpecConstantFalse))
        words[at] = 3u << SpvWordCountShift | (bits ? SpvOpSpecConstantTrue : SpvOpSpecConstantFalse);
    if (opcode != SpvOpSpecConstant || length < 4)
        return;
    const unsigned unused = value->size < 4 ? 32 - 8 * value->size : 0;
    words[at + 3] = (uint32_t)bits;
    if (unused && is_signed(words, count, words[at + 1])) // a literal is as wide as a word
        words[at + 3] = (uint32_t)((int32_t)(words[at + 3] << unused) >> unused);
    if (length > 4)
        words[at + 4] = (uint32_t)(bits >> 32);
}

// A module whose specialization constants are by default what the pipeline says; NULL: no memory.
static uint32_t *specialized(const uint32_t *words, size_t count, const struct kiln_spec_constant *values,
                             unsigned value_count)
{
    uint32_t *copy = malloc(count * sizeof(*words));
    if (!copy)
        return NULL;
    memcpy(copy, words, count * sizeof(*words));
    for (size_t at = 0; value_count && (at = next_instruction(words, count, at));) {
        if (words[at] != (4u << SpvWordCountShift | SpvOpDecorate) || words[at + 2] != SpvDecorationSpecId)
            continue;
        const struct kiln_spec_constant *value = values;
        while (value < values + value_count && value->id != words[at + 3])
            value++;
        for (size_t of = at; value < values + value_count && (of = next_instruction(words, count, of));)
            if (words[of] >> SpvWordCountShift > 2 && words[of + 2] == words[at + 1])
                put_value(copy, count, of, value);
    }
    return copy;
}

static void keep(const char *folder, const uint32_t *words, size_t count)
{
    char name[2 * NAME_BYTES + 1], path[4096];
    name_of(words, count, name);
    if ((size_t)snprintf(path, sizeof(path), "%s/%s.spv", folder, name) >= sizeof(path)) {
        kiln_warn_once("KILN_DEBUG=spirv=%s: %s", folder, strerror(ENAMETOOLONG));
        return;
    }
    FILE *f = kiln_fopen(path, "wbx");
    if (!f) {
        if (errno != EEXIST)
            kiln_warn_once("KILN_DEBUG=spirv=%s: %s", folder, strerror(errno));
        return;
    }
    struct kiln_file_limit limit = kiln_file_limit_begin();
    bool whole = fwrite(words, sizeof(*words), count, f) == count;
    whole &= !fclose(f);
    kiln_file_limit_end(&limit);
    if (!whole) {
        kiln_warn_once("KILN_DEBUG=spirv=%s: %s", folder, strerror(errno));
        unlink(path);
    }
}

void keep_module(const uint32_t *words, size_t count, const struct kiln_spec_constant *values,
                 unsigned value_count)
{
    const char *folder = kiln_debug_value(KILN_DEBUG_BIT_SPIRV);
    if (!folder || !words || !count)
        return;
    uint32_t *copy = specialized(words, count, values, value_count);
    if (copy)
        keep(folder, copy, count);
    free(copy);
}
