// Fast paths of the ALU on 32-bit lanes: the list of operations, and how the instantiations for the host's
// vector instructions are found. eu/fast.inc.h holds the code, eu/fast_base.c and eu/fast_avx2.c instantiate
// it, and eu/alu_fast.c decides which instructions qualify.
#ifndef KILN_SIM_EU_FAST_H
#define KILN_SIM_EU_FAST_H

#include "sim/thread/thread.h"

// X(name, arity, float result). The common ones have functions for each shape of sources; the others one for
// all.
#define SIM_FAST_COMMON_OPS(X)                                                                               \
    X(MOV, 1, 0)                                                                                             \
    X(F_TO_D, 1, 0)                                                                                          \
    X(D_TO_F, 1, 1)                                                                                          \
    X(UD_TO_F, 1, 1)                                                                                         \
    X(ADD, 2, 0)                                                                                             \
    X(AND, 2, 0)                                                                                             \
    X(OR, 2, 0)                                                                                              \
    X(XOR, 2, 0)                                                                                             \
    X(MUL, 2, 0)                                                                                             \
    X(SHL, 2, 0)                                                                                             \
    X(SHR, 2, 0)                                                                                             \
    X(ASR, 2, 0)                                                                                             \
    X(FADD, 2, 1)                                                                                            \
    X(FMUL, 2, 1)                                                                                            \
    X(FMIN, 2, 1)                                                                                            \
    X(FMAX, 2, 1)                                                                                            \
    X(FMAD, 3, 1)
#define SIM_FAST_OTHER_OPS(X)                                                                                \
    X(MOVF, 1, 1)                                                                                            \
    X(NOT, 1, 0)                                                                                             \
    X(F_TO_UD, 1, 0)                                                                                         \
    X(FRC, 1, 1)                                                                                             \
    X(RNDD, 1, 1)                                                                                            \
    X(RNDU, 1, 1)                                                                                            \
    X(RNDE, 1, 1)                                                                                            \
    X(RNDZ, 1, 1)                                                                                            \
    X(INV, 1, 1)                                                                                             \
    X(SQRT, 1, 1)                                                                                            \
    X(LZD, 1, 0)                                                                                             \
    X(FBL, 1, 0)                                                                                             \
    X(FBH_U, 1, 0)                                                                                           \
    X(FBH_S, 1, 0)                                                                                           \
    X(CBIT, 1, 0)                                                                                            \
    X(BFREV, 1, 0)                                                                                           \
    X(BFI1, 2, 0)                                                                                            \
    X(ROL, 2, 0)                                                                                             \
    X(ROR, 2, 0)                                                                                             \
    X(FDIV, 2, 1)                                                                                            \
    X(MIN_D, 2, 0)                                                                                           \
    X(MAX_D, 2, 0)                                                                                           \
    X(MIN_UD, 2, 0)                                                                                          \
    X(MAX_UD, 2, 0)                                                                                          \
    X(MAD, 3, 0)                                                                                             \
    X(LRP, 3, 1)                                                                                             \
    X(BFE_U, 3, 0)                                                                                           \
    X(BFE_S, 3, 0)                                                                                           \
    X(BFI2, 3, 0)
#define SIM_FAST_OPS(X) SIM_FAST_COMMON_OPS(X) SIM_FAST_OTHER_OPS(X)

// Comparisons: X(name, float sources, expression kind)
#define SIM_FAST_CMPS(X)                                                                                     \
    X(EQ, a == b)                                                                                            \
    X(NE, a != b)                                                                                            \
    X(GT, a > b)                                                                                             \
    X(GE, a >= b)                                                                                            \
    X(LT, a < b)                                                                                             \
    X(LE, a <= b)

enum sim_fast_op {
#define X(name, arity, f) SIM_FAST_##name,
    SIM_FAST_OPS(X)
#undef X
        SIM_FAST_OP_COUNT
};

enum sim_fast_cmp {
#define X(name, expr) SIM_FAST_F_##name, SIM_FAST_D_##name, SIM_FAST_UD_##name,
    SIM_FAST_CMPS(X)
#undef X
        SIM_FAST_CMP_COUNT
};

// Source shapes of the specialised functions: all packed; second one scalar; first one scalar; all scalar
// (for an operation: and one channel); anything.
enum sim_fast_shape { SIM_FAST_VV, SIM_FAST_VS, SIM_FAST_SV, SIM_FAST_SS, SIM_FAST_ANY, SIM_FAST_SHAPES };

struct sim_fast_table {
    sim_uop_fn *op[SIM_FAST_OP_COUNT][3][SIM_FAST_SHAPES]; // of up to eight channels, of sixteen, of 32
    sim_uop_fn *cmp[SIM_FAST_CMP_COUNT][SIM_FAST_SHAPES];
    sim_uop_fn *sel[SIM_FAST_SHAPES];
    sim_uop_fn *mathf; // transcendental functions
};

// 1.0f, unknown to the compiler: a product with it flushes subnormals if the mode says so.
extern uint32_t sim_fast_one;

extern const struct sim_fast_table sim_fast_base, sim_fast_avx2;

#endif
