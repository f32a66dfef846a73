// Takes out of instcombine's sight what it needs the square of the time for. It compares each phi of a block
// with all others: many phis of one block are variables in memory meanwhile. (sroa, which could make phis of
// them again, looks for each one's first access from the start of its block.) And it goes over all users of a
// variable whenever one of them is gone: a variable with many comes from a call meanwhile.
#include <string.h>

#include "compiler/llvm/shield/shield.h"
#include "compiler/llvm/ir/uses.h"
#include "compiler/llvm/opt/opt.h"

static const char hidden_name[] = "kiln.hidden";

static unsigned count_phis(LLVMBasicBlockRef bb)
{
    unsigned n = 0;
    for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i))
        n++;
    return n;
}

// The phis' values are loaded where the phis were, all before any of them is stored again.
static void demote_phis(struct arena *a, LLVMBuilderRef b, LLVMBasicBlockRef entry, LLVMBasicBlockRef bb,
                        unsigned n)
{
    LLVMValueRef *phis = arena_array(a, LLVMValueRef, n), *slots = arena_array(a, LLVMValueRef, n);
    LLVMValueRef behind = LLVMGetFirstInstruction(bb);
    for (unsigned k = 0; k < n; k++, behind = LLVMGetNextInstruction(behind))
        phis[k] = behind;
    for (unsigned k = 0; k < n; k++) {
        LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(entry));
        slots[k] = LLVMBuildAlloca(b, LLVMTypeOf(phis[k]), "");
        LLVMPositionBuilderBefore(b, behind);
        LLVMReplaceAllUsesWith(phis[k], LLVMBuildLoad2(b, LLVMTypeOf(phis[k]), slots[k], ""));
    }
    for (unsigned k = 0; k < n; k++)
        for (unsigned j = 0; j < LLVMCountIncoming(phis[k]); j++) {
            LLVMPositionBuilderBefore(b, LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(phis[k], j)));
            LLVMBuildStore(b, LLVMGetIncomingValue(phis[k], j), slots[k]);
        }
    for (unsigned k = 0; k < n; k++)
        LLVMInstructionEraseFromParent(phis[k]);
}

static void hide_variable(LLVMBuilderRef b, LLVMValueRef kernel, LLVMValueRef alloca)
{
    LLVMModuleRef m = LLVMGetGlobalParent(kernel);
    LLVMTypeRef pointer = LLVMTypeOf(alloca), type = LLVMFunctionType(pointer, &pointer, 1, false);
    LLVMValueRef fn = LLVMGetNamedFunction(m, hidden_name);
    if (!fn)
        fn = LLVMAddFunction(m, hidden_name, type);
    LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(alloca));
    LLVMValueRef call = LLVMBuildCall2(b, type, fn, &alloca, 1, "");
    LLVMReplaceAllUsesWith(alloca, call);
    LLVMSetOperand(call, 0, alloca);
}

void llvm_demote_phis(struct arena *a, LLVMValueRef kernel, unsigned phis, unsigned accesses)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(kernel)));
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(kernel);
    for (LLVMValueRef i = LLVMGetFirstInstruction(entry), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        if (LLVMIsAAllocaInst(i) && llvm_count_uses(i, accesses + 1) > accesses)
            hide_variable(b, kernel, i);
    }
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(kernel); bb; bb = LLVMGetNextBasicBlock(bb)) {
        unsigned n = count_phis(bb);
        if (n > phis)
            demote_phis(a, b, entry, bb, n);
    }
    LLVMDisposeBuilder(b);
}

void llvm_undemote(struct llvm_facts *f)
{
    LLVMValueRef fn = LLVMGetNamedFunction(LLVMGetGlobalParent(f->kernel), hidden_name);
    LLVMUseRef u;
    while (fn && (u = LLVMGetFirstUse(fn))) {
        LLVMValueRef call = LLVMGetUser(u);
        LLVMReplaceAllUsesWith(call, LLVMGetOperand(call, 0));
        LLVMInstructionEraseFromParent(call);
    }
    if (fn)
        LLVMDeleteFunction(fn);
    llvm_promote(f);
}
