// Values: trees over LLVM scalars.
#include "compiler/spirv/value/build.h"
#include "compiler/spirv/value/value.h"

#define MAX_LEAVES (1u << 17) // scalars of one composite value: more are a sign of an attack

struct spv_value *spv_new_value(struct spv *c, const struct spv_type *t)
{
    struct spv_value *v = arena_new(c->arena, struct spv_value);
    v->type = t;
    if (spv_is_composite(t)) {
        if (t->leaves > MAX_LEAVES)
            spv_unsupported(c, "a value of %u scalars", t->leaves);
        c->emitted += t->kind != SPV_VECTOR ? t->count / 64 : t->count > 4 ? t->count : 0;
        v->elems = arena_array(c->arena, const struct spv_value *, t->count + 1);
    } else {
        spv_check(c, spv_is_scalar(t) || t->kind == SPV_POINTER || spv_is_handle(t),
                  "a value of type %%%u cannot exist", t->id);
    }
    return v;
}

const struct spv_value *spv_scalar(struct spv *c, const struct spv_type *t, LLVMValueRef llvm)
{
    struct spv_value *v = spv_new_value(c, t);
    v->v = llvm;
    return v;
}

LLVMValueRef spv_comp(const struct spv_value *v, uint32_t i)
{
    return v->type->kind == SPV_VECTOR ? v->elems[i]->v : v->v;
}

LLVMValueRef *spv_new_comps(struct spv *c, const struct spv_type *t)
{
    return arena_array(c->arena, LLVMValueRef, spv_components(t));
}

const struct spv_value *spv_from_comps(struct spv *c, const struct spv_type *t, const LLVMValueRef *comps)
{
    if (t->kind != SPV_VECTOR)
        return spv_scalar(c, t, comps[0]);
    struct spv_value *v = spv_new_value(c, t);
    for (uint32_t n = 0; n < t->count; n++)
        v->elems[n] = spv_scalar(c, t->elem, comps[n]);
    return v;
}

struct spv_pointer *spv_default_pointer(struct spv *c, const struct spv_type *t)
{
    struct spv_pointer *p = arena_new(c->arena, struct spv_pointer);
    unsigned as = spv_address_space(c, t->storage);
    p->explicit_layout = as == KILN_AS_SHARED ? c->shared_explicit : as != KILN_AS_PRIVATE;
    return p;
}

unsigned spv_pointer_space(struct spv *c, const struct spv_value *p)
{
    return p->ptr && p->ptr->space ? p->ptr->space : spv_address_space(c, p->type->storage);
}

const struct spv_value *spv_handle_value(struct spv *c, const struct spv_type *t, struct spv_handle h)
{
    struct spv_value *v = spv_new_value(c, t);
    struct spv_handle *copy = arena_new(c->arena, struct spv_handle);
    *copy = h;
    v->handle = copy;
    if (t->kind == SPV_POINTER)
        v->ptr = arena_new(c->arena, struct spv_pointer);
    return v;
}

uint32_t spv_explicit_size(struct spv *c, const struct spv_type *t, const struct spv_pointer *l)
{
    uint64_t end = 0;
    if (t->kind == SPV_STRUCT) {
        for (uint32_t n = 0; n < t->count; n++) {
            struct spv_pointer m = {.explicit_layout = true,
                                    .matrix_stride = t->members[n].matrix_stride,
                                    .row_major = t->members[n].row_major};
            uint64_t e = (uint64_t)t->members[n].offset + spv_explicit_size(c, t->members[n].type, &m);
            end = e > end ? e : end;
        }
    } else if (t->kind == SPV_ARRAY) {
        end = (uint64_t)t->stride * (t->count - 1) + spv_explicit_size(c, t->elem, l);
    } else if (t->kind == SPV_MATRIX && l->matrix_stride) {
        end = (uint64_t)l->matrix_stride * (l->row_major ? t->elem->count : t->count);
    } else {
        end = t->size;
    }
    spv_check(c, end <= UINT32_MAX, "%%%u is too large", t->id);
    return (uint32_t)end;
}

const struct spv_value *spv_retyped(struct spv *c, const struct spv_value *p, const struct spv_type *pointee)
{
    struct spv_type *t = arena_new(c->arena, struct spv_type);
    struct spv_value *v = arena_new(c->arena, struct spv_value);
    *t = *p->type;
    t->elem = pointee;
    *v = *p;
    v->type = t;
    return v;
}

const struct spv_value *spv_pointing_to(struct spv *c, const struct spv_value *p,
                                        const struct spv_type *pointee)
{
    bool same = p->type->kind != SPV_POINTER || !p->type->untyped || p->type->elem == pointee;
    return same ? p : spv_retyped(c, p, pointee);
}

static const struct spv_value *fill(struct spv *c, const struct spv_type *t,
                                    LLVMValueRef (*leaf)(LLVMTypeRef))
{
    struct spv_value *v = spv_new_value(c, t);
    if (!spv_is_composite(t)) {
        if (t->kind == SPV_POINTER)
            v->ptr = spv_default_pointer(c, t);
        v->v = leaf(spv_llvm_scalar(c, t));
    }
    for (uint32_t n = 0; spv_is_composite(t) && n < t->count; n++) // elements of one type share a tree
        v->elems[n] = n && t->kind != SPV_STRUCT ? v->elems[0] : fill(c, spv_elem_type(t, n), leaf);
    return v;
}

// Offset 0 of shared memory and of the first buffer are where variables are: null there is the last byte of
// the address space, which no variable has.
static LLVMValueRef null_leaf(LLVMTypeRef t)
{
    if (LLVMGetTypeKind(t) != LLVMPointerTypeKind)
        return LLVMConstNull(t);
    unsigned as = LLVMGetPointerAddressSpace(t);
    if (as != KILN_AS_SURFACE && as != KILN_AS_SHARED)
        return LLVMConstNull(t);
    LLVMContextRef ctx = LLVMGetTypeContext(t);
    LLVMTypeRef bits = as == KILN_AS_SURFACE ? LLVMInt64TypeInContext(ctx) : LLVMInt32TypeInContext(ctx);
    return LLVMConstIntToPtr(LLVMConstInt(bits, UINT32_MAX, false), t);
}

const struct spv_value *spv_zero(struct spv *c, const struct spv_type *t)
{
    return fill(c, t, null_leaf);
}

const struct spv_value *spv_undef(struct spv *c, const struct spv_type *t)
{
    return fill(c, t, LLVMGetUndef);
}

bool spv_is_null(const struct spv_value *pointer)
{
    return pointer->v && pointer->v == null_leaf(LLVMTypeOf(pointer->v));
}

bool spv_is_constant(const struct spv_value *v)
{
    if (!spv_is_composite(v->type))
        return v->v && LLVMIsAConstant(v->v) && !v->ptr;
    for (uint32_t n = 0; n < v->type->count; n++)
        if (!spv_is_constant(v->elems[n]))
            return false;
    return true;
}

bool spv_is_zero(const struct spv_value *v)
{
    if (!spv_is_composite(v->type))
        return v->v && LLVMIsNull(v->v);
    for (uint32_t n = 0; n < v->type->count; n++)
        if (!spv_is_zero(v->elems[n]))
            return false;
    return true;
}
