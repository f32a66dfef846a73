// Descriptors: where each resource variable's are, as binding-table entries or behind a handle.
#ifndef KILN_COMPILER_SPIRV_DESCRIPTOR_DESCRIPTOR_H
#define KILN_COMPILER_SPIRV_DESCRIPTOR_DESCRIPTOR_H

#include "compiler/spirv/value/value.h"

// A resource variable, and the binding-table entries it got.
struct spv_resource {
    uint32_t var_id;
    uint32_t next; // index + 1 of another one with the same key
    struct kiln_binding binding;
    bool aliased; // the first one of a set and binding: some variable of them is Aliased
};

// ---- descriptor/resource.c ----

// Finds a place for `count` descriptors (0: a run-time array) of the variable `id`: binding-table entries or
// a handle. Sets p->index and p->index_step.
void spv_assign_resource(struct spv *c, uint32_t id, uint32_t count, enum kiln_resource kind, bool written,
                         struct spv_pointer *p);
// What the shader calls it: kiln_kernel_get_binding_name.
const char *spv_resource_name(struct spv *c, const struct spv_resource *r);
// The surface index (or sampler index or handle) of an element of a descriptor array.
LLVMValueRef spv_element_index(struct spv *c, const struct spv_pointer *p, LLVMValueRef element);
LLVMValueRef spv_surface(struct spv *c, LLVMValueRef index); // a buffer's start
void spv_resource_variable(struct spv *c, uint32_t id, struct spv_value *v);

// ---- descriptor/image_variable.c ----

const struct spv_value *spv_handle_value(struct spv *c, const struct spv_type *t, struct spv_handle h);
void spv_image_variable(struct spv *c, uint32_t id, struct spv_value *v);
const struct spv_value *spv_image_load(struct spv *c, const struct spv_value *pointer);
void spv_image_chain(struct spv *c, const struct spv_inst *i, const struct spv_value *base);
// The index `index` elements behind `base`; NULL if there is none.
LLVMValueRef spv_step_index(struct spv *c, LLVMValueRef base, uint32_t by, LLVMValueRef index);

#endif
