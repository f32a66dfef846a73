// Uses of values, and variables (llvm/ir/uses.h).
#include "compiler/llvm/ir/uses.h"

unsigned llvm_count_uses(LLVMValueRef v, unsigned max)
{
    unsigned n = 0;
    for (LLVMUseRef u = LLVMGetFirstUse(v); u && n < max; u = LLVMGetNextUse(u))
        n++;
    return n;
}

LLVMValueRef llvm_alloca_from(LLVMValueRef i)
{
    while (i && !LLVMIsAAllocaInst(i))
        i = LLVMGetNextInstruction(i);
    return i;
}
