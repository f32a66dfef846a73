// After how many rounds a loop is where it was: at the same places of private arrays, on the same sides of
// its branches. With so many copies these are constants.
#include "compiler/llvm/ir/counter.h"
#include "compiler/llvm/ir/gep.h"
#include "compiler/llvm/opt/unroll/unroll.h"

enum {
    DEPTH = 8,         // of expressions
    ENDLESS = 1 << 16, // rounds: the same place never comes again
};

// Does v change by the same each round? By how many times the counter does.
static bool is_linear(const struct llvm_counted_loop *l, LLVMValueRef v, unsigned depth, uint64_t *slope)
{
    uint64_t a, b;
    int64_t c;
    if (v == l->phi || LLVMIsAConstantInt(v)) {
        *slope = v == l->phi;
        return true;
    }
    if (!depth || !LLVMIsABinaryOperator(v) || !is_linear(l, LLVMGetOperand(v, 0), depth - 1, &a) ||
        !is_linear(l, LLVMGetOperand(v, 1), depth - 1, &b))
        return false;
    bool known = llvm_constant_i32(LLVMGetOperand(v, 1), &c);
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMAdd:
    case LLVMOr:
        *slope = a + b;
        return LLVMGetInstructionOpcode(v) == LLVMAdd || LLVMGetIsDisjoint(v);
    case LLVMSub:
        *slope = a - b;
        return true;
    case LLVMMul:
        *slope = a * (uint64_t)c;
        return known;
    case LLVMShl:
        *slope = known && c >= 0 && c < 32 ? a << c : 0;
        return *slope;
    default:
        return false;
    }
}

static unsigned rounds_until(const struct llvm_counted_loop *l, uint64_t slope, uint64_t turn)
{
    uint64_t n = 1;
    while (n < ENDLESS && slope * (uint64_t)l->step * n % turn)
        n *= 2;
    return (unsigned)n;
}

// After how many rounds an index is the same again, a power of two. One that is not masked has no more rounds
// than there is room behind the pointer: LLVM takes the mask away where a branch has asked.
static unsigned period_of(const struct llvm_counted_loop *l, LLVMValueRef v, uint64_t room, unsigned depth)
{
    uint64_t slope;
    int64_t mask;
    if (LLVMIsAConstantInt(v))
        return 1;
    if (room && is_linear(l, v, depth, &slope))
        return rounds_until(l, slope, room);
    if (!depth || !(LLVMIsABinaryOperator(v) || LLVMIsACastInst(v)))
        return ENDLESS;
    if (LLVMIsABinaryOperator(v) && LLVMGetInstructionOpcode(v) == LLVMAnd &&
        llvm_constant_i32(LLVMGetOperand(v, 1), &mask) && mask > 0 &&
        is_linear(l, LLVMGetOperand(v, 0), depth - 1, &slope))
        return rounds_until(l, slope, 2ULL << (31 - __builtin_clz((unsigned)mask)));
    unsigned most = 1;
    for (int k = 0; k < LLVMGetNumOperands(v); k++) {
        unsigned n = period_of(l, LLVMGetOperand(v, (unsigned)k), 0, depth - 1);
        most = n > most ? n : most;
    }
    return most;
}

// The longest of all places of an array of so many bytes that are read or written, in this loop or elsewhere.
static unsigned period_of_uses(const struct llvm_counted_loop *l, LLVMTargetDataRef dl, LLVMValueRef pointer,
                               uint64_t bytes, unsigned depth)
{
    unsigned most = 1;
    for (LLVMUseRef u = LLVMGetFirstUse(pointer); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        unsigned n = ENDLESS;
        if (LLVMIsALoadInst(user) || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != pointer))
            continue;
        if (LLVMIsAGetElementPtrInst(user) && LLVMGetNumOperands(user) == 2 && depth) {
            uint64_t room = bytes / LLVMABISizeOfType(dl, LLVMGetGEPSourceElementType(user));
            unsigned of = period_of(l, LLVMGetOperand(user, 1), room, DEPTH);
            n = period_of_uses(l, dl, user, bytes, depth - 1);
            n = of > n ? of : n;
        }
        most = n > most ? n : most;
    }
    return most;
}

unsigned llvm_rounds_of_ring(const struct llvm_counted_loop *l, LLVMTargetDataRef dl)
{
    unsigned most = 1;
    for (unsigned b = 0; b < l->block_count; b++)
        for (LLVMValueRef i = LLVMGetFirstInstruction(l->blocks[b]); i; i = LLVMGetNextInstruction(i)) {
            LLVMValueRef array = LLVMIsAGetElementPtrInst(i) ? llvm_gep_base(i) : i;
            if (array == i || !LLVMIsAAllocaInst(array))
                continue;
            uint64_t bytes = LLVMABISizeOfType(dl, LLVMGetAllocatedType(array));
            unsigned n = period_of_uses(l, dl, array, bytes, DEPTH);
            most = n > most && n <= LLVM_RING_ROUNDS ? n : most;
        }
    return most;
}

unsigned llvm_rounds_of_branches(const struct llvm_counted_loop *l, LLVMValueRef test)
{
    unsigned most = 1;
    for (unsigned b = 0; b < l->block_count; b++) {
        LLVMValueRef br = LLVMGetBasicBlockTerminator(l->blocks[b]);
        LLVMValueRef c = LLVMIsABranchInst(br) && LLVMIsConditional(br) ? LLVMGetCondition(br) : test;
        bool asks = c != test && LLVMIsAICmpInst(c) && LLVMIsAConstant(LLVMGetOperand(c, 1));
        unsigned n = asks ? period_of(l, LLVMGetOperand(c, 0), 0, DEPTH) : 1;
        most = n > most && n <= LLVM_RING_ROUNDS ? n : most;
    }
    return most;
}
