// VkBuffer: a range of GPU addresses once memory is bound; a sparse one from the start.
#include "vk/memory/buffer.h"

#include "entrypoints.h"
#include "vk/memory/sparse.h"
#include "vk/object/device.h"

// Where state base addresses reach: descriptors, and the constants beside generated commands.
static bool holds_states(const VkBufferCreateInfo *info)
{
    const VkBufferUsageFlags2CreateInfoKHR *wide =
        kiln_find_const(info->pNext, VK_STRUCTURE_TYPE_BUFFER_USAGE_FLAGS_2_CREATE_INFO_KHR);
    return (wide ? wide->usage : info->usage) &
           (VK_BUFFER_USAGE_RESOURCE_DESCRIPTOR_BUFFER_BIT_EXT |
            VK_BUFFER_USAGE_SAMPLER_DESCRIPTOR_BUFFER_BIT_EXT | VK_BUFFER_USAGE_DESCRIPTOR_HEAP_BIT_EXT |
            VK_BUFFER_USAGE_2_PREPROCESS_BUFFER_BIT_EXT);
}

// Its addresses: any, or those that may be replayed, or are.
static VkResult make_sparse(struct kiln_device *device, struct kiln_buffer *buffer,
                            const VkBufferCreateInfo *info, const VkAllocationCallbacks *alloc)
{
    const VkBufferOpaqueCaptureAddressCreateInfo *capture =
        kiln_find_const(info->pNext, VK_STRUCTURE_TYPE_BUFFER_OPAQUE_CAPTURE_ADDRESS_CREATE_INFO);
    struct launch_sparse_info s = {.size = info->size,
                                   .zone = buffer->descriptors ? WS_ZONE_DESCRIPTOR : WS_ZONE_HIGH,
                                   .holes = info->flags & VK_BUFFER_CREATE_SPARSE_RESIDENCY_BIT};
    const VkBufferCreateFlags captured = VK_BUFFER_CREATE_DEVICE_ADDRESS_CAPTURE_REPLAY_BIT |
                                         VK_BUFFER_CREATE_DESCRIPTOR_BUFFER_CAPTURE_REPLAY_BIT_EXT;
    if (capture && capture->opaqueCaptureAddress)
        s.address = capture->opaqueCaptureAddress;
    else
        s.address = kiln_sparse_replay_address(device, info->pNext,
                                               info->flags & captured && !buffer->descriptors, info->size);
    VkResult result = kiln_sparse_create(device, &s, alloc, &buffer->sparse);
    if (result)
        return result != VK_ERROR_OUT_OF_HOST_MEMORY && s.address ? VK_ERROR_INVALID_OPAQUE_CAPTURE_ADDRESS
                                                                  : result;
    buffer->address = buffer->sparse->address;
    kiln_report_binding(device, VK_OBJECT_TYPE_BUFFER, (uint64_t)(uintptr_t)buffer, buffer->address,
                        buffer->size, true);
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_CreateBuffer(VkDevice handle, const VkBufferCreateInfo *info,
                                                 const VkAllocationCallbacks *alloc, VkBuffer *out)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    const VkBufferCreateFlags sparse = device->physical->info.has_sparse ? KILN_BUFFER_SPARSE : 0;
    const VkBufferCreateFlags known = VK_BUFFER_CREATE_DEVICE_ADDRESS_CAPTURE_REPLAY_BIT |
                                      VK_BUFFER_CREATE_DESCRIPTOR_BUFFER_CAPTURE_REPLAY_BIT_EXT | sparse;
    if (info->flags & ~known)
        return kiln_error(VK_ERROR_OUT_OF_DEVICE_MEMORY, "buffers with flags 0x%x are not supported",
                          info->flags);
    if (info->size > device->physical->info.gtt_size)
        return kiln_error(VK_ERROR_OUT_OF_DEVICE_MEMORY, "a buffer of %llu bytes",
                          (unsigned long long)info->size);
    struct kiln_buffer *buffer =
        kiln_zalloc(&device->alloc, alloc, sizeof(*buffer), VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!buffer)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    buffer->size = info->size;
    buffer->descriptors = holds_states(info);
    VkResult result = info->flags & sparse ? make_sparse(device, buffer, info, alloc) : VK_SUCCESS;
    if (result) {
        kiln_free(&device->alloc, alloc, buffer);
        return result;
    }
    *out = KILN_TO_HANDLE(VkBuffer, buffer);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL kiln_DestroyBuffer(VkDevice handle, VkBuffer buffer,
                                              const VkAllocationCallbacks *alloc)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    KILN_FROM_HANDLE(kiln_buffer, b, buffer);
    if (!b)
        return;
    kiln_report_binding(device, VK_OBJECT_TYPE_BUFFER, (uint64_t)buffer, b->address, b->size, false);
    kiln_sparse_destroy(device, b->sparse, alloc);
    kiln_free(&device->alloc, alloc, b);
}

void kiln_plain_requirements(const struct kiln_device *device, uint64_t size, VkMemoryRequirements2 *out)
{
    // Whole dwords: the copy kernels and MI commands write dwords.
    out->memoryRequirements =
        (VkMemoryRequirements){.size = kiln_align(size, 64),
                               .alignment = 64,
                               .memoryTypeBits = kiln_plain_memory_types(&device->physical->info)};
    kiln_foreach(s, out->pNext)
    {
        if (s->sType == VK_STRUCTURE_TYPE_MEMORY_DEDICATED_REQUIREMENTS) {
            VkMemoryDedicatedRequirements *d = (void *)s;
            d->prefersDedicatedAllocation = VK_FALSE;
            d->requiresDedicatedAllocation = VK_FALSE;
        }
    }
}

static void requirements(const struct kiln_device *device, const struct kiln_buffer *b, bool sparse,
                         VkMemoryRequirements2 *out)
{
    kiln_plain_requirements(device, b->size, out);
    if (b->descriptors)
        out->memoryRequirements.memoryTypeBits = 1u << KILN_MEMORY_DESCRIPTORS;
    if (sparse)
        kiln_sparse_requirements(&out->memoryRequirements);
}

VKAPI_ATTR void VKAPI_CALL kiln_GetBufferMemoryRequirements2(VkDevice handle,
                                                             const VkBufferMemoryRequirementsInfo2 *info,
                                                             VkMemoryRequirements2 *out)
{
    KILN_FROM_HANDLE(kiln_buffer, buffer, info->buffer);
    requirements((const struct kiln_device *)handle, buffer, buffer->sparse, out);
}

VKAPI_ATTR void VKAPI_CALL kiln_GetDeviceBufferMemoryRequirements(
    VkDevice handle, const VkDeviceBufferMemoryRequirements *info, VkMemoryRequirements2 *out)
{
    const struct kiln_buffer b = {.size = info->pCreateInfo->size,
                                  .descriptors = holds_states(info->pCreateInfo)};
    requirements((const struct kiln_device *)handle, &b, info->pCreateInfo->flags & KILN_BUFFER_SPARSE, out);
}

static void bind(VkDevice handle, VkBuffer buffer_handle, VkDeviceMemory memory_handle, VkDeviceSize offset)
{
    KILN_FROM_HANDLE(kiln_buffer, buffer, buffer_handle);
    KILN_FROM_HANDLE(kiln_memory, memory, memory_handle);
    KILN_FROM_HANDLE(kiln_device, device, handle);
    buffer->address = memory->bo.address + offset;
    buffer->memory = memory;
    buffer->offset = offset;
    kiln_report_binding(device, VK_OBJECT_TYPE_BUFFER, (uint64_t)buffer_handle, buffer->address, buffer->size,
                        true);
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_BindBufferMemory2(VkDevice handle, uint32_t count,
                                                      const VkBindBufferMemoryInfo *infos)
{
    for (uint32_t i = 0; i < count; i++) {
        bind(handle, infos[i].buffer, infos[i].memory, infos[i].memoryOffset);
        kiln_bind_succeeded(infos[i].pNext);
    }
    return VK_SUCCESS;
}

VKAPI_ATTR VkDeviceAddress VKAPI_CALL kiln_GetBufferDeviceAddress(VkDevice handle,
                                                                  const VkBufferDeviceAddressInfo *info)
{
    KILN_FROM_HANDLE(kiln_buffer, buffer, info->buffer);
    return buffer->address;
}

// A buffer's address follows from its memory's: to replay the memory is all that is needed.
VKAPI_ATTR uint64_t VKAPI_CALL kiln_GetBufferOpaqueCaptureAddress(VkDevice handle,
                                                                  const VkBufferDeviceAddressInfo *info)
{
    KILN_FROM_HANDLE(kiln_buffer, buffer, info->buffer);
    return buffer->address;
}
