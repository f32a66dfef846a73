// VkBuffer: a range of GPU addresses once memory is bound.
#include "vk/memory/buffer.h"

#include "entrypoints.h"
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

VKAPI_ATTR VkResult VKAPI_CALL kiln_CreateBuffer(VkDevice handle, const VkBufferCreateInfo *info,
                                                 const VkAllocationCallbacks *alloc, VkBuffer *out)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    const VkBufferCreateFlags known = VK_BUFFER_CREATE_DEVICE_ADDRESS_CAPTURE_REPLAY_BIT |
                                      VK_BUFFER_CREATE_DESCRIPTOR_BUFFER_CAPTURE_REPLAY_BIT_EXT;
    if (info->flags & ~known)
        return kiln_error(VK_ERROR_OUT_OF_DEVICE_MEMORY, "sparse and protected buffers are not supported");
    if (info->size > device->physical->info.gtt_size)
        return kiln_error(VK_ERROR_OUT_OF_DEVICE_MEMORY, "a buffer of %llu bytes",
                          (unsigned long long)info->size);
    struct kiln_buffer *buffer =
        kiln_zalloc(&device->alloc, alloc, sizeof(*buffer), VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!buffer)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    buffer->size = info->size;
    buffer->descriptors = holds_states(info);
    *out = KILN_TO_HANDLE(VkBuffer, buffer);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL kiln_DestroyBuffer(VkDevice handle, VkBuffer buffer,
                                              const VkAllocationCallbacks *alloc)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    KILN_FROM_HANDLE(kiln_buffer, b, buffer);
    if (b)
        kiln_report_binding(device, VK_OBJECT_TYPE_BUFFER, (uint64_t)buffer, b->address, b->size, false);
    kiln_free(&device->alloc, alloc, b);
}

static void requirements(uint64_t size, bool descriptors, VkMemoryRequirements *out)
{
    // Whole dwords: the copy kernels and MI commands write dwords.
    *out = (VkMemoryRequirements){.size = kiln_align(size, 64),
                                  .alignment = 64,
                                  .memoryTypeBits =
                                      1u << (descriptors ? KILN_MEMORY_DESCRIPTORS : KILN_MEMORY_PLAIN)};
}

static void requirements2(uint64_t size, bool descriptors, VkMemoryRequirements2 *out)
{
    requirements(size, descriptors, &out->memoryRequirements);
    kiln_foreach(s, out->pNext)
    {
        if (s->sType == VK_STRUCTURE_TYPE_MEMORY_DEDICATED_REQUIREMENTS) {
            VkMemoryDedicatedRequirements *d = (void *)s;
            d->prefersDedicatedAllocation = VK_FALSE;
            d->requiresDedicatedAllocation = VK_FALSE;
        }
    }
}

VKAPI_ATTR void VKAPI_CALL kiln_GetBufferMemoryRequirements2(VkDevice handle,
                                                             const VkBufferMemoryRequirementsInfo2 *info,
                                                             VkMemoryRequirements2 *out)
{
    KILN_FROM_HANDLE(kiln_buffer, buffer, info->buffer);
    requirements2(buffer->size, buffer->descriptors, out);
}

VKAPI_ATTR void VKAPI_CALL kiln_GetDeviceBufferMemoryRequirements(
    VkDevice handle, const VkDeviceBufferMemoryRequirements *info, VkMemoryRequirements2 *out)
{
    requirements2(info->pCreateInfo->size, holds_states(info->pCreateInfo), out);
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
