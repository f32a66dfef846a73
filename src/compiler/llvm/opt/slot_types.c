// Variables of 16 bits that are read and written as halves and as integers become integers, with casts.
//
// LLVM's sroa cuts an array of halves into its elements, but an element stays in memory if its accesses do
// not agree on a type, unless an integer of its size is native: of 16 bits none is (kiln_data_layout), or
// arithmetic would be narrowed to it. Accesses disagree where instcombine has taken a cast together with a
// read: before a loop is unrolled that counts through the array, say.
#include "compiler/llvm/ir/uses.h"
#include "compiler/llvm/opt/opt.h"

enum { SLOT_BYTES = 2 };

static LLVMTypeRef slot_type(LLVMValueRef alloca)
{
    return LLVMIntTypeInContext(LLVMGetTypeContext(LLVMTypeOf(alloca)), 8 * SLOT_BYTES);
}

static bool fills_slot(LLVMTypeRef t)
{
    LLVMTypeKind kind = LLVMGetTypeKind(t);
    return kind == LLVMHalfTypeKind || kind == LLVMBFloatTypeKind ||
           (kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) == 8 * SLOT_BYTES);
}

// A plain read or write of all of it.
static bool is_whole_access(LLVMValueRef i, LLVMValueRef alloca)
{
    if (LLVMIsALoadInst(i))
        return !LLVMGetVolatile(i) && fills_slot(LLVMTypeOf(i));
    return LLVMIsAStoreInst(i) && !LLVMGetVolatile(i) && LLVMGetOperand(i, 0) != alloca &&
           fills_slot(LLVMTypeOf(LLVMGetOperand(i, 0)));
}

static bool has_whole_accesses(LLVMValueRef alloca)
{
    LLVMTypeRef t = LLVMGetAllocatedType(alloca);
    if (LLVMGetTypeKind(t) != LLVMArrayTypeKind || LLVMGetArrayLength2(t) != SLOT_BYTES ||
        LLVMGetElementType(t) != LLVMInt8TypeInContext(LLVMGetTypeContext(t)))
        return false;
    for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u))
        if (!is_whole_access(LLVMGetUser(u), alloca))
            return false;
    return true;
}

static void access_as_integer(LLVMBuilderRef b, LLVMValueRef i, LLVMValueRef slot)
{
    LLVMTypeRef t = slot_type(slot);
    LLVMPositionBuilderBefore(b, i);
    if (LLVMIsAStoreInst(i)) {
        LLVMBuildStore(b, LLVMBuildBitCast(b, LLVMGetOperand(i, 0), t, ""), slot);
    } else {
        LLVMValueRef v = LLVMBuildLoad2(b, t, slot, "");
        LLVMReplaceAllUsesWith(i, LLVMBuildBitCast(b, v, LLVMTypeOf(i), ""));
    }
    LLVMInstructionEraseFromParent(i);
}

static void make_integer(LLVMBuilderRef b, LLVMValueRef alloca)
{
    LLVMPositionBuilderBefore(b, alloca);
    LLVMValueRef slot = LLVMBuildAlloca(b, slot_type(alloca), "");
    for (LLVMUseRef u; (u = LLVMGetFirstUse(alloca));)
        access_as_integer(b, LLVMGetUser(u), slot);
    LLVMInstructionEraseFromParent(alloca);
}

bool llvm_unify_slots(LLVMValueRef kernel)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(kernel)));
    bool any = false;
    LLVMValueRef next, i = llvm_alloca_from(LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(kernel)));
    for (; i; i = next) {
        next = llvm_alloca_from(LLVMGetNextInstruction(i));
        if (!has_whole_accesses(i))
            continue;
        make_integer(b, i);
        any = true;
    }
    LLVMDisposeBuilder(b);
    return any;
}
