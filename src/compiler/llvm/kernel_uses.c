// What the optimized kernel still uses: llvm/kernel_uses.h.
#include "compiler/llvm/ir/abi.h"
#include "compiler/llvm/ir/graph.h"
#include "compiler/llvm/ir/intrinsics.h"
#include "compiler/llvm/kernel_uses.h"

static LLVMValueRef pointer_operand(LLVMValueRef i)
{
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMLoad:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
        return LLVMGetOperand(i, 0);
    case LLVMStore:
        return LLVMGetOperand(i, 1);
    default:
        return NULL;
    }
}

// The result or an operand is of this type, or a vector of it.
static bool of_type(LLVMValueRef i, LLVMTypeKind kind)
{
    for (int k = -1; k < LLVMGetNumOperands(i); k++) {
        LLVMTypeRef t = LLVMTypeOf(k < 0 ? i : LLVMGetOperand(i, (unsigned)k));
        if (LLVMGetTypeKind(t) == LLVMVectorTypeKind)
            t = LLVMGetElementType(t);
        if (LLVMGetTypeKind(t) == kind)
            return true;
    }
    return false;
}

struct llvm_uses llvm_find_uses(LLVMValueRef kernel)
{
    struct llvm_uses u = {0};
    llvm_for_each_instruction(i, kernel)
    {
        u.half |= of_type(i, LLVMHalfTypeKind);
        u.real64 |= of_type(i, LLVMDoubleTypeKind);
        enum intrinsic called = intrinsic_of(i);
        u.num_workgroups |= called == INTRINSIC_NUM_WORKGROUPS;
        u.subgroup_id |= called == INTRINSIC_SUBGROUP_ID;
        u.barrier |= called == INTRINSIC_BARRIER;
        LLVMOpcode op = LLVMGetInstructionOpcode(i);
        u.atomics |= op == LLVMAtomicRMW || op == LLVMAtomicCmpXchg;
        LLVMValueRef p = pointer_operand(i);
        if (!p)
            continue;
        unsigned as = LLVMGetPointerAddressSpace(LLVMTypeOf(p));
        u.dynamic_push |= as == KILN_AS_PUSH && !LLVMIsAConstant(p);
        u.global_memory |= kiln_has_long_offsets(as);
    }
    return u;
}
