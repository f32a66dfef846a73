// Integer operations that the EU lacks at their width: llvm/lower/lower.h.
//
// 64-bit division goes by doubles. With r a little below 1/b (by less than 2^-48 of it), q1 = a * r is not
// above a/b and misses it by less than 2^17; the same again on what is left misses by less than 2: one
// comparison ends it. The bias is larger than all rounding errors in any rounding mode. Where there are no
// doubles, or no such integers, it goes by floats (llvm/lower/int64.c).
#include <string.h>

#include "compiler/llvm/lower/lower.h"

#define BIAS (1.0 - 0x1p-49)

static LLVMValueRef real(struct lower *l, double v)
{
    return LLVMConstReal(l->f64, v);
}

static LLVMValueRef fma64(struct lower *l, LLVMValueRef a, LLVMValueRef b, LLVMValueRef c)
{
    LLVMValueRef args[] = {a, b, c};
    return lower_intrinsic(l, "llvm.fma", args, 3);
}

// 1/b from below, for integral b of 1 to 2^64.
static LLVMValueRef reciprocal(struct lower *l, LLVMValueRef b)
{
    if (LLVMIsAConstantInt(b) && LLVMConstIntGetZExtValue(b))
        return real(l, 1.0 / (double)LLVMConstIntGetZExtValue(b) * BIAS);
    LLVMValueRef d = LLVMBuildUIToFP(l->b, b, l->f64, "");
    LLVMValueRef single = LLVMBuildUIToFP(l->b, b, l->f32, "");
    LLVMValueRef r = LLVMBuildFPExt(l->b, lower_call(l, INTRINSIC_RCP, single), l->f64, "");
    LLVMValueRef minus = LLVMBuildFNeg(l->b, d, "");
    for (unsigned n = 0; n < 2; n++)
        r = fma64(l, r, fma64(l, minus, r, real(l, 1)), r);
    return LLVMBuildFMul(l->b, r, real(l, BIAS), "");
}

static LLVMValueRef estimate(struct lower *l, LLVMValueRef a, LLVMValueRef r)
{
    return LLVMBuildFPToUI(l->b, LLVMBuildFMul(l->b, LLVMBuildUIToFP(l->b, a, l->f64, ""), r, ""), l->i64,
                           "");
}

static void divide(struct lower *l, LLVMValueRef a, LLVMValueRef b, LLVMValueRef *quotient,
                   LLVMValueRef *rest)
{
    if (!l->has_fp64 || !l->has_int64) {
        lower_divide64(l, a, b, quotient, rest);
        return;
    }
    LLVMValueRef r = reciprocal(l, b), q1 = estimate(l, a, r);
    LLVMValueRef left = LLVMBuildSub(l->b, a, LLVMBuildMul(l->b, q1, b, ""), "");
    LLVMValueRef q2 = estimate(l, left, r);
    left = LLVMBuildSub(l->b, left, LLVMBuildMul(l->b, q2, b, ""), "");
    LLVMValueRef more = LLVMBuildICmp(l->b, LLVMIntUGE, left, b, "");
    LLVMValueRef q = LLVMBuildAdd(l->b, q1, q2, "");
    *quotient = LLVMBuildAdd(l->b, q, LLVMBuildZExt(l->b, more, l->i64, ""), "");
    *rest = LLVMBuildSelect(l->b, more, LLVMBuildSub(l->b, left, b, ""), left, "");
}

static LLVMValueRef division(struct lower *l, LLVMOpcode op, LLVMValueRef a, LLVMValueRef b)
{
    LLVMValueRef q, r;
    if (op == LLVMUDiv || op == LLVMURem) {
        divide(l, a, b, &q, &r);
        return op == LLVMUDiv ? q : r;
    }
    LLVMValueRef top = lower_k(l->i64, 63);
    LLVMValueRef sa = LLVMBuildAShr(l->b, a, top, ""), sb = LLVMBuildAShr(l->b, b, top, "");
    divide(l, lower_negate_if(l, a, sa), lower_negate_if(l, b, sb), &q, &r);
    return op == LLVMSDiv ? lower_negate_if(l, q, LLVMBuildXor(l->b, sa, sb, "")) : lower_negate_if(l, r, sa);
}

// ---- halves of 64-bit integers ----

static LLVMValueRef bits64(struct lower *l, LLVMValueRef i)
{
    LLVMValueRef v = LLVMGetOperand(i, 0), n;
    if (lower_is_call(i, "llvm.ctpop"))
        n = LLVMBuildAdd(l->b, lower_on32(l, "llvm.ctpop", lower_low(l, v)),
                         lower_on32(l, "llvm.ctpop", lower_high(l, v)), "");
    else if (lower_is_call(i, "llvm.ctlz"))
        return lower_leading_zeros(l, v);
    else if (lower_is_call(i, "llvm.cttz"))
        n = lower_zeros(l, "llvm.cttz", lower_low(l, v), lower_high(l, v));
    else if (lower_is_call(i, "llvm.bitreverse"))
        return lower_join(l, lower_on32(l, "llvm.bitreverse", lower_high(l, v)),
                          lower_on32(l, "llvm.bitreverse", lower_low(l, v)));
    else if (lower_is_call(i, "llvm.bswap"))
        return lower_join(l, lower_on32(l, "llvm.bswap", lower_high(l, v)),
                          lower_on32(l, "llvm.bswap", lower_low(l, v)));
    else
        return NULL;
    return LLVMBuildZExt(l->b, n, l->i64, "");
}

// ---- funnel shifts, saturation, overflow ----

static LLVMValueRef funnel(struct lower *l, LLVMValueRef i, bool right)
{
    LLVMValueRef a = LLVMGetOperand(i, 0), b = LLVMGetOperand(i, 1), n = LLVMGetOperand(i, 2);
    LLVMTypeRef t = LLVMTypeOf(a);
    unsigned bits = LLVMGetIntTypeWidth(t);
    LLVMValueRef mask = lower_k(t, bits - 1), one = lower_k(t, 1);
    if (LLVMIsAConstantInt(n)) {
        unsigned by = (unsigned)LLVMConstIntGetZExtValue(n) & (bits - 1), left = right ? bits - by : by;
        if (!by)
            return right ? b : a;
        return LLVMBuildOr(l->b, LLVMBuildShl(l->b, a, lower_k(t, left), ""),
                           LLVMBuildLShr(l->b, b, lower_k(t, bits - left), ""), "");
    }
    n = LLVMBuildAnd(l->b, n, mask, "");
    LLVMValueRef rest = LLVMBuildSub(l->b, mask, n, "");
    LLVMValueRef hi, lo; // one place is shifted on its own: a shift by the whole width is undefined
    if (right) {
        hi = LLVMBuildShl(l->b, LLVMBuildShl(l->b, a, one, ""), rest, "");
        lo = LLVMBuildLShr(l->b, b, n, "");
    } else {
        hi = LLVMBuildShl(l->b, a, n, "");
        lo = LLVMBuildLShr(l->b, LLVMBuildLShr(l->b, b, one, ""), rest, "");
    }
    return LLVMBuildOr(l->b, hi, lo, "");
}

// Whether a sum or difference r has overflown. With signs: its sign differs from a's, and b's would not
// explain it.
static LLVMValueRef overflows(struct lower *l, LLVMValueRef a, LLVMValueRef b, LLVMValueRef r, bool is_signed,
                              bool sub)
{
    if (!is_signed)
        return LLVMBuildICmp(l->b, LLVMIntULT, sub ? a : r, sub ? b : a, "");
    LLVMValueRef x = LLVMBuildXor(l->b, a, r, ""), y = LLVMBuildXor(l->b, sub ? a : r, b, "");
    return LLVMBuildICmp(l->b, LLVMIntSLT, LLVMBuildAnd(l->b, x, y, ""), lower_k(LLVMTypeOf(a), 0), "");
}

static LLVMValueRef saturating(struct lower *l, LLVMValueRef i, bool is_signed, bool sub)
{
    LLVMValueRef a = LLVMGetOperand(i, 0), b = LLVMGetOperand(i, 1);
    LLVMTypeRef t = LLVMTypeOf(a);
    LLVMValueRef r = sub ? LLVMBuildSub(l->b, a, b, "") : LLVMBuildAdd(l->b, a, b, "");
    LLVMValueRef over = overflows(l, a, b, r, is_signed, sub);
    if (!is_signed)
        return LLVMBuildSelect(l->b, over, sub ? lower_k(t, 0) : LLVMConstAllOnes(t), r, "");
    unsigned top = LLVMGetIntTypeWidth(t) - 1;
    LLVMValueRef limit = LLVMBuildXor(l->b, LLVMBuildAShr(l->b, a, lower_k(t, top), ""),
                                      lower_k(t, (UINT64_C(1) << top) - 1), "");
    return LLVMBuildSelect(l->b, over, limit, r, "");
}

static LLVMValueRef pair(struct lower *l, LLVMTypeRef t, LLVMValueRef value, LLVMValueRef flag)
{
    LLVMValueRef v = LLVMBuildInsertValue(l->b, LLVMGetUndef(t), value, 0, "");
    return LLVMBuildInsertValue(l->b, v, flag, 1, "");
}

static LLVMValueRef with_overflow(struct lower *l, LLVMValueRef i, bool is_signed, bool sub)
{
    LLVMValueRef a = LLVMGetOperand(i, 0), b = LLVMGetOperand(i, 1);
    LLVMValueRef r = sub ? LLVMBuildSub(l->b, a, b, "") : LLVMBuildAdd(l->b, a, b, "");
    return pair(l, LLVMTypeOf(i), r, overflows(l, a, b, r, is_signed, sub));
}

// -1, 0 or 1, of the result's type. Newer LLVMs make these of two comparisons.
static LLVMValueRef compared(struct lower *l, LLVMValueRef i, bool is_signed)
{
    LLVMValueRef a = LLVMGetOperand(i, 0), b = LLVMGetOperand(i, 1);
    LLVMValueRef more = LLVMBuildICmp(l->b, is_signed ? LLVMIntSGT : LLVMIntUGT, a, b, "");
    LLVMValueRef less = LLVMBuildICmp(l->b, is_signed ? LLVMIntSLT : LLVMIntULT, a, b, "");
    return LLVMBuildSub(l->b, LLVMBuildZExt(l->b, more, LLVMTypeOf(i), ""),
                        LLVMBuildZExt(l->b, less, LLVMTypeOf(i), ""), "");
}

static LLVMValueRef narrow_product_with_overflow(struct lower *l, LLVMValueRef i, bool is_signed)
{
    LLVMBuilderRef b = l->b;
    LLVMValueRef x = LLVMGetOperand(i, 0), y = LLVMGetOperand(i, 1);
    LLVMValueRef wide =
        is_signed ? LLVMBuildMul(b, LLVMBuildSExt(b, x, l->i64, ""), LLVMBuildSExt(b, y, l->i64, ""), "")
                  : LLVMBuildMul(b, LLVMBuildZExt(b, x, l->i64, ""), LLVMBuildZExt(b, y, l->i64, ""), "");
    LLVMValueRef r = LLVMBuildTrunc(b, wide, LLVMTypeOf(x), "");
    LLVMValueRef fits = is_signed ? LLVMBuildSExt(b, r, l->i64, "") : LLVMBuildZExt(b, r, l->i64, "");
    return pair(l, LLVMTypeOf(i), r, LLVMBuildICmp(b, LLVMIntNE, wide, fits, ""));
}

// By halves: if both high ones count, or what the products of one high and one low one add does not fit, or
// carries.
static LLVMValueRef product64(struct lower *l, LLVMValueRef x, LLVMValueRef y, LLVMValueRef *over)
{
    LLVMBuilderRef b = l->b;
    LLVMTypeRef t = l->i64;
    LLVMValueRef half = lower_k(t, 32), low = lower_k(t, UINT32_MAX), zero = lower_k(t, 0);
    LLVMValueRef xh = LLVMBuildLShr(b, x, half, ""), yh = LLVMBuildLShr(b, y, half, "");
    LLVMValueRef xl = LLVMBuildAnd(b, x, low, ""), yl = LLVMBuildAnd(b, y, low, "");
    LLVMValueRef cross = LLVMBuildAdd(b, LLVMBuildMul(b, xh, yl, ""), LLVMBuildMul(b, xl, yh, ""), "");
    LLVMValueRef first = LLVMBuildMul(b, xl, yl, ""),
                 r = LLVMBuildAdd(b, first, LLVMBuildShl(b, cross, half, ""), "");
    LLVMValueRef both = LLVMBuildAnd(b, LLVMBuildICmp(b, LLVMIntNE, xh, zero, ""),
                                     LLVMBuildICmp(b, LLVMIntNE, yh, zero, ""), "");
    LLVMValueRef carries = LLVMBuildOr(b, LLVMBuildICmp(b, LLVMIntUGT, cross, low, ""),
                                       LLVMBuildICmp(b, LLVMIntULT, r, first, ""), "");
    *over = LLVMBuildOr(b, both, carries, "");
    return r;
}

// LLVM makes these of products that are compared with what fits, or divided again. Up to 32 bits in a qword;
// of 64 with signs by what is left without them, which may be one more where the product is negative.
static LLVMValueRef product_with_overflow(struct lower *l, LLVMValueRef i, unsigned bits, bool is_signed)
{
    LLVMBuilderRef b = l->b;
    LLVMValueRef x = LLVMGetOperand(i, 0), y = LLVMGetOperand(i, 1), over;
    if (bits <= 32)
        return narrow_product_with_overflow(l, i, is_signed);
    if (!is_signed) {
        LLVMValueRef r = product64(l, x, y, &over);
        return pair(l, LLVMTypeOf(i), r, over);
    }
    LLVMValueRef top = lower_k(l->i64, 63), sx = LLVMBuildAShr(b, x, top, ""),
                 sy = LLVMBuildAShr(b, y, top, "");
    LLVMValueRef sign = LLVMBuildXor(b, sx, sy, "");
    LLVMValueRef r = product64(l, lower_negate_if(l, x, sx), lower_negate_if(l, y, sy), &over);
    LLVMValueRef most = LLVMBuildSub(b, lower_k(l->i64, INT64_MAX), sign, "");
    over = LLVMBuildOr(b, over, LLVMBuildICmp(b, LLVMIntUGT, r, most, ""), "");
    return pair(l, LLVMTypeOf(i), lower_negate_if(l, r, sign), over);
}

// What a qword holds in its low half, if the other half is known to be zero without a look at more than its
// definition.
static LLVMValueRef low_half(struct lower *l, LLVMValueRef v)
{
    if (LLVMIsAConstantInt(v) && LLVMConstIntGetZExtValue(v) <= UINT32_MAX)
        return lower_k(l->i32, LLVMConstIntGetZExtValue(v));
    if (!LLVMIsAZExtInst(v))
        return NULL;
    LLVMValueRef from = LLVMGetOperand(v, 0);
    return LLVMGetIntTypeWidth(LLVMTypeOf(from)) > 32 ? NULL : LLVMBuildZExt(l->b, from, l->i32, "");
}

static LLVMIntPredicate without_sign(LLVMIntPredicate p)
{
    switch (p) {
    case LLVMIntSGT:
        return LLVMIntUGT;
    case LLVMIntSGE:
        return LLVMIntUGE;
    case LLVMIntSLT:
        return LLVMIntULT;
    case LLVMIntSLE:
        return LLVMIntULE;
    default:
        return p;
    }
}

// The optimizer widens what is multiplied to qwords: logic and comparisons of qwords whose high halves are
// zero are those of dwords.
static LLVMValueRef narrowed(struct lower *l, LLVMValueRef i, LLVMOpcode op)
{
    if (op != LLVMAnd && op != LLVMOr && op != LLVMXor && op != LLVMICmp)
        return NULL;
    if (LLVMTypeOf(LLVMGetOperand(i, 0)) != l->i64 ||
        (LLVMIsAConstant(LLVMGetOperand(i, 0)) && LLVMIsAConstant(LLVMGetOperand(i, 1))))
        return NULL;
    LLVMValueRef a = low_half(l, LLVMGetOperand(i, 0)), b = a ? low_half(l, LLVMGetOperand(i, 1)) : NULL;
    if (!b)
        return NULL;
    if (op == LLVMICmp)
        return LLVMBuildICmp(l->b, without_sign(LLVMGetICmpPredicate(i)), a, b, "");
    return LLVMBuildZExt(l->b, LLVMBuildBinOp(l->b, op, a, b, ""), l->i64, "");
}

LLVMValueRef lower_int(struct lower *l, LLVMValueRef i)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    LLVMValueRef narrow = narrowed(l, i, op);
    if (narrow)
        return narrow;
    bool division_op = op == LLVMUDiv || op == LLVMSDiv || op == LLVMURem || op == LLVMSRem;
    if (!division_op && op != LLVMCall)
        return NULL;
    if (op == LLVMCall && !LLVMGetNumArgOperands(i))
        return NULL;
    LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(i, 0));
    if (LLVMGetTypeKind(t) != LLVMIntegerTypeKind)
        return NULL;
    unsigned bits = LLVMGetIntTypeWidth(t);
    if (division_op)
        return bits == 64            ? division(l, op, LLVMGetOperand(i, 0), LLVMGetOperand(i, 1))
               : l->has_int_division ? NULL
                                     : lower_divide32(l, i);
    if (lower_is_call(i, "llvm.umul.with.overflow") || lower_is_call(i, "llvm.smul.with.overflow"))
        return product_with_overflow(l, i, bits, lower_is_call(i, "llvm.smul.with.overflow"));
    if (lower_is_call(i, "llvm.ucmp") || lower_is_call(i, "llvm.scmp"))
        return compared(l, i, lower_is_call(i, "llvm.scmp"));
    if (lower_is_call(i, "llvm.sadd.with.overflow") || lower_is_call(i, "llvm.ssub.with.overflow"))
        return with_overflow(l, i, true, lower_is_call(i, "llvm.ssub.with.overflow"));
    if (bits == 32)
        return NULL;
    if (lower_is_call(i, "llvm.fshl") || lower_is_call(i, "llvm.fshr"))
        return funnel(l, i, lower_is_call(i, "llvm.fshr"));
    static const struct {
        const char *name;
        bool is_signed, sub;
    } sat[] = {{"llvm.uadd.sat", false, false},
               {"llvm.usub.sat", false, true},
               {"llvm.sadd.sat", true, false},
               {"llvm.ssub.sat", true, true}};
    for (unsigned n = 0; n < 4; n++)
        if (lower_is_call(i, sat[n].name))
            return saturating(l, i, sat[n].is_signed, sat[n].sub);
    if (lower_is_call(i, "llvm.uadd.with.overflow") || lower_is_call(i, "llvm.usub.with.overflow"))
        return with_overflow(l, i, false, lower_is_call(i, "llvm.usub.with.overflow"));
    return bits == 64 ? bits64(l, i) : NULL;
}
