// SAMPLER_STATE: see launch/stream/surface.h. PRM KBL vol2d SAMPLER_STATE, SAMPLER_BORDER_COLOR_STATE.
#include "launch/mi/packets.h"
#include "launch/stream/surface.h"
#include "winsys/ws.h"

_Static_assert(gen_SAMPLER_STATE_LENGTH * 4 == LAUNCH_SAMPLER_SIZE, "a state");

static const uint8_t filters[] = {
    [LAUNCH_FILTER_NEAREST] = GEN_MAPFILTER_NEAREST,
    [LAUNCH_FILTER_LINEAR] = GEN_MAPFILTER_LINEAR,
    [LAUNCH_FILTER_ANISOTROPIC] = GEN_MAPFILTER_ANISOTROPIC,
};

static const uint8_t wraps[] = {
    [LAUNCH_WRAP_REPEAT] = GEN_TCM_WRAP,
    [LAUNCH_WRAP_MIRROR] = GEN_TCM_MIRROR,
    [LAUNCH_WRAP_EDGE] = GEN_TCM_CLAMP,
    [LAUNCH_WRAP_BORDER] = GEN_TCM_CLAMP_BORDER,
    [LAUNCH_WRAP_MIRROR_ONCE] = GEN_TCM_MIRROR_ONCE,
};

// The hardware's comparison gives 0 where "texel OP reference" holds and 1 elsewhere: each is the reverse.
static const uint8_t compares[] = {
    [LAUNCH_COMPARE_NEVER] = GEN_PREFILTEROP_ALWAYS,
    [LAUNCH_COMPARE_LESS] = GEN_PREFILTEROP_LEQUAL,
    [LAUNCH_COMPARE_EQUAL] = GEN_PREFILTEROP_NOTEQUAL,
    [LAUNCH_COMPARE_LESS_OR_EQUAL] = GEN_PREFILTEROP_LESS,
    [LAUNCH_COMPARE_GREATER] = GEN_PREFILTEROP_GEQUAL,
    [LAUNCH_COMPARE_NOT_EQUAL] = GEN_PREFILTEROP_EQUAL,
    [LAUNCH_COMPARE_GREATER_OR_EQUAL] = GEN_PREFILTEROP_GREATER,
    [LAUNCH_COMPARE_ALWAYS] = GEN_PREFILTEROP_NEVER,
};

static const uint8_t reductions[] = {
    [LAUNCH_REDUCE_NONE] = GEN_REDUCTION_TYPE_STD_FILTER,
    [LAUNCH_REDUCE_AVERAGE] = GEN_REDUCTION_TYPE_STD_FILTER,
    [LAUNCH_REDUCE_MIN] = GEN_REDUCTION_TYPE_MINIMUM,
    [LAUNCH_REDUCE_MAX] = GEN_REDUCTION_TYPE_MAXIMUM,
};

static float clamp(float v, float low, float high)
{
    return v < low ? low : v > high ? high : v;
}

void launch_sampler_state(const struct launch_device *d, uint32_t *dw, const struct launch_sampler *i)
{
    bool anisotropic = i->mag == LAUNCH_FILTER_ANISOTROPIC || i->min == LAUNCH_FILTER_ANISOTROPIC;
    struct gen_SAMPLER_STATE s = {
        .texture_border_color_mode = GEN_BORDER_COLOR_MODE_DX10_OGL,
        .lod_preclamp_mode = GEN_CLAMP_MODE_OGL,
        .mip_mode_filter = i->linear_mips ? GEN_MIPFILTER_LINEAR : GEN_MIPFILTER_NEAREST,
        .mag_mode_filter = filters[i->mag],
        .min_mode_filter = filters[i->min],
        .texture_lod_bias = clamp(i->lod_bias, -16, 15.99609375f),
        .anisotropic_algorithm =
            anisotropic ? GEN_ANISOTROPIC_ALGORITHM_EWA : GEN_ANISOTROPIC_ALGORITHM_LEGACY,
        .min_lod = clamp(i->min_lod, 0, 14),
        .max_lod = clamp(i->max_lod, 0, 14),
        .shadow_function = compares[i->compare],
        .cube_surface_control_mode =
            i->seamed_cubes ? GEN_CUBE_CONTROL_PROGRAMMED : GEN_CUBE_CONTROL_OVERRIDE,
        .border_color_pointer = i->border_offset,
        .lod_clamp_magnification_mode = GEN_LOD_CLAMP_MAG_MIPNONE,
        .maximum_anisotropy = (uint32_t)(clamp(i->max_anisotropy, 2, 16) - 2) / 2,
        .r_address_min_filter_rounding_enable = i->round_min,
        .v_address_min_filter_rounding_enable = i->round_min,
        .u_address_min_filter_rounding_enable = i->round_min,
        .r_address_mag_filter_rounding_enable = i->round_mag,
        .v_address_mag_filter_rounding_enable = i->round_mag,
        .u_address_mag_filter_rounding_enable = i->round_mag,
        .non_normalized_coordinate_enable = i->texel_coordinates,
        .tcx_address_control_mode = wraps[i->wrap[0]],
        .tcy_address_control_mode = wraps[i->wrap[1]],
        .tcz_address_control_mode = wraps[i->wrap[2]],
        .reduction_type = reductions[i->reduction],
        .reduction_type_enable = i->reduction != LAUNCH_REDUCE_NONE,
    };
    uint32_t own[GEN_OWN_MAX];
    gen_SAMPLER_STATE_pack(own, &s);
    mi_own(d, GEN_CMD_SAMPLER_STATE, own);
    memcpy(dw, own, LAUNCH_SAMPLER_SIZE);
}
