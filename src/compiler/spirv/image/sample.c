// Sampling and gathering, by coordinates as floats.
#include "compiler/kernel/kernel.h"
#include "compiler/spirv/descriptor/descriptor.h"
#include "compiler/spirv/group/group.h"
#include "compiler/spirv/image/image.h"
#include "compiler/spirv/module/ops.h"
#include "compiler/spirv/value/build.h"
#include "compiler/spirv/value/id.h"
#include "hw/target.h"

void spv_op_sampled_image(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = spv_result_type(c, i);
    const struct spv_value *image = spv_image_arg(c, i, 3, SPV_IMAGE),
                           *sampler = spv_image_arg(c, i, 4, SPV_SAMPLER);
    spv_check(c, t->kind == SPV_SAMPLED_IMAGE && spv_same_type(t->elem, image->type), "not the image's type");
    spv_set(c, i,
            spv_handle_value(
                c, t,
                (struct spv_handle){.surface = image->handle->surface, .sampler = sampler->handle->sampler}));
}

void spv_op_image(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = spv_result_type(c, i);
    const struct spv_value *v = spv_image_arg(c, i, 3, SPV_SAMPLED_IMAGE);
    spv_check(c, spv_same_type(t, v->type->elem), "not the image's type");
    spv_set(c, i, spv_handle_value(c, t, (struct spv_handle){.surface = v->handle->surface}));
}

static const struct spv_image_type *sampled_type(const struct spv_value *image)
{
    return &image->type->elem->image;
}

// Where the message header has texel offsets, of four bits each.
static const unsigned offset_shift[3] = {8, 4, 0};

static bool fits_header(LLVMValueRef o)
{
    return LLVMIsAConstantInt(o) && LLVMConstIntGetSExtValue(o) >= -8 && LLVMConstIntGetSExtValue(o) <= 7;
}

// Constant texel offsets in their place in the message header.
static uint32_t header_offsets(struct spv *c, const struct spv_value *v, uint32_t count)
{
    uint32_t bits = 0;
    for (uint32_t n = 0; n < count && n < spv_components(v->type); n++) {
        LLVMValueRef o = spv_image_component(c, v, n);
        spv_check(c, LLVMIsAConstantInt(o), "a texel offset is not constant");
        int64_t value = LLVMConstIntGetSExtValue(o);
        if (!fits_header(o))
            spv_unsupported(c, "a texel offset of %lld", (long long)value);
        bits |= ((uint32_t)value & 15) << offset_shift[n];
    }
    return bits;
}

// Others, within the same limits.
static LLVMValueRef computed_offsets(struct spv *c, const struct spv_value *v, uint32_t count)
{
    LLVMValueRef bits = spv_i32(c, 0);
    for (uint32_t n = 0; n < count && n < spv_components(v->type); n++) {
        LLVMValueRef o =
            LLVMBuildAnd(c->b, spv_texel_bits(c, spv_image_component(c, v, n)), spv_i32(c, 15), "");
        bits = LLVMBuildOr(c->b, bits, LLVMBuildShl(c->b, o, spv_i32(c, offset_shift[n]), ""), "");
    }
    return bits;
}

static bool is_zero(LLVMValueRef v)
{
    return LLVMIsAConstant(v) && LLVMIsNull(v);
}

// ---- sampling ----

static void set_lod(struct spv *c, struct spv_message *m, const struct spv_image_operands *o, bool dref)
{
    spv_check(c, o->lod && spv_is_scalar(o->lod->type), "neither a LOD nor gradients");
    if (is_zero(o->lod->v)) {
        m->op = dref ? KILN_SAMPLE_LZ_C : KILN_SAMPLE_LZ;
        return;
    }
    m->op = dref ? KILN_SAMPLE_L_C : KILN_SAMPLE_L;
    spv_message_set(c, m, KILN_ARG_LOD, o->lod->v);
}

// A cube's level and its index in the array are one parameter on Xe2: the index has the low nine bits.
// Source: Mesa 25.0.7 intel_nir_lower_texture.c (pack_lod_and_array_index).
static void join_level_and_index(struct spv *c, struct spv_message *m, const struct spv_image_type *t)
{
    enum { INDEX_MASK = 511 };
    if (t->dim != SpvDimCube || !m->args[KILN_ARG_AI] ||
        (m->op != KILN_SAMPLE_L && m->op != KILN_SAMPLE_L_C) ||
        !kiln_target_has_long_sampler_numbers(kernel_target(c->options)))
        return;
    LLVMValueRef index = LLVMBuildBitCast(c->b, m->args[KILN_ARG_AI], c->f32, "");
    index = spv_intrinsic2(c, "llvm.minnum", spv_intrinsic2(c, "llvm.maxnum", index, spv_f32(c, 0)),
                           spv_f32(c, INDEX_MASK));
    index = LLVMBuildFPToUI(c->b, spv_intrinsic1(c, "llvm.roundeven", index), c->i32, "");
    LLVMValueRef level = LLVMBuildAnd(c->b, m->args[KILN_ARG_LOD], spv_i32(c, ~(uint32_t)INDEX_MASK), "");
    m->args[KILN_ARG_LOD] = LLVMBuildOr(c->b, level, index, "");
    m->args[KILN_ARG_AI] = NULL;
}

static const struct spv_value *projected(struct spv *c, const struct spv_value *coord, uint32_t dims)
{
    struct spv_value *v = spv_new_value(c, coord->type);
    LLVMValueRef q = spv_image_component(c, coord, spv_components(coord->type) - 1);
    for (uint32_t n = 0; n < spv_components(coord->type); n++)
        v->elems[n] =
            n < dims ? spv_scalar(c, coord->type->elem, spv_fdiv(c, spv_comp(coord, n), q)) : coord->elems[n];
    return v;
}

// From the middle of a texel of a plane's first half to that of the first texel of the whole: half a texel of
// it, as a part of its size.
static LLVMValueRef half_texel(struct spv *c, const struct spv_handle *h, unsigned axis)
{
    LLVMValueRef size[4];
    spv_image_level_size(c, h, size);
    return spv_fdiv(c, spv_f32(c, 0.5f), size[axis]);
}

// Each plane by the same coordinates: a texel of a smaller plane lies between those of the first that it
// belongs to, or, if it is cosited, on the first of them.
static void sample_planes(struct spv *c, const struct spv_handle *h, const struct spv_message *m,
                          LLVMValueRef texel[4])
{
    const struct kiln_ycbcr *y = h->ycbcr;
    LLVMValueRef planes[3][4];
    struct spv_message chroma = *m;
    for (unsigned axis = 0; axis < 2; axis++)
        if (y->cosited[axis]) {
            LLVMValueRef at = LLVMBuildBitCast(c->b, m->args[KILN_ARG_U + axis], c->f32, "");
            spv_message_set(c, &chroma, KILN_ARG_U + axis, spv_fadd(c, at, half_texel(c, h, axis)));
        }
    for (uint32_t n = 0; n < y->planes; n++) {
        struct spv_handle plane = *h;
        plane.surface = spv_step_index(c, h->surface, h->plane_step, spv_i32(c, n));
        if (n)
            plane.sampler = spv_step_index(c, h->sampler, h->chroma_step, spv_i32(c, 1));
        spv_message_send(c, &plane, n ? &chroma : m, planes[n]);
    }
    spv_ycbcr_convert(c, y, planes, texel);
}

void spv_op_image_sample(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_value *image = spv_image_arg(c, i, 3, SPV_SAMPLED_IMAGE), *coord = spv_arg(c, i, 4);
    const struct spv_image_type *t = sampled_type(image);
    bool dref = op->arg & SPV_SAMPLE_DREF, proj = op->arg & SPV_SAMPLE_PROJ;
    struct spv_image_operands o = spv_image_operands(c, i, dref ? 6 : 5);
    struct spv_message m = {0};
    spv_check(c, spv_component(coord->type)->kind == SPV_FLOAT, "coordinates are not floats");
    spv_check(c, !proj || coord->type->kind == SPV_VECTOR, "a projection needs a vector");
    if (proj)
        coord = projected(c, coord, spv_image_dimensions(t));
    spv_message_coordinates(c, &m, coord, spv_image_coordinates(t));
    if (dref) {
        LLVMValueRef ref = spv_image_component(c, spv_arg(c, i, 5), 0);
        if (proj)
            ref = spv_fdiv(c, ref, spv_image_component(c, spv_arg(c, i, 4), spv_components(coord->type) - 1));
        spv_message_set(c, &m, KILN_ARG_REF, ref);
    }
    if (op->arg & SPV_SAMPLE_IMPLICIT || o.dx)
        spv_message_gradients(c, image->handle, &m, t, &o, coord, dref);
    else
        set_lod(c, &m, &o, dref);
    join_level_and_index(c, &m, t);
    spv_check(c, !o.const_offsets, "ConstOffsets where nothing is gathered");
    if (o.const_offset)
        m.header = header_offsets(c, o.const_offset, spv_image_dimensions(t));
    else if (o.offset)
        m.offsets = computed_offsets(c, o.offset, spv_image_dimensions(t));
    LLVMValueRef texel[4];
    if (image->handle->ycbcr) {
        spv_check(c, !dref && !m.header && !m.offsets && t->dim == SpvDim2D,
                  "offsets, a comparison, or not two dimensions, where texels are converted");
        sample_planes(c, image->handle, &m, texel);
    } else {
        spv_message_send(c, image->handle, &m, texel);
    }
    spv_set_texel(c, i, texel);
}

// Offsets of a gather without a message that has them: in the header if they fit there, else in the
// coordinates. Xe2 has other messages for these, which ANV 25 does not send either.
static void add_offsets(struct spv *c, const struct spv_handle *h, struct spv_message *m,
                        const struct spv_value *offset)
{
    LLVMValueRef size[4];
    if (fits_header(spv_image_component(c, offset, 0)) && fits_header(spv_image_component(c, offset, 1))) {
        m->header |= header_offsets(c, offset, 2);
        return;
    }
    spv_image_level_size(c, h, size);
    for (unsigned n = 0; n < 2; n++) {
        LLVMValueRef at = LLVMBuildBitCast(c->b, m->args[KILN_ARG_U + n], c->f32, ""),
                     texels = LLVMBuildSIToFP(c->b, spv_image_component(c, offset, n), c->f32, "");
        spv_message_set(c, m, KILN_ARG_U + n, spv_fadd(c, at, spv_fdiv(c, texels, size[n])));
    }
}

// One gather; with `offset`, by its values.
static void gather(struct spv *c, const struct spv_handle *h, struct spv_message m,
                   const struct spv_value *offset, bool dref, LLVMValueRef out[4])
{
    if (offset && kiln_target_has_long_sampler_numbers(kernel_target(c->options))) {
        add_offsets(c, h, &m, offset);
        offset = NULL;
    }
    if (offset) {
        m.op = dref ? KILN_SAMPLE_GATHER_PO_C : KILN_SAMPLE_GATHER_PO;
        spv_message_set(c, &m, KILN_ARG_OFFU, spv_image_component(c, offset, 0));
        spv_message_set(c, &m, KILN_ARG_OFFV, spv_image_component(c, offset, 1));
    } else {
        m.op = dref ? KILN_SAMPLE_GATHER_C : KILN_SAMPLE_GATHER;
    }
    spv_message_send(c, h, &m, out);
}

void spv_op_image_gather(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_value *image = spv_image_arg(c, i, 3, SPV_SAMPLED_IMAGE), *coord = spv_arg(c, i, 4);
    const struct spv_image_type *t = sampled_type(image);
    bool dref = op->arg & SPV_SAMPLE_DREF;
    struct spv_image_operands o = spv_image_operands(c, i, 6);
    struct spv_message m = {0};
    spv_message_coordinates(c, &m, coord, spv_image_coordinates(t));
    if (dref)
        spv_message_set(c, &m, KILN_ARG_REF, spv_image_component(c, spv_arg(c, i, 5), 0));
    else
        m.header = (spv_const_u32(c, spv_word(c, i, 5)) & 3) << 16;
    LLVMValueRef texel[4];
    if (o.const_offsets) { // four gathers, each for the one texel at its offset, which is the last
        spv_check(c, o.const_offsets->type->kind == SPV_ARRAY && o.const_offsets->type->count == 4,
                  "ConstOffsets is not an array of four");
        for (unsigned n = 0; n < 4; n++) {
            LLVMValueRef four[4];
            gather(c, image->handle, m, o.const_offsets->elems[n], dref, four);
            texel[n] = four[3];
        }
    } else {
        gather(c, image->handle, m, o.offset ? o.offset : o.const_offset, dref, texel);
    }
    spv_set_texel(c, i, texel);
}
