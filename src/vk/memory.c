// vkAllocateMemory and mapping. A VkDeviceMemory is one buffer object; its mapping lives as long as it does.
#include "entrypoints.h"
#include "vk/buffer.h"
#include "vk/device.h"

static bool reserve_heap(struct kiln_physical_device *p, uint64_t size)
{
    uint64_t used = __atomic_load_n(&p->memory_used, __ATOMIC_RELAXED);
    do {
        if (size > p->info.memory_size || used > p->info.memory_size - size)
            return false;
    } while (!__atomic_compare_exchange_n(&p->memory_used, &used, used + size, true, __ATOMIC_RELAXED,
                                          __ATOMIC_RELAXED));
    return true;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_AllocateMemory(VkDevice handle, const VkMemoryAllocateInfo *info,
                                                   const VkAllocationCallbacks *alloc, VkDeviceMemory *out)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    // The heap is what all devices of the machine share; a process may not take more than there is.
    uint64_t size = kiln_align(info->allocationSize, 4096);
    if (size < info->allocationSize || !reserve_heap(device->physical, size))
        return kiln_error(VK_ERROR_OUT_OF_DEVICE_MEMORY, "%llu bytes", (unsigned long long)size);
    struct kiln_memory *memory =
        kiln_zalloc(&device->alloc, alloc, sizeof(*memory), VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    VkResult result = memory ? VK_SUCCESS : kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    if (!result) {
        struct ws_bo_desc desc = {
            .size = size, .zone = WS_ZONE_HIGH, .flags = WS_BO_COHERENT, .name = "VkDeviceMemory"};
        result = kiln_bo_init(device, &memory->bo, &desc, false);
    }
    if (result) {
        kiln_free(&device->alloc, alloc, memory);
        __atomic_sub_fetch(&device->physical->memory_used, size, __ATOMIC_RELAXED);
        return result;
    }
    memory->size = info->allocationSize;
    *out = KILN_TO_HANDLE(VkDeviceMemory, memory);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL kiln_FreeMemory(VkDevice handle, VkDeviceMemory memory_handle,
                                           const VkAllocationCallbacks *alloc)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    KILN_FROM_HANDLE(kiln_memory, memory, memory_handle);
    if (!memory)
        return;
    __atomic_sub_fetch(&device->physical->memory_used, kiln_align(memory->size, 4096), __ATOMIC_RELAXED);
    kiln_bo_finish(device, &memory->bo);
    kiln_free(&device->alloc, alloc, memory);
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_MapMemory(VkDevice handle, VkDeviceMemory memory_handle,
                                              VkDeviceSize offset, VkDeviceSize size, VkMemoryMapFlags flags,
                                              void **out)
{
    KILN_FROM_HANDLE(kiln_memory, memory, memory_handle);
    if (!memory->bo.map) {
        int err = ws_bo_map(memory->bo.ws, &memory->bo.map);
        if (err)
            return kiln_error(VK_ERROR_MEMORY_MAP_FAILED, "ws_bo_map: %d", err);
    }
    *out = (uint8_t *)memory->bo.map + offset;
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL kiln_UnmapMemory(VkDevice handle, VkDeviceMemory memory)
{
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_FlushMappedMemoryRanges(VkDevice handle, uint32_t count,
                                                            const VkMappedMemoryRange *ranges)
{
    return VK_SUCCESS; // coherent
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_InvalidateMappedMemoryRanges(VkDevice handle, uint32_t count,
                                                                 const VkMappedMemoryRange *ranges)
{
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL kiln_GetDeviceMemoryCommitment(VkDevice handle, VkDeviceMemory memory_handle,
                                                          VkDeviceSize *out)
{
    KILN_FROM_HANDLE(kiln_memory, memory, memory_handle);
    *out = memory->size;
}
