// Floats taken apart: frexp, modf, ldexp.
#include "compiler/spirv/math/math.h"
#include "compiler/spirv/memory/memory.h"
#include "compiler/spirv/value/build.h"

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
    e = spv_intrinsic2(c, "llvm.smin", e, spv_i32(c, (uint32_t)limit));
    return spv_intrinsic2(c, "llvm.smax", e, spv_i32(c, (uint32_t)-limit));
}

// x * 2^e with one rounding. What is left of e beyond the largest factor goes first, in two factors: if their
// product is denormal already, the result is zero.
LLVMValueRef spv_glsl_ldexp(struct spv *c, uint32_t op, LLVMValueRef *x)
{
    struct format f = format_of(c, x[0]);
    LLVMValueRef e = LLVMBuildIntCast2(c->b, x[1], c->i32, true, "");
    if (LLVMGetIntTypeWidth(LLVMTypeOf(x[1])) > 32) {
        LLVMValueRef lim = LLVMConstInt(c->i64, 4096, false),
                     low = LLVMConstInt(c->i64, (uint64_t)-4096, true);
        e = LLVMBuildTrunc(
            c->b, spv_intrinsic2(c, "llvm.smax", spv_intrinsic2(c, "llvm.smin", x[1], lim), low), c->i32, "");
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
    LLVMValueRef tiny = spv_fcmp(c, LLVMRealOLT, spv_intrinsic1(c, "llvm.fabs", x),
                                 spv_fconst_like(c, x, __builtin_ldexp(1, 1 - (int)f.bias)));
    x = spv_pick(c, tiny, LLVMBuildFMul(c->b, x, spv_fconst_like(c, x, __builtin_ldexp(1, (int)up)), ""), x);
    LLVMValueRef b = LLVMBuildBitCast(c->b, x, f.bits, "");
    LLVMValueRef e = LLVMBuildLShr(c->b, b, LLVMConstInt(f.bits, f.fraction, false), "");
    e = masked(c, LLVMBuildIntCast2(c->b, e, c->i32, false, ""), 2 * f.bias + 1);
    LLVMValueRef zero = LLVMBuildICmp(c->b, LLVMIntEQ, e, spv_i32(c, 0), "");
    uint64_t sign = UINT64_C(1) << (f.width - 1), fraction = (UINT64_C(1) << f.fraction) - 1;
    LLVMValueRef half = LLVMConstInt(f.bits, (uint64_t)(f.bias - 1) << f.fraction, false);
    LLVMValueRef s = LLVMBuildOr(c->b, masked(c, b, sign | fraction), half, "");
    *sig = LLVMBuildBitCast(c->b, spv_pick(c, zero, masked(c, b, sign), s), LLVMTypeOf(x), "");
    LLVMValueRef bias = spv_pick(c, tiny, spv_i32(c, f.bias - 1 + up), spv_i32(c, f.bias - 1));
    *exp = spv_pick(c, zero, spv_i32(c, 0), LLVMBuildSub(c->b, e, bias, ""));
}

static void modf_any(struct spv *c, LLVMValueRef x, LLVMValueRef *part, LLVMValueRef *whole)
{
    *whole = spv_intrinsic1(c, "llvm.trunc", x);
    LLVMValueRef inf =
        spv_fcmp(c, LLVMRealOEQ, spv_intrinsic1(c, "llvm.fabs", x), spv_fconst_like(c, x, __builtin_inf()));
    LLVMValueRef diff = LLVMBuildFSub(c->b, x, *whole, "");
    *part = spv_intrinsic2(c, "llvm.copysign", spv_pick(c, inf, spv_fconst_like(c, x, 0), diff), x);
}

// FrexpStruct and ModfStruct return a pair; Frexp and Modf store the second part through a pointer.
void spv_glsl_split(struct spv *c, const struct spv_inst *i, uint32_t op)
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
