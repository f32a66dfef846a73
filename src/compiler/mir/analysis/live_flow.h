// Which units are live into and out of which blocks (mir/analysis/live_flow.c): the part of liveness that is
// about control flow.
#ifndef KILN_COMPILER_MIR_LIVE_FLOW_H
#define KILN_COMPILER_MIR_LIVE_FLOW_H

#include <stdbool.h>
#include <stdint.h>

#include "util/vec.h"

struct mir_live;
struct mir_shader;

struct live_fact { // what one block does to one unit
    uint32_t unit, block;
    bool needs;   // something of it before it is written
    bool kills;   // nothing of it from above is needed below
    bool defines; // some of it, perhaps
    bool in, out; // found here: it is live into the block, and out of it
};

// From all facts, by unit and by block within each unit (first_fact: per unit where its own begin,
// [unit_count] is their number): their `in` and `out`, and l->runs. mir_find_loops has been here. False: out
// of memory.
bool live_flow(struct mir_live *l, struct live_fact *facts, const uint32_t *first_fact);

#endif
