// BC6H and BC7: blocks of 4 x 4 texels in 128 bits, in modes of one to three subsets.
//
// A subset has two endpoints; a texel's index chooses one of 4, 8 or 16 steps between them. The first texel
// of a subset (its anchor) has one index bit less. A reserved mode decodes to zero. Source: Khronos Data
// Format Specification, "BPTC Compressed Texture Image Formats".
#include "sim/surface/format.h"

#include <pthread.h>
#include <string.h>

enum { MAX_FIELDS = 24 };

static const uint8_t weights2[4] = {0, 21, 43, 64};
static const uint8_t weights3[8] = {0, 9, 18, 27, 37, 46, 55, 64};
static const uint8_t weights4[16] = {0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64};

static int interpolate(int a, int b, unsigned index, unsigned bits)
{
    int w = bits == 2 ? weights2[index] : bits == 3 ? weights3[index] : weights4[index];
    return (a * (64 - w) + b * w + 32) >> 6;
}

static const struct {
    uint32_t two, three; // two bits a texel
    uint8_t anchor[3];   // second of two; second and third of three
} partitions[64] = {
#define MODE6(bits, transformed, partition, endpoint, index, r, g, b, layout)
#define PARTITION(two, three, a, b, c) {two, three, {a, b, c}},
#include "sim/surface/format_bptc.def"
};

struct bits {
    uint64_t low, high; // what is left of the block
};

static struct bits bits_of(const uint8_t *block)
{
    struct bits s;
    memcpy(&s.low, block, sizeof(s.low));
    memcpy(&s.high, block + sizeof(s.low), sizeof(s.high));
    return s;
}

// Up to 16.
static unsigned take(struct bits *s, unsigned n)
{
    const unsigned v = (unsigned)(s->low & ((1u << n) - 1));
    if (n) {
        s->low = s->low >> n | s->high << (64 - n);
        s->high >>= n;
    }
    return v;
}

static unsigned subset_of(unsigned subsets, unsigned partition, unsigned texel)
{
    if (subsets == 1)
        return 0;
    return (subsets == 2 ? partitions[partition].two : partitions[partition].three) >> 2 * texel & 3;
}

static bool is_anchor(unsigned subsets, unsigned partition, unsigned texel)
{
    const uint8_t *a = partitions[partition].anchor;
    return texel == 0 || (subsets == 2 && texel == a[0]) ||
           (subsets == 3 && (texel == a[1] || texel == a[2]));
}

// The indices of all texels.
static void take_indices(struct bits *s, unsigned subsets, unsigned partition, unsigned bits,
                         uint8_t index[16])
{
    for (unsigned t = 0; t < 16; t++)
        index[t] = (uint8_t)take(s, bits - is_anchor(subsets, partition, t));
}

// ---- BC7

static const struct mode7 {
    uint8_t subsets, partition, rotation, selection, color, alpha;
    bool own_pbits, shared_pbits;
    uint8_t index, second;
} modes7[8] = {
    {3, 4, 0, 0, 4, 0, true, false, 3, 0},  {2, 6, 0, 0, 6, 0, false, true, 3, 0},
    {3, 6, 0, 0, 5, 0, false, false, 2, 0}, {2, 6, 0, 0, 7, 0, true, false, 2, 0},
    {1, 0, 2, 1, 5, 6, false, false, 2, 3}, {1, 0, 2, 0, 7, 8, false, false, 2, 2},
    {1, 0, 0, 0, 7, 7, true, false, 4, 0},  {2, 6, 0, 0, 5, 5, true, false, 2, 0},
};

static unsigned to_byte(unsigned v, unsigned bits)
{
    return (v << (8 - bits) | v >> (2 * bits - 8)) & 255;
}

static void endpoints7(struct bits *s, const struct mode7 *m, unsigned e[6][4])
{
    unsigned n = 2 * m->subsets, channels = m->alpha ? 4 : 3, extra = m->own_pbits || m->shared_pbits;
    for (unsigned c = 0; c < 4; c++)
        for (unsigned i = 0; i < n; i++)
            e[i][c] = c < channels ? take(s, c < 3 ? m->color : m->alpha) : 255;
    for (unsigned i = 0; i < n && extra; i += m->own_pbits ? 1 : 2) {
        unsigned p = take(s, 1);
        for (unsigned c = 0; c < channels; c++) {
            e[i][c] = e[i][c] << 1 | p;
            if (m->shared_pbits)
                e[i + 1][c] = e[i + 1][c] << 1 | p;
        }
    }
    for (unsigned i = 0; i < n; i++)
        for (unsigned c = 0; c < channels; c++)
            e[i][c] = to_byte(e[i][c], (c < 3 ? m->color : m->alpha) + extra);
}

static void texel7(const struct mode7 *m, unsigned rotation, unsigned selection, const unsigned end[2][4],
                   const unsigned index[2], float rgba[4])
{
    for (unsigned c = 0; c < 4; c++) {
        // Colours go by the first list, alpha by the second, or the other way round.
        const bool other = m->second && (c == 3) != (selection != 0);
        const int v = interpolate((int)end[0][c], (int)end[1][c], index[other], other ? m->second : m->index);
        rgba[c] = (float)v / 255.0f;
    }
    if (rotation) {
        const float a = rgba[3];
        rgba[3] = rgba[rotation - 1];
        rgba[rotation - 1] = a;
    }
}

// `count` texels from `from` on.
static void decode7(const uint8_t *block, unsigned from, unsigned count, float (*rgba)[4])
{
    struct bits s = bits_of(block);
    unsigned mode = 0, e[6][4];
    uint8_t list[2][16];
    while (mode < 8 && !take(&s, 1))
        mode++;
    if (mode == 8) {
        memset(rgba, 0, count * sizeof(*rgba));
        return;
    }
    const struct mode7 *m = &modes7[mode];
    const unsigned partition = take(&s, m->partition), rotation = take(&s, m->rotation),
                   selection = take(&s, m->selection);
    endpoints7(&s, m, e);
    take_indices(&s, m->subsets, partition, m->index, list[0]);
    if (m->second)
        take_indices(&s, 1, 0, m->second, list[1]);
    for (unsigned t = from; t < from + count; t++) {
        const unsigned index[2] = {list[0][t], m->second ? list[1][t] : list[0][t]};
        texel7(m, rotation, selection, &e[2 * subset_of(m->subsets, partition, t)], index, rgba[t - from]);
    }
}

// ---- BC6H

struct field {
    uint8_t endpoint, channel, first, count;
    bool down; // from bit `first` downwards
};

static struct mode6 {
    uint8_t bits;
    bool transformed;
    uint8_t partition, endpoint, index, delta[3];
    const char *layout;
    unsigned fields;
    struct field field[MAX_FIELDS];
} modes6[] = {
#define MODE6(bits, transformed, partition, endpoint, index, r, g, b, layout)                                \
    {bits, transformed, partition, endpoint, index, {r, g, b}, layout, 0, {{0}}},
#define PARTITION(two, three, a, b, c)
#include "sim/surface/format_bptc.def"
};

static unsigned number(const char **p)
{
    unsigned v = 0;
    while (**p >= '0' && **p <= '9')
        v = v * 10 + (unsigned)(*(*p)++ - '0');
    return v;
}

static void read_layouts(void)
{
    for (size_t i = 0; i < sizeof(modes6) / sizeof(*modes6); i++) {
        struct mode6 *m = &modes6[i];
        for (const char *p = m->layout; *p && m->fields < MAX_FIELDS; p += *p == ' ') {
            struct field *f = &m->field[m->fields++];
            f->channel = *p == 'r' ? 0 : *p == 'g' ? 1 : 2;
            p++;
            f->endpoint = (uint8_t)number(&p);
            p++; // ':'
            unsigned from = number(&p), to = from;
            if (*p == '-') {
                p++;
                to = number(&p);
            }
            f->down = to < from;
            f->first = (uint8_t)from;
            f->count = (uint8_t)((f->down ? from - to : to - from) + 1);
        }
    }
}

static int sign_extend(int v, unsigned bits)
{
    return (int)((unsigned)v << (32 - bits)) >> (32 - bits);
}

static int unquantize(int v, unsigned bits, bool is_signed)
{
    if (!is_signed) {
        if (bits >= 15 || !v)
            return v;
        return v == (1 << bits) - 1 ? 0xffff : ((v << 16) + 0x8000) >> bits;
    }
    int a = v < 0 ? -v : v;
    if (bits >= 16 || !v)
        return v;
    a = a >= (1 << (bits - 1)) - 1 ? 0x7fff : ((a << 15) + 0x4000) >> (bits - 1);
    return v < 0 ? -a : a;
}

static void endpoints6(struct bits *s, const struct mode6 *m, bool is_signed, int e[4][3])
{
    unsigned n = m->partition ? 4 : 2;
    memset(e, 0, 4 * sizeof(*e));
    for (unsigned i = 0; i < m->fields; i++) {
        const struct field *f = &m->field[i];
        for (unsigned k = 0; k < f->count; k++)
            e[f->endpoint][f->channel] |= (int)(take(s, 1) << (f->down ? f->first - k : f->first + k));
    }
    for (unsigned c = 0; c < 3; c++)
        for (unsigned i = 0; i < n; i++) {
            if (m->transformed && i) {
                int v = e[0][c] + sign_extend(e[i][c], m->delta[c]);
                e[i][c] = v & ((1 << m->endpoint) - 1);
            }
        }
    for (unsigned i = 0; i < n; i++)
        for (unsigned c = 0; c < 3; c++) {
            int v = is_signed ? sign_extend(e[i][c], m->endpoint) : e[i][c];
            e[i][c] = unquantize(v, m->endpoint, is_signed);
        }
}

static float half_of(int v, bool is_signed)
{
    return sim_half_to_float(is_signed ? (uint16_t)(v < 0 ? 0x8000 | (-v * 31) >> 5 : (v * 31) >> 5)
                                       : (uint16_t)((v * 31) >> 6));
}

static void decode6(const uint8_t *block, unsigned from, unsigned count, bool is_signed, float (*rgba)[4])
{
    struct bits s = bits_of(block);
    unsigned bits = take(&s, 2);
    const struct mode6 *m = NULL;
    uint8_t index[16];
    int e[4][3];
    if (bits >= 2)
        bits |= take(&s, 3) << 2;
    for (size_t i = 0; i < sizeof(modes6) / sizeof(*modes6); i++)
        if (modes6[i].bits == bits)
            m = &modes6[i];
    for (unsigned t = 0; t < count; t++)
        rgba[t][0] = rgba[t][1] = rgba[t][2] = 0, rgba[t][3] = 1;
    if (!m)
        return;
    endpoints6(&s, m, is_signed, e);
    const unsigned subsets = m->partition ? 2 : 1, partition = take(&s, m->partition);
    take_indices(&s, subsets, partition, m->index, index);
    for (unsigned t = from; t < from + count; t++)
        for (unsigned c = 0; c < 3; c++) {
            const unsigned subset = subset_of(subsets, partition, t);
            const int v = interpolate(e[2 * subset][c], e[2 * subset + 1][c], index[t], m->index);
            rgba[t - from][c] = half_of(v, is_signed);
        }
}

static void decode(enum sim_codec c, const uint8_t *block, unsigned from, unsigned count, float (*rgba)[4])
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, read_layouts);
    if (c == SIM_CODEC_BC7)
        decode7(block, from, count, rgba);
    else
        decode6(block, from, count, c == SIM_CODEC_BC6H_SF, rgba);
}

void sim_decode_bptc(enum sim_codec c, const uint8_t *block, unsigned x, unsigned y, float rgba[4])
{
    decode(c, block, 4 * y + x, 1, (float(*)[4])rgba);
}

void sim_decode_bptc_block(enum sim_codec c, const uint8_t *block, float rgba[16][4])
{
    decode(c, block, 0, 16, rgba);
}
