// Messages to the sampler that most are, answered for all channels at once (surface/lanes.h): texels, samples
// and gathers of images of two or three dimensions, nearest or linear, of one or two levels, without borders,
// comparisons and anisotropy. The others, and those of threads that are observed, are answered channel by
// channel.
#include "sim/sampler/call.h"

static bool repeats(unsigned mode)
{
    return mode == GEN_TCM_WRAP || mode == GEN_TCM_MIRROR || mode == GEN_TCM_MIRROR_ONCE ||
           mode == GEN_TCM_CLAMP;
}

static bool is_plain(const struct sim_texture *t)
{
    const struct gen_SAMPLER_STATE *k = &t->k->state;
    return !t->compare && t->reduce == GEN_REDUCTION_TYPE_STD_FILTER && sampler_one_filter(t) &&
           repeats(k->tcx_address_control_mode) && repeats(k->tcy_address_control_mode) &&
           (t->dims < 3 || repeats(k->tcz_address_control_mode));
}

static void read_words(const struct sim_call *c, unsigned param, void *out)
{
    if (!c->at[param])
        memset(out, 0, sizeof(sim_lanes_u32));
    else if (c->slots == SIM_LANES)
        memcpy(out, c->at[param], sizeof(sim_lanes_u32));
    else // of eight channels; what the others have does not matter
        memcpy(out, c->at[param], sizeof(sim_lanes_u32) / 2);
}

// Texel offsets: of the header, four bits each for all channels; of gather4_po, six bits each. Whether there
// are any.
static bool read_offsets(const struct sim_call *c, sim_lanes_s32 out[3])
{
    const bool own = c->at[OFFU] || c->at[OFFV];
    if (!own && !(c->control & 0xfff))
        return false;
    for (unsigned k = 0; k < 3; k++) {
        const int32_t all = (int32_t)(c->control << (20 + 4 * k)) >> 28;
        sim_lanes_u32 each = {0};
        if (k < 2)
            read_words(c, k ? OFFV : OFFU, each);
        for (unsigned i = 0; i < SIM_LANES; i++)
            out[k][i] = ((int32_t)(each[i] << 26) >> 26) + all;
    }
    return true;
}

// SHADER CHANNEL SELECT: zero, one, or a component.
static void select_channels(const struct sim_surface *s, sim_lanes_u32 in[4], sim_lanes_u32 out[4])
{
    for (unsigned n = 0; n < 4; n++) {
        const unsigned sel = s->select[n];
        const uint32_t constant = sel == 1 ? sim_format_default(s->fmt, 3) : 0;
        for (unsigned i = 0; i < SIM_LANES; i++)
            out[n][i] = sel >= GEN_SCS_RED ? in[sel - GEN_SCS_RED][i] : constant;
    }
}

// The levels of detail of all channels. Of several levels each channel has its own.
static bool find_levels(struct sim_msg *m, struct sim_call *c, struct sim_lanes_sample *q)
{
    struct sim_texture t = c->texture;
    unsigned filter = t.k->state.min_mode_filter;
    q->levels = 1;
    if (c->op->kind == KIND_GATHER)
        t.lod_kind = SIM_LOD_EXPLICIT;
    q->one_level = sampler_one_level(&t);
    if (q->one_level) {
        q->lod[0][0] = (uint32_t)t.s->state.surface_min_lod;
    } else {
        sim_sampler_parameters(m, c);
        memset(q->lod, 0, sizeof(q->lod));
        memset(q->share, 0, sizeof(q->share));
        for (uint32_t live = c->mask; live; live &= live - 1) {
            unsigned i = (unsigned)__builtin_ctz(live);
            struct level l;
            sampler_find_level(&t, &c->in[i], &l);
            if (l.probes > 1)
                return false;
            for (unsigned n = 0; n < 2; n++)
                q->lod[n][i] = l.lod[n];
            q->share[0][i] = FRACTION - l.beta;
            q->share[1][i] = l.beta;
            q->levels = l.beta ? 2 : q->levels;
        }
    }
    q->linear = sampler_possible_filter(&t, filter) == GEN_MAPFILTER_LINEAR;
    return q->levels == 1 || !t.s->fmt->integer; // (sums are of floats)
}

static bool filtered(struct sim_msg *m, struct sim_call *c)
{
    const struct sim_surface *s = c->space.surface;
    const struct gen_SAMPLER_STATE *k = &c->sampler->state;
    struct sim_lanes_sample q; // (the arrays that are not used stay as they are)
    sim_lanes_u32 out[4];
    q.s = s;
    q.tlb = m->tlb;
    q.live = c->mask;
    q.dims = c->texture.dims;
    q.channels = s->wanted;
    q.plain = k->non_normalized_coordinate_enable;
    q.rounded[0] = k->u_address_mag_filter_rounding_enable;
    q.rounded[1] = k->v_address_mag_filter_rounding_enable;
    q.rounded[2] = k->r_address_mag_filter_rounding_enable;
    q.mode[0] = (uint8_t)k->tcx_address_control_mode;
    q.mode[1] = (uint8_t)k->tcy_address_control_mode;
    q.mode[2] = (uint8_t)k->tcz_address_control_mode;
    if (!is_plain(&c->texture) || !find_levels(m, c, &q))
        return false;
    for (unsigned n = 0; n < q.dims; n++)
        read_words(c, U + n, q.c[n]);
    if (s->state.surface_array)
        read_words(c, U + q.dims, q.c[3]);
    q.moved = read_offsets(c, q.offset);
    if (c->op->kind == KIND_SAMPLE) {
        if (s->selects_all)
            return sim_lanes()->sample(&q, c->out);
        if (!sim_lanes()->sample(&q, out))
            return false;
        select_channels(s, out, c->out);
        return true;
    }
    const unsigned channel = s->select[c->texture.gather];
    return channel >= GEN_SCS_RED && q.dims == 2 && sim_lanes()->gather(&q, channel - GEN_SCS_RED, c->out);
}

// Levels that are more detailed than Resource Min LOD are not in the resource.
static bool level_of(const struct sim_call *c, unsigned *level)
{
    const struct sim_surface *s = c->space.surface;
    sim_lanes_u32 lod;
    read_words(c, ILOD, lod);
    const uint32_t one = lod[__builtin_ctz(c->mask)];
    if (!sim_lanes_equal(lod, c->mask))
        return false;
    *level = one + s->state.surface_min_lod;
    return one <= s->state.mip_count_lod && *level < SIM_MAX_LODS &&
           *level >= (unsigned)s->state.resource_min_lod;
}

static bool loaded(struct sim_msg *m, struct sim_call *c)
{
    const struct sim_surface *s = c->space.surface;
    const unsigned dims = c->texture.dims;
    struct sim_lanes_texels q = {.s = s, .tlb = m->tlb};
    const struct sim_lanes_table *lanes = sim_lanes();
    sim_lanes_s32 offset[3];
    if (c->at[SAMPLE] || !level_of(c, &q.lod))
        return false;
    const bool volume = dims == 3, sliced = volume || s->state.surface_array;
    read_words(c, IU, q.x);
    read_words(c, IV, q.y);
    if (sliced)
        read_words(c, IW, q.slice);
    else
        memset(q.slice, 0, sizeof(q.slice));
    if (read_offsets(c, offset))
        for (unsigned i = 0; i < SIM_LANES; i++) {
            q.x[i] += (uint32_t)offset[0][i];
            q.y[i] += (uint32_t)offset[1][i];
            q.slice[i] += volume ? (uint32_t)offset[2][i] : 0;
        }
    q.live = c->mask & lanes->inside(&q, sim_minify(s->width, q.lod), sim_minify(s->height, q.lod),
                                     volume ? sim_minify(s->depth, q.lod) : s->layers);
    q.first_slice = volume ? 0 : (uint32_t)s->state.minimum_array_element;
    sim_lanes_u32 own[4], *out = s->selects_all ? c->out : own;
    if (q.live && !lanes->load(&q, s->wanted, out))
        return false;
    for (unsigned n = 0; n < 4; n++)
        lanes->keep(q.live, s->fmt->present >> n & 1 ? 0 : sim_format_default(s->fmt, n), out[n]);
    if (out == own)
        select_channels(s, own, c->out);
    return true;
}

bool sim_sampler_lanes(struct sim_msg *m, struct sim_call *c)
{
    const unsigned kind = c->op->kind;
    if (sim_msg_is_careful(m) || c->four || !c->mask || !c->space.surface->in_lanes)
        return false;
    return kind == KIND_LOAD ? loaded(m, c) : (kind == KIND_SAMPLE || kind == KIND_GATHER) && filtered(m, c);
}
