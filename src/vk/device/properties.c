// VkPhysicalDeviceProperties; the structures that chain to it are made from properties.def.
#include "entrypoints.h"
#include "vk/object/icd.h"
#include "vk/image/image.h"
#include "vk/object/physical_device.h"

// An image lies the same in all layouts: any will do for copies by the host. With the feature
// unifiedImageLayouts all that may stand for VK_IMAGE_LAYOUT_GENERAL must be here, those of attachments as
// well.
static const VkImageLayout host_layouts[] = {
    VK_IMAGE_LAYOUT_GENERAL,
    VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
    VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
    VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
    VK_IMAGE_LAYOUT_PREINITIALIZED,
    VK_IMAGE_LAYOUT_DEPTH_STENCIL_READ_ONLY_OPTIMAL,
    VK_IMAGE_LAYOUT_DEPTH_READ_ONLY_OPTIMAL,
    VK_IMAGE_LAYOUT_STENCIL_READ_ONLY_OPTIMAL,
    VK_IMAGE_LAYOUT_READ_ONLY_OPTIMAL,
    VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
    VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL,
    VK_IMAGE_LAYOUT_DEPTH_READ_ONLY_STENCIL_ATTACHMENT_OPTIMAL,
    VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_STENCIL_READ_ONLY_OPTIMAL,
    VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL,
    VK_IMAGE_LAYOUT_STENCIL_ATTACHMENT_OPTIMAL,
    VK_IMAGE_LAYOUT_ATTACHMENT_OPTIMAL,
};

static uint32_t list_layouts(VkImageLayout *out, uint32_t room)
{
    if (!out)
        return KILN_ARRAY_LEN(host_layouts);
    room = KILN_MIN(room, (uint32_t)KILN_ARRAY_LEN(host_layouts));
    memcpy(out, host_layouts, room * sizeof(out[0]));
    return room;
}

// The lists of VkPhysicalDeviceHostImageCopyProperties, which are in VkPhysicalDeviceVulkan14Properties as
// well.
#define FILL_WITH_LAYOUTS(p, s)                                                                              \
    do {                                                                                                     \
        uint32_t src = list_layouts((s)->pCopySrcLayouts, (s)->copySrcLayoutCount),                          \
                 dst = list_layouts((s)->pCopyDstLayouts, (s)->copyDstLayoutCount);                          \
        kiln_property_fill(p, (VkBaseOutStructure *)(s));                                                    \
        (s)->copySrcLayoutCount = src;                                                                       \
        (s)->copyDstLayoutCount = dst;                                                                       \
    } while (0)

static void fill(const struct kiln_physical_device *p, VkBaseOutStructure *s)
{
    VkPhysicalDeviceHostImageCopyPropertiesEXT *host = (void *)s;
    VkPhysicalDeviceVulkan14Properties *core = (void *)s;
    switch ((uint32_t)s->sType) {
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_HOST_IMAGE_COPY_PROPERTIES_EXT:
        FILL_WITH_LAYOUTS(p, host);
        break;
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_4_PROPERTIES:
        FILL_WITH_LAYOUTS(p, core);
        break;
    default:
        kiln_property_fill(p, s);
        break;
    }
}

static void fill_core(const struct kiln_physical_device *p, VkPhysicalDeviceProperties *out)
{
    memset(out, 0, sizeof(*out));
    out->apiVersion = p->api_version;
    out->driverVersion = KILN_DRIVER_VERSION;
    out->vendorID = KILN_VENDOR_ID;
    out->deviceID = p->info.pci_id;
    out->deviceType = p->info.has_local_memory ? VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU
                                               : VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU;
    memcpy(out->deviceName, p->name, sizeof(out->deviceName));
    memcpy(out->pipelineCacheUUID, p->cache_uuid, VK_UUID_SIZE);
    kiln_limits_get(p, &out->limits);
    // A block is a tile, of another shape than the standard ones, and nobody's pages are zeros that the GPU
    // may not write, where the kernel can see to that.
    out->sparseProperties = (VkPhysicalDeviceSparseProperties){
        .residencyAlignedMipSize = p->info.has_sparse,
        .residencyNonResidentStrict = p->info.has_sparse && p->info.has_read_only};
}

VKAPI_ATTR void VKAPI_CALL kiln_GetPhysicalDeviceProperties2(VkPhysicalDevice handle,
                                                             VkPhysicalDeviceProperties2 *out)
{
    KILN_FROM_HANDLE(kiln_physical_device, p, handle);
    fill_core(p, &out->properties);
    kiln_foreach(s, out->pNext) fill(p, s);
}
