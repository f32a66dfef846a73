// The encoder and decoder from Gen12 on: what eu_encode and eu_decode hand over, and its parts. Private to
// src/isa.
#ifndef KILN_ISA_ENCODING_GEN12_H
#define KILN_ISA_ENCODING_GEN12_H

#include "isa/table/tables.h"

bool eu_encode_gen12(struct eu_bits *q, const struct eu_inst *inst, struct eu_error *err);
bool eu_decode_gen12(const struct eu_bits *q, struct eu_inst *inst, struct eu_error *err);

// The scoreboard's field: scoreboard.c.
bool eu_scoreboard_encode(struct eu_bits *q, const struct eu_inst *inst, struct eu_error *err);
bool eu_scoreboard_decode(const struct eu_bits *q, struct eu_inst *inst, struct eu_error *err);

// Messages: message.c.
bool eu_message_encode(struct eu_bits *q, const struct eu_inst *inst, struct eu_error *err);
bool eu_message_decode(const struct eu_bits *q, struct eu_inst *inst, struct eu_error *err);

// Is it a register that the generation has? By the rule `what`.
bool eu_check_reg(const struct eu_bits *q, const struct eu_operand *o, const char *what,
                  struct eu_error *err);

#endif
