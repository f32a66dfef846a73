// Products of matrices by the matrix unit (kiln.systolic, kiln.systolic.wide): the tiles that it reads and
// writes are vectors of the lanes one after the other, registers in order at any width
// (spirv/math/cooperative.c).
//
// What is added to lies where the result goes, so that coalescing keeps a sum in one place.
#include "compiler/isel/operand/ctx.h"

enum { DWORD = 4 };

// The components of an operand, in registers that follow each other.
static struct mir_operand tile(struct isel_ctx *x, LLVMValueRef v, enum eu_type type)
{
    const uint32_t step = x->s->simd * DWORD;
    const unsigned n = isel_type_comps(LLVMTypeOf(v));
    struct mir_operand all = isel_block_vreg(x, n * step, type, false);
    for (unsigned k = 0; k < n; k++) {
        struct mir_operand o = isel_comp(x, v, k);
        const enum eu_type bits = o.type == EU_TYPE_F ? EU_TYPE_F : EU_TYPE_UD;
        isel_mov(x, mir_vec(all.vreg, k * step, bits), isel_retype(isel_plain(x, o), bits));
    }
    return all;
}

// Of a factor, which several products may have.
static struct mir_operand factor(struct isel_ctx *x, LLVMValueRef v, enum eu_type type)
{
    const struct isel_key key = {ISEL_TILE, v};
    const struct isel_known *known = isel_known(x, key);
    if (known)
        return isel_retype(known->o[0], type);
    const struct mir_operand all = tile(x, v, EU_TYPE_UD);
    isel_learn(x, key)->o[0] = all;
    return isel_retype(all, type);
}

static bool is_zero(LLVMValueRef v)
{
    return LLVMIsConstant(v) && LLVMIsNull(v);
}

static enum eu_type factor_type(unsigned kind, unsigned sign)
{
    if (kind & KILN_SYSTOLIC_BYTES)
        return kind & sign ? EU_TYPE_B : EU_TYPE_UB;
    return kind & KILN_SYSTOLIC_BFLOATS ? EU_TYPE_BF : EU_TYPE_HF;
}

void isel_systolic(struct isel_ctx *x, struct isel_value *v)
{
    const unsigned kind = isel_immediate(x, v->llvm, 3);
    const bool is_signed = kind & (KILN_SYSTOLIC_A_SIGNED | KILN_SYSTOLIC_B_SIGNED);
    const enum eu_type type = !(kind & KILN_SYSTOLIC_BYTES) ? EU_TYPE_F : is_signed ? EU_TYPE_D : EU_TYPE_UD;
    LLVMValueRef sum = LLVMGetOperand(v->llvm, 0);
    const unsigned n = isel_type_comps(LLVMTypeOf(sum));
    struct mir_operand a = factor(x, LLVMGetOperand(v->llvm, 1), factor_type(kind, KILN_SYSTOLIC_A_SIGNED)),
                       b = factor(x, LLVMGetOperand(v->llvm, 2), factor_type(kind, KILN_SYSTOLIC_B_SIGNED)),
                       to = is_zero(sum) ? isel_block_vreg(x, n * x->s->simd * DWORD, type, false)
                                         : tile(x, sum, type);
    struct mir_inst *i = isel_op1(x, EU_OP_DPAS, to, is_zero(sum) ? mir_null(type) : to);
    i->exec_size = (uint8_t)kiln_target_native_width(x->s->target);
    i->rows = KILN_SYSTOLIC_ROWS;
    i->src[1] = b;
    i->src[2] = a;
    for (unsigned k = 0; k < n; k++)
        isel_set(x, v, k, mir_vec(to.vreg, k * x->s->simd * DWORD, type));
}
