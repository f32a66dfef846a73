// Queries about types (spirv/value/declare_type.c makes them).
#include "compiler/spirv/value/type.h"

#include "compiler/kernel/kernel.h"
#include "hw/target.h"

bool spv_same_type(const struct spv_type *a, const struct spv_type *b)
{
    if (a == b)
        return true;
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case SPV_VOID:
    case SPV_BOOL:
        return true;
    case SPV_ENCODED:
        return a->encoding == b->encoding;
    case SPV_INT: // signedness is the instructions' business
    case SPV_FLOAT:
        return a->bits == b->bits;
    case SPV_VECTOR:
        if (a->cooperative.rows != b->cooperative.rows || a->cooperative.columns != b->cooperative.columns ||
            a->cooperative.use != b->cooperative.use)
            return false;
        // fall through
    case SPV_MATRIX:
    case SPV_ARRAY:
    case SPV_TENSOR:
        return a->count == b->count && spv_same_type(a->elem, b->elem);
    case SPV_STRUCT:
        if (a->count != b->count)
            return false;
        for (uint32_t n = 0; n < a->count; n++)
            if (!spv_same_type(a->members[n].type, b->members[n].type))
                return false;
        return true;
    case SPV_SAMPLER:
        return true;
    case SPV_SAMPLED_IMAGE:
        return spv_same_type(a->elem, b->elem);
    case SPV_IMAGE:
        return a->image.dim == b->image.dim && a->image.format == b->image.format &&
               a->image.arrayed == b->image.arrayed && a->image.ms == b->image.ms &&
               a->image.storage == b->image.storage && spv_same_type(a->elem, b->elem);
    case SPV_POINTER: // pointees may be recursive; the address is what matters to LLVM
        return a->storage == b->storage && (a->elem == b->elem || a->untyped || b->untyped);
    default:
        return false;
    }
}

bool spv_is_scalar(const struct spv_type *t)
{
    return t->kind == SPV_BOOL || t->kind == SPV_INT || t->kind == SPV_FLOAT || t->kind == SPV_ENCODED;
}

bool spv_all_numbers(const struct spv_type *t)
{
    switch (t->kind) {
    case SPV_BOOL:
    case SPV_INT:
    case SPV_FLOAT:
    case SPV_ENCODED:
    case SPV_VECTOR:
    case SPV_MATRIX:
        return true;
    case SPV_ARRAY:
        return spv_all_numbers(t->elem);
    case SPV_STRUCT:
        for (uint32_t n = 0; n < t->count; n++)
            if (!spv_all_numbers(t->members[n].type))
                return false;
        return true;
    default:
        return false;
    }
}

bool spv_is_composite(const struct spv_type *t)
{
    return t->kind == SPV_VECTOR || t->kind == SPV_MATRIX || t->kind == SPV_ARRAY || t->kind == SPV_STRUCT;
}

bool spv_is_handle(const struct spv_type *t)
{
    return t->kind == SPV_IMAGE || t->kind == SPV_SAMPLER || t->kind == SPV_SAMPLED_IMAGE ||
           t->kind == SPV_TENSOR;
}

bool spv_image_is_wide(const struct spv_type *image)
{
    return image->elem->kind == SPV_INT && image->elem->bits == 64;
}

bool spv_image_by_address(struct spv *c, const struct spv_type *image)
{
    switch (image->image.format) {
    case SpvImageFormatRgba32f:
    case SpvImageFormatRgba32i:
    case SpvImageFormatRgba32ui:
        return !kiln_target_has_typed_formats(kernel_target(c->options));
    default:
        return false;
    }
}

const struct spv_type *spv_component(const struct spv_type *t)
{
    return t->kind == SPV_VECTOR ? t->elem : t;
}

uint32_t spv_components(const struct spv_type *t)
{
    return t->kind == SPV_VECTOR ? t->count : 1;
}

const struct spv_type *spv_elem_type(const struct spv_type *t, uint32_t index)
{
    return t->kind == SPV_STRUCT ? t->members[index].type : t->elem;
}

unsigned spv_address_space(struct spv *c, uint32_t storage)
{
    switch (storage) {
    case SpvStorageClassFunction:
    case SpvStorageClassPrivate:
    case SpvStorageClassInput: // built-ins are private variables that the kernel's entry fills
    case SpvStorageClassOutput:
        return KILN_AS_PRIVATE;
    case SpvStorageClassWorkgroup:
        return KILN_AS_SHARED;
    case SpvStorageClassUniform:
        return KILN_AS_SURFACE;
    case SpvStorageClassStorageBuffer:
        return c->wide_buffers ? KILN_AS_BUFFER : KILN_AS_SURFACE;
    case SpvStorageClassPushConstant:
        return KILN_AS_PUSH;
    case SpvStorageClassPhysicalStorageBuffer:
        return KILN_AS_GLOBAL;
    default:
        spv_unsupported(c, "storage class %u is not supported", storage);
    }
}

LLVMTypeRef spv_llvm_scalar(struct spv *c, const struct spv_type *t)
{
    switch (t->kind) {
    case SPV_BOOL:
        return c->i1;
    case SPV_INT:
        return t->bits == 8 ? c->i8 : t->bits == 16 ? c->i16 : t->bits == 32 ? c->i32 : c->i64;
    case SPV_ENCODED:
        return t->bits == 8 ? c->i8 : c->i16;
    case SPV_FLOAT:
        return t->bits == 16 ? c->f16 : t->bits == 32 ? c->f32 : c->f64;
    case SPV_POINTER:
        return LLVMPointerTypeInContext(c->ctx, spv_address_space(c, t->storage));
    default:
        spv_invalid(c, "a scalar type is needed");
    }
}

// SPIR-V's FP Encoding. E4M3 and E5M2 are those of "FP8 Formats for Deep Learning" (arXiv 2209.05433).
static const struct spv_encoding encodings[] = {
    {SPV_FPEncodingBFloat16, "bfloat", .bits = 16, .mantissa = 7, .bias = 127, .largest = 0x7f7f,
     .beyond = 0x7f80, .nan = 0x7fc0},
    {SPV_FPEncodingFloat8E4M3EXT, "e4m3", .bits = 8, .mantissa = 3, .bias = 7, .largest = 0x7e,
     .beyond = 0x7f, .nan = 0x7f},
    {SPV_FPEncodingFloat8E5M2EXT, "e5m2", .bits = 8, .mantissa = 2, .bias = 15, .largest = 0x7b,
     .beyond = 0x7c, .nan = 0x7e},
};

const struct spv_encoding *spv_encoding(uint32_t encoding, uint32_t bits)
{
    for (unsigned n = 0; n < sizeof(encodings) / sizeof(encodings[0]); n++)
        if (encodings[n].number == encoding && encodings[n].bits == bits)
            return &encodings[n];
    return NULL;
}

bool spv_is_encoded(const struct spv_type *t)
{
    return spv_component(t)->kind == SPV_ENCODED;
}
