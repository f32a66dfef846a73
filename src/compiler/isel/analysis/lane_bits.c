// Numbers made of the index of an invocation in its group, of whose bits some are the same in all lanes.
//
// The index is the subgroup's number times its size, plus the lane (spirv/group/builtin.c): its low bits,
// log2 of the size, are the lane's and all others the thread's. So of groups whose rows are as long as a
// thread or a multiple of it the row, which LLVM has as index >> 4 or so, is uniform, and what is read by it
// once a thread. That depends on the width, so LLVM does not know it; only shifts and masks by constants are
// followed.
#include "compiler/isel/operand/ctx.h"

#define MAX_DEPTH 6

static bool is_call(LLVMValueRef v, enum intrinsic id)
{
    return LLVMIsACallInst(v) && intrinsic_of(v) == id;
}

// The subgroup's number times its size?
static bool is_first_index(LLVMValueRef v)
{
    if (!LLVMIsAInstruction(v) || LLVMGetInstructionOpcode(v) != LLVMMul)
        return false;
    LLVMValueRef a = LLVMGetOperand(v, 0), b = LLVMGetOperand(v, 1);
    return (is_call(a, INTRINSIC_SUBGROUP_ID) && is_call(b, INTRINSIC_SUBGROUP_SIZE)) ||
           (is_call(b, INTRINSIC_SUBGROUP_ID) && is_call(a, INTRINSIC_SUBGROUP_SIZE));
}

// Index of the invocation in its group: the index of the thread's first, NULL: it is none.
static LLVMValueRef first_of_index(LLVMValueRef v)
{
    if (!LLVMIsAInstruction(v) ||
        (LLVMGetInstructionOpcode(v) != LLVMAdd && LLVMGetInstructionOpcode(v) != LLVMOr))
        return NULL;
    LLVMValueRef a = LLVMGetOperand(v, 0), b = LLVMGetOperand(v, 1);
    if (is_call(b, INTRINSIC_LANE_ID) && is_first_index(a))
        return a;
    return is_call(a, INTRINSIC_LANE_ID) && is_first_index(b) ? b : NULL;
}

// A shift or mask by a constant.
static bool is_step(LLVMValueRef v, LLVMOpcode *op, uint32_t *by)
{
    int64_t c;
    if (!LLVMIsAInstruction(v) || LLVMGetNumOperands(v) != 2 || !isel_const_int(LLVMGetOperand(v, 1), &c))
        return false;
    *op = LLVMGetInstructionOpcode(v);
    *by = (uint32_t)c;
    return *op == LLVMAnd || ((*op == LLVMShl || *op == LLVMLShr) && *by < 32);
}

static uint32_t differing(const struct isel_ctx *x, LLVMValueRef v, unsigned depth)
{
    LLVMOpcode op;
    uint32_t by;
    if (first_of_index(v))
        return x->s->simd - 1;
    if (depth == MAX_DEPTH || !is_step(v, &op, &by))
        return UINT32_MAX;
    uint32_t bits = differing(x, LLVMGetOperand(v, 0), depth + 1);
    if (bits == UINT32_MAX)
        return bits;
    return op == LLVMAnd ? bits & by : op == LLVMShl ? bits << by : bits >> by;
}

bool isel_same_in_lanes(const struct isel_ctx *x, LLVMValueRef v)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    LLVMOpcode op;
    uint32_t by;
    return LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) == 32 &&
           is_step(v, &op, &by) && !differing(x, v, 0);
}

struct mir_operand isel_of_first_lane(struct isel_ctx *x, LLVMValueRef v)
{
    LLVMOpcode op;
    uint32_t by;
    LLVMValueRef first = first_of_index(v);
    if (first)
        return isel_int(x, first, 0);
    if (!is_step(v, &op, &by))
        return mir_imm_ud(0); // not reached: see isel_same_in_lanes
    struct mir_operand a = isel_retype(isel_of_first_lane(x, LLVMGetOperand(v, 0)), EU_TYPE_UD),
                       dst = isel_temp(x, EU_TYPE_UD, false);
    isel_op2(x, op == LLVMAnd ? EU_OP_AND : op == LLVMShl ? EU_OP_SHL : EU_OP_SHR, dst, a, mir_imm_ud(by));
    return dst;
}
