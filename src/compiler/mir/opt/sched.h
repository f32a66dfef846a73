// What the scheduler's two halves share: mir/opt/sched_deps.c finds what depends on what, mir/opt/sched.c
// puts it in order.
#ifndef KILN_COMPILER_MIR_SCHED_H
#define KILN_COMPILER_MIR_SCHED_H

#include "compiler/mir/analysis/live.h"
#include "compiler/mir/ir/query.h"

struct edge {
    uint32_t to, latency;
    bool value; // is read there
    struct edge *next;
};

struct touched { // what an instruction reads and writes, in sched.units: [first, defs) and [defs, end)
    uint32_t first, defs, end;
};

struct node {
    struct mir_inst *inst;
    struct edge *succs;
    uint32_t blockers; // predecessors not scheduled yet
    uint32_t ready;    // cycle at which operands are there
    uint32_t path;     // cycles to the end of the block along the longest path
    uint32_t issue, latency;
    bool scarce;     // writes a flag or an address register
    bool leads;      // to a read of memory, or is one
    uint32_t group;  // where `apart`: see sched_group
    int32_t gain[3]; // bytes that it takes of each register file, where known
    bool known;
};

struct unit_list { // readers of a unit since its last definition
    uint32_t node;
    struct unit_list *next;
};

struct pressure { // of a unit; the first three change as instructions are put in order
    uint32_t reads_left;
    uint32_t first_left; // how often the value from before the block is still read, where `replaced`
    bool live;
    bool replaced; // that value, by one that the block has still to put in its place
    bool live_out; // of the block
    bool defined;  // scratch
    uint8_t file, bytes;
    uint32_t touch; // 1 + the last in sched.touches, or 0
};

struct touch { // of a unit, by an instruction
    uint32_t node;
    uint32_t next; // 1 + the one before it, of the same unit, or 0
};

struct sched {
    struct mir_shader *s;
    struct mir_live *l;
    struct arena *a; // of one block
    struct node *nodes;
    uint32_t count;
    struct touched *touched; // of the block's instructions, and how many
    uint32_t touched_count;
    VEC(uint32_t) units;
    struct touch *touches; // as many as units; NULL in small blocks
    const uint32_t *owner;
    // per unit, for building
    uint32_t *last_def; // node + 1
    struct unit_list **readers;
    uint32_t current;
    // memory
    uint32_t last_order;              // node + 1
    struct unit_list *writes, *reads; // since then
    uint32_t access_count;
    struct pressure *pressure; // per unit
    int32_t bytes[3], peak[3]; // per register file
    int32_t (*bytes_in)[3];    // live into each block
    struct mode {
        bool in_order;    // under pressure, of what needs registers: the first, not the longest path
        bool reads_first; // and what leads to them; the rest in order,
        bool strict;      // even if it waits
        bool apart;       // one group of computations after the other (sched_group)
        unsigned window;  // so many instructions, whatever the pressure; 0: as large as the block
        unsigned spare;   // free registers, less than which pressure decides
    } mode;
    bool known; // do nodes have gains, which end where the state of a unit changes?
    uint32_t cycles;
    bool shuffles;         // KILN_DEBUG=shuffle
    int32_t address_bytes; // of address registers that may be live
    uint32_t chance;       // of which this is the state
};

#define for_uses(u, t) for (uint32_t u = (t)->first; u < (t)->defs; u++)
#define for_defs(u, t) for (uint32_t u = (t)->defs; u < (t)->end; u++)

// What each instruction of the block reads and writes: sched.touched, sched.units.
void sched_note_touched(struct sched *c, const struct mir_block *b);
// The block's nodes with their edges, latencies and longest paths; needs the former.
void sched_build(struct sched *c, struct mir_block *b);

// Finds groups of computations that have nothing in common but memory, constants and addresses, as those of
// the components of vectors: node.group, in the order of the block. What they need has the group of the first
// of them that does, what is made of their results group 0. False: there are fewer than two.
bool sched_group(struct sched *c);

#endif
