// ASTC, LDR and HDR profile, two dimensions: one texel of a 128-bit block.
//
// A block holds a grid of weights (from bit 127 downwards, bits reversed), at the other end its configuration
// and the end points of one to four partitions (format_astc_ends.c). Numbers are packed by "integer sequence
// encoding": each has some bits, and a trit or quint shared with its neighbours. Whatever the profile does
// not allow decodes to magenta, in the HDR profile to NaN. Source: Khronos Data Format Specification, "ASTC
// Compressed Texture Image Formats".
#include "sim/surface/format_astc.h"

#include <math.h>
#include <string.h>

enum { MAX_WEIGHTS = 64, MAX_COLORS = 18, MAX_PARTITIONS = 4 };

// How numbers of a range are packed.
struct range {
    uint8_t bits, trits, quints; // trits, quints: 0 or 1
};

// Of colours, from 0..255 down to 0..5.
static const struct range color_ranges[] = {
    {8, 0, 0}, {6, 1, 0}, {5, 0, 1}, {7, 0, 0}, {5, 1, 0}, {4, 0, 1}, {6, 0, 0}, {4, 1, 0}, {3, 0, 1},
    {5, 0, 0}, {3, 1, 0}, {2, 0, 1}, {4, 0, 0}, {2, 1, 0}, {1, 0, 1}, {3, 0, 0}, {1, 1, 0},
};
// Of weights, by the mode's H and R - 2.
static const struct range weight_ranges[2][6] = {
    {{1, 0, 0}, {0, 1, 0}, {2, 0, 0}, {0, 0, 1}, {1, 1, 0}, {3, 0, 0}},
    {{1, 0, 1}, {2, 1, 0}, {4, 0, 0}, {2, 0, 1}, {3, 1, 0}, {5, 0, 0}},
};

struct astc_block {
    uint8_t bytes[16];
    unsigned bw, bh;
    bool legal;                                 // else nothing below counts
    unsigned width, height, planes, partitions; // of the weight grid; weights a point
    struct range weights;
    unsigned weight_bits, seed, plane_channel;
    unsigned mode[MAX_PARTITIONS];
    unsigned colors_at;
    uint8_t weight[MAX_WEIGHTS], color[MAX_COLORS];
};

static unsigned bits_at(const uint8_t *b, unsigned at, unsigned n)
{
    unsigned v = 0;
    for (unsigned i = 0; i < n && at + i < 128; i++)
        v |= (unsigned)(b[(at + i) / 8] >> (at + i) % 8 & 1) << i;
    return v;
}

// ---- integer sequences

static unsigned sequence_bits(struct range r, unsigned count)
{
    return r.bits * count + (r.trits ? (8 * count + 4) / 5 : 0) + (r.quints ? (7 * count + 2) / 3 : 0);
}

static void trits(unsigned t, unsigned out[5])
{
    unsigned c;
    if ((t >> 2 & 7) == 7) {
        c = (t >> 5 & 7) << 2 | (t & 3);
        out[4] = out[3] = 2;
    } else {
        c = t & 31;
        out[4] = (t >> 5 & 3) == 3 ? 2 : t >> 7 & 1;
        out[3] = (t >> 5 & 3) == 3 ? t >> 7 & 1 : t >> 5 & 3;
    }
    if ((c & 3) == 3) {
        out[2] = 2;
        out[1] = c >> 4 & 1;
        out[0] = (c >> 3 & 1) << 1 | (c >> 2 & ~(c >> 3) & 1);
    } else if ((c >> 2 & 3) == 3) {
        out[2] = out[1] = 2;
        out[0] = c & 3;
    } else {
        out[2] = c >> 4 & 1;
        out[1] = c >> 2 & 3;
        out[0] = (c >> 1 & 1) << 1 | (c & ~(c >> 1) & 1);
    }
}

static void quints(unsigned q, unsigned out[3])
{
    unsigned c;
    if ((q >> 1 & 3) == 3 && (q >> 5 & 3) == 0) {
        out[2] = (q & 1) << 2 | (q >> 4 & ~q & 1) << 1 | (q >> 3 & ~q & 1);
        out[1] = out[0] = 4;
        return;
    }
    if ((q >> 1 & 3) == 3) {
        out[2] = 4;
        c = (q >> 3 & 3) << 3 | (~(q >> 5) & 3) << 1 | (q & 1);
    } else {
        out[2] = q >> 5 & 3;
        c = q & 31;
    }
    out[1] = (c & 7) == 5 ? 4 : c >> 3 & 3;
    out[0] = (c & 7) == 5 ? c >> 3 & 3 : c & 7;
}

// Number i of a sequence is low[i] and, of ranges with trits or quints, high[i] beside it. Bits beyond the
// sequence's end are zero.
static void take_sequence(const uint8_t *b, unsigned at, struct range r, unsigned count, unsigned *low,
                          unsigned *high)
{
    static const uint8_t trit_bits[5] = {2, 2, 1, 2, 1}, quint_bits[3] = {3, 2, 2};
    unsigned group = r.trits ? 5 : r.quints ? 3 : 1, end = at + sequence_bits(r, count);
    for (unsigned i = 0; i < count; i += group) {
        unsigned packed = 0, n = 0, parts[5] = {0};
        for (unsigned k = 0; k < group; k++) {
            unsigned m = at + r.bits <= end ? bits_at(b, at, r.bits) : 0;
            at += r.bits;
            if (i + k < count)
                low[i + k] = m;
            unsigned extra = r.trits ? trit_bits[k] : r.quints ? quint_bits[k] : 0;
            for (unsigned e = 0; e < extra; e++, at++, n++)
                packed |= (at < end ? bits_at(b, at, 1) : 0) << n;
        }
        if (r.trits)
            trits(packed, parts);
        else if (r.quints)
            quints(packed, parts);
        for (unsigned k = 0; k < group && i + k < count; k++)
            high[i + k] = parts[k];
    }
}

static unsigned replicate(unsigned v, unsigned from, unsigned to)
{
    unsigned out = 0;
    for (int shift = (int)(to - from); shift > -(int)from; shift -= (int)from)
        out |= shift >= 0 ? v << shift : v >> -shift;
    return out;
}

// The upper bits of a number, spread as the specification's tables B say: columns are bits 8..0 (6..0 of
// weights), a letter names the number's bit.
static unsigned spread(const char *pattern, unsigned v)
{
    unsigned out = 0;
    for (; *pattern; pattern++)
        out = out << 1 | (*pattern == '0' ? 0 : v >> (*pattern - 'a') & 1);
    return out;
}

static uint8_t unquantize_color(struct range r, unsigned low, unsigned high)
{
    static const char *const trit_b[] = {"",          "000000000", "b000b0bb0", "cb000cbcb",
                                         "dcb000dcb", "edcb000ed", "fedcb000f"};
    static const char *const quint_b[] = {"",          "000000000", "b0000bb00",
                                          "cb0000cbc", "dcb0000dc", "edcb0000e"};
    static const uint8_t trit_c[] = {0, 204, 93, 44, 22, 11, 5}, quint_c[] = {0, 113, 54, 26, 13, 6};
    if (!r.trits && !r.quints)
        return (uint8_t)replicate(low, r.bits, 8);
    unsigned a = low & 1 ? 0x1ff : 0, b = spread(r.trits ? trit_b[r.bits] : quint_b[r.bits], low);
    unsigned t = (high * (r.trits ? trit_c[r.bits] : quint_c[r.bits]) + b) ^ a;
    return (uint8_t)((a & 0x80) | t >> 2);
}

static uint8_t unquantize_weight(struct range r, unsigned low, unsigned high)
{
    static const char *const trit_b[] = {"", "0000000", "b000b0b", "cb000cb"};
    static const char *const quint_b[] = {"", "0000000", "b0000b0"};
    static const uint8_t trit_c[] = {0, 50, 23, 11}, quint_c[] = {0, 28, 13};
    static const uint8_t three[] = {0, 32, 63}, five[] = {0, 16, 32, 47, 63};
    unsigned t;
    if (!r.trits && !r.quints) {
        t = replicate(low, r.bits, 6);
    } else if (!r.bits) {
        t = r.trits ? three[high] : five[high];
    } else {
        unsigned a = low & 1 ? 0x7f : 0, b = spread(r.trits ? trit_b[r.bits] : quint_b[r.bits], low);
        t = (high * (r.trits ? trit_c[r.bits] : quint_c[r.bits]) + b) ^ a;
        t = (a & 0x20) | t >> 2;
    }
    return (uint8_t)(t > 32 ? t + 1 : t);
}

// ---- the configuration

// The weight grid; false: reserved, or not for this block.
static bool read_mode(struct astc_block *k)
{
    unsigned m = bits_at(k->bytes, 0, 11), a = m >> 5 & 3, b = m >> 7 & 3, r = m >> 4 & 1;
    bool high = m >> 9 & 1, dual = m >> 10 & 1;
    if (m & 3) {
        r |= (m & 3) << 1;
        switch (m >> 2 & 3) {
        case 0:
            k->width = b + 4, k->height = a + 2;
            break;
        case 1:
            k->width = b + 8, k->height = a + 2;
            break;
        case 2:
            k->width = a + 2, k->height = b + 8;
            break;
        default:
            k->width = b & 2 ? (b & 1) + 2 : a + 2;
            k->height = b & 2 ? a + 2 : (b & 1) + 6;
        }
    } else {
        if (!(m & 15))
            return false;
        r |= (m >> 2 & 3) << 1;
        switch (b) {
        case 0:
            k->width = 12, k->height = a + 2;
            break;
        case 1:
            k->width = a + 2, k->height = 12;
            break;
        case 2:
            k->width = a + 6, k->height = (m >> 9 & 3) + 6;
            high = dual = false;
            break;
        default:
            if (a > 1)
                return false;
            k->width = a ? 10 : 6, k->height = a ? 6 : 10;
        }
    }
    k->planes = dual ? 2 : 1;
    k->partitions = bits_at(k->bytes, 11, 2) + 1;
    unsigned count = k->width * k->height * k->planes;
    if (r < 2 || k->width > k->bw || k->height > k->bh || count > MAX_WEIGHTS || (dual && k->partitions == 4))
        return false;
    k->weights = weight_ranges[high][r - 2];
    k->weight_bits = sequence_bits(k->weights, count);
    return k->weight_bits >= 24 && k->weight_bits <= 96;
}

static bool read_weights(struct astc_block *k)
{
    uint8_t reversed[16];
    unsigned low[MAX_WEIGHTS], high[MAX_WEIGHTS] = {0}, count = k->width * k->height * k->planes;
    for (unsigned i = 0; i < 16; i++) {
        unsigned v = k->bytes[15 - i];
        reversed[i] = 0;
        for (unsigned bit = 0; bit < 8; bit++)
            reversed[i] |= (uint8_t)((v >> bit & 1) << (7 - bit));
    }
    take_sequence(reversed, 0, k->weights, count, low, high);
    for (unsigned i = 0; i < count; i++)
        k->weight[i] = unquantize_weight(k->weights, low[i], high[i]);
    return true;
}

// End point modes of the partitions, then the colours themselves.
static bool read_colors(struct astc_block *k)
{
    unsigned top = 128 - k->weight_bits, count = 0, low[MAX_COLORS], high[MAX_COLORS] = {0};
    if (k->partitions == 1) {
        k->mode[0] = bits_at(k->bytes, 13, 4);
        k->colors_at = 17;
    } else {
        unsigned field = bits_at(k->bytes, 23, 6), select = field & 3,
                 extra = select ? 3 * k->partitions - 4 : 0;
        k->seed = bits_at(k->bytes, 13, 10);
        k->colors_at = 29;
        top -= extra;
        unsigned all = field >> 2 | bits_at(k->bytes, top, extra) << 4;
        for (unsigned p = 0; p < k->partitions; p++)
            k->mode[p] = select ? (select - 1 + (all >> p & 1)) << 2 | (all >> (k->partitions + 2 * p) & 3)
                                : field >> 2;
    }
    if (k->planes == 2) {
        top -= 2;
        k->plane_channel = bits_at(k->bytes, top, 2);
    }
    for (unsigned p = 0; p < k->partitions; p++)
        count += 2 * ((k->mode[p] >> 2) + 1);
    if (count > MAX_COLORS || top < k->colors_at)
        return false;
    for (unsigned i = 0; i < sizeof(color_ranges) / sizeof(*color_ranges); i++) {
        if (sequence_bits(color_ranges[i], count) > top - k->colors_at)
            continue;
        take_sequence(k->bytes, k->colors_at, color_ranges[i], count, low, high);
        for (unsigned c = 0; c < count; c++)
            k->color[c] = unquantize_color(color_ranges[i], low[c], high[c]);
        return true;
    }
    return false;
}

// ---- one texel

static uint32_t hash(uint32_t p)
{
    p ^= p >> 15;
    p -= p << 17;
    p += p << 7;
    p += p << 4;
    p ^= p >> 5;
    p += p << 16;
    p ^= p >> 7;
    p ^= p >> 3;
    p ^= p << 6;
    p ^= p >> 17;
    return p;
}

static unsigned partition_of(const struct astc_block *k, unsigned x, unsigned y)
{
    unsigned n = k->partitions, seed = k->seed + (n - 1) * 1024, s[8], sh1, sh2;
    if (n == 1)
        return 0;
    if (k->bw * k->bh < 31)
        x <<= 1, y <<= 1;
    uint32_t r = hash(seed);
    unsigned by_seed = seed & 2 ? 4 : 5, by_count = n == 3 ? 6 : 5;
    sh1 = seed & 1 ? by_seed : by_count;
    sh2 = seed & 1 ? by_count : by_seed;
    for (unsigned i = 0; i < 8; i++) {
        unsigned v = r >> 4 * i & 15;
        s[i] = v * v >> (i & 1 ? sh2 : sh1);
    }
    unsigned a = (s[0] * x + s[1] * y + (r >> 14)) & 63, b = (s[2] * x + s[3] * y + (r >> 10)) & 63;
    unsigned c = n < 3 ? 0 : (s[4] * x + s[5] * y + (r >> 6)) & 63,
             d = n < 4 ? 0 : (s[6] * x + s[7] * y + (r >> 2)) & 63;
    return a >= b && a >= c && a >= d ? 0 : b >= c && b >= d ? 1 : c >= d ? 2 : 3;
}

static unsigned weight_at(const struct astc_block *k, unsigned x, unsigned y, unsigned plane)
{
    unsigned ds = (1024 + k->bw / 2) / (k->bw - 1), dt = (1024 + k->bh / 2) / (k->bh - 1);
    unsigned gs = (ds * x * (k->width - 1) + 32) >> 6, gt = (dt * y * (k->height - 1) + 32) >> 6;
    unsigned fs = gs & 15, ft = gt & 15, at = (gs >> 4) + (gt >> 4) * k->width;
    unsigned w11 = (fs * ft + 8) >> 4, w[4] = {16 - fs - ft + w11, fs - w11, ft - w11, w11}, sum = 8;
    const unsigned step[4] = {0, 1, k->width, k->width + 1};
    for (unsigned i = 0; i < 4; i++)
        if (w[i]) // neighbours beyond the grid have no weight
            sum += k->weight[(at + step[i]) * k->planes + plane] * w[i];
    return sum >> 4;
}

static float to_float(unsigned v, enum sim_astc profile)
{
    if (profile == SIM_ASTC_SRGB)
        return (float)(v >> 8) / 255.0f;
    if (v == 65535)
        return 1;
    // A half, rounded down.
    float f = (float)v / 65536.0f, h = sim_half_to_float(sim_float_to_half(f));
    return h > f ? sim_half_to_float((uint16_t)(sim_float_to_half(f) - 1)) : h;
}

// Of an HDR end point: five bits of a half's exponent, and a mantissa by three lines that follow a logarithm.
static float from_logarithm(unsigned v)
{
    unsigned m = v & 0x7ff, line = m < 512 ? 3 * m : m < 1536 ? 4 * m - 512 : 5 * m - 2048;
    unsigned half = (v >> 11 << 10) + (line >> 3);
    return sim_half_to_float((uint16_t)(half < 0x7c00 ? half : 0x7bff));
}

static bool void_extent(const uint8_t *b, enum sim_astc profile, float rgba[4])
{
    unsigned s0 = bits_at(b, 12, 13), s1 = bits_at(b, 25, 13), t0 = bits_at(b, 38, 13),
             t1 = bits_at(b, 51, 13);
    bool none = (s0 & s1 & t0 & t1) == 0x1fff, halves = bits_at(b, 9, 1); // none: no extent given
    if ((halves && profile != SIM_ASTC_HDR) || bits_at(b, 10, 2) != 3 || (!none && (s0 >= s1 || t0 >= t1)))
        return false;
    for (unsigned c = 0; c < 4; c++) {
        unsigned v = bits_at(b, 64 + 16 * c, 16);
        rgba[c] = halves ? sim_half_to_float((uint16_t)v) : to_float(v, profile);
    }
    return true;
}

// A block's numbers. A filter reads the texels of a few blocks again and again: each host thread keeps some.
static const struct astc_block *read_block(const uint8_t *bytes, unsigned bw, unsigned bh)
{
    enum { KEPT = 64 };
    static _Thread_local struct astc_block kept[KEPT];
    uint64_t half[2];
    memcpy(half, bytes, sizeof(half));
    struct astc_block *k = &kept[((half[0] ^ half[1]) * UINT64_C(0x9e3779b97f4a7c15)) >> 58];
    if (k->bw == bw && k->bh == bh && !memcmp(k->bytes, bytes, sizeof(k->bytes)))
        return k;
    *k = (struct astc_block){.bw = bw, .bh = bh};
    memcpy(k->bytes, bytes, sizeof(k->bytes));
    k->legal = read_mode(k) && read_weights(k) && read_colors(k);
    return k;
}

static bool decode(const uint8_t *bytes, unsigned bw, unsigned bh, enum sim_astc profile, unsigned x,
                   unsigned y, float rgba[4])
{
    struct sim_astc_ends e;
    if (bits_at(bytes, 0, 9) == 0x1fc)
        return void_extent(bytes, profile, rgba);
    const struct astc_block *k = read_block(bytes, bw, bh);
    if (!k->legal)
        return false;
    unsigned partition = partition_of(k, x, y), first = 0;
    for (unsigned p = 0; p < partition; p++)
        first += 2 * ((k->mode[p] >> 2) + 1);
    sim_astc_ends(k->mode[partition], k->color + first, profile, &e);
    if (e.logarithms && profile != SIM_ASTC_HDR)
        return false;
    for (unsigned c = 0; c < 4; c++) {
        unsigned w = weight_at(k, x, y, k->planes == 2 && c == k->plane_channel);
        unsigned v = (e.low[c] * (64 - w) + e.high[c] * w + 32) >> 6;
        rgba[c] = e.logarithms >> c & 1 ? from_logarithm(v) : to_float(v, profile);
    }
    return true;
}

void sim_decode_astc(const uint8_t *block, unsigned bw, unsigned bh, enum sim_astc profile, unsigned x,
                     unsigned y, float rgba[4])
{
    static const float magenta[4] = {1, 0, 1, 1}, none[4] = {NAN, NAN, NAN, NAN};
    if (!decode(block, bw, bh, profile, x, y, rgba))
        memcpy(rgba, profile == SIM_ASTC_HDR ? none : magenta, sizeof(magenta));
}
