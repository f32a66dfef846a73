// EU instructions of a shader with registers assigned, between mir_emit, which makes them, mir_scoreboard,
// which adds waits, and mir_encode, which makes bytes of them.
#ifndef KILN_MIR_EMIT_H
#define KILN_MIR_EMIT_H

#include "compiler/mir/ir/mir.h"

struct mir_item {
    struct eu_inst inst;
    const struct mir_inst *from;
    uint8_t bytes[16];
    uint32_t offset, size;
};

struct mir_code {
    struct mir_shader *s;
    const struct kiln_target *target;
    struct mir_item *items;
    uint32_t count, capacity;
    uint32_t *block_offset; // per block, then the end
    uint32_t *block_first;  // per block: index of its first item
    const char *error;      // the first thing that went wrong, or NULL
};

// Of no block where there is none left over: *code is whole only if there is no error.
bool mir_emit(struct mir_shader *s, const struct kiln_target *target, struct mir_code *code,
              const char **error);
// Distances, tokens and `sync` instructions, where the hardware has no scoreboard of its own.
void mir_scoreboard(struct mir_code *code);
// Offsets, branches and bytes, which are from the arena; lines of the shader. False with *error: an
// instruction that the EU validator refuses.
bool mir_encode(struct mir_code *code, const uint8_t **bytes, size_t *size, const char **error);
// As the disassembler has it; branches without their ways, which are not known before mir_encode.
char *mir_code_print(struct arena *a, const struct mir_code *code);

// ---- between the three

struct mir_item *mir_code_add(struct mir_code *e, const struct mir_inst *from, const struct eu_inst *inst);
void mir_code_fail(struct mir_code *e, const struct mir_inst *i, const char *why);
bool mir_is_branch(const struct mir_inst *i);

#endif
