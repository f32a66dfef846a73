// The built-ins ResourceHeapEXT and SamplerHeapEXT (SPV_EXT_descriptor_heap): pointers into descriptor heaps
// (descriptor/mapping.c). They are offsets until something is loaded through them.
#include "compiler/spirv/descriptor/descriptor.h"
#include "compiler/spirv/module/ops.h"
#include "compiler/spirv/value/build.h"
#include "compiler/spirv/value/id.h"

static const struct spv_value *heap_pointer(struct spv *c, const struct spv_type *t, uint32_t heap,
                                            LLVMValueRef offset)
{
    return spv_handle_value(c, t, (struct spv_handle){.heap = heap, .offset = offset});
}

void spv_heap_variable(struct spv *c, uint32_t id, struct spv_value *v)
{
    if (!c->options->descriptor_heaps)
        spv_unsupported(c, "a descriptor heap in a shader that is compiled for sets");
    const uint32_t heap = spv_decoration(c, id, SPV_NO_MEMBER, SpvDecorationBuiltIn)->literals[0];
    v->handle = heap_pointer(c, v->type, heap, spv_i32(c, 0))->handle;
}

// What descriptors of a type take in a heap; 0: it is none.
uint32_t spv_descriptor_size(const struct spv_type *t)
{
    return t->kind == SPV_SAMPLER                                                   ? KILN_SAMPLER_HANDLE_STEP
           : t->kind == SPV_IMAGE || t->kind == SPV_BUFFER || t->kind == SPV_TENSOR ? KILN_HEAP_RESOURCE_SIZE
                                                                                    : 0;
}

// A decoration whose operand is a literal, or a constant in its newer form; these are no part of the type
// when it is declared, since the constant may come behind it.
static bool layout_word(struct spv *c, uint32_t id, uint32_t member, uint32_t literal, uint32_t by_id,
                        uint32_t *out)
{
    const struct spv_decoration *d = spv_decoration(c, id, member, by_id);
    const bool constant = d != NULL;
    if (!d)
        d = spv_decoration(c, id, member, literal);
    if (!d)
        return false;
    spv_check(c, d->count >= 1, "decoration %u lacks its operand", d->decoration);
    *out = constant ? spv_const_u32(c, d->literals[0]) : d->literals[0];
    return true;
}

void spv_heap_chain(struct spv *c, const struct spv_inst *i, const struct spv_value *base,
                    const struct spv_type *t, uint32_t w)
{
    const struct spv_type *result = spv_result_type(c, i);
    LLVMValueRef offset = base->handle->offset;
    for (; w < i->count; w++) {
        const struct spv_value *n = spv_arg(c, i, w);
        uint32_t step;
        spv_check(c, n->type->kind == SPV_INT, "an index is not an integer");
        if (t->kind == SPV_STRUCT) {
            const uint32_t member = spv_const_u32(c, i->words[w]);
            spv_check(c, member < t->count, "there is no member %u", member);
            spv_check(c, layout_word(c, t->id, member, SpvDecorationOffset, SPV_DecorationOffsetIdEXT, &step),
                      "member %u of %%%u has no offset", member, t->id);
            offset = LLVMBuildAdd(c->b, offset, spv_i32(c, step), "");
            t = t->members[member].type;
            continue;
        }
        spv_check(c, t->kind == SPV_ARRAY || t->kind == SPV_RUNTIME_ARRAY || t->kind == SPV_VECTOR,
                  "an index into no composite");
        if (t->kind == SPV_VECTOR)
            step = t->elem->size;
        else if (!layout_word(c, t->id, SPV_NO_MEMBER, SpvDecorationArrayStride,
                              SPV_DecorationArrayStrideIdEXT, &step))
            spv_invalid(c, "%%%u has no ArrayStride", t->id);
        LLVMValueRef index = LLVMBuildIntCast2(c->b, n->v, c->i32, true, "");
        offset = LLVMBuildAdd(c->b, offset, LLVMBuildMul(c->b, index, spv_i32(c, step), ""), "");
        t = t->elem;
    }
    spv_check(c, result->untyped || spv_same_type(t, result->elem), "the result points to another type");
    spv_set(c, i, heap_pointer(c, result, base->handle->heap, offset));
}

const struct spv_value *spv_heap_load(struct spv *c, const struct spv_value *pointer,
                                      const struct spv_type *t)
{
    const struct spv_handle *h = pointer->handle;
    struct spv_handle out = {0};
    const bool samplers = h->heap == SPV_BuiltInSamplerHeapEXT;
    spv_check(c, samplers == (t->kind == SPV_SAMPLER),
              "a sampler is in the resource heap, or something else not");
    if (samplers) {
        out.sampler = spv_heap_sampler(c, 0, h->offset);
    } else {
        spv_check(c, t->kind == SPV_IMAGE, "neither an image nor a sampler is loaded");
        out.surface = spv_heap_surface(c, 0, h->offset);
        out.raw = t->image.storage ? out.surface : NULL;
    }
    return spv_handle_value(c, t, out);
}

const struct spv_value *spv_heap_memory(struct spv *c, const struct spv_value *pointer,
                                        const struct spv_type *t)
{
    if (pointer->handle->heap != SPV_BuiltInResourceHeapEXT)
        spv_unsupported(c, "data in the sampler heap");
    struct spv_value *v = spv_new_value(c, spv_retyped(c, pointer, t)->type);
    v->ptr = arena_new(c->arena, struct spv_pointer);
    v->ptr->explicit_layout = true;
    v->ptr->space = KILN_AS_GLOBAL;
    LLVMValueRef at = LLVMBuildZExt(c->b, pointer->handle->offset, c->i64, "");
    v->v = LLVMBuildIntToPtr(c->b, LLVMBuildAdd(c->b, spv_heap_address(c, 0), at, ""),
                             LLVMPointerTypeInContext(c->ctx, KILN_AS_GLOBAL), "");
    return v;
}

void spv_op_buffer_pointer(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = spv_result_type(c, i);
    const struct spv_value *p = spv_arg(c, i, 3);
    spv_check(c,
              t->kind == SPV_POINTER &&
                  (t->storage == SpvStorageClassUniform || t->storage == SpvStorageClassStorageBuffer),
              "the result does not point into a buffer");
    spv_check(c, p->handle && p->handle->heap == SPV_BuiltInResourceHeapEXT,
              "not a pointer into the resource heap");
    struct spv_value *v = spv_new_value(c, t);
    v->ptr = spv_default_pointer(c, t);
    v->ptr->index = spv_heap_surface(c, i->result_id, p->handle->offset);
    v->ptr->is_const = t->storage == SpvStorageClassUniform;
    v->ptr->is_volatile = spv_decoration(c, i->result_id, SPV_NO_MEMBER, SpvDecorationVolatile);
    v->v = spv_buffer(c, spv_pointer_space(c, v), v->ptr->index);
    spv_set(c, i, v);
}

void spv_op_constant_size_of(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = spv_result_type(c, i), *of = spv_type(c, spv_word(c, i, 3));
    spv_check(c, t->kind == SPV_INT && spv_descriptor_size(of), "%%%u is not a type of descriptors", of->id);
    spv_set(c, i, spv_scalar(c, t, LLVMConstInt(spv_llvm_scalar(c, t), spv_descriptor_size(of), false)));
}
