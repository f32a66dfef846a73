// GLSL.std.450: the table of its instructions, and those that work on whole vectors, matrices or bits. The
// elementary functions are in spirv/math.c.
#include <string.h>

#include "compiler/spirv/spv.h"

// ---- helpers ----

struct glsl_args {
    const struct spv_type *t; // of the result
    const struct spv_value *a[3];
    uint32_t n; // component at hand
};

static LLVMValueRef call1(struct spv *c, const char *name, LLVMValueRef x)
{
    return spv_intrinsic(c, name, &x, 1);
}

static LLVMValueRef call2(struct spv *c, const char *name, LLVMValueRef x, LLVMValueRef y)
{
    LLVMValueRef args[] = {x, y};
    return spv_intrinsic(c, name, args, 2);
}

static LLVMValueRef fconst(struct spv *c, LLVMValueRef like, double v)
{
    return spv_fconst(c, LLVMTypeOf(like), v);
}

static LLVMValueRef clamp(struct spv *c, LLVMValueRef x, LLVMValueRef lo, LLVMValueRef hi)
{
    return call2(c, "llvm.minnum", call2(c, "llvm.maxnum", x, lo), hi);
}

static LLVMValueRef fcmp(struct spv *c, LLVMRealPredicate p, LLVMValueRef x, LLVMValueRef y)
{
    return LLVMBuildFCmp(c->b, p, x, y, "");
}

static LLVMValueRef pick(struct spv *c, LLVMValueRef cond, LLVMValueRef x, LLVMValueRef y)
{
    return LLVMBuildSelect(c->b, cond, x, y, "");
}

// ---- component by component ----

typedef LLVMValueRef (*glsl_fn)(struct spv *c, uint32_t op, LLVMValueRef *x);

static const char *const intrinsic_names[] = {
    [GLSLstd450Round] = "llvm.roundeven", [GLSLstd450RoundEven] = "llvm.roundeven",
    [GLSLstd450Trunc] = "llvm.trunc",     [GLSLstd450FAbs] = "llvm.fabs",
    [GLSLstd450Floor] = "llvm.floor",     [GLSLstd450Ceil] = "llvm.ceil",
    [GLSLstd450Sqrt] = "llvm.sqrt",       [GLSLstd450Exp2] = "llvm.exp2",
    [GLSLstd450Log2] = "llvm.log2",       [GLSLstd450Sin] = "llvm.sin",
    [GLSLstd450Cos] = "llvm.cos",         [GLSLstd450Pow] = "llvm.pow",
    [GLSLstd450UMin] = "llvm.umin",       [GLSLstd450UMax] = "llvm.umax",
    [GLSLstd450SMin] = "llvm.smin",       [GLSLstd450SMax] = "llvm.smax",
    [GLSLstd450Fma] = "llvm.fma",
};

static LLVMValueRef intrinsic1(struct spv *c, uint32_t op, LLVMValueRef *x)
{
    return spv_intrinsic(c, intrinsic_names[op], x, 1);
}

static LLVMValueRef intrinsic2(struct spv *c, uint32_t op, LLVMValueRef *x)
{
    return spv_intrinsic(c, intrinsic_names[op], x, 2);
}

static LLVMValueRef intrinsic3(struct spv *c, uint32_t op, LLVMValueRef *x)
{
    return spv_intrinsic(c, intrinsic_names[op], x, 3);
}

// The hardware takes either of two zeros. Where their signs count, -0 is less than +0: of values that compare
// as equal, the order of their bits decides.
static LLVMValueRef min_max(struct spv *c, bool max, LLVMValueRef x, LLVMValueRef y)
{
    LLVMValueRef r = call2(c, max ? "llvm.maxnum" : "llvm.minnum", x, y);
    if (!c->signed_zeros)
        return r;
    LLVMTypeRef f = LLVMTypeOf(x), i = f == c->f16 ? c->i16 : f == c->f32 ? c->i32 : c->i64;
    LLVMValueRef bits = call2(c, max ? "llvm.smax" : "llvm.smin", LLVMBuildBitCast(c->b, x, i, ""),
                              LLVMBuildBitCast(c->b, y, i, ""));
    return pick(c, fcmp(c, LLVMRealOEQ, x, y), LLVMBuildBitCast(c->b, bits, f, ""), r);
}

static LLVMValueRef float_min_max(struct spv *c, uint32_t op, LLVMValueRef *x)
{
    return min_max(c, op == GLSLstd450FMax || op == GLSLstd450NMax, x[0], x[1]);
}

static LLVMValueRef math1(struct spv *c, uint32_t op, LLVMValueRef *x)
{
    return spv_math1(c, op, x[0]);
}

static LLVMValueRef math2(struct spv *c, uint32_t op, LLVMValueRef *x)
{
    return spv_math2(c, op, x[0], x[1]);
}

// 1, -1, or `other` of what is neither more nor less than zero.
static LLVMValueRef sign(struct spv *c, LLVMValueRef x, LLVMValueRef other)
{
    LLVMValueRef zero = fconst(c, x, 0);
    other = pick(c, fcmp(c, LLVMRealOLT, x, zero), fconst(c, x, -1), other);
    return pick(c, fcmp(c, LLVMRealOGT, x, zero), fconst(c, x, 1), other);
}

static LLVMValueRef simple_float(struct spv *c, uint32_t op, LLVMValueRef *x)
{
    LLVMValueRef one = fconst(c, x[0], 1), zero = fconst(c, x[0], 0), t;
    switch (op) {
    case GLSLstd450FSign: // of NaN too, and of flushed denormals: a zero
        return sign(c, x[0], call2(c, "llvm.copysign", zero, x[0]));
    case GLSLstd450Fract:
        return spv_fsub(c, x[0], call1(c, "llvm.floor", x[0]));
    case GLSLstd450Radians:
        return spv_fmul(c, x[0], fconst(c, x[0], 0.017453292519943295));
    case GLSLstd450Degrees:
        return spv_fmul(c, x[0], fconst(c, x[0], 57.295779513082321));
    case GLSLstd450FClamp:
    case GLSLstd450NClamp:
        return min_max(c, false, min_max(c, true, x[0], x[1]), x[2]);
    case GLSLstd450FMix:
        return spv_fadd(c, spv_fmul(c, x[0], spv_fsub(c, one, x[2])), spv_fmul(c, x[1], x[2]));
    case GLSLstd450Step:
        return pick(c, fcmp(c, LLVMRealOLT, x[1], x[0]), zero, one);
    default: // GLSLstd450SmoothStep
        t = clamp(c, spv_fdiv(c, spv_fsub(c, x[2], x[0]), spv_fsub(c, x[1], x[0])), zero, one);
        return spv_fmul(c, spv_fmul(c, t, t), spv_fsub(c, fconst(c, t, 3), spv_fmul(c, fconst(c, t, 2), t)));
    }
}

static LLVMValueRef simple_int(struct spv *c, uint32_t op, LLVMValueRef *x)
{
    LLVMTypeRef t = LLVMTypeOf(x[0]);
    LLVMValueRef zero = LLVMConstInt(t, 0, false), one = LLVMConstInt(t, 1, false),
                 minus = LLVMConstAllOnes(t);
    LLVMValueRef no = LLVMConstInt(c->i1, 0, false), r;
    switch (op) {
    case GLSLstd450SAbs:
        return call2(c, "llvm.abs", x[0], no);
    case GLSLstd450SSign:
        r = pick(c, LLVMBuildICmp(c->b, LLVMIntSLT, x[0], zero, ""), minus, zero);
        return pick(c, LLVMBuildICmp(c->b, LLVMIntSGT, x[0], zero, ""), one, r);
    case GLSLstd450UClamp:
        return call2(c, "llvm.umin", call2(c, "llvm.umax", x[0], x[1]), x[2]);
    case GLSLstd450SClamp:
        return call2(c, "llvm.smin", call2(c, "llvm.smax", x[0], x[1]), x[2]);
    case GLSLstd450FindILsb:
        r = call2(c, "llvm.cttz", x[0], no);
        return pick(c, LLVMBuildICmp(c->b, LLVMIntEQ, x[0], zero, ""), minus, r);
    default: { // the highest bit that differs from the sign; 31 - 32 is the -1 of "none"
        LLVMValueRef v = x[0];
        if (op == GLSLstd450FindSMsb)
            v = pick(c, LLVMBuildICmp(c->b, LLVMIntSLT, v, zero, ""), LLVMBuildNot(c->b, v, ""), v);
        unsigned top = LLVMGetIntTypeWidth(t) - 1;
        return LLVMBuildSub(c->b, LLVMConstInt(t, top, false), call2(c, "llvm.ctlz", v, no), "");
    }
    }
}

// ---- frexp, modf, ldexp ----

static LLVMValueRef masked(struct spv *c, LLVMValueRef v, uint64_t mask)
{
    return LLVMBuildAnd(c->b, v, LLVMConstInt(LLVMTypeOf(v), mask, false), "");
}

// A float type's format, for work on its bits.
struct format {
    LLVMTypeRef bits;
    unsigned width, fraction; // bits in all, and of the fraction
    uint32_t bias;
};

static struct format format_of(struct spv *c, LLVMValueRef v)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    return t == c->f16   ? (struct format){c->i16, 16, 10, 15}
           : t == c->f32 ? (struct format){c->i32, 32, 23, 127}
                         : (struct format){c->i64, 64, 52, 1023};
}

static LLVMValueRef power_of_two(struct spv *c, LLVMValueRef like, LLVMValueRef e)
{
    struct format f = format_of(c, like);
    LLVMValueRef biased = LLVMBuildAdd(c->b, e, spv_i32(c, f.bias), "");
    biased = LLVMBuildZExt(c->b, LLVMBuildShl(c->b, biased, spv_i32(c, f.fraction % 32), ""), f.bits, "");
    if (f.width == 64)
        biased = LLVMBuildShl(c->b, biased, LLVMConstInt(f.bits, 32, false), "");
    return LLVMBuildBitCast(c->b, biased, LLVMTypeOf(like), "");
}

static LLVMValueRef limited(struct spv *c, LLVMValueRef e, int32_t limit)
{
    e = call2(c, "llvm.smin", e, spv_i32(c, (uint32_t)limit));
    return call2(c, "llvm.smax", e, spv_i32(c, (uint32_t)-limit));
}

// x * 2^e with one rounding. What is left of e beyond the largest factor goes first, in two factors: if their
// product is denormal already, the result is zero.
static LLVMValueRef ldexp_any(struct spv *c, uint32_t op, LLVMValueRef *x)
{
    struct format f = format_of(c, x[0]);
    LLVMValueRef e = LLVMBuildIntCast2(c->b, x[1], c->i32, true, "");
    if (LLVMGetIntTypeWidth(LLVMTypeOf(x[1])) > 32) {
        LLVMValueRef lim = LLVMConstInt(c->i64, 4096, false),
                     low = LLVMConstInt(c->i64, (uint64_t)-4096, true);
        e = LLVMBuildTrunc(c->b, call2(c, "llvm.smax", call2(c, "llvm.smin", x[1], lim), low), c->i32, "");
    }
    e = limited(c, e, (int32_t)(2 * f.bias + f.fraction + 2));
    LLVMValueRef last = limited(c, e, (int32_t)f.bias - 1), rest = LLVMBuildSub(c->b, e, last, "");
    LLVMValueRef half = LLVMBuildAShr(c->b, rest, spv_i32(c, 1), "");
    LLVMValueRef other = LLVMBuildSub(c->b, rest, half, "");
    LLVMValueRef r = LLVMBuildFMul(c->b, x[0], power_of_two(c, x[0], half), "");
    r = LLVMBuildFMul(c->b, r, power_of_two(c, x[0], other), "");
    return LLVMBuildFMul(c->b, r, power_of_two(c, x[0], last), "");
}

// Denormals are made normal first; where the device flushes them they are zero, and stay it.
static void frexp_any(struct spv *c, LLVMValueRef x, LLVMValueRef *sig, LLVMValueRef *exp)
{
    struct format f = format_of(c, x);
    unsigned up = f.fraction + 1;
    LLVMValueRef tiny =
        fcmp(c, LLVMRealOLT, call1(c, "llvm.fabs", x), fconst(c, x, __builtin_ldexp(1, 1 - (int)f.bias)));
    x = pick(c, tiny, LLVMBuildFMul(c->b, x, fconst(c, x, __builtin_ldexp(1, (int)up)), ""), x);
    LLVMValueRef b = LLVMBuildBitCast(c->b, x, f.bits, "");
    LLVMValueRef e = LLVMBuildLShr(c->b, b, LLVMConstInt(f.bits, f.fraction, false), "");
    e = masked(c, LLVMBuildIntCast2(c->b, e, c->i32, false, ""), 2 * f.bias + 1);
    LLVMValueRef zero = LLVMBuildICmp(c->b, LLVMIntEQ, e, spv_i32(c, 0), "");
    uint64_t sign = UINT64_C(1) << (f.width - 1), fraction = (UINT64_C(1) << f.fraction) - 1;
    LLVMValueRef half = LLVMConstInt(f.bits, (uint64_t)(f.bias - 1) << f.fraction, false);
    LLVMValueRef s = LLVMBuildOr(c->b, masked(c, b, sign | fraction), half, "");
    *sig = LLVMBuildBitCast(c->b, pick(c, zero, masked(c, b, sign), s), LLVMTypeOf(x), "");
    LLVMValueRef bias = pick(c, tiny, spv_i32(c, f.bias - 1 + up), spv_i32(c, f.bias - 1));
    *exp = pick(c, zero, spv_i32(c, 0), LLVMBuildSub(c->b, e, bias, ""));
}

static void modf_any(struct spv *c, LLVMValueRef x, LLVMValueRef *part, LLVMValueRef *whole)
{
    *whole = call1(c, "llvm.trunc", x);
    LLVMValueRef inf = fcmp(c, LLVMRealOEQ, call1(c, "llvm.fabs", x), fconst(c, x, __builtin_inf()));
    LLVMValueRef diff = LLVMBuildFSub(c->b, x, *whole, "");
    *part = call2(c, "llvm.copysign", pick(c, inf, fconst(c, x, 0), diff), x);
}

// FrexpStruct and ModfStruct return a pair; Frexp and Modf store the second part through a pointer.
static void split(struct spv *c, const struct spv_inst *i, uint32_t op)
{
    const struct spv_type *t = spv_result_type(c, i);
    const struct spv_value *x = spv_arg(c, i, 5), *ptr = NULL;
    bool frexp = op == GLSLstd450Frexp || op == GLSLstd450FrexpStruct;
    bool pair = op == GLSLstd450FrexpStruct || op == GLSLstd450ModfStruct;
    const struct spv_type *second = t;
    if (pair) {
        spv_check(c, t->kind == SPV_STRUCT && t->count == 2, "the result is not a pair");
        second = t->members[1].type;
    } else {
        ptr = spv_arg(c, i, 6);
        spv_check(c, ptr->type->kind == SPV_POINTER, "operand 6 is not a pointer");
        second = ptr->type->elem;
    }
    spv_check(c, spv_component(x->type)->kind == SPV_FLOAT, "the operand is not a float");
    spv_check(c,
              spv_components(second) == spv_components(x->type) &&
                  (frexp ? spv_component(second)->kind == SPV_INT : spv_same_type(second, x->type)),
              "the second part has the wrong type");
    LLVMValueRef *a = spv_new_comps(c, x->type), *b = spv_new_comps(c, x->type);
    for (uint32_t n = 0; n < spv_components(x->type); n++) {
        (frexp ? frexp_any : modf_any)(c, spv_comp(x, n), &a[n], &b[n]);
        if (frexp)
            b[n] = LLVMBuildIntCast2(c->b, b[n], spv_llvm_scalar(c, spv_component(second)), true, "");
    }
    const struct spv_value *first = spv_from_comps(c, x->type, a), *rest = spv_from_comps(c, second, b);
    if (!pair) {
        spv_store(c, ptr, rest, false);
        spv_set(c, i, first);
        return;
    }
    struct spv_value *v = spv_new_value(c, t);
    v->elems[0] = first;
    v->elems[1] = rest;
    spv_check(c, spv_same_type(t->members[0].type, x->type), "the first part has the wrong type");
    spv_set(c, i, v);
}

// ---- packing ----

static const struct pack {
    uint32_t op;
    uint8_t count, width;
    enum { UNORM, SNORM, HALF } kind;
    bool unpack;
} packs[] = {
    {GLSLstd450PackSnorm4x8, 4, 8, SNORM, false},    {GLSLstd450PackUnorm4x8, 4, 8, UNORM, false},
    {GLSLstd450PackSnorm2x16, 2, 16, SNORM, false},  {GLSLstd450PackUnorm2x16, 2, 16, UNORM, false},
    {GLSLstd450PackHalf2x16, 2, 16, HALF, false},    {GLSLstd450UnpackSnorm2x16, 2, 16, SNORM, true},
    {GLSLstd450UnpackUnorm2x16, 2, 16, UNORM, true}, {GLSLstd450UnpackHalf2x16, 2, 16, HALF, true},
    {GLSLstd450UnpackSnorm4x8, 4, 8, SNORM, true},   {GLSLstd450UnpackUnorm4x8, 4, 8, UNORM, true},
};

static LLVMValueRef pack_one(struct spv *c, const struct pack *p, LLVMValueRef v)
{
    if (p->kind == HALF) {
        LLVMValueRef h = LLVMBuildBitCast(c->b, LLVMBuildFPTrunc(c->b, v, c->f16, ""), c->i16, "");
        return LLVMBuildZExt(c->b, h, c->i32, "");
    }
    double max = (double)((1u << (p->width - (p->kind == SNORM))) - 1);
    v = clamp(c, v, spv_f32(c, p->kind == SNORM ? -1.0f : 0.0f), spv_f32(c, 1.0f));
    v = call1(c, "llvm.roundeven", LLVMBuildFMul(c->b, v, fconst(c, v, max), ""));
    return masked(c, LLVMBuildFPToSI(c->b, v, c->i32, ""), (1u << p->width) - 1);
}

static LLVMValueRef unpack_one(struct spv *c, const struct pack *p, LLVMValueRef word, uint32_t n)
{
    LLVMValueRef v = LLVMBuildLShr(c->b, word, spv_i32(c, n * p->width), "");
    if (p->kind == HALF) {
        LLVMValueRef h = LLVMBuildBitCast(c->b, LLVMBuildTrunc(c->b, v, c->i16, ""), c->f16, "");
        return LLVMBuildFPExt(c->b, spv_hide(c, h), c->f32, "");
    }
    double max = (double)((1u << (p->width - (p->kind == SNORM))) - 1);
    if (p->kind == UNORM) {
        v = LLVMBuildUIToFP(c->b, masked(c, v, (1u << p->width) - 1), c->f32, "");
        return spv_fdiv(c, v, fconst(c, v, max));
    }
    v = LLVMBuildShl(c->b, word, spv_i32(c, 32 - (n + 1) * p->width), "");
    v = LLVMBuildSIToFP(c->b, LLVMBuildAShr(c->b, v, spv_i32(c, 32u - p->width), ""), c->f32, "");
    return clamp(c, spv_fdiv(c, v, fconst(c, v, max)), spv_f32(c, -1.0f), spv_f32(c, 1.0f));
}

static bool is_vector_of(const struct spv_type *t, enum spv_kind kind, uint32_t count)
{
    const struct spv_type *e = spv_component(t);
    return e->kind == kind && e->bits == 32 && spv_components(t) == count;
}

// PackDouble2x32 and UnpackDouble2x32: the first component is the low half.
static void pack_double(struct spv *c, const struct spv_inst *i, uint32_t op)
{
    const struct spv_type *t = spv_result_type(c, i);
    const struct spv_value *x = spv_arg(c, i, 5);
    bool unpack = op == GLSLstd450UnpackDouble2x32;
    const struct spv_type *d = unpack ? x->type : t;
    spv_check(c, d->kind == SPV_FLOAT && d->bits == 64 && is_vector_of(unpack ? t : x->type, SPV_INT, 2),
              "the types do not fit");
    LLVMTypeRef pair = LLVMVectorType(c->i32, 2);
    LLVMValueRef r[2];
    if (unpack) {
        LLVMValueRef v = LLVMBuildBitCast(c->b, x->v, pair, "");
        for (uint32_t n = 0; n < 2; n++)
            r[n] = LLVMBuildExtractElement(c->b, v, spv_i32(c, n), "");
    } else {
        LLVMValueRef v = LLVMGetUndef(pair);
        for (uint32_t n = 0; n < 2; n++)
            v = LLVMBuildInsertElement(c->b, v, spv_comp(x, n), spv_i32(c, n), "");
        r[0] = LLVMBuildBitCast(c->b, v, c->f64, "");
    }
    spv_set(c, i, spv_from_comps(c, t, r));
}

static void packing(struct spv *c, const struct spv_inst *i, uint32_t op)
{
    const struct pack *p = packs;
    while (p->op != op)
        p++;
    const struct spv_type *t = spv_result_type(c, i);
    const struct spv_value *x = spv_arg(c, i, 5);
    spv_check(c,
              is_vector_of(p->unpack ? t : x->type, SPV_FLOAT, p->count) &&
                  is_vector_of(p->unpack ? x->type : t, SPV_INT, 1),
              "the types do not fit");
    LLVMValueRef r[4];
    if (p->unpack) {
        for (uint32_t n = 0; n < p->count; n++)
            r[n] = unpack_one(c, p, x->v, n);
    } else {
        r[0] = pack_one(c, p, spv_comp(x, 0));
        for (uint32_t n = 1; n < p->count; n++) {
            LLVMValueRef v = LLVMBuildShl(c->b, pack_one(c, p, spv_comp(x, n)), spv_i32(c, n * p->width), "");
            r[0] = LLVMBuildOr(c->b, r[0], v, "");
        }
    }
    spv_set(c, i, spv_from_comps(c, t, r));
}

// ---- geometry ----

static const struct spv_value *float_arg(struct spv *c, const struct spv_inst *i, uint32_t n,
                                         const struct spv_type *like)
{
    const struct spv_value *v = spv_arg(c, i, n);
    spv_check(c, spv_component(v->type)->kind == SPV_FLOAT && (!like || spv_same_type(v->type, like)),
              "operand %u has the wrong type", n);
    return v;
}

// a + s * b, component by component; s for all.
static const struct spv_value *add_scaled(struct spv *c, const struct spv_value *a, LLVMValueRef s,
                                          const struct spv_value *b)
{
    LLVMValueRef *r = spv_new_comps(c, a->type);
    for (uint32_t n = 0; n < spv_components(a->type); n++)
        r[n] = spv_fadd(c, spv_comp(a, n), spv_fmul(c, s, spv_comp(b, n)));
    return spv_from_comps(c, a->type, r);
}

static const struct spv_value *times(struct spv *c, const struct spv_value *a, LLVMValueRef s)
{
    LLVMValueRef *r = spv_new_comps(c, a->type);
    for (uint32_t n = 0; n < spv_components(a->type); n++)
        r[n] = spv_fmul(c, spv_comp(a, n), s);
    return spv_from_comps(c, a->type, r);
}

static LLVMValueRef length(struct spv *c, const struct spv_value *v)
{
    if (v->type->kind != SPV_VECTOR)
        return call1(c, "llvm.fabs", v->v);
    return call1(c, "llvm.sqrt", spv_dot(c, v, v));
}

static const struct spv_value *cross(struct spv *c, const struct spv_value *a, const struct spv_value *b)
{
    LLVMValueRef r[4];
    spv_check(c, spv_components(a->type) == 3, "not vectors of three");
    for (uint32_t n = 0; n < 3; n++) {
        uint32_t p = (n + 1) % 3, q = (n + 2) % 3;
        r[n] = spv_fsub(c, spv_fmul(c, spv_comp(a, p), spv_comp(b, q)),
                        spv_fmul(c, spv_comp(a, q), spv_comp(b, p)));
    }
    return spv_from_comps(c, a->type, r);
}

static const struct spv_value *normalize(struct spv *c, const struct spv_value *v)
{
    LLVMValueRef x = v->v;
    if (v->type->kind != SPV_VECTOR) // NaN stays NaN
        return spv_scalar(c, v->type, sign(c, x, LLVMBuildFMul(c->b, x, fconst(c, x, 0), "")));
    return times(c, v, spv_math1(c, GLSLstd450InverseSqrt, spv_dot(c, v, v)));
}

static const struct spv_value *refract(struct spv *c, const struct spv_value *incident,
                                       const struct spv_value *normal, LLVMValueRef eta)
{
    LLVMValueRef d = spv_dot(c, normal, incident), one = fconst(c, d, 1), zero = fconst(c, d, 0);
    LLVMValueRef *r = spv_new_comps(c, incident->type);
    LLVMValueRef rest = spv_fsub(c, one, spv_fmul(c, d, d));
    LLVMValueRef k = spv_fsub(c, one, spv_fmul(c, spv_fmul(c, eta, eta), rest));
    LLVMValueRef s = spv_fadd(c, spv_fmul(c, eta, d), call1(c, "llvm.sqrt", k));
    LLVMValueRef none = fcmp(c, LLVMRealOLT, k, zero);
    for (uint32_t n = 0; n < spv_components(incident->type); n++) {
        LLVMValueRef v =
            spv_fsub(c, spv_fmul(c, eta, spv_comp(incident, n)), spv_fmul(c, s, spv_comp(normal, n)));
        r[n] = pick(c, none, zero, v);
    }
    return spv_from_comps(c, incident->type, r);
}

static void geometry(struct spv *c, const struct spv_inst *i, uint32_t op)
{
    const struct spv_value *a = float_arg(c, i, 5, NULL), *b = NULL, *r, *third;
    if (op != GLSLstd450Length && op != GLSLstd450Normalize)
        b = float_arg(c, i, 6, a->type);
    LLVMValueRef d;
    switch (op) {
    case GLSLstd450Length:
        r = spv_scalar(c, spv_component(a->type), length(c, a));
        break;
    case GLSLstd450Distance:
        r = spv_scalar(c, spv_component(a->type),
                       length(c, add_scaled(c, a, fconst(c, spv_comp(a, 0), -1), b)));
        break;
    case GLSLstd450Cross:
        r = cross(c, a, b);
        break;
    case GLSLstd450Normalize:
        r = normalize(c, a);
        break;
    case GLSLstd450FaceForward:
        third = float_arg(c, i, 7, a->type);
        d = spv_dot(c, third, b);
        d = pick(c, fcmp(c, LLVMRealOLT, d, fconst(c, d, 0)), fconst(c, d, 1), fconst(c, d, -1));
        r = times(c, a, d);
        break;
    case GLSLstd450Reflect:
        d = spv_dot(c, b, a);
        r = add_scaled(c, a, spv_fmul(c, fconst(c, d, -2), d), b);
        break;
    default: // GLSLstd450Refract
        third = spv_arg(c, i, 7);
        spv_check(c, spv_same_type(third->type, spv_component(a->type)), "eta has the wrong type");
        r = refract(c, a, b, third->v);
    }
    spv_set(c, i, r);
}

// ---- matrices ----

struct minor { // a square part of a matrix: the rows and columns that are left
    uint8_t rows[4], cols[4], n;
};

static struct minor without(const struct minor *m, unsigned row, unsigned col)
{
    struct minor r = {.n = (uint8_t)(m->n - 1)};
    for (unsigned k = 0, a = 0, b = 0; k < m->n; k++) {
        if (k != row)
            r.rows[a++] = m->rows[k];
        if (k != col)
            r.cols[b++] = m->cols[k];
    }
    return r;
}

static LLVMValueRef determinant(struct spv *c, const struct spv_value *m, const struct minor *w)
{
    if (w->n == 1)
        return m->elems[w->cols[0]]->elems[w->rows[0]]->v;
    // Along the first column; of four, along the first row: the order in which Vulkan's precision is
    // understood.
    LLVMValueRef sum = NULL;
    bool by_row = w->n == 4;
    for (unsigned k = 0; k < w->n; k++) {
        unsigned row = by_row ? 0 : k, col = by_row ? k : 0;
        struct minor rest = without(w, row, col);
        LLVMValueRef e = m->elems[w->cols[col]]->elems[w->rows[row]]->v;
        LLVMValueRef p = spv_fmul(c, e, determinant(c, m, &rest));
        sum = !sum ? p : k % 2 ? spv_fsub(c, sum, p) : spv_fadd(c, sum, p);
    }
    return sum;
}

static void matrix(struct spv *c, const struct spv_inst *i, uint32_t op)
{
    const struct spv_value *m = spv_arg(c, i, 5);
    spv_check(c, m->type->kind == SPV_MATRIX && m->type->count == m->type->elem->count,
              "not a square matrix");
    struct minor all = {{0, 1, 2, 3}, {0, 1, 2, 3}, (uint8_t)m->type->count};
    LLVMValueRef det = determinant(c, m, &all);
    if (op == GLSLstd450Determinant) {
        spv_set(c, i, spv_scalar(c, m->type->elem->elem, det));
        return;
    }
    LLVMValueRef scale = spv_fdiv(c, fconst(c, det, 1), det);
    struct spv_value *v = spv_new_value(c, m->type);
    for (uint32_t col = 0; col < m->type->count; col++) {
        LLVMValueRef r[4];
        for (uint32_t row = 0; row < m->type->count; row++) { // the transposed cofactors
            struct minor rest = without(&all, col, row);
            LLVMValueRef d = spv_fmul(c, determinant(c, m, &rest), scale);
            r[row] = (row + col) % 2 ? spv_fop(c, LLVMBuildFNeg(c->b, d, "")) : d;
        }
        v->elems[col] = spv_from_comps(c, m->type->elem, r);
    }
    spv_set(c, i, v);
}

static void imix(struct spv *c, const struct spv_inst *i, uint32_t op)
{
    spv_unsupported(c, "IMix was removed from GLSL.std.450");
}

// ---- the table ----

struct glsl_op {
    glsl_fn fn; // component by component, `args` operands
    uint8_t args;
    enum spv_class cls;
    bool f32_only;
    bool int_second; // the second operand is an integer (ldexp)
    void (*whole)(struct spv *c, const struct spv_inst *i, uint32_t op);
};

static const struct glsl_op glsl_ops[] = {
#define F(name, fn, n) [GLSLstd450##name] = {fn, n, SPV_FLOATS, false, false, NULL},
#define M(name, fn, n) [GLSLstd450##name] = {fn, n, SPV_FLOATS, true, false, NULL},
#define I(name, fn, n) [GLSLstd450##name] = {fn, n, SPV_INTS, false, false, NULL},
#define W(name, fn) [GLSLstd450##name] = {NULL, 0, SPV_ANY, false, false, fn},
    F(Round, intrinsic1, 1) F(RoundEven, intrinsic1, 1) F(Trunc, intrinsic1, 1) F(FAbs, intrinsic1, 1) F(
        Floor, intrinsic1, 1) F(Ceil, intrinsic1, 1) F(Sqrt, intrinsic1, 1) M(Sin, intrinsic1, 1)
        M(Cos, intrinsic1, 1) M(Exp2, intrinsic1, 1) M(Log2, intrinsic1, 1) M(Pow, intrinsic2, 2) F(
            FMin, float_min_max, 2) F(FMax, float_min_max, 2) F(NMin, float_min_max, 2)
            F(NMax, float_min_max, 2) F(Fma, intrinsic3, 3) F(FSign, simple_float, 1) F(
                Fract, simple_float, 1) F(Radians, simple_float, 1) F(Degrees, simple_float, 1)
                F(FClamp, simple_float, 3) F(NClamp, simple_float, 3) F(FMix, simple_float, 3)
                    F(Step, simple_float, 2) F(SmoothStep, simple_float, 3) M(Tan, math1, 1) M(Asin, math1, 1)
                        M(Acos, math1, 1) M(Atan, math1, 1) M(Sinh, math1, 1) M(Cosh, math1, 1)
                            M(Tanh, math1, 1) M(Asinh, math1, 1) M(Acosh, math1, 1) M(Atanh, math1, 1)
                                M(Exp, math1, 1) M(Log, math1, 1) M(InverseSqrt, math1, 1) M(Atan2, math2, 2)
                                    I(UMin, intrinsic2, 2) I(UMax, intrinsic2, 2) I(SMin, intrinsic2, 2)
                                        I(SMax, intrinsic2, 2) I(SAbs, simple_int, 1) I(SSign, simple_int, 1)
                                            I(UClamp, simple_int, 3) I(SClamp, simple_int, 3)
                                                I(FindILsb, simple_int, 1) I(FindSMsb, simple_int, 1)
                                                    I(FindUMsb, simple_int,
                                                      1)[GLSLstd450Ldexp] = {ldexp_any, 2, SPV_FLOATS, true,
                                                                             true, NULL},
    W(Frexp, split) W(FrexpStruct, split) W(Modf, split) W(ModfStruct, split) W(PackSnorm4x8, packing)
        W(PackUnorm4x8, packing) W(PackSnorm2x16, packing) W(PackUnorm2x16, packing) W(PackHalf2x16, packing)
            W(UnpackSnorm2x16, packing) W(UnpackUnorm2x16, packing) W(UnpackHalf2x16, packing)
                W(UnpackSnorm4x8, packing) W(UnpackUnorm4x8, packing) W(PackDouble2x32, pack_double)
                    W(UnpackDouble2x32, pack_double) W(Length, geometry) W(Distance, geometry)
                        W(Cross, geometry) W(Normalize, geometry) W(FaceForward, geometry)
                            W(Reflect, geometry) W(Refract, geometry) W(Determinant, matrix)
                                W(MatrixInverse, matrix) W(IMix, imix)
#undef F
#undef M
#undef I
#undef W
};

void spv_glsl(struct spv *c, const struct spv_inst *i, uint32_t op)
{
    const struct glsl_op *g = op < sizeof(glsl_ops) / sizeof(glsl_ops[0]) ? &glsl_ops[op] : NULL;
    if (!g || (!g->fn && !g->whole))
        spv_unsupported(c, "GLSL.std.450 instruction %u is not supported", op);
    if (g->whole) {
        g->whole(c, i, op);
        return;
    }
    const struct spv_type *t = spv_result_type(c, i), *e = spv_component(t);
    spv_check(c, e->kind == (g->cls == SPV_FLOATS ? SPV_FLOAT : SPV_INT), "the result type does not fit");
    bool by_single = g->f32_only && e->bits == 16; // computed in single precision
    bool wide_ok = g->cls == SPV_INTS || op == GLSLstd450InverseSqrt || op == GLSLstd450Ldexp;
    if (g->f32_only && e->bits == 64 && !wide_ok)
        spv_invalid(c, "GLSL.std.450 instruction %u on %u bits", op, e->bits);
    const struct spv_value *a[3];
    for (uint32_t k = 0; k < g->args; k++) {
        a[k] = spv_arg(c, i, 5 + k);
        const struct spv_type *at = spv_component(a[k]->type);
        bool is_int = g->cls == SPV_INTS || (g->int_second && k == 1);
        spv_check(c,
                  at->kind == (is_int ? SPV_INT : SPV_FLOAT) &&
                      (at->bits == e->bits || (g->int_second && k == 1)) &&
                      spv_components(a[k]->type) == spv_components(t),
                  "operand %u has the wrong type", 5 + k);
    }
    LLVMValueRef *r = spv_new_comps(c, t);
    for (uint32_t n = 0; n < spv_components(t); n++) {
        LLVMValueRef x[3];
        for (uint32_t k = 0; k < g->args; k++)
            x[k] = spv_comp(a[k], n);
        for (uint32_t k = 0; by_single && k < g->args; k++)
            if (!(g->int_second && k == 1))
                x[k] = LLVMBuildFPExt(c->b, x[k], c->f32, "");
        r[n] = spv_fop(c, g->fn(c, op, x));
        if (by_single)
            r[n] = LLVMBuildFPTrunc(c->b, r[n], c->f16, "");
    }
    spv_set(c, i, spv_from_comps(c, t, r));
}
