// Alignments that the load-store-vectorizer wants. It merges neighbours only where the first one is aligned
// to the whole, because it knows no target that says otherwise; messages need dwords only. So for that one
// pass accesses claim a large alignment, and get their true one back from infer-alignment.
#include "compiler/llvm/ir/abi.h"
#include "compiler/llvm/ir/graph.h"
#include "compiler/llvm/shield/shield.h"

enum { CLAIMED = 16 };

// Bytes of one scalar of what a load or store moves.
static unsigned scalar_bytes(LLVMValueRef i)
{
    LLVMTypeRef t = LLVMTypeOf(LLVMGetInstructionOpcode(i) == LLVMStore ? LLVMGetOperand(i, 0) : i);
    if (LLVMGetTypeKind(t) == LLVMVectorTypeKind)
        t = LLVMGetElementType(t);
    switch (LLVMGetTypeKind(t)) {
    case LLVMHalfTypeKind:
        return 2;
    case LLVMDoubleTypeKind:
        return 8;
    case LLVMIntegerTypeKind:
        return LLVMGetIntTypeWidth(t) <= 8 ? 1 : LLVMGetIntTypeWidth(t) / 8;
    case LLVMPointerTypeKind:
        return kiln_has_long_offsets(LLVMGetPointerAddressSpace(t)) ||
                       LLVMGetPointerAddressSpace(t) == KILN_AS_SURFACE
                   ? 8
                   : 4;
    default:
        return 4;
    }
}

static bool is_load_or_store(LLVMValueRef i)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    return op == LLVMLoad || op == LLVMStore;
}

static bool may_claim(LLVMValueRef i)
{
    if (!is_load_or_store(i) || LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic)
        return false;
    LLVMValueRef pointer = LLVMGetOperand(i, LLVMGetInstructionOpcode(i) == LLVMStore);
    unsigned as = LLVMGetPointerAddressSpace(LLVMTypeOf(pointer));
    return as == KILN_AS_SURFACE || as == KILN_AS_SHARED || as == KILN_AS_PUSH || kiln_has_long_offsets(as);
}

void llvm_claim_alignment(LLVMValueRef kernel)
{
    llvm_for_each_instruction(i, kernel) if (may_claim(i)) LLVMSetAlignment(i, CLAIMED);
}

void llvm_unclaim_alignment(LLVMValueRef kernel)
{
    llvm_for_each_instruction(i, kernel) if (may_claim(i)) LLVMSetAlignment(i, scalar_bytes(i));
}

void llvm_cap_alignment(LLVMValueRef kernel)
{
    llvm_for_each_instruction(i, kernel) if (is_load_or_store(i) && LLVMGetAlignment(i) > KILN_SURFACE_ALIGN)
        LLVMSetAlignment(i, KILN_SURFACE_ALIGN);
}
