// Descriptors: where each resource variable's are, as binding-table entries or by a handle.
#ifndef KILN_COMPILER_SPIRV_DESCRIPTOR_DESCRIPTOR_H
#define KILN_COMPILER_SPIRV_DESCRIPTOR_DESCRIPTOR_H

#include "compiler/spirv/value/value.h"

// A resource variable, and the binding-table entries it got.
struct spv_resource {
    uint32_t var_id;
    uint32_t next; // index + 1 of another one with the same key
    struct kiln_binding binding;
    bool mapped;  // only known here: its descriptors are where a mapping says
    bool aliased; // the first one of a set and binding: some variable of them is Aliased
};

// ---- descriptor/binding.c, descriptor/resource.c ----

// Finds a place for `count` descriptors (0: a run-time array) of the variable `id`: binding-table entries or
// a handle. Sets p->index and p->index_step.
void spv_assign_resource(struct spv *c, uint32_t id, uint32_t count, enum kiln_resource kind, bool written,
                         struct spv_pointer *p);
// The word of a variable's decoration, whose name is `name`: its set or its binding.
uint32_t spv_resource_word(struct spv *c, uint32_t id, uint32_t decoration, const char *name);
// What the shader calls it: kiln_kernel_get_binding_name.
const char *spv_resource_name(struct spv *c, const struct spv_resource *r);
// The surface index (or sampler index or handle) of an element of a descriptor array.
LLVMValueRef spv_element_index(struct spv *c, const struct spv_pointer *p, LLVMValueRef element);
// The dword of the handles that the driver fills in with something of its own: KILN_RESOURCE_HEAP and those
// after it, and samplers that mappings embed.
LLVMValueRef spv_assign_handle(struct spv *c, uint32_t id, uint32_t set, uint32_t binding,
                               enum kiln_resource kind);
// The object (memory/alias.c) of a variable that has no place of the driver's.
uint32_t spv_mapped_object(struct spv *c, uint32_t id);
LLVMValueRef spv_surface(struct spv *c, LLVMValueRef index); // a buffer's start
// The same in the space `as`, KILN_AS_SURFACE or KILN_AS_BUFFER.
LLVMValueRef spv_buffer(struct spv *c, unsigned as, LLVMValueRef index);
void spv_resource_variable(struct spv *c, uint32_t id, struct spv_value *v);

// ---- descriptor/image_variable.c ----

void spv_image_variable(struct spv *c, uint32_t id, struct spv_value *v);
const struct spv_value *spv_image_load(struct spv *c, const struct spv_value *pointer);
// The base is taken for a pointer to `t`; indices from word w on.
void spv_image_chain(struct spv *c, const struct spv_inst *i, const struct spv_value *base,
                     const struct spv_type *t, uint32_t w);
// The index `index` elements after `base`; NULL if there is none.
LLVMValueRef spv_step_index(struct spv *c, LLVMValueRef base, uint32_t by, LLVMValueRef index);

// ---- descriptor/mapping.c ----

// The mapping of a variable; NULL: descriptors are in sets. `resource`: one KILN_MAP_... bit.
const struct kiln_mapping *spv_mapping(struct spv *c, uint32_t id, uint32_t resource);
// Where the descriptors of a variable are in their heap: index and step, or list. Combined images have two.
enum spv_map_part { SPV_MAP_RESOURCE, SPV_MAP_SAMPLER, SPV_MAP_COMBINED_SAMPLER };
void spv_map_descriptors(struct spv *c, uint32_t id, const struct kiln_mapping *m, bool combined,
                         enum spv_map_part part, struct spv_pointer *p);
// A buffer that has no descriptor: its address. False: it has one.
bool spv_map_buffer(struct spv *c, uint32_t id, const struct kiln_mapping *m, struct spv_value *v);
// Whether it takes reads of memory to find it, which are made where it is used.
bool spv_is_mapped_indirectly(struct spv *c, const struct spv_value *v, uint32_t id);
LLVMValueRef spv_list_index(struct spv *c, const struct spv_index_list *l, LLVMValueRef element);

// The address of a surface state, by its handle.
LLVMValueRef spv_state_address(struct spv *c, LLVMValueRef handle);

// The handles of what is `offset` bytes from the start of a heap, and the resource heap's address. `id`: who
// asks.
LLVMValueRef spv_heap_surface(struct spv *c, uint32_t id, LLVMValueRef offset);
LLVMValueRef spv_heap_sampler(struct spv *c, uint32_t id, LLVMValueRef offset);
LLVMValueRef spv_heap_address(struct spv *c, uint32_t id);
bool spv_is_heap(struct spv *c, uint32_t id); // one of the built-ins

// ---- descriptor/heap.c ----

uint32_t spv_descriptor_size(const struct spv_type *t); // in a heap; 0: of no descriptor
void spv_heap_variable(struct spv *c, uint32_t id, struct spv_value *v);
void spv_heap_chain(struct spv *c, const struct spv_inst *i, const struct spv_value *base,
                    const struct spv_type *t, uint32_t w);
const struct spv_value *spv_heap_load(struct spv *c, const struct spv_value *pointer,
                                      const struct spv_type *t);
// Data in a heap, as memory.
const struct spv_value *spv_heap_memory(struct spv *c, const struct spv_value *pointer,
                                        const struct spv_type *t);

#endif
