// The graphics microcontroller, as what its firmware does for a kernel: it takes contexts by messages, has
// engines execute them one after the other, and tells how they end. No firmware is executed; a kernel may
// load any.
#ifndef KILN_SIM_CHIP_GUC_H
#define KILN_SIM_CHIP_GUC_H

#include "sim/chip/machine.h"

struct sim_guc;

bool sim_guc_init(struct sim_machine *m);
void sim_guc_finish(struct sim_machine *m);
void sim_guc_reset(struct sim_machine *m);

// Firmware was copied: that of this microcontroller runs, that of HuC is refused.
void sim_guc_boot(struct sim_machine *m, bool huc);
void sim_guc_notify(struct sim_machine *m); // the kernel has written a message

// For an engine's thread. The next context for it: loads it, and true; false: there is none.
bool sim_guc_take(struct sim_machine_engine *e);
// The context that it executes has come to this end.
void sim_guc_over(struct sim_machine_engine *e, enum sim_ring_end end);

#endif
