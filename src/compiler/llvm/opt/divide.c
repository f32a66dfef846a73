// Division of i32 by a constant, as multiplication by a reciprocal (Granlund and Montgomery, "Division by
// Invariant Integers using Multiplication", PLDI 1994). The EU divides in its math unit at a fraction of the
// multiplier's rate. Powers of two are left to instcombine for unsigned, and done here with shifts for
// signed.
#include "compiler/llvm/opt/opt.h"

static LLVMValueRef mul_high(LLVMBuilderRef b, LLVMValueRef x, uint32_t m, bool sign)
{
    LLVMContextRef ctx = LLVMGetTypeContext(LLVMTypeOf(x));
    LLVMTypeRef i64 = LLVMInt64TypeInContext(ctx);
    LLVMValueRef wide = LLVMBuildIntCast2(b, x, i64, sign, "");
    LLVMValueRef k = LLVMConstInt(i64, sign ? (uint64_t)(int64_t)(int32_t)m : m, sign);
    LLVMValueRef p = LLVMBuildLShr(b, LLVMBuildMul(b, wide, k, ""), LLVMConstInt(i64, 32, false), "");
    return LLVMBuildTrunc(b, p, LLVMTypeOf(x), "");
}

static LLVMValueRef k32(LLVMValueRef like, uint32_t v)
{
    return LLVMConstInt(LLVMTypeOf(like), v, false);
}

// x / d for d not a power of two: the 33-bit reciprocal 2^32 + m, scaled by 2^shift.
static LLVMValueRef udiv(LLVMBuilderRef b, LLVMValueRef x, uint32_t d)
{
    unsigned shift = 32 - (unsigned)__builtin_clz(d - 1); // ceil(log2 d)
    uint64_t full = (((UINT64_C(1) << shift) - d) << 32) / d + 1;
    // A reciprocal of 32 bits does if its error still fits: try one bit less.
    for (unsigned s = 0; s < shift; s++) {
        unsigned __int128 pow = (unsigned __int128)1 << (32 + s);
        uint64_t m = (uint64_t)((pow + d - 1) / d);
        uint64_t error = (uint64_t)((unsigned __int128)m * d - pow);
        if (m <= UINT32_MAX && error <= (UINT64_C(1) << s))
            return LLVMBuildLShr(b, mul_high(b, x, (uint32_t)m, false), k32(x, s), "");
    }
    LLVMValueRef t = mul_high(b, x, (uint32_t)full, false);
    LLVMValueRef half = LLVMBuildLShr(b, LLVMBuildSub(b, x, t, ""), k32(x, 1), "");
    return LLVMBuildLShr(b, LLVMBuildAdd(b, t, half, ""), k32(x, shift - 1), "");
}

static LLVMValueRef sdiv(LLVMBuilderRef b, LLVMValueRef x, int32_t d)
{
    uint32_t ad = d < 0 ? -(uint32_t)d : (uint32_t)d;
    LLVMValueRef sign = LLVMBuildAShr(b, x, k32(x, 31), ""), q;
    if ((ad & (ad - 1)) == 0) { // round towards zero: add 2^n - 1 to negative numbers
        unsigned n = (unsigned)__builtin_ctz(ad);
        LLVMValueRef bias = n ? LLVMBuildLShr(b, sign, k32(x, 32 - n), "") : k32(x, 0);
        q = LLVMBuildAShr(b, LLVMBuildAdd(b, x, bias, ""), k32(x, n), "");
    } else {
        unsigned l = 32 - (unsigned)__builtin_clz(ad - 1); // ceil(log2 ad)
        uint64_t m = ((UINT64_C(1) << (31 + l)) / ad) + 1;
        LLVMValueRef t =
            mul_high(b, x, (uint32_t)m, true); // m - 2^32 as a signed factor, made good by adding x
        t = LLVMBuildAdd(b, t, x, "");
        q = LLVMBuildSub(b, LLVMBuildAShr(b, t, k32(x, l - 1), ""), sign, "");
    }
    return d < 0 ? LLVMBuildNeg(b, q, "") : q;
}

static LLVMValueRef expand(LLVMBuilderRef b, LLVMValueRef i)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    if (op != LLVMUDiv && op != LLVMURem && op != LLVMSDiv && op != LLVMSRem)
        return NULL;
    LLVMValueRef x = LLVMGetOperand(i, 0), y = LLVMGetOperand(i, 1);
    LLVMTypeRef t = LLVMTypeOf(x);
    if (LLVMGetTypeKind(t) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(t) != 32 || !LLVMIsAConstantInt(y))
        return NULL;
    uint32_t d = (uint32_t)LLVMConstIntGetZExtValue(y);
    bool sign = op == LLVMSDiv || op == LLVMSRem;
    if (d == 0 || d == 1 || (sign && (d == UINT32_MAX || d == 0x80000000u)) || (!sign && (d & (d - 1)) == 0))
        return NULL;
    LLVMPositionBuilderBefore(b, i);
    LLVMValueRef q = sign ? sdiv(b, x, (int32_t)d) : udiv(b, x, d);
    if (op == LLVMUDiv || op == LLVMSDiv)
        return q;
    return LLVMBuildSub(b, x, LLVMBuildMul(b, q, y, ""), "");
}

void llvm_expand_divisions(LLVMValueRef kernel)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(kernel)));
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(kernel); bb; bb = LLVMGetNextBasicBlock(bb))
        for (LLVMValueRef i = LLVMGetFirstInstruction(bb), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            LLVMValueRef v = expand(b, i);
            if (v) {
                LLVMReplaceAllUsesWith(i, v);
                LLVMInstructionEraseFromParent(i);
            }
        }
    LLVMDisposeBuilder(b);
}
