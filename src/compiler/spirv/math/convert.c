// Conversions between numbers, each rounded as it says or as the kernel's mode is, and between bits.
#include "compiler/spirv/math/math.h"
#include "compiler/spirv/memory/memory.h"
#include "compiler/spirv/module/ops.h"
#include "compiler/spirv/value/build.h"

// A constant that is converted toward zero while LLVM's own folding rounds to nearest.
static LLVMValueRef constant_toward_zero(struct spv *c, LLVMValueRef v, LLVMTypeRef t)
{
    LLVMBool loses;
    LLVMTypeRef bits = t == c->f16 ? c->i16 : c->i32;
    LLVMValueRef r = LLVMBuildFPCast(c->b, v, t, "");
    double from = LLVMConstRealGetDouble(v, &loses), to = LLVMConstRealGetDouble(r, &loses);
    if (!(__builtin_fabs(to) > __builtin_fabs(from)))
        return r;
    uint64_t n = LLVMConstIntGetZExtValue(LLVMConstBitCast(r, bits));
    return LLVMConstBitCast(LLVMConstInt(bits, n - 1, false), t);
}

static LLVMValueRef convert(struct spv *c, uint32_t op, LLVMValueRef v, LLVMTypeRef t)
{
    if (op == SpvOpFConvert && c->float_modes.rtz && LLVMIsAConstantFP(v) && t != c->f64)
        return constant_toward_zero(c, v, t);
    switch (op) {
    case SpvOpConvertFToU:
        return LLVMBuildFPToUI(c->b, v, t, "");
    case SpvOpConvertFToS:
        return LLVMBuildFPToSI(c->b, v, t, "");
    case SpvOpConvertSToF:
        return LLVMBuildSIToFP(c->b, v, t, "");
    case SpvOpConvertUToF:
        return LLVMBuildUIToFP(c->b, v, t, "");
    case SpvOpUConvert:
        return LLVMBuildIntCast2(c->b, v, t, false, "");
    case SpvOpSConvert:
        return LLVMBuildIntCast2(c->b, v, t, true, "");
    default:
        return LLVMBuildFPCast(c->b, v, t, "");
    }
}

static LLVMValueRef magnitude(struct spv *c, LLVMValueRef v)
{
    return spv_intrinsic(c, "llvm.fabs", &v, 1);
}

// v, which was rounded to r in the kernel's mode, rounded toward zero: one step back if that went too far.
// The step is one of the bits, from infinity to the largest number too.
static LLVMValueRef toward_zero(struct spv *c, LLVMValueRef v, LLVMValueRef r)
{
    LLVMTypeRef bits = LLVMTypeOf(r) == c->f16 ? c->i16 : c->i32;
    LLVMValueRef back = LLVMBuildFPExt(c->b, r, LLVMTypeOf(v), "");
    LLVMValueRef too_far = LLVMBuildFCmp(c->b, LLVMRealOGT, magnitude(c, back), magnitude(c, v), "");
    LLVMValueRef b = LLVMBuildBitCast(c->b, r, bits, "");
    b = LLVMBuildSub(c->b, b, LLVMBuildZExt(c->b, too_far, bits, ""), "");
    return LLVMBuildBitCast(c->b, b, LLVMTypeOf(r), "");
}

// v, which was rounded toward zero to r, rounded to nearest: a step on if that is nearer, or as near and
// even. Beyond the largest number the step's value is what it would be without a limit.
static LLVMValueRef to_nearest(struct spv *c, LLVMValueRef v, LLVMValueRef r)
{
    bool half = LLVMTypeOf(r) == c->f16;
    LLVMTypeRef bits = half ? c->i16 : c->i32, t = LLVMTypeOf(v);
    LLVMValueRef b = LLVMBuildBitCast(c->b, r, bits, ""), one = LLVMConstInt(bits, 1, false);
    LLVMValueRef next = LLVMBuildBitCast(c->b, LLVMBuildAdd(c->b, b, one, ""), LLVMTypeOf(r), "");
    LLVMValueRef here = magnitude(c, LLVMBuildFPExt(c->b, r, t, "")),
                 there = LLVMBuildFPExt(c->b, next, t, "");
    LLVMValueRef inf = spv_fconst(c, t, __builtin_inf()), limit = spv_fconst(c, t, half ? 0x1p16 : 0x1p128);
    there = magnitude(c, there);
    there = LLVMBuildSelect(c->b, LLVMBuildFCmp(c->b, LLVMRealOEQ, there, inf, ""), limit, there, "");
    LLVMValueRef below = LLVMBuildFSub(c->b, magnitude(c, v), here, ""),
                 above = LLVMBuildFSub(c->b, there, magnitude(c, v), "");
    LLVMValueRef tie = LLVMBuildFCmp(c->b, LLVMRealOEQ, below, above, "");
    LLVMValueRef odd = LLVMBuildTrunc(c->b, b, c->i1, "");
    LLVMValueRef real = LLVMBuildFCmp(c->b, LLVMRealOGT, there, here, ""); // not a denormal that is flushed
    LLVMValueRef up = LLVMBuildOr(c->b, LLVMBuildFCmp(c->b, LLVMRealOGT, below, above, ""),
                                  LLVMBuildAnd(c->b, tie, odd, ""), "");
    return LLVMBuildSelect(c->b, LLVMBuildAnd(c->b, up, real, ""), next, r, "");
}

// A narrowing conversion with its own rounding mode.
static LLVMValueRef convert_rounding(struct spv *c, LLVMValueRef v, LLVMTypeRef t, uint32_t mode)
{
    LLVMValueRef r = LLVMBuildFPCast(c->b, v, t, "");
    if (mode == SpvFPRoundingModeRTZ && !c->float_modes.rtz)
        return toward_zero(c, v, r);
    return mode == SpvFPRoundingModeRTE && c->float_modes.rtz ? to_nearest(c, v, r) : r;
}

void spv_op_convert(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    uint32_t which = (uint32_t)op->arg;
    if (spv_is_encoded(spv_result_type(c, i)) || spv_is_encoded(spv_arg(c, i, 3)->type)) {
        spv_convert_encoded(c, i, which);
        return;
    }
    bool from_float = which == SpvOpConvertFToU || which == SpvOpConvertFToS || which == SpvOpFConvert;
    bool to_float = which == SpvOpConvertSToF || which == SpvOpConvertUToF || which == SpvOpFConvert;
    const struct spv_type *t = spv_result_of(c, i, to_float ? SPV_FLOATS : SPV_INTS);
    const struct spv_value *x = spv_operand(c, i, 3, from_float ? SPV_FLOATS : SPV_INTS);
    LLVMValueRef *r = spv_new_comps(c, t);
    const struct spv_decoration *d =
        spv_decoration(c, i->result_id, SPV_NO_MEMBER, SpvDecorationFPRoundingMode);
    bool narrows = which == SpvOpFConvert && spv_component(t)->bits < spv_component(x->type)->bits;
    if (d && d->count && d->literals[0] > SpvFPRoundingModeRTZ)
        spv_unsupported(c, "rounding mode %u", d->literals[0]);
    for (uint32_t n = 0; n < spv_components(t); n++) {
        LLVMTypeRef to = spv_llvm_scalar(c, spv_component(t));
        r[n] = d && d->count && narrows ? convert_rounding(c, spv_comp(x, n), to, d->literals[0])
                                        : convert(c, which, spv_comp(x, n), to);
    }
    spv_set(c, i, spv_from_comps(c, t, r));
}

// To half precision and back; results that are denormal in half precision become zero.
void spv_op_quantize(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = spv_result_of(c, i, SPV_FLOATS);
    const struct spv_value *x = spv_operand(c, i, 3, SPV_FLOATS);
    spv_check(c, spv_component(t)->bits == 32 && spv_component(x->type)->bits == 32, "not 32-bit floats");
    LLVMValueRef *r = spv_new_comps(c, t);
    for (uint32_t n = 0; n < spv_components(t); n++) {
        LLVMValueRef v = LLVMBuildFPExt(c->b, LLVMBuildFPTrunc(c->b, spv_comp(x, n), c->f16, ""), c->f32, "");
        LLVMValueRef abs = spv_intrinsic(c, "llvm.fabs", &v, 1);
        LLVMValueRef zero_args[] = {spv_f32(c, 0), spv_comp(x, n)};
        LLVMValueRef tiny = LLVMBuildFCmp(c->b, LLVMRealOLT, abs, spv_f32(c, 6.103515625e-05f), "");
        r[n] = LLVMBuildSelect(c->b, tiny, spv_intrinsic(c, "llvm.copysign", zero_args, 2), v, "");
    }
    spv_set(c, i, spv_from_comps(c, t, r));
}

// Components first to first + from of x as `to` components of another width: as many bits.
static void regroup(struct spv *c, const struct spv_value *x, uint32_t first, uint32_t from, LLVMTypeRef type,
                    LLVMValueRef *out, uint32_t to)
{
    LLVMValueRef v = spv_comp(x, first);
    if (from > 1) {
        v = LLVMGetUndef(LLVMVectorType(LLVMTypeOf(v), from));
        for (uint32_t n = 0; n < from; n++)
            v = LLVMBuildInsertElement(c->b, v, spv_comp(x, first + n), spv_i32(c, n), "");
    }
    v = LLVMBuildBitCast(c->b, v, to > 1 ? LLVMVectorType(type, to) : type, "");
    for (uint32_t n = 0; n < to; n++)
        out[n] = to > 1 ? LLVMBuildExtractElement(c->b, v, spv_i32(c, n), "") : v;
}

void spv_op_bitcast(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    if (spv_is_pointer_bitcast(c, i)) {
        spv_op_convert_pointer(c, i, op);
        return;
    }
    const struct spv_type *t = spv_result_of(c, i, SPV_ANY);
    const struct spv_value *x = spv_arg(c, i, 3);
    spv_check_class(c, x->type, SPV_ANY);
    const struct spv_type *from = spv_component(x->type), *to = spv_component(t);
    spv_check(c, from->kind != SPV_BOOL && to->kind != SPV_BOOL, "booleans have no bits");
    uint32_t whole = from->bits > to->bits ? from->bits : to->bits;
    uint32_t have = spv_components(x->type), want = spv_components(t);
    spv_check(c, have * from->bits == want * to->bits, "the operand has another size");
    LLVMValueRef *r = spv_new_comps(c, t);
    for (uint32_t n = 0; n * whole < have * from->bits; n++)
        regroup(c, x, n * whole / from->bits, whole / from->bits, spv_llvm_scalar(c, to),
                r + n * whole / to->bits, whole / to->bits);
    spv_set(c, i, spv_from_comps(c, t, r));
}
