// VkCommandPool and VkCommandBuffer: a chain of batch blocks, streams for indirect state, and what is known
// of the GPU's state while recording.
//
// An error while recording sticks: from then on commands go to a trash area, and vkEndCommandBuffer reports
// it.
#ifndef KILN_VK_CMD_BUFFER_H
#define KILN_VK_CMD_BUFFER_H

#include "cmd/gen_pack.h"
#include "util/mutant.h"
#include "vk/pipeline/builtin.h"
#include "vk/descriptor/descriptor.h"
#include "vk/object/device.h"
#include "vk/pipeline/pipeline.h"

struct kiln_cmd_pool {
    struct kiln_device *device;
    VkAllocationCallbacks alloc;
    struct kiln_cmd_buffer *buffers;
};

enum kiln_cmd_status { KILN_CMD_INITIAL, KILN_CMD_RECORDING, KILN_CMD_EXECUTABLE };

enum kiln_dirty {
    KILN_DIRTY_PIPELINE = 1 << 0,
    KILN_DIRTY_DESCRIPTORS = 1 << 1, // binding table and interface descriptor
    KILN_DIRTY_PUSH = 1 << 2,        // CURBE data
    KILN_DIRTY_BARRIER = 1 << 3,     // state.pending is not 0
    KILN_DIRTY_ALL_STATE = KILN_DIRTY_PIPELINE | KILN_DIRTY_DESCRIPTORS | KILN_DIRTY_PUSH,
};

struct kiln_batch_block {
    struct launch_bo *bo;
    uint32_t used; // bytes, without the jump to the next block
};

struct kiln_batch_place {
    uint32_t block, byte;
};

// What the queue needs to run a long dispatch in slices. All state but the walker is there by then.
struct kiln_walk {
    struct kiln_walk *next;
    uint32_t walker[KILN_WALKER_DWORDS];
    uint32_t slice_groups, group_ns; // of the pipeline
    uint64_t *rate;                  // likewise
    uint32_t start[3], count[3];
    bool conditional;           // its walkers are predicated on KILN_CONDITION_REG
    uint64_t counts_address;    // of an indirect dispatch: where its group counts are; 0: `count` has them
    struct kiln_memory *memory; // the same place for the host
    uint64_t offset;
};

// A command buffer is one run of commands, or several if it may take long: each may be a request of its own
// to the kernel, which ends requests that take too long (queue/run.c).
struct kiln_segment {
    uint64_t address;             // GPU
    uint64_t cost;                // ns, of the worst case; 0: it changes no memory that shaders see
    const struct kiln_walk *walk; // NULL, or the segment is an indirect dispatch, or stands for a long one
    struct kiln_batch_place first, last; // its commands, without the end; none for a long dispatch
};

#define KILN_TRASH_DWORDS 64 // no reservation is longer

struct kiln_push_set { // of vkCmdPushDescriptorSet
    struct kiln_set set;
    struct kiln_slot slots[KILN_MAX_PUSH_DESCRIPTORS];
    uint8_t surfaces[2 * KILN_MAX_PUSH_DESCRIPTORS * KILN_SURFACE_SIZE];
    uint8_t samplers[KILN_MAX_PUSH_DESCRIPTORS * KILN_SAMPLER_SIZE];
};

struct kiln_buffer_range {
    uint64_t address, size;
};

struct kiln_cmd_state {
    const struct kiln_pipeline *pipeline;
    uint32_t dirty, pending;
    uint32_t stale;          // KILN_PIPE_*_INVALIDATE that a kernel which reads through these caches needs
    uint32_t groups[3];      // in the CURBE data that is loaded, if the pipeline wants them
    uint64_t groups_address; // where an indirect dispatch's counts are, or 0
    // what the GPU has
    uint32_t vfe_scratch, vfe_curbe;
    bool vfe_valid;
    uint64_t bt_base; // Surface State Base Address, 0: none yet
    uint64_t curbe_address;
    uint64_t window; // Bindless Surface State Base Address
    struct kiln_set *sets[KILN_MAX_SETS];
    uint32_t push_sets;   // mask: sets[] points to push[]
    uint32_t buffer_sets; // mask: in a descriptor buffer
    bool conditional;     // dispatches depend on KILN_CONDITION_REG
    uint64_t copies;      // where what a dispatch's handles lead to was copied to, or 0
    uint32_t dynamic_offsets[KILN_MAX_DYNAMIC];
    uint8_t push_data[KILN_MAX_PUSH_SIZE] __attribute__((aligned(16)));
};

struct kiln_cmd_buffer {
    struct kiln_dispatchable base;
    struct kiln_device *device;
    uint32_t *cur, *end; // of the current block; `end` leaves room for the jump
    struct kiln_cmd_state state;
    struct launch_state_stream dynamic, surface, bt;
    struct kiln_batch_block *blocks;
    uint32_t block_count, block_capacity;
    struct launch_bo *first_block; // of the last recording, for the next one; or NULL
    struct kiln_segment *segments; // none if nothing was recorded
    uint32_t segment_count, segment_capacity;
    uint64_t cost;           // of the current segment
    struct kiln_walk *walks; // that segments refer to
    VkResult error;
    enum kiln_cmd_status status;
    VkCommandBufferLevel level;
    bool inherits_condition; // a secondary that conditional rendering may be active around
    struct kiln_cmd_pool *pool;
    struct kiln_cmd_buffer *next, **link;
    struct kiln_push_set *push[KILN_MAX_SETS]; // allocated by the first push descriptor
    // Descriptor buffers that are bound, and the sets in them (state.buffer_sets), up to the end of the
    // memory.
    struct kiln_buffer_range descriptor_buffers[KILN_MAX_SETS], set_ranges[KILN_MAX_SETS];
    uint32_t trash[KILN_TRASH_DWORDS];
};

// Ends the current segment and begins another. What the GPU has stays known: a context keeps its state from
// request to request.
void kiln_cmd_cut(struct kiln_cmd_buffer *cmd);
// Begins the segment of a dispatch that may be run in slices, which the caller describes and ends by a cut;
// NULL if nothing is sliced.
struct kiln_walk *kiln_cmd_begin_walk(struct kiln_cmd_buffer *cmd, const struct kiln_pipeline *p);
uint32_t *kiln_batch_grow(struct kiln_cmd_buffer *cmd, uint32_t dwords);
void kiln_cmd_set_error(struct kiln_cmd_buffer *cmd, VkResult result);

// Room for `dwords` (at most KILN_TRASH_DWORDS) in the batch; never NULL.
static inline uint32_t *kiln_batch(struct kiln_cmd_buffer *cmd, uint32_t dwords)
{
    uint32_t *dw = cmd->cur;
    if (__builtin_expect((size_t)(cmd->end - dw) < dwords, 0))
        return kiln_batch_grow(cmd, dwords);
    cmd->cur = dw + dwords;
    return dw;
}

// KILN_EMIT(cmd, PIPE_CONTROL, .dc_flush_enable = true)
#define KILN_EMIT(cmd, name, ...)                                                                            \
    do {                                                                                                     \
        struct gen_##name emit_s = {__VA_ARGS__};                                                            \
        gen_##name##_pack(kiln_batch((cmd), gen_##name##_LENGTH), &emit_s);                                  \
    } while (0)

// The command streamer writes memory that shaders may read, or that holds the counts of an indirect dispatch.
static inline void kiln_cmd_writes(struct kiln_cmd_buffer *cmd)
{
    cmd->cost++;
}

MUTABLE_INLINE void kiln_cmd_need(struct kiln_cmd_buffer *cmd, uint32_t pipe)
{
    cmd->state.pending |= MUTABLE_CALL_BITS("need", pipe);
    cmd->state.dirty |= KILN_DIRTY_BARRIER;
}

// command/conditional.c: the command streamer's register that holds the condition of conditional rendering, 0
// or 1. Command buffers that are executed within it find it there.
#define KILN_CONDITION_REG GEN_REG_CS_GPR(15)
void kiln_cmd_set_condition(struct kiln_cmd_buffer *cmd, uint32_t value);
// What a walker is predicated on, for it to read; returns behind it. As kiln_write_walker, with that before.
#define KILN_CONDITION_DWORDS (gen_MI_LOAD_REGISTER_REG_LENGTH + gen_MI_PREDICATE_LENGTH)
uint32_t *kiln_write_condition(uint32_t *dw);
void kiln_write_conditional_walker(uint32_t *dw, const uint32_t walker[KILN_WALKER_DWORDS],
                                   const uint32_t start[3], const uint32_t count[3]);

// command/barrier.c: emits what is pending, but for invalidations; and those, of `caches`
// (KILN_PIPE_INVALIDATE).
void kiln_cmd_flush_pending(struct kiln_cmd_buffer *cmd);
void kiln_cmd_invalidate(struct kiln_cmd_buffer *cmd, uint32_t caches);

// command/dispatch.c: dispatches a built-in kernel. Afterwards all state of the application's is dirty.
void kiln_cmd_dispatch_builtin(struct kiln_cmd_buffer *cmd, enum kiln_builtin which,
                               const struct kiln_buffer_range *buffers, unsigned buffer_count,
                               const void *push, uint32_t push_size, uint32_t groups);
void kiln_cmd_dispatch_builtin3(struct kiln_cmd_buffer *cmd, enum kiln_builtin which,
                                const struct kiln_buffer_range *buffers, unsigned buffer_count,
                                const void *push, uint32_t push_size, const uint32_t groups[3]);
// command/copy.c. Both work on whole dwords.
void kiln_cmd_copy(struct kiln_cmd_buffer *cmd, uint64_t dst, uint64_t src, uint64_t size);
void kiln_cmd_fill(struct kiln_cmd_buffer *cmd, uint64_t address, uint64_t size, uint32_t value);

#endif
