// Sparse resources, buffers and images alike: where they lie, and the binds of a submission.
#ifndef KILN_VK_MEMORY_SPARSE_H
#define KILN_VK_MEMORY_SPARSE_H

#include "launch/memory/sparse.h"
#include "vk/object/object.h"

// Bytes of a page, which is the unit of all binds, and an image's block: a tile.
#define KILN_SPARSE_BLOCK UINT64_C(4096)

#define KILN_BUFFER_SPARSE                                                                                   \
    ((VkBufferCreateFlags)(VK_BUFFER_CREATE_SPARSE_BINDING_BIT | VK_BUFFER_CREATE_SPARSE_RESIDENCY_BIT |     \
                           VK_BUFFER_CREATE_SPARSE_ALIASED_BIT))

struct kiln_device;

VkResult kiln_sparse_create(struct kiln_device *device, const struct launch_sparse_info *info,
                            const VkAllocationCallbacks *alloc, struct launch_sparse **out);
void kiln_sparse_destroy(struct kiln_device *device, struct launch_sparse *s,
                         const VkAllocationCallbacks *alloc); // NULL is allowed
// What a resource of that size that is not sparse requires becomes what a sparse one does.
void kiln_sparse_requirements(VkMemoryRequirements *r);

// The binds of a submission, in order.
struct kiln_binds {
    struct kiln_device *device;
    struct launch_bind *bind;
    uint32_t count, capacity;
    bool failed; // out of memory
};
// Bytes of the resource and of memory (VK_NULL_HANDLE: none). What goes on where the last bind ended is one
// with it.
void kiln_binds_add(struct kiln_binds *b, struct launch_sparse *s, uint64_t start, uint64_t size,
                    VkDeviceMemory memory, uint64_t offset);
void kiln_binds_finish(struct kiln_binds *b);

#endif
