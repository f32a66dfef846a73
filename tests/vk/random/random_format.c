// See random.h: what texels of the formats are, as the Vulkan specification has it ("Compatible Formats",
// "Numeric Conversion"), apart from the driver's own tables.
#include <math.h>

#include "random/random.h"

#define C1(b) {b}, {0}
#define C2(b)                                                                                                \
    {b, b},                                                                                                  \
    {                                                                                                        \
        0, b                                                                                                 \
    }
#define C4(b)                                                                                                \
    {b, b, b, b},                                                                                            \
    {                                                                                                        \
        0, b, 2 * (b), 3 * (b)                                                                               \
    }
#define F(name, bytes, kind, ...) {VK_FORMAT_##name, bytes, 1, 1, kind, __VA_ARGS__}
#define BLOCK(name, bytes, w, h) {VK_FORMAT_##name, bytes, w, h, RAW, {0}, {0}}

const struct random_format random_formats[] = {
    F(R8_UINT, 1, UINT, C1(8)),
    F(R8_SNORM, 1, SNORM, C1(8)),
    F(R8_UNORM, 1, UNORM, C1(8)),
    F(R8G8_UINT, 2, UINT, C2(8)),
    F(R8G8_SINT, 2, SINT, C2(8)),
    F(R8G8B8A8_UINT, 4, UINT, C4(8)),
    F(R8G8B8A8_SINT, 4, SINT, C4(8)),
    F(R8G8B8A8_UNORM, 4, UNORM, C4(8)),
    F(R8G8B8A8_SNORM, 4, SNORM, C4(8)),
    F(R8G8B8A8_SRGB, 4, SRGB, C4(8)),
    F(B8G8R8A8_UNORM, 4, UNORM, {8, 8, 8, 8}, {16, 8, 0, 24}),
    F(R5G6B5_UNORM_PACK16, 2, UNORM, {5, 6, 5}, {11, 5, 0}),
    F(A1R5G5B5_UNORM_PACK16, 2, UNORM, {5, 5, 5, 1}, {10, 5, 0, 15}),
    F(R4G4B4A4_UNORM_PACK16, 2, UNORM, {4, 4, 4, 4}, {12, 8, 4, 0}),
    F(A2B10G10R10_UNORM_PACK32, 4, UNORM, {10, 10, 10, 2}, {0, 10, 20, 30}),
    F(A2B10G10R10_UINT_PACK32, 4, UINT, {10, 10, 10, 2}, {0, 10, 20, 30}),
    F(A2R10G10B10_UNORM_PACK32, 4, UNORM, {10, 10, 10, 2}, {20, 10, 0, 30}),
    F(R16_UINT, 2, UINT, C1(16)),
    F(R16_SFLOAT, 2, SFLOAT, C1(16)),
    F(R16G16_UINT, 4, UINT, C2(16)),
    F(R16G16_UNORM, 4, UNORM, C2(16)),
    F(R16G16B16A16_UINT, 8, UINT, C4(16)),
    F(R16G16B16A16_SINT, 8, SINT, C4(16)),
    F(R16G16B16A16_SFLOAT, 8, SFLOAT, C4(16)),
    F(R32_UINT, 4, UINT, C1(32)),
    F(R32_SFLOAT, 4, SFLOAT, C1(32)),
    F(R32G32_UINT, 8, UINT, C2(32)),
    F(R32G32B32A32_UINT, 16, UINT, C4(32)),
    F(R32G32B32A32_SFLOAT, 16, SFLOAT, C4(32)),
    F(B10G11R11_UFLOAT_PACK32, 4, RAW, {0}, {0}),
    F(E5B9G9R9_UFLOAT_PACK32, 4, RAW, {0}, {0}),
    BLOCK(BC1_RGBA_UNORM_BLOCK, 8, 4, 4),
    BLOCK(BC3_UNORM_BLOCK, 16, 4, 4),
    BLOCK(BC4_UNORM_BLOCK, 8, 4, 4),
    BLOCK(BC7_UNORM_BLOCK, 16, 4, 4),
    BLOCK(ETC2_R8G8B8_UNORM_BLOCK, 8, 4, 4),
    BLOCK(ASTC_5x4_UNORM_BLOCK, 16, 5, 4),
    BLOCK(ASTC_8x6_SRGB_BLOCK, 16, 8, 6),
    BLOCK(ASTC_12x10_UNORM_BLOCK, 16, 12, 10),
    F(D16_UNORM, 2, DEPTH, C1(16)),
    F(D32_SFLOAT, 4, DEPTH, C1(32)),
    F(S8_UINT, 1, STENCIL, C1(8)),
    F(D32_SFLOAT_S8_UINT, 4, BOTH, C1(32)),
};
const unsigned random_format_count = sizeof(random_formats) / sizeof(random_formats[0]);

static uint32_t field(const uint8_t *texel, unsigned at, unsigned bits)
{
    uint64_t word = 0;
    memcpy(&word, texel + at / 8, (at % 8 + bits + 7) / 8);
    return (uint32_t)(word >> at % 8 & ((UINT64_C(1) << bits) - 1));
}

static void put(uint8_t *texel, unsigned at, unsigned bits, uint32_t value)
{
    uint64_t word = 0, mask = ((UINT64_C(1) << bits) - 1) << at % 8;
    unsigned bytes = (at % 8 + bits + 7) / 8;
    memcpy(&word, texel + at / 8, bytes);
    word = (word & ~mask) | ((uint64_t)value << at % 8 & mask);
    memcpy(texel + at / 8, &word, bytes);
}

void random_unpack(const struct random_format *f, const uint8_t *texel, uint32_t value[4])
{
    for (unsigned c = 0; c < 4; c++)
        value[c] = f->bits[c] ? field(texel, f->at[c], f->bits[c]) : c == 3;
}

void random_pack(const struct random_format *f, const uint32_t value[4], uint8_t *texel)
{
    for (unsigned c = 0; c < 4; c++)
        if (f->bits[c])
            put(texel, f->at[c], f->bits[c], value[c]);
}

// A half that is exact: a multiple of 1/8 below 32.
static uint32_t half(int eighths)
{
    uint32_t sign = eighths < 0 ? 0x8000 : 0;
    int e;
    double m = frexp(abs(eighths) / 8.0, &e); // m in [0.5, 1)
    return eighths ? sign | (uint32_t)(e + 14) << 10 | ((uint32_t)ldexp(m, 11) & 0x3ff) : 0;
}

static uint32_t channel(uint64_t *rng, const struct random_format *f, unsigned c, VkClearColorValue *color)
{
    uint32_t r = (uint32_t)(random_next(rng) >> 20), bits = f->bits[c];
    uint32_t top = bits == 32 ? UINT32_MAX : (1u << bits) - 1;
    switch (f->kind) {
    case UINT:
        return color->uint32[c] = r & top;
    case SINT:
        color->int32[c] = (int32_t)(r & (top >> 1)) - (int32_t)(r >> 31 ? top / 2 + 1 : 0);
        return color->uint32[c] & top;
    case SRGB:
        r = c < 3 ? (r & 1 ? top : 0) : r & top;
        color->float32[c] = (float)r / (float)top;
        return r;
    case UNORM:
        color->float32[c] = (float)(r & top) / (float)top;
        return r & top;
    case SNORM:
        color->float32[c] = (float)((int32_t)(r & top >> 1) * (r >> 31 ? -1 : 1)) / (float)(top >> 1);
        return (uint32_t)((int32_t)(r & top >> 1) * (r >> 31 ? -1 : 1)) & top;
    default:
        color->float32[c] = (float)((int)(r % 511) - 255) / 8;
        return bits == 32 ? color->uint32[c] : half((int)(r % 511) - 255);
    }
}

bool random_color(uint64_t *rng, const struct random_format *f, VkClearColorValue *color, uint8_t texel[16])
{
    if (f->kind >= RAW)
        return false;
    memset(texel, 0, 16);
    for (unsigned c = 0; c < 4; c++) {
        uint32_t value = f->bits[c] ? channel(rng, f, c, color) : (color->uint32[c] = 0);
        if (f->bits[c])
            put(texel, f->at[c], f->bits[c], value);
    }
    return true;
}
