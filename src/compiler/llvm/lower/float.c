// Operations on doubles and halves that the EU lacks: llvm/lower/lower.h.
//
// Doubles. The EU adds, multiplies, fuses, compares and converts them. Quotients and roots start from the
// single precision of the math unit, on operands scaled to [1, 4), and are refined by Newton's iteration with
// fused multiplications; the last step rounds correctly (Markstein, "Computation of elementary functions on
// the IBM RISC System/6000 processor", 1990). A quotient that is denormal is rounded once more when it is
// scaled back.
//
// Halves. Everything but addition, multiplication, comparison and conversion is computed in single precision,
// which has more than twice the bits and two: rounding its correctly rounded results once more gives
// correctly rounded halves.
#include <string.h>

#include "compiler/llvm/lower/lower.h"

enum { NEAR = 700, NEAR_SINGLE = 120 }; // exponents

#define SIGN UINT64_C(0x8000000000000000)
#define EXPONENT UINT64_C(0x7ff0000000000000)
#define MANTISSA UINT64_C(0x000fffffffffffff)
#define ONE UINT64_C(0x3ff0000000000000)

static LLVMValueRef real(struct lower *l, double v)
{
    return LLVMConstReal(l->f64, v);
}

static LLVMValueRef bits_of(struct lower *l, LLVMValueRef v)
{
    return LLVMBuildBitCast(l->b, v, l->i64, "");
}

static LLVMValueRef double_of(struct lower *l, LLVMValueRef v)
{
    return LLVMBuildBitCast(l->b, v, l->f64, "");
}

static LLVMValueRef k64(struct lower *l, uint64_t v)
{
    return lower_k(l->i64, v);
}

static LLVMValueRef fma64(struct lower *l, LLVMValueRef a, LLVMValueRef b, LLVMValueRef c)
{
    LLVMValueRef args[] = {a, b, c};
    return lower_intrinsic(l, "llvm.fma", args, 3);
}

static LLVMValueRef mul(struct lower *l, LLVMValueRef a, LLVMValueRef b)
{
    return LLVMBuildFMul(l->b, a, b, "");
}

static LLVMValueRef neg(struct lower *l, LLVMValueRef a)
{
    return LLVMBuildFNeg(l->b, a, "");
}

static LLVMValueRef pick(struct lower *l, LLVMValueRef c, LLVMValueRef a, LLVMValueRef b)
{
    return LLVMBuildSelect(l->b, c, a, b, "");
}

static LLVMValueRef icmp(struct lower *l, LLVMIntPredicate p, LLVMValueRef a, LLVMValueRef b)
{
    return LLVMBuildICmp(l->b, p, a, b, "");
}

static LLVMValueRef fcmp(struct lower *l, LLVMRealPredicate p, LLVMValueRef a, LLVMValueRef b)
{
    return LLVMBuildFCmp(l->b, p, a, b, "");
}

static LLVMValueRef fabs1(struct lower *l, LLVMValueRef a)
{
    return lower_intrinsic(l, "llvm.fabs", &a, 1);
}

// The exponent's field as an i32.
static LLVMValueRef exponent(struct lower *l, LLVMValueRef bits)
{
    LLVMValueRef high = LLVMBuildTrunc(l->b, LLVMBuildLShr(l->b, bits, k64(l, 32), ""), l->i32, "");
    return LLVMBuildAnd(l->b, LLVMBuildLShr(l->b, high, lower_k(l->i32, 20), ""), lower_k(l->i32, 0x7ff), "");
}

// 2^e for e of -1022 to 1023.
static LLVMValueRef power(struct lower *l, LLVMValueRef e)
{
    LLVMValueRef biased = LLVMBuildAdd(l->b, e, lower_k(l->i32, 1023), "");
    LLVMValueRef high = LLVMBuildShl(l->b, biased, lower_k(l->i32, 20), "");
    return double_of(l, LLVMBuildShl(l->b, LLVMBuildZExt(l->b, high, l->i64, ""), k64(l, 32), ""));
}

// v * 2^e; |e| up to 2200. Three factors, so that only the last product rounds.
static LLVMValueRef scale(struct lower *l, LLVMValueRef v, LLVMValueRef e)
{
    LLVMValueRef lim[] = {e, lower_k(l->i32, 1000)};
    lim[0] = lower_intrinsic(l, "llvm.smin", lim, 2);
    lim[1] = lower_k(l->i32, (uint32_t)-1000);
    LLVMValueRef first = lower_intrinsic(l, "llvm.smax", lim, 2);
    LLVMValueRef rest = LLVMBuildSub(l->b, e, first, "");
    LLVMValueRef half = LLVMBuildAShr(l->b, rest, lower_k(l->i32, 1), "");
    LLVMValueRef other = LLVMBuildSub(l->b, rest, half, "");
    // A factor of 2^-1000 first would make denormals of what the others make smaller yet: smaller ones first.
    return mul(l, mul(l, mul(l, v, power(l, half)), power(l, other)), power(l, first));
}

// A double as mantissa in [1, 2), with its sign, and exponent. Denormals are made normal first; zero,
// infinity and NaN (`*special`) stay as they are.
struct parts {
    LLVMValueRef m, e, special;
    LLVMValueRef value; // if special: what it is, flushed if denormals are
};

static struct parts take_apart(struct lower *l, LLVMValueRef v)
{
    struct parts p;
    LLVMValueRef zero = fcmp(l, LLVMRealOEQ, v, real(l, 0));
    LLVMValueRef tiny = fcmp(l, LLVMRealOLT, fabs1(l, v), real(l, 0x1p-1022));
    LLVMValueRef n = pick(l, tiny, mul(l, v, real(l, 0x1p54)), v), bits = bits_of(l, n);
    LLVMValueRef field = exponent(l, bits);
    p.value = n;
    p.special = LLVMBuildOr(l->b, zero, icmp(l, LLVMIntEQ, field, lower_k(l->i32, 0x7ff)), "");
    LLVMValueRef bias = pick(l, tiny, lower_k(l->i32, 1023 + 54), lower_k(l->i32, 1023));
    p.e = LLVMBuildSub(l->b, field, bias, "");
    LLVMValueRef m = LLVMBuildAnd(l->b, bits, k64(l, SIGN | MANTISSA), "");
    p.m = double_of(l, LLVMBuildOr(l->b, m, k64(l, ONE), ""));
    return p;
}

static LLVMValueRef single(struct lower *l, LLVMValueRef v)
{
    return LLVMBuildFPTrunc(l->b, v, l->f32, "");
}

static LLVMValueRef wide(struct lower *l, LLVMValueRef v)
{
    return LLVMBuildFPExt(l->b, v, l->f64, "");
}

// Of exponents that are not far from 0, and more than 0.
static LLVMValueRef is_near(struct lower *l, LLVMValueRef v, uint32_t by, bool any_sign)
{
    LLVMValueRef high = LLVMBuildTrunc(l->b, LLVMBuildLShr(l->b, bits_of(l, v), k64(l, 32), ""), l->i32, "");
    if (any_sign)
        high = LLVMBuildAnd(l->b, high, lower_k(l->i32, 0x7fffffff), "");
    LLVMValueRef from = LLVMBuildSub(l->b, high, lower_k(l->i32, (1023 - by) << 20), "");
    return icmp(l, LLVMIntULT, from, lower_k(l->i32, 2 * by << 20));
}

// 1/b by Newton's iteration, the last time to correct rounding, but where the mantissa is all ones.
static LLVMValueRef refine(struct lower *l, LLVMValueRef r, LLVMValueRef minus)
{
    for (unsigned n = 0; n < 3; n++)
        r = fma64(l, r, fma64(l, minus, r, real(l, 1)), r);
    return r;
}

static LLVMValueRef quotient(struct lower *l, LLVMValueRef a, LLVMValueRef minus, LLVMValueRef r)
{
    LLVMValueRef q = mul(l, a, r);
    return fma64(l, fma64(l, minus, q, a), r, q);
}

static LLVMValueRef divide(struct lower *l, LLVMValueRef a, LLVMValueRef b)
{
    struct parts x = take_apart(l, a), y = take_apart(l, b);
    // 1/b in single precision; of a special b, the result's class.
    LLVMValueRef minus = neg(l, y.m), r0, r;
    LLVMBool loses;
    if (LLVMIsAConstantFP(y.m) && LLVMIsNull(y.special)) {
        r = r0 = real(l, 1 / LLVMConstRealGetDouble(y.m, &loses));
    } else {
        r0 = wide(l, lower_call(l, INTRINSIC_RCP, single(l, pick(l, y.special, b, y.m))));
        r = refine(l, r0, minus);
    }
    // The one divisor for which that is not good enough: just below 2, where 1/b is all but a tie
    // (Markstein).
    LLVMValueRef fraction = LLVMBuildAnd(l->b, bits_of(l, y.m), k64(l, MANTISSA), "");
    LLVMValueRef last = LLVMBuildZExt(l->b, icmp(l, LLVMIntEQ, fraction, k64(l, MANTISSA)), l->i64, "");
    r = double_of(l, LLVMBuildOr(l->b, bits_of(l, r), last, ""));
    LLVMValueRef q = quotient(l, x.m, minus, r), special = LLVMBuildOr(l->b, x.special, y.special, "");
    return pick(l, special, mul(l, a, r0), scale(l, q, LLVMBuildSub(l->b, x.e, y.e, "")));
}

// Where neither the steps nor the result can leave the range of normal numbers, nor the divisor's reciprocal
// that of single precision, they are the same without scaling; lanes whose operands are others, or whose
// divisor may be the one that Markstein's step is wrong for, go the long way.
static LLVMValueRef divide_near(struct lower *l, LLVMValueRef i)
{
    LLVMValueRef a = LLVMGetOperand(i, 0), b = LLVMGetOperand(i, 1), minus = neg(l, b);
    LLVMValueRef near = is_near(l, a, NEAR, true), r;
    near = LLVMBuildAnd(l->b, near, is_near(l, b, NEAR_SINGLE, true), "");
    near = LLVMBuildAnd(
        l->b, near,
        icmp(l, LLVMIntNE, LLVMBuildTrunc(l->b, bits_of(l, b), l->i32, ""), lower_k(l->i32, UINT32_MAX)), "");
    LLVMBool loses;
    if (LLVMIsAConstantFP(b))
        r = real(l, 1 / LLVMConstRealGetDouble(b, &loses));
    else
        r = refine(l, wide(l, lower_call(l, INTRINSIC_RCP, single(l, b))), minus);
    LLVMValueRef q = quotient(l, a, minus, r);
    LLVMBasicBlockRef from;
    lower_go_around(l, i, near, &from);
    return lower_join_ways(l, i, from, q, divide(l, a, b));
}

// sqrt m, or 1 / sqrt m, from an estimate y of the latter.
static LLVMValueRef refine_root(struct lower *l, LLVMValueRef m, LLVMValueRef y, bool inverse)
{
    LLVMValueRef half = real(l, 0.5);
    LLVMValueRef g = mul(l, m, y), h = mul(l, y, half); // to sqrt m, and 1 / (2 sqrt m)
    for (unsigned n = 0; n < 2; n++) {
        LLVMValueRef r = fma64(l, neg(l, h), g, half);
        g = fma64(l, g, r, g);
        h = fma64(l, h, r, h);
    }
    if (!inverse)
        return fma64(l, fma64(l, neg(l, g), g, m), h, g);
    LLVMValueRef twice = LLVMBuildFAdd(l->b, h, h, "");
    // 1 - m y^2 with the rounding error of m y, which matters here
    LLVMValueRef my = mul(l, m, twice), low = fma64(l, m, twice, neg(l, my));
    LLVMValueRef err = fma64(l, neg(l, my), twice, real(l, 1));
    err = fma64(l, neg(l, low), twice, err);
    return fma64(l, mul(l, twice, half), err, twice);
}

// sqrt v, and 1 / sqrt v.
static LLVMValueRef root(struct lower *l, LLVMValueRef v, bool inverse)
{
    struct parts x = take_apart(l, v);
    LLVMValueRef odd = LLVMBuildAnd(l->b, x.e, lower_k(l->i32, 1), "");
    LLVMValueRef m = mul(l, x.m, power(l, odd)); // [1, 4), exponent even
    LLVMValueRef e = LLVMBuildAShr(l->b, LLVMBuildSub(l->b, x.e, odd, ""), lower_k(l->i32, 1), "");
    LLVMValueRef s0 = lower_call(l, INTRINSIC_RSQ, single(l, pick(l, x.special, v, m))), y = wide(l, s0);
    LLVMValueRef negative = fcmp(l, LLVMRealOLT, v, real(l, 0)),
                 nan = double_of(l, k64(l, EXPONENT | MANTISSA));
    LLVMValueRef special = inverse ? y : x.value; // rsq of 0, infinity, NaN
    e = inverse ? LLVMBuildNeg(l->b, e, "") : e;
    LLVMValueRef result = mul(l, refine_root(l, m, y, inverse), power(l, e));
    return pick(l, negative, nan, pick(l, x.special, special, result));
}

// As divide_near().
static LLVMValueRef root_near(struct lower *l, LLVMValueRef i, bool inverse)
{
    LLVMValueRef v = LLVMGetOperand(i, 0), y = wide(l, lower_call(l, INTRINSIC_RSQ, single(l, v)));
    LLVMValueRef usual = refine_root(l, v, y, inverse), near = is_near(l, v, NEAR_SINGLE, false);
    LLVMBasicBlockRef from;
    lower_go_around(l, i, near, &from);
    return lower_join_ways(l, i, from, usual, root(l, v, inverse));
}

// ---- rounding to integers ----

static LLVMValueRef truncate(struct lower *l, LLVMValueRef v)
{
    LLVMValueRef bits = bits_of(l, v);
    LLVMValueRef e = LLVMBuildSub(l->b, exponent(l, bits), lower_k(l->i32, 1023), "");
    LLVMValueRef lim[] = {e, lower_k(l->i32, 52)};
    LLVMValueRef by = LLVMBuildZExt(l->b, lower_intrinsic(l, "llvm.smin", lim, 2), l->i64, "");
    by = LLVMBuildAnd(l->b, by, k64(l, 63), "");
    LLVMValueRef fraction = LLVMBuildLShr(l->b, k64(l, MANTISSA), by, "");
    LLVMValueRef kept = LLVMBuildAnd(l->b, bits, LLVMBuildNot(l->b, fraction, ""), "");
    LLVMValueRef small = icmp(l, LLVMIntSLT, e, lower_k(l->i32, 0));
    return double_of(l, pick(l, small, LLVMBuildAnd(l->b, bits, k64(l, SIGN), ""), kept));
}

static LLVMValueRef copysign2(struct lower *l, LLVMValueRef mag, LLVMValueRef sign)
{
    LLVMTypeRef t = LLVMTypeOf(mag), n = t == l->f64 ? l->i64 : l->i16;
    uint64_t top = t == l->f64 ? SIGN : 0x8000;
    LLVMValueRef a = LLVMBuildBitCast(l->b, mag, n, ""), b = LLVMBuildBitCast(l->b, sign, n, "");
    a = LLVMBuildAnd(l->b, a, lower_k(n, top - 1), "");
    b = LLVMBuildAnd(l->b, b, lower_k(n, top), "");
    return LLVMBuildBitCast(l->b, LLVMBuildOr(l->b, a, b, ""), t, "");
}

// floor (direction -1) and ceil (1)
static LLVMValueRef toward(struct lower *l, LLVMValueRef v, int direction)
{
    LLVMValueRef t = truncate(l, v);
    LLVMValueRef beyond = fcmp(l, direction < 0 ? LLVMRealOGT : LLVMRealOLT, t, v);
    return pick(l, beyond, LLVMBuildFAdd(l->b, t, real(l, direction), ""), t);
}

static LLVMValueRef nearest(struct lower *l, LLVMValueRef v)
{
    LLVMValueRef a = fabs1(l, v), t = truncate(l, a), rest = LLVMBuildFSub(l->b, a, t, "");
    LLVMValueRef half = mul(l, t, real(l, 0.5)); // a whole number if t is even
    LLVMValueRef odd = fcmp(l, LLVMRealUNE, half, truncate(l, half));
    LLVMValueRef tie = LLVMBuildAnd(l->b, fcmp(l, LLVMRealOEQ, rest, real(l, 0.5)), odd, "");
    LLVMValueRef up = LLVMBuildOr(l->b, fcmp(l, LLVMRealOGT, rest, real(l, 0.5)), tie, "");
    return copysign2(l, pick(l, up, LLVMBuildFAdd(l->b, t, real(l, 1), ""), t), v);
}

// ---- conversion ----

// Double to half by way of a float that is rounded to odd: the second rounding then sees what the first one
// lost.
static LLVMValueRef to_half(struct lower *l, LLVMValueRef v)
{
    const uint64_t rest = (UINT64_C(1) << 29) - 1;
    LLVMValueRef bits = bits_of(l, v);
    LLVMValueRef lost = icmp(l, LLVMIntNE, LLVMBuildAnd(l->b, bits, k64(l, rest), ""), k64(l, 0));
    LLVMValueRef odd = LLVMBuildShl(l->b, LLVMBuildZExt(l->b, lost, l->i64, ""), k64(l, 29), "");
    LLVMValueRef kept = LLVMBuildOr(l->b, LLVMBuildAnd(l->b, bits, k64(l, ~rest), ""), odd, "");
    return LLVMBuildFPTrunc(l->b, single(l, double_of(l, kept)), l->f16, "");
}

static LLVMValueRef load_exponent(struct lower *l, LLVMValueRef v, LLVMValueRef e)
{
    LLVMValueRef lim[] = {LLVMBuildIntCast2(l->b, e, l->i32, true, ""), lower_k(l->i32, 2200)};
    lim[0] = lower_intrinsic(l, "llvm.smin", lim, 2);
    lim[1] = lower_k(l->i32, (uint32_t)-2200);
    return scale(l, v, lower_intrinsic(l, "llvm.smax", lim, 2));
}

// ---- halves in single precision ----

static LLVMValueRef half_call(struct lower *l, LLVMValueRef i)
{
    static const char *const names[] = {"llvm.sqrt",  "llvm.sin",       "llvm.cos",      "llvm.exp2",
                                        "llvm.log2",  "llvm.pow",       "llvm.floor",    "llvm.ceil",
                                        "llvm.trunc", "llvm.rint",      "llvm.exp",      "llvm.log",
                                        "llvm.ldexp", "llvm.roundeven", "llvm.nearbyint"};
    for (unsigned n = 0; n < sizeof(names) / sizeof(names[0]); n++) {
        if (!lower_is_call(i, names[n]))
            continue;
        LLVMValueRef args[2];
        unsigned count = LLVMGetNumArgOperands(i);
        if (count > 2)
            return NULL;
        for (unsigned k = 0; k < count; k++)
            args[k] = LLVMBuildFPExt(l->b, LLVMGetOperand(i, k), l->f32, "");
        return LLVMBuildFPTrunc(l->b, lower_intrinsic(l, names[n], args, count), l->f16, "");
    }
    return NULL;
}

static LLVMValueRef double_call(struct lower *l, LLVMValueRef i)
{
    LLVMValueRef v = LLVMGetOperand(i, 0);
    if (lower_is_call(i, "llvm.sqrt"))
        return root_near(l, i, false);
    if (intrinsic_of(i) == INTRINSIC_RSQ)
        return root_near(l, i, true);
    if (lower_is_call(i, "llvm.floor"))
        return toward(l, v, -1);
    if (lower_is_call(i, "llvm.ceil"))
        return toward(l, v, 1);
    if (lower_is_call(i, "llvm.trunc"))
        return truncate(l, v);
    if (lower_is_call(i, "llvm.ldexp"))
        return load_exponent(l, v, LLVMGetOperand(i, 1));
    if (lower_is_call(i, "llvm.roundeven") || lower_is_call(i, "llvm.rint") ||
        lower_is_call(i, "llvm.nearbyint"))
        return nearest(l, v);
    return NULL;
}

// Numbers whose magnitude's bits are in [first, first + count).
static LLVMValueRef magnitude_in(struct lower *l, LLVMValueRef abs, uint64_t first, uint64_t count)
{
    LLVMTypeRef n = LLVMTypeOf(abs);
    if (count == 1)
        return icmp(l, LLVMIntEQ, abs, lower_k(n, first));
    LLVMValueRef from = first ? LLVMBuildSub(l->b, abs, lower_k(n, first), "") : abs;
    return icmp(l, LLVMIntULT, from, lower_k(n, count));
}

// Numbers of one sign: the same, with the sign bit.
static LLVMValueRef signed_in(struct lower *l, LLVMValueRef bits, uint64_t first, uint64_t count, bool plus)
{
    LLVMTypeRef n = LLVMTypeOf(bits);
    uint64_t sign = plus ? 0 : UINT64_C(1) << (LLVMGetIntTypeWidth(n) - 1);
    return magnitude_in(l, bits, sign + first, count);
}

static LLVMValueRef is_nan(struct lower *l, LLVMValueRef abs, uint64_t mask, uint64_t inf, uint64_t quiet)
{
    LLVMTypeRef n = LLVMTypeOf(abs);
    if (mask & 1 && mask & 2)
        return icmp(l, LLVMIntUGT, abs, lower_k(n, inf));
    if (mask & 2)
        return icmp(l, LLVMIntUGE, abs, lower_k(n, inf + quiet));
    return magnitude_in(l, abs, inf + 1, quiet - 1);
}

// llvm.is.fpclass, which the optimizer makes of tests for NaN, infinity and zeros: tests of the bits.
static LLVMValueRef fp_class(struct lower *l, LLVMValueRef v, uint64_t mask)
{
    LLVMTypeRef t = LLVMTypeOf(v), n = t == l->f16 ? l->i16 : t == l->f32 ? l->i32 : l->i64;
    unsigned width = t == l->f16   ? 16
                     : t == l->f32 ? 32
                                   : 64,
             fraction = t == l->f16   ? 10
                        : t == l->f32 ? 23
                                      : 52;
    uint64_t sign = UINT64_C(1) << (width - 1), least = UINT64_C(1) << fraction, inf = sign - least;
    LLVMValueRef bits = LLVMBuildBitCast(l->b, v, n, ""), out = NULL, is;
    LLVMValueRef abs = LLVMBuildAnd(l->b, bits, lower_k(n, sign - 1), "");
    if (mask & 3)
        out = is_nan(l, abs, mask, inf, least >> 1);
    // Zero, subnormal, normal, infinite: from `first` on, so many of them; bits of the mask for + and -.
    const struct {
        uint64_t first, count;
        unsigned plus, minus;
    } rows[] = {{0, 1, 6, 5}, {1, least - 1, 7, 4}, {least, inf - least, 8, 3}, {inf, 1, 9, 2}};
    for (unsigned k = 0, next; k < 4; k = next) {
        bool plus = mask >> rows[k].plus & 1, minus = mask >> rows[k].minus & 1;
        uint64_t count = rows[k].count;
        for (next = k + 1;
             next < 4 && (mask >> rows[next].plus & 1) == plus && (mask >> rows[next].minus & 1) == minus;
             next++)
            count += rows[next].count;
        if (!plus && !minus)
            continue;
        is = plus && minus ? magnitude_in(l, abs, rows[k].first, count)
                           : signed_in(l, bits, rows[k].first, count, plus);
        out = out ? LLVMBuildOr(l->b, out, is, "") : is;
    }
    return out ? out : lower_k(l->i1, 0);
}

LLVMValueRef lower_float(struct lower *l, LLVMValueRef i)
{
    LLVMTypeRef t = LLVMTypeOf(i);
    if (lower_is_call(i, "llvm.is.fpclass"))
        return fp_class(l, LLVMGetOperand(i, 0), LLVMConstIntGetZExtValue(LLVMGetOperand(i, 1)));
    if (t != l->f16 && t != l->f64)
        return NULL;
    LLVMValueRef a;
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMFDiv:
        a = LLVMGetOperand(i, 0);
        if (t == l->f64)
            return divide_near(l, i);
        a = LLVMBuildFDiv(l->b, LLVMBuildFPExt(l->b, a, l->f32, ""),
                          LLVMBuildFPExt(l->b, LLVMGetOperand(i, 1), l->f32, ""), "");
        return LLVMBuildFPTrunc(l->b, a, l->f16, "");
    case LLVMFPTrunc:
        a = LLVMGetOperand(i, 0);
        return t == l->f16 && LLVMTypeOf(a) == l->f64 ? to_half(l, a) : NULL;
    case LLVMCall:
        if (!LLVMGetNumArgOperands(i))
            return NULL;
        if (lower_is_call(i, "llvm.copysign"))
            return copysign2(l, LLVMGetOperand(i, 0), LLVMGetOperand(i, 1));
        return t == l->f16 ? half_call(l, i) : double_call(l, i);
    default:
        return NULL;
    }
}
