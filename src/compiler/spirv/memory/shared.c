// Shared variables are LLVM globals, which LLVM knows to be apart, until llvm/lower/shared.c puts their
// offsets in. Blocks in shared memory (WorkgroupMemoryExplicitLayout) that are Aliased are one global, at
// offset 0; others lie behind those. What has an initializer is cleared by the whole group when the kernel
// starts.
#include <stdio.h>

#include "compiler/spirv/group/group.h"
#include "compiler/spirv/memory/memory.h"
#include "compiler/spirv/value/build.h"

#define MAX_SHARED (64 * 1024)
#define MAX_ZERO_STORES 8 // of an invocation that clears shared memory, before it takes a loop

static LLVMValueRef shared_global(struct spv *c, uint32_t size, uint32_t align, uint32_t offset)
{
    char name[32];
    snprintf(name, sizeof(name), "shared.%u", c->shared_count);
    LLVMValueRef g =
        LLVMAddGlobalInAddressSpace(c->module, LLVMArrayType2(c->i8, size), name, KILN_AS_SHARED);
    LLVMSetAlignment(g, align);
    if (c->shared_count == c->shared_capacity) {
        uint32_t n = c->shared_capacity ? 2 * c->shared_capacity : 16;
        c->shared =
            arena_grow(c->arena, c->shared, c->shared_count * sizeof(*c->shared), n * sizeof(*c->shared));
        c->shared_capacity = n;
    }
    c->shared[c->shared_count].global = g;
    c->shared[c->shared_count].offset = offset;
    c->shared[c->shared_count].zero = c->shared[c->shared_count].behind = 0;
    c->shared_count++;
    return g;
}

static void shared_too_large(struct spv *c)
{
    spv_fail(c, KILN_ERROR_LIMIT, "more than %u bytes of shared memory", MAX_SHARED);
}

// Behind all that lies at known places: how large the aliased blocks are shows only when everything that the
// entry point uses is known. Returns the index in c->shared, as those below do.
static uint32_t shared_behind(struct spv *c, uint32_t size)
{
    if (size > MAX_SHARED)
        shared_too_large(c);
    shared_global(c, size, 16, 0);
    c->shared[c->shared_count - 1].behind = size;
    return c->shared_count - 1;
}

static uint32_t shared_block(struct spv *c, struct spv_value *v, bool aliased)
{
    uint32_t size = spv_explicit_size(c, v->type->elem, v->ptr), n;
    if (size > MAX_SHARED)
        shared_too_large(c);
    v->ptr->explicit_layout = true;
    if (!aliased) {
        n = shared_behind(c, (size + 3) & ~3u);
    } else {
        if (!c->shared_aliased) {
            shared_global(c, MAX_SHARED, 16, 0);
            c->shared_aliased = c->shared_count;
        }
        c->shared_size = size > c->shared_size ? size : c->shared_size;
        n = c->shared_aliased - 1;
    }
    v->v = c->shared[n].global;
    return n;
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

static void note_name(struct spv *c, uint32_t id, const struct spv_type *t, uint32_t index, uint32_t size)
{
    const char *name = c->ids[id].name, *block = c->ids[t->id].name;
    name = name && name[0] ? name : t->kind == SPV_STRUCT ? block : NULL;
    if (!name || !name[0])
        return;
    c->shared_names = arena_grow(c->arena, c->shared_names, c->shared_name_count * sizeof(*c->shared_names),
                                 (c->shared_name_count + 1) * sizeof(*c->shared_names));
    c->shared_names[c->shared_name_count++] = (struct spv_shared_name){name, index, size};
}

void spv_shared_variable(struct spv *c, uint32_t id, struct spv_value *v)
{
    const struct spv_type *t = v->type->elem;
    bool block = t->kind == SPV_STRUCT && t->block;
    spv_check(c, block == c->shared_explicit, "some shared variables are blocks, others not");
    const bool aliased = spv_decoration(c, id, SPV_NO_MEMBER, SpvDecorationAliased) != NULL;
    uint32_t n = block ? shared_block(c, v, aliased) : shared_apart(c, v);
    uint32_t size = block ? spv_explicit_size(c, t, v->ptr) : t->size;
    note_name(c, id, t, n, size);
    if (!v->ptr->initializer)
        return;
    const struct spv_value *init = spv_value(c, v->ptr->initializer);
    spv_check(c, spv_same_type(init->type, t) && spv_is_zero(init), "shared memory can be cleared only");
    c->shared[n].zero = size > c->shared[n].zero ? size : c->shared[n].zero;
}

LLVMValueRef spv_shared_lock(struct spv *c)
{
    if (!c->shared_lock) {
        const uint32_t n = shared_behind(c, 4);
        c->shared_lock = c->shared[n].global;
        c->shared[n].zero = 4;
    }
    return c->shared_lock;
}

void spv_place_shared_rest(struct spv *c)
{
    for (uint32_t n = 0; n < c->shared_count; n++) {
        const uint32_t size = c->shared[n].behind, align = size < 16 ? 4 : 16;
        if (!size)
            continue;
        c->shared[n].offset = (c->shared_size + align - 1) & ~(align - 1);
        if (c->shared[n].offset + size > MAX_SHARED)
            shared_too_large(c);
        c->shared_size = c->shared[n].offset + size;
    }
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
