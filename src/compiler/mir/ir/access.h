// An access to memory as it is wanted: an instruction (MIR_OP_ACCESS) whose components are values, each in
// registers of its own. What a message set makes of it (headers, payloads, splits, loops over surfaces,
// scratch slots) is mir/lower/message's; until then no pass knows one.
//
// What is wanted is in mir_inst.send, by mir/ir/access.def: kind, space, effect on memory, surface, object;
// its lengths, function and descriptor are not used. exec_size is the shader's width, or 1 (nomask) of an
// access that is made once, for the thread; `pred` its mask. Components:
//
// - address: bytes, UD (an offset in the surface, shared or private memory) or UQ (`wide`: an address, or an
//   offset after `base` that is below `end`; lanes that are not read zero and write nothing). Texels:
//   coordinates; the sampler: parameters by their names (enum mir_sample_arg), kind NONE where absent.
// - surface: a run-time index, kind NONE: mir_send.table. Where it differs between lanes each goes to its
// own.
// - data and results: a value for each of `count` elements of `bytes` (1, 2, 4; atomics also qwords). An
//   element narrower than a dword lies in the low bits of one. Results of blocks: all dwords in one vreg;
//   they are 4, 8, 16 or 32, or any number up to MIR_LANE_DWORDS.
//
// Results are vregs that nothing else writes; lowering puts them where the messages do.
#ifndef KILN_COMPILER_MIR_ACCESS_H
#define KILN_COMPILER_MIR_ACCESS_H

#include "compiler/mir/ir/mir.h"

enum { MIR_LANE_DWORDS = 16 }; // that a block has at most which lanes read, a dword each

enum mir_part { // of any access, kind NONE: it has none; after them its arguments, data and results
    MIR_PART_SURFACE,
    MIR_PART_BASE,
    MIR_PART_END,
    MIR_PART_SAMPLER,
    MIR_PART_TEXELS, // the sampler's offsets in texels, as its header has them
    MIR_PARTS
};

struct mir_parts {
    uint8_t args, data, results;
    uint8_t most;     // dwords that one message may take: those after them may be out of bounds
    bool aligned;     // of blocks: to 16 bytes; of elements: to their size
    uint32_t offsets; // of the sampler: constant bits of its header's dword 2, besides MIR_PART_TEXELS
    uint32_t after;   // of blocks: constant bytes after the address
    uint32_t buffer;  // accesses with the same number, from 1, have the same surface in each lane
    uint32_t born;    // how many vregs there were before
    enum mir_surface samplers; // what MIR_PART_SAMPLER is
    struct mir_operand at[];   // MIR_PARTS, args, data, results
};

// Appended to nothing yet; its operands are of kind NONE.
struct mir_inst *mir_access_new(struct mir_shader *s, enum mir_access access, bool once, unsigned args,
                                unsigned data, unsigned results);

static inline unsigned
mir_parts_read(const struct mir_parts *p) // of at[]: these are read, the others written
{
    return MIR_PARTS + p->args + p->data;
}

static inline unsigned mir_parts_count(const struct mir_parts *p)
{
    return mir_parts_read(p) + p->results;
}

static inline struct mir_operand *mir_arg(const struct mir_inst *i, unsigned k)
{
    return &i->parts->at[MIR_PARTS + k];
}

static inline struct mir_operand *mir_data(const struct mir_inst *i, unsigned k)
{
    return &i->parts->at[MIR_PARTS + i->parts->args + k];
}

static inline struct mir_operand *mir_result(const struct mir_inst *i, unsigned k)
{
    return &i->parts->at[mir_parts_read(i->parts) + k];
}

#endif
