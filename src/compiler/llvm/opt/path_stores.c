// Private arrays at an index that the way to the access decides: a phi of constants, as at the end of a loop
// that is unrolled and may be left in each round. The access is made on each of the ways, where the index is
// a constant: then the array is in registers if that was the last that kept it in memory.
//
// A read or write moves from its block up to the ends of those before it. That wants nothing in front of it
// that touches memory of any kind, and ways that lead here only (LLVM's break-crit-edges has been here).
#include "compiler/llvm/opt/opt.h"

enum { MAX_PATHS = 64, MAX_MOVES = 64, MAX_USES = 2000, MAX_DEPTH = 4 };

struct array {
    LLVMBasicBlockRef entry;
    bool split;                   // critical edges are
    LLVMValueRef move[MAX_MOVES]; // accesses at a phi of constants
    unsigned count, uses;
};

static bool is_constant_phi(LLVMValueRef v)
{
    if (!LLVMIsAPHINode(v) || LLVMCountIncoming(v) > MAX_PATHS)
        return false;
    for (unsigned k = 0; k < LLVMCountIncoming(v); k++)
        if (!LLVMIsAConstantInt(LLVMGetIncomingValue(v, k)))
            return false;
    return true;
}

// The operand of the GEP that is such a phi, the others being constants. 0: none; -1: something else.
static int find_phi(LLVMValueRef gep)
{
    int at = 0;
    for (int k = 1; k < LLVMGetNumOperands(gep); k++) {
        LLVMValueRef v = LLVMGetOperand(gep, (unsigned)k);
        if (LLVMIsAConstantInt(v))
            continue;
        if (at || !is_constant_phi(v))
            return -1;
        at = k;
    }
    return at;
}

static bool leads_here_only(LLVMBasicBlockRef bb)
{
    LLVMValueRef br = LLVMGetBasicBlockTerminator(bb);
    return LLVMIsABranchInst(br) && !LLVMIsConditional(br);
}

static bool touches_memory(LLVMValueRef i)
{
    return LLVMIsALoadInst(i) || LLVMIsAStoreInst(i) || LLVMIsACallInst(i) || LLVMIsAAtomicRMWInst(i) ||
           LLVMIsAAtomicCmpXchgInst(i) || LLVMIsAFenceInst(i);
}

// Is the value there at the end of each way? What the block computes is not, but its phis are.
static bool is_there(LLVMValueRef v, LLVMBasicBlockRef bb)
{
    return !LLVMIsAInstruction(v) || LLVMGetInstructionParent(v) != bb || LLVMIsAPHINode(v);
}

static bool may_move(const struct array *a, LLVMValueRef access, LLVMValueRef gep, LLVMValueRef phi)
{
    LLVMBasicBlockRef bb = LLVMGetInstructionParent(access);
    LLVMValueRef base = LLVMGetOperand(gep, 0);
    bool store = LLVMIsAStoreInst(access) != NULL;
    if (LLVMGetInstructionParent(phi) != bb || LLVMGetInstructionParent(base) != a->entry || bb == a->entry ||
        LLVMGetVolatile(access) || LLVMGetOrdering(access) != LLVMAtomicOrderingNotAtomic ||
        (store && !is_there(LLVMGetOperand(access, 0), bb)))
        return false;
    for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != access; i = LLVMGetNextInstruction(i))
        if (touches_memory(i))
            return false;
    for (unsigned k = 0; k < LLVMCountIncoming(phi) && a->split; k++)
        if (!leads_here_only(LLVMGetIncomingBlock(phi, k)))
            return false;
    return true;
}

static bool is_access(LLVMValueRef user, LLVMValueRef pointer)
{
    return LLVMIsALoadInst(user) || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != pointer);
}

// Notes what is to be moved. False: there are other computed accesses, or what must stay where it is.
static bool find_moves(struct array *a, LLVMValueRef pointer, unsigned depth)
{
    for (LLVMUseRef u = LLVMGetFirstUse(pointer); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef i = LLVMGetUser(u);
        if (++a->uses > MAX_USES)
            return false;
        if (is_access(i, pointer))
            continue;
        int at = LLVMIsAGetElementPtrInst(i) && LLVMGetOperand(i, 0) == pointer ? find_phi(i) : -1;
        if (at < 0 || depth == MAX_DEPTH)
            return false;
        if (!at) {
            if (!find_moves(a, i, depth + 1))
                return false;
            continue;
        }
        LLVMUseRef only = LLVMGetFirstUse(i);
        if (!only || LLVMGetNextUse(only) || !is_access(LLVMGetUser(only), i) || a->count == MAX_MOVES ||
            !may_move(a, LLVMGetUser(only), i, LLVMGetOperand(i, (unsigned)at)))
            return false;
        a->move[a->count++] = LLVMGetUser(only);
    }
    return true;
}

static LLVMValueRef on_path(LLVMValueRef v, LLVMBasicBlockRef bb, LLVMBasicBlockRef from)
{
    if (!LLVMIsAPHINode(v) || LLVMGetInstructionParent(v) != bb)
        return v;
    for (unsigned k = 0; k < LLVMCountIncoming(v); k++)
        if (LLVMGetIncomingBlock(v, k) == from)
            return LLVMGetIncomingValue(v, k);
    return NULL; // LLVM's verifier sees to it that there is one
}

static void move(LLVMBuilderRef b, LLVMValueRef access)
{
    bool store = LLVMIsAStoreInst(access) != NULL;
    LLVMBasicBlockRef bb = LLVMGetInstructionParent(access);
    LLVMValueRef gep = LLVMGetOperand(access, store), phi = LLVMGetOperand(gep, (unsigned)find_phi(gep)),
                 read = NULL;
    if (!store) {
        LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(bb));
        read = LLVMBuildPhi(b, LLVMTypeOf(access), "");
    }
    for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, k);
        LLVMPositionBuilderBefore(b, LLVMGetBasicBlockTerminator(from));
        LLVMValueRef pointer = LLVMInstructionClone(gep), copy = LLVMInstructionClone(access);
        LLVMSetOperand(pointer, (unsigned)find_phi(gep), LLVMGetIncomingValue(phi, k));
        LLVMInsertIntoBuilder(b, pointer);
        LLVMSetOperand(copy, store, pointer);
        if (store)
            LLVMSetOperand(copy, 0, on_path(LLVMGetOperand(access, 0), bb, from));
        LLVMInsertIntoBuilder(b, copy);
        if (read)
            LLVMAddIncoming(read, &copy, &from, 1);
    }
    if (read)
        LLVMReplaceAllUsesWith(access, read);
    LLVMInstructionEraseFromParent(access);
    LLVMInstructionEraseFromParent(gep);
}

bool llvm_move_to_paths(LLVMValueRef kernel, bool split)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(kernel)));
    bool any = false;
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(kernel);
    for (LLVMValueRef i = LLVMGetFirstInstruction(entry), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        struct array a = {.entry = entry, .split = split};
        if (!LLVMIsAAllocaInst(i) || !find_moves(&a, i, 0))
            continue;
        for (unsigned k = 0; k < a.count && split; k++)
            move(b, a.move[k]);
        any |= a.count > 0;
    }
    LLVMDisposeBuilder(b);
    return any;
}
