// See sparse.h.
#include "vk/memory/sparse.h"

#include "vk/memory/buffer.h"
#include "vk/object/device.h"

VkResult kiln_sparse_create(struct kiln_device *device, const struct launch_sparse_info *info,
                            const VkAllocationCallbacks *alloc, struct launch_sparse **out)
{
    struct launch_sparse *s =
        kiln_zalloc(&device->alloc, alloc, sizeof(*s), VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!s)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    VkResult result = kiln_result(launch_sparse_init(&device->launch, s, info));
    if (result)
        kiln_free(&device->alloc, alloc, s);
    else
        *out = s;
    return result;
}

void kiln_sparse_destroy(struct kiln_device *device, struct launch_sparse *s,
                         const VkAllocationCallbacks *alloc)
{
    if (!s)
        return;
    launch_sparse_finish(&device->launch, s);
    kiln_free(&device->alloc, alloc, s);
}

void kiln_sparse_requirements(VkMemoryRequirements *r)
{
    r->size = kiln_align(r->size, KILN_SPARSE_BLOCK);
    r->alignment = KILN_SPARSE_BLOCK;
    r->memoryTypeBits = 1u << KILN_MEMORY_SPARSE;
}

static bool goes_on(const struct launch_bind *a, const struct launch_bind *b)
{
    return a->sparse == b->sparse && a->start + a->size == b->start && a->pages == b->pages &&
           (!a->pages || a->offset + a->size == b->offset);
}

void kiln_binds_add(struct kiln_binds *b, struct launch_sparse *s, uint64_t start, uint64_t size,
                    VkDeviceMemory handle, uint64_t offset)
{
    KILN_FROM_HANDLE(kiln_memory, memory, handle);
    // The end of a resource may be within a page.
    struct launch_bind bind = {.sparse = s,
                               .start = start,
                               .size = KILN_MIN(kiln_align(size, KILN_SPARSE_BLOCK), s->size - start),
                               .pages = memory ? memory->pages : NULL,
                               .offset = offset};
    if (b->count && goes_on(&b->bind[b->count - 1], &bind)) {
        b->bind[b->count - 1].size += bind.size;
        return;
    }
    if (b->failed || !kiln_grow(&b->device->alloc, (void **)&b->bind, &b->capacity, b->count + 1,
                                sizeof(b->bind[0]), VK_SYSTEM_ALLOCATION_SCOPE_COMMAND))
        b->failed = true;
    else
        b->bind[b->count++] = bind;
}

void kiln_binds_finish(struct kiln_binds *b)
{
    kiln_free(&b->device->alloc, NULL, b->bind);
}
