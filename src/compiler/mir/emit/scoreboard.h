// What instructions wait for, where the hardware does not see to it (Gen12's software scoreboard): distances
// and tokens.
//
// Most instructions finish in the order in which they began, each pipe by itself, and a later one can wait
// for the n-th instruction of a pipe before it (a distance). Messages and math finish when they do: each sets
// a token, of which a later instruction waits for the result (dst), or until its payload is read (src). A
// token that is set again waits by itself for what set it before. Sources: Mesa 25.0.7
// brw_lower_scoreboard.cpp (what the hardware keeps track of by itself: flags; distances of more than 10 are
// over; waits and NoMask, Wa_1407528679), IGC SWSB_G4IR.cpp (tokens that are used again).
#ifndef KILN_COMPILER_SCOREBOARD_H
#define KILN_COMPILER_SCOREBOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "kiln/isa.h"
#include "hw/waits.h"
#include "util/arena.h"

enum { SCOREBOARD_READS = 5 };
enum { SCOREBOARD_FLOATS, SCOREBOARD_INTEGERS, SCOREBOARD_LONGS, SCOREBOARD_MATHS, SCOREBOARD_PIPES };

// Units that are waited for: the accumulators as one, a0, and from GRF on the target's general registers.
enum { SCOREBOARD_ACC, SCOREBOARD_ADDR, SCOREBOARD_GRF };

struct scoreboard_range {
    uint16_t first, count; // units
};

#define SCOREBOARD_NOWHERE UINT32_MAX

// An instruction. A caller fills the first part; scoreboard() the rest, and inst->swsb.
struct scoreboard_step {
    struct eu_inst *inst;
    struct scoreboard_range reads[SCOREBOARD_READS], write; // none: count 0
    uint8_t pipe;                                           // of an in-order one
    bool unordered;                                         // a message, or math
    bool writes_acc;                                        // besides
    bool drains;                                            // all in-order instructions before it end first
    bool alone;     // touches registers whose order is not kept (control register): nothing next to it
    uint32_t to[2]; // blocks that a branch may go to, other than the next; or SCOREBOARD_NOWHERE

    bool sure; // runs, and waits, whatever the channels are
    // Of `sync` instructions that go in front.
    uint32_t wait_dst, wait_src; // tokens, a bit each
    uint8_t distance;            // 0: none
    enum eu_pipe distance_pipe;  // or pipes
};

// What an instruction says by itself about units: operands that are addressed directly, and accumulators that
// it reads or writes besides. Messages: payloads and response are `lengths` registers (src0, src1, dst).
void scoreboard_describe(struct scoreboard_step *step, const struct kiln_target *target, struct eu_inst *inst,
                         const uint8_t lengths[3]);
// An operand that a0 addresses, somewhere in `bytes` from byte `at` of the register file.
void scoreboard_add_indirect(struct scoreboard_step *step, const struct kiln_target *target, uint32_t at,
                             uint32_t bytes, bool written);

struct scoreboard_block {
    uint32_t first; // step; up to that of the next block
    bool partial;   // it may be entered with all channels off
};

// Steps in program order; one more block ends the last.
void scoreboard(struct arena *a, const struct kiln_waits *waits, struct scoreboard_step *steps,
                const struct scoreboard_block *blocks, uint32_t count);

#endif
