// What every object shares: handles, the application's allocator, errors with their source line.
#ifndef KILN_VK_OBJECT_H
#define KILN_VK_OBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <vulkan/vk_icd.h>
#include <vulkan/vulkan_core.h>

#include "launch/memory/host.h"
#include "util/math.h"

// A dispatchable object starts with the loader's word; the loader checks the magic and overwrites it.
struct kiln_dispatchable {
    VK_LOADER_DATA loader;
};

static inline void kiln_dispatchable_init(struct kiln_dispatchable *d)
{
    d->loader.loaderMagic = ICD_LOADER_MAGIC;
}

// Of VkBindBufferMemoryInfo and VkBindImageMemoryInfo: binding is only a note of an address.
void kiln_bind_succeeded(const void *next);

#define KILN_FROM_HANDLE(type, name, handle) struct type *name = (struct type *)(uintptr_t)(handle)
// To a handle of a non-dispatchable or dispatchable type.
#define KILN_TO_HANDLE(VkType, ptr) ((VkType)(uintptr_t)(ptr))

// malloc and friends in the shape of VkAllocationCallbacks: for applications that give none.
extern const VkAllocationCallbacks kiln_default_allocator;

// Zeroed memory from `a`, or from the parent's allocator if `a` is NULL. NULL when out of memory.
void *kiln_zalloc(const VkAllocationCallbacks *parent, const VkAllocationCallbacks *a, size_t size,
                  VkSystemAllocationScope scope);
// Grows an array to at least `need` elements; the old block stays valid on failure.
bool kiln_grow(const VkAllocationCallbacks *a, void **data, uint32_t *capacity, uint32_t need, size_t elem,
               VkSystemAllocationScope scope);
void kiln_free(const VkAllocationCallbacks *parent, const VkAllocationCallbacks *a, void *ptr);

// Returns `result`; says where it comes from under KILN_DEBUG=errors.
#define kiln_error(result, ...) kiln_error_at((result), __FILE__, __LINE__, " " __VA_ARGS__)
VkResult kiln_error_at(VkResult result, const char *file, int line, const char *fmt, ...)
    __attribute__((format(printf, 4, 5), cold));

// The VkResult of a winsys error (-ENOMEM, -EIO, ...), and of the floor below.
VkResult kiln_result_from_errno(int err);
VkResult kiln_result(enum launch_result r);

// The application's memory as the floor below takes it. `a` must stay where it is.
struct launch_allocator kiln_host_allocator(const VkAllocationCallbacks *a, VkSystemAllocationScope scope);

static inline const void *kiln_find_const(const void *next, VkStructureType type)
{
    for (const VkBaseInStructure *s = next; s; s = s->pNext)
        if (s->sType == type)
            return s;
    return NULL;
}

#define kiln_foreach(s, next) for (VkBaseOutStructure *s = (VkBaseOutStructure *)(next); s; s = s->pNext)

#endif
