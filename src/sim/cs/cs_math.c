// MI_MATH: the command streamer's ALU over sixteen 64-bit general purpose registers. PRM LKF vol8 "CS ALU
// Programming and Design". SRCA, SRCB, the accumulator and the flags live for one MI_MATH.
#include "sim/cs/cs.h"

struct alu {
    uint64_t a, b, accu;
    bool zf, cf;
};

static uint64_t gpr_get(struct sim_cs *cs, unsigned n)
{
    const uint32_t at = sim_cs_own(cs, GEN_REG_CS_GPR(n));
    return sim_cs_reg_read(cs, at) | (uint64_t)sim_cs_reg_read(cs, at + 4) << 32;
}

static void gpr_set(struct sim_cs *cs, unsigned n, uint64_t v)
{
    const uint32_t at = sim_cs_own(cs, GEN_REG_CS_GPR(n));
    sim_cs_reg_write(cs, at, (uint32_t)v);
    sim_cs_reg_write(cs, at + 4, (uint32_t)(v >> 32));
}

static bool source(struct sim_cs *cs, const struct alu *alu, uint32_t name, uint64_t *out)
{
    switch (name) {
    case GEN_MI_ALU_ACCU:
        *out = alu->accu;
        return true;
    case GEN_MI_ALU_ZF: // a flag fills all 64 bits
        *out = alu->zf ? ~UINT64_C(0) : 0;
        return true;
    case GEN_MI_ALU_CF:
        *out = alu->cf ? ~UINT64_C(0) : 0;
        return true;
    default:
        if (name > GEN_MI_ALU_REG15)
            return false;
        *out = gpr_get(cs, name);
        return true;
    }
}

static bool load(struct sim_cs *cs, struct alu *alu, uint32_t dst, uint64_t v)
{
    if (dst != GEN_MI_ALU_SRCA && dst != GEN_MI_ALU_SRCB)
        return false;
    *(dst == GEN_MI_ALU_SRCA ? &alu->a : &alu->b) = v;
    return true;
}

static void arithmetic(struct alu *alu, uint32_t op)
{
    switch (op) {
    case GEN_MI_ALU_OP_ADD:
        alu->accu = alu->a + alu->b;
        alu->cf = alu->accu < alu->a;
        break;
    case GEN_MI_ALU_OP_SUB:
        alu->accu = alu->a - alu->b;
        alu->cf = alu->a < alu->b;
        break;
    case GEN_MI_ALU_OP_AND:
        alu->accu = alu->a & alu->b;
        alu->cf = false;
        break;
    case GEN_MI_ALU_OP_OR:
        alu->accu = alu->a | alu->b;
        alu->cf = false;
        break;
    default:
        alu->accu = alu->a ^ alu->b;
        alu->cf = false;
        break;
    }
    alu->zf = !alu->accu;
}

static bool step(struct sim_cs *cs, struct alu *alu, const struct gen_MI_MATH_ALU_INSTRUCTION *i)
{
    uint64_t v;
    switch (i->alu_opcode) {
    case GEN_MI_ALU_OP_NOOP:
        return true;
    case GEN_MI_ALU_OP_LOAD:
        return i->operand_2 <= GEN_MI_ALU_REG15 && source(cs, alu, i->operand_2, &v) &&
               load(cs, alu, i->operand_1, v);
    case GEN_MI_ALU_OP_LOADINV:
        return i->operand_2 <= GEN_MI_ALU_REG15 && source(cs, alu, i->operand_2, &v) &&
               load(cs, alu, i->operand_1, ~v);
    case GEN_MI_ALU_OP_LOAD0:
        return load(cs, alu, i->operand_1, 0);
    case GEN_MI_ALU_OP_LOAD1:
        return load(cs, alu, i->operand_1, ~UINT64_C(0));
    case GEN_MI_ALU_OP_ADD:
    case GEN_MI_ALU_OP_SUB:
    case GEN_MI_ALU_OP_AND:
    case GEN_MI_ALU_OP_OR:
    case GEN_MI_ALU_OP_XOR:
        arithmetic(alu, i->alu_opcode);
        return true;
    case GEN_MI_ALU_OP_STORE:
    case GEN_MI_ALU_OP_STOREINV:
        if (i->operand_1 > GEN_MI_ALU_REG15 || i->operand_2 < GEN_MI_ALU_ACCU || i->operand_2 > GEN_MI_ALU_CF)
            return false;
        if (!source(cs, alu, i->operand_2, &v))
            return false;
        gpr_set(cs, i->operand_1, i->alu_opcode == GEN_MI_ALU_OP_STORE ? v : ~v);
        return true;
    default:
        return false;
    }
}

bool sim_cs_math(struct sim_cs *cs)
{
    struct alu alu = {0};
    for (uint32_t k = 1; k < cs->length; k++) {
        struct gen_MI_MATH_ALU_INSTRUCTION i;
        gen_MI_MATH_ALU_INSTRUCTION_unpack(&cs->dw[k], &i);
        if (!step(cs, &alu, &i))
            return sim_cs_fault(cs, SIM_FAULT_ILLEGAL, cs->ip, "MI_MATH: instruction %u, 0x%08x, is reserved",
                                k - 1, cs->dw[k]);
    }
    return true;
}
