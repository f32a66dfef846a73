// The format table, and the conversion of texels that are made of plain bit fields. See format.h.
#include "sim/surface/format.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

#include "cmd/gen_pack.h"

enum { FORMATS = 1024 };

enum {
    LINEAR = 0,
    SRGB = 1,
    SAMPLE = SIM_USE_SAMPLE,
    FILTER = SIM_USE_FILTER,
    SHADOW = SIM_USE_SHADOW,
    READ = SIM_USE_READ,
    WRITE = SIM_USE_WRITE,
    ATOMIC = SIM_USE_ATOMIC,
    RENDER = SIM_USE_RENDER,
    RAW = SIM_USE_RAW,
    EXCHANGE = SIM_USE_EXCHANGE,
    READ11 = SIM_USE_READ11,
    READ8 = SIM_USE_READ8,
    READ125 = SIM_USE_READ125,
    SINCE8 = SIM_USE_SINCE8,
    SINCE9 = SIM_USE_SINCE9,
};

#define NONE {SIM_CH_NONE, 0, 0}
#define UN(shift, bits) {SIM_CH_UN, shift, bits}
#define SN(shift, bits) {SIM_CH_SN, shift, bits}
#define UI(shift, bits) {SIM_CH_UI, shift, bits}
#define SI(shift, bits) {SIM_CH_SI, shift, bits}
#define SF(shift, bits) {SIM_CH_SF, shift, bits}
#define UF(shift, bits) {SIM_CH_UF, shift, bits}
#define SE(shift, bits) {SIM_CH_SE, shift, bits}

static struct sim_format table[] = {
#define FORMAT(n, size, r, g, b, a, gamma, uses)                                                             \
    {.id = GEN_FORMAT_##n,                                                                                   \
     .bytes = size / 8,                                                                                      \
     .bw = 1,                                                                                                \
     .bh = 1,                                                                                                \
     .use = uses,                                                                                            \
     .srgb = gamma,                                                                                          \
     .ch = {r, g, b, a},                                                                                     \
     .name = #n},
#define BLOCK(n, size, w, h, c, gamma, uses)                                                                 \
    {.id = GEN_FORMAT_##n,                                                                                   \
     .bytes = size / 8,                                                                                      \
     .bw = w,                                                                                                \
     .bh = h,                                                                                                \
     .codec = SIM_CODEC_##c,                                                                                 \
     .use = uses,                                                                                            \
     .srgb = gamma,                                                                                          \
     .name = #n},
#include "sim/surface/formats.def"
};

static const struct sim_format *by_id[FORMATS];
float sim_srgb8[256];
static uint32_t unorm8[256]; // bits of floats
static pthread_once_t once = PTHREAD_ONCE_INIT;

static uint32_t float_bits(float v)
{
    uint32_t b;
    memcpy(&b, &v, 4);
    return b;
}

static float bits_float(uint32_t b)
{
    float v;
    memcpy(&v, &b, 4);
    return v;
}

// The sRGB transfer function (IEC 61966-2-1), as the PRM's "gamma conversion".
static double to_linear(double v)
{
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

float sim_linear_to_srgb(float v)
{
    if (!(v > 0))
        return 0;
    if (v >= 1)
        return 1;
    return (float)(v <= 0.0031308 ? 12.92 * (double)v : 1.055 * pow((double)v, 1 / 2.4) - 0.055);
}

// Channels of the block formats, by codec.
static unsigned codec_channels(enum sim_codec c)
{
    switch (c) {
    case SIM_CODEC_BC4:
    case SIM_CODEC_BC4_SNORM:
    case SIM_CODEC_EAC_R:
    case SIM_CODEC_EAC_R_SNORM:
        return 1;
    case SIM_CODEC_BC5:
    case SIM_CODEC_BC5_SNORM:
    case SIM_CODEC_EAC_RG:
    case SIM_CODEC_EAC_RG_SNORM:
        return 3;
    case SIM_CODEC_BC6H_SF:
    case SIM_CODEC_BC6H_UF:
    case SIM_CODEC_BC1_RGB:
    case SIM_CODEC_ETC2_RGB:
        return 7;
    default:
        return 15;
    }
}

// How many channels of 32 bits a format consists of, if of such alone.
static uint8_t plain_dwords(const struct sim_format *f)
{
    unsigned n = 0;
    while (n < 4 && !f->codec && f->ch[n].bits == 32 && f->ch[n].shift == 32 * n &&
           (f->ch[n].kind == SIM_CH_SF || f->ch[n].kind == SIM_CH_UI || f->ch[n].kind == SIM_CH_SI))
        n++;
    bool more = false; // luminance: one dword is several channels
    for (unsigned k = n; k < 4; k++)
        more = more || f->ch[k].kind != SIM_CH_NONE;
    return f->bytes == 4 * n && !more ? (uint8_t)n : 0;
}

static bool has_unorm_bytes(const struct sim_format *f)
{
    bool all = !f->codec && !f->srgb && f->bytes <= 4;
    for (unsigned n = 0; n < 4; n++)
        all = all && (f->ch[n].kind == SIM_CH_NONE || (f->ch[n].kind == SIM_CH_UN && f->ch[n].bits == 8));
    return all;
}

static void build(void)
{
    for (unsigned i = 0; i < 256; i++) {
        sim_srgb8[i] = (float)to_linear(i / 255.0);
        unorm8[i] = float_bits((float)i / 255.0f);
    }
    for (unsigned i = 0; i < sizeof(table) / sizeof(*table); i++) {
        struct sim_format *f = &table[i];
        for (unsigned c = 0; c < 4; c++) {
            f->present |= (f->ch[c].kind != SIM_CH_NONE) << c;
            f->integer |= f->ch[c].kind == SIM_CH_UI || f->ch[c].kind == SIM_CH_SI;
        }
        if (f->codec)
            f->present = (uint8_t)codec_channels(f->codec);
        f->dwords = plain_dwords(f);
        f->rgba8 = f->id == GEN_FORMAT_R8G8B8A8_UNORM;
        f->unorm_bytes = has_unorm_bytes(f);
        by_id[f->id] = f;
    }
}

const struct sim_format *sim_format_find(uint32_t id)
{
    pthread_once(&once, build);
    return id < FORMATS ? by_id[id] : NULL;
}

// ---- numbers

float sim_small_float(uint32_t bits, unsigned mantissa, unsigned exponent)
{
    uint32_t m = bits & ((1u << mantissa) - 1), e = bits >> mantissa & ((1u << exponent) - 1);
    if (e == (1u << exponent) - 1)
        return bits_float(0x7f800000 | m << (23 - mantissa));
    if (!e)
        return ldexpf((float)m, -14 - (int)mantissa);
    return bits_float((e + 127 - 15) << 23 | m << (23 - mantissa));
}

float sim_half_to_float(uint16_t h)
{
    float v = sim_small_float(h & 0x7fff, 10, 5);
    return h & 0x8000 ? bits_float(float_bits(v) | 0x80000000) : v;
}

// A finite or infinite float >= 0 in 5 bits of exponent (bias 15) and `mantissa` bits: nearest even.
static uint32_t pack_small(float v, unsigned mantissa)
{
    uint32_t b = float_bits(v);
    int e = (int)(b >> 23) - 127;
    if (b > 0x7f800000) // NaN stays one
        return 0x1fu << mantissa | (b & 0x7fffff) >> (23 - mantissa) | 1u << (mantissa - 1);
    if (e > 15)
        return 0x1fu << mantissa;
    uint64_t m = (b & 0x7fffff) | (b >> 23 ? 0x800000 : 0);
    unsigned drop = 23 - mantissa;
    uint32_t base = 0;
    if (e < -14)
        drop += e < -14 - 30 ? 30 : (unsigned)(-14 - e);
    else
        base = (uint32_t)(e + 14) << mantissa; // the hidden one adds the last unit of the exponent
    uint64_t q = m >> drop, rest = m & ((UINT64_C(1) << drop) - 1), half = UINT64_C(1) << (drop - 1);
    q += rest > half || (rest == half && (q & 1));
    return base + (uint32_t)q;
}

uint16_t sim_float_to_half(float v)
{
    uint32_t b = float_bits(v);
    return (uint16_t)(pack_small(bits_float(b & 0x7fffffff), 10) | (b >> 16 & 0x8000));
}

static double clamp(double v, double low, double high)
{
    return v < low ? low : v > high ? high : v;
}

// Nearest, ties to even, whatever the host's rounding mode; |v| < 2^52.
static int64_t nearest(double v)
{
    int64_t i = (int64_t)v;
    i -= (double)i > v; // down, where the conversion went to zero
    double rest = v - (double)i;
    return i + (rest > 0.5 || (rest == 0.5 && (i & 1)));
}

// ---- channels

// Up to 32 bits at any bit position; reads 8 bytes.
static uint32_t extract(const uint8_t *texel, struct sim_channel c)
{
    uint64_t v;
    memcpy(&v, texel + c.shift / 8, 8);
    v >>= c.shift % 8;
    return (uint32_t)(v & ((UINT64_C(1) << c.bits) - 1));
}

static void insert(uint8_t *texel, struct sim_channel c, uint32_t value)
{
    if (c.shift % 8 == 0 && (c.bits == 8 || c.bits == 16 || c.bits == 32)) {
        memcpy(texel + c.shift / 8, &value, c.bits / 8); // the low bytes: this host is little endian
        return;
    }
    for (unsigned i = 0; i < c.bits; i++) {
        unsigned bit = c.shift + i;
        texel[bit / 8] = (uint8_t)((texel[bit / 8] & ~(1u << bit % 8)) | (value >> i & 1) << bit % 8);
    }
}

static uint32_t decode_channel(const struct sim_format *f, const uint8_t *texel, unsigned n)
{
    struct sim_channel c = f->ch[n];
    uint32_t v = extract(texel, c);
    int32_t s = (int32_t)(v << (32 - c.bits)) >> (32 - c.bits);
    uint32_t max = (uint32_t)((UINT64_C(1) << c.bits) - 1);
    switch (c.kind) {
    case SIM_CH_UN:
        if (f->srgb && n < 3)
            return float_bits(c.bits == 8 ? sim_srgb8[v] : (float)to_linear((double)v / max));
        return float_bits((float)((double)v / max));
    case SIM_CH_SN:
        return float_bits((float)clamp((double)s / (max >> 1), -1, 1));
    case SIM_CH_UI:
        return v;
    case SIM_CH_SI:
        return (uint32_t)s;
    case SIM_CH_UF:
        return float_bits(sim_small_float(v, c.bits - 5, 5));
    case SIM_CH_SE:
        return float_bits(ldexpf((float)v, (int)(texel[3] >> 3) - 15 - 9));
    default:
        return c.bits == 16 ? float_bits(sim_half_to_float((uint16_t)v)) : v;
    }
}

// Most blocks decode to bytes.
static float block_to_linear(float v)
{
    unsigned byte = (unsigned)(v * 255 + 0.5f);
    return (float)byte / 255.0f == v ? sim_srgb8[byte & 255] : (float)to_linear((double)v);
}

static void decode_texel(const struct sim_format *f, const uint8_t *block, unsigned x, unsigned y,
                         float rgba[4])
{
    if (f->codec <= SIM_CODEC_BC5_SNORM)
        sim_decode_bc(f->codec, block, x, y, rgba);
    else if (f->codec <= SIM_CODEC_BC7)
        sim_decode_bptc(f->codec, block, x, y, rgba);
    else if (f->codec <= SIM_CODEC_EAC_RG_SNORM)
        sim_decode_etc(f->codec, block, x, y, rgba);
    else
        sim_decode_astc(block, f->bw, f->bh,
                        f->codec == SIM_CODEC_ASTC_HDR ? SIM_ASTC_HDR
                        : f->srgb                      ? SIM_ASTC_SRGB
                                                       : SIM_ASTC_LDR,
                        x, y, rgba);
}

static void answer_texel(const struct sim_format *f, const float rgba[4], uint32_t out[4])
{
    for (unsigned c = 0; c < 4; c++) {
        float v = f->srgb && c < 3 ? block_to_linear(rgba[c]) : rgba[c];
        out[c] = f->present >> c & 1 ? float_bits(v) : sim_format_default(f, c);
    }
}

static void decode_block(const struct sim_format *f, const uint8_t *block, unsigned x, unsigned y,
                         uint32_t out[4])
{
    float rgba[4] = {0, 0, 0, 1};
    decode_texel(f, block, x, y, rgba);
    answer_texel(f, rgba, out);
}

void sim_block_decode(const struct sim_format *f, const uint8_t *block, uint32_t (*out)[4])
{
    float rgba[SIM_BLOCK_TEXELS][4];
    const unsigned texels = f->bw * f->bh;
    for (unsigned t = 0; t < texels; t++)
        rgba[t][0] = rgba[t][1] = rgba[t][2] = 0, rgba[t][3] = 1;
    if (f->codec <= SIM_CODEC_BC5_SNORM)
        sim_decode_bc_block(f->codec, block, rgba);
    else if (f->codec <= SIM_CODEC_BC7)
        sim_decode_bptc_block(f->codec, block, rgba);
    else
        for (unsigned t = 0; t < texels; t++)
            decode_texel(f, block, t % f->bw, t / f->bw, rgba[t]);
    if (!f->srgb && f->present == 0xf)
        memcpy(out, rgba, texels * sizeof(*out));
    else
        for (unsigned t = 0; t < texels; t++)
            answer_texel(f, rgba[t], out[t]);
}

void sim_texel_decode(const struct sim_format *f, const uint8_t *texel, unsigned x, unsigned y,
                      uint32_t out[4])
{
    if (f->rgba8) {
        for (unsigned c = 0; c < 4; c++)
            out[c] = unorm8[texel[c]];
        return;
    }
    if (f->dwords) {
        memcpy(out, texel, f->bytes);
        for (unsigned c = f->dwords; c < 4; c++)
            out[c] = sim_format_default(f, c);
        return;
    }
    if (f->codec) {
        decode_block(f, texel, x, y, out);
        return;
    }
    for (unsigned c = 0; c < 4; c++)
        out[c] = f->present >> c & 1 ? decode_channel(f, texel, c) : sim_format_default(f, c);
}

static uint32_t encode_channel(const struct sim_format *f, unsigned n, uint32_t word)
{
    struct sim_channel c = f->ch[n];
    float v = bits_float(word);
    uint32_t max = (uint32_t)((UINT64_C(1) << c.bits) - 1);
    int32_t s = (int32_t)word, top = (int32_t)(max >> 1);
    switch (c.kind) {
    case SIM_CH_UN:
        if (f->srgb && n < 3)
            v = sim_linear_to_srgb(v);
        return v > 0 ? (uint32_t)nearest(clamp((double)v, 0, 1) * max) : 0;
    case SIM_CH_SN:
        return v == v ? (uint32_t)nearest(clamp((double)v, -1, 1) * top) & max : 0;
    case SIM_CH_UI:
        return word > max ? max : word;
    case SIM_CH_SI:
        return (uint32_t)(s > top ? top : s < -top - 1 ? -top - 1 : s) & max;
    case SIM_CH_UF: // NaN stays NaN, negative numbers become zero
        return word > 0x80000000 && word <= 0xff800000 ? 0 : pack_small(fabsf(v), c.bits - 5);
    default:
        return c.bits == 16 ? sim_float_to_half(v) : word;
    }
}

void sim_texel_encode(const struct sim_format *f, const uint32_t value[4], unsigned mask, uint8_t *texel)
{
    for (unsigned c = 0; c < 4; c++)
        if (f->present & mask & 1u << c)
            insert(texel, f->ch[c], encode_channel(f, c, value[c]));
}
