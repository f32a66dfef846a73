// GLSL.std.450: the table of its instructions, and those that work component by component; and those of
// SPV_AMD_shader_trinary_minmax, which all do.
#include "compiler/spirv/math/math.h"
#include "compiler/spirv/module/ops.h"
#include "compiler/spirv/value/build.h"

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
    LLVMValueRef r = spv_intrinsic2(c, max ? "llvm.maxnum" : "llvm.minnum", x, y);
    if (!c->signed_zeros)
        return r;
    LLVMTypeRef f = LLVMTypeOf(x), i = f == c->f16 ? c->i16 : f == c->f32 ? c->i32 : c->i64;
    LLVMValueRef bits = spv_intrinsic2(c, max ? "llvm.smax" : "llvm.smin", LLVMBuildBitCast(c->b, x, i, ""),
                                       LLVMBuildBitCast(c->b, y, i, ""));
    return spv_pick(c, spv_fcmp(c, LLVMRealOEQ, x, y), LLVMBuildBitCast(c->b, bits, f, ""), r);
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

static LLVMValueRef simple_float(struct spv *c, uint32_t op, LLVMValueRef *x)
{
    LLVMValueRef one = spv_fconst_like(c, x[0], 1), zero = spv_fconst_like(c, x[0], 0), t;
    switch (op) {
    case GLSLstd450FSign: // of NaN too, and of flushed denormals: a zero
        return spv_sign(c, x[0], spv_intrinsic2(c, "llvm.copysign", zero, x[0]));
    case GLSLstd450Fract:
        return spv_fsub(c, x[0], spv_intrinsic1(c, "llvm.floor", x[0]));
    case GLSLstd450Radians:
        return spv_fmul(c, x[0], spv_fconst_like(c, x[0], 0.017453292519943295));
    case GLSLstd450Degrees:
        return spv_fmul(c, x[0], spv_fconst_like(c, x[0], 57.295779513082321));
    case GLSLstd450FClamp:
    case GLSLstd450NClamp:
        return min_max(c, false, min_max(c, true, x[0], x[1]), x[2]);
    case GLSLstd450FMix:
        return spv_fadd(c, spv_fmul(c, x[0], spv_fsub(c, one, x[2])), spv_fmul(c, x[1], x[2]));
    case GLSLstd450Step:
        return spv_pick(c, spv_fcmp(c, LLVMRealOLT, x[1], x[0]), zero, one);
    default: // GLSLstd450SmoothStep
        t = spv_clamp(c, spv_fdiv(c, spv_fsub(c, x[2], x[0]), spv_fsub(c, x[1], x[0])), zero, one);
        return spv_fmul(c, spv_fmul(c, t, t),
                        spv_fsub(c, spv_fconst_like(c, t, 3), spv_fmul(c, spv_fconst_like(c, t, 2), t)));
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
        return spv_intrinsic2(c, "llvm.abs", x[0], no);
    case GLSLstd450SSign:
        r = spv_pick(c, LLVMBuildICmp(c->b, LLVMIntSLT, x[0], zero, ""), minus, zero);
        return spv_pick(c, LLVMBuildICmp(c->b, LLVMIntSGT, x[0], zero, ""), one, r);
    case GLSLstd450UClamp:
        return spv_intrinsic2(c, "llvm.umin", spv_intrinsic2(c, "llvm.umax", x[0], x[1]), x[2]);
    case GLSLstd450SClamp:
        return spv_intrinsic2(c, "llvm.smin", spv_intrinsic2(c, "llvm.smax", x[0], x[1]), x[2]);
    case GLSLstd450FindILsb:
        r = spv_intrinsic2(c, "llvm.cttz", x[0], no);
        return spv_pick(c, LLVMBuildICmp(c->b, LLVMIntEQ, x[0], zero, ""), minus, r);
    default: { // the highest bit that differs from the sign; 31 - 32 is the -1 of "none"
        LLVMValueRef v = x[0];
        if (op == GLSLstd450FindSMsb)
            v = spv_pick(c, LLVMBuildICmp(c->b, LLVMIntSLT, v, zero, ""), LLVMBuildNot(c->b, v, ""), v);
        unsigned top = LLVMGetIntTypeWidth(t) - 1;
        return LLVMBuildSub(c->b, LLVMConstInt(t, top, false), spv_intrinsic2(c, "llvm.ctlz", v, no), "");
    }
    }
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

// clang-format off
static const struct glsl_op glsl_ops[] = {
#define F(name, fn, n) [GLSLstd450##name] = {fn, n, SPV_FLOATS, false, false, NULL},
#define M(name, fn, n) [GLSLstd450##name] = {fn, n, SPV_FLOATS, true, false, NULL},
#define I(name, fn, n) [GLSLstd450##name] = {fn, n, SPV_INTS, false, false, NULL},
#define W(name, fn) [GLSLstd450##name] = {NULL, 0, SPV_ANY, false, false, fn},
    F(Round, intrinsic1, 1)                         F(RoundEven, intrinsic1, 1)
    F(Trunc, intrinsic1, 1)                         F(FAbs, intrinsic1, 1)
    F(Floor, intrinsic1, 1)                         F(Ceil, intrinsic1, 1)
    F(Sqrt, intrinsic1, 1)                          M(Sin, intrinsic1, 1)
    M(Cos, intrinsic1, 1)                           M(Exp2, intrinsic1, 1)
    M(Log2, intrinsic1, 1)                          M(Pow, intrinsic2, 2)
    F(FMin, float_min_max, 2)                       F(FMax, float_min_max, 2)
    F(NMin, float_min_max, 2)                       F(NMax, float_min_max, 2)
    F(Fma, intrinsic3, 3)                           F(FSign, simple_float, 1)
    F(Fract, simple_float, 1)                       F(Radians, simple_float, 1)
    F(Degrees, simple_float, 1)                     F(FClamp, simple_float, 3)
    F(NClamp, simple_float, 3)                      F(FMix, simple_float, 3)
    F(Step, simple_float, 2)                        F(SmoothStep, simple_float, 3)
    M(Tan, math1, 1)                                M(Asin, math1, 1)
    M(Acos, math1, 1)                               M(Atan, math1, 1)
    M(Sinh, math1, 1)                               M(Cosh, math1, 1)
    M(Tanh, math1, 1)                               M(Asinh, math1, 1)
    M(Acosh, math1, 1)                              M(Atanh, math1, 1)
    M(Exp, math1, 1)                                M(Log, math1, 1)
    M(InverseSqrt, math1, 1)                        M(Atan2, math2, 2)
    I(UMin, intrinsic2, 2)                          I(UMax, intrinsic2, 2)
    I(SMin, intrinsic2, 2)                          I(SMax, intrinsic2, 2)
    I(SAbs, simple_int, 1)                          I(SSign, simple_int, 1)
    I(UClamp, simple_int, 3)                        I(SClamp, simple_int, 3)
    I(FindILsb, simple_int, 1)                      I(FindSMsb, simple_int, 1)
    I(FindUMsb, simple_int, 1)                      W(Frexp, spv_glsl_split)
    W(FrexpStruct, spv_glsl_split)                  W(Modf, spv_glsl_split)
    W(ModfStruct, spv_glsl_split)                   W(PackSnorm4x8, spv_glsl_pack)
    W(PackUnorm4x8, spv_glsl_pack)                  W(PackSnorm2x16, spv_glsl_pack)
    W(PackUnorm2x16, spv_glsl_pack)                 W(PackHalf2x16, spv_glsl_pack)
    W(UnpackSnorm2x16, spv_glsl_pack)               W(UnpackUnorm2x16, spv_glsl_pack)
    W(UnpackHalf2x16, spv_glsl_pack)                W(UnpackSnorm4x8, spv_glsl_pack)
    W(UnpackUnorm4x8, spv_glsl_pack)                W(PackDouble2x32, spv_glsl_pack_double)
    W(UnpackDouble2x32, spv_glsl_pack_double)       W(Length, spv_glsl_geometry)
    W(Distance, spv_glsl_geometry)                  W(Cross, spv_glsl_geometry)
    W(Normalize, spv_glsl_geometry)                 W(FaceForward, spv_glsl_geometry)
    W(Reflect, spv_glsl_geometry)                   W(Refract, spv_glsl_geometry)
    W(Determinant, spv_glsl_matrix)                 W(MatrixInverse, spv_glsl_matrix)
    W(IMix, imix)
    [GLSLstd450Ldexp] = {spv_glsl_ldexp, 2, SPV_FLOATS, true, true, NULL},
#undef F
#undef M
#undef I
#undef W
};
// clang-format on

static void by_component(struct spv *c, const struct spv_inst *i, uint32_t op, const struct glsl_op *g)
{
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

void spv_glsl(struct spv *c, const struct spv_inst *i, uint32_t op)
{
    const struct glsl_op *g = op < sizeof(glsl_ops) / sizeof(glsl_ops[0]) ? &glsl_ops[op] : NULL;
    if (!g || (!g->fn && !g->whole))
        spv_unsupported(c, "GLSL.std.450 instruction %u is not supported", op);
    if (g->whole)
        g->whole(c, i, op);
    else
        by_component(c, i, op, g);
}

// Each is made of the table's for two, of floats, unsigned or signed numbers.
static uint32_t trinary_pair(uint32_t op, bool max)
{
    static const uint32_t ops[3][2] = {
        {GLSLstd450FMin, GLSLstd450FMax}, {GLSLstd450UMin, GLSLstd450UMax}, {GLSLstd450SMin, GLSLstd450SMax}};
    return ops[(op - AMD_shader_trinary_minmaxFMin3AMD) % 3][max];
}

static LLVMValueRef least_or_most(struct spv *c, uint32_t op, bool max, LLVMValueRef x, LLVMValueRef y)
{
    uint32_t pair = trinary_pair(op, max);
    return glsl_ops[pair].fn(c, pair, (LLVMValueRef[]){x, y});
}

static LLVMValueRef trinary(struct spv *c, uint32_t op, LLVMValueRef *x)
{
    bool mid = op >= AMD_shader_trinary_minmaxFMid3AMD;
    bool max = op >= AMD_shader_trinary_minmaxFMax3AMD && !mid;
    LLVMValueRef two = least_or_most(c, op, max, x[0], x[1]);
    if (!mid)
        return least_or_most(c, op, max, two, x[2]);
    LLVMValueRef most = least_or_most(c, op, true, x[0], x[1]);
    return least_or_most(c, op, true, two, least_or_most(c, op, false, most, x[2]));
}

void spv_trinary(struct spv *c, const struct spv_inst *i, uint32_t op)
{
    if (op < AMD_shader_trinary_minmaxFMin3AMD || op > AMD_shader_trinary_minmaxSMid3AMD)
        spv_unsupported(c, "SPV_AMD_shader_trinary_minmax instruction %u is not supported", op);
    const struct glsl_op g = {.fn = trinary, .args = 3, .cls = glsl_ops[trinary_pair(op, false)].cls};
    by_component(c, i, op, &g);
}
