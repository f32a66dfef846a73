// Elementary functions from what the EU's math unit has: inverse, square root, sine, cosine, and 2^x and log2
// x. Errors: Vulkan 1.1, "Precision of GLSL.std.450 Instructions"; most are allowed what their textbook
// formula gives.
#include "compiler/spirv/math/math.h"
#include "compiler/spirv/value/build.h"

#define PI 3.14159265358979323846

static LLVMValueRef k(struct spv *c, double v)
{
    return spv_fconst(c, c->f32, v);
}

static LLVMValueRef call(struct spv *c, const char *name, LLVMValueRef x)
{
    return spv_fop(c, spv_intrinsic(c, name, &x, 1));
}

static LLVMValueRef with_sign(struct spv *c, LLVMValueRef mag, LLVMValueRef sign)
{
    LLVMValueRef args[] = {mag, sign};
    return spv_intrinsic(c, "llvm.copysign", args, 2);
}

LLVMValueRef spv_clamp(struct spv *c, LLVMValueRef x, LLVMValueRef lo, LLVMValueRef hi)
{
    return spv_intrinsic2(c, "llvm.minnum", spv_intrinsic2(c, "llvm.maxnum", x, lo), hi);
}

LLVMValueRef spv_sign(struct spv *c, LLVMValueRef x, LLVMValueRef other)
{
    LLVMValueRef zero = spv_fconst_like(c, x, 0);
    other = spv_pick(c, spv_fcmp(c, LLVMRealOLT, x, zero), spv_fconst_like(c, x, -1), other);
    return spv_pick(c, spv_fcmp(c, LLVMRealOGT, x, zero), spv_fconst_like(c, x, 1), other);
}

static LLVMValueRef rsq(struct spv *c, LLVMValueRef x)
{
    if (LLVMTypeOf(x) == c->f64) // expanded by llvm/lower/float.c
        return spv_call(c, INTRINSIC_RSQ, &x, 1);
    if (LLVMTypeOf(x) == c->f16) {
        x = LLVMBuildFPExt(c->b, x, c->f32, "");
        return LLVMBuildFPTrunc(c->b, spv_call(c, INTRINSIC_RSQ, &x, 1), c->f16, "");
    }
    return spv_call(c, INTRINSIC_RSQ, &x, 1);
}

static LLVMValueRef exp_e(struct spv *c, LLVMValueRef x)
{
    return call(c, "llvm.exp2", spv_fmul(c, x, k(c, 1.44269504088896340736)));
}

static LLVMValueRef log_e(struct spv *c, LLVMValueRef x)
{
    return spv_fmul(c, call(c, "llvm.log2", x), k(c, 0.69314718055994530942));
}

// atan t for t in [0, 1]: t times a polynomial in t^2 that interpolates atan(sqrt u)/sqrt u at Chebyshev's
// nodes, 1.7 ulp in single precision.
static LLVMValueRef atan_unit(struct spv *c, LLVMValueRef t)
{
    static const double p[] = {0.999999881,  -0.333318114,  0.199669614,  -0.140032902,
                               0.0986886546, -0.0588297546, 0.0237805191, -0.00455979211};
    LLVMValueRef u = spv_fmul(c, t, t), r = k(c, p[7]);
    for (int n = 6; n >= 0; n--)
        r = spv_fadd(c, spv_fmul(c, r, u), k(c, p[n]));
    return spv_fmul(c, r, t);
}

// The angle of the point (x, y), both not negative.
static LLVMValueRef atan_quadrant(struct spv *c, LLVMValueRef y, LLVMValueRef x)
{
    LLVMValueRef steep = LLVMBuildFCmp(c->b, LLVMRealOGT, y, x, "");
    LLVMValueRef small = LLVMBuildSelect(c->b, steep, x, y, ""),
                 large = LLVMBuildSelect(c->b, steep, y, x, "");
    // Equal covers infinity over infinity.
    LLVMValueRef same = LLVMBuildFCmp(c->b, LLVMRealOEQ, x, y, "");
    LLVMValueRef t = LLVMBuildSelect(c->b, same, k(c, 1), spv_fdiv(c, small, large), "");
    LLVMValueRef a = atan_unit(c, t);
    return LLVMBuildSelect(c->b, steep, spv_fsub(c, k(c, PI / 2), a), a, "");
}

static LLVMValueRef atan1(struct spv *c, LLVMValueRef x)
{
    return with_sign(c, atan_quadrant(c, call(c, "llvm.fabs", x), k(c, 1)), x);
}

// The reciprocal of a number beyond 2^126 would be a denormal, which is flushed: large points are brought
// nearer.
static LLVMValueRef atan_xy(struct spv *c, LLVMValueRef y, LLVMValueRef x)
{
    LLVMValueRef p[] = {call(c, "llvm.fabs", y), call(c, "llvm.fabs", x)};
    if (LLVMTypeOf(x) == c->f32) {
        LLVMValueRef far =
            LLVMBuildFCmp(c->b, LLVMRealOGT, spv_intrinsic(c, "llvm.maxnum", p, 2), k(c, 0x1p100), "");
        LLVMValueRef scale = LLVMBuildSelect(c->b, far, k(c, 0x1p-8), k(c, 1), "");
        p[0] = spv_fmul(c, p[0], scale);
        p[1] = spv_fmul(c, p[1], scale);
    }
    LLVMValueRef a = atan_quadrant(c, p[0], p[1]);
    LLVMValueRef left = LLVMBuildFCmp(c->b, LLVMRealOLT, x, k(c, 0), "");
    return with_sign(c, LLVMBuildSelect(c->b, left, spv_fsub(c, k(c, PI), a), a, ""), y);
}

// (1 - x)(1 + x): exact where 1 - x*x would cancel.
static LLVMValueRef one_minus_square(struct spv *c, LLVMValueRef x)
{
    return spv_fmul(c, spv_fsub(c, k(c, 1), x), spv_fadd(c, k(c, 1), x));
}

static LLVMValueRef asin1(struct spv *c, LLVMValueRef x)
{
    LLVMValueRef side = call(c, "llvm.sqrt", one_minus_square(c, x));
    return with_sign(c, atan_quadrant(c, call(c, "llvm.fabs", x), side), x);
}

// Twice the half angle: no cancellation near 1.
static LLVMValueRef acos1(struct spv *c, LLVMValueRef x)
{
    LLVMValueRef s = call(c, "llvm.sqrt", spv_fsub(c, k(c, 1), x)),
                 co = call(c, "llvm.sqrt", spv_fadd(c, k(c, 1), x));
    return spv_fmul(c, k(c, 2), atan_quadrant(c, s, co));
}

static LLVMValueRef sinh_cosh(struct spv *c, LLVMValueRef x, bool cosh)
{
    LLVMValueRef a = exp_e(c, x), b = exp_e(c, LLVMBuildFNeg(c->b, x, ""));
    return spv_fmul(c, k(c, 0.5), cosh ? spv_fadd(c, a, b) : spv_fsub(c, a, b));
}

// Beyond 10 the result is 1 in single precision, and e^x would overflow. Not by minimum and maximum, which
// would make a number of NaN.
static LLVMValueRef tanh1(struct spv *c, LLVMValueRef x)
{
    LLVMValueRef v = with_sign(c, k(c, 10), x);
    v = LLVMBuildSelect(c->b, LLVMBuildFCmp(c->b, LLVMRealOGT, call(c, "llvm.fabs", x), k(c, 10), ""), v, x,
                        "");
    LLVMValueRef a = exp_e(c, v), b = exp_e(c, LLVMBuildFNeg(c->b, v, ""));
    return spv_fdiv(c, spv_fsub(c, a, b), spv_fadd(c, a, b));
}

static LLVMValueRef asinh1(struct spv *c, LLVMValueRef x)
{
    LLVMValueRef a = call(c, "llvm.fabs", x);
    LLVMValueRef root = call(c, "llvm.sqrt", spv_fadd(c, spv_fmul(c, x, x), k(c, 1)));
    return with_sign(c, log_e(c, spv_fadd(c, a, root)), x);
}

static LLVMValueRef acosh1(struct spv *c, LLVMValueRef x)
{
    LLVMValueRef root = call(c, "llvm.sqrt", spv_fsub(c, spv_fmul(c, x, x), k(c, 1)));
    return log_e(c, spv_fadd(c, x, root));
}

static LLVMValueRef atanh1(struct spv *c, LLVMValueRef x)
{
    LLVMValueRef q = spv_fdiv(c, spv_fadd(c, k(c, 1), x), spv_fsub(c, k(c, 1), x));
    return spv_fmul(c, k(c, 0.5), log_e(c, q));
}

LLVMValueRef spv_math1(struct spv *c, uint32_t op, LLVMValueRef x)
{
    switch (op) {
    case GLSLstd450InverseSqrt:
        return rsq(c, x);
    case GLSLstd450Exp:
        return exp_e(c, x);
    case GLSLstd450Log:
        return log_e(c, x);
    case GLSLstd450Tan:
        return spv_fdiv(c, call(c, "llvm.sin", x), call(c, "llvm.cos", x));
    case GLSLstd450Asin:
        return asin1(c, x);
    case GLSLstd450Acos:
        return acos1(c, x);
    case GLSLstd450Atan:
        return atan1(c, x);
    case GLSLstd450Sinh:
    case GLSLstd450Cosh:
        return sinh_cosh(c, x, op == GLSLstd450Cosh);
    case GLSLstd450Tanh:
        return tanh1(c, x);
    case GLSLstd450Asinh:
        return asinh1(c, x);
    case GLSLstd450Acosh:
        return acosh1(c, x);
    case GLSLstd450Atanh:
        return atanh1(c, x);
    default:
        spv_unsupported(c, "GLSL.std.450 instruction %u", op);
    }
}

LLVMValueRef spv_math2(struct spv *c, uint32_t op, LLVMValueRef x, LLVMValueRef y)
{
    if (op != GLSLstd450Atan2)
        spv_unsupported(c, "GLSL.std.450 instruction %u", op);
    return atan_xy(c, x, y);
}
