// Descriptor set layouts, pools, sets, update templates, and pipeline layouts.
//
// A set is an array of slots, one a descriptor, in the order of binding numbers. Each slot has a
// RENDER_SURFACE_STATE in the surface zone, written when the descriptor is updated: at a dispatch, a binding
// table of pointers to these states is all that is made. Dynamic buffers keep what their surface state is
// made of, and get it when their offset is known.
#ifndef KILN_VK_DESCRIPTOR_H
#define KILN_VK_DESCRIPTOR_H

#include "vk/device.h"
#include "vk/object.h"
#include "vk/surface.h"

struct kiln_set_binding {
    uint32_t binding;
    VkDescriptorType type;
    uint32_t count;
    uint32_t slot;    // of element 0
    uint32_t dynamic; // index of element 0 among the set's dynamic buffers
};

struct kiln_set_layout {
    uint32_t refs; // the application's, and pipeline layouts', sets' and templates'; atomic
    uint32_t slot_count, dynamic_count;
    bool push;
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
    struct kiln_set_layout *layout;
    struct kiln_pool *pool;
    struct kiln_set *next, **link; // in the pool's list of sets
    uint64_t surfaces;             // GPU address of slot 0's surface state
    uint8_t *surfaces_map;
    uint32_t first_slot, slot_count; // in the pool
    struct kiln_slot *slots;
};

struct kiln_pool_gap {
    uint32_t first, count;
};

// All sets, slots and surface states of a pool are allocated with it.
struct kiln_pool {
    VkDescriptorPoolCreateFlags flags;
    uint32_t max_sets, set_count, slot_count;
    struct kiln_state surfaces;
    struct kiln_slot *slots;
    struct kiln_set *storage, *free_sets, *sets;
    struct kiln_pool_gap *gaps; // free slots, by rising position; max_sets + 1 at most
    uint32_t gap_count;
};

struct kiln_pipeline_layout {
    uint32_t refs; // atomic
    uint32_t set_count;
    struct kiln_set_layout *sets[KILN_MAX_SETS];
    uint32_t dynamic_start[KILN_MAX_SETS];
};

void kiln_pipeline_layout_unref(struct kiln_device *device, struct kiln_pipeline_layout *l);

// Writes go to slots and surface states, which are a set's or those of a push descriptor.
void kiln_write_descriptors(const struct kiln_set_layout *l, struct kiln_slot *slots, uint8_t *surfaces,
                            const VkWriteDescriptorSet *w);

struct kiln_template {
    struct kiln_set_layout *layout;
    uint32_t entry_count;
    uint32_t push_set;
    VkDescriptorUpdateTemplateEntry entries[];
};
void kiln_template_apply(const struct kiln_template *t, struct kiln_slot *slots, uint8_t *surfaces,
                         const void *data);

static inline bool kiln_is_dynamic(VkDescriptorType t)
{
    return t == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC || t == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC;
}

static inline bool kiln_is_buffer(VkDescriptorType t)
{
    return t == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER || t == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER ||
           kiln_is_dynamic(t);
}

#endif
