// The command streamer's arithmetic on its general purpose registers: MI_MATH. PRM LKF vol8 "CS ALU
// Programming and Design".
#ifndef KILN_LAUNCH_MI_MATH_H
#define KILN_LAUNCH_MI_MATH_H

#include "cmd/gen_pack.h"

// MI_MATH's instructions follow its first dword.
static inline uint32_t *mi_math(uint32_t *dw, uint32_t instructions)
{
    uint32_t head[gen_MI_MATH_LENGTH];
    const struct gen_MI_MATH m = {.dword_length = instructions - 1};
    gen_MI_MATH_pack(head, &m);
    *dw = head[0];
    return dw + 1;
}

static inline uint32_t *mi_alu(uint32_t *dw, uint32_t op, uint32_t a, uint32_t b)
{
    const struct gen_MI_MATH_ALU_INSTRUCTION i = {.alu_opcode = op, .operand_1 = a, .operand_2 = b};
    gen_MI_MATH_ALU_INSTRUCTION_pack(dw, &i);
    return dw + 1;
}

// dst = a op b, of registers; or the flag that it leaves (MI_ALU_ZF, _CF), all ones if `store` says so of it.
enum { MI_OPERATION = 4 }; // instructions
static inline uint32_t *mi_operation(uint32_t *dw, uint32_t op, unsigned a, unsigned b, unsigned dst,
                                     uint32_t store, uint32_t what)
{
    dw = mi_alu(dw, GEN_MI_ALU_OP_LOAD, GEN_MI_ALU_SRCA, a);
    dw = mi_alu(dw, GEN_MI_ALU_OP_LOAD, GEN_MI_ALU_SRCB, b);
    dw = mi_alu(dw, op, 0, 0);
    return mi_alu(dw, store, dst, what);
}

static inline uint32_t *mi_combine(uint32_t *dw, uint32_t op, unsigned a, unsigned b, unsigned dst)
{
    return mi_operation(dw, op, a, b, dst, GEN_MI_ALU_OP_STORE, GEN_MI_ALU_ACCU);
}

#endif
