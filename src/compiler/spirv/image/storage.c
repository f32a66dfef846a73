// Storage images: reads, writes, and pointers to texels. What typed reads do not convert is read through the
// raw surface and unpacked by spirv/image/format.c, or by address.
#include "compiler/kernel/kernel.h"
#include "compiler/spirv/descriptor/descriptor.h"
#include "compiler/spirv/image/image.h"
#include "compiler/spirv/module/ops.h"
#include "compiler/spirv/value/build.h"
#include "compiler/spirv/value/id.h"
#include "hw/target.h"

static void storage_coordinates(struct spv *c, const struct spv_type *image, const struct spv_value *coord,
                                LLVMValueRef out[3])
{
    uint32_t count = spv_image_coordinates(&image->image);
    spv_check(c, spv_component(coord->type)->kind == SPV_INT, "coordinates are not integers");
    for (uint32_t n = 0; n < 3; n++)
        out[n] = n < count ? spv_texel_bits(c, spv_image_component(c, coord, n)) : LLVMGetPoison(c->i32);
}

// What the raw surface holds, by the sampler's view of it; NULL if the type says so.
static LLVMValueRef unknown_format(struct spv *c, const struct spv_value *image)
{
    if (image->type->image.format != SpvImageFormatUnknown)
        return NULL;
    struct spv_message m = {.op = KILN_SAMPLE_LD};
    const struct spv_handle h = {.surface = image->handle->raw};
    LLVMValueRef bits[4], which = spv_i32(c, 0);
    for (unsigned n = 0; n < 3; n++)
        m.args[KILN_ARG_U + n] = spv_i32(c, 0);
    m.args[KILN_ARG_LOD] = spv_i32(c, 0);
    spv_message_send(c, &h, &m, bits);
    for (unsigned n = 0; n < 4; n++) {
        LLVMValueRef set_bit = LLVMBuildICmp(c->b, LLVMIntNE, bits[n], spv_i32(c, 0), "");
        LLVMValueRef bit = LLVMBuildSelect(c->b, set_bit, spv_i32(c, 1u << n), spv_i32(c, 0), "");
        which = LLVMBuildOr(c->b, which, bit, "");
    }
    return which;
}

// Halves of an integer, and alpha, as a value of the result type: alpha is 1, but 0 where no image is bound.
static void set_wide_texel(struct spv *c, const struct spv_inst *i, LLVMValueRef texel[4])
{
    const struct spv_type *t = spv_result_type(c, i);
    LLVMValueRef low = LLVMBuildZExt(c->b, texel[0], c->i64, ""),
                 high = LLVMBuildZExt(c->b, texel[1], c->i64, "");
    LLVMValueRef zero = LLVMConstInt(c->i64, 0, false);
    LLVMValueRef r[4] = {
        LLVMBuildOr(c->b, low, LLVMBuildShl(c->b, high, LLVMConstInt(c->i64, 32, false), ""), ""), zero, zero,
        LLVMBuildZExt(c->b, texel[3], c->i64, "")};
    spv_check(c, spv_component(t)->kind == SPV_INT && spv_component(t)->bits == 64,
              "the result is not made of 64-bit integers");
    spv_set(c, i, spv_from_comps(c, t, r));
}

// Where typed reads do not reach; zero outside of the image.
static void read_by_address(struct spv *c, const struct spv_inst *i, const struct spv_value *image,
                            bool is_volatile)
{
    struct spv_handle h = *image->handle;
    LLVMTypeRef words = LLVMVectorType(c->i32, 4);
    LLVMValueRef texel[4];
    h.image = image->type;
    storage_coordinates(c, image->type, spv_arg(c, i, 4), h.coord);
    struct spv_place at = spv_texel_address(c, &h);
    spv_place_begin(c, &at);
    LLVMValueRef v = LLVMBuildLoad2(c->b, words, at.address, "");
    LLVMSetAlignment(v, 16);
    LLVMSetVolatile(v, is_volatile);
    v = spv_place_end(c, &at, v);
    for (unsigned n = 0; n < 4; n++)
        texel[n] = LLVMBuildExtractElement(c->b, v, spv_i32(c, n), "");
    spv_set_texel(c, i, texel);
}

void spv_op_image_read(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_value *image = spv_image_arg(c, i, 3, SPV_IMAGE);
    const struct spv_handle *h = image->handle;
    struct spv_image_operands o = spv_image_operands(c, i, 5);
    spv_check(c, image->type->image.storage, "not a storage image");
    if (spv_image_by_address(c, image->type)) {
        read_by_address(c, i, image, o.is_volatile);
        return;
    }
    const bool wide = spv_image_is_wide(image->type);
    LLVMValueRef args[4] = {h->raw && !wide ? h->raw : h->surface}, texel[4], out[4];
    storage_coordinates(c, image->type, spv_arg(c, i, 4), args + 1);
    LLVMValueRef v =
        spv_call(c, o.is_volatile ? INTRINSIC_IMAGE_READ_VOLATILE : INTRINSIC_IMAGE_READ, args, 4);
    for (unsigned n = 0; n < 4; n++)
        texel[n] = LLVMBuildExtractElement(c->b, v, spv_i32(c, n), "");
    if (wide) {
        set_wide_texel(c, i, texel);
        return;
    }
    bool unpack = h->raw && spv_image_format_raw(c, image->type->image.format);
    if (unpack)
        spv_image_unpack(c, image->type, unknown_format(c, image), texel, out);
    spv_set_texel(c, i, unpack ? out : texel);
}

void spv_op_image_write(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_value *image = spv_image_arg(c, i, 1, SPV_IMAGE), *texel = spv_arg(c, i, 3);
    spv_check(c, image->type->image.storage, "not a storage image");
    spv_image_operands(c, i, 4);
    LLVMValueRef args[9] = {image->handle->surface}, texels[4];
    uint32_t count = spv_components(texel->type), channels = spv_image_channels(image->type->image.format);
    count = count < channels ? count : channels;
    spv_check(c, spv_component(texel->type)->kind == SPV_INT || spv_component(texel->type)->kind == SPV_FLOAT,
              "a texel is not made of numbers");
    storage_coordinates(c, image->type, spv_arg(c, i, 2), args + 1);
    for (uint32_t n = 0; n < 4; n++)
        args[5 + n] = n < count ? spv_texel_bits(c, spv_image_component(c, texel, n)) : LLVMGetPoison(c->i32);
    if (spv_image_is_wide(image->type)) { // halves
        LLVMValueRef v = spv_image_component(c, texel, 0), by = LLVMConstInt(c->i64, 32, false);
        spv_check(c, LLVMTypeOf(v) == c->i64, "a texel is not of 64 bits");
        count = 2;
        args[5] = LLVMBuildTrunc(c->b, v, c->i32, "");
        args[6] = LLVMBuildTrunc(c->b, LLVMBuildLShr(c->b, v, by, ""), c->i32, "");
    }
    if (c->options->descriptor_heaps && spv_image_format_raw(c, image->type->image.format)) {
        for (uint32_t n = 0; n < 4; n++)
            texels[n] = n < count ? args[5 + n] : spv_i32(c, 0);
        count = spv_image_pack(c, image->type, unknown_format(c, image), texels, args + 5);
    }
    args[4] = spv_i32(c, count);
    spv_call(c, INTRINSIC_IMAGE_WRITE, args, 9);
}

void spv_op_image_texel_pointer(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    // The untyped form names the image's type first.
    const uint32_t at = op->arg ? 4 : 3;
    const struct spv_type *t = spv_result_type(c, i);
    const struct spv_value *image = spv_arg(c, i, at);
    if (op->arg)
        image = spv_pointing_to(c, image, spv_type(c, spv_word(c, i, 3)));
    spv_check(c,
              t->kind == SPV_POINTER && t->storage == SpvStorageClassImage &&
                  image->type->kind == SPV_POINTER && image->handle && image->type->elem->kind == SPV_IMAGE &&
                  image->type->elem->image.storage,
              "not a pointer to a storage image");
    struct spv_handle h = *spv_image_load(c, image)->handle;
    h.image = image->type->elem;
    storage_coordinates(c, h.image, spv_arg(c, i, at + 1), h.coord);
    spv_set(c, i, spv_handle_value(c, t, h));
}
