// Chooses among the instantiations of surface/lanes.inc.h, and says which surfaces they are for.
#include "sim/surface/lanes.h"

bool sim_lanes_base_only;

const struct sim_lanes_table *sim_lanes(void)
{
#if defined(__x86_64__)
    if (!sim_lanes_base_only && __builtin_cpu_supports("avx2"))
        return &sim_lanes_avx2;
#endif
    return &sim_lanes_base;
}

// A channel lies in one dword; none is a fraction or a byte that has a table but for eight bits of sRGB.
bool sim_lanes_can_decode(const struct sim_format *f)
{
    for (unsigned n = 0; n < 4; n++) {
        struct sim_channel c = f->ch[n];
        if (c.kind && (c.shift / 32 != (c.shift + c.bits - 1) / 32 || (c.bits > 16 && c.bits != 32)))
            return false;
        if (c.kind && c.bits == 32 && c.kind != SIM_CH_SF && c.kind != SIM_CH_UI && c.kind != SIM_CH_SI)
            return false;
        if (f->srgb && n < 3 && c.kind && (c.kind != SIM_CH_UN || c.bits != 8))
            return false;
        if (c.kind == SIM_CH_SF && c.bits != 16 && c.bits != 32)
            return false;
    }
    return !f->codec && f->bytes <= 16 && !(f->bytes & (f->bytes - 1));
}

// No texel straddles a tile's column or a page, slices do not share tiles, and offsets have 31 bits.
bool sim_lanes_can_find(const struct sim_surface *s)
{
    const struct sim_format *f = s->fmt;
    uint64_t rows = (uint64_t)s->qpitch * s->layers * s->samples + s->height + s->origin_y + 4096u;
    if (s->type == GEN_SURFTYPE_3D)
        rows += (uint64_t)s->qpitch * s->depth;
    return f && !s->refused && (s->type == GEN_SURFTYPE_2D || s->type == GEN_SURFTYPE_3D) &&
           s->samples == 1 && !s->slices_by_level && s->tiling != SIM_TILING_W && !(s->tile.z | s->tile.s) &&
           f->bytes <= 16 && !(f->bytes & (f->bytes - 1)) && !(s->base % f->bytes) &&
           !(s->pitch % f->bytes) && rows * s->pitch < (1u << 31);
}

bool sim_lanes_can(const struct sim_surface *s)
{
    return s->fmt && sim_lanes_can_decode(s->fmt) && sim_lanes_can_find(s);
}
