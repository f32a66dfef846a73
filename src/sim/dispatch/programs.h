// Decoded kernels, kept for the next walkers (programs.c).
#ifndef KILN_SIM_PROGRAMS_H
#define KILN_SIM_PROGRAMS_H

#include "sim/thread/thread.h"

enum { SIM_PROGRAMS = 32 };

struct sim_loaded {
    struct sim_program *program;
    uint8_t *code; // that it was decoded from
    unsigned refs; // walkers in flight, and the table
    uint64_t used;
    uint64_t fetched; // when it was compared with memory (sim_caches_instruction_epoch)
};

struct sim_programs {
    struct sim_loaded *slot[SIM_PROGRAMS];
    uint64_t clock;
};

// The kernel at `address`, with a reference. NULL with `fault`.
struct sim_loaded *sim_programs_load(struct sim_programs *p, struct sim_tlb *tlb,
                                     const struct kiln_target *target, uint64_t address,
                                     struct sim_fault *fault);
void sim_programs_put(struct sim_loaded *l); // NULL is allowed
void sim_programs_finish(struct sim_programs *p);

#endif
