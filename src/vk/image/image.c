// VkImage: a format, a size and a layout; a range of GPU addresses once memory is bound, or from the start if
// it is sparse.
#include "vk/image/image.h"

#include "entrypoints.h"
#include "vk/memory/buffer.h"
#include "vk/memory/sparse.h"
#include "hw/rules.h"
#include "vk/object/data.h"
#include "vk/object/device.h"

enum { MAX_SURFACES = 3 };

// Surfaces that a format takes behind the first: the stencil, planes.
static uint32_t more_surfaces(VkFormat format)
{
    const struct kiln_format *f = kiln_format_get(format);
    if (f && f->planar)
        return f->planar->planes - 1u;
    return f && f->aspect == KILN_ASPECT_DEPTH_STENCIL ? 1 : 0;
}

static bool disjoint(const struct kiln_image *image)
{
    return image->flags & VK_IMAGE_CREATE_DISJOINT_BIT;
}

// From the memory's start to the end of a surface.
static uint64_t surface_end(const struct kiln_image *image)
{
    return kiln_align(image->plane_offset + image->layout.size, 64);
}

// (Somebody else's planes may lie in any order.)
static uint64_t image_size(const struct kiln_image *image)
{
    uint64_t end = 0;
    for (uint32_t n = 0; n <= image->more; n++)
        end = KILN_MAX(end, surface_end(&image[n]));
    return end;
}

static VkResult too_large(const VkImageCreateInfo *info)
{
    return kiln_error(VK_ERROR_OUT_OF_DEVICE_MEMORY, "an image of format %d, %u x %u x %u, %u layers",
                      info->format, info->extent.width, info->extent.height, info->extent.depth,
                      info->arrayLayers);
}

// Surface n, of format `format`, of image[-n].
static VkResult init_surface(struct kiln_image *image, uint32_t n, const VkImageCreateInfo *info,
                             VkFormat format)
{
    image->type = info->imageType;
    image->format = kiln_format_get(format);
    image->extent = info->extent;
    image->levels = info->mipLevels;
    image->layers = info->arrayLayers;
    image->samples = info->samples;
    image->usage = (VkImageUsageFlags)kiln_image_usage(image->format, info->usage, info->pNext);
    image->flags = (VkImageCreateFlags)kiln_image_flags(info->flags, info->pNext);
    const VkExternalMemoryImageCreateInfo *external =
        kiln_find_const(info->pNext, VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMAGE_CREATE_INFO);
    image->shared = external && external->handleTypes;
    image->tiling = info->tiling;
    if (info->tiling == VK_IMAGE_TILING_DRM_FORMAT_MODIFIER_EXT)
        return kiln_modifier_init(image, image[-(int)n].format, n, info);
    bool good = image->format && (info->samples & KILN_IMAGE_SAMPLES) && image->levels <= KILN_MAX_LEVELS &&
                kiln_image_layout_init(&image->layout, image);
    return good ? VK_SUCCESS : too_large(info);
}

// A surface behind the first: where its tiles are whole.
static VkResult init_behind(struct kiln_image *image, uint32_t n, const VkImageCreateInfo *info)
{
    const struct kiln_planar *p = image->format->planar;
    VkImageCreateInfo part = *info;
    image[n].device = image->device;
    if (p) {
        part.extent.width = (info->extent.width + p->divisor[0] - 1) / p->divisor[0];
        part.extent.height = (info->extent.height + p->divisor[1] - 1) / p->divisor[1];
    } else {
        image->stencil = &image[n];
    }
    VkResult result = init_surface(&image[n], n, &part, p ? kiln_plane_format(p, n) : VK_FORMAT_S8_UINT);
    bool given =
        kiln_find_const(info->pNext, VK_STRUCTURE_TYPE_IMAGE_DRM_FORMAT_MODIFIER_EXPLICIT_CREATE_INFO_EXT);
    if (!result && !disjoint(image) && !given)
        image[n].plane_offset = kiln_align(surface_end(&image[n - 1]), image[n].layout.alignment);
    return result;
}

// image[1] and image[2] are there for what the format has behind its first surface.
static VkResult init(const struct kiln_device *device, struct kiln_image image[MAX_SURFACES],
                     const VkImageCreateInfo *info)
{
    image[0].device = &device->launch;
    VkResult result = init_surface(&image[0], 0, info, info->format);
    image[0].more = result ? 0 : more_surfaces(info->format);
    for (uint32_t n = 1; n <= image[0].more && !result; n++)
        result = init_behind(image, n, info);
    return !result && image_size(image) > KILN_IMAGE_MAX_SIZE ? too_large(info) : result;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_CreateImage(VkDevice handle, const VkImageCreateInfo *info,
                                                const VkAllocationCallbacks *alloc, VkImage *out)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    struct kiln_image *image =
        kiln_zalloc(&device->alloc, alloc, sizeof(*image) * (1 + more_surfaces(info->format)),
                    VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    *out = VK_NULL_HANDLE;
    if (!image)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    VkResult result = init(device, image, info);
    for (uint32_t n = 0; n <= image->more; n++)
        image[n].shared &= kiln_has_rule(device->physical->rules, KILN_RULE_MOCS_SHARED);
    if (!result && kiln_image_is_sparse(image))
        result = kiln_image_make_sparse(device, image, image_size(image), info->pNext, alloc);
    if (result) {
        kiln_free(&device->alloc, alloc, image);
        return result;
    }
    *out = KILN_TO_HANDLE(VkImage, image);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL kiln_DestroyImage(VkDevice handle, VkImage image_handle,
                                             const VkAllocationCallbacks *alloc)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    KILN_FROM_HANDLE(kiln_image, image, image_handle);
    if (!image)
        return;
    kiln_object_placed(device, (uint64_t)image_handle, 0, 0);
    kiln_sparse_destroy(device, image->sparse, alloc);
    kiln_free(&device->alloc, alloc, image);
}

// ---- memory ----

// Of the whole image, or of a plane that has memory of its own.
static void requirements(const struct kiln_image *image, VkImageAspectFlags plane, VkMemoryRequirements2 *out)
{
    bool alone = plane && disjoint(image);
    if (alone)
        image = kiln_image_plane(image, plane);
    out->memoryRequirements =
        (VkMemoryRequirements){.size = alone ? surface_end(image) : image_size(image),
                               .alignment = image->layout.alignment,
                               .memoryTypeBits = kiln_plain_memory_types(image->device->info)};
    if (kiln_image_is_sparse(image))
        kiln_image_sparse_requirements(image, &out->memoryRequirements);
    kiln_foreach(s, out->pNext)
    {
        if (s->sType == VK_STRUCTURE_TYPE_MEMORY_DEDICATED_REQUIREMENTS) {
            VkMemoryDedicatedRequirements *d = (void *)s;
            d->prefersDedicatedAllocation = VK_FALSE;
            d->requiresDedicatedAllocation = VK_FALSE;
        }
    }
}

VKAPI_ATTR void VKAPI_CALL kiln_GetImageMemoryRequirements2(VkDevice handle,
                                                            const VkImageMemoryRequirementsInfo2 *info,
                                                            VkMemoryRequirements2 *out)
{
    KILN_FROM_HANDLE(kiln_image, image, info->image);
    const VkImagePlaneMemoryRequirementsInfo *plane =
        kiln_find_const(info->pNext, VK_STRUCTURE_TYPE_IMAGE_PLANE_MEMORY_REQUIREMENTS_INFO);
    requirements(image, plane ? plane->planeAspect : 0, out);
}

VKAPI_ATTR void VKAPI_CALL kiln_GetDeviceImageMemoryRequirements(VkDevice handle,
                                                                 const VkDeviceImageMemoryRequirements *info,
                                                                 VkMemoryRequirements2 *out)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    struct kiln_image image[MAX_SURFACES] = {0};
    if (init(device, image, info->pCreateInfo))
        image[0].layout.alignment = 4096;
    requirements(image, info->planeAspect, out);
}

VKAPI_ATTR void VKAPI_CALL
kiln_GetDeviceImageSparseMemoryRequirements(VkDevice handle, const VkDeviceImageMemoryRequirements *info,
                                            uint32_t *count, VkSparseImageMemoryRequirements2 *out)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    struct kiln_image image[MAX_SURFACES] = {0};
    VkImage as = KILN_TO_HANDLE(VkImage, &image[0]);
    const VkImageSparseMemoryRequirementsInfo2 of = {.image = as};
    if (init(device, image, info->pCreateInfo))
        *count = 0;
    else
        kiln_GetImageSparseMemoryRequirements2(handle, &of, count, out);
}

static void bind_surface(struct kiln_image *image, struct kiln_memory *memory, VkDeviceSize offset)
{
    image->memory = memory;
    image->offset = offset + image->plane_offset;
    image->address = memory->bo.address + image->offset;
}

// A plane of a disjoint image, or (plane 0) all surfaces.
static void bind(VkImage image_handle, VkDeviceMemory memory_handle, VkDeviceSize offset,
                 VkImageAspectFlags plane)
{
    KILN_FROM_HANDLE(kiln_image, image, image_handle);
    KILN_FROM_HANDLE(kiln_memory, memory, memory_handle);
    if (plane && disjoint(image)) {
        bind_surface((struct kiln_image *)kiln_image_plane(image, plane), memory, offset);
        return;
    }
    for (uint32_t n = 0; n <= image->more; n++)
        bind_surface(&image[n], memory, offset);
}

void kiln_image_placed(struct kiln_device *device, const struct kiln_image *image)
{
    kiln_object_placed(device, (uint64_t)(uintptr_t)image, image->address, image_size(image));
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_BindImageMemory2(VkDevice handle, uint32_t count,
                                                     const VkBindImageMemoryInfo *infos)
{
    for (uint32_t i = 0; i < count; i++) {
        const VkBindImagePlaneMemoryInfo *plane =
            kiln_find_const(infos[i].pNext, VK_STRUCTURE_TYPE_BIND_IMAGE_PLANE_MEMORY_INFO);
        bind(infos[i].image, infos[i].memory, infos[i].memoryOffset, plane ? plane->planeAspect : 0);
        kiln_image_placed((struct kiln_device *)handle, (struct kiln_image *)(uintptr_t)infos[i].image);
        kiln_bind_succeeded(infos[i].pNext);
    }
    return VK_SUCCESS;
}

// ---- where a subresource lies: only asked of linear images ----

static void subresource_layout(const struct kiln_image *image, uint32_t level, uint32_t layer,
                               VkSubresourceLayout *out)
{
    const struct kiln_image_layout *l = &image->layout;
    const struct kiln_format *f = image->format;
    uint64_t slice = l->in_a_row ? l->pitch : (uint64_t)l->qpitch * l->pitch;
    uint32_t rows = (kiln_minify(image->extent.height, level) + f->height - 1) / f->height;
    uint32_t slices = kiln_minify(image->extent.depth, level);
    *out = (VkSubresourceLayout){
        .offset = image->plane_offset + slice * layer + (uint64_t)l->level[level].y * l->pitch +
                  l->level[level].x * f->bytes,
        .size = (slices - 1) * slice + (uint64_t)rows * l->pitch,
        .rowPitch = l->pitch,
        .arrayPitch = slice,
        .depthPitch = slice,
    };
    // Levels share rows: the last row ends with the level, not with the pitch.
    uint64_t row = (uint64_t)(kiln_minify(image->extent.width, level) + f->width - 1) / f->width * f->bytes;
    out->size -= l->pitch - row;
}

// A copy of a subresource to the host as it lies in memory (VK_HOST_IMAGE_COPY_MEMCPY_EXT) is whole rows of
// its blocks: see host_copy.c.
static void subresource_layout2(const struct kiln_image *image, const VkImageSubresource *which,
                                VkSubresourceLayout2KHR *out)
{
    const struct kiln_image *plane = kiln_image_plane(image, which->aspectMask);
    subresource_layout(plane, which->mipLevel, which->arrayLayer, &out->subresourceLayout);
    kiln_foreach(s, out->pNext)
    {
        if (s->sType == VK_STRUCTURE_TYPE_SUBRESOURCE_HOST_MEMCPY_SIZE_EXT)
            ((VkSubresourceHostMemcpySizeEXT *)s)->size = kiln_image_packed_size(plane, which->mipLevel);
        else
            kiln_image_compression(s);
    }
}

VKAPI_ATTR void VKAPI_CALL kiln_GetImageSubresourceLayout2KHR(VkDevice handle, VkImage image_handle,
                                                              const VkImageSubresource2KHR *which,
                                                              VkSubresourceLayout2KHR *out)
{
    KILN_FROM_HANDLE(kiln_image, image, image_handle);
    subresource_layout2(image, &which->imageSubresource, out);
}

VKAPI_ATTR void VKAPI_CALL kiln_GetDeviceImageSubresourceLayoutKHR(
    VkDevice handle, const VkDeviceImageSubresourceInfoKHR *info, VkSubresourceLayout2KHR *out)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    struct kiln_image image[MAX_SURFACES] = {0};
    if (!init(device, image, info->pCreateInfo))
        subresource_layout2(image, &info->pSubresource->imageSubresource, out);
    else
        memset(&out->subresourceLayout, 0, sizeof(out->subresourceLayout));
}
