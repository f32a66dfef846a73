// The code of surface/lanes.h, for whoever includes it to compile with the vector instructions of a host, and
// for SIM_LANES_COUNT channels. Every loop is over all of them, so that the compiler makes vectors of it;
// channels that are not live do what the first live one does.
#include "sim/surface/lanes.h"

// (nobody looks at floating-point exceptions: without that the compiler keeps every condition on floats a
// branch)
#pragma GCC optimize("O3,no-trapping-math")

enum { FRACTION = 256, PAGE = 4096, COUNT = SIM_LANES_COUNT };

#define EACH(i) _Pragma("GCC unroll 1") for (unsigned i = 0; i < COUNT; i++)

typedef double f64s[SIM_LANES] __attribute__((aligned(64)));

static inline float as_float(uint32_t b)
{
    float v;
    memcpy(&v, &b, 4);
    return v;
}

static inline uint32_t as_bits(float v)
{
    uint32_t b;
    memcpy(&b, &v, 4);
    return b;
}

// ---- addresses

// The part of a texel's offset that its column decides; and its row.
static void columns(const struct sim_surface *s, const sim_lanes_s32 x, sim_lanes_u32 out)
{
    const unsigned bytes = s->fmt->bytes;
    switch (s->state.tile_mode) {
    case GEN_TILE_MODE_XMAJOR:
        EACH(i)
        {
            uint32_t b = (uint32_t)x[i] * bytes;
            out[i] = (b >> 9) << 12 | (b & 511);
        }
        break;
    case GEN_TILE_MODE_YMAJOR:
        EACH(i)
        {
            uint32_t b = (uint32_t)x[i] * bytes;
            out[i] = (b >> 7) << 12 | (b & 0x70) << 5 | (b & 15);
        }
        break;
    default:
        EACH(i)
        out[i] = (uint32_t)x[i] * bytes;
        break;
    }
}

static void rows(const struct sim_surface *s, const sim_lanes_s32 y, sim_lanes_u32 out)
{
    const uint32_t pitch = s->pitch;
    switch (s->state.tile_mode) {
    case GEN_TILE_MODE_XMAJOR:
        EACH(i)
        out[i] = ((uint32_t)y[i] >> 3) * (pitch / 512 * PAGE) + ((uint32_t)y[i] & 7) * 512;
        break;
    case GEN_TILE_MODE_YMAJOR:
        EACH(i)
        out[i] = ((uint32_t)y[i] >> 5) * (pitch / 128 * PAGE) + ((uint32_t)y[i] & 31) * 16;
        break;
    default:
        EACH(i)
        out[i] = (uint32_t)y[i] * pitch;
        break;
    }
}

// ---- texels

struct raw {
    sim_lanes_u32 dw[4];
};

static inline __attribute__((always_inline)) void read_texel(const uint8_t *p, struct raw *r, unsigned i,
                                                             const unsigned bytes)
{
    if (bytes < 4) {
        uint32_t word = 0;
        memcpy(&word, p, bytes);
        r->dw[0][i] = word;
    }
    for (unsigned k = 0; k < bytes / 4; k++)
        memcpy(&r->dw[k][i], p + 4 * k, 4);
}

// Whether all lie in the page of the first one.
static bool in_one_page(uint64_t base, const sim_lanes_u32 offset)
{
    const uint32_t first = (uint32_t)base & (PAGE - 1), page = (offset[0] + first) / PAGE;
    uint32_t others = 0;
    EACH(i)
    others |= (offset[i] + first) / PAGE ^ page;
    return !others;
}

static inline __attribute__((always_inline)) bool fetch_bytes(struct sim_tlb *tlb, uint64_t base,
                                                              const sim_lanes_u32 offset, struct raw *r,
                                                              const unsigned bytes)
{
    const uint8_t *host = NULL;
    uint64_t page = 1; // is none
    if (in_one_page(base, offset)) {
        host = sim_tlb_ptr(tlb, base + offset[0], SIM_READ);
        EACH(i)
        if (host)
            read_texel(host + (int32_t)(offset[i] - offset[0]), r, i, bytes);
        return host != NULL;
    }
    EACH(i)
    {
        uint64_t at = base + offset[i];
        if ((at & -(uint64_t)PAGE) != page) {
            page = at & -(uint64_t)PAGE;
            host = sim_tlb_ptr(tlb, page, SIM_READ);
            if (!host)
                return false;
        }
        read_texel(host + (at & (PAGE - 1)), r, i, bytes);
    }
    return true;
}

static bool fetch(const struct sim_surface *s, struct sim_tlb *tlb, const sim_lanes_u32 offset, struct raw *r)
{
    switch (s->fmt->bytes) {
    case 1:
        return fetch_bytes(tlb, s->base, offset, r, 1);
    case 2:
        return fetch_bytes(tlb, s->base, offset, r, 2);
    case 4:
        return fetch_bytes(tlb, s->base, offset, r, 4);
    case 8:
        return fetch_bytes(tlb, s->base, offset, r, 8);
    default:
        return fetch_bytes(tlb, s->base, offset, r, 16);
    }
}

// A float of five bits of exponent, without its sign.
static inline uint32_t widen(uint32_t bits, unsigned mantissa)
{
    uint32_t m = bits & ((1u << mantissa) - 1), e = bits >> mantissa;
    uint32_t normal = (e + 127 - 15) << 23 | m << (23 - mantissa),
             special = 0x7f800000 | m << (23 - mantissa);
    uint32_t small = as_bits((float)(int32_t)m * (mantissa == 10  ? 0x1p-24f
                                                  : mantissa == 6 ? 0x1p-20f
                                                                  : 0x1p-19f));
    return e == 31 ? special : e ? normal : small;
}

static void decode_channel(const struct sim_format *f, unsigned n, const struct raw *r, sim_lanes_u32 out)
{
    const struct sim_channel c = f->ch[n];
    const uint32_t *word = r->dw[c.shift / 32];
    const unsigned shift = c.shift % 32, bits = c.bits, up = 32 - bits, mantissa = bits - 5;
    const uint32_t mask = bits == 32 ? UINT32_MAX : (1u << bits) - 1;
    float *number = (float *)out; // (vectors of the one seen as the other are no vectors to the compiler)
    const float max = (float)mask, top = (float)(mask >> 1);
    switch (c.kind) {
    case SIM_CH_UN:
        if (f->srgb && n < 3)
            EACH(i) number[i] = sim_srgb_to_linear(word[i] >> shift);
        else
            EACH(i) number[i] = (float)(int32_t)(word[i] >> shift & mask) / max;
        break;
    case SIM_CH_SN:
        EACH(i)
        {
            float v = (float)((int32_t)(word[i] >> shift << up) >> up) / top;
            number[i] = v < -1 ? -1 : v;
        }
        break;
    case SIM_CH_SI:
        EACH(i)
        out[i] = (uint32_t)((int32_t)(word[i] >> shift << up) >> up);
        break;
    case SIM_CH_UF:
        if (mantissa == 6)
            EACH(i) out[i] = widen(word[i] >> shift & mask, 6);
        else
            EACH(i) out[i] = widen(word[i] >> shift & mask, 5);
        break;
    case SIM_CH_SE:
        EACH(i)
        {
            int32_t v = (int32_t)(word[i] >> shift & mask);
            out[i] = as_bits((float)v * as_float(((r->dw[0][i] >> 27) + 127 - 24) << 23));
        }
        break;
    case SIM_CH_SF:
        if (bits == 16) {
            EACH(i)
            {
                uint32_t h = word[i] >> shift;
                out[i] = widen(h & 0x7fff, 10) | (h & 0x8000) << 16;
            }
            break;
        }
        // fall through
    default:
        EACH(i)
        out[i] = word[i] >> shift & mask;
        break;
    }
}

static void fill(sim_lanes_u32 out, uint32_t word)
{
    EACH(i)
    out[i] = word;
}

static void decode(const struct sim_format *f, unsigned channels, const struct raw *r, sim_lanes_u32 out[4])
{
    for (unsigned n = 0; n < 4; n++)
        if (channels & f->present & 1u << n)
            decode_channel(f, n, r, out[n]);
}

static void defaults(const struct sim_format *f, sim_lanes_u32 out[4])
{
    for (unsigned n = 0; n < 4; n++)
        if (!(f->present >> n & 1))
            fill(out[n], sim_format_default(f, n));
}

// Channels that are not live have the offset of one that is.
static void lend(uint32_t live, sim_lanes_u32 offset)
{
    if (live == (1u << COUNT) - 1)
        return;
    const uint32_t one = offset[__builtin_ctz(live)];
    EACH(i)
    offset[i] = live >> i & 1 ? offset[i] : one;
}

static void offsets_of(const struct sim_lanes_texels *q, sim_lanes_u32 out)
{
    const struct sim_surface *s = q->s;
    const uint32_t left = s->lod_x[q->lod] + s->origin_x, above = s->lod_y[q->lod] + s->origin_y;
    sim_lanes_s32 x, y;
    sim_lanes_u32 row;
    EACH(i)
    {
        x[i] = (int32_t)(q->x[i] + left);
        y[i] = (int32_t)(q->y[i] + above + q->slice[i] * s->qpitch);
    }
    columns(s, x, out);
    rows(s, y, row);
    EACH(i)
    out[i] += row[i];
    lend(q->live, out);
}

static uint32_t inside(const struct sim_lanes_texels *q, uint32_t width, uint32_t height, uint32_t slices)
{
    uint32_t live = 0;
    EACH(i)
    {
        bool in = (q->x[i] < width) & (q->y[i] < height) & (q->slice[i] < slices);
        live |= in ? 1u << i : 0;
    }
    return live;
}

static void keep(uint32_t live, uint32_t word, sim_lanes_u32 out)
{
    if (live != (1u << COUNT) - 1)
        EACH(i) out[i] = live >> i & 1 ? out[i] : word;
}

static bool load(const struct sim_lanes_texels *q, unsigned channels, sim_lanes_u32 out[4])
{
    sim_lanes_u32 offset;
    struct raw r;
    offsets_of(q, offset);
    if (!fetch(q->s, q->tlb, offset, &r))
        return false;
    decode(q->s->fmt, channels, &r, out);
    defaults(q->s->fmt, out);
    return true;
}

static bool load_raw(const struct sim_lanes_texels *q, sim_lanes_u32 out[4])
{
    sim_lanes_u32 offset;
    struct raw r = {{{0}}};
    offsets_of(q, offset);
    if (!fetch(q->s, q->tlb, offset, &r))
        return false;
    memcpy(out, r.dw, sizeof(r.dw));
    return true;
}

// ---- the other way

// Nearest, ties to even; |v| < 2^31.
static inline int32_t nearest(double v)
{
    double below = __builtin_floor(v), rest = v - below;
    int32_t i = (int32_t)below;
    return i + ((rest > 0.5) | ((rest == 0.5) & (i & 1)));
}

// A float >= 0, as bits, in 5 bits of exponent and `mantissa` of fraction: nearest, ties to even.
static inline uint32_t narrow(uint32_t b, unsigned mantissa)
{
    int32_t e = (int32_t)(b >> 23) - 127, below = e < -14 ? -14 - e : 0,
            more = below > 30 - 23 + (int32_t)mantissa ? 30 - 23 + (int32_t)mantissa : below;
    uint32_t drop = 23 - mantissa + (uint32_t)more, m = (b & 0x7fffff) | (b >> 23 ? 0x800000 : 0);
    uint32_t base = below ? 0 : (uint32_t)(e + 14) << mantissa, q = m >> drop, rest = m & ((1u << drop) - 1),
             half = 1u << (drop - 1);
    q += (rest > half) | ((rest == half) & q);
    uint32_t none = 0x1fu << mantissa | (b & 0x7fffff) >> (23 - mantissa) | 1u << (mantissa - 1);
    return b > 0x7f800000 ? none : e > 15 ? 0x1fu << mantissa : base + q;
}

static void encode_channel(const struct sim_channel c, const sim_lanes_u32 value, sim_lanes_u32 out)
{
    const uint32_t max = c.bits == 32 ? UINT32_MAX : (1u << c.bits) - 1;
    const int32_t top = (int32_t)(max >> 1);
    const float *number = (const float *)value;
    switch (c.kind) {
    case SIM_CH_UN:
        EACH(i)
        {
            double v = (double)number[i];
            v = v > 0 ? v : 0; // not a number: zero
            out[i] = (uint32_t)nearest((v > 1 ? 1 : v) * (double)max);
        }
        break;
    case SIM_CH_SN:
        EACH(i)
        {
            double v = (double)number[i];
            v = v == v ? v : 0;
            v = v < -1 ? -1 : v > 1 ? 1 : v;
            out[i] = (uint32_t)nearest(v * (double)top) & max;
        }
        break;
    case SIM_CH_UI:
        EACH(i)
        out[i] = value[i] > max ? max : value[i];
        break;
    case SIM_CH_SI:
        EACH(i)
        {
            int32_t v = (int32_t)value[i];
            out[i] = (uint32_t)(v > top ? top : v < -top - 1 ? -top - 1 : v) & max;
        }
        break;
    case SIM_CH_UF:
        EACH(i)
        {
            uint32_t b = value[i] & 0x7fffffff, v = c.bits == 11 ? narrow(b, 6) : narrow(b, 5);
            out[i] = (value[i] > 0x80000000) & (value[i] <= 0xff800000) ? 0 : v;
        }
        break;
    default:
        if (c.bits == 16)
            EACH(i) out[i] = narrow(value[i] & 0x7fffffff, 10) | (value[i] >> 16 & 0x8000);
        else
            EACH(i) out[i] = value[i];
        break;
    }
}

static void encode(const struct sim_format *f, const sim_lanes_u32 value[4], struct raw *r)
{
    memset(r, 0, sizeof(*r));
    for (unsigned n = 0; n < 4; n++) {
        sim_lanes_u32 bits;
        if (!(f->present >> n & 1))
            continue;
        encode_channel(f->ch[n], value[n], bits);
        uint32_t *word = r->dw[f->ch[n].shift / 32];
        EACH(i)
        word[i] |= bits[i] << f->ch[n].shift % 32;
    }
}

static inline __attribute__((always_inline)) bool put_bytes(uint8_t *const host[SIM_LANES], uint32_t live,
                                                            const struct raw *r, const unsigned bytes)
{
    for (; live; live &= live - 1) {
        unsigned i = (unsigned)__builtin_ctz(live);
        if (bytes < 4)
            memcpy(host[i], &r->dw[0][i], bytes);
        for (unsigned k = 0; k < bytes / 4; k++)
            memcpy(host[i] + 4 * k, &r->dw[k][i], 4);
    }
    return true;
}

// All pages are there before the first texel is written.
static bool store(const struct sim_lanes_texels *q, const sim_lanes_u32 value[4])
{
    const struct sim_surface *s = q->s;
    sim_lanes_u32 offset;
    uint8_t *host[SIM_LANES], *start = NULL;
    uint64_t page = 1; // is none
    struct raw r;
    offsets_of(q, offset);
    EACH(i)
    {
        uint64_t at = s->base + offset[i];
        if ((at & -(uint64_t)PAGE) != page) {
            page = at & -(uint64_t)PAGE;
            start = sim_tlb_ptr(q->tlb, page, SIM_WRITE);
            if (!start)
                return false;
        }
        host[i] = start + (at & (PAGE - 1));
    }
    encode(s->fmt, value, &r);
    switch (s->fmt->bytes) {
    case 1:
        return put_bytes(host, q->live, &r, 1);
    case 2:
        return put_bytes(host, q->live, &r, 2);
    case 4:
        return put_bytes(host, q->live, &r, 4);
    case 8:
        return put_bytes(host, q->live, &r, 8);
    default:
        return put_bytes(host, q->live, &r, 16);
    }
}

// ---- filters

// One axis of all channels: one texel or two neighbours, and the second one's weight of 256.
struct axis {
    unsigned n;
    sim_lanes_s32 index[2];
    sim_lanes_s32 weight[2];
};

// Positions in texels, of 8 fraction bits.
static void positions(const struct sim_lanes_sample *q, unsigned k, const f64s size, sim_lanes_s32 out)
{
    const unsigned mode = q->mode[k];
    const double half = q->rounded[k] ? 0.5 : 0;
    f64s u;
    EACH(i)
    {
        double v = (double)q->c[k][i];
        u[i] = __builtin_fabs(v) < 1e30 ? v : v > 0 ? 1e30 : v < 0 ? -1e30 : 0; // NaN becomes zero
    }
    if (mode == GEN_TCM_WRAP)
        EACH(i) u[i] -= __builtin_floor(u[i]); // (of 2^52 and more: themselves)
    else if (mode == GEN_TCM_MIRROR)
        EACH(i) u[i] -= 2 * __builtin_floor(u[i] / 2);
    EACH(i)
    {
        double s = (q->plain ? u[i] : u[i] * size[i]) + (q->moved ? (double)q->offset[k][i] : 0);
        s = s < 1e6 ? s : 1e6;
        s = s > -1e6 ? s : -1e6;
        out[i] = (int32_t)__builtin_floor(s * FRACTION + half);
    }
}

// A remainder that is not negative. Quotients of such integers are never rounded up to the next one.
static inline int32_t remainder_of(int32_t i, double size)
{
    return i - (int32_t)(__builtin_floor((double)i / size) * size);
}

static void wrap(unsigned mode, const f64s size, sim_lanes_s32 index)
{
    switch (mode) {
    case GEN_TCM_WRAP:
        EACH(i)
        index[i] = remainder_of(index[i], size[i]);
        break;
    case GEN_TCM_MIRROR:
        EACH(i)
        {
            int32_t n = (int32_t)size[i], r = remainder_of(index[i], 2 * size[i]);
            index[i] = r < n ? r : 2 * n - 1 - r;
        }
        break;
    case GEN_TCM_MIRROR_ONCE:
        EACH(i)
        {
            int32_t n = (int32_t)size[i], r = index[i] < 0 ? -1 - index[i] : index[i];
            index[i] = r < n ? r : n - 1;
        }
        break;
    default:
        EACH(i)
        {
            int32_t n = (int32_t)size[i], r = index[i] < 0 ? 0 : index[i];
            index[i] = r < n ? r : n - 1;
        }
        break;
    }
}

static void find_axis(const struct sim_lanes_sample *q, unsigned k, const f64s size, bool linear,
                      struct axis *a)
{
    sim_lanes_s32 at;
    positions(q, k, size, at);
    a->n = linear ? 2 : 1;
    EACH(i)
    {
        int32_t fixed = at[i] - (linear ? FRACTION / 2 : 0);
        a->index[0][i] = fixed >> 8;
        a->index[1][i] = (fixed >> 8) + 1;
        a->weight[1][i] = linear ? fixed & (FRACTION - 1) : 0;
        a->weight[0][i] = FRACTION - a->weight[1][i];
    }
    wrap(q->mode[k], size, a->index[0]);
    if (linear)
        wrap(q->mode[k], size, a->index[1]);
}

// The texels of a level: what to add for a column; and for each row of each slice.
struct footprint {
    struct axis x, y, z;
    sim_lanes_u32 column[2], row[2][2];
};

static void sizes(uint32_t size, const sim_lanes_u32 lod, f64s out)
{
    EACH(i)
    {
        int32_t n = (int32_t)(size >> lod[i]);
        out[i] = n ? n : 1;
    }
}

// Physical slices of the array index, or none for a volume.
static void slices(const struct sim_lanes_sample *q, sim_lanes_s32 out)
{
    const struct sim_surface *s = q->s;
    const double layers = s->layers;
    const int32_t last = (int32_t)s->layers - 1, first = (int32_t)s->state.minimum_array_element;
    EACH(i)
    {
        double r = (double)q->c[3][i] + 0.5;
        int32_t n = r >= layers ? last : (int32_t)(r >= 1 && r < layers ? r : 0);
        out[i] = q->dims == 3 ? 0 : n + first;
    }
}

static void find_footprint(const struct sim_lanes_sample *q, unsigned level, bool linear, struct footprint *p)
{
    const struct sim_surface *s = q->s;
    const uint32_t *lod = q->lod[level];
    f64s size;
    sim_lanes_s32 slice, left, above, at;
    sizes(s->width, lod, size);
    find_axis(q, 0, size, linear, &p->x);
    sizes(s->height, lod, size);
    find_axis(q, 1, size, linear, &p->y);
    p->z.n = 1;
    slices(q, slice);
    if (q->dims == 3) {
        sizes(s->depth, lod, size);
        find_axis(q, 2, size, linear, &p->z);
    } else {
        memcpy(p->z.index[0], slice, sizeof(slice));
    }
    EACH(i)
    {
        left[i] = (int32_t)(s->lod_x[lod[i]] + s->origin_x);
        above[i] = (int32_t)(s->lod_y[lod[i]] + s->origin_y);
    }
    for (unsigned n = 0; n < p->x.n; n++) {
        EACH(i)
        at[i] = p->x.index[n][i] + left[i];
        columns(s, at, p->column[n]);
    }
    for (unsigned k = 0; k < p->z.n; k++)
        for (unsigned n = 0; n < p->y.n; n++) {
            EACH(i)
            at[i] = p->y.index[n][i] + above[i] + p->z.index[k][i] * (int32_t)s->qpitch;
            rows(s, at, p->row[k][n]);
        }
}

// Of a row of a footprint: its texels' values, and weights. Of a channel without a weight any texel may be
// fetched.
struct texels {
    sim_lanes_u32 value[2][4];
    f64s weight[2];
};

// `some` has the bits of a texel that has a weight, of `count`: where it is the only one they are the result,
// which may be no number, or -0.
struct sum {
    f64s value[4];
    sim_lanes_u32 some[4];
    sim_lanes_s32 count;
};

static bool is_number(const struct sim_format *f)
{
    bool all = true;
    for (unsigned n = 0; n < 4; n++)
        all = all && f->ch[n].kind != SIM_CH_SF && f->ch[n].kind != SIM_CH_UF;
    return all;
}

static inline __attribute__((always_inline)) void add_channel(const struct texels *t, unsigned n,
                                                              const unsigned texels, f64s sum)
{
    const float *value[2] = {(const float *)t->value[0][n], (const float *)t->value[1][n]};
    EACH(i)
    {
        double v = sum[i];
        for (unsigned k = 0; k < texels; k++)
            v += (double)value[k][i] * t->weight[k][i];
        sum[i] = v;
    }
}

static inline __attribute__((always_inline)) void add_guarded(const struct texels *t, unsigned n,
                                                              const unsigned texels, struct sum *sum)
{
    const float *value[2] = {(const float *)t->value[0][n], (const float *)t->value[1][n]};
    EACH(i)
    {
        double v = sum->value[n][i];
        for (unsigned k = 0; k < texels; k++) {
            double product = (double)value[k][i] * t->weight[k][i];
            v += t->weight[k][i] != 0 ? product : 0;
        }
        sum->value[n][i] = v;
    }
    for (unsigned k = 0; k < texels; k++)
        EACH(i) sum->some[n][i] = t->weight[k][i] != 0 ? t->value[k][n][i] : sum->some[n][i];
}

static void add_row(const struct texels *t, unsigned channels, unsigned texels, bool guarded, struct sum *sum)
{
    for (unsigned n = 0; n < 4; n++) {
        if (!(channels >> n & 1))
            continue;
        if (guarded && texels == 2)
            add_guarded(t, n, 2, sum);
        else if (guarded)
            add_guarded(t, n, 1, sum);
        else if (texels == 2)
            add_channel(t, n, 2, sum->value[n]);
        else
            add_channel(t, n, 1, sum->value[n]);
    }
    for (unsigned k = 0; k < texels && guarded; k++)
        EACH(i) sum->count[i] += t->weight[k][i] != 0;
}

static bool fetch_texel(const struct sim_lanes_sample *q, const sim_lanes_u32 column, const sim_lanes_u32 row,
                        unsigned channels, sim_lanes_u32 out[4])
{
    sim_lanes_u32 offset;
    struct raw r;
    EACH(i)
    offset[i] = column[i] + row[i];
    lend(q->live, offset);
    if (!fetch(q->s, q->tlb, offset, &r))
        return false;
    decode(q->s->fmt, channels, &r, out);
    return true;
}

static void weigh(const struct sim_lanes_sample *q, const struct footprint *p, unsigned level, unsigned j,
                  unsigned k, struct texels *t)
{
    const bool volume = q->dims == 3, shared = q->levels > 1;
    f64s outer;
    EACH(i)
    {
        double w = (double)p->y.weight[j][i];
        w *= volume ? (double)p->z.weight[k][i] : 1;
        outer[i] = shared ? w * (double)(int32_t)q->share[level][i] : w;
    }
    for (unsigned n = 0; n < p->x.n; n++)
        EACH(i) t->weight[n][i] = (double)p->x.weight[n][i] * outer[i];
}

static bool add_level(const struct sim_lanes_sample *q, unsigned level, unsigned channels, bool guarded,
                      struct sum *sum)
{
    struct footprint p;
    struct texels t;
    find_footprint(q, level, q->linear, &p);
    for (unsigned k = 0; k < p.z.n; k++)
        for (unsigned j = 0; j < p.y.n; j++) {
            for (unsigned i = 0; i < p.x.n; i++)
                if (!fetch_texel(q, p.column[i], p.row[k][j], channels, t.value[i]))
                    return false;
            weigh(q, &p, level, j, k, &t);
            add_row(&t, channels, p.x.n, guarded, sum);
        }
    return true;
}

static bool nearest_texel(const struct sim_lanes_sample *q, unsigned channels, sim_lanes_u32 out[4])
{
    struct footprint p;
    find_footprint(q, 0, false, &p);
    return fetch_texel(q, p.column[0], p.row[0][0], channels, out);
}

static bool weighted_sum(const struct sim_lanes_sample *q, unsigned channels, sim_lanes_u32 out[4])
{
    const bool guarded = !is_number(q->s->fmt);
    const double one =
        FRACTION * FRACTION * (q->dims == 3 ? FRACTION : 1) * (q->levels > 1 ? (double)FRACTION : 1);
    const double scale = 1 / one; // a power of two
    struct sum sum;
    memset(&sum, 0, sizeof(sum));
    for (unsigned level = 0; level < q->levels; level++)
        if (!add_level(q, level, channels, guarded, &sum))
            return false;
    for (unsigned n = 0; n < 4; n++) {
        if (!(channels >> n & 1))
            continue;
        float *number = (float *)out[n];
        EACH(i)
        number[i] = (float)(sum.value[n][i] * scale);
        if (guarded)
            EACH(i) out[n][i] = sum.count[i] == 1 ? sum.some[n][i] : out[n][i];
    }
    return true;
}

static bool sample(const struct sim_lanes_sample *q, sim_lanes_u32 out[4])
{
    const unsigned channels = q->channels & q->s->fmt->present;
    if (!(!q->linear && q->levels == 1 ? nearest_texel(q, channels, out) : weighted_sum(q, channels, out)))
        return false;
    defaults(q->s->fmt, out);
    return true;
}

static bool gather(const struct sim_lanes_sample *q, unsigned channel, sim_lanes_u32 out[4])
{
    // Lower left, lower right, upper right, upper left.
    static const uint8_t at[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
    struct footprint p;
    find_footprint(q, 0, true, &p);
    for (unsigned n = 0; n < 4; n++) {
        sim_lanes_u32 texel[4];
        if (!fetch_texel(q, p.column[at[n][0]], p.row[0][at[n][1]], 1u << channel, texel))
            return false;
        defaults(q->s->fmt, texel);
        memcpy(out[n], texel[channel], sizeof(texel[channel]));
    }
    return true;
}

const struct sim_lanes_table SIM_LANES_TABLE = {inside, keep, load, load_raw, store, sample, gather};
