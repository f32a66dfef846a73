// What instructions cost the EU that runs them, in its clocks: for scheduling, and to compare the widths of a
// kernel.
//
// The numbers, with their sources, are those of src/hw/cost.def, in a few classes.
#ifndef KILN_COMPILER_MIR_COST_H
#define KILN_COMPILER_MIR_COST_H

#include "compiler/mir/ir/mir.h"
#include "hw/cost.h"

// With the numbers of the target's instruction set.
unsigned mir_issue_clocks(const struct kiln_costs *c, const struct mir_inst *i); // that its pipe is busy
unsigned mir_latency(const struct kiln_costs *c, const struct mir_inst *i); // until its result can be read

// What one thread needs of each unit, ten rounds for each loop.
struct mir_work {
    double pipes;   // clocks, if the EU had one
    double pairs;   // of them, those for 64 bits in several channels
    double math;    // clocks of extended math, where it is no FPU
    double port;    // clocks of the data port
    double latency; // of the thread by itself, as it was scheduled (mir_shader.cycles), and of its fills
    double instructions;
};
struct mir_work mir_work_of(const struct mir_shader *s); // when all is lowered

#endif
