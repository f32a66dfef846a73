// See clear_color.h. Conversions as the Vulkan specification's "Fixed-Point Data Conversions" and
// "Floating-Point Format Conversions" have them: clamp, scale, round to nearest.
#include "vk/format/clear_color.h"

#include <math.h>

#include "newer.h"

// Channels from the lowest bit up. Formats of equal channels of 8, 16 or 32 bits are found by their size.
static const struct packed {
    VkFormat format;
    uint8_t channel[4], bits[4]; // which component lies there (0 red ... 3 alpha), and its width; 0: no more
} packed[] = {
    {VK_FORMAT_R4G4B4A4_UNORM_PACK16, {3, 2, 1, 0}, {4, 4, 4, 4}},
    {VK_FORMAT_B4G4R4A4_UNORM_PACK16, {3, 0, 1, 2}, {4, 4, 4, 4}},
    {VK_FORMAT_A4R4G4B4_UNORM_PACK16, {2, 1, 0, 3}, {4, 4, 4, 4}},
    {VK_FORMAT_A4B4G4R4_UNORM_PACK16, {0, 1, 2, 3}, {4, 4, 4, 4}},
    {VK_FORMAT_R5G6B5_UNORM_PACK16, {2, 1, 0}, {5, 6, 5}},
    {VK_FORMAT_B5G6R5_UNORM_PACK16, {0, 1, 2}, {5, 6, 5}},
    {VK_FORMAT_A1R5G5B5_UNORM_PACK16, {2, 1, 0, 3}, {5, 5, 5, 1}},
    {VK_FORMAT_A1B5G5R5_UNORM_PACK16_KHR, {0, 1, 2, 3}, {5, 5, 5, 1}},
    {VK_FORMAT_A8_UNORM_KHR, {3}, {8}},
    {VK_FORMAT_A2R10G10B10_UNORM_PACK32, {2, 1, 0, 3}, {10, 10, 10, 2}},
    {VK_FORMAT_A2B10G10R10_UNORM_PACK32, {0, 1, 2, 3}, {10, 10, 10, 2}},
    {VK_FORMAT_A2B10G10R10_UINT_PACK32, {0, 1, 2, 3}, {10, 10, 10, 2}},
    {VK_FORMAT_B10G11R11_UFLOAT_PACK32, {0, 1, 2}, {11, 11, 10}},
    {VK_FORMAT_B8G8R8A8_UNORM, {2, 1, 0, 3}, {8, 8, 8, 8}},
    {VK_FORMAT_B8G8R8A8_SRGB, {2, 1, 0, 3}, {8, 8, 8, 8}},
};

// Rounds to a float of `exponent` bits (bias 2^(e-1)-1) and `mantissa` bits without sign; negative numbers
// become 0.
static uint32_t small_float(float f, unsigned mantissa)
{
    const uint32_t infinity = 31u << mantissa;
    if (isnan(f))
        return infinity | 1;
    if (!(f > 0))
        return 0;
    if (isinf(f))
        return infinity;
    int e;
    frexpf(f, &e); // f = m * 2^e, m in [0.5, 1)
    e = e - 1 < -14 ? -14 : e - 1;
    double steps = nearbyint(ldexp((double)f, (int)mantissa - e));   // of the last place
    uint32_t n = (uint32_t)steps + ((uint32_t)(e + 14) << mantissa); // the carry goes into the exponent
    return n >= infinity ? infinity - 1 : n;                         // finite: the largest
}

static uint32_t half(float f)
{
    uint32_t sign = signbit(f) ? 0x8000 : 0, n = small_float(fabsf(f), 10);
    return sign | (n == 0x7bff && fabsf(f) >= 65520.0f && !isinf(f) ? 0x7c00 : n);
}

static float srgb(float x)
{
    return x <= 0.0031308f ? 12.92f * x : 1.055f * powf(x, 1.0f / 2.4f) - 0.055f;
}

static float clamp(float x, float low)
{
    return x > low ? x < 1 ? x : 1 : low; // NaN: low
}

static uint32_t channel(const struct kiln_format *f, const VkClearColorValue *c, unsigned n, unsigned bits)
{
    uint32_t mask = bits == 32 ? UINT32_MAX : (1u << bits) - 1;
    float x = c->float32[n];
    switch (f->type) {
    case KILN_FORMAT_SRGB:
        x = clamp(x, 0);
        return (uint32_t)nearbyintf((n < 3 ? srgb(x) : x) * (float)mask);
    case KILN_FORMAT_UNORM:
        return (uint32_t)nearbyintf(clamp(x, 0) * (float)mask);
    case KILN_FORMAT_SNORM:
        return (uint32_t)(int32_t)nearbyintf((x == x ? clamp(x, -1) : 0) * (float)(mask >> 1)) & mask;
    case KILN_FORMAT_FLOAT:
        return bits == 16 ? half(x) : bits < 16 ? small_float(x, bits - 5) : c->uint32[n];
    default:
        return c->uint32[n] & mask;
    }
}

// Shared exponent: the specification's "Shared Exponent to RGB", 9 bits each, 5 of exponent.
static uint32_t shared_exponent(const float c[3])
{
    float v[3], top = 0;
    for (unsigned n = 0; n < 3; n++) {
        v[n] = c[n] > 0 ? fminf(c[n], 65408.0f) : 0;
        top = fmaxf(top, v[n]);
    }
    int e;
    frexpf(top, &e); // top < 2^e
    int shared = (top > 0 && e > -15 ? e : -15) + 15;
    if (lrint(ldexp((double)top, 24 - shared)) == 512)
        shared++;
    uint32_t out = (uint32_t)shared << 27;
    for (unsigned n = 0; n < 3; n++)
        out |= (uint32_t)floor(ldexp((double)v[n], 24 - shared) + 0.5) << (9 * n);
    return out;
}

static void put(uint32_t *texel, unsigned *at, uint32_t value, unsigned bits)
{
    texel[*at / 32] |= value << (*at % 32);
    *at += bits;
}

static void repeat(uint32_t pattern[12], unsigned bytes)
{
    for (unsigned n = bytes; n < 48; n++)
        ((uint8_t *)pattern)[n] = ((uint8_t *)pattern)[n - bytes];
}

// The component that is surface channel `n`: formats may be another's with the channels exchanged.
static unsigned component_of(const struct kiln_format *f, unsigned n)
{
    unsigned c = 0;
    while (c < 3 && f->swizzle[c] != LAUNCH_CHANNEL_RED + n)
        c++;
    return c;
}

bool kiln_clear_pattern(const struct kiln_format *f, const VkClearColorValue *color, uint32_t pattern[12])
{
    if (kiln_format_compressed(f) || f->planar || f->aspect != VK_IMAGE_ASPECT_COLOR_BIT)
        return false;
    const struct packed *p = NULL;
    for (unsigned i = 0; i < KILN_ARRAY_LEN(packed); i++)
        if (packed[i].format == f->vk)
            p = &packed[i];
    unsigned at = 0, bits = kiln_format_channel_bits(f);
    memset(pattern, 0, 48);
    if (kiln_format_wide(f))
        memcpy(pattern, color->uint32, 8);
    else if (f->vk == VK_FORMAT_E5B9G9R9_UFLOAT_PACK32)
        pattern[0] = shared_exponent(color->float32);
    else if (p)
        for (unsigned n = 0; n < 4 && p->bits[n]; n++)
            put(pattern, &at, channel(f, color, p->channel[n], p->bits[n]), p->bits[n]);
    else
        for (unsigned n = 0; n * bits < f->bytes * 8u; n++)
            put(pattern, &at, channel(f, color, component_of(f, n), bits), bits);
    repeat(pattern, f->bytes);
    return true;
}

void kiln_clear_depth_pattern(const struct kiln_format *f, const VkClearDepthStencilValue *value,
                              uint32_t pattern[12])
{
    float depth = value->depth;
    memset(pattern, 0, 48);
    if (f->aspect == VK_IMAGE_ASPECT_STENCIL_BIT)
        pattern[0] = value->stencil & 0xff;
    else if (f->type == KILN_FORMAT_FLOAT)
        memcpy(pattern, &depth, sizeof(depth));
    else
        pattern[0] = (uint32_t)nearbyint((double)clamp(depth, 0) * (f->bytes == 2 ? 0xffff : 0xffffff));
    repeat(pattern, f->bytes);
}
