// `if (c) { x = a; y = b; }`: where nothing is computed on either side of a branch, the phis after it are
// selects. LLVM's simplifycfg does it for two phis at most, since a processor predicts branches; here one
// select costs what one of the copies would that a phi is, and the branch costs more than both. Kernels that
// swap many values under conditions (sorting networks) have fewer blocks by it. So have those that compute a
// little on a side (`else if` of a few values): it is done in vain for less than the branch takes, and what
// is read behind several such branches becomes one message.
#include "compiler/llvm/opt/opt.h"

enum {
    MAX_PHIS = 32, // of a block: a branch that is not taken saves that many
    MAX_LIGHT = 4, // instructions that are computed in vain, by each side,
    // What they and the selects may be where a branch is saved, of one side and of two (mir/opt/predicate.c
    // has the reason), and besides what phis take in copies.
    TRIANGLE = 4,
    DIAMOND = 6,
};

// One instruction of selection, which does no harm where it is not wanted.
static bool is_light(LLVMValueRef i)
{
    LLVMTypeRef t = LLVMTypeOf(i);
    LLVMTypeKind kind = LLVMGetTypeKind(t);
    if (!(kind == LLVMFloatTypeKind || kind == LLVMHalfTypeKind ||
          (kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) <= 32)))
        return false;
    LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(i, 0));
    if (LLVMGetTypeKind(from) == LLVMDoubleTypeKind || LLVMGetTypeKind(from) == LLVMPointerTypeKind ||
        (LLVMGetTypeKind(from) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(from) > 32))
        return false;
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMICmp:
    case LLVMFCmp:
    case LLVMSelect:
    case LLVMAdd:
    case LLVMSub:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFNeg:
        return true;
    default:
        return false;
    }
}

// Instructions in front of the terminator.
static unsigned work_of(LLVMBasicBlockRef bb)
{
    unsigned n = 0;
    for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i && !LLVMIsATerminatorInst(i) && n <= MAX_LIGHT;
         i = LLVMGetNextInstruction(i))
        n++;
    return n;
}

// A block from one place that does next to nothing and jumps.
static bool is_idle(LLVMBasicBlockRef bb, LLVMBasicBlockRef to)
{
    LLVMValueRef br = LLVMGetBasicBlockTerminator(bb);
    LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(bb));
    if (LLVMGetInstructionOpcode(br) != LLVMBr || LLVMIsConditional(br) || LLVMGetSuccessor(br, 0) != to ||
        !u || LLVMGetNextUse(u) || work_of(bb) > MAX_LIGHT)
        return false;
    for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != br; i = LLVMGetNextInstruction(i))
        if (!is_light(i))
            return false;
    return true;
}

// Where a side of the branch at the end of `from` reaches `to`: by a jump of its own or through an idle
// block. NULL: it does not.
static LLVMBasicBlockRef side(LLVMBasicBlockRef from, LLVMBasicBlockRef next, LLVMBasicBlockRef to)
{
    return next == to ? from : is_idle(next, to) ? next : NULL;
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
    return is_idle(a, bb) && LLVMIsATerminatorInst(LLVMGetUser(u)) ? LLVMGetInstructionParent(LLVMGetUser(u))
                                                                   : NULL;
}

static bool is_operand(LLVMValueRef v, LLVMValueRef of)
{
    for (int k = 0; LLVMIsAInstruction(of) && !LLVMIsAPHINode(of) && k < LLVMGetNumOperands(of); k++)
        if (LLVMGetOperand(of, (unsigned)k) == v)
            return true;
    return false;
}

// Selects beyond the copies that phis would be anyway: none is where a side computes one value in place of
// the other.
static unsigned count_selects(LLVMBasicBlockRef bb)
{
    unsigned n = 0;
    for (LLVMValueRef i = LLVMGetFirstInstruction(bb); LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i)) {
        LLVMValueRef a = LLVMGetIncomingValue(i, 0), b = LLVMGetIncomingValue(i, 1);
        n += is_operand(a, b) || is_operand(b, a);
    }
    return n;
}

// Has it a phi of a condition? Those of `a || b` are branches again where they decide one.
static bool decides(LLVMBasicBlockRef bb)
{
    for (LLVMValueRef i = LLVMGetFirstInstruction(bb); LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i))
        if (LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(LLVMTypeOf(i)) == 1)
            return true;
    return false;
}

static void move_work(LLVMBuilderRef b, LLVMBasicBlockRef side)
{
    for (LLVMValueRef i; !LLVMIsATerminatorInst(i = LLVMGetFirstInstruction(side));) {
        LLVMInstructionRemoveFromParent(i);
        LLVMInsertIntoBuilder(b, i);
    }
}

static void to_selects(LLVMBuilderRef b, LLVMBasicBlockRef bb, LLVMValueRef br, LLVMBasicBlockRef yes,
                       LLVMBasicBlockRef no)
{
    LLVMValueRef condition = LLVMGetCondition(br);
    LLVMPositionBuilderBefore(b, br);
    for (unsigned k = 0; k < 2; k++)
        if ((k ? no : yes) != LLVMGetInstructionParent(br))
            move_work(b, k ? no : yes);
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
    const unsigned work = (yes != from ? work_of(yes) : 0) + (no != from ? work_of(no) : 0);
    if (work && (decides(bb) || work + count_selects(bb) > (yes == from || no == from ? TRIANGLE : DIAMOND)))
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
