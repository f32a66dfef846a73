// Texels of storage images whose formats typed reads do not convert: from the channels as unsigned integers
// (or, for packed formats, one dword) to the shader's components.
//
// Gen9 converts typed reads of the formats whose channels are 8, 16 or 32-bit integers, halves and floats;
// all others come as they are (Mesa isl_storage_image.c). The driver's kiln_format_lowered is the other side
// of this table. Typed writes convert to every format.
//
// Where the shader does not name the format, the raw surface says which it is (enum kiln_raw_format), and a
// switch chooses.
#include "compiler/kernel/kernel.h"
#include "compiler/spirv/image/image.h"
#include "compiler/spirv/value/build.h"
#include "hw/target.h"

enum kind { UNORM, SNORM, UINT, FLOAT11, SINT, HALF, WORDS };

static const struct row {
    SpvImageFormat format;
    uint8_t raw; // enum kiln_raw_format
    uint8_t kind, channels;
    uint8_t bits[4];
    bool packed; // in one dword, red lowest
} rows[] = {
    {SpvImageFormatRgba16, KILN_RAW_RGBA16, UNORM, 4, {16, 16, 16, 16}, false},
    {SpvImageFormatRgba16Snorm, KILN_RAW_RGBA16_SNORM, SNORM, 4, {16, 16, 16, 16}, false},
    {SpvImageFormatRg16, KILN_RAW_RG16, UNORM, 2, {16, 16}, false},
    {SpvImageFormatRg16Snorm, KILN_RAW_RG16_SNORM, SNORM, 2, {16, 16}, false},
    {SpvImageFormatR16, KILN_RAW_R16, UNORM, 1, {16}, false},
    {SpvImageFormatR16Snorm, KILN_RAW_R16_SNORM, SNORM, 1, {16}, false},
    {SpvImageFormatRgba8, KILN_RAW_RGBA8, UNORM, 4, {8, 8, 8, 8}, false},
    {SpvImageFormatRgba8Snorm, KILN_RAW_RGBA8_SNORM, SNORM, 4, {8, 8, 8, 8}, false},
    {SpvImageFormatRg8, KILN_RAW_RG8, UNORM, 2, {8, 8}, false},
    {SpvImageFormatRg8Snorm, KILN_RAW_RG8_SNORM, SNORM, 2, {8, 8}, false},
    {SpvImageFormatR8, KILN_RAW_R8, UNORM, 1, {8}, false},
    {SpvImageFormatR8Snorm, KILN_RAW_R8_SNORM, SNORM, 1, {8}, false},
    {SpvImageFormatRgb10A2, KILN_RAW_RGB10A2, UNORM, 4, {10, 10, 10, 2}, true},
    {SpvImageFormatRgb10a2ui, KILN_RAW_RGB10A2UI, UINT, 4, {10, 10, 10, 2}, true},
    {SpvImageFormatR11fG11fB10f, KILN_RAW_R11G11B10F, FLOAT11, 3, {11, 11, 10}, true},
    // As it is; atomics are on unsigned integers.
    {SpvImageFormatR32f, KILN_RAW_CONVERTED, UINT, 1, {32}, false},
};

// What Gen8's typed reads do not convert besides (Mesa isl_storage_image.c, isl_lower_storage_image_format).
static const struct row rows_gen8[] = {
    {SpvImageFormatRgba16i, KILN_RAW_CONVERTED, SINT, 4, {16, 16, 16, 16}, false},
    {SpvImageFormatRgba16f, KILN_RAW_CONVERTED, HALF, 4, {16, 16, 16, 16}, false},
    {SpvImageFormatRg16i, KILN_RAW_CONVERTED, SINT, 2, {16, 16}, false},
    {SpvImageFormatRg16f, KILN_RAW_CONVERTED, HALF, 2, {16, 16}, false},
    {SpvImageFormatR16i, KILN_RAW_CONVERTED, SINT, 1, {16}, false},
    {SpvImageFormatR16f, KILN_RAW_CONVERTED, HALF, 1, {16}, false},
    {SpvImageFormatRgba8i, KILN_RAW_CONVERTED, SINT, 4, {8, 8, 8, 8}, false},
    {SpvImageFormatRg8i, KILN_RAW_CONVERTED, SINT, 2, {8, 8}, false},
    {SpvImageFormatR8i, KILN_RAW_CONVERTED, SINT, 1, {8}, false},
    // Each a pair of 16-bit channels.
    {SpvImageFormatRg32f, KILN_RAW_CONVERTED, WORDS, 2, {32, 32}, false},
    {SpvImageFormatRg32i, KILN_RAW_CONVERTED, WORDS, 2, {32, 32}, false},
    {SpvImageFormatRg32ui, KILN_RAW_CONVERTED, WORDS, 2, {32, 32}, false},
};

static bool is_gen8(const struct spv *c)
{
    return !kiln_target_has_typed_formats(kernel_target(c->options));
}

static const struct row *row_of(const struct spv *c, SpvImageFormat format)
{
    for (unsigned n = 0; is_gen8(c) && n < sizeof(rows_gen8) / sizeof(rows_gen8[0]); n++)
        if (rows_gen8[n].format == format)
            return &rows_gen8[n];
    for (unsigned n = 0; n < sizeof(rows) / sizeof(rows[0]); n++)
        if (rows[n].format == format)
            return &rows[n];
    return NULL;
}

bool spv_image_format_raw(struct spv *c, SpvImageFormat format)
{
    bool wide = format == SpvImageFormatRgba32f || format == SpvImageFormatRgba32i ||
                format == SpvImageFormatRgba32ui;
    if (is_gen8(c) && (wide || format == SpvImageFormatUnknown))
        spv_fail(c, KILN_ERROR_UNSUPPORTED,
                 "this device does not read texels of 128 bits, or of a format that has no name");
    return row_of(c, format) != NULL || format == SpvImageFormatUnknown;
}

uint32_t spv_image_channels(SpvImageFormat format)
{
    for (unsigned n = 0; n < sizeof(rows) / sizeof(rows[0]); n++)
        if (rows[n].format == format)
            return rows[n].channels;
    switch (format) {
    case SpvImageFormatRg32f:
    case SpvImageFormatRg32i:
    case SpvImageFormatRg32ui:
    case SpvImageFormatRg16f:
    case SpvImageFormatRg16i:
    case SpvImageFormatRg16ui:
    case SpvImageFormatRg8i:
    case SpvImageFormatRg8ui:
        return 2;
    case SpvImageFormatR32i:
    case SpvImageFormatR32ui:
    case SpvImageFormatR16f:
    case SpvImageFormatR16i:
    case SpvImageFormatR16ui:
    case SpvImageFormatR8i:
    case SpvImageFormatR8ui:
        return 1;
    default:
        return 4;
    }
}

static LLVMValueRef float_bits(struct spv *c, LLVMValueRef f)
{
    return LLVMBuildBitCast(c->b, f, c->i32, "");
}

// n / max, rounded correctly: a product with the reciprocal, and its error.
static LLVMValueRef divide(struct spv *c, LLVMValueRef n, uint32_t max)
{
    LLVMValueRef r = spv_f32(c, 1.0f / (float)max);
    LLVMValueRef q = LLVMBuildFMul(c->b, n, r, "");
    LLVMValueRef args[3] = {LLVMBuildFNeg(c->b, q, ""), spv_f32(c, (float)max), n};
    LLVMValueRef e = spv_intrinsic(c, "llvm.fma", args, 3);
    LLVMValueRef again[3] = {e, r, q};
    return spv_intrinsic(c, "llvm.fma", again, 3);
}

static LLVMValueRef channel(struct spv *c, const struct row *f, LLVMValueRef v, unsigned bits)
{
    switch (f->kind) {
    case UNORM:
        return float_bits(c, divide(c, LLVMBuildUIToFP(c->b, v, c->f32, ""), (1u << bits) - 1));
    case SNORM: {
        LLVMValueRef up = spv_i32(c, 32 - bits);
        v = LLVMBuildAShr(c->b, LLVMBuildShl(c->b, v, up, ""), up, "");
        LLVMValueRef args[2] = {divide(c, LLVMBuildSIToFP(c->b, v, c->f32, ""), (1u << (bits - 1)) - 1),
                                spv_f32(c, -1.0f)};
        return float_bits(c, spv_intrinsic(c, "llvm.maxnum", args, 2));
    }
    case FLOAT11: { // a half without sign and the lowest bits
        v = LLVMBuildShl(c->b, v, spv_i32(c, 15 - bits), "");
        LLVMValueRef half = LLVMBuildBitCast(c->b, LLVMBuildTrunc(c->b, v, c->i16, ""), c->f16, "");
        return float_bits(c, LLVMBuildFPExt(c->b, half, c->f32, ""));
    }
    case SINT: {
        LLVMValueRef up = spv_i32(c, 32 - bits);
        return LLVMBuildAShr(c->b, LLVMBuildShl(c->b, v, up, ""), up, "");
    }
    case HALF: {
        LLVMValueRef half = LLVMBuildBitCast(c->b, LLVMBuildTrunc(c->b, v, c->i16, ""), c->f16, "");
        return float_bits(c, LLVMBuildFPExt(c->b, half, c->f32, ""));
    }
    default:
        return v;
    }
}

static void unpack(struct spv *c, const struct row *f, const LLVMValueRef raw[4], LLVMValueRef out[4])
{
    bool integer = (f->kind == UINT && f->format != SpvImageFormatR32f) || f->kind == SINT ||
                   (f->kind == WORDS && f->format != SpvImageFormatRg32f);
    unsigned shift = 0;
    for (unsigned n = 0; n < 4; n++) {
        if (n >= f->channels) {
            out[n] = n == 3 ? (integer ? spv_i32(c, 1) : float_bits(c, spv_f32(c, 1.0f))) : spv_i32(c, 0);
            continue;
        }
        LLVMValueRef v = raw[f->packed ? 0 : n];
        if (f->kind == WORDS)
            v = LLVMBuildOr(c->b, raw[2 * n], LLVMBuildShl(c->b, raw[2 * n + 1], spv_i32(c, 16), ""), "");
        if (f->packed) {
            v = LLVMBuildLShr(c->b, v, spv_i32(c, shift), "");
            if (shift + f->bits[n] < 32)
                v = LLVMBuildAnd(c->b, v, spv_i32(c, (1u << f->bits[n]) - 1), "");
            shift += f->bits[n];
        }
        out[n] = channel(c, f, v, f->bits[n]);
    }
}

// A switch over the formats that the surface may have; `which` is an enum kiln_raw_format.
static void unpack_any(struct spv *c, LLVMValueRef which, const struct spv_type *sampled,
                       const LLVMValueRef raw[4], LLVMValueRef out[4])
{
    LLVMBasicBlockRef before = LLVMGetInsertBlock(c->b),
                      after = LLVMAppendBasicBlockInContext(c->ctx, c->kernel, "");
    LLVMValueRef as_is[4] = {raw[0], raw[1], raw[2], raw[3]};
    if (sampled->kind == SPV_FLOAT) { // R32_FLOAT is read as an integer: its alpha is 1
        LLVMValueRef one = LLVMBuildICmp(c->b, LLVMIntEQ, raw[3], spv_i32(c, 1), "");
        as_is[3] = LLVMBuildSelect(c->b, one, float_bits(c, spv_f32(c, 1.0f)), raw[3], "");
    }
    LLVMValueRef sw = LLVMBuildSwitch(c->b, which, after, 16);
    LLVMPositionBuilderAtEnd(c->b, after);
    for (unsigned n = 0; n < 4; n++) {
        out[n] = LLVMBuildPhi(c->b, c->i32, "");
        LLVMAddIncoming(out[n], &as_is[n], &before, 1);
    }
    for (unsigned k = 0; k < sizeof(rows) / sizeof(rows[0]); k++) {
        const struct row *f = &rows[k];
        bool integer = f->kind == UINT;
        if (f->raw == KILN_RAW_CONVERTED || integer != (sampled->kind == SPV_INT))
            continue;
        LLVMBasicBlockRef bb = LLVMAppendBasicBlockInContext(c->ctx, c->kernel, "");
        LLVMValueRef texel[4];
        LLVMAddCase(sw, spv_i32(c, f->raw), bb);
        LLVMPositionBuilderAtEnd(c->b, bb);
        unpack(c, f, raw, texel);
        LLVMBuildBr(c->b, after);
        for (unsigned n = 0; n < 4; n++)
            LLVMAddIncoming(out[n], &texel[n], &bb, 1);
    }
    LLVMPositionBuilderAtEnd(c->b, after);
}

void spv_image_unpack(struct spv *c, const struct spv_type *image, LLVMValueRef which,
                      const LLVMValueRef raw[4], LLVMValueRef out[4])
{
    if (which)
        unpack_any(c, which, image->elem, raw, out);
    else
        unpack(c, row_of(c, image->image.format), raw, out);
}
