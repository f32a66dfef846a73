// Division of i32 by a constant, as multiplication by a reciprocal (Granlund and Montgomery, "Division by
// Invariant Integers using Multiplication", PLDI 1994). The EU divides in its math unit at a fraction of the
// multiplier's rate. Powers of two are left to instcombine for unsigned, and done here with shifts for
// signed.
//
// A remainder that is only compared with a constant is not computed (Warren, "Hacker's Delight", "Test for
// Zero Remainder after Division by a Constant"): by the inverse of an odd divisor modulo 2^32 or 2^64 its
// multiples become the quotients, all others what is larger than any quotient. What the divisor has of twos
// is turned to the top, where it is larger as well.
#include "compiler/llvm/opt/opt.h"

enum {
    MAX_USES = 64, // of a value that are looked at
    MAX_TESTS = 2, // of a remainder: places in arrays are compared with every place there is
};

static LLVMValueRef mul_high(LLVMBuilderRef b, LLVMValueRef x, uint32_t m, bool sign)
{
    LLVMContextRef ctx = LLVMGetTypeContext(LLVMTypeOf(x));
    LLVMTypeRef i64 = LLVMInt64TypeInContext(ctx);
    LLVMValueRef wide = LLVMBuildIntCast2(b, x, i64, sign, "");
    LLVMValueRef k = LLVMConstInt(i64, sign ? (uint64_t)(int64_t)(int32_t)m : m, sign);
    LLVMValueRef p = LLVMBuildLShr(b, LLVMBuildMul(b, wide, k, ""), LLVMConstInt(i64, 32, false), "");
    return LLVMBuildTrunc(b, p, LLVMTypeOf(x), "");
}

static LLVMValueRef constant(LLVMValueRef like, uint64_t v)
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
            return LLVMBuildLShr(b, mul_high(b, x, (uint32_t)m, false), constant(x, s), "");
    }
    LLVMValueRef t = mul_high(b, x, (uint32_t)full, false);
    LLVMValueRef half = LLVMBuildLShr(b, LLVMBuildSub(b, x, t, ""), constant(x, 1), "");
    return LLVMBuildLShr(b, LLVMBuildAdd(b, t, half, ""), constant(x, shift - 1), "");
}

static LLVMValueRef sdiv(LLVMBuilderRef b, LLVMValueRef x, int32_t d)
{
    uint32_t ad = d < 0 ? -(uint32_t)d : (uint32_t)d;
    LLVMValueRef sign = LLVMBuildAShr(b, x, constant(x, 31), ""), q;
    if ((ad & (ad - 1)) == 0) { // round towards zero: add 2^n - 1 to negative numbers
        unsigned n = (unsigned)__builtin_ctz(ad);
        LLVMValueRef bias = n ? LLVMBuildLShr(b, sign, constant(x, 32 - n), "") : constant(x, 0);
        q = LLVMBuildAShr(b, LLVMBuildAdd(b, x, bias, ""), constant(x, n), "");
    } else {
        unsigned l = 32 - (unsigned)__builtin_clz(ad - 1); // ceil(log2 ad)
        uint64_t m = ((UINT64_C(1) << (31 + l)) / ad) + 1;
        LLVMValueRef t =
            mul_high(b, x, (uint32_t)m, true); // m - 2^32 as a signed factor, made good by adding x
        t = LLVMBuildAdd(b, t, x, "");
        q = LLVMBuildSub(b, LLVMBuildAShr(b, t, constant(x, l - 1), ""), sign, "");
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

// ---- remainders that are compared

static uint64_t inverse(uint64_t odd)
{
    uint64_t v = odd; // right in the lowest three bits, then in twice as many each time
    for (unsigned bits = 3; bits < 64; bits *= 2)
        v *= 2 - odd * v;
    return v;
}

struct remainder {
    LLVMValueRef x;
    uint64_t d, max; // max: of the type
    unsigned width;
    bool sign;
};

static bool find_remainder(LLVMValueRef i, struct remainder *r)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    LLVMTypeRef t = LLVMTypeOf(i);
    if ((op != LLVMURem && op != LLVMSRem) || LLVMGetTypeKind(t) != LLVMIntegerTypeKind ||
        (LLVMGetIntTypeWidth(t) != 32 && LLVMGetIntTypeWidth(t) != 64) ||
        !LLVMIsAConstantInt(LLVMGetOperand(i, 1)))
        return false;
    r->x = LLVMGetOperand(i, 0);
    r->width = LLVMGetIntTypeWidth(t);
    r->sign = op == LLVMSRem;
    r->max = UINT64_MAX >> (64 - r->width);
    int64_t d = LLVMConstIntGetSExtValue(LLVMGetOperand(i, 1));
    r->d = r->sign && d < 0 ? 0 - (uint64_t)d : (uint64_t)d & r->max;
    return (r->d & (r->d - 1)) != 0;
}

// Does anything else ask for the quotient, or for the remainder itself? With the one the other is cheap.
static bool is_only_compared(const struct remainder *r, LLVMValueRef i)
{
    unsigned n = 0, tests = 0;
    for (LLVMUseRef u = LLVMGetFirstUse(i); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef c = LLVMGetUser(u);
        if (++tests > MAX_TESTS || !LLVMIsAICmpInst(c) || !LLVMIsAConstantInt(LLVMGetOperand(c, 1)) ||
            (LLVMGetICmpPredicate(c) != LLVMIntEQ && LLVMGetICmpPredicate(c) != LLVMIntNE))
            return false;
        uint64_t with = LLVMConstIntGetZExtValue(LLVMGetOperand(c, 1));
        if (with >= r->d || (with && r->sign))
            return false;
    }
    for (LLVMUseRef u = LLVMGetFirstUse(r->x); u && n < MAX_USES; u = LLVMGetNextUse(u), n++) {
        LLVMValueRef q = LLVMGetUser(u);
        LLVMOpcode op = LLVMIsAInstruction(q) ? LLVMGetInstructionOpcode(q) : (LLVMOpcode)0;
        if ((op == LLVMUDiv || op == LLVMSDiv) && LLVMGetOperand(q, 1) == LLVMGetOperand(i, 1))
            return false;
    }
    return true;
}

static LLVMValueRef build_test(LLVMBuilderRef b, const struct remainder *r, uint64_t with, bool equal)
{
    unsigned twos = (unsigned)__builtin_ctzll(r->d);
    uint64_t odd = r->d >> twos, limit = (r->max - with) / r->d;
    LLVMValueRef x = with ? LLVMBuildSub(b, r->x, constant(r->x, with), "") : r->x;
    x = LLVMBuildMul(b, x, constant(x, inverse(odd) & r->max), "");
    if (r->sign) { // quotients of both signs, moved up to where they begin at zero
        uint64_t first = ((r->max >> 1) / odd) >> twos << twos;
        x = LLVMBuildAdd(b, x, constant(x, first), "");
        limit = 2 * (first >> twos);
    }
    if (twos)
        x = LLVMBuildOr(b, LLVMBuildLShr(b, x, constant(x, twos), ""),
                        LLVMBuildShl(b, x, constant(x, r->width - twos), ""), "");
    return LLVMBuildICmp(b, equal ? LLVMIntULE : LLVMIntUGT, x, constant(x, limit), "");
}

static bool compare_remainder(LLVMBuilderRef b, LLVMValueRef i)
{
    struct remainder r;
    if (!find_remainder(i, &r) || !is_only_compared(&r, i))
        return false;
    for (LLVMUseRef u; (u = LLVMGetFirstUse(i));) {
        LLVMValueRef c = LLVMGetUser(u);
        LLVMPositionBuilderBefore(b, c);
        uint64_t with = LLVMConstIntGetZExtValue(LLVMGetOperand(c, 1));
        LLVMReplaceAllUsesWith(c, build_test(b, &r, with, LLVMGetICmpPredicate(c) == LLVMIntEQ));
        LLVMInstructionEraseFromParent(c);
    }
    return true;
}

void llvm_expand_divisions(LLVMValueRef kernel)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(kernel)));
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(kernel); bb; bb = LLVMGetNextBasicBlock(bb))
        for (LLVMValueRef i = LLVMGetFirstInstruction(bb), next; i; i = next) {
            bool compared = compare_remainder(b, i);
            next = LLVMGetNextInstruction(i); // behind a comparison that is gone
            LLVMValueRef v = compared ? NULL : expand(b, i);
            if (v)
                LLVMReplaceAllUsesWith(i, v);
            if (v || compared)
                LLVMInstructionEraseFromParent(i);
        }
    LLVMDisposeBuilder(b);
}
