// See llvm/ir/gep.h.
#include "compiler/llvm/ir/gep.h"

uint64_t llvm_gep_step(LLVMTargetDataRef dl, LLVMValueRef gep, unsigned k, LLVMTypeRef *t, int64_t *at)
{
    if (k > 1 && LLVMGetTypeKind(*t) == LLVMStructTypeKind) {
        unsigned f = (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(gep, k));
        *at += (int64_t)LLVMOffsetOfElement(dl, *t, f);
        *t = LLVMStructGetTypeAtIndex(*t, f);
        return 0;
    }
    if (k > 1)
        *t = LLVMGetElementType(*t);
    return LLVMABISizeOfType(dl, *t);
}
