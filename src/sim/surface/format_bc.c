// BC1 to BC5: S3TC colour blocks, and the one- and two-channel blocks of RGTC.
//
// A colour block has two 5:6:5 colours and 16 indices of 2 bits; an alpha-like block two 8-bit values and 16
// indices of 3 bits. Intermediate values are computed in floating point (thirds, fifths, sevenths), as the
// specifications have them. Source: Khronos Data Format Specification, "S3TC", "RGTC".
#include "sim/surface/format.h"

#include <string.h>

static void color_of(unsigned c, float rgb[3])
{
    rgb[0] = (float)(c >> 11) / 31.0f;
    rgb[1] = (float)(c >> 5 & 63) / 63.0f;
    rgb[2] = (float)(c & 31) / 31.0f;
}

// `punch`: with the first colour not above the second, there are three colours and a transparent black.
static void palette_of(const uint8_t *b, bool punch, float rgba[4][4])
{
    const unsigned c0 = b[0] | b[1] << 8, c1 = b[2] | b[3] << 8;
    const bool three = punch && c0 <= c1;
    float e0[3], e1[3];
    color_of(c0, e0);
    color_of(c1, e1);
    for (unsigned c = 0; c < 3; c++) {
        rgba[0][c] = e0[c];
        rgba[1][c] = e1[c];
        rgba[2][c] = three ? (e0[c] + e1[c]) / 2 : (2 * e0[c] + e1[c]) / 3;
        rgba[3][c] = three ? 0 : (e0[c] + 2 * e1[c]) / 3;
    }
    for (unsigned i = 0; i < 4; i++)
        rgba[i][3] = three && i == 3 ? 0 : 1;
}

static unsigned color_index(const uint8_t *b, unsigned texel)
{
    return b[4 + texel / 4] >> 2 * (texel % 4) & 3;
}

static void ramp_of(const uint8_t *b, bool snorm, float value[8])
{
    const int v0 = snorm ? (int8_t)b[0] : b[0], v1 = snorm ? (int8_t)b[1] : b[1];
    const float scale = snorm ? 127 : 255, lowest = snorm ? -1 : 0;
    float f0 = (float)v0 / scale, f1 = (float)v1 / scale;
    f0 = f0 < lowest ? lowest : f0;
    f1 = f1 < lowest ? lowest : f1;
    value[0] = f0;
    value[1] = f1;
    for (int index = 2; index < 8; index++) {
        if (v0 > v1)
            value[index] = ((float)(8 - index) * f0 + (float)(index - 1) * f1) / 7;
        else if (index < 6)
            value[index] = ((float)(6 - index) * f0 + (float)(index - 1) * f1) / 5;
        else
            value[index] = index == 6 ? lowest : 1;
    }
}

static unsigned ramp_index(const uint8_t *b, unsigned texel)
{
    uint64_t bits = 0;
    memcpy(&bits, b + 2, 6);
    return bits >> 3 * texel & 7;
}

// What the texels of a block choose from: colours, and one or two ramps.
struct choices {
    float color[4][4], ramp[2][8];
};

static void read_choices(enum sim_codec c, const uint8_t *block, struct choices *k)
{
    const bool snorm = c == SIM_CODEC_BC4_SNORM || c == SIM_CODEC_BC5_SNORM;
    if (c == SIM_CODEC_BC1 || c == SIM_CODEC_BC1_RGB)
        palette_of(block, true, k->color);
    else if (c == SIM_CODEC_BC2 || c == SIM_CODEC_BC3)
        palette_of(block + 8, false, k->color);
    if (c >= SIM_CODEC_BC3)
        ramp_of(block, snorm, k->ramp[0]);
    if (c >= SIM_CODEC_BC5)
        ramp_of(block + 8, snorm, k->ramp[1]);
}

static void choose(enum sim_codec c, const uint8_t *block, const struct choices *k, unsigned texel,
                   float rgba[4])
{
    switch (c) {
    case SIM_CODEC_BC1:
    case SIM_CODEC_BC1_RGB:
        memcpy(rgba, k->color[color_index(block, texel)], sizeof(k->color[0]));
        break;
    case SIM_CODEC_BC2:
    case SIM_CODEC_BC3:
        memcpy(rgba, k->color[color_index(block + 8, texel)], sizeof(k->color[0]));
        rgba[3] = c == SIM_CODEC_BC3 ? k->ramp[0][ramp_index(block, texel)]
                                     : (float)(block[texel / 2] >> 4 * (texel % 2) & 15) / 15;
        break;
    case SIM_CODEC_BC4:
    case SIM_CODEC_BC4_SNORM:
        rgba[0] = k->ramp[0][ramp_index(block, texel)];
        break;
    default:
        rgba[0] = k->ramp[0][ramp_index(block, texel)];
        rgba[1] = k->ramp[1][ramp_index(block + 8, texel)];
        break;
    }
}

void sim_decode_bc(enum sim_codec c, const uint8_t *block, unsigned x, unsigned y, float rgba[4])
{
    struct choices k;
    read_choices(c, block, &k);
    choose(c, block, &k, y * 4 + x, rgba);
}

void sim_decode_bc_block(enum sim_codec c, const uint8_t *block, float rgba[16][4])
{
    struct choices k;
    read_choices(c, block, &k);
    for (unsigned t = 0; t < 16; t++)
        choose(c, block, &k, t, rgba[t]);
}
