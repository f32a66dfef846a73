// Border colours. A sampler object has one of its own; a sampler descriptor of a heap is bits that nobody
// frees, and the same bits for the same description, on another device as well: so colours have numbers
// there. First come Vulkan's, then those that the application registers (vkRegisterCustomBorderColorEXT).
#include "entrypoints.h"
#include "newer.h"
#include "vk/image/image.h"
#include "vk/object/device.h"

enum { BORDER_SIZE = 64, PLAIN_BORDERS = VK_BORDER_COLOR_INT_OPAQUE_WHITE + 1, FIRST_CUSTOM = 8 };
_Static_assert(PLAIN_BORDERS <= FIRST_CUSTOM, "room for Vulkan's own");

VkClearColorValue kiln_plain_border(VkBorderColor color)
{
    switch (color) {
    case VK_BORDER_COLOR_FLOAT_OPAQUE_BLACK:
        return (VkClearColorValue){.float32 = {0, 0, 0, 1}};
    case VK_BORDER_COLOR_INT_OPAQUE_BLACK:
        return (VkClearColorValue){.uint32 = {0, 0, 0, 1}};
    case VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE:
        return (VkClearColorValue){.float32 = {1, 1, 1, 1}};
    case VK_BORDER_COLOR_INT_OPAQUE_WHITE:
        return (VkClearColorValue){.uint32 = {1, 1, 1, 1}};
    default:
        return (VkClearColorValue){.uint32 = {0}};
    }
}

// The sampler swizzles border colours as it does texels: undo what the format's swizzle does.
VkClearColorValue kiln_custom_border(const VkSamplerCustomBorderColorCreateInfoEXT *custom)
{
    const struct kiln_format *f = kiln_format_get(custom->format);
    VkClearColorValue color = custom->customBorderColor;
    for (unsigned n = 0; f && n < 4; n++)
        if (f->swizzle[n] >= LAUNCH_CHANNEL_RED)
            color.uint32[f->swizzle[n] - LAUNCH_CHANNEL_RED] = custom->customBorderColor.uint32[n];
    return color;
}

static uint64_t address_of(const struct kiln_device *device, uint32_t number)
{
    return device->launch.color_pool.base + (uint64_t)number * BORDER_SIZE;
}

VkResult kiln_border_colors_init(struct kiln_device *device)
{
    struct launch_state all; // the device keeps it
    VkResult result = kiln_result(launch_state_alloc_at(&device->launch.color_pool, address_of(device, 0),
                                                        FIRST_CUSTOM * BORDER_SIZE, &all));
    for (unsigned n = 0; n < PLAIN_BORDERS && !result; n++) {
        const VkClearColorValue color = kiln_plain_border((VkBorderColor)n);
        memcpy((uint8_t *)all.map + (size_t)n * BORDER_SIZE, &color, sizeof(color));
    }
    return result;
}

uint64_t kiln_border_address(const struct kiln_device *device, const VkSamplerCreateInfo *info)
{
    const VkSamplerCustomBorderColorIndexCreateInfoEXT *custom =
        kiln_find_const(info->pNext, VK_STRUCTURE_TYPE_SAMPLER_CUSTOM_BORDER_COLOR_INDEX_CREATE_INFO_EXT);
    if ((uint32_t)info->borderColor < PLAIN_BORDERS)
        return address_of(device, (uint32_t)info->borderColor);
    return address_of(device, custom && custom->index < KILN_MAX_SAMPLERS ? FIRST_CUSTOM + custom->index : 0);
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_RegisterCustomBorderColorEXT(
    VkDevice handle, const VkSamplerCustomBorderColorCreateInfoEXT *custom, VkBool32 request, uint32_t *index)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    struct launch_state_pool *pool = &device->launch.color_pool;
    struct launch_state state;
    VkResult result = kiln_result(
        request ? launch_state_alloc_at(pool, address_of(device, FIRST_CUSTOM + *index), BORDER_SIZE, &state)
                : launch_state_alloc(pool, BORDER_SIZE, BORDER_SIZE, &state));
    if (result == VK_ERROR_INVALID_OPAQUE_CAPTURE_ADDRESS || result == VK_ERROR_OUT_OF_HOST_MEMORY)
        return result;
    const uint32_t number =
        result ? 0 : (uint32_t)((state.address - pool->base) / BORDER_SIZE) - FIRST_CUSTOM;
    if (!result && number >= KILN_MAX_SAMPLERS) {
        launch_state_free(pool, &state);
        result = VK_ERROR_OUT_OF_DEVICE_MEMORY;
    }
    if (result)
        return kiln_error(VK_ERROR_TOO_MANY_OBJECTS, "no more border colours");
    const VkClearColorValue color = kiln_custom_border(custom);
    memcpy(state.map, &color, sizeof(color));
    *index = number;
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL kiln_UnregisterCustomBorderColorEXT(VkDevice handle, uint32_t index)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    struct launch_state state = {.address = address_of(device, FIRST_CUSTOM + index), .size = BORDER_SIZE};
    launch_state_free(&device->launch.color_pool, &state);
}
