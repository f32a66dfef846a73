// Render cache messages: render target write.
//
// Channels are pixels of the thread's subspans, or of those that the message's header names. A pixel outside
// the surface's level is dropped; so are channels that the blend state masks. Depth that the shader computes
// comes behind the colours and goes to the depth buffer. Blending, multisampling, oMask, computed stencil,
// and dual sources are refused by name. Source: PRM KBL vol2d MH_RT, MHC_RT_C0, MDP_RTW_*; Mesa brw_eu.h
// brw_fb_write_desc.
#include "sim/ports/dataport.h"

struct target {
    const struct sim_surface *s;
    struct sim_space memory;
    struct sim_pixels pixels;
    unsigned write_mask;
    uint32_t slice;
};

static bool find_target(struct sim_msg *m, struct target *t)
{
    const struct sim_draw *draw = m->t->group->launch->draw;
    uint32_t index = 0;
    t->pixels = m->t->group->pixels;
    if (m->header) {
        const uint8_t *h = sim_msg_payload(m, 0, 2);
        if (!h)
            return false;
        uint32_t c0 = sim_msg_u32(h, 0);
        if (c0 & (1u << 11 | 1u << 12 | 1u << 14))
            return sim_msg_unimplemented(m, "render target write of alpha, oMask or stencil");
        index = sim_msg_u32(h, 2) & 7;
        t->pixels.layer = c0 >> 16 & 0x7ff;
        t->pixels.mask = sim_msg_u32(h + SIM_GRF_BYTES, 7) & 0xffff;
        for (unsigned i = 0; i < 4; i++) {
            t->pixels.x[i] = (uint16_t)sim_msg_u32(h + SIM_GRF_BYTES, 2 + i);
            t->pixels.y[i] = (uint16_t)(sim_msg_u32(h + SIM_GRF_BYTES, 2 + i) >> 16);
        }
    }
    t->write_mask = draw->write_mask[index];
    if (!sim_msg_space(m, NULL, &t->memory))
        return false;
    t->s = t->memory.surface;
    if (!t->s)
        return sim_msg_illegal(m, "render target write without a surface");
    if (t->memory.null)
        return true;
    if (t->s->refused)
        return sim_msg_unimplemented(m, t->s->refused);
    if (!(t->s->fmt->use & SIM_USE_RENDER))
        return sim_msg_illegal(m, "this surface format cannot be rendered to");
    if (t->s->samples > 1)
        return sim_msg_unimplemented(m, "rendering to a multisampled surface");
    if (t->s->type != GEN_SURFTYPE_BUFFER)
        t->memory.size = UINT64_MAX;
    t->slice = t->s->state.minimum_array_element;
    if (t->pixels.layer <= t->s->state.render_target_view_extent)
        t->slice += t->pixels.layer;
    return true;
}

// One pixel of level `lod` and a slice; outside the level it is dropped.
static bool write_pixel(struct sim_msg *m, const struct sim_space *memory, const struct sim_pixels *p,
                        unsigned i, unsigned lod, uint32_t slice, const uint32_t value[4], unsigned mask)
{
    const struct sim_surface *s = memory->surface;
    uint32_t x = p->x[i / 4] + (i & 1), y = p->y[i / 4] + (i >> 1 & 1);
    uint8_t texel[24] = {0};
    bool flat = s->type == GEN_SURFTYPE_BUFFER;
    if (lod >= SIM_MAX_LODS || x >= (flat ? s->width : sim_minify(s->width, lod)) ||
        y >= (flat ? 1 : sim_minify(s->height, lod)))
        return true;
    uint64_t at = sim_surface_offset(s, lod, x, y, slice);
    // What is not written stays: masked channels, and bits that belong to none.
    struct sim_msg rest = sim_msg_unseen(m); // part of the write
    if (!sim_mem_read(&rest, memory, at, texel, s->fmt->bytes, s->fmt->bytes, (int)i))
        return false;
    sim_texel_encode(s->fmt, value, mask, texel);
    return sim_mem_write(m, memory, at, texel, s->fmt->bytes, s->fmt->bytes, (int)i);
}

// The shader's depth, clamped to [0, 1] as the viewport says.
static bool write_depth(struct sim_msg *m, const struct target *t, uint32_t mask, const uint8_t *data)
{
    const struct sim_surface *d = m->t->group->launch->draw->depth;
    struct sim_space memory = {.base = d->base, .size = UINT64_MAX, .surface = d};
    uint32_t slice = d->state.minimum_array_element + t->pixels.layer;
    for (uint32_t live = mask; live; live &= live - 1) {
        unsigned i = (unsigned)__builtin_ctz(live);
        uint32_t value[4] = {sim_msg_u32(data, i)};
        float v;
        memcpy(&v, &value[0], 4);
        v = !(v > 0) ? 0 : v > 1 ? 1 : v;
        memcpy(&value[0], &v, 4);
        if (!write_pixel(m, &memory, &t->pixels, i, d->state.mip_count_lod, slice, value, 1))
            return false;
    }
    return true;
}

static bool render_target_write(struct sim_msg *m)
{
    const unsigned first = m->header ? 2 : 0, slots = m->send->slots, per = slots / 8;
    const bool replicated = m->send->replicated;
    struct target t;
    if (!find_target(m, &t))
        return false;
    const uint8_t *data = sim_msg_payload(m, first, replicated ? 1 : 4 * per);
    if (!data)
        return false;
    uint32_t mask = t.pixels.mask & (slots == 8 ? 0xff : 0xffff);
    if (!replicated || m->u->n == 16)
        mask &= m->mask;
    if (m->t->group->launch->draw->depth) {
        const uint8_t *depth = sim_msg_payload(m, first + 4 * per, per);
        if (!depth || !write_depth(m, &t, mask, depth))
            return false;
    }
    if (t.memory.null)
        return true;
    for (uint32_t live = mask; live; live &= live - 1) {
        unsigned i = (unsigned)__builtin_ctz(live);
        uint32_t value[4];
        for (unsigned c = 0; c < 4; c++)
            value[c] = replicated ? sim_msg_u32(data, c) : sim_msg_u32(data + c * per * SIM_GRF_BYTES, i);
        if (!write_pixel(m, &t.memory, &t.pixels, i, t.s->state.mip_count_lod, t.slice, value, t.write_mask))
            return false;
    }
    return true;
}

bool sim_render_cache_message(struct sim_msg *m)
{
    if (!m->t->group->launch->draw)
        return sim_msg_illegal(m, "render cache message from a thread that is not a pixel shader's");
    return render_target_write(m);
}
