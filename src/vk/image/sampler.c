// VkSampler: its state, packed when it is made, and its border colour; and what it converts, which the
// compiler does (planar.c).
#include "entrypoints.h"
#include "vk/object/device.h"
#include "vk/image/image.h"

static const uint8_t address_modes[] = {
    [VK_SAMPLER_ADDRESS_MODE_REPEAT] = LAUNCH_WRAP_REPEAT,
    [VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT] = LAUNCH_WRAP_MIRROR,
    [VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE] = LAUNCH_WRAP_EDGE,
    [VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER] = LAUNCH_WRAP_BORDER,
    [VK_SAMPLER_ADDRESS_MODE_MIRROR_CLAMP_TO_EDGE] = LAUNCH_WRAP_MIRROR_ONCE,
};

static const uint8_t compare_ops[] = {
    [VK_COMPARE_OP_NEVER] = LAUNCH_COMPARE_NEVER,
    [VK_COMPARE_OP_LESS] = LAUNCH_COMPARE_LESS,
    [VK_COMPARE_OP_EQUAL] = LAUNCH_COMPARE_EQUAL,
    [VK_COMPARE_OP_LESS_OR_EQUAL] = LAUNCH_COMPARE_LESS_OR_EQUAL,
    [VK_COMPARE_OP_GREATER] = LAUNCH_COMPARE_GREATER,
    [VK_COMPARE_OP_NOT_EQUAL] = LAUNCH_COMPARE_NOT_EQUAL,
    [VK_COMPARE_OP_GREATER_OR_EQUAL] = LAUNCH_COMPARE_GREATER_OR_EQUAL,
    [VK_COMPARE_OP_ALWAYS] = LAUNCH_COMPARE_ALWAYS,
};

static const uint8_t reductions[] = {
    [VK_SAMPLER_REDUCTION_MODE_WEIGHTED_AVERAGE] = LAUNCH_REDUCE_AVERAGE,
    [VK_SAMPLER_REDUCTION_MODE_MIN] = LAUNCH_REDUCE_MIN,
    [VK_SAMPLER_REDUCTION_MODE_MAX] = LAUNCH_REDUCE_MAX,
};

static enum launch_filter filter(VkFilter f, bool anisotropic)
{
    if (anisotropic)
        return LAUNCH_FILTER_ANISOTROPIC;
    return f == VK_FILTER_LINEAR ? LAUNCH_FILTER_LINEAR : LAUNCH_FILTER_NEAREST;
}

static void pack(const struct kiln_device *device, uint32_t *state, uint64_t border,
                 const VkSamplerCreateInfo *info)
{
    const VkSamplerReductionModeCreateInfo *reduction =
        kiln_find_const(info->pNext, VK_STRUCTURE_TYPE_SAMPLER_REDUCTION_MODE_CREATE_INFO);
    const struct launch_sampler s = {
        .mag = filter(info->magFilter, info->anisotropyEnable),
        .min = filter(info->minFilter, info->anisotropyEnable),
        .round_mag = info->magFilter != VK_FILTER_NEAREST,
        .round_min = info->minFilter != VK_FILTER_NEAREST,
        .linear_mips = info->mipmapMode == VK_SAMPLER_MIPMAP_MODE_LINEAR,
        .wrap = {address_modes[info->addressModeU], address_modes[info->addressModeV],
                 address_modes[info->addressModeW]},
        .compare = compare_ops[info->compareEnable ? info->compareOp : VK_COMPARE_OP_NEVER],
        .reduction = reduction ? reductions[reduction->reductionMode] : LAUNCH_REDUCE_NONE,
        .lod_bias = info->mipLodBias,
        .min_lod = info->minLod,
        .max_lod = info->maxLod,
        .max_anisotropy = info->maxAnisotropy,
        .seamed_cubes = info->flags & VK_SAMPLER_CREATE_NON_SEAMLESS_CUBE_MAP_BIT_EXT,
        .texel_coordinates = info->unnormalizedCoordinates,
        .border_offset = (uint32_t)(border - launch_zone(&device->launch, DYNAMIC)->base),
    };
    launch_sampler_state(&device->launch, state, &s);
}

// Where integers have a place of their own in it they are of 32 bits there: a colour does not say of which
// format it is.
enum { PLAIN_BORDER = 64, PACKED_BORDER = 128, INTEGERS = 64 };

static uint32_t border_bytes(const struct kiln_device *device)
{
    return kiln_target_has_packed_border(device->physical->target) ? PACKED_BORDER : PLAIN_BORDER;
}

static void write_border(const struct kiln_device *device, void *map, const VkClearColorValue *color)
{
    memcpy(map, color, sizeof(*color));
    if (kiln_target_has_packed_border(device->physical->target))
        memcpy((uint8_t *)map + INTEGERS, color, sizeof(*color));
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
        return kiln_result(
            launch_state_alloc(&device->launch.border_pool, border_bytes(device), 64, &sampler->border));
    if (!replay || !replay->opaqueCaptureDescriptorData)
        return kiln_result(launch_state_alloc(&device->launch.replay_pool, 64, 64, &sampler->border));
    memcpy(&address, replay->opaqueCaptureDescriptorData, sizeof(address));
    return kiln_result(launch_state_alloc_at(&device->launch.replay_pool, address, 64, &sampler->border));
}

void kiln_sampler_pack(const struct kiln_device *device, struct kiln_sampler *sampler, uint64_t border,
                       const VkSamplerCreateInfo *info)
{
    pack(device, sampler->state, border, info);
    const VkSamplerYcbcrConversionInfo *y =
        kiln_find_const(info->pNext, VK_STRUCTURE_TYPE_SAMPLER_YCBCR_CONVERSION_INFO);
    if (!y || !y->conversion)
        return;
    const struct kiln_conversion *c = (const struct kiln_conversion *)(uintptr_t)y->conversion;
    VkSamplerCreateInfo chroma = *info;
    chroma.minFilter = chroma.magFilter = c->chroma_filter;
    pack(device, sampler->chroma_state, border, &chroma);
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
    const VkSamplerCustomBorderColorCreateInfoEXT *custom =
        kiln_find_const(info->pNext, VK_STRUCTURE_TYPE_SAMPLER_CUSTOM_BORDER_COLOR_CREATE_INFO_EXT);
    const bool is_custom = info->borderColor == VK_BORDER_COLOR_FLOAT_CUSTOM_EXT ||
                           info->borderColor == VK_BORDER_COLOR_INT_CUSTOM_EXT;
    VkClearColorValue color =
        is_custom && custom ? kiln_custom_border(custom) : kiln_plain_border(info->borderColor);
    write_border(device, sampler->border.map, &color);
    kiln_sampler_pack(device, sampler, sampler->border.address, info);
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
