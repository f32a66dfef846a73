// Whether LLVM's dead store elimination may find something. It is dear, for it asks of each store about every
// access behind it, and most kernels give it nothing to do: a store is dead where another one writes the same
// place, where the memory ends with the kernel, or where it writes back what was read there.
#include "compiler/llvm/ir/abi.h"
#include "compiler/llvm/ir/gep.h"
#include "compiler/llvm/shield/shield.h"

enum { MAX_STORES = 16, WIDEST = 32 };

static bool is_known(LLVMValueRef base)
{
    return LLVMIsACallInst(base) || LLVMIsAGlobalVariable(base) || LLVMIsAArgument(base);
}

// Equal offsets are one value here: early-cse has been. Where a base is not known, it could be any.
static bool may_overlap(const struct llvm_place *a, const struct llvm_place *b)
{
    if (!is_known(a->base) || !is_known(b->base))
        return true;
    int64_t apart = a->at - b->at;
    return a->base == b->base && a->offset == b->offset && apart > -WIDEST && apart < WIDEST;
}

static bool may_be_dead(LLVMTargetDataRef dl, LLVMValueRef store, struct llvm_place places[MAX_STORES],
                        unsigned n)
{
    LLVMValueRef p = LLVMGetOperand(store, 1), value = LLVMGetOperand(store, 0);
    places[n] = llvm_place_of(dl, p);
    if (LLVMGetPointerAddressSpace(LLVMTypeOf(p)) == KILN_AS_PRIVATE || LLVMIsAPHINode(value))
        return true;
    if (LLVMIsALoadInst(value)) { // written back
        struct llvm_place from = llvm_place_of(dl, LLVMGetOperand(value, 0));
        if (may_overlap(&from, &places[n]))
            return true;
    }
    for (unsigned k = 0; k < n; k++)
        if (may_overlap(&places[k], &places[n]))
            return true;
    return false;
}

bool llvm_may_have_dead_stores(LLVMValueRef kernel, unsigned *stores)
{
    LLVMTargetDataRef dl = LLVMGetModuleDataLayout(LLVMGetGlobalParent(kernel));
    struct llvm_place places[MAX_STORES];
    bool may = false;
    *stores = 0;
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(kernel); bb; bb = LLVMGetNextBasicBlock(bb))
        for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i)) {
            if (!LLVMIsAStoreInst(i))
                continue;
            may = may || *stores == MAX_STORES || may_be_dead(dl, i, places, *stores);
            ++*stores;
        }
    return may;
}
