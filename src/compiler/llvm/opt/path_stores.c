// Private arrays at an index that the way to the access decides: a phi of constants, as at the end of a loop
// that is unrolled and may be left in each round; or, as newer LLVMs have it, of pointers at constants. The
// access is made on each of the ways, where the index is a constant: then the array is in registers if that
// was the last that kept it in memory.
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

// A private array, or a constant place in one.
static bool is_place(LLVMValueRef v)
{
    for (; LLVMIsAGetElementPtrInst(v); v = LLVMGetOperand(v, 0))
        for (unsigned k = 1; k < (unsigned)LLVMGetNumOperands(v); k++)
            if (!LLVMIsAConstantInt(LLVMGetOperand(v, k)))
                return false;
    return LLVMIsAAllocaInst(v);
}

static bool is_phi_of(LLVMValueRef v, bool constant(LLVMValueRef))
{
    if (!LLVMIsAPHINode(v) || LLVMCountIncoming(v) > MAX_PATHS)
        return false;
    for (unsigned k = 0; k < LLVMCountIncoming(v); k++)
        if (!constant(LLVMGetIncomingValue(v, k)))
            return false;
    return true;
}

static bool is_number(LLVMValueRef v)
{
    return LLVMIsAConstantInt(v);
}

// The operand of the GEP that is such a phi, the others being constants.
enum { NO_PHI = -1, OTHERS = -2 };
static int find_phi(LLVMValueRef gep)
{
    int at = is_phi_of(LLVMGetOperand(gep, 0), is_place) ? 0 : NO_PHI;
    for (int k = 1; k < LLVMGetNumOperands(gep); k++) {
        LLVMValueRef v = LLVMGetOperand(gep, (unsigned)k);
        if (is_number(v))
            continue;
        if (at != NO_PHI || !is_phi_of(v, is_number))
            return OTHERS;
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
    if (LLVMGetInstructionParent(phi) != bb || bb == a->entry ||
        (base != phi && LLVMGetInstructionParent(base) != a->entry) || LLVMGetVolatile(access) ||
        LLVMGetOrdering(access) != LLVMAtomicOrderingNotAtomic ||
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

// Notes the only access at a GEP of a phi. False: it must stay.
static bool note_move(struct array *a, LLVMValueRef gep)
{
    LLVMUseRef only = LLVMGetFirstUse(gep);
    if (!only || LLVMGetNextUse(only) || !is_access(LLVMGetUser(only), gep) || a->count == MAX_MOVES ||
        !may_move(a, LLVMGetUser(only), gep, LLVMGetOperand(gep, (unsigned)find_phi(gep))))
        return false;
    for (unsigned k = 0; k < a->count; k++)
        if (a->move[k] == LLVMGetUser(only)) // a pointer that comes on several ways
            return true;
    a->move[a->count++] = LLVMGetUser(only);
    return true;
}

// The same of a phi of pointers, which is seen once for each of its ways.
static bool note_pointers(struct array *a, LLVMValueRef phi, LLVMValueRef pointer)
{
    LLVMUseRef only = LLVMGetFirstUse(phi);
    if (!is_phi_of(phi, is_place) || !only || LLVMGetNextUse(only))
        return false;
    LLVMValueRef gep = LLVMGetUser(only);
    if (!LLVMIsAGetElementPtrInst(gep) || find_phi(gep) != 0)
        return false;
    return LLVMGetIncomingValue(phi, 0) != pointer || note_move(a, gep);
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
        int at = LLVMIsAGetElementPtrInst(i) && LLVMGetOperand(i, 0) == pointer ? find_phi(i) : OTHERS;
        if (depth == MAX_DEPTH || !(LLVMIsAPHINode(i) ? note_pointers(a, i, pointer)
                                    : at == NO_PHI    ? find_moves(a, i, depth + 1)
                                                      : at != OTHERS && note_move(a, i)))
            return false;
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
