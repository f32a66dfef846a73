// Faults as people need them: which kernel and instruction, which invocation, what the address is near, and
// the batch up to there. What is found out where the fault happens is kept in struct sim_fault (sim_gpu.h).
#ifndef KILN_SIM_FAULT_REPORT_H
#define KILN_SIM_FAULT_REPORT_H

#include "sim/thread/thread.h"

struct sim_cs;

// Notes where the thread stands: at the instruction at `offset` of its kernel. `lane` < 0: none in
// particular.
void sim_fault_locate(struct sim_fault *f, const struct sim_thread *t, uint32_t offset, int lane);
// Writes the report of a request that ended with the fault to standard error.
void sim_fault_report(struct sim_cs *cs, const struct sim_fault *f);

#endif
