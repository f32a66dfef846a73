// Inside of the ASTC decoder: what its files share.
#ifndef KILN_SIM_FORMAT_ASTC_H
#define KILN_SIM_FORMAT_ASTC_H

#include "sim/surface/format.h"

// The colours that a partition's texels lie between: 16 bits a channel.
struct sim_astc_ends {
    unsigned low[4], high[4];
    unsigned logarithms; // by channel: HDR values, to be interpolated as such; the others are UNORM
};

// `mode`: the end point mode, 0 to 15; `in`: its numbers, two for each of (mode / 4 + 1).
void sim_astc_ends(unsigned mode, const uint8_t *in, enum sim_astc profile, struct sim_astc_ends *out);

#endif
