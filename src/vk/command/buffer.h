// VkCommandPool and VkCommandBuffer: what the application has bound, and the stream that its commands go to
// (launch/stream/stream.h).
//
// An error while recording sticks: from then on nothing is recorded, and vkEndCommandBuffer reports it.
#ifndef KILN_VK_CMD_BUFFER_H
#define KILN_VK_CMD_BUFFER_H

#include "launch/stream/dispatch.h"
#include "launch/stream/sequence.h"
#include "vk/pipeline/builtin.h"
#include "vk/descriptor/descriptor.h"
#include "vk/object/device.h"
#include "vk/pipeline/pipeline.h"

struct kiln_cmd_pool {
    struct kiln_device *device;
    VkAllocationCallbacks alloc;
    struct launch_allocator host; // alloc
    struct kiln_cmd_buffer *buffers;
};

enum kiln_cmd_status { KILN_CMD_INITIAL, KILN_CMD_RECORDING, KILN_CMD_EXECUTABLE };

enum kiln_dirty {
    KILN_DIRTY_PIPELINE = 1 << 0,
    KILN_DIRTY_DESCRIPTORS = 1 << 1, // binding table, samplers
    KILN_DIRTY_PUSH = 1 << 2,        // constants
    KILN_DIRTY_ALL_STATE = KILN_DIRTY_PIPELINE | KILN_DIRTY_DESCRIPTORS | KILN_DIRTY_PUSH,
};

struct kiln_push_set { // of vkCmdPushDescriptorSet
    struct kiln_set set;
    struct kiln_slot slots[KILN_MAX_PUSH_DESCRIPTORS];
    uint8_t surfaces[2 * KILN_MAX_PUSH_DESCRIPTORS * LAUNCH_SURFACE_SIZE];
    uint8_t samplers[KILN_MAX_PUSH_DESCRIPTORS * KILN_SAMPLER_SIZE];
};

struct kiln_buffer_range {
    uint64_t address, size;
};

// What the application has bound. What the GPU has of it is the stream's (launch_has); a dispatch sends the
// difference.
struct kiln_bound {
    const struct kiln_pipeline *pipeline;
    const struct kiln_pipeline *last; // that was dispatched: the pipeline, or the one of it for small grids
    uint32_t dirty;                   // enum kiln_dirty: changed since the last dispatch
    uint32_t groups[3];               // in the constants, if the pipeline needs them
    uint64_t groups_address;          // where an indirect dispatch's counts are, or 0
    uint64_t constants;               // where the last dispatch's are
    uint8_t *constants_map;
    uint64_t push_surface; // the state of the surface that they are, for kernels that want one
    uint64_t copies;       // where what a dispatch's handles lead to was copied to, or 0
    struct kiln_set *sets[KILN_MAX_SETS];
    uint32_t push_sets;                                   // mask: sets[] points to push[]
    uint32_t buffer_sets;                                 // mask: in a descriptor buffer
    struct kiln_buffer_range resource_heap, sampler_heap; // or of no size
    uint32_t dynamic_offsets[KILN_MAX_DYNAMIC];
    uint8_t push_data[KILN_MAX_PUSH_SIZE] __attribute__((aligned(16)));
};

struct kiln_cmd_buffer {
    struct kiln_dispatchable base;
    struct kiln_device *device;
    struct launch_stream stream;
    struct kiln_bound bound;
    VkResult error; // what the stream has no word for, or VK_SUCCESS
    enum kiln_cmd_status status;
    VkCommandBufferLevel level;
    bool inherits_condition; // a secondary that conditional rendering may be active around
    struct kiln_cmd_pool *pool;
    struct kiln_cmd_buffer *next, **link;
    struct kiln_push_set *push[KILN_MAX_SETS]; // allocated by the first push descriptor
    struct kiln_generated *generated;          // what execution sets were used with (generated_entries.c)
    // Descriptor buffers that are bound, and the sets in them (bound.buffer_sets), up to the end of the
    // memory.
    struct kiln_buffer_range descriptor_buffers[KILN_MAX_SETS], set_ranges[KILN_MAX_SETS];
};

void kiln_cmd_set_error(struct kiln_cmd_buffer *cmd, VkResult result);

// command/heap.c: the heaps of the command buffers around a secondary one.
void kiln_cmd_inherit_heaps(struct kiln_cmd_buffer *cmd, const VkCommandBufferInheritanceInfo *info);

// command/builtin.c: dispatches a built-in kernel. Afterwards all state of the application's is dirty.
void kiln_cmd_dispatch_builtin(struct kiln_cmd_buffer *cmd, enum kiln_builtin which,
                               const struct kiln_buffer_range *buffers, unsigned buffer_count,
                               const void *push, uint32_t push_size, uint32_t groups);
void kiln_cmd_dispatch_builtin3(struct kiln_cmd_buffer *cmd, enum kiln_builtin which,
                                const struct kiln_buffer_range *buffers, unsigned buffer_count,
                                const void *push, uint32_t push_size, const uint32_t groups[3]);
// command/dispatch.c: the constants of a dispatch of `p`, with `push` for those that it has, and where they
// are. NULL: there is no memory.
uint8_t *kiln_cmd_write_constants(struct kiln_cmd_buffer *cmd, const struct kiln_pipeline *p,
                                  const void *push, uint64_t *address);
// Everything of a dispatch of `p` with what is bound, but for its constants, which are at
// bound.constants_map; and its commands. Afterwards all state is dirty.
void kiln_cmd_write_sequence(struct kiln_cmd_buffer *cmd, const struct kiln_pipeline *p,
                             enum launch_switch how, struct launch_sequence *out);
// generated_entries.c: execution sets may have changed since the recording; and it is gone.
VkResult kiln_cmd_follow_sets(struct kiln_cmd_buffer *cmd);
void kiln_cmd_forget_sets(struct kiln_cmd_buffer *cmd);
// What handles are relative to, of all pipelines that are like `p` and not in descriptor buffers.
uint64_t kiln_cmd_common_window(const struct kiln_cmd_buffer *cmd, const struct kiln_pipeline *p);
// command/copy.c. Both work on whole dwords.
void kiln_cmd_copy(struct kiln_cmd_buffer *cmd, uint64_t dst, uint64_t src, uint64_t size);
void kiln_cmd_fill(struct kiln_cmd_buffer *cmd, uint64_t address, uint64_t size, uint32_t value);

#endif
