// Surface formats without a GPU around them: block formats against texels that Mesa 22.3.6's decoders gave,
// plain formats by every value of a channel.
#include <math.h>
#include <string.h>

#include "kt.h"
#include "sim/surface/format.h"

#include "cmd/gen_pack.h"

struct block {
    enum sim_codec codec;
    unsigned x, y;
    uint8_t bytes[16];
    float want[4];
};

static const struct block blocks[] = {
#include "block_formats.h"
};

KT_TEST(block_formats)
{
    for (unsigned i = 0; i < sizeof(blocks) / sizeof(*blocks); i++) {
        const struct block *b = &blocks[i];
        float got[4] = {0, 0, 0, 1};
        if (b->codec <= SIM_CODEC_BC7)
            sim_decode_bptc(b->codec, b->bytes, b->x, b->y, got);
        else
            sim_decode_etc(b->codec, b->bytes, b->x, b->y, got);
        for (unsigned c = 0; c < 4; c++)
            kt_ok(fabsf(got[c] - b->want[c]) <= 1e-6f * fmaxf(1, fabsf(b->want[c])),
                  "row %u, codec %d, channel %u: %.9g, not %.9g", i, (int)b->codec, c, (double)got[c],
                  (double)b->want[c]);
    }
}

static const struct {
    unsigned bw, bh;
    bool srgb;
    unsigned x, y;
    uint8_t bytes[16];
    float want[4];
} astc_blocks[] = {
#include "astc_blocks.h"
};

KT_TEST(astc)
{
    for (unsigned i = 0; i < sizeof(astc_blocks) / sizeof(*astc_blocks); i++) {
        float got[4];
        sim_decode_astc(astc_blocks[i].bytes, astc_blocks[i].bw, astc_blocks[i].bh,
                        astc_blocks[i].srgb ? SIM_ASTC_SRGB : SIM_ASTC_LDR, astc_blocks[i].x,
                        astc_blocks[i].y, got);
        for (unsigned c = 0; c < 4; c++)
            kt_ok(fabsf(got[c] - astc_blocks[i].want[c]) <= 1e-6f, "row %u, channel %u: %.9g, not %.9g", i, c,
                  (double)got[c], (double)astc_blocks[i].want[c]);
    }
}

static const struct {
    unsigned bw, bh, x, y;
    uint8_t bytes[16];
    float want[4];
} astc_hdr_blocks[] = {
#include "astc_hdr_blocks.h"
};

KT_TEST(astc_hdr)
{
    unsigned same = 0;
    for (unsigned i = 0; i < sizeof(astc_hdr_blocks) / sizeof(*astc_hdr_blocks); i++) {
        const float *want = astc_hdr_blocks[i].want;
        float got[4], ldr[4];
        sim_decode_astc(astc_hdr_blocks[i].bytes, astc_hdr_blocks[i].bw, astc_hdr_blocks[i].bh, SIM_ASTC_HDR,
                        astc_hdr_blocks[i].x, astc_hdr_blocks[i].y, got);
        for (unsigned c = 0; c < 4; c++)
            kt_ok(got[c] == want[c] || (isnan(got[c]) && isnan(want[c])),
                  "row %u, channel %u: %.9g, not %.9g", i, c, (double)got[c], (double)want[c]);
        sim_decode_astc(astc_hdr_blocks[i].bytes, astc_hdr_blocks[i].bw, astc_hdr_blocks[i].bh, SIM_ASTC_LDR,
                        astc_hdr_blocks[i].x, astc_hdr_blocks[i].y, ldr);
        same += !memcmp(got, ldr, sizeof(got));
        kt_true(!memcmp(got, ldr, sizeof(got)) || (ldr[0] == 1 && ldr[1] == 0 && ldr[2] == 1 && ldr[3] == 1));
    }
    kt_true(same > 5 && same < 20); // what both profiles have
}

// S3TC and RGTC by hand: a block with two colours and each index once a row.
KT_TEST(colour_blocks)
{
    // Red 1, green 0.5 (32 of 63), blue 0 over black, indices 0 1 2 3.
    static const uint8_t four[8] = {0x00, 0xfc, 0x00, 0x00, 0xe4, 0xe4, 0xe4, 0xe4};
    static const uint8_t three[8] = {0x00, 0x00, 0x00, 0xfc, 0xe4, 0xe4, 0xe4, 0xe4};
    static const float weight4[4] = {1, 0, 2.f / 3, 1.f / 3}, weight3[4] = {0, 1, 0.5f, 0};
    for (unsigned x = 0; x < 4; x++) {
        float a[4] = {9, 9, 9, 9}, b[4] = {9, 9, 9, 9};
        sim_decode_bc(SIM_CODEC_BC1, four, x, x, a);
        sim_decode_bc(SIM_CODEC_BC1, three, x, 3 - x, b);
        kt_ok(fabsf(a[0] - weight4[x]) < 1e-6f && fabsf(a[1] - weight4[x] * 32 / 63) < 1e-6f && a[2] == 0 &&
                  a[3] == 1,
              "four colours, index %u", x);
        kt_ok(fabsf(b[0] - weight3[x]) < 1e-6f && b[3] == (x == 3 ? 0 : 1), "three colours, index %u", x);
    }
    // RGTC: 255 and 15; index i of eight steps, texel i.
    static const uint8_t ramp[8] = {255, 15, 0x88, 0xc6, 0xfa, 0x88, 0xc6, 0xfa};
    static const float steps[8] = {255,
                                   15,
                                   (6 * 255 + 15) / 7.f,
                                   (5 * 255 + 2 * 15) / 7.f,
                                   (4 * 255 + 3 * 15) / 7.f,
                                   (3 * 255 + 4 * 15) / 7.f,
                                   (2 * 255 + 5 * 15) / 7.f,
                                   (255 + 6 * 15) / 7.f};
    for (unsigned i = 0; i < 16; i++) {
        float v[4] = {0};
        sim_decode_bc(SIM_CODEC_BC4, ramp, i % 4, i / 4, v);
        kt_ok(fabsf(v[0] - steps[i % 8] / 255) < 1e-6f, "texel %u: %g", i, (double)v[0]);
    }
}

// A channel that others show as well: of 32 bits, too.
KT_TEST(luminance)
{
    static const struct {
        uint32_t id;
        uint8_t channels; // that show the first one
    } cases[] = {{GEN_FORMAT_L32_FLOAT, 7}, {GEN_FORMAT_I32_FLOAT, 15}, {GEN_FORMAT_R32_FLOAT, 1}};
    for (unsigned n = 0; n < sizeof(cases) / sizeof(*cases); n++) {
        const uint32_t texel[3] = {0x40490fdb};
        uint32_t out[4];
        sim_texel_decode(sim_format_find(cases[n].id), (const uint8_t *)texel, 0, 0, out);
        for (unsigned c = 0; c < 4; c++)
            kt_eq(out[c], cases[n].channels >> c & 1 ? texel[0] : c == 3 ? 0x3f800000 : 0);
    }
}

// What is written is read back, for every value of small channels; floats come out nearest.
KT_TEST(round_trips)
{
    static const uint32_t ids[] = {
        GEN_FORMAT_R8_UNORM,     GEN_FORMAT_R8_SNORM, GEN_FORMAT_R16_UNORM,      GEN_FORMAT_R16_SNORM,
        GEN_FORMAT_R16_FLOAT,    GEN_FORMAT_R8_UINT,  GEN_FORMAT_R8_SINT,        GEN_FORMAT_R16_SINT,
        GEN_FORMAT_B5G6R5_UNORM, GEN_FORMAT_R16_UINT, GEN_FORMAT_B5G5R5A1_UNORM, GEN_FORMAT_B4G4R4A4_UNORM};
    for (unsigned n = 0; n < sizeof(ids) / sizeof(*ids); n++) {
        const struct sim_format *f = sim_format_find(ids[n]);
        unsigned bad = 0;
        for (uint32_t v = 0; v < 1u << 8 * f->bytes; v++) {
            uint8_t in[16] = {(uint8_t)v, (uint8_t)(v >> 8)}, out[16] = {0};
            uint32_t value[4];
            sim_texel_decode(f, in, 0, 0, value);
            sim_texel_encode(f, value, 15, out);
            uint32_t back = f->bytes == 1 ? out[0] : (uint32_t)(out[0] | out[1] << 8);
            // SNORM has two minus ones; a NaN may become another.
            uint32_t lowest = 1u << (8 * f->bytes - 1);
            bool fine = back == v || (f->ch[0].kind == SIM_CH_SN && v == lowest && back == lowest + 1) ||
                        (ids[n] == GEN_FORMAT_R16_FLOAT && (v & 0x7fff) > 0x7c00 && (back & 0x7fff) > 0x7c00);
            bad += !fine;
        }
        kt_ok(!bad, "%s: %u values", f->name, bad);
    }
}

// Conversions to small floats against the nearest by search.
KT_TEST(small_floats_are_nearest)
{
    uint32_t seed = 3;
    for (unsigned i = 0; i < 200000; i++) {
        seed = seed * 1664525 + 1013904223;
        uint32_t bits = (seed >> 1) % 0x48000000; // up to 131072
        float v;
        memcpy(&v, &bits, 4);
        uint16_t h = sim_float_to_half(v);
        float got = sim_half_to_float(h), up = sim_half_to_float((uint16_t)(h + 1));
        float down = h ? sim_half_to_float((uint16_t)(h - 1)) : 0;
        bool ok = h == 0x7c00 ? v >= 65520
                              : fabs((double)got - v) <= fabs((double)up - v) &&
                                    fabs((double)got - v) <= fabs((double)down - v);
        if (!kt_ok(ok, "%.9g became %.9g", (double)v, (double)got))
            break;
    }
}

KT_TEST(srgb)
{
    // Values of the sRGB standard: 0.5 is 188 of 255; 0.2140 is 127.5.
    kt_ok(fabsf(sim_linear_to_srgb(0.5f) * 255 - 187.516f) < 0.01f, "%g",
          (double)sim_linear_to_srgb(0.5f) * 255);
    kt_ok(fabsf(sim_srgb8[188] - 0.50289f) < 1e-4f, "%g", (double)sim_srgb8[188]);
    for (unsigned i = 0; i < 256; i++)
        kt_ok(fabsf(sim_linear_to_srgb(sim_srgb8[i]) * 255 - (float)i) < 1e-3f, "%u", i);
}

KT_MAIN()
