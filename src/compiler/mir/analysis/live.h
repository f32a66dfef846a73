// Liveness, in units of one register, right under divergence. mir/analysis/live_compute.c says how.
#ifndef KILN_COMPILER_MIR_LIVE_H
#define KILN_COMPILER_MIR_LIVE_H

#include "compiler/mir/ir/query.h"
#include "util/vec.h"

// Slots of an instruction at position ip: it reads, writes, and if it runs as two halves reads and writes
// again.
enum { LIVE_READ, LIVE_WRITE, LIVE_READ_LATE, LIVE_WRITE_LATE, LIVE_SLOTS };

struct live_segment {
    uint32_t start, end; // [start, end) in slots: ip * LIVE_SLOTS + slot
};

struct live_unit {                 // a register of a vreg, or a whole smaller one
    struct live_segment *segments; // sorted, disjoint
    uint32_t count, capacity;
    uint32_t *defs; // slots where it is written, sorted
    uint32_t def_count, def_capacity;
};

struct live_run { // of blocks that follow each other
    uint32_t first, end;
};

struct live_touch { // by a block's instructions
    uint32_t unit;
    bool in, out; // live into the block, out of it
};

struct mir_live {
    struct arena *a;
    const struct mir_shader *s;
    uint32_t *first_unit; // per vreg; [vreg_count] is unit_count
    uint32_t unit_count;
    struct live_unit *units;
    uint32_t *block_start, *block_end; // per block, in slots
    // As each channel sees it: the units that a block touches, per block, and the blocks that a unit is live
    // into, per unit and rising. [block_count] and [unit_count] are the numbers of them.
    struct live_touch *touched;
    struct live_run *runs;
    uint32_t *first_touched, *first_run;
    // Per block: the first of those that others may execute while channels wait for it; itself if none.
    uint32_t *wait_first;
    uint32_t inst_count;
};

// Only what is by block, as each channel sees it (touched, runs): units have no segments nor definitions.
struct mir_live *mir_live_blocks(struct arena *a, struct mir_shader *s);
// Numbers the instructions (ip) and computes everything, in the arena. In *logical (or NULL): the same as
// each channel sees it, without what must survive while channels wait for others; the result itself where
// they never do.
struct mir_live *mir_live_compute(struct arena *a, struct mir_shader *s, struct mir_live **logical);

// Of one of the vreg's units: a register, or all of a smaller vreg.
static inline uint32_t mir_unit_bytes(const struct mir_shader *s, uint32_t vreg)
{
    return s->vregs[vreg].size < s->reg_bytes ? s->vregs[vreg].size : s->reg_bytes;
}

bool live_at(const struct live_unit *u, uint32_t slot);
bool live_overlap(const struct live_unit *a, const struct live_unit *b);
static inline uint32_t live_start(const struct live_unit *u)
{
    return u->count ? u->segments[0].start : UINT32_MAX;
}
static inline uint32_t live_end(const struct live_unit *u)
{
    return u->count ? u->segments[u->count - 1].end : 0;
}

#endif
