// What instructions can wait for where the hardware has no scoreboard (kiln_target_has_scoreboard), by
// target.
#ifndef KILN_HW_WAITS_H
#define KILN_HW_WAITS_H

#include "hw/target.h"

struct kiln_waits {
    uint8_t tokens;   // of messages, and of what else finishes when it does, that may be outstanding
    uint8_t pipes;    // in each of which instructions finish in order: 1: all in one; 3: floats, integers, 64
                      // bits; 4: math as well
    uint8_t farthest; // instruction of a pipe, counted back, that a distance can name
    uint8_t over;     // as many instructions of its pipe later one is over by itself
};

// Sources: tokens and distances: PRM TGL vol7 "Software Scoreboard"; IGA's encoding (SBID 0 to 15, RegDist 1
// to 7). Pipes: Mesa 25.0.7 brw_lower_scoreboard.cpp (inferred_exec_pipe; IDs of one pipe before verx10 125),
// and there that a distance of more than 10 is over; IGA's A@, F@, I@, L@, M@. Tokens:
// kiln_target_tokens().
static inline struct kiln_waits kiln_target_waits(const struct kiln_target *t)
{
    return (struct kiln_waits){
        .tokens = (uint8_t)kiln_target_tokens(t),
        .pipes = t->isa >= KILN_ISA_XE2      ? 4
                 : t->isa >= KILN_ISA_GEN125 ? 3
                                             : 1,
        .farthest = 7,
        .over = 11,
    };
}

#endif
