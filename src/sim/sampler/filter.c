// The sampler's arithmetic: level of detail, addresses, filters.
//
// Exactly, and in this order (PRM "LOD determination", Vulkan "Texel Filtering" where the PRM is silent):
// - A coordinate is scaled by the level's size in double precision, moved by the texel offset, and rounded
//   (or truncated, as the sampler's rounding enables say) to 8 fraction bits. The linear filter subtracts a
//   half; the integer part is the first texel, the fraction its neighbour's weight. Weights are integers;
//   their products with the texels' F32 values are added in double precision and rounded once to F32. Texels
//   of UNORM channels of 16 bits and less are the integers that they are stored as, and the sum is divided by
//   the largest of them. Texels of weight zero are not looked at.
// - Level of detail: log2 of the longer derivative (of the longer divided by the number of probes if
//   anisotropic), plus biases, preclamped, clamped; its fraction is rounded to 8 bits for the blend of two
//   levels.
// - Compare: a texel counts 0 if (texel FUNCTION reference) holds, else 1; then it is filtered.
// - Cube maps: the face by the largest coordinate (x before y before z if equal). In cube mode a texel
//   beyond an edge is the neighbour face's; beyond a corner, the mean of the three others.
// Source: PRM KBL vol2d SAMPLER_STATE, SAMPLER_BORDER_COLOR_STATE, RENDER_SURFACE_STATE.
#include "sim/sampler/filter.h"

static float as_float(uint32_t b)
{
    float v;
    memcpy(&v, &b, 4);
    return v;
}

static uint32_t as_bits(float v)
{
    uint32_t b;
    memcpy(&b, &v, 4);
    return b;
}

// ---- texels

// SHADER CHANNEL SELECT: zero, one, or a component.
static void select_channels(const struct sim_surface *s, const uint32_t in[4], uint32_t out[4])
{
    const uint8_t *sel = s->select;
    uint32_t rgba[4] = {in[0], in[1], in[2], in[3]};
    if (s->selects_all) {
        memcpy(out, rgba, sizeof(rgba));
        return;
    }
    for (unsigned c = 0; c < 4; c++)
        out[c] = sel[c] >= 4 ? rgba[sel[c] - 4] : sel[c] == 1 ? sim_format_default(s->fmt, 3) : 0;
}

// The texel at (x, y) of a slice, all within the surface.
static bool fetch(struct sim_texture *t, unsigned lod, uint32_t x, uint32_t y, uint32_t slice,
                  uint32_t out[4])
{
    const struct sim_surface *s = t->s;
    const struct sim_format *f = s->fmt;
    uint8_t texel[32];
    uint64_t at = sim_surface_offset(s, lod, x / f->bw, y / f->bh, slice);
    // A buffer's texels may be longer than its pitch, so that the last ones end behind the buffer: the dwords
    // there are zero (Mesa reads uniform buffers so, with a pitch of one byte).
    unsigned unit = s->type == GEN_SURFTYPE_BUFFER && f->bytes > 4 ? 4 : f->bytes;
    memset(texel + f->bytes, 0, 8);
    if (!sim_mem_read(t->m, &t->memory, at, texel, f->bytes, unit, (int)t->lane))
        return false;
    sim_texel_decode(f, texel, x % f->bw, y % f->bh, out);
    return true;
}

static void border(const struct sim_texture *t, uint32_t out[4])
{
    const struct sim_format *f = t->s->fmt;
    for (unsigned c = 0; c < 4; c++)
        out[c] = f->present >> c & 1 ? t->k->border[c] : sim_format_default(f, c);
}

static uint32_t slice_of(const struct sim_surface *s, float index, unsigned layers)
{
    double r = (double)index + 0.5;
    uint32_t i = !(r >= 1) ? 0 : r >= layers ? layers - 1 : (uint32_t)r;
    return i + (s->type == GEN_SURFTYPE_CUBE ? 0 : s->state.minimum_array_element);
}

// ---- addresses

// One axis: one texel or two neighbours. An index of -1 is the border.
struct axis {
    unsigned n;
    int index[2];
    uint32_t weight[2];
};

static int wrap_index(int64_t i, int size, unsigned mode)
{
    int64_t period = 2 * (int64_t)size;
    switch (mode) {
    case GEN_TCM_WRAP:
        return (int)((i % size + size) % size);
    case GEN_TCM_MIRROR:
        i = (i % period + period) % period;
        return (int)(i < size ? i : period - 1 - i);
    case GEN_TCM_MIRROR_ONCE:
        i = i < 0 ? -1 - i : i;
        return (int)(i < size ? i : size - 1);
    case GEN_TCM_CLAMP_BORDER:
    case GEN_TCM_HALF_BORDER:
        return i < 0 || i >= size ? -1 : (int)i;
    default:
        return i < 0 ? 0 : i >= size ? size - 1 : (int)i;
    }
}

// The position on an axis in texels, as a fixed-point number of 8 fraction bits.
static int64_t position(float coordinate, unsigned size, unsigned mode, bool plain, bool rounded, int offset)
{
    double u = (double)coordinate;
    if (!(fabs(u) < 1e30))
        u = u > 0 ? 1e30 : u < 0 ? -1e30 : 0; // NaN becomes zero
    if (mode == GEN_TCM_WRAP)
        u -= fabs(u) < 0x1p52 ? (double)whole(u) : u;
    else if (mode == GEN_TCM_MIRROR)
        u -= 2 * floor(u / 2);
    else if (mode == GEN_TCM_HALF_BORDER)
        u = clamp(u, 0, plain ? size : 1);
    double s = (plain ? u : u * size) + offset;
    s = clamp(s, -1e6, 1e6);
    return whole(s * FRACTION + (rounded ? 0.5 : 0));
}

static void find_axis(struct axis *a, int64_t fixed, int size, unsigned mode, bool linear)
{
    if (!linear) {
        a->n = 1;
        a->weight[0] = FRACTION;
        a->index[0] = wrap_index(fixed >> 8, size, mode);
        return;
    }
    fixed -= FRACTION / 2;
    a->n = 2;
    a->weight[1] = (uint32_t)(fixed & (FRACTION - 1));
    a->weight[0] = FRACTION - a->weight[1];
    for (unsigned k = 0; k < 2; k++)
        a->index[k] = wrap_index((fixed >> 8) + k, size, mode);
}

// ---- one level

// The footprint on one level: up to 2 x 2 x 2 texels.
struct footprint {
    unsigned lod;
    struct axis x, y, z;
    bool seamless;
    unsigned face;
    uint32_t slice; // of a cube: its first face
};

static unsigned address_mode(const struct sim_texture *t, unsigned axis)
{
    const struct gen_SAMPLER_STATE *k = &t->k->state;
    if (t->s->type == GEN_SURFTYPE_CUBE)
        return k->cube_surface_control_mode == GEN_CUBE_CONTROL_OVERRIDE ? GEN_TCM_CUBE
                                                                         : k->tcx_address_control_mode;
    return axis == 0   ? k->tcx_address_control_mode
           : axis == 1 ? k->tcy_address_control_mode
                       : k->tcz_address_control_mode;
}

static bool rounded(const struct sim_texture *t, unsigned axis, bool mag)
{
    const struct gen_SAMPLER_STATE *k = &t->k->state;
    const bool on[3][2] = {
        {k->u_address_min_filter_rounding_enable, k->u_address_mag_filter_rounding_enable},
        {k->v_address_min_filter_rounding_enable, k->v_address_mag_filter_rounding_enable},
        {k->r_address_min_filter_rounding_enable, k->r_address_mag_filter_rounding_enable},
    };
    return on[axis][mag];
}

static void find_footprint(const struct sim_texture *t, const struct sim_sample *q, const float c[3],
                           unsigned lod, bool linear, bool mag, struct footprint *p)
{
    const struct sim_surface *s = t->s;
    const struct axis one = {.n = 1, .weight = {FRACTION}};
    bool plain = t->k->state.non_normalized_coordinate_enable, cube = s->type == GEN_SURFTYPE_CUBE;
    uint32_t size[3] = {sim_minify(s->width, lod), sim_minify(s->height, lod), sim_minify(s->depth, lod)};
    struct axis *axes[3] = {&p->x, &p->y, &p->z};
    float st[3] = {c[0], c[1], c[2]};
    p->lod = lod;
    p->y = p->z = one;
    p->slice = t->dims == 3 && !cube ? 0 : slice_of(s, q->c[t->dims], cube ? s->layers / 6 : s->layers);
    if (cube) {
        p->face = sampler_to_face(c, st);
        p->slice = p->slice * 6 + s->state.minimum_array_element;
    }
    p->seamless = cube && address_mode(t, 0) == GEN_TCM_CUBE;
    for (unsigned i = 0; i < (cube ? 2 : t->dims); i++) {
        unsigned mode = address_mode(t, i);
        int64_t at = position(st[i], size[i], mode, plain, rounded(t, i, mag), q->offset[i]);
        if (!p->seamless) {
            find_axis(axes[i], at, (int)size[i], mode, linear);
            continue;
        }
        find_axis(axes[i], at, (int)size[i], GEN_TCM_CLAMP, linear);
        if (linear) // indices one beyond the face stay
            for (unsigned k = 0; k < 2; k++)
                axes[i]->index[k] = (int)((at - FRACTION / 2) >> 8) + (int)k;
    }
}

static bool is_border(const struct footprint *p, unsigned i, unsigned j, unsigned k)
{
    return !p->seamless && (p->x.index[i] < 0 || p->y.index[j] < 0 || p->z.index[k] < 0);
}

// One texel of a footprint, before the channel selects. *corner: there is none.
static bool texel_at(struct sim_texture *t, const struct footprint *p, unsigned i, unsigned j, unsigned k,
                     uint32_t out[4], bool *corner)
{
    int x = p->x.index[i], y = p->y.index[j], z = p->z.index[k];
    uint32_t slice = p->slice;
    *corner = false;
    if (p->seamless) {
        unsigned face = p->face;
        *corner = !sampler_fold((int)sim_minify(t->s->width, p->lod), &face, &x, &y);
        if (*corner)
            return true;
        slice += face;
    } else if (is_border(p, i, j, k)) {
        border(t, out);
        return true;
    } else if (t->s->type == GEN_SURFTYPE_CUBE) {
        slice += p->face;
    } else if (t->dims == 3) {
        slice = (uint32_t)z;
    }
    return fetch(t, p->lod, (uint32_t)x, (uint32_t)y, slice, out);
}

static uint32_t compared(const struct sim_texture *t, const uint32_t texel[4], float ref)
{
    const struct sim_format *f = t->s->fmt;
    float v = as_float(texel[f->present == 8 ? 3 : 0]);
    bool holds;
    if (f->ch[0].kind == SIM_CH_UN || f->ch[3].kind == SIM_CH_UN)
        ref = (float)clamp((double)ref, 0, 1);
    switch (t->k->state.shadow_function) {
    case GEN_PREFILTEROP_ALWAYS:
        holds = true;
        break;
    case GEN_PREFILTEROP_NEVER:
        holds = false;
        break;
    case GEN_PREFILTEROP_LESS:
        holds = v < ref;
        break;
    case GEN_PREFILTEROP_EQUAL:
        holds = v == ref;
        break;
    case GEN_PREFILTEROP_LEQUAL:
        holds = v <= ref;
        break;
    case GEN_PREFILTEROP_GREATER:
        holds = v > ref;
        break;
    case GEN_PREFILTEROP_NOTEQUAL:
        holds = v != ref;
        break;
    default:
        holds = v >= ref;
        break;
    }
    return as_bits(holds ? 0.f : 1.f);
}

static void compare_texel(const struct sim_texture *t, uint32_t texel[4], float ref)
{
    texel[0] = compared(t, texel, ref);
    texel[1] = texel[2] = 0;
    texel[3] = as_bits(1);
}

// Sums of weighted texels, or their extremes. Integers are taken as they are: only one has a weight. Borders
// are no texels: any number.
struct sum {
    double value[4]; // times sim_format_scale
    uint64_t weight;
    uint32_t only[4];
    unsigned texels;
};

static double times_scale(const struct sim_format *f, unsigned channel, double v, bool border)
{
    const double scale = sim_format_scale(f, channel);
    return border || scale == 1 ? v * scale : (double)whole(v * scale + 0.5);
}

static void add_texel(const struct sim_texture *t, struct sum *sum, const uint32_t texel[4], bool border,
                      uint64_t weight)
{
    bool min = t->reduce == GEN_REDUCTION_TYPE_MINIMUM, max = t->reduce == GEN_REDUCTION_TYPE_MAXIMUM;
    bool sint = t->s->fmt->ch[0].kind == SIM_CH_SI, integer = t->s->fmt->integer;
    if (!sum->texels++)
        memcpy(sum->only, texel, sizeof(sum->only));
    for (unsigned c = 0; c < 4; c++) {
        double v = !integer ? (double)as_float(texel[c])
                   : sint   ? (double)(int32_t)texel[c]
                            : (double)texel[c];
        if (!min && !max)
            sum->value[c] += times_scale(t->s->fmt, c, v, border) * (double)weight;
        else if (sum->texels == 1 || (min ? v < sum->value[c] : v > sum->value[c])) {
            sum->value[c] = v;
            sum->only[c] = texel[c];
        }
    }
    sum->weight += weight;
}

// Adds the footprint with the given weight of the whole (of 256).
static bool add_level(struct sim_texture *t, const struct sim_sample *q, const struct footprint *p,
                      unsigned share, struct sum *sum)
{
    struct sum corner = {0};
    uint64_t corner_weight = 0;
    for (unsigned k = 0; k < p->z.n; k++)
        for (unsigned j = 0; j < p->y.n; j++)
            for (unsigned i = 0; i < p->x.n; i++) {
                uint64_t w = (uint64_t)p->x.weight[i] * p->y.weight[j] * p->z.weight[k] * share;
                bool missing, wanted = w || p->seamless;
                uint32_t texel[4];
                if (!wanted)
                    continue;
                if (!texel_at(t, p, i, j, k, texel, &missing))
                    return false;
                if (missing) {
                    corner_weight = w;
                    continue;
                }
                if (t->compare)
                    compare_texel(t, texel, q->ref);
                if (p->seamless)
                    add_texel(t, &corner, texel, false, 1);
                if (w)
                    add_texel(t, sum, texel, is_border(p, i, j, k), w);
            }
    // Beyond a corner: the mean of the other three.
    if (corner_weight && t->reduce < GEN_REDUCTION_TYPE_MINIMUM) {
        for (unsigned c = 0; c < 4; c++)
            sum->value[c] += corner.value[c] / (double)corner.weight * (double)corner_weight;
        sum->weight += corner_weight;
        sum->texels += 2;
    }
    return true;
}

static void finish(const struct sim_texture *t, const struct sum *sum, uint32_t out[4])
{
    bool extreme = t->reduce >= GEN_REDUCTION_TYPE_MINIMUM;
    for (unsigned c = 0; c < 4; c++) {
        const double all = (double)sum->weight * sim_format_scale(t->s->fmt, c);
        out[c] = extreme || sum->texels == 1 ? sum->only[c] : as_bits((float)(sum->value[c] / all));
    }
    select_channels(t->s, out, out);
}

bool sim_texture_sample(struct sim_texture *t, const struct sim_sample *q, uint32_t out[4])
{
    struct level l;
    struct sum sum = {0};
    if (sampler_one_level(t))
        l = (struct level){.filter = sampler_possible_filter(t, t->k->state.min_mode_filter),
                           .lod = {t->s->state.surface_min_lod, t->s->state.surface_min_lod},
                           .probes = 1};
    else
        sampler_find_level(t, q, &l);
    bool linear = l.filter == GEN_MAPFILTER_LINEAR || l.filter == GEN_MAPFILTER_ANISOTROPIC;
    for (unsigned n = 0; n <= (l.beta != 0); n++) {
        unsigned share = n ? l.beta : FRACTION - l.beta;
        for (unsigned probe = 0; probe < l.probes; probe++) {
            float c[3] = {q->c[0], q->c[1], q->c[2]}, at = ((float)probe + 0.5f) / (float)l.probes - 0.5f;
            struct footprint p = {0};
            for (unsigned i = 0; i < t->dims && l.probes > 1; i++)
                c[i] += at * l.major[i];
            find_footprint(t, q, c, l.lod[n], linear, l.mag, &p);
            if (!add_level(t, q, &p, share, &sum))
                return false;
        }
    }
    finish(t, &sum, out);
    return true;
}

bool sim_texture_gather(struct sim_texture *t, const struct sim_sample *q, uint32_t out[4])
{
    // Lower left, lower right, upper right, upper left.
    static const uint8_t at[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
    struct sim_texture own = *t;
    struct level l;
    struct footprint p = {0};
    uint32_t texel[4][4];
    int missing = -1;
    own.lod_kind = SIM_LOD_EXPLICIT;
    sampler_find_level(&own, q, &l);
    find_footprint(t, q, q->c, l.lod[0], true, l.mag, &p);
    for (unsigned n = 0; n < 4; n++) {
        bool corner;
        if (!texel_at(t, &p, at[n][0], at[n][1], 0, texel[n], &corner))
            return false;
        if (corner)
            missing = (int)n;
        else if (t->compare)
            compare_texel(t, texel[n], q->ref);
    }
    for (unsigned c = 0; missing >= 0 && c < 4; c++) {
        double mean = 0;
        for (int n = 0; n < 4; n++)
            mean += n == missing ? 0 : (double)as_float(texel[n][c]) / 3;
        texel[missing][c] = t->s->fmt->integer ? texel[(missing + 1) & 3][c] : as_bits((float)mean);
    }
    for (unsigned n = 0; n < 4; n++) {
        select_channels(t->s, texel[n], texel[n]);
        out[n] = texel[n][t->compare ? 0 : t->gather];
    }
    return true;
}

bool sim_texture_load(struct sim_texture *t, const struct sim_sample *q, uint32_t out[4])
{
    const struct sim_surface *s = t->s;
    uint32_t c[3] = {0, 0, 0}, slice = 0, layer = (uint32_t)q->i[t->dims < 3 ? t->dims : 2];
    unsigned lod = q->ilod + s->state.surface_min_lod;
    bool buffer = s->type == GEN_SURFTYPE_BUFFER, volume = s->type == GEN_SURFTYPE_3D;
    // Levels that are more detailed than Resource Min LOD are not in the resource.
    bool inside = buffer || (q->ilod <= s->state.mip_count_lod && lod < SIM_MAX_LODS &&
                             lod >= (unsigned)s->state.resource_min_lod && q->sample < s->samples);
    for (unsigned i = 0; i < t->dims && inside; i++) {
        uint32_t size = i == 0 ? s->width : i == 1 ? s->height : s->depth;
        c[i] = (uint32_t)q->i[i] + (uint32_t)q->offset[i];
        inside = c[i] < (buffer ? size : sim_minify(size, lod));
    }
    if (volume)
        slice = c[2];
    else if (s->state.surface_array && !buffer)
        slice = layer;
    inside = inside && (volume || slice < s->layers);
    for (unsigned n = 0; n < 4; n++)
        out[n] = s->fmt->present >> n & 1 ? 0 : sim_format_default(s->fmt, n);
    if (inside) {
        slice = (slice + (volume ? 0 : s->state.minimum_array_element)) * s->samples + q->sample;
        if (!fetch(t, lod, c[0], c[1], slice, out))
            return false;
    }
    select_channels(s, out, out);
    return true;
}

void sim_texture_lod(struct sim_texture *t, const struct sim_sample *q, uint32_t out[4])
{
    struct level l;
    sampler_find_level(t, q, &l);
    out[0] = as_bits((float)l.clamped);
    out[1] = as_bits((float)l.unclamped);
    out[2] = out[3] = 0;
}

// resinfo: sizes of a level, the array's length in the next component, the number of levels in alpha.
void sim_texture_size(const struct sim_surface *s, uint32_t lod, uint32_t out[4])
{
    uint32_t level = lod + s->state.surface_min_lod;
    bool in = lod <= s->state.mip_count_lod, array = s->state.surface_array;
    memset(out, 0, 16);
    if (s->type == GEN_SURFTYPE_BUFFER || s->type == GEN_SURFTYPE_STRBUF) {
        out[0] = s->width;
        return;
    }
    out[3] = s->state.mip_count_lod + 1;
    if (!in || level >= SIM_MAX_LODS)
        return;
    out[0] = sim_minify(s->width, level);
    switch (s->type) {
    case GEN_SURFTYPE_1D:
        out[1] = array ? s->depth : 0;
        break;
    case GEN_SURFTYPE_3D:
        out[1] = sim_minify(s->height, level);
        out[2] = sim_minify(s->depth, level);
        break;
    default:
        out[1] = sim_minify(s->height, level);
        out[2] = array ? s->depth : 0;
        break;
    }
}
