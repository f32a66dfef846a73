// See llvm/facts/lanes.h.
#include "compiler/llvm/facts/lanes.h"
#include "compiler/llvm/ir/abi.h"
#include "compiler/llvm/ir/intrinsics.h"

struct place {
    const struct llvm_graph *g; // NULL: anywhere
    uint32_t loop;
};

static bool is_uniform(const struct place *at, LLVMValueRef v, unsigned depth);

static bool has_uniform_operands(const struct place *at, LLVMValueRef v, unsigned depth)
{
    for (int k = 0; k < LLVMGetNumOperands(v); k++)
        if (!is_uniform(at, LLVMGetOperand(v, (unsigned)k), depth))
            return false;
    return true;
}

// phi [uniform, ...], [phi + uniform, ...]
static bool is_uniform_counter(const struct place *at, LLVMValueRef phi, unsigned depth)
{
    const struct llvm_graph *g = at->g;
    uint32_t node = g ? llvm_map_get(&g->index, LLVMGetInstructionParent(phi)) : LLVM_NONE;
    uint32_t of = node == LLVM_NONE ? LLVM_NONE : g->nodes[node].loop;
    if (of == LLVM_NONE || g->loops[of].header != node || LLVMCountIncoming(phi) != 2 ||
        !llvm_loop_contains(g, of, g->loops[at->loop].header))
        return false;
    for (unsigned k = 0; k < 2; k++) {
        LLVMValueRef next = LLVMGetIncomingValue(phi, k);
        if (LLVMIsABinaryOperator(next) && LLVMGetOperand(next, 0) == phi)
            return is_uniform(at, LLVMGetOperand(next, 1), depth) &&
                   is_uniform(at, LLVMGetIncomingValue(phi, !k), depth);
    }
    return false;
}

static bool is_uniform_call(const struct place *at, LLVMValueRef call, unsigned depth)
{
    const enum intrinsic called = intrinsic_of(call);
    if (called != INTRINSIC_NONE && intrinsic_lanes(called) != INTRINSIC_FOLLOWS)
        return intrinsic_lanes(called) == INTRINSIC_UNIFORM;
    return has_uniform_operands(at, call, depth);
}

static bool is_uniform(const struct place *at, LLVMValueRef v, unsigned depth)
{
    if (!LLVMIsAInstruction(v))
        return true;
    if (!depth)
        return false;
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMPHI:
        return is_uniform_counter(at, v, depth - 1);
    case LLVMLoad:
        return LLVMGetPointerAddressSpace(LLVMTypeOf(LLVMGetOperand(v, 0))) != KILN_AS_PRIVATE &&
               is_uniform(at, LLVMGetOperand(v, 0), depth - 1);
    case LLVMCall:
        return is_uniform_call(at, v, depth - 1);
    case LLVMAlloca:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
        return false;
    default:
        return has_uniform_operands(at, v, depth - 1);
    }
}

bool llvm_looks_uniform(LLVMValueRef v, unsigned depth)
{
    return is_uniform(&(struct place){.g = NULL}, v, depth);
}

bool llvm_looks_uniform_in(const struct llvm_graph *g, uint32_t loop, LLVMValueRef v, unsigned depth)
{
    return is_uniform(&(struct place){g, loop}, v, depth);
}
