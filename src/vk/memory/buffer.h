// VkDeviceMemory and VkBuffer.
#ifndef KILN_VK_BUFFER_H
#define KILN_VK_BUFFER_H

#include "launch/memory/bo.h"
#include "vk/object/object.h"

struct kiln_device;
struct launch_sparse;

struct kiln_memory {
    struct launch_bo bo;
    struct ws_pages *pages; // that sparse resources may show; NULL: none may
    uint64_t size;          // as requested
    uint64_t reserved;      // of the heap: 0 if it was imported
    uint64_t number;        // of VK_EXT_device_memory_report
    void *placed;           // where the application wanted it mapped, or NULL
};

struct kiln_buffer {
    uint64_t size;
    uint64_t address; // 0 until memory is bound
    struct kiln_memory *memory;
    uint64_t offset;              // in the memory
    bool descriptors;             // it holds some
    struct launch_sparse *sparse; // that it is, or NULL: then `memory` is NULL
};

// Memory types: what does not hold descriptors is of the first; or of the last, if the device has it, as what
// sparse resources show must be.
enum { KILN_MEMORY_PLAIN, KILN_MEMORY_DESCRIPTORS, KILN_MEMORY_SPARSE, KILN_MEMORY_TYPES };
static inline uint32_t kiln_plain_memory_types(const struct ws_device_info *info)
{
    return 1u << KILN_MEMORY_PLAIN | (info->has_sparse ? 1u << KILN_MEMORY_SPARSE : 0);
}

// Of so many bytes that are read and written by address, and hold no descriptors.
void kiln_plain_requirements(const struct kiln_device *device, uint64_t size, VkMemoryRequirements2 *out);

// Where the host sees a byte of the memory; several threads may ask.
VkResult kiln_memory_map(struct kiln_memory *memory, uint64_t offset, void **out);

// An address that is given once, for what may be captured and replayed.
uint64_t kiln_replay_address(struct kiln_device *device, uint64_t size);
// What was captured of a buffer, an image or a tensor that is made again, KILN_CAPTURE_SIZE bytes: its
// address, or 0. NULL: nothing.
const void *kiln_captured(const void *chain);
// Of a sparse resource, which has an address of its own: what was captured, a new one that may be if it
// `may_be` captured, or 0: any.
uint64_t kiln_sparse_replay_address(struct kiln_device *device, const void *chain, bool may_be,
                                    uint64_t size);

// Bytes of a range of the buffer; VK_WHOLE_SIZE is resolved, and what lies beyond the end is cut.
static inline uint64_t kiln_buffer_range(const struct kiln_buffer *b, uint64_t offset, uint64_t range)
{
    uint64_t left = offset < b->size ? b->size - offset : 0;
    return range < left ? range : left;
}

#endif
