// Instructions with three sources, which each generation encodes in a way of its own; dpas among them.
// Private to src/isa.
#ifndef KILN_ISA_ENCODING_TERNARY_H
#define KILN_ISA_ENCODING_TERNARY_H

#include "isa/table/tables.h"

// dpas: three-source, but for its operands.
bool eu_systolic_encode(struct eu_bits *q, const struct eu_inst *inst, struct eu_error *err);
bool eu_systolic_decode(const struct eu_bits *q, struct eu_inst *inst, struct eu_error *err);

// Three-source instructions exist only in align16 form before Gen11, but are written in align1 terms. `lower`
// makes the encodable form from operands with regions <v;w,h> (a scalar becomes one channel of four); `raise`
// is its inverse, false for forms that have no align1 reading (any swizzle or partial write mask).
bool eu_ternary_lower(struct eu_inst *inst, struct eu_error *err);
bool eu_ternary_raise(struct eu_inst *inst);

// From Gen11 they are align1.
bool eu_ternary_encode_align1(struct eu_bits *q, const struct eu_inst *inst, struct eu_error *err);
bool eu_ternary_decode_align1(const struct eu_bits *q, struct eu_inst *inst, struct eu_error *err);

#endif
