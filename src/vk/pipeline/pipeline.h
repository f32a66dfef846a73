// Compute pipelines, shader modules and pipeline caches.
//
// A pipeline holds everything of a dispatch that does not depend on the dispatch, already packed: the
// recording path copies dwords.
#ifndef KILN_VK_PIPELINE_H
#define KILN_VK_PIPELINE_H

#include "launch/stream/kernel.h"
#include "newer.h"
#include "vk/pipeline/compiler_load.h"
#include "vk/descriptor/descriptor.h"
#include "vk/object/device.h"
#include "util/lock.h"

struct kiln_shader_module {
    size_t words;
    uint32_t code[];
};

// What an entry of a kernel's binding table or sampler table refers to, or a handle.
enum kiln_state_ref_kind {
    KILN_REF_NULL, // nothing is bound here
    // In a set, `slot`:
    KILN_REF_SURFACE,     // the surface state of a slot
    KILN_REF_RAW_SURFACE, // its second surface state, of typed messages
    KILN_REF_TEXEL_MAP,   // the same, a buffer that holds a struct kiln_texel_map
    KILN_REF_TEXELS,      // and a buffer of what its surface state shows
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
    KILN_REF_HANDLES, // handles that have no room in the constants
    // With descriptor heaps, handles to:
    KILN_REF_HEAP,     // where the resource heap starts
    KILN_REF_HEAP_LOW, // and the halves of its address
    KILN_REF_HEAP_HIGH,
    KILN_REF_SAMPLER_HEAP, // where the sampler heap starts
    KILN_REF_EMBEDDED,     // the states of a sampler that the pipeline has itself, `slot`
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

struct kiln_pipeline {
    // What recording reads, together.
    struct launch_kernel launch;
    uint32_t push_offset, push_size;
    uint32_t groups_offset;               // of the group counts in the constants, or KILN_NO_OFFSET
    uint32_t set_mask;                    // sets that the binding table and the handles refer to
    uint32_t handle_offset, handle_count; // bytes into the constants; all of them
    uint32_t near_handles;                // those that are there; the far ones are after the constants
    struct kiln_handle *handles;
    bool has_dynamic, has_push_surface;
    bool in_buffers;       // its sets are in descriptor buffers
    bool in_heaps;         // it has no sets: descriptors are in heaps
    bool fixed_window;     // the kernel takes Bindless Surface State Base Address to be KILN_SURFACE_STATES
    uint32_t small_groups; // workgroups of a dispatch, at most,
    struct kiln_pipeline *small; // for which this is the faster one; or NULL. It has no other one itself
    struct kiln_state_ref *table, *samplers; // samplers: KILN_REF_NULL or KILN_REF_SAMPLER

    uint8_t key[KILN_KEY_SIZE]; // of the compile
    void *spirv;                // kept for vkGetPipelineExecutableInternalRepresentationsKHR, or NULL
    size_t spirv_bytes;
    struct launch_state code;   // the kernel and its note
    struct kiln_kernel *kernel; // NULL after its texts are of no more use
    struct kiln_kernel_info info;
    struct kiln_pipeline_layout *layout; // NULL: descriptors are in heaps, or a built-in kernel, whose only
                                         // set is made of surfaces in order
    struct launch_state embedded;        // struct kiln_embedded_sampler, in the order of mappings
};

// A shader object begins with its pipeline (shader_object.c).
static inline const struct kiln_pipeline *kiln_shader_pipeline(VkShaderEXT shader)
{
    return (const struct kiln_pipeline *)(uintptr_t)shader;
}

// The states of a sampler that a mapping of a heap's embeds, and those of its conversion's chroma, as kernels
// find them. The border colour has a number (image/border.c), so that they are the same everywhere.
struct kiln_embedded_sampler {
    uint32_t state[KILN_SAMPLER_SIZE / 4], chroma_state[KILN_SAMPLER_SIZE / 4];
};
struct kiln_embedded {
    uint32_t count;                         // of mappings
    struct kiln_embedded_sampler *samplers; // zero where a mapping has none; or NULL
};

// Whether it reads push constants as a buffer, too.
static inline bool kiln_reads_push_surface(const struct kiln_pipeline *p)
{
    return p->info.push_bti < p->info.bti_count;
}

// What caches and identifiers say of a module: compile_key of it alone. The compiler must be there.
void kiln_identify_module(const uint32_t *code, size_t words, uint8_t out[KILN_KEY_SIZE]);

// VK_KHR_pipeline_binary: a kernel, as kiln_kernel_serialize gives it.
struct kiln_pipeline_binary {
    uint8_t key[KILN_KEY_SIZE];
    size_t size;
    uint8_t blob[];
};

// `name`: of the entry point, for reports. `embedded`: of a pipeline with descriptor heaps; or NULL.
VkResult kiln_pipeline_init(struct kiln_device *device, struct kiln_pipeline *p, struct kiln_kernel *kernel,
                            struct kiln_pipeline_layout *layout, const struct kiln_embedded *embedded,
                            const char *name, const VkAllocationCallbacks *alloc);
// Puts the kernel with its note into GPU memory: code. *address: of the first instruction.
VkResult kiln_pipeline_upload(struct kiln_device *device, struct kiln_pipeline *p, const char *name,
                              uint64_t *address);
void kiln_pipeline_finish(struct kiln_device *device, struct kiln_pipeline *p,
                          const VkAllocationCallbacks *alloc);
VkResult kiln_result_from_compiler(enum kiln_result r, const char *message);

// ---- caches

struct kiln_cache_entry {
    struct kiln_cache_entry *next;
    uint8_t key[KILN_KEY_SIZE];
    uint32_t size;
    uint8_t blob[]; // as kiln_kernel_serialize gives it
};

#define KILN_CACHE_BUCKETS 1024

struct kiln_cache {
    struct kiln_lock lock;
    uint32_t count;
    struct kiln_cache_entry *buckets[KILN_CACHE_BUCKETS];
};

// The kernel of that key, or NULL.
struct kiln_kernel *kiln_cache_find(struct kiln_cache *cache, const uint8_t key[KILN_KEY_SIZE]);
void kiln_cache_add(struct kiln_device *device, struct kiln_cache *cache, const uint8_t key[KILN_KEY_SIZE],
                    const struct kiln_kernel *kernel);

#endif
