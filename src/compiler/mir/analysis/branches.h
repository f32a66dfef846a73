// What each block's branch becomes on the EU, and so where channels wait for each other: the analysis that
// liveness uses before branches are lowered, and that mir/lower/cf.c lowers by.
//
// How channels wait. A forward branch that some channels take and others do not is a GOTO: channels that
// leave wait at the JOIN at the start of their target, the others run on. A waiting channel is always ahead
// of the IP. Whenever no channel is left, the IP goes on to the nearest join at which channels may wait: the
// JIP of each GOTO and JOIN. While the IP is in block b, channels wait at J if some GOTO d -> J has d <= b <
// J; or if d and b are in a loop that J is behind (a channel that left waits while others iterate):
// mir_wait_first() below b. `next_wait[b]` is the nearest.
//
// A branch that all active channels take together is a JMPI, unless it would jump over a join where channels
// wait. A backward branch never does: what waits is ahead. Backward and divergent: GOTO with BranchCtrl; the
// channels that stay wait at a JOIN in the next block.
//
// Valid until blocks, their order or their successors change. mir_find_loops has been there before.
#ifndef KILN_COMPILER_MIR_BRANCHES_H
#define KILN_COMPILER_MIR_BRANCHES_H

#include "compiler/mir/ir/query.h"

// IF and ELSE are GOTOs that mir/lower/cf.c pairs: the same channels wait at the same places.
enum mir_step_kind { MIR_STEP_JMPI, MIR_STEP_GOTO, MIR_STEP_BACK_GOTO, MIR_STEP_IF, MIR_STEP_ELSE };

struct mir_step { // one branch instruction at the end of a block
    enum mir_step_kind kind;
    struct mir_operand pred; // NONE: always
    bool inv;
    enum eu_pred pred_ctrl;
    uint32_t target;
};

struct mir_plan { // of one block
    struct mir_step steps[2];
    unsigned count;
};

struct mir_branches { // each per block
    struct mir_plan *plans;
    uint32_t
        *next_wait; // the nearest block after where channels may wait while the IP is here, or UINT32_MAX
    bool *join;     // channels may wait at its start
};

// Of branches that are not lowered yet.
struct mir_branches mir_find_branches(struct arena *a, const struct mir_shader *s);
// The block where the channels wait that take the step, or for a backward one those that do not.
uint32_t mir_step_wait(const struct mir_block *b, const struct mir_step *st);

// Per block, lowered or not: the first of those that other channels may execute while some wait for it;
// itself if none.
uint32_t *mir_find_waits(struct arena *a, const struct mir_shader *s);

#endif
