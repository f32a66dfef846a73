// See lane_index.h.
#include "compiler/llvm/ir/lane_index.h"
#include "compiler/llvm/ir/intrinsics.h"

static bool is_call(LLVMValueRef v, enum intrinsic id)
{
    return LLVMIsACallInst(v) && intrinsic_of(v) == id;
}

static bool is_binary(LLVMValueRef v, LLVMOpcode op)
{
    return LLVMIsABinaryOperator(v) && LLVMGetInstructionOpcode(v) == op;
}

// The subgroup's number times its size?
static bool is_first(LLVMValueRef v)
{
    if (!is_binary(v, LLVMMul))
        return false;
    LLVMValueRef a = LLVMGetOperand(v, 0), b = LLVMGetOperand(v, 1);
    return (is_call(a, INTRINSIC_SUBGROUP_ID) && is_call(b, INTRINSIC_SUBGROUP_SIZE)) ||
           (is_call(b, INTRINSIC_SUBGROUP_ID) && is_call(a, INTRINSIC_SUBGROUP_SIZE));
}

LLVMValueRef llvm_first_index(LLVMValueRef v)
{
    if (!is_binary(v, LLVMAdd) && !is_binary(v, LLVMOr))
        return NULL;
    LLVMValueRef a = LLVMGetOperand(v, 0), b = LLVMGetOperand(v, 1);
    if (is_call(b, INTRINSIC_LANE_ID) && is_first(a))
        return a;
    return is_call(a, INTRINSIC_LANE_ID) && is_first(b) ? b : NULL;
}

bool llvm_is_bit_step(LLVMValueRef v, LLVMOpcode *op, uint32_t *by)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    if (!LLVMIsABinaryOperator(v) || LLVMGetTypeKind(t) != LLVMIntegerTypeKind ||
        LLVMGetIntTypeWidth(t) != 32 || !LLVMIsAConstantInt(LLVMGetOperand(v, 1)))
        return false;
    *op = LLVMGetInstructionOpcode(v);
    *by = (uint32_t)LLVMConstIntGetZExtValue(LLVMGetOperand(v, 1));
    return *op == LLVMAnd || ((*op == LLVMShl || *op == LLVMLShr) && *by < 32);
}

static bool is_index(LLVMValueRef v)
{
    return llvm_first_index(v) != NULL;
}

static bool is_lane(LLVMValueRef v)
{
    return is_index(v) || is_call(v, INTRINSIC_LANE_ID);
}

static bool follow(struct llvm_lane_bits *b, LLVMValueRef v, bool (*root)(LLVMValueRef))
{
    for (b->count = 0; !root(v); v = LLVMGetOperand(v, 0)) {
        if (is_call(v, INTRINSIC_ROW)) // its operand may stand for it
            continue;
        if (b->count == LLVM_BIT_STEPS || !llvm_is_bit_step(v, &b->step[b->count].op, &b->step[b->count].by))
            return false;
        b->count++;
    }
    b->of = v;
    return true;
}

bool llvm_find_lane_bits(struct llvm_lane_bits *b, LLVMValueRef v)
{
    return follow(b, v, is_lane);
}

uint32_t llvm_apply_step(const struct llvm_bit_step *step, uint32_t v)
{
    return step->op == LLVMAnd ? v & step->by : step->op == LLVMShl ? v << step->by : v >> step->by;
}

uint32_t llvm_apply_steps(const struct llvm_lane_bits *b, uint32_t v)
{
    for (unsigned n = b->count; n--;)
        v = llvm_apply_step(&b->step[n], v);
    return v;
}

uint32_t llvm_differing_bits(LLVMValueRef v, uint32_t lanes)
{
    struct llvm_lane_bits b;
    return follow(&b, v, is_index) ? llvm_apply_steps(&b, lanes) : UINT32_MAX;
}
