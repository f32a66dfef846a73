// What is known of the place of an access, for mir/analysis/alias.h: object, root and the bytes after it.
//
// Objects are by !alias.scope: of surfaces what the module declares (spirv/memory/alias.c), of shared memory
// its variables (llvm/lower/shared.c); of private memory they are the allocas.
#include "compiler/isel/memory/send.h"
#include "compiler/llvm/ir/memory.h"

uint32_t isel_number_of(struct isel_ctx *x, struct isel_key key, uint32_t *count, uint32_t most)
{
    const struct isel_known *k = isel_known(x, key);
    if (k)
        return (uint32_t)k->o[0].imm;
    if (*count == most)
        return 0;
    isel_learn(x, key)->o[0] = mir_imm_ud(++*count);
    return *count;
}

static LLVMValueRef underlying(LLVMValueRef p)
{
    while (LLVMIsAGetElementPtrInst(p))
        p = LLVMGetOperand(p, 0);
    return p;
}

static LLVMValueRef object_of(LLVMValueRef access, LLVMValueRef pointer)
{
    switch (LLVMGetPointerAddressSpace(LLVMTypeOf(pointer))) {
    case KILN_AS_SURFACE:
    case KILN_AS_SHARED:
    case KILN_AS_GLOBAL:
    case KILN_AS_BUFFER:
        return llvm_scope_of(access);
    case KILN_AS_PRIVATE:
        pointer = underlying(pointer);
        return LLVMIsAAllocaInst(pointer) ? pointer : NULL;
    default:
        return NULL;
    }
}

void isel_target_place(struct isel_ctx *x, struct isel_target *t, LLVMValueRef access)
{
    LLVMValueRef pointer = LLVMGetOperand(access, LLVMIsAStoreInst(access) ? 1 : 0);
    if (LLVMGetVolatile(access) || LLVMGetOrdering(access) != LLVMAtomicOrderingNotAtomic)
        return;
    LLVMValueRef object = object_of(access, pointer);
    if (object)
        t->object = (uint8_t)isel_number_of(x, (struct isel_key){ISEL_OBJECT, .of = object}, &x->object_count,
                                            UINT8_MAX);
    struct llvm_place p = llvm_place_of(x->dl, pointer);
    if (p.at != (int32_t)p.at)
        return;
    t->root = (uint16_t)isel_number_of(
        x, (struct isel_key){ISEL_ROOT, .of = p.offset ? p.offset : p.base, .number = (uintptr_t)p.base},
        &x->root_count, UINT16_MAX);
    t->at = (uint32_t)p.at;
}
