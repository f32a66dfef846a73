// Whether LLVM's dead store elimination may find something. It is dear, for it asks of each store about every
// access behind it, and most kernels give it nothing to do: a store is dead where another one writes the same
// place, where the memory ends with the kernel, or where it writes back what was read there.
#include "compiler/llvm/ir/abi.h"
#include "compiler/llvm/ir/gep.h"
#include "compiler/llvm/shield/shield.h"

enum { MAX_BASES = 16, MAX_STEPS = 32 };

// What the address is reckoned from. NULL: that could be the same as another one.
static LLVMValueRef base_of(LLVMValueRef p)
{
    for (unsigned k = 0; k < MAX_STEPS && llvm_is_gep(p); k++)
        p = LLVMGetOperand(p, 0);
    return LLVMIsACallInst(p) || LLVMIsAGlobalVariable(p) || LLVMIsAArgument(p) ? p : NULL;
}

static bool may_be_dead(LLVMValueRef store, LLVMValueRef bases[MAX_BASES], unsigned n)
{
    LLVMValueRef p = LLVMGetOperand(store, 1), value = LLVMGetOperand(store, 0);
    if (LLVMGetPointerAddressSpace(LLVMTypeOf(p)) == KILN_AS_PRIVATE || LLVMIsALoadInst(value) ||
        LLVMIsAPHINode(value))
        return true;
    LLVMValueRef base = bases[n] = base_of(p);
    for (unsigned k = 0; k < n; k++)
        if (!base || !bases[k] || bases[k] == base)
            return true;
    return false;
}

bool llvm_may_have_dead_stores(LLVMValueRef kernel, unsigned *stores)
{
    LLVMValueRef bases[MAX_BASES];
    bool may = false;
    *stores = 0;
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(kernel); bb; bb = LLVMGetNextBasicBlock(bb))
        for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i)) {
            if (!LLVMIsAStoreInst(i))
                continue;
            may = may || *stores == MAX_BASES || may_be_dead(i, bases, *stores);
            ++*stores;
        }
    return may;
}
