// Cuts long blocks into windows for the load-store-vectorizer, and joins them again. The vectorizer compares
// the accesses of a block pair by pair, and whenever it has moved one LLVM numbers the whole block again:
// both are quadratic in a block.
//
// The last window keeps the block's identity, so that the phis behind it stay right; what jumped to the block
// jumps to the first window, which takes the phis.
#include "compiler/llvm/shield/shield.h"

enum { WINDOW = 48 }; // accesses

struct llvm_window {
    LLVMBasicBlockRef first, last; // of the windows that were one block
    struct llvm_window *next;
};

static bool is_access(LLVMValueRef i)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    return op == LLVMLoad || op == LLVMStore || op == LLVMAtomicRMW || op == LLVMAtomicCmpXchg;
}

static unsigned count_accesses(LLVMBasicBlockRef bb)
{
    unsigned n = 0;
    for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i))
        n += is_access(i);
    return n;
}

// Moves the instruction to where the builder stands.
static void move(LLVMBuilderRef b, LLVMValueRef i)
{
    LLVMInstructionRemoveFromParent(i);
    LLVMInsertIntoBuilder(b, i);
}

static void cut(LLVMBuilderRef b, LLVMBasicBlockRef bb, struct llvm_window *w)
{
    LLVMContextRef ctx = LLVMGetTypeContext(LLVMTypeOf(LLVMBasicBlockAsValue(bb)));
    LLVMBasicBlockRef to = LLVMInsertBasicBlockInContext(ctx, bb, "");
    LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
    unsigned n = 0, left = count_accesses(bb);
    *w = (struct llvm_window){.first = to, .last = bb, .next = w->next};
    LLVMInstructionRemoveFromParent(end); // or phis behind the block would name the first window too
    LLVMReplaceAllUsesWith(LLVMBasicBlockAsValue(bb), LLVMBasicBlockAsValue(to));
    LLVMPositionBuilderAtEnd(b, bb);
    LLVMInsertIntoBuilder(b, end);
    LLVMPositionBuilderAtEnd(b, to);
    for (LLVMValueRef i = LLVMGetFirstInstruction(bb), next; i != end && left > WINDOW; i = next) {
        next = LLVMGetNextInstruction(i);
        bool access = is_access(i);
        move(b, i);
        left -= access;
        if (access && ++n % WINDOW == 0 && left > WINDOW) {
            LLVMBasicBlockRef more = LLVMInsertBasicBlockInContext(ctx, bb, "");
            LLVMBuildBr(b, more);
            LLVMPositionBuilderAtEnd(b, more);
        }
    }
    LLVMBuildBr(b, bb);
}

struct llvm_window *llvm_split_for_lsv(struct arena *a, LLVMValueRef kernel, unsigned block_accesses)
{
    struct llvm_window *all = NULL;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(kernel)));
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(kernel); bb; bb = LLVMGetNextBasicBlock(bb)) {
        if (count_accesses(bb) <= block_accesses)
            continue;
        struct llvm_window *w = arena_new(a, struct llvm_window);
        w->next = all;
        all = w;
        cut(b, bb, w);
    }
    LLVMDisposeBuilder(b);
    return all;
}

static void join(LLVMBuilderRef b, const struct llvm_window *w)
{
    LLVMValueRef at = LLVMGetFirstInstruction(w->last);
    LLVMPositionBuilderBefore(b, at);
    LLVMSetCurrentDebugLocation2(b, NULL); // what is moved keeps its own
    for (LLVMBasicBlockRef bb = w->first, next; bb != w->last; bb = next) {
        next = LLVMGetNextBasicBlock(bb);
        LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(bb));
        for (LLVMValueRef i; (i = LLVMGetFirstInstruction(bb));)
            move(b, i);
        if (bb == w->first)
            LLVMReplaceAllUsesWith(LLVMBasicBlockAsValue(bb), LLVMBasicBlockAsValue(w->last));
        LLVMDeleteBasicBlock(bb);
    }
}

void llvm_join_after_lsv(LLVMValueRef kernel, struct llvm_window *windows)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(kernel)));
    for (struct llvm_window *w = windows; w; w = w->next)
        join(b, w);
    LLVMDisposeBuilder(b);
}
