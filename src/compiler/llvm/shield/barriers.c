// Whether LLVM may copy barriers, and with them unroll loops that have some.
#include "compiler/llvm/ir/intrinsics.h"
#include "compiler/llvm/shield/shield.h"

void llvm_duplicate_barriers(LLVMModuleRef m, bool may)
{
    static const char attribute[] = "noduplicate";
    LLVMValueRef fn = intrinsic_declared(m, INTRINSIC_BARRIER);
    unsigned kind = LLVMGetEnumAttributeKindForName(attribute, sizeof(attribute) - 1);
    if (!fn)
        return;
    if (may)
        LLVMRemoveEnumAttributeAtIndex(fn, LLVMAttributeFunctionIndex, kind);
    else
        LLVMAddAttributeAtIndex(fn, LLVMAttributeFunctionIndex,
                                LLVMCreateEnumAttribute(LLVMGetModuleContext(m), kind, 0));
}
