// dpas: products of matrices. Executed by sim_alu_systolic.
#ifndef KILN_SIM_EU_SYSTOLIC_H
#define KILN_SIM_EU_SYSTOLIC_H

#include "sim/thread/thread.h"

// What it reads and writes of the register file: rows of the result and of source 0, and bytes of sources 1
// and 2.
struct sim_systolic_extent {
    unsigned rows, bytes[3];
};

struct sim_systolic_extent sim_systolic_extent(const struct eu_inst *in);
// Are its operands of a shape that is, and in the register file?
bool sim_systolic_fits(const struct eu_inst *in);

#endif
