// Keeps small values apart that are computed and used at the same time (ra/latency.c), for ra/assign.c.
#ifndef KILN_COMPILER_RA_LATENCY_H
#define KILN_COMPILER_RA_LATENCY_H

#include "compiler/mir/analysis/live.h"

struct ra_latency;
// In the arena of the liveness.
struct ra_latency *ra_latency_begin(const struct mir_shader *s, const struct mir_live *l);
// The clocks that instructions would wait, each for a result that it does not need, if the register held the
// vreg as well, in loops for each round.
uint64_t ra_latency_waits(const struct ra_latency *p, unsigned reg, uint32_t vreg);
// From here on it does.
void ra_latency_place(struct ra_latency *p, unsigned reg, uint32_t vreg);

#endif
