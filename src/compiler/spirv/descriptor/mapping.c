// Descriptor heaps (Vulkan's VK_EXT_descriptor_heap, SPV_EXT_descriptor_heap): descriptors at byte offsets
// from where a heap begins, in memory that the application writes. A surface's handle is what the heap's
// first one has and the offset, a sampler's likewise (kiln/compiler.h), so that nothing about it is left to
// be done at a dispatch.
//
// Variables with a set and a binding are where a mapping of the pipeline says (struct kiln_mapping): at such
// offsets, which may depend on push constants and on words in memory, or in memory without a descriptor.
#include "compiler/spirv/descriptor/descriptor.h"
#include "compiler/spirv/value/build.h"
#include "compiler/spirv/value/id.h"

enum { INDEX_MASK = 0xfffff, SAMPLER_SHIFT = 20, SAMPLER_MASK = 0xfff };

// ---- the heaps

static LLVMValueRef heap_handle(struct spv *c, uint32_t id, enum kiln_resource which)
{
    LLVMBuilderRef saved = c->b;
    c->b = c->entry_b;
    LLVMValueRef h = spv_assign_handle(c, id, 0, 0, which);
    c->b = saved;
    return h;
}

LLVMValueRef spv_heap_address(struct spv *c, uint32_t id)
{
    LLVMValueRef low = LLVMBuildZExt(c->b, heap_handle(c, id, KILN_RESOURCE_HEAP_LOW), c->i64, ""),
                 high = LLVMBuildZExt(c->b, heap_handle(c, id, KILN_RESOURCE_HEAP_HIGH), c->i64, "");
    return LLVMBuildOr(c->b, low, LLVMBuildShl(c->b, high, LLVMConstInt(c->i64, 32, false), ""), "");
}

LLVMValueRef spv_heap_surface(struct spv *c, uint32_t id, LLVMValueRef offset)
{
    heap_handle(c, id,
                KILN_RESOURCE_HEAP_LOW); // for lanes with buffers of their own (mir/lower/message/state.c)
    LLVMValueRef by = LLVMBuildShl(c->b, offset, spv_i32(c, KILN_SURFACE_HANDLE_SHIFT), "");
    return LLVMBuildAdd(c->b, heap_handle(c, id, KILN_RESOURCE_HEAP), by, "");
}

LLVMValueRef spv_heap_sampler(struct spv *c, uint32_t id, LLVMValueRef offset)
{
    return LLVMBuildAdd(c->b, heap_handle(c, id, KILN_RESOURCE_SAMPLER_HEAP), offset, "");
}

LLVMValueRef spv_state_address(struct spv *c, LLVMValueRef handle)
{
    if (!c->options->descriptor_heaps) {
        c->reads_states = true;
        LLVMValueRef at = LLVMBuildLShr(c->b, handle, spv_i32(c, KILN_SURFACE_HANDLE_SHIFT), "");
        return LLVMBuildAdd(c->b, LLVMBuildZExt(c->b, at, c->i64, ""),
                            LLVMConstInt(c->i64, KILN_SURFACE_STATES, false), "");
    }
    LLVMValueRef first = heap_handle(c, 0, KILN_RESOURCE_HEAP);
    LLVMValueRef at =
        LLVMBuildLShr(c->b, LLVMBuildSub(c->b, handle, first, ""), spv_i32(c, KILN_SURFACE_HANDLE_SHIFT), "");
    return LLVMBuildAdd(c->b, spv_heap_address(c, 0), LLVMBuildZExt(c->b, at, c->i64, ""), "");
}

// ---- what mappings read

static void describe_load(struct spv *c, LLVMValueRef load, unsigned as)
{
    LLVMSetAlignment(load, LLVMTypeOf(load) == c->i64 ? 8 : 4);
    spv_tag(c, load, as);
    spv_mark_invariant(c, load);
}

static LLVMValueRef push_word(struct spv *c, uint32_t offset, LLVMTypeRef t)
{
    const uint32_t end = offset + (t == c->i64 ? 8 : 4);
    if (end < offset || end > KILN_MAX_PUSH)
        spv_fail(c, KILN_ERROR_LIMIT, "a mapping reads byte %u of the push constants", offset);
    c->push_size = end > c->push_size ? end : c->push_size;
    LLVMTypeRef pointer = LLVMPointerTypeInContext(c->ctx, KILN_AS_PUSH);
    LLVMValueRef v = LLVMBuildLoad2(c->b, t, LLVMConstIntToPtr(spv_i32(c, offset), pointer), "");
    describe_load(c, v, KILN_AS_PUSH);
    return v;
}

static LLVMValueRef add_bytes(struct spv *c, LLVMValueRef address, uint64_t bytes)
{
    return LLVMBuildAdd(c->b, address, LLVMConstInt(c->i64, bytes, false), "");
}

static LLVMValueRef memory_word(struct spv *c, LLVMValueRef address, LLVMTypeRef t)
{
    LLVMTypeRef pointer = LLVMPointerTypeInContext(c->ctx, KILN_AS_GLOBAL);
    LLVMValueRef v = LLVMBuildLoad2(c->b, t, LLVMBuildIntToPtr(c->b, address, pointer, ""), "");
    describe_load(c, v, KILN_AS_GLOBAL);
    return v;
}

// ---- mappings

const struct kiln_mapping *spv_mapping(struct spv *c, uint32_t id, uint32_t resource)
{
    if (!c->options->descriptor_heaps)
        return NULL;
    const uint32_t set = spv_resource_word(c, id, SpvDecorationDescriptorSet, "DescriptorSet"),
                   binding = spv_resource_word(c, id, SpvDecorationBinding, "Binding");
    for (unsigned n = 0; n < c->options->mapping_count; n++) {
        const struct kiln_mapping *m = &c->options->mappings[n];
        if (m->set == set && binding >= m->first_binding && binding - m->first_binding < m->binding_count &&
            m->resources & resource)
            return m;
    }
    spv_invalid(c, "no mapping has set %u, binding %u", set, binding);
}

// The index of the sampler of a combined image may be beside the image's.
static LLVMValueRef part_of_index(struct spv *c, LLVMValueRef word, uint32_t shift, uint32_t mask)
{
    if (shift)
        word = LLVMBuildLShr(c->b, word, spv_i32(c, shift), "");
    return mask == UINT32_MAX ? word : LLVMBuildAnd(c->b, word, spv_i32(c, mask), "");
}

LLVMValueRef spv_list_index(struct spv *c, const struct spv_index_list *l, LLVMValueRef element)
{
    LLVMValueRef by =
        LLVMBuildShl(c->b, LLVMBuildZExt(c->b, element, c->i64, ""), LLVMConstInt(c->i64, 2, false), "");
    LLVMValueRef word = memory_word(c, LLVMBuildAdd(c->b, l->words, by, ""), c->i32);
    LLVMValueRef n = part_of_index(c, word, l->shift, l->mask);
    return LLVMBuildAdd(c->b, l->base, LLVMBuildMul(c->b, n, spv_i32(c, l->stride), ""), "");
}

void spv_map_descriptors(struct spv *c, uint32_t id, const struct kiln_mapping *m, bool combined,
                         enum spv_map_part part, struct spv_pointer *p)
{
    const bool sampler = part != SPV_MAP_RESOURCE, beside = part == SPV_MAP_COMBINED_SAMPLER,
               packed = m->packed_index && (beside || combined);
    struct kiln_mapping_place at = beside ? m->sampler : m->place;
    uint32_t shift = 0, mask = packed ? INDEX_MASK : UINT32_MAX;
    if (beside && packed) {
        at.push = m->place.push;
        at.address = m->place.address;
        shift = SAMPLER_SHIFT;
        mask = SAMPLER_MASK;
    }
    const uint32_t first = spv_resource_word(c, id, SpvDecorationBinding, "Binding") - m->first_binding;
    const uint32_t scale = sampler ? 1 : 1u << KILN_SURFACE_HANDLE_SHIFT;
    const bool is_list = m->source == KILN_MAP_INDIRECT_ARRAY;
    LLVMValueRef offset = spv_i32(c, at.offset + (is_list ? 0 : first * at.array_stride)), word = NULL,
                 list = NULL;
    if (m->source == KILN_MAP_PUSH_INDEX)
        word = push_word(c, at.push, c->i32);
    else if (m->source == KILN_MAP_INDIRECT_INDEX)
        word = memory_word(c, add_bytes(c, push_word(c, at.push, c->i64), at.address), c->i32);
    else if (is_list)
        list = add_bytes(c, push_word(c, at.push, c->i64), at.address + UINT64_C(4) * first);
    else
        spv_check(c, m->source == KILN_MAP_OFFSET, "%%%u is mapped to data, but is no buffer", id);
    if (word) {
        word = part_of_index(c, word, shift, mask);
        offset = LLVMBuildAdd(c->b, offset, LLVMBuildMul(c->b, word, spv_i32(c, at.index_stride), ""), "");
    }
    p->index = sampler ? spv_heap_sampler(c, id, offset) : spv_heap_surface(c, id, offset);
    p->index_step = at.array_stride * scale;
    if (!is_list)
        return;
    struct spv_index_list *l = arena_new(c->arena, struct spv_index_list);
    *l = (struct spv_index_list){
        .words = list, .base = p->index, .stride = at.index_stride * scale, .shift = shift, .mask = mask};
    p->list = l;
}

// The address of a buffer without a descriptor; NULL: it has one, or lies in the push constants.
static LLVMValueRef data_address(struct spv *c, uint32_t id, const struct kiln_mapping *m)
{
    const struct kiln_mapping_place *at = &m->place;
    switch (m->source) {
    case KILN_MAP_HEAP_DATA: {
        LLVMValueRef more = LLVMBuildZExt(c->b, push_word(c, at->push, c->i32), c->i64, "");
        return LLVMBuildAdd(c->b, add_bytes(c, spv_heap_address(c, id), at->offset), more, "");
    }
    case KILN_MAP_PUSH_ADDRESS:
        return push_word(c, at->push, c->i64);
    case KILN_MAP_INDIRECT_ADDRESS:
        return memory_word(c, add_bytes(c, push_word(c, at->push, c->i64), at->address), c->i64);
    default:
        return NULL;
    }
}

bool spv_map_buffer(struct spv *c, uint32_t id, const struct kiln_mapping *m, struct spv_value *v)
{
    LLVMValueRef address = data_address(c, id, m);
    const bool pushed = m->source == KILN_MAP_PUSH_DATA;
    if (!address && !pushed)
        return false;
    spv_check(c, !v->ptr->descriptor_array, "%%%u is an array of buffers, and mapped to data", id);
    if (pushed) {
        const uint32_t size = spv_explicit_size(c, v->type->elem, v->ptr), end = m->place.push + size;
        if (end < size || end > KILN_MAX_PUSH)
            spv_fail(c, KILN_ERROR_LIMIT, "%%%u is %u bytes at %u of the push constants", id, size,
                     m->place.push);
        c->push_size = end > c->push_size ? end : c->push_size;
    }
    v->ptr->space = pushed ? KILN_AS_PUSH : KILN_AS_GLOBAL;
    LLVMTypeRef pointer = LLVMPointerTypeInContext(c->ctx, v->ptr->space);
    v->v = pushed ? LLVMConstIntToPtr(spv_i32(c, m->place.push), pointer)
                  : LLVMBuildIntToPtr(c->b, address, pointer, "");
    return true;
}

bool spv_is_heap(struct spv *c, uint32_t id)
{
    const struct spv_decoration *d = spv_decoration(c, id, SPV_NO_MEMBER, SpvDecorationBuiltIn);
    return d && d->count >= 1 &&
           (d->literals[0] == SPV_BuiltInResourceHeapEXT || d->literals[0] == SPV_BuiltInSamplerHeapEXT);
}

bool spv_is_mapped_indirectly(struct spv *c, const struct spv_value *v, uint32_t id)
{
    const uint32_t s = v->type->storage;
    if (!c->options->descriptor_heaps || spv_is_heap(c, id) ||
        (s != SpvStorageClassUniform && s != SpvStorageClassStorageBuffer &&
         s != SpvStorageClassUniformConstant))
        return false;
    for (unsigned n = 0; n < c->options->mapping_count; n++) {
        const uint32_t source = c->options->mappings[n].source;
        if (source == KILN_MAP_INDIRECT_INDEX || source == KILN_MAP_INDIRECT_ARRAY ||
            source == KILN_MAP_INDIRECT_ADDRESS)
            return true;
    }
    return false;
}
