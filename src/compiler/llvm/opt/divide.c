// Division of i32 by a constant, as multiplication by a reciprocal (Granlund and Montgomery, "Division by
// Invariant Integers using Multiplication", PLDI 1994). The EU divides in its math unit at a fraction of the
// multiplier's rate. Powers of two are left to instcombine for unsigned, and done here with shifts for
// signed.
//
// A remainder that is only compared with a constant is not computed (Warren, "Hacker's Delight", "Test for
// Zero Remainder after Division by a Constant"): by the inverse of an odd divisor modulo 2^32 or 2^64 its
// multiples become the quotients, all others what is larger than any quotient. What the divisor has of twos
// is turned to the top, where it is larger as well.
#include "compiler/llvm/facts/ranges.h"
#include "compiler/llvm/ir/uses.h"
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

// A reciprocal for x up to `most`: x / d is x * m >> 2^(bits + s), since the error stays below one.
static bool find_reciprocal(uint32_t d, uint64_t most, unsigned bits, unsigned s, uint64_t *m)
{
    unsigned __int128 pow = (unsigned __int128)1 << (bits + s);
    *m = (uint64_t)((pow + d - 1) / d);
    return *m <= UINT32_MAX && ((unsigned __int128)*m * d - pow) * most < pow;
}

// x / d for d not a power of two, where x is at most `most`: by a product of 32 bits, by the high half of one
// of 64, by that of what is left without the divisor's twos, or, for want of all these, by a reciprocal of 33
// bits: 2^32 + m, scaled by 2^shift.
static LLVMValueRef udiv(LLVMBuilderRef b, LLVMValueRef x, uint32_t d, uint64_t most)
{
    unsigned shift = 32 - (unsigned)__builtin_clz(d - 1), twos = (unsigned)__builtin_ctz(d); // ceil(log2 d)
    uint64_t full = (((UINT64_C(1) << shift) - d) << 32) / d + 1, m;
    for (unsigned s = 0; s < 32; s++)
        if (find_reciprocal(d, most, 0, s, &m) && most * m <= UINT32_MAX)
            return LLVMBuildLShr(b, LLVMBuildMul(b, x, constant(x, m), ""), constant(x, s), "");
    for (unsigned s = 0; s < shift; s++)
        if (find_reciprocal(d, most, 32, s, &m))
            return LLVMBuildLShr(b, mul_high(b, x, (uint32_t)m, false), constant(x, s), "");
    if (twos)
        return udiv(b, LLVMBuildLShr(b, x, constant(x, twos), ""), d >> twos, most >> twos);
    LLVMValueRef t = mul_high(b, x, (uint32_t)full, false);
    LLVMValueRef half = LLVMBuildLShr(b, LLVMBuildSub(b, x, t, ""), constant(x, 1), "");
    return LLVMBuildLShr(b, LLVMBuildAdd(b, t, half, ""), constant(x, shift - 1), "");
}

// Rounded down, but up for negative x, which are one too low.
static LLVMValueRef signed_quotient(LLVMBuilderRef b, LLVMValueRef x, uint32_t ad)
{
    unsigned l = 32 - (unsigned)__builtin_clz(ad - 1); // ceil(log2 ad)
    for (unsigned s = 0; s < l; s++) {
        uint64_t pow = UINT64_C(1) << 32 << s, m = pow / ad + 1; // s < 31, since ad < 2^31
        if (m <= INT32_MAX && m * ad - pow <= UINT64_C(2) << s)
            return LLVMBuildAShr(b, mul_high(b, x, (uint32_t)m, true), constant(x, s), "");
    }
    uint64_t m = ((UINT64_C(1) << (31 + l)) / ad) + 1; // m - 2^32 as a signed factor, made good by adding x
    LLVMValueRef t = LLVMBuildAdd(b, mul_high(b, x, (uint32_t)m, true), x, "");
    return LLVMBuildAShr(b, t, constant(x, l - 1), "");
}

static LLVMValueRef sdiv(LLVMBuilderRef b, LLVMValueRef x, int32_t d)
{
    uint32_t ad = d < 0 ? -(uint32_t)d : (uint32_t)d;
    LLVMValueRef sign = LLVMBuildAShr(b, x, constant(x, 31), ""), q;
    if ((ad & (ad - 1)) == 0) { // round towards zero: add 2^n - 1 to negative numbers
        unsigned n = (unsigned)__builtin_ctz(ad);
        LLVMValueRef bias = n ? LLVMBuildLShr(b, sign, constant(x, 32 - n), "") : constant(x, 0);
        q = LLVMBuildAShr(b, LLVMBuildAdd(b, x, bias, ""), constant(x, n), "");
    } else if (llvm_most(x) <= INT32_MAX) {
        q = udiv(b, x, ad, llvm_most(x));
    } else {
        q = LLVMBuildSub(b, signed_quotient(b, x, ad), sign, "");
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
    LLVMValueRef q = sign ? sdiv(b, x, (int32_t)d) : udiv(b, x, d, llvm_most(x));
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
    LLVMValueRef x, value; // value: what is compared, itself or made positive
    uint64_t d, max, bias; // max: of the type; bias: what makes numbers with a sign ones without
    unsigned width;
    bool sign;
};

// i < 0 ? i + d : i, if that is all that is wanted of it: the remainder of a quotient that is rounded down.
static LLVMValueRef floored(LLVMValueRef i)
{
    LLVMValueRef select = NULL, negative = NULL, sum = NULL;
    for (LLVMUseRef u = LLVMGetFirstUse(i); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef v = LLVMGetUser(u);
        LLVMValueRef *part = LLVMIsASelectInst(v) ? &select : LLVMIsAICmpInst(v) ? &negative : &sum;
        if (*part)
            return NULL;
        *part = v;
    }
    bool whole = select && negative && sum && LLVMGetOperand(select, 0) == negative &&
                 LLVMGetOperand(select, 1) == sum && LLVMGetOperand(select, 2) == i &&
                 llvm_count_uses(negative, 2) == 1 && llvm_count_uses(sum, 2) == 1;
    return whole && LLVMGetICmpPredicate(negative) == LLVMIntSLT && LLVMGetOperand(negative, 0) == i &&
                   LLVMIsNull(LLVMGetOperand(negative, 1)) && LLVMIsABinaryOperator(sum) &&
                   LLVMGetInstructionOpcode(sum) == LLVMAdd && LLVMGetOperand(sum, 0) == i &&
                   LLVMGetOperand(sum, 1) == LLVMGetOperand(i, 1)
               ? select
               : NULL;
}

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
    r->bias = r->sign ? r->max / 2 + 1 : 0;
    LLVMValueRef positive = r->sign && d > 0 ? floored(i) : NULL;
    r->value = positive ? positive : i;
    r->sign &= !positive;
    return (r->d & (r->d - 1)) != 0;
}

// Does anything else ask for the quotient, or for the remainder itself? With the one the other is cheap.
static bool is_only_compared(const struct remainder *r, LLVMValueRef i)
{
    unsigned n = 0, tests = 0;
    for (LLVMUseRef u = LLVMGetFirstUse(r->value); u; u = LLVMGetNextUse(u)) {
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
    with = (with + r->bias) % r->d;
    LLVMValueRef x = r->x;
    if (with != r->bias)
        x = LLVMBuildAdd(b, x, constant(x, (r->bias - with) & r->max), "");
    x = LLVMBuildMul(b, x, constant(x, inverse(r->d >> twos) & r->max), "");
    if (twos)
        x = LLVMBuildOr(b, LLVMBuildLShr(b, x, constant(x, twos), ""),
                        LLVMBuildShl(b, x, constant(x, r->width - twos), ""), "");
    LLVMValueRef limit = constant(x, (r->max - with) / r->d);
    return LLVMBuildICmp(b, equal ? LLVMIntULE : LLVMIntUGT, x, limit, "");
}

// Of a remainder that is only compared, makes the comparisons; what is left of it nobody uses.
static bool compare_remainder(LLVMBuilderRef b, LLVMValueRef i)
{
    struct remainder r;
    if (!find_remainder(i, &r) || !is_only_compared(&r, i))
        return false;
    for (LLVMUseRef u; (u = LLVMGetFirstUse(r.value));) {
        LLVMValueRef c = LLVMGetUser(u);
        LLVMPositionBuilderBefore(b, c);
        uint64_t with = LLVMConstIntGetZExtValue(LLVMGetOperand(c, 1));
        LLVMReplaceAllUsesWith(c, build_test(b, &r, with, LLVMGetICmpPredicate(c) == LLVMIntEQ));
        LLVMInstructionEraseFromParent(c);
    }
    if (r.value != i) {
        LLVMValueRef parts[] = {r.value, LLVMGetOperand(r.value, 0), LLVMGetOperand(r.value, 1)};
        for (unsigned k = 0; k < 3; k++)
            LLVMInstructionEraseFromParent(parts[k]);
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
