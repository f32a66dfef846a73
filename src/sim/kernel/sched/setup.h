// What a kernel has done to the chip before its clients' work.
#ifndef KILN_SIM_SETUP_H
#define KILN_SIM_SETUP_H

#include <stdint.h>

struct sim_chip;
struct sim_cs_state;
struct sim_device;

// What batches of the render engine may write beyond the hardware's own list: i915's intel_workarounds.c
// (*_whitelist_build). xe's list (xe_reg_whitelist.c) has no others for the chips that both drive.
void sim_build_whitelist(struct sim_chip *chip);
struct sim_cs_state *sim_new_context_state(struct sim_device *dev); // NULL: out of memory
uint64_t sim_read_timestamp(struct sim_chip *chip);                 // of the render engine

#endif
