// Keeps small values apart that are computed and used at the same time (ra/spread.c), for ra/assign.c.
#ifndef KILN_COMPILER_RA_SPREAD_H
#define KILN_COMPILER_RA_SPREAD_H

#include "compiler/mir/analysis/live.h"

struct ra_spread;
// In the arena of the liveness.
struct ra_spread *ra_spread_begin(const struct mir_shader *s, const struct mir_live *l);
// The clocks that instructions would wait, each for a result that it does not need, if the register held the
// vreg as well, in loops for each round.
uint64_t ra_spread_waits(const struct ra_spread *p, unsigned reg, uint32_t vreg);
// From here on it does.
void ra_spread_place(struct ra_spread *p, unsigned reg, uint32_t vreg);

#endif
