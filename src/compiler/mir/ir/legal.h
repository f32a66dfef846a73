// What the EU accepts: may an instruction have this source, and so many channels? mir/lower/legalize.c and
// split.c make instructions legal by it, and what rewrites them asks before it does.
#ifndef KILN_COMPILER_MIR_LEGAL_H
#define KILN_COMPILER_MIR_LEGAL_H

#include "compiler/mir/ir/query.h"

// Of a three-source instruction.
bool mir_is_ternary_source(const struct mir_shader *s, const struct mir_inst *i, const struct mir_operand *o);
// Is a negated source an inverted one? From Gen8 on (PRM BDW vol 7, "Source Modifiers").
bool mir_sign_inverts(const struct mir_shader *s, const struct mir_inst *i);
// At once, on the first `n` of its channels.
bool mir_is_legal_size(const struct mir_shader *s, const struct mir_inst *i, unsigned n);
// May `o`, whose elements are as large, take the place of source k, which is a vreg? Before mir_legalize also
// where that puts it right at no cost. Payloads of messages are not asked for here.
bool mir_takes_source(const struct mir_shader *s, const struct mir_inst *i, unsigned k,
                      const struct mir_operand *o);

#endif
