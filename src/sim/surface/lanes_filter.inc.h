// Filters of surface/lanes.inc.h, which includes it: the places of a sample's texels on each axis, their
// weights, and sums in the order of sampler/filter.c.

// One axis of all channels: one texel or two neighbours, and the second one's weight of 256.
struct lanes_axis {
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
                      struct lanes_axis *a)
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
struct lanes_footprint {
    struct lanes_axis x, y, z;
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

static void find_footprint(const struct sim_lanes_sample *q, unsigned level, bool linear,
                           struct lanes_footprint *p)
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
struct lanes_sum {
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
                                                              const unsigned texels, struct lanes_sum *sum)
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

static void add_row(const struct texels *t, unsigned channels, unsigned texels, bool guarded,
                    struct lanes_sum *sum)
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

static void weigh(const struct sim_lanes_sample *q, const struct lanes_footprint *p, unsigned level,
                  unsigned j, unsigned k, struct texels *t)
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
                      struct lanes_sum *sum)
{
    struct lanes_footprint p;
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
    struct lanes_footprint p;
    find_footprint(q, 0, false, &p);
    return fetch_texel(q, p.column[0], p.row[0][0], channels, out);
}

static bool weighted_sum(const struct sim_lanes_sample *q, unsigned channels, sim_lanes_u32 out[4])
{
    const bool guarded = !is_number(q->s->fmt);
    const double one =
        FRACTION * FRACTION * (q->dims == 3 ? FRACTION : 1) * (q->levels > 1 ? (double)FRACTION : 1);
    const double scale = 1 / one; // a power of two
    struct lanes_sum sum;
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
    struct lanes_footprint p;
    find_footprint(q, 0, true, &p);
    for (unsigned n = 0; n < 4; n++) {
        sim_lanes_u32 texel[4];
        if (!fetch_texel(q, p.column[at[n][0]], p.row[0][at[n][1]], 1u << channel, texel))
            return false;
        if (q->s->fmt->present >> channel & 1)
            memcpy(out[n], texel[channel], sizeof(texel[channel]));
        else
            fill(out[n], sim_format_default(q->s->fmt, channel));
    }
    return true;
}
