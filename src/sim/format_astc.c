// ASTC LDR.
#include "sim/format.h"

void sim_decode_astc(const uint8_t *block, unsigned bw, unsigned bh, bool srgb, unsigned x, unsigned y,
                     float rgba[4])
{
    (void)block, (void)bw, (void)bh, (void)srgb, (void)x, (void)y, (void)rgba;
}
