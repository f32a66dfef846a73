// The encoder and decoder from Gen12 on: what eu_encode and eu_decode hand over. Private to src/isa.
#ifndef KILN_ISA_ENCODING_GEN12_H
#define KILN_ISA_ENCODING_GEN12_H

#include "isa/table/tables.h"

bool eu_encode_gen12(struct eu_bits *q, const struct eu_inst *inst, struct eu_error *err);
bool eu_decode_gen12(const struct eu_bits *q, struct eu_inst *inst, struct eu_error *err);

// Instructions that finish out of order: a token with a distance is one that they set.
static inline bool eu_is_unordered(const struct eu_inst *inst)
{
    return eu_op_is_send(inst->op) || inst->op == EU_OP_MATH || eu_ops[inst->op].format == EU_FMT_SYSTOLIC;
}

// The pipe of a distance that comes with a token: from Gen12.5 a message, which has none of its own, waits
// for all.
static inline enum eu_pipe eu_pipe_beside_token(enum kiln_isa isa, enum eu_op op)
{
    return isa >= KILN_ISA_GEN125 && eu_op_is_send(op) ? EU_PIPE_ALL : EU_PIPE_OWN;
}

#endif
