// VkSampler: a SAMPLER_STATE, packed when it is made, and its border colour; and what it converts, which the
// compiler does (planar.c).
//
// PRM KBL vol2d SAMPLER_STATE, SAMPLER_BORDER_COLOR_STATE. The hardware's comparison gives 0 where
// "texel OP reference" holds and 1 elsewhere: each Vulkan operation is the reverse of one.
#include "entrypoints.h"
#include "vk/object/device.h"
#include "vk/image/image.h"

static const uint8_t address_modes[] = {
    [VK_SAMPLER_ADDRESS_MODE_REPEAT] = GEN_TCM_WRAP,
    [VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT] = GEN_TCM_MIRROR,
    [VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE] = GEN_TCM_CLAMP,
    [VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER] = GEN_TCM_CLAMP_BORDER,
    [VK_SAMPLER_ADDRESS_MODE_MIRROR_CLAMP_TO_EDGE] = GEN_TCM_MIRROR_ONCE,
};

static const uint8_t compare_ops[] = {
    [VK_COMPARE_OP_NEVER] = GEN_PREFILTEROP_ALWAYS,
    [VK_COMPARE_OP_LESS] = GEN_PREFILTEROP_LEQUAL,
    [VK_COMPARE_OP_EQUAL] = GEN_PREFILTEROP_NOTEQUAL,
    [VK_COMPARE_OP_LESS_OR_EQUAL] = GEN_PREFILTEROP_LESS,
    [VK_COMPARE_OP_GREATER] = GEN_PREFILTEROP_GEQUAL,
    [VK_COMPARE_OP_NOT_EQUAL] = GEN_PREFILTEROP_EQUAL,
    [VK_COMPARE_OP_GREATER_OR_EQUAL] = GEN_PREFILTEROP_GREATER,
    [VK_COMPARE_OP_ALWAYS] = GEN_PREFILTEROP_NEVER,
};

static const uint8_t reductions[] = {
    [VK_SAMPLER_REDUCTION_MODE_WEIGHTED_AVERAGE] = GEN_REDUCTION_TYPE_STD_FILTER,
    [VK_SAMPLER_REDUCTION_MODE_MIN] = GEN_REDUCTION_TYPE_MINIMUM,
    [VK_SAMPLER_REDUCTION_MODE_MAX] = GEN_REDUCTION_TYPE_MAXIMUM,
};

// The sampler swizzles border colours as it does texels: undo what the format's swizzle does.
static VkClearColorValue before_swizzle(const VkSamplerCustomBorderColorCreateInfoEXT *custom)
{
    const struct kiln_format *f = kiln_format_get(custom->format);
    VkClearColorValue color = custom->customBorderColor;
    for (unsigned n = 0; f && n < 4; n++)
        if (f->swizzle[n] >= GEN_SCS_RED)
            color.uint32[f->swizzle[n] - GEN_SCS_RED] = custom->customBorderColor.uint32[n];
    return color;
}

static VkClearColorValue border_color(const VkSamplerCreateInfo *info)
{
    const VkSamplerCustomBorderColorCreateInfoEXT *custom =
        kiln_find_const(info->pNext, VK_STRUCTURE_TYPE_SAMPLER_CUSTOM_BORDER_COLOR_CREATE_INFO_EXT);
    switch (info->borderColor) {
    case VK_BORDER_COLOR_FLOAT_OPAQUE_BLACK:
        return (VkClearColorValue){.float32 = {0, 0, 0, 1}};
    case VK_BORDER_COLOR_INT_OPAQUE_BLACK:
        return (VkClearColorValue){.uint32 = {0, 0, 0, 1}};
    case VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE:
        return (VkClearColorValue){.float32 = {1, 1, 1, 1}};
    case VK_BORDER_COLOR_INT_OPAQUE_WHITE:
        return (VkClearColorValue){.uint32 = {1, 1, 1, 1}};
    case VK_BORDER_COLOR_FLOAT_CUSTOM_EXT:
    case VK_BORDER_COLOR_INT_CUSTOM_EXT:
        return custom ? before_swizzle(custom) : (VkClearColorValue){.uint32 = {0}};
    default:
        return (VkClearColorValue){.uint32 = {0}};
    }
}

static float clamp(float v, float low, float high)
{
    return v < low ? low : v > high ? high : v;
}

static uint32_t filter(VkFilter f, bool anisotropic)
{
    if (anisotropic)
        return GEN_MAPFILTER_ANISOTROPIC;
    return f == VK_FILTER_LINEAR ? GEN_MAPFILTER_LINEAR : GEN_MAPFILTER_NEAREST;
}

static void pack(uint32_t *state, const struct kiln_sampler *sampler, const VkSamplerCreateInfo *info)
{
    const VkSamplerReductionModeCreateInfo *reduction =
        kiln_find_const(info->pNext, VK_STRUCTURE_TYPE_SAMPLER_REDUCTION_MODE_CREATE_INFO);
    bool round_min = info->minFilter != VK_FILTER_NEAREST, round_mag = info->magFilter != VK_FILTER_NEAREST;
    bool anisotropic = info->anisotropyEnable;
    uint32_t ratio = (uint32_t)(clamp(info->maxAnisotropy, 2, 16) - 2) / 2;
    struct gen_SAMPLER_STATE s = {
        .texture_border_color_mode = GEN_BORDER_COLOR_MODE_DX10_OGL,
        .lod_preclamp_mode = GEN_CLAMP_MODE_OGL,
        .mip_mode_filter =
            info->mipmapMode == VK_SAMPLER_MIPMAP_MODE_LINEAR ? GEN_MIPFILTER_LINEAR : GEN_MIPFILTER_NEAREST,
        .mag_mode_filter = filter(info->magFilter, anisotropic),
        .min_mode_filter = filter(info->minFilter, anisotropic),
        .texture_lod_bias = clamp(info->mipLodBias, -16, 15.99609375f),
        .anisotropic_algorithm =
            anisotropic ? GEN_ANISOTROPIC_ALGORITHM_EWA : GEN_ANISOTROPIC_ALGORITHM_LEGACY,
        .min_lod = clamp(info->minLod, 0, 14),
        .max_lod = clamp(info->maxLod, 0, 14),
        .shadow_function = compare_ops[info->compareEnable ? info->compareOp : VK_COMPARE_OP_NEVER],
        .cube_surface_control_mode = info->flags & VK_SAMPLER_CREATE_NON_SEAMLESS_CUBE_MAP_BIT_EXT
                                         ? GEN_CUBE_CONTROL_PROGRAMMED
                                         : GEN_CUBE_CONTROL_OVERRIDE,
        .border_color_pointer = (uint32_t)(sampler->border.address - WS_DYNAMIC_BASE),
        .lod_clamp_magnification_mode = GEN_LOD_CLAMP_MAG_MIPNONE,
        .maximum_anisotropy = ratio,
        .r_address_min_filter_rounding_enable = round_min,
        .v_address_min_filter_rounding_enable = round_min,
        .u_address_min_filter_rounding_enable = round_min,
        .r_address_mag_filter_rounding_enable = round_mag,
        .v_address_mag_filter_rounding_enable = round_mag,
        .u_address_mag_filter_rounding_enable = round_mag,
        .non_normalized_coordinate_enable = info->unnormalizedCoordinates,
        .tcx_address_control_mode = address_modes[info->addressModeU],
        .tcy_address_control_mode = address_modes[info->addressModeV],
        .tcz_address_control_mode = address_modes[info->addressModeW],
        .reduction_type = reduction ? reductions[reduction->reductionMode] : GEN_REDUCTION_TYPE_STD_FILTER,
        .reduction_type_enable = reduction,
    };
    gen_SAMPLER_STATE_pack(state, &s);
}

// A sampler state that is replayed has its border colour where it was.
static VkResult allocate_border(struct kiln_device *device, struct kiln_sampler *sampler,
                                const VkSamplerCreateInfo *info)
{
    const VkOpaqueCaptureDescriptorDataCreateInfoEXT *replay =
        kiln_find_const(info->pNext, VK_STRUCTURE_TYPE_OPAQUE_CAPTURE_DESCRIPTOR_DATA_CREATE_INFO_EXT);
    uint64_t address;
    sampler->captured = info->flags & VK_SAMPLER_CREATE_DESCRIPTOR_BUFFER_CAPTURE_REPLAY_BIT_EXT;
    if (!sampler->captured)
        return kiln_result(launch_state_alloc(&device->launch.border_pool, 64, 64, &sampler->border));
    if (!replay || !replay->opaqueCaptureDescriptorData)
        return kiln_result(launch_state_alloc(&device->launch.replay_pool, 64, 64, &sampler->border));
    memcpy(&address, replay->opaqueCaptureDescriptorData, sizeof(address));
    return kiln_result(launch_state_alloc_at(&device->launch.replay_pool, address, 64, &sampler->border));
}

static void convert(struct kiln_sampler *sampler, const VkSamplerCreateInfo *info)
{
    const VkSamplerYcbcrConversionInfo *y =
        kiln_find_const(info->pNext, VK_STRUCTURE_TYPE_SAMPLER_YCBCR_CONVERSION_INFO);
    if (!y || !y->conversion)
        return;
    const struct kiln_conversion *c = (const struct kiln_conversion *)(uintptr_t)y->conversion;
    VkSamplerCreateInfo chroma = *info;
    chroma.minFilter = chroma.magFilter = c->chroma_filter;
    pack(sampler->chroma_state, sampler, &chroma);
    sampler->ycbcr = c->ycbcr;
    sampler->ycbcr.samplers = memcmp(sampler->state, sampler->chroma_state, sizeof(sampler->state)) ? 2 : 1;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_CreateSampler(VkDevice handle, const VkSamplerCreateInfo *info,
                                                  const VkAllocationCallbacks *alloc, VkSampler *out)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    *out = VK_NULL_HANDLE;
    struct kiln_sampler *sampler =
        kiln_zalloc(&device->alloc, alloc, sizeof(*sampler), VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!sampler)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    VkResult result = allocate_border(device, sampler, info);
    if (result) {
        kiln_free(&device->alloc, alloc, sampler);
        return result;
    }
    VkClearColorValue color = border_color(info);
    memcpy(sampler->border.map, &color, sizeof(color));
    pack(sampler->state, sampler, info);
    convert(sampler, info);
    *out = KILN_TO_HANDLE(VkSampler, sampler);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL kiln_DestroySampler(VkDevice handle, VkSampler sampler_handle,
                                               const VkAllocationCallbacks *alloc)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    KILN_FROM_HANDLE(kiln_sampler, sampler, sampler_handle);
    if (!sampler)
        return;
    launch_state_free(sampler->captured ? &device->launch.replay_pool : &device->launch.border_pool,
                      &sampler->border);
    kiln_free(&device->alloc, alloc, sampler);
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_GetSamplerOpaqueCaptureDescriptorDataEXT(
    VkDevice handle, const VkSamplerCaptureDescriptorDataInfoEXT *info, void *out)
{
    KILN_FROM_HANDLE(kiln_sampler, sampler, info->sampler);
    memcpy(out, &sampler->border.address, KILN_CAPTURE_SIZE);
    return VK_SUCCESS;
}
