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

enum kind { UNORM, SNORM, UINT, FLOAT11, SINT, HALF, WORDS, FLOAT };

// How a format is read: by everybody as it is, on Gen8 as it is (Mesa isl_storage_image.c,
// isl_lower_storage_image_format), or converted, if not by address (spv_image_by_address).
enum reads { AS_IT_IS, GEN8_AS_IT_IS, CONVERTED };

static const struct row {
    SpvImageFormat format;
    uint8_t raw; // enum kiln_raw_format
    uint8_t kind, channels;
    uint8_t bits[4];
    bool packed; // in one dword, red lowest
    uint8_t reads;
} rows[] = {
    // clang-format off
    {SpvImageFormatRgba16,       KILN_RAW_RGBA16,       UNORM,   4, {16, 16, 16, 16}, false, AS_IT_IS},
    {SpvImageFormatRgba16Snorm,  KILN_RAW_RGBA16_SNORM, SNORM,   4, {16, 16, 16, 16}, false, AS_IT_IS},
    {SpvImageFormatRg16,         KILN_RAW_RG16,         UNORM,   2, {16, 16},         false, AS_IT_IS},
    {SpvImageFormatRg16Snorm,    KILN_RAW_RG16_SNORM,   SNORM,   2, {16, 16},         false, AS_IT_IS},
    {SpvImageFormatR16,          KILN_RAW_R16,          UNORM,   1, {16},             false, AS_IT_IS},
    {SpvImageFormatR16Snorm,     KILN_RAW_R16_SNORM,    SNORM,   1, {16},             false, AS_IT_IS},
    {SpvImageFormatRgba8,        KILN_RAW_RGBA8,        UNORM,   4, {8, 8, 8, 8},     false, AS_IT_IS},
    {SpvImageFormatRgba8Snorm,   KILN_RAW_RGBA8_SNORM,  SNORM,   4, {8, 8, 8, 8},     false, AS_IT_IS},
    {SpvImageFormatRg8,          KILN_RAW_RG8,          UNORM,   2, {8, 8},           false, AS_IT_IS},
    {SpvImageFormatRg8Snorm,     KILN_RAW_RG8_SNORM,    SNORM,   2, {8, 8},           false, AS_IT_IS},
    {SpvImageFormatR8,           KILN_RAW_R8,           UNORM,   1, {8},              false, AS_IT_IS},
    {SpvImageFormatR8Snorm,      KILN_RAW_R8_SNORM,     SNORM,   1, {8},              false, AS_IT_IS},
    {SpvImageFormatRgb10A2,      KILN_RAW_RGB10A2,      UNORM,   4, {10, 10, 10, 2},  true,  AS_IT_IS},
    {SpvImageFormatRgb10a2ui,    KILN_RAW_RGB10A2UI,    UINT,    4, {10, 10, 10, 2},  true,  AS_IT_IS},
    {SpvImageFormatR11fG11fB10f, KILN_RAW_R11G11B10F,   FLOAT11, 3, {11, 11, 10},     true,  AS_IT_IS},
    // Atomics are on unsigned integers.
    {SpvImageFormatR32f,         KILN_RAW_CONVERTED,    UINT,    1, {32},             false, AS_IT_IS},
    {SpvImageFormatRgba16i,      KILN_RAW_CONVERTED,    SINT,    4, {16, 16, 16, 16}, false, GEN8_AS_IT_IS},
    {SpvImageFormatRgba16f,      KILN_RAW_CONVERTED,    HALF,    4, {16, 16, 16, 16}, false, GEN8_AS_IT_IS},
    {SpvImageFormatRg16i,        KILN_RAW_CONVERTED,    SINT,    2, {16, 16},         false, GEN8_AS_IT_IS},
    {SpvImageFormatRg16f,        KILN_RAW_CONVERTED,    HALF,    2, {16, 16},         false, GEN8_AS_IT_IS},
    {SpvImageFormatR16i,         KILN_RAW_CONVERTED,    SINT,    1, {16},             false, GEN8_AS_IT_IS},
    {SpvImageFormatR16f,         KILN_RAW_CONVERTED,    HALF,    1, {16},             false, GEN8_AS_IT_IS},
    {SpvImageFormatRgba8i,       KILN_RAW_CONVERTED,    SINT,    4, {8, 8, 8, 8},     false, GEN8_AS_IT_IS},
    {SpvImageFormatRg8i,         KILN_RAW_CONVERTED,    SINT,    2, {8, 8},           false, GEN8_AS_IT_IS},
    {SpvImageFormatR8i,          KILN_RAW_CONVERTED,    SINT,    1, {8},              false, GEN8_AS_IT_IS},
    // Each a pair of 16-bit channels.
    {SpvImageFormatRg32f,        KILN_RAW_CONVERTED,    WORDS,   2, {32, 32},         false, GEN8_AS_IT_IS},
    {SpvImageFormatRg32i,        KILN_RAW_CONVERTED,    WORDS,   2, {32, 32},         false, GEN8_AS_IT_IS},
    {SpvImageFormatRg32ui,       KILN_RAW_CONVERTED,    WORDS,   2, {32, 32},         false, GEN8_AS_IT_IS},
    {SpvImageFormatRgba32f,      KILN_RAW_CONVERTED,    FLOAT,   4, {32, 32, 32, 32}, false, CONVERTED},
    {SpvImageFormatRgba32i,      KILN_RAW_CONVERTED,    SINT,    4, {32, 32, 32, 32}, false, CONVERTED},
    {SpvImageFormatRgba32ui,     KILN_RAW_CONVERTED,    UINT,    4, {32, 32, 32, 32}, false, CONVERTED},
    {SpvImageFormatRgba16ui,     KILN_RAW_CONVERTED,    UINT,    4, {16, 16, 16, 16}, false, CONVERTED},
    {SpvImageFormatRg16ui,       KILN_RAW_CONVERTED,    UINT,    2, {16, 16},         false, CONVERTED},
    {SpvImageFormatR16ui,        KILN_RAW_CONVERTED,    UINT,    1, {16},             false, CONVERTED},
    {SpvImageFormatRgba8ui,      KILN_RAW_CONVERTED,    UINT,    4, {8, 8, 8, 8},     false, CONVERTED},
    {SpvImageFormatRg8ui,        KILN_RAW_CONVERTED,    UINT,    2, {8, 8},           false, CONVERTED},
    {SpvImageFormatR8ui,         KILN_RAW_CONVERTED,    UINT,    1, {8},              false, CONVERTED},
    {SpvImageFormatR32i,         KILN_RAW_CONVERTED,    SINT,    1, {32},             false, CONVERTED},
    {SpvImageFormatR32ui,        KILN_RAW_CONVERTED,    UINT,    1, {32},             false, CONVERTED},
    // clang-format on
};

static const struct row *row_of(SpvImageFormat format)
{
    for (unsigned n = 0; n < sizeof(rows) / sizeof(rows[0]); n++)
        if (rows[n].format == format)
            return &rows[n];
    return NULL;
}

bool spv_image_format_raw(struct spv *c, SpvImageFormat format)
{
    bool gen8 = !kiln_target_has_typed_formats(kernel_target(c->options));
    const struct row *row = row_of(format);
    if (gen8 && format == SpvImageFormatUnknown)
        spv_fail(c, KILN_ERROR_UNSUPPORTED, "this device does not read texels of a format that has no name");
    return format == SpvImageFormatUnknown ||
           (row && (row->reads == AS_IT_IS || (gen8 && row->reads == GEN8_AS_IT_IS)));
}

uint32_t spv_image_channels(SpvImageFormat format)
{
    const struct row *row = row_of(format);
    return row ? row->channels : 4;
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

// A switch over the formats that the surface may have; `which` is an enum kiln_raw_format. Other formats are
// converted by the surface: then `out` is what is `given`.
static void convert_any(struct spv *c, LLVMValueRef which, const struct spv_type *sampled,
                        void convert(struct spv *, const struct row *, const LLVMValueRef *, LLVMValueRef *),
                        const LLVMValueRef in[4], const LLVMValueRef given[4], LLVMValueRef out[4])
{
    LLVMBasicBlockRef before = LLVMGetInsertBlock(c->b),
                      after = LLVMAppendBasicBlockInContext(c->ctx, c->kernel, "");
    LLVMValueRef sw = LLVMBuildSwitch(c->b, which, after, 16);
    LLVMPositionBuilderAtEnd(c->b, after);
    for (unsigned n = 0; n < 4; n++) {
        LLVMValueRef v = given[n];
        out[n] = LLVMBuildPhi(c->b, c->i32, "");
        LLVMAddIncoming(out[n], &v, &before, 1);
    }
    for (unsigned k = 0; k < sizeof(rows) / sizeof(rows[0]); k++) {
        const struct row *f = &rows[k];
        const bool integer = f->kind == UINT;
        if (f->raw == KILN_RAW_CONVERTED || integer != (sampled->kind == SPV_INT))
            continue;
        LLVMBasicBlockRef bb = LLVMAppendBasicBlockInContext(c->ctx, c->kernel, "");
        LLVMValueRef v[4];
        LLVMAddCase(sw, spv_i32(c, f->raw), bb);
        LLVMPositionBuilderAtEnd(c->b, bb);
        convert(c, f, in, v);
        LLVMBuildBr(c->b, after);
        for (unsigned n = 0; n < 4; n++)
            LLVMAddIncoming(out[n], &v[n], &bb, 1);
    }
    LLVMPositionBuilderAtEnd(c->b, after);
}

static void unpack_any(struct spv *c, LLVMValueRef which, const struct spv_type *sampled,
                       const LLVMValueRef raw[4], LLVMValueRef out[4])
{
    LLVMValueRef as_is[4] = {raw[0], raw[1], raw[2], raw[3]};
    if (sampled->kind == SPV_FLOAT) { // R32_FLOAT is read as an integer: its alpha is 1
        LLVMValueRef one = LLVMBuildICmp(c->b, LLVMIntEQ, raw[3], spv_i32(c, 1), "");
        as_is[3] = LLVMBuildSelect(c->b, one, float_bits(c, spv_f32(c, 1.0f)), raw[3], "");
    }
    convert_any(c, which, sampled, unpack, raw, as_is, out);
}

void spv_image_unpack(struct spv *c, const struct spv_type *image, LLVMValueRef which,
                      const LLVMValueRef raw[4], LLVMValueRef out[4])
{
    if (which)
        unpack_any(c, which, image->elem, raw, out);
    else
        unpack(c, row_of(image->image.format), raw, out);
}

// ---- the other way: writes through a raw surface (descriptor heaps)

static LLVMValueRef clamp_float(struct spv *c, LLVMValueRef x, float low, float high)
{
    LLVMValueRef number = LLVMBuildFCmp(c->b, LLVMRealORD, x, x, "");
    LLVMValueRef up[2] = {x, spv_f32(c, low)},
                 down[2] = {spv_intrinsic(c, "llvm.maxnum", up, 2), spv_f32(c, high)};
    return LLVMBuildSelect(c->b, number, spv_intrinsic(c, "llvm.minnum", down, 2), spv_f32(c, 0), "");
}

// x by so many steps in one, to the nearest integer: its lowest bits. The sum with a large number has no room
// for what is behind the point, and is rounded once; but not to the nearest if the shader wants it otherwise.
static LLVMValueRef nearest_step(struct spv *c, LLVMValueRef x, uint32_t steps)
{
    const float large = 12582912.0f; // 1.5 * 2^23: what is added may be negative
    if (c->float_modes.rtz & 32) {
        LLVMValueRef n = LLVMBuildFMul(c->b, x, spv_f32(c, (float)steps), "");
        return LLVMBuildFPToSI(c->b, spv_intrinsic(c, "llvm.roundeven", &n, 1), c->i32, "");
    }
    LLVMValueRef args[3] = {x, spv_f32(c, (float)steps), spv_f32(c, large)};
    return float_bits(c, spv_intrinsic(c, "llvm.fma", args, 3));
}

// A float without a sign, of 5 bits of exponent, rounded to the nearest: what is too large is infinity.
static LLVMValueRef small_float(struct spv *c, LLVMValueRef x, unsigned bits)
{
    const unsigned mantissa = bits - 5, drop = 23 - mantissa;
    const uint32_t nan = 31u << mantissa | 1u << (mantissa - 1);
    LLVMValueRef is_nan = LLVMBuildFCmp(c->b, LLVMRealUNO, x, x, "");
    LLVMValueRef inside = clamp_float(c, x, 0, 65536.0f), v = float_bits(c, inside);
    LLVMValueRef odd = LLVMBuildAnd(c->b, LLVMBuildLShr(c->b, v, spv_i32(c, drop), ""), spv_i32(c, 1), "");
    v = LLVMBuildAdd(c->b, LLVMBuildAdd(c->b, v, odd, ""), spv_i32(c, (1u << (drop - 1)) - 1), "");
    v = LLVMBuildSub(c->b, LLVMBuildLShr(c->b, v, spv_i32(c, drop), ""), spv_i32(c, (127 - 15) << mantissa),
                     "");
    // Denormal ones are steps of 2^-(14 + mantissa): what a number with such a last bit takes up.
    const float step = 1.0f / (float)(1u << 14) / (float)(1u << mantissa) * 8388608.0f;
    LLVMValueRef few = float_bits(c, LLVMBuildFAdd(c->b, inside, spv_f32(c, step), ""));
    few = LLVMBuildSub(c->b, few, float_bits(c, spv_f32(c, step)), "");
    LLVMValueRef is_small = LLVMBuildFCmp(c->b, LLVMRealOLT, inside, spv_f32(c, 1.0f / (1 << 14)), "");
    v = LLVMBuildSelect(c->b, is_small, few, v, "");
    return LLVMBuildSelect(c->b, is_nan, spv_i32(c, nan), v, "");
}

static LLVMValueRef raw_channel(struct spv *c, const struct row *f, LLVMValueRef v, unsigned bits)
{
    const uint32_t all = bits == 32 ? UINT32_MAX : (1u << bits) - 1;
    LLVMValueRef x = LLVMBuildBitCast(c->b, v, c->f32, "");
    switch (f->kind) {
    case UNORM:
        v = nearest_step(c, clamp_float(c, x, 0, 1), all);
        return LLVMBuildAnd(c->b, v, spv_i32(c, all), "");
    case SNORM:
        v = nearest_step(c, clamp_float(c, x, -1, 1), all >> 1);
        return LLVMBuildAnd(c->b, v, spv_i32(c, all), "");
    case FLOAT11:
        return small_float(c, x, bits);
    default: {
        LLVMValueRef args[2] = {v, spv_i32(c, all)};
        return bits == 32 ? v : spv_intrinsic(c, "llvm.umin", args, 2);
    }
    }
}

static void pack(struct spv *c, const struct row *f, const LLVMValueRef texel[4], LLVMValueRef out[4])
{
    unsigned shift = 0;
    for (unsigned n = 0; n < 4; n++)
        out[n] = spv_i32(c, 0);
    for (unsigned n = 0; n < f->channels; n++) {
        LLVMValueRef v = raw_channel(c, f, texel[n], f->bits[n]);
        if (!f->packed) {
            out[n] = v;
            continue;
        }
        v = LLVMBuildShl(c->b, v, spv_i32(c, shift), "");
        out[0] = n ? LLVMBuildOr(c->b, out[0], v, "") : v;
        shift += f->bits[n];
    }
}

uint32_t spv_image_pack(struct spv *c, const struct spv_type *image, LLVMValueRef which,
                        const LLVMValueRef texel[4], LLVMValueRef out[4])
{
    if (which) {
        convert_any(c, which, image->elem, pack, texel, texel, out);
        return 4;
    }
    const struct row *f = row_of(image->image.format);
    pack(c, f, texel, out);
    return f->packed ? 1 : f->channels;
}
