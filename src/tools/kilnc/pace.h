// A kernel's code as instructions and blocks, and how long they take by the model of
// hw/cost.def.
#ifndef KILN_TOOLS_KILNC_PACE_H
#define KILN_TOOLS_KILNC_PACE_H

#include "kiln/compiler.h"
#include "kiln/isa.h"
#include "sim/observe/stats/cost.h"

// Of an instruction: what it keeps busy, and how long its thread stands in front of it.
struct pace {
    const char *pipe; // NULL: not known
    unsigned clocks;  // that the pipe is busy, or the thread's front end
    unsigned waits;   // for operands, in its block
};

// Of the kernel: clocks of a thread by itself from start to end, each loop once, on the shortest and the
// longest way; and what bounds many workgroups, where each loop takes PACE_ROUNDS rounds and each block is
// executed.
enum { PACE_GROUPS = 1000, PACE_ROUNDS = 10 };
struct pace_whole {
    bool known;
    uint64_t shortest, longest;
    struct sim_estimate estimate;
    struct sim_room room;
    unsigned group_threads, slm_bytes; // of a workgroup; shared memory as the hardware allots it
};

enum { GRF_BYTES = 32, MOST_GRFS = 128 };

struct regs {
    uint64_t bits[MOST_GRFS / 64];
};

struct instruction {
    struct eu_inst inst;
    uint32_t offset, size;
    uint32_t block;
    const char *text; // of the disassembly, with `length` characters
    size_t length;
    unsigned live;
    struct pace pace;
};

struct block {
    uint32_t first, last; // instructions
    uint32_t next[3];     // blocks
    unsigned next_count, depth;
    struct regs in;
    uint64_t clocks; // from its first instruction to where the next block begins
};

struct code {
    const struct kiln_target *target;
    struct instruction *at;
    uint32_t count;
    struct block *blocks;
    uint32_t block_count;
    struct pace_whole whole;
};

// Fills in `pace` of each instruction, `clocks` of each block, and `whole`. Nothing where the simulator does
// not know the code.
void kilnc_pace(struct code *c, const struct kiln_kernel *k);

#endif
