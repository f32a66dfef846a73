// Pixel shader threads: from a rectangle to registers.
//
// A thread covers 2 (SIMD8) or 4 (SIMD16) subspans of 2 x 2 pixels that lie side by side. Its registers: r0,
// the header of a compute thread, with the render target array index in r0.0; r1, the subspans' corners and
// the pixel mask; then, at the register that 3DSTATE_PS names, two registers of setup data an attribute, of
// which only the constant term (the last dword of each four) is not zero. Source: PRM KBL vol2d MH_RT,
// MHC_RT_C0, MHC_RT_PSM, MHC_RT_SUBSPAN; Mesa brw_fs.cpp assign_urb_setup.
#include <stdio.h>

#include "sim/dispatch/dispatch.h"

static unsigned tile_width(const struct sim_draw *w)
{
    return w->simd / 2;
}

static int even(int v)
{
    return v & ~1;
}

bool sim_pixels_prepare(struct sim_dispatch *d, struct sim_fault *fault)
{
    const struct sim_draw *w = d->launch->draw;
    if (w->setup_grf + 2 * w->attributes > d->program->target->grf_count ||
        w->attributes > SIM_MAX_ATTRIBUTES) {
        fault->kind = SIM_FAULT_ILLEGAL;
        snprintf(fault->text, sizeof(fault->text), "3DPRIMITIVE: the payload does not fit the register file");
        return false;
    }
    d->simd = w->simd;
    d->threads = 1;
    if (w->x1 <= w->x0 || w->y1 <= w->y0)
        return true; // no groups
    d->tiles[0] = ((uint32_t)(w->x1 - even(w->x0)) + tile_width(w) - 1) / tile_width(w);
    d->tiles[1] = (uint32_t)(w->y1 - even(w->y0) + 1) / 2;
    d->groups = (uint64_t)d->tiles[0] * d->tiles[1] * w->layers;
    return true;
}

uint32_t sim_pixels_start(const struct sim_dispatch *d, uint64_t number, struct sim_pixels *p)
{
    const struct sim_draw *w = d->launch->draw;
    uint64_t per_layer = (uint64_t)d->tiles[0] * d->tiles[1], at = number % per_layer;
    int x = even(w->x0) + (int)(at % d->tiles[0] * tile_width(w)),
        y = even(w->y0) + 2 * (int)(at / d->tiles[0]);
    uint32_t whole = 0;
    memset(p, 0, sizeof(*p));
    p->layer = (uint32_t)(number / per_layer);
    for (unsigned i = 0; i < w->simd; i++) {
        int px = x + (int)(i / 4 * 2 + (i & 1)), py = y + (int)(i >> 1 & 1);
        p->x[i / 4] = (uint16_t)(x + (int)(i / 4 * 2));
        p->y[i / 4] = (uint16_t)y;
        if (px >= w->x0 && px < w->x1 && py >= w->y0 && py < w->y1) {
            p->mask |= 1u << i;
            whole |= 15u << (i & ~3u);
        }
    }
    return w->vector_mask ? whole : p->mask;
}

void sim_pixels_payload(const struct sim_dispatch *d, const struct sim_pixels *p, struct sim_thread *t)
{
    const struct sim_draw *w = d->launch->draw;
    sim_rf_set32(t, 0, p->layer << 16);
    sim_rf_set32(t, 4, 0);
    for (unsigned s = 0; s < w->simd / 4; s++)
        sim_rf_set32(t, SIM_GRF_BYTES + 4 * (2 + s), p->x[s] | (uint32_t)p->y[s] << 16);
    sim_rf_set32(t, SIM_GRF_BYTES + 28, p->mask | p->mask << 16);
    for (unsigned a = 0; a < w->attributes; a++)
        for (unsigned c = 0; c < 4; c++)
            sim_rf_set32(t, (w->setup_grf + 2 * a) * SIM_GRF_BYTES + 16 * c + 12, w->attribute[a][c]);
}
