// What the files of the ALU share.
#ifndef KILN_SIM_EU_ALU_H
#define KILN_SIM_EU_ALU_H

#include "sim/thread/region.h"

bool sim_cmp_int(enum eu_cmod c, sim_int a, sim_int b);
// Whether bfe extends the sign: of a source or of a destination that is signed. (ANV of Mesa 26 has sources
// of UD and a destination of D on Gen9.)
bool sim_extracts_signed(const struct sim_uop *u);
bool sim_cmp_float(enum eu_cmod c, double a, double b);

uint64_t sim_int_to_float_bits(const struct sim_thread *t, sim_int v, enum eu_type type);
uint64_t sim_double_to_bits(const struct sim_thread *t, double v,
                            enum eu_type type); // rounds and flushes as cr0 says
uint64_t sim_float_bits_saturate(uint64_t bits, enum eu_type type);
double sim_add_odd(double a, double b);                        // rounded to odd
double sim_float_bits_value(uint64_t bits, enum eu_type type); // exact

// Computes the values of ip, ce0, tm0, sr0 that the sources may read; acts on a write of cr0 or ip.
void sim_refresh_special(struct sim_thread *t, const struct sim_uop *u);
void sim_apply_special(struct sim_thread *t, const struct sim_uop *u);

// Sets the host's floating-point mode for the F fast paths of this thread, and the default mode.
void sim_fp_enter(const struct sim_thread *t);
void sim_fp_enter_next(
    const struct sim_thread *t); // where a thread of the group was the last to enter, or none
void sim_fp_leave(void);

static inline unsigned sim_round_mode(const struct sim_thread *t)
{
    return (sim_cr0(t) & SIM_CR0_ROUND_MASK) >> SIM_CR0_ROUND_SHIFT;
}

// Stores float results given as exact-or-round-to-odd doubles (DF: final values): rounding, flags,
// saturation.
void sim_float_finish(struct sim_thread *t, const struct sim_uop *u, uint32_t mask, const double *r);

#endif
