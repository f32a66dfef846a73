// dpas: products of matrices. Executed by sim_alu_systolic.
#ifndef KILN_SIM_EU_SYSTOLIC_H
#define KILN_SIM_EU_SYSTOLIC_H

#include "sim/thread/thread.h"

// The bytes that it reads of each source; it writes as many as source 0 has.
void sim_systolic_extent(const struct kiln_target *target, const struct eu_inst *in, uint16_t bytes[3]);
// Are its operands of a shape that is, and in the register file?
bool sim_systolic_fits(const struct kiln_target *target, const struct eu_inst *in);

#endif
