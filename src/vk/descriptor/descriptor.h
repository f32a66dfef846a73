// Descriptor set layouts, pools, sets, update templates, and pipeline layouts.
//
// A set is an array of slots, one a descriptor (of a combined image sampler that converts from Y'CbCr one a
// plane), in the order of binding numbers. Each slot has a
// RENDER_SURFACE_STATE in the surface zone, written when the descriptor is updated: at a dispatch, a binding
// table of pointers to these states is all that is made, or nothing at all where the kernel reaches them
// bindlessly (a handle in the CURBE data; see kiln/compiler.h). So a set may be updated after it is bound.
// A storage image or storage texel buffer has a second surface state, which raw texels are read through: at
// the same distance from the first for all slots of a pool.
// Descriptors with a sampler have a SAMPLER_STATE as well, in the dynamic zone, 32 bytes apart; kernels that
// use a table of samplers get copies of them. An inline uniform block is one slot, whose buffer is a piece of
// the pool's own memory. Dynamic buffers keep what their surface state is made of, and get it when their
// offset is known.
//
// In a descriptor buffer (VK_EXT_descriptor_buffer) a set is descriptors of KILN_BUFFER_DESCRIPTOR_SIZE
// bytes, surface state first, then the second surface state or the sampler state; and the bytes of inline
// uniform blocks. The application writes them into memory of a type of its own, which the state base
// addresses reach.
#ifndef KILN_VK_DESCRIPTOR_H
#define KILN_VK_DESCRIPTOR_H

#include "vk/object/device.h"
#include "vk/object/object.h"
#include "launch/stream/surface.h"

#define KILN_SAMPLER_SIZE 32u  // distance of sampler states: KILN_SAMPLER_HANDLE_STEP
#define KILN_INLINE_ALIGN 64u  // of an inline uniform block
#define KILN_BUFFER_SECOND 64u // where a descriptor in a buffer has its second state

struct kiln_set_binding {
    uint32_t binding;
    VkDescriptorType type;
    uint32_t count;  // descriptors, of the largest set if `variable`; an inline uniform block is one
    uint32_t stride; // slots of a descriptor: 1, or what the conversion from Y'CbCr samples
    uint32_t
        samplers;  // states of a descriptor that has one: 1, or 2 where a conversion filters chroma otherwise
    uint32_t slot; // of element 0
    uint32_t dynamic;                    // index of element 0 among the set's dynamic buffers
    uint32_t sampler;                    // index of element 0 among the set's sampler states
    uint32_t inline_offset, inline_size; // bytes of an inline uniform block in the set's data
    uint32_t buffer_offset;              // bytes of element 0 in a descriptor buffer
    bool variable;                       // the last binding: a set says how many it has
    const VkSampler *immutable;          // `count` samplers, in the layout's memory; or NULL
    const struct kiln_ycbcr *ycbcr;      // and what they convert, if one of them does; or NULL
};

struct kiln_set_layout {
    uint32_t refs; // the application's, and pipeline layouts', sets' and templates'; atomic
    uint32_t slot_count, dynamic_count, sampler_count, inline_size;
    bool push, has_raw, update_after_bind;
    bool partly_valid;    // some descriptors need not be valid unless they are used
    bool in_buffers;      // its sets are in descriptor buffers, or pushed to pipelines with such sets
    uint32_t buffer_size; // bytes of a set there
    uint32_t binding_count;
    struct kiln_set_binding bindings[]; // by rising binding number
};

void kiln_set_layout_ref(struct kiln_set_layout *l);
void kiln_set_layout_unref(struct kiln_device *device, struct kiln_set_layout *l);
const struct kiln_set_binding *kiln_set_layout_find(const struct kiln_set_layout *l, uint32_t binding);

struct kiln_slot {
    uint64_t address, range; // of a buffer
};

struct kiln_set {
    const struct launch_device *device;
    struct kiln_set_layout *layout;
    struct kiln_pool *pool;
    struct kiln_set *next, **link; // in the pool's list of sets
    uint64_t surfaces, samplers,
        data; // GPU addresses of the first surface state, sampler state, inline block
    uint8_t *surfaces_map, *samplers_map, *data_map;
    uint32_t first[3], count[3]; // slots, samplers, units of inline data: places in the pool's heaps
    uint32_t slot_count;         // less than the layout's if its last binding is variable
    uint32_t raw;                // bytes from a slot's surface state to its second one; 0: there is none
    struct kiln_slot *slots;
};

// Free places of a pool, by rising position.
struct kiln_pool_gap {
    uint32_t first, count;
};
struct kiln_pool_heap {
    uint32_t size, gap_count;
    struct kiln_pool_gap *gaps; // max_sets + 1 at most
};
enum { KILN_HEAP_SLOTS, KILN_HEAP_SAMPLERS, KILN_HEAP_INLINE, KILN_HEAP_COUNT };

// All sets, slots and states of a pool are allocated with it.
struct kiln_pool {
    VkDescriptorPoolCreateFlags flags;
    uint32_t max_sets, set_count, raw;
    struct launch_state surfaces, samplers, data;
    struct kiln_slot *slots;
    struct kiln_set *storage, *free_sets, *sets;
    struct kiln_pool_heap heaps[KILN_HEAP_COUNT];
};

struct kiln_pipeline_layout {
    uint32_t refs; // atomic
    uint32_t set_count;
    bool in_buffers; // sets of it
    struct kiln_set_layout *sets[KILN_MAX_SETS];
    uint32_t dynamic_start[KILN_MAX_SETS];
};

void kiln_pipeline_layout_unref(struct kiln_device *device, struct kiln_pipeline_layout *l);

// Writes go to slots and states, which are a set's or those of a push descriptor.
void kiln_write_descriptors(struct kiln_set *set, const VkWriteDescriptorSet *w);
// What a new set holds: null surfaces, inline blocks, immutable samplers.
void kiln_set_init(struct kiln_set *set);

struct kiln_template {
    struct kiln_set_layout *layout;
    uint32_t entry_count;
    uint32_t push_set;
    VkDescriptorUpdateTemplateEntry entries[];
};
void kiln_template_apply(const struct kiln_template *t, struct kiln_set *set, const void *data);

static inline bool kiln_is_dynamic(VkDescriptorType t)
{
    return t == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC || t == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC;
}

// Has a second surface state. A mutable descriptor may have one.
static inline bool kiln_has_raw(VkDescriptorType t)
{
    return t == VK_DESCRIPTOR_TYPE_STORAGE_IMAGE || t == VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER ||
           t == VK_DESCRIPTOR_TYPE_MUTABLE_EXT;
}

static inline bool kiln_is_buffer(VkDescriptorType t)
{
    return t == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER || t == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER ||
           kiln_is_dynamic(t);
}

// Has a sampler state. A mutable descriptor may have one.
static inline bool kiln_has_sampler(VkDescriptorType t)
{
    return t == VK_DESCRIPTOR_TYPE_SAMPLER || t == VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER ||
           t == VK_DESCRIPTOR_TYPE_MUTABLE_EXT;
}

void kiln_write_embedded_samplers(const struct kiln_set_layout *l, uint8_t *map);

#endif
