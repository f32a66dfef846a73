// What the expansions of llvm/lower/int.c and llvm/lower/float.c are built with (llvm/lower/lower.h).
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "compiler/llvm/lower/lower.h"

LLVMValueRef lower_k(LLVMTypeRef t, uint64_t v)
{
    return LLVMConstInt(t, v, false);
}

LLVMValueRef lower_intrinsic(struct lower *l, const char *name, const LLVMValueRef *args, unsigned count)
{
    LLVMValueRef copy[4];
    memcpy(copy, args, count * sizeof(*copy));
    LLVMTypeRef t = LLVMTypeOf(args[0]);
    LLVMValueRef fn =
        LLVMGetIntrinsicDeclaration(l->module, LLVMLookupIntrinsicID(name, strlen(name)), &t, 1);
    return LLVMBuildCall2(l->b, LLVMGlobalGetValueType(fn), fn, copy, count, "");
}

LLVMValueRef lower_call(struct lower *l, enum intrinsic id, LLVMValueRef x)
{
    return intrinsic_call(l->b, l->module, id, &x, 1);
}

bool lower_is_call(LLVMValueRef i, const char *name)
{
    if (LLVMGetInstructionOpcode(i) != LLVMCall || !LLVMIsAFunction(LLVMGetCalledValue(i)))
        return false;
    size_t len, n = strlen(name);
    const char *called = LLVMGetValueName2(LLVMGetCalledValue(i), &len);
    return !strncmp(called, name, n) && (called[n] == '.' || !called[n]);
}

void lower_go_around(struct lower *l, LLVMValueRef i, LLVMValueRef usual, LLVMBasicBlockRef *from)
{
    LLVMBasicBlockRef bb = LLVMGetInstructionParent(i),
                      seldom = LLVMInsertBasicBlockInContext(l->ctx, bb, "");
    LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
    *from = LLVMInsertBasicBlockInContext(l->ctx, seldom, "");
    LLVMInstructionRemoveFromParent(end); // or phis behind the block would name the new one
    LLVMReplaceAllUsesWith(LLVMBasicBlockAsValue(bb), LLVMBasicBlockAsValue(*from));
    LLVMPositionBuilderAtEnd(l->b, bb);
    LLVMInsertIntoBuilder(l->b, end);
    LLVMPositionBuilderAtEnd(l->b, *from);
    for (LLVMValueRef k; (k = LLVMGetFirstInstruction(bb)) != i;) {
        LLVMInstructionRemoveFromParent(k);
        LLVMInsertIntoBuilder(l->b, k);
    }
    LLVMSetCurrentDebugLocation2(l->b, LLVMInstructionGetDebugLoc(i));
    LLVMBuildCondBr(l->b, usual, bb, seldom);
    LLVMPositionBuilderAtEnd(l->b, seldom);
}

LLVMValueRef lower_join_ways(struct lower *l, LLVMValueRef i, LLVMBasicBlockRef from, LLVMValueRef usual,
                             LLVMValueRef seldom)
{
    LLVMBasicBlockRef bb = LLVMGetInstructionParent(i), blocks[] = {from, LLVMGetInsertBlock(l->b)};
    LLVMBuildBr(l->b, bb);
    LLVMPositionBuilderBefore(l->b, i);
    LLVMValueRef phi = LLVMBuildPhi(l->b, LLVMTypeOf(i), "");
    LLVMAddIncoming(phi, (LLVMValueRef[]){usual, seldom}, blocks, 2);
    return phi;
}
