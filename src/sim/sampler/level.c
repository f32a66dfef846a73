// The level of detail of a sample: filter.c says by which rules.
#include "sim/sampler/filter.h"

static double length_of(const float d[3], const double size[3], unsigned dims)
{
    double sum = 0;
    for (unsigned i = 0; i < dims; i++)
        sum += d[i] * size[i] * d[i] * size[i];
    return sqrt(sum);
}

// Derivatives of a cube's direction, as derivatives of the coordinates on its face.
static void cube_derivatives(const float c[3], const float d[3], float out[3])
{
    float a = fmaxf(fabsf(c[0]), fmaxf(fabsf(c[1]), fabsf(c[2])));
    unsigned major = fabsf(c[0]) == a ? 0 : fabsf(c[1]) == a ? 1 : 2;
    float sign = c[major] < 0 ? -1.f : 1.f;
    out[2] = 0;
    for (unsigned i = 0, k = 0; i < 3; i++)
        if (i != major)
            out[k++] = a > 0 ? 0.5f * (d[i] * a - c[i] * d[major] * sign) / (a * a) : 0;
}

static double derived(const struct sim_texture *t, const struct sim_sample *q, struct level *l)
{
    const struct sim_surface *s = t->s;
    unsigned base = s->state.surface_min_lod, dims = t->dims;
    bool cube = s->type == GEN_SURFTYPE_CUBE, plain = t->k->state.non_normalized_coordinate_enable;
    double size[3] = {sim_minify(s->width, base), sim_minify(s->height, base), sim_minify(s->depth, base)};
    float dx[3], dy[3];
    memcpy(dx, q->ddx, sizeof(dx));
    memcpy(dy, q->ddy, sizeof(dy));
    if (cube) {
        cube_derivatives(q->c, q->ddx, dx);
        cube_derivatives(q->c, q->ddy, dy);
        dims = 2;
    }
    if (plain)
        size[0] = size[1] = size[2] = 1;
    double x = length_of(dx, size, dims), y = length_of(dy, size, dims);
    double longer = fmax(x, y), shorter = fmin(x, y);
    bool wants = t->k->state.min_mode_filter == GEN_MAPFILTER_ANISOTROPIC ||
                 t->k->state.mag_mode_filter == GEN_MAPFILTER_ANISOTROPIC;
    unsigned limit = wants && !cube && dims == 2 ? 2 * (t->k->state.maximum_anisotropy + 1) : 1;
    double ratio = shorter > 0 ? longer / shorter : limit;
    l->probes = longer > 0 && ratio > 1 ? (unsigned)fmin(ceil(ratio), limit) : 1;
    memcpy(l->major, x >= y ? dx : dy, sizeof(l->major));
    return longer > 0 ? log2(longer / l->probes) : -128;
}

bool sampler_one_filter(const struct sim_texture *t)
{
    const struct gen_SAMPLER_STATE *k = &t->k->state;
    return k->min_mode_filter == k->mag_mode_filter && k->min_mode_filter != GEN_MAPFILTER_ANISOTROPIC &&
           k->u_address_min_filter_rounding_enable == k->u_address_mag_filter_rounding_enable &&
           k->v_address_min_filter_rounding_enable == k->v_address_mag_filter_rounding_enable &&
           k->r_address_min_filter_rounding_enable == k->r_address_mag_filter_rounding_enable;
}

bool sampler_one_level(const struct sim_texture *t)
{
    return !t->s->state.mip_count_lod && t->s->state.surface_min_lod < SIM_MAX_LODS - 1 &&
           sampler_one_filter(t);
}

unsigned sampler_possible_filter(const struct sim_texture *t, unsigned filter)
{
    bool all = t->s->fmt->use & SIM_USE_FILTER || t->compare || t->reduce >= GEN_REDUCTION_TYPE_MINIMUM;
    return all ? filter : GEN_MAPFILTER_NEAREST;
}

void sampler_find_level(const struct sim_texture *t, const struct sim_sample *q, struct level *l)
{
    const struct sim_surface *s = t->s;
    const struct gen_SAMPLER_STATE *k = &t->k->state;
    unsigned last = s->state.mip_count_lod, base = s->state.surface_min_lod;
    double lod = 0, bias = k->texture_lod_bias;
    l->probes = 1;
    if (t->lod_kind != SIM_LOD_EXPLICIT)
        lod = derived(t, q, l);
    lod += bias + (t->lod_kind == SIM_LOD_DERIVED ? 0 : (double)q->lod);
    if (!(lod == lod))
        lod = 0;
    l->unclamped = lod;
    if (k->lod_preclamp_mode == GEN_CLAMP_MODE_OGL)
        lod = clamp(lod, k->min_lod, k->max_lod);
    l->mag = lod <= (double)s->state.base_mip_level;
    l->filter = l->mag ? k->mag_mode_filter : k->min_mode_filter;
    if (l->filter == GEN_MAPFILTER_ANISOTROPIC && t->lod_kind == SIM_LOD_EXPLICIT)
        l->filter = GEN_MAPFILTER_LINEAR;
    if (l->filter != GEN_MAPFILTER_ANISOTROPIC)
        l->probes = 1;
    l->filter = sampler_possible_filter(t, l->filter);
    double least = larger(smaller(k->min_lod, last),
                          larger((double)q->min_lod, (double)s->state.resource_min_lod - base));
    double most = smaller(k->max_lod, last);
    bool none = k->mip_mode_filter == GEN_MIPFILTER_NONE ||
                (l->mag && k->lod_clamp_magnification_mode == GEN_LOD_CLAMP_MAG_MIPNONE);
    lod = none ? clamp(0, least, ceil(most)) : clamp(lod, least, most);
    l->clamped = lod;
    l->beta = 0;
    unsigned first;
    double level = clamp(lod, 0, SIM_MAX_LODS); // limits of a message or a state may be anything
    if (none) {
        first = (unsigned)floor(level);
    } else if (k->mip_mode_filter == GEN_MIPFILTER_NEAREST) {
        first = (unsigned)floor(level + 0.5);
        l->clamped = first; // what is read: other drivers make ARB_texture_query_lod of the message alone
    } else {
        unsigned fixed = (unsigned)floor(level * FRACTION + 0.5);
        first = fixed / FRACTION;
        l->beta = fixed % FRACTION;
    }
    if (first >= last) {
        first = last;
        l->beta = 0;
    }
    l->lod[0] = base + first;
    if (l->lod[0] >= SIM_MAX_LODS - 1) { // a state with more levels than there can be
        l->lod[0] = SIM_MAX_LODS - 1;
        l->beta = 0;
    }
    l->lod[1] = l->lod[0] + (l->beta != 0);
}
