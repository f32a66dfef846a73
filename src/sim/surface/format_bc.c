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
static void color(const uint8_t *b, unsigned texel, bool punch, float rgba[4])
{
    unsigned c0 = b[0] | b[1] << 8, c1 = b[2] | b[3] << 8, index = b[4 + texel / 4] >> 2 * (texel % 4) & 3;
    float e0[3], e1[3];
    color_of(c0, e0);
    color_of(c1, e1);
    rgba[3] = 1;
    for (unsigned c = 0; c < 3; c++) {
        bool three = punch && c0 <= c1;
        if (index < 2)
            rgba[c] = index ? e1[c] : e0[c];
        else if (three)
            rgba[c] = index == 2 ? (e0[c] + e1[c]) / 2 : 0;
        else
            rgba[c] = index == 2 ? (2 * e0[c] + e1[c]) / 3 : (e0[c] + 2 * e1[c]) / 3;
    }
    if (punch && c0 <= c1 && index == 3)
        rgba[3] = 0;
}

static float ramp(const uint8_t *b, unsigned texel, bool snorm)
{
    int v0 = snorm ? (int8_t)b[0] : b[0], v1 = snorm ? (int8_t)b[1] : b[1];
    uint64_t bits = 0;
    memcpy(&bits, b + 2, 6);
    int index = (int)(bits >> 3 * texel & 7);
    bool eight = v0 > v1;
    float scale = snorm ? 127 : 255, lowest = snorm ? -1 : 0;
    float f0 = (float)v0 / scale, f1 = (float)v1 / scale;
    f0 = f0 < lowest ? lowest : f0;
    f1 = f1 < lowest ? lowest : f1;
    if (index < 2)
        return index ? f1 : f0;
    if (eight)
        return ((float)(8 - index) * f0 + (float)(index - 1) * f1) / 7;
    if (index < 6)
        return ((float)(6 - index) * f0 + (float)(index - 1) * f1) / 5;
    return index == 6 ? lowest : 1;
}

void sim_decode_bc(enum sim_codec c, const uint8_t *block, unsigned x, unsigned y, float rgba[4])
{
    unsigned texel = y * 4 + x;
    switch (c) {
    case SIM_CODEC_BC1:
    case SIM_CODEC_BC1_RGB:
        color(block, texel, true, rgba);
        break;
    case SIM_CODEC_BC2:
        color(block + 8, texel, false, rgba);
        rgba[3] = (float)(block[texel / 2] >> 4 * (texel % 2) & 15) / 15;
        break;
    case SIM_CODEC_BC3:
        color(block + 8, texel, false, rgba);
        rgba[3] = ramp(block, texel, false);
        break;
    case SIM_CODEC_BC4:
    case SIM_CODEC_BC4_SNORM:
        rgba[0] = ramp(block, texel, c == SIM_CODEC_BC4_SNORM);
        break;
    default:
        rgba[0] = ramp(block, texel, c == SIM_CODEC_BC5_SNORM);
        rgba[1] = ramp(block + 8, texel, c == SIM_CODEC_BC5_SNORM);
        break;
    }
}
