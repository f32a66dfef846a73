// See sampler/shape.h.
#include "sim/sampler/shape.h"

#include "cmd/gen_table.h"
#include "hw/target.h"

static uint64_t address_of(const struct sim_launch *launch, unsigned index)
{
    return launch->dynamic_base + (launch->samplers & ~31u) + 16 * index;
}

static bool repeats(unsigned mode)
{
    return mode == GEN_TCM_WRAP || mode == GEN_TCM_MIRROR || mode == GEN_TCM_MIRROR_ONCE ||
           mode == GEN_TCM_CLAMP;
}

// Of a level of detail that is a sum with a bias only the sampler knows what it rounds to.
static uint64_t levels_of(const struct gen_SAMPLER_STATE *k)
{
    // Where a surface is magnified its most detailed level alone is read: so it is of itself, if that is
    // whole.
    const bool magnified = k->lod_clamp_magnification_mode == GEN_LOD_CLAMP_MAG_MIPNONE;
    if (k->texture_lod_bias != 0 || (magnified && (uint32_t)(k->min_lod * 256) % 256))
        return 0;
    return 1u << 17 | (uint32_t)k->mip_mode_filter << 18 | (uint64_t)(k->min_lod * 256) << 32 |
           (uint64_t)(k->max_lod * 256) << 44;
}

static unsigned border_of(const uint32_t colour[4])
{
    for (unsigned border = SIM_BORDER_ZERO; border < SIM_BORDERS; border++) {
        uint32_t words[4];
        sim_border_words(border, words);
        if (!memcmp(words, colour, sizeof(words)))
            return border;
    }
    return SIM_BORDER_NONE;
}

uint64_t sim_sampler_key(const struct sim_sampler *sampler)
{
    const struct gen_SAMPLER_STATE *k = &sampler->state;
    const unsigned mode[3] = {k->tcx_address_control_mode, k->tcy_address_control_mode,
                              k->tcz_address_control_mode};
    const bool one_filter =
        k->min_mode_filter == k->mag_mode_filter &&
        k->u_address_min_filter_rounding_enable == k->u_address_mag_filter_rounding_enable &&
        k->v_address_min_filter_rounding_enable == k->v_address_mag_filter_rounding_enable &&
        k->r_address_min_filter_rounding_enable == k->r_address_mag_filter_rounding_enable;
    const bool linear = k->min_mode_filter == GEN_MAPFILTER_LINEAR;
    if (k->sampler_disable || k->chromakey_enable || k->reduction_type_enable || !one_filter ||
        (!linear && k->min_mode_filter != GEN_MAPFILTER_NEAREST) ||
        k->texture_border_color_mode == GEN_BORDER_COLOR_MODE_DX9)
        return 0;
    uint64_t key = 1u << 31 | linear | (uint32_t)k->non_normalized_coordinate_enable << 1 |
                   (uint32_t)k->u_address_mag_filter_rounding_enable << 2 |
                   (uint32_t)k->v_address_mag_filter_rounding_enable << 3 |
                   (uint32_t)k->r_address_mag_filter_rounding_enable << 4 |
                   (uint32_t)k->shadow_function << 23;
    const uint32_t border = border_of(sampler->border);
    for (unsigned n = 0; n < 3; n++) {
        const bool ends = mode[n] == GEN_TCM_CLAMP_BORDER, stays = ends || mode[n] == GEN_TCM_CLAMP;
        if ((ends && !border) || !(ends || repeats(mode[n])) ||
            (k->non_normalized_coordinate_enable && !stays))
            return 0;
        key |= mode[n] << (8 + 3 * n) | (ends ? border << 20 : 0);
    }
    return key | levels_of(k);
}

uint64_t sim_sampler_bound(const struct sim_launch *launch, struct sim_tlb *tlb, unsigned index,
                           const struct kiln_target *target)
{
    uint32_t dw[gen_SAMPLER_STATE_LENGTH];
    struct sim_sampler sampler = {.valid = true};
    const uint8_t *at = sim_tlb_probe(tlb, address_of(launch, index), SIM_READ); // which crosses no page
    if (!at)
        return 0;
    memcpy(dw, at, sizeof(dw));
    sim_sampler_unpack(target, dw, &sampler.state);
    if (sim_sampler_has_border(&sampler.state)) {
        at = sim_tlb_probe(tlb, launch->dynamic_base + sampler.state.border_color_pointer, SIM_READ);
        if (!at || kiln_target_has_packed_border(target))
            return 0;
        memcpy(sampler.border, at, sizeof(sampler.border)); // nor this
    }
    return sim_sampler_key(&sampler);
}

uint64_t sim_sampler_met(const struct sim_group *g, unsigned index)
{
    const uint64_t at = address_of(g->launch, index);
    const struct sim_sampler *k = &g->samplers[at / 16 % SIM_SAMPLERS];
    return k->valid && k->address == at ? sim_sampler_key(k) : 0;
}
