// Variables: where each storage class keeps its own. Module-scope variables get their storage when the entry
// point first uses them.
//
// Shared variables are LLVM globals, which LLVM knows to be apart, until spv_place_shared puts their offsets
// in. Blocks in shared memory (WorkgroupMemoryExplicitLayout) alias: they are one global, at offset 0.
#include <stdio.h>
#include <string.h>

#include "compiler/spirv/spv.h"

#define MAX_SHARED (64 * 1024)
#define MAX_PRIVATE (256 * 1024)
#define MAX_UNWRITTEN 256 // bytes of a variable whose state is followed in registers
#define MAX_ZERO_STORES 8 // of an invocation that clears shared memory, before it takes a loop

LLVMValueRef spv_alloca(struct spv *c, uint32_t size)
{
    if (size > MAX_PRIVATE)
        spv_fail(c, KILN_ERROR_LIMIT, "a private variable of %u bytes", size);
    LLVMValueRef v = LLVMBuildAlloca(c->entry_b, LLVMArrayType2(c->i8, size ? size : 4), "");
    LLVMSetAlignment(v, 16);
    return v;
}

// Pointers and resources must lead to their origins.
static bool all_numbers(const struct spv_type *t)
{
    switch (t->kind) {
    case SPV_BOOL:
    case SPV_INT:
    case SPV_FLOAT:
    case SPV_BRAIN:
    case SPV_VECTOR:
    case SPV_MATRIX:
        return true;
    case SPV_ARRAY:
        return all_numbers(t->elem);
    case SPV_STRUCT:
        for (uint32_t n = 0; n < t->count; n++)
            if (!all_numbers(t->members[n].type))
                return false;
        return true;
    default:
        return false;
    }
}

// Fills a variable that has no initializer with values that the optimizer can make nothing of. Larger ones
// stay in memory, where nothing was written to begin with.
static void fill_unwritten(struct spv *c, LLVMValueRef v, const struct spv_type *t)
{
    uint32_t size = t->size;
    if (!c->options->keep_unwritten || size > MAX_UNWRITTEN || !all_numbers(t))
        return;
    for (uint32_t at = 0; at < size; at += size - at >= 4 ? 4 : 1) {
        LLVMValueRef offset = spv_i32(c, at), place = LLVMBuildGEP2(c->b, c->i8, v, &offset, 1, "");
        LLVMValueRef value = spv_call(c, INTRINSIC_UNWRITTEN, NULL, 0);
        if (size - at < 4)
            value = LLVMBuildTrunc(c->b, value, c->i8, "");
        LLVMSetAlignment(LLVMBuildStore(c->b, value, place), size - at < 4 ? 1 : 4);
    }
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

static void push_variable(struct spv *c, struct spv_value *v)
{
    const struct spv_type *t = v->type->elem;
    spv_check(c, t->kind == SPV_STRUCT && t->block, "push constants are not a block");
    uint32_t size = spv_explicit_size(c, t, v->ptr);
    if (size > KILN_MAX_PUSH)
        spv_fail(c, KILN_ERROR_LIMIT, "%u bytes of push constants", size);
    c->push_size = size > c->push_size ? size : c->push_size;
    v->v = LLVMConstNull(LLVMPointerTypeInContext(c->ctx, KILN_AS_PUSH));
}

static LLVMValueRef shared_global(struct spv *c, uint32_t size, uint32_t align, uint32_t offset)
{
    char name[32];
    snprintf(name, sizeof(name), "shared.%u", c->shared_count);
    LLVMValueRef g =
        LLVMAddGlobalInAddressSpace(c->module, LLVMArrayType2(c->i8, size), name, KILN_AS_SHARED);
    LLVMSetAlignment(g, align);
    c->shared = arena_grow(c->arena, c->shared, c->shared_count * sizeof(*c->shared),
                           (c->shared_count + 1) * sizeof(*c->shared));
    c->shared[c->shared_count].global = g;
    c->shared[c->shared_count].offset = offset;
    c->shared[c->shared_count++].zero = 0;
    return g;
}

static void shared_too_large(struct spv *c)
{
    spv_fail(c, KILN_ERROR_LIMIT, "more than %u bytes of shared memory", MAX_SHARED);
}

// Returns the index in c->shared.
static uint32_t shared_block(struct spv *c, struct spv_value *v)
{
    uint32_t size = spv_explicit_size(c, v->type->elem, v->ptr);
    if (size > MAX_SHARED)
        shared_too_large(c);
    v->ptr->explicit_layout = true;
    if (!c->shared_count)
        shared_global(c, MAX_SHARED, 16, 0);
    c->shared_size = size > c->shared_size ? size : c->shared_size;
    v->v = c->shared[0].global;
    return 0;
}

static uint32_t shared_apart(struct spv *c, struct spv_value *v)
{
    const struct spv_type *t = v->type->elem;
    uint32_t align = t->size >= 16 ? 16 : t->align < 4 ? 4 : t->align;
    uint32_t offset = (c->shared_size + align - 1) & ~(align - 1), size = (t->size + 3) & ~3u;
    if (t->size > MAX_SHARED || offset + size > MAX_SHARED)
        shared_too_large(c);
    v->v = shared_global(c, size, align, offset);
    c->shared_size = offset + size;
    return c->shared_count - 1;
}

static void shared_variable(struct spv *c, struct spv_value *v)
{
    const struct spv_type *t = v->type->elem;
    bool block = t->kind == SPV_STRUCT && t->block;
    spv_check(c, block == c->shared_explicit, "some shared variables are blocks, others not");
    uint32_t n = block ? shared_block(c, v) : shared_apart(c, v);
    if (!v->ptr->initializer)
        return;
    const struct spv_value *init = spv_value(c, v->ptr->initializer);
    spv_check(c, spv_same_type(init->type, t) && spv_is_zero(init), "shared memory can be cleared only");
    uint32_t size = block ? spv_explicit_size(c, t, v->ptr) : t->size;
    c->shared[n].zero = size > c->shared[n].zero ? size : c->shared[n].zero;
}

// Where the lock lies is said by spv_place_shared_lock.
LLVMValueRef spv_shared_lock(struct spv *c)
{
    if (!c->shared_lock) {
        c->shared_lock = shared_global(c, 4, 4, 0);
        c->shared_lock_index = c->shared_count - 1;
        c->shared[c->shared_lock_index].zero = 4;
    }
    return c->shared_lock;
}

// Behind everything else: blocks lie over each other, and which is the largest shows only when all that the
// entry point uses are known.
void spv_place_shared_lock(struct spv *c)
{
    if (!c->shared_lock)
        return;
    uint32_t offset = (c->shared_size + 3) & ~3u;
    if (offset + 4 > MAX_SHARED)
        shared_too_large(c);
    c->shared[c->shared_lock_index].offset = offset;
    c->shared_size = offset + 4;
}

// ---- clearing shared memory ----

static void clear_at(struct spv *c, LLVMValueRef global, LLVMValueRef at, uint32_t dwords)
{
    LLVMTypeRef t = dwords > 1 ? LLVMVectorType(c->i32, dwords) : c->i32;
    LLVMValueRef s = LLVMBuildStore(c->b, LLVMConstNull(t), LLVMBuildGEP2(c->b, c->i8, global, &at, 1, ""));
    LLVMSetAlignment(s, 4);
    spv_tag(c, s, KILN_AS_SHARED);
}

static LLVMBasicBlockRef new_block(struct spv *c)
{
    return LLVMInsertBasicBlockInContext(c->ctx, c->entry_end, "");
}

// So many dwords at first, first + step, ... below `size`, by this invocation. The builder stands in a block
// without a terminator.
static void clear_loop(struct spv *c, LLVMValueRef global, LLVMValueRef first, uint32_t step, uint32_t size,
                       uint32_t dwords)
{
    LLVMBasicBlockRef before = LLVMGetInsertBlock(c->b), head = new_block(c), body = new_block(c),
                      after = new_block(c);
    LLVMBuildBr(c->b, head);
    LLVMPositionBuilderAtEnd(c->b, head);
    LLVMValueRef at = LLVMBuildPhi(c->b, c->i32, "");
    LLVMBuildCondBr(c->b, LLVMBuildICmp(c->b, LLVMIntULT, at, spv_i32(c, size), ""), body, after);
    LLVMPositionBuilderAtEnd(c->b, body);
    clear_at(c, global, at, dwords);
    LLVMValueRef next = LLVMBuildAdd(c->b, at, spv_i32(c, step), "");
    LLVMBuildBr(c->b, head);
    LLVMAddIncoming(at, (LLVMValueRef[]){first, next}, (LLVMBasicBlockRef[]){before, body}, 2);
    LLVMPositionBuilderAtEnd(c->b, after);
}

// The same where none has more than one of them.
static void clear_rest(struct spv *c, LLVMValueRef global, LLVMValueRef at, uint32_t size, uint32_t dwords)
{
    LLVMBasicBlockRef body = new_block(c), after = new_block(c);
    LLVMBuildCondBr(c->b, LLVMBuildICmp(c->b, LLVMIntULT, at, spv_i32(c, size), ""), body, after);
    LLVMPositionBuilderAtEnd(c->b, body);
    clear_at(c, global, at, dwords);
    LLVMBuildBr(c->b, after);
    LLVMPositionBuilderAtEnd(c->b, after);
}

// Bytes from *at on, so many dwords at once by each invocation of the group: in rounds that need all of them,
// then, if there are too many or *at is still below `end`, in a loop.
static void clear_rounds(struct spv *c, LLVMValueRef global, LLVMValueRef index, uint32_t *at, uint32_t end,
                         uint32_t dwords)
{
    uint32_t step = 4 * dwords * c->local_size[0] * c->local_size[1] * c->local_size[2];
    LLVMValueRef first = LLVMBuildMul(c->b, index, spv_i32(c, 4 * dwords), "");
    for (unsigned n = 0; n < MAX_ZERO_STORES && end - *at >= step; n++, *at += step)
        clear_at(c, global, LLVMBuildAdd(c->b, first, spv_i32(c, *at), ""), dwords);
    if (*at < end && end - *at <= step) {
        clear_rest(c, global, LLVMBuildAdd(c->b, first, spv_i32(c, *at), ""), end, dwords);
        *at = end;
    } else if (*at < end) {
        clear_loop(c, global, LLVMBuildAdd(c->b, first, spv_i32(c, *at), ""), step, end, dwords);
        *at = end;
    }
}

// The whole group clears what has an initializer, and waits. Goes between the entry block and the body.
void spv_clear_shared(struct spv *c)
{
    bool any = false;
    for (uint32_t n = 0; n < c->shared_count; n++)
        any |= c->shared[n].zero != 0;
    if (!any)
        return;
    LLVMBuilderRef saved = c->b;
    c->b = c->entry_b;
    LLVMValueRef index = spv_local_index(c);
    LLVMValueRef old = LLVMGetBasicBlockTerminator(LLVMGetInsertBlock(c->b));
    LLVMBasicBlockRef entry = LLVMGetInsertBlock(c->b);
    LLVMInstructionEraseFromParent(old);
    LLVMPositionBuilderAtEnd(c->b, entry);
    for (uint32_t n = 0; n < c->shared_count; n++) {
        uint32_t size = (c->shared[n].zero + 3) & ~3u, at = 0;
        clear_rounds(c, c->shared[n].global, index, &at, size & ~15u, 4);
        clear_rounds(c, c->shared[n].global, index, &at, size, 1);
    }
    spv_group_barrier(c, KILN_FENCE_SHARED);
    LLVMBuildBr(c->b, c->entry_end);
    c->b = saved;
}

static void builtin_variable(struct spv *c, uint32_t id, struct spv_value *v)
{
    const struct spv_decoration *d = spv_decoration(c, id, SPV_NO_MEMBER, SpvDecorationBuiltIn);
    spv_check(c, d && d->count >= 1, "the input %%%u is not a built-in", id);
    spv_check(c, c->local_size[0], "the input %%%u is used before the first function", id);
    v->v = spv_alloca(c, v->type->elem->size);
    spv_store(c, v, spv_builtin(c, v->type->elem, d->literals[0]), false);
}

// Module-scope variables get their storage when the entry point first uses them.
void spv_resolve_variable(struct spv *c, uint32_t id)
{
    struct spv_value *v = arena_new(c->arena, struct spv_value);
    *v = *c->ids[id].value;
    v->ptr->pending = false;
    LLVMBuilderRef saved = c->b;
    c->b = c->entry_b;
    switch (v->type->storage) {
    case SpvStorageClassUniform:
    case SpvStorageClassStorageBuffer:
        spv_resource_variable(c, id, v);
        break;
    case SpvStorageClassPushConstant:
        push_variable(c, v);
        break;
    case SpvStorageClassWorkgroup:
        shared_variable(c, v);
        break;
    case SpvStorageClassInput:
        builtin_variable(c, id, v);
        break;
    case SpvStorageClassUniformConstant:
        spv_image_variable(c, id, v);
        break;
    case SpvStorageClassPhysicalStorageBuffer:
        spv_unsupported(c, "a variable of storage class %u", v->type->storage);
    default:
        v->v = spv_alloca(c, v->type->elem->size);
        if (v->ptr->initializer)
            spv_store(c, v, spv_value(c, v->ptr->initializer), false);
        else if (v->type->storage == SpvStorageClassPrivate)
            fill_unwritten(c, v->v, v->type->elem);
    }
    c->b = saved;
    c->ids[id].value = v;
}

void spv_op_variable(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = spv_result_type(c, i);
    spv_check(c, t->kind == SPV_POINTER && t->storage == spv_word(c, i, 3),
              "the storage class is not the type's");
    bool local = t->storage == SpvStorageClassFunction;
    spv_check(c, local == (c->instance != 0), "a variable of storage class %u cannot be here", t->storage);
    struct spv_value *v = spv_new_value(c, t);
    v->ptr = arena_new(c->arena, struct spv_pointer);
    v->ptr->is_volatile = spv_decoration(c, i->result_id, SPV_NO_MEMBER, SpvDecorationVolatile);
    v->ptr->pending = true; // default_pointer would refuse storage classes that this entry point may not use
    v->ptr->explicit_layout = t->storage == SpvStorageClassUniform ||
                              t->storage == SpvStorageClassStorageBuffer ||
                              t->storage == SpvStorageClassPushConstant;
    v->ptr->initializer = i->count > 4 ? i->words[4] : 0;
    if (t->storage == SpvStorageClassWorkgroup && t->elem->kind == SPV_STRUCT && t->elem->block)
        c->shared_explicit = true;
    if (v->ptr->initializer && t->storage != SpvStorageClassFunction &&
        t->storage != SpvStorageClassPrivate && t->storage != SpvStorageClassWorkgroup &&
        t->storage != SpvStorageClassOutput)
        spv_unsupported(c, "an initializer in storage class %u", t->storage);
    if (local)
        v->ptr->table = spv_table_of(c, i->result_id, t->elem);
    if (local && v->ptr->table) {
        v->ptr->pending = false;
    } else if (local && spv_data_variable(c, i->result_id, v)) {
        v->ptr->pending = false;
    } else if (local) {
        v->ptr->pending = false;
        v->v = spv_alloca(c, t->elem->size);
        if (v->ptr->initializer)
            spv_store(c, v, spv_value(c, v->ptr->initializer), false);
        else
            fill_unwritten(c, v->v, t->elem);
    }
    spv_set(c, i, v);
}
