// VK_EXT_image_drm_format_modifier, of images: format/drm_modifier.c has what there is to choose from.
#include <drm_fourcc.h>

#include "entrypoints.h"
#include "vk/image/image.h"

// Somebody else's pitch and offset.
static bool take_layout(struct kiln_image *image, const VkSubresourceLayout *plane)
{
    struct kiln_image_layout *l = &image->layout;
    uint64_t rows = l->size / l->pitch, least = (uint64_t)image->extent.width * image->format->bytes;
    if (plane->rowPitch < least || plane->rowPitch % (l->tiled ? 128 : 64) || plane->rowPitch > 1u << 18 ||
        plane->offset % l->alignment || plane->offset > KILN_IMAGE_MAX_SIZE)
        return false;
    l->pitch = (uint32_t)plane->rowPitch;
    l->size = rows * l->pitch;
    image->plane_offset = plane->offset;
    return l->size <= KILN_IMAGE_MAX_SIZE;
}

VkResult kiln_modifier_init(struct kiln_image *image, const struct kiln_format *f, uint32_t n,
                            const VkImageCreateInfo *info)
{
    const VkSubresourceLayout *plane = NULL;
    if (!image->format || image->type != VK_IMAGE_TYPE_2D || image->levels != 1 || image->layers != 1 ||
        image->samples != 1 ||
        !kiln_modifier_choose(kiln_target_of(image->device->info->devinfo), f, n, info, &image->modifier,
                              &plane, &image->tiling) ||
        !kiln_image_layout_init(&image->layout, image))
        return kiln_error(VK_ERROR_OUT_OF_DEVICE_MEMORY, "an image with a format modifier, of format %d",
                          info->format);
    if (plane && !take_layout(image, plane))
        return kiln_error(VK_ERROR_INVALID_DRM_FORMAT_MODIFIER_PLANE_LAYOUT_EXT, "offset %llu, pitch %llu",
                          (unsigned long long)plane->offset, (unsigned long long)plane->rowPitch);
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_GetImageDrmFormatModifierPropertiesEXT(
    VkDevice handle, VkImage image_handle, VkImageDrmFormatModifierPropertiesEXT *out)
{
    KILN_FROM_HANDLE(kiln_image, image, image_handle);
    out->drmFormatModifier = image->modifier;
    return VK_SUCCESS;
}
