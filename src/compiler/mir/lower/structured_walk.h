// The walk over the regions of structured control flow (structured.c).
#ifndef KILN_COMPILER_MIR_STRUCTURED_WALK_H
#define KILN_COMPILER_MIR_STRUCTURED_WALK_H

#include "compiler/mir/analysis/branches.h"
#include "compiler/mir/ir/mir.h"

enum mir_region_kind { MIR_REGION_IF, MIR_REGION_THEN, MIR_REGION_LOOP };

struct mir_region {
    enum mir_region_kind kind;
    bool at_else;    // it ends where an ELSE is
    uint32_t end;    // the block that begins after it; then the else part's first
    uint32_t resume; // where its channels go on: `end`; then after the else part
    uint32_t header; // of a loop
};

struct mir_again { // a further branch in a landing; sorted, the furthest first
    uint32_t target;
    struct mir_again *next;
};

struct mir_walk {
    struct mir_shader *s;
    struct mir_branches r;
    uint32_t n;
    bool *masked;             // of a header: channels leave the loop at different times
    uint32_t *gone;           // of a target: its vector, or UINT32_MAX
    struct mir_again **again; // of a landing
    uint32_t *ends;           // ENDIFs at a block's entry
    uint32_t *then_ends;      // of an else part's first block: ENDIFs before the ELSE
    uint32_t *first_source;   // of a block: the first that branches to it from before
    struct mir_region *stack;
    uint32_t depth;
    bool changed;
    const char *error;
    // Emission: the blocks that are made, NULL where none is.
    bool emit;
    struct mir_block **landing, **landing_end; // the first and the last of a landing
    struct mir_block **then_block;             // with the ELSE
    struct mir_block **loop_end;               // of a header: with the WHILE
};

// Landings, and blocks for ELSE and WHILE. Channels that come to a block from earlier blocks come to its
// landing.
void mir_walk_make_blocks(struct mir_walk *w);
// Puts them into the layout; blocks, edges and loops are numbered again.
void mir_walk_lay_out(struct mir_walk *w);

#endif
