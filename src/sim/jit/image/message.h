// A message to an image as the files share it that translate it: jit/image/image.c (which messages, where
// texels are, reading), jit/image/write.c (writing, atomics).
#ifndef KILN_SIM_JIT_IMAGE_MESSAGE_H
#define KILN_SIM_JIT_IMAGE_MESSAGE_H

#include "sim/jit/image/sample.h"
#include "sim/jit/ir/send.h"

enum { X, Y, Z, COORDS };

struct image {
    const struct sim_uop *u;
    const struct sim_send *s;
    const struct sim_image_shape *shape;
    enum sim_image_use use;
    unsigned per;    // registers of a parameter
    unsigned coords; // that it has and that count, and where
    uint8_t param[COORDS];
    unsigned data;    // where those of a write begin
    int8_t level;     // where the level of detail is, or that of ld; -1: it is 0
    int8_t reference; // likewise of a comparison; -1: there is none
    bool header;
    bool atomic;
    uint8_t gather;                          // the channel that is gathered and one; 0: none
    uint16_t moved;                          // texel offsets as a header has them (jit_texel_offset)
    uint64_t sampler;                        // of a filtered sample: sim_sampler_key; 0: a texel as it is
    unsigned on;                             // bits: channels that it answers or has data for
    val at;                                  // struct sim_image
    val last[COORDS], pitch, qpitch, slices; // of it, in lanes
    unsigned chunks;                         // with which all channels are answered: of j->lanes
    val mask[2];                             // NULL: all
    val host;
};

// ---- jit/image/image.c
unsigned image_payload(const struct image *m, unsigned k); // the register of part `k` of the payload
// Texels' offsets; `inside`: those that are enabled and within; `texel`: of block formats, which of a block.
val image_locate(struct jt *j, const struct image *m, unsigned chunk, val *inside, val *texel);

// ---- jit/image/write.c
// At `slow` the message is left to the interpreter.
void image_write(struct jt *j, struct image *m, LLVMBasicBlockRef slow);
void image_atomic(struct jt *j, struct image *m, LLVMBasicBlockRef slow);

#endif
