// Fences and barriers. Ordering is explicit in LLVM IR: kiln.fence before a release and after an acquire.
#include "compiler/spirv/group/group.h"
#include "compiler/spirv/module/ops.h"
#include "compiler/spirv/value/build.h"
#include "compiler/spirv/value/id.h"
#include "util/mutant.h"

static uint32_t scope(struct spv *c, const struct spv_inst *i, uint32_t n)
{
    return spv_const_u32(c, spv_word(c, i, n));
}

MUTABLE_CALLS void spv_fence(struct spv *c, uint32_t semantics, uint32_t when)
{
    uint32_t which = 0;
    if (!(semantics & when))
        return;
    if (semantics & (SpvMemorySemanticsUniformMemoryMask | SpvMemorySemanticsImageMemoryMask))
        which = MUTABLE_CALL_BITS(when == SPV_ACQUIRE ? "acquire" : "fence", KILN_FENCE_MEMORY);
    if (semantics & SpvMemorySemanticsWorkgroupMemoryMask)
        which |= KILN_FENCE_SHARED;
    if (which) {
        LLVMValueRef arg = spv_i32(c, which);
        spv_call(c, INTRINSIC_FENCE, &arg, 1);
    }
}

void spv_shared_fence(struct spv *c)
{
    LLVMValueRef which = spv_i32(c, KILN_FENCE_SHARED);
    spv_call(c, INTRINSIC_FENCE, &which, 1);
}

void spv_group_barrier(struct spv *c, uint32_t fences)
{
    LLVMValueRef which = spv_i32(c, fences);
    spv_call(c, INTRINSIC_FENCE, &which, 1);
    spv_call(c, INTRINSIC_BARRIER, NULL, 0);
}

void spv_op_control_barrier(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    uint32_t execution = scope(c, i, 1), semantics = scope(c, i, 3);
    scope(c, i, 2);
    spv_fence(c, semantics, SPV_RELEASE | SPV_ACQUIRE);
    if (execution == SpvScopeWorkgroup)
        spv_call(c, INTRINSIC_BARRIER, NULL, 0);
    else if (execution == SpvScopeSubgroup)
        c->subgroups_seen = true; // runs in step
    else if (execution != SpvScopeInvocation)
        spv_unsupported(c, "a barrier of execution scope %u", execution);
}

void spv_op_memory_barrier(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    scope(c, i, 1);
    spv_fence(c, scope(c, i, 2), SPV_RELEASE | SPV_ACQUIRE);
}
