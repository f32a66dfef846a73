// `if (c) { x = a; y = b; }`: where nothing is computed on either side of a branch, the phis behind it are
// selects. LLVM's simplifycfg does it for two phis at most, since a processor predicts branches; here one
// select costs what one of the copies would that a phi is, and the branch costs more than both. Kernels that
// swap many values under conditions (sorting networks) have fewer blocks by it.
#include "compiler/llvm/opt/opt.h"

enum { MAX_PHIS = 32 }; // of a block: a branch that is not taken saves that many

// A block that only jumps, from one place.
static bool is_empty(LLVMBasicBlockRef bb, LLVMBasicBlockRef to)
{
    LLVMValueRef br = LLVMGetFirstInstruction(bb);
    LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(bb));
    return LLVMGetInstructionOpcode(br) == LLVMBr && !LLVMIsConditional(br) &&
           LLVMGetSuccessor(br, 0) == to && u && !LLVMGetNextUse(u);
}

// Where a side of the branch at the end of `from` reaches `to`: by a jump of its own or through an empty
// block. NULL: it does not.
static LLVMBasicBlockRef side(LLVMBasicBlockRef from, LLVMBasicBlockRef next, LLVMBasicBlockRef to)
{
    return next == to ? from : is_empty(next, to) ? next : NULL;
}

static bool are_plain(LLVMBasicBlockRef bb)
{
    unsigned n = 0;
    for (LLVMValueRef i = LLVMGetFirstInstruction(bb); LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i))
        if (n++ == MAX_PHIS || LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMPointerTypeKind ||
            LLVMGetIncomingValue(i, 0) == i || LLVMGetIncomingValue(i, 1) == i)
            return false;
    return true;
}

static LLVMValueRef incoming_from(LLVMValueRef phi, LLVMBasicBlockRef bb)
{
    for (unsigned k = 0; k < LLVMCountIncoming(phi); k++)
        if (LLVMGetIncomingBlock(phi, k) == bb)
            return LLVMGetIncomingValue(phi, k);
    return NULL;
}

// The block that decides which of the two ways into `bb` is taken.
static LLVMBasicBlockRef decider(LLVMBasicBlockRef a, LLVMBasicBlockRef bb)
{
    LLVMValueRef br = LLVMGetBasicBlockTerminator(a);
    if (LLVMGetInstructionOpcode(br) == LLVMBr && LLVMIsConditional(br))
        return a;
    LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(a));
    return is_empty(a, bb) && LLVMIsATerminatorInst(LLVMGetUser(u)) ? LLVMGetInstructionParent(LLVMGetUser(u))
                                                                    : NULL;
}

static void to_selects(LLVMBuilderRef b, LLVMBasicBlockRef bb, LLVMValueRef br, LLVMBasicBlockRef yes,
                       LLVMBasicBlockRef no)
{
    LLVMValueRef condition = LLVMGetCondition(br);
    LLVMPositionBuilderBefore(b, br);
    for (LLVMValueRef phi; LLVMIsAPHINode(phi = LLVMGetFirstInstruction(bb));) {
        LLVMValueRef t = incoming_from(phi, yes), f = incoming_from(phi, no);
        LLVMReplaceAllUsesWith(phi, t == f ? t : LLVMBuildSelect(b, condition, t, f, ""));
        LLVMInstructionEraseFromParent(phi);
    }
    LLVMBuildBr(b, bb);
    LLVMInstructionEraseFromParent(br);
}

// True if the phis are gone; blocks that nothing reaches any more may be left.
static bool try_block(LLVMBuilderRef b, LLVMBasicBlockRef bb)
{
    LLVMValueRef phi = LLVMGetFirstInstruction(bb);
    if (!LLVMIsAPHINode(phi) || LLVMCountIncoming(phi) != 2 || !are_plain(bb))
        return false;
    LLVMBasicBlockRef from = decider(LLVMGetIncomingBlock(phi, 0), bb);
    LLVMValueRef br = from ? LLVMGetBasicBlockTerminator(from) : NULL;
    if (!br || from == bb || LLVMGetInstructionOpcode(br) != LLVMBr || !LLVMIsConditional(br))
        return false;
    LLVMBasicBlockRef yes = side(from, LLVMGetSuccessor(br, 0), bb),
                      no = side(from, LLVMGetSuccessor(br, 1), bb);
    if (!yes || !no || yes == no)
        return false;
    to_selects(b, bb, br, yes, no);
    return true;
}

static void drop_unreached(LLVMValueRef kernel)
{
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(kernel);
    for (LLVMBasicBlockRef bb = entry, next; bb; bb = next) {
        next = LLVMGetNextBasicBlock(bb);
        LLVMValueRef first = LLVMGetFirstInstruction(bb);
        if (bb != entry && !LLVMGetFirstUse(LLVMBasicBlockAsValue(bb)) &&
            LLVMGetInstructionOpcode(first) == LLVMBr && !LLVMIsConditional(first))
            LLVMDeleteBasicBlock(bb);
    }
}

bool llvm_select_values(LLVMValueRef kernel)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(kernel)));
    bool any = false;
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(kernel); bb; bb = LLVMGetNextBasicBlock(bb))
        any |= try_block(b, bb);
    if (any)
        drop_unreached(kernel);
    LLVMDisposeBuilder(b);
    return any;
}
