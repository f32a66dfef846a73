// Texels as jit/image/image.c has them: lanes of dwords of the texels' bits, and of the words that messages
// carry.
#ifndef KILN_SIM_JIT_TEXEL_H
#define KILN_SIM_JIT_TEXEL_H

#include "sim/jit/ir/lanes.h"

// Whether texels of the format can be read, or written as they are to be.
bool jit_texel_ok(const struct sim_format *f, bool write);
// The words of integers from -by to by, divided by that: the largest number of up to 16 bits, or 255 * 2^16.
val jit_texel_quotient(struct jt *j, val integer, double by);
// The word of an output channel of `shape`, from the texel's dwords (zeros: outside the surface).
val jit_texel_decode(struct jt *j, const struct sim_image_shape *shape, unsigned n, val raw[4]);
// The same of the channels in `on`; of eight texels at once.
void jit_texel_decode_all(struct jt *j, const struct sim_image_shape *shape, unsigned on, val raw[4],
                          val out[4]);
// A channel of the format, before channel selects.
val jit_texel_bits(struct jt *j, const struct sim_format *f, unsigned n, val raw[4]);
// The same as the filter has it (sim_format_scale): of small UNORM ones the integer; what is no number may be
// another one.
val jit_texel_number(struct jt *j, const struct sim_format *f, unsigned n, val raw[4]);
// The dwords of a texel whose channels are 0 or 1 (as the format's numbers are). False: there is none.
bool jit_texel_constant(const struct sim_format *f, const uint32_t value[4], uint32_t raw[4]);
// A texel's dwords, from the words of all channels that the format has.
void jit_texel_encode(struct jt *j, const struct sim_format *f, val value[4], val raw[4]);

#endif
