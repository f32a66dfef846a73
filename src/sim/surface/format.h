// Surface formats: what a texel's bits mean, and conversion from and to shader values.
//
// A shader value is four 32-bit words: floats, or integers for UINT and SINT formats. Conversions are exact:
// one correctly rounded step from the stored number to F32, and one rounding (nearest, ties to even) back,
// after clamping to the format's range; NaN becomes zero in a normalized format.
// Source: PRM SKL vol3 "Memory Data Formats".
#ifndef KILN_SIM_FORMAT_H
#define KILN_SIM_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

enum sim_channel_kind {
    SIM_CH_NONE,
    SIM_CH_UN,
    SIM_CH_SN,
    SIM_CH_UI,
    SIM_CH_SI,
    SIM_CH_SF,
    SIM_CH_UF,
    SIM_CH_SE,
};

struct sim_channel {
    uint8_t kind, shift, bits;
};

enum sim_codec {
    SIM_CODEC_NONE,
    SIM_CODEC_BC1_RGB,
    SIM_CODEC_BC1,
    SIM_CODEC_BC2,
    SIM_CODEC_BC3,
    SIM_CODEC_BC4,
    SIM_CODEC_BC4_SNORM,
    SIM_CODEC_BC5,
    SIM_CODEC_BC5_SNORM,
    SIM_CODEC_BC6H_SF,
    SIM_CODEC_BC6H_UF,
    SIM_CODEC_BC7,
    SIM_CODEC_ETC2_RGB,
    SIM_CODEC_ETC2_RGBA1,
    SIM_CODEC_ETC2_RGBA,
    SIM_CODEC_EAC_R,
    SIM_CODEC_EAC_RG,
    SIM_CODEC_EAC_R_SNORM,
    SIM_CODEC_EAC_RG_SNORM,
    SIM_CODEC_ASTC,
    SIM_CODEC_ASTC_HDR,
};

enum sim_astc { SIM_ASTC_LDR, SIM_ASTC_SRGB, SIM_ASTC_HDR };

enum sim_format_use {
    SIM_USE_SAMPLE = 1,
    SIM_USE_FILTER = 2,
    SIM_USE_SHADOW = 4,
    SIM_USE_READ = 8,
    SIM_USE_WRITE = 16,
    SIM_USE_ATOMIC = 32,
    SIM_USE_RENDER = 64,
    SIM_USE_RAW = 128,      // typed reads give the bits
    SIM_USE_EXCHANGE = 256, // typed atomics that compute nothing
    SIM_USE_READ11 = 512,   // typed reads that convert, from Gen11
    SIM_USE_READ8 = 1024,   // typed reads that Gen8 has, too
    SIM_USE_SINCE9 = 2048,  // Gen8 does not sample it
    SIM_USE_SINCE8 = 4096,  // Gen7.5 does not
    SIM_USE_READ125 = 8192, // typed reads that convert, from Gen12.5
};

struct sim_format {
    uint16_t id; // GEN_FORMAT_*
    uint8_t bytes;
    uint8_t bw, bh; // texels of a block
    uint8_t codec;
    uint16_t use; // enum sim_format_use
    bool srgb, integer;
    bool rgba8;       // UNORM of four bytes, red first
    bool unorm_bytes; // all channels are UNORM of eight bits, in one dword
    uint8_t dwords;   // channels that are 32 bits as they are, red first; 0: others too
    struct sim_channel ch[4];
    uint8_t present; // channels that the format has
    const char *name;
};

const struct sim_format *sim_format_find(uint32_t id); // NULL: not in the table

// `texel`: f->bytes of memory followed by at least 8 readable bytes. For a block format, `x`, `y` choose the
// texel.
void sim_texel_decode(const struct sim_format *f, const uint8_t *texel, unsigned x, unsigned y,
                      uint32_t out[4]);
// All texels of a block, row by row: as many as bw * bh.
enum { SIM_BLOCK_TEXELS = 144 };
void sim_block_decode(const struct sim_format *f, const uint8_t *block, uint32_t (*out)[4]);
// Writes the channels of `mask` into the f->bytes at `texel`; not for block formats.
void sim_texel_encode(const struct sim_format *f, const uint32_t value[4], unsigned mask, uint8_t *texel);

// What a channel that the format lacks reads as.
static inline uint32_t sim_format_default(const struct sim_format *f, unsigned channel)
{
    return channel < 3 ? 0 : f->integer ? 1 : 0x3f800000;
}

extern float sim_srgb8[256]; // what bytes of sRGB are, once a format was found
float sim_linear_to_srgb(float v);
float sim_small_float(uint32_t bits, unsigned mantissa, unsigned exponent); // unsigned, bias 15 (5 bits)
float sim_half_to_float(uint16_t h);
uint16_t sim_float_to_half(float v);

// What the filter multiplies a channel's values by: the largest number of a small UNORM one, so that its
// texels are integers; 1 of others.
static inline double sim_format_scale(const struct sim_format *f, unsigned channel)
{
    const struct sim_channel c = f->ch[channel];
    const bool integers = c.kind == SIM_CH_UN && c.bits <= 16 && !(f->srgb && channel < 3);
    return integers ? (double)((1u << c.bits) - 1) : 1;
}

// Codecs (format_*.c): RGBA of one texel, as floats of the format before its sRGB decoding.
void sim_decode_bc(enum sim_codec c, const uint8_t *block, unsigned x, unsigned y, float rgba[4]);
void sim_decode_bptc(enum sim_codec c, const uint8_t *block, unsigned x, unsigned y, float rgba[4]);
void sim_decode_bc_block(enum sim_codec c, const uint8_t *block, float rgba[16][4]); // of all texels
void sim_decode_bptc_block(enum sim_codec c, const uint8_t *block, float rgba[16][4]);
void sim_decode_etc(enum sim_codec c, const uint8_t *block, unsigned x, unsigned y, float rgba[4]);
void sim_decode_astc(const uint8_t *block, unsigned bw, unsigned bh, enum sim_astc profile, unsigned x,
                     unsigned y, float rgba[4]);

#endif
