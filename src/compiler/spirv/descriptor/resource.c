// Variables that are buffers, and what all descriptors share: elements of arrays, names.
#include "compiler/spirv/descriptor/descriptor.h"
#include "compiler/spirv/value/build.h"
#include "compiler/spirv/value/id.h"

const char *spv_resource_name(struct spv *c, const struct spv_resource *r)
{
    const struct spv_id *variable = &c->ids[r->var_id];
    if (variable->name && variable->name[0])
        return variable->name;
    // A pointer to a block, or to an array of them.
    const struct spv_type *t = variable->value ? variable->value->type : NULL;
    while (t && (t->kind == SPV_POINTER || t->kind == SPV_ARRAY || t->kind == SPV_RUNTIME_ARRAY))
        t = t->elem;
    const char *block = t ? c->ids[t->id].name : NULL;
    return block ? block : "";
}

LLVMValueRef spv_element_index(struct spv *c, const struct spv_pointer *p, LLVMValueRef element)
{
    if (p->list)
        return spv_list_index(c, p->list, element);
    LLVMValueRef by = LLVMBuildMul(c->b, element, spv_i32(c, p->index_step), "");
    return LLVMBuildAdd(c->b, p->index, by, "");
}

LLVMValueRef spv_surface(struct spv *c, LLVMValueRef index)
{
    LLVMValueRef v = spv_call(c, INTRINSIC_SURFACE, &index, 1);
    // Alignment is that of the offset: the driver keeps surfaces' starts aligned as far.
    LLVMAddCallSiteAttribute(
        v, LLVMAttributeReturnIndex,
        LLVMCreateEnumAttribute(c->ctx, LLVMGetEnumAttributeKindForName("align", 5), KILN_SURFACE_ALIGN));
    return v;
}

// ---- buffers ----

// Qword n from where the pointer points to. (Neighbours behind one pointer come by one message.)
static LLVMValueRef state_qword(struct spv *c, LLVMValueRef pointer, uint64_t n)
{
    LLVMValueRef bytes = LLVMConstInt(c->i64, 8 * n, false);
    LLVMValueRef v = LLVMBuildLoad2(c->b, c->i64, LLVMBuildGEP2(c->b, c->i8, pointer, &bytes, 1, ""), "");
    LLVMSetAlignment(v, 8);
    spv_tag(c, v, KILN_AS_GLOBAL);
    spv_mark_invariant(c, v);
    return v;
}

// Entries are the whole dwords, and what of them is padding once more (spirv/memory/pointer.c).
static LLVMValueRef any_size(struct spv *c, LLVMValueRef handle)
{
#define WORD(v) LLVMConstInt(c->i64, v, false)
    const uint64_t more = UINT64_C(0x100000000) - (UINT64_C(1) << KILN_STATE_MORE_BIT);
    _Static_assert(KILN_STATE_SIZE == KILN_STATE_ADDRESS + 12, "the upper half of the second qword");
    LLVMValueRef state = LLVMBuildAdd(c->b, spv_state_address(c, handle), WORD(KILN_STATE_ADDRESS), "");
    state = LLVMBuildIntToPtr(c->b, state, LLVMPointerTypeInContext(c->ctx, KILN_AS_GLOBAL), "");
    LLVMValueRef address = state_qword(c, state, 0), entries = state_qword(c, state, 1);
    LLVMValueRef high = LLVMBuildShl(c->b, LLVMBuildAnd(c->b, entries, WORD(more), ""),
                                     WORD(32 - KILN_STATE_MORE_BIT), ""),
                 all = LLVMBuildOr(c->b, LLVMBuildLShr(c->b, entries, WORD(32), ""), high, "");
    LLVMValueRef whole = LLVMBuildAnd(c->b, all, WORD(~UINT64_C(3)), ""),
                 size = LLVMBuildSub(c->b, whole, LLVMBuildAnd(c->b, all, WORD(3), ""), "");
    return spv_call(c, INTRINSIC_BUFFER, (LLVMValueRef[]){address, whole, size}, 3);
#undef WORD
}

LLVMValueRef spv_buffer(struct spv *c, unsigned as, LLVMValueRef index)
{
    return as == KILN_AS_BUFFER ? any_size(c, index) : spv_surface(c, index);
}

static bool never_written(struct spv *c, uint32_t id, const struct spv_type *block)
{
    if (spv_decoration(c, id, SPV_NO_MEMBER, SpvDecorationNonWritable))
        return true;
    for (uint32_t n = 0; n < block->count; n++)
        if (!block->members[n].non_writable)
            return false;
    return true;
}

// In a heap.
static void map_buffer_variable(struct spv *c, uint32_t id, const struct spv_type *block, bool uniform,
                                struct spv_value *v)
{
    const uint32_t resource = uniform                       ? KILN_MAP_UNIFORM_BUFFERS
                              : never_written(c, id, block) ? KILN_MAP_READ_BUFFERS
                                                            : KILN_MAP_WRITE_BUFFERS;
    const struct kiln_mapping *m = spv_mapping(c, id, resource);
    v->ptr->object = spv_mapped_object(c, id);
    if (spv_map_buffer(c, id, m, v))
        return;
    spv_map_descriptors(c, id, m, false, SPV_MAP_RESOURCE, v->ptr);
    if (v->ptr->descriptor_array)
        return;
    if (v->ptr->list)
        v->ptr->index = spv_list_index(c, v->ptr->list, spv_i32(c, 0));
    v->v = spv_buffer(c, spv_pointer_space(c, v), v->ptr->index);
}

void spv_resource_variable(struct spv *c, uint32_t id, struct spv_value *v)
{
    const struct spv_type *block = v->type->elem;
    uint32_t count = 1;
    if (block->kind == SPV_ARRAY || block->kind == SPV_RUNTIME_ARRAY) {
        v->ptr->descriptor_array = true;
        count = block->kind == SPV_ARRAY ? block->count : 0;
        block = block->elem;
    }
    spv_check(c, block->kind == SPV_STRUCT && (block->block || block->buffer_block), "%%%u is not a block",
              id);
    bool uniform = v->type->storage == SpvStorageClassUniform && !block->buffer_block;
    v->ptr->is_const = uniform;
    if (c->wide_buffers && block->buffer_block)
        v->ptr->space = KILN_AS_BUFFER;
    if (c->options->descriptor_heaps) {
        map_buffer_variable(c, id, block, uniform, v);
        return;
    }
    spv_assign_resource(c, id, count, uniform ? KILN_RESOURCE_UNIFORM_BUFFER : KILN_RESOURCE_STORAGE_BUFFER,
                        !uniform && !never_written(c, id, block), v->ptr);
    if (!v->ptr->descriptor_array)
        v->v = spv_buffer(c, spv_pointer_space(c, v), v->ptr->index);
}
