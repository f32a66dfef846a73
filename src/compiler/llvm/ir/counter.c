// See llvm/ir/counter.h.
#include "compiler/llvm/ir/counter.h"

bool llvm_constant_i32(LLVMValueRef v, int64_t *out)
{
    if (!LLVMIsAConstantInt(v) || LLVMGetIntTypeWidth(LLVMTypeOf(v)) != 32)
        return false;
    *out = LLVMConstIntGetSExtValue(v);
    return true;
}

// phi [begin, ...], [phi OP constant, latch]
static bool is_changed_by(LLVMValueRef phi, LLVMBasicBlockRef header, LLVMOpcode op, unsigned *latch,
                          int64_t *by)
{
    if (!LLVMIsAPHINode(phi) || LLVMCountIncoming(phi) != 2 || LLVMGetInstructionParent(phi) != header)
        return false;
    for (*latch = 0; *latch < 2; ++*latch) {
        LLVMValueRef next = LLVMGetIncomingValue(phi, *latch);
        if (LLVMIsABinaryOperator(next) && LLVMGetInstructionOpcode(next) == op &&
            LLVMGetOperand(next, 0) == phi && llvm_constant_i32(LLVMGetOperand(next, 1), by))
            return true;
    }
    return false;
}

bool llvm_is_counter(LLVMValueRef phi, LLVMBasicBlockRef header, unsigned *latch, int64_t *step)
{
    return is_changed_by(phi, header, LLVMAdd, latch, step);
}

bool llvm_is_span(LLVMValueRef phi, LLVMBasicBlockRef header, unsigned *latch, int *shift)
{
    int64_t by;
    bool left = is_changed_by(phi, header, LLVMShl, latch, &by);
    if ((!left && !is_changed_by(phi, header, LLVMLShr, latch, &by)) || by <= 0 || by >= 32)
        return false;
    *shift = left ? (int)by : -(int)by;
    return true;
}

bool llvm_icmp_holds(LLVMIntPredicate p, int64_t a, int64_t b)
{
    uint32_t x = (uint32_t)a, y = (uint32_t)b;
    switch (p) {
    case LLVMIntEQ:
        return x == y;
    case LLVMIntNE:
        return x != y;
    case LLVMIntUGT:
        return x > y;
    case LLVMIntUGE:
        return x >= y;
    case LLVMIntULT:
        return x < y;
    case LLVMIntULE:
        return x <= y;
    case LLVMIntSGT:
        return (int32_t)x > (int32_t)y;
    case LLVMIntSGE:
        return (int32_t)x >= (int32_t)y;
    case LLVMIntSLT:
        return (int32_t)x < (int32_t)y;
    default:
        return (int32_t)x <= (int32_t)y;
    }
}
