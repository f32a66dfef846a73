// Memory through the application's callbacks, and errors.
#include "vk/object/object.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "newer.h"
#include "util/log.h"
#include "vk/object/data.h"

static VKAPI_ATTR void *VKAPI_CALL default_alloc(void *user, size_t size, size_t align,
                                                 VkSystemAllocationScope scope)
{
    (void)align; // kiln_zalloc asks for 16 at most, which malloc gives
    return malloc(size);
}

static VKAPI_ATTR void *VKAPI_CALL default_realloc(void *user, void *old, size_t size, size_t align,
                                                   VkSystemAllocationScope scope)
{
    return realloc(old, size);
}

static VKAPI_ATTR void VKAPI_CALL default_free(void *user, void *ptr)
{
    free(ptr);
}

const VkAllocationCallbacks kiln_default_allocator = {
    .pfnAllocation = default_alloc, .pfnReallocation = default_realloc, .pfnFree = default_free};

void *kiln_zalloc(const VkAllocationCallbacks *parent, const VkAllocationCallbacks *a, size_t size,
                  VkSystemAllocationScope scope)
{
    a = a ? a : parent;
    void *p = a->pfnAllocation(a->pUserData, size ? size : 1, 16, scope);
    if (p)
        memset(p, 0, size);
    return p;
}

bool kiln_grow(const VkAllocationCallbacks *a, void **data, uint32_t *capacity, uint32_t need, size_t elem,
               VkSystemAllocationScope scope)
{
    if (need <= *capacity)
        return true;
    uint32_t n = KILN_MAX(KILN_MAX(8u, *capacity * 2), need);
    void *p = a->pfnReallocation(a->pUserData, *data, n * elem, 16, scope);
    if (!p)
        return false;
    *data = p;
    *capacity = n;
    return true;
}

void kiln_free(const VkAllocationCallbacks *parent, const VkAllocationCallbacks *a, void *ptr)
{
    a = a ? a : parent;
    if (!ptr)
        return;
    kiln_object_data_forget(ptr);
    a->pfnFree(a->pUserData, ptr);
}

static void *allocate(const VkAllocationCallbacks *a, void *old, size_t size, VkSystemAllocationScope scope)
{
    return old ? a->pfnReallocation(a->pUserData, old, size, 16, scope)
               : a->pfnAllocation(a->pUserData, size, 16, scope);
}

static void *allocate_device(void *user, void *old, size_t size)
{
    return allocate(user, old, size, VK_SYSTEM_ALLOCATION_SCOPE_DEVICE);
}

static void *allocate_object(void *user, void *old, size_t size)
{
    return allocate(user, old, size, VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
}

static void release(void *user, void *block)
{
    const VkAllocationCallbacks *a = user;
    a->pfnFree(a->pUserData, block);
}

struct launch_allocator kiln_host_allocator(const VkAllocationCallbacks *a, VkSystemAllocationScope scope)
{
    return (struct launch_allocator){.allocate = scope == VK_SYSTEM_ALLOCATION_SCOPE_DEVICE ? allocate_device
                                                                                            : allocate_object,
                                     .release = release,
                                     .user = (void *)(uintptr_t)a};
}

VkResult kiln_error_at(VkResult result, const char *file, int line, const char *fmt, ...)
{
    if (KILN_DEBUG(ERRORS)) {
        char text[512];
        va_list ap;
        va_start(ap, fmt);
        vsnprintf(text, sizeof(text), fmt, ap);
        va_end(ap);
        kiln_log("%s:%d: VkResult %d%s", file, line, result, text);
    }
    return result;
}

void kiln_bind_succeeded(const void *next)
{
    const VkBindMemoryStatusKHR *status = kiln_find_const(next, VK_STRUCTURE_TYPE_BIND_MEMORY_STATUS_KHR);
    if (status)
        *status->pResult = VK_SUCCESS;
}

VkResult kiln_result_from_errno(int err)
{
    switch (err < 0 ? -err : err) {
    case 0:
        return VK_SUCCESS;
    case EIO:
        return VK_ERROR_DEVICE_LOST;
    case ETIME:
        return VK_TIMEOUT;
    case ENOSPC:
    case ENOMEM:
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    default:
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
}

VkResult kiln_result(enum launch_result r)
{
    static const VkResult results[] = {
        [LAUNCH_OK] = VK_SUCCESS,
        [LAUNCH_NO_HOST_MEMORY] = VK_ERROR_OUT_OF_HOST_MEMORY,
        [LAUNCH_NO_DEVICE_MEMORY] = VK_ERROR_OUT_OF_DEVICE_MEMORY,
        [LAUNCH_ADDRESS_TAKEN] = VK_ERROR_INVALID_OPAQUE_CAPTURE_ADDRESS,
        [LAUNCH_LOST] = VK_ERROR_DEVICE_LOST,
    };
    return results[r];
}
