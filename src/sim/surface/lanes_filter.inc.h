// Filters of surface/lanes.inc.h, which includes it: the places of a sample's texels on each axis, their
// weights, and sums to the same bits as sampler/filter.c has them.

// The level of each channel: its sizes, and where it begins in the surface.
struct lanes_level {
    s32x8 size[3];
    u32x8 left, above;
};

INLINE struct lanes_level level_at(const struct sim_lanes_sample *q, unsigned level, unsigned at)
{
    const struct sim_surface *s = q->s;
    const uint32_t size[3] = {s->width, s->height, s->depth};
    const u32x8 lod = q->one_level ? all(q->lod[0][0]) : words_at(q->lod[level] + at);
    struct lanes_level l;
    for (unsigned k = 0; k < q->dims; k++)
        l.size[k] = largest((s32x8)(all(size[k]) >> lod), (s32x8)all(1));
    u32x8 left = all(s->lod_x[lod[0]]), above = all(s->lod_y[lod[0]]);
    for (unsigned i = 1; i < 8 && !q->one_level; i++) {
        left[i] = s->lod_x[lod[i]];
        above[i] = s->lod_y[lod[i]];
    }
    l.left = left + s->origin_x;
    l.above = above + s->origin_y;
    return l;
}

// ---- one axis

// One texel or two neighbours, and their weights of 256.
struct lanes_axis {
    unsigned n;
    s32x8 index[2], weight[2];
};

// Positions in texels, of 8 fraction bits.
INLINE f64x4 positions(const struct sim_lanes_sample *q, unsigned k, f64x4 u, f64x4 size, f64x4 offset)
{
    const unsigned mode = q->mode[k];
    u = numbers(u);
    if (mode == GEN_TCM_WRAP || mode == GEN_TCM_MIRROR)
        u = limit(u, -1e30, 1e30);
    if (mode == GEN_TCM_WRAP)
        u -= floors(u); // (of 2^52 and more: themselves)
    else if (mode == GEN_TCM_MIRROR)
        u -= 2 * floors(u * 0.5);
    const f64x4 s = limit((q->plain ? u : u * size) + offset, -1e6, 1e6);
    return floors(s * FRACTION + (q->rounded[k] ? 0.5 : 0));
}

INLINE s32x8 fixed_positions(const struct sim_lanes_sample *q, unsigned k, unsigned at, s32x8 size)
{
    const struct f64x8 u = to_doubles((f32x8)words_at(q->c[k] + at)), sizes = doubles_of(size);
    struct f64x8 offset = {{{0}}};
    s32x4 out[2];
    if (q->moved)
        offset = doubles_of((s32x8)words_at(q->offset[k] + at));
    HALVES(h)
    out[h] = __builtin_convertvector(positions(q, k, u.half[h], sizes.half[h], offset.half[h]), s32x4);
    return JOIN(out[0], out[1]);
}

// A remainder that is not negative. `near`: of numbers from -period to 2 * period - 1. (Quotients of such
// integers are never rounded up to the next one.)
INLINE s32x8 remainders(s32x8 index, s32x8 period, bool near)
{
    if (near) {
        index += (index < 0) & period;
        return index - ((index >= period) & period);
    }
    const struct f64x8 i = doubles_of(index), p = doubles_of(period);
    s32x4 out[2];
    HALVES(h)
    out[h] = __builtin_convertvector(i.half[h] - floors(i.half[h] / p.half[h]) * p.half[h], s32x4);
    return JOIN(out[0], out[1]);
}

INLINE s32x8 wrap(unsigned mode, s32x8 size, bool near, s32x8 index)
{
    switch (mode) {
    case GEN_TCM_WRAP:
        return remainders(index, size, near);
    case GEN_TCM_MIRROR: {
        const s32x8 r = remainders(index, 2 * size, near);
        return smallest(r, 2 * size - 1 - r);
    }
    case GEN_TCM_MIRROR_ONCE:
        return smallest(largest(index, -1 - index), size - 1);
    default:
        return smallest(largest(index, (s32x8)all(0)), size - 1);
    }
}

INLINE void find_axis(const struct sim_lanes_sample *q, unsigned k, unsigned at, s32x8 size, bool linear,
                      struct lanes_axis *a)
{
    const s32x8 fixed = fixed_positions(q, k, at, size) - (linear ? FRACTION / 2 : 0);
    const bool near = !q->moved && !q->plain;
    a->n = linear ? 2 : 1;
    a->index[0] = wrap(q->mode[k], size, near, fixed >> 8);
    a->weight[0] = (s32x8)all(FRACTION);
    if (!linear)
        return;
    a->index[1] = wrap(q->mode[k], size, near, (fixed >> 8) + 1);
    a->weight[1] = fixed & (FRACTION - 1);
    a->weight[0] = FRACTION - a->weight[1];
}

// ---- a level

// Its texels: what to add for a column; and for each row of each slice.
struct lanes_footprint {
    struct lanes_axis x, y, z;
    u32x8 column[2], row[2][2];
};

// Physical slices of the array index.
INLINE s32x8 slices_of(const struct sim_lanes_sample *q, unsigned at)
{
    const struct sim_surface *s = q->s;
    const struct f64x8 c = to_doubles((f32x8)words_at(q->c[3] + at));
    s32x4 out[2];
    if (!s->state.surface_array)
        return (s32x8)all(s->state.minimum_array_element);
    HALVES(h)
    out[h] = __builtin_convertvector(limit(numbers(c.half[h] + 0.5), 0, (double)s->layers - 0.5), s32x4);
    return JOIN(out[0], out[1]) + (int32_t)s->state.minimum_array_element;
}

INLINE void find_footprint(const struct sim_lanes_sample *q, unsigned level, unsigned at, bool linear,
                           struct lanes_footprint *p)
{
    const struct sim_surface *s = q->s;
    const struct lanes_level l = level_at(q, level, at);
    find_axis(q, 0, at, l.size[0], linear, &p->x);
    find_axis(q, 1, at, l.size[1], linear, &p->y);
    p->z.n = 1;
    if (q->dims == 3)
        find_axis(q, 2, at, l.size[2], linear, &p->z);
    else
        p->z.index[0] = slices_of(q, at);
    for (unsigned i = 0; i < p->x.n; i++)
        p->column[i] = columns(s, (u32x8)p->x.index[i] + l.left);
    for (unsigned k = 0; k < p->z.n; k++)
        for (unsigned j = 0; j < p->y.n; j++)
            p->row[k][j] = rows(s, (u32x8)p->y.index[j] + l.above + (u32x8)p->z.index[k] * s->qpitch);
}

// The product of a texel's weights but of a second level's share: 24 bits.
INLINE s32x8 weight_in_level(const struct sim_lanes_sample *q, const struct lanes_footprint *p, unsigned i,
                             unsigned j, unsigned k)
{
    const s32x8 w = p->x.weight[i] * p->y.weight[j];
    return q->dims == 3 ? w * p->z.weight[k] : w;
}

INLINE bool fetch_texel(const struct sim_lanes_sample *q, unsigned at, u32x8 offset, u32x8 raw[4])
{
    return fetch(q->s, q->tlb, lend(LIVE(q, at), offset), raw);
}

// ---- sums of UNORM bytes, as integers

// What all weights are together.
INLINE double whole_weight(const struct sim_lanes_sample *q)
{
    return FRACTION * FRACTION * (q->dims == 3 ? FRACTION : 1) * (q->levels > 1 ? (double)FRACTION : 1);
}

// Sums have 32 bits.
INLINE bool sums_bytes(const struct sim_lanes_sample *q)
{
    return q->s->fmt->unorm_bytes && (q->dims < 3 || q->levels == 1);
}

// Two rows' numbers of 16 bits, in the low or the high halves, beside each other, by their weights of 256.
// (The factors of the instruction have signs: 2^15 less, which is 2^23 less of all weights together.)
INLINE u32x8 mean_of_rows(u32x8 upper, u32x8 lower, u32x8 weights, bool high)
{
    const u32x8 both = high ? upper >> 16 | (lower & 0xffff0000) : (upper & 0xffff) | lower << 16;
    return (u32x8)multiply_add(both ^ 0x80008000, weights) + (1u << 23);
}

// Means of four texels' bytes, of 256 * 256 each: by columns in 16 bits, two bytes at once, then by rows.
INLINE void mean_of_bytes(const u32x8 texel[2][2], s32x8 x, s32x8 y, u32x8 out[4])
{
    const u32x8 right = (u32x8)(x | x << 16), left = 0x01000100 - right,
                down = (u32x8)((FRACTION - y) | y << 16);
    for (unsigned odd = 0; odd < 2; odd++) {
        u32x8 row[2];
        for (unsigned j = 0; j < 2; j++)
            row[j] = multiply16(texel[j][0] >> 8 * odd & 0x00ff00ff, left) +
                     multiply16(texel[j][1] >> 8 * odd & 0x00ff00ff, right);
        out[odd] = mean_of_rows(row[0], row[1], down, false);
        out[odd + 2] = mean_of_rows(row[0], row[1], down, true);
    }
}

INLINE u32x8 mean_byte(u32x8 sum, double whole)
{
    if (whole == FRACTION * FRACTION) // (24 bits)
        return (u32x8)(__builtin_convertvector((s32x8)sum, f32x8) / (255.0f * FRACTION * FRACTION));
    struct f64x8 v = doubles_of((s32x8)(sum >> 1)), low = doubles_of((s32x8)(sum & 1));
    HALVES(h)
    v.half[h] = (v.half[h] * 2 + low.half[h]) / (255 * whole);
    return (u32x8)to_floats(v);
}

// The texels of a slice of a footprint.
INLINE bool fetch_four(const struct sim_lanes_sample *q, const struct lanes_footprint *p, unsigned at,
                       unsigned k, u32x8 texel[2][2])
{
    u32x8 offset[2][2];
    for (unsigned j = 0; j < 2; j++)
        for (unsigned i = 0; i < 2; i++)
            offset[j][i] = lend(LIVE(q, at), join(q->s, p->column[i], p->row[k][j]));
    if (q->s->fmt->bytes == 4 && fetch_near(q->s, q->tlb, &offset[0][0], 4, &texel[0][0]))
        return true;
    for (unsigned j = 0; j < 2; j++)
        for (unsigned i = 0; i < 2; i++) {
            u32x8 raw[4];
            if (!fetch(q->s, q->tlb, offset[j][i], raw))
                return false;
            texel[j][i] = raw[0];
        }
    return true;
}

static bool sum_bytes(const struct sim_lanes_sample *q, unsigned channels, unsigned at, sim_lanes_u32 out[4])
{
    const struct sim_format *f = q->s->fmt;
    const bool more = q->levels > 1 || q->dims == 3;
    sim_lanes_u32 sum[4];
    for (unsigned level = 0; level < q->levels; level++) {
        struct lanes_footprint p;
        find_footprint(q, level, at, true, &p);
        for (unsigned k = 0; k < p.z.n; k++) {
            u32x8 texel[2][2], mean[4];
            if (!fetch_four(q, &p, at, k, texel))
                return false;
            mean_of_bytes(texel, p.x.weight[1], p.y.weight[1], mean);
            const u32x8 w = !more           ? all(1)
                            : q->levels > 1 ? words_at(q->share[level] + at)
                                            : (u32x8)p.z.weight[k];
            for (unsigned b = 0; b < 4; b++)
                *(u32x8 *)sum[b] = more ? (level || k ? words_at(sum[b]) : all(0)) + mean[b] * w : mean[b];
        }
    }
    for (unsigned n = 0; n < 4; n++)
        if (channels >> n & 1)
            answer(out, n, at, mean_byte(words_at(sum[f->ch[n].shift / 8]), whole_weight(q)));
    return true;
}

// ---- sums of others

// Of floats only texels that have a weight count, and of one alone the bits are the result: it may be no
// number, or -0.
struct lanes_sum {
    struct f64x8 value[4];
    u32x8 some[4];
    s32x8 count;
    bool floats;
};

static bool has_floats(const struct sim_format *f)
{
    bool any = false;
    for (unsigned n = 0; n < 4; n++)
        any = any || f->ch[n].kind == SIM_CH_SF || f->ch[n].kind == SIM_CH_UF;
    return any;
}

INLINE void add_texel(const u32x8 value[4], s32x8 weight, s32x8 share, unsigned channels,
                      struct lanes_sum *sum)
{
    struct f64x8 w = doubles_of(weight), of = doubles_of(share);
    const s32x8 counts = (weight != 0) & (share != 0);
    HALVES(h)
    w.half[h] *= of.half[h];
    for (unsigned n = 0; n < 4; n++) {
        if (!(channels >> n & 1))
            continue;
        const struct f64x8 v = to_doubles((f32x8)value[n]);
        HALVES(h)
        {
            const f64x4 product = v.half[h] * w.half[h];
            sum->value[n].half[h] += sum->floats ? (f64x4)((s64x4)product & (w.half[h] != 0)) : product;
        }
        if (sum->floats)
            sum->some[n] = choose(counts, value[n], sum->some[n]);
    }
    sum->count -= counts;
}

static bool add_level(const struct sim_lanes_sample *q, unsigned level, unsigned channels, unsigned at,
                      struct lanes_sum *sum)
{
    struct lanes_footprint p;
    const s32x8 share = q->levels > 1 ? (s32x8)words_at(q->share[level] + at) : (s32x8)all(1);
    find_footprint(q, level, at, q->linear, &p);
    for (unsigned k = 0; k < p.z.n; k++)
        for (unsigned j = 0; j < p.y.n; j++)
            for (unsigned i = 0; i < p.x.n; i++) {
                u32x8 raw[4], value[4];
                if (!fetch_texel(q, at, join(q->s, p.column[i], p.row[k][j]), raw))
                    return false;
                for (unsigned n = 0; n < 4; n++)
                    value[n] = channels >> n & 1 ? decode_channel(q->s->fmt, n, raw, true) : all(0);
                add_texel(value, weight_in_level(q, &p, i, j, k), share, channels, sum);
            }
    return true;
}

static bool weighted_sum(const struct sim_lanes_sample *q, unsigned channels, unsigned at,
                         sim_lanes_u32 out[4])
{
    struct lanes_sum sum = {.floats = has_floats(q->s->fmt)};
    for (unsigned level = 0; level < q->levels; level++)
        if (!add_level(q, level, channels, at, &sum))
            return false;
    for (unsigned n = 0; n < 4; n++) {
        if (!(channels >> n & 1))
            continue;
        const double whole = whole_weight(q) * sim_format_scale(q->s->fmt, n);
        HALVES(h)
        sum.value[n].half[h] /= whole;
        const u32x8 mean = (u32x8)to_floats(sum.value[n]);
        answer(out, n, at, sum.floats ? choose(sum.count == 1, sum.some[n], mean) : mean);
    }
    return true;
}

static bool nearest_texel(const struct sim_lanes_sample *q, unsigned channels, unsigned at,
                          sim_lanes_u32 out[4])
{
    struct lanes_footprint p;
    u32x8 raw[4];
    find_footprint(q, 0, at, false, &p);
    if (!fetch_texel(q, at, join(q->s, p.column[0], p.row[0][0]), raw))
        return false;
    decode(q->s->fmt, channels, raw, at, out);
    return true;
}

static bool sample(const struct sim_lanes_sample *q, sim_lanes_u32 out[4])
{
    const unsigned channels = q->channels & q->s->fmt->present;
    for (unsigned at = 0; at < SIM_LANES; at += 8) {
        if (!LIVE(q, at))
            continue;
        if (!(!q->linear && q->levels == 1 ? nearest_texel(q, channels, at, out)
              : q->linear && sums_bytes(q) ? sum_bytes(q, channels, at, out)
                                           : weighted_sum(q, channels, at, out)))
            return false;
        defaults(q->s->fmt, at, out);
    }
    return true;
}

static bool gather(const struct sim_lanes_sample *q, unsigned channel, sim_lanes_u32 out[4])
{
    // Lower left, lower right, upper right, upper left.
    static const uint8_t places[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
    const struct sim_format *f = q->s->fmt;
    for (unsigned at = 0; at < SIM_LANES; at += 8) {
        struct lanes_footprint p;
        if (!LIVE(q, at))
            continue;
        find_footprint(q, 0, at, true, &p);
        for (unsigned n = 0; n < 4; n++) {
            u32x8 raw[4];
            if (!fetch_texel(q, at, join(q->s, p.column[places[n][0]], p.row[0][places[n][1]]), raw))
                return false;
            answer(out, n, at,
                   f->present >> channel & 1 ? decode_channel(f, channel, raw, false)
                                             : all(sim_format_default(f, channel)));
        }
    }
    return true;
}
