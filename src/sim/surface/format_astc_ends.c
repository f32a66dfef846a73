// ASTC: the end points of a partition, which its mode makes of its numbers. See format_astc.c.
//
// Modes of the HDR profile (2, 3, 7, 11, 14, 15) give 12 bits of a logarithm, the others 8 bits. Most of the
// numbers' bits are where they belong; the upper ones of some numbers are loose bits, whose places a submode
// says. Source: Khronos Data Format Specification, "Color Endpoint Mode".
#include "sim/surface/format_astc.h"

#include <string.h>

// ---- LDR

static int byte(int v)
{
    return v < 0 ? 0 : v > 255 ? 255 : v;
}

static void put(int e[4], int r, int g, int b, int a)
{
    e[0] = byte(r), e[1] = byte(g), e[2] = byte(b), e[3] = byte(a);
}

static void contract(int e[4], int r, int g, int b, int a)
{
    put(e, (r + b) >> 1, (g + b) >> 1, b, a);
}

// Moves a bit from an offset to its base; the offset becomes signed.
static void transfer(int *offset, int *base)
{
    *base = *base >> 1 | (*offset & 0x80);
    *offset = *offset >> 1 & 0x3f;
    if (*offset & 0x20)
        *offset -= 0x40;
}

static void ldr_ends(unsigned mode, const uint8_t *in, int e0[4], int e1[4])
{
    int v[8] = {0};
    for (unsigned i = 0; i < 2 * ((mode >> 2) + 1); i++)
        v[i] = in[i];
    int a0 = mode == 12 || mode == 13 ? v[6] : 255, a1 = mode == 12 || mode == 13 ? v[7] : 255;
    switch (mode) {
    case 0:
        put(e0, v[0], v[0], v[0], 255);
        put(e1, v[1], v[1], v[1], 255);
        break;
    case 1: {
        int l = v[0] >> 2 | (v[1] & 0xc0), h = l + (v[1] & 0x3f);
        put(e0, l, l, l, 255);
        put(e1, h, h, h, 255);
        break;
    }
    case 4:
        put(e0, v[0], v[0], v[0], v[2]);
        put(e1, v[1], v[1], v[1], v[3]);
        break;
    case 5:
        transfer(&v[1], &v[0]);
        transfer(&v[3], &v[2]);
        put(e0, v[0], v[0], v[0], v[2]);
        put(e1, v[0] + v[1], v[0] + v[1], v[0] + v[1], v[2] + v[3]);
        break;
    case 6:
    case 10:
        put(e0, v[0] * v[3] >> 8, v[1] * v[3] >> 8, v[2] * v[3] >> 8, mode == 10 ? v[4] : 255);
        put(e1, v[0], v[1], v[2], mode == 10 ? v[5] : 255);
        break;
    case 8:
    case 12:
        if (v[1] + v[3] + v[5] >= v[0] + v[2] + v[4]) {
            put(e0, v[0], v[2], v[4], a0);
            put(e1, v[1], v[3], v[5], a1);
        } else {
            contract(e0, v[1], v[3], v[5], a1);
            contract(e1, v[0], v[2], v[4], a0);
        }
        break;
    case 9:
    case 13:
        for (unsigned i = 0; i < 3; i++)
            transfer(&v[2 * i + 1], &v[2 * i]);
        if (mode == 13) {
            transfer(&a1, &a0);
            a1 += a0;
        }
        if (v[1] + v[3] + v[5] >= 0) {
            put(e0, v[0], v[2], v[4], a0);
            put(e1, v[0] + v[1], v[2] + v[3], v[4] + v[5], a1);
        } else {
            contract(e0, v[0] + v[1], v[2] + v[3], v[4] + v[5], a1);
            contract(e1, v[0], v[2], v[4], a0);
        }
        break;
    default: // HDR
        break;
    }
}

// ---- HDR

enum { ONE = 0x780 }; // 1.0

static int clamp12(int v)
{
    return v < 0 ? 0 : v > 0xfff ? 0xfff : v;
}

static void put12(int e[4], int r, int g, int b)
{
    e[0] = clamp12(r), e[1] = clamp12(g), e[2] = clamp12(b), e[3] = ONE;
}

// Two of them trade places: the channel that the others are told by is not always red.
static void exchange(int e[4], unsigned channel)
{
    int red = e[0];
    e[0] = e[channel];
    e[channel] = red;
}

static int sign_extend(int v, unsigned bits)
{
    int sign = 1 << (bits - 1);
    return ((v & (2 * sign - 1)) ^ sign) - sign;
}

// Where a loose bit belongs.
#define AT(number, bit) ((number) << 4 | (bit))
static void place(const uint8_t *where, const uint8_t *loose, unsigned count, int *number)
{
    for (unsigned i = 0; i < count; i++)
        number[where[i] >> 4] |= loose[i] << (where[i] & 15);
}

static void luminance_large(const uint8_t *v, int e0[4], int e1[4])
{
    int low = v[0] << 4, high = v[1] << 4;
    if (v[1] < v[0]) {
        low = (v[1] << 4) + 8;
        high = (v[0] << 4) - 8;
    }
    put12(e0, low, low, low);
    put12(e1, high, high, high);
}

static void luminance_small(const uint8_t *v, int e0[4], int e1[4])
{
    bool coarse = v[0] & 0x80;
    int low = coarse ? (v[1] & 0xe0) << 4 | (v[0] & 0x7f) << 2 : (v[1] & 0xf0) << 4 | (v[0] & 0x7f) << 1;
    int high = low + (coarse ? (v[1] & 0x1f) << 2 : (v[1] & 0x0f) << 1);
    put12(e0, low, low, low);
    put12(e1, high, high, high);
}

// A colour, and what the other is darker in all channels.
static void scaled(const uint8_t *v, int e0[4], int e1[4])
{
    enum { R, G, B, S };
    static const uint8_t where[6][7] = {
        {AT(R, 9), AT(R, 8), AT(R, 7), AT(R, 10), AT(R, 6), AT(S, 6), AT(S, 5)},
        {AT(R, 8), AT(G, 5), AT(R, 7), AT(B, 5), AT(R, 6), AT(R, 10), AT(R, 9)},
        {AT(R, 9), AT(R, 8), AT(R, 7), AT(R, 6), AT(S, 7), AT(S, 6), AT(S, 5)},
        {AT(R, 8), AT(G, 5), AT(R, 7), AT(B, 5), AT(R, 6), AT(S, 6), AT(S, 5)},
        {AT(G, 6), AT(G, 5), AT(B, 6), AT(B, 5), AT(R, 6), AT(R, 7), AT(S, 5)},
        {AT(G, 6), AT(G, 5), AT(B, 6), AT(B, 5), AT(R, 6), AT(S, 6), AT(S, 5)},
    };
    static const uint8_t shift[6] = {1, 1, 2, 3, 4, 5};
    const uint8_t loose[7] = {v[1] >> 6 & 1, v[1] >> 5 & 1, v[2] >> 6 & 1, v[2] >> 5 & 1,
                              v[3] >> 7 & 1, v[3] >> 6 & 1, v[3] >> 5 & 1};
    int n[4] = {v[0] & 0x3f, v[1] & 0x1f, v[2] & 0x1f, v[3] & 0x1f};
    unsigned field = v[0] >> 6 | (v[1] >> 7) << 2 | (unsigned)(v[2] >> 7) << 3, channel = 0, mode = 5;
    if (field >> 2 != 3) {
        channel = field >> 2;
        mode = field & 3;
    } else if (field != 15) {
        channel = field & 3;
        mode = 4;
    }
    place(where[mode], loose, 7, n);
    for (unsigned i = 0; i < 4; i++)
        n[i] <<= shift[mode];
    if (mode != 5) {
        n[G] = n[R] - n[G];
        n[B] = n[R] - n[B];
    }
    put12(e1, n[R], n[G], n[B]);
    put12(e0, n[R] - n[S], n[G] - n[S], n[B] - n[S]);
    exchange(e1, channel);
    exchange(e0, channel);
}

// Two colours: one channel of the brighter one, and what the other five are darker.
static void direct(const uint8_t *v, int e0[4], int e1[4])
{
    enum { A, B0, B1, C, D0, D1 };
    static const uint8_t where[8][6] = {
        {AT(B0, 6), AT(B1, 6), AT(D0, 6), AT(D1, 6), AT(D0, 5), AT(D1, 5)},
        {AT(B0, 6), AT(B1, 6), AT(B0, 7), AT(B1, 7), AT(D0, 5), AT(D1, 5)},
        {AT(A, 9), AT(C, 6), AT(D0, 6), AT(D1, 6), AT(D0, 5), AT(D1, 5)},
        {AT(B0, 6), AT(B1, 6), AT(A, 9), AT(C, 6), AT(D0, 5), AT(D1, 5)},
        {AT(B0, 6), AT(B1, 6), AT(B0, 7), AT(B1, 7), AT(A, 9), AT(A, 10)},
        {AT(A, 9), AT(A, 10), AT(C, 7), AT(C, 6), AT(D0, 5), AT(D1, 5)},
        {AT(B0, 6), AT(B1, 6), AT(A, 11), AT(C, 6), AT(A, 9), AT(A, 10)},
        {AT(A, 9), AT(A, 10), AT(A, 11), AT(C, 6), AT(D0, 5), AT(D1, 5)},
    };
    static const uint8_t signed_bits[8] = {7, 6, 7, 6, 5, 6, 5, 6};
    unsigned channel = v[4] >> 7 | (unsigned)(v[5] >> 7) << 1;
    if (channel == 3) {
        put12(e0, v[0] << 4, v[2] << 4, (v[4] & 0x7f) << 5);
        put12(e1, v[1] << 4, v[3] << 4, (v[5] & 0x7f) << 5);
        return;
    }
    unsigned mode = v[1] >> 7 | (v[2] >> 7) << 1 | (unsigned)(v[3] >> 7) << 2;
    const uint8_t loose[6] = {v[2] >> 6 & 1, v[3] >> 6 & 1, v[4] >> 6 & 1,
                              v[5] >> 6 & 1, v[4] >> 5 & 1, v[5] >> 5 & 1};
    int n[6] = {v[0] | (v[1] & 0x40) << 2, v[2] & 0x3f, v[3] & 0x3f, v[1] & 0x3f, v[4] & 0x1f, v[5] & 0x1f};
    place(where[mode], loose, 6, n);
    n[D0] = sign_extend(n[D0], signed_bits[mode]);
    n[D1] = sign_extend(n[D1], signed_bits[mode]);
    for (unsigned i = 0; i < 6; i++)
        n[i] *= 1 << ((mode >> 1) ^ 3);
    put12(e1, n[A], n[A] - n[B0], n[A] - n[B1]);
    put12(e0, n[A] - n[C], n[A] - n[B0] - n[C] - n[D0], n[A] - n[B1] - n[C] - n[D1]);
    exchange(e1, channel);
    exchange(e0, channel);
}

static void hdr_alpha(const uint8_t *v, int *a0, int *a1)
{
    unsigned mode = v[0] >> 7 | (unsigned)(v[1] >> 7) << 1;
    int low = v[0] & 0x7f, high = v[1] & 0x7f;
    if (mode == 3) {
        *a0 = low << 5;
        *a1 = high << 5;
        return;
    }
    // The upper bits of the second number are the first one's; the rest is a signed difference.
    low |= high << (mode + 1) & 0x780;
    *a0 = low << (4 - mode);
    *a1 = clamp12(*a0 + sign_extend(high, 6 - mode) * (1 << (4 - mode)));
}

// ---- both

// Which channels a mode gives logarithms of.
static unsigned logarithms_of(unsigned mode)
{
    switch (mode) {
    case 2:
    case 3:
    case 7:
    case 11:
    case 15:
        return 15;
    case 14:
        return 7;
    default:
        return 0;
    }
}

void sim_astc_ends(unsigned mode, const uint8_t *in, enum sim_astc profile, struct sim_astc_ends *out)
{
    int e[2][4] = {{0}};
    memset(out, 0, sizeof(*out));
    out->logarithms = logarithms_of(mode);
    if (mode == 2)
        luminance_large(in, e[0], e[1]);
    else if (mode == 3)
        luminance_small(in, e[0], e[1]);
    else if (mode == 7)
        scaled(in, e[0], e[1]);
    else if (out->logarithms)
        direct(in, e[0], e[1]);
    else
        ldr_ends(mode, in, e[0], e[1]);
    if (mode == 14)
        e[0][3] = in[6], e[1][3] = in[7];
    else if (mode == 15)
        hdr_alpha(in + 6, &e[0][3], &e[1][3]);
    for (unsigned c = 0; c < 4; c++) {
        unsigned low = (unsigned)e[0][c], high = (unsigned)e[1][c];
        bool log = out->logarithms >> c & 1;
        out->low[c] = log ? low << 4 : low << 8 | (profile == SIM_ASTC_SRGB ? 0x80 : low);
        out->high[c] = log ? high << 4 : high << 8 | (profile == SIM_ASTC_SRGB ? 0x80 : high);
    }
}
