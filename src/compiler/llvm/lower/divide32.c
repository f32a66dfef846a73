// Division of integers of up to 32 bits where math has none (llvm/lower/lower.h), by a reciprocal of 32 bits.
//
// z is at first 2^32 / b, less up to 2^-20 of it: a float's reciprocal, of which 2^-21 is taken off, more
// than all rounding errors. One step of Newton's squares what is missing, and what is cut off makes it one
// less at most. So the quotient is never too large, and by 2 too small at most: two comparisons end it.
#include "compiler/llvm/lower/lower.h"

#define BELOW_2_32 4294965248.0 // 2^32 - 2^11

static LLVMValueRef high_of_product(struct lower *l, LLVMValueRef a, LLVMValueRef b)
{
    LLVMValueRef p =
        LLVMBuildMul(l->b, LLVMBuildZExt(l->b, a, l->i64, ""), LLVMBuildZExt(l->b, b, l->i64, ""), "");
    return LLVMBuildTrunc(l->b, LLVMBuildLShr(l->b, p, lower_k(l->i64, 32), ""), l->i32, "");
}

static LLVMValueRef reciprocal(struct lower *l, LLVMValueRef b)
{
    LLVMValueRef r = lower_call(l, INTRINSIC_RCP, LLVMBuildUIToFP(l->b, b, l->f32, ""));
    LLVMValueRef z =
        LLVMBuildFPToUI(l->b, LLVMBuildFMul(l->b, r, LLVMConstReal(l->f32, BELOW_2_32), ""), l->i32, "");
    LLVMValueRef missing = LLVMBuildMul(l->b, LLVMBuildNeg(l->b, b, ""), z, ""); // 2^32 - b * z
    return LLVMBuildAdd(l->b, z, high_of_product(l, z, missing), "");
}

static void divide(struct lower *l, LLVMValueRef a, LLVMValueRef b, LLVMValueRef *quotient,
                   LLVMValueRef *rest)
{
    LLVMValueRef q = high_of_product(l, a, reciprocal(l, b));
    LLVMValueRef r = LLVMBuildSub(l->b, a, LLVMBuildMul(l->b, q, b, ""), "");
    for (unsigned n = 0; n < 2; n++) {
        LLVMValueRef more = LLVMBuildICmp(l->b, LLVMIntUGE, r, b, "");
        q = LLVMBuildSelect(l->b, more, LLVMBuildAdd(l->b, q, lower_k(l->i32, 1), ""), q, "");
        r = LLVMBuildSelect(l->b, more, LLVMBuildSub(l->b, r, b, ""), r, "");
    }
    *quotient = q;
    *rest = r;
}

LLVMValueRef lower_divide32(struct lower *l, LLVMValueRef i)
{
    const LLVMOpcode op = LLVMGetInstructionOpcode(i);
    const bool sign = op == LLVMSDiv || op == LLVMSRem, wants_rest = op == LLVMURem || op == LLVMSRem;
    LLVMTypeRef t = LLVMTypeOf(i);
    LLVMValueRef v[2], s[2] = {NULL, NULL}, q, r;
    for (unsigned k = 0; k < 2; k++) {
        v[k] = LLVMBuildIntCast2(l->b, LLVMGetOperand(i, k), l->i32, sign, "");
        if (!sign)
            continue;
        s[k] = LLVMBuildAShr(l->b, v[k], lower_k(l->i32, 31), "");
        v[k] = lower_negate_if(l, v[k], s[k]);
    }
    divide(l, v[0], v[1], &q, &r);
    if (sign)
        q = lower_negate_if(l, q, LLVMBuildXor(l->b, s[0], s[1], "")), r = lower_negate_if(l, r, s[0]);
    return LLVMBuildIntCast2(l->b, wants_rest ? r : q, t, sign, "");
}
