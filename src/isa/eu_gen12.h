// The encoder and decoder from Gen12 on: what eu_encode and eu_decode hand over. Private to src/isa.
#ifndef KILN_ISA_EU_GEN12_H
#define KILN_ISA_EU_GEN12_H

#include "eu_tables.h"

bool eu_encode_gen12(struct eu_bits *q, const struct eu_inst *inst, struct eu_error *err);
bool eu_decode_gen12(const struct eu_bits *q, struct eu_inst *inst, struct eu_error *err);

// Instructions that finish out of order: a token with a distance is one that they set.
static inline bool eu_is_unordered(const struct eu_inst *inst)
{
    return eu_op_is_send(inst->op) || inst->op == EU_OP_MATH;
}

#endif
