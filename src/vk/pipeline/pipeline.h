// Compute pipelines, shader modules and pipeline caches.
//
// A pipeline holds everything of a dispatch that does not depend on the dispatch, already packed: the
// recording path copies dwords.
#ifndef KILN_VK_PIPELINE_H
#define KILN_VK_PIPELINE_H

#include "cmd/gen_pack.h"
#include "vk/pipeline/compiler_load.h"
#include "vk/descriptor/descriptor.h"
#include "vk/object/device.h"

struct kiln_shader_module {
    size_t words;
    uint32_t code[];
};

// What an entry of a kernel's binding table or sampler table refers to, or a handle.
enum kiln_state_ref_kind {
    KILN_REF_NULL, // nothing is bound here
    // In a set, `slot`:
    KILN_REF_SURFACE,     // the surface state of a slot
    KILN_REF_RAW_SURFACE, // its second surface state
    KILN_REF_SAMPLER,     // a sampler state
    // A slot of a set whose offset comes with vkCmdBindDescriptorSets:
    KILN_REF_DYNAMIC,
    // In the descriptor buffer that a set is in, `buffer`:
    KILN_REF_BUFFER_SURFACE,
    KILN_REF_BUFFER_SAMPLER,
    KILN_REF_BUFFER_INLINE, // the bytes of an inline uniform block
    // What the driver has for the dispatch or the kernel:
    KILN_REF_PUSH,    // the push constants as a buffer
    KILN_REF_CONST,   // the kernel's constant data
    KILN_REF_HANDLES, // handles that have no room in the CURBE data
};

struct kiln_state_ref {
    uint8_t kind, set; // kind: enum kiln_state_ref_kind
    union {
        uint32_t slot; // index among the set's slots, or its sampler states
        struct {
            uint32_t slot, offset; // offset: index among the dynamic offsets
        } dynamic;
        struct {
            uint32_t byte, size; // size: of an inline uniform block
        } buffer;
    };
};

// A binding that the kernel reaches through a handle (kiln/compiler.h): `count` states from `first` on.
struct kiln_handle {
    struct kiln_state_ref first;
    uint32_t count;
};

// The packets of a dispatch: a note of the kernel for fault reports (fault.c), GPGPU_WALKER,
// MEDIA_STATE_FLUSH. And the dwords that hold the group ids.
enum {
    KILN_WALKER = gen_MI_STORE_DATA_IMM_LENGTH,
    KILN_WALKER_START_X = KILN_WALKER + 5,
    KILN_WALKER_END_X = KILN_WALKER + 7,
    KILN_WALKER_START_Y = KILN_WALKER + 8,
    KILN_WALKER_END_Y = KILN_WALKER + 10,
    KILN_WALKER_START_Z = KILN_WALKER + 11,
    KILN_WALKER_END_Z,
    KILN_WALKER_DWORDS = KILN_WALKER + gen_GPGPU_WALKER_LENGTH + gen_MEDIA_STATE_FLUSH_LENGTH
};

// Work for the next PIPE_CONTROL.
enum kiln_pipe {
    KILN_PIPE_STALL = 1 << 0,      // wait until all work before is done
    KILN_PIPE_DATA_FLUSH = 1 << 1, // and data port writes out of L3
    KILN_PIPE_TEXTURE_INVALIDATE = 1 << 2,
    KILN_PIPE_STATE_INVALIDATE = 1 << 3,
    KILN_PIPE_INVALIDATE = KILN_PIPE_TEXTURE_INVALIDATE | KILN_PIPE_STATE_INVALIDATE,
};

struct kiln_pipeline {
    // What recording reads, together.
    uint32_t walker[KILN_WALKER_DWORDS]; // with zero dimensions
    uint32_t descriptor[gen_INTERFACE_DESCRIPTOR_DATA_LENGTH];
    uint32_t vfe[gen_MEDIA_VFE_STATE_LENGTH];
    uint32_t scratch_size; // bytes a thread
    uint32_t curbe_regs;   // 32-byte registers of CURBE: all threads
    uint32_t cross_regs, per_thread_regs, threads;
    uint32_t push_offset, push_size;
    uint32_t groups_offset; // of the group counts in the CURBE data, or KILN_NO_OFFSET
    uint32_t caches;        // KILN_PIPE_INVALIDATE: that it reads through
    uint32_t slice_groups;  // thread groups that one walker may have
    uint32_t group_ns;      // what a group adds to the time of a dispatch, in the worst case
    uint64_t *rate;         // what 1024 groups took, ns, when they were last measured; 0: not yet. Atomic
    uint32_t bt_count, sampler_count;
    uint32_t set_mask;                    // sets that the binding table and the handles refer to
    uint32_t handle_offset, handle_count; // bytes into the CURBE data; all of them
    uint32_t near_handles;                // those that are there; the far ones are behind the CURBE data
    struct kiln_handle *handles;
    bool has_dynamic, has_push_surface;
    bool in_buffers;   // its sets are in descriptor buffers
    bool fixed_window; // the kernel takes Bindless Surface State Base Address to be KILN_SURFACE_STATES
    struct kiln_state_ref *bt, *samplers; // samplers: KILN_REF_NULL or KILN_REF_SAMPLER
    struct launch_state
        idle_descriptor; // an interface descriptor in memory, for kernels without a binding table

    uint8_t key[KILN_KEY_SIZE]; // of the compile
    void *spirv;                // kept for vkGetPipelineExecutableInternalRepresentationsKHR, or NULL
    size_t spirv_bytes;
    struct launch_state code;   // the kernel and its note
    uint64_t kernel_address;    // of the first instruction
    struct kiln_kernel *kernel; // NULL after its texts are of no more use
    struct kiln_kernel_info info;
    uint64_t measured; // `rate`'s
    struct kiln_pipeline_layout
        *layout; // NULL: a built-in kernel, whose only set is made of surfaces in order
};

// A pipeline's walker over `count` groups from `start` on. Group ids run from a start to an end: the walker's
// "dimension" is where the id stops, not how many there are.
static inline void kiln_write_walker(uint32_t *dw, const uint32_t walker[KILN_WALKER_DWORDS],
                                     const uint32_t start[3], const uint32_t count[3])
{
    memcpy(dw, walker, KILN_WALKER_DWORDS * 4);
    dw[KILN_WALKER_START_X] = start[0];
    dw[KILN_WALKER_END_X] = start[0] + count[0];
    dw[KILN_WALKER_START_Y] = start[1];
    dw[KILN_WALKER_END_Y] = start[1] + count[1];
    dw[KILN_WALKER_START_Z] = start[2];
    dw[KILN_WALKER_END_Z] = start[2] + count[2];
}

// What caches and identifiers say of a module: compile_key of it alone. The compiler must be there.
void kiln_identify_module(const uint32_t *code, size_t words, uint8_t out[KILN_KEY_SIZE]);

// VK_KHR_pipeline_binary: a kernel, as kiln_kernel_serialize gives it.
struct kiln_pipeline_binary {
    uint8_t key[KILN_KEY_SIZE];
    size_t size;
    uint8_t blob[];
};

// `name`: of the entry point, for reports.
VkResult kiln_pipeline_init(struct kiln_device *device, struct kiln_pipeline *p, struct kiln_kernel *kernel,
                            struct kiln_pipeline_layout *layout, const char *name,
                            const VkAllocationCallbacks *alloc);
// Puts the kernel with its note into GPU memory: code, kernel_address.
VkResult kiln_pipeline_upload(struct kiln_device *device, struct kiln_pipeline *p, const char *name);
void kiln_pipeline_finish(struct kiln_device *device, struct kiln_pipeline *p,
                          const VkAllocationCallbacks *alloc);
VkResult kiln_result_from_compiler(enum kiln_result r, const char *message);

// ---- caches
// --------------------------------------------------------------------------------------------------

struct kiln_cache_entry {
    struct kiln_cache_entry *next;
    uint8_t key[KILN_KEY_SIZE];
    uint32_t size;
    uint8_t blob[]; // as kiln_kernel_serialize gives it
};

#define KILN_CACHE_BUCKETS 1024

struct kiln_cache {
    pthread_mutex_t lock;
    uint32_t count;
    struct kiln_cache_entry *buckets[KILN_CACHE_BUCKETS];
};

// The kernel of that key, or NULL.
struct kiln_kernel *kiln_cache_find(struct kiln_cache *cache, const uint8_t key[KILN_KEY_SIZE]);
void kiln_cache_add(struct kiln_device *device, struct kiln_cache *cache, const uint8_t key[KILN_KEY_SIZE],
                    const struct kiln_kernel *kernel);

#endif
