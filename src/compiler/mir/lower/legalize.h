// Legalization, between its files: mir/lower/legalize.c fixes operands, mir/lower/split.c execution sizes.
#ifndef KILN_COMPILER_MIR_LEGALIZE_H
#define KILN_COMPILER_MIR_LEGALIZE_H

#include "compiler/mir/ir/query.h"

struct mir_const { // a 32-bit constant in a scalar register, set at the program's start
    uint32_t bits, vreg;
};

struct mir_legalizer {
    struct mir_shader *s;
    struct mir_const *consts;
    uint32_t const_count;
    struct mir_inst *const_tail; // the last of the constants' MOVs
    const char *error;
};

// Splits i (or, where an accumulator links instructions, the group that starts at i) into chunks that the EU
// accepts. The result is the instruction after the last one made.
struct mir_inst *mir_split(struct mir_legalizer *z, struct mir_inst *i);

#endif
