// 64-bit integers where the EU computes none: conversions from and to floats, or doubles, if it has those,
// and division (llvm/lower/lower.h). The rest of their arithmetic is machine IR's (mir/lower/int64.c).
#include "compiler/llvm/lower/lower.h"

static LLVMValueRef real(struct lower *l, double v)
{
    return LLVMConstReal(l->f32, v);
}

static LLVMValueRef k64(struct lower *l, uint64_t v)
{
    return lower_k(l->i64, v);
}

// ---- conversions

// Of a float, or double, from 0 to below 2^64, towards zero. Each step is exact: the high half keeps what a
// float's 24 bits say of it, and what is left has fewer.
static LLVMValueRef from_magnitude(struct lower *l, LLVMValueRef x)
{
    LLVMTypeRef t = LLVMTypeOf(x);
    LLVMValueRef small = LLVMBuildFMul(l->b, x, LLVMConstReal(t, 0x1p-32), "");
    LLVMValueRef hi = LLVMBuildFPToUI(l->b, small, l->i32, "");
    LLVMValueRef rest[] = {LLVMBuildUIToFP(l->b, hi, t, ""), LLVMConstReal(t, -0x1p32), x};
    LLVMValueRef lo = LLVMBuildFPToUI(l->b, lower_intrinsic(l, "llvm.fma", rest, 3), l->i32, "");
    return lower_join(l, lo, hi);
}

static LLVMValueRef sign_of(struct lower *l, LLVMValueRef x)
{
    LLVMValueRef bits = LLVMTypeOf(x) == l->f64 ? lower_high(l, LLVMBuildBitCast(l->b, x, l->i64, ""))
                                                : LLVMBuildBitCast(l->b, x, l->i32, "");
    return LLVMBuildSExt(l->b, LLVMBuildAShr(l->b, bits, lower_k(l->i32, 31), ""), l->i64, "");
}

static LLVMValueRef two_args(struct lower *l, const char *name, LLVMValueRef a, LLVMValueRef b)
{
    LLVMValueRef args[] = {a, b};
    return lower_intrinsic(l, name, args, 2);
}

static LLVMValueRef magnitude(struct lower *l, LLVMValueRef x)
{
    return lower_intrinsic(l, "llvm.fabs", &x, 1);
}

// Of any float; `saturate`: beyond the ends the ends, 0 of NaN. Else nothing is said of those.
static LLVMValueRef to_integer(struct lower *l, LLVMValueRef x, bool is_signed, bool saturate)
{
    if (LLVMTypeOf(x) == l->f16)
        x = LLVMBuildFPExt(l->b, x, l->f32, "");
    LLVMValueRef a = is_signed ? magnitude(l, x) : x;
    if (saturate) // maxnum of NaN and 0 is 0
        a = two_args(l, "llvm.maxnum", a, LLVMConstReal(LLVMTypeOf(a), 0));
    LLVMValueRef v = from_magnitude(l, a), sign = is_signed ? sign_of(l, x) : NULL;
    if (is_signed)
        v = lower_negate_if(l, v, sign);
    if (!saturate)
        return v;
    LLVMValueRef end = LLVMConstReal(LLVMTypeOf(a), is_signed ? 0x1p63 : 0x1p64);
    LLVMValueRef beyond = LLVMBuildFCmp(l->b, LLVMRealOGE, a, end, "");
    LLVMValueRef limit =
        is_signed ? LLVMBuildXor(l->b, sign, k64(l, INT64_MAX), "") : LLVMConstAllOnes(l->i64);
    return LLVMBuildSelect(l->b, beyond, limit, v, "");
}

// The 32 highest bits that count, the lowest of them set if there are more behind: they become a float as all
// 64 would, in any rounding mode. The scale is a power of two.
static LLVMValueRef to_float(struct lower *l, LLVMValueRef v)
{
    LLVMValueRef places = LLVMBuildTrunc(l->b, lower_leading_zeros(l, v), l->i32, "");
    LLVMValueRef by = LLVMBuildZExt(l->b, LLVMBuildAnd(l->b, places, lower_k(l->i32, 63), ""), l->i64, "");
    LLVMValueRef n = LLVMBuildShl(l->b, v, by, "");
    LLVMValueRef more = LLVMBuildICmp(l->b, LLVMIntNE, lower_low(l, n), lower_k(l->i32, 0), "");
    LLVMValueRef bits = LLVMBuildOr(l->b, lower_high(l, n), LLVMBuildZExt(l->b, more, l->i32, ""), "");
    LLVMValueRef exponent = LLVMBuildSub(l->b, lower_k(l->i32, 127 + 32), places, "");
    LLVMValueRef scale = LLVMBuildShl(l->b, exponent, lower_k(l->i32, 23), "");
    return LLVMBuildFMul(l->b, LLVMBuildUIToFP(l->b, bits, l->f32, ""),
                         LLVMBuildBitCast(l->b, scale, l->f32, ""), "");
}

// Both halves are exact, and their sum is rounded once.
static LLVMValueRef to_double(struct lower *l, LLVMValueRef v, bool is_signed)
{
    LLVMValueRef high = lower_high(l, v);
    LLVMValueRef args[] = {is_signed ? LLVMBuildSIToFP(l->b, high, l->f64, "")
                                     : LLVMBuildUIToFP(l->b, high, l->f64, ""),
                           LLVMConstReal(l->f64, 0x1p32), LLVMBuildUIToFP(l->b, lower_low(l, v), l->f64, "")};
    return lower_intrinsic(l, "llvm.fma", args, 3);
}

// Halves by floats: what a float rounds is beyond what halves can say.
static LLVMValueRef from_integer(struct lower *l, LLVMValueRef v, bool is_signed, LLVMTypeRef to)
{
    if (to == l->f64)
        return to_double(l, v, is_signed);
    LLVMValueRef sign = LLVMBuildAShr(l->b, v, k64(l, 63), "");
    LLVMValueRef f = to_float(l, is_signed ? lower_negate_if(l, v, sign) : v);
    if (is_signed) {
        LLVMValueRef top = LLVMBuildAnd(l->b, lower_high(l, v), lower_k(l->i32, 1u << 31), "");
        f = LLVMBuildOr(l->b, LLVMBuildBitCast(l->b, f, l->i32, ""), top, "");
        f = LLVMBuildBitCast(l->b, f, l->f32, "");
    }
    return to == l->f32 ? f : LLVMBuildFPTrunc(l->b, f, to, "");
}

LLVMValueRef lower_convert64(struct lower *l, LLVMValueRef i)
{
    LLVMTypeRef t = LLVMTypeOf(i);
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    LLVMValueRef a = LLVMGetNumOperands(i) ? LLVMGetOperand(i, 0) : NULL;
    if ((op == LLVMFPToUI || op == LLVMFPToSI) && t == l->i64)
        return to_integer(l, a, op == LLVMFPToSI, false);
    if ((op == LLVMUIToFP || op == LLVMSIToFP) && LLVMTypeOf(a) == l->i64)
        return from_integer(l, a, op == LLVMSIToFP, t);
    if (op != LLVMCall || t != l->i64)
        return NULL;
    if (lower_is_call(i, "llvm.fptoui.sat") || lower_is_call(i, "llvm.fptosi.sat"))
        return to_integer(l, a, lower_is_call(i, "llvm.fptosi.sat"), true);
    return NULL;
}

// ---- division

// v, by less than 2^-21 of it: each half is off by less than 2^-23 of itself, and so is the sum.
static LLVMValueRef about(struct lower *l, LLVMValueRef v)
{
    LLVMValueRef args[] = {LLVMBuildUIToFP(l->b, lower_high(l, v), l->f32, ""), real(l, 0x1p32),
                           LLVMBuildUIToFP(l->b, lower_low(l, v), l->f32, "")};
    return lower_intrinsic(l, "llvm.fma", args, 3);
}

// A quotient that is not above a/b, given a little less than 1/b.
static LLVMValueRef estimate(struct lower *l, LLVMValueRef a, LLVMValueRef r)
{
    return from_magnitude(l, LLVMBuildFMul(l->b, about(l, a), r, ""));
}

// As with doubles (llvm/lower/int.c), with floats: everything that is rounded, the reciprocal's error
// included, is off by less than 10 * 2^-23; taking 2^-19 off the reciprocal makes each estimate one from
// below, and misses by less than 2^-18 of it and one. What is left is below 2^46 + 1, 2^28 + 2, 2^10 + 2 and
// 2 times b after four rounds: one comparison ends it.
void lower_divide64(struct lower *l, LLVMValueRef a, LLVMValueRef b, LLVMValueRef *quotient,
                    LLVMValueRef *rest)
{
    enum { ROUNDS = 4 };
    LLVMValueRef r = lower_call(l, INTRINSIC_RCP, about(l, b));
    r = LLVMBuildFMul(l->b, r, real(l, 1.0 - 0x1p-19), "");
    LLVMValueRef q = k64(l, 0);
    for (unsigned n = 0; n < ROUNDS; n++) {
        LLVMValueRef part = estimate(l, a, r);
        q = LLVMBuildAdd(l->b, q, part, "");
        a = LLVMBuildSub(l->b, a, LLVMBuildMul(l->b, part, b, ""), "");
    }
    LLVMValueRef more = LLVMBuildICmp(l->b, LLVMIntUGE, a, b, "");
    *quotient = LLVMBuildAdd(l->b, q, LLVMBuildZExt(l->b, more, l->i64, ""), "");
    *rest = LLVMBuildSelect(l->b, more, LLVMBuildSub(l->b, a, b, ""), a, "");
}
