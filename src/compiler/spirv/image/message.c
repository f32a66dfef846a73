// What image instructions share: their optional operands, coordinates, and the message that one becomes: a
// call of the intrinsics of llvm/ir/abi.h.
#include "compiler/spirv/image/image.h"
#include "compiler/spirv/value/build.h"
#include "compiler/spirv/value/id.h"

const struct spv_value *spv_image_arg(struct spv *c, const struct spv_inst *i, uint32_t n, enum spv_kind kind)
{
    const struct spv_value *v = spv_arg(c, i, n);
    spv_check(c, v->type->kind == kind && v->handle,
              "operand %u is not the image or sampler that it should be", n);
    return v;
}

struct spv_image_operands spv_image_operands(struct spv *c, const struct spv_inst *i, uint32_t n)
{
    struct spv_image_operands o = {0};
    if (n >= i->count)
        return o;
    uint32_t mask = i->words[n++];
    const uint32_t plain = SpvImageOperandsNonPrivateTexelMask | SpvImageOperandsSignExtendMask |
                           SpvImageOperandsZeroExtendMask | SpvImageOperandsNontemporalMask;
    for (uint32_t bit = 1; bit && bit <= mask; bit <<= 1) {
        if (!(mask & bit))
            continue;
        switch (bit) {
        case SpvImageOperandsBiasMask:
            o.bias = spv_arg(c, i, n++);
            break;
        case SpvImageOperandsLodMask:
            o.lod = spv_arg(c, i, n++);
            break;
        case SpvImageOperandsGradMask:
            o.dx = spv_arg(c, i, n++);
            o.dy = spv_arg(c, i, n++);
            break;
        case SpvImageOperandsConstOffsetMask:
            o.const_offset = spv_arg(c, i, n++);
            break;
        case SpvImageOperandsOffsetMask:
            o.offset = spv_arg(c, i, n++);
            break;
        case SpvImageOperandsConstOffsetsMask:
            o.const_offsets = spv_arg(c, i, n++);
            break;
        case SpvImageOperandsSampleMask:
            o.sample = spv_arg(c, i, n++);
            break;
        case SpvImageOperandsMinLodMask:
            o.min_lod = spv_arg(c, i, n++);
            break;
        case SpvImageOperandsMakeTexelAvailableMask:
        case SpvImageOperandsMakeTexelVisibleMask:
            spv_arg(c, i, n++);
            break;
        case SpvImageOperandsVolatileTexelMask:
            o.is_volatile = true;
            break;
        default:
            if (!(bit & plain))
                spv_unsupported(c, "image operand 0x%x", bit);
        }
    }
    return o;
}

// Components of a coordinate without the layer.
uint32_t spv_image_dimensions(const struct spv_image_type *t)
{
    switch (t->dim) {
    case SpvDim1D:
    case SpvDimBuffer:
        return 1;
    case SpvDim2D:
        return 2;
    default:
        return t->dim == SpvDimCube && t->storage ? 2 : 3;
    }
}

// With the layer; for cubes that typed messages see as arrays, the face and layer.
uint32_t spv_image_coordinates(const struct spv_image_type *t)
{
    return spv_image_dimensions(t) + (t->arrayed || (t->dim == SpvDimCube && t->storage) ? 1 : 0);
}

LLVMValueRef spv_texel_bits(struct spv *c, LLVMValueRef v)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    if (LLVMGetTypeKind(t) == LLVMIntegerTypeKind)
        return LLVMBuildIntCast2(c->b, v, c->i32, true, ""); // 16-bit coordinates
    if (LLVMGetTypeKind(t) == LLVMHalfTypeKind)
        v = LLVMBuildFPExt(c->b, v, c->f32, "");
    return LLVMBuildBitCast(c->b, v, c->i32, "");
}

LLVMValueRef spv_image_component(struct spv *c, const struct spv_value *v, uint32_t n)
{
    spv_check(c, n < spv_components(v->type) && (v->type->kind == SPV_VECTOR || spv_is_scalar(v->type)),
              "%u components are needed", n + 1);
    return spv_comp(v, n);
}

void spv_message_set(struct spv *c, struct spv_message *m, enum kiln_sample_arg arg, LLVMValueRef v)
{
    m->args[arg] = spv_texel_bits(c, v);
}

void spv_message_coordinates(struct spv *c, struct spv_message *m, const struct spv_value *v, uint32_t count)
{
    for (uint32_t n = 0; n < count; n++)
        spv_message_set(c, m, KILN_ARG_U + n, spv_image_component(c, v, n));
}

// Four components as i32.
void spv_message_send(struct spv *c, const struct spv_handle *h, const struct spv_message *m,
                      LLVMValueRef out[4])
{
    LLVMValueRef header = spv_i32(c, m->header);
    if (m->offsets)
        header = LLVMBuildOr(c->b, header, m->offsets, "");
    LLVMValueRef args[4 + KILN_SAMPLE_ARGS] = {spv_i32(c, m->op), h->surface,
                                               h->sampler ? h->sampler : spv_i32(c, 0), header};
    for (unsigned n = 0; n < KILN_SAMPLE_ARGS; n++)
        args[4 + n] = m->args[n] ? m->args[n] : LLVMGetPoison(c->i32);
    LLVMValueRef texel = spv_call(c, m->op == KILN_SAMPLE_LOD ? INTRINSIC_SAMPLE_LOD : INTRINSIC_SAMPLE, args,
                                  4 + KILN_SAMPLE_ARGS);
    for (unsigned n = 0; n < 4; n++)
        out[n] = LLVMBuildExtractElement(c->b, texel, spv_i32(c, n), "");
}

// i32 components as a value of the result type (32-bit numbers).
void spv_set_texel(struct spv *c, const struct spv_inst *i, LLVMValueRef bits[4])
{
    const struct spv_type *t = spv_result_type(c, i), *e = spv_component(t);
    LLVMValueRef r[4];
    spv_check(c, (e->kind == SPV_INT || e->kind == SPV_FLOAT) && e->bits == 32,
              "the result is not made of 32-bit numbers");
    spv_check(c, spv_components(t) <= 4, "the result has %u components", spv_components(t));
    for (uint32_t n = 0; n < spv_components(t); n++) {
        spv_check(c, bits[n], "the result has %u components", spv_components(t));
        r[n] = LLVMBuildBitCast(c->b, bits[n], spv_llvm_scalar(c, e), "");
    }
    spv_set(c, i, spv_from_comps(c, t, r));
}
