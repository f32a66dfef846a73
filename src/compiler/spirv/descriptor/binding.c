// Descriptors: where each resource variable's descriptors are, as binding-table entries or by a handle
// (kiln/compiler.h).
//
// The table is for what is indexed statically or is small: its index is an immediate of the message. Run-time
// arrays, large ones, and whatever comes when the table is full are bindless: one handle for the binding,
// whatever its length, and the element's handle goes into the message's extended descriptor. A target whose
// messages have none keeps all surfaces in the table, arrays of any length, and has no run-time arrays of
// them.
#include "compiler/kernel/kernel.h"
#include "compiler/spirv/descriptor/descriptor.h"
#include "compiler/spirv/value/build.h"
#include "compiler/spirv/value/id.h"
#include "hw/target.h"

#define MAX_BTI 224 // entries 240..255 are the hardware's (SLM, stateless, bindless); some are our own
#define MAX_TABLE_ARRAY 16
#define MAX_SAMPLERS 16        // of the sampler table
#define MAX_NEAR_HANDLES 192   // in the cross-thread data
#define MAX_HANDLES (1u << 19) // what the driver's limits on resources allow

uint32_t spv_resource_word(struct spv *c, uint32_t id, uint32_t decoration, const char *name)
{
    const struct spv_decoration *d = spv_decoration(c, id, SPV_NO_MEMBER, decoration);
    spv_check(c, d && d->count >= 1, "the resource %%%u has no %s", id, name);
    return d->literals[0];
}

static uint32_t *resources_of(struct spv *c, uint32_t set, uint32_t binding)
{
    return &c->resource_of[(set * 61 + binding) % SPV_RESOURCE_KEYS];
}

// The entry of this binding that another variable, an alias, has made already.
static struct kiln_binding *find(struct spv *c, uint32_t set, uint32_t binding, enum kiln_resource kind,
                                 uint32_t count)
{
    for (uint32_t n = *resources_of(c, set, binding); n; n = c->resources[n - 1].next) {
        struct kiln_binding *b = &c->resources[n - 1].binding;
        bool holds = b->handle != KILN_NO_OFFSET || (count && count <= b->count);
        if (b->set == set && b->binding == binding && b->resource == kind && holds)
            return b;
    }
    return NULL;
}

// The first entry of a set and binding: what is accessed, whatever it is declared as (memory/alias.c).
static uint32_t object_of(struct spv *c, uint32_t id, uint32_t set, uint32_t binding)
{
    uint32_t first = 0;
    for (uint32_t n = *resources_of(c, set, binding); n; n = c->resources[n - 1].next)
        if (c->resources[n - 1].binding.set == set && c->resources[n - 1].binding.binding == binding)
            first = n;
    c->resources[first - 1].aliased |= spv_decoration(c, id, SPV_NO_MEMBER, SpvDecorationAliased) != NULL;
    return first;
}

// From a handle to that of the next element.
static uint32_t handle_step(const struct spv *c, enum kiln_resource kind)
{
    const uint32_t surface = 1u << KILN_SURFACE_HANDLE_SHIFT; // a byte's worth
    if (c->options->descriptor_buffers)
        return KILN_BUFFER_DESCRIPTOR_SIZE * (kind == KILN_RESOURCE_SAMPLER ? 1 : surface);
    return kind == KILN_RESOURCE_SAMPLER ? KILN_SAMPLER_HANDLE_STEP : KILN_SURFACE_HANDLE_STEP;
}

static uint32_t new_handle(struct spv *c, const struct kiln_binding *b)
{
    const bool in_messages = b->resource != KILN_RESOURCE_SAMPLER &&
                             !(b->resource == KILN_RESOURCE_STORAGE_BUFFER && c->wide_buffers);
    if (in_messages && !kiln_target_has_split_sends(kernel_target(c->options)))
        spv_fail(c, b->count ? KILN_ERROR_LIMIT : KILN_ERROR_UNSUPPORTED,
                 "set %u, binding %u: run-time arrays, 64-bit atomics and more than %u surfaces are not "
                 "supported by this "
                 "device, which has no bindless surfaces",
                 b->set, b->binding, MAX_BTI);
    if (c->handle_count >= MAX_HANDLES)
        spv_fail(c, KILN_ERROR_LIMIT, "more than %u bindings", MAX_BTI + MAX_HANDLES);
    if (c->handle_count >= MAX_NEAR_HANDLES) {
        if (c->far_handle_bti == KILN_NO_OFFSET)
            c->far_handle_bti = c->bti_count++;
        c->far_handle_count++;
    }
    return c->handle_count++;
}

static void place(struct spv *c, struct kiln_binding *b)
{
    bool sampler = b->resource == KILN_RESOURCE_SAMPLER;
    uint32_t *used = sampler ? &c->sampler_count : &c->bti_count;
    uint32_t limit = sampler ? (c->options->bindless_samplers ? 0 : MAX_SAMPLERS) : MAX_BTI;
    bool address = ((c->wide_atomics || c->wide_buffers) &&
                    b->resource == KILN_RESOURCE_STORAGE_BUFFER) || // spirv/atomic/emulate.c, spv_buffer
                   (c->wide_images && (b->resource == KILN_RESOURCE_STORAGE_IMAGE_RAW ||
                                       b->resource == KILN_RESOURCE_STORAGE_TEXEL_BUFFER_RAW));
    uint32_t longest = kiln_target_has_split_sends(kernel_target(c->options)) ? MAX_TABLE_ARRAY : MAX_BTI;
    if (!address && b->count && b->count <= longest && *used + b->count <= limit) {
        b->bti = *used;
        *used += b->count;
        return;
    }
    b->handle = new_handle(c, b);
}

static struct kiln_binding *new_binding(struct spv *c, uint32_t id, uint32_t set, uint32_t binding)
{
    if (c->resource_count == c->resource_capacity) {
        c->resource_capacity = c->resource_capacity ? 2 * c->resource_capacity : 16;
        c->resources = arena_grow(c->arena, c->resources, c->resource_count * sizeof(*c->resources),
                                  c->resource_capacity * sizeof(*c->resources));
    }
    struct spv_resource *r = &c->resources[c->resource_count++];
    uint32_t *last = resources_of(c, set, binding);
    *r = (struct spv_resource){.var_id = id, .next = *last};
    *last = c->resource_count;
    return &r->binding;
}

LLVMValueRef spv_assign_handle(struct spv *c, uint32_t id, uint32_t set, uint32_t binding,
                               enum kiln_resource kind)
{
    struct kiln_binding *b = find(c, set, binding, kind, 1);
    if (!b) {
        b = new_binding(c, id, set, binding);
        *b = (struct kiln_binding){
            .set = set, .binding = binding, .count = 1, .bti = KILN_NO_OFFSET, .resource = kind};
        b->handle = new_handle(c, b);
    }
    LLVMValueRef n = spv_i32(c, b->handle);
    return spv_call(c, INTRINSIC_HANDLE, &n, 1);
}

uint32_t spv_mapped_object(struct spv *c, uint32_t id)
{
    const uint32_t set = spv_resource_word(c, id, SpvDecorationDescriptorSet, "DescriptorSet"),
                   binding = spv_resource_word(c, id, SpvDecorationBinding, "Binding");
    if (!find(c, set, binding, KILN_RESOURCE_STORAGE_BUFFER, 0)) {
        struct kiln_binding *b = new_binding(c, id, set, binding);
        *b = (struct kiln_binding){.set = set,
                                   .binding = binding,
                                   .bti = KILN_NO_OFFSET,
                                   .handle = 0,
                                   .resource = KILN_RESOURCE_STORAGE_BUFFER};
        c->resources[c->resource_count - 1].mapped = true;
        c->mapped_count++;
    }
    return object_of(c, id, set, binding);
}

void spv_assign_resource(struct spv *c, uint32_t id, uint32_t count, enum kiln_resource kind, bool written,
                         struct spv_pointer *p)
{
    uint32_t set = spv_resource_word(c, id, SpvDecorationDescriptorSet, "DescriptorSet");
    uint32_t binding = spv_resource_word(c, id, SpvDecorationBinding, "Binding");
    struct kiln_binding *b = find(c, set, binding, kind, count);
    if (!b) {
        b = new_binding(c, id, set, binding);
        *b = (struct kiln_binding){.set = set,
                                   .binding = binding,
                                   .count = count,
                                   .bti = KILN_NO_OFFSET,
                                   .handle = KILN_NO_OFFSET,
                                   .resource = kind};
        place(c, b);
    }
    b->written |= written;
    p->object = object_of(c, id, set, binding);
    if (b->handle == KILN_NO_OFFSET) {
        p->index = spv_i32(c, b->bti);
        p->index_step = 1;
    } else {
        LLVMValueRef n = spv_i32(c, b->handle);
        p->index = spv_call(c, INTRINSIC_HANDLE, &n, 1);
        p->index_step = handle_step(c, kind);
    }
}
