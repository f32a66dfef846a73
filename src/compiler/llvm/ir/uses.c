// How often a value is used (llvm/ir/uses.h).
#include "compiler/llvm/ir/uses.h"

unsigned llvm_count_uses(LLVMValueRef v, unsigned max)
{
    unsigned n = 0;
    for (LLVMUseRef u = LLVMGetFirstUse(v); u && n < max; u = LLVMGetNextUse(u))
        n++;
    return n;
}
