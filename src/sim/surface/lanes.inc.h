// The code of surface/lanes.h, for whoever includes it to compile with the vector instructions of a host:
// eight channels at a time. Channels that are not live do what the first live one does.
#include "sim/surface/lanes.h"
#include "util/math.h"

#pragma GCC optimize("O3,no-trapping-math")

#include "sim/surface/lanes_vector.inc.h"

enum { FRACTION = 256, PAGE = 4096 };

// The channels from `at` on, of those that are live.
#define LIVE(q, at) ((q)->live >> (at) & 0xff)

// ---- addresses

// The low bits of v to where `mask` has ones.
INLINE u32x8 deposit(u32x8 v, uint32_t mask)
{
    u32x8 out = all(0);
    while (mask) {
        const uint32_t run = kiln_lowest_run(mask);
        out |= v << (uint32_t)__builtin_ctz(run) & run;
        v >>= (uint32_t)__builtin_popcount(run);
        mask &= ~run;
    }
    return out;
}

// The part of a texel's offset that its column decides; and its row.
INLINE u32x8 columns(const struct sim_surface *s, u32x8 x)
{
    const u32x8 b = x * s->fmt->bytes;
    switch (s->tiling) {
    case SIM_TILING_X:
        return b >> 9 << 12 | (b & 511);
    case SIM_TILING_Y:
        return b >> 7 << 12 | (b & 0x70) << 5 | (b & 15);
    case SIM_TILING_4:
        return b >> 7 << 12 | (b & 0x40) << 3 | (b & 0x30) << 2 | (b & 15);
    case SIM_TILING_LINEAR:
        return b;
    default:
        return b >> (uint32_t)__builtin_popcount(s->tile.x) << s->tile.bits | deposit(b, s->tile.x);
    }
}

INLINE u32x8 rows(const struct sim_surface *s, u32x8 y)
{
    switch (s->tiling) {
    case SIM_TILING_X:
        return (y >> 3) * (s->pitch / 512 * PAGE) + (y & 7) * 512;
    case SIM_TILING_Y:
        return (y >> 5) * (s->pitch / 128 * PAGE) + (y & 31) * 16;
    case SIM_TILING_4:
        return (y >> 5) * (s->pitch / 128 * PAGE) + ((y & 24) << 7 | (y & 4) << 6 | (y & 3) << 4);
    case SIM_TILING_LINEAR:
        return y * s->pitch;
    default:
        return (y >> (uint32_t)__builtin_popcount(s->tile.y)) * (s->pitch * sim_tile_rows(&s->tile)) +
               deposit(y, s->tile.y);
    }
}

// Columns and rows have no bit of a tile in common.
INLINE u32x8 join(const struct sim_surface *s, u32x8 column, u32x8 row)
{
    const u32x8 at = column + row;
    return s->swizzled ? SIM_SWIZZLED(at, (uint32_t)(s->tiling == SIM_TILING_X)) : at;
}

// Channels that are not live have the offset of one that is.
INLINE u32x8 lend(uint32_t live, u32x8 offset)
{
    return live == 0xff ? offset : choose(mask_of(live), offset, all(offset[__builtin_ctz(live)]));
}

INLINE u32x8 offsets_of(const struct sim_lanes_texels *q, unsigned at)
{
    const struct sim_surface *s = q->s;
    const uint32_t left = s->lod_x[q->lod] + s->origin_x, above = s->lod_y[q->lod] + s->origin_y;
    const u32x8 slice = words_at(q->slice + at) + q->first_slice;
    return lend(LIVE(q, at), join(s, columns(s, words_at(q->x + at) + left),
                                  rows(s, words_at(q->y + at) + above + slice * s->qpitch)));
}

// ---- memory

// The pages that offsets from a surface's base lie in, one after the other.
struct pages {
    uint64_t first; // of the base
    u32x8 page, within;
    uint32_t left; // channels whose page has not been looked up
    s32x8 these;   // the channels of the one that was
};

INLINE struct pages pages_of(const struct sim_surface *s, u32x8 offset)
{
    const u32x8 at = offset + (uint32_t)(s->base & (PAGE - 1));
    return (struct pages){
        .first = s->base & -(uint64_t)PAGE, .page = at / PAGE, .within = at & (PAGE - 1), .left = 0xff};
}

// NULL if it is not mapped.
INLINE uint8_t *next_page(struct pages *p, struct sim_tlb *tlb, enum sim_access access)
{
    const uint32_t one = p->page[__builtin_ctz(p->left)];
    p->these = p->page == one;
    p->left &= ~bits_of(p->these);
    return sim_tlb_ptr(tlb, p->first + (uint64_t)one * PAGE, access);
}

// The dwords at `count` offsets a channel, if all lie in one page that is mapped.
INLINE bool fetch_near(const struct sim_surface *s, struct sim_tlb *tlb, const u32x8 *offset, unsigned count,
                       u32x8 *out)
{
    const uint32_t low = (uint32_t)(s->base & (PAGE - 1)), one = (offset[0][0] + low) / PAGE;
    u32x8 at[4], others = all(0);
    for (unsigned k = 0; k < count; k++) {
        at[k] = offset[k] + low;
        others |= at[k] / PAGE ^ one;
    }
    const uint8_t *host = bits_of(others == 0) == 0xff
                              ? sim_tlb_ptr(tlb, (s->base & -(uint64_t)PAGE) + (uint64_t)one * PAGE, SIM_READ)
                              : NULL;
    for (unsigned k = 0; k < count && host; k++)
        out[k] = gather_dwords(host, at[k] & (PAGE - 1), (s32x8)all(UINT32_MAX), all(0));
    return host;
}

// The texels' dwords, zeros beyond their bytes. No texel crosses a dword that it does not fill.
static bool fetch(const struct sim_surface *s, struct sim_tlb *tlb, u32x8 offset, u32x8 raw[4])
{
    const unsigned bytes = s->fmt->bytes;
    struct pages p = pages_of(s, offset);
    raw[0] = raw[1] = raw[2] = raw[3] = all(0);
    while (p.left) {
        const uint8_t *host = next_page(&p, tlb, SIM_READ);
        if (!host)
            return false;
        raw[0] = gather_dwords(host, p.within & ~3u, p.these, raw[0]);
        for (unsigned k = 1; k < bytes / 4; k++)
            raw[k] = gather_dwords(host, p.within + 4 * k, p.these, raw[k]);
    }
    if (bytes < 4)
        raw[0] = raw[0] >> (p.within & 3) * 8 & ((1u << 8 * bytes) - 1);
    return true;
}

INLINE void put_texel(uint8_t *host, const u32x8 raw[4], unsigned i, unsigned bytes)
{
    const uint32_t word = raw[0][i];
    memcpy(host, &word, bytes < 4 ? bytes : 4);
    for (unsigned k = 1; k < bytes / 4; k++) {
        const uint32_t more = raw[k][i];
        memcpy(host + 4 * k, &more, 4);
    }
}

INLINE bool find_hosts(const struct sim_surface *s, struct sim_tlb *tlb, u32x8 offset, uint8_t *host[8])
{
    struct pages p = pages_of(s, offset);
    while (p.left) {
        uint8_t *page = next_page(&p, tlb, SIM_WRITE);
        if (!page)
            return false;
        for (uint32_t these = bits_of(p.these); these; these &= these - 1) {
            const unsigned i = (unsigned)__builtin_ctz(these);
            host[i] = page + p.within[i];
        }
    }
    return true;
}

// All pages are there before the first texel is written.
INLINE bool put(const struct sim_surface *s, struct sim_tlb *tlb, u32x8 offset, uint32_t live,
                const u32x8 raw[4])
{
    uint8_t *host[8];
    if (!find_hosts(s, tlb, offset, host))
        return false;
    for (; live; live &= live - 1) {
        const unsigned i = (unsigned)__builtin_ctz(live);
        switch (s->fmt->bytes) {
        case 1:
            put_texel(host[i], raw, i, 1);
            break;
        case 2:
            put_texel(host[i], raw, i, 2);
            break;
        case 4:
            put_texel(host[i], raw, i, 4);
            break;
        case 8:
            put_texel(host[i], raw, i, 8);
            break;
        default:
            put_texel(host[i], raw, i, 16);
            break;
        }
    }
    return true;
}

// ---- texels' values

// A float of five bits of exponent, without its sign. (The host may take denormals for zero.)
INLINE u32x8 widen(u32x8 bits, unsigned mantissa)
{
    const float unit = mantissa == 10 ? 0x1p-24f : mantissa == 6 ? 0x1p-20f : 0x1p-19f;
    const u32x8 e = bits >> mantissa, m = bits << (23 - mantissa),
                small = (u32x8)(__builtin_convertvector((s32x8)bits, f32x8) * unit);
    return choose(e == 31, m | 0x7f800000, choose(e == 0, small, m + ((127 - 15) << 23)));
}

INLINE u32x8 from_unorm(const struct sim_format *f, unsigned n, u32x8 word, uint32_t mask, bool whole)
{
    if (f->srgb && n < 3) {
        const uint8_t *table = (const uint8_t *)sim_srgb8;
        return gather_dwords(table, (word & mask) * 4, mask_of(0xff), all(0));
    }
    const f32x8 v = __builtin_convertvector((s32x8)(word & mask), f32x8);
    return (u32x8)(whole ? v : v / (float)mask);
}

INLINE u32x8 from_snorm(s32x8 v, float top)
{
    const f32x8 q = __builtin_convertvector(v, f32x8) / top;
    return choose(q < -1, all(0xbf800000), (u32x8)q);
}

// `whole`: UNORM numbers are not divided by the largest.
static u32x8 decode_channel(const struct sim_format *f, unsigned n, const u32x8 raw[4], bool whole)
{
    const struct sim_channel c = f->ch[n];
    const unsigned up = 32 - c.bits;
    const uint32_t mask = c.bits == 32 ? UINT32_MAX : (1u << c.bits) - 1;
    const u32x8 word = raw[c.shift / 32] >> c.shift % 32;
    switch (c.kind) {
    case SIM_CH_UN:
        return from_unorm(f, n, word, mask, whole);
    case SIM_CH_SN:
        return from_snorm((s32x8)(word << up) >> up, (float)(mask >> 1));
    case SIM_CH_SI:
        return (u32x8)((s32x8)(word << up) >> up);
    case SIM_CH_UF:
        return widen(word & mask, c.bits - 5);
    case SIM_CH_SE:
        return (u32x8)(__builtin_convertvector((s32x8)(word & mask), f32x8) *
                       (f32x8)(((raw[0] >> 27) + (127 - 24)) << 23));
    case SIM_CH_SF:
        if (c.bits == 16)
            return widen(word & 0x7fff, 10) | (word & 0x8000) << 16;
        // fall through
    default:
        return word & mask;
    }
}

INLINE void answer(sim_lanes_u32 out[4], unsigned n, unsigned at, u32x8 words)
{
    *(u32x8 *)&out[n][at] = words;
}

// Of the channels that the format has.
INLINE void decode(const struct sim_format *f, unsigned channels, const u32x8 raw[4], unsigned at,
                   sim_lanes_u32 out[4])
{
    for (unsigned n = 0; n < 4; n++)
        if (channels & f->present & 1u << n)
            answer(out, n, at, decode_channel(f, n, raw, false));
}

// What the other channels read as.
INLINE void defaults(const struct sim_format *f, unsigned at, sim_lanes_u32 out[4])
{
    for (unsigned n = 0; n < 4 && f->present != 15; n++)
        if (!(f->present >> n & 1))
            answer(out, n, at, all(sim_format_default(f, n)));
}

static uint32_t inside(const struct sim_lanes_texels *q, uint32_t width, uint32_t height, uint32_t slices)
{
    uint32_t live = 0;
    for (unsigned at = 0; at < SIM_LANES; at += 8)
        live |= bits_of((words_at(q->x + at) < width) & (words_at(q->y + at) < height) &
                        (words_at(q->slice + at) < slices))
                << at;
    return live;
}

static void keep(uint32_t live, uint32_t word, sim_lanes_u32 out)
{
    for (unsigned at = 0; at < SIM_LANES; at += 8)
        *(u32x8 *)&out[at] = choose(mask_of(live >> at & 0xff), words_at(out + at), all(word));
}

static bool load(const struct sim_lanes_texels *q, unsigned channels, sim_lanes_u32 out[4])
{
    for (unsigned at = 0; at < SIM_LANES; at += 8) {
        u32x8 raw[4];
        if (!LIVE(q, at))
            continue;
        if (!fetch(q->s, q->tlb, offsets_of(q, at), raw))
            return false;
        decode(q->s->fmt, channels, raw, at, out);
        defaults(q->s->fmt, at, out);
    }
    return true;
}

static bool load_raw(const struct sim_lanes_texels *q, sim_lanes_u32 out[4])
{
    for (unsigned at = 0; at < SIM_LANES; at += 8) {
        u32x8 raw[4] = {{0}};
        if (LIVE(q, at) && !fetch(q->s, q->tlb, offsets_of(q, at), raw))
            return false;
        for (unsigned n = 0; n < 4; n++)
            answer(out, n, at, raw[n]);
    }
    return true;
}

// ---- the other way

// A float >= 0, as bits, in 5 bits of exponent and `mantissa` of fraction: nearest, ties to even.
INLINE u32x8 narrow(u32x8 b, unsigned mantissa)
{
    const s32x8 most = (s32x8)all(30 - 23 + mantissa), e = (s32x8)(b >> 23) - 127,
                below = largest(-14 - e, (s32x8)all(0));
    const u32x8 drop = (u32x8)smallest(below, most) + (23 - mantissa),
                m = (b & 0x7fffff) | ((u32x8)(b >> 23 != 0) & 0x800000), half = all(1) << (drop - 1),
                base = (u32x8)(below == 0) & (u32x8)(e + 14) << mantissa;
    u32x8 q = m >> drop;
    const u32x8 rest = m & ((half << 1) - 1);
    q -= (u32x8)((rest > half) | ((rest == half) & (s32x8)((q & 1) != 0)));
    const u32x8 none = 0x1fu << mantissa | (b & 0x7fffff) >> (23 - mantissa) | 1u << (mantissa - 1);
    return choose(b > 0x7f800000, none, choose(e > 15, all(0x1fu << mantissa), base + q));
}

// Of numbers between `low` and 1, not a number as zero, of `max`.
INLINE u32x8 normalized(u32x8 value, double low, double max)
{
    const struct f64x8 v = to_doubles((f32x8)value);
    s32x4 out[2];
    HALVES(h)
    out[h] = __builtin_convertvector(nearests(limit(numbers(v.half[h]), low, 1) * max), s32x4);
    return (u32x8)JOIN(out[0], out[1]);
}

INLINE u32x8 encode_channel(const struct sim_channel c, u32x8 value)
{
    const uint32_t max = c.bits == 32 ? UINT32_MAX : (1u << c.bits) - 1;
    const int32_t top = (int32_t)(max >> 1);
    switch (c.kind) {
    case SIM_CH_UN:
        return normalized(value, 0, (double)max);
    case SIM_CH_SN:
        return normalized(value, -1, (double)top) & max;
    case SIM_CH_UI:
        return choose(value > max, all(max), value);
    case SIM_CH_SI:
        return (u32x8)largest(smallest((s32x8)value, (s32x8)all((uint32_t)top)),
                              (s32x8)all((uint32_t)(-top - 1))) &
               max;
    case SIM_CH_UF: {
        const u32x8 b = value & 0x7fffffff, v = c.bits == 11 ? narrow(b, 6) : narrow(b, 5);
        return ~(u32x8)((value > 0x80000000) & (value <= 0xff800000)) & v;
    }
    default:
        return c.bits == 16 ? narrow(value & 0x7fffffff, 10) | (value >> 16 & 0x8000) : value;
    }
}

INLINE void encode_texels(const struct sim_format *f, const sim_lanes_u32 value[4], unsigned at, u32x8 raw[4])
{
    raw[0] = raw[1] = raw[2] = raw[3] = all(0);
    for (unsigned n = 0; n < 4; n++)
        if (f->present >> n & 1)
            raw[f->ch[n].shift / 32] |= encode_channel(f->ch[n], words_at(value[n] + at))
                                        << f->ch[n].shift % 32;
}

static bool encode(const struct sim_lanes_texels *q, const sim_lanes_u32 value[4],
                   struct sim_lanes_written *out)
{
    for (unsigned at = 0; at < SIM_LANES; at += 8) {
        u32x8 raw[4];
        if (!LIVE(q, at))
            continue;
        if (!find_hosts(q->s, q->tlb, offsets_of(q, at), out->host + at))
            return false;
        encode_texels(q->s->fmt, value, at, raw);
        for (unsigned n = 0; n < 4; n++)
            answer(out->raw, n, at, raw[n]);
    }
    return true;
}

static bool store(const struct sim_lanes_texels *q, const sim_lanes_u32 value[4])
{
    for (unsigned at = 0; at < SIM_LANES; at += 8) {
        u32x8 raw[4];
        if (!LIVE(q, at))
            continue;
        encode_texels(q->s->fmt, value, at, raw);
        if (!put(q->s, q->tlb, offsets_of(q, at), LIVE(q, at), raw))
            return false;
    }
    return true;
}

#include "sim/surface/lanes_filter.inc.h"

const struct sim_lanes_table SIM_LANES_TABLE = {inside, keep, load, load_raw, store, encode, sample, gather};
