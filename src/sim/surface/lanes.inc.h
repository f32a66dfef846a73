// The code of surface/lanes.h, for whoever includes it to compile with the vector instructions of a host, and
// for SIM_LANES_COUNT channels. Every loop is over all of them, so that the compiler makes vectors of it;
// channels that are not live do what the first live one does.
#include "sim/surface/lanes.h"

// (no floating-point exception is looked at: otherwise the compiler keeps each condition on floats a branch)
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

// Where each lies on the host. A page is looked up once for neighbours in it.
static bool find_pages(struct sim_tlb *tlb, uint64_t base, const sim_lanes_u32 offset, enum sim_access access,
                       uint8_t *host[SIM_LANES])
{
    uint8_t *start = NULL;
    uint64_t page = 1; // is none
    EACH(i)
    {
        uint64_t at = base + offset[i];
        if ((at & -(uint64_t)PAGE) != page) {
            page = at & -(uint64_t)PAGE;
            start = sim_tlb_ptr(tlb, page, access);
            if (!start)
                return false;
        }
        host[i] = start + (at & (PAGE - 1));
    }
    return true;
}

static inline __attribute__((always_inline)) bool fetch_bytes(struct sim_tlb *tlb, uint64_t base,
                                                              const sim_lanes_u32 offset, struct raw *r,
                                                              const unsigned bytes)
{
    if (in_one_page(base, offset)) {
        const uint8_t *host = sim_tlb_ptr(tlb, base + offset[0], SIM_READ);
        EACH(i)
        if (host)
            read_texel(host + (int32_t)(offset[i] - offset[0]), r, i, bytes);
        return host != NULL;
    }
    uint8_t *each[SIM_LANES];
    if (!find_pages(tlb, base, offset, SIM_READ, each))
        return false;
    EACH(i)
    read_texel(each[i], r, i, bytes);
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
        y[i] = (int32_t)(q->y[i] + above + (q->slice[i] + q->first_slice) * s->qpitch);
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
    uint8_t *host[SIM_LANES];
    struct raw r;
    offsets_of(q, offset);
    if (!find_pages(q->tlb, s->base, offset, SIM_WRITE, host))
        return false;
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

#include "sim/surface/lanes_filter.inc.h"

const struct sim_lanes_table SIM_LANES_TABLE = {inside, keep, load, load_raw, store, sample, gather};
