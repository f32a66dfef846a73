// vkAllocateMemory, mapping, and sharing. A VkDeviceMemory is one buffer object; its mapping lives as long as
// it does. Of what sparse resources show, the buffer object is one more that shows it, all of it. A file
// descriptor of it, opaque or not, is a dma-buf.
#include <errno.h>
#include <unistd.h>

#include "entrypoints.h"
#include "vk/memory/buffer.h"
#include "vk/object/device.h"

static bool reserve_heap(struct kiln_physical_device *p, uint64_t size)
{
    uint64_t used = __atomic_load_n(p->memory_used, __ATOMIC_RELAXED);
    do {
        if (size > p->info.memory_size || used > p->info.memory_size - size)
            return false;
    } while (!__atomic_compare_exchange_n(p->memory_used, &used, used + size, true, __ATOMIC_RELAXED,
                                          __ATOMIC_RELAXED));
    return true;
}

// The kinds of memory that vkAllocateMemory makes: new, or somebody else's buffer.
static VkResult make_new(struct kiln_device *device, struct kiln_memory *memory, uint32_t type, uint64_t size,
                         uint64_t address)
{
    // The heap is what all devices of the machine share; a process may not take more than there is.
    if (!reserve_heap(device->physical, size))
        return kiln_error(VK_ERROR_OUT_OF_DEVICE_MEMORY, "%llu bytes", (unsigned long long)size);
    struct ws_bo_desc desc = {.size = size,
                              .zone = type == KILN_MEMORY_DESCRIPTORS ? WS_ZONE_DESCRIPTOR : WS_ZONE_HIGH,
                              .flags = WS_BO_COHERENT,
                              .address = address,
                              .name = "VkDeviceMemory"};
    VkResult result = kiln_result(launch_bo_init(&device->launch, &memory->bo, &desc, false));
    if (result)
        __atomic_sub_fetch(device->physical->memory_used, size, __ATOMIC_RELAXED);
    else
        memory->reserved = size;
    return result;
}

// Sparse resources show parts of pages. What is exported is a buffer of the kernel's, as it is no sparse
// resource's (VUID-VkSparseMemoryBind-memory-02730).
static bool is_pages(const VkMemoryAllocateInfo *info)
{
    const VkExportMemoryAllocateInfo *ex =
        kiln_find_const(info->pNext, VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO);
    return info->memoryTypeIndex == KILN_MEMORY_SPARSE && !(ex && ex->handleTypes);
}

static VkResult show_pages(struct kiln_device *device, struct kiln_memory *memory, uint64_t size,
                           uint64_t address)
{
    int err = ws_pages_create(device->launch.ws, size, &memory->pages);
    if (err)
        return kiln_error(VK_ERROR_OUT_OF_DEVICE_MEMORY, "ws_pages_create(%llu): %d",
                          (unsigned long long)size, err);
    const struct ws_part all = {.pages = memory->pages, .size = size, .address = address};
    VkResult result = kiln_result(launch_bo_show(&device->launch, &memory->bo, &all));
    if (result)
        ws_pages_unref(memory->pages);
    return result;
}

static VkResult make_pages(struct kiln_device *device, struct kiln_memory *memory, uint64_t size,
                           uint64_t address)
{
    if (!reserve_heap(device->physical, size))
        return kiln_error(VK_ERROR_OUT_OF_DEVICE_MEMORY, "%llu bytes", (unsigned long long)size);
    VkResult result = show_pages(device, memory, size, address);
    if (result)
        __atomic_sub_fetch(device->physical->memory_used, size, __ATOMIC_RELAXED);
    else
        memory->reserved = size;
    return result;
}

static VkResult adopt(struct kiln_device *device, struct kiln_memory *memory, struct ws_bo *ws)
{
    VkResult result = kiln_result(launch_bo_adopt(&device->launch, &memory->bo, ws));
    if (result)
        ws_bo_unref(ws);
    return result;
}

static VkResult import_fd(struct kiln_device *device, struct kiln_memory *memory, int fd, uint64_t size)
{
    struct ws_bo *ws;
    int err = ws_bo_import_dmabuf(device->launch.ws, fd, &ws);
    if (err)
        return kiln_error(err == -ENOMEM ? VK_ERROR_OUT_OF_HOST_MEMORY : VK_ERROR_INVALID_EXTERNAL_HANDLE,
                          "ws_bo_import_dmabuf: %d", err);
    if (ws_bo_size(ws) < size) {
        ws_bo_unref(ws);
        return kiln_error(VK_ERROR_INVALID_EXTERNAL_HANDLE, "%llu bytes of a buffer with %llu",
                          (unsigned long long)size, (unsigned long long)ws_bo_size(ws));
    }
    VkResult result = adopt(device, memory, ws);
    if (!result)
        close(fd); // an import that succeeds takes the descriptor
    return result;
}

static VkResult import_host(struct kiln_device *device, struct kiln_memory *memory, void *pointer,
                            uint64_t size)
{
    struct ws_bo *ws;
    int err = ws_bo_from_userptr(device->launch.ws, pointer, size, &ws);
    if (err)
        return kiln_error(err == -ENOMEM ? VK_ERROR_OUT_OF_HOST_MEMORY : VK_ERROR_INVALID_EXTERNAL_HANDLE,
                          "ws_bo_from_userptr: %d", err);
    return adopt(device, memory, ws);
}

// In the upper half of the zone, which nothing else uses and where no address is used twice.
uint64_t kiln_replay_address(struct kiln_device *device, uint64_t size)
{
    const struct ws_range *high = &device->physical->info.zones[WS_ZONE_HIGH];
    uint64_t base = kiln_align(high->base + high->size / 2, 1 << 21);
    return base + __atomic_fetch_add(&device->replay_used, kiln_align(size, 1 << 16), __ATOMIC_RELAXED);
}

const void *kiln_captured(const void *chain)
{
    const VkOpaqueCaptureDescriptorDataCreateInfoEXT *descriptor =
        kiln_find_const(chain, VK_STRUCTURE_TYPE_OPAQUE_CAPTURE_DESCRIPTOR_DATA_CREATE_INFO_EXT);
    const VkOpaqueCaptureDataCreateInfoEXT *heap =
        kiln_find_const(chain, VK_STRUCTURE_TYPE_OPAQUE_CAPTURE_DATA_CREATE_INFO_EXT);
    return descriptor ? descriptor->opaqueCaptureDescriptorData
           : heap && heap->pData && heap->pData->size >= KILN_CAPTURE_SIZE ? heap->pData->address
                                                                           : NULL;
}

uint64_t kiln_sparse_replay_address(struct kiln_device *device, const void *chain, bool may_be, uint64_t size)
{
    uint64_t address = 0;
    const void *captured = kiln_captured(chain);
    if (captured)
        memcpy(&address, captured, KILN_CAPTURE_SIZE);
    return address || !may_be ? address : kiln_replay_address(device, size);
}

// Where memory whose address is to be replayed goes: to the captured address, or to a new one. 0: anywhere.
static uint64_t address_of(struct kiln_device *device, const VkMemoryAllocateInfo *info, uint64_t size)
{
    const VkMemoryAllocateFlagsInfo *flags =
        kiln_find_const(info->pNext, VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO);
    const VkMemoryOpaqueCaptureAddressAllocateInfo *capture =
        kiln_find_const(info->pNext, VK_STRUCTURE_TYPE_MEMORY_OPAQUE_CAPTURE_ADDRESS_ALLOCATE_INFO);
    if (capture && capture->opaqueCaptureAddress)
        return capture->opaqueCaptureAddress;
    if (!flags || !(flags->flags & VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_CAPTURE_REPLAY_BIT) ||
        info->memoryTypeIndex == KILN_MEMORY_DESCRIPTORS)
        return 0;
    return kiln_replay_address(device, size);
}

static VkResult make(struct kiln_device *device, struct kiln_memory *memory, const VkMemoryAllocateInfo *info)
{
    const VkImportMemoryFdInfoKHR *fd =
        kiln_find_const(info->pNext, VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR);
    const VkImportMemoryHostPointerInfoEXT *host =
        kiln_find_const(info->pNext, VK_STRUCTURE_TYPE_IMPORT_MEMORY_HOST_POINTER_INFO_EXT);
    uint64_t size = kiln_align(info->allocationSize, 4096);
    if (size < info->allocationSize)
        return kiln_error(VK_ERROR_OUT_OF_DEVICE_MEMORY, "%llu bytes",
                          (unsigned long long)info->allocationSize);
    if (fd && fd->handleType)
        return import_fd(device, memory, fd->fd, info->allocationSize);
    if (host && host->handleType)
        return import_host(device, memory, host->pHostPointer, size);
    uint64_t address = address_of(device, info, size);
    VkResult result = is_pages(info) ? make_pages(device, memory, size, address)
                                     : make_new(device, memory, info->memoryTypeIndex, size, address);
    if (result && result != VK_ERROR_OUT_OF_HOST_MEMORY && address)
        return kiln_error(VK_ERROR_INVALID_OPAQUE_CAPTURE_ADDRESS, "0x%llx", (unsigned long long)address);
    return result;
}

// For VK_EXT_device_memory_report: memory that comes back to its device has the number that it had.
static uint64_t number_of(struct kiln_device *device, const struct kiln_memory *memory)
{
    uint64_t *tag = ws_bo_tag(memory->bo.ws), old = 0;
    uint64_t number = __atomic_add_fetch(&device->next_memory, 1, __ATOMIC_RELAXED);
    if (!memory->bo.imported)
        __atomic_store_n(tag, number, __ATOMIC_RELAXED);
    else if (!__atomic_compare_exchange_n(tag, &old, number, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        number = old;
    return number;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_AllocateMemory(VkDevice handle, const VkMemoryAllocateInfo *info,
                                                   const VkAllocationCallbacks *alloc, VkDeviceMemory *out)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    struct kiln_memory *memory =
        kiln_zalloc(&device->alloc, alloc, sizeof(*memory), VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!memory)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    VkResult result = make(device, memory, info);
    if (result) {
        kiln_memory_report(device, VK_DEVICE_MEMORY_REPORT_EVENT_TYPE_ALLOCATION_FAILED_EXT, 0,
                           info->allocationSize, 0);
        kiln_free(&device->alloc, alloc, memory);
        return result;
    }
    memory->size = info->allocationSize;
    memory->number = number_of(device, memory);
    kiln_memory_report(device,
                       memory->bo.imported ? VK_DEVICE_MEMORY_REPORT_EVENT_TYPE_IMPORT_EXT
                                           : VK_DEVICE_MEMORY_REPORT_EVENT_TYPE_ALLOCATE_EXT,
                       memory->number, memory->size, (uint64_t)(uintptr_t)memory);
    kiln_report_binding(device, VK_OBJECT_TYPE_DEVICE_MEMORY, (uint64_t)(uintptr_t)memory, memory->bo.address,
                        memory->size, true);
    *out = KILN_TO_HANDLE(VkDeviceMemory, memory);
    return VK_SUCCESS;
}

// ---- mappings at an address of the application's choice

static uint64_t placed_size(const struct kiln_memory *memory)
{
    return kiln_align(memory->size, 4096);
}

static VkResult place(struct kiln_memory *memory, void *address)
{
    int err = ws_bo_map_at(memory->bo.ws, placed_size(memory), address);
    if (err)
        return kiln_error(VK_ERROR_MEMORY_MAP_FAILED, "ws_bo_map_at %p: %d", address, err);
    memory->placed = address;
    return VK_SUCCESS;
}

static VkResult unplace(struct kiln_memory *memory, bool keep_reserved)
{
    void *address = memory->placed;
    memory->placed = NULL;
    int err = address ? ws_bo_unmap_at(memory->bo.ws, placed_size(memory), address, keep_reserved) : 0;
    return err ? kiln_error(VK_ERROR_MEMORY_MAP_FAILED, "ws_bo_unmap_at %p: %d", address, err) : VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL kiln_FreeMemory(VkDevice handle, VkDeviceMemory memory_handle,
                                           const VkAllocationCallbacks *alloc)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    KILN_FROM_HANDLE(kiln_memory, memory, memory_handle);
    if (!memory)
        return;
    __atomic_sub_fetch(device->physical->memory_used, memory->reserved, __ATOMIC_RELAXED);
    kiln_report_binding(device, VK_OBJECT_TYPE_DEVICE_MEMORY, (uint64_t)(uintptr_t)memory, memory->bo.address,
                        memory->size, false);
    kiln_memory_report(device,
                       memory->bo.imported ? VK_DEVICE_MEMORY_REPORT_EVENT_TYPE_UNIMPORT_EXT
                                           : VK_DEVICE_MEMORY_REPORT_EVENT_TYPE_FREE_EXT,
                       memory->number, memory->size, (uint64_t)(uintptr_t)memory);
    unplace(memory, false);
    launch_bo_finish(&device->launch, &memory->bo);
    ws_pages_unref(memory->pages);
    kiln_free(&device->alloc, alloc, memory);
}

// ---- external handles

VKAPI_ATTR VkResult VKAPI_CALL kiln_GetMemoryFdKHR(VkDevice handle, const VkMemoryGetFdInfoKHR *info, int *fd)
{
    KILN_FROM_HANDLE(kiln_memory, memory, info->memory);
    int err = ws_bo_export_dmabuf(memory->bo.ws, fd);
    if (!err)
        return VK_SUCCESS;
    return kiln_error(err == -EMFILE || err == -ENFILE ? VK_ERROR_TOO_MANY_OBJECTS
                                                       : VK_ERROR_OUT_OF_HOST_MEMORY,
                      "ws_bo_export_dmabuf: %d", err);
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_GetMemoryFdPropertiesKHR(VkDevice handle,
                                                             VkExternalMemoryHandleTypeFlagBits type, int fd,
                                                             VkMemoryFdPropertiesKHR *out)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    struct ws_bo *ws;
    if (type != VK_EXTERNAL_MEMORY_HANDLE_TYPE_DMA_BUF_BIT_EXT ||
        ws_bo_import_dmabuf(device->launch.ws, fd, &ws))
        return kiln_error(VK_ERROR_INVALID_EXTERNAL_HANDLE, "not a dma-buf of ours");
    ws_bo_unref(ws);
    out->memoryTypeBits = 1u << KILN_MEMORY_PLAIN;
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_GetMemoryHostPointerPropertiesEXT(VkDevice handle,
                                                                      VkExternalMemoryHandleTypeFlagBits type,
                                                                      const void *pointer,
                                                                      VkMemoryHostPointerPropertiesEXT *out)
{
    if (type != VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT)
        return kiln_error(VK_ERROR_INVALID_EXTERNAL_HANDLE, "handle type %d", type);
    out->memoryTypeBits = 1u << KILN_MEMORY_PLAIN;
    return VK_SUCCESS;
}

// ---- addresses

VKAPI_ATTR uint64_t VKAPI_CALL
kiln_GetDeviceMemoryOpaqueCaptureAddress(VkDevice handle, const VkDeviceMemoryOpaqueCaptureAddressInfo *info)
{
    KILN_FROM_HANDLE(kiln_memory, memory, info->memory);
    return memory->bo.address;
}

// ---- mapping

VkResult kiln_memory_map(struct kiln_memory *memory, uint64_t offset, void **out)
{
    void *map = __atomic_load_n(&memory->bo.map, __ATOMIC_ACQUIRE);
    if (!map) {
        int err = ws_bo_map(memory->bo.ws, &map);
        if (err)
            return kiln_error(VK_ERROR_MEMORY_MAP_FAILED, "ws_bo_map: %d", err);
        __atomic_store_n(&memory->bo.map, map, __ATOMIC_RELEASE);
    }
    *out = (uint8_t *)map + offset;
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_MapMemory2KHR(VkDevice handle, const VkMemoryMapInfoKHR *info, void **out)
{
    KILN_FROM_HANDLE(kiln_memory, memory, info->memory);
    const VkMemoryMapPlacedInfoEXT *at =
        kiln_find_const(info->pNext, VK_STRUCTURE_TYPE_MEMORY_MAP_PLACED_INFO_EXT);
    if (!(info->flags & VK_MEMORY_MAP_PLACED_BIT_EXT) || !at)
        return kiln_memory_map(memory, info->offset, out);
    VkResult result = place(memory, at->pPlacedAddress);
    if (!result)
        *out = at->pPlacedAddress; // of the whole: memoryMapRangePlaced is not a feature of the kernel's
    return result;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_UnmapMemory2KHR(VkDevice handle, const VkMemoryUnmapInfoKHR *info)
{
    KILN_FROM_HANDLE(kiln_memory, memory, info->memory);
    bool keep_reserved = info->flags & VK_MEMORY_UNMAP_RESERVE_BIT_EXT;
    if (!memory->placed && keep_reserved)
        ws_bo_map_reserve(memory->bo.ws);
    return unplace(memory, keep_reserved);
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

// A hint, as the one of vkAllocateMemory, that a machine with one memory needs not.
VKAPI_ATTR void VKAPI_CALL kiln_SetDeviceMemoryPriorityEXT(VkDevice device, VkDeviceMemory memory,
                                                           float priority)
{
}

VKAPI_ATTR void VKAPI_CALL kiln_GetDeviceMemoryCommitment(VkDevice handle, VkDeviceMemory memory_handle,
                                                          VkDeviceSize *out)
{
    KILN_FROM_HANDLE(kiln_memory, memory, memory_handle);
    *out = memory->size;
}
