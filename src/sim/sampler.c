// Messages to the sampler. Simulated are those on buffers: `ld` (a texel by index, with format conversion)
// and `resinfo` (the size); other drivers read uniform buffers and buffer sizes with them. Sampling and
// images are not. Source: PRM KBL vol2d "MDC_SM2", "MSD_..."; Mesa brw_eu.h brw_sampler_desc; PRM SKL vol3
// "Memory Data Formats".
#include <stdio.h>

#include "sim/dataport.h"

enum { OP_LD = 7, OP_RESINFO = 10 };

static const char *const op_names[32] = {
    "sample",   "sample_b", "sample_l",  "sample_c",   "sample_d",     "sample_b_c", "sample_l_c",
    "ld",       "gather4",  "lod",       "resinfo",    "sampleinfo",   "gather4_l",  NULL,
    NULL,       NULL,       "gather4_c", "gather4_po", "gather4_po_c", NULL,         "sample_d_c",
    NULL,       NULL,       NULL,        "sample_lz",  "sample_c_lz",  "ld_lz",      NULL,
    "ld2dms_w", "ld_mcs",   "ld2dms",    "ld2dss",
};

// What a texel of a format holds: 32-bit components only. `one`: the value of an absent alpha.
struct texel {
    unsigned comps;
    uint32_t one;
};

static bool texel_of(uint32_t format, struct texel *out)
{
    const uint32_t one_f = 0x3f800000;
    switch (format) {
    case GEN_FORMAT_R32G32B32A32_FLOAT:
        *out = (struct texel){4, one_f};
        return true;
    case GEN_FORMAT_R32G32B32A32_SINT:
    case GEN_FORMAT_R32G32B32A32_UINT:
        *out = (struct texel){4, 1};
        return true;
    case GEN_FORMAT_R32G32_FLOAT:
        *out = (struct texel){2, one_f};
        return true;
    case GEN_FORMAT_R32G32_SINT:
    case GEN_FORMAT_R32G32_UINT:
        *out = (struct texel){2, 1};
        return true;
    case GEN_FORMAT_R32_FLOAT:
        *out = (struct texel){1, one_f};
        return true;
    case GEN_FORMAT_R32_SINT:
    case GEN_FORMAT_R32_UINT:
        *out = (struct texel){1, 1};
        return true;
    default:
        return false;
    }
}

// SHADER CHANNEL SELECT (PRM KBL vol2d RENDER_SURFACE_STATE): zero, one, or a component.
static uint32_t channel(const uint32_t rgba[4], unsigned select, uint32_t one)
{
    return select >= 4 ? rgba[select - 4] : select == 1 ? one : 0;
}

static bool load_texel(struct sim_msg *m, const struct sim_space *s, uint32_t index, unsigned lane,
                       uint32_t out[4])
{
    const struct sim_surface *f = s->surface;
    struct texel t;
    if (!texel_of(f->format, &t))
        return sim_msg_unimplemented(m, "sampler ld from this surface format");
    uint32_t rgba[4] = {0, 0, 0, t.one};
    if (index < f->width) {
        uint64_t at = (uint64_t)index * f->stride;
        for (unsigned c = 0; c < t.comps; c++)
            if (!sim_mem_read(m, s, at + 4 * c, &rgba[c], 4, 4, (int)lane))
                return false;
    } else {
        rgba[3] = t.comps == 4 ? 0 : t.one;
    }
    out[0] = channel(rgba, f->state.shader_channel_select_red, t.one);
    out[1] = channel(rgba, f->state.shader_channel_select_green, t.one);
    out[2] = channel(rgba, f->state.shader_channel_select_blue, t.one);
    out[3] = channel(rgba, f->state.shader_channel_select_alpha, t.one);
    return true;
}

bool sim_sampler_message(struct sim_msg *m)
{
    unsigned op = m->desc >> 12 & 31, mode = m->desc >> 17 & 3, bti = m->desc & 255;
    if ((op != OP_LD && op != OP_RESINFO) || (mode != 1 && mode != 2) || (m->desc >> 30 & 1)) {
        char name[64];
        snprintf(name, sizeof(name), "sampler message %s, SIMD mode %u",
                 op_names[op] ? op_names[op] : "(reserved)", mode);
        return sim_msg_unimplemented(m, name);
    }
    struct sim_space s;
    if (!sim_msg_space(m, bti, NULL, &s))
        return false;
    if (s.surface && s.surface->type != GEN_SURFTYPE_BUFFER && s.surface->type != GEN_SURFTYPE_NULL)
        return sim_msg_unimplemented(m, "sampler message on an image");
    unsigned slots = mode == 1 ? 8 : 16, per = slots / 8;
    const uint8_t *u = sim_msg_payload(m, m->header ? 1 : 0, per);
    if (!u)
        return false;
    uint32_t off = m->header ? sim_msg_u32(m->src0, 2) >> 12 & 15 : 0, data[16][4] = {{0}};
    uint32_t mask = m->mask & ((1u << slots) - 1);
    // All coordinates are read before the response may overwrite them.
    for (uint32_t live = mask; live; live &= live - 1) {
        unsigned i = (unsigned)__builtin_ctz(live);
        if (!s.surface || s.surface->type == GEN_SURFTYPE_NULL)
            continue;
        if (op == OP_RESINFO)
            data[i][0] = s.surface->width;
        else if (!load_texel(m, &s, sim_msg_u32(u, i), i, data[i]))
            return false;
    }
    uint8_t *dst = m->dst;
    for (unsigned c = 0, reg = 0; dst && c < 4; c++) {
        if (off >> c & 1)
            continue;
        if (reg + per > m->rlen)
            break;
        for (uint32_t live = mask; live; live &= live - 1) {
            unsigned i = (unsigned)__builtin_ctz(live);
            memcpy(dst + reg * SIM_GRF_BYTES + 4 * i, &data[i][c], 4);
        }
        reg += per;
    }
    return true;
}
