// Brain floats (SPV_KHR_bfloat16): the upper half of a 32-bit float, kept as an i16. The EU has none: they
// are converted by integer arithmetic, which neither flushes denormals nor depends on the rounding mode.
#include "compiler/spirv/math/math.h"
#include "compiler/spirv/value/build.h"

LLVMValueRef spv_bfloat16_to_f32(struct spv *c, LLVMValueRef v)
{
    LLVMValueRef bits = LLVMBuildShl(c->b, LLVMBuildZExt(c->b, v, c->i32, ""), spv_i32(c, 16), "");
    return LLVMBuildBitCast(c->b, bits, c->f32, "");
}

// A double as the nearest 32-bit float, with the last bit set where something was lost: what is rounded again
// then comes out as if rounded once.
static LLVMValueRef round_to_odd(struct spv *c, LLVMValueRef v)
{
    LLVMValueRef f = LLVMBuildFPTrunc(c->b, v, c->f32, ""), back = LLVMBuildFPExt(c->b, f, c->f64, "");
    LLVMValueRef sizes[] = {spv_intrinsic(c, "llvm.fabs", &back, 1), spv_intrinsic(c, "llvm.fabs", &v, 1)};
    LLVMValueRef too_far = LLVMBuildFCmp(c->b, LLVMRealOGT, sizes[0], sizes[1], "");
    LLVMValueRef lost = LLVMBuildFCmp(c->b, LLVMRealONE, back, v, "");
    LLVMValueRef bits = LLVMBuildBitCast(c->b, f, c->i32, "");
    bits = LLVMBuildSub(c->b, bits, LLVMBuildZExt(c->b, too_far, c->i32, ""), "");
    return LLVMBuildBitCast(c->b, LLVMBuildOr(c->b, bits, LLVMBuildZExt(c->b, lost, c->i32, ""), ""), c->f32,
                            "");
}

// To nearest, ties to even, or toward zero. A NaN keeps its upper bits and is made quiet.
LLVMValueRef spv_bfloat16_from_float(struct spv *c, LLVMValueRef v, bool toward_zero)
{
    if (LLVMTypeOf(v) == c->f16)
        v = LLVMBuildFPExt(c->b, v, c->f32, "");
    else if (LLVMTypeOf(v) == c->f64)
        v = round_to_odd(c, v);
    LLVMValueRef bits = LLVMBuildBitCast(c->b, v, c->i32, ""), half = spv_i32(c, 16);
    LLVMValueRef nan = LLVMBuildFCmp(c->b, LLVMRealUNO, v, v, "");
    LLVMValueRef up = LLVMBuildLShr(c->b, bits, half, ""),
                 quiet = LLVMBuildOr(c->b, up, spv_i32(c, 0x40), "");
    if (!toward_zero) { // plus a half of the last place, less a bit of it if that would make a tie odd
        LLVMValueRef odd = LLVMBuildAnd(c->b, up, spv_i32(c, 1), "");
        LLVMValueRef more = LLVMBuildAdd(c->b, odd, spv_i32(c, 0x7fff), "");
        up = LLVMBuildLShr(c->b, LLVMBuildAdd(c->b, bits, more, ""), half, "");
    }
    return LLVMBuildTrunc(c->b, LLVMBuildSelect(c->b, nan, quiet, up, ""), c->i16, "");
}

// A component of OpFConvert, where either type is a brain float.
LLVMValueRef spv_bfloat16_convert(struct spv *c, LLVMValueRef v, const struct spv_type *from,
                                  const struct spv_type *to, bool toward_zero)
{
    if (from->kind == SPV_BRAIN && to->kind == SPV_BRAIN)
        return v;
    if (to->kind == SPV_BRAIN)
        return spv_bfloat16_from_float(c, v, toward_zero);
    return LLVMBuildFPCast(c->b, spv_bfloat16_to_f32(c, v), spv_llvm_scalar(c, to), "");
}

// The products are exact in 32 bits; the sum is rounded there, and once more at the end.
const struct spv_value *spv_bfloat16_dot(struct spv *c, const struct spv_value *a, const struct spv_value *b)
{
    LLVMValueRef r = NULL;
    for (uint32_t n = 0; n < a->type->count; n++) {
        LLVMValueRef p =
            spv_fmul(c, spv_bfloat16_to_f32(c, spv_comp(a, n)), spv_bfloat16_to_f32(c, spv_comp(b, n)));
        r = r ? spv_fadd(c, r, p) : p;
    }
    return spv_scalar(c, a->type->elem, spv_bfloat16_from_float(c, r, false));
}
