// Which instructions jit/ir/float.c translates, and in which way (jit/ir/float_kind.c).
#ifndef KILN_SIM_JIT_FLOAT_KIND_H
#define KILN_SIM_JIT_FLOAT_KIND_H

#include "sim/jit/ir/ir.h"

enum jit_float_kind {
    JIT_NONE,
    JIT_HALF,         // all sources HF, a result HF
    JIT_DOUBLE,       // all sources DF, a result DF
    JIT_HALF_TO,      // mov from HF
    JIT_DOUBLE_TO,    // mov from DF
    JIT_FLOAT_TO,     // mov from F
    JIT_INT_TO,       // mov from an integer
    JIT_COMPARE_LONG, // integers that need 64 bits
    JIT_DIVIDE,       // integers of 32 bits
    JIT_ACC_MUL,      // a product of dwords into the accumulator
    JIT_ACC_MACH,     // the rest of it, and its upper half
};

// JIT_NONE: the interpreter executes it, or another file translates it.
enum jit_float_kind jit_float_kind_of(const struct sim_uop *u);
bool jit_float_is_integer(unsigned type);
bool jit_float_is_signed(unsigned type);
bool jit_float_has_mods(const struct sim_uop *u);
bool jit_float_uses_half(const struct sim_uop *u);

#endif
