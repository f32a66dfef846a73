// Two-operand arithmetic and logic on integers up to 32 bits and on floats.
//
// Facts: MUL of two dwords gives the low 32 bits on Gen9; a word factor is cheaper. INT DIV is a MATH
// function on dwords (PRM KBL vol2d EU_INSTRUCTION_MATH).
#include "compiler/isel/operand/ctx.h"
#include "compiler/llvm/ir/uses.h"

// ---- integers

static struct mir_operand dword(struct mir_operand o, enum eu_type t)
{
    return isel_size(o.type) == 4 ? isel_retype(o, t) : o;
}

// A constant factor that fits in a word multiplies faster.
static struct mir_operand short_factor(struct mir_operand o)
{
    if (o.kind != MIR_OPK_IMM || isel_size(o.type) != 4)
        return o;
    int32_t v = (int32_t)o.imm;
    if (v >= 0 && v <= 0xffff)
        return mir_imm_uw((uint16_t)v);
    return v < 0 && v >= -0x8000 ? mir_imm(EU_TYPE_W, (uint16_t)v) : o;
}

static void multiply(struct isel_ctx *x, struct mir_operand dst, struct mir_operand a, struct mir_operand b)
{
    if (a.kind == MIR_OPK_IMM) {
        struct mir_operand t = a;
        a = b;
        b = t;
    }
    isel_op2(x, EU_OP_MUL, dst, dword(a, EU_TYPE_D), short_factor(dword(b, EU_TYPE_D)));
}

static void divide(struct isel_ctx *x, struct isel_value *v, unsigned k, enum eu_math fn, bool is_signed)
{
    enum eu_type t = is_signed ? EU_TYPE_D : EU_TYPE_UD;
    struct mir_operand a = isel_in_reg(x, isel_ext(x, LLVMGetOperand(v->llvm, 0), k, is_signed), t);
    struct mir_operand b = isel_in_reg(x, isel_ext(x, LLVMGetOperand(v->llvm, 1), k, is_signed), t);
    isel_math(x, fn, isel_dst(x, v, k, t), a, b);
}

// u + (w + d), where only d differs between lanes: which operand is the inner sum, and which of its operands
// is w. Not if the sum stands in front of a loop.
static bool is_sum_of_scalars(struct isel_ctx *x, LLVMValueRef sum, unsigned *inner, unsigned *w)
{
    for (*inner = 0; *inner < 2; ++*inner) {
        LLVMValueRef v = LLVMGetOperand(sum, *inner);
        if (!LLVMIsABinaryOperator(v) || LLVMGetInstructionOpcode(v) != LLVMAdd || !isel_divergent(x, v) ||
            isel_divergent(x, LLVMGetOperand(sum, !*inner)) || llvm_count_uses(v, 2) != 1 ||
            LLVMGetInstructionParent(v) != LLVMGetInstructionParent(sum))
            continue;
        for (*w = 0; *w < 2; ++*w)
            if (!isel_divergent(x, LLVMGetOperand(v, *w)) && !LLVMIsAConstant(LLVMGetOperand(v, *w)))
                return !LLVMIsAConstant(LLVMGetOperand(sum, !*inner));
    }
    return false;
}

// Adds what is the same in all lanes first: one sum of scalars, and one in all lanes.
static bool add_scalars(struct isel_ctx *x, struct isel_value *v)
{
    unsigned inner, w;
    if (isel_elem_bits(LLVMTypeOf(v->llvm)) != 32 ||
        LLVMGetTypeKind(LLVMTypeOf(v->llvm)) != LLVMIntegerTypeKind ||
        !is_sum_of_scalars(x, v->llvm, &inner, &w))
        return false;
    LLVMValueRef sum = LLVMGetOperand(v->llvm, inner);
    struct mir_operand t = isel_temp(x, EU_TYPE_D, false);
    isel_op2(x, EU_OP_ADD, t, dword(isel_int(x, LLVMGetOperand(v->llvm, !inner), 0), EU_TYPE_D),
             dword(isel_int(x, LLVMGetOperand(sum, w), 0), EU_TYPE_D));
    isel_op2(x, EU_OP_ADD, isel_dst(x, v, 0, EU_TYPE_D), t,
             dword(isel_int(x, LLVMGetOperand(sum, !w), 0), EU_TYPE_D));
    return true;
}

static void int_binary(struct isel_ctx *x, struct isel_value *v, unsigned k)
{
    LLVMValueRef lhs = LLVMGetOperand(v->llvm, 0), rhs = LLVMGetOperand(v->llvm, 1);
    LLVMOpcode op = LLVMGetInstructionOpcode(v->llvm);
    int64_t c;
    switch (op) {
    case LLVMUDiv:
        divide(x, v, k, EU_MATH_INT_DIV_QUOTIENT, false);
        return;
    case LLVMURem:
        divide(x, v, k, EU_MATH_INT_DIV_REMAINDER, false);
        return;
    case LLVMSDiv:
        divide(x, v, k, EU_MATH_INT_DIV_QUOTIENT, true);
        return;
    case LLVMSRem:
        divide(x, v, k, EU_MATH_INT_DIV_REMAINDER, true);
        return;
    case LLVMLShr:
    case LLVMAShr: {
        bool sig = op == LLVMAShr;
        struct mir_operand a = isel_ext(x, lhs, k, sig), b = isel_ext(x, rhs, k, false);
        isel_op2(x, sig ? EU_OP_ASR : EU_OP_SHR, isel_dst(x, v, k, sig ? EU_TYPE_D : EU_TYPE_UD), a, b);
        return;
    }
    case LLVMShl: {
        struct mir_operand a = dword(isel_int(x, lhs, k), EU_TYPE_D), b = isel_ext(x, rhs, k, false);
        isel_op2(x, EU_OP_SHL, isel_dst(x, v, k, EU_TYPE_D), a, b);
        return;
    }
    default:
        break;
    }
    struct mir_operand a = dword(isel_int(x, lhs, k), EU_TYPE_D), b = dword(isel_int(x, rhs, k), EU_TYPE_D);
    struct mir_operand dst = isel_dst(x, v, k, EU_TYPE_D);
    bool bit = isel_elem_bits(LLVMTypeOf(v->llvm)) == 1; // modulo 2: addition is exclusive or
    switch (op) {
    case LLVMAdd:
        isel_op2(x, bit ? EU_OP_XOR : EU_OP_ADD, dst, a, b);
        return;
    case LLVMSub:
        if (bit)
            isel_op2(x, EU_OP_XOR, dst, a, b);
        else
            isel_op2(x, EU_OP_ADD, dst, a, isel_neg(b));
        return;
    case LLVMMul:
        if (bit)
            isel_op2(x, EU_OP_AND, dst, a, b);
        else
            multiply(x, dst, a, b);
        return;
    case LLVMAnd:
        isel_op2(x, EU_OP_AND, dst, a, b);
        return;
    case LLVMOr:
        isel_op2(x, EU_OP_OR, dst, a, b);
        return;
    case LLVMXor:
        if (isel_const_int(rhs, &c) && c == -1)
            isel_op1(x, EU_OP_NOT, dst, a);
        else
            isel_op2(x, EU_OP_XOR, dst, a, b);
        return;
    default:
        isel_fail(x, "integer instruction: %s", isel_inst_text(x, v->llvm));
    }
}

// ---- floats

static void float_divide(struct isel_ctx *x, struct isel_value *v, unsigned k)
{
    enum eu_type t = isel_elem_type(LLVMTypeOf(v->llvm));
    if (t == EU_TYPE_DF) {
        isel_fail(x, "division of doubles: %s", isel_inst_text(x, v->llvm));
        return;
    }
    struct mir_operand a = isel_float(x, LLVMGetOperand(v->llvm, 0), k);
    struct mir_operand b = isel_float(x, LLVMGetOperand(v->llvm, 1), k);
    double d;
    if (isel_const_float(LLVMGetOperand(v->llvm, 0), &d) && (d == 1.0 || d == -1.0)) {
        isel_math(x, EU_MATH_INV, isel_dst(x, v, k, t), d < 0 ? isel_neg(b) : b, mir_null(t));
        return;
    }
    struct mir_operand r = isel_temp(x, t, !isel_is_scalar(&b));
    isel_math(x, EU_MATH_INV, r, b, mir_null(t));
    isel_op2(x, EU_OP_MUL, isel_dst(x, v, k, t), a, r);
}

static void float_binary(struct isel_ctx *x, struct isel_value *v, unsigned k)
{
    enum eu_type t = isel_elem_type(LLVMTypeOf(v->llvm));
    LLVMOpcode op = LLVMGetInstructionOpcode(v->llvm);
    if (op == LLVMFDiv) {
        float_divide(x, v, k);
        return;
    }
    struct mir_operand a = isel_float(x, LLVMGetOperand(v->llvm, 0), k);
    if (op == LLVMFNeg) {
        isel_set(x, v, k, isel_neg(a));
        return;
    }
    struct mir_operand b = isel_float(x, LLVMGetOperand(v->llvm, 1), k);
    switch (op) {
    case LLVMFAdd:
        isel_op2(x, EU_OP_ADD, isel_dst(x, v, k, t), a, b);
        return;
    case LLVMFSub:
        isel_op2(x, EU_OP_ADD, isel_dst(x, v, k, t), a, isel_neg(b));
        return;
    case LLVMFMul:
        isel_op2(x, EU_OP_MUL, isel_dst(x, v, k, t), a, b);
        return;
    default:
        isel_fail(x, "float instruction: %s", isel_inst_text(x, v->llvm));
    }
}

void isel_binary(struct isel_ctx *x, struct isel_value *v)
{
    LLVMTypeRef t = LLVMTypeOf(v->llvm);
    LLVMOpcode op = LLVMGetInstructionOpcode(v->llvm);
    bool is_float = op == LLVMFAdd || op == LLVMFSub || op == LLVMFMul || op == LLVMFDiv || op == LLVMFNeg ||
                    op == LLVMFRem;
    if ((op == LLVMFAdd || op == LLVMFSub) && isel_fused_add(x, v))
        return;
    if (!is_float && isel_is_i64(t)) {
        isel_binary64(x, v);
        return;
    }
    if (isel_lane_bits(x, v) || (op == LLVMAdd && add_scalars(x, v)))
        return;
    for (unsigned k = 0; k < isel_type_comps(t) && !x->failed; k++)
        if (is_float)
            float_binary(x, v, k);
        else
            int_binary(x, v, k);
}
