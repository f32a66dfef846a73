// ETC1, ETC2 and EAC: blocks of 4 x 4 texels in 64 bits, big-endian, texels by column.
//
// A colour block has two base colours, each for half of the block, and per texel one of four modifiers. Where
// the second colour, given as a difference, would overflow, the bits mean the T, H or planar mode instead.
// Source: Khronos Data Format Specification, "ETC1", "ETC2".
#include "sim/surface/format.h"

static const int modifiers[8][2] = {{2, 8},   {5, 17},  {9, 29},   {13, 42},
                                    {18, 60}, {24, 80}, {33, 106}, {47, 183}};
static const int distances[8] = {3, 6, 11, 16, 23, 32, 41, 64};
static const int8_t eac[16][8] = {
    {-3, -6, -9, -15, 2, 5, 8, 14}, {-3, -7, -10, -13, 2, 6, 9, 12}, {-2, -5, -8, -13, 1, 4, 7, 12},
    {-2, -4, -6, -13, 1, 3, 5, 12}, {-3, -6, -8, -12, 2, 5, 7, 11},  {-3, -7, -9, -11, 2, 6, 8, 10},
    {-4, -7, -8, -11, 3, 6, 7, 10}, {-3, -5, -8, -11, 2, 4, 7, 10},  {-2, -6, -8, -10, 1, 5, 7, 9},
    {-2, -5, -8, -10, 1, 4, 7, 9},  {-2, -4, -8, -10, 1, 3, 7, 9},   {-2, -5, -7, -10, 1, 4, 6, 9},
    {-3, -4, -7, -10, 2, 3, 6, 9},  {-1, -2, -3, -10, 0, 1, 2, 9},   {-4, -6, -8, -9, 3, 5, 7, 8},
    {-3, -5, -7, -9, 2, 4, 6, 8},
};

static int clamp(int v, int low, int high)
{
    return v < low ? low : v > high ? high : v;
}

static int expand(unsigned v, unsigned bits)
{
    return bits == 4   ? (int)(v * 17)
           : bits == 5 ? (int)(v << 3 | v >> 2)
           : bits == 6 ? (int)(v << 2 | v >> 4)
                       : (int)(v << 1 | v >> 6);
}

static void store(const int c[3], int add, float rgba[4])
{
    for (unsigned i = 0; i < 3; i++)
        rgba[i] = (float)clamp(c[i] + add, 0, 255) / 255.0f;
}

static void transparent(float rgba[4])
{
    rgba[0] = rgba[1] = rgba[2] = rgba[3] = 0;
}

static void t_mode(const uint8_t *b, unsigned index, bool punch, float rgba[4])
{
    const int c1[3] = {expand((b[0] >> 3 & 3) << 2 | (b[0] & 3), 4), expand(b[1] >> 4, 4),
                       expand(b[1] & 15, 4)};
    const int c2[3] = {expand(b[2] >> 4, 4), expand(b[2] & 15, 4), expand(b[3] >> 4, 4)};
    int d = distances[(b[3] >> 2 & 3) << 1 | (b[3] & 1)];
    if (punch && index == 2)
        transparent(rgba);
    else
        store(index ? c2 : c1, index == 1 ? d : index == 3 ? -d : 0, rgba);
}

static void h_mode(const uint8_t *b, unsigned index, bool punch, float rgba[4])
{
    const int c1[3] = {expand(b[0] >> 3 & 15, 4), expand((b[0] & 7) << 1 | (b[1] >> 4 & 1), 4),
                       expand((b[1] & 8) | (b[1] & 3) << 1 | b[2] >> 7, 4)};
    const int c2[3] = {expand(b[2] >> 3 & 15, 4), expand((b[2] & 7) << 1 | b[3] >> 7, 4),
                       expand(b[3] >> 3 & 15, 4)};
    // The order of the two colours is the distance's lowest bit.
    int order = (c1[0] << 16 | c1[1] << 8 | c1[2]) >= (c2[0] << 16 | c2[1] << 8 | c2[2]);
    int d = distances[(b[3] & 4) | (b[3] & 1) << 1 | order];
    if (punch && index == 2)
        transparent(rgba);
    else
        store(index < 2 ? c1 : c2, index & 1 ? -d : d, rgba);
}

static void planar(const uint8_t *b, int x, int y, float rgba[4])
{
    const int o[3] = {expand(b[0] >> 1 & 63, 6), expand((b[0] & 1) << 6 | (b[1] >> 1 & 63), 7),
                      expand((b[1] & 1) << 5 | (b[2] & 0x18) | (b[2] & 3) << 1 | b[3] >> 7, 6)};
    const int h[3] = {expand((b[3] >> 2 & 31) << 1 | (b[3] & 1), 6), expand(b[4] >> 1, 7),
                      expand((b[4] & 1) << 5 | b[5] >> 3, 6)};
    const int v[3] = {expand((b[5] & 7) << 3 | b[6] >> 5, 6), expand((b[6] & 31) << 2 | b[7] >> 6, 7),
                      expand(b[7] & 63, 6)};
    for (unsigned c = 0; c < 3; c++)
        rgba[c] = (float)clamp((x * (h[c] - o[c]) + y * (v[c] - o[c]) + 4 * o[c] + 2) >> 2, 0, 255) / 255.0f;
}

static void color(const uint8_t *b, unsigned x, unsigned y, bool punchthrough, float rgba[4])
{
    unsigned texel = x * 4 + y;
    unsigned high = (unsigned)(b[4] << 8 | b[5]) >> texel & 1,
             low = (unsigned)(b[6] << 8 | b[7]) >> texel & 1;
    unsigned index = high << 1 | low;
    bool difference = b[3] & 2, flip = b[3] & 1, second = flip ? y >= 2 : x >= 2, punch = false;
    int c[3];
    rgba[3] = 1;
    if (punchthrough) { // the bit says "opaque", and colours are always differences
        punch = !difference;
        difference = true;
    }
    for (unsigned i = 0; i < 3; i++) {
        int base = b[i] >> 3, sum = base + (((b[i] & 7) ^ 4) - 4);
        if (!difference) {
            c[i] = expand(second ? b[i] & 15 : b[i] >> 4, 4);
        } else if (sum < 0 || sum > 31) {
            if (i == 0)
                t_mode(b, index, punch, rgba);
            else if (i == 1)
                h_mode(b, index, punch, rgba);
            else
                planar(b, (int)x, (int)y, rgba);
            return;
        } else {
            c[i] = expand((unsigned)(second ? sum : base), 5);
        }
    }
    const int *m = modifiers[b[3] >> (second ? 2 : 5) & 7];
    if (punch && index == 2) {
        transparent(rgba);
        return;
    }
    int add = low ? m[1] : punch ? 0 : m[0];
    store(c, high ? -add : add, rgba);
}

static int eac_modifier(const uint8_t *b, unsigned x, unsigned y)
{
    uint64_t bits = 0;
    for (unsigned i = 2; i < 8; i++)
        bits = bits << 8 | b[i];
    return eac[b[1] & 15][bits >> (45 - 3 * (x * 4 + y)) & 7];
}

static float eac11(const uint8_t *b, unsigned x, unsigned y, bool is_signed)
{
    int multiplier = b[1] >> 4, m = eac_modifier(b, x, y) * (multiplier ? multiplier * 8 : 1);
    int base = (int8_t)b[0] == -128 ? -127 : (int8_t)b[0];
    if (is_signed)
        return (float)clamp(base * 8 + m, -1023, 1023) / 1023.0f;
    return (float)clamp(b[0] * 8 + 4 + m, 0, 2047) / 2047.0f;
}

void sim_decode_etc(enum sim_codec c, const uint8_t *block, unsigned x, unsigned y, float rgba[4])
{
    bool is_signed = c == SIM_CODEC_EAC_R_SNORM || c == SIM_CODEC_EAC_RG_SNORM;
    switch (c) {
    case SIM_CODEC_ETC2_RGB:
    case SIM_CODEC_ETC2_RGBA1:
        color(block, x, y, c == SIM_CODEC_ETC2_RGBA1, rgba);
        break;
    case SIM_CODEC_ETC2_RGBA:
        color(block + 8, x, y, false, rgba);
        rgba[3] = (float)clamp(block[0] + eac_modifier(block, x, y) * (block[1] >> 4), 0, 255) / 255.0f;
        break;
    default:
        rgba[0] = eac11(block, x, y, is_signed);
        if (c == SIM_CODEC_EAC_RG || c == SIM_CODEC_EAC_RG_SNORM)
            rgba[1] = eac11(block + 8, x, y, is_signed);
        break;
    }
}
